// The house's rules of Probe, as part of the form that begins a game.

import { h } from "./dom.js";
import { R } from "./strings-probe-setup.js";
import { S } from "./strings.js";

const NUMBERS = { min_letters: [4, 1, 2, 3, 5], max_dots: [5, 0, 1, 2, 3, 4, 6, 7, 8] };
const FIRST = ["accents", "last_bonus"];
const WORDS = ["placing", "own_dot", "empty_neighbour", "after_call", "question_after_call", "misspelt", "last_begins", "two_player_last", "last_trays", "ranking_tie"];
const SWITCHES = {
  neighbour_completion: false, times_completion: false, tray_completion: true, call_completion: false, call_in_own_turn: true,
  wrong_call_ends_turn: false, negative_totals: true, holder_additional: true,
};
const MOST = 4;
const MOST_CARRIED = 100_000;

const field = (id, label, ...inside) => h("div", { class: "field" }, h("label", { for: id }, label), inside);

/** Build the fields; `read(players)` gives the rules. `fixed`: those that cannot be set here; `brought`: points by seat. */
export function probeRules(before, fixed, brought = []) {
  const rules = { ...SWITCHES, ...Object.fromEntries(Object.entries(NUMBERS).map(([key, [first]]) => [key, first])), ...Object.fromEntries([...FIRST, ...WORDS].map((key) => [key, Object.keys(R.options[key])[0]])) };
  for (const key of Object.keys(rules)) if (key in before) rules[key] = before[key];

  const select = (key, words, read) => {
    const node = h("select", { id: `rule-${key}`, disabled: fixed.includes(key), on: { change: () => { rules[key] = read(node.value); } } },
      Object.entries(words).map(([value, word]) => h("option", { value }, word)));
    node.value = String(rules[key]);
    return field(`rule-${key}`, R.fields[key], node);
  };
  const choice = (key) => select(key, R.options[key], String);
  const count = (key) => select(key, Object.fromEntries([...NUMBERS[key]].sort((a, b) => a - b).map((n) => [n, `${n}`])), Number);
  const check = (key) => {
    const box = h("input", { type: "checkbox", id: `rule-${key}`, checked: rules[key], disabled: fixed.includes(key), on: { change: () => { rules[key] = box.checked; } } });
    return h("div", { class: "field check" }, box, h("label", { for: `rule-${key}` }, R.fields[key]));
  };
  // What the players bring from other tables belongs to one game, not to the house: it begins at 0, or as the club has counted.
  const carried = Array.from({ length: MOST }, (_, i) => h("input", { type: "number", class: "points-brought", step: 1, min: -MOST_CARRIED, max: MOST_CARRIED, value: brought[i] ?? 0, "aria-label": `${R.fields.carried}: ${S.playerName(i + 1)}` }));
  const node = h("details", { open: true }, h("summary", {}, S.rules),
    h("div", { class: "fields" }, count("min_letters"), count("max_dots"), FIRST.map(choice)),
    h("details", {}, h("summary", {}, R.more_rules), h("div", { class: "fields" }, WORDS.map(choice), SWITCHES && Object.keys(SWITCHES).map(check),
      h("div", { class: "field" }, h("span", { class: "note" }, R.fields.carried), h("div", { class: "row brought" }, carried)))));
  const read = (players) => {
    const points = carried.slice(0, players).map((input) => Number(input.value) || 0);
    return { ...rules, carried: points.some((n) => n !== 0) ? points : [] };
  };
  return { node, read };
}
