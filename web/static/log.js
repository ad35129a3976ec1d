// The list of what happened: it grows all evening, so the table sends it to whoever opens it, and not with every change.

import { openDialog, refresh } from "./dom.js";
import { S } from "./strings.js";

/** Open a dialog with all events; `build(v, close)` draws it, `v` with its `events`, and once more after each change. */
export async function openLog(title, act, build) {
  const first = await act.log();
  if (!first) return;
  const node = openDialog(title, S.close, () => []);
  const body = node.querySelector(".dialog-body");
  let newest = 0;
  // Two that were asked for one after the other may come the other way round.
  const fill = (v) => {
    if (v.number < newest) return;
    newest = v.number;
    refresh(body, [v.events, v.players, v.you, v.held], () => build(v, () => node.close()));
  };
  fill(first);
  node.addEventListener("close", act.onChange(async () => {
    const fresh = await act.log();
    if (fresh && node.open) fill(fresh);
  }));
}
