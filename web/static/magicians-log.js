// What happened, turn by turn; any line of it can be put right, or taken back with what came after it.

import { ask, button, h, openDialog } from "./dom.js";
import { openLog } from "./log.js";
import { mark } from "./magicians-signs.js";
import { squareWord } from "./magicians-map.js";
import { effects } from "./magicians-moves.js";
import { pickThrow } from "./magicians-throw.js";
import { M } from "./strings-magicians.js";
import { S } from "./strings.js";

const SHOWN = 2;

/** The events by turns, newest turn first. */
function turns(events) {
  const found = [];
  for (const event of events) {
    if (found.at(-1)?.turn !== event.turn) found.push({ turn: event.turn, player: event.player, extra: event.extra, events: [] });
    found.at(-1).events.push(event);
  }
  return found.reverse();
}

const heading = (v, { turn, player, extra }) => h("h3", {}, M.turnOf(turn, v.players[player], extra));

/** An event's own sentence says who threw; of all others the mark says whose it is. */
const line = (v, event) => [mark(v.seats[event.player].color),
  h("span", {}, sentence(v, event), effects(v, event).map((effect) => h("span", { class: "effect" }, effect)))];

const sentence = (v, event) =>
  (event.event === "throw" ? M.logThrow(v.players[event.player], event.sticks) : S.pair(v.players[event.player], event.text));

export function logPanel(v, act) {
  if (v.log.count === 0) return [];
  const listed = turns(v.log.recent);
  return [
    h("div", { class: "panel-head" }, h("h2", {}, M.log), button(M.whole, () => logDialog(act), { class: "quiet", "data-focus": "log" })),
    listed.slice(0, SHOWN).map((turn) => [heading(v, turn), h("ul", { class: "events" }, [...turn.events].reverse().filter((event) => event.event !== "confirm" || event.effects).map((event) =>
      h("li", { class: "log-line" }, line(v, event))))]),
  ];
}

export function logDialog(act) {
  openLog(M.log, act, (v, close) => (v.events.length === 0 ? h("p", {}, M.nothing) : [
    h("p", { class: "note" }, M.toCorrect),
    turns(v.events).map((turn) => [heading(v, turn), h("ul", { class: "events" }, [...turn.events].reverse().map((event) =>
      h("li", {}, button(line(v, event), () => { close(); amend(v, event, act); }, { class: "event", "data-event": event.index, "data-focus": `event${event.index}` }))))]),
  ]));
}

/** Ask what an earlier step was really, as it could be chosen there, and offer to go back to before it. */
async function amend(v, event, act) {
  const before = await act.before(event.index);
  if (!before) return;
  const back = v.events.length - event.index;
  const put = (fresh) => act.amend(event.index, fresh, v.number);
  if (event.event === "throw") {
    const colors = event.sticks.map((stick) => stick.color);
    const who = event.player;
    return pickThrow(M.wasWrong, colors, v.rules, before.phase, (sticks) => put({ event: "throw", player: who, sticks }), event.sticks,
      (close) => backKey(v, event, back, act, close));
  }
  const options = choices(v, before, event);
  openDialog(M.wasWrong, S.close, (close) => [
    h("p", {}, sentence(v, event)),
    options.length > 0 ? h("div", { class: "choices" }, options.map(([word, fresh]) => button(word, () => { close(); put(fresh); }, { class: "plain" }))) : h("p", { class: "note" }, M.onlyUndo),
    backKey(v, event, back, act, close),
  ]);
}

function backKey(v, event, steps, act, close) {
  return h("div", { class: "back" }, h("p", { class: "note" }, M.undoToHint),
    button(M.undoTo(steps), async () => { close(); if (await ask(M.undoTo(steps), S.undo, S.cancel, sentence(v, event))) act.back(steps, v.number); }, { class: "plain", "data-focus": "back" }));
}

/** Everything that could have been chosen there instead: a word, and its event. */
function choices(v, before, { event: kind, figure, to, from, begin, symbol, sticks }) {
  const stay = (name) => [M.stays[name], { event: "stay", figure: name }];
  switch (before.phase) {
    case "moving": {
      const { magician, apprentice } = before.moves;
      const jumps = [...magician.to.map((place) => [M.jumpTo(place), { event: "jump", to: place }]), ...(magician.may_stay ? [stay("magician")] : [])];
      const walks = [...apprentice.to.map((node) => [M.walkToSquare(node.kind === node.square ? M.squareKinds[node.kind] : node.kind === "place" ? M.the[node.square] : squareWord(node.square, node.kind)), { event: "walk", to: node.square }]), ...(apprentice.may_stay ? [stay("apprentice")] : [])];
      const own = kind === "jump" || figure === "magician" ? jumps : walks;
      return own.filter(([, fresh]) => fresh.to !== to || fresh.event !== kind);
    }
    case "meeting":
      return [...(before.meeting.from_place ? [[M.take, { event: "take" }]] : []), ...before.meeting.victims.map((seat) => [M.takeFrom(v.players[seat]), { event: "take", from: seat }]), [M.leave, { event: "decline" }]]
        .filter(([, fresh]) => fresh.event !== kind || fresh.from !== from);
    case "duel_read":
      return [[M.stop(M.score(before.duel.total, before.duel.throws)), { event: "confirm" }], ...subsets(before).map((colors) => [colors.length ? M.kept(colors) : M.keptNone, { event: "keep", sticks: colors }])]
        .filter(([, fresh]) => fresh.event !== kind || (kind === "keep" && String([...fresh.sticks].sort()) !== String([...sticks].sort())));
    case "replay":
      return [[M.begin, { event: "replay", begin: true }], [M.notBegin, { event: "replay", begin: false }]].filter(([, fresh]) => fresh.begin !== begin);
    case "spell_offer":
      return [[M.cast, { event: "cast" }], [M.leave, { event: "decline" }]].filter(([, fresh]) => fresh.event !== kind);
    case "choice":
      return before.symbols.filter((side) => side !== symbol).map((side) => [M.sides[side], { event: "choose", symbol: side }]);
    case "teleport":
      return [...before.places.map(({ place }) => [M.carryTo(place), { event: "teleport", to: place }]), ...(before.may_stay ? [stay("apprentice")] : [])].filter(([, fresh]) => fresh.to !== to || fresh.event !== kind);
    default:
      return [];
  }
}

/** Which sticks could lie aside, short of all three. */
function subsets({ duel, reading, rules }) {
  if (!duel.may_keep) return [];
  const fixed = rules.kept_sticks === "stay" ? duel.aside.map((stick) => stick.color) : [];
  const free = [...(rules.kept_sticks === "stay" ? [] : duel.aside), ...reading].map((stick) => stick.color);
  const found = [];
  for (let bits = 0; bits < 2 ** free.length - (fixed.length + free.length === 3 ? 1 : 0); bits += 1) found.push([...fixed, ...free.filter((_, i) => bits & (1 << i))]);
  return found;
}
