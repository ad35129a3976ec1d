// Letting a television in, on a phone: type the sign that it shows.

import { button, h, openDialog } from "./dom.js";
import { X } from "./strings-pairing.js";
import { S } from "./strings.js";

const LENGTH = 4;

/** Ask for the sign until it is right, or nobody wants to any more. `sign`: the one that was scanned. */
export function pairDialog(post, sign = "") {
  const said = h("p", { class: "alert", role: "alert", hidden: true });
  const input = h("input", { type: "text", class: "key-field", name: "sign", value: sign, "aria-label": X.ask, maxlength: 2 * LENGTH, required: true, autofocus: true, autocapitalize: "characters", autocomplete: "off", spellcheck: "false" });
  openDialog(X.ask, S.close, (close) => h("form", { class: "unlock", on: { submit: async (event) => {
    event.preventDefault();
    const answer = await post("/api/pair", { sign: input.value });
    if (answer.ok) return close();
    said.textContent = answer.body.error ?? S.trouble;
    said.hidden = false;
    input.select();
  } } }, h("p", { class: "note" }, X.askHint), input, said,
    h("div", { class: "row" }, button(S.cancel, close, { class: "plain" }), h("button", { type: "submit", class: "gold" }, X.pair))));
}
