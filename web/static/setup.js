// The form that begins a game: who sits where, who deals, and the house's rules.

import { button, h } from "./dom.js";
import { S } from "./strings.js";

const KEPT = "familiar.setup";
const FEWEST = 3;
const MOST = 6;
const NAME_MAX = 20;

function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}

function keep(form) {
  try { localStorage.setItem(KEPT, JSON.stringify(form)); } catch { /* a private window keeps nothing */ }
}

/** Build the form; `start(header)` posts it. `v` gives the running game's names to begin with. */
export function setupForm(v, start) {
  const before = kept();
  const names = [...(v.phase ? v.players : before.players ?? ["", "", "", ""])];
  let dealer = 0;
  const rules = { edition: "us", bids: "open", last_bid: "free", hell_vision: false, next_dealer: "left", ...before.rules, ...v.rules };
  let ownWizard = "turned_wizard" in rules;

  const rows = h("ol", { class: "names" });
  const read = () => [...rows.querySelectorAll("input[type=text]")].forEach((input, i) => { names[i] = input.value; });
  const drawNames = () => rows.replaceChildren(...names.map((name, i) =>
    h("li", {},
      h("input", { type: "text", value: name, maxlength: NAME_MAX, placeholder: S.playerName(i + 1), "aria-label": S.playerName(i + 1), autocomplete: "off", required: true }),
      h("label", { class: "radio" },
        h("input", { type: "radio", name: "dealer", checked: i === dealer, on: { change: () => { dealer = i; } } }),
        h("span", { "aria-hidden": "true" }, "D"), h("span", { class: "hear" }, `${S.firstDealer}: ${S.playerName(i + 1)}`)),
      names.length > FEWEST
        ? button("×", () => { read(); names.splice(i, 1); dealer = Math.min(dealer, names.length - 1); drawNames(); }, { class: "quiet circle", "aria-label": S.removePlayer(i + 1) })
        : h("span", {}))),
    ...(names.length < MOST ? [h("li", { class: "more" }, button(`+ ${S.addPlayer}`, () => { read(); names.push(""); drawNames(); rows.querySelectorAll("input[type=text]")[names.length - 1].focus(); }, { class: "plain" }))] : []));
  drawNames();

  const selects = {};
  const choice = (key) => {
    selects[key] = h("select", { id: `rule-${key}`, on: { change: () => { rules[key] = selects[key].value; if (key === "turned_wizard") ownWizard = true; settle(); } } },
      Object.entries(S.options[key]).map(([value, word]) => h("option", { value }, word)));
    return h("div", { class: "field" }, h("label", { for: `rule-${key}` }, S.fields[key]), selects[key],
      key === "last_bid" && h("span", { class: "note", id: "last-bid-note" }, S.lastBidNote));
  };
  const hell = h("input", { type: "checkbox", id: "rule-hell", checked: rules.hell_vision, on: { change: () => { rules.hell_vision = hell.checked; } } });
  const settle = () => {
    if (rules.bids !== "open") rules.last_bid = "free";
    if (!ownWizard) rules.turned_wizard = rules.edition === "amigo" ? "no_trump" : "dealer_chooses";
    for (const [key, select] of Object.entries(selects)) select.value = rules[key];
    selects.last_bid.disabled = rules.bids !== "open";
  };

  const form = h("form", {
    class: "panel setup",
    on: {
      submit: (event) => {
        event.preventDefault();
        read();
        keep({ players: names, rules });
        start({ players: names, dealer, rules });
      },
    },
  },
    h("h1", {}, S.setup), h("p", { class: "note" }, S.setupHint), rows,
    h("p", { class: "note" }, h("span", { class: "chip", "aria-hidden": "true" }, "D"), ` ${S.firstDealer}`),
    h("details", { open: true }, h("summary", {}, S.rules),
      h("div", { class: "fields" }, choice("edition"), choice("bids"), choice("last_bid"), choice("next_dealer"), choice("turned_wizard"),
        h("div", { class: "field check" }, hell, h("label", { for: "rule-hell" }, S.fields.hell_vision, h("span", { class: "note" }, S.hellNote))))),
    h("button", { type: "submit", class: "gold large" }, S.start));
  settle();
  return form;
}
