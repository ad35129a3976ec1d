// A television that is not let in yet: the sign that a phone at the table types, asked for anew before it grows old.

import { h } from "./dom.js";
import { X } from "./strings-pairing.js";

const AGAIN_MS = 240_000;

async function ask() {
  const headers = { "Content-Type": "application/json", "X-Familiar": "1" };
  const answer = await fetch("/api/screen", { method: "POST", headers, body: "{}" }).catch(() => null);
  return answer?.ok ? (await answer.json()).sign : null;
}

/** Shows the sign; once the table has let this screen in, it asks once more, and so keeps its pass. */
export function signNode() {
  const shown = h("b", { class: "join-word" }, "····");
  const node = h("div", { class: "panel join pairing" }, h("p", {}, X.title), shown, h("p", { class: "note" }, X.hint));
  const look = async () => {
    const sign = await ask();
    if (sign) Object.assign(shown, { textContent: sign, ariaLabel: X.spelt(sign) });
    setTimeout(() => { if (node.isConnected) look(); }, AGAIN_MS);
  };
  look();
  const gone = new MutationObserver(() => { if (!node.isConnected) { gone.disconnect(); ask(); } });
  gone.observe(document.getElementById("app"), { childList: true, subtree: true });
  return node;
}
