// The hall's screen: who sits where, all tables, the ranking, page after page; the final on one large table.

import { crown, star } from "../cards.js";
import { confetti } from "../confetti.js";
import { button, h, refresh } from "../dom.js";
import { Link } from "../net.js";
import { settingsKey } from "../settings.js";
import { reachable } from "../toast.js";
import { isolated } from "../words.js";
import { countdown, places, ranked, ranking, rankings, seatLine, stands, table } from "./hall-parts.js";
import { H } from "./hall-strings.js";

const TURN_MS = 9000;
const root = document.getElementById("app");
const sayBox = document.getElementById("say");
const bar = h("header", { class: "pane-bar pane" });
const stage = h("main", { class: "stage", tabindex: -1 });
const foot = h("footer", { class: "hall-foot" });
root.append(bar, stage, foot);
let state = null;
let at = 0;
let held = false;

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const wide = () => matchMedia("(min-width: 60rem)").matches;
const TITLE = 3.1;
const LARGEST = 2.6;

/** How things of a size, in rem, lie on the stage: as few pages as can be read, evenly filled, and as large as fits. A narrow screen shows all of them and scrolls. */
function layout(count, width, height, head = 0) {
  if (!wide()) return { pages: 1, each: count, columns: 1, rows: count, scale: 1 };
  const box = stage.getBoundingClientRect();
  const [across, down] = [box.width / rem() - 0.5, box.height / rem() - 0.5];
  const most = (scale) => Math.max(1, Math.floor((across / scale + 1) / (width + 1))) * Math.max(1, Math.floor((down / scale - TITLE - head) / height));
  const pages = Math.max(1, Math.ceil(count / most(1)));
  const each = Math.ceil(count / pages);
  const ways = Array.from({ length: each }, (_, i) => {
    const rows = Math.ceil(each / (i + 1));
    return { pages, each, columns: i + 1, rows, scale: Math.min(LARGEST, across / ((i + 1) * (width + 1) - 1), down / (TITLE + head + rows * height)) };
  });
  return ways.reduce((best, one) => (one.scale > best.scale + 0.001 ? one : best));
}

const slide = (title, scale, ...content) => h("section", { class: "slide", vars: { "--scale": scale.toFixed(3) } }, title, content);

function pagesOf(title, things, width, height, draw, { head = 0, range = () => "" } = {}) {
  const { pages, each, columns, rows, scale } = layout(things.length, width, height, head);
  return Array.from({ length: pages }, (_, i) => () => {
    const some = things.slice(i * each, (i + 1) * each);
    return slide(h("h2", {}, title, " ", h("small", {}, pages > 1 && range(some), " ", H.page(i + 1, pages))), scale, draw(some, rows, columns));
  });
}

/** The first and the last of some names: whoever looks for one knows at once whether this is the page. */
const range = (some) => `${isolated(some[0].name)} – ${isolated(some.at(-1).name)}`;

function slides(c) {
  const names = () => pagesOf(H.where, places(c), 21, 2.2, (some, rows) => h("ul", { class: "flow", vars: { "--rows": rows } }, some.map(seatLine)), { range });
  const size = Math.max(...c.tables.map((one) => one.seats.length), 3);
  const all = () => pagesOf(H.tables, c.tables, 18, 4.6 + 2 * size, (some, _, columns) => h("ul", { class: "tables", vars: { "--columns": columns } }, some.map((one) => table(c, one))));
  const lines = () => (ranked(c) ? rankings(c).flatMap(([title, some]) => pagesOf(title, some, c.round > c.rounds ? 30 : 25.5, 2.15, (part, rows) =>
    h("div", { class: "rankings" }, Array.from({ length: Math.ceil(part.length / rows) }, (_, i) => h("div", { class: "panel paper" }, ranking(c, part.slice(i * rows, (i + 1) * rows))))), { head: 2.4 })) : []);
  if (c.over) return [() => winner(c), ...lines()];
  if (c.round === 0) return [() => welcome(c)];
  if (c.final) return [() => final(c)];
  const begun = c.tables.some((one) => one.state !== "waiting");
  return c.done ? [...lines(), ...all()] : begun ? [...all(), ...lines(), ...names()] : [...names(), ...all()];
}

function code() {
  const made = document.getElementById("join");
  return made ? made.content.cloneNode(true) : null;
}

function welcome(c) {
  const here = c.players.filter((one) => one.here).length;
  return h("section", { class: "slide welcome-hall" }, h("h2", {}, c.title), code() && h("div", { class: "scan" }, code()), code() && h("h3", {}, H.checkIn), code() && h("p", {}, H.checkInHint), h("p", { class: "big" }, H.here(here)));
}

function final(c) {
  const { scale } = layout(1, 27, 4.6 + 2 * c.tables[0].seats.length);
  return slide(h("h2", { class: "winner" }, H.final), scale, h("ul", { class: "tables one" }, c.tables.map((one) => table(c, one))));
}

function winner(c) {
  const first = c.ranking.filter((line) => line.rank === 1).map((line) => c.players[line.player].name);
  const best = c.ranking.slice(0, 6);
  const { scale } = layout(1, 31, 6 + 2.15 * best.length);
  return slide(h("h2", { class: "winner" }, first.length > 0 && crown(), " ", H.winner(first)), scale, h("div", { class: "panel paper podium" }, ranking(c, best)));
}

function empty() {
  return h("section", { class: "slide welcome-hall" }, h("h2", {}, H.none), h("p", {}, H.noneHint));
}

function show(again = true) {
  const height = stage.clientHeight;
  const c = state?.competition;
  const pages = c ? slides(c) : [empty];
  at %= pages.length;
  const shown = wide() ? [pages[at]] : pages;
  refresh(stage, [c, at, innerWidth, innerHeight, stage.clientHeight, held], () => shown.map((make) => make()));
  refresh(foot, [pages.length, held, at, c?.round, c?.over, wide()], () => [
    wide() && pages.length > 1 && h("div", { class: "row" },
      button("‹", () => turn(-1), { class: "quiet circle", "aria-label": H.back, "data-focus": "back" }),
      button(held ? H.go : H.pause, () => { held = !held; show(); }, { class: "plain", "data-focus": "hold" }),
      button("›", () => turn(1), { class: "quiet circle", "aria-label": H.next, "data-focus": "next" })),
    c && c.round > 0 && !c.over && code() && h("div", { class: "join" }, code(), h("p", { class: "note" }, H.checkIn))]);
  // The foot has taken or given room, so another number of lines fits.
  if (again && stage.clientHeight !== height) show(false);
}

function turn(by) {
  at += by;
  if (at < 0) at = 1000 * slides(state.competition).length - 1;
  show();
}

function draw(v) {
  const won = state?.competition?.over === false && v.competition?.over;
  state = v;
  const c = v.competition;
  if (won) {
    at = 0;
    confetti();
  }
  const lines = [...(v.connected ? [] : [v.trouble ?? H.away])];
  refresh(bar, [c?.title, c && [c.round, c.over, c.knockout, c.ends, c.tables.filter((one) => one.state === "over").length, c.tables.length], lines], () => [
    h("h1", { class: "brand" }, star(), c?.title ?? "Familiar"),
    c && h("span", { class: "round" }, stands(c)),
    c && c.round > 0 && !c.over && !c.final && h("span", { class: "progress" }, H.progress(c.tables.filter((one) => one.state === "over").length, c.tables.length)),
    c && countdown(c.ends),
    lines.map((line) => h("span", { class: "note" }, line)),
    settingsKey()]);
  show();
  document.title = c ? `${c.title} · Familiar` : "Familiar";
  const words = c ? stands(c) : H.none;
  if (sayBox.textContent !== words) sayBox.textContent = words;
}

const link = new Link({
  watch: false,
  onState: draw,
  onReach: reachable(H.lost),
});
link.start();
addEventListener("resize", () => state && show());
// It stands still while the browser keeps the page for the way back, and goes on with it.
setInterval(() => { if (!held && state && wide()) turn(1); }, TURN_MS);
