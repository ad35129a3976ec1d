// Les Trois Magiciens on a television: the map with all pieces on it, the three players with their cards, and the throw.

import { crown } from "./cards.js";
import { lampDot } from "./common.js";
import { h, s } from "./dom.js";
import { boardNode, layout, pathsNode } from "./magicians-map.js";
import { banner, countedNode, duelNode, effects, newsNode } from "./magicians-moves.js";
import { HAT, SEVEN, cardTile, gem, mark } from "./magicians-signs.js";
import { isRead, throwNode, unsettled } from "./magicians-throw.js";
import { televise } from "./tv.js";
import { M } from "./strings-magicians.js";
import { styled } from "./styles.js";
import { S } from "./strings.js";

await styled("tv-magicians.css");

const NAME_Y = -5.200;
const hat = () => s("path", { d: HAT, transform: "scale(.22) translate(-15 -15)" });

/** What a Place bears on the map beside the Apprentices: its name, its cards, the Magicians. */
function onPlace(v, node) {
  const found = v.places.find(({ place }) => place === node.id);
  if (!found) return null;
  const { cards, magicians } = found;
  return [
    s("text", { class: "map-name", y: NAME_Y }, M.places[node.id]),
    SEVEN.includes(node.id) && s("g", { class: `map-cards ${cards === 0 ? "gone" : ""}`, transform: "translate(6.200 -1.500)" }, s("rect", { x: -2.400, y: -3.200, width: 4.800, height: 6.400, rx: .8 }), s("text", { y: 1.900 }, `${cards}`)),
    magicians.map((seat, i) => s("g", { class: `stands ink-${v.seats[seat].color}`, transform: `translate(${4 * (i - (magicians.length - 1) / 2)} .300)` }, hat(), s("text", { y: 2.200 }, M.letter[v.seats[seat].color]))),
  ];
}

// A board that does not say where its squares lie is shown by its Places.
const mapped = (v) => v.board.kind !== "none" && layout(v) !== null;
const map = (v) => (mapped(v) ? pathsNode(v, [], null, (node) => onPlace(v, node)) : boardNode(v));

function players(v) {
  const rankOf = (seat) => v.ranking.find((line) => line.seat === seat).rank;
  const some = v.seats.some((seat) => seat.cards.length > 0);
  return h("ul", { class: "mages" }, v.players.map((name, seat) => {
    const { color, cards, stone } = v.seats[seat];
    return h("li", { class: v.turn === seat ? "turn" : "" },
      h("div", { class: "mage" }, lampDot(v, seat), mark(color), h("strong", { class: "name" }, name), stone && gem(), some && !v.stopped && rankOf(seat) === 1 && crown(), h("b", { class: "count" }, M.ofSeven(cards.length))),
      h("div", { class: "minis", role: "img", "aria-label": M.cardsSay(name, cards) }, SEVEN.map((place) => cardTile(place, cards.includes(place)))));
  }));
}

const stage = (v) => h("div", { class: "mage-table" },
  h("div", { class: `felt map ${mapped(v) ? "known" : ""}` }, map(v)),
  h("div", { class: "beside" }, h("div", { class: "panel" }, players(v)), h("div", { class: "felt lying" }, newsNode(v), duelNode(v), countedNode(v), !unsettled(v) && throwNode(v, null, null))));

function stageKey(v) {
  const { lights, notices, questions, number, since, out_of_step, missing, told, trouble, advice, log, ...table } = v;
  return [table, lights?.seats, effects(v, log.last)];
}

const question = (v) => (unsettled(v) ? () => h("section", { class: "asked" }, h("h1", {}, banner(v, null).title), throwNode(v, null, null)) : null);

export function drawBoard(root, v, page) {
  televise(root, v, page, {
    barKey: () => [v.turn_number, v.phase],
    bar: () => [h("span", {}, M.name), h("span", { class: "round" }, v.phase === "game_over" ? S.over : M.turn(v.turn_number))],
    stage, stageKey, question,
    won: () => (effects(v, v.log.last).length > 0 || v.duel?.won) && `${v.game_id}/${v.log.count}`,
    laid: () => isRead(v) && `${v.game_id}/${v.log.count}`,
    sentence: () => ({ ...banner(v, null), icon: () => (v.turn !== null ? mark(v.seats[v.turn].color) : null) }),
    standing: () => v.ranking.map(({ rank, seat, player, cards }) => ({ name: player, rank, points: cards.length, said: M.ofSeven(cards.length), icon: v.seats[seat].color })),
  });
}
