// A past game's sheet, as the pages of a running one draw it, and each of its rounds or turns.

import { h } from "./dom.js";
import "./special-faces.js";
import { noSuit, sign, suitIcon } from "./cards.js";
import { magesSheet } from "./magicians-sheet.js";
import { sheetPanel } from "./probe-sheet.js";
import { trayRow } from "./probe-flaps.js";
import { sheet } from "./sheet.js";
import { E } from "./strings-evenings.js";
import { M } from "./strings-magicians.js";
import { P } from "./strings-probe.js";
import { listed } from "./words.js";

// What each of the twelve spaces of a tray is worth, as in games/probe.
const VALUES = [5, 10, 15, 15, 10, 5, 5, 10, 15, 15, 10, 5];

const SHEETS = {
  wizard: (one) => sheet({ ...one.view, players: one.players, stopped: one.stopped, phase: "game_over" }),
  magicians: (one) => magesSheet({ ...one.view, players: one.players, stopped: one.stopped }),
  probe: (one) => [sheetPanel({ ...one.view, players: one.players, rules: one.rules, stopped: one.stopped, phase: "game_over" }), h("h3", {}, E.words), h("ul", { class: "trays" }, one.view.trays.map((tray) => wordRow(one, tray)))],
};
const ROUNDS = { wizard: (one) => one.rounds.map((line) => wizardRound(one, line)), magicians: (one) => turnList(one, magesTurn), probe: (one) => turnList(one, probeTurn) };

export const sheetOf = (one) => SHEETS[one.game](one);
export const roundsOf = (one) => ROUNDS[one.game](one);

function wordRow(one, { player, tray, first, signs, misspelt }) {
  const spaces = signs.map((letter, i) => ({ space: first + i, value: VALUES[first + i - 1], sign: letter, open: letter !== null }));
  return h("li", {}, h("span", {}, P.tray(one.players[player], tray)), misspelt && h("span", { class: "chip bad" }, P.misspelt), trayRow({ spaces }));
}

/** A round trick by trick: a row a trick, a column a player; who led and who took it is written there. */
function wizardRound(one, line) {
  const { edition } = one.rules;
  const scored = one.view.sheet[line.round - 1];
  const laid = (trick, seat) => trick.cards.find((entry) => entry.player === seat).card;
  return h("details", {},
    h("summary", {}, E.round(line.round, one.players[line.dealer]), !scored.counted && (line.trump ? suitIcon(line.trump) : noSuit()), line.turned && sign(line.turned, edition)),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": E.round(line.round, one.players[line.dealer]) }, h("table", {},
      h("thead", {}, h("tr", {}, h("td", {}), one.players.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {},
        line.laid.map((trick, n) => h("tr", {}, h("th", { scope: "row" }, E.trick(n + 1)), one.players.map((_, seat) =>
          h("td", { class: trick.winner === seat ? "took" : "" }, sign(laid(trick, seat), edition),
            trick.cards[0].player === seat && h("small", {}, E.leads), trick.winner === seat && h("small", {}, E.takes))))),
        h("tr", {}, h("th", { scope: "row" }, E.bids), one.players.map((_, seat) => h("td", {}, `${scored.tricks[seat]}/${scored.bids[seat]}`)))))));
}

const turnList = (one, tell) => h("details", {}, h("summary", {}, E.turnCount(one.rounds.length)), h("ol", {}, one.rounds.map((turn) =>
  h("li", { class: "turn-line" }, h("b", {}, `${turn.turn}`), h("div", {}, tell(one, turn).filter(Boolean).join(" "))))));

function magesTurn(one, turn) {
  const name = one.players[turn.player];
  // The sticks in the order in which their players sit.
  const shows = listed(one.view.colors.filter((color) => color in turn.throw).map((color) => E.stick(M.colours[color], turn.throw[color])));
  const cards = turn.cards.values();
  const exiled = turn.exiled.values();
  const tell = {
    jump: () => E.moves.jump(name, M.to[turn.jump[1]]),
    walk: ([, to] = turn.walk) => (M.to[to] ? E.moves.walk(name, M.to[to]) : to === "symbol" ? E.moves.symbol(name) : E.moves.slab(name)),
    duel: () => M.effects.won(one.players[turn.duel.winner], turn.duel),
    cards: (gain = cards.next().value) => M.effects.card(one.players[gain.player], { place: gain.card }, gain.from === null ? null : one.players[gain.from]),
    spell: () => E.spell(M.sides[turn.spell]),
    teleport: () => E.moves.carried(name, M.to[turn.teleport]),
    exiled: (gone = exiled.next().value) => M.effects.exile(one.players[gone.player], gone),
  };
  return [
    turn.extra ? E.extraOf(name) : E.turnOf(name), E.turnThrow(shows), turn.pasch !== null && E.pasch,
    ...turn.course.map((what) => tell[what]()),
  ];
}

function probeTurn(one, turn) {
  const scores = turn.scores.map((line) => `${P.scoreLine(line, one.players)}.`);
  return [E.turnOf(one.players[turn.player]), turn.cards.length > 0 && E.drew(listed(turn.cards.map(P.card))), ...(scores.length > 0 ? scores : [E.noPoints])];
}
