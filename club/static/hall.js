// The hall's screen: who sits where, all tables, the ranking, page after page; the final on one large table.

import { star } from "../cards.js";
import { button, h, refresh } from "../dom.js";
import { Link } from "../net.js";
import { settingsKey } from "../settings.js";
import { toast } from "../toast.js";
import { countdown, places, ranking, seatLine, stands, table } from "./hall-parts.js";
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
let timer = null;

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const wide = () => matchMedia("(min-width: 60rem)").matches;

/** How many things of a size, in rem, fit on the stage: columns and rows. A narrow screen shows all of them and scrolls. */
function room(width, height, title = 4) {
  if (!wide()) return null;
  const box = stage.getBoundingClientRect();
  return { columns: Math.max(1, Math.floor((box.width / rem() + 1) / (width + 1))), rows: Math.max(1, Math.floor((box.height / rem() - title + 0.8) / height)) };
}

function pagesOf(title, things, width, height, draw) {
  const fits = room(width, height);
  const each = fits ? fits.columns * fits.rows : things.length;
  const count = Math.max(1, Math.ceil(things.length / each));
  return Array.from({ length: count }, (_, i) => () => {
    const some = things.slice(i * each, (i + 1) * each);
    const rows = fits ? Math.min(fits.rows, some.length) : some.length;
    return h("section", { class: "slide" }, h("h2", {}, title, " ", h("small", {}, H.page(i + 1, count))), draw(some, rows, fits?.columns ?? 1));
  });
}

function slides(c) {
  const names = () => pagesOf(H.where, places(c), 22, 2.3, (some, rows) => h("ul", { class: "flow", vars: { "--rows": rows } }, some.map(seatLine)));
  const size = Math.max(...c.tables.map((one) => one.seats.length), 3);
  const all = () => pagesOf(H.tables, c.tables, 21, 4.8 + 2 * size, (some) => h("ul", { class: "tables" }, some.map((one) => table(c, one))));
  // Before the first game has ended there is nothing to rank.
  const lines = () => !c.ranking.some((line) => line.points.some((points) => points !== null)) ? [] : pagesOf(H.ranking, c.ranking, 30, 2.3, (some, rows, columns) => {
    const parts = Array.from({ length: Math.min(columns, Math.ceil(some.length / rows)) }, (_, i) => some.slice(i * rows, (i + 1) * rows));
    return h("div", { class: "rankings" }, parts.map((part) => h("div", { class: "panel paper" }, ranking(c, part))));
  });
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
  return h("section", { class: "slide welcome-hall" }, h("h2", {}, c.title), code(), h("h3", {}, H.checkIn), h("p", {}, H.checkInHint), h("p", { class: "big" }, H.here(here)));
}

function final(c) {
  return h("section", { class: "slide" }, h("h2", {}, H.final), h("ul", { class: "tables one" }, c.tables.map((one) => table(c, one, null, true))));
}

function winner(c) {
  const first = c.ranking.filter((line) => line.rank === 1).map((line) => c.players[line.player].name);
  return h("section", { class: "slide" }, h("h2", { class: "winner" }, H.winner(first)), h("div", { class: "panel paper podium" }, ranking(c, c.ranking.slice(0, 6))));
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
  refresh(foot, [pages.length, held, at, c?.round, wide()], () => [
    wide() && pages.length > 1 && h("div", { class: "row" },
      button("‹", () => turn(-1), { class: "quiet circle", "aria-label": H.back, "data-focus": "back" }),
      button(held ? H.go : H.pause, () => { held = !held; show(); }, { class: "plain", "data-focus": "hold" }),
      button("›", () => turn(1), { class: "quiet circle", "aria-label": H.next, "data-focus": "next" })),
    c && c.round > 0 && code() && h("div", { class: "join" }, code(), h("p", { class: "note" }, H.checkIn))]);
  // The foot has taken or given room, so another number of lines fits.
  if (again && stage.clientHeight !== height) show(false);
}

function turn(by) {
  at += by;
  if (at < 0) at = 1000 * slides(state.competition).length - 1;
  show();
}

function draw(v) {
  state = v;
  const c = v.competition;
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
  onReach: (reached) => {
    const lost = document.body.classList.contains("lost");
    document.body.classList.toggle("lost", !reached);
    if (!reached) toast(H.lost);
    else if (lost) toast("");
  },
});
link.start();
addEventListener("resize", () => state && show());
timer = setInterval(() => { if (!held && state && wide()) turn(1); }, TURN_MS);
addEventListener("pagehide", () => clearInterval(timer));
