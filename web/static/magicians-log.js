// What happened, turn by turn; any line of it can be put right, or taken back with what came after it.

import { button, h } from "./dom.js";
import { mark } from "./magicians-signs.js";
import { effects, sentence } from "./magicians-moves.js";
import { M } from "./strings-magicians.js";

const SHOWN = 2;

/** The events by turns, newest turn first. */
function turns(events) {
  const found = [];
  for (const event of events) {
    if (found.at(-1)?.turn !== event.turn) found.push({ turn: event.turn, player: event.player, extra: event.extra, events: [] });
    found.at(-1).events.push(event);
  }
  return found.reverse();
}

const heading = (v, { turn, player, extra }) => h("h3", {}, M.turnOf(turn, v.players[player], extra));

/** An event's own sentence says who threw; of all others the mark says whose it is. */
const line = (v, event) => [event.event !== "stop" && mark(v.seats[event.player].color),
  h("span", {}, sentence(v, event), effects(v, event).map((effect) => h("span", { class: "effect" }, effect)))];

export function logPanel(v, act) {
  if (v.log.count === 0) return [];
  const listed = turns(v.log.recent);
  return [
    h("div", { class: "panel-head" }, h("h2", {}, M.log), button(M.whole, () => logDialog(act), { class: "quiet", "data-focus": "log" })),
    listed.slice(0, SHOWN).map((turn) => [heading(v, turn), h("ul", { class: "events" }, [...turn.events].reverse().filter((event) => event.event !== "confirm" || event.effects).map((event) =>
      h("li", { class: "log-line" }, line(v, event))))]),
  ];
}

export async function logDialog(act) {
  const { openLog } = await import("./log.js");
  openLog(M.log, act, (v, close) => (v.events.length === 0 ? h("p", {}, M.nothing) : [
    h("p", { class: "note" }, M.toCorrect),
    turns(v.events).map((turn) => [heading(v, turn), h("ul", { class: "events" }, [...turn.events].reverse().map((event) =>
      h("li", {}, button(line(v, event), async () => { close(); (await import("./magicians-amend.js")).amend(v, event, act); }, { class: "event", "data-event": event.index, "data-focus": `event${event.index}` }))))]),
  ]));
}
