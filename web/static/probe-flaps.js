// Flaps: the spaces of a tray, each with its value, closed or open; a player's own letter shows under his.

import { button, h } from "./dom.js";
import { P } from "./strings-probe.js";

const letter = (sign) => (sign === "." ? h("i", { class: "dot" }) : sign ?? "");

function label(flap, own) {
  if (flap.open) return P.flapOpen(flap.space, flap.sign);
  return own && flap.sign ? P.flapOwn(flap.space, flap.sign, flap.value) : P.flap(flap.space, flap.value);
}

/** One space of a tray. `own`: its sign may be shown under the closed flap; `press`: what a tap does. */
export function flapNode(flap, { own = false, press = null, focus = null } = {}) {
  const cls = `flap ${flap.open ? "open" : "shut"} ${own && !flap.open && flap.sign ? "own" : ""}`;
  const inside = [h("span", { class: "flap-sign", "aria-hidden": "true" }, flap.open || own ? letter(flap.sign) : ""), h("span", { class: "flap-value", "aria-hidden": "true" }, `${flap.value}`)];
  return press
    ? button(inside, press, { class: `${cls} key-flap`, "aria-label": P.openFlap(flap.space), "data-focus": focus, "data-space": flap.space })
    : h("span", { class: cls, role: "img", "aria-label": label(flap, own) }, inside);
}

/** A box of spaces in their places: twelve in a row, or six where they are large. */
export function trayBox(tray, large, flaps) {
  const first = tray.spaces[0]?.space ?? 1;
  return h("div", { class: `tray ${large ? "large" : ""}`, vars: { "--from": large ? ((first - 1) % 6) + 1 : first } }, flaps);
}

export const trayRow = (tray, options = {}) => trayBox(tray, options.large, tray.spaces.map((flap) => flapNode(flap, options)));
