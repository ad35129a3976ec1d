// The signs of Les Trois Magiciens as drawings of our own: Places, figures, sticks and what they show.
// A player's colour never stands alone: every piece bears the colour's letter.

import { h, s } from "./dom.js";
import { M } from "./strings-magicians.js";

export const SEVEN = ["forest", "magician", "tower", "castle", "sun", "mill", "moon"];

const PLACE_PATHS = {
  forest: ["M12 2l5 7h-2.8l4 5.5h-3L19 19h-5.7v3h-2.6v-3H5l3.8-4.5h-3l4-5.5H7z"],
  magician: ["M12.5 1.5c1.5 4 2.5 9 4.5 14-3 1.3-7 1.3-10 0 2-5 2.5-10 5.5-14zM3 17.2c5.5 2.6 12.5 2.6 18 0 .8 2.8-3.5 5-9 5s-9.8-2.2-9-5z"],
  tower: ["M6 2h2.6v2.2h2.1V2h2.6v2.2h2.1V2H18v6l-1.7 1.5L17.5 22h-3.7v-4.2a1.8 1.8 0 0 0-3.6 0V22H6.5l1.2-12.5L6 8z"],
  castle: ["M2 6h2v2h1.5V6H7v5h2V4l3-2.5L15 4v7h2V6h1.5v2H20V6h2v16h-7.5v-4.5a2.5 2.5 0 0 0-5 0V22H2z"],
  life: ["M12 1.5l2.2 6.3 5.7-3.7-3.7 5.7 6.3 2.2-6.3 2.2 3.7 5.7-5.7-3.7L12 22.5l-2.2-6.3-5.7 3.7 3.7-5.7L1.5 12l6.3-2.2-3.7-5.7 5.7 3.7z"],
  labyrinth: ["M2 2h20v20h-8v-2h6V4H4v16h6v2H2zM6 6h12v12h-7v-2h5V8H8v10H6zM10 10h4v4h-2v4h-2z"],
  sun: ["M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM4.9 3.5l2.8 2.8-1.4 1.4-2.8-2.8zM17.7 16.3l2.8 2.8-1.4 1.4-2.8-2.8zM19.1 3.5l1.4 1.4-2.8 2.8-1.4-1.4zM6.3 16.3l1.4 1.4-2.8 2.8-1.4-1.4z"],
  mill: ["M9 12l3-2.5 3 2.5 1.8 10h-3.6v-4h-2.4v4H7.2zM11 8L4.5 1.5 2 4l6.5 6.5zM13 8l6.5-6.5L22 4l-6.5 6.5zM8.5 10.7L3 16.2l2 2 4-3.8zM15.5 10.7l5.5 5.5-2 2-4-3.8z"],
  moon: ["M15.5 2A10 10 0 1 0 22 15.5 8.5 8.5 0 0 1 15.5 2zM18 4l.8 2.2 2.2.8-2.2.8L18 10l-.8-2.2L15 7l2.2-.8z"],
};
const SIDE_PATHS = {
  force: "M14 1.5L4.5 13.5h6L8.5 22.5 19 9.5h-6.5z",
  magic: "M12 1.5l2.7 7.1 7.6.4-5.9 4.8 2 7.3L12 17l-6.4 4.1 2-7.3L1.7 9l7.6-.4z",
};
const GEM = "M12 2l7 8-7 12L5 10z";
export const HAT = "M15 1c2.2 5.5 3.4 10.5 5.6 17.5-4 1.7-7.6 1.7-11.4 0C11 12.5 11.8 6 15 1zM3.5 20.3c6.3 3.2 16.7 3.2 23 0 1.6 4.5-3.9 8.2-11.5 8.2s-13.1-3.7-11.5-8.2z";
const PAWN = "M11 2a5.2 5.2 0 0 1 3.3 9.2c1 2.6 2.3 5 4.7 7.6V22H3v-3.2c2.4-2.6 3.7-5 4.7-7.6A5.2 5.2 0 0 1 11 2z";

const drawing = (paths, props, box = "0 0 24 24") => s("svg", { viewBox: box, "aria-hidden": "true", ...props },
  [paths].flat().map((d) => s("path", { d, "fill-rule": "evenodd" })));

export const placeIcon = (place) => drawing(PLACE_PATHS[place], { class: "place-icon" });
/** The same sign inside another drawing, `r` to each side of its middle. */
export const placePath = (place, r) => s("path", { d: PLACE_PATHS[place].join(""), class: "place-sign", "fill-rule": "evenodd", transform: `scale(${(r / 14).toFixed(3)}) translate(-12 -12)` });
export const gem = () => h("span", { class: "gem", role: "img", "aria-label": M.stone, title: M.stone }, drawing(GEM, { class: "sign-gem" }));

/** A side of a stick: bolt, star, or the blank one, which is drawn as an empty frame. */
export const sideIcon = (side) => (side === "destiny"
  ? s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "side side-destiny" }, s("circle", { cx: 12, cy: 12, r: 8, fill: "none", stroke: "currentColor", "stroke-width": 2.4, "stroke-dasharray": "4 3" }))
  : drawing(SIDE_PATHS[side], { class: `side side-${side}` }));

/** A figure on the table; `kind`: magician or apprentice. */
export function figure(v, seat, kind) {
  const { color, stone } = v.seats[seat];
  const big = kind === "magician";
  const label = M.figureSay(v.players[seat], kind, color, !big && stone);
  return h("span", { class: `figure figure-${kind} ink-${color}`, role: "img", "aria-label": label, title: label },
    big ? drawing(HAT, {}, "0 0 30 30") : drawing(PAWN, {}, "0 0 22 24"),
    h("b", { "aria-hidden": "true" }, M.letter[color]),
    !big && stone && h("i", { class: "under", "aria-hidden": "true" }, drawing(GEM, { class: "sign-gem" })));
}

/** A player's colour as a small round mark with its letter. */
export const mark = (color) => h("span", { class: `mark ink-${color}`, title: M.stick(color) },
  h("span", { "aria-hidden": "true" }, M.letter[color]), h("span", { class: "hear" }, M.stick(color)));

/** One of the seven cards, as a small tile: had, or missing. */
export const cardTile = (place, had) => h("span", { class: `mini place-${place} ${had ? "had" : "lacks"}`, title: had ? M.places[place] : M.missing(place) },
  placeIcon(place), h("span", { class: "hear" }, had ? M.places[place] : M.missing(place)));

const ROWS = { upper: 5, lower: 27 };
const ALONG = [26, 80, 134];
const CUTS = { 0: [], 1: [80], 2: [58, 102] };

/** A stick as it lies, seen from above: its two sides in view and the notches cut into its upper edge. */
export function stickDrawing(stick) {
  const [one, two] = stick.sides ?? [];
  const row = (side, y) => ALONG.map((x) => SIDE_PATHS[side] && s("path", { d: SIDE_PATHS[side], class: "carved", transform: `translate(${x - 7} ${y}) scale(.6)` }));
  return s("svg", { viewBox: "0 0 160 46", "aria-hidden": "true", class: `stick stick-${stick.color}` },
    s("path", { d: "M4 2h152l2 21H2z", class: "face-upper" }), s("path", { d: "M2 23h156l-2 21H4z", class: "face-lower" }),
    row(one, ROWS.upper), row(two, ROWS.lower),
    s("path", { d: "M2 23h156", class: "edge" }),
    (CUTS[stick.notches] ?? []).map((x) => s("path", { d: `M${x - 8} 23L${x} 14.5L${x + 8} 23L${x} 31.5z`, class: "cut" })));
}

/** What a stick shows, in figures and signs. */
export const stickValue = (stick) => h("span", { class: "value", "aria-hidden": "true" },
  stick.notches !== undefined && h("b", {}, `${stick.notches}`),
  stick.sides && h("span", { class: "sides" }, stick.sides.map((side) => h("span", { title: M.sides[side] }, sideIcon(side)))));
