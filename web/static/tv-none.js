// A television before the first game: how to join, in letters for the whole room.

import { joinCard } from "./access.js";
import { h } from "./dom.js";
import { S } from "./strings.js";
import { topBar } from "./tv.js";

export function drawBoard(root, v, { act, pane, show }) {
  const main = pane(root, "stage", "main");
  show(main, "top", [], () => topBar([]), "header");
  show(main, "table", [v.role, v.code, v.address], () => h("div", { class: "felt greeting" }, h("h1", {}, S.noGameBoard), joinCard(v, act)));
}
