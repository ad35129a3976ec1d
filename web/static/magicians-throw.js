// The throw: as the camera read it, put right by a tap, thrown again, or entered by hand.

import { button, h, openDialog, s } from "./dom.js";
import { mark, sideIcon, stickDrawing, stickValue } from "./magicians-signs.js";
import { M } from "./strings-magicians.js";
import { S } from "./strings.js";

const SIDES = ["force", "magic", "destiny"];
const KIT = ["destiny", "force", "magic"];
const OFFERED = 3;
const PENCIL = "M3 21l1.200-5.500L16 3.700a2.500 2.500 0 0 1 3.500 0l.8.8a2.500 2.500 0 0 1 0 3.500L8.500 19.800z";

export const isRead = (v) => v.phase.endsWith("_read");

const without = (hidden) => SIDES.filter((side) => side !== hidden).sort();

/** Every way in which a stick can lie; where the set's table is not known, what the throw is about. */
export function waysOf(rules, color, phase) {
  if (rules.sticks === "untied") return phase.startsWith("spell")
    ? SIDES.map((hidden) => ({ color, sides: without(hidden) }))
    : [0, 1, 2].map((notches) => ({ color, notches }));
  const row = rules.sticks === "kit" ? KIT : rules.sticks[color];
  return row.map((hidden, notches) => ({ color, notches, sides: without(hidden) }));
}

/** Whether a stick as it was read, perhaps in part, lies this way. */
const fits = (way, stick) => (stick.notches !== undefined && way.notches !== undefined ? way.notches === stick.notches : String(way.sides) === String(stick.sides));

/** A key that shows one way to lie; without `press` there is nothing to tap. */
const wayKey = (way, press, props = {}) => (press ? button : still)([stickDrawing(way), stickValue(way)], press, { class: "way", "aria-label": M.stickSay(way), ...props });
const still = (shown, _, props) => h("span", { role: "img", ...props }, shown);

function pickWay(color, ways, chosen) {
  openDialog(M.unclearTitle(color), S.close, (close) => [
    h("p", { class: "note" }, M.unclearHint),
    h("div", { class: "ways" }, ways.map((way) => wayKey(way, () => { close(); chosen(way); }, { "data-way": `${way.notches ?? way.sides.join("-")}` }))),
  ]);
}

/** Let the reader say how each of `colors` lies; `chosen` gets the sticks of the throw. */
export function pickThrow(title, colors, rules, phase, chosen, before = [], foot = null) {
  openDialog(title, S.close, (close) => {
    const lying = new Map(before.map((stick) => [stick.color, waysOf(rules, stick.color, phase).find((way) => fits(way, stick)) ?? stick]));
    const done = button("", () => { close(); chosen(colors.map((color) => lying.get(color))); }, { class: "gold large", "data-focus": "entered" });
    const settle = () => {
      const open = colors.filter((color) => !lying.has(color)).length;
      done.disabled = open > 0;
      done.textContent = open ? M.enterOpen(open) : M.enterDone;
    };
    const row = (color) => {
      const ways = waysOf(rules, color, phase);
      const keys = ways.map((way) => wayKey(way, () => {
        lying.set(color, way);
        keys.forEach((key, i) => { key.setAttribute("aria-pressed", String(ways[i] === way)); });
        settle();
      }, { "aria-pressed": String(lying.get(color) !== undefined && fits(way, lying.get(color))), "data-way": `${color}${way.notches ?? way.sides.join("-")}` }));
      return h("div", { class: "throw-row", role: "group", "aria-label": M.stick(color) }, h("h3", {}, mark(color), M.stick(color)), h("div", { class: "ways" }, keys));
    };
    const rows = colors.map(row);
    settle();
    return [h("p", { class: "note" }, M.enterHint), rows, done, foot?.(close)];
  });
}

export function enterThrow(v, act) {
  const seen = act.seen();
  pickThrow(M.enterTitle(v.players[v.turn]), v.to_throw, v.rules, v.phase, (sticks) => act.throwing(sticks, seen));
}

function askAgain(act) {
  const seen = act.seen();
  openDialog(M.againTitle, S.close, (close) => h("div", { class: "choices" },
    Object.entries(M.againWhy).map(([reason, word]) => button(word, () => { close(); act.again(reason, seen); }, { class: "plain", "data-reason": reason }))));
}

export const againKey = (act) => button(M.again, () => askAgain(act), { class: "plain", "data-focus": "again" });
export const enterKey = (v, act) => button(M.enter, () => enterThrow(v, act), { class: v.picture ? "plain" : "gold large", "data-focus": "enter" });

/** The event by which this stick came to lie, so that it can be put right where no camera saw it. */
function throwOf(v, color) {
  return v.log.recent.findLast((event) => event.event === "throw" && event.sticks.some((stick) => stick.color === color));
}

function correct(act, stick, seen) {
  const v = act.now();
  const ways = seen?.options?.length ? seen.options.map((way) => ({ color: stick.color, ...way })) : waysOf(v.rules, stick.color, v.phase);
  pickWay(stick.color, ways, (way) => {
    if (seen) return act.stick(v.thrown.number, way);
    const { index, text, turn, extra, effects, ...event } = throwOf(v, stick.color);
    return act.amend(index, { ...event, sticks: event.sticks.map((one) => (one.color === way.color ? way : one)) }, v.number);
  });
}

const pencil = () => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "pencil" }, s("path", { d: PENCIL }));

function cropOf(seen) {
  if (!seen?.crop) return null;
  const image = h("img", { src: seen.crop, alt: M.crop(seen.color), width: 192, height: 96, class: "crop-stick", on: { error: () => image.remove() } });
  return image;
}

/** What a stick shows in words; the number stands out. */
const words = (stick) => h("span", { class: "said" }, mark(stick.color),
  stick.notches !== undefined && stick.notches !== null && h("b", {}, `${stick.notches}`),
  h("span", { class: "note" }, stick.sides ? stick.sides.map((side) => h("span", { class: "side-word" }, sideIcon(side), M.sides[side])) : M.notches(stick.notches)));

/** A stick of the throw; `keep`: how a duel's thrower sets it aside. */
function row(act, stick, { seen = null, keep = null, fixed = false } = {}) {
  const held = keep?.has(stick.color) ?? false;
  const crop = cropOf(seen);
  const body = [crop, stickDrawing(stick)];
  return h("li", { class: `stick-row ${crop ? "" : "slim"} ${held || fixed ? "held" : ""}`, "data-stick": stick.color },
    keep && !fixed
      ? button(body, () => keep.toggle(stick.color), { class: "pair", "aria-pressed": String(held), "aria-label": S.pair(M.keep(stick.color), M.lies(stick)), "data-focus": `keep-${stick.color}` })
      : h("div", { class: "pair", role: "img", "aria-label": M.stickSay(stick) }, body),
    h("div", { class: "row-line" }, words(stick),
      (held || fixed) && h("span", { class: "chip pinned" }, M.aside),
      !fixed && act && button(pencil(), () => correct(act, stick, seen), { class: "quiet circle", "aria-label": M.wrong(stick.color), title: M.wrong(stick.color), "data-focus": `wrong-${stick.color}` })));
}

/** A stick that the camera is not sure of: its picture, and how it may lie. */
function unclear(v, act, seen) {
  const ways = seen.options.map((way) => ({ color: seen.color, ...way }));
  const answer = act && ((way) => act.stick(v.thrown.number, way));
  const more = ways.length > OFFERED;
  return h("li", { class: "stick-row unclear", "data-stick": seen.color },
    h("div", { class: "row-line" }, mark(seen.color), h("strong", {}, M.stick(seen.color))),
    cropOf(seen),
    h("div", { class: "ways" }, ways.slice(0, OFFERED).map((way, i) =>
      wayKey(way, answer && (() => answer(way)), { class: `way ${i === 0 && seen.notches !== null ? "likely" : ""}`, "data-focus": `way-${seen.color}-${i}` }))),
    more && act && button(M.other, () => pickWay(seen.color, ways, answer), { class: "plain" }));
}

/** A stick that is not there, or not yet. */
const ghost = (color, word) => h("li", { class: "stick-row slim ghost" }, h("div", { class: "pair" }, stickDrawing({ color })),
  h("div", { class: "row-line" }, mark(color), h("span", { class: "note" }, word)));

/** What the camera saw and the table did not take by itself, or null. */
export function unsettled(v) {
  const { thrown } = v;
  const about = v.to_throw.length > 0 || isRead(v);
  const open = about && thrown && thrown.event === null && (thrown.again || thrown.doubt || thrown.sticks.some((stick) => stick.asks));
  return open ? thrown : null;
}

/** What to say to it: how a stick lies, whether the throw counts. The banner tells why. */
function doubtful(v, act) {
  const thrown = unsettled(v);
  if (!thrown) return null;
  const text = thrown.again_text ?? thrown.doubt;
  return h("div", { class: "panel question doubtful", role: "group", "aria-label": M.sticks },
    h("ul", { class: "sticks" }, thrown.sticks.map((stick) =>
      (stick.asks ? unclear(v, act, stick) : stick.notches === null ? ghost(stick.color, M.notSeen) : row(act, stick, { seen: stick })))),
    text && act && h("div", { class: "row" },
      button(M.countSame, () => act.count(thrown.number, true), { class: "plain", "data-focus": "count" }),
      !thrown.again && button(M.countNot, () => act.count(thrown.number, false), { class: "plain", "data-focus": "count-not" })));
}

/** The throw that lies there, or the sticks that are awaited. Without `act` there is nothing to tap. */
export function throwNode(v, act, keep) {
  const { thrown } = v;
  const open = doubtful(v, act);
  const aside = v.phase.startsWith("duel") ? v.duel.aside : [];
  const taken = thrown && thrown.event !== null && thrown.event === v.log.recent.findLast((event) => event.event === "throw")?.index ? thrown : null;
  const seenOf = (color) => taken?.sticks.find((stick) => stick.color === color) ?? null;
  if (isRead(v)) return [open, h("ul", { class: "sticks", "aria-label": M.sticks },
    aside.map((stick) => row(act, stick, { keep, fixed: !keep || v.rules.kept_sticks === "stay" })),
    v.reading.map((stick) => row(act, stick, { seen: seenOf(stick.color), keep })))];
  if (open) return [open, aside.length > 0 && h("ul", { class: "sticks" }, aside.map((stick) => row(act, stick, { fixed: true })))];
  if (v.to_throw.length === 0) return null;
  return h("ul", { class: "sticks", "aria-label": M.waitingSticks },
    [...aside, ...v.reading].map((stick) => row(act, stick, { fixed: true })),
    v.to_throw.map((color) => ghost(color, M.stick(color))));
}

/** A throw that counts, in one line. */
export const throwLine = (sticks) => h("span", { class: "throw-line", role: "img", "aria-label": sticks.map(M.stickSay).join("; ") },
  sticks.map((stick) => h("span", { class: `die ink-${stick.color}`, "aria-hidden": "true" }, h("i", {}, M.letter[stick.color]), `${stick.notches ?? ""}`)));
