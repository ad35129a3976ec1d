// Every word of Probe that a reader sees, in one place as strings.js is for the rest.

const list = (names, word = "and") =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;

const many = (n, one, more) => `${n} ${n === 1 ? one : more}`;
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
const sign = (one) => (one === "." ? "a dot" : `the letter ${one}`);
const side = (tray) => (tray ? ` (${tray} tray)` : "");
const points = (card) => (/^[+-]/.test(card) ? Number(card) : 0);

export const P = {
  list, signed, sign, points,
  name: "Probe",
  note: "2 to 4 players, hidden words",
  setupHint: "Names around the table, each to the left of the one before, two to four. Two players have two words each.",
  firstPlayer: "First player",
  trays: { left: "Left tray", right: "Right tray" },
  turn: (n) => `Turn ${n}`,
  lastTurns: (n) => `Last word: ${many(n, "turn", "turns")}`,
  settingOut: "Words",

  // activity cards
  card: (card) => ({
    normal: "Your normal turn", additional: "An additional turn", left: "Left neighbour uncovers", right: "Right neighbour uncovers",
    dot: "Uncover an own dot", x3: "Triple the first discovery", x4: "Quadruple the first discovery", x5: "Quintuple the first discovery",
  }[card] ?? (points(card) > 0 ? `Add ${points(card)}` : `Take off ${-points(card)}`)),
  cardSign: (card) => ({ normal: "?", additional: "+1", left: "←", right: "→", dot: "•" }[card] ?? (card.startsWith("x") ? `×${card.slice(1)}` : signed(points(card)))),
  cards: "Activity cards",
  chooseCard: "Choose the card",
  chooseCardTitle: "Which card was drawn?",
  otherPoints: "Other points",
  pointsWord: "Points, such as 30 or -20",
  take: "Take it",
  proposed: (name, card) => `${name} drew: ${card}?`,
  isIt: "Yes, it counts",
  orButton: "Or press the button on the table.",

  // the banner
  setOut: "Set out your word",
  setOutTwo: "Set out your two words",
  waitsWords: (names) => `Waiting for the ${names.length > 1 ? "words" : "word"} of ${list(names)}`,
  setOutHint: "Type it on this phone: no other phone is shown it.",
  draw: (name) => `${name} draws an activity card`,
  drawMine: "Draw an activity card",
  seenHint: "It was seen: say whether it is that one.",
  drawHint: "Lay it face up under the camera, or choose it here.",
  neighbour: (name, tray) => `${name} uncovers a letter or dot${side(tray)}`,
  neighbourMine: (tray) => `Uncover any letter or dot${side(tray)}`,
  neighbourHint: (name) => `${name}’s card wants it, and scores it.`,
  ownDot: (name) => `${name} uncovers an own dot`,
  ownDotMine: "Uncover a dot of yours",
  ownDotHint: "If there is one. Nobody scores it.",
  ask: (name) => `${name} asks`,
  askMine: "Ask for a letter or a dot",
  askHint: (names) => `${list(names, "or")}: who has it must uncover one.`,
  asked: (asker, name, one) => `${asker} asks ${name} for ${sign(one)}`,
  askedMine: (asker, one) => `${asker} asks you for ${sign(one)}`,
  askedHint: "Tap the space that you uncover, or say no.",
  judge: (caller, name, tray) => `${caller} names ${name}’s word${side(tray)}`,
  judgeMine: (caller, tray) => `${caller} names your word${side(tray)}`,
  judgeHint: "Every letter and dot must be right, in order.",
  judgeWait: (name) => `${name} says whether it is right.`,
  final: "Everything is uncovered",
  finalHint: "Look how the words are spelt, then confirm the final score.",
  over: "The game is over",
  lastWord: (name, n) => `${name} alone has something hidden: ${many(n, "turn", "turns")} to go.`,
  wins: (names) => (names.length > 1 ? `${list(names)} share the victory` : `${names[0]} wins`),
  blind: "Another phone typed your word: only that one shows it. Tap what stands in your tray.",

  enterHere: "Enter it here",
  enterLess: "Hide the keys",

  // asking and answering
  askWhom: "Whom?",
  askFor: (name, one) => `Ask ${name} for ${sign(one)}`,
  askPick: "Tap a letter or the dot",
  dotKey: "dot",
  otherLetter: "Another letter",
  letter: "One letter",
  no: "No, I have not",
  noFor: (name) => `${name} says no`,
  noDot: "No dot",
  answersFor: (name) => `${name} has no phone here. What is the answer?`,
  whichSign: (space) => `What stands in space ${space}?`,
  right: "It is right",
  wrong: "It is wrong",
  rightLoss: "the tray is opened",
  named: (word) => `Named: ${word}`,
  aloud: "It was named aloud.",
  confirmFinal: "Confirm the final score",

  // trays
  tray: (name, tray) => (tray ? `${name}, ${tray} tray` : name),
  ownTray: "Your tray",
  ownTrayOf: (tray) => `Your ${tray} tray`,
  hidden: (n) => (n === 0 ? "all open" : `${n} hidden`),
  noWord: "no word yet",
  flap: (space, value) => `space ${space}, hidden, ${value} points`,
  flapOpen: (space, one) => `space ${space}: ${one === "." ? "dot" : one ?? "open"}`,
  flapOwn: (space, one, value) => `space ${space}: ${one === "." ? "dot" : one}, hidden, ${value} points`,
  openFlap: (space) => `Uncover space ${space}`,
  show: "Show my word",
  cover: "Cover my word",
  misspelt: "misspelt",
  toSpell: "Misspelt?",
  misspeltAsk: (name) => `Is ${name}’s word misspelt? It costs ${name} 100 points.`,
  misspeltYes: "It is misspelt",
  lookUp: "Look it up",

  // a word is set out
  word: "Your word",
  wordOf: (tray) => `Your word in the ${tray} tray`,
  wordRule: (letters, dots) => `At least ${letters} letters; with its dots (at most ${dots}) at most 12 spaces. No proper noun, abbreviation, hyphen or apostrophe.`,
  dotsBefore: "Dots before",
  dotsAfter: "Dots after",
  firstSpace: "From space",
  fewer: (what) => `${what}: one fewer`,
  more: (what) => `${what}: one more`,
  setOutKey: "Set it out",
  changeWord: "Change my word",
  keepsIt: "Keep it to myself",
  keepsHint: "Without typing it: then you answer on trust.",
  spaces: "Spaces",
  readyKey: (n) => `A word stands in ${many(n, "space", "spaces")}`,
  readyFor: (name) => `${name}’s word stands…`,
  readyForTitle: (name, tray) => `${name}: a word in so many spaces${side(tray)}`,
  stands: "Your word stands. It can be changed until the first card is drawn.",
  standsLong: "Your word stands.",
  tooShort: (n) => `${many(n, "more letter", "more letters")}`,
  tooLong: "Too long: letters and dots together fit into 12 spaces.",
  known: (where) => `In the dictionary (${where}).`,
  unknown: (where) => `Not found in ${where}. You decide.`,
  noDictionary: "There is no dictionary on this table.",

  // naming a whole word
  call: "Name the word",
  callTitle: (name) => `Name ${name}’s word`,
  callHint: (n) => `${many(n, "space", "spaces")}: every letter and every dot, in order. Right brings the hidden values and 100, wrong costs 50.`,
  callWho: "Who names it?",
  callWord: "The whole word with its dots",
  callKey: "Name it",
  callAloud: "I say it aloud",
  callAsk: (name) => `${name} says the word aloud, and its owner judges. Wrong costs 50.`,

  // score
  players: "Players",
  sheet: "Score sheet",
  sheetTurn: "#",
  sheetKey: "Points after each turn; the turn’s player stands out.",
  end: "End",
  ranking: "How it stands",
  rank: (n) => `${n}${["th", "st", "nd", "rd"][n % 10 < 4 && Math.floor(n / 10) % 10 !== 1 ? n % 10 : 0]}`,
  brought: (n) => `${signed(n)} brought along`,
  scoreLine: (line, players) => {
    const who = players[line.player];
    const of = line.of === null ? "" : `${players[line.of]}${line.tray ? ` ${line.tray}` : ""}`;
    const why = {
      found: `space ${line.space} of ${of}`, completed: `completed ${of}’s word`, no_dot: "a dot asked in vain", card: "the card",
      neighbour: `space ${line.space}, uncovered by ${of}`, call: `named ${of}’s word`, call_bonus: "bonus for naming it", wrong_call: `named ${of}’s word wrongly`,
      misspelt: "a misspelt word", last_word: "kept the last word", last_bonus: "bonus for keeping it",
    }[line.why] ?? line.why;
    return `${who} ${signed(line.points)}: ${why}`;
  },
  notices: "Notices",
  log: "What happened",
  whole: "All of it",
  nothing: "Nothing has happened yet.",
  toMend: "Tap a step to put it right, or to go back to it. Everybody is told.",
  mendTitle: "What was it really?",
  onlyBack: "This step can only be taken back.",
  back: (n) => (n === 1 ? "Undo this step" : `Undo the last ${n} steps`),
  backHint: "Back to before this step; what came after it is undone as well.",

  // set-up
  more_rules: "More house rules",
  fields: {
    min_letters: "Fewest letters", max_dots: "Most dots", placing: "Words begin", accents: "Accents", own_dot: "An own dot by card",
    empty_neighbour: "Neighbour has nothing hidden", after_call: "After a word is named rightly", misspelt: "Misspelt words", last_begins: "The last rotations begin",
    two_player_last: "Last word with two players", last_bonus: "Last word, five hidden or more", last_trays: "Two trays kept to the end", ranking_tie: "Equal points",
    neighbour_completion: "A word that a card completes brings its 50", times_completion: "The 50 are multiplied with the first discovery",
    tray_completion: "Each of two trays is a word for the 50", call_completion: "A word named brings its 50 as well", call_in_own_turn: "A word may be named in an own turn",
    wrong_call_ends_turn: "A word wrongly named ends an own turn", negative_totals: "Points may fall below 0", holder_additional: "The last word’s holder draws for an additional turn",
    carried: "Points brought along from other tables",
  },
  options: {
    placing: { from_one: "In space 1", anywhere: "Anywhere" },
    accents: { folded: "Do not count (É is E)", kept: "Count (É is not E)" },
    own_dot: { chosen: "Its owner chooses", first: "The first one" },
    empty_neighbour: { nothing: "Nothing happens", next: "The next who has" },
    after_call: { resume: "The turn goes on", caller: "Who named it takes the turn" },
    misspelt: { any_time: "Any time", open_word: "Once the word is open" },
    last_begins: { next_turn: "With the next turn", this_turn: "With the running turn" },
    two_player_last: { player: "One player has hidden spaces", tray: "One tray has hidden spaces" },
    last_bonus: { replace: "100 instead of 50", add: "100 on top: 150" },
    last_trays: { together: "Count as one", each: "Each by itself" },
    ranking_tie: { shared: "Share the rank", turn_order: "First in turn is before" },
  },
};
