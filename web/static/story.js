// How a game went: its chart, which the table draws, who stood out, and the way to all evenings.

import { h } from "./dom.js";
import { crown } from "./cards.js";
import { H } from "./strings-story.js";
import { S } from "./strings.js";
import { styled } from "./styles.js";
import { listed } from "./words.js";

await styled("chart.css");

// What was drawn last at an address stands there until the next drawing has come, so that nothing jumps.
const before = new Map();

/** The chart at `path`; what cannot be fetched leaves no gap. */
export function chartNode(path) {
  const figure = h("figure", { class: "chart-box", hidden: !before.has(path) }, before.get(path)?.cloneNode(true));
  fetch(path, { cache: "no-store" }).then(async (answer) => {
    if (!answer.ok) return;
    const drawing = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    before.set(path, document.importNode(drawing, true));
    figure.replaceChildren(before.get(path).cloneNode(true));
    figure.hidden = false;
  }).catch(() => {});
  return figure;
}

export const awardList = (awards) => h("ul", { class: "awards" }, awards.map((one) => h("li", {},
  crown(), h("span", {}, h("strong", {}, one.title), h("span", {}, H.award(listed(one.players), one.text))))));

/** Who stood out in the game that is over, as soon as the table has told it. */
function awardsNode(v) {
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

/** What must change for the story to be drawn anew: what is settled, and not what is just going on. */
export const storyKey = (v) => [v.game_id, v.turn_number > 1, v.sheet, v.phase === "game_over", v.players, v.role];

/** The pane of a running game; before its first result (`some`) only the way to those before. */
export function storyNode(v, some) {
  const ways = v.role === "spectator" ? null : h("div", { class: "tools" },
    some && h("a", { class: "button plain", href: `/evenings/${v.game_id}` }, H.thisGame), h("a", { class: "button plain", href: "/evenings" }, S.evenings));
  return some ? h("div", { class: "panel paper" }, h("h2", {}, H.story), chartNode("/chart.svg"), awardsNode(v), ways) : ways;
}

/** The big screen has no room for it but between two rounds, and at the end. */
export function showStory(v, side, main, show) {
  const over = v.phase === "game_over";
  const resting = over || v.phase === "deal" && v.sheet.length > 0;
  show(side, "story", resting && storyKey(v), () => (resting ? h("div", { class: "panel paper" }, h("h2", { class: "hear" }, H.story), chartNode("/chart.svg")) : []));
  show(main, "awards", over && storyKey(v), () => (over ? awardsNode(v) : []));
}
