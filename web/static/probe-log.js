// How it stands, and what happened; a step can be put right, or taken back for all to see.

import { ask, button, h, openDialog } from "./dom.js";
import { openLog } from "./log.js";
import { pickActivity } from "./probe-cards.js";
import { askSign } from "./probe-moves.js";
import { stepper } from "./probe-word.js";
import { P } from "./strings-probe.js";
import { S } from "./strings.js";

const SHOWN = 6;

export function rankingNode(v) {
  if (v.phase !== "game_over") return null;
  return h("ol", { class: "result", "aria-label": P.ranking }, v.ranking.map(({ rank, player, points, total }) =>
    h("li", { class: points < 0 ? "minus" : "plus" }, h("span", {}, h("b", {}, P.rank(rank)), ` ${player} `, total !== points && h("span", { class: "note" }, P.brought(total - points))), h("b", {}, `${total}`))));
}

const line = (event) => h("span", {}, `${event.text[0].toUpperCase()}${event.text.slice(1)}.`);

export function logPanel(v, act) {
  if (v.log.count === 0) return [];
  return [
    h("div", { class: "panel-head" }, h("h2", {}, P.log), button(P.whole, () => logDialog(act), { class: "quiet", "data-focus": "log" })),
    h("ul", { class: "events" }, v.log.recent.slice(-SHOWN).reverse().map((event) => h("li", { class: "log-line" }, line(event)))),
  ];
}

export function logDialog(act) {
  openLog(P.log, act, (v, close) => (v.events.length === 0 ? h("p", {}, P.nothing) : [
    h("p", { class: "note" }, P.toMend),
    h("ul", { class: "events" }, [...v.events].reverse().map((event) =>
      h("li", {}, button(line(event), () => { close(); mendDialog(v, event, act); }, { class: "event", "data-event": event.index, "data-focus": `event${event.index}` })))),
  ]));
}

/** What an earlier step was really, as far as it can be said without telling a secret. */
function mendDialog(v, event, act) {
  const put = (change) => act.mend(event.index, { ...change, seen: v.number });
  const mine = event.player === v.you || !v.held[event.player];
  const steps = v.events.length - event.index;
  openDialog(P.mendTitle, S.close, (close) => {
    const then = (change) => { close(); put(change); };
    const key = (word, change) => button(word, () => then(change), { class: "plain" });
    const choices = () => {
      if (event.event === "draw") return button(P.chooseCard, () => { close(); pickActivity(v, (card) => put({ card })); }, { class: "plain", "data-focus": "mend-card" });
      if (event.event === "judge" && mine) return key(event.right ? P.wrong : P.right, { right: !event.right });
      if ((event.event === "open" || event.event === "ready") && mine) return number(v, event, then);
      if (event.event === "word" && event.player === v.you && v.sees) return word(event, then);
      return h("p", { class: "note" }, P.onlyBack);
    };
    return [
      h("p", {}, line(event)), h("div", { class: "choices" }, choices()),
      h("div", { class: "back" }, h("p", { class: "note" }, P.backHint),
        button(P.back(steps), async () => { close(); if (await ask(P.back(steps), S.undo, S.leaveIt, event.text)) act.back(steps, v.number); }, { class: "plain", "data-focus": "back" })),
    ];
  });
}

function number(v, event, then) {
  const what = event.event === "open" ? "space" : "spaces";
  let n = event[what];
  const take = (tray) => (event.sign ? askSign(v, n, (sign) => then({ space: n, sign, ...tray })) : then({ [what]: n, ...tray }));
  const keys = what === "space" && event.tray ? Object.entries(P.trays).map(([tray, word]) => button(word, () => take({ tray }), { class: "plain" }))
    : button(P.take, () => take(), { class: "plain" });
  return [stepper(P.spaces, n, 1, 12, (value) => { n = value; }), keys];
}

function word(event, then) {
  const input = h("input", { type: "text", value: event.word ?? "", maxlength: 24, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-label": P.word });
  return h("form", { class: "row", on: { submit: (submit) => { submit.preventDefault(); then({ word: input.value.trim() }); } } }, input, h("button", { type: "submit", class: "plain" }, P.take));
}
