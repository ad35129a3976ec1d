// A round whose cards nobody enters: a tap on who took a trick, or a number of tricks a player.

import { button, h, openDialog } from "./dom.js";
import { C } from "./strings-count.js";
import { S } from "./strings.js";

export const counting = (v) => v.phase === "tricks" || v.phase === "tricks_done";

const sum = (numbers) => numbers.reduce((all, n) => all + (n ?? 0), 0);

/** What is asked while tricks are counted. */
export function countBanner(v) {
  if (v.wants_last) return { title: C.whoLast, hint: C.whoLastHint };
  if (v.phase === "tricks_done") return { title: C.done };
  return v.said.length > 0 ? { title: S.waitingBids(v.players.filter((_, seat) => v.said[seat] === null)) } : { title: C.who(sum(v.tricks) + 1, v.round), hint: C.hint };
}

const whoKeys = (v, act, may = () => true) => h("div", { class: `takers of-${v.players.length}` }, v.players.map((name, seat) => may(seat) &&
  button([h("strong", {}, name), h("span", { class: "note" }, C.has(v.tricks[seat]))], () => act.took(seat), { class: "suit-key", "data-focus": `took${seat}` })));

/** Keys for how many tricks a player may have taken, by what the others took. */
function numberKeys(v, seat, chosen) {
  const most = v.round - sum(v.said.filter((_, other) => other !== seat));
  return h("div", { class: "keys" }, Array.from({ length: most + 1 }, (_, n) =>
    button(`${n}`, () => chosen(n), { class: "key", "aria-label": C.key(n), "data-focus": `count${n}` })));
}

const title = (v, seat, me) => (seat === me ? C.mine : C.of(v.players[seat]));

export function pickCount(v, seat, me, chosen) {
  openDialog(title(v, seat, me), S.close, (close) => numberKeys(v, seat, (n) => { close(); chosen(n); }));
}

/** The keys under the banner; a phone says the number of its own seat, and of those without a phone. */
export function countActions(v, me, act) {
  const own = v.players.map((_, seat) => seat).filter((seat) => seat === me || !v.held[seat]);
  if (v.wants_last) return whoKeys(v, act, (seat) => v.tricks[seat] > 0);
  if (v.phase === "tricks_done") {
    const told = v.said.length > 0 ? own : [];
    return [
      button(S.confirmRound, act.confirm, { class: "gold large", "data-focus": "confirm" }),
      h("div", { class: "row" }, told.map((seat) => button(C.change(v.players[seat]), () => {
        const seen = act.seen();
        pickCount(v, seat, me, (n) => act.tricks(n, seat, seen));
      }, { class: "plain" }))),
    ];
  }
  const next = own.filter((seat) => (v.said[seat] ?? null) === null).sort((one, other) => (other === me) - (one === me))[0];
  const numbers = next !== undefined && [h("h2", {}, title(v, next, me)), numberKeys(v, next, (n) => act.tricks(n, next))];
  const tapped = sum(v.tricks);
  if (v.said.length > 0) return numbers;
  // A number would replace what was tapped: it is folded in, and says so.
  return [whoKeys(v, act), numbers && tapped > 0 ? h("details", {}, h("summary", {}, C.instead(tapped)), numbers) : numbers];
}

/** The tap by which a table counts tricks alone from now on, or enters its cards again; not with special cards. */
export const cardsKey = (v, act) => v.role !== "spectator" && v.cards && !v.specials && !v.lots && v.phase !== "game_over" &&
  button(v.cards === "none" ? C.read : C.count, () => act.cards(v.cards === "none" ? "laid" : "none"), { class: "plain", "data-focus": "cards" });
