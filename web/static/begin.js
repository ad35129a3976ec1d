// What comes before a game: the seats to choose from, and the way to a new one.

import { ask, button, h, openDialog } from "./dom.js";
import { S } from "./strings.js";

export async function newGame(v, act) {
  const { setupForm } = await import("./setup.js");
  openDialog(S.newGame, S.close, (close) => setupForm(v, async (header) => {
    if ((v.phase === "game_over" || (await ask(S.startAsk, S.start, S.leaveIt))) && (await act.game(header))) close();
  }));
}

/** The seats to choose from: the page's first sight for a phone that has none. */
export function seatKeys(v, act) {
  const sit = async (seat) => {
    if (v.held[seat] && !(await ask(S.freeAsk(v.players[seat]), S.freeSeat(v.players[seat]), S.leaveIt))) return;
    if (v.held[seat] && !(await act.free(seat))) return;
    act.seat(seat);
  };
  return h("div", { class: "seats" }, v.players.map((name, seat) =>
    button([h("strong", {}, name), v.held[seat] && h("span", { class: "note" }, S.taken)], () => sit(seat),
      { class: `seat-key ${v.held[seat] ? "held" : ""}`, "data-focus": `seat${seat}` })));
}
