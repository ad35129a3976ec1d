// Ending a game as it stands: asked once more, for it ends for everybody.

import { ask } from "./dom.js";
import { N } from "./strings-stop.js";
import { S } from "./strings.js";

/** `seen`: the number of the state that is shown. */
export const stop = async (seen, send) => (await ask(N.ask, S.stop, S.cancel, N.hint)) && send("/api/stop", { seen });
