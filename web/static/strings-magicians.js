// Every word of Les Trois Magiciens that a reader sees, in one place as strings.js is for the rest.

import { either, listed, t, tc, tn } from "./words.js";

const PLACES = {
  forest: t("Forest"), magician: tc("Place", "Magician"), tower: t("Tower"), castle: t("Castle"), life: t("Life"), labyrinth: t("Labyrinth"),
  sun: t("Sun"), mill: t("Mill"), moon: t("Moon"),
};
// Languages with cases and contractions need each of these by itself.
const THE = {
  forest: t("the Forest"), magician: t("the Magician’s Place"), tower: t("the Tower"), castle: t("the Castle"), life: t("the Place of Life"),
  labyrinth: t("the Labyrinth"), sun: t("the Sun"), mill: t("the Mill"), moon: t("the Moon"),
};
const TO = {
  forest: t("to the Forest"), magician: t("to the Magician’s Place"), tower: t("to the Tower"), castle: t("to the Castle"), life: t("to the Place of Life"),
  labyrinth: t("to the Labyrinth"), sun: t("to the Sun"), mill: t("to the Mill"), moon: t("to the Moon"),
};
const OF = {
  forest: t("of the Forest"), magician: t("of the Magician’s Place"), tower: t("of the Tower"), castle: t("of the Castle"), life: t("of the Place of Life"),
  labyrinth: t("of the Labyrinth"), sun: t("of the Sun"), mill: t("of the Mill"), moon: t("of the Moon"),
};
const COLOURS = { red: t("Red"), black: t("Black"), white: t("White") };
const STICKS = { red: t("Red stick"), black: t("Black stick"), white: t("White stick") };
const IN_LIST = { red: t("red stick"), black: t("black stick"), white: t("white stick") };
const SIDES = { force: t("Force"), magic: t("Magic"), destiny: t("Destiny") };

const notches = (n) => (n === undefined || n === null ? "" : tn("{count} notch", "{count} notches", n));
const sidesOf = (sides) => listed((sides ?? []).map((side) => SIDES[side]));
const sticksOf = (colors) => listed(colors.map((color) => IN_LIST[color]));
const lies = (stick) => (!stick.sides ? notches(stick.notches) : stick.notches === undefined || stick.notches === null ? sidesOf(stick.sides)
  : t("{notches}, {sides}", { notches: notches(stick.notches), sides: sidesOf(stick.sides) }));
const jumps = (n) => (n === 0 ? t("stays") : tn("{count} jump", "{count} jumps", n));
const squares = (counts) => (counts.length === 1 ? tn("{count} square", "{count} squares", counts[0]) : t("{counts} squares", { counts: either(counts) }));

// A call within another's arguments is not found by the extraction: such words stand by themselves.
const NO_CARD = t("no card");
const thrownAs = (stick) => t("{colour} {shows}", { colour: COLOURS[stick.color], shows: stick.notches ?? sidesOf(stick.sides) });

export const M = {
  lies, jumps, squares,
  name: "Les Trois Magiciens",
  note: t("3 players, throwing sticks"),
  places: PLACES,
  the: THE,
  to: TO,
  colours: COLOURS,
  sides: SIDES,
  sideHint: { force: t("The Force stone: the Apprentice may walk double."), magic: t("The Apprentice is carried to any Place."), destiny: t("The Apprentice goes to the Labyrinth, the stone is lost.") },
  stick: (color) => STICKS[color],
  stickSay: (stick) => t("{stick}: {lies}", { stick: STICKS[stick.color], lies: lies(stick) }),
  notches,
  letter: { red: t("R"), black: t("B"), white: t("W") },
  turn: (n) => (n ? t("Turn {turn}", { turn: n }) : t("The start")),
  turnOf: (n, name, extra) => (!n ? t("The start") : extra ? t("Turn {turn}: {name}, extra turn", { turn: n, name }) : t("Turn {turn}: {name}", { turn: n, name })),

  // the banner: whose turn it is, and what to do now
  throwNow: (name, colors) => (colors.length === 3 ? t("{name}, throw the three sticks", { name }) : t("{name}, throw: {sticks}", { name, sticks: sticksOf(colors) })),
  throwMine: (colors) => (colors.length === 3 ? t("Throw the three sticks") : t("Throw: {sticks}", { sticks: sticksOf(colors) })),
  openingHint: t("The highest throw begins."),
  throwHint: t("Let them drop from about 20 cm, so that each lies flat by itself."),
  extraHint: t("An extra turn, for three alike."),
  threw: (name, sum) => t("{name} threw {sum}", { name, sum }),
  youThrew: (sum) => t("You threw {sum}", { sum }),
  readHint: t("Is every stick read right? Then confirm it."),
  readMeans: (jump, walk) => t("Magician: {jumps}. Apprentice: {squares}.", { jumps: jumps(jump), squares: squares(walk) }),
  pasch: {
    0: t("Three times 0: both figures go to the Labyrinth, the Force stone is lost."),
    1: t("Three times 1: after this turn comes an extra turn."),
    2: t("Three times 2: after this turn comes an extra turn."),
  },
  moving: (name) => t("{name} moves", { name }),
  movingMine: t("Move your figures"),
  movingLeft: { magician: t("Now the Magician"), apprentice: t("Now the Apprentice") },
  movingLeftOf: { magician: (name) => t("{name}: now the Magician", { name }), apprentice: (name) => t("{name}: now the Apprentice", { name }) },
  moveHint: {
    magician: (n) => tn("Tap where the Magician goes: exactly {count} jump.", "Tap where the Magician goes: exactly {count} jumps.", n),
    apprentice: (counts) => t("Walk {squares}, then tap where the Apprentice stopped.", { squares: squares(counts) }),
    map: (counts) => t("Tap where the Apprentice stops after {squares}.", { squares: squares(counts) }),
  },
  moveTap: t("Choose a figure, then tap a bright Place."),
  mustLeave: t("The Magician must leave the Place of Life."),
  magician: t("Magician"),
  apprentice: t("Apprentice"),
  done: t("has moved"),
  stays: { magician: t("The Magician stays"), apprentice: t("The Apprentice stays") },
  onSymbol: t("On a symbol"),
  onSlab: t("On a plain slab"),
  squareKinds: { symbol: t("a symbol"), slab: t("a plain slab"), place: t("a Place") },
  square: (node, kind) => (Object.hasOwn(THE, node) ? THE[node] : kind === "symbol" ? t("slab {slab}, a symbol", { slab: node }) : t("slab {slab}", { slab: node })),
  between: (first, second, n, kind) => {
    const values = { first: PLACES[first], second: PLACES[second], slab: n };
    return kind === "symbol" ? t("{first} to {second}, slab {slab}, a symbol", values) : t("{first} to {second}, slab {slab}", values);
  },
  expelled: t("to the Labyrinth"),
  expelAsk: (place) => t("Another Magician holds {place}", { place: THE[place] }),
  expelWhat: t("The Apprentice would go to the Labyrinth at once and lose its stone. Move it there all the same?"),
  expelYes: t("Move it there"),
  jumpTo: (place) => t("Jump {to_place}", { to_place: TO[place] }),
  walkTo: (place) => t("Walk {to_place}", { to_place: TO[place] }),
  walkToSquare: (word) => t("Walk to {square}", { square: word }),
  carryTo: (place) => t("Carry the Apprentice {to_place}", { to_place: TO[place] }),
  chooseFigure: t("Which figure moves?"),
  pathMap: t("The paths"),
  standIn: t("A stand-in, not the original board"),
  reachable: t("Squares that it reaches"),

  meeting: (place) => t("Take the card {of_place}?", { of_place: OF[place] }),
  meetingOf: (name, place) => t("{name} may take the card {of_place}", { name, of_place: OF[place] }),
  meetingHint: t("Magician and Apprentice stand there together."),
  take: t("Take the card"),
  takeFrom: (name) => t("Take it from {name}", { name }),
  leave: t("Leave it"),
  noSpell: t("No spell"),

  duel: (place) => t("Duel for {place}", { place: THE[place] }),
  duelThrow: (name, n, most) => (most === 1 ? t("{name}, throw {number} of {most}", { name, number: n, most }) : t("{name}, throw {number} of at most {most}", { name, number: n, most })),
  duelThrowMine: (n, most) => (most === 1 ? t("Your throw {number} of {most}", { number: n, most }) : t("Your throw {number} of at most {most}", { number: n, most })),
  duelSticks: (colors) => (colors.length === 3 ? t("Throw the three sticks.") : t("Throw: {sticks}.", { sticks: sticksOf(colors) })),
  duelAside: (n) => tn("{count} stick lies aside: leave it where it is.", "{count} sticks lie aside: leave them where they are.", n),
  duelHas: (name, score) => t("{name} has {score}", { name, score }),
  duelHasMine: (score) => t("You have {score}", { score }),
  duelKeep: t("Tap the sticks that you set aside, and throw the others; or stop."),
  duelKeepOf: t("Sticks may be set aside and the others thrown."),
  duelLast: t("That was the last throw."),
  duelWon: t("You have won: stop!"),
  duelWonOf: (name) => t("{name} has won: stop!", { name }),
  score: (total, throws) => tn("{total} in {count} throw", "{total} in {count} throws", throws, { total }),
  shortScore: (total, throws) => t("{total} in {throws}", { total, throws }),
  beat: (total, throws) => tn("To beat: {total} in {count} throw", "To beat: {total} in {count} throws", throws, { total }),
  duellist: { attacker: { first: t("attacks, throws first"), second: t("attacks, throws second") }, defender: { first: t("defends, throws first"), second: t("defends, throws second") } },
  bout: (n, one, oneScore, other, otherScore) => t("Bout {bout}: {one} {one_score}, {other} {other_score}: a tie", { bout: n, one, one_score: oneScore, other, other_score: otherScore }),
  stop: (score) => t("Stop with {score}", { score }),
  confirmScore: (score) => t("Confirm {score}", { score }),
  stopWon: t("Stop: won"),
  goOn: (n, whole) => (n === whole ? tn("Throw it again", "Throw all {count} again", n) : tn("Throw the other stick", "Throw the other {count} sticks", n)),
  keepAll: t("All three set aside: that is to stop."),
  keep: (color) => ({ red: t("Set the red stick aside"), black: t("Set the black stick aside"), white: t("Set the white stick aside") })[color],
  aside: t("aside"),
  replay: t("A tie. Do you begin the next bout?"),
  replayOf: (name) => t("A tie. Does {name} begin the next bout?", { name }),
  begin: t("Yes, begin"),
  notBegin: t("No, throw second"),

  offer: t("Try a spell?"),
  offerOf: (name) => t("{name} may try a spell", { name }),
  offerHint: t("The Apprentice stands on a symbol. One throw; what it shows binds."),
  cast: t("Try the spell"),
  spellThrow: (name) => t("{name} throws for the spell", { name }),
  spellThrowMine: t("Throw for the spell"),
  spellHint: t("The symbol seen most often counts: Force, Magic, or Destiny (the blank side)."),
  spellRead: (leading) => (leading.length > 1 ? t("The choice: {sides}", { sides: either(leading.map((side) => SIDES[side])) }) : t("The spell: {side}", { side: SIDES[leading[0]] })),
  choose: t("Choose the spell"),
  chooseOf: (name) => t("{name} chooses the spell", { name }),
  chooseHint: t("These symbols lead alike."),
  teleport: t("Where does Magic carry the Apprentice?"),
  teleportOf: (name) => t("Where does Magic carry {name}’s Apprentice?", { name }),
  teleportHint: t("Tap a Place."),
  teleportStay: t("It stays where it is"),
  wins: (name) => t("{name} wins with all seven cards", { name }),

  // what came of a step
  effects: {
    won: (name, { place }) => t("{name} wins the duel for {place}.", { name, place: THE[place] }),
    card: (name, { place }, from) => (from
      ? t("{name} takes the card {of_place} from {from}.", { name, of_place: OF[place], from }) : t("{name} takes the card {of_place}.", { name, of_place: OF[place] })),
    exile: (name, { figure }) => (figure === "magician" ? t("{name}’s Magician goes to the Labyrinth.", { name }) : t("{name}’s Apprentice goes to the Labyrinth.", { name })),
    stone: (name) => t("{name}’s Apprentice gets the Force stone.", { name }),
    lost: (name) => t("{name} loses the Force stone.", { name }),
  },

  // the throw
  sticks: t("The sticks"),
  notSeen: t("not in sight"),
  waitingSticks: t("Waiting for the sticks"),
  unclear: (colors) => (colors.length === 1 ? M.unclearTitle(colors[0]) : t("How do these lie: {sticks}?", { sticks: sticksOf(colors) })),
  unclearTitle: (color) => ({ red: t("How does the red stick lie?"), black: t("How does the black stick lie?"), white: t("How does the white stick lie?") })[color],
  unclearHint: t("Tap what the stick on the table shows: its upper edge and the two sides you see."),
  other: t("Another way…"),
  wrong: (color) => ({ red: t("Correct the red stick"), black: t("Correct the black stick"), white: t("Correct the white stick") })[color],
  crop: (color) => t("{stick}, as the camera sees it", { stick: STICKS[color] }),
  confirm: t("Confirm the throw"),
  again: t("The throw is void…"),
  againTitle: t("Void, throw again: why?"),
  againWhy: { overlap: t("Sticks lie on each other"), leaning: t("A stick leans on something"), standing: t("A stick stands on its end"), missing: t("A stick is missing"), off_table: t("A stick fell off the table"), other: t("Another reason") },
  againMine: t("Throw again"),
  againOf: (name) => t("{name}, throw again", { name }),
  countSame: t("Count it all the same"),
  countNot: t("It does not count"),
  doubt: t("Does this throw count?"),
  enter: t("Enter the throw by hand"),
  enterTitle: (name) => t("{name}’s throw", { name }),
  enterHint: t("For each stick tap how it lies: the notches of its upper edge, and the two sides you see."),
  enterDone: t("This is how they lie"),
  enterOpen: (n) => tn("{count} stick is still open", "{count} sticks are still open", n),
  total: (n) => t("{total} together", { total: n }),

  // Places, players, cards
  board: t("The Places"),
  placeSay: (place, said) => t("{place}: {what}", { place: PLACES[place], what: said.join(", ") }),
  cardsLie: (n) => (n === 0 ? t("no card lies there") : tn("{count} card lies there", "{count} cards lie there", n)),
  figureOf: (name, kind) => (kind === "magician" ? t("{name}’s Magician", { name }) : t("{name}’s Apprentice", { name })),
  figureSay: (name, kind, color, stone) => {
    const values = { figure: M.figureOf(name, kind), colour: COLOURS[color] };
    return stone ? t("{figure} ({colour}), with the Force stone", values) : t("{figure} ({colour})", values);
  },
  stone: t("Force stone"),
  stands: (name, square) => t("{name}’s Apprentice on {square}", { name, square }),
  sheet: tc("not Wizard", "Score sheet"),
  players: t("Cards"),
  ofSeven: (n) => t("{count} of 7", { count: n }),
  cardsSay: (name, held) => t("{name}: {cards}", { name, cards: held.length ? listed(held.map((card) => PLACES[card])) : NO_CARD }),
  missing: (place) => t("{place}: missing", { place: PLACES[place] }),
  ranking: t("Ranking"),
  place: (rank) => ["", t("1st"), t("2nd"), t("3rd")][rank],
  rank: (n) => t("{rank}.", { rank: n }),

  // the turn's log
  log: t("What happened"),
  whole: t("All turns"),
  nothing: t("Nothing yet."),
  toCorrect: t("Choose the line that is wrong. Everything after it is settled again."),
  undoTo: (n) => (n === 1 ? t("Take this step back") : tn("Go back to before this: takes back {count} step", "Go back to before this: takes back {count} steps", n)),
  undoToHint: t("If what came later no longer fits, go back and enter it anew."),
  wasWrong: t("What was it really?"),
  onlyUndo: t("There is nothing to choose in this step."),
  logThrow: (name, sticks) => t("{name} threw: {sticks}", { name, sticks: sticks.map(thrownAs).join(", ") }),
  kept: (colors) => t("Set aside: {sticks}", { sticks: sticksOf(colors) }),
  keptNone: t("Nothing set aside, all thrown again"),

  // set-up
  setupHint: t("Three players, clockwise around the table."),
  firstThrower: t("Throws first for the start"),
  colourOf: (n) => t("Stick of player {number}", { number: n }),
};
