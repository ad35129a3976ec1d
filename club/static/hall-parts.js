// What the pages of a competition share: words of where it stands, a table, the ranking, and the countdown.

import { crown } from "../cards.js";
import { h } from "../dom.js";
import { H } from "./hall-strings.js";

const CLOCK_MS = 1000;

const two = (n) => String(n).padStart(2, "0");

/** Say which round it is. */
export function stands(c) {
  if (c.over) return H.over;
  if (c.round === 0) return H.before;
  if (c.final) return H.final;
  if (c.knockout) return H.knockout(c.stage);
  return c.format === "free" ? H.freeRound(c.round) : H.round(c.round, c.rounds);
}

// How far the club's clock is ahead of this device's, in milliseconds, and by which of its two clocks that was found.
let ahead = 0;
let found = null;

/** Ask what the time is: a television's clock may be wrong by hours, or be set right while the page stands. */
async function askTime() {
  const start = Date.now() - performance.now();
  if (found !== null && Math.abs(start - found) < CLOCK_MS) return;
  found = start;
  const answer = await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer) ahead = Date.parse(answer.headers.get("Date")) - Date.now() || 0;
  else found = null;
}

/** The time that is left of a round, as a node that counts by itself; `ends`: seconds since 1970. */
export function countdown(ends) {
  if (ends === null) return null;
  const node = h("span", { class: "countdown", role: "timer" });
  const tick = () => {
    askTime();
    const left = Math.max(0, Math.round(ends - (Date.now() + ahead) / 1000));
    const time = left >= 3600 ? `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}` : `${Math.floor(left / 60)}:${two(left % 60)}`;
    node.textContent = left > 0 ? H.left(time) : H.up;
    node.classList.toggle("late", left <= 300);
    if (!node.isConnected && node.dataset.shown) clearInterval(timer);
    if (node.isConnected) node.dataset.shown = "1";
  };
  const timer = setInterval(tick, 1000);
  tick();
  return node;
}

/** A table of the round; `more`: what an organiser may do there. */
export function table(c, at, more = null) {
  const doing = at.state === "playing" ? H.playing(at.round, at.rounds) : at.stopped ? H.stopped : H.state[at.state];
  const points = at.seats.map((one) => one.points ?? -Infinity);
  // Nobody leads where all are level.
  const best = at.state === "waiting" || Math.max(...points) === Math.min(...points) ? null : Math.max(...points);
  return h("li", { class: `felt table ${at.state} ${at.online === false ? "away" : ""}` },
    h("div", { class: "table-head" }, h("h3", {}, H.table(at.name)),
      at.by_hand && h("span", { class: "tag" }, H.byHand), at.online === false && h("span", { class: "tag" }, H.offline),
      h("span", { class: "doing" }, doing)),
    h("ol", { class: "seats-list" }, at.seats.map((one) => h("li", { class: best !== null && one.points === best ? "best" : "" },
      h("span", { class: "name" }, c.players[one.player].name), h("b", {}, one.points === null ? "" : H.points(one.points))))),
    more);
}

/** A table from afar, as it tells of itself: whoever plays there, in no competition too. */
export function standings(at) {
  const seats = at.players.map((one, player) => ({ player, points: one.points }));
  const more = at.trick === null ? null : h("p", { class: "doing" }, H.trick(at.trick));
  return table({ players: at.players }, { ...at, seats, state: at.state === "idle" ? "waiting" : at.state }, at.state === "playing" ? more : null);
}

/** Tell whether there is anything to rank: before the first game has ended there is not. */
export const ranked = (c) => c.ranking.some((line) => line.points.some((points) => points !== null));

/** The rankings by title: one, or in a league one a group. */
export function rankings(c) {
  const groups = [...new Set(c.ranking.map((line) => c.players[line.player].group))].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  if (c.format !== "league" || groups.length < 2) return [[H.ranking, c.ranking]];
  return groups.map((group) => {
    const lines = c.ranking.filter((line) => c.players[line.player].group === group);
    const ahead = (line) => lines.filter((other) => other.rank < line.rank).length;
    return [group ? H.groupRanking(group) : H.ranking, lines.map((line) => ({ ...line, rank: ahead(line) + 1 }))];
  });
}

/** Some lines of the ranking; `games`: with the points of every round. */
export function ranking(c, lines, games = false) {
  const rounds = Array.from({ length: games ? c.round : 0 }, (_, i) => i);
  const knock = !games && c.round > c.rounds && c.ranking.some((line) => line.stage > 0);
  const points = (line, i) => line.points[i] === null || line.points[i] === undefined ? "" : H.points(line.points[i]);
  // Of the knock-out the last game that somebody has played there.
  const last = (line) => points(line, line.points.findLastIndex((one, i) => i >= c.rounds && one !== null));
  return h("table", { class: "ranking" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "rank" }, h("span", { class: "hear" }, H.rank)), h("th", { scope: "col", class: "who" }, H.player),
      rounds.map((i) => h("th", { scope: "col" }, h("span", { class: "hear" }, H.nth(i + 1)), h("span", { "aria-hidden": "true" }, i + 1))),
      knock && h("th", { scope: "col" }, c.final ? H.finalShort : H.knockoutShort),
      c.cards && h("th", { scope: "col", class: "sum" }, H.sum), h("th", { scope: "col" }, c.cards ? H.score : H.sum))),
    h("tbody", {}, lines.map((line) => h("tr", { class: `${line.rank === 1 && ranked(c) ? "first" : ""} ${line.stage > 0 ? "in" : ""}` },
      h("td", { class: "rank" }, line.rank === 1 && c.over ? [crown(), h("span", { class: "hear" }, "1")] : line.rank),
      h("th", { scope: "row", class: "who" }, c.players[line.player].name),
      rounds.map((i) => h("td", {}, points(line, i))),
      knock && h("td", { class: "knock" }, line.stage === c.stage || !c.final ? last(line) : ""),
      c.cards && h("td", { class: "sum" }, H.points(line.total)), h("td", { class: "total" }, H.points(line.score))))));
}

/** Everybody by name, with table and seat; who sits out too. */
export function places(c) {
  const seated = c.tables.flatMap((at) => at.seats.map((one, i) => ({ name: c.players[one.player].name, place: H.seat(at.name, i + 1) })));
  const out = c.byes.map((player) => ({ name: c.players[player].name, place: H.out }));
  return [...seated, ...out].sort((a, b) => a.name.localeCompare(b.name));
}

export const seatLine = (one) => h("li", { class: "seat-line" }, h("b", {}, one.name), h("span", {}, one.place));
