// The cards in one's hand, where the simulated table has dealt them: who knows them bids better.

import { card } from "./cards.js";
import { h } from "./dom.js";
import { D } from "./strings-hand.js";

/** A panel that fills itself with the hand, and is none while there is none. */
export function handNode(v) {
  const box = h("div", { class: "panel", hidden: true });
  fetch("/hand", { cache: "no-store" }).then(async (answer) => {
    const { cards = [] } = answer.ok ? await answer.json() : {};
    box.hidden = cards.length === 0;
    box.replaceChildren(h("h2", {}, D.hand), h("p", { class: "note" }, D.hint), h("ul", { class: "row hand" }, cards.map((one) => h("li", {}, card(one, v.edition, "tiny")))));
  }).catch(() => {});
  return box;
}
