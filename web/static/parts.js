// The pieces that phone and big screen share: trump, banner, trick, players, lamps.

import { h } from "./dom.js";
import { card, crown, hooks, noSuit, sign, spoken, star, suitIcon } from "./cards.js";
import { lampDot, newlyTold } from "./common.js";
import { countBanner, counting } from "./count.js";
import { markKey, markOf, marked } from "./marks.js";
import { L } from "./strings-lots.js";
import { K } from "./strings-marks.js";
import { S, SUITS, edition } from "./strings.js";
import { atPanel, plain } from "./words.js";

export const inPlay = (v) => !["lots", "lots_done", "deal", "trump_choice", "bidding", "tricks", "tricks_done", "game_over"].includes(v.phase);

/** The cards that lie there, each with its player: those that say who deals first, or the trick. */
export const lyingOf = (v) => v.lots?.cards ?? (inPlay(v) ? v.trick : []);

/** Whose card is the best of those that lie there: of those for the first deal several may be. */
export const isBest = (v, seat) => (v.lots ? v.lots.best.includes(seat) : v.winning === seat);

export function trumpTile(v, act) {
  const words = edition(v.edition);
  const tile = (icon, word, note, cls = "") =>
    h("div", { class: `trump ${cls}` }, icon,
      h("div", {}, h("span", { class: "label" }, S.trump), h("strong", {}, word), note && h("span", { class: "note" }, note)));
  if (v.lots) return null;
  if (v.phase === "deal") return tile(star("faint"), S.trumpOpen, null, "open");
  if (v.phase === "trump_choice") return tile(star(), v.turn === null ? S.chooseTrump : S.trumpChoice(v.players[v.turn]), null, "open");
  if (v.trump) {
    const mark = markOf(v, null);
    const from = v.turned ? [mark ? markKey(v, mark, act, sign(v.turned, v.edition)) : sign(v.turned, v.edition)] : null;
    return tile(suitIcon(v.trump, "big"), SUITS[v.trump], from, `trump-${v.trump}`);
  }
  const why = v.turned === "W" || v.turned === "J" ? v.turned : "last";
  return tile(noSuit("big"), S.noTrump, v.phase === "game_over" ? null : v.turned && why === "last" ? sign(v.turned, v.edition) : S.noTrumpWhy[why](words), "none");
}

/** Say what happens now and who is to do it: {title, hint, mine}. */
export function banner(v, me) {
  const name = (seat) => v.players[seat];
  const words = edition(v.edition);
  const special = hooks.banner?.(v, me);
  if (special) return special;
  switch (v.phase) {
    case "lots":
      return { title: v.turn === me ? L.mine : L.lot(name(v.turn)), hint: L.hint };
    case "lots_done": {
      const { best } = v.lots;
      if (best.length > 1) return { title: L.shared(best.map(name)), hint: L.sharedHint, win: true };
      return { title: best[0] === me ? L.dealsMine : L.deals(name(best[0])), hint: atPanel(v, S.confirmHint), win: true };
    }
    case "deal":
      return { title: v.dealer === me ? S.dealMine(v.round) : S.deal(name(v.dealer), v.round), hint: S.dealHint, mine: v.dealer === me };
    case "trump_choice":
      return v.dealer === me
        ? { title: S.chooseTrump, hint: S.chooseHint(words), mine: true }
        : { title: S.choosesTrump(name(v.dealer)), hint: S.chooseHint(words) };
    case "bidding": {
      const missing = v.players.filter((_, seat) => !v.bid_made[seat]);
      const mine = v.turn === null ? me !== null && !v.bid_made[me] : v.turn === me;
      // The last round has no card to turn up, so its deal is not a phase of its own.
      const dealing = missing.length < v.players.length || isPlayed(v) ? null : v.round === v.rounds && !v.turned ? S.dealLastHint(name(v.dealer)) : v.counted ? `${S.deal(name(v.dealer), v.round)}.` : null;
      if (mine) return { title: S.yourBid, hint: [dealing, v.rules.hell_vision ? S.hellHint : S.bidHint(v.round)].filter(Boolean).join(" "), mine };
      return { title: v.turn === null ? S.waitingBids(missing) : S.nextBid(name(v.turn)), hint: dealing };
    }
    case "trick": {
      const lead = v.trick.length === 0;
      if (v.turn === me) {
        const hint = lead ? S.yourTurnHint.lead : v.called ? S.yourTurnHint.follow(v.called) : S.yourTurnHint.free;
        return { title: S.yourTurn, hint, mine: true };
      }
      return { title: lead ? S.toLead(name(v.turn)) : S.toPlay(name(v.turn)), hint: v.called ? S.called(v.called) : null };
    }
    case "trick_done":
      return { title: v.winning === me ? S.youTake : S.takes(name(v.winning)), hint: atPanel(v, S.confirmHint), win: true };
    case "tricks":
    case "tricks_done":
      return countBanner(v);
    default:
      return { title: v.stopped ?? S.wins(v.winners), hint: S.over, win: !v.stopped };
  }
}

/** Say in words what a listener should hear when it changes. */
export function announcement(v, me) {
  const newest = lyingOf(v).at(-1);
  const named = newest && (markOf(v, newest.player) ? K.of : String)(spoken(newest.card, v.edition));
  const told = newest && (v.lots ? S.event.play : S.say.card)(v.players[newest.player], named);
  const played = newest && v.phase !== "trick_done" ? `${told}. ` : "";
  return [newlyTold(v), played + banner(v, me).title].filter(Boolean).join(" ");
}

export function bannerNode(v, me) {
  const { title, hint, mine, win } = banner(v, me);
  return h("div", { class: `banner ${mine ? "mine" : ""} ${win ? "win" : ""}` },
    h("h1", {}, win && crown(), title), hint && h("p", {}, hint));
}

export function slot(v, entry, isNew, act) {
  const mark = markOf(v, entry.player);
  const best = isBest(v, entry.player);
  const led = v.trick[0] === entry;
  return h("li", { class: `slot ${best ? "best" : ""} ${led ? "led" : ""} ${isNew ? "new" : ""}` },
    mark ? marked(v, mark, act) : card(entry.card, v.edition),
    h("span", { class: "who" }, v.players[entry.player]),
    entry.as && hooks.counts(entry.as, v.edition),
    led && h("span", { class: "lead" }, S.led),
    best && h("span", { class: "highest" }, crown(), S.winning));
}

let laid = 0;

/** The trick as it grows; the newest card is seen to land. */
export function trickNode(v, act) {
  if (!inPlay(v) && !v.lots) return null;
  const lying = lyingOf(v);
  const fresh = lying.length > laid;
  laid = lying.length;
  return h("ul", { class: `trick of-${v.players.length}`, "aria-label": v.lots ? L.lots : S.trick },
    lying.map((entry, i) => slot(v, entry, fresh && i === lying.length - 1, act)),
    (v.phase === "trick" || v.phase === "lots") && h("li", { class: "slot next" },
      h("span", { class: "card empty", "aria-hidden": "true" }, "?"), h("span", { class: "who" }, S.nextCard(v.players[v.turn]))));
}

/** Whether a round that waits for bids is played: those that lay face down are shown then. */
const isPlayed = (v) => v.tricks.some(Boolean);

/** Between two rounds, and at the end: what the last round, or the game, has brought. */
export function roundResult(v) {
  const line = v.sheet.at(-1);
  const fresh = v.phase === "deal" || v.counted && v.phase === "bidding" && !v.bid_made.some(Boolean) && !isPlayed(v);
  if (!line || (!fresh && v.phase !== "game_over")) return null;
  const order = v.players.map((_, seat) => seat);
  const over = v.phase === "game_over";
  if (over) order.sort((a, b) => v.totals[b] - v.totals[a]);
  return h("ul", { class: "result", "aria-label": over ? S.sheet : S.roundShort(line.round) }, order.map((seat) => {
    const points = over ? v.totals[seat] : line.points[seat];
    return h("li", { class: points < 0 ? "minus" : "plus" },
      h("span", {}, v.players[seat], !over && [" ", h("span", { class: "note" }, S.tricksOf(line.tricks[seat], line.bids[seat]))]),
      h("b", {}, over ? plain(points) : S.signed(points)));
  }));
}

function pips(taken, bid) {
  const most = Math.max(taken, bid ?? 0);
  if (bid === null || most > 5) return null;
  return h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: most }, (_, i) =>
    h("i", { class: i >= bid ? "over" : i < taken ? "got" : "want" })));
}

/** A bid that is made and not to be seen yet lies there like a card on its face. */
export const faceDown = (cls = "") => h("span", { class: `sealed ${cls}`, title: S.bidMade }, h("i", {}), h("span", { class: "hear" }, S.bidMade));

/** The count of a player's tricks against the bid, hidden bids as a closed mark. */
export function tally(v, seat) {
  const bid = v.bids[seat];
  const taken = v.tricks[seat];
  if (v.lots || v.phase === "deal" || v.phase === "trump_choice" || v.phase === "game_over" && bid === null) return h("span", { class: "tally" });
  if (bid === null) {
    return h("span", { class: "tally" }, (inPlay(v) || counting(v)) && h("b", {}, `${taken}`),
      v.bid_made[seat] ? faceDown() : h("span", { class: "waiting" }, h("span", { class: "hear" }, S.bidNone), h("span", { "aria-hidden": "true" }, "…")));
  }
  const state = taken === bid ? "even" : taken > bid ? "over" : "under";
  return h("span", { class: `tally ${inPlay(v) || counting(v) ? state : ""}` }, pips(taken, bid),
    h("span", { class: "count", "aria-label": S.tricksSay(v.players[seat], taken, bid) },
      h("b", {}, `${taken}`), h("span", { class: "of" }, `/${bid}`)));
}

export function dealerChip() {
  return h("span", { class: "chip", title: S.dealer }, h("span", { "aria-hidden": "true" }, "D"), h("span", { class: "hear" }, S.dealer));
}

export function playersPanel(v, me) {
  const sum = v.bid_total;
  return [
    h("div", { class: "panel-head" }, h("h2", {}, S.players),
      sum !== null && v.bid_made.every(Boolean) && h("span", { class: "note" }, S.bidsOpen(sum, v.round))),
    h("ul", { class: "players" }, v.players.map((name, seat) =>
      h("li", { class: `${v.turn === seat ? "turn" : ""} ${seat === me ? "me" : ""}` },
        lampDot(v, seat),
        h("span", { class: "name" }, name), seat === v.dealer && dealerChip(),
        seat === me && h("span", { class: "chip you" }, S.you),
        tally(v, seat),
        h("span", { class: "points", title: S.total }, plain(v.totals[seat]))))),
  ];
}

export function lastTrick(v) {
  if (!v.last_trick || v.counted) return [];
  // While the next one lies, the last one keeps to a line.
  if (v.trick.length > 0) return lastLine(v);
  return [
    h("div", { class: "panel-head" }, h("h2", {}, S.lastTrick),
      h("span", { class: "note" }, v.last_trick.winner === null ? hooks.nobody : [crown(), S.lastTrickTo(v.players[v.last_trick.winner])])),
    h("ul", { class: "trick small" }, v.last_trick.cards.map((entry) =>
      h("li", { class: `slot ${entry.player === v.last_trick.winner ? "best" : ""}` },
        card(entry.card, v.edition), h("span", { class: "who" }, v.players[entry.player])))),
  ];
}

/** The last trick in one line, as the big screen keeps it in sight. */
export function lastLine(v) {
  if (!v.last_trick) return [];
  return [
    h("h2", {}, S.lastTrick),
    h("ul", { class: "last-line" }, v.last_trick.cards.map((entry) => {
      const won = entry.player === v.last_trick.winner;
      return h("li", { class: won ? "won" : "" }, sign(entry.card, v.edition), h("span", { class: "who" }, won && crown(), v.players[entry.player]));
    })),
  ];
}
