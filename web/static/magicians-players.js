// The players with their seven cards, and how they stand.

import { h } from "./dom.js";
import { crown } from "./cards.js";
import { SEVEN, cardTile, gem, mark } from "./magicians-signs.js";
import { lampDot } from "./common.js";
import { M } from "./strings-magicians.js";
import { S } from "./strings.js";

export function playersPanel(v, me) {
  const some = v.seats.some((seat) => seat.cards.length > 0);
  const rankOf = (seat) => v.ranking.find((line) => line.seat === seat).rank;
  return [
    h("h2", {}, M.players),
    h("ul", { class: "mages" }, v.players.map((name, seat) => {
      const { color, cards, stone } = v.seats[seat];
      return h("li", { class: `${v.turn === seat ? "turn" : ""} ${seat === me ? "me" : ""}` },
        h("div", { class: "mage" }, lampDot(v, seat), mark(color), h("span", { class: "name" }, name),
          seat === me && h("span", { class: "chip you" }, S.you), stone && gem(),
          some && !v.stopped && rankOf(seat) === 1 && crown(),
          some && h("span", { class: "note" }, M.place(rankOf(seat))), h("b", { class: "count" }, M.ofSeven(cards.length))),
        h("div", { class: "minis", role: "img", "aria-label": M.cardsSay(name, cards) }, SEVEN.map((place) => cardTile(place, cards.includes(place)))));
    })),
  ];
}

export function rankingNode(v) {
  if (v.phase !== "game_over") return null;
  return h("ol", { class: "result", "aria-label": M.ranking }, v.ranking.map(({ rank, player, seat, cards }) =>
    h("li", {}, h("span", {}, h("b", {}, M.rank(rank)), " ", mark(v.seats[seat].color), " ", player), h("b", {}, M.ofSeven(cards.length)))));
}
