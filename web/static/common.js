// What the page of every game has: what everybody must know now, lamps, notices, panels.

import { button, h } from "./dom.js";
import { card } from "./cards.js";
import { S } from "./strings.js";
import { atPanel } from "./words.js";

const heard = { told: null, number: null };

/** What was put right, for as long as it is new: it stays on the page, and is read out once. */
export function newlyTold(v) {
  if (v.told !== heard.told) Object.assign(heard, { told: v.told, number: v.number });
  return v.number === heard.number ? v.told : null;
}

/** Whose turn it is, as the lamp before the seat shows it; a table without a panel has only this one. */
export function lampDot(v, seat) {
  const how = v.lights?.seats?.[seat] ?? "off";
  return h("span", { class: `lamp lamp-${how}`, title: atPanel(v, S.lampOf(v.players[seat], S.lamp[how] ?? how)) });
}

export function notices(v) {
  return v.notices.length === 0 ? [] : [
    h("h2", {}, S.notices),
    h("ul", { class: "notices" }, v.notices.slice(-4).reverse().map((one) => h("li", {}, one.text))),
  ];
}

/** Whether a card that is gone may be taken back: those of a whole trick are taken up. */
const maybeUndone = (v) => v.phase !== "trick_done" && v.phase !== "lots_done" && v.role !== "spectator";

/** What the alerts say, for a page to tell when they have changed. */
export const alerting = (v) => [v.told, v.out_of_step, v.missing, v.trouble, v.advice, maybeUndone(v)];

/** What everybody must know now: what was put right, and what is amiss; `v.missing`: the cards that should lie there. */
export function alerts(v, act) {
  const missing = v.missing ?? [];
  return [
    v.told && h("div", { class: "alert told" }, h("span", {}, v.told)),
    v.out_of_step && h("div", { class: "alert amber" }, h("span", {}, v.out_of_step),
      missing.length > 0 && h("div", { class: "row" }, missing.map((one) => card(one.card, v.edition, "tiny")),
        maybeUndone(v) && button(S.undo, act.undo, { class: "plain", "data-focus": "undo-missing" }))),
    v.trouble && h("div", { class: "alert" }, h("span", {}, v.trouble)),
    v.advice && h("div", { class: "alert amber" }, h("span", {}, v.advice)),
  ];
}

/** The simulated panel: what the real lamps would show, and the two buttons. */
export function panel(v, act) {
  if (!v.simulated) return [];
  const status = v.lights?.status ?? {};
  const [r, g, b] = (status.color ?? [0, 0, 0]).map((part) => Math.round(part * 255));
  const how = status.pattern ?? "off";
  return [
    h("div", { class: "panel-head" }, h("h2", {}, S.panel), h("span", { class: "note" }, S.panelHint)),
    h("div", { class: "device", title: S.panelHint },
      h("div", { class: "lamps" }, v.players?.map((name, seat) =>
        h("span", { class: "lamp-seat" }, lampDot(v, seat), h("span", {}, name)))),
      h("span", { class: "lamp-seat lamp-status" },
        h("span", { class: `lamp status status-${how}`, vars: { "--glow": `rgb(${r} ${g} ${b})` } }),
        h("span", {}, S.lampStatus(S.lamp[how] ?? how))),
      h("div", { class: "row" },
        button(S.press.confirm, () => act.press("confirm"), { class: "knob green", "data-focus": "press-confirm" }),
        button(S.press.undo, () => act.press("undo"), { class: "knob red", "data-focus": "press-undo" }))),
  ];
}

/** Put what is shown on a panel; nothing to show is no panel. */
export const panelOf = (shown, cls = "") => (shown.length > 0 ? h("div", { class: `panel ${cls}` }, shown) : []);
