// Every word of the guide through cards: learning a deck, and the live check.

import { listed, number, percent, t, tc, tn } from "./words.js";

// A small share keeps two decimals: what is rare is not never.
const exactly = (share) => percent(share, share > 0 && share < 0.01 ? 2 : 0);

export const G = {
  title: { enrol: (deck) => t("Learning {deck}", { deck }), live: (deck) => t("Live check: {deck}", { deck }) },
  progress: (n, all) => t("{done} of {all}", { done: n, all }),
  lay: (name, special) => (special ? t("Lay a {card}", { card: name }) : t("Lay the {card}", { card: name })),
  layNamed: (name) => t("Lay {card}", { card: name }),
  copy: (k, n) => t("Number {number} of {all}: they may look different.", { number: k, all: n }),
  more: t("One more picture of it, laid a little differently."),
  first: t("Clear the table first. Then lay it flat and whole in the picture."),
  hint: t("Flat and whole in the picture: on the last card, beside it or in its place."),
  look: {
    "": t("Waiting for the camera…"),
    moving: t("Hold still…"),
    hand: t("Take your hand away."),
    dark: t("Too dark: switch on a lamp."),
    clear: t("Waiting for the card"),
    unclear: t("No card’s outline: lay it flat and whole, on a table of another colour."),
    several: t("Several new cards: leave only one."),
    card: t("Taken"),
  },
  fault: {
    small: t("Too small in the picture: bring the camera nearer."),
    dim: t("The card is too dark: switch on a lamp."),
    blurred: t("The picture is blurred: wait, or see to the camera’s focus."),
    cut: t("Not whole in the picture: lay it nearer to the middle."),
    again: t("It looks like the card before. Is it the one?"),
    back: t("This looks like a card’s back: turn it over."),
  },
  press: {
    take: t("Take it all the same"), again: t("Take the last one again"), againLive: t("Lay the last one again"), back: t("Back"), skip: t("Skip"), done: t("Done"),
    missed: t("It lies there, unseen"), missing: t("Lay the missing cards"), alike: t("A second picture of these"),
    second: t("Second pictures of all"), finish: t("Finish"),
  },
  doneAsk: (open) => tn("{count} card is still open. Stop here?", "{count} cards are still open. Stop here?", open),
  picture: t("What the camera sees"),
  cutOut: (name) => t("The picture of {card}", { card: name }),
  last: t("Last taken"),
  lastLive: t("Last laid"),
  verdict: { right: t("right"), asked: t("would ask"), silent: t("silently wrong"), missed: t("not seen") },
  readAs: (names) => t("read as {cards}", { cards: listed(names) }),
  cards: t("The deck"),
  cardsLive: t("The cards"),
  state: { taken: t("taken"), skipped: t("skipped"), now: t("now"), open: tc("not yet done", "open") },
  checking: t("Checking the pictures…"),
  checkingHint: t("Which cards look alike? A moment."),
  learnt: (n) => tn("{count} card learnt", "{count} cards learnt", n),
  learntHint: (pictures, deck) => tn("{count} picture, kept as “{deck}”.", "{count} pictures, kept as “{deck}”.", pictures, { deck }),
  alike: t("These look alike"),
  alikeHint: t("Reading them will ask. A second, sharp picture of each may help."),
  margin: (m) => t("{share} apart", { share: percent(m) }),
  missing: t("These are missing"),
  missingCount: (name, n) => (n > 1 ? `${name} × ${n}` : name),
  doubtful: t("Look at these once more"),
  figures: (n) => tn("{count} card laid", "{count} cards laid", n),
  noFigures: t("No card was laid"),
  odds: (o) => {
    const values = { cards: tn("{count} card", "{count} cards", o.cards), evening: o.evening };
    if (o.silent) return tn(
      "{count} silent error in {cards}: an evening of {evening} cards stays free of them in {odds}.",
      "{count} silent errors in {cards}: an evening of {evening} cards stays free of them in {odds}.",
      o.silent, { ...values, odds: exactly(o.odds) });
    const needed = { needed: number(o.needed), share: percent(0.95) };
    return o.least < 0.005
      ? t("No silent error in {cards}. That is too few to prove anything about an evening of {evening} cards: to prove {share} takes {needed} cards without one.", { ...values, ...needed })
      : t("No silent error in {cards}. For an evening of {evening} cards that proves {odds}: to prove {share} takes {needed} cards without one.", { ...values, ...needed, odds: exactly(o.least) });
  },
  wrong: t("What was not right"),
  phone: t("On a phone beside the table"),
  over: t("All is kept"),
  overLive: t("The check is over"),
  overHint: t("The program has ended; this page can be closed."),
};
