// Which special cards are in the deck, and what is played where the rules leave something open.

import { h } from "./dom.js";
import { Y } from "./strings-specials-setup.js";

/** Build the fields in the words of an edition; `read()` gives the rules, `speak(edition)` says them in another's words. */
export function specialRules(before, edition) {
  const rules = {}, worded = {};
  const box = (key) => {
    rules[key] = before[key] === true;
    const input = h("input", { type: "checkbox", id: `rule-${key}`, checked: rules[key], on: { change: () => { rules[key] = input.checked; } } });
    return h("div", { class: "field check" }, input, h("label", { for: `rule-${key}` }, Y.switches[key]));
  };
  const choice = (key, found) => {
    const options = Object.entries(found);
    rules[key] = before[key] ?? options[0][0];
    const select = h("select", { id: `rule-${key}`, on: { change: () => { rules[key] = select.value; } } }, options.map(([value, word]) => h("option", { value }, word)));
    select.value = rules[key];
    if (key in Y.jesters.us) worded[key] = select;
    return h("div", { class: "field" }, h("label", { for: `rule-${key}` }, Y.fields[key]), select);
  };
  const node = h("div", {}, h("p", { class: "note" }, Y.note), h("div", { class: "fields" }, Object.keys(Y.switches).map(box)),
    h("details", {}, h("summary", {}, Y.more), h("div", { class: "fields" }, [...Object.entries(Y.options), ...Object.entries(Y.jesters[edition])].map(([key, found]) => choice(key, found)))));
  const speak = (name) => {
    for (const [key, select] of Object.entries(worded)) for (const option of select.options) option.textContent = Y.jesters[name][key][option.value];
  };
  return { node, read: () => rules, speak };
}
