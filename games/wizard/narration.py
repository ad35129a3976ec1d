"""Say aloud what happens in a game of Wizard, for whoever hears it and sees nothing."""

from collections.abc import Sequence
from dataclasses import replace

from games.cards import SUIT_WORDS
from games.narration import Line, ending, introduction, lines, number, sentence, turn_of
from games.wizard.events import Bid, Confirm, Cover, Event, Took, TurnUp, describe
from games.wizard.state import Line as Score
from games.wizard.state import Phase, State
from games.wizard.tricks import suit_to_follow
from games.wizard.view import may_see_bid
from games.wizard.words import awaited
from texts import Said, capital, listed, say, say_many


def introduce(state: State) -> list[Line]:
    """Say which game begins, who plays, and what comes first."""
    return [introduction("Wizard", state.players), *_dealt(state)]


def narrate(before: State, event: Event, after: State) -> list[Line]:
    """Say what happened, what follows from it, and who is next; of a hidden bid only that it was made."""
    found = _happened(before, event, after)
    found += lines(_trump(before, event, after), _bids_made(before, event, after))
    found += _lying(before, after)
    found += lines(*(notice.text for notice in after.notices[len(before.notices) :]))
    for score in after.sheet[len(before.sheet) :]:
        found += _scored(after, score)
    if after.over:
        return found + ending(after.players, after.totals, after.winners)
    if after.round != before.round or (before.lots and not after.lots):
        return [*found, *_dealt(after)]
    return found + lines(_next(before, after))


def restate(before: State, after: State) -> list[Line]:
    """Say what stands otherwise after an undo or a correction, and nothing else."""
    found: list[Line] = []
    for old, new in zip(before.sheet, after.sheet, strict=False):
        found += lines(
            *(_row(after, new, seat) for seat in range(after.seats) if _of(old, seat) != _of(new, seat))
        )
    if len(after.sheet) < len(before.sheet):
        found += lines(say("Round {round} is open again.", round=after.round))
    for score in after.sheet[len(before.sheet) :]:
        found += _scored(after, score)
    if after.over:
        return found
    was, now = _tally(before, after.round), _tally(after, after.round)
    for seat, who in enumerate(after.players):
        if was[0][seat] != now[0][seat]:
            found += lines(_bid_now(who, now[0][seat]))
        if was[1][seat] != now[1][seat]:
            text = say_many(
                "{who} has {count} trick in this round now.",
                "{who} has {count} tricks in this round now.",
                now[1][seat],
                who=who,
            )
            found += lines(text)
    same = before.round == after.round
    if same and before.trump != after.trump and after.phase not in (Phase.DEAL, Phase.TRUMP_CHOICE):
        found += lines(_trump_is(after))
    if after.trick.cards and _best(before) != _best(after) and after.phase is not Phase.TRICK_DONE:
        found += lines(_highest(after))
    if after.phase is Phase.TRICK_DONE and (same, _best(before), before.phase) != (
        *(True, _best(after)),
        after.phase,
    ):
        found.append(_complete(after))
    return found + lines(_next(before, after))


def _happened(before: State, event: Event, after: State) -> list[Line]:
    """Say the event itself; of a confirmation what it settles."""
    if isinstance(event, Took):
        if before.wants_last:
            return lines(say("{who} took the last trick.", who=after.players[event.player]))
        return [_took(after, event.player, sum(before.counts) + 1)]
    if not isinstance(event, Confirm):
        who = getattr(event, "player", 0)
        if who is None and before.turn is not None:
            event = replace(event, player=before.turn)  # type: ignore[arg-type]
        return lines(sentence(describe(event, after.header)))
    match before.phase:
        case Phase.LOTS_DONE if after.lots is None:
            return [Line(say("{who} deals first.", who=after.players[after.dealer]), wins=True)]
        case Phase.TRICK_DONE:
            takes = None if after.last is None else after.last[1]
            if takes is None:
                return lines(say("Nobody gets trick {trick}.", trick=len(before.past) + 1))
            return [_took(after, takes, len(before.past) + 1)]
    return []


def _took(after: State, seat: int, trick: int) -> Line:
    # A scored round's tricks stand in its line of the sheet.
    counts = after.counts if sum(after.counts) or not after.sheet else after.sheet[-1].tricks
    return Line(
        say_many(
            "{who} takes trick {trick} and has {count} trick now.",
            "{who} takes trick {trick} and has {count} tricks now.",
            counts[seat],
            who=after.players[seat],
            trick=trick,
        )
    )


def _trump(before: State, event: Event, after: State) -> Said | None:
    turned = isinstance(event, TurnUp) and before.phase is Phase.DEAL
    return _trump_is(after) if turned and after.phase is Phase.BIDDING else None


def _trump_is(state: State) -> Said:
    if state.trump is None:
        return say("There is no trump in this round.")
    return say("The trump is {suit}.", suit=SUIT_WORDS[state.trump])


def _bids_made(before: State, event: Event, after: State) -> Said | None:
    """Say what the bids come to once all are made, or which they are where they were hidden until then."""
    if not isinstance(event, Bid | Cover) or after.missing:
        return None
    if after.rules.bids == "delayed":
        return say("Everybody has bid.") if before.missing and not before.reveal else None
    if after.rules.hidden:
        bids = (
            say("{who} {bid}", who=who, bid=bid) for who, bid in zip(after.players, after.bids, strict=True)
        )
        return say("These are the bids: {bids}.", bids=listed(bids))
    return say_many(
        "Together that is {sum} for {count} trick.",
        "Together that is {sum} for {count} tricks.",
        after.round,
        sum=sum(bid for bid in after.bids if bid is not None),
    )


def _lying(before: State, after: State) -> list[Line]:
    """Say what a card that was laid changes: which suit is asked for, and whose card is the highest."""
    if after.trick == before.trick or not after.trick.cards:
        return []
    if after.phase is Phase.TRICK_DONE:
        return [_complete(after)]
    found: list[Line] = []
    suit = _called(after)
    if suit is not None and suit != _called(before):
        found += lines(capital(say("{suit} must be followed.", suit=SUIT_WORDS[suit])))
    if len(after.trick.cards) > 1 and _best(after) != _best(before):
        found += lines(_highest(after))
    return found


def _called(state: State) -> str | None:
    return suit_to_follow(state.trick.counts, state.rules.named_suit)


def _best(state: State) -> tuple[int, bool] | None:
    """Find the seat whose card is the highest so far, and whether it gets the trick."""
    found = state.outcome
    return None if found is None else (found.leads, found.takes is not None)


def _highest(state: State) -> Said | None:
    best = _best(state)
    return None if best is None else say("The card of {who} is the highest.", who=state.players[best[0]])


def _complete(state: State) -> Line:
    seat, takes = _best(state) or (0, False)
    if not takes:
        return Line(say("The trick is complete, and nobody gets it: confirm it."), wins=True)
    who = state.players[seat]
    return Line(say("The trick is complete, and it goes to {who}: confirm it.", who=who), wins=True)


def _scored(state: State, score: Score) -> list[Line]:
    """Say what a round has brought everybody."""
    found = lines(say("Round {round} is over.", round=score.round))
    for seat, who in enumerate(state.players):
        text = say_many(
            "{who} bid {bid} and took {count} trick: {points} points, {total} in all.",
            "{who} bid {bid} and took {count} tricks: {points} points, {total} in all.",
            score.tricks[seat],
            who=who,
            bid=number(score.bids[seat]),
            points=number(score.points[seat]),
            total=number(score.totals[seat]),
        )
        found += lines(text)
    return found


def _row(state: State, score: Score, seat: int) -> Said:
    return say_many(
        "In round {round}, {who} now has a bid of {bid}, {count} trick and {points} points.",
        "In round {round}, {who} now has a bid of {bid}, {count} tricks and {points} points.",
        score.tricks[seat],
        round=score.round,
        who=state.players[seat],
        bid=number(score.bids[seat]),
        points=number(score.points[seat]),
    )


def _of(score: Score, seat: int) -> tuple[int, int, int]:
    return score.bids[seat], score.tricks[seat], score.points[seat]


def _tally(state: State, played: int) -> tuple[Sequence[int | bool | None], Sequence[int]]:
    """Give the bids and the tricks of a round, by seat; of a hidden bid only whether it was made."""
    if state.round == played and not state.over:
        return [_told(state, seat) for seat in range(state.seats)], state.counts
    for score in state.sheet:
        if score.round == played:
            # Whoever heard the round's end knows its bids.
            return score.bids, score.tricks
    return (None,) * state.seats, (0,) * state.seats


def _told(state: State, seat: int) -> int | bool | None:
    """Give a bid as everybody may hear it: None, none was made."""
    bid = state.bids[seat]
    if bid is None:
        return True if seat in state.covered else None
    return bid if may_see_bid(state, None, seat) else True


def _bid_now(who: str, bid: int | bool | None) -> Said | None:
    if bid is None:
        return say("The bid of {who} is open again.", who=who)
    return None if bid is True else say("The bid of {who} is {bid} now.", who=who, bid=number(bid))


def _dealt(state: State) -> list[Line]:
    """Say who deals a round that begins."""
    if state.lots is not None:
        return lines(awaited(state))
    text = say_many(
        "Round {round} of {rounds}: {who} deals {count} card to everybody.",
        "Round {round} of {rounds}: {who} deals {count} cards to everybody.",
        state.round,
        round=state.round,
        rounds=state.rounds,
        who=state.players[state.dealer],
    )
    whole = not state.counted and state.phase is Phase.BIDDING
    untrumped = say("All cards are dealt: there is no trump in this round.") if whole else None
    return lines(text, untrumped, _next(None, state))


def _next(before: State | None, after: State) -> Said | None:
    """Say who is to do what, where that is another than before."""
    if before is not None and (before.phase, before.turn, before.round, before.werewolf, before.drawn) == (
        *(after.phase, after.turn),
        *(after.round, after.werewolf, after.drawn),
    ):
        return None
    who = None if after.turn is None else after.players[after.turn]
    match after.phase:
        case Phase.TRICK if who is not None:
            return turn_of(who)
        case Phase.BIDDING if who is not None:
            return say("{who} bids next.", who=who)
        case Phase.BIDDING if not after.reveal:
            return say("Everybody bids now.")
        case Phase.DEAL if before is None:
            return None
        case Phase.TRICK_DONE:
            return None
        case Phase.TRICKS if before is not None and before.phase is Phase.TRICKS:
            return None
    return awaited(after)
