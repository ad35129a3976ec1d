// Probe on a phone and on the big screen: its panes, and what a phone can wish for.

import { button, h } from "./dom.js";
import { joinCard } from "./access.js";
import { star } from "./cards.js";
import { newGame } from "./begin.js";
import { alerting, alerts, newlyTold, notices, panel, panelOf } from "./common.js";
import { pictureNode } from "./picture.js";
import { drawnNode, proposalNode } from "./probe-cards.js";
import { logDialog, logPanel, rankingNode } from "./probe-log.js";
import { actions, banner, bannerNode, begun, newsNode } from "./probe-moves.js";
import { covered, traysPanel } from "./probe-trays.js";
import { standing, wordKey, wordPanel, wordsStand } from "./probe-word.js";
import { settingsKey } from "./settings.js";
import { later, showStory, storyKey, storyNode } from "./story.js";
import { P } from "./strings-probe.js";
import { styled } from "./styles.js";
import { S } from "./strings.js";
import { toast } from "./toast.js";
import { toolbar } from "./tools.js";

await styled("probe.css");

export function wishes({ send, post }) {
  async function spelling(word) {
    const answer = await post("/api/spelling", { word });
    return answer.ok ? answer.body : null;
  }
  return {
    spelling,
    word: (word, place) => send("/api/word", { word, ...place }),
    ready: (body) => send("/api/ready", body),
    draw: (card, seen) => send("/api/draw", { card, seen }),
    askFor: (of, sign) => send("/api/ask", { of, sign }),
    openSpace: (space, tray, sign, seen) => send("/api/open", { space, ...(tray && { tray }), ...(sign && { sign }), seen }),
    no: () => send("/api/no"),
    call: (body) => send("/api/call", body),
    judge: (right) => send("/api/judge", { right }),
    misspelt: (player, tray, seen) => send("/api/misspelt", { player, ...(tray && { tray }), seen }),
    mend: (index, change) => send("/api/mend", { index, ...change }),
    async lookUp(word) {
      const said = await spelling(word);
      if (said) toast(said.known === null ? P.noDictionary : said.known ? P.known(S.list(said.dictionaries)) : P.unknown(S.list(said.dictionaries)));
    },
  };
}

// Whether whoever has no phone is played for at the big screen.
let entering = false;
const WIDE = ["ask", "neighbour", "own_dot", "answer", "judge"];

export const barKey = (v) => [v.turn_number, v.phase, v.players, v.last];

const turnWords = (v) => {
  if (v.phase === "game_over") return S.over;
  if (v.phase === "setup") return P.settingOut;
  return v.last ? P.lastTurns(v.last.turns) : P.turn(v.turn_number);
};

export const bar = (v) => [h("span", { class: "round" }, turnWords(v)), h("span", { class: "note wide" }, P.name)];

export const announcement = (v, me) => {
  const { title, hint } = banner(v, me);
  const seen = v.questions.map((one) => (one.sure ? P.proposed(v.players[one.player], P.card(one.cards[0].card)) : S.question));
  return [newlyTold(v), ...seen, `${title}.`, hint].filter(Boolean).join(" ");
};

const shownOf = (v) => {
  const { lights, notices: said, number, out_of_step, trouble, advice, told, picture, ...table } = v;
  return [table, begun(v)];
};

const keys = (v, me, act) => (v.phase === "game_over"
  ? button(S.again, () => newGame(act), { class: "gold large" })
  : actions(v, me, act));

const sheetNode = (v) => (v.sheet.length === 0 ? [] : later(() => import("./probe-sheet.js"), ({ sheetPanel }) => panelOf(sheetPanel(v), "paper")));

export function drawPhone(v, { act, root, show, sit }) {
  const me = v.you;
  const put = (name, shown, build, tag) => show(root, name, shown, build, tag);
  put("alerts", alerting(v), () => alerts(v, act));
  put("questions", [v.questions, v.players, v.phase], () => v.questions.map((one) => proposalNode(v, one, act)));
  put("felt", shownOf(v), () => h("div", { class: "felt" }, bannerNode(v, me), drawnNode(v), newsNode(v), rankingNode(v),
    h("div", { class: "actions" }, keys(v, me, act))));
  put("word", wordsStand(v, me), () => standing(v, me, act));
  for (const at of [0, 1]) put(`word-${at}`, wordKey(v, me, at), () => wordPanel(v, me, at, act));
  put("trays", [v.players, v.seats, v.turn, v.active, v.phase, v.ranking, v.held, v.lights, v.rules, v.sees, me, covered()], () => panelOf([traysPanel(v, me, act)], "trays"));
  put("notices", v.notices, () => panelOf(notices(v)));
  put("sheet", [v.sheet, v.totals, v.turn_number, v.phase, v.players], () => sheetNode(v));
  put("story", storyKey(v), () => storyNode(v, v.sheet.length > 0));
  put("log", [v.log, v.players], () => panelOf(logPanel(v, act)));
  put("tools", [v.phase, v.log.count > 0, v.you], () => panelOf(toolbar(v, act, sit, () => logDialog(act))));
  put("panel", [v.simulated, v.lights, v.players], () => panelOf(panel(v, act)));
  put("picture", v.picture, () => (v.picture ? pictureNode(false) : []));
}

/** The big screen: everybody's trays, what happens now, and the score beside them. */
export function drawBoard(root, v, { act, pane, show }) {
  const main = pane(root, "stage", "main");
  const side = pane(root, "side", "aside");
  show(main, "top", barKey(v), () => [h("span", { class: "brand" }, star(), S.title), h("span", { class: "round" }, P.name), h("span", { class: "round" }, turnWords(v)), settingsKey()], "header");
  show(main, "trays", shownOf(v), () => h("div", { class: "felt" }, traysPanel(v, null, null)));
  show(main, "alerts", alerting(v), () => alerts(v, act));
  // What takes much room stands at the side, and only where somebody wants it: most players have phones.
  const wide = WIDE.includes(v.phase);
  const fold = () => { entering = !entering; act.redraw(); };
  const able = () => [keys(v, null, act)].flat(2).filter(Boolean);
  show(main, "now", [shownOf(v), entering], () => [h("div", { class: "telling" }, bannerNode(v, null), drawnNode(v), newsNode(v), rankingNode(v)),
    h("div", { class: "actions" }, !wide ? keys(v, null, act) : able().length > 0 && button(entering ? P.enterLess : P.enterHere, fold, { class: "plain", "data-focus": "enter-here" }))]);
  const foot = pane(main, "foot", "div");
  show(foot, "tools", [v.phase, v.log.count > 0], () => toolbar(v, act, null, () => logDialog(act)));
  show(foot, "panel", [v.simulated, v.lights, v.players], () => panel(v, act));
  show(side, "questions", [v.questions, v.players, v.phase], () => v.questions.map((one) => proposalNode(v, one, act)));
  show(side, "keys", [shownOf(v), entering], () => {
    const shown = wide && entering ? able() : [];
    return shown.length > 0 ? h("div", { class: "felt actions" }, shown) : [];
  });
  show(side, "sheet", [v.sheet, v.totals, v.turn_number, v.phase, v.players], () => sheetNode(v));
  showStory(v, side, main, show);
  show(side, "log", [v.log, v.players], () => panelOf(logPanel(v, act)));
  show(side, "notices", v.notices, () => panelOf(notices({ notices: v.notices.slice(-2) })));
  show(side, "picture", v.picture, () => (v.picture ? pictureNode(true) : []));
  show(side, "join", v.held.every(Boolean) || [v.role, v.code, v.address], () => (v.held.every(Boolean) ? [] : joinCard(v, act)));
}
