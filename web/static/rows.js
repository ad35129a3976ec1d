// Start here for a deck in rows: hold the state that was sent, show what was found, let people put names right.

import { card, sign, spoken, star } from "./cards.js";
import { ask, button, h, openDialog, s } from "./dom.js";
import { follow, invite, pane, root, say, send, show } from "./led.js";
import { settingsKey } from "./settings.js";
import { points, sightNode } from "./sight.js";
import { G } from "./strings-guide.js";
import { R } from "./strings-rows.js";
import { S } from "./strings.js";

const FEW = 4;
const BLANK = [16, 9];

let state = null;
let eye = null;
let opened = null;

async function press(what) {
  if (what === "done" && !(await ask(R.doneAsk(state.total - state.done), R.press.done, S.leaveIt))) return;
  await send(`/api/${what}`);
}

const called = (name) => (state.edition ? spoken(name, state.edition) : name);
const short = (name) => (state.edition ? sign(name, state.edition) : name);
const face = (name, cls = "") => (state.edition ? card(name, state.edition, cls)
  : h("span", { class: `card named ${cls}`, role: "img", "aria-label": name }, h("span", { class: "word" }, name)));
const how = (one) => (one.unfit ? "unfit" : one.clear ? "clear" : "unclear");

function label(what, v) {
  if (what === "next") return v.done + 1 >= v.total ? R.press.last : R.press.next;
  return what === "again" && v.phase === "laying" ? R.press.againLast : R.press[what];
}

const key = (what, v, cls = "plain") => button(label(what, v), () => press(what), { class: cls, "data-focus": what });

function bar(v) {
  return [h("span", { class: "brand" }, star(), S.title), h("span", { class: "note" }, R.title(v.deck)),
    v.part && h("span", { class: "round" }, G.progress(v.done + 1, v.total)), settingsKey()];
}

function title(v) {
  if (v.phase === "taken") return R.found(v.cards.length);
  const names = [...new Set(v.part)].map(called);
  return names.length < FEW ? R.layAll(S.list(names)) : R.lay(names[0], names.at(-1));
}

function lead(v) {
  const unclear = v.cards.filter((one) => !one.clear && !one.unfit).length;
  const hint = v.phase === "laying" ? R.hint(v.part.length) : unclear ? R.unclear(unclear) : R.looksRight;
  return h("div", { class: "lead" }, h("h1", {}, title(v)), h("p", {}, hint));
}

function status(v) {
  const text = v.trouble ?? v.why ?? (v.phase === "laying" ? R.waiting : v.literate ? null : R.byOrder);
  return text ? h("p", { class: `status-line ${v.trouble || v.why || v.phase === "taken" ? "amber" : "calm"}` }, h("i", { class: "dot" }), text) : [];
}

function shapes(v) {
  if (v.phase === "laying") return v.outlines.map((quad) => s("polygon", { points: points(quad), class: "poor" }));
  return v.cards.flatMap((one, at) => {
    const [x, y] = [0, 1].map((i) => one.corners.reduce((sum, corner) => sum + corner[i], 0) / 4);
    const size = Math.hypot(one.corners[1][0] - one.corners[0][0], one.corners[1][1] - one.corners[0][1]) / 2.6;
    const tap = { on: { click: () => choose(at) } };
    return [s("polygon", { points: points(one.corners), class: how(one), ...tap }),
      s("text", { transform: `translate(${x} ${y}) scale(${size})`, ...tap }, one.clear ? one.card : `${one.card}?`)];
  });
}

/** Let one card be given its name: those that are free first. */
function choose(at) {
  const v = state;
  const one = v.cards[at];
  const every = [...new Set(v.part)];
  const mine = one.clear ? [] : one.likely.filter((name) => v.free.includes(name));
  const free = [...new Set([...mine, ...v.free])];
  const others = every.filter((name) => !free.includes(name) && name !== one.card);
  const keys = (names, close) => h("div", { class: "choices" }, names.map((name) =>
    button(short(name), () => { close(); send("/api/card", { at, card: name }); }, { class: "plain", "aria-label": called(name), "data-name": name })));
  opened = openDialog(R.which, S.close, (close) => [
    h("p", {}, one.unfit ? R.pair(called(one.card), one.unfit) : called(one.card)),
    free.length > 0 && [h("h3", {}, R.freeNames), keys(free, close)],
    others.length > 0 && [h("h3", {}, R.takenNames), keys(others, close)],
  ]);
}

function found(v) {
  if (v.phase !== "taken") return [];
  const say = { clear: R.clear, unclear: R.unsure, unfit: R.unfit };
  const out = v.cards.filter((one) => one.unfit || !one.clear);
  return h("div", { class: "panel" }, h("h2", {}, R.cards),
    h("div", { class: "found" }, v.cards.map((one, at) => button(
      [face(one.card, "tiny"), how(one) !== "clear" && h("span", { class: "sign-of", "aria-hidden": "true" }, one.unfit ? "!" : "?")],
      () => choose(at), { class: `plain ${how(one)}`, "aria-label": say[how(one)](called(one.card)), "data-focus": `card${at}` }))),
    out.length > 0 && [h("h3", {}, R.leftOut), h("ul", { class: "why" }, out.map((one) => h("li", {}, R.pair(called(one.card), one.unfit ?? R.notClear))))]);
}

function last(v) {
  if (!v.last) return [];
  return h("p", { class: "panel note", role: "status" }, R.taken(v.last.learnt.length), v.last.left > 0 && ` ${R.left(v.last.left)}`);
}

function report(v) {
  const { report: told } = v;
  const names = (list) => h("ul", { class: "lacking" }, list.map((name) => h("li", {}, face(name, "tiny"), h("span", {}, called(name)))));
  return h("div", { class: "panel report" },
    h("h1", {}, G.learnt(told.cards)), h("p", { class: "note" }, G.learntHint(told.pictures, v.deck)),
    told.missing.length > 0 && [h("h2", {}, G.missing), h("p", { class: "note" }, R.partly(told.missing.length)), names(told.missing)],
    told.alike.length > 0 && [h("h2", {}, G.alike), h("p", { class: "note" }, G.alikeHint),
      h("ul", { class: "why" }, told.alike.map((pair) => h("li", {}, S.list([called(pair.one), called(pair.other)]), " · ", G.margin(pair.margin))))],
    told.doubtful.length > 0 && [h("h2", {}, G.doubtful), h("ul", { class: "doubts" }, told.doubtful.map((said) => h("li", {}, said)))],
    h("div", { class: "row ends" }, v.offers.map((what) => key(what, v, "gold large"))));
}

const note = (head, hint) => h("div", { class: "panel report" }, h("h1", {}, head), h("p", { class: "note" }, hint));

function main(v) {
  if (v.phase === "checking") return note(G.checking, G.checkingHint);
  if (v.phase === "report") return report(v);
  return v.phase === "over" ? note(G.over, G.overHint) : [];
}

function draw(v) {
  const looking = v.phase === "laying" || v.phase === "taken";
  show(root, "bar", [v.deck, v.phase, v.done, v.total], () => bar(v), "header");
  show(root, "main", [v.phase, v.report, v.offers], () => main(v), "main");
  const stage = pane(root, "stage", "main");
  if (!eye) {
    const felt = h("div", { class: "felt" });
    stage.append(felt);
    eye = sightNode(G.picture, () => state?.phase === "over");
    pane(felt, "lead", "div"); pane(felt, "status", "div"); felt.append(eye.node); pane(felt, "keys", "div");
    stage.append(h("div", { class: "beside" }));
    pane(stage.lastChild, "found"); pane(stage.lastChild, "last"); pane(stage.lastChild, "join");
  }
  stage.hidden = !looking;
  if (looking) {
    eye.draw(v.size[0] ? shapes(v) : [], v.size[0] ? v.size : BLANK);
    show(root, "lead", [v.phase, v.part, v.cards], () => lead(v));
    show(root, "status", [v.trouble, v.why, v.phase, v.literate], () => status(v));
    show(root, "keys", [v.offers, v.phase, v.done], () => h("div", { class: "row" }, v.offers.map((what) => key(what, v, what === "next" ? "gold" : "plain"))));
    show(root, "found", [v.phase, v.cards], () => found(v));
    show(root, "last", v.last, () => last(v));
    show(root, "join", 0, () => invite(G.phone));
  }
  document.title = `${R.progress(Math.min(v.done + 1, v.total), v.total)} · ${S.title}`;
  const said = looking ? title(v) : "";
  say(said);
}

follow((fresh) => {
  if (state && fresh.number !== state.number) opened?.close();
  state = fresh;
  draw(state);
});
