// The big screen: the table seen from above, the score sheet beside it, and the code to join. It shows what everybody may see.

import { h, refresh } from "./dom.js";
import { star } from "./cards.js";
import { actions, tools } from "./moves.js";
import { setupForm } from "./setup.js";
import { alerts, bannerNode, inPlay, lampDot, lastTrick, notices, panel, panelOf, questionNode, roundResult, sheet, slot, tally, dealerChip, trumpTile } from "./parts.js";
import { S } from "./strings.js";

/** Where seat `i` of `n` sits around an oval, in percent; seat 0 at the lower left, the others clockwise. */
function around(i, n, reach) {
  const angle = (2 * Math.PI * (i + 0.5)) / n + Math.PI / 2;
  return { "--x": `${(50 + reach.x * Math.cos(angle)).toFixed(2)}%`, "--y": `${(50 + reach.y * Math.sin(angle)).toFixed(2)}%` };
}

let laid = 0;

function tableTop(v) {
  const n = v.players.length;
  const fresh = v.trick.length > laid;
  laid = v.trick.length;
  const lying = inPlay(v) ? v.trick : [];
  return h("div", { class: "oval" },
    h("div", { class: "rim" }),
    h("div", { class: "centre" }, lying.length === 0 && [bannerNode(v, null), v.phase === "deal" && roundResult(v)]),
    h("ul", { class: "laid", "aria-label": S.trick }, lying.map((entry, i) => {
      const node = slot(v, entry, fresh && i === lying.length - 1);
      for (const [key, value] of Object.entries(around(entry.player, n, { x: 22, y: 17.5 }))) node.style.setProperty(key, value);
      return node;
    })),
    v.players.map((name, seat) => h("div", {
      class: `plaque ${v.turn === seat ? "turn" : ""} ${v.phase === "trick_done" && v.winning === seat ? "won" : ""}`,
      vars: around(seat, n, { x: 40, y: 41 }),
    },
      h("div", { class: "plaque-name" }, lampDot(v, seat), h("strong", {}, name), v.dealer === seat && dealerChip()),
      h("div", { class: "plaque-line" }, tally(v, seat), h("span", { class: "points" }, `${v.totals[seat]}`)))));
}

function joinCard() {
  const source = document.getElementById("join");
  return source ? h("div", { class: "panel join" },
    source.content.cloneNode(true),
    h("div", {}, h("h2", {}, S.joinTitle), h("p", { class: "note" }, S.joinHint))) : [];
}

export function drawBoard(root, v, { act, pane, pick, picture }) {
  const main = pane(root, "stage", "main");
  const side = pane(root, "side", "aside");
  const show = (parent, name, shown, build, tag) => refresh(pane(parent, name, tag), shown, build);
  show(main, "top", [v.players, v.round, v.phase, v.trump, v.turned, v.dealer, v.edition], () => [
    h("span", { class: "brand" }, star(), S.title),
    v.phase && h("span", { class: "round" }, v.phase === "game_over" ? S.over : S.round(v.round, v.rounds)),
    v.phase && v.phase !== "game_over" && trumpTile(v),
  ], "header");
  root.classList.toggle("unset", !v.phase);
  show(main, "greeting", !v.phase, () => (v.phase ? [] : h("div", { class: "felt greeting" }, h("h1", {}, S.noGameBoard), joinCard())));
  show(side, "setup", !v.phase, () => (v.phase ? [] : setupForm(v, act.game)));
  if (!v.phase) return;
  show(main, "alerts", [v.out_of_step, v.trouble], () => alerts(v));
  show(main, "questions", [v.questions, v.players], () => v.questions.map((one) => questionNode(v, one, act, pick)));
  const { notices: said, questions, number, since, events, held, out_of_step, trouble, ...table } = v;
  show(main, "oval", table, () => tableTop(v));
  show(main, "now", [table, v.held], () => [
    inPlay(v) && v.trick.length > 0 && bannerNode(v, null),
    h("div", { class: "actions" }, actions(v, null, act)),
  ]);
  show(side, "sheet", [v.sheet, v.bids, v.bid_made, v.phase, v.players, v.trump, v.dealer], () => panelOf(sheet(v, true), "paper"));
  show(side, "last", [v.last_trick, v.trick.length > 0, v.players], () => panelOf(lastTrick(v), "felted"));
  show(side, "notices", v.notices, () => panelOf(notices(v)));
  show(side, "join", "join", joinCard);
  show(main, "tools", [v.phase, v.events, v.players, v.rules], () => panelOf(tools(v, act, null)));
  show(main, "panel", [v.simulated, v.lights, v.players], () => panelOf(panel(v, act)));
  show(main, "picture", picture.key(v), () => picture.draw(v));
}
