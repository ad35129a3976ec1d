// The signs of Les Trois Magiciens as drawings of our own: Places, figures, sticks and what they show.
// A player's colour never stands alone: every piece bears the colour's letter.

import { h, s } from "./dom.js";
import { M } from "./strings-magicians.js";

export const SEVEN = ["forest", "magician", "tower", "castle", "sun", "mill", "moon"];

const PLACE_PATHS = {
  forest: ["M12 2l5 7h-2.800l4 5.500h-3L19 19h-5.700v3h-2.600v-3H5l3.800-4.500h-3l4-5.500H7z"],
  magician: ["M12.500 1.500c1.500 4 2.500 9 4.500 14-3 1.300-7 1.300-10 0 2-5 2.500-10 5.500-14zM3 17.200c5.500 2.600 12.500 2.600 18 0 .8 2.800-3.500 5-9 5s-9.800-2.200-9-5z"],
  tower: ["M6 2h2.600v2.200h2.100V2h2.600v2.200h2.100V2H18v6l-1.700 1.500L17.500 22h-3.700v-4.200a1.800 1.800 0 0 0-3.600 0V22H6.500l1.200-12.500L6 8z"],
  castle: ["M2 6h2v2h1.500V6H7v5h2V4l3-2.500L15 4v7h2V6h1.500v2H20V6h2v16h-7.500v-4.500a2.500 2.500 0 0 0-5 0V22H2z"],
  life: ["M12 1.500l2.200 6.300 5.700-3.700-3.700 5.700 6.300 2.200-6.300 2.200 3.700 5.700-5.700-3.700L12 22.500l-2.200-6.300-5.700 3.700 3.700-5.700L1.500 12l6.300-2.200-3.700-5.700 5.700 3.700z"],
  labyrinth: ["M2 2h20v20h-8v-2h6V4H4v16h6v2H2zM6 6h12v12h-7v-2h5V8H8v10H6zM10 10h4v4h-2v4h-2z"],
  sun: ["M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM4.900 3.500l2.800 2.800-1.400 1.400-2.800-2.800zM17.700 16.300l2.800 2.800-1.400 1.400-2.800-2.800zM19.100 3.500l1.400 1.400-2.800 2.800-1.400-1.400zM6.300 16.300l1.400 1.400-2.800 2.800-1.400-1.400z"],
  mill: ["M9 12l3-2.500 3 2.500 1.800 10h-3.600v-4h-2.400v4H7.200zM11 8L4.500 1.500 2 4l6.500 6.500zM13 8l6.500-6.500L22 4l-6.500 6.500zM8.500 10.700L3 16.200l2 2 4-3.800zM15.500 10.700l5.500 5.500-2 2-4-3.800z"],
  moon: ["M15.500 2A10 10 0 1 0 22 15.500 8.500 8.500 0 0 1 15.500 2zM18 4l.8 2.200 2.200.8-2.200.8L18 10l-.8-2.200L15 7l2.200-.8z"],
};
const SIDE_PATHS = {
  force: "M14 1.500L4.500 13.500h6L8.500 22.500 19 9.500h-6.500z",
  magic: "M12 1.500l2.700 7.100 7.600.4-5.900 4.800 2 7.300L12 17l-6.400 4.100 2-7.300L1.700 9l7.600-.4z",
};
const GEM = "M12 2l7 8-7 12L5 10z";
export const HAT = "M15 1c2.200 5.500 3.400 10.500 5.600 17.500-4 1.700-7.600 1.700-11.400 0C11 12.500 11.800 6 15 1zM3.500 20.300c6.300 3.200 16.700 3.200 23 0 1.600 4.500-3.900 8.200-11.500 8.200s-13.100-3.700-11.500-8.200z";
const PAWN = "M11 2a5.200 5.200 0 0 1 3.300 9.200c1 2.600 2.300 5 4.700 7.600V22H3v-3.200c2.400-2.600 3.700-5 4.700-7.600A5.200 5.200 0 0 1 11 2z";

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
    (CUTS[stick.notches] ?? []).map((x) => s("path", { d: `M${x - 8} 23L${x} 14.500L${x + 8} 23L${x} 31.500z`, class: "cut" })));
}

/** What a stick shows, in figures and signs. */
export const stickValue = (stick) => h("span", { class: "value", "aria-hidden": "true" },
  stick.notches !== undefined && h("b", {}, `${stick.notches}`),
  stick.sides && h("span", { class: "sides" }, stick.sides.map((side) => h("span", { title: M.sides[side] }, sideIcon(side)))));
