// What an earlier step was really: as it could have been chosen there, or taken back with all that came after it.

import { ask, button, h, openDialog } from "./dom.js";
import { squareWord } from "./magicians-map.js";
import { sentence } from "./magicians-moves.js";
import { pickThrow } from "./magicians-throw.js";
import { M } from "./strings-magicians.js";
import { S } from "./strings.js";

/** Ask what an earlier step was really, as it could be chosen there, and offer to go back to before it. */
export async function amend(v, event, act) {
  const before = await act.before(event.index);
  if (!before) return;
  const back = v.events.length - event.index;
  // What was put right is told at the top of the page.
  const put = async (fresh) => await act.amend(event.index, fresh, v.number) && scrollTo(0, 0);
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
    button(M.undoTo(steps), async () => { close(); if (await ask(M.undoTo(steps), S.undo, S.leaveIt, sentence(v, event))) act.back(steps, v.number); }, { class: "plain", "data-focus": "back" }));
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
      return [...(before.meeting.from_place ? [[M.take, { event: "take" }]] : []), ...before.meeting.victims.map((seat) => [M.takeFrom(v.players[seat]), { event: "take", from: seat }]), [M.leave, { event: "decline", offer: "card" }]]
        .filter(([, fresh]) => fresh.event !== kind || fresh.from !== from);
    case "duel_read":
      return [[M.stop(M.score(before.duel.total, before.duel.throws)), { event: "confirm" }], ...subsets(before).map((colors) => [colors.length ? M.kept(colors) : M.keptNone, { event: "keep", sticks: colors }])]
        .filter(([, fresh]) => fresh.event !== kind || (kind === "keep" && String([...fresh.sticks].sort()) !== String([...sticks].sort())));
    case "replay":
      return [[M.begin, { event: "replay", begin: true }], [M.notBegin, { event: "replay", begin: false }]].filter(([, fresh]) => fresh.begin !== begin);
    case "spell_offer":
      return [[M.cast, { event: "cast" }], [M.noSpell, { event: "decline", offer: "spell" }]].filter(([, fresh]) => fresh.event !== kind);
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
