// Every word a reader sees, in one place; the table puts those of the reader's language in their place.

import { listed, percent, signed, t, tc, tn } from "./words.js";

// A card's own index (W, Z, N) is what is printed on it, in every language.
const EDITION_WORDS = {
  us: { W: tc("edition us", "Wizard"), J: tc("edition us", "Jester"), w: "W", j: "J" },
  amigo: { W: tc("edition amigo", "Wizard"), J: tc("edition amigo", "Fool"), w: "Z", j: "N" },
};

export const edition = (name) => EDITION_WORDS[name] ?? EDITION_WORDS.us;

export const SUITS = {
  H: t("Hearts"), S: t("Spades"), D: t("Diamonds"), C: t("Clubs"),
  B: t("Humans"), G: t("Elves"), R: t("Dwarves"), Y: t("Giants"),
};

const RANKS = { J: t("Jack"), Q: t("Queen"), K: t("King"), A: t("Ace") };

// One sentence for each suit, since languages name a card in different ways.
const OF_SUIT = {
  H: (rank) => t("{rank} of Hearts", { rank }), S: (rank) => t("{rank} of Spades", { rank }),
  D: (rank) => t("{rank} of Diamonds", { rank }), C: (rank) => t("{rank} of Clubs", { rank }),
  B: (rank) => t("{rank} of Humans", { rank }), G: (rank) => t("{rank} of Elves", { rank }),
  R: (rank) => t("{rank} of Dwarves", { rank }), Y: (rank) => t("{rank} of Giants", { rank }),
};

export const S = {
  list: listed,
  pair: (one, other) => t("{one}: {other}", { one, other }),
  title: "Familiar",
  lost: t("The table cannot be reached. Trying again…"),
  cancel: t("Cancel"),
  leaveIt: t("No, leave it"),
  close: t("Close"),
  you: t("you"),

  cardName: (suit, rank, words) =>
    suit ? OF_SUIT[suit](RANKS[rank] ?? rank) : rank === "W" ? words.W : rank === "J" ? words.J : t("card back"),

  round: (r, all) => t("Round {round} of {rounds}", { round: r, rounds: all }),
  roundShort: (r) => t("Round {round}", { round: r }),
  dealer: t("Dealer"),
  deals: (name) => t("{name} deals", { name }),
  trump: t("Trump"),
  noTrump: t("No trump"),
  trumpOpen: t("Not turned yet"),
  trumpChoice: (name) => t("{name} chooses", { name }),
  noTrumpWhy: { W: (w) => t("{card} turned up", { card: w.W }), J: (w) => t("{card} turned up", { card: w.J }), last: () => t("last round") },
  called: (suit) => t("{suit} called", { suit: SUITS[suit] }),

  // the banner: who is to do what
  deal: (name, r) => tn("{name} deals {count} card each", "{name} deals {count} cards each", r, { name }),
  dealMine: (r) => tn("Deal {count} card each", "Deal {count} cards each", r),
  dealHint: t("Clear the table, deal, then turn up the next card."),
  dealLastHint: (name) => t("Last round: {name} deals all the cards. No card is turned up, there is no trump.", { name }),
  chooseTrump: t("Choose the trump"),
  choosesTrump: (name) => t("{name} chooses the trump", { name }),
  chooseHint: (w) => t("A {card} was turned up.", { card: w.W }),
  yourBid: t("Your bid?"),
  nextBid: (name) => t("{name} bids", { name }),
  bidFor: (name) => t("{name} has no phone here. Enter the bid:", { name }),
  bidForOwn: (name) => t("Bid for {name}", { name }),
  waitingBids: (names) => t("Waiting for {names}", { names: listed(names) }),
  bidIn: (n) => t("You bid {bid}", { bid: n }),
  bidHint: (r) => tn("Will you take the only trick, or none?", "How many of the {count} tricks will you take?", r),
  hellHint: t("Vision of hell: your cards to your forehead, unseen by you. Bid on what you see of the others, then take them up."),
  bidHidden: t("Hidden until all have bid."),
  bidDelayed: t("Hidden until the round is over."),
  changeBid: t("Change my bid"),
  bidsOpen: (sum, r) =>
    sum === r ? tn("Bids {sum} for {count} trick: it can work out", "Bids {sum} for {count} tricks: it can work out", r, { sum })
    : sum > r ? tn("Bids {sum} for {count} trick: {more} too many", "Bids {sum} for {count} tricks: {more} too many", r, { sum, more: sum - r })
    : tn("Bids {sum} for {count} trick: {less} to spare", "Bids {sum} for {count} tricks: {less} to spare", r, { sum, less: r - sum }),
  forbidden: {
    nonzero: (bids) => t("Not {bids}: the bids may not come out even (non-zero sum).", { bids: listed(bids) }),
    canadian: (bids) => t("Not {bids}: the dealer leads alone, so the bids may not come out even (Canadian rule).", { bids: listed(bids) }),
  },
  bidKey: (n) => t("Bid {bid}", { bid: n }),
  yourTurn: t("Your turn"),
  yourTurnHint: { lead: t("You lead: lay any card."), follow: (suit) => t("{suit} were led: follow suit if you can.", { suit: SUITS[suit] }), free: t("Lay any card.") },
  toPlay: (name) => t("{name} to play", { name }),
  toLead: (name) => t("{name} leads", { name }),
  takes: (name) => t("{name} takes the trick", { name }),
  youTake: t("You take the trick"),
  confirm: t("Confirm"),
  confirmTrick: t("Confirm the trick"),
  confirmRound: t("Confirm and score the round"),
  confirmHint: t("Confirm here, or with the button on the table."),
  over: t("The game is over"),
  wins: (names) => (names.length > 1 ? t("{names} share the victory", { names: listed(names) }) : t("{name} wins", { name: names[0] })),
  newGame: t("New game"),
  again: t("Play again"),

  // trick, players, sheet
  trick: t("Trick"),
  winning: t("highest"),
  led: t("led"),
  left: (n) => tn("{count} left", "{count} left", n),
  nextCard: (name) => t("{name}…", { name }),
  lastTrick: t("Last trick"),
  lastTrickTo: (name) => t("{name} took it", { name }),
  players: t("Tricks and bids"),
  tricksOf: (taken, bid) => t("took {taken}, bid {bid}", { taken, bid }),
  signed,
  tricksSay: (name, taken, bid) => tn("{name}: {count} trick, bid {bid}", "{name}: {count} tricks, bid {bid}", taken, { name, bid }),
  bidNone: t("no bid yet"),
  bidMade: t("bid made"),
  total: t("total"),
  sheet: t("Score sheet"),
  sheetRound: t("Rd"),
  roundsLeft: (n) => (n === 0 ? t("last round") : tn("{count} round to go", "{count} rounds to go", n)),
  hit: t("made"),
  miss: t("missed"),
  sheetKey: t("Running total; in the box the bid, crossed out when missed. Gold corner: dealer."),
  notices: t("Notices"),

  // seats
  welcome: t("Take your seat"),
  welcomeHint: t("Tap your name. Your phone keeps the seat."),
  justWatch: t("Just watch"),
  takeSeat: t("Take a seat"),
  taken: t("has a phone"),
  leave: t("Give up my seat"),
  leaveAsk: t("Give up your seat? This phone then only watches."),
  freeSeat: (name) => t("Free {name}’s seat", { name }),
  freeAsk: (name) => t("Another phone plays for {name}. Free the seat? That phone then only watches.", { name }),
  joinTitle: t("Join at the table"),
  joinHint: t("Point your phone’s camera here"),

  // set-up
  noGameBoard: t("The table is set. Who plays?"),
  playerName: (n) => t("Player {number}", { number: n }),
  firstDealer: t("First dealer"),
  rules: t("House rules"),
  editions: { us: "U.S. Games", amigo: "Amigo" },
  start: t("Start the game"),
  stop: t("We stop here"),

  // questions, corrections, tools
  question: t("Which card is this?"),
  questionFor: (name) => t("{name}’s card: which one is it?", { name }),
  questionTurn: t("The turned-up card: which one is it?"),
  questionFaint: t("Probably no new card"),
  questionHint: t("Tap the card that lies there."),
  faintHint: t("Is it none? Or tap the card that lies there."),
  questionSeen: t("seen"),
  questionNear: t("Or one of their neighbours"),
  questionPicture: t("The card as the camera sees it"),
  other: t("Another card…"),
  noCard: t("No new card"),
  noCardHint: t("ignore it"),
  noMistake: t("That one was right"),
  noMistakeHint: t("look at the new card again"),
  sure: (p) => percent(p),
  tools: t("At the table"),
  undo: t("Undo"),
  undoAsk: t("Take back the last step?"),
  enterCard: t("Enter a card by hand"),
  enterTurned: t("Enter the turned-up card"),
  enterMine: t("Your card"),
  enterFor: (name) => t("{name}’s card", { name }),
  correct: t("Correct something"),
  pickCard: t("Choose the card"),
  pickBid: (name) => t("{name}’s bid", { name }),
  picture: t("What the camera sees"),
  see: t("What is read in it, and why it asks"),
  pictureAlt: t("The table as the camera sees it now"),
  board: t("Big screen view"),
  evenings: t("All evenings"),
  help: t("How it works"),
  phoneView: t("Phone view"),
  panel: t("Simulated panel"),
  panelHint: t("These lamps and buttons stand in for the real ones."),
  lampStatus: (how) => t("Status lamp: {how}", { how }),
  lamp: { off: t("off"), on: t("on"), blink: t("blinking"), pulse: t("pulsing") },
  lampOf: (name, how) => t("{name}’s lamp: {how}", { name, how }),
  press: { confirm: t("Confirm button"), undo: t("Undo button") },
  event: {
    turned: t("Turned up:"),
    name_trump: (suit) => t("trump {suit}", { suit: SUITS[suit] }),
    bid: (name, n) => t("{name} bid {bid}", { name, bid: n }),
    play: (name, card) => t("{name}: {card}", { name, card }),
    confirm: () => t("confirmed"),
  },
  stale: t("The table has moved on meanwhile. Look again, then repeat it if it still fits."),
  trouble: t("That did not work. Try again."),
  say: {
    turn: (name) => t("{name}’s turn", { name }),
    trick: (name) => t("{name} takes the trick", { name }),
    card: (name, card) => t("{name} plays {card}", { name, card }),
  },
};
