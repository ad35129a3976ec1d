// What stands beneath the finale: the game to take along, who stays for another, and the way in for who comes.

import { h } from "./dom.js";
import { badge } from "./lobby-signs.js";
import { W } from "./strings-lobby.js";
import { T } from "./strings-tv.js";
import { styled } from "./styles.js";

await Promise.all([styled("lobby.css"), styled("tv-after.css")]);

/** In the order in which they sit. */
const seated = (guests) => [...guests].sort((one, other) => (one.place ?? 9) - (other.place ?? 9));

/** way: the way in, as the page shows it. */
export const after = (v, way) => [
  h("div", { class: "take-along" }, h("div", { class: "join-code" }, h("img", { class: "qr", src: `/evenings/${v.game_id}/sign.svg`, alt: T.gameSign, width: 84, height: 84 })), h("p", {}, T.takeAlong)),
  h("ul", { class: "stays", "aria-label": W.here }, seated(v.lobby.guests).map((one) => h("li", {}, badge(one), h("strong", {}, one.name)))),
  way,
];
