// Start here for the calibration: hold the state that was sent, show what is amiss, let people mark the table.

import { star } from "./cards.js";
import { button, h, s } from "./dom.js";
import { findingsList } from "./findings.js";
import { follow, invite, pane, root, say, send, show } from "./led.js";
import { settingsKey } from "./settings.js";
import { points, sightNode } from "./sight.js";
import { C } from "./strings-see.js";
import { S } from "./strings.js";

const MOST_CORNERS = 12;
const STEP = 0.01;
const STRIDE = 0.1;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let state = null;
let eye = null;
let taps = null;
// Where the keyboard's cross stands in the picture.
let cross = [0.5, 0.5];

const key = (what, cls = "plain") => button(C.press[what], () => send(`/api/${what}`), { class: cls, "data-focus": what });

function tapping(corners) {
  taps = corners;
  redraw();
}

const inside = (share) => Math.min(1, Math.max(0, share));

function mark(corner) {
  if (taps !== null && taps.length < MOST_CORNERS) tapping([...taps, corner]);
}

function tapped(event) {
  const box = eye.node.getBoundingClientRect();
  mark([inside((event.clientX - box.left) / box.width), inside((event.clientY - box.top) / box.height)]);
}

/** Mark corners with the keyboard alone. */
function steered(event) {
  if (taps === null) return;
  const step = STEPS[event.key];
  if (!step && event.key !== "Enter") return;
  event.preventDefault();
  if (!step) return mark(cross);
  const far = event.shiftKey ? STRIDE : STEP;
  cross = cross.map((at, i) => inside(at + far * step[i]));
  redraw();
}

async function marked() {
  const corners = taps;
  if (await send("/api/area", { corners })) tapping(null);
}

function shapes({ drawn, phase }) {
  const [width, height] = drawn.size;
  const frame = `M0 0H${width}V${height}H0Z`;
  if (taps !== null) {
    const at = taps.map(([x, y]) => [x * width, y * height]);
    const [x, y] = [cross[0] * width, cross[1] * height];
    const arm = width / 40;
    return [at.length > 1 && s("polygon", { points: points(at), class: "table" }),
      ...at.map(([cx, cy]) => s("circle", { cx, cy, r: width / 130, class: "tap" })),
      s("path", { d: `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`, class: "cross" })];
  }
  if (drawn.table.length === 0 || phase === "taking") return [];
  return [
    s("path", { d: `${frame}M${drawn.table.map((point) => point.join(" ")).join("L")}Z`, "fill-rule": "evenodd", class: "outside" }),
    ...drawn.zones.map((zone) => s("polygon", { points: points(zone), class: "zone" })),
    ...drawn.markers.map((quad) => s("polygon", { points: points(quad), class: "marker" })),
    s("polygon", { points: points(drawn.table), class: "table" }),
  ];
}

function lead(v) {
  const say = (title, hint) => h("div", { class: "lead" }, h("h1", {}, title), h("p", {}, hint));
  if (taps !== null) return say(C.tap, C.tapHint(taps.length));
  if (v.phase === "taking") return say(C.taking, "");
  if (v.phase === "saved") return say(C.saved, C.savedHint(v.kept));
  if (v.findings.length === 0) return say(C.waiting, "");
  return say(C.aim, C.by[v.by]);
}

function keys(v) {
  if (taps !== null) return h("div", { class: "row" },
    taps.length > 2 && button(C.marked(taps.length), marked, { class: "gold", "data-focus": "marked" }),
    button(C.cancel, () => tapping(null), { class: "plain", "data-focus": "cancel" }));
  if (v.phase === "aim" && v.findings.length > 0) return [
    h("div", { class: "row" },
      v.offers.includes("mat") && key("mat"), button(C.mark, () => tapping([]), { class: "plain", "data-focus": "mark" }), v.offers.includes("whole") && key("whole")),
    h("p", { class: "note hint" }, C.takeHint), h("div", { class: "row" }, key("take", "gold"))];
  if (v.phase === "saved") return h("div", { class: "row" }, key("again"), key("finish", "gold"));
  return [];
}

function troubles(v) {
  const said = v.trouble ?? v.refused ?? (v.phase === "saved" && v.level !== "ok" ? C.savedPoor : null);
  return said ? h("p", { class: "status-line amber" }, h("i", { class: "dot" }), said) : [];
}

function draw(v) {
  show(root, "bar", v.phase, () => [h("span", { class: "brand" }, star(), S.title), h("span", { class: "note" }, C.title), settingsKey()], "header");
  show(root, "main", v.phase === "over", () => (v.phase === "over"
    ? h("div", { class: "panel report" }, h("h1", {}, C.over), h("p", { class: "note" }, C.overHint)) : []), "main");
  const stage = pane(root, "stage", "main");
  if (!eye) {
    const felt = h("div", { class: "felt" });
    stage.append(felt);
    eye = sightNode(C.picture, () => state?.phase === "over");
    eye.node.addEventListener("click", tapped);
    eye.node.addEventListener("keydown", steered);
    pane(felt, "lead", "div"); felt.append(eye.node); pane(felt, "status", "div"); pane(felt, "keys", "div");
    stage.append(h("div", { class: "beside" }));
    pane(stage.lastChild, "findings"); pane(stage.lastChild, "join");
  }
  stage.hidden = v.phase === "over";
  if (!stage.hidden) {
    eye.node.classList.toggle("tapping", taps !== null);
    // Only while corners are marked does the picture take keys.
    for (const [name, value] of Object.entries({ tabindex: 0, role: "application", "aria-label": C.tapKeys }))
      if (taps === null) eye.node.removeAttribute(name);
      else eye.node.setAttribute(name, value);
    eye.draw(shapes(v), v.drawn.size);
    show(root, "lead", [v.phase, v.by, v.findings.length > 0, v.kept, taps?.length], () => lead(v));
    show(root, "status", [v.trouble, v.refused, v.phase, v.level], () => troubles(v));
    show(root, "keys", [v.phase, v.offers, v.findings.length > 0, taps?.length], () => keys(v));
    show(root, "findings", v.findings, () => (v.findings.length ? h("div", { class: "panel" }, h("h2", {}, C.findings), findingsList(v.findings)) : []));
    show(root, "join", 0, () => invite(C.phone));
  }
  document.title = `${C.title} · ${S.title}`;
  const said = v.phase === "saved" ? C.saved : v.trouble ?? v.refused ?? "";
  say(said);
}

function redraw() {
  if (state !== null) draw(state);
}

follow((fresh) => {
  if (fresh.phase !== "aim") taps = null;
  state = fresh;
  redraw();
});
