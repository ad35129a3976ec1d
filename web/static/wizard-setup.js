// The house's rules of Wizard, as part of the form that begins a game.

import { h } from "./dom.js";
import { C } from "./strings-count.js";
import { L } from "./strings-lots.js";
import { F } from "./strings-setup.js";
import { S, edition } from "./strings.js";

const USUAL = { edition: "us", bids: "open", last_bid: "free", hell_vision: false, next_dealer: "left", first_dealer: "chosen", cards: "laid" };
const KEYS = [...Object.keys(USUAL), "turned_wizard"];

/** Build the fields; `read()` gives the rules. */
export function wizardRules(before, settled = []) {
  const rules = { ...USUAL, ...Object.fromEntries(KEYS.filter((key) => key in before).map((key) => [key, before[key]])) };
  let ownWizard = "turned_wizard" in rules;
  const selects = {};
  const choice = (key, label = F.fields[key], options = F.options[key], note = null) => {
    selects[key] = h("select", { id: `rule-${key}`, on: { change: () => { rules[key] = selects[key].value; if (key === "turned_wizard") ownWizard = true; settle(); } } },
      Object.entries(options).map(([value, word]) => h("option", { value }, word)));
    return h("div", { class: "field" }, h("label", { for: `rule-${key}` }, label), selects[key],
      key === "last_bid" && h("span", { class: "note", id: "last-bid-note" }, F.lastBidNote), note && h("span", { class: "note" }, note));
  };
  const hell = h("input", { type: "checkbox", id: "rule-hell", checked: rules.hell_vision, on: { change: () => { rules.hell_vision = hell.checked; } } });
  const settle = () => {
    if (rules.bids !== "open") rules.last_bid = "free";
    if (!ownWizard) rules.turned_wizard = rules.edition === "amigo" ? "no_trump" : "dealer_chooses";
    for (const [key, select] of Object.entries(selects)) select.value = rules[key];
    selects.last_bid.disabled = rules.bids !== "open";
    // No card says who deals first where none is entered.
    if (rules.cards === "none") selects.first_dealer.value = rules.first_dealer = "chosen";
    selects.first_dealer.disabled = rules.cards === "none";
    // Nor can any tell what a special card does, or is one turned up: the Wizard goes by the name that it has in its edition.
    more.hidden = selects.turned_wizard.parentNode.hidden = rules.cards === "none";
    selects.turned_wizard.previousSibling.textContent = S.noTrumpWhy.W(edition(rules.edition));
    special?.speak(rules.edition);
  };
  const node = h("details", { open: true }, h("summary", {}, S.rules),
    h("div", { class: "fields" }, choice("edition", F.fields.edition, S.editions), choice("cards", C.field, C.options), choice("first_dealer", S.firstDealer, L.options, L.note), choice("bids"), choice("last_bid"), choice("next_dealer"), choice("turned_wizard"),
      h("div", { class: "field check" }, hell, h("label", { for: "rule-hell" }, F.fields.hell_vision, h("span", { class: "note" }, F.hellNote)))));
  // The special cards have a page of their own, for those who have them.
  let special;
  const open = async () => {
    if (special) return;
    special = { read: () => ({}), speak() {} };
    const { specialRules } = await import("./specials-setup.js");
    special = specialRules(before, rules.edition);
    more.append(special.node);
  };
  const more = h("details", { class: "specials", on: { toggle: open } }, h("summary", {}, L.specials));
  settle();
  // Where the table settles that there are none, there is nothing to choose.
  if (!settled.includes("bomb")) {
    node.append(more);
    if (before.rounds) open();
  }
  return { node, read: () => ({ ...rules, ...(!more.hidden && special?.read()) }) };
}
