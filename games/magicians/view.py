"""Show a game of Les Trois Magiciens to a phone, to the camera and to whoever asks for the result."""

from collections.abc import Iterable
from typing import Any

from games.board import LIFE, PLACES, Board
from games.expectation import Expectation
from games.magicians.duel import Bout
from games.magicians.graph import PLACE_WORDS
from games.magicians.moves import (
    apprentice_may_stay,
    jumps,
    magician_may_stay,
    may_jump_to,
    may_walk,
    may_walk_to,
)
from games.magicians.rules import rules_to_dict
from games.magicians.state import Fight, Phase, State, Turn, is_magic
from games.magicians.throws import pasch, total
from games.magicians.words import awaited
from games.sticks import Stick, stick_to_dict
from texts import Said, listed, say

_KEYS = {"gains": "cards", "fight": "duel"}
"""How the course of a turn is called where it is told, where that is another name."""


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Show the game as JSON-able values; it has no secrets, so every seat sees the same."""
    return {
        "game": "magicians",
        "rules": rules_to_dict(state.rules),
        "phase": state.phase.value,
        "players": list(state.players),
        "dealer": state.header.dealer,
        "turn": state.turn,
        "active": state.active,
        "number": state.now.number,
        "extra": state.now.extra,
        "extra_due": state.extra_due,
        "awaited": awaited(state),
        "board": _board_kind(state),
        "seats": [_player(state, each) for each in range(len(state.seats))],
        "places": [_place(state, place) for place in PLACES],
        "opening": _opening(state),
        "to_throw": list(state.to_throw),
        "reading": _sticks(state.reading),
        "throw": _throw(state.now.sticks),
        "moves": _moves(state) if state.phase is Phase.MOVING else None,
        "meeting": _meeting(state),
        "duel": _duel(state),
        "symbols": list(state.symbols),
        "may_stay": state.phase is Phase.TELEPORT and state.rules.teleport_may_stay,
        "last_turn": _turn(state.log[-1], state.rules.colors) if state.log else None,
        "ranking": _ranking(state),
        "winners": _winners(state),
        "stopped": state.stopped,
        "notices": [],
    }


def expects(state: State) -> Expectation:
    """Say what the camera should look for: sticks at rest, while those set aside in a duel lie still."""
    aside = state.duel.aside if state.duel and state.phase in (Phase.DUEL, Phase.DUEL_READ) else ()
    kept = tuple((stick.color, stick.notches or 0) for stick in aside)
    if state.to_throw:
        return Expectation("throw", state.turn, sticks=state.to_throw, aside=kept)
    return Expectation("none", state.turn, aside=kept)


def standing(state: State) -> tuple[int, ...]:
    """Give the number of cards by seat."""
    return tuple(len(player.cards) for player in state.seats)


def result(state: State) -> dict[str, Any]:
    """Give the finished turns and the ranking as `familiar replay --json` prints them."""
    return {
        "game": "magicians",
        "players": list(state.players),
        "colors": list(state.rules.colors),
        "over": state.over,
        **({"stopped": True} if state.stopped else {}),
        "winners": _winners(state),
        "ranking": _ranking(state),
        "notices": [],
        "turns": [_turn(turn, state.rules.colors) for turn in state.log],
    }


def _winners(state: State) -> list[str]:
    return [state.players[state.winner]] if state.winner is not None else []


def _ranking(state: State) -> list[dict[str, Any]]:
    return [
        {
            "rank": rank,
            "player": state.players[seat],
            "seat": seat,
            "cards": list(state.seats[seat].cards),
        }
        for seat, rank in state.ranking
    ]


def _board_kind(state: State) -> dict[str, Any]:
    board = state.rules.board
    kind = "file" if isinstance(board, Board) else board
    label = say("A stand-in, not the original board") if kind == "house" else None
    return {"kind": kind, "label": label}


def _player(state: State, seat: int) -> dict[str, Any]:
    player = state.seats[seat]
    return {
        "color": player.color,
        "magician": player.magician,
        "apprentice": player.apprentice,
        "apprentice_on": state.kind(player.apprentice),
        "stone": player.stone,
        "cards": list(player.cards),
    }


def _place(state: State, place: str) -> dict[str, Any]:
    seats = enumerate(state.seats)
    return {
        "place": place,
        "cards": state.lying(place) if is_magic(place) else None,
        "owners": list(state.owners(place)),
        "magicians": [seat for seat, player in seats if player.magician == place],
        "apprentices": [seat for seat, player in enumerate(state.seats) if player.apprentice == place],
    }


def _opening(state: State) -> dict[str, Any] | None:
    if state.opening is None:
        return None
    thrown = [{"player": seat, "total": count} for seat, count in state.opening.thrown]
    return {"waiting": list(state.opening.waiting), "thrown": thrown}


def _sticks(sticks: tuple[Stick, ...]) -> list[dict[str, Any]]:
    return [stick_to_dict(stick) for stick in sticks]


def _throw(sticks: tuple[Stick, ...]) -> dict[str, Any] | None:
    if not sticks:
        return None
    return {"sticks": _sticks(sticks), "total": total(sticks), "pasch": pasch(sticks)}


def _moves(state: State) -> dict[str, Any]:
    """List what the active player may do with either figure, and where the Apprentice would be expelled."""
    mine = state.seats[state.active]
    reach = may_jump_to(state) if not state.magician_done else frozenset()
    ways = may_walk_to(state) if not state.apprentice_done else {}
    squares = sorted(set().union(*ways.values())) if ways else []
    held = {player.magician for player in state.seats if player is not mine}
    hostile = [to for to in squares if is_magic(to) and to in held and to != mine.magician]
    return {
        "must_leave_life": state.must_leave and mine.magician == LIFE and jumps(state) > 0,
        "magician": {
            "done": state.magician_done,
            "jumps": jumps(state),
            "to": [place for place in PLACES if place in reach],
            "may_stay": not state.magician_done and magician_may_stay(state),
        },
        "apprentice": {
            "done": state.apprentice_done,
            "squares": [] if state.apprentice_done else list(may_walk(state)),
            "to": [
                {"square": to, "kind": state.kind(to), "squares": [far for far in ways if to in ways[far]]}
                for to in squares
            ],
            "may_stay": not state.apprentice_done and apprentice_may_stay(state),
            "expelled_at": hostile,
        },
        "hint": _hint([place for place in hostile if place in reach]),
    }


def _hint(places: list[str]) -> Said | None:
    if not places:
        return None
    return say(
        "Whoever wants both figures at {places} moves the Magician first: "
        "an Apprentice that comes alone is expelled at once.",
        places=listed([PLACE_WORDS[place] for place in places], either=True),
    )


def _meeting(state: State) -> dict[str, Any] | None:
    place = state.meeting
    if place is None:
        return None
    lies = state.lying(place) > 0
    return {"place": place, "from_place": lies, "victims": [] if lies else list(state.owners(place))}


def _duel(state: State) -> dict[str, Any] | None:
    duel = state.duel
    if duel is None:
        return None
    read = state.phase is Phase.DUEL_READ
    return {
        "place": duel.place,
        "attacker": duel.attacker,
        "defender": duel.defender,
        "first": duel.first,
        "thrower": duel.thrower,
        "throws": duel.throws,
        "limit": duel.limit,
        "aside": _sticks(duel.aside),
        "total": duel.score(state.reading).total,
        "announced": None if duel.announced is None else [duel.announced.total, duel.announced.throws],
        "may_keep": read and duel.throws < duel.limit,
        "won": read and duel.won(state.reading),
        "bouts": _bouts(duel.bouts),
    }


def _bouts(bouts: Iterable[Bout]) -> list[dict[str, Any]]:
    return [
        {"first": bout.first, "scores": [[score.total, score.throws] for score in bout.scores]}
        for bout in bouts
    ]


def _fight(fight: Fight | None) -> dict[str, Any] | None:
    if fight is None:
        return None
    return {
        "place": fight.place,
        "attacker": fight.attacker,
        "defender": fight.defender,
        "winner": fight.winner,
        "bouts": _bouts(fight.bouts),
    }


def _turn(turn: Turn, colors: Iterable[str]) -> dict[str, Any]:
    """Tell a turn; `colors`: those of the sticks, in the order in which their players sit."""
    shown = {stick.color: stick.notches for stick in turn.sticks}
    return {
        "turn": turn.number,
        "player": turn.player,
        "extra": turn.extra,
        "throw": {color: shown[color] for color in colors if color in shown},
        "pasch": pasch(turn.sticks),
        "jump": None if turn.jump is None else list(turn.jump),
        "walk": None if turn.walk is None else list(turn.walk),
        "duel": _fight(turn.fight),
        "spell": turn.spell,
        "teleport": turn.teleport,
        "cards": [
            {"card": gain.card, "player": gain.player, "from": gain.source, "by": gain.by}
            for gain in turn.gains
        ],
        "exiled": [{"player": seat, "figure": figure} for seat, figure in turn.exiled],
        "course": [_KEYS.get(what, what) for what in turn.course if what != "sticks"],
    }
