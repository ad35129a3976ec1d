// The list of what happened in a game of Wizard, to put right what was entered wrongly; loaded as it is first opened.

import { button, h, openDialog } from "./dom.js";
import { hooks, parts, sign } from "./cards.js";
import { pickBid, pickCard, pickTrump } from "./dialogs.js";
import { pickCount } from "./count.js";
import { openLog } from "./log.js";
import { N } from "./strings-correct.js";
import { C } from "./strings-count.js";
import { S } from "./strings.js";

function eventLine(v, event) {
  const who = v.players[event.player] ?? "";
  const special = hooks.line?.(v, event);
  if (special) return special;
  switch (event.event) {
    case "turn_up": return [h("span", {}, S.event.turned), sign(event.card, v.edition)];
    case "name_trump": return [h("span", {}, S.event.name_trump(event.suit))];
    case "took": return [h("span", {}, C.event.took(who))];
    case "tricks": return [h("span", {}, C.event.tricks(who, event.tricks))];
    case "bid": return [h("span", {}, S.event.bid(who, event.tricks ?? ""))];
    default: return [h("span", {}, S.event.play(who, "")), sign(event.card, v.edition)];
  }
}

/** Let the reader say who took a trick, the `number`th of a round. */
const pickTaker = (v, number, round, chosen) => openDialog(C.who(number, round), S.close, (close) => h("div", { class: "suits" }, v.players.map((name, seat) =>
  button(name, () => { close(); chosen(seat); }, { class: "suit-key", "data-focus": `player${seat}` }))));

/** Which trick of its round an event gave to somebody. */
const trickOf = (v, event) => v.events.filter((other) => other.event === "took" && other.round === event.round && other.index <= event.index).length;

/** The other Wizards and Jesters of the round whose card is put right: that many fewer are left. A number card may trade places. */
const seenWith = (v, event) => v.events.filter((other) => other.round === event.round && other.index !== event.index && other.card?.length === 1).map((other) => other.card);

/** What a camera or a person tells in one way only: it is taken back, not put right. */
const FIXED = ["confirm", "cards", "cover", "exchange", "swap", "pass_on"];

/** Whether another answer can be given; a hidden bid's change is its owner's phone's to put right, or nobody's where it lies face down. */
const mayDiffer = (event) => !FIXED.includes(event.event) && event.by !== null;

export function correctList(act) {
  openLog(S.correct, act, (v, close) => {
    const lines = v.events.filter(mayDiffer).reverse();
    if (lines.length === 0) return h("p", {}, N.none);
    const rounds = [...new Set(lines.map((line) => line.round))];
    const choose = (event) => {
      close();
      // What was put right is told at the top of the page.
      const put = async (change) => await act.correct(event.index, { ...change, seen: v.number }) && scrollTo(0, 0);
      if (hooks.choose?.(v, event, put)) return;
      if (event.event === "bid") pickBid({ ...v, max_bid: event.round, turn: null }, event.player, (tricks) => put({ tricks }));
      else if (event.event === "tricks") pickCount({ ...v, round: event.round, said: [] }, event.player, v.you, (tricks) => put({ tricks }));
      else if (event.event === "took") pickTaker(v, trickOf(v, event), event.round, (player) => put({ player }));
      else if (event.event === "name_trump") pickTrump(v, (suit) => put({ suit }));
      else pickCard({ ...v, called: parts(event.card).suit, seen: seenWith(v, event) }, event.event === "turn_up" ? S.enterTurned : S.enterFor(v.players[event.player]), (card) => {
        // Where a Wizard was turned up after all, its trump has to be named with it.
        if (hooks.follow?.(v, event, card, put)) return;
        if (event.event === "turn_up" && card === "W" && v.rules.turned_wizard === "dealer_chooses" && event.card !== "W") pickTrump(v, (suit) => put({ card, suit }));
        else put({ card });
      });
    };
    return [
      h("p", { class: "note" }, N.hint),
      rounds.map((round, n) => h("details", { open: n === 0 },
        h("summary", { "data-focus": `round${round}` }, S.roundShort(round)),
        h("ul", { class: "events" }, lines.filter((line) => line.round === round).map((event) =>
          h("li", {}, button(eventLine(v, event), () => choose(event), { class: "event", "data-focus": `event${event.index}` })))))),
    ];
  });
}
