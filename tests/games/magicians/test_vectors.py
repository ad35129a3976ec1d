"""Every vector and situation of docs/rules/magicians.md 12, by its id."""

import pytest

from games.board import PLACES
from games.errors import NotAllowed
from games.magicians import Outcome, Phase, Score, leading, own, pasch, settle, squares, targets, total, view
from games.magicians.graph import edges
from games.sticks import Stick, beside

SYMBOLS = {"F": "force", "M": "magic", "D": "destiny"}


def sticks_of(vector):
    return tuple(Stick(color, notches) for color, notches in vector["sticks"].items())


def test_a_throw_moves_the_figures_as_in_the_vector(throw_vector):
    sticks = sticks_of(throw_vector)
    assert total(sticks) == throw_vector["apprentice"]
    assert own(sticks, throw_vector["own"]) == throw_vector["mage"]
    assert pasch(sticks) == throw_vector["pasch"]
    count = throw_vector["apprentice"]
    assert squares(sticks, stone=True) == ((count, 2 * count) if count else ())


def test_a_played_throw_offers_the_squares_and_jumps_of_the_vector(trio, throw_vector):
    seat = ["red", "black", "white"].index(throw_vector["own"])
    counts = "".join(str(throw_vector["sticks"][color]) for color in ("red", "black", "white"))
    state = trio.play(trio.standing(seat, magicians=["sun"] * 3, stones=[seat]), counts, "ok")
    if throw_vector["pasch"] == 0:
        assert state.seats[seat].magician == state.seats[seat].apprentice == "labyrinth"
        assert not state.seats[seat].stone and state.active != seat
        return
    moves = view(state, None)["moves"]
    assert moves["apprentice"]["squares"] == [throw_vector["apprentice"], 2 * throw_vector["apprentice"]]
    assert moves["magician"]["jumps"] == throw_vector["mage"]
    assert moves["magician"]["done"] is (throw_vector["mage"] == 0)
    assert state.extra_due is (throw_vector["pasch"] is not None)


def test_a_magician_may_end_where_the_vector_says(trio, graph_vector):
    place, jumps = graph_vector["place"].lower(), graph_vector["k"]
    wanted = {target.lower() for target in graph_vector["targets"]}
    stays = {place} if not (graph_vector["must_leave"] and jumps) else set()
    assert targets(place, jumps) | stays == wanted
    # The same from a table where he stands there and throws that many notches.
    state = trio.standing(magicians=[place])
    assert state.must_leave is graph_vector["must_leave"]
    state = trio.play(state, f"{jumps}10" if jumps else "010", "ok")
    moves = view(state, None)["moves"]["magician"]
    may_stay = moves["may_stay"] or moves["done"]
    assert {*moves["to"], *([place] if may_stay else [])} == wanted


def test_the_grid_has_the_places_and_edges_of_the_vectors(trio):
    grid = trio.vectors["graph"]
    assert {place.lower() for place in grid["places"]} == set(PLACES)
    wanted = {frozenset(end.lower() for end in edge) for edge in grid["edges"]}
    assert {frozenset(edge) for edge in edges()} == wanted


def test_a_spell_leaves_the_choice_of_the_vector(trio, spell_vector):
    hidden = [SYMBOLS[letter] for letter in spell_vector["hidden"]]
    colors = ("red", "black", "white")
    sticks = [Stick(color, None, beside(side)) for color, side in zip(colors, hidden, strict=True)]
    wanted = [SYMBOLS[letter] for letter in spell_vector["options"]]
    assert list(leading(sticks)) == wanted
    state = trio.play(trio.standing(magicians=["sun"]), "010", "ok", "walk symbol", "cast")
    after = trio.play(state, spell_vector["hidden"], "ok")
    if len(wanted) > 1:
        assert after.phase is Phase.CHOICE and list(after.symbols) == wanted
        for symbol in SYMBOLS.values():
            if symbol not in wanted:
                with pytest.raises(NotAllowed, match="does not lead"):
                    trio.play(after, f"choose {symbol}")
    elif wanted == ["magic"]:
        assert after.phase is Phase.TELEPORT
    else:
        assert after.log[-1].spell == wanted[0]


def bouts_of(vector):
    return [(Score(*first), Score(*second)) for first, second in vector["bouts"]]


def test_a_duel_ends_as_in_the_vector(duel_vector):
    first, second = "A", "B"
    for place, bout in enumerate(bouts_of(duel_vector)):
        if place:
            first, second = second, first
        outcome = settle(*bout)
    said = {
        Outcome.FIRST: first,
        Outcome.SECOND: second,
        Outcome.TIE: f"replay, {second} may begin",
    }
    assert said[outcome] == duel_vector["winner"]


def test_a_played_duel_ends_as_in_the_vector(trio, duel_vector):
    """Ann attacks Bo at the Forest; a tie is replayed by the confirm button, so the second thrower begins."""
    state = trio.standing(magicians=["castle", "forest", "moon"], apprentices=["slab"] * 3)
    state = trio.play(state, "100", "ok", "jump forest", "walk slab")
    for place, bout in enumerate(bouts_of(duel_vector)):
        state = trio.play(state, "ok") if place else state
        assert state.duel.thrower == place % 2
        for score in bout:
            state = trio.play(state, *trio.series(score.total, score.throws))
    winner = duel_vector["winner"]
    if winner.startswith("replay"):
        assert state.phase is Phase.REPLAY and state.turn == "AB".index(winner[8])
    else:
        fight = state.log[-1].fight
        assert fight.winner == "AB".index(winner)
        assert [[(s.total, s.throws) for s in bout.scores] for bout in fight.bouts] == [
            [tuple(score) for score in bout] for bout in duel_vector["bouts"]
        ]


def test_d16_the_second_thrower_has_only_as_many_throws_as_the_first_used(trio):
    state = trio.standing(magicians=["castle", "forest", "moon"], apprentices=["slab"] * 3)
    state = trio.play(state, "100", "ok", "jump forest", "walk slab", "220", "ok", "110")
    for step in ("022", "keep red"):
        with pytest.raises(NotAllowed, match="no throw left") as refusal:
            trio.play(state, step)
        assert refusal.value.rule == "duel_throws"
