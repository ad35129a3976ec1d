// Before a game, on a phone: one's own name, colour and sign, and a tap on the place where one sits.

import { button, h } from "./dom.js";
import { COLOURS, PLACES, SIGNS, around, badge, drawn } from "./lobby-signs.js";
import { W } from "./strings-lobby.js";
import { styled } from "./styles.js";

await styled("lobby.css");

const KEPT = "familiar.me";
const NAME_MAX = 20;

const kept = () => { try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; } };

const choice = (title, key, values, words, mine, shown) => h("fieldset", { class: "marks" }, h("legend", {}, title), values.map((value) =>
  h("label", {}, h("input", { type: "radio", name: key, value, checked: mine === value, "aria-label": words[value] }), shown(value))));

/** Who this phone is; `done` is called once the table knows it. */
export function whoForm(me, enter, done, again) {
  const before = { ...kept(), ...me };
  const colour = COLOURS.includes(before.colour) ? before.colour : COLOURS[Math.floor(Math.random() * COLOURS.length)];
  const sign = SIGNS.includes(before.sign) ? before.sign : SIGNS[Math.floor(Math.random() * SIGNS.length)];
  const name = h("input", { type: "text", name: "name", value: before.name ?? "", maxlength: NAME_MAX, required: true, autocomplete: "off", "aria-label": W.name, placeholder: W.name });
  return h("form", { class: "panel who", on: { submit: async (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(event.target));
    if (!(await enter(said))) return;
    try { localStorage.setItem(KEPT, JSON.stringify(said)); } catch { /* a private window keeps nothing */ }
    done();
  } } },
    h("h2", {}, W.title), h("p", { class: "note" }, again ? W.hintAgain : W.hint), name,
    choice(W.colour, "colour", COLOURS, W.colours, colour, (value) => h("span", { class: `badge tint-${value}`, "aria-hidden": "true" })),
    choice(W.sign, "sign", SIGNS, W.signs, sign, (value) => h("span", { class: "badge", "aria-hidden": "true" }, drawn(value))),
    h("button", { type: "submit", class: "gold" }, W.enter));
}

/** The table from above with everybody who sits there; this phone's player sits where a free place is tapped. */
export function tablePanel({ guests, mine }, act, change) {
  const me = mine === null ? null : guests[mine];
  const at = (place) => guests.find((one) => one.place === place);
  const standing = guests.filter((one) => one.place === null);
  const seat = (place) => {
    const one = at(place);
    const shown = one ? [badge(one), h("strong", {}, one.name)] : h("span", { class: "free", "aria-hidden": "true" }, "+");
    const said = { class: `place-key ${one && one === me ? "mine" : ""}`, vars: around(place), "aria-label": one ? W.sits(place + 1, one.name) : W.place(place + 1), "data-focus": `place${place}` };
    return me ? button(shown, () => act.enter({ ...me, place }), { ...said, disabled: Boolean(one) && one !== me }) : h("div", { ...said, role: "img" }, shown);
  };
  return h("div", { class: "panel" }, h("h2", {}, W.here), me && h("p", { class: "note" }, me.place === null ? W.tap : ""),
    h("div", { class: "round-table" }, Array.from({ length: PLACES }, (_, place) => seat(place))),
    standing.length > 0 && h("ul", { class: "standing-by" }, standing.map((one) => h("li", {}, badge(one), one.name))),
    me && h("div", { class: "row" }, button(W.change, change, { class: "plain" }), button(W.leave, () => act.leave(), { class: "plain" })));
}
