// What every game's page offers beside the game: take back, put right, stop, begin anew, invite, sit, the other view.

import { A } from "./strings-access.js";
import { newGame } from "./begin.js";
import { button, h } from "./dom.js";
import { S } from "./strings.js";

const plain = { class: "plain" };

/** `sit`: takes a seat, null on the big screen; `correct`: opens the list of what can be put right; `more`: a game's own key. */
export function toolbar(v, act, sit, correct, more = null) {
  const some = v.log.count > 0;
  return [
    h("h2", {}, S.tools),
    h("div", { class: "tools" },
      some && button(S.undo, act.undo, plain),
      some && button(S.correct, correct, plain),
      more,
      some && v.phase !== "game_over" && button(S.stop, act.stop, plain),
      button(S.newGame, () => newGame(act), plain),
      button(A.invite, () => act.invite(), plain),
      sit && (v.you === null ? button(S.takeSeat, sit, plain) : button(S.leave, act.leave, plain)),
      h("a", { href: "/help", class: "button plain" }, S.help),
      h("a", { href: sit ? "/board" : "/", class: "button plain" }, sit ? S.board : S.phoneView)),
  ];
}
