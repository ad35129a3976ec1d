// The special cards of Wizard's anniversary editions as drawings of our own, and what they are called.

import { FACES, WORDS } from "./cards.js";
import { styled } from "./styles.js";
import { t } from "./words.js";

Object.assign(WORDS, {
  dragon: t("Dragon"), fairy: t("Fairy"), bomb: t("Bomb"), werewolf: t("Werewolf"), juggler: t("Juggler"),
  cloud: t("Cloud"), shapeshifter: t("Shapeshifter"), witch: t("Witch"), vampire: t("Vampire"),
});

Object.assign(FACES, {
  dragon: "M2 20c5-1 6-4 5-8L3 8l6 1 3-6 3 6 7-1-5 4c0 6-5 9-15 8zM14 10.500a1 1 0 1 0 0 2 1 1 0 0 0 0-2z",
  fairy: "M12 9C10 3 3 2 2 5s3 6 8 6c-4 1-6 4-4 7s5-1 6-5c1 4 4 8 6 5s0-6-4-7c5 0 9-3 8-6s-8-2-10 4z",
  bomb: "M10 8.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM14 8l3-3 1.500 1.500-3 3zM19 1v3.500M22 5h-3",
  werewolf: "M4 2l5 5h6l5-5v10l-4 6-4 4-4-4-4-6zM8 11.500l3 2H8zM16 11.500l-3 2h3z",
  juggler: "M12 1.500a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM5 8a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM19 8a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM4 17h16l-4 5H8z",
  cloud: "M7 19a5 5 0 0 1-.500-10A6 6 0 0 1 18 8.500a5.300 5.300 0 0 1-.500 10.500z",
  shapeshifter: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM12 4v16a8 8 0 0 1 0-16z",
  witch: "M12 1l4 13h6v3H2v-3h6zM7 18.500h10l-5 4z",
  vampire: "M12 6l3-4 1 4 6 1-3 4 1 6-4-2-4 7-4-7-4 2 1-6-3-4 6-1 1-4z",
});

await styled("specials.css");
