// Every word of the club's page in one place.

import { listed, number, t, tn } from "../words.js";

// A call within another's arguments is not found by the extraction: such words stand by themselves.
const fromTo = (one, other) => t("from {one} to {other}", { one, other });

export const C = {
  title: "Familiar",
  club: (name) => t("Club {name}", { name }),
  lost: t("The board cannot be reached. Trying again…"),
  away: t("The broker cannot be reached: what tables tell now is shown as soon as it can."),
  cancel: t("Cancel"),
  points: (n) => (n < 0 ? `−${number(-n)}` : number(n)),
  gained: (n) => (n < 0 ? `−${number(-n)}` : `+${number(n)}`),
  game: (title, n, of) => t("{title}, game {game} of {games}", { title, game: n, games: of }),
  finished: (title) => t("{title}: the evening is over", { title }),
  table: (name) => t("Table {name}", { name }),
  offline: t("away"),
  offlineHint: t("This table does not answer; its finished games are kept."),
  unsaid: t("not heard yet"),
  state: { waiting: t("waits for its players"), playing: t("plays"), over: t("has finished"), idle: t("no game") },
  playing: (round, rounds) => (rounds ? t("round {round} of {rounds}", { round, rounds }) : round ? t("turn {turn}", { turn: round }) : t("begins")),
  over: t("finished"),
  moves: t("moves on"),
  road: (names) => t("The two best move on: {roads}.", { roads: listed(names.map((name, i) => fromTo(name, names[(i + 1) % names.length]))) }),
  score: (n, cards) => (cards ? tn("{count} card", "{count} cards", n) : C.points(n)),
  enter: t("Enter points by hand"),
  byHand: t("Points entered by hand"),
  enterAt: (name) => t("Points of this game at table {name}", { name }),
  enterHint: t("For a table that cannot tell. As soon as it tells of this game itself, its own points count."),
  count: t("Let them count"),
  takeBack: t("Take them back"),
  ranking: t("Ranking"),
  rank: t("Rank"),
  player: t("Player"),
  where: t("Table"),
  nth: (n) => t("Game {game}", { game: n }),
  total: t("Total"),
  rankingHint: t("Totals of the finished games; what a running game has brought so far stands beside, small."),
  winner: (names, total) => (names.length > 1
    ? tn("{names} share the evening with {count} point", "{names} share the evening with {count} points", total, { names: listed(names) })
    : tn("{name} wins the evening with {count} point", "{name} wins the evening with {count} points", total, { name: names[0] })),
  notes: t("To be settled"),
  ignored: t("Ignored messages"),
  others: t("Other tables"),
  nobody: t("No table has told anything yet. Write the broker and a name into each table's configuration, under [club]."),
  begin: t("A progressive evening"),
  beginHint: t("Twelve players at three tables. After each game the two best of every table move on to the next table, and everybody keeps the points."),
  few: (n) => (n === 0 ? t("Three tables are needed, and none has told of itself so far.")
    : tn("Three tables are needed, and only {count} has told of itself so far.", "Three tables are needed, and only {count} have told of themselves so far.", n)),
  seat: (place, i) => [t("Player {number} at the first table", { number: i }), t("Player {number} at the second table", { number: i }), t("Player {number} at the third table", { number: i })][place],
  nthTable: [t("First table"), t("Second table"), t("Third table")],
  placeholder: (i) => t("Player {number}", { number: i }),
  howMany: t("Games"),
  which: t("Game"),
  paste: t("A list of names may be pasted into the first field."),
  start: t("Begin the evening"),
  end: t("End the evening"),
  endAsk: t("End this evening?"),
  endHint: t("The ranking leaves this page. What was played stays in the tables' journals."),
  join: t("This page on a phone"),
  trouble: t("Something went wrong; please try again."),
};
