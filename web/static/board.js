// The big screen: the table seen from above, the score sheet beside it, and the code to join. It shows what everybody may see.

import { joinCard } from "./access.js";
import { entering } from "./byhand.js";
import { pickCard } from "./dialogs.js";
import { h } from "./dom.js";
import { star, suitIcon } from "./cards.js";
import { actions, tools } from "./moves.js";
import { alerting, alerts, lampDot, notices, panel, panelOf } from "./common.js";
import { around } from "./oval.js";
import { bannerNode, dealerChip, isBest, lastLine, lyingOf, slot, tally, trumpTile } from "./parts.js";
import { pictureNode } from "./picture.js";
import { questionNode } from "./question.js";
import { settingsKey } from "./settings.js";
import { sheet } from "./sheet.js";
import { keepNode, showStory } from "./story.js";
import { L } from "./strings-lots.js";
import { S } from "./strings.js";
import { plain } from "./words.js";

let laid = 0;

/** What the last round brought a seat, between two rounds. */
function brought(v, seat) {
  const points = v.phase === "deal" ? v.sheet.at(-1)?.points[seat] : null;
  return points == null ? null : h("b", { class: points < 0 ? "minus" : "plus" }, S.signed(points));
}

function tableTop(v, act) {
  const n = v.players.length;
  const lying = lyingOf(v);
  const fresh = lying.length > laid;
  laid = lying.length;
  const tilt = (seat) => `${((seat * 37 + v.round * 11) % 9) - 4}deg`;
  const reach = n > 4 ? { x: 22, y: 15 } : { x: 17, y: 21 };
  return h("div", { class: `oval of-${n}` },
    h("div", { class: "rim" }, v.trump && h("span", { class: "watermark" }, suitIcon(v.trump))),
    h("div", { class: "centre" }, lying.length === 0 && bannerNode(v, null)),
    h("ul", { class: "laid", "aria-label": v.lots ? L.lots : S.trick }, lying.map((entry, i) => {
      const node = slot(v, entry, fresh && i === lying.length - 1, act);
      for (const [key, value] of Object.entries(around(entry.player, n, reach))) node.style.setProperty(key, value);
      node.style.setProperty("--tilt", tilt(entry.player));
      return node;
    })),
    v.players.map((name, seat) => h("div", {
      class: `plaque ${v.turn === seat ? "turn" : ""} ${["lots_done", "trick_done"].includes(v.phase) && isBest(v, seat) ? "won" : ""}`,
      vars: around(seat, n, { x: 40, y: 41 }),
    },
      h("div", { class: "plaque-name" }, lampDot(v, seat), h("strong", {}, name), v.dealer === seat && dealerChip()),
      h("div", { class: "plaque-line" }, brought(v, seat) ?? tally(v, seat), h("span", { class: "points" }, plain(v.totals[seat]))))));
}

export function drawBoard(root, v, { act, pane, show, setup }) {
  const main = pane(root, "stage", "main");
  const side = pane(root, "side", "aside");
  const pick = (title, chosen) => pickCard(act.now(), title, chosen);
  show(main, "top", [v.players, v.round, v.phase, v.counted, v.trump, v.turned, v.dealer, v.edition, v.marked, v.role], () => [
    h("span", { class: "brand" }, star(), S.title),
    v.phase && h("span", { class: "round" }, v.phase === "game_over" ? S.over : S.round(v.round, v.rounds)),
    v.phase && v.phase !== "game_over" && !v.counted && trumpTile(v, act),
    settingsKey(),
  ], "header");
  root.classList.toggle("unset", !v.phase);
  show(main, "greeting", !v.phase && [v.role, v.code, v.address], () => (v.phase ? [] : h("div", { class: "felt greeting" }, h("h1", {}, S.noGameBoard), joinCard(v, act))));
  show(side, "setup", v.phase || v.role === "spectator" ? null : [v.club, v.lobby?.guests], () => (v.phase || v.role === "spectator" ? [] : setup(v)));
  if (!v.phase) return;
  const fresh = v.notices.filter((one) => one.round >= v.round - 1).slice(-1);
  const { notices: said, questions, number, keep, log, held, out_of_step, missing, told, trouble, advice, ...table } = v;
  // The keys for every card stand at the side: beside the table there is no room for them.
  const hand = entering(v, null) !== null;
  const keys = () => h("div", { class: "actions" }, actions(v, null, act));
  show(main, "oval", table, () => tableTop(v, act));
  show(main, "alerts", alerting(v), () => alerts(v, act));
  show(main, "now", [table, v.held], () => [
    lyingOf(v).length > 0 && bannerNode(v, null),
    !hand && keys(),
  ]);
  show(side, "entry", hand && [table, v.held], () => (hand ? h("div", { class: "panel felted" }, keys()) : []));
  const foot = pane(main, "foot", "div");
  show(foot, "tools", [v.phase, v.log.count > 0, v.role, v.rules, v.cards], () => tools(v, act, null));
  show(foot, "panel", [v.simulated, v.lights, v.players], () => panel(v, act));
  show(side, "sheet", [v.sheet, v.bids, v.bid_made, v.phase, v.players, v.trump, v.dealer, v.round, v.counted], () => panelOf(sheet(v), "paper"));
  show(side, "keep", v.keep, () => keepNode(v, act));
  showStory(v, side, main, show);
  show(side, "last", [v.last_trick, v.players], () => panelOf(lastLine(v), "felted"));
  show(side, "notices", fresh, () => panelOf(notices({ notices: fresh })));
  show(side, "questions", [v.questions, v.players], () => v.questions.map((one) => questionNode(v, one, act, pick)));
  show(side, "picture", v.picture, () => (v.picture ? pictureNode(true) : []));
  show(side, "join", v.held.every(Boolean) || [v.role, v.code, v.address], () => (v.held.every(Boolean) ? [] : joinCard(v, act)));
}
