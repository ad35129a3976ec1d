// Start here for "what I see": ask again and again while somebody looks, and draw what was read over the picture.

import { card, spoken, star } from "./cards.js";
import { h, refresh, s } from "./dom.js";
import { findingsList } from "./findings.js";
import { settingsKey } from "./settings.js";
import { points, sightNode } from "./sight.js";
import { V } from "./strings-see.js";
import { S } from "./strings.js";
import { toast } from "./toast.js";
import { percent } from "./words.js";

const NEXT_MS = 600;
const AGAIN_MS = 3000;
const LETTERS_PX = 15;
// Guesses, in heights of the letters: how broad one is at most on average, and how far lines stand apart.
const LETTER_BROAD = 0.7;
const LINE_HIGH = 1.2;

const root = document.getElementById("app");
const panes = new Map();
let eye = null;

function pane(parent, name, tag = "section") {
  if (!panes.has(name)) {
    panes.set(name, h(tag, { class: `pane pane-${name}` }));
    parent.append(panes.get(name));
  }
  return panes.get(name);
}

const surely = (share) => (share > 0.999 ? `> ${percent(0.999, 1)}` : share < 0.001 ? `< ${percent(0.001, 1)}` : percent(share, 1));
const spelt = (v, name) => (v.edition ? spoken(name, v.edition) : name === "back" ? V.back : name);

function called(v, one) {
  return one.kind === "stick" ? V.stick(one.color, one.notches, one.sides, one.aside) : spelt(v, one.card);
}

function short(v, one) {
  return one.kind === "stick" ? V.stickShort(one.color, one.notches) : one.card === "back" ? spelt(v, one.card) : one.card;
}

/** Where each name stands: over its outline, else below it, else as near as none lies upon another; within the picture. */
function tags(v, letters) {
  const [width] = v.frame.size;
  const taken = [];
  return v.readings.map((one) => {
    const word = short(v, one) + (one.asks ? " ?" : "");
    const half = (letters * LETTER_BROAD * word.length) / 2;
    const heights = one.corners.map(([, y]) => y);
    const top = one.corners[heights.indexOf(Math.min(...heights))];
    const x = Math.max(half, Math.min(width - half, top[0]));
    const over = Math.max(letters, top[1] - letters / 2);
    const clear = (y) => taken.every((other) => Math.abs(other.x - x) >= other.half + half || Math.abs(other.y - y) >= letters * LINE_HIGH);
    const below = Math.max(...heights) + letters * LINE_HIGH;
    const y = [over, below].find(clear) ?? v.readings.map((_, n) => below + (n + 1) * letters * LINE_HIGH).find(clear) ?? over;
    taken.push({ x, y, half });
    return s("text", { x, y, "font-size": letters, "stroke-width": letters / 4, class: "tag", "text-anchor": "middle" }, word);
  });
}

function shapes(v) {
  if (!v.frame) return [];
  const [width, height] = v.frame.size;
  const letters = (LETTERS_PX * width) / Math.max(1, eye.node.clientWidth);
  const outside = v.table.length > 0 && s("path", {
    d: `M0 0H${width}V${height}H0ZM${v.table.map((point) => point.join(" ")).join("L")}Z`, "fill-rule": "evenodd", class: "outside" });
  return [
    outside,
    ...v.readings.map((one) => s("polygon", { points: points(one.corners), class: one.asks ? "asks" : "sure" })),
    ...tags(v, letters),
  ];
}

function lead(v) {
  const who = v.players[v.expects.player];
  return h("div", { class: "lead" }, h("h1", {}, V.title), h("p", {}, v.game ? V.expects[v.expects.kind]?.(who) ?? V.nothing : V.noGame));
}

function readings(v) {
  return h("div", { class: "panel" }, h("h2", {}, V.readings(v.readings.length)),
    v.again && h("p", { class: "note" }, V.again),
    v.readings.length === 0 ? h("p", { class: "note" }, V.none)
      : h("ul", { class: "readings" }, v.readings.map((one) => h("li", { class: one.asks ? "asks" : "" },
        one.kind === "card" && v.edition ? card(one.card, v.edition, "tiny") : h("span", {}),
        h("b", {}, called(v, one)), h("span", { class: "sure-of" }, surely(one.confidence)),
        one.asks && h("span", { class: "else" }, one.state === "marked" ? V.marked : V.asks, one.others.length > 0 && ` ${V.others(one.others.map(([name, share]) => V.option(one.kind === "card" ? spelt(v, name) : name, surely(share))))}`)))));
}

function reasons(v) {
  const said = [...v.questions.map((one) => one.why), v.doubt, v.out_of_step, v.trouble, v.advice].filter(Boolean);
  return said.length === 0 ? [] : h("div", { class: "panel" }, h("h2", {}, V.reasons),
    h("ul", { class: "findings" }, said.map((text) => h("li", { class: "finding warning" }, h("i", { class: "dot", "aria-hidden": "true" }), h("p", {}, text)))));
}

function facts(v) {
  const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  return h("div", { class: "panel" }, h("h2", {}, V.picture),
    h("dl", { class: "facts" },
      v.frame ? [fact(V.age, V.seconds(v.frame.age)), fact(V.size, V.pixels(v.frame.size)), fact(V.number, v.frame.number)] : fact(V.age, V.noPicture),
      fact(V.area, V.calibrated[v.calibrated ?? "no"])),
    findingsList(v.findings));
}

function draw(v) {
  const show = (parent, name, shown, build, tag) => refresh(pane(parent, name, tag), shown, build);
  show(root, "bar", 0, () => [h("span", { class: "brand" }, star(), S.title), h("span", { class: "note" }, V.title), h("a", { class: "button quiet", href: "/board" }, V.board), settingsKey()], "header");
  const stage = pane(root, "stage", "main");
  if (!eye) {
    const felt = h("div", { class: "felt" });
    stage.append(felt);
    eye = sightNode(V.alt);
    pane(felt, "lead", "div"); felt.append(eye.node);
    stage.append(h("div", { class: "beside" }));
    for (const name of ["reasons", "readings", "facts"]) pane(stage.lastChild, name);
  }
  eye.draw(shapes(v), v.frame?.size ?? [16, 9]);
  show(root, "lead", [v.game, v.expects, v.players], () => lead(v));
  show(root, "reasons", [v.questions, v.doubt, v.out_of_step, v.trouble, v.advice], () => reasons(v));
  show(root, "readings", [v.readings, v.again, v.edition], () => readings(v));
  show(root, "facts", [v.frame, v.findings, v.calibrated], () => facts(v));
}

let lost = false;

function reach(reached) {
  document.body.classList.toggle("lost", !reached);
  if (!reached) toast(S.lost);
  else if (lost) toast("");
  lost = !reached;
}

async function look() {
  let next = NEXT_MS;
  if (document.hidden) next = AGAIN_MS;
  else {
    try {
      const answer = await fetch("/see.json", { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.statusText);
      draw(await answer.json());
      reach(true);
    } catch {
      reach(false);
      next = AGAIN_MS;
    }
  }
  setTimeout(look, next);
}

document.title = `${V.title} · ${S.title}`;
look();
