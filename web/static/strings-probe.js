// Every word of Probe that a reader sees, in one place as strings.js is for the rest.

import { either, listed, signed, t, tc, tn } from "./words.js";

// Of two trays a player has one at the left hand and one at the right; most players have one, and it needs no name.
const TRAYS = { left: t("left tray"), right: t("right tray") };
const points = (card) => (/^[+-]/.test(card) ? Number(card) : 0);
const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const NTH = { one: (n) => t("{rank}st", { rank: n }), two: (n) => t("{rank}nd", { rank: n }), few: (n) => t("{rank}rd", { rank: n }), other: (n) => t("{rank}th", { rank: n }) };

export const P = {
  signed, points,
  name: "Probe",
  trays: { left: t("Left tray"), right: t("Right tray") },
  turn: (n) => t("Turn {turn}", { turn: n }),
  lastTurns: (n) => tn("Last word: {count} turn", "Last word: {count} turns", n),
  settingOut: t("Words"),

  // activity cards
  card: (card) => ({
    normal: t("Your normal turn"), additional: t("An additional turn"), left: t("Left neighbour uncovers"), right: t("Right neighbour uncovers"),
    dot: t("Uncover a dot of your own"), x3: t("Triple the first discovery"), x4: t("Quadruple the first discovery"), x5: t("Quintuple the first discovery"),
  }[card] ?? (points(card) > 0 ? t("Add {points}", { points: points(card) }) : t("Take off {points}", { points: -points(card) }))),
  cardSign: (card) => ({ normal: "?", additional: "+1", left: "←", right: "→", dot: "•" }[card] ?? (card.startsWith("x") ? `×${card.slice(1)}` : signed(points(card)))),
  cards: t("Activity cards"),
  chooseCard: t("Choose the card"),
  chooseCardTitle: t("Which card was drawn?"),
  otherPoints: t("Other points"),
  pointsWord: t("Points, such as 30 or -20"),
  take: t("Take it"),
  proposed: (name, card) => t("{name} drew: {card}?", { name, card }),
  isIt: t("Yes, it counts"),

  // the banner
  setOut: t("Set out your word"),
  setOutTwo: t("Set out your two words"),
  waitsWords: (names) => (names.length > 1 ? t("Waiting for the words of {names}", { names: listed(names) }) : t("Waiting for the word of {name}", { name: names[0] })),
  setOutHint: t("Type it on this phone: no other phone is shown it."),
  setOutTwoHint: t("Type them on this phone: no other phone is shown them."),
  draw: (name) => t("{name} draws an activity card", { name }),
  drawMine: t("Draw an activity card"),
  seenHint: t("It was seen: say whether it is that one."),
  drawLay: t("Lay it face up under the camera."),
  drawHintBlind: t("Choose it here."),
  drawHint: t("Lay it face up under the camera, or choose it here."),
  neighbour: (name, tray) => (tray ? t("{name} uncovers a letter or dot ({tray})", { name, tray: TRAYS[tray] }) : t("{name} uncovers a letter or dot", { name })),
  neighbourMine: (tray) => (tray ? t("Uncover any letter or dot ({tray})", { tray: TRAYS[tray] }) : t("Uncover any letter or dot")),
  neighbourHint: (name) => t("{name}’s card wants it, and scores it.", { name }),
  ownDot: (name) => t("{name} uncovers a dot of theirs", { name }),
  ownDotMine: t("Uncover a dot of yours"),
  ownDotHint: t("If there is one. Nobody scores it."),
  ask: (name) => t("{name} asks", { name }),
  askMine: t("Ask for a letter or a dot"),
  askHint: (names) => t("{names}: who has it must uncover one.", { names: either(names) }),
  asked: (asker, name, one) => (one === "." ? t("{asker} asks {name} for a dot", { asker, name }) : t("{asker} asks {name} for the letter {letter}", { asker, name, letter: one })),
  askedMine: (asker, one) => (one === "." ? t("{asker} asks you for a dot", { asker }) : t("{asker} asks you for the letter {letter}", { asker, letter: one })),
  askedHint: t("Tap the space that you uncover, or say no."),
  judge: (caller, name, tray) => (tray ? t("{caller} names {name}’s word ({tray})", { caller, name, tray: TRAYS[tray] }) : t("{caller} names {name}’s word", { caller, name })),
  judgeMine: (caller, tray) => (tray ? t("{caller} names your word ({tray})", { caller, tray: TRAYS[tray] }) : t("{caller} names your word", { caller })),
  judgeHint: t("Every letter and dot must be right, in order."),
  judgeWait: (name) => t("{name} says whether it is right.", { name }),
  final: t("Everything is uncovered"),
  finalHint: t("Check how the words are spelt, then confirm the final score."),
  over: t("The game is over"),
  lastWord: (name, n) => tn("{name} alone has something hidden: {count} turn to go.", "{name} alone has something hidden: {count} turns to go.", n, { name }),
  wins: (names) => (names.length > 1 ? t("{names} share the victory", { names: listed(names) }) : t("{name} wins", { name: names[0] })),
  blind: t("Another phone typed your word: only that one shows it. Tap what stands in your tray."),

  enterHere: t("Enter it here"),
  enterLess: t("Hide the keys"),

  // asking and answering
  askWhom: t("Whom?"),
  askFor: (name, one) => (one === "." ? t("Ask {name} for a dot", { name }) : t("Ask {name} for the letter {letter}", { name, letter: one })),
  askPick: t("Tap a letter or the dot"),
  dotKey: t("dot"),
  otherLetter: t("Another letter"),
  letter: t("One letter"),
  no: t("No, I don’t have it"),
  noFor: (name) => t("{name} says no", { name }),
  noDot: t("No dot"),
  answersFor: (name) => t("{name} has no phone here. What is the answer?", { name }),
  whichSign: (space) => t("What stands in space {space}?", { space }),
  right: t("It is right"),
  wrong: t("It is wrong"),
  named: (word) => t("Named: {word}", { word }),
  aloud: t("It was named aloud."),
  confirmFinal: t("Confirm the final score"),

  // trays
  tray: (name, tray) => (tray ? t("{name}, {tray}", { name, tray: TRAYS[tray] }) : name),
  hidden: (n) => (n === 0 ? t("all open") : tn("{count} hidden", "{count} hidden", n)),
  noWord: t("no word yet"),
  flap: (space, value) => t("space {space}, hidden, {points} points", { space, points: value }),
  flapOpen: (space, one) => t("space {space}: {sign}", { space, sign: one === "." ? t("dot") : one ?? t("open") }),
  flapOwn: (space, one, value) => t("space {space}: {sign}, hidden, {points} points", { space, sign: one === "." ? t("dot") : one, points: value }),
  openFlap: (space) => t("Uncover space {space}", { space }),
  show: t("Show my word"),
  cover: t("Cover my word"),
  misspelt: t("misspelt"),
  toSpell: t("Misspelt?"),
  misspeltAsk: (name) => t("Is {name}’s word misspelt? It costs {name} 100 points.", { name }),
  misspeltYes: t("It is misspelt"),
  lookUp: t("Look it up"),

  // a word is set out
  word: t("Your word"),
  wordOf: (tray) => ({ left: t("Your word in the left tray"), right: t("Your word in the right tray") })[tray],
  spaces: t("Spaces"),
  readyForTitle: (name, tray) => (tray ? t("{name}: a word in so many spaces ({tray})", { name, tray: TRAYS[tray] }) : t("{name}: a word in so many spaces", { name })),
  known: (where) => t("In the dictionary ({names}).", { names: where }),
  unknown: (where) => t("Not found in {names}. You decide.", { names: where }),
  noDictionary: t("There is no dictionary on this table."),

  call: t("Name the word"),

  // score
  players: t("Players"),
  sheet: tc("not Wizard", "Score sheet"),
  sheetTurn: "#",
  sheetKey: t("Points after each turn; the turn’s player stands out."),
  gained: (points) => t("{points} in this turn", { points }),
  end: t("End"),
  ranking: t("How it stands"),
  rank: (n) => NTH[ORDINALS.select(n)](n),
  brought: (n) => t("{points} brought along", { points: signed(n) }),
  scoreLine: (line, players) => {
    const whose = line.of === null ? "" : P.tray(players[line.of], line.tray);
    const { space } = line;
    const why = {
      found: t("space {space} of {whose}", { space, whose }), completed: t("completed the word of {whose}", { whose }), no_dot: t("a dot asked in vain"), card: t("the card"),
      neighbour: t("space {space}, uncovered by {whose}", { space, whose }), call: t("named the word of {whose}", { whose }), call_bonus: t("bonus for naming it"),
      wrong_call: t("named the word of {whose} wrongly", { whose }), misspelt: t("a misspelt word"), last_word: t("kept the last word"), last_bonus: t("bonus for keeping it"),
    }[line.why] ?? line.why;
    return t("{name} {points}: {why}", { name: players[line.player], points: signed(line.points), why });
  },
  log: t("What happened"),
  whole: t("All of it"),
  nothing: t("Nothing has happened yet."),
  toMend: t("Tap a step to put it right, or to go back to it. Everybody is told."),
  mendTitle: t("What was it really?"),
  onlyBack: t("This step can only be taken back."),
  back: (n) => (n === 1 ? t("Undo this step") : tn("Undo the last {count} step", "Undo the last {count} steps", n)),
  backHint: t("Back to before this step; what came after it is undone as well."),
};
