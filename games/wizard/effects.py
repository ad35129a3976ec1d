"""Do what special cards bring beside the tricks (docs/rules/wizard.md 8).

Before the bids the Werewolf is laid for the turned-up card. Once a trick is confirmed, and before the next,
the Cloud changes a bid, the Witch a card, and the Juggler lets everybody pass one on; in this order.

What takes an event refuses it as `games.wizard.apply.apply` says, and changes nothing then.
"""

from dataclasses import replace

from games.cards import card, copies, words
from games.errors import NotAllowed
from games.header import parse_seat
from games.wizard.bids import forbidden_bid
from games.wizard.events import ChangeBid, Exchange, PassOn, Swap, parse_change
from games.wizard.specials import kinds
from games.wizard.state import Change, Effect, Phase, State, Trick
from games.wizard.turns import acting
from games.wizard.words import awaited, need
from texts import Said, capital, say, sentences


def exchange(state: State, event: Exchange) -> State:
    """Lay the Werewolf for the turned-up card; who laid it names the trump."""
    laid = state.rules.parse_card(event.card)
    owner = None if event.player is None else parse_seat(event.player, state.players)
    if laid.special != "werewolf":
        raise NotAllowed(
            say(
                "{card} is not laid for the turned-up card: only the Werewolf is.",
                card=capital(words(laid, state.rules.edition)),
            ),
            "werewolf",
        )
    if not may_exchange(state):
        refusal = say("The Werewolf cannot be laid for the turned-up card now.")
        raise NotAllowed(sentences(refusal, awaited(state)), "game_over" if state.over else "phase")
    return replace(
        state,
        turned=None if state.turned is None else laid.name,
        trump=None,
        phase=Phase.TRUMP_CHOICE,
        werewolf=True,
        owner=owner,
    )


def may_exchange(state: State) -> bool:
    """Tell whether the Werewolf may be laid for the turned-up card: before the first bid, once."""
    if not state.rules.werewolf or state.werewolf or "werewolf" in state.seen:
        return False
    if state.turned is None and (state.is_turned or state.rules.unturned_werewolf != "names_trump"):
        return False
    early = state.phase is Phase.BIDDING and len(state.missing) == state.seats and not state.reveal
    return early or state.phase is Phase.TRUMP_CHOICE


def after_trick(trick: Trick, seats: int, takes: int | None, left: bool) -> tuple[Effect, ...]:
    """List what the cards of a trick bring; `takes`: who gets it, `left`: whether anybody has cards left."""
    found = []
    of = kinds(trick.counts)
    if "cloud" in of and takes is not None:
        found.append(Effect(Phase.CHANGE_BID, takes))
    if "witch" in of and left:
        found.append(Effect(Phase.SWAP, (trick.leader + of.index("witch")) % seats))
    if "juggler" in of and left:
        found.append(Effect(Phase.PASS_ON))
    return tuple(found)


def change_bid(state: State, event: ChangeBid) -> State:
    """Change the bid of whoever won the trick with the Cloud."""
    player = parse_seat(event.player, state.players)
    by = None if event.by is None else parse_change(event.by)
    who = state.players[player]
    need(state, Phase.CHANGE_BID, say("{who} cannot change the bid by one now.", who=who))
    acting(state, player)
    if by is None and None in changes_of(state):
        return done(replace(state, turned_on=(*state.turned_on, player)))
    fits = by in changes_of(state)
    if event.stands and fits:
        raise NotAllowed(allowed_anyhow(who), "stands")
    if by is None or not (fits or (event.stands and is_change_against_last_bid(state, by))):
        raise NotAllowed(_no_such_change(state, who, by), "change_bid")
    bids = tuple((bid or 0) + by if seat == player else bid for seat, bid in enumerate(state.bids))
    return done(replace(state, bids=bids))


def changes_of(state: State) -> tuple[int | None, ...]:
    """List by how much the bid may be changed that the Cloud changes; None: it lies face down."""
    player = state.effects[0].player
    if player is None:
        return ()
    if (own := state.bids[player]) is None:
        return (None,)
    within = [by for by in (-1, 1) if _is_within(state, own + by)]
    if state.rules.cloud_sum == "free":
        return tuple(within)
    fits = [by for by in within if not _is_forbidden(state, player, own + by)]
    # It must be changed: where the rule of the last bid leaves nothing, that rule gives way.
    return tuple(fits or within)


def is_change_against_last_bid(state: State, by: int | None) -> bool:
    """Tell whether only the rule of the last bid forbids to change the bid by so much."""
    player = state.effects[0].player
    own = None if player is None else state.bids[player]
    return own is not None and by is not None and _is_within(state, own + by) and by not in changes_of(state)


def allowed_anyhow(who: str) -> Said:
    """Say that nothing has to stand against a rule that allows it."""
    return say("{who}'s bid does not stand against a rule: it is allowed.", who=who)


def _is_within(state: State, tricks: int) -> bool:
    return state.rules.cloud_range == "free" or 0 <= tricks <= state.round


def _is_forbidden(state: State, player: int, tricks: int) -> bool:
    bids = [bid or 0 for bid in (*state.bids[:player], tricks, *state.bids[player + 1 :])]
    last, rule = bids.pop(state.dealer), state.rules.last_bid
    return last == forbidden_bid(rule, state.round, bids, state.totals, state.dealer, min(last, 0))


def _no_such_change(state: State, who: str, by: int | None) -> Said:
    """Say why a bid is not changed so, without the bid: it may lie hidden."""
    if by is None:
        return say("{who} says whether it is one more or one fewer.", who=who)
    if None in changes_of(state):
        return say(
            "{who}'s bid lies face down: {who} turns it by one, lays it face down again, and says no more.",
            who=who,
        )
    if by > 0:
        return say("{who} cannot bid one more: choose one fewer.", who=who)
    return say("{who} cannot bid one fewer: choose one more.", who=who)


def swap(state: State, event: Swap) -> State:
    """Let the Witch's player lay a card of the hand for one of the trick."""
    edition = state.rules.edition
    gave, took = state.rules.parse_card(event.card).name, state.rules.parse_card(event.take).name
    refusal = say("Nobody can take {card} from the trick now.", card=words(took, edition))
    need(state, Phase.SWAP, refusal)
    player = acting(state, event.player)
    trick = state.past[-1]
    who = state.players[player]
    place = (player - trick.leader) % state.seats
    others = [name for at, name in enumerate(trick.cards) if at != place]
    if took not in others:
        raise NotAllowed(
            say(
                "{who} cannot take {card}: it is one of the other cards of the trick that is taken.",
                who=who,
                card=words(took, edition),
            ),
            "swap",
        )
    if card(gave).special == "werewolf" and state.turned is not None:
        raise NotAllowed(
            say("{who} cannot lay the Werewolf there: it is never in a hand by now.", who=who), "swap"
        )
    if state.seen.count(gave) >= copies(gave):
        raise NotAllowed(
            say(
                "{who} cannot lay {card} there: it was seen in round {round} already. "
                "Look at the card again, or correct the earlier one.",
                who=who,
                card=words(gave, edition),
                round=state.round,
            ),
            "duplicate",
        )
    change = Change(len(state.past), player, gave, took)
    return done(replace(state, changes=(*state.changes, change)))


def pass_on(state: State, event: PassOn) -> State:
    """Let everybody have passed a card to the left."""
    need(state, Phase.PASS_ON, say("No card is passed to the left now."))
    return done(replace(state, changes=(*state.changes, Change(len(state.past)))))


def done(state: State) -> State:
    """Take the first effect as done, and wait for the next one, or for the next trick."""
    return waiting(replace(state, effects=state.effects[1:]))


def waiting(state: State) -> State:
    """Wait for the first effect, or for the next trick."""
    return replace(state, phase=state.effects[0].phase if state.effects else Phase.TRICK)
