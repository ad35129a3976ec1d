// The special cards of Wizard's anniversary editions: what is said and done with them, one thing at a time.

import "./special-faces.js";
import { card, hooks, parts, sign, spoken, suitIcon } from "./cards.js";
import { cardKeys } from "./byhand.js";
import { pickTrump, suitKeys } from "./dialogs.js";
import { button, during, h, openDialog } from "./dom.js";
import { byHand } from "./moves.js";
import { X } from "./strings-specials.js";
import { edition, S, SUITS } from "./strings.js";

const NAMES_TRUMP = ["dragon", "cloud", "werewolf"];
const ASKS = ["fairy", "juggler", "shapeshifter", "vampire"];

/** The pages of the game with what special cards add to them. */
export const among = (pages) => ({
  ...pages,
  wishes: (tools) => ({ ...pages.wishes(tools), special: (event, values) => tools.send("/api/special", { event, ...values }) }),
});

const namesTrump = (v, name) => NAMES_TRUMP.includes(name) || ASKS.includes(name) && v.rules[`turned_${name}`] === "dealer_chooses";
const suited = (name) => name === "juggler" || name === "cloud";
const decides = (v, me, seat) => seat === me || !v.held[seat];
const decidable = (v, me) => v.players.map((_, seat) => seat).filter((seat) => decides(v, me, seat));

hooks.nobody = X.nobody;

/** Show in a word what a card counts as: a suit that was said, or another card. */
hooks.counts = (counts, edition) => {
  const [name, suit] = counts.split(":");
  return h("span", { class: "as" }, "= ", suit ? [suitIcon(suit), h("span", { class: "hear" }, SUITS[suit])] : sign(name, edition));
};

hooks.banner = (v, me) => {
  const name = v.players[v.turn];
  const mine = v.turn !== null && v.turn === me;
  const ask = (own, other, hint) => ({ title: mine ? own : other, hint, mine });
  switch (v.phase) {
    case "deal":
      return v.turned ? { title: S.deal(v.players[v.dealer], v.round), hint: X.nextTurned, mine: v.dealer === me } : null;
    case "trump_choice":
      if (v.choice?.werewolf) return v.turn === null ? { title: X.whoWolf, hint: X.wolfHint } : ask(S.chooseTrump, S.choosesTrump(name), X.wolfHint);
      return v.turned === "W" ? null : ask(S.chooseTrump, S.choosesTrump(name), X.chooseFor(spoken(v.turned, v.edition)));
    case "suit_choice":
      return ask(X.saySuit(spoken(v.choice.card, v.edition)), X.saysSuit(name));
    case "shape_choice":
      return ask(X.sayShape(edition(v.edition)), X.saysShape(name, edition(v.edition)));
    case "next_card":
      return { title: X.turnNext, hint: X.turnNextHint(name), mine };
    case "change_bid":
      return ask(X.change, X.changes(name), v.choice.by[0] === null ? X.turnHint : X.changeHint);
    case "swap":
      return ask(X.swap, X.swaps(name), X.swapHint);
    case "pass_on":
      return { title: X.pass, hint: X.passHint, mine: me !== null };
    case "trick_done":
      return v.winning === null ? { title: X.bombed, hint: X.leads(v.players[v.leads]), win: true } : null;
    default:
      return null;
  }
};

// What is said first of a choice in two steps: whoever sits down meanwhile has it drawn anew.
const begun = during(() => ({ said: null }));

hooks.actions = (v, me, act) => {
  // Asked at every step: what was taken back is asked from the beginning.
  const now = begun([v.game_id, v.phase, v.log.count].join("/"));
  const may = v.turn !== null && decides(v, me, v.turn);
  switch (v.phase) {
    case "trump_choice":
      return v.choice?.werewolf ? wolfKeys(v, me, act, now) : null;
    case "suit_choice":
      return may ? suitKeys(v, (suit) => act.special("name_suit", { suit })) : [];
    case "shape_choice":
      return may ? cardRow(v, v.choice.shapes, (shape) => act.special("shape", { shape })) : [];
    case "next_card":
      return byHand(v, me, S.enterTurned, S.enterTurned, act);
    case "change_bid":
      return may ? h("div", { class: "row" }, v.choice.by.map((by) =>
        button(by === null ? X.turned : by > 0 ? X.more : X.fewer, () => act.special("change_bid", { by }), { class: "gold large", "data-focus": `by${by}` }))) : [];
    case "swap":
      return may ? swapKeys(v, act, now) : [];
    case "pass_on":
      return button(X.passed, () => act.special("pass_on"), { class: "gold large", "data-focus": "passed" });
    default:
      return null;
  }
};

/** Before the first bid the Werewolf may be laid: the camera sees it, or somebody says so. */
hooks.more = (v, me, act) => {
  if (!v.choice?.exchange) return null;
  const seats = decidable(v, me);
  const choose = () => {
    const seen = act.seen();
    const say = (player) => act.special("exchange", { player, seen });
    return seats.length === 1 ? say(seats[0]) : openDialog(X.whoWolf, S.close, (close) => seatRow(v, seats, (seat) => { close(); say(seat); }));
  };
  return seats.length > 0 && h("div", { class: "row" }, button(X.wolfKey, choose, { class: "plain", "data-focus": "wolf" }));
};

hooks.line = (v, event) => {
  const who = v.players[event.player] ?? "";
  switch (event.event) {
    case "name_trump": return event.suit === null ? [h("span", {}, S.noTrump)] : null;
    case "name_suit": return [h("span", {}, X.said(who, event.suit))];
    case "shape": return [h("span", {}, X.isNow(who, spoken(event.shape, v.edition)))];
    case "change_bid": return [h("span", {}, X.changedBid(who))];
    default: return null;
  }
};

/** Let another answer be chosen for what was said with a special card; whether that is what the line tells. */
hooks.choose = (v, event, put) => {
  if (event.event === "name_suit") pickTrump(v, (suit) => put({ suit }), X.saysSuit(v.players[event.player]));
  else if (event.event === "shape") pickShape(v, (shape) => put({ shape }));
  else if (event.event === "change_bid") openDialog(X.changes(v.players[event.player]), S.close, (close) => h("div", { class: "row" }, [1, -1].map((by) => button(by > 0 ? X.more : X.fewer, () => { close(); put({ by }); }))));
  else return false;
  return true;
};

/** Where a card is put right into a special one, ask what has to be said with that; whether something has. */
hooks.follow = (v, event, name, put) => {
  if (event.card === name) return false;
  if (event.event === "turn_up" && namesTrump(v, name)) pickTrump(v, (suit) => put({ card: name, suit }));
  else if (event.event === "play" && suited(name)) pickTrump(v, (suit) => put({ card: name, suit }), X.saysSuit(v.players[event.player]));
  else if (event.event === "play" && name === "shapeshifter") pickShape(v, (shape) => put({ card: name, shape }));
  else return false;
  return true;
};

const pickShape = (v, chosen) => openDialog(X.sayShape(edition(v.edition)), S.close, (close) => cardRow(v, ["W", "J"], (shape) => { close(); chosen(shape); }));

const seatRow = (v, seats, chosen) => h("div", { class: "row" }, seats.map((seat) => button(v.players[seat], () => chosen(seat), { class: "plain", "data-focus": `seat${seat}` })));

const cardRow = (v, names, chosen) => h("div", { class: "special-keys" }, names.map((name) =>
  button([card(name, v.edition), h("span", { class: "named" }, spoken(name, v.edition))], () => chosen(name), { class: "special-key", "data-focus": `card${name}` })));

/** Keys for what is said first, and once that is said, for what goes with it. */
function inTwo(now, first, second) {
  const box = h("div", { class: "special-choice" });
  const show = (said) => {
    now.said = said;
    box.replaceChildren(...(said === null ? first(show) : second(said, () => show(null))));
  };
  show(now.said);
  return box;
}

function trumpKeys(v, player, act) {
  const name = (suit) => act.special("name_trump", { player, suit });
  return [h("h2", {}, S.chooseTrump), suitKeys(v, name), button(S.noTrump, () => name(null), { class: "plain", "data-focus": "none" })];
}

/** First who laid the Werewolf, where that is not known, then the trump. */
function wolfKeys(v, me, act, now) {
  const may = decidable(v, me);
  // Whoever was named may have sat down since, and says it himself.
  if (now.said !== null && !may.includes(now.said)) now.said = null;
  if (v.turn === null) return inTwo(now, (chosen) => [seatRow(v, may, chosen)],
    (player, again) => [...trumpKeys(v, player, act), button(X.otherWolf(v.players[player]), again, { class: "plain", "data-focus": "again" })]);
  return h("div", { class: "special-choice" }, decides(v, me, v.turn) && trumpKeys(v, v.turn, act));
}

/** First the card that is taken, then the one that is laid for it. */
const swapKeys = (v, act, now) => inTwo(now, (chosen) => [h("h2", {}, X.swapTake), cardRow(v, v.choice.take, chosen)],
  (take, again) => [h("h2", {}, X.swapGive), cardKeys({ ...v, called: parts(take).suit }, (card) => act.special("swap", { card, take })), button(X.other, again, { class: "plain", "data-focus": "again" })]);
