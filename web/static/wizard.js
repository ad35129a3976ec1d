// Wizard on a phone: its panes, and what a phone can wish for. The big screen is board.js.

import { pickCard } from "./dialogs.js";
import { h } from "./dom.js";
import { actions, tools } from "./moves.js";
import { alerting, alerts, notices, panel, panelOf } from "./common.js";
import { bannerNode, lastTrick, playersPanel, roundResult, trickNode, trumpTile } from "./parts.js";
import { pictureNode } from "./picture.js";
import { questionNode } from "./question.js";
import { sheet } from "./sheet.js";
import { keepNode, later, storyKey, storyNode } from "./story.js";
import { S } from "./strings.js";

export { announcement } from "./parts.js";

export function wishes({ send }) {
  return {
    bid: (tricks, player, seen) => send("/api/bid", { tricks, player, seen }),
    keep: (name) => send("/api/keep", { name }),
    trump: (suit) => send("/api/trump", { suit }),
    took: (player) => send("/api/took", { player }),
    tricks: (tricks, player, seen) => send("/api/tricks", { tricks, player, seen }),
    cards: (cards) => send("/api/cards", { cards }),
    card: (card, seen) => send("/api/card", { card, seen }),
    correct: (index, change) => send("/api/correct", { index, ...change }),
    pickCard: (shown, chosen) => pickCard(shown, S.pickCard, chosen),
  };
}

export const barKey = (v) => [v.round, v.rounds, v.dealer, v.players, v.phase];

export const bar = (v) => [
  h("span", { class: "round" }, v.phase === "game_over" ? S.over : S.round(v.round, v.rounds)),
  v.phase !== "game_over" && !v.lots && h("span", { class: "note" }, S.deals(v.players[v.dealer])),
];

function felt(v, me, act) {
  return h("div", { class: "felt" },
    v.phase !== "game_over" && !v.counted && trumpTile(v, act), bannerNode(v, me), roundResult(v), trickNode(v, act),
    h("div", { class: "actions" }, actions(v, me, act)));
}

export function drawPhone(v, { act, root, show, sit }) {
  const me = v.you;
  const pick = (title, chosen) => pickCard(act.now(), title, chosen);
  const put = (name, shown, build, tag) => show(root, name, shown, build, tag);
  put("alerts", alerting(v), () => alerts(v, act));
  put("questions", [v.questions, v.players], () => v.questions.map((one) => questionNode(v, one, act, pick)));
  const { lights, notices: said, questions, number, keep, out_of_step, missing, told, trouble, advice, ...table } = v;
  put("felt", table, () => felt(v, me, act));
  put("hand", v.simulated && me !== null && v.phase !== "game_over" && [v.game_id, v.round, v.phase, v.trick.length, v.log.count, me], () => (v.simulated && me !== null && v.phase !== "game_over" ? later(() => import("./hand.js"), ({ handNode }) => handNode(v)) : []));
  put("keep", v.keep, () => keepNode(v, act));
  put("players", [v.players, v.bids, v.bid_made, v.tricks, v.totals, v.turn, v.dealer, v.phase, v.lights, me], () => panelOf(playersPanel(v, me)));
  put("last", [v.last_trick, v.trick.length > 0, v.players, v.edition, v.counted], () => panelOf(lastTrick(v), "felted"));
  put("notices", v.notices, () => panelOf(notices(v)));
  put("sheet", [v.sheet, v.bids, v.bid_made, v.phase, v.players, v.trump, v.dealer, v.round, v.counted], () => panelOf(sheet(v), "paper"));
  put("story", storyKey(v), () => storyNode(v, v.sheet.length > 0));
  put("tools", [v.phase, v.log.count > 0, v.you, v.role, v.rules, v.cards], () => panelOf(tools(v, act, sit)));
  put("panel", [v.simulated, v.lights, v.players], () => panelOf(panel(v, act)));
  put("picture", v.picture, () => (v.picture ? pictureNode(false) : []));
}
