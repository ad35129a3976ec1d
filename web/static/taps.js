// A double tap is one tap, a key held down one press, and what another phone has done in the same moment is no fault.

import { T } from "./strings-taps.js";
import { toast } from "./toast.js";

const TWICE_MS = 400;
const TWICE_PX = 30;
// From the first tap to the wish of the second: a dialog may close in between.
const WISH_MS = 1000;
// An answer that takes longer may never come: then the same key sends anew.
const ANSWER_MS = 3000;

let first = null;
let tap = null;
let twice = false;

addEventListener("pointerdown", ({ target, clientX: x, clientY: y, pointerType }) => {
  const node = target.closest?.("button, a, summary, label") ?? target;
  first = tap;
  tap = { node, key: node.dataset?.focus ?? node.textContent, dialog: node.closest?.("dialog"), at: Date.now(), x, y, touch: pointerType === "touch" };
}, true);

// What the first tap has brought up in its place, the second is not meant for.
addEventListener("click", (event) => {
  // Not every phone counts taps as a mouse counts clicks; a key of the keyboard counts none.
  twice = first !== null && (event.detail > 1
    || event.detail > 0 && tap.touch && Math.abs(tap.at - first.at) < TWICE_MS && Math.hypot(tap.x - first.x, tap.y - first.y) < TWICE_PX);
  if (!twice || first.node === tap.node || first.key === tap.key && first.dialog === tap.dialog) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// Nor is Enter held down more than one press: the key that it was for may be drawn anew with another meaning.
addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}, true);

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
// The wishes whose event has another name; a card may be one of several.
const KINDS = { "/api/trump": "name_trump", "/api/card": undefined, "/api/call": "interrupt" };
// Those that are about the own seat without saying so.
const OWN = ["/api/word", "/api/ready"];
// Those that are no event of a game: how it stands once they are done.
const STANDS = {
  "/api/game": ({ game, players }, fresh, shown) => fresh.game_id !== shown.game_id && same([fresh.game, fresh.players], [game, players]),
  "/api/seat": ({ seat }, { you }) => you === seat,
  "/api/leave": (_, { you }) => you === null,
  "/api/lobby": ({ name, place }, { lobby }) => same([lobby?.guests[lobby.mine]?.name, lobby?.guests[lobby.mine]?.place], [name, place]),
  "/api/undo": ({ count }, fresh, shown) => fresh.game_id === shown.game_id && fresh.log.count === shown.log.count - (count ?? 1),
};

/** Whether the first thing that happened after the state `shown` is just what was wished for; of a wish that was `lost` on the way, whether anything is. */
function fulfilled({ path, body: { seen, ...rest }, shown }, fresh, lost = false) {
  if (!shown?.log || !fresh?.log) return false;
  if (path in STANDS) return STANDS[path](rest, fresh, shown);
  if (shown.game_id !== fresh.game_id) return false;
  const kind = path in KINDS ? KINDS[path] : path.slice("/api/".length);
  const wish = typeof rest.event === "object" ? rest.event : { event: kind, ...(OWN.includes(path) && { player: shown.you }), ...rest };
  // What is secret the table does not tell its sender either.
  const is = (event) => Object.entries(wish).every(([key, value]) => value === undefined || same(event[key], value) || lost && event[key] === null);
  const since = fresh.log.recent.filter((event) => event.index >= shown.log.count);
  return lost ? since.some(is) : since[0]?.index === shown.log.count && is(since[0]);
}

let last = null;
let forget = () => {};

/** Send a wish, and say what came of it: once, however often its key is tapped before that is seen. */
export function once({ path, body, shown, press }, post, tell, { now, onChange }) {
  const { seen, ...rest } = body;
  const wish = JSON.stringify([path, rest]);
  const was = last?.wish === wish ? last : null;
  // A clock that was set back tells nothing of it.
  if (was && Math.abs(press - was.press) < (was.under ? ANSWER_MS : twice ? WISH_MS : 0)) return was.answer;
  const heard = (fresh) => fulfilled({ path, body, shown }, fresh, true);
  const sent = { wish, press, number: seen ?? shown?.number, under: true, heard };
  last = sent;
  forget();
  sent.answer = (async () => {
    const answer = await post(path, body);
    sent.under = false;
    // Nobody answered, or the table has not come to it yet; it may do it all the same, and then it must not be wished for again.
    const lost = answer.status === 0 || answer.status === 503;
    const late = answer.status === 409;
    const own = lost ? heard(now()) : late && was?.number === sent.number && (was.done || was.heard(answer.body.state));
    const others = late && !own && fulfilled({ path, body, shown }, answer.body.state);
    sent.done = answer.ok || own;
    if (own) toast("");
    else if (others) toast(T.quicker, "calm");
    else tell(answer);
    return lost && !own ? watch(sent, onChange) : sent.done || others;
  })();
  return sent.answer;
}

/** Take back that a wish did not work, where a later state shows that it did. Resolves whether one does before the next wish. */
function watch(sent, onChange) {
  if (last !== sent) return false;
  return new Promise((resolve) => {
    const stop = onChange((fresh) => {
      if (!sent.heard(fresh)) return;
      sent.done = true;
      toast("");
      forget();
    });
    forget = () => {
      stop();
      forget = () => {};
      resolve(sent.done);
    };
  });
}
