// What the pages say that show how the table is seen: the calibration and "what I see".

import { either, listed, number, t, tc } from "./words.js";

// A call within another's arguments is not found by the extraction: such words stand by themselves.
const SHORT = { red: tc("stick", "red"), black: tc("stick", "black"), white: tc("stick", "white") };

export const C = {
  title: t("Calibrating the table"),
  picture: t("What the camera sees"),
  waiting: t("Waiting for the camera…"),
  aim: t("Is this the table?"),
  by: {
    mat: t("The mat is the table: play on it. What lies outside of the line does not count."),
    whole: t("Everything in the picture counts. Mark the table’s corners, or lay the mat there."),
    hand: t("The table as you marked it: what lies outside of the line does not count."),
  },
  tap: t("Tap the table’s corners"),
  tapHint: (n) => (n < 3 ? t("Tap each corner of the table in the picture, one after the other.") : t("Tap more corners, or take these.")),
  tapKeys: t("The arrow keys move the cross, with Shift in larger steps; Enter marks a corner."),
  marked: (n) => t("These {count} are the corners", { count: n }),
  cancel: t("Leave it as it was"),
  press: { mat: t("Use the mat"), whole: t("The whole picture"), take: t("The table is empty: take its picture"), again: t("Once more"), finish: t("Finish") },
  mark: t("Mark the corners"),
  takeHint: t("Clear the table and keep your hands away: a picture of the empty table is kept, and the camera keeps its exposure from then on."),
  taking: t("Hold still: the picture of the empty table is being taken…"),
  saved: t("The table is calibrated"),
  savedHint: (kept) => (kept.locked
    ? t("The camera keeps its exposure and its colours from now on. Camera and mat should stay where they are.")
    : t("This camera has no settings that could be locked. Camera and mat should stay where they are.")),
  savedPoor: t("It is kept, but look at what is amiss: reading will suffer from it."),
  findings: t("Is all well?"),
  names: { mat: t("Mat"), height: t("Height"), angle: t("Angle"), light: tc("of a picture", "Light"), glare: t("Glare"), evenness: t("Evenness"), flicker: t("Flicker"), focus: t("Focus") },
  levels: { ok: t("well"), warning: t("look at this"), failure: t("must be mended"), unknown: t("not known") },
  phone: t("On a phone beside the table"),
  over: t("The calibration is over"),
  overHint: t("The program has ended; this page can be closed."),
};

const SIDED = { force: t("Force"), magic: t("Magic"), destiny: t("blank") };
const STICKS = { red: t("Red stick"), black: t("Black stick"), white: t("White stick") };

export const V = {
  title: t("What I see"),
  alt: t("What the camera sees, with the outlines of what was read"),
  board: t("To the table"),
  noGame: t("No game has begun: nothing is looked for."),
  nothing: t("Nothing is awaited from the table now."),
  expects: {
    lot: (who) => t("A card to find the first dealer is awaited, for {name}.", { name: who }),
    turn_up: () => t("The turned-up card is awaited."),
    play: (who) => (who ? t("A card is awaited, from {name}.", { name: who }) : t("A card is awaited.")),
    throw: (who) => (who ? t("A throw is awaited, from {name}.", { name: who }) : t("A throw is awaited.")),
    draw: (who) => (who ? t("An activity card is awaited, from {name}.", { name: who }) : t("An activity card is awaited.")),
    none: () => t("Nothing is awaited from the table now."),
  },
  readings: (n) => (n === 0 ? t("What lies there") : n === 1 ? t("One thing lies there") : t("{count} things lie there", { count: n })),
  none: t("Nothing is read there."),
  again: t("This throw is void."),
  back: t("card back"),
  stick: (color, notches, sides, aside) => {
    const values = { stick: STICKS[color], notches, sides: listed(sides.map((side) => SIDED[side] ?? side)) };
    return aside ? t("{stick}, {notches} up, {sides} (set aside)", values) : t("{stick}, {notches} up, {sides}", values);
  },
  stickShort: (color, notches) => t("{stick} {notches}", { stick: SHORT[color], notches }),
  asks: t("Not sure: it asks."),
  marked: t("Not certain: it may be entered until somebody confirms it."),
  others: (names) => t("It may be {names}.", { names: either(names) }),
  option: (name, share) => t("{name} ({share})", { name, share }),
  reasons: t("Why it asks"),
  picture: t("The picture"),
  age: t("Age"), size: t("Size"), number: t("Number"), area: t("Table"),
  seconds: (age) => t("{seconds} s", { seconds: number(age, { maximumFractionDigits: age < 1 ? 1 : 0 }) }),
  pixels: ([width, height]) => `${width} × ${height}`,
  noPicture: t("There is none yet."),
  calibrated: { no: t("not calibrated: all of it counts"), mat: t("calibrated by its mat"), hand: t("calibrated by hand"), whole: t("calibrated, all of it counts") },
};
