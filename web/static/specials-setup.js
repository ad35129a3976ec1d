// Which special cards are in the deck, and what is played where the rules leave something open.

import { h } from "./dom.js";
import { Y } from "./strings-specials-setup.js";

/** Build the fields; `read()` gives the rules. */
export function specialRules(before) {
  const rules = {};
  const box = (key) => {
    rules[key] = before[key] === true;
    const input = h("input", { type: "checkbox", id: `rule-${key}`, checked: rules[key], on: { change: () => { rules[key] = input.checked; } } });
    return h("div", { class: "field check" }, input, h("label", { for: `rule-${key}` }, Y.switches[key]));
  };
  const choice = (key) => {
    const options = Object.entries(Y.options[key]);
    rules[key] = before[key] ?? options[0][0];
    const select = h("select", { id: `rule-${key}`, on: { change: () => { rules[key] = select.value; } } }, options.map(([value, word]) => h("option", { value }, word)));
    select.value = rules[key];
    return h("div", { class: "field" }, h("label", { for: `rule-${key}` }, Y.fields[key]), select);
  };
  const node = h("div", {}, h("p", { class: "note" }, Y.note), h("div", { class: "fields" }, Object.keys(Y.switches).map(box)),
    h("details", {}, h("summary", {}, Y.more), h("div", { class: "fields" }, Object.keys(Y.options).map(choice))));
  return { node, read: () => rules };
}
