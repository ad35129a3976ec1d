// What this reader can do now: bid, name the trump, confirm, enter a card, take back, correct.

import { button, h } from "./dom.js";
import { cardKeys, entering } from "./byhand.js";
import { newGame } from "./begin.js";
import { hooks } from "./cards.js";
import { cardsKey, countActions } from "./count.js";
import { bidKeys, pickBid, pickCard, suitKeys } from "./dialogs.js";
import { K } from "./strings-marks.js";
import { S } from "./strings.js";
import { toolbar } from "./tools.js";

/** The keys right under the banner. A phone decides for its own seat and for seats without a phone. */
export function actions(v, me, act) {
  const special = hooks.actions?.(v, me, act);
  if (special) return special;
  switch (v.phase) {
    case "lots":
      return byHand(v, me, S.enterCard, v.turn === me ? S.enterMine : S.enterFor(v.players[v.turn]), act);
    case "lots_done":
      return confirmKey(v, S.confirm, act);
    case "deal":
      return byHand(v, me, S.enterTurned, S.enterTurned, act);
    case "trump_choice":
      return [v.dealer === me || !v.held[v.dealer] ? suitKeys(v, act.trump) : [], hooks.more?.(v, me, act)];
    case "bidding":
      return [bidding(v, me, act), hooks.more?.(v, me, act)];
    case "trick":
      return [
        byHand(v, me, S.enterCard, v.turn === me ? S.enterMine : S.enterFor(v.players[v.turn]), act),
        v.trick.length === 0 && v.tricks.every((n) => n === 0) && ownBid(v, me, act),
      ];
    case "trick_done": {
      const last = v.last_of_round ?? v.tricks.reduce((sum, n) => sum + n, 0) + 1 >= v.round;
      return confirmKey(v, last ? S.confirmRound : S.confirmTrick, act);
    }
    case "tricks":
      return [countActions(v, me, act), v.said.length === 0 && v.tricks.every((n) => n === 0) && ownBid(v, me, act)];
    case "tricks_done":
      return countActions(v, me, act);
    case "game_over":
      return button(S.again, () => newGame(act), { class: "gold large" });
    default:
      return [];
  }
}

/** The key that confirms what lies there, and says how many marked cards it confirms with it. */
function confirmKey(v, word, act) {
  const marks = (v.marked ?? []).length;
  return button(marks > 0 ? h("span", { class: "confirms" }, h("span", {}, word), h("span", { class: "also" }, K.confirm(marks))) : word, act.confirm, { class: "gold large", "data-focus": "confirm" });
}

/** Any card can be entered by hand: where the camera does not see it, and all of them where there is none. */
export const byHand = (v, me, label, title, act) =>
  (entering(v, me) !== null
    ? h("div", { class: "by-hand", role: "group", "aria-label": title }, h("h2", {}, title), cardKeys(v, (name) => act.card(name)))
    : h("div", { class: "row" }, button(label, () => { const seen = act.seen(); pickCard(v, title, (name) => act.card(name, seen)); }, { class: "plain", "data-focus": "enter" })));

function bidding(v, me, act) {
  const waiting = v.players.map((_, seat) => seat).filter((seat) => !v.bid_made[seat] && (v.turn === null || v.turn === seat));
  if (waiting.includes(me)) return bidKeys(v, me, (n) => act.bid(n, me));
  const others = waiting.filter((seat) => !v.held[seat]);
  const own = ownBid(v, me, act);
  if (v.turn !== null && others.length > 0)
    return [own, h("p", { class: "note" }, S.bidFor(v.players[v.turn])), bidKeys(v, v.turn, (n) => act.bid(n, v.turn))];
  return [own, h("div", { class: "row" }, others.map((seat) =>
    button(S.bidForOwn(v.players[seat]), () => { const seen = act.seen(); pickBid(v, seat, (n) => act.bid(n, seat, seen)); }, { class: "plain" })))];
}

/** The bid of this phone's player, which may be changed until the first card lies. */
function ownBid(v, me, act) {
  if (me === null || !v.bid_made[me]) return [];
  const made = v.log.recent.findLast((event) => event.event === "bid" && event.player === me);
  const hidden = v.rules.bids === "delayed" ? S.bidDelayed : v.rules.bids === "simultaneous" && v.phase === "bidding" ? S.bidHidden : null;
  return h("div", { class: "own-bid" },
    h("span", {}, S.bidIn(v.bids[me]), hidden && h("span", { class: "note" }, hidden)),
    made && button(S.changeBid, () => { const seen = act.seen(); pickBid({ ...v, turn: null }, me, (tricks) => act.correct(made.index, { tricks, seen })); }, { class: "plain" }));
}

export const tools = (v, act, sit) => toolbar(v, act, sit, async () => (await import("./correct.js")).correctList(act), cardsKey(v, act));
