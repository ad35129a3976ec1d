// Ending a game as it stands: asked once more, for it ends for everybody.

import { ask } from "./dom.js";
import { N } from "./strings-stop.js";
import { S } from "./strings.js";

export const stop = async (send) => (await ask(N.ask, S.stop, S.leaveIt, N.hint)) && send();
