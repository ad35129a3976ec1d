// Who waits for a game, as a round mark: the colour and the sign that were chosen, drawn by us.

import { h, s } from "./dom.js";
import { W } from "./strings-lobby.js";

export const PLACES = 6;
export const COLOURS = ["red", "orange", "green", "teal", "blue", "violet"];
const PATHS = {
  star: "M12 1.5l2.7 7.1 7.6.4-5.9 4.8 2 7.3L12 17l-6.4 4.1 2-7.3L1.7 9l7.6-.4z",
  moon: "M15.5 2A10 10 0 1 0 22 15.5 8.5 8.5 0 0 1 15.5 2z",
  owl: "M4 2l4 2.5a9 9 0 0 1 8 0L20 2v11a8 8 0 0 1-16 0zM8.5 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM15.5 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM12 12.5l-1.5 2L12 17l1.5-2.5z",
  cat: "M4 2l5 4h6l5-4v11a8 8 0 0 1-16 0zM8.5 9.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM15.5 9.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM10.5 15h3L12 17z",
  key: "M7.5 6a6 6 0 0 1 5.7 4.2H23V14h-2.5v3h-3.7v-3h-3.6A6 6 0 1 1 7.5 6zM7.5 9.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z",
  leaf: "M21 2.8C10.3 2.8 4 7.4 4 14c0 1.6.3 2.9.9 4.1L2.6 21l1.6 1.3 2.3-2.8c1.4 1 3.1 1.5 5 1.5C18.3 21 21 13 21 2.8z",
  flame: "M13 1.5c.5 4 6 6.5 6 13a7 7 0 0 1-14 0c0-3 1.5-5 3-6.5 0 2 .8 3.3 2 4 .2-4.5 1-8 3-10.5z",
  hat: "M15 1c1.5 5 2.7 9.5 4.5 15-4.5 1.5-9 1.5-13 0C8 11 10 5 15 1zM2.5 17.5c6 2.5 13 2.5 19 0 1.5 3-4 5-9.5 5s-11-2-9.5-5z",
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
