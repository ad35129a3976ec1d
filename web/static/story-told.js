// What there is to tell of a game: its chart, which the table draws, and who stood out.

import { h } from "./dom.js";
import { star } from "./cards.js";
import { H } from "./strings-story.js";
import { styled } from "./styles.js";
import { listed } from "./words.js";

await styled("chart.css");

// What was drawn last of a game stands there until the next drawing of it has come, so that nothing jumps.
const before = new Map();

/** The chart at `path`, of the game `of`; what cannot be fetched leaves no gap. */
export function chartNode(path, of = path) {
  const figure = h("figure", { class: "chart-box", hidden: !before.has(of) }, before.get(of)?.cloneNode(true));
  fetch(path, { cache: "no-store" }).then(async (answer) => {
    if (!answer.ok) return;
    const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    before.set(of, document.importNode(drawing, true));
    figure.replaceChildren(before.get(of).cloneNode(true));
    figure.hidden = false;
  }).catch(() => {});
  return figure;
}

export const awardList = (awards) => h("ul", { class: "awards" }, awards.map((one) => h("li", {},
  star(), h("span", {}, h("strong", {}, one.title), h("span", {}, H.award(listed(one.players), one.text))))));

/** Who stood out in the game that is over, as soon as the table has told it. */
export function awardsNode(v) {
  const box = h("div", { hidden: true });
  if (v.phase !== "game_over") return null;
  fetch("/awards", { cache: "no-store" }).then(async (answer) => {
    const { awards = [] } = answer.ok ? await answer.json() : {};
    if (awards.length === 0) return;
    box.replaceChildren(h("h3", {}, H.awards), awardList(awards));
    box.hidden = false;
  }).catch(() => {});
  return box;
}

export const storyPanel = (v, ways) => h("div", { class: "panel paper" }, h("h2", {}, H.story), chartNode("/chart.svg", v.game_id), awardsNode(v), ways(H.thisGame));
export const chartPanel = (v) => h("div", { class: "panel paper" }, h("h2", { class: "hear" }, H.story), chartNode("/chart.svg", v.game_id));
