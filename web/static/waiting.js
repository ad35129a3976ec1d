// Before a game, on a phone: who this phone is, and who sits where; what draws it is fetched then.

import { later } from "./story.js";

let naming = false;
// Where this phone's player sits, who may take another place while he changes his name.
let place = null;

export const wishes = ({ send }) => ({ enter: (guest) => send("/api/lobby", guest), goes: () => send("/api/lobby/leave") });

export function drawLobby(v, { act, show, redraw }) {
  const over = v.phase === "game_over";
  const open = (!v.phase || over) && v.role !== "spectator" && !v.club;
  const me = open && v.lobby.guests[v.lobby.mine];
  place = me?.place ?? null;
  const some = open && v.lobby.guests.length > 0;
  const named = open && (!me || naming);
  const name = (value) => { naming = value; redraw(); };
  const drawn = (build) => later(() => import("./lobby.js"), build);
  // Two panes, so that nobody's typing is lost when somebody else comes.
  show("who", named, () => (named ? drawn(({ whoForm }) => whoForm(me, (guest) => act.enter({ ...guest, place }), () => name(false), over)) : []));
  show("lobby", some && v.lobby, () => (some ? drawn(({ tablePanel }) => tablePanel(v.lobby, { enter: act.enter, leave: act.goes }, () => name(true))) : []));
}
