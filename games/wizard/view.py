"""Show a Wizard game to one seat, to the camera and to whoever asks for the result."""

from typing import Any

from games.cards import SPECIALS, suits
from games.expectation import UNREAD, Expectation
from games.wizard.bids import is_against_last_bid
from games.wizard.effects import changes_of, may_exchange
from games.wizard.events import SHAPES
from games.wizard.rules import rules_to_dict
from games.wizard.state import Line, Lots, Phase, State, Trick
from games.wizard.tricks import suit_to_follow


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Show what `seat` may know, as JSON-able values; None is a spectator.

    Others' hidden bids are None: simultaneous ones until all are in, delayed ones until the round's end. Of
    special cards it tells only where some are shuffled in.
    """
    rules = state.rules
    bids = [bid if may_see_bid(state, seat, owner) else None for owner, bid in enumerate(state.bids)]
    made = [seat not in state.missing for seat in range(state.seats)]
    forbidden = _forbidden(state)
    best = state.outcome
    special = {"specials": list(rules.specials), "leads": best and best.leads, "choice": _choice(state, seat)}
    special["last_of_round"] = len(state.past) + 1 >= state.round
    return {
        "game": "wizard",
        "edition": rules.edition,
        "suits": list(suits(rules.edition)),
        "rules": rules_to_dict(rules),
        "phase": state.phase.value,
        "players": list(state.players),
        "dealer": None if state.lots else state.dealer,
        "lots": _lots(state.lots),
        "round": state.round,
        "rounds": state.rounds,
        "trump": state.trump,
        "turned": state.turned,
        "turn": state.turn,
        "leader": None if state.lots else state.trick.leader,
        "bids": bids,
        "bid_made": made,
        "bid_total": None if made != [bid is not None for bid in bids] else sum(filter(None, bids)),
        "forbidden_bids": [] if forbidden is None else [forbidden],
        "forbidden_rule": None if forbidden is None else rules.last_bid,
        "max_bid": state.most_bid,
        "trick": _laid_in(state.trick, state.seats),
        "seen": list(state.seen),
        "called": suit_to_follow(state.trick.counts, rules.named_suit),
        "winning": best and best.takes,
        "last_trick": _last_trick(state),
        "tricks": list(state.counts),
        "cards": state.cards,
        "counted": state.counted,
        "said": list(state.said),
        "wants_last": state.wants_last,
        "totals": list(state.totals),
        "sheet": [line_to_dict(line) for line in state.sheet],
        "winners": [state.players[winner] for winner in state.winners],
        "stopped": state.stopped,
        "notices": [dict(vars(notice)) for notice in state.notices],
        **(special if rules.specials else {}),
    }


def expects(state: State) -> Expectation:
    """Say what the camera should look for."""
    trick = state.lots.cards if state.lots else state.trick.cards
    # Trump, or the suit that all must follow: Jesters call none, and of special cards some do.
    opens = all(name == "J" or name in SPECIALS for name in trick)
    if state.reveal:
        return Expectation("none", None, state.seen, trick)
    match state.phase:
        case Phase.LOTS:
            return Expectation("lot", state.turn, state.seen, trick, decides=False)
        case Phase.DEAL:
            return Expectation("turn_up", None, state.seen)
        case Phase.NEXT_CARD:
            return Expectation("turn_up", None, state.seen, trick)
        case Phase.SWAP:
            laid = state.past[-1]
            others = tuple(name for seat, name in laid.plays(state.seats) if seat != state.turn)
            return Expectation("swap", state.turn, state.seen, trick, taken=others, decides=opens)
        case Phase.TRICK:
            return Expectation("play", state.turn, state.seen, trick, decides=opens)
    if state.counted:
        return UNREAD
    if may_exchange(state):
        return Expectation("exchange", None, state.seen, trick, only=("werewolf",), decides=opens)
    return Expectation("none", None, state.seen, trick)


def standing(state: State) -> tuple[int, ...]:
    """Give the points by seat."""
    return state.totals


def result(state: State) -> dict[str, Any]:
    """Give the finished rounds as `familiar replay --json` prints them (games/README.md)."""
    return {
        "game": "wizard",
        "players": list(state.players),
        "over": state.over,
        **({"stopped": True} if state.stopped else {}),
        "winners": [state.players[winner] for winner in state.winners],
        "notices": [dict(vars(notice)) for notice in state.notices],
        "rounds": [line_to_dict(line) for line in state.sheet],
    }


def may_see_bid(state: State, seat: int | None, owner: int) -> bool:
    """Tell whether a seat may know the bid of another; None: a spectator."""
    if seat == owner:
        return True
    match state.rules.bids:
        case "simultaneous":
            return None not in state.bids
        case "delayed":
            # A scored round's bids stand in the sheet; only those of the last round stay in the state.
            return state.over
    return True


def _forbidden(state: State) -> int | None:
    """Find the bid that whoever bids last may not make, while it is his turn."""
    if state.phase is not Phase.BIDDING or len(state.missing) != 1:
        return None
    # The dealer, but where who deals was put right after he had bid (docs/rules/wizard.md 4).
    last = state.missing[0]
    choices = (
        (tricks, (*state.bids[:last], tricks, *state.bids[last + 1 :])) for tricks in range(state.round + 1)
    )
    return next((tricks for tricks, bids in choices if is_against_last_bid(state, bids)), None)


def _laid(plays: tuple[tuple[int, str], ...]) -> list[dict[str, Any]]:
    return [{"player": player, "card": card} for player, card in plays]


def _laid_in(trick: Trick, seats: int) -> list[dict[str, Any]]:
    """Show a trick, and what a special card counts as that counts as another."""
    found, said = _laid(trick.plays(seats)), dict(trick.said)
    return [each | ({"as": said[place]} if place in said else {}) for place, each in enumerate(found)]


def _choice(state: State, seat: int | None) -> dict[str, Any] | None:
    """Show what is to be said or done for a special card, and from what there is to choose."""
    match state.phase:
        case Phase.TRUMP_CHOICE if state.werewolf:
            return {"werewolf": True, "owner": state.owner}
        case Phase.TRUMP_CHOICE | Phase.BIDDING if may_exchange(state):
            return {"exchange": True}
        case Phase.SHAPE_CHOICE:
            return {"shapes": list(SHAPES)}
        case Phase.SUIT_CHOICE:
            return {"card": state.trick.cards[-1]}
        case Phase.CHANGE_BID:
            # Which changes there are could tell a hidden bid.
            by = list(changes_of(state))
            own = may_see_bid(state, seat, state.turn or 0)
            return {"by": by if own or None in by else [-1, 1]}
        case Phase.SWAP:
            return {"take": list(expects(state).taken)}
    return None


def _lots(lots: Lots | None) -> dict[str, Any] | None:
    """Show the cards that say who deals first, and who has the high one so far."""
    if lots is None:
        return None
    return {"seats": list(lots.seats), "cards": _laid(lots.plays), "best": list(lots.best)}


def _last_trick(state: State) -> dict[str, Any] | None:
    if state.last is None:
        return None
    trick, winner = state.last
    return {"cards": _laid_in(trick, state.seats), "winner": winner}


def line_to_dict(line: Line) -> dict[str, Any]:
    """Write a line of the sheet; that its cards were not entered is said only where it is so."""
    values = {key: value for key, value in vars(line).items() if key != "counted" or value}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
