// Cards entered by hand: a key for each of the deck, and of those that lie already none that can be pressed.

import { button, during, h } from "./dom.js";
import { EDITION_SUITS, RANKS, card, spoken, suitIcon } from "./cards.js";
import { S, SUITS, edition } from "./strings.js";

const COPIES = 4;

// The suit whose cards are shown, for as long as the same card is awaited.
const open = during((_, suit) => ({ suit }));

/** How many of this card may still come in this round. */
const left = (v, name) => (name.length > 1 ? 1 : COPIES) - (v.seen ?? []).filter((one) => one === name).length;

/** Keys for every card: first the suit, then the rank, or one of the two specials. */
export function cardKeys(v, chosen) {
  const words = edition(v.edition);
  const now = open([v.game_id, v.round, v.seen?.length].join("/"), v.called ?? v.trump ?? EDITION_SUITS[v.edition][0]);
  const ranks = h("div", { class: "ranks" });
  const suits = EDITION_SUITS[v.edition].map((suit) =>
    button([suitIcon(suit), h("span", {}, SUITS[suit])], () => show(suit), { class: "suit-key", "data-suit": suit, "data-focus": `suit${suit}` }));
  const rankKey = (rank, suit) => button([h("b", {}, rank), suitIcon(suit)], () => chosen(rank + suit),
    { class: `rank-key ink-${suit}`, disabled: left(v, rank + suit) < 1, "aria-label": spoken(rank + suit, v.edition), "data-focus": `card${rank}${suit}` });
  const show = (suit) => {
    now.suit = suit;
    for (const key of suits) key.setAttribute("aria-pressed", String(key.dataset.suit === suit));
    ranks.replaceChildren(...RANKS[v.edition].map((rank) => rankKey(rank, suit)));
  };
  const special = (name) => button([card(name, v.edition), h("span", { class: "named" }, words[name] ?? spoken(name), h("span", { class: "note" }, S.left(left(v, name))))], () => chosen(name),
    { class: "special-key", disabled: left(v, name) < 1, "data-focus": `card${name}` });
  show(now.suit);
  return h("div", { class: "card-keys" }, h("div", { class: "suits" }, suits), ranks, h("div", { class: "special-keys" }, ["W", "J", ...(v.specials ?? [])].map(special)));
}

/** Without a camera the keys stand on the page of whoever lays the next card, and of all where that one has no phone. */
export function entering(v, me) {
  const seat = v.phase === "deal" ? v.dealer : ["trick", "lots", "next_card"].includes(v.phase) ? v.turn : null;
  // Who only watches is shown no picture, and enters nothing.
  return v.role !== "spectator" && !v.picture && seat !== null && (seat === me || !v.held[seat]) ? seat : null;
}
