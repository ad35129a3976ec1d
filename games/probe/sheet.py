"""Write the state of a game of Probe for people."""

from collections.abc import Iterable

from games.probe.activity import words
from games.probe.state import Score, State, Tray, Turn
from texts import listed

_GAP = "  "
_CLOSED = "_"
_UNKNOWN = "?"
_WHY = {
    "found": "space {space} of {of}",
    "completed": "completed {of}'s word",
    "no_dot": "a dot asked in vain",
    "card": "the card",
    "neighbour": "uncovered by {of}",
    "call": "named {of}'s word",
    "call_bonus": "bonus for it",
    "wrong_call": "named {of}'s word wrongly",
    "misspelt": "misspelt word",
    "last_word": "kept the last word",
    "last_bonus": "bonus for it",
}


def score_sheet(state: State) -> str:
    """Write the finished turns, the trays and the ranking as tables, and how it stands.

    Ends without a line break; closed flaps stay closed.
    """
    turns = [("turn", "player", "card", *state.players, "what came of it")]
    lines = state.by_turn()
    turns += [_turn(state, turn, lines.get(turn.number, ())) for turn in state.log]
    if None in lines:
        totals = map(str, state.totals)
        turns.append(("end", "", "", *totals, _scores(state, lines[None])))
    trays = [("tray", "what is uncovered")]
    trays += [
        (f"{state.players[seat]}{'' if tray.side is None else f' {tray.side}'}", _tray(tray))
        for seat, player in enumerate(state.seats)
        for tray in player.trays
    ]
    ranks = [("rank", "player", "points", "total")]
    ranks += [
        (str(rank), state.players[seat], str(state.seats[seat].points), str(state.totals[seat]))
        for seat, rank in state.ranking
    ]
    count = len(state.players)
    return "\n".join(
        [
            *_table(turns, right={0, *range(3, 3 + count)}),
            "",
            *_table(trays),
            "",
            *_table(ranks, right={0, 2, 3}),
            "",
            *(notice.text for notice in state.notices),
            _ending(state),
        ]
    )


def _ending(state: State) -> str:
    if not state.over:
        done = len(state.log)
        return f"The game is not over: {done} {'turn' if done == 1 else 'turns'} finished."
    winners = state.winners
    verb = "wins" if len(winners) == 1 else "share the victory"
    names = listed(state.players[seat] for seat in winners)
    return f"{names} {verb} with {state.seats[winners[0]].points} points."


def _turn(state: State, turn: Turn, lines: Iterable[Score]) -> tuple[str, ...]:
    cards = ", ".join(words(card) for card in turn.cards)
    totals = map(str, turn.totals)
    return (str(turn.number), state.players[turn.player], cards, *totals, _scores(state, lines))


def _scores(state: State, lines: Iterable[Score]) -> str:
    """Say in a line who got how many points and why."""
    return ", ".join(_score(state, line) for line in lines) or "-"


def _score(state: State, line: Score) -> str:
    of = "" if line.of is None else state.players[line.of]
    whose = f"{of} {line.tray}" if line.tray else of
    why = _WHY[line.why].format(of=whose, space=line.space)
    return f"{state.players[line.player]} {line.points:+}: {why}"


def _tray(tray: Tray) -> str:
    """Write a tray as it lies open: "_" is a closed flap, "?" what only its owner saw."""
    return "".join(
        (tray.exposed(space) or _UNKNOWN) if space in tray.opened else _CLOSED for space in tray.spaces
    )


def _table(rows: list[tuple[str, ...]], right: Iterable[int] = ()) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        _GAP.join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
