// Wizard on a television: the table from above, everybody's name, bid and points, and cards as large as the felt allows.

import { card, suitIcon } from "./cards.js";
import { lampDot } from "./common.js";
import { h } from "./dom.js";
import { around } from "./oval.js";
import { banner, dealerChip, isBest, lyingOf, slot, tally, trumpTile } from "./parts.js";
import { headingOf, shareOf, weighed } from "./question.js";
import { asked, televise, untouched } from "./tv.js";
import { L } from "./strings-lots.js";
import { S } from "./strings.js";
import { T } from "./strings-tv.js";
import { styled } from "./styles.js";
import { plain } from "./words.js";

await styled("tv-wizard.css");

const OPTIONS = 3;
// Where the cards of three to six players lie, in percent of the felt: each before its seat, none upon another, none under a name.
const LIE = {
  3: [[35, 57], [50, 36], [65, 57]],
  4: [[41, 69], [41, 32], [59, 32], [59, 69]],
  5: [[42.500, 61], [30.500, 47], [50, 32], [69.500, 47], [57.500, 61]],
  6: [[39.500, 64.500], [28.500, 50], [39.500, 35.500], [60.500, 35.500], [71.500, 50], [60.500, 64.500]],
};
let laid = 0;

/** What the last round brought a seat, between two rounds. */
function gain(v, seat) {
  const line = v.phase === "deal" && v.sheet.at(-1);
  if (!line) return null;
  const points = line.points[seat];
  return h("span", { class: `gain ${points < 0 ? "minus" : "plus"}` },
    h("span", { class: "count", "aria-label": S.tricksSay(v.players[seat], line.tricks[seat], line.bids[seat]) }, h("b", {}, `${line.tricks[seat]}`), h("span", { class: "of" }, `/${line.bids[seat]}`)), h("b", {}, S.signed(points)));
}

const plaque = (v, seat) => h("div", {
  class: `plaque ${v.turn === seat ? "turn" : ""} ${["lots_done", "trick_done"].includes(v.phase) && isBest(v, seat) ? "won" : ""}`,
  vars: around(seat, v.players.length, { x: 38.5, y: 42 }),
},
  h("div", { class: "plaque-name" }, lampDot(v, seat), h("strong", {}, v.players[seat]), v.dealer === seat && dealerChip()),
  h("div", { class: "plaque-line" }, gain(v, seat) ?? tally(v, seat), h("b", { class: "points", title: S.total }, plain(v.totals[seat]))));

/** The middle of the table while no card lies there. */
function middle(v) {
  if (v.lots) return null;
  const bids = v.bid_total !== null && v.bid_made.every(Boolean);
  return h("div", { class: "centre" }, h("strong", {}, S.roundShort(v.round)), bids && h("span", {}, S.bidsOpen(v.bid_total, v.round)));
}

function stage(v) {
  const n = v.players.length;
  const lying = lyingOf(v);
  const fresh = lying.length > laid;
  laid = lying.length;
  const still = untouched(v);
  return h("div", { class: `oval of-${n}` },
    h("div", { class: "rim" }, v.trump && h("span", { class: "watermark" }, suitIcon(v.trump))),
    lying.length === 0 && middle(v),
    h("ul", { class: "laid", "aria-label": v.lots ? L.lots : S.trick }, lying.map((entry, i) => {
      const node = slot(still, entry, fresh && i === lying.length - 1, null);
      const [x, y] = LIE[n][entry.player];
      node.style.setProperty("--x", `${x}%`);
      node.style.setProperty("--y", `${y}%`);
      return node;
    })),
    v.players.map((_, seat) => plaque(v, seat)));
}

function question(v) {
  const one = v.questions[0];
  if (!one) return null;
  const { options, faint } = weighed(one);
  // What the button will name is shown however unlikely; else a hand would be offered as three cards.
  const nothing = faint && !one.by_button;
  const shown = nothing ? [] : options.slice(0, OPTIONS);
  const cards = shown.map((option) => [card(option.card, v.edition), shareOf(option) && h("b", {}, shareOf(option))]);
  return () => asked(headingOf(v, one, faint), one.why !== S.question && one.why, one.crop, cards, one.by_button ? T.againByButton : nothing ? T.answer : T.again);
}

function stageKey(v) {
  const { lights, notices, questions, number, since, keep, log, held, out_of_step, missing, told, trouble, advice, ...table } = v;
  return [table, lights?.seats];
}

export function drawBoard(root, v, page) {
  televise(root, v, page, {
    barKey: () => [v.round, v.phase, v.counted, v.trump, v.turned, v.dealer, v.edition, v.marked],
    bar: () => [h("span", { class: "round" }, v.phase === "game_over" ? S.over : S.round(v.round, v.rounds)), v.phase !== "game_over" && !v.counted && trumpTile(untouched(v), null)],
    stage, stageKey, question,
    won: () => v.phase === "trick_done" && `${v.game_id}/${v.log.count}`,
    laid: () => lyingOf(v).length > 0 && `${v.game_id}/${v.log.count}`,
    // Where something is to be confirmed, the players know what to press.
    sentence: () => ({ ...banner(v, null), ...((v.phase === "trick_done" || (v.phase === "lots_done" && v.lots.best.length === 1)) && { hint: null }) }),
    standing: () => v.players.map((name, seat) => ({ name, points: v.totals[seat], rank: 1 + v.totals.filter((total) => total > v.totals[seat]).length })),
  });
}
