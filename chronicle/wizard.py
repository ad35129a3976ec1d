"""Tell of a game of Wizard: its rounds, how the totals grew, what each player did; finished rounds only."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from chronicle.figures import Count, Measure, Prize, Series, longest_run
from games.cards import SPECIALS
from games.history import Game, narrowed
from games.wizard import State, Trick, line_to_dict
from games.wizard.tricks import outcome as settled
from texts import Said, say, say_many

MEASURES: tuple[Measure, ...] = (
    Measure("won", say("Games won"), "share"),
    Measure("points", say("Points")),
    Measure("game", say("Best game"), "most"),
    Measure("made", say("Bids made"), "share"),
    Measure("run", say("Bids made in a row"), "most"),
    Measure("best", say("Best round"), "most"),
    Measure("worst", say("Worst round"), "least"),
    Measure("highest", say("Highest bid made"), "most"),
    Measure("zeros", say("Bids of zero made"), "share"),
    Measure("tricks", say("Tricks taken")),
    Measure("over", say("Tricks too many")),
    Measure("under", say("Tricks too few")),
    Measure("lead", say("Rounds in the lead"), "share"),
    Measure("comeback", say("Points caught up to win"), "most"),
    Measure("wizards", say("Wizards played")),
    Measure("specials", say("Special cards played")),
)
PRIZES: tuple[Prize, ...] = (
    Prize(
        "made",
        say("Clairvoyant"),
        lambda hits, bids: say_many(
            "{count} of {bids} bids made", "{count} of {bids} bids made", hits, bids=bids
        ),
        least=3,
        rate=True,
    ),
    Prize("run", say("Lucky streak"), lambda n: say("{count} bids made in a row", count=n), least=3),
    Prize("best", say("Best round"), lambda n: say("{points} points in one round", points=n), least=40),
    Prize("highest", say("Daredevil"), lambda n: say("bid {count} tricks and took them", count=n), least=3),
    Prize("zeros", say("Modesty itself"), lambda n: say("made {count} bids of zero", count=n), least=3),
    Prize(
        "comeback",
        say("Comeback"),
        lambda n: say("was {points} points behind, and won", points=n),
        least=30,
    ),
    Prize(
        "over",
        say("Greedy"),
        lambda n: say_many("{count} trick more than bid", "{count} tricks more than bid", n),
        least=3,
    ),
    Prize(
        "under",
        say("Dreamer"),
        lambda n: say_many("{count} trick fewer than bid", "{count} tricks fewer than bid", n),
        least=3,
    ),
    Prize("wizards", say("Friend of the Wizards"), lambda n: say("played {count} Wizards", count=n), least=3),
)
CHART, STEP = say("Points after each round"), say("Round")


def series(game: Game) -> Series:
    """Give the totals after every finished round."""
    state = game.state_as(State)
    start = (0,) * state.seats
    return Series(state.players, (start, *(line.totals for line in state.sheet)), CHART, STEP)


def figures(game: Game) -> tuple[dict[str, Count], ...]:
    """Count what each seat did."""
    state = game.state_as(State)
    laid = [card for line in rounds(game) for trick in line["laid"] for card in trick["cards"]]
    read = bool(laid) or not state.sheet
    return tuple(
        _figures(state, seat)
        | {
            "wizards": sum(each["player"] == seat and each["card"] == "W" for each in laid) if read else None,
            "specials": sum(each["player"] == seat and each["card"] in SPECIALS for each in laid)
            if state.rules.specials
            else None,
        }
        for seat in range(state.seats)
    )


def _figures(state: State, seat: int) -> dict[str, Count]:
    bids = [line.bids[seat] for line in state.sheet]
    tricks = [line.tricks[seat] for line in state.sheet]
    points = [line.points[seat] for line in state.sheet]
    hits = [bid == took for bid, took in zip(bids, tricks, strict=True)]
    made = [bid for bid, hit in zip(bids, hits, strict=True) if hit]
    behind = [max(line.totals) - line.totals[seat] for line in state.sheet]
    won, ended = seat in state.winners, state.over and not state.stopped
    return {
        "won": (int(won), int(ended)),
        "points": state.totals[seat],
        "game": state.totals[seat] if ended else None,
        "made": (len(made), len(bids)),
        "run": longest_run(hits),
        "best": max(points, default=None),
        "worst": min(points, default=None),
        "highest": max(made, default=None),
        "zeros": (made.count(0), bids.count(0)),
        "tricks": sum(tricks),
        "over": sum(max(took - bid, 0) for bid, took in zip(bids, tricks, strict=True)),
        "under": sum(max(bid - took, 0) for bid, took in zip(bids, tricks, strict=True)),
        "lead": (behind.count(0), len(behind)),
        "comeback": max(behind) if won and behind else None,
    }


def sheet(game: Game) -> dict[str, Any]:
    """Give what the score sheet is drawn from, as the pages of a running game have it."""
    state = game.state_as(State)
    return {
        "rounds": state.rounds,
        "edition": state.rules.edition,
        "totals": list(state.totals),
        "sheet": [line_to_dict(line) for line in state.sheet],
    }


def rounds(game: Game) -> tuple[dict[str, Any], ...]:
    """Tell every finished round trick by trick: who laid what, and who took it."""
    return tuple(_rounds(game))


def _rounds(game: Game) -> Iterator[dict[str, Any]]:
    for before, after in pairwise(game.states_as(State)):
        if len(after.sheet) == len(before.sheet):
            continue
        line = after.sheet[-1]
        # Of a round whose cards were entered in part, or not at all, there is as much as lay there. The last
        # trick still lies in the state before, unless something was done after it.
        tricks = [trick for trick in (*before.past, before.trick) if len(trick.cards) == before.seats]
        yield {
            "round": line.round,
            "dealer": line.dealer,
            "turned": before.turned,
            "trump": line.trump,
            "laid": [_laid(trick, line.trump, before) for trick in tricks],
        }


def _laid(trick: Trick, trump: str | None, state: State) -> dict[str, Any]:
    """Tell of a trick who laid what, as what it counted, and who took it: None where nobody did."""
    cards = [
        {"player": seat, "card": card} | ({"as": counted} if counted != card else {})
        for (seat, card), counted in zip(trick.plays(state.seats), trick.counts, strict=True)
    ]
    takes = settled(trick.counts, trump, state.rules.witch_rank).takes
    return {"cards": cards, "winner": None if takes is None else cards[takes]["player"]}


def secret(game: Game) -> bool:
    """Tell whether anything stays hidden: a bid of a round that was left decides nothing any more.

    Of a game that was stopped it may, for that can be taken back.
    """
    if not game.state_as(State).stopped:
        return False
    before = narrowed(game.states[-2], State)
    return before.rules.hidden and any(bid is not None for bid in before.bids)


def outcome(game: Game) -> Said:
    """Say in a few words how far a game has come that is not over."""
    state = game.state_as(State)
    return say("{done} of {all} rounds", done=len(state.sheet), all=state.rounds)
