// A double tap is one tap, and what another phone has done in the same moment is no fault.

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

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
// The wishes whose event has another name; a card may be one of several.
const KINDS = { "/api/trump": "name_trump", "/api/card": undefined };

/** Whether the first thing that happened after the state `shown` is just what was wished for. */
function fulfilled({ path, body: { seen, ...rest }, shown }, fresh) {
  if (!shown?.log || !fresh?.log || shown.game_id !== fresh.game_id) return false;
  if (path === "/api/undo") return fresh.log.count === shown.log.count - (rest.count ?? 1);
  const wish = typeof rest.event === "object" ? rest.event : { event: path in KINDS ? KINDS[path] : path.slice("/api/".length), ...rest };
  const next = fresh.log.recent.find((event) => event.index === shown.log.count);
  return next !== undefined && Object.entries(wish).every(([key, value]) => value === undefined || same(next[key], value));
}

let last = null;

/** Send a wish, and say what came of it: once, however often its key is tapped before that is seen. */
export function once({ path, body, shown, press }, post, tell) {
  const { seen, ...rest } = body;
  const wish = JSON.stringify([path, rest]);
  const was = last?.wish === wish ? last : null;
  // A clock that was set back tells nothing of it.
  if (was && Math.abs(press - was.press) < (was.under ? ANSWER_MS : twice ? WISH_MS : 0)) return was.answer;
  const sent = { wish, press, number: seen ?? shown?.number, under: true };
  last = sent;
  sent.answer = (async () => {
    const answer = await post(path, body);
    sent.under = false;
    const late = answer.status === 409;
    const own = late && was?.done && was.number === sent.number;
    const others = late && !own && fulfilled({ path, body, shown }, answer.body.state);
    sent.done = answer.ok || own;
    if (own) toast("");
    else if (others) toast(T.quicker, "calm");
    else tell(answer);
    return sent.done || others;
  })();
  return sent.answer;
}
