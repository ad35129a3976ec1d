// Start here: hold the state that the table sent, and let the pages of its game draw it.

import { accessWishes, guarded, watcher } from "./access.js";
import { seatKeys } from "./begin.js";
import { ask, button, h, recall, refresh, retain } from "./dom.js";
import { Link, reload } from "./net.js";
import { star } from "./cards.js";
import { settingsKey } from "./settings.js";
import { S } from "./strings.js";
import { reachable, toast } from "./toast.js";
import { hear, voice } from "./voice.js";

const WATCH = "familiar.watch";
// What dialogs that stay open are told of: what happened, who sits where, who may join by what, and whom a club seats next.
const dialogKey = (v) => JSON.stringify([v.number, v.you, v.held, v.role, v.code, v.address, v.club]);

// A phone, a television, or the big screen with keys.
const { view } = document.body.dataset;
const onBoard = view !== "phone";
// Only what is needed is fetched: the pages of the game that is played, or those that begin one.
const fetched = async (game) => (game === "specials" ? (await import("./specials.js")).among(await fetched("wizard"))
  : onBoard ? (await import("./screens.js")).fetched(view, game) : import(`./${game === "none" ? "setup" : game}.js`));

const root = document.getElementById("app");
const sayBox = document.getElementById("say");
const panes = new Map();
const changed = new Set();
let state = null;
let drawn = null;
let begun;
let lobby = null;
let pages = null;
let fetching = null;

function tell(answer) {
  if (answer.ok) toast("");
  else toast(answer.status === 409 ? S.stale : answer.body.error ?? S.trouble);
  return answer.ok;
}

const plainPost = (path, body) => link.post(path, body);
// What one may see depends on who one is: after a change of that the stream begins anew.
const again = () => link.start();
const post = guarded(plainPost, again);

// What tells a double tap comes with the first press.
let taps = null;
const tapping = async () => { taps ??= await import("./taps.js").catch(() => null); };
for (const press of ["pointerdown", "keydown"]) addEventListener(press, tapping, { once: true });

/** `shown`: the state that the wish was chosen in. */
async function send(path, body = {}, shown = state) {
  const wish = { path, body, shown, press: Date.now() };
  if (!taps) {
    wish.body = { ...body, seen: body.seen ?? shown?.number };
    await tapping();
  }
  return taps ? taps.once(wish, post, tell, act) : tell(await post(path, wish.body));
}

function watch(value) {
  retain("sessionStorage", WATCH, value ? "1" : "0");
  redraw();
}

// What every game's page can wish for; each game adds its own.
const act = {
  confirm: () => send("/api/confirm"),
  /** The number of the state that is shown: what is chosen in a dialog belongs to the state it was opened in. */
  seen: () => state.number,
  /** The state that is shown: what is drawn once may be pressed long after. */
  now: () => state,
  async undo() {
    const shown = state;
    return (await ask(S.undoAsk, S.undo, S.leaveIt, shown.log.last?.text)) && send("/api/undo", { seen: shown.number }, shown);
  },
  async stop() {
    const shown = state;
    return (await import("./stop.js")).stop(() => send("/api/stop", { seen: shown.number }, shown));
  },
  back: (count, seen) => send("/api/undo", { count, seen }),
  answer: (question, card) => send("/api/answer", { question, card }),
  press: (name) => send("/api/press", { button: name }),
  free: (seat, seen) => send("/api/free", { seat, seen }),
  leave: async () => { if ((await ask(S.leaveAsk, S.leave, S.leaveIt)) && await send("/api/leave")) watch(true); },
  seat: async (seat, seen) => { if (await send("/api/seat", { seat, seen })) watch(false); },
  game: (header) => send("/api/game", header),
  redraw: () => redraw(),
  /** The state with all its events, or null where the table cannot be reached. */
  async log() {
    const answer = await link.get("/events");
    return tell(answer) ? { ...state, ...answer.body } : null;
  },
  /** Call with the state after each change of the table or of the seats; returns how to stop it. */
  onChange(call) {
    changed.add(call);
    return () => changed.delete(call);
  },
};
Object.assign(act, accessWishes({ post: plainPost, send, again, now: () => state }));

/** The pane of this name, made once, in the order of the first call. */
function pane(parent, name, tag = "section") {
  if (!panes.has(name)) {
    panes.set(name, h(tag, { class: `pane pane-${name}` }));
    parent.append(panes.get(name));
  }
  return panes.get(name);
}

const show = (parent, name, shown, build, tag) => refresh(pane(parent, name, tag), shown, build);

const setup = (v) => (v.role === "spectator" ? watcher(act) : pages.setupForm(v, act.game));

function welcome(v) {
  if (v.role === "spectator") return watcher(act);
  return h("div", { class: "panel welcome" },
    h("h1", {}, S.welcome), h("p", { class: "note" }, S.welcomeHint), seatKeys(v, act),
    button(S.justWatch, () => watch(true), { class: "quiet" }));
}

function drawPhone(v) {
  show(root, "bar", v.phase && pages.barKey(v), () => [h("span", { class: "brand" }, star(), S.title), v.phase && pages.bar(v), settingsKey()], "header");
  const main = pane(root, "page", "main");
  const over = v.phase === "game_over";
  if (over && !lobby) fetchLobby();
  (pages.drawLobby ?? lobby?.drawLobby)?.(v, { act, show: (...pane) => show(main, ...pane), redraw });
  show(main, "setup", v.phase ? null : [v.club, v.role, v.lobby?.guests], () => (v.phase ? [] : [setup(v), v.role !== "spectator" && pages.ways()]));
  if (!v.phase) return;
  const choose = v.role === "spectator" || !over && v.you === null && recall("sessionStorage", WATCH) !== "1";
  show(main, "seats", choose && [v.players, v.held, v.role], () => (choose ? welcome(v) : []));
  pages.drawPhone(v, { act, root: main, show, sit: () => { watch(false); scrollTo(0, 0); } });
  // Who sees how it ended sees beneath who stays for another game.
  // A pane that is moved loses the focus, so it is moved once.
  if (panes.has("lobby") && over && panes.get("felt").nextSibling !== panes.get("who")) panes.get("felt").after(panes.get("who"), panes.get("lobby"));
}

/** A script is not to be had: the table is out of reach, or was updated since this page was opened. */
function missed() {
  toast(S.lost);
  reload();
}

/** Fetch what is shown of those who wait, once a game is over. */
async function fetchLobby() {
  lobby = {};
  const found = await import("./waiting.js").catch(missed);
  if (!found) return;
  lobby = found;
  Object.assign(act, lobby.wishes({ send }));
  redraw();
}

/** Fetch a game's pages, and draw them. */
async function fetchPages(game) {
  if (fetching === game) return;
  fetching = game;
  try {
    const found = await fetched(game);
    Object.assign(act, found.wishes?.({ send, post, tell }));
    pages = { ...found, game };
  } catch {
    missed();
    return;
  }
  fetching = null;
  redraw();
}

function redraw() {
  if (state === null) return;
  const game = state.specials ? "specials" : state.game ?? "none";
  if (pages?.game !== game) { fetchPages(game); return; }
  document.body.dataset.role = state.role;
  // Who began a game far down a form, or ended it there, looks at what comes first.
  const now = `${state.game_id} ${state.phase === "game_over"}`;
  if (begun !== now && !onBoard) scrollTo(0, 0);
  begun = now;
  // Another game has other panes, in another order.
  if (drawn !== state.game) {
    drawn = state.game;
    panes.clear();
    root.replaceChildren();
    root.className = state.game ? `game-${state.game}` : "";
  }
  if (onBoard) pages.drawBoard(root, state, { act, pane, show, setup });
  else drawPhone(state);
  if (voice() !== "reader") {
    const said = state.phase ? pages.announcement(state, state.you) : "";
    if (sayBox.textContent !== said) sayBox.textContent = said;
  }
  hear(state.number, (lines) => sayBox.replaceChildren(...lines.map((line) => h("p", {}, line))));
}

const link = new Link({
  watch: onBoard,
  onState: (fresh) => {
    const stale = state !== null && dialogKey(state) !== dialogKey(fresh);
    state = fresh;
    redraw();
    if (stale) for (const call of changed) call(state);
  },
  onReach: reachable(S.lost),
});
link.start();
// A key may open what is fetched only then, and is dead where the table is out of reach: browsers tell of it in words of their own, with one in common.
addEventListener("unhandledrejection", (event) => {
  if (/module/.test(event.reason?.message)) {
    event.preventDefault();
    toast(S.lost);
  }
});
// Whoever scanned a television's sign is asked whether it may show the code.
const scanned = /^#pair=(\w+)$/.exec(location.hash);
if (scanned && !onBoard) {
  history.replaceState(null, "", "/");
  act.pair(scanned[1]);
}
