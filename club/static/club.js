// Start here for the club: all tables, the ranking, and the form that begins an evening.

import { crown, star } from "../cards.js";
import { guarded } from "../access.js";
import { ask, button, h, openDialog, refresh } from "../dom.js";
import { Link } from "../net.js";
import { settingsKey } from "../settings.js";
import { reachable, toast } from "../toast.js";
import { C } from "./club-strings.js";
import { taken } from "./taken.js";

const TABLES = 3;
const SEATS = 4;
const NAME_MAX = 20;

const root = document.getElementById("app");
const sayBox = document.getElementById("say");
const panes = new Map();
let state = null;
let form = null;

function pane(parent, name, tag = "section") {
  if (!panes.has(name)) {
    panes.set(name, h(tag, { class: `pane pane-${name}` }));
    parent.append(panes.get(name));
  }
  return panes.get(name);
}

// The evening is led by whoever knows the owner's PIN.
const asOwner = guarded((path, body) => link.post(path, body), () => link.start());

/** The evening as it is shown: what a dialog asks for is meant for the one that it was opened over. */
const shownEvening = () => ({ instead: state.evening?.id ?? null });

async function post(path, body) {
  const answer = await asOwner(path, { ...shownEvening(), ...body });
  toast(answer.ok ? "" : answer.body.error ?? C.trouble);
  return answer.ok;
}

const lamp = (online) => h("i", { class: `lamp ${online ? "lamp-on" : ""}`, "aria-hidden": "true" });

function bar(v) {
  const e = v.evening;
  return [
    h("h1", { class: "brand" }, star(), C.title),
    h("span", { class: "club-name" }, C.club(v.club)),
    e && h("span", { class: "round" }, e.over ? C.finished(e.title) : C.game(e.title, e.round, e.games)),
    settingsKey(),
  ];
}

/** One table as it is: `seats` of the evening, or what it plays by itself. */
function table(news, at) {
  const seats = at?.players ?? news?.players ?? [];
  const playing = (at?.state ?? news?.state) === "playing";
  const place = news?.online === null || !news ? C.unsaid : news.online ? null : C.offline;
  const doing = playing && news ? C.playing(news.round, news.rounds) : (at ?? news)?.stopped ? C.stopped : C.state[at?.state ?? news?.state ?? "idle"];
  const cards = !at && news?.game === "magicians";
  return h("li", { class: `felt table ${at?.state ?? ""} ${place ? "away" : ""}` },
    h("div", { class: "table-head" }, lamp(news?.online), h("h2", {}, at?.name ?? news.name),
      place && h("span", { class: "tag" }, place)),
    h("p", { class: "doing" }, [!at && news?.title, doing].filter(Boolean).join(", ")),
    h("ul", { class: "seats-list" }, seats.map((one) => h("li", { class: one.moves ? "best" : "" },
      h("span", { class: "name" }, one.name),
      one.moves && h("span", { class: "tag gold-tag" }, C.moves),
      h("b", {}, one.points === null ? "" : C.score(one.points, cards))))),
    place === C.offline && h("p", { class: "doing" }, C.offlineHint),
    at && (at.state !== "over" || at.by_hand) && button(at.by_hand ? C.byHand : C.enter, () => enter(at), { class: "quiet enter", "data-focus": `enter-${at.name}` }));
}

/** Ask for the points of a game that its table cannot tell. */
function enter(at) {
  const body = { ...shownEvening(), round: state.evening.round, table: at.name };
  openDialog(C.enterAt(at.name), C.cancel, (close) => {
    const fields = at.players.map((one) => h("input", { type: "number", step: 1, required: true, value: at.by_hand ? one.points : "", "aria-label": one.name }));
    const done = taken(close, (points) => post("/api/points", { ...body, points }));
    return h("form", { class: "by-hand", on: { submit: (event) => { event.preventDefault(); done(fields.map((field) => Number(field.value))); } } },
      h("p", { class: "note" }, C.enterHint),
      at.players.map((one, i) => h("label", {}, h("span", {}, one.name), fields[i])),
      h("div", { class: "row" }, at.by_hand && button(C.takeBack, () => done(null), { class: "plain" }), h("button", { type: "submit", class: "gold" }, C.count)));
  });
}

function tables(v) {
  const known = new Map(v.tables.map((one) => [one.name, one]));
  const mine = v.evening?.tables ?? [];
  const others = v.tables.filter((one) => !mine.some((at) => at.name === one.name));
  return [
    mine.length > 0 && h("ul", { class: "tables" }, mine.map((at) => table(known.get(at.name), at))),
    mine.length > 0 && v.evening.round < v.evening.games && h("p", { class: "road" }, C.road(mine.map((at) => at.name))),
    others.length > 0 && [mine.length > 0 && h("h2", { class: "others" }, C.others), h("ul", { class: "tables" }, others.map((one) => table(one, null)))],
    v.tables.length === 0 && h("p", { class: "panel note" }, C.nobody),
  ];
}

function ranking(v) {
  const e = v.evening;
  const first = v.ranking.filter((line) => line.rank === 1);
  const rounds = Array.from({ length: e.round }, (_, i) => i);
  const cell = (points, playing) => h("td", {}, points !== null ? C.points(points) : playing !== null ? h("span", { class: "playing" }, C.gained(playing)) : "");
  return h("div", { class: "panel paper" },
    h("h2", {}, e.over ? C.winner(first.map((line) => line.name), first[0].total) : C.ranking),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": C.ranking },
      h("table", { class: "ranking" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "hear" }, C.rank)), h("th", { scope: "col", class: "who" }, C.player),
          h("th", { scope: "col", class: "where" }, C.where), rounds.map((i) => h("th", { scope: "col" }, h("span", { class: "hear" }, C.nth(i + 1)), h("span", { "aria-hidden": "true" }, i + 1))), h("th", { scope: "col" }, C.total))),
        h("tbody", {}, v.ranking.map((line) => h("tr", { class: line.rank === 1 && line.total > 0 ? "first" : "" },
          h("td", { class: "rank" }, line.rank === 1 && line.total > 0 ? [crown(), h("span", { class: "hear" }, "1")] : line.rank),
          h("th", { scope: "row", class: "who" }, line.name), h("td", { class: "where" }, line.table),
          rounds.map((i) => cell(line.points[i], i === e.round - 1 ? line.playing : null)),
          h("td", { class: "total" }, C.points(line.total))))))),
    !e.over && h("p", { class: "note" }, C.rankingHint),
    h("div", { class: "row ends" }, button(C.end, end, { class: "plain", "data-focus": "end" })));
}

async function end() {
  const shown = shownEvening();
  if (await ask(C.endAsk, C.end, C.leaveIt, C.endHint)) post("/api/end", shown);
}

/** The form that begins an evening; it keeps what was typed while tables come and go. */
function setup(v) {
  const names = v.tables.map((one) => one.name);
  if (names.length < TABLES) return h("div", { class: "panel" }, h("h1", {}, C.begin), h("p", {}, C.beginHint), h("p", { class: "note" }, C.few(names.length)));
  const options = (chosen) => names.map((name) => h("option", { value: name, selected: name === chosen }, C.table(name)));
  if (form) {
    [...form.querySelectorAll("fieldset select")].forEach((each, place) => { each.replaceChildren(...options(names.includes(each.value) ? each.value : names[place])); });
    return form;
  }
  const field = (place, seat) => h("input", {
    type: "text", maxlength: NAME_MAX, required: true, autocomplete: "off",
    placeholder: C.placeholder(SEATS * place + seat + 1), "aria-label": C.seat(place, seat + 1),
    on: place || seat ? {} : { paste } });
  const group = (place) => h("fieldset", { class: "group" },
    h("select", { "aria-label": C.nthTable[place] }, options(names[place])),
    Array.from({ length: SEATS }, (_, seat) => field(place, seat)));
  const game = h("select", { id: "game" }, Object.entries(v.games).map(([name, title]) => h("option", { value: name, selected: name === "probe" }, title)));
  const games = h("select", { id: "games" }, Array.from({ length: v.most_games }, (_, i) => h("option", { value: i + 1, selected: i === 2 }, i + 1)));
  form = h("form", { class: "panel begin", on: { submit: (event) => {
    event.preventDefault();
    const groups = [...form.querySelectorAll("fieldset")];
    post("/api/evening", {
      game: game.value, games: Number(games.value),
      tables: groups.map((each) => each.querySelector("select").value),
      players: groups.map((each) => [...each.querySelectorAll("input")].map((input) => input.value)),
    });
  } } },
    h("h1", {}, C.begin), h("p", { class: "note" }, C.beginHint),
    h("div", { class: "groups" }, Array.from({ length: TABLES }, (_, place) => group(place))),
    h("p", { class: "note" }, C.paste),
    h("div", { class: "row" }, h("label", { for: "game" }, C.which), game, h("label", { for: "games" }, C.howMany), games,
      h("button", { type: "submit", class: "gold large" }, C.start)));
  return form;
}

/** Spread a pasted list over the fields. */
function paste(event) {
  const names = event.clipboardData.getData("text").split(/[\n,;\t]+/).map((name) => name.trim()).filter(Boolean);
  if (names.length < 2) return;
  event.preventDefault();
  form.querySelectorAll("input").forEach((input, i) => { if (names[i]) input.value = names[i].slice(0, NAME_MAX); });
}

function said(v) {
  const lines = [...(v.connected ? [] : [v.trouble ?? C.away]), ...v.notes];
  return [
    lines.length > 0 && h("ul", { class: "notices" }, lines.map((line) => h("li", {}, line))),
    v.ignored.length > 0 && h("details", { class: "panel" }, h("summary", {}, C.ignored), h("ul", { class: "notices" }, v.ignored.map((line) => h("li", {}, line)))),
  ];
}

function invite() {
  const code = document.getElementById("join");
  return code ? h("div", { class: "panel join" }, code.content.cloneNode(true), h("p", { class: "note" }, C.join)) : [];
}

function draw(v) {
  const show = (parent, name, shown, build, tag) => refresh(pane(parent, name, tag), shown, build);
  show(root, "bar", [v.club, v.evening], () => bar(v), "header");
  show(root, "said", [v.connected, v.trouble, v.notes, v.ignored], () => said(v), "aside");
  const stage = pane(root, "stage", "main");
  const left = pane(stage, "left", "div");
  show(left, "tables", [v.tables, v.evening], () => tables(v));
  show(left, "join", 0, invite);
  const beside = pane(stage, "beside", "div");
  if (v.evening) form = null;
  show(beside, "plan", v.evening ? [v.evening, v.ranking] : v.tables.map((one) => one.name), () => (v.evening ? ranking(v) : setup(v)));
  stage.classList.toggle("planning", !v.evening);
  document.title = `${C.club(v.club)} · ${C.title}`;
  const leaders = v.ranking.filter((line) => line.rank === 1 && line.total > 0).map((line) => line.name);
  const words = v.evening?.over ? C.winner(leaders, v.ranking[0].total) : v.evening ? C.game(v.evening.title, v.evening.round, v.evening.games) : "";
  if (sayBox.textContent !== words) sayBox.textContent = words;
}

const link = new Link({
  watch: false,
  onState: (fresh) => { state = fresh; draw(state); },
  onReach: reachable(C.lost),
});
link.start();
