// The nine Places as they lie on the board, and the Apprentices' paths where the table knows them.

import { button, h, s } from "./dom.js";
import { SEVEN, figure, placeIcon, placePath } from "./magicians-signs.js";
import { M } from "./strings-magicians.js";

const SLABS = 4;
const PLACE_R = 4.600;

/** The Places row by row, as the house's layout has them. */
export function grid(rules) {
  const [corner, north, west] = rules.layout.split("_");
  return [corner, north, "tower", west, "life", "labyrinth", "sun", "mill", "moon"];
}

/** Places next to each other by which Magicians jump; the Labyrinth hangs on Life alone. */
function edges(order) {
  const found = [];
  order.forEach((place, i) => {
    for (const next of [i % 3 < 2 && i + 1, i < 6 && i + 3]) {
      if (next === false) continue;
      const pair = [place, order[next]];
      if (!pair.includes("labyrinth") || pair.includes("life")) found.push(pair);
    }
  });
  return found;
}

const stackOf = (n) => h("span", { class: `stack of-${n}`, "aria-hidden": "true" }, n === 0 ? h("i", { class: "gone" }) : Array.from({ length: n }, () => h("i", {})));

function tile(v, { place, cards, magicians, apprentices }, target) {
  const magic = SEVEN.includes(place);
  const said = [magic ? M.cardsLie(cards) : null, ...magicians.map((seat) => M.figureOf(v.players[seat], "magician")),
    ...apprentices.map((seat) => M.figureOf(v.players[seat], "apprentice"))].filter(Boolean);
  const body = [
    h("span", { class: "place-head" }, placeIcon(place), magic && stackOf(cards)),
    h("strong", {}, M.places[place]),
    h("span", { class: `figures ${magicians.length + apprentices.length > 3 ? "" : "few"}` }, h("span", {}, magicians.map((seat) => figure(v, seat, "magician"))), h("span", {}, apprentices.map((seat) => figure(v, seat, "apprentice")))),
    target?.warn && h("span", { class: "warn" }, `⚠ ${target.warn}`),
  ];
  const cls = `place place-${place} ${target ? "target" : ""} ${target?.warn ? "risky" : ""}`;
  return h("li", {}, target
    ? button(body, target.press, { class: cls, "aria-label": [target.say, target.warn, ...said].filter(Boolean).join(". "), "data-focus": `place-${place}` })
    : h("div", { class: cls }, h("span", { class: "hear" }, said.length > 0 ? M.placeSay(place, said) : M.places[place]), body));
}

/** The board; `targets`: Place -> {say, press, warn} where a tap goes. */
export function boardNode(v, targets = new Map()) {
  const order = grid(v.rules);
  const at = (place) => { const i = order.indexOf(place); return { x: 50 + 100 * (i % 3), y: 50 + 100 * Math.floor(i / 3) }; };
  const away = v.seats.map((seat, i) => ({ ...seat, i })).filter((seat) => seat.apprentice_on !== "place");
  return h("div", { class: `board ${targets.size > 0 ? "choosing" : ""}` },
    h("div", { class: "grid" },
      s("svg", { viewBox: "0 0 300 300", preserveAspectRatio: "none", class: "roads", "aria-hidden": "true" }, edges(order).map(([one, other]) => {
        const [a, b] = [at(one), at(other)];
        return s("path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}`, "vector-effect": "non-scaling-stroke" });
      })),
      h("ol", { class: "places", "aria-label": M.board }, order.map((name) => tile(v, v.places.find(({ place }) => place === name), targets.get(name))))),
    away.length > 0 && h("p", { class: "away" }, away.map((seat) =>
      h("span", {}, figure(v, seat.i, "apprentice"), M.stands(v.players[seat.i], whereOn(seat))))));
}

const whereOn = (seat) => (seat.apprentice === seat.apprentice_on ? M.squareKinds[seat.apprentice_on] : squareWord(seat.apprentice, seat.apprentice_on));

/** Name a square of the board. */
export function squareWord(node, kind) {
  const [first, second, n] = node.split("-");
  const place = (word) => Object.hasOwn(M.places, word ?? "");
  return place(first) && place(second) && n ? M.between(first, second, n, kind) : M.square(node, kind);
}

/** Where every square lies in a picture of 0 to 100, or null where the board does not say. */
export function layout(v) {
  const order = grid(v.rules);
  if (v.rules.board === "house") {
    const at = (place) => { const i = order.indexOf(place); return { x: 8 + 42 * (i % 3), y: 8 + 42 * Math.floor(i / 3) }; };
    const nodes = order.map((id) => ({ id, kind: "place", ...at(id) }));
    const paths = [];
    for (const pair of edges(order)) {
      const [a, b] = pair.map(at);
      const plain = pair.includes("life") && (pair.includes("labyrinth") || pair.includes(order[3]));
      for (let n = 1; n < SLABS; n += 1)
        nodes.push({ id: `${pair[0]}-${pair[1]}-${n}`, kind: n === 2 && !plain ? "symbol" : "slab", x: a.x + ((b.x - a.x) * n) / SLABS, y: a.y + ((b.y - a.y) * n) / SLABS });
      paths.push(pair);
    }
    return { nodes, edges: paths };
  }
  const { nodes, edges: pairs } = v.rules.board;
  if (!nodes.every((node) => "x" in node && "y" in node)) return null;
  const [xs, ys] = [nodes.map((node) => node.x), nodes.map((node) => node.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = Math.max(Math.max(...xs) - left, Math.max(...ys) - top) || 1;
  return { nodes: nodes.map((node) => ({ ...node, x: 6 + (88 * (node.x - left)) / size, y: 6 + (88 * (node.y - top)) / size })), edges: pairs };
}

/** The paths with the squares that the Apprentice reaches; `walk(square)` moves it. `more(node)`: what else stands there. */
export function pathsNode(v, reach, walk, more = () => null) {
  const plan = layout(v);
  const open = new Map(reach.map((to) => [to.square, to]));
  const word = (node) => squareWord(node.id ?? node.square, node.kind);
  const point = plan && new Map(plan.nodes.map((node) => [node.id, node]));
  const standing = (id) => v.seats.flatMap((seat, i) => (seat.apprentice === id ? [i] : []));
  const sign = (node) => {
    if (node.kind === "place") return [s("rect", { x: -PLACE_R, y: -PLACE_R, width: 2 * PLACE_R, height: 2 * PLACE_R, rx: 2, class: `place-${node.id}` }), placePath(node.id, PLACE_R)];
    return node.kind === "symbol" ? s("path", { d: "M0-3.600L3.600 0 0 3.600-3.600 0z" }) : s("circle", { r: 2.600 });
  };
  const pieces = (node) => standing(node.id).map((seat, i, all) => s("g", { class: `stands ink-${v.seats[seat].color}`, transform: `translate(${5.200 * (i - (all.length - 1) / 2)} ${node.kind === "place" ? 6.500 : 0})` },
    s("circle", { r: 2.500 }), s("text", { y: 1.200 }, M.letter[v.seats[seat].color])));
  const dot = (node) => {
    const to = open.get(node.id);
    const press = () => walk(to);
    return s("g", { class: `square square-${node.kind} ${to ? "open" : ""}`, transform: `translate(${node.x.toFixed(2)} ${node.y.toFixed(2)})`,
      ...(to && { role: "button", tabindex: 0, "aria-label": M.walkToSquare(word(node)), on: { click: press, keydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); press(); } } } }) },
    to && s("circle", { r: node.kind === "place" ? 7.500 : 5.500, class: "halo" }), sign(node), more(node), pieces(node));
  };
  return h("div", { class: "paths" },
    v.board.label && h("p", { class: "note" }, M.standIn),
    plan && s("svg", { viewBox: "0 0 100 100", class: "path-map", role: "group", "aria-label": M.pathMap },
      plan.edges.map(([one, other]) => s("path", { class: "way-line", d: `M${point.get(one).x} ${point.get(one).y}L${point.get(other).x} ${point.get(other).y}` })),
      plan.nodes.map(dot)),
    reach.length > 0 && h("details", { open: !plan }, h("summary", {}, M.reachable), h("div", { class: "choices" },
      reach.map((to) => button(word(to), () => walk(to), { class: "plain", "data-square": to.square })))));
}
