"""What phones, the camera and the log are shown."""

import json

import pytest

from games.history import Game
from games.magicians import Phase, awaited, describe, expects, score_sheet, shown, view
from games.record import event_from_dict

FOREST = dict(magicians=["castle", "forest", "moon"], apprentices=["slab"] * 3)


def test_the_view_is_complete_json_able_and_the_same_for_everybody(trio):
    state = trio.standing(cards=[("sun",), ("sun", "forest")], **FOREST)
    state = trio.play(state, "110", "ok", "jump forest")
    seen = view(state, 0)
    assert json.loads(json.dumps(seen)) == seen == view(state, 2) == view(state, None)
    assert {key: seen[key] for key in ("game", "phase", "players", "turn", "active", "number", "extra")} == {
        "game": "magicians",
        "phase": "moving",
        "players": ["Ann", "Bo", "Cy"],
        "turn": 0,
        "active": 0,
        "number": 1,
        "extra": False,
    }
    assert seen["seats"][1] == {
        "color": "black",
        "magician": "forest",
        "apprentice": "slab",
        "apprentice_on": "slab",
        "stone": False,
        "cards": ["sun", "forest"],
    }
    places = {place["place"]: place for place in seen["places"]}
    assert places["forest"] == {
        "place": "forest",
        "cards": 1,
        "owners": [1],
        "magicians": [0, 1],
        "apprentices": [],
    }
    assert places["sun"]["cards"] == 0 and places["sun"]["owners"] == [0, 1]
    assert places["life"]["cards"] is None
    assert seen["throw"]["total"] == 2 and seen["throw"]["pasch"] is None
    assert seen["duel"]["attacker"] == 0 and seen["duel"]["defender"] == 1


def test_moves_offered_are_those_that_are_accepted(trio):
    state = trio.play(trio.standing(**FOREST), "110", "ok")
    moves = view(state, 0)["moves"]
    assert moves["magician"] == {"done": False, "jumps": 1, "to": ["forest", "life", "sun"], "may_stay": True}
    for to in moves["magician"]["to"]:
        trio.play(state, f"jump {to}")
    for to in moves["apprentice"]["to"]:
        for far in to["squares"]:
            trio.play(state, f"walk {to['square']} {far}")
    assert view(trio.play(trio.standing(), "100", "ok"), 0)["moves"]["must_leave_life"] is True


def test_the_camera_looks_for_the_sticks_that_are_to_be_thrown(trio):
    state = trio.standing(**FOREST)
    assert (expects(state).kind, expects(state).player) == ("throw", 0)
    assert expects(state).sticks == ("red", "black", "white") and expects(state).aside == ()
    state = trio.play(state, "100")
    assert (expects(state).kind, expects(state).sticks) == ("none", ())
    state = trio.play(state, "ok", "jump forest", "walk slab", "210", "keep red")
    told = expects(state)
    assert (told.kind, told.sticks, told.aside) == ("throw", ("black", "white"), (("red", 2),))
    state = trio.play(state, ".21")
    assert expects(state).kind == "none" and expects(state).aside == (("red", 2),)
    state = trio.play(state, "ok")
    assert expects(state).player == 1 and expects(state).aside == ()


def test_the_game_says_in_each_phase_what_it_waits_for(trio):
    said = {}
    for seed in range(4):
        game = trio.finished(trio.header(opening="throw"), seed, rush=True)
        said |= {state.phase: awaited(state) for state in game.states}
    tie = trio.play(trio.standing(**FOREST), "100", "ok", "jump forest", "walk slab")
    tie = trio.play(tie, "110", "ok", "110", "ok")
    said[tie.phase] = awaited(tie)
    assert set(said) == set(Phase)
    for phase, text in said.items():
        assert text.endswith((".", "?")) and ("over" in text) is (phase is Phase.GAME_OVER)
    assert said[Phase.REPLAY] == "The duel is tied and waits for Bo to say whether to begin the next bout."


def test_the_list_of_events_says_what_happened(trio):
    steps = {
        "120": "somebody threw red with 1 notch, black with 2 notches and white with 0 notches",
        "again off_table": "the throw was void (off table)",
        "ok": "the throw was confirmed",
        "jump magician": "the Magician jumped to the Magician's Place",
        "walk symbol 3": "the Apprentice walked to a symbol slab",
        "walk sun-mill-2": "the Apprentice walked to the slab sun-mill-2",
        "stay apprentice": "the Apprentice stayed",
        "take": "the card was taken from the Place",
        "take 2": "the card was taken from Cy",
        "decline": "the offer was declined",
        "keep": "no stick was set aside",
        "keep red white": "red and white were set aside",
        "replay yes": "the second thrower begins the replay",
        "cast": "the spell was tried",
        "choose magic": "Magic was chosen",
        "teleport moon": "Magic carried the Apprentice to the Moon",
    }
    header = trio.header()
    for step, text in steps.items():
        event = event_from_dict(trio.event(step), header)
        assert describe(event, header) == shown(event, header, None)["text"] == text


def test_a_refused_correction_names_the_step_that_no_longer_fits(trio):
    game = Game.begin(trio.header())
    for step in ("100", "ok", "jump mill", "walk slab"):
        game = game.play(event_from_dict(trio.event(step), game.header))
    wrong = event_from_dict(trio.event("200"), game.header)
    with pytest.raises(ValueError, match=r"step 3: the Magician jumped to the Mill.*with 2 jumps"):
        game.correct(0, wrong)
    # A stick that changes no move is corrected without a word.
    assert game.correct(0, event_from_dict(trio.event("101"), game.header)).state.active == 1


def test_the_sheet_is_readable(trio):
    game = trio.finished(trio.header(), 2, rush=True)
    text = score_sheet(game.state)
    assert text.splitlines()[-1].endswith("wins with all seven cards.")
    assert "The game is not over: 0 turns finished." in score_sheet(trio.begin())
