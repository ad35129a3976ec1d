// What comes before a game: the seats to choose from, and the way to a new one.

import { ask, button, h, openDialog, refresh } from "./dom.js";
import { S } from "./strings.js";

export async function newGame(act) {
  const [{ setupForm }, { N }] = await Promise.all([import("./setup.js"), import("./strings-stop.js")]);
  // Asked anew when it is sent: somebody else may have begun one meanwhile.
  const running = () => act.now().phase !== "game_over";
  const node = openDialog(S.newGame, S.close, () => []);
  // Whom a club newly seats begins anew here as well.
  const fill = (v) => refresh(node.querySelector(".dialog-body"), [v.club], () => [
    // Known before a form is filled in that somebody else may have to send.
    running() && v.role !== "owner" && v.log.count > 0 && h("p", { class: "alert amber" }, N.who),
    setupForm(v, async (header) => {
      if ((!running() || (await ask(N.startAsk, S.start, S.leaveIt, N.startHint))) && (await act.game(header))) node.close();
    })]);
  fill(act.now());
  node.addEventListener("close", act.onChange(fill));
}

/** The seats to choose from: the page's first sight for a phone that has none. */
export function seatKeys(v, act) {
  const sit = async (seat) => {
    // Who sits there belongs to the game that is shown when it is chosen: keys drawn over another may still stand.
    const seen = act.seen();
    if (v.held[seat] && !(await ask(S.freeAsk(v.players[seat]), S.freeSeat(v.players[seat]), S.leaveIt))) return;
    if (v.held[seat] && !(await act.free(seat, seen))) return;
    act.seat(seat, seen);
  };
  return h("div", { class: "seats" }, v.players.map((name, seat) =>
    button([h("strong", {}, name), v.held[seat] && h("span", { class: "note" }, S.taken)], () => sit(seat),
      { class: `seat-key ${v.held[seat] ? "held" : ""}`, "data-focus": `seat${seat}` })));
}
