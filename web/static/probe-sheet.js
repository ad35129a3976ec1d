// The score sheet of Probe, which is fetched once a turn is over.

import { h } from "./dom.js";
import { crown } from "./cards.js";
import { P } from "./strings-probe.js";

/** The score sheet as on paper: a line a turn, in each cell what the turn brought and the running total. */
export function sheetPanel(v) {
  if (v.sheet.length === 0) return [];
  const lead = !v.stopped && new Set(v.totals).size > 1 ? Math.max(...v.totals) : null;
  let before = v.rules.carried?.length ? v.rules.carried : v.players.map(() => 0);
  const row = (head, totals, player, cls) => {
    const gains = totals.map((total, seat) => total - before[seat]);
    before = totals;
    return h("tr", { class: cls }, h("th", { scope: "row" }, head), totals.map((total, seat) => h("td", { class: seat === player ? "took" : "" }, h("span", { class: "in" }, h("b", {}, `${total}`.replace("-", "−")),
      gains[seat] !== 0 && h("span", { class: "gain" }, h("span", { class: "hear" }, P.gained(P.signed(gains[seat]))), h("span", { "aria-hidden": "true" }, P.signed(gains[seat])))))));
  };
  const rows = v.sheet.map((line) => row([`${line.turn}`, h("small", {}, line.cards.map(P.cardSign).join(" "))], line.totals, line.player, ""));
  const ended = v.phase === "final" || v.phase === "game_over";
  if (!ended || `${v.totals}` !== `${v.sheet.at(-1).totals}`) rows.push(row(ended ? P.end : `${v.turn_number}`, v.totals, null, "now"));
  return [
    h("div", { class: "panel-head" }, h("h2", {}, P.sheet)),
    h("div", { class: "scroll probe-sheet", tabindex: 0, role: "region", "aria-label": P.sheet }, h("table", { class: `sheet seats-${v.players.length}` },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, P.sheetTurn), v.players.map((name, seat) =>
        h("th", { scope: "col" }, v.totals[seat] === lead && crown(), h("span", {}, name))))),
      h("tbody", {}, rows))),
    h("p", { class: "note" }, P.sheetKey),
  ];
}
