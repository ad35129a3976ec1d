// Everybody's trays, and what can be done with one: name its word, call it misspelt, look it up.

import { ask, button, h, recall, retain } from "./dom.js";
import { lampDot } from "./common.js";
import { crown } from "./cards.js";
import { trayRow } from "./probe-flaps.js";
import { callDialog, mayCall } from "./probe-word.js";
import { P } from "./strings-probe.js";
import { S } from "./strings.js";

const COVERED = "familiar.covered";

/** Whether this reader's own word is covered, so that no neighbour reads it from the phone. */
export const covered = () => recall("sessionStorage", COVERED) === "1";
const setCovered = (value) => retain("sessionStorage", COVERED, value ? "1" : "0");

function foot(v, seat, tray, me, act, more) {
  const word = tray.hidden === 0 && tray.spaces.every((flap) => flap.sign) ? tray.spaces.map((flap) => flap.sign).join("").replaceAll(".", "") : null;
  const mayMisspell = v.phase !== "setup" && v.phase !== "game_over" && !tray.misspelt && (v.rules.misspelt === "any_time" || tray.hidden === 0);
  return h("div", { class: "row tray-keys" }, more,
    mayCall(v, seat, tray, me) && button(P.call, () => callDialog(v, seat, tray, me, act), { class: "plain", "data-focus": `call-${seat}-${tray.tray}` }),
    word && button(P.lookUp, () => act.lookUp(word), { class: "quiet", "data-focus": `look-${seat}-${tray.tray}` }),
    mayMisspell && button(P.toSpell, async () => { const seen = act.seen(); if (await ask(P.misspeltAsk(v.players[seat]), P.misspeltYes, S.leaveIt)) act.misspelt(seat, tray.tray, seen); },
      { class: "quiet", "data-focus": `misspelt-${seat}-${tray.tray}` }));
}

const count = (tray) => h("span", { class: "note" }, tray.ready ? P.hidden(tray.hidden) : P.noWord, tray.misspelt && h("span", { class: "chip bad" }, P.misspelt));

function trayNode(v, seat, tray, me, act, more) {
  const own = seat === me;
  return h("div", { class: "tray-box" },
    tray.tray && h("div", { class: "tray-line" }, h("span", { class: "note" }, P.trays[tray.tray]), count(tray)),
    tray.ready && trayRow(tray, { own: own && !covered(), large: own }),
    tray.ready && act && foot(v, seat, tray, me, act, more));
}

const coverKey = (v, trays, act) => v.sees && trays.some((tray) => tray.typed && tray.hidden > 0) &&
  button(covered() ? P.show : P.cover, () => { setCovered(!covered()); act.redraw(); }, { class: "quiet cover-key", "data-focus": "cover" });

/** Everybody's trays: the others as everybody sees them, the reader's own with its word. Without `act` there is nothing to tap. */
export function traysPanel(v, me, act) {
  const some = !v.stopped && v.ranking.some((line) => line.points !== v.ranking[0].points);
  const first = (seat) => some && v.ranking.find((line) => line.seat === seat).rank === 1;
  const order = v.players.map((_, i) => (me === null ? i : (me + 1 + i) % v.players.length));
  return h("ul", { class: `probers of-${v.players.length}` }, order.map((seat) => {
    const { total, trays, points } = v.seats[seat];
    const own = seat === me;
    return h("li", { class: `${v.turn === seat ? "turn" : ""} ${own ? "me" : ""} ${v.active === seat && v.phase !== "setup" ? "active" : ""}` },
      h("div", { class: "mage" }, lampDot(v, seat), h("span", { class: "name" }, v.players[seat]), own && h("span", { class: "chip you" }, S.you),
        first(seat) && crown(),
        h("span", { class: "tail" },
          total !== points && h("span", { class: "note brought-along" }, P.brought(total - points)),
          trays.length === 1 && count(trays[0]),
          h("b", { class: "count" }, `${total}`))),
      trays.map((tray) => trayNode(v, seat, tray, me, act, own && tray === trays.at(-1) && coverKey(v, trays, act))));
  }));
}
