"""Settle bids and points (docs/rules/wizard.md 2, point 7 and the variants of bidding)."""

from collections.abc import Sequence

from games.wizard.state import Phase, State

EXACT = 20
TRICK = 10


def points(bid: int, tricks: int) -> int:
    """Score one player's round: 20 and 10 a trick when exact, else 10 less for each trick over or under."""
    return EXACT + TRICK * tricks if bid == tricks else -TRICK * abs(bid - tricks)


def forbidden_bid(
    rule: str, tricks: int, prior: Sequence[int], totals: Sequence[int], dealer: int, least: int = 0
) -> int | None:
    """Find the one bid that the last bidder may not make, or None.

    `rule`: "free", "nonzero" or "canadian"; `tricks`: of this round; `prior`: the other players' bids;
    `totals`: every seat's score before this round; `dealer`: the seat that bids last. The last two matter to
    the Canadian rule only: it binds a dealer who alone leads, and always lets him bid zero. `least`: the
    lowest bid that there is; a Cloud may bring one below zero.
    """
    even = tricks - sum(prior)
    if rule == "free" or even < least:
        return None
    if rule == "canadian":
        others = [total for seat, total in enumerate(totals) if seat != dealer]
        if even == 0 or totals[dealer] <= max(others):
            return None
    return even


def is_against_last_bid(state: State, bids: Sequence[int | None]) -> bool:
    """Tell whether these bids leave the last bidder with the one that his rule forbids.

    As long as one is missing they do not: whoever makes it may choose.
    """
    made = [bid for bid in bids if bid is not None]
    if len(made) < len(bids):
        return False
    last = made.pop(state.dealer)
    return last == forbidden_bid(state.rules.last_bid, state.round, made, state.totals, state.dealer)


def is_newest_bid(state: State, player: int) -> bool:
    """Tell whether this is the bid that was made last: in its turn, or before it."""
    made = [seat for seat in state.bidders if state.bids[seat] is not None]
    in_turn = [seat for seat in made if state.turn is None or _place(state, seat) < _place(state, state.turn)]
    return player in (*made[-1:], *in_turn[-1:])


def is_out_of_turn(state: State, player: int) -> bool:
    """Tell whether it is another's turn to make an open bid; a bid that is changed is made already."""
    ordered = state.phase is Phase.BIDDING and not state.rules.hidden
    return ordered and state.bids[player] is None and player != state.turn


def _place(state: State, seat: int) -> int:
    return state.bidders.index(seat)
