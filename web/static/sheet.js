// The score sheet, as players know it from paper.

import { h } from "./dom.js";
import { crown, noSuit, suitIcon } from "./cards.js";
import { faceDown } from "./parts.js";
import { S } from "./strings.js";
import { styled } from "./styles.js";

await styled("sheet.css");

const dealerCorner = () => h("span", { class: "corner", title: S.dealer }, h("span", { class: "hear" }, S.dealer));

const total = (points) => `${points}`.replace("-", "−");

function cell(line, seat) {
  const made = line.bids[seat] === line.tricks[seat];
  return h("td", { class: made ? "hit" : "miss" }, h("span", { class: "in" },
    h("b", {}, total(line.totals[seat])),
    h("span", { class: "bid" }, `${line.bids[seat]}`),
    line.dealer === seat && dealerCorner(),
    h("span", { class: "hear" }, made ? S.hit : S.miss)));
}

function openCell(v, seat) {
  const bid = v.bids[seat];
  return h("td", { class: "open" }, h("span", { class: "in" }, h("b", {}, ""),
    bid === null && v.bid_made[seat] ? faceDown("bid") : h("span", { class: "bid" }, bid !== null ? `${bid}` : ""),
    v.dealer === seat && dealerCorner()));
}

const trumpMark = (line) => !line.counted && (line.trump ? suitIcon(line.trump) : noSuit("none"));

/** The score sheet as on paper: the finished rounds, the running one, and how many are still to come. */
export function sheet(v) {
  const over = v.phase === "game_over";
  const known = !v.lots && v.phase !== "deal" && v.phase !== "trump_choice";
  const left = over ? 0 : v.rounds - v.round;
  const rows = v.sheet.map((line) => h("tr", {},
    h("th", { scope: "row" }, `${line.round}`, trumpMark(line)), v.players.map((_, seat) => cell(line, seat))));
  if (!over) rows.push(h("tr", { class: "now" },
    h("th", { scope: "row" }, `${v.round}`, known && trumpMark(v)), v.players.map((_, seat) => openCell(v, seat))));
  // Who leads wears a crown, and a game that was stopped has no winner.
  const lead = v.sheet.length > 0 && !v.stopped && Math.max(...v.totals);
  return [
    h("div", { class: "panel-head" }, h("h2", {}, S.sheet), !over && h("span", { class: "note" }, S.roundsLeft(left))),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": S.sheet }, h("table", { class: `sheet seats-${v.players.length} ${rows.length > 6 ? "long" : ""}` },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, S.sheetRound), v.players.map((name, seat) =>
        h("th", { scope: "col", class: v.totals[seat] === lead ? "lead" : "" },
          v.totals[seat] === lead && crown(), h("span", {}, name))))),
      h("tbody", {}, rows))),
    h("p", { class: "note" }, S.sheetKey),
  ];
}
