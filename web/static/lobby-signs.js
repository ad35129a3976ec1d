// Who waits for a game, as a round mark: the colour and the sign that were chosen, drawn by us.

import { h, s } from "./dom.js";
import { W } from "./strings-lobby.js";

export const PLACES = 6;
export const COLOURS = ["red", "orange", "green", "teal", "blue", "violet"];
const PATHS = {
  star: "M12 1.500l2.700 7.100 7.600.400-5.900 4.800 2 7.300L12 17l-6.400 4.100 2-7.300L1.700 9l7.600-.400z",
  moon: "M15.500 2A10 10 0 1 0 22 15.500 8.500 8.500 0 0 1 15.500 2z",
  owl: "M4 2l4 2.500a9 9 0 0 1 8 0L20 2v11a8 8 0 0 1-16 0zM8.500 7a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM15.500 7a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM12 12.500l-1.500 2L12 17l1.500-2.500z",
  cat: "M4 2l5 4h6l5-4v11a8 8 0 0 1-16 0zM8.500 9.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zM15.500 9.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3zM10.500 15h3L12 17z",
  key: "M7.500 6a6 6 0 0 1 5.700 4.200H23V14h-2.500v3h-3.700v-3h-3.600A6 6 0 1 1 7.500 6zM7.500 9.800a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400z",
  leaf: "M21 2.800C10.300 2.800 4 7.400 4 14c0 1.600.300 2.900.900 4.100L2.600 21l1.600 1.300 2.300-2.800c1.400 1 3.100 1.500 5 1.500C18.300 21 21 13 21 2.800z",
  flame: "M13 1.500c.500 4 6 6.500 6 13a7 7 0 0 1-14 0c0-3 1.500-5 3-6.500 0 2 .800 3.300 2 4 .200-4.500 1-8 3-10.500z",
  hat: "M15 1c1.500 5 2.700 9.500 4.500 15-4.500 1.500-9 1.500-13 0C8 11 10 5 15 1zM2.500 17.500c6 2.500 13 2.500 19 0 1.500 3-4 5-9.500 5s-11-2-9.500-5z",
};
export const SIGNS = Object.keys(PATHS);

export const badge = ({ colour, sign }) => h("span", { class: `badge tint-${colour}`, role: "img", "aria-label": W.badge(colour, sign) }, drawn(sign));

/** A sign alone, beside which its word stands. */
export const drawn = (sign) => (
  s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[sign], "fill-rule": "evenodd" })));

/** Where a place is around the table, in percent; the first at the lower left, the others clockwise. */
export function around(place) {
  const angle = (2 * Math.PI * (place + 0.5)) / PLACES + Math.PI / 2;
  return { "--x": `${(50 + 40 * Math.cos(angle)).toFixed(1)}%`, "--y": `${(50 + 38 * Math.sin(angle)).toFixed(1)}%` };
}
