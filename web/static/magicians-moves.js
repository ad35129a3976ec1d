// What happens now in one sentence, and what this reader can do: move, take, fight, cast.

import { ask, button, during, h } from "./dom.js";
import { crown } from "./cards.js";
import { SEVEN, figure, mark, placeIcon, sideIcon } from "./magicians-signs.js";
import { pathsNode } from "./magicians-map.js";
import { againKey, enterKey, throwLine, unsettled } from "./magicians-throw.js";
import { M } from "./strings-magicians.js";
import { S } from "./strings.js";

// What this reader has begun to choose and not yet said: the figure that moves, the sticks to be set aside.
const chosen = during(() => ({ figure: null, keep: new Set() }));

const mayChoose = (v, me) => v.turn !== null && (v.turn === me || !v.held[v.turn]);
const pathsKnown = (v) => v.board.kind !== "none";

const fresh = (v) => chosen(`${v.game_id}/${v.log.count}/${v.log.last?.text}`);

function figureNow(v) {
  const { magician, apprentice } = v.moves;
  if (magician.done) return "apprentice";
  if (apprentice.done) return "magician";
  return fresh(v).figure ?? "magician";
}

const sumOf = (sticks) => sticks.reduce((sum, stick) => sum + (stick.notches ?? 0), 0);
const nothingRead = (sticks) => sticks.length === 0;
const paschOf = (sticks) => (sticks.length === 3 && sticks.every((stick) => stick.notches === sticks[0].notches) ? sticks[0].notches : null);

/** The symbols that are seen most often in a spell's throw. */
function leading(sticks) {
  const seen = sticks.flatMap((stick) => stick.sides ?? []);
  const count = (side) => seen.filter((one) => one === side).length;
  const most = Math.max(...Object.keys(M.sides).map(count));
  return Object.keys(M.sides).filter((side) => count(side) === most);
}

/** Say what happens now: {title, hint, mine, win}. */
export function banner(v, me) {
  const mine = v.turn !== null && v.turn === me;
  const who = v.turn === null ? "" : v.players[v.turn];
  const say = (own, others, hint, more = {}) => ({ title: mine ? own : others, hint, mine, ...more });
  const seen = unsettled(v);
  if (seen?.again) return say(M.againMine, M.againOf(who), seen.again_text);
  if (seen?.doubt) return { title: M.doubt, hint: seen.doubt, mine };
  if (seen) return { title: M.unclear(seen.sticks.filter((stick) => stick.asks).map((stick) => stick.color)), hint: M.unclearHint, mine };
  switch (v.phase) {
    case "opening": {
      const hint = [M.openingHint, ...v.opening.thrown.map(({ player, total }) => `${S.pair(v.players[player], total)}.`)].join(" ");
      return say(M.throwMine(v.to_throw), M.throwNow(who, v.to_throw), hint);
    }
    case "throw":
      return say(M.throwMine(v.to_throw), M.throwNow(who, v.to_throw), v.extra ? M.extraHint : M.throwHint);
    case "opening_read":
      return say(M.youThrew(sumOf(v.reading)), M.threw(who, sumOf(v.reading)), M.readHint);
    case "throw_read": {
      const { color, stone } = v.seats[v.active];
      const sum = sumOf(v.reading);
      const pasch = paschOf(v.reading);
      const jumps = v.reading.find((stick) => stick.color === color)?.notches ?? 0;
      const means = pasch === 0 ? M.pasch[0] : [M.readMeans(jumps, stone ? [sum, 2 * sum] : [sum]), pasch === null ? null : M.pasch[pasch]].filter(Boolean).join(" ");
      return say(M.youThrew(sum), M.threw(who, sum), `${means} ${M.readHint}`);
    }
    case "moving":
      return moving(v, say, who, mayChoose(v, me));
    case "meeting":
      return say(M.meeting(v.meeting.place), M.meetingOf(who, v.meeting.place), M.meetingHint);
    case "duel": {
      const { throws, limit, aside } = v.duel;
      return say(M.duelThrowMine(throws + 1, limit), M.duelThrow(who, throws + 1, limit), [M.duelSticks(v.to_throw), aside.length > 0 && M.duelAside(aside.length)].filter(Boolean).join(" "));
    }
    case "duel_read": {
      const { total, throws, won, may_keep: more } = v.duel;
      const score = M.score(total, throws);
      if (won) return say(M.duelWon, M.duelWonOf(who), M.duelHasMine(score), { win: true });
      return say(M.duelHasMine(score), M.duelHas(who, score), more ? (mayChoose(v, me) ? M.duelKeep : M.duelKeepOf) : M.duelLast);
    }
    case "replay":
      return say(M.replay, M.replayOf(who), null);
    case "spell_offer":
      return say(M.offer, M.offerOf(who), M.offerHint);
    case "spell":
      return say(M.spellThrowMine, M.spellThrow(who), M.spellHint);
    case "spell_read":
      return { title: M.spellRead(leading(v.reading)), hint: M.readHint, mine };
    case "choice":
      return say(M.choose, M.chooseOf(who), M.chooseHint);
    case "teleport":
      return say(M.teleport, M.teleportOf(who), M.teleportHint);
    default:
      return { title: v.stopped ?? M.wins(S.list(v.winners)), hint: S.over, win: !v.stopped };
  }
}

function moving(v, say, who, may) {
  const { magician, apprentice, must_leave_life: must } = v.moves;
  const hint = [must && M.mustLeave, v.moves.hint].filter(Boolean).join(" ");
  if (magician.done) return say(M.movingLeft.apprentice, M.movingLeftOf.apprentice(who), [hint, walkHint(v)].filter(Boolean).join(" "));
  if (apprentice.done) return say(M.movingLeft.magician, M.movingLeftOf.magician(who), [hint, M.moveHint.magician(magician.jumps)].filter(Boolean).join(" "));
  return say(M.movingMine, M.moving(who), [M.readMeans(magician.jumps, apprentice.squares), hint, may && M.moveTap].filter(Boolean).join(" "));
}

const walkHint = (v) => (pathsKnown(v) ? M.moveHint.map : M.moveHint.apprentice)(v.moves.apprentice.squares);

export function bannerNode(v, me) {
  const { title, hint, mine, win } = banner(v, me);
  return h("div", { class: `banner ${mine ? "mine" : ""} ${win ? "win" : ""}` },
    h("h1", {}, v.phase === "game_over" ? win && crown() : v.turn !== null && mark(v.seats[v.turn].color), h("span", {}, title)), hint && h("p", {}, hint));
}

async function walk(act, { square, risky }) {
  const seen = act.seen();
  if (risky && !(await ask(M.expelAsk(square), M.expelYes, S.leaveIt, M.expelWhat))) return;
  act.decide({ event: "walk", to: square }, seen);
}

/** Where on the board a tap goes: Place -> {say, press, warn}. */
export function targets(v, me, act) {
  const found = new Map();
  if (!mayChoose(v, me)) return found;
  if (v.phase === "moving") {
    const { magician, apprentice } = v.moves;
    if (figureNow(v) === "magician") for (const to of magician.to) found.set(to, { say: M.jumpTo(to), press: () => act.decide({ event: "jump", to }) });
    else for (const { square, kind } of apprentice.to) {
      const risky = apprentice.expelled_at.includes(square);
      if (kind === "place") found.set(square, { say: M.walkTo(square), warn: risky && M.expelled, press: () => walk(act, { square, risky }) });
    }
  }
  if (v.phase === "teleport") for (const { place, magicians } of v.places) {
    const risky = SEVEN.includes(place) && magicians.length > 0 && !magicians.includes(v.active);
    found.set(place, { say: M.carryTo(place), warn: risky && M.expelled, press: () => act.decide({ event: "teleport", to: place }) });
  }
  return found;
}

/** How a duel's thrower sets sticks aside; null where it is not to be chosen here. */
export function keeping(v, me, act) {
  if (v.phase !== "duel_read" || !v.duel.may_keep || !mayChoose(v, me)) return null;
  const { keep } = fresh(v);
  const locked = v.duel.aside.map((stick) => stick.color);
  if (v.rules.kept_sticks === "stay" || keep.size === 0 && !keep.touched) for (const color of locked) keep.add(color);
  return {
    has: (color) => keep.has(color),
    size: keep.size,
    colors: () => [...keep],
    toggle: (color) => { keep.touched = true; if (!keep.delete(color)) keep.add(color); act.redraw(); },
  };
}

/** What the reader has begun to choose, as a text that differs when it does. */
export const begun = (v) => { const { figure: name, keep } = fresh(v); return [name, ...keep].join(); };

function moves(v, act) {
  const { magician, apprentice } = v.moves;
  const now = figureNow(v);
  const key = (name, word, over) => button([figure(v, v.active, name), h("span", {}, h("strong", {}, M[name]), h("span", { class: "note" }, over ? M.done : word))],
    () => { fresh(v).figure = name; act.redraw(); }, { class: "figure-key", "aria-pressed": String(now === name && !over), disabled: over, "data-focus": `move-${name}` });
  const keys = h("div", { class: "figure-keys", role: "group", "aria-label": M.chooseFigure },
    key("magician", M.jumps(magician.jumps), magician.done), key("apprentice", M.squares(apprentice.squares), apprentice.done));
  const stay = v.moves[now].may_stay && button(M.stays[now], () => act.decide({ event: "stay", figure: now }), { class: "plain", "data-focus": "stay" });
  if (now === "magician") return [keys, stay];
  if (pathsKnown(v)) return [keys, stay];
  const slab = (square, word) => button(word, () => walk(act, { square }), { class: "plain", "data-focus": `on-${square}` });
  return [keys, h("div", { class: "pair-keys" }, slab("symbol", M.onSymbol), slab("slab", M.onSlab)), stay];
}

/** The paths with the squares to tap, where the table knows them and the Apprentice is to walk. */
export function walkNode(v, me, act) {
  if (v.phase !== "moving" || !pathsKnown(v) || !mayChoose(v, me) || figureNow(v) !== "apprentice") return null;
  const { to, expelled_at: hostile } = v.moves.apprentice;
  return pathsNode(v, to.map((node) => ({ ...node, risky: hostile.includes(node.square) })), (node) => walk(act, node));
}

function duelKeys(v, me, act) {
  const { total, throws, won, may_keep: more, aside } = v.duel;
  const stop = button(won ? M.stopWon : (more ? M.stop : M.confirmScore)(M.score(total, throws)), act.confirm, { class: won || !more ? "gold large" : "plain large", "data-focus": "confirm" });
  const keep = keeping(v, me, act);
  if (!keep) return [stop, againKey(act)];
  const left = aside.length + v.reading.length - keep.size;
  const on = left > 0
    ? button(M.goOn(left, 3), () => act.decide({ event: "keep", sticks: keep.colors() }), { class: won || keep.size === 0 ? "plain large" : "gold large", "data-focus": "go-on" })
    : h("p", { class: "note" }, M.keepAll);
  return [h("div", { class: "pair-keys" }, stop, on), againKey(act)];
}

const choice = (label, event, act, props = {}) => button(label, () => act.decide(event), { class: "plain large", ...props });

/** The keys right under the banner. A phone decides for its own seat and for seats without a phone. */
export function actions(v, me, act) {
  const may = mayChoose(v, me);
  switch (v.phase) {
    case "opening":
    case "throw":
    case "duel":
    case "spell":
      return h("div", { class: "row" }, enterKey(v, act), !nothingRead(v.reading) && againKey(act));
    case "opening_read":
    case "throw_read":
    case "spell_read":
      return [button(M.confirm, act.confirm, { class: "gold large", "data-focus": "confirm" }), againKey(act)];
    case "duel_read":
      return may ? duelKeys(v, me, act) : againKey(act);
    case "moving":
      return may ? moves(v, act) : [];
    case "meeting": {
      const { place, from_place: lies, victims } = v.meeting;
      return may ? [
        lies && choice([placeIcon(place), M.take], { event: "take" }, act, { class: "gold large", "data-focus": "take" }),
        victims.map((seat) => choice([mark(v.seats[seat].color), M.takeFrom(v.players[seat])], { event: "take", from: seat }, act, { class: "gold large", "data-focus": `take${seat}` })),
        choice(M.leave, { event: "decline", offer: "card" }, act, { "data-focus": "leave" })] : [];
    }
    case "replay":
      return may ? h("div", { class: "pair-keys" }, choice(M.begin, { event: "replay", begin: true }, act, { class: "gold large", "data-focus": "begin" }),
        choice(M.notBegin, { event: "replay", begin: false }, act, { "data-focus": "not-begin" })) : [];
    case "spell_offer":
      return may ? h("div", { class: "pair-keys" }, choice(M.cast, { event: "cast" }, act, { class: "gold large", "data-focus": "cast" }),
        choice(M.noSpell, { event: "decline", offer: "spell" }, act, { "data-focus": "leave" })) : [];
    case "choice":
      return may ? h("div", { class: "choices" }, v.symbols.map((symbol) =>
        choice([sideIcon(symbol), h("span", {}, h("strong", {}, M.sides[symbol]), h("span", { class: "note" }, M.sideHint[symbol]))], { event: "choose", symbol }, act, { class: "symbol-key", "data-focus": `choose-${symbol}` }))) : [];
    case "teleport":
      return may && v.may_stay ? choice(M.teleportStay, { event: "stay", figure: "apprentice" }, act, { "data-focus": "stay" }) : [];
    default:
      return [];
  }
}

/** A duel under way: who throws first, what was announced, the bouts before. */
export function duelNode(v) {
  if (!v.phase.startsWith("duel") && v.phase !== "replay") return null;
  const { place, attacker, defender, first, thrower, total, throws, announced, bouts } = v.duel;
  const scored = (seat) => (seat === thrower ? throws > 0 && [total, throws] : seat === first && announced);
  const series = (seat) => {
    if (v.phase === "replay") return h("b", { class: "series" });
    const score = scored(seat);
    // A television shows the short one: there is no room for the words beside two long names.
    return score ? h("b", { class: "series", "data-short": M.shortScore(...score) }, M.score(...score)) : h("b", { class: "series" }, seat === thrower ? "…" : "–");
  };
  const side = (seat) => h("li", { class: seat === thrower && v.phase !== "replay" ? "throws" : "" },
    h("span", { class: "duellist" }, mark(v.seats[seat].color), h("strong", {}, v.players[seat])),
    series(seat),
    h("span", { class: "note" }, M.duellist[seat === attacker ? "attacker" : "defender"][seat === first ? "first" : "second"]));
  return h("div", { class: "duel", role: "group", "aria-label": M.duel(place) },
    h("h2", {}, placeIcon(place), M.duel(place)),
    h("ul", { class: "duellists" }, [attacker, defender].map(side)),
    announced && v.phase !== "replay" && thrower !== first && h("p", { class: "beat" }, M.beat(...announced)),
    bouts.length > 0 && h("ol", { class: "bouts" }, bouts.map((bout, i) =>
      h("li", { class: "note" }, M.bout(i + 1, v.players[bout.first], M.score(...bout.scores[0]), v.players[attacker + defender - bout.first], M.score(...bout.scores[1]))))));
}

/** What an event was, in a sentence. A game is stopped for all, by nobody's turn. */
export const sentence = (v, event) =>
  (event.event === "stop" ? v.stopped : event.event === "throw" ? M.logThrow(v.players[event.player], event.sticks) : S.pair(v.players[event.player], event.text));

/** What an event brought about, in sentences. */
export const effects = (v, step) => (step?.effects ?? []).map((effect) =>
  M.effects[effect.what](v.players[effect.player], effect, effect.from === null || effect.from === undefined ? null : v.players[effect.from]));

/** What the last step brought about, so that nobody misses it while the next player is called. */
export function newsNode(v) {
  const said = effects(v, v.log.last);
  return said.length > 0 && h("p", { class: "news" }, said.join(" "));
}

/** The throw of this turn, once it counts. */
export function countedNode(v) {
  if (!v.throw || (v.phase !== "moving" && v.phase !== "meeting")) return null;
  return h("p", { class: "counted" }, throwLine(v.throw.sticks), h("span", { class: "note" }, M.total(v.throw.total)));
}
