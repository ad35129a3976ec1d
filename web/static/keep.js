// At the end of a game with an unknown deck: the offer to keep what its cards looked like.

import { button, h } from "./dom.js";
import { sign } from "./cards.js";
import { K } from "./strings-keep.js";

const NAME_MAX = 40;

function form(act) {
  const input = h("input", { type: "text", name: "deck", "aria-label": K.name, placeholder: K.name, maxlength: NAME_MAX, required: true, autocomplete: "off", spellcheck: "false" });
  return h("form", { on: { submit: (event) => { event.preventDefault(); act.keep(input.value.trim()); } } },
    input,
    h("div", { class: "row" },
      h("button", { type: "submit", class: "gold" }, K.keep),
      button(K.forget, () => act.keep(null), { class: "plain" })));
}

export function keepPanel(v, act) {
  const { learnt, cards, missing, left, kept } = v.keep;
  if (kept) return h("div", { class: "panel keep" }, h("h2", {}, K.kept), h("p", { role: "status" }, K.use(kept)));
  return h("div", { class: "panel keep" },
    h("h2", {}, K.title),
    h("p", {}, missing.length === 0 ? K.all(cards) : K.some(learnt, cards)),
    missing.length > 0 && h("p", { class: "note" }, K.missing, ": ", missing.map((name) => [sign(name, v.edition), " "])),
    left.length > 0 && h("ul", { class: "notices" }, left.map((said) => h("li", {}, said))),
    form(act),
    h("p", { class: "note" }, K.privacy));
}
