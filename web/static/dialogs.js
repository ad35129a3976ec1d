// What opens over the page: the card picker, the bids, the trumps.

import { button, h, openDialog } from "./dom.js";
import { cardKeys } from "./byhand.js";
import { EDITION_SUITS, suitIcon } from "./cards.js";
import { S, SUITS } from "./strings.js";

/** Let the reader choose any card of the deck that may still come. */
export function pickCard(v, title, chosen) {
  openDialog(title, S.close, (close) => cardKeys(v, (name) => { close(); chosen(name); }));
}

/** Let the reader name a trump. */
export const pickTrump = (v, chosen, title = S.chooseTrump) => openDialog(title, S.close, (close) => suitKeys(v, (suit) => { close(); chosen(suit); }));

export function bidKeys(v, seat, chosen) {
  const forbidden = v.turn === seat ? v.forbidden_bids ?? [] : [];
  const rule = forbidden.length > 0 && S.forbidden[v.forbidden_rule]?.(forbidden);
  return [
    h("div", { class: "keys" }, Array.from({ length: v.max_bid + 1 }, (_, n) =>
      button(`${n}`, () => chosen(n), { class: "key", disabled: forbidden.includes(n), "aria-label": S.bidKey(n), "data-focus": `bid${n}` }))),
    rule && h("p", { class: "note rule" }, rule),
  ];
}

export function pickBid(v, seat, chosen) {
  openDialog(S.pickBid(v.players[seat]), S.close, (close) => bidKeys(v, seat, (n) => { close(); chosen(n); }));
}

export function suitKeys(v, chosen) {
  return h("div", { class: "suits" }, EDITION_SUITS[v.edition].map((suit) =>
    button([suitIcon(suit), h("span", {}, SUITS[suit])], () => chosen(suit), { class: "suit-key", "data-focus": `suit${suit}` })));
}
