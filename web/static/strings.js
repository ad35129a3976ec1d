// Every word a reader sees, in one place, so that a translation is one more file like this one.

const EDITION_WORDS = {
  us: { W: "Wizard", J: "Jester", w: "W", j: "J" },
  amigo: { W: "Wizard", J: "Fool", w: "Z", j: "N" },
};

export const edition = (name) => EDITION_WORDS[name] ?? EDITION_WORDS.us;

export const SUITS = {
  H: "Hearts", S: "Spades", D: "Diamonds", C: "Clubs",
  B: "Humans", G: "Elves", R: "Dwarves", Y: "Giants",
};

export const SUIT_COLOURS = { B: "blue", G: "green", R: "red", Y: "yellow" };

const RANKS = { J: "Jack", Q: "Queen", K: "King", A: "Ace" };

const list = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.01 ? 2 : 0)} %`;

const many = (n, one, more) => `${n} ${n === 1 ? one : more}`;

export const S = {
  list,
  title: "Familiar",
  lost: "The table cannot be reached. Trying again…",
  cancel: "Cancel",
  close: "Close",
  you: "you",

  cardName: (suit, rank, words) =>
    suit ? `${RANKS[rank] ?? rank} of ${SUITS[suit]}` : rank === "W" ? words.W : rank === "J" ? words.J : "card back",

  round: (r, all) => `Round ${r} of ${all}`,
  roundShort: (r) => `Round ${r}`,
  dealer: "Dealer",
  deals: (name) => `${name} deals`,
  trump: "Trump",
  noTrump: "No trump",
  trumpOpen: "Not turned yet",
  trumpChoice: (name) => `${name} chooses`,
  noTrumpWhy: { W: (w) => `${w.W} turned up`, J: (w) => `${w.J} turned up`, last: () => "last round" },
  called: (suit) => `${SUITS[suit]} called`,

  // the banner: who is to do what
  deal: (name, r) => `${name} deals ${many(r, "card", "cards")} each`,
  dealMine: (r) => `Deal ${many(r, "card", "cards")} each`,
  dealHint: "Clear the table, deal, then turn up the next card.",
  dealLastHint: (name) => `Last round: ${name} deals all the cards. No card is turned up, there is no trump.`,
  chooseTrump: "Choose the trump",
  choosesTrump: (name) => `${name} chooses the trump`,
  chooseHint: (w) => `A ${w.W} was turned up.`,
  yourBid: "Your bid?",
  nextBid: (name) => `${name} bids`,
  bidFor: (name) => `${name} has no phone here. Enter the bid:`,
  bidForOwn: (name) => `Bid for ${name}`,
  waitingBids: (names) => `Waiting for ${list(names)}`,
  bidIn: (n) => `You bid ${n}`,
  bidHint: (r) => `How many of the ${many(r, "trick", "tricks")} will you take?`,
  hellHint: "Vision of hell: card to the forehead, bid on what you see of the others.",
  bidHidden: "Hidden until all have bid.",
  bidDelayed: "Hidden until the round is over.",
  changeBid: "Change my bid",
  bidsOpen: (sum, r) =>
    sum === r ? `Bids ${sum} for ${many(r, "trick", "tricks")}: it can work out`
    : sum > r ? `Bids ${sum} for ${many(r, "trick", "tricks")}: ${sum - r} too many`
    : `Bids ${sum} for ${many(r, "trick", "tricks")}: ${r - sum} to spare`,
  forbidden: {
    nonzero: (bids) => `Not ${list(bids.map(String))}: the bids may not come out even (non-zero sum).`,
    canadian: (bids) => `Not ${list(bids.map(String))}: you lead alone, so the bids may not come out even (Canadian rule).`,
  },
  bidKey: (n) => `Bid ${n}`,
  yourTurn: "Your turn",
  yourTurnHint: { lead: "You lead: lay any card.", follow: (suit) => `Lay a card. ${SUITS[suit]} are called.`, free: "Lay any card." },
  toPlay: (name) => `${name} to play`,
  toLead: (name) => `${name} leads`,
  takes: (name) => `${name} takes the trick`,
  youTake: "You take the trick",
  confirm: "Confirm",
  confirmTrick: "Confirm the trick",
  confirmRound: "Confirm and score the round",
  confirmHint: "Or press the button on the table.",
  over: "The game is over",
  wins: (names) => (names.length > 1 ? `${list(names)} share the victory` : `${names[0]} wins`),
  newGame: "New game",
  again: "Play again",

  // trick, players, sheet
  trick: "Trick",
  winning: "highest",
  nextCard: (name) => `${name}…`,
  lastTrick: "Last trick",
  lastTrickTo: (name) => `${name} took it`,
  players: "Tricks and bids",
  tricksOf: (t, b) => `took ${t}, bid ${b}`,
  signed: (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0"),
  tricksSay: (name, t, b) => `${name}: ${many(t, "trick", "tricks")}, bid ${b}`,
  bidNone: "no bid yet",
  bidMade: "bid made",
  total: "total",
  sheet: "Score sheet",
  sheetRound: "Rd",
  roundsLeft: (n) => (n === 0 ? "last round" : `${many(n, "round", "rounds")} to go`),
  hit: "made",
  miss: "missed",
  sheetKey: "Running total; in the box the bid, crossed out when missed. Gold corner: dealer.",
  notices: "Notices",

  // seats
  welcome: "Take your seat",
  welcomeHint: "Tap your name. Your phone keeps the seat.",
  justWatch: "Just watch",
  takeSeat: "Take a seat",
  taken: "has a phone",
  leave: "Give up my seat",
  freeSeat: (name) => `Free ${name}'s seat`,
  freeAsk: (name) => `Another phone plays for ${name}. Free the seat? That phone then only watches.`,
  joinTitle: "Join at the table",
  joinHint: "Point your phone's camera here",

  // set-up
  setup: "A new game",
  whichGame: "Which game?",
  wizard: "Wizard",
  wizardNote: "3 to 6 players, cards",
  clubSeats: (n, of) => `The club seats these players here for game ${n} of ${of}.`,
  setupHint: "Names clockwise around the table, three to six.",
  noGameBoard: "The table is set. Who plays?",
  playerName: (n) => `Player ${n}`,
  addPlayer: "Add a player",
  removePlayer: (n) => `Remove player ${n}`,
  firstDealer: "First dealer",
  rules: "House rules",
  start: "Start the game",
  startAsk: "A game is running. It stays in the journal. Start a new one?",
  fields: {
    edition: "Edition", bids: "Bids", last_bid: "Last bid", hell_vision: "Vision of hell", next_dealer: "Next dealer",
    turned_wizard: "Wizard turned up",
  },
  options: {
    edition: { us: "U.S. Games", amigo: "Amigo" },
    bids: { open: "Open, one by one", simultaneous: "Hidden, shown together", delayed: "Hidden until the round ends" },
    last_bid: { free: "Free", nonzero: "Never even (non-zero)", canadian: "Canadian rule" },
    next_dealer: { left: "To the left", last_trick_winner: "Winner of the last trick" },
    turned_wizard: { no_trump: "No trump", dealer_chooses: "Dealer names the trump" },
  },
  lastBidNote: "Only with open bids.",
  hellNote: "Cards on foreheads while bidding",

  // questions, corrections, tools
  question: "Which card is this?",
  questionFor: (name) => `${name}'s card: which one is it?`,
  questionTurn: "The turned-up card: which one is it?",
  questionFaint: "Probably no new card",
  questionHint: "Tap the card that lies there.",
  questionSeen: "seen",
  questionPicture: "The card as the camera sees it",
  other: "Another card…",
  noCard: "No new card",
  noCardHint: "ignore it",
  noMistake: "That one was right",
  noMistakeHint: "look at the new card again",
  sure: (p) => `${Math.round(p * 100)} %`,
  tools: "At the table",
  undo: "Undo",
  undoAsk: "Take back the last step?",
  enterCard: "Enter a card by hand",
  enterTurned: "Enter the turned-up card",
  enterFor: (name) => `${name}'s card`,
  correct: "Correct something",
  correctHint: "Choose the line that is wrong. Everything after it is settled again.",
  correctNone: "Nothing to correct yet.",
  pickCard: "Choose the card",
  pickBid: (name) => `${name}'s bid`,
  picture: "What the camera sees",
  see: "What is read in it, and why it asks",
  pictureAlt: "The table as the camera sees it now",
  board: "Big screen view",
  phoneView: "Phone view",
  panel: "Simulated panel",
  panelHint: "These lamps and buttons stand in for the real ones.",
  lampStatus: "Status lamp",
  lamp: { off: "off", on: "on", blink: "blinking", pulse: "pulsing" },
  lampOf: (name, how) => `${name}'s lamp: ${how}`,
  press: { confirm: "Confirm button", undo: "Undo button" },
  event: {
    turn_up: (card) => `${card} turned up`,
    name_trump: (suit) => `trump ${SUITS[suit]}`,
    bid: (name, n) => `${name} bid ${n}`,
    play: (name, card) => `${name}: ${card}`,
    confirm: () => "confirmed",
  },
  stale: "The table has moved on meanwhile. Look again, then repeat it if it still fits.",
  trouble: "That did not work. Try again.",
  say: {
    turn: (name) => `${name}'s turn`,
    trick: (name) => `${name} takes the trick`,
    card: (name, card) => `${name} plays ${card}`,
  },

  // the guide through cards: learning a deck, and the live check
  guide: {
    title: { enrol: (deck) => `Learning ${deck}`, live: (deck) => `Live check: ${deck}` },
    progress: (n, all) => `${n} of ${all}`,
    lay: (name, special) => (special ? `Lay a ${name}` : `Lay the ${name}`),
    layNamed: (name) => `Lay ${name}`,
    copy: (k, n) => `Number ${k} of ${n}: they may look different.`,
    more: "One more picture of it, laid a little differently.",
    first: "Clear the table first. Then lay it flat and whole in the picture.",
    hint: "Flat and whole in the picture: on the last card, beside it or in its place.",
    look: {
      "": "Waiting for the camera…",
      moving: "Hold still…",
      hand: "Take your hand away.",
      dark: "Too dark: switch on a lamp.",
      clear: "Waiting for the card",
      unclear: "No card's outline: lay it flat and whole, on a table of another colour.",
      several: "Several new cards: leave only one.",
      card: "Taken",
    },
    fault: {
      small: "Too small in the picture: bring the camera nearer.",
      dim: "The card is too dark: switch on a lamp.",
      blurred: "The picture is blurred: wait, or see to the camera's focus.",
      cut: "Not whole in the picture: lay it nearer to the middle.",
      again: "It looks like the card before. Is it the one?",
      back: "This looks like a card's back: turn it over.",
    },
    press: {
      take: "Take it all the same", again: "Take the last one again", againLive: "Lay the last one again", back: "Back", skip: "Skip", done: "Done",
      missed: "It lies there, unseen", missing: "Lay the missing cards", alike: "A second picture of these",
      second: "Second pictures of all", finish: "Finish",
    },
    doneAsk: (open) => `${many(open, "card is", "cards are")} still open. Stop here?`,
    picture: "What the camera sees",
    cutOut: (name) => `The picture of ${name}`,
    last: "Last taken",
    lastLive: "Last laid",
    verdict: { right: "right", asked: "would ask", silent: "silently wrong", missed: "not seen" },
    readAs: (names) => `read as ${list(names)}`,
    cards: "The deck",
    cardsLive: "The cards",
    state: { taken: "taken", skipped: "skipped", now: "now", open: "open" },
    checking: "Checking the pictures…",
    checkingHint: "Which cards look alike? A moment.",
    learnt: (n) => `${many(n, "card", "cards")} learnt`,
    learntHint: (pictures, deck) => `${many(pictures, "picture", "pictures")}, kept as “${deck}”.`,
    alike: "These look alike",
    alikeHint: "Reading them will ask. A second, sharp picture of each may help.",
    margin: (m) => `${Math.round(m * 100)} % apart`,
    missing: "These are missing",
    missingCount: (name, n) => (n > 1 ? `${name} × ${n}` : name),
    doubtful: "Look at these once more",
    figures: (n) => `${many(n, "card", "cards")} laid`,
    noFigures: "No card was laid",
    odds: (o) =>
      o.silent
        ? `${many(o.silent, "silent error", "silent errors")} in ${many(o.cards, "card", "cards")}: an evening of ${o.evening} cards stays free of them in ${percent(o.odds)}.`
        : `No silent error in ${many(o.cards, "card", "cards")}. ${o.least < 0.005 ? `That is too few to prove anything about an evening of ${o.evening} cards` : `For an evening of ${o.evening} cards that proves ${percent(o.least)}`}: to prove 95 % takes ${o.needed.toLocaleString("en")} cards without one.`,
    wrong: "What was not right",
    phone: "On a phone beside the table",
    over: "All is kept",
    overLive: "The check is over",
    overHint: "The program has ended; this page can be closed.",
  },
};
