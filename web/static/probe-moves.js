// What happens now in one sentence, and what this reader can do: draw, ask, answer, judge.

import { button, during, h, openDialog } from "./dom.js";
import { crown } from "./cards.js";
import { pickActivity } from "./probe-cards.js";
import { flapNode, trayBox } from "./probe-flaps.js";
import { covered } from "./probe-trays.js";
import { readyKeys } from "./probe-word.js";
import { P } from "./strings-probe.js";
import { S } from "./strings.js";
import { underCamera } from "./words.js";

const SHOWN = 4;
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

// What this reader has begun to choose and not yet said; who was asked is likely to be asked again.
const chosen = during((before, by) => ({ sign: null, by, of: before?.by === by ? before.of : null }));

/** A phone acts for its own seat and for seats without a phone; for a typed word its owner's phone alone answers. */
const mayAct = (v, me) => v.turn !== null && (v.turn === me || !v.held[v.turn]);
const mayAnswer = (v, me) => v.turn === me || (mayAct(v, me) && !v.seats[v.turn].trays.some((tray) => tray.typed && tray.hidden > 0));

function fresh(v) {
  const now = chosen(`${v.game_id}/${v.log.count}/${v.active}`, v.active);
  if (v.phase === "ask" && !v.targets.includes(now.of)) now.of = v.targets.length === 1 ? v.targets[0] : null;
  return now;
}

/** Say what happens now: {title, hint, mine, win}. */
export function banner(v, me) {
  const mine = v.turn !== null && v.turn === me;
  const who = v.turn === null ? "" : v.players[v.turn];
  const active = v.players[v.active];
  const say = (own, others, hint) => ({ title: mine ? own : others, hint, mine });
  const blind = mine && !v.sees ? ` ${P.blind}` : "";
  switch (v.phase) {
    case "setup": {
      const missing = v.players.filter((_, seat) => !v.seats[seat].ready);
      const own = me !== null && !v.seats[me].ready;
      return { title: own ? (v.seats[me].trays.length > 1 ? P.setOutTwo : P.setOut) : P.waitsWords(missing), hint: !own ? null : v.seats[me].trays.length > 1 ? P.setOutTwoHint : P.setOutHint, mine: own };
    }
    case "draw":
      return say(P.drawMine, P.draw(who), v.questions.length > 0 ? P.seenHint : v.last ? P.lastWord(v.players[v.last.holder] ?? active, v.last.turns) : v.role === "spectator" ? underCamera(v, P.drawLay) : underCamera(v, P.drawHint, P.drawHintBlind));
    case "neighbour":
      return say(P.neighbourMine(v.neighbour_tray), P.neighbour(who, v.neighbour_tray), P.neighbourHint(active) + blind);
    case "own_dot":
      return say(P.ownDotMine, P.ownDot(who), P.ownDotHint + blind);
    case "ask":
      return say(P.askMine, P.ask(who), P.askHint(v.targets.map((seat) => v.players[seat])));
    case "answer":
      return say(P.askedMine(active, v.question.sign), P.asked(active, who, v.question.sign), mine ? P.askedHint + blind : null);
    case "judge": {
      const caller = v.players[v.call.player];
      return say(P.judgeMine(caller, v.call.tray), P.judge(caller, who, v.call.tray), mine ? P.judgeHint : P.judgeWait(who));
    }
    case "final":
      return { title: P.final, hint: P.finalHint, win: true };
    default:
      return { title: v.stopped ?? P.wins(v.winners), hint: P.over, win: !v.stopped };
  }
}

export function bannerNode(v, me) {
  const { title, hint, mine, win } = banner(v, me);
  return h("div", { class: `banner ${mine ? "mine" : ""} ${win ? "win" : ""}` },
    h("h1", {}, win && v.phase === "game_over" && crown(), title), hint && h("p", {}, hint));
}

/** What has been scored in this turn, or at the end. */
export function newsNode(v) {
  const before = v.phase === "draw" && v.drawn.length === 0 ? v.last_turn?.scores ?? [] : [];
  const lines = [...before, ...v.scores];
  if (lines.length === 0 || v.phase === "game_over") return null;
  return h("ul", { class: "gains" }, lines.slice(-SHOWN).map((line) => h("li", { class: line.points < 0 ? "minus" : "plus" }, P.scoreLine(line, v.players))));
}

function drawKeys(v, act) {
  return h("div", { class: "row" }, button(P.chooseCard, () => { const seen = act.seen(); pickActivity(v, (card) => act.draw(card, seen)); }, { class: "plain large", "data-focus": "choose-card" }));
}

function otherLetter(take) {
  openDialog(P.otherLetter, S.close, (close) => {
    const input = h("input", { type: "text", maxlength: 4, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-label": P.letter });
    return h("form", { class: "row", on: { submit: (event) => { event.preventDefault(); if (input.value.trim()) { close(); take(input.value.trim().toUpperCase()); } } } },
      input, h("button", { type: "submit", class: "gold" }, P.take));
  });
}

/** Keys for every letter and the dot; `picked` stands out. */
function keyboard(v, picked, take) {
  const key = (sign) => button(sign === "." ? [h("i", { class: "dot" }), h("span", { class: "hear" }, P.dotKey)] : sign, () => take(sign),
    { class: "key letter-key", "aria-pressed": String(picked === sign), "data-sign": sign, "data-focus": `sign-${sign}` });
  return h("div", { class: "letters", role: "group", "aria-label": P.askPick }, LETTERS.map(key), key("."),
    v.rules.accents === "kept" && button(P.otherLetter, () => otherLetter(take), { class: "plain other-letter" }));
}

function askKeys(v, act) {
  const now = fresh(v);
  const pick = (change) => { Object.assign(now, change); act.redraw(); };
  const ready = now.of !== null && now.sign !== null;
  return [
    v.targets.length > 1 && h("div", { class: "whom", role: "group", "aria-label": P.askWhom }, v.targets.map((seat) =>
      button(v.players[seat], () => pick({ of: seat }), { class: "plain", "aria-pressed": String(now.of === seat), "data-focus": `of-${seat}` }))),
    keyboard(v, now.sign, (sign) => pick({ sign })),
    button(ready ? P.askFor(v.players[now.of], now.sign) : now.of === null ? P.askWhom : P.askPick, () => act.askFor(now.of, now.sign),
      { class: "gold large", disabled: !ready, "data-focus": "ask" }),
  ];
}

/** What this reader has begun to ask; the page is drawn anew when it changes. */
export const begun = (v) => { const { of, sign } = fresh(v); return [of, sign, covered()]; };

/** Ask what stands in a space of a word that nobody typed. */
export const askSign = (v, space, take) => openDialog(P.whichSign(space), S.close, (close) => keyboard(v, null, (sign) => { close(); take(sign); }));

/** The trays of whoever must uncover a space, each space a key; `no` where that may be said. */
function answerKeys(v, me, act) {
  const seat = v.turn;
  const { trays } = v.seats[seat];
  const own = seat === me && v.sees;
  const fits = own && v.answer ? new Set(v.answer.open.map(({ tray, space }) => `${tray}/${space}`)) : null;
  const wanted = v.phase === "own_dot" ? "." : v.question?.sign ?? null;
  const press = (tray, flap) => () => {
    const seen = act.seen();
    const put = (sign) => act.openSpace(flap.space, tray.tray, sign, seen);
    if (tray.typed || wanted !== null) return put(null);
    return askSign(v, flap.space, put);
  };
  const open = (tray, flap) => !flap.open && (!fits || fits.has(`${tray.tray}/${flap.space}`));
  const shown = trays.filter((tray) => (!v.neighbour_tray || tray.tray === v.neighbour_tray) && tray.spaces.some((flap) => open(tray, flap)));
  const mayDeny = v.phase !== "neighbour" && (!own || !v.answer || v.answer.may_deny);
  return [
    seat !== me && h("p", { class: "note" }, P.answersFor(v.players[seat])),
    shown.map((tray) => h("div", { class: "answering" }, tray.tray && h("span", { class: "label" }, P.trays[tray.tray]),
      trayBox(tray, true, tray.spaces.map((flap) => flapNode(flap,
        { own: own && !covered(), press: open(tray, flap) ? press(tray, flap) : null, focus: `open-${tray.tray}-${flap.space}` }))))),
    mayDeny && button(v.phase === "own_dot" ? P.noDot : seat === me ? P.no : P.noFor(v.players[seat]), act.no, { class: "plain large", "data-focus": "no" }),
  ];
}

function judgeKeys(v, act) {
  return [
    h("p", { class: "named-word" }, v.call.word ? P.named(v.call.word) : P.aloud),
    h("div", { class: "pair-keys" },
      button(P.right, () => act.judge(true), { class: "gold large", "data-focus": "right" }),
      button(P.wrong, () => act.judge(false), { class: "plain large", "data-focus": "wrong" })),
  ];
}

/** The keys right under the banner. */
export function actions(v, me, act) {
  switch (v.phase) {
    case "setup":
      return h("div", { class: "row" }, readyKeys(v, me, act));
    case "draw":
      return v.questions.length > 0 ? [] : drawKeys(v, act);
    case "ask":
      return mayAct(v, me) ? askKeys(v, act) : [];
    case "neighbour": case "own_dot": case "answer":
      return mayAnswer(v, me) ? answerKeys(v, me, act) : [];
    case "judge":
      return mayAnswer(v, me) ? judgeKeys(v, act) : [];
    case "final":
      return button(P.confirmFinal, act.confirm, { class: "gold large", "data-focus": "confirm" });
    default:
      return [];
  }
}
