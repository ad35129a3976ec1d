// The house's rules of Les Trois Magiciens, as part of the form that begins a game.

import { button, h } from "./dom.js";
import { mark } from "./magicians-signs.js";
import { R } from "./strings-magicians-setup.js";
import { M } from "./strings-magicians.js";
import { S } from "./strings.js";
import { toast } from "./toast.js";

const COLOURS = ["red", "black", "white"];
const SIDES = ["force", "magic", "destiny"];
const LAYOUTS = ["forest_magician_castle", "forest_castle_magician", "magician_forest_castle", "magician_castle_forest", "castle_forest_magician", "castle_magician_forest"];
const FILE_MAX = 60_000;
const FIRST = ["board", "sticks", "opening", "turn_order"];
// What differs from "false" by default, among the rules that are a yes or no.
const SWITCHES = {
  life_rule_first_turn: true, life_rule_extra_turn: true, apprentice_may_stay: false, jump_back: false, apprentice_labyrinth: true,
  teleport_may_stay: true, hostile_place_takes_stone: true, extra_turn_after_lost_duel: true,
};
const WORDS = ["labyrinth", "apprentice_path", "spell_timing", "opening_tie", "rethrow", "leaning", "void_duel_throw", "kept_sticks", "keep_all", "replay_begins", "second_tie", "ranking_tie"];

const orders = SIDES.flatMap((one) => SIDES.filter((two) => two !== one).map((two) => [one, two, SIDES.find((three) => three !== one && three !== two)]));
const field = (id, label, ...inside) => h("div", { class: "field" }, h("label", { for: id }, label), inside);
const options = (words) => Object.entries(words).map(([value, word]) => h("option", { value }, word));

/** Build the fields; `read()` gives the rules. `fixed`: those that the things on the table settle. */
export function magiciansRules(before, fixed) {
  const rules = { ...SWITCHES, layout: LAYOUTS[0], ...Object.fromEntries([...FIRST, ...WORDS].map((key) => [key, Object.keys(R.options[key])[0]])) };
  for (const key of Object.keys(rules)) if (key in before) rules[key] = before[key];

  const select = (key, words, value) => {
    const node = h("select", { id: `rule-${key}`, on: { change: () => { rules[key] = node.value; } } }, options(words));
    node.value = value ?? rules[key];
    return node;
  };
  const choice = (key) => field(`rule-${key}`, R.fields[key], select(key, R.options[key]));
  const layout = field("rule-layout", R.fields.layout, select("layout", Object.fromEntries(LAYOUTS.map((name) => [name, name.split("_").map((place) => M.places[place]).join(", ")]))));
  const check = (key) => {
    const box = h("input", { type: "checkbox", id: `rule-${key}`, checked: rules[key], on: { change: () => { rules[key] = box.checked; } } });
    return h("div", { class: "field check" }, box, h("label", { for: `rule-${key}` }, R.fields[key]));
  };

  // A board file is read here and sent as its content.
  let file = typeof rules.board === "object" ? rules.board : null;
  const fileNote = h("span", { class: "note" });
  const input = h("input", { type: "file", accept: ".json,application/json", "aria-label": R.boardFile, class: "hear", tabindex: -1, on: { change: async () => {
    const read = await readBoard(input.files[0]);
    input.value = "";
    toast(read ? "" : R.boardBad);
    if (read) { file = read; board.value = "file"; }
    settle();
  } } });
  const board = select("board", R.options.board, file ? "file" : rules.board);
  board.addEventListener("change", () => { if (board.value === "file" && !file) input.click(); settle(); });
  const pick = button(R.boardFile, () => input.click(), { class: "plain" });

  // The table of a household's own sticks: per stick which side lies down under 0, 1 and 2 notches.
  const own = typeof rules.sticks === "object" ? rules.sticks : Object.fromEntries(COLOURS.map((color) => [color, ["destiny", "force", "magic"]]));
  const sticks = select("sticks", R.options.sticks, typeof rules.sticks === "object" ? "own" : rules.sticks);
  sticks.addEventListener("change", () => settle());
  const table = h("div", { class: "field own-sticks" }, h("span", { class: "note" }, R.ownTable), COLOURS.map((color) => {
    const each = h("select", { "aria-label": M.stick(color), on: { change: () => { own[color] = each.value.split("-"); } } },
      orders.map((order) => h("option", { value: order.join("-") }, order.map((side) => M.sides[side]).join(", "))));
    each.value = own[color].join("-");
    return h("span", { class: "colour" }, mark(color), each);
  }));

  function settle() {
    if (board.value === "file" && !file) board.value = "none";
    pick.hidden = board.value !== "file";
    fileNote.textContent = board.value === "file" ? R.boardKept(file.nodes.length) : "";
    table.hidden = sticks.value !== "own" || fixed.includes("sticks");
  }
  sticks.disabled = fixed.includes("sticks");

  const node = h("details", { open: true }, h("summary", {}, S.rules),
    h("div", { class: "fields" },
      field("rule-board", R.fields.board, board, input, pick, fileNote), field("rule-sticks", R.fields.sticks, sticks, sticks.disabled && h("span", { class: "note" }, R.fixed)), table, choice("opening"), choice("turn_order")),
    h("details", {}, h("summary", {}, R.more), h("div", { class: "fields" }, layout, WORDS.map(choice), Object.keys(SWITCHES).map(check))));
  settle();
  return { node, read: () => ({ ...rules, board: board.value === "file" ? file : board.value, sticks: sticks.value === "own" ? own : sticks.value }) };
}

/** Read a board file in the browser; the rules check it once it is sent. */
async function readBoard(chosen) {
  if (!chosen || chosen.size > FILE_MAX) return null;
  try {
    const found = JSON.parse(await chosen.text());
    return Array.isArray(found.nodes) && Array.isArray(found.edges) ? found : null;
  } catch { return null; }
}
