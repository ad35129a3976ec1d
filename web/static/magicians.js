// Les Trois Magiciens on a phone and on the big screen: its panes, and what a phone can wish for.

import { button, h } from "./dom.js";
import { joinCard } from "./access.js";
import { star } from "./cards.js";
import { newGame } from "./begin.js";
import { alerting, alerts, newlyTold, panel, panelOf } from "./common.js";
import { pictureNode } from "./picture.js";
import { settingsKey } from "./settings.js";
import { actions, banner, bannerNode, begun, countedNode, duelNode, effects, keeping, newsNode, targets, walkNode } from "./magicians-moves.js";
import { logDialog, logPanel } from "./magicians-log.js";
import { boardNode } from "./magicians-map.js";
import { playersPanel, rankingNode } from "./magicians-players.js";
import { throwNode } from "./magicians-throw.js";
import { later, showStory, storyKey, storyNode } from "./story.js";
import { M } from "./strings-magicians.js";
import { styled } from "./styles.js";
import { S } from "./strings.js";
import { toolbar } from "./tools.js";

await styled("magicians.css");

export function wishes({ send, tell }) {
  return {
    throwing: (sticks, seen) => send("/api/throw", { sticks, seen }),
    again: (reason, seen) => send("/api/again", { reason, seen }),
    stick: (number, stick) => send("/api/stick", { throw: number, stick }),
    count: (number, counts) => send("/api/count", { throw: number, count: counts }),
    decide: (event, seen) => send("/api/decide", { event, seen }),
    amend: (index, event, seen) => send("/api/amend", { index, event, seen }),
    /** How the game stood before an event. */
    async before(index) {
      try {
        const answer = await fetch(`/before/${index}`, { cache: "no-store" });
        const body = await answer.json();
        return tell({ ok: answer.ok, status: answer.status, body }) ? body : null;
      } catch {
        tell({ ok: false, status: 0, body: {} });
        return null;
      }
    },
  };
}

export const barKey = (v) => [v.turn_number, v.phase, v.active, v.players, v.extra];

const turnWords = (v) => (v.phase === "game_over" ? S.over : M.turn(v.turn_number));

export const bar = (v) => [h("span", { class: "round" }, turnWords(v)), v.phase !== "game_over" && h("span", { class: "note wide" }, M.name)];

export const announcement = (v, me) => {
  const { title, hint } = banner(v, me);
  const lies = v.phase.endsWith("_read") ? `${v.reading.map(M.stickSay).join("; ")}. ` : "";
  return [newlyTold(v), ...effects(v, v.log.last), `${lies}${title}.`, hint].filter(Boolean).join(" ");
};

/** What the middle of the table shows: all but what has a pane of its own. */
function shownOf(v) {
  const { lights, notices, questions, number, out_of_step, missing, told, trouble, advice, last_turn, log, ...table } = v;
  return [table, log.count, log.last, begun(v)];
}

/** The throw that lies there, or what it was about. */
const lying = (v, me, act) => [throwNode(v, act, keeping(v, me, act)), rankingNode(v)];

const keys = (v, me, act) => (v.phase === "game_over"
  ? button(S.again, () => newGame(act), { class: "gold large" })
  : actions(v, me, act));

export function drawPhone(v, { act, root, show, sit }) {
  const me = v.you;
  const put = (name, shown, build, tag) => show(root, name, shown, build, tag);
  put("alerts", alerting(v), () => alerts(v, act));
  put("felt", shownOf(v), () => h("div", { class: "felt" }, newsNode(v), duelNode(v), bannerNode(v, me), countedNode(v), lying(v, me, act),
    h("div", { class: "actions" }, keys(v, me, act)), walkNode(v, me, act), boardNode(v, targets(v, me, act))));
  put("players", [v.players, v.seats, v.turn, v.ranking, v.lights, v.stopped, me], () => panelOf(playersPanel(v, me)));
  put("sheet", [v.sheet, v.players, v.stopped], () => (v.sheet.totals.some(Boolean)
    ? later(() => import("./magicians-sheet.js"), ({ magesSheet }) => panelOf(magesSheet({ ...v.sheet, players: v.players, stopped: v.stopped }), "paper")) : []));
  put("story", storyKey(v), () => storyNode(v, v.turn_number > 1));
  put("log", [v.log, v.players], () => panelOf(logPanel(v, act)));
  put("tools", [v.phase, v.log.count > 0, v.you], () => panelOf(toolbar(v, act, sit, () => logDialog(act))));
  put("panel", [v.simulated, v.lights, v.players], () => panelOf(panel(v, act)));
  put("picture", v.picture, () => (v.picture ? pictureNode(false) : []));
}

/** The big screen: the Places in the middle, the throw beside them, players and log at the side. */
export function drawBoard(root, v, { act, pane, show }) {
  const main = pane(root, "stage", "main");
  const side = pane(root, "side", "aside");
  show(main, "top", barKey(v), () => [h("span", { class: "brand" }, star(), S.title), h("span", { class: "round" }, M.name), h("span", { class: "round" }, turnWords(v)), settingsKey()], "header");
  show(main, "places", shownOf(v), () => h("div", { class: "felt" }, boardNode(v, targets(v, null, act)), h("div", { class: "beside" }, duelNode(v), lying(v, null, act), walkNode(v, null, act))));
  show(main, "alerts", alerting(v), () => alerts(v, act));
  show(main, "now", shownOf(v), () => [h("div", { class: "telling" }, newsNode(v), bannerNode(v, null), countedNode(v)), h("div", { class: "actions" }, keys(v, null, act))]);
  const foot = pane(main, "foot", "div");
  show(foot, "tools", [v.phase, v.log.count > 0], () => toolbar(v, act, null, () => logDialog(act)));
  show(foot, "panel", [v.simulated, v.lights, v.players], () => panel(v, act));
  show(side, "players", [v.players, v.seats, v.turn, v.ranking, v.lights, v.stopped], () => panelOf(playersPanel(v, null)));
  showStory(v, side, main, show);
  show(side, "log", [v.log, v.players], () => panelOf(logPanel(v, act)));
  show(side, "picture", v.picture, () => (v.picture ? pictureNode(true) : []));
  show(side, "join", v.held.every(Boolean) || [v.role, v.code, v.address], () => (v.held.every(Boolean) ? [] : joinCard(v, act)));
}
