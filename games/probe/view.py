"""Show a game of Probe to one seat, to the camera and to whoever asks for the result."""

from collections.abc import Iterable
from typing import Any

from games.expectation import Expectation
from games.probe.activity import CARDS
from games.probe.rules import rules_to_dict
from games.probe.scoring import MANY_HIDDEN
from games.probe.state import Phase, Score, State, Tray, Turn, value
from games.probe.turns import may_deny, openable
from games.probe.words import awaited


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Show what `seat` may know, as JSON-able values; None is a spectator.

    A sign under a closed flap is None for everybody but its owner. No list of what was asked or called is in
    it: only the question that is open.
    """
    turn = state.turn
    return {
        "game": "probe",
        "rules": rules_to_dict(state.rules),
        "phase": state.phase.value,
        "players": list(state.players),
        "dealer": state.header.dealer,
        "turn": turn,
        "active": state.active,
        "number": state.now.number,
        "awaited": awaited(state),
        "cards": list(CARDS),
        "drawn": list(state.now.cards),
        "times": state.times,
        "additional": state.additional,
        "seats": [_player(state, owner, seat) for owner in range(len(state.seats))],
        "may_set_out": state.untouched,
        "targets": list(state.targets) if state.phase is Phase.ASK else [],
        "question": _question(state),
        "neighbour_tray": state.neighbour[1] if state.neighbour else None,
        "answer": _answer(state) if turn is not None and seat == turn else None,
        "call": _call(state, seat),
        "last": _last(state),
        "scores": [_score(line) for line in state.scored_in(state.now.number, final=True)],
        "last_turn": _last_turn(state),
        "totals": list(state.totals),
        "ranking": _ranking(state),
        "winners": [state.players[winner] for winner in state.winners],
        "stopped": state.stopped,
        "notices": [dict(vars(notice)) for notice in state.notices],
    }


def expects(state: State) -> Expectation:
    """Say what the camera should look for: an activity card, the same may come again and again."""
    return Expectation("draw" if state.phase is Phase.DRAW else "none", state.turn)


def standing(state: State) -> tuple[int, ...]:
    """Give the points by seat."""
    return state.totals


def result(state: State) -> dict[str, Any]:
    """Give the finished turns, the trays and the ranking as `familiar replay --json` prints them.

    What is not uncovered is None here as well.
    """
    lines = state.by_turn()
    return {
        "game": "probe",
        "players": list(state.players),
        "over": state.over,
        **({"stopped": True} if state.stopped else {}),
        "winners": [state.players[winner] for winner in state.winners],
        "ranking": _ranking(state),
        "notices": [dict(vars(notice)) for notice in state.notices],
        "trays": [
            {
                "player": owner,
                "tray": tray.side,
                "first": tray.first,
                "signs": [tray.exposed(space) for space in tray.spaces],
                "hidden": len(tray.hidden),
                "misspelt": tray.misspelt,
            }
            for owner, player in enumerate(state.seats)
            for tray in player.trays
        ],
        "turns": [_turn(turn, lines.get(turn.number, ())) for turn in state.log],
        "final": [_score(line) for line in lines.get(None, ())],
    }


def _player(state: State, owner: int, seat: int | None) -> dict[str, Any]:
    player = state.seats[owner]
    return {
        "points": player.points,
        "total": state.totals[owner],
        "ready": player.ready,
        "hidden": player.hidden,
        "trays": [_tray(tray, own=owner == seat) for tray in player.trays],
    }


def _tray(tray: Tray, *, own: bool) -> dict[str, Any]:
    return {
        "tray": tray.side,
        "ready": tray.ready,
        "typed": tray.typed,
        "misspelt": tray.misspelt,
        "hidden": len(tray.hidden),
        "may_be_named": len(tray.hidden) >= MANY_HIDDEN,
        "spaces": [
            {
                "space": space,
                "value": value(space),
                "open": space in tray.opened,
                "sign": tray.sign(space) if own else tray.exposed(space),
            }
            for space in tray.spaces
        ],
    }


def _question(state: State) -> dict[str, Any] | None:
    if state.question is None:
        return None
    return {"player": state.active, "of": state.question.of, "sign": state.question.sign}


def _last(state: State) -> dict[str, Any] | None:
    """Say who keeps the last word and how many turns are to go; none are once all is uncovered."""
    if state.last is None or not state.playing:
        return None
    return {"holder": state.holder, "turns": state.last}


def _answer(state: State) -> dict[str, Any] | None:
    """List what the seat that must act may uncover; for its phone alone."""
    seat = state.turn
    if seat is None or state.phase not in (Phase.NEIGHBOUR, Phase.OWN_DOT, Phase.ANSWER):
        return None
    trays = state.seats[seat].trays
    return {
        "open": [{"tray": trays[place].side, "space": space} for place, space in openable(state)],
        "may_deny": may_deny(state),
    }


def _call(state: State, seat: int | None) -> dict[str, Any] | None:
    call = state.call
    if call is None:
        return None
    word = call.word if seat in (call.player, call.of) else None
    return {"player": call.player, "of": call.of, "tray": call.side, "word": word}


def _ranking(state: State) -> list[dict[str, Any]]:
    return [
        {
            "rank": rank,
            "player": state.players[seat],
            "seat": seat,
            "points": state.seats[seat].points,
            "total": state.totals[seat],
        }
        for seat, rank in state.ranking
    ]


def _last_turn(state: State) -> dict[str, Any] | None:
    return _turn(state.log[-1], state.scored_in(state.log[-1].number)) if state.log else None


def _turn(turn: Turn, lines: Iterable[Score]) -> dict[str, Any]:
    return {
        "turn": turn.number,
        "player": turn.player,
        "cards": list(turn.cards),
        "scores": [_score(line) for line in lines],
        "totals": list(turn.totals),
    }


def _score(line: Score) -> dict[str, Any]:
    return {
        "player": line.player,
        "points": line.points,
        "why": line.why,
        "of": line.of,
        "tray": line.tray,
        "space": line.space,
    }
