// The key in a page's bar that opens what this device keeps for itself; the form is fetched when somebody taps it.

import { gear } from "./cards.js";
import { button } from "./dom.js";
import { S } from "./strings.js";
import { toast } from "./toast.js";

const open = () => import("./settings-form.js").then(({ openSettings }) => openSettings(), () => toast(S.lost));

export const settingsKey = () => button(gear(), open, { class: "quiet circle settings-key", "aria-label": document.getElementById("settings").dataset.title, "aria-haspopup": "dialog", "data-focus": "settings" });
