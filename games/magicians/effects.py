"""Let figures land and cards change hands (docs/rules/magicians.md 5 to 7)."""

from dataclasses import replace
from typing import Any

from games.board import LABYRINTH, SYMBOL
from games.magicians.duel import Duel
from games.magicians.state import Fight, Gain, State, is_magic


def change(state: State, seat: int, **values: Any) -> State:
    """Give the state with one player's figures, stone or cards changed."""
    seats = list(state.seats)
    seats[seat] = replace(seats[seat], **values)
    return replace(state, seats=tuple(seats))


def note(state: State, **values: Any) -> State:
    """Give the state with something more noted of the current turn, after what was noted before."""
    return replace(state, now=replace(state.now, course=(*state.now.course, *values), **values))


def exile(state: State, seat: int, figure: str, *, stone: bool = True) -> State:
    """Send a figure to the Labyrinth; an Apprentice loses the stone unless `stone` is False."""
    if figure == "magician":
        state = change(state, seat, magician=LABYRINTH)
    elif stone:
        state = change(state, seat, apprentice=LABYRINTH, stone=False)
    else:
        state = change(state, seat, apprentice=LABYRINTH)
    return note(state, exiled=(*state.now.exiled, (seat, figure)))


def gain(state: State, seat: int, place: str, source: int | None, by: str) -> State:
    """Give a Place's card to a player, from the Place or from another."""
    if source is not None:
        left = tuple(card for card in state.seats[source].cards if card != place)
        state = change(state, source, cards=left)
    state = change(state, seat, cards=(*state.seats[seat].cards, place))
    return note(state, gains=(*state.now.gains, Gain(seat, place, source, by)))


def land_magician(state: State, seat: int, place: str) -> State:
    """Let a Magician land: expulsions, then a duel to come or a meeting."""
    state = change(state, seat, magician=place)
    if not is_magic(place):
        return state
    rival = None
    for other, player in enumerate(state.seats):
        if other == seat:
            continue
        if player.magician == place:
            # His Apprentice is protected until the duel is over.
            rival = other
        elif player.apprentice == place:
            state = exile(state, other, "apprentice")
    if rival is not None:
        return replace(state, duel=Duel(place, seat, rival, seat))
    return _meet(state, seat, place) if state.seats[seat].apprentice == place else state


def land_apprentice(state: State, seat: int, square: str) -> State:
    """Let an Apprentice end its move: a meeting, an expulsion or a symbol."""
    state = change(state, seat, apprentice=square)
    if state.kind(square) == SYMBOL:
        return replace(state, spell_due=True)
    if not is_magic(square):
        return state
    if state.seats[seat].magician == square:
        # Where the own Magician is about to duel, the duel decides (docs/rules/magicians.md 9).
        return state if state.duel else _meet(state, seat, square)
    if any(player.magician == square for player in state.seats):
        return exile(state, seat, "apprentice", stone=state.rules.hostile_place_takes_stone)
    return state


def finish_duel(state: State, winner: int) -> State:
    """Let a duel's winner take the card if he lacks it, and the loser leave with his Apprentice."""
    duel = state.duel
    assert duel is not None
    loser = duel.attacker + duel.defender - winner
    fight = Fight(duel.place, duel.attacker, duel.defender, duel.bouts, winner)
    state = replace(note(state, fight=fight), duel=None)
    if duel.place not in state.seats[winner].cards:
        # An empty Place whose card the winner lacks: both others have it, the loser too.
        source = None if state.lying(duel.place) else loser
        state = gain(state, winner, duel.place, source, "duel")
    state = exile(state, loser, "magician")
    if state.seats[loser].apprentice == duel.place:
        state = exile(state, loser, "apprentice")
    if loser == duel.attacker and not state.rules.extra_turn_after_lost_duel:
        state = replace(state, extra_due=False)
    return state


def _meet(state: State, seat: int, place: str) -> State:
    return state if place in state.seats[seat].cards else replace(state, meeting=place)
