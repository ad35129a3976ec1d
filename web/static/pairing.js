// A television that is not let in yet: the sign that a phone at the table scans or types, asked for anew before it grows old.

import { h } from "./dom.js";
import { post } from "./net.js";
import { X } from "./strings-pairing.js";

const AGAIN_MS = 240_000;
const FAILED_MS = 5000;
let timer = null;

/** Ask for the sign, or for the pass of a screen that is let in; `then` is called later on, soon where nobody has answered. */
async function ask(then) {
  clearTimeout(timer);
  const { ok, body } = await post("/api/screen");
  clearTimeout(timer);
  timer = setTimeout(() => then(ok), ok ? AGAIN_MS : FAILED_MS);
  return ok ? body : {};
}

/** Once the table has let this screen in, it asks once more, and so keeps its pass. */
function keepPass() {
  ask((kept) => { if (!kept) keepPass(); });
}

/** Shows the sign. */
export function signNode() {
  const shown = h("b", { class: "join-word" }, "····");
  const code = h("div", { class: "join-code" });
  const node = h("div", { class: "panel join pairing" }, code, h("p", {}, X.title), shown, h("p", { class: "note" }, X.hint));
  const look = async () => {
    const { sign, qr } = await ask(() => { if (node.isConnected) look(); });
    if (sign) {
      Object.assign(shown, { textContent: sign, ariaLabel: X.spelt(sign) });
      const drawn = new DOMParser().parseFromString(qr, "image/svg+xml").documentElement;
      code.replaceChildren(Object.assign(document.importNode(drawn, true), { role: "img", ariaLabel: X.scan }));
    }
  };
  look();
  // A table that was started anew, and so was out of reach, knows no sign of before.
  let lost = false;
  const back = new MutationObserver(() => {
    const was = lost;
    lost = document.body.classList.contains("lost");
    if (was && !lost) look();
  });
  back.observe(document.body, { attributeFilter: ["class"] });
  const gone = new MutationObserver(() => { if (!node.isConnected) { gone.disconnect(); back.disconnect(); keepPass(); } });
  gone.observe(document.getElementById("app"), { childList: true, subtree: true });
  return node;
}
