// How a game went stands beneath its sheet. Nothing of it is fetched before there is something to tell.

import { h } from "./dom.js";
import { S } from "./strings.js";

const AGAIN_MS = 3000;

/** A box that fills itself with what `build` makes of a module, as soon as that was fetched; it is asked for again while the box stands. */
export function later(load, build) {
  const box = h("div", { class: "later" });
  const fill = () => load().then((found) => box.replaceChildren(...[build(found)].flat().filter(Boolean)), () => setTimeout(() => box.isConnected && fill(), AGAIN_MS));
  fill();
  return box;
}

const told = (build) => later(() => import("./story-told.js"), build);

/** What must change for the story to be drawn anew: what is settled, and not what is just going on; who stood out may change by what is put right in the end. */
export const storyKey = (v) => [v.game_id, v.turn_number > 1, v.sheet, v.phase === "game_over" && [v.told], v.players, v.role];

/** The pane of a running game; before its first result (`some`) only the way to those before. */
export function storyNode(v, some) {
  const ways = (thisGame) => (v.role === "spectator" ? null : h("div", { class: "tools" },
    thisGame && h("a", { class: "button plain", href: `/evenings/${v.game_id}` }, thisGame), h("a", { class: "button plain", href: "/evenings" }, S.evenings)));
  return some ? told((pages) => pages.storyPanel(v, ways)) : ways(null);
}

/** The offer to keep the deck of the game that is over. */
export const keepNode = (v, act) => (v.keep ? later(() => import("./keep.js"), (pages) => pages.keepPanel(v, act)) : []);

/** The big screen has no room for it but between two rounds, and at the end. */
export function showStory(v, side, main, show) {
  const over = v.phase === "game_over";
  const resting = over || v.phase === "deal" && v.sheet.length > 0;
  show(side, "story", resting && storyKey(v), () => (resting ? told((pages) => pages.chartPanel(v)) : []));
  show(main, "awards", over && storyKey(v), () => (over ? told((pages) => pages.awardsNode(v)) : []));
}
