// Style sheets that only some pages need: a script asks for its own. Scripts lie in a folder for each language, styles beside it.
// They stand in the order of their names (web/assets.py too), whichever script comes first: a television's (tv-...) behind those of its games.

const AGAIN_MS = 3000;

/** Put a style sheet on the page, once; resolves when it applies, or cannot be had: then it is asked for again. */
export function styled(name) {
  const href = new URL(`../${name}`, import.meta.url).pathname;
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return null;
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href });
  link.dataset.asked = "";
  const next = [...document.querySelectorAll("link[data-asked]")].find((one) => one.getAttribute("href") > href);
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      resolve();
      link.remove();
      setTimeout(styled, AGAIN_MS, name);
    });
    document.head.insertBefore(link, next ?? null);
  });
}
