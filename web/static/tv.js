// The television: what a room reads from its sofa. Nothing is entered here; the one way to the keys is a link.

import { joinCard } from "./access.js";
import { star } from "./cards.js";
import { alerting, alerts } from "./common.js";
import { button, h, s } from "./dom.js";
import { settingsKey } from "./settings.js";
import { play, setSounds, sounding } from "./sounds.js";
import { later, storyKey } from "./story.js";
import { S } from "./strings.js";
import { T } from "./strings-tv.js";
import { underCamera } from "./words.js";

const KEYS = "M3 5h18v14H3zM5.500 7.500h2.500v2.500H5.500zM10.750 7.500h2.500v2.500h-2.500zM16 7.500h2.500v2.500H16zM5.500 12h2.500v2.500H5.500zM10.750 12h2.500v2.500h-2.500zM16 12h2.500v2.500H16zM8 16h8v1.500H8z";

const keysLink = (word) => h("a", { class: "button quiet circle keys-link", href: "/board?keys", "aria-label": word, title: word },
  s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "gear" }, s("path", { d: KEYS, "fill-rule": "evenodd" })));

const SPEAKER = "M3 9v6h4l6 5V4L7 9z";
const WAVES = "M15.500 8.500a5 5 0 0 1 0 7l1.300 1.300a7 7 0 0 0 0-9.600zM18 6a8.500 8.500 0 0 1 0 12l1.300 1.300a10.500 10.500 0 0 0 0-14.600z";

/** The switch of the sounds, which a television keeps for itself. */
function soundsKey() {
  const node = button(s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "gear" }, s("path", { d: SPEAKER }), s("path", { d: WAVES, class: "waves" })),
    () => { setSounds(!sounding()); node.setAttribute("aria-pressed", String(sounding())); },
    { class: "quiet circle sounds-key", "aria-label": T.sounds, title: T.sounds, "aria-pressed": String(sounding()), "data-focus": "sounds" });
  return node;
}

/** The bar at the top; `parts`: what the game has to say there. */
export const topBar = (v, parts) => [h("span", { class: "brand" }, star(), h("span", {}, S.title)), parts, h("span", { class: "bar-keys" }, keysLink(underCamera(v, T.keys, T.keysAlone)), soundsKey(), settingsKey())];

/** As everybody sees it who may change nothing: a state that leads to no keys. */
export const untouched = (v) => ({ ...v, role: "spectator" });

// What was heard of last: the end, a question, something won, a step of the game, the gravest first.
const heard = {};

/** Let what is new be heard, once; what stands already when the page opens is no news. */
function sound(now) {
  const name = ["end", "question", "won", "card"].find((each) => each in heard && now[each] && now[each] !== heard[each]);
  Object.assign(heard, now);
  if (name) play(name);
}

const open = (v) => !v.held.every(Boolean);

// What a game gives: `bar` and `stage` (what stands there) with `barKey` and `stageKey`, `sentence` ({title, hint, win, icon}: what happens now),
// `question` (how to draw what the camera is not sure of, or null), `standing` (how the players stand at the end), and what differs with each
// thing that is `won`, and with each card or throw that is `laid`.

/** The way in for phones; a screen that was not let in yet shows by which sign it can be. */
export const wayIn = (v, act) => (v.role === "spectator" ? later(() => import("./pairing.js"), ({ signNode }) => signNode()) : joinCard(v, act));

/** Draw a game. */
export function televise(root, v, { act, pane, show }, game) {
  const over = v.phase === "game_over";
  const main = pane(root, "stage", "main");
  show(main, "top", [game.barKey(v), v.players, v.picture], () => topBar(v, game.bar(v)), "header");
  show(main, "table", !over && game.stageKey(v), () => (over ? [] : game.stage(v)));
  show(main, "finale", over && [storyKey(v), game.standing(v)], () => (over ? later(() => import("./finale.js"), ({ finale }) => finale(v, game.standing(v))) : []));
  show(main, "alerts", alerting(v), () => alerts(untouched(v), act));
  const question = over ? null : game.question(v);
  show(main, "questions", question && [v.questions, v.thrown, v.players], () => (question ? question() : []));
  sound({ end: over && `${v.game_id}`, question: question && JSON.stringify([v.questions?.map(({ id }) => id), v.thrown?.number]), won: game.won(v), card: game.laid(v) });
  const { title, hint, win, icon } = game.sentence(v);
  const foot = pane(main, "foot", "div");
  show(foot, "now", [title, hint, over], () => (over ? [] : h("div", { class: `banner ${win ? "win" : ""}` }, h("h1", {}, icon?.(), h("span", {}, title)), hint && h("p", {}, hint))));
  const more = open(v) && !over;
  show(foot, "join", more && [v.role, v.code, v.address], () => (more ? wayIn(v, act) : []));
  show(foot, "stays", over && [v.role, v.code, v.address, v.lobby?.guests, v.game_id], () => (over ? later(() => import("./tv-after.js"), ({ after }) => after(v, wayIn(v, act))) : []));
}

/** A card that the camera is not sure of, as large as the table allows, beside what it may be. */
export const asked = (title, why, crop, options, how = T.answer) => h("section", { class: "asked", "aria-label": title },
  h("h1", {}, title), why && h("p", {}, why),
  h("div", { class: "asked-body" }, crop && h("img", { class: "asked-crop", src: crop, alt: S.questionPicture, on: { error: (event) => event.target.remove() } }),
    options.length > 0 && h("ul", { class: "asked-options" }, options.map((one) => h("li", {}, one)))),
  h("p", { class: "asked-how" }, how));
