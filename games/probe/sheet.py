"""Write the state of a game of Probe for people."""

from collections.abc import Iterable

from games.columns import Row, table
from games.probe.activity import words
from games.probe.state import Score, State, Tray, Turn
from texts import listed

_CLOSED = "_"
_UNKNOWN = "?"
_WHY = {
    "found": "space {space} of {of}",
    "completed": "completed {of}'s word",
    "no_dot": "a dot asked in vain",
    "card": "the card",
    "neighbour": "space {space} of {of} (the card)",
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
    turns: list[Row] = [("turn", "player", "card", *state.players, "what came of it")]
    lines = state.by_turn()
    turns += [_turn(state, turn, lines.get(turn.number, ())) for turn in state.log]
    if None in lines:
        totals = map(str, state.totals)
        turns.append(("end", "", "", *totals, _scores(state, lines[None])))
    trays: list[Row] = [("tray", "what is uncovered")]
    trays += [
        (f"{state.players[seat]}{'' if tray.side is None else f' {tray.side}'}", _tray(tray))
        for seat, player in enumerate(state.seats)
        for tray in player.trays
    ]
    ranks: list[Row] = [("rank", "player", "points", "total")]
    ranks += [
        (str(rank), state.players[seat], str(state.seats[seat].points), str(state.totals[seat]))
        for seat, rank in state.ranking
    ]
    count = len(state.players)
    return "\n".join(
        [
            *table(turns, right={0, *range(3, 3 + count)}),
            "",
            *table(trays),
            "",
            *table(ranks, right={0, 2, 3}),
            "",
            *(notice.text for notice in state.notices),
            _ending(state),
        ]
    )


def _ending(state: State) -> str:
    if not state.over:
        done = len(state.log)
        return f"The game is not over: {done} {'turn' if done == 1 else 'turns'} finished."
    if state.stopped:
        return f"{state.stopped}: nobody has won."
    winners = state.winners
    verb = "wins" if len(winners) == 1 else "share the victory"
    names = listed(state.players[seat] for seat in winners)
    return f"{names} {verb} with {state.seats[winners[0]].points} points."


def _turn(state: State, turn: Turn, lines: Iterable[Score]) -> Row:
    cards = ", ".join(words(card) for card in turn.cards)
    totals = map(str, turn.totals)
    return (str(turn.number), state.players[turn.player], cards, *totals, _scores(state, lines))


def _scores(state: State, lines: Iterable[Score]) -> list[str]:
    """Say who got how many points and why, one after the other."""
    return [_score(state, line) for line in lines]


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
