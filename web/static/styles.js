// Style sheets that only some pages need: a script asks for its own. Scripts lie in a folder for each language, styles beside it.

/** Put a style sheet on the page, once; resolves when it applies, or cannot be had. */
export function styled(name) {
  const href = new URL(`../${name}`, import.meta.url).pathname;
  if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return null;
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href });
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}
