// Cards and suits as small drawings of our own. A suit is told by its shape and its word, never by colour alone.

import { h, s } from "./dom.js";
import { S, edition } from "./strings.js";

const SHAPES = {
  H: "M12 21S2.8 14.7 2.8 8.7C2.8 5.5 5.2 3.5 7.7 3.5c1.8 0 3.4 1 4.3 2.7.9-1.7 2.5-2.7 4.3-2.7 2.5 0 4.9 2 4.9 5.2C21.2 14.7 12 21 12 21z",
  D: "M12 1.8l7.4 10.2L12 22.2 4.6 12z",
  S: "M12 2S3.3 9 3.3 14.1c0 2.7 1.9 4.4 4.2 4.4 1.5 0 2.7-.6 3.5-1.7-.2 2.1-.9 3.6-2.5 5.2h7c-1.6-1.6-2.3-3.1-2.5-5.2.8 1.1 2 1.7 3.5 1.7 2.3 0 4.2-1.7 4.2-4.4C20.7 9 12 2 12 2z",
  C: "M12 2a4.4 4.4 0 0 0-3.7 6.8A4.6 4.6 0 1 0 11 16.2c-.2 2.3-.9 3.9-2.5 5.8h7c-1.6-1.9-2.3-3.5-2.5-5.8a4.6 4.6 0 1 0 2.7-7.4A4.4 4.4 0 0 0 12 2z",
  B: "M12 2.3a4.7 4.7 0 1 1 0 9.4 4.7 4.7 0 0 1 0-9.4zM3.2 21.7c0-5.2 3.7-8.5 8.8-8.5s8.8 3.3 8.8 8.5z",
  G: "M21 2.8C10.3 2.8 4 7.4 4 14c0 1.6.3 2.9.9 4.1L2.6 21l1.6 1.3 2.3-2.8c1.4 1 3.1 1.5 5 1.5C18.3 21 21 13 21 2.8zM8 16.5c1.8-3.6 4.5-6 8-7.6-2.9 2.3-5.1 5-6.6 8.6z",
  R: "M3 3.5h13.5L21 7.8l-4.5 4.2H3zM8.7 12h4.6v10.2H8.7z",
  Y: "M.8 21L8.6 5.2l4.1 7.6 2.5-4.3L23.2 21zM8.6 9.6L6.7 13.4l1.9 1.4 1.9-1.4z",
};

const STAR = "M12 1.5l2.7 7.1 7.6.4-5.9 4.8 2 7.3L12 17l-6.4 4.1 2-7.3L1.7 9l7.6-.4z";
const BELL = "M12 2.5a1.7 1.7 0 0 1 1.7 1.9c3 .8 4.8 3.3 4.8 6.6 0 3.7.9 5 2.5 6.2H3c1.6-1.2 2.5-2.5 2.5-6.2 0-3.3 1.8-5.8 4.8-6.6A1.7 1.7 0 0 1 12 2.5zM9.3 18.7h5.4a2.7 2.7 0 0 1-5.4 0z";
const CROWN = "M2.5 7l4.8 4.2L12 4l4.7 7.2L21.5 7l-2 12h-15z";

const GEAR = "M10.3 1.8h3.4l.5 2.7 1.9.8 2.3-1.6 2.4 2.4-1.6 2.3.8 1.9 2.7.5v3.4l-2.7.5-.8 1.9 1.6 2.3-2.4 2.4-2.3-1.6-1.9.8-.5 2.7h-3.4l-.5-2.7-1.9-.8-2.3 1.6-2.4-2.4 1.6-2.3-.8-1.9-2.7-.5v-3.4l2.7-.5.8-1.9-1.6-2.3 2.4-2.4 2.3 1.6 1.9-.8zM12 8.3a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4z";

const drawing = (path, props) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", ...props },
  s("path", { d: path, "fill-rule": "evenodd" }));

// Filled by the pages of special cards (special-faces.js, specials.js).
export const FACES = {};
export const WORDS = {};
export const hooks = {};

export const suitIcon = (suit, cls = "") => drawing(SHAPES[suit] ?? STAR, { class: `suit suit-${suit} ${cls}` });
export const crown = () => drawing(CROWN, { class: "crown" });
export const gear = () => drawing(GEAR, { class: "gear" });
export const star = (cls = "") => drawing(STAR, { class: `star ${cls}` });
export const noSuit = (cls = "") => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: `suit ${cls}` },
  s("circle", { cx: 12, cy: 12, r: 8.5, fill: "none", stroke: "currentColor", "stroke-width": 2.4 }),
  s("path", { d: "M6.2 17.8L17.8 6.2", stroke: "currentColor", "stroke-width": 2.4, fill: "none" }));

/** Split a card's name: {suit, rank}; specials have no suit. */
export function parts(name) {
  if (/^(.|[a-z]+)$/.test(name)) return { suit: null, rank: name };
  return { suit: name.slice(-1), rank: name.slice(0, -1) };
}

export function spoken(name, editionName) {
  const { suit, rank } = parts(name);
  return WORDS[name] ?? S.cardName(suit, rank, edition(editionName));
}

/** A short sign for running text and lists: rank and suit drawn in line. */
export function sign(name, editionName) {
  const { suit, rank } = parts(name);
  const words = edition(editionName);
  return h("span", { class: "sign" },
    h("span", { class: "hear" }, spoken(name, editionName)),
    h("span", { "aria-hidden": "true" }, suit ? rank : rank === "W" ? words.w : FACES[rank] ? "" : words.j),
    suit ? suitIcon(suit) : drawing(FACES[rank] ?? (rank === "W" ? STAR : BELL), { class: `suit special-${rank}` }));
}

/** Draw a card; `props` may bring classes. */
export function card(name, editionName, cls = "") {
  const { suit, rank } = parts(name);
  const words = edition(editionName);
  const kind = suit ? `face ink-${suit}` : rank === "back" ? "face-back" : `face-${rank}`;
  const label = suit ? rank : rank === "W" ? words.w : rank === "J" ? words.j : "";
  const icon = () => (suit ? suitIcon(suit) : rank === "back" ? null : drawing(FACES[rank] ?? (rank === "W" ? STAR : BELL), { class: "suit" }));
  const index = (where) => h("span", { class: `index ${where}` }, h("b", {}, label), icon());
  return h("span", { class: `card ${kind} ${cls}`, role: "img", "aria-label": spoken(name, editionName) },
    index("top"), h("span", { class: "pip" }, icon()),
    suit ? index("bottom") : h("span", { class: "name" }, rank === "back" ? "" : WORDS[rank] ?? words[rank]));
}

export const RANKS = {
  us: ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"],
  amigo: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"],
};
export const EDITION_SUITS = { us: ["S", "H", "C", "D"], amigo: ["B", "G", "R", "Y"] };
