// The words of the lobby: who is there, who sits where.

import { t } from "./words.js";

const COLOURS = { red: t("Red"), orange: t("Orange"), green: t("Green"), teal: t("Teal"), blue: t("Blue"), violet: t("Violet") };
const SIGNS = { star: t("Star"), moon: t("Moon"), owl: t("Owl"), cat: t("Cat"), key: t("Key"), leaf: t("Leaf"), flame: t("Flame"), hat: t("Hat") };

export const W = {
  title: t("Who are you?"),
  hint: t("Everybody types a name of their own, then taps where they sit. Whoever is ready begins the game below."),
  hintAgain: t("For the next game: type your name, then tap where you sit."),
  name: t("Your name"),
  colour: t("Your colour"),
  sign: t("Your sign"),
  colours: COLOURS,
  signs: SIGNS,
  badge: (colour, sign) => t("{sign}, {colour}", { sign: SIGNS[sign], colour: COLOURS[colour] }),
  enter: t("I am here"),
  change: t("Another name or sign"),
  leave: t("I am not playing"),
  here: t("Who is there"),
  tap: t("Tap where you sit."),
  place: (n) => t("Place {number}, free", { number: n }),
  sits: (n, name) => t("Place {number}: {name}", { number: n, name }),
};
