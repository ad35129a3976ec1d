// Start here for past evenings: the list, one evening, one game, or all of them; the address says which.

import { awardList, chartNode } from "./story-told.js";
import { crown, star } from "./cards.js";
import { button, h } from "./dom.js";
import { roundsOf, sheetOf } from "./evenings-game.js";
import { settingsKey } from "./settings.js";
import { E } from "./strings-evenings.js";
import { H } from "./strings-story.js";
import { P } from "./strings-probe.js";
import { S } from "./strings.js";
import { toast } from "./toast.js";
import { date, listed, number, percent } from "./words.js";

const root = document.getElementById("app");
const about = location.pathname.split("/")[2] ?? "";

// A day has no zone of its own, and a time is told by the table's clock: both are read as they were written.
const dayWord = (day) => date(new Date(`${day}T12:00`), { dateStyle: "full" });
const timeWord = (began) => date(new Date(began), { timeStyle: "short" });

async function fetched(path) {
  const answer = await fetch(path, { cache: "no-store" }).catch(() => null);
  const body = await answer?.json().catch(() => null);
  if (!answer?.ok) throw new Error(body?.error ?? E.failed);
  return body;
}

const way = (href, word) => h("a", { href, class: "button plain", "aria-current": location.pathname === href && "page" }, word);

function frame(content) {
  root.replaceChildren(
    h("header", { class: "pane pane-bar" }, h("span", { class: "brand" }, star(), S.title), settingsKey()),
    h("main", {}, h("nav", { class: "ways", "aria-label": E.title }, way("/", E.toTable), way("/evenings", E.title), way("/evenings/players", E.everything)), content));
}

const heading = (title, ...below) => h("div", { class: "page-head" }, h("h1", {}, title), below.map((line) => h("p", {}, line)));
const panel = (title, ...content) => h("section", { class: "panel paper pane" }, h("h2", {}, title), content);

const won = (game) => game.over && !game.stopped;

/** How a game ended, or how far it came. */
const state = (game) => (game.faults ? game.faults : game.over ? game.stopped : game.running ? E.running : E.left(game.outcome));

function standing(game) {
  return game.ranking.map(({ seat, rank }) => h("span", {}, won(game) && rank === 1 && [crown(), h("span", { class: "hear" }, E.winner)], ` ${game.players[seat]} `, h("b", {}, plain(game.totals[seat]))));
}

const gameLine = (game) => h("li", {}, h("a", { class: "game-line", href: `/evenings/${game.id}` },
  h("span", { class: "time" }, timeWord(game.began)), h("strong", {}, game.title),
  h("span", { class: "score" }, game.faults ? listed(game.players) : standing(game)), state(game) && h("span", { class: "note" }, state(game))));

const gameList = (games) => h("ul", { class: "games" }, games.map(gameLine));

const plain = (value) => number(value).replace("-", "−");
/** A count as it stands; a part of a whole as its share, with what it is a share of beneath. */
const counted = (value) => (Array.isArray(value)
  ? [h("span", {}, percent(value[0] / value[1], 0, 1)), " ", h("small", {}, E.share(number(value[0]), number(value[1])))] : plain(value));
const weight = (value) => (value === null ? null : Array.isArray(value) ? (value[1] ? value[0] / value[1] : null) : value);

/** A line a measure, a column a player. The highest of each line stands out, unless all are alike. */
function figureTable(title, players, figures) {
  if (figures.length === 0) return null;
  // Where it is narrow its rows are no table's rows to the browser any more: what they are is said.
  return panel(title, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, h("table", { class: "counts", role: "table", vars: { "--columns": players.length } },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, h("th", { scope: "col", role: "columnheader" }, h("span", { class: "hear" }, E.figure)), players.map((name) => h("th", { scope: "col", role: "columnheader" }, name)))),
    h("tbody", { role: "rowgroup" }, figures.map(({ name, values }) => {
      const weights = values.map(weight);
      const best = Math.max(...weights.filter((one) => one !== null));
      const some = new Set(weights).size > 1;
      return h("tr", { role: "row" }, h("th", { scope: "row", role: "rowheader" }, name), values.map((value, i) => h("td", { role: "cell", class: some && weights[i] === best ? "best" : "" },
        value === null || (Array.isArray(value) && !value[1]) ? [h("span", { "aria-hidden": "true" }, "–"), h("span", { class: "hear" }, E.nothing)] : counted(value))));
    })))));
}

const kinds = (found) => found.kinds.map((kind) => [
  kind.awards.length > 0 && panel(E.awardsOf(kind.title), awardList(kind.awards)),
  figureTable(E.figuresOf(kind.title), kind.players, kind.figures),
]);

function winners(found) {
  if (found.players.length === 0) return found.kinds.length === 0 ? null : panel(E.wins, h("p", { class: "note" }, E.nobody));
  return panel(E.wins, h("ol", { class: "standing" }, found.players.map((one) => h("li", {}, one.won > 0 && one.won === found.players[0].won && crown(), h("span", {}, one.name), h("b", {}, E.winsOf(one.won, one.games))))));
}

async function list() {
  const box = h("div", {});
  let from = null;
  let under = false;
  const more = button(E.earlier, async () => {
    if (under) return;
    under = true;
    try { add(await fetched(`/evenings/before/${from}.json`)); } catch (error) { toast(error.message); }
    under = false;
  }, { class: "plain" });
  const add = ({ evenings, before }) => {
    box.append(...evenings.map(({ day, games }) => h("section", { class: "panel pane evening" }, h("h2", {}, h("a", { href: `/evenings/${day}` }, dayWord(day))), gameList(games))));
    from = before;
    more.hidden = before === null;
  };
  const first = await fetched("/evenings.json");
  add(first);
  return [heading(E.title), first.evenings.length === 0 ? h("p", { class: "panel" }, E.none) : [box, h("div", { class: "ways" }, more), h("p", { class: "files ways" }, h("a", { class: "button plain", href: "/evenings.csv", download: true }, E.allCsv))]];
}

async function day() {
  const found = await fetched(`/evenings/${about}.json`);
  return [heading(dayWord(found.day)), winners(found), h("section", { class: "panel pane evening" }, h("h2", {}, E.played), gameList(found.games)), kinds(found), files()];
}

async function everything() {
  let found = await fetched("/evenings/players.json");
  // Games that nobody has asked for yet are settled by and by.
  while (found.left > 0) {
    frame([heading(E.everything, E.settling(found.left))]);
    found = await fetched("/evenings/players.json");
  }
  return [heading(E.everything, `${E.evenings(found.evenings)}, ${E.games(found.games)}`), winners(found), kinds(found), files()];
}

const files = (...links) => h("div", { class: "files ways" }, links, button(E.print, () => print(), { class: "plain" }));

async function game() {
  const one = await fetched(`/evenings/${about}.json`);
  const own = `/evenings/${one.id}`;
  const kept = one.running ? E.recordLater : one.secret ? E.recordNever : null;
  const record = kept ? h("p", { class: "note screen" }, kept) : h("a", { class: "button plain", href: `${own}.jsonl`, download: true }, E.record);
  const top = heading(one.title, h("a", { href: `/evenings/${one.day}` }, dayWord(one.day)), E.begun(timeWord(one.began)), ...(state(one) ? [state(one)] : []));
  // All are first, and none is, before anything has been counted.
  const counted = one.totals?.some((total) => total !== 0);
  if (one.faults) return [top, h("p", { class: "panel" }, listed(one.players)), files(record)];
  return [
    top,
    panel(E.result, h("ol", { class: "standing" }, one.ranking.map(({ seat, rank }) => h("li", {}, counted && h("span", { class: "rank" }, P.rank(rank)),
      won(one) && rank === 1 && [crown(), h("span", { class: "hear" }, E.winner)], h("span", {}, one.players[seat]), h("b", {}, plain(one.totals[seat])))))),
    h("section", { class: "panel paper pane" }, sheetOf(one)),
    one.notices.length > 0 && panel(S.notices, h("ul", { class: "notices" }, one.notices.map((text) => h("li", {}, text)))),
    one.rounds.length > 0 && panel(H.chart, chartNode(`${own}/chart.svg`)),
    one.awards.length > 0 && panel(H.awards, awardList(one.awards)),
    figureTable(E.figures, one.players, one.figures),
    one.rounds.length > 0 && panel(one.game === "wizard" ? E.rounds : E.turns, h("div", { class: "steps" }, roundsOf(one))),
    h("h2", { class: "hear" }, E.keep), files(h("a", { class: "button plain", href: `${own}.csv`, download: true }, E.csv), record,
      one.bgstats && h("a", { class: "button plain", href: one.bgstats }, E.bgstats)),
  ];
}

async function draw() {
  frame(h("p", { class: "note" }, E.loading));
  const pages = about === "" ? list : about === "players" ? everything : about.includes("-") ? day : game;
  try {
    frame(await pages());
    document.title = `Familiar: ${root.querySelector("h1").textContent}`;
  } catch (error) {
    frame([heading(E.title, error.message), button(E.again, draw, { class: "plain" })]);
  }
}

draw();
