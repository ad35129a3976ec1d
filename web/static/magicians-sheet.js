// The score sheet of Les Trois Magiciens: who has which of the seven cards, since when, and how it came.

import { h, s } from "./dom.js";
import { crown, star } from "./cards.js";
import { mark, placeIcon } from "./magicians-signs.js";
import { M } from "./strings-magicians.js";
import { H } from "./strings-story.js";
import { S } from "./strings.js";
import { styled } from "./styles.js";

await styled("chart.css");

const blades = () => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "star" },
  s("path", { d: "M2 2l3.500.5L19 16l2-2 1.500 1.500-2.500 2.500 2.500 2.500L20.500 22.500 18 20l-2.500 2.500L14 21l2-2L2.500 5.500zM22 2l-.5 3.500-4 4-3-3 4-4zM9.500 14.500L5.500 18.500 8 21 6.500 22.500 4 20l-2.500 2.500L0 21l2.500-2.500L0 16l1.500-1.500 2 2 4-4z" }));

const cell = (held) => h("td", { class: held ? "hit" : "" }, h("span", { class: "in" }, held
  ? [held.by === "duel" ? blades() : star(), h("span", { class: "hear" }, held.by === "duel" ? H.duelled : H.met),
    h("small", {}, h("span", { class: "hear" }, H.since(held.turn)), h("span", { "aria-hidden": "true" }, `${held.turn}`))]
  : h("span", { class: "hear" }, H.lacks)));

/** `v`: players, colors, places (place, lying, seats) and totals. */
export function magesSheet(v) {
  const lead = Math.max(...v.totals);
  const best = (seat) => lead > 0 && !v.stopped && v.totals[seat] === lead;
  return [
    h("div", { class: "panel-head" }, h("h2", {}, M.sheet)),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": M.sheet }, h("table", { class: "sheet mages-sheet seats-3" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "hear" }, H.place)), v.players.map((name, seat) =>
        h("th", { scope: "col", class: best(seat) ? "lead" : "" }, best(seat) && crown(), h("span", {}, name), mark(v.colors[seat]))),
        h("th", { scope: "col", class: "lying", title: H.lyingHint }, H.lying))),
      h("tbody", {},
        v.places.map(({ place, lying, seats }) => h("tr", {},
          h("th", { scope: "row" }, placeIcon(place), h("span", {}, M.places[place])), seats.map(cell), h("td", { class: "lying" }, h("span", { class: "in" }, `${lying}`)))),
        h("tr", { class: "now" }, h("th", { scope: "row" }, S.total), v.totals.map((count) => h("td", {}, h("span", { class: "in" }, h("b", {}, `${count}`)))), h("td", {}))))),
    h("p", { class: "note" }, H.cardsKey),
  ];
}
