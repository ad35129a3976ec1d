"""Tell of a game of Probe: its turns, how the totals grew, what each did; nothing under a closed flap."""

from typing import Any

from chronicle.figures import Count, Measure, Prize, Series
from games.history import Game
from games.probe import State, Word, result
from texts import Said, say, say_many

MEASURES: tuple[Measure, ...] = (
    Measure("won", say("Games won"), "share"),
    Measure("points", say("Points")),
    Measure("game", say("Best game"), "most"),
    Measure("best", say("Best turn"), "most"),
    Measure("found", say("Letters and dots found")),
    Measure("completed", say("Words completed")),
    Measure("calls", say("Words named rightly"), "share"),
    Measure("vain", say("Dots asked in vain")),
    Measure("kept", say("Last words kept")),
    Measure("lasted", say("Turns until one's own word lay open"), "most"),
    Measure("misspelt", say("Words misspelt")),
)
PRIZES: tuple[Prize, ...] = (
    Prize("best", say("Best turn"), lambda n: say("{points} points in one turn", points=n), least=30),
    Prize("found", say("Sharp ear"), lambda n: say("found {count} letters and dots", count=n), least=3),
    Prize(
        "calls",
        say("Mind reader"),
        lambda n: say_many("named {count} word rightly", "named {count} words rightly", n),
    ),
    Prize("completed", say("Finisher"), lambda n: say("completed {count} words", count=n), least=2),
    Prize(
        "kept",
        say("Sealed lips"),
        lambda n: say_many("kept the last word", "kept the last word {count} times", n),
    ),
    Prize("vain", say("Dot hunter"), lambda n: say("asked in vain for {count} dots", count=n), least=2),
    Prize(
        "misspelt",
        say("Poetic licence"),
        lambda n: say_many("misspelt {count} word", "misspelt {count} words", n),
    ),
)
CHART, STEP = say("Points after each turn"), say("Turn")


def series(game: Game) -> Series:
    """Give the totals after every finished turn, and after the last word."""
    state = game.state_as(State)
    start = tuple(state.rules.carried or (0,) * len(state.seats))
    totals = [start, *(turn.totals for turn in state.log)]
    if state.over and state.totals != totals[-1]:
        totals.append(state.totals)
    return Series(state.players, tuple(totals), CHART, STEP)


def figures(game: Game) -> tuple[dict[str, Count], ...]:
    """Count what each seat did."""
    return tuple(_figures(game, seat) for seat in range(len(game.state_as(State).seats)))


def _figures(game: Game, seat: int) -> dict[str, Count]:
    state = game.state_as(State)
    lines = [line for line in state.scores if line.player == seat]
    why = [line.why for line in lines]
    by_turn: dict[int, int] = {}
    for line in lines:
        if line.turn is not None:
            by_turn[line.turn] = by_turn.get(line.turn, 0) + line.points
    points = state.seats[seat].points
    return {
        "won": (int(seat in state.winners), int(state.over and not state.stopped)),
        "points": points,
        "game": points if state.over and not state.stopped else None,
        "best": max(by_turn.values(), default=None),
        "found": why.count("found"),
        "completed": why.count("completed"),
        "calls": (why.count("call"), why.count("call") + why.count("wrong_call")),
        "vain": why.count("no_dot"),
        "kept": why.count("last_bonus"),
        "lasted": _lasted(game, seat),
        "misspelt": why.count("misspelt"),
    }


def _lasted(game: Game, seat: int) -> int | None:
    """Count the turns that were begun when the last flap of a seat went up; None while one is down."""
    states = game.states_as(State)
    if not states[-1].seats[seat].ready or states[-1].seats[seat].hidden:
        return None
    for state in reversed(states):
        if state.seats[seat].hidden:
            return state.now.number
    return None


def sheet(game: Game) -> dict[str, Any]:
    """Give what the score sheet is drawn from: the totals by turn, and the trays as they lie open."""
    state = game.state_as(State)
    found = result(state)
    return {
        "totals": list(state.totals),
        "carried": list(state.rules.carried or (0,) * len(state.seats)),
        "sheet": [
            {key: turn[key] for key in ("turn", "player", "cards", "totals")} for turn in found["turns"]
        ],
        "trays": found["trays"],
        "final": found["final"],
    }


def rounds(game: Game) -> tuple[dict[str, Any], ...]:
    """Tell every finished turn: the cards drawn, and who scored what and why."""
    return tuple(result(game.state_as(State))["turns"])


def secret(game: Game) -> bool:
    """Tell whether words were typed: what lies under their flaps is shown at the game's end."""
    return any(isinstance(event, Word) for event in game.events)


def outcome(game: Game) -> Said:
    """Say in a few words how far a game has come that is not over."""
    return say_many("{count} turn", "{count} turns", len(game.state_as(State).log))
