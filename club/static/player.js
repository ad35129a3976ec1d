// A player's own page: which table, which seat, which rank. It asks now and then: a hall has more phones than streams.

import { star } from "../cards.js";
import { h, refresh } from "../dom.js";
import { settingsKey } from "../settings.js";
import { toast } from "../toast.js";
import { isolated } from "../words.js";
import { countdown, stands } from "./hall-parts.js";
import { H } from "./hall-strings.js";

const AGAIN_MS = 6000;
const root = document.getElementById("app");
const sayBox = document.getElementById("say");
const bar = h("header", { class: "pane-bar pane" });
const main = h("main", { class: "panel own" });
root.append(bar, main);
let lost = false;
let timer = null;

function place(v) {
  if (v.over) return H.thanks;
  if (v.table && !v.done) return H.sits(v.table, v.seat);
  if (v.bye && !v.done) return H.yourBye;
  if (!v.here) return H.notHere;
  if (v.round > 0 && !v.done) return H.notSeated;
  return H.wait;
}

function draw(v) {
  const where = place(v);
  const seated = v.table && !v.done && !v.over;
  refresh(bar, [v.title, v.round, v.over], () => [h("h1", { class: "brand" }, star(), v.title), h("span", { class: "round" }, stands(v)), settingsKey()]);
  refresh(main, v, () => [
    h("h2", {}, H.hello(v.name)),
    h("p", { class: seated ? "felt place" : "" }, where),
    seated && countdown(v.ends),
    seated && [h("h3", {}, H.withYou), h("ol", { class: "seats-list" }, v.mates.map((name, i) => h("li", { class: i + 1 === v.seat ? "best" : "" }, h("span", { class: "name" }, name), h("b", {}, v.points[i] === null ? "" : H.points(v.points[i])))))],
    v.played && h("p", { class: "ranked" }, H.rankOf(v.rank, v.of)),
    v.played && h("p", { class: "note" }, H.scored(v.score)),
    h("p", {}, h("a", { class: "button plain", href: "/hall" }, H.screen))]);
  document.title = `${isolated(v.name)} · ${isolated(v.title)}`;
  if (sayBox.textContent !== where) sayBox.textContent = where;
}

/** The competition was put away, and another may have begun, in which this number is somebody else's. */
function drawGone(words) {
  refresh(bar, words, () => [h("h1", { class: "brand" }, star(), "Familiar"), settingsKey()]);
  refresh(main, words, () => [h("p", {}, words), h("p", {}, h("a", { class: "button gold", href: "/checkin" }, H.checkIn))]);
  document.title = "Familiar";
  if (sayBox.textContent !== words) sayBox.textContent = words;
}

async function look() {
  if (!document.hidden) {
    try {
      const answer = await fetch(`${location.pathname}/state${location.search}`, { cache: "no-store" });
      if (answer.ok) draw(await answer.json());
      else if (answer.status === 404) drawGone((await answer.json()).error);
      if (lost) toast("");
      lost = false;
    } catch {
      lost = true;
      toast(H.lost);
    }
  }
  clearTimeout(timer);
  timer = setTimeout(look, AGAIN_MS);
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
look();
