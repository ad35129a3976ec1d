// What the form that begins a game says of Probe; all other words of Probe come with its pages.

import { t } from "./words.js";

export const F = {
  probe: "Probe",
  probeNote: t("2 to 4 players, hidden words"),
  probeHint: t("Names around the table, each to the left of the one before, two to four. Two players have two words each."),
  probeFirst: t("First player"),
};
