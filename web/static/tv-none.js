// A television before the first game: how to join, in letters for the whole room, and who is there already.

import { alerting, alerts } from "./common.js";
import { h } from "./dom.js";
import { PLACES, around, badge } from "./lobby-signs.js";
import { W } from "./strings-lobby.js";
import { S } from "./strings.js";
import { styled } from "./styles.js";
import { topBar, untouched, wayIn } from "./tv.js";

await styled("lobby.css");

/** Everybody who waits: at the table, or beside it. */
function waiting(guests) {
  const seat = (place) => {
    const one = guests.find((each) => each.place === place);
    return h("div", { class: "place-key", vars: around(place) }, one ? [badge(one), h("strong", {}, one.name)] : h("span", { class: "free", "aria-hidden": "true" }));
  };
  const standing = guests.filter((one) => one.place === null);
  return h("div", { class: "who-waits", role: "group", "aria-label": W.here },
    h("div", { class: "round-table" }, Array.from({ length: PLACES }, (_, place) => seat(place))),
    standing.length > 0 && h("ul", { class: "standing-by" }, standing.map((one) => h("li", {}, badge(one), h("strong", {}, one.name)))));
}

export function drawBoard(root, v, { act, pane, show }) {
  const main = pane(root, "stage", "main");
  const { guests } = v.lobby;
  show(main, "top", v.picture, () => topBar(v, []), "header");
  show(main, "table", [v.role, v.code, v.address, guests], () => h("div", { class: `felt greeting ${guests.length > 0 ? "some" : ""}` },
    h("h1", {}, S.noGameBoard), wayIn(v, act), guests.length > 0 && waiting(guests)));
  show(main, "alerts", alerting(v), () => alerts(untouched(v), act));
}
