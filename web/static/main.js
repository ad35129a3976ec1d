// Start here: hold the state that the table sent, and draw the page from it.

import { drawBoard } from "./board.js";
import { pickCard, seatKeys } from "./dialogs.js";
import { ask, button, h, refresh } from "./dom.js";
import { actions, tools } from "./moves.js";
import { Link } from "./net.js";
import { alerts, announcement, bannerNode, lastTrick, notices, panel, panelOf, playersPanel, roundResult, trickNode, trumpTile } from "./parts.js";
import { pictureNode } from "./picture.js";
import { questionNode } from "./question.js";
import { sheet } from "./sheet.js";
import { star } from "./cards.js";
import { setupForm } from "./setup.js";
import { S } from "./strings.js";
import { toast } from "./toast.js";

const WATCH = "familiar.watch";

const onBoard = document.body.dataset.view === "board";
const root = document.getElementById("app");
const sayBox = document.getElementById("say");
const panes = new Map();
let state = null;

function tell(answer) {
  if (answer.ok) toast("");
  else toast(answer.status === 409 ? S.stale : answer.body.error ?? S.trouble);
  return answer.ok;
}

const send = async (path, body) => tell(await link.post(path, body));

/** Bid. Where others bid at the same moment the number is stale, not the bid: then say it once more. */
async function bid(tricks, player) {
  const { round } = state;
  const answer = await link.post("/api/bid", { tricks, player });
  const still = state.phase === "bidding" && state.round === round && state.turn === null && !state.bid_made[player];
  return answer.status === 409 && still ? send("/api/bid", { tricks, player }) : tell(answer);
}

function watch(value) {
  sessionStorage.setItem(WATCH, value ? "1" : "0");
  redraw();
}

const act = {
  bid,
  trump: (suit) => send("/api/trump", { suit }),
  card: (card) => send("/api/card", { card }),
  confirm: () => send("/api/confirm"),
  undo: async () => (await ask(S.undoAsk, S.undo, S.cancel, state.events.at(-1)?.text)) && send("/api/undo"),
  correct: (index, change) => send("/api/correct", { index, ...change }),
  answer: (question, card) => send("/api/answer", { question, card }),
  press: (name) => send("/api/press", { button: name }),
  free: (seat) => send("/api/free", { seat }),
  leave: async () => { if (await send("/api/leave")) watch(true); },
  seat: async (seat) => { if (await send("/api/seat", { seat })) watch(false); },
  game: (header) => send("/api/game", header),
};

const pick = (title, chosen) => pickCard(state, title, chosen);

/** The pane of this name, made once, in the order of the first call. */
function pane(parent, name, tag = "section") {
  if (!panes.has(name)) {
    panes.set(name, h(tag, { class: `pane pane-${name}` }));
    parent.append(panes.get(name));
  }
  return panes.get(name);
}

function bar(v) {
  return [
    h("span", { class: "brand" }, star(), S.title),
    v.phase && h("span", { class: "round" }, S.round(v.round, v.rounds)),
    v.phase && v.phase !== "game_over" && h("span", { class: "note" }, S.deals(v.players[v.dealer])),
  ];
}

function welcome(v) {
  return h("div", { class: "panel welcome" },
    h("h1", {}, S.welcome), h("p", { class: "note" }, S.welcomeHint), seatKeys(v, act),
    button(S.justWatch, () => watch(true), { class: "quiet" }));
}

function felt(v, me) {
  return h("div", { class: "felt" },
    v.phase !== "game_over" && trumpTile(v), bannerNode(v, me), roundResult(v), trickNode(v),
    h("div", { class: "actions" }, actions(v, me, act)));
}

function drawPhone(v) {
  const me = v.you;
  const show = (name, shown, build, tag) => refresh(pane(root, name, tag), shown, build);
  show("bar", [v.round, v.rounds, v.dealer, v.players, v.phase], () => bar(v), "header");
  show("setup", !v.phase, () => (v.phase ? [] : setupForm(v, act.game)), "main");
  if (!v.phase) return;
  const choose = me === null && sessionStorage.getItem(WATCH) !== "1";
  show("seats", choose && [v.players, v.held], () => (choose ? welcome(v) : []));
  show("alerts", [v.out_of_step, v.trouble], () => alerts(v));
  show("questions", [v.questions, v.players], () => v.questions.map((one) => questionNode(v, one, act, pick)));
  const { lights, notices: said, questions, number, since, out_of_step, trouble, ...table } = v;
  show("felt", table, () => felt(v, me), "main");
  show("players", [v.players, v.bids, v.bid_made, v.tricks, v.totals, v.turn, v.dealer, v.phase, v.lights, me], () => panelOf(playersPanel(v, me)));
  show("last", [v.last_trick, v.trick.length > 0, v.players], () => panelOf(lastTrick(v), "felted"));
  show("notices", v.notices, () => panelOf(notices(v)));
  show("sheet", [v.sheet, v.bids, v.bid_made, v.phase, v.players, v.trump, v.dealer, v.round], () => panelOf(sheet(v), "paper"));
  show("tools", [v.phase, v.events, v.you, v.players, v.rules], () => panelOf(tools(v, act, () => { watch(false); scrollTo(0, 0); })));
  show("panel", [v.simulated, v.lights, v.players], () => panelOf(panel(v, act)));
  show("picture", v.picture, () => (v.picture ? pictureNode(false) : []));
}

function redraw() {
  if (state === null) return;
  if (onBoard) drawBoard(root, state, { act, pane, pick });
  else drawPhone(state);
  const said = state.phase ? announcement(state, state.you) : "";
  if (sayBox.textContent !== said) sayBox.textContent = said;
}

const link = new Link({
  watch: onBoard,
  onState: (fresh) => { state = fresh; redraw(); },
  onReach: (reached) => {
    const lost = document.body.classList.contains("lost");
    document.body.classList.toggle("lost", !reached);
    if (!reached) toast(S.lost);
    else if (lost) toast("");
  },
});
link.start();
