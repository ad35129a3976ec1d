"""Any game is stopped as it stands: nobody has won, and what was hidden stays hidden."""

import json
from pathlib import Path

import jsonschema
import pytest
from records import format_record

from chronicle.files import as_csv
from chronicle.story import by_player, tell
from games.book import GAMES
from games.errors import NotAllowed
from games.header import Header
from games.history import Game
from games.record import event_from_dict, event_to_dict
from games.replay import replay
from games.stop import Stop

NAMES = ("Ann", "Bo", "Cy")
STOP = {"event": "stop"}
ROUND = [
    {"event": "turn_up", "card": "7H"},
    *({"event": "bid", "player": seat, "tricks": tricks} for seat, tricks in ((1, 0), (2, 1), (0, 0))),
    *({"event": "play", "card": card} for card in ("2H", "9H", "3C")),
    {"event": "confirm"},
]
STICKS = [{"color": c, "notches": n} for c, n in (("red", 1), ("black", 1), ("white", 0))]
THROWN = [{"event": "throw", "sticks": STICKS}, {"event": "confirm"}]
TAKEN = [*THROWN, {"event": "jump", "to": "mill"}, {"event": "walk", "to": "mill"}, {"event": "take"}]
WORDS = [
    {"event": "word", "player": seat, "word": word}
    for seat, word in enumerate(("OEUVRE", "..PHARE.", "BANANE"))
]
ASKED = [*WORDS, {"event": "draw", "card": "normal"}, {"event": "ask", "of": 1, "sign": "P"}]
FOUND = [*ASKED, {"event": "open", "space": 3}]


def game(name, *events, **rules):
    game = Game.begin(Header(name, NAMES, 0, GAMES[name].parse_rules(rules)))
    for values in events:
        game = game.play(event_from_dict(values, game.header))
    return game


STANDS = {
    "wizard": [
        game("wizard"),
        game("wizard", *ROUND[:1]),
        game("wizard", *ROUND[:5]),
        game("wizard", *ROUND),
    ],
    "counted": [
        game("wizard", *({"event": "bid", "player": s, "tricks": 0} for s in (1, 2, 0)), cards="none")
    ],
    "lots": [game("wizard", {"event": "lot", "card": "7H"}, first_dealer="high_card")],
    "magicians": [
        game("magicians"),
        game("magicians", *THROWN[:1], opening="dealer"),
        game("magicians", *THROWN, opening="dealer"),
        game("magicians", *TAKEN, opening="dealer"),
    ],
    "probe": [game("probe", *WORDS[:count]) for count in (0, 2)]
    + [game("probe", *ASKED), game("probe", *FOUND)],
}
EVERY = [each for some in STANDS.values() for each in some]


@pytest.mark.parametrize("before", EVERY, ids=lambda each: f"{each.header.game} {len(each.events)}")
def test_any_game_is_stopped_at_any_moment_and_keeps_what_it_stood_at(before):
    after = before.play(Stop())
    rules = after.rules
    assert after.state.over and not before.state.over
    assert str(after.state.stopped).startswith("Stopped")
    assert tuple(rules.standing(after.state)) == tuple(rules.standing(before.state))
    view, result = rules.view(after.state, None), rules.result(after.state)
    assert (view["phase"], view["winners"], view["stopped"]) == ("game_over", [], after.state.stopped)
    assert (result["over"], result["stopped"], result["winners"]) == (True, True, [])
    assert "stopped" not in rules.result(before.state)
    assert f"{after.state.stopped}: nobody has won." in rules.score_sheet(after.state)
    # Nothing goes on, until it is taken back.
    with pytest.raises(NotAllowed) as refusal:
        after.play(Stop())
    assert refusal.value.rule == "game_over"
    assert after.undo().state == before.state


@pytest.mark.parametrize("before", EVERY, ids=lambda each: f"{each.header.game} {len(each.events)}")
def test_a_record_tells_of_it_and_settles_as_it_did(before):
    after = before.play(Stop())
    assert event_to_dict(Stop(), after.header) == STOP
    assert replay(format_record(after.header, after.events)) == after
    assert str(after.rules.describe(Stop(), after.header)) == "the game was stopped"


@pytest.mark.parametrize("name, happened", [("magicians", TAKEN), ("probe", FOUND)])
def test_the_schemas_know_it(name, happened):
    schema = json.loads((Path(GAMES[name].__file__).with_name("schema.json")).read_text())
    jsonschema.validate(STOP, schema)
    after = game(name, *happened, STOP, **({"opening": "dealer"} if name == "magicians" else {}))
    jsonschema.validate(after.rules.result(after.state), {**schema, "$ref": "#/$defs/result"})


def test_wizard_keeps_its_finished_rounds_and_nothing_of_another():
    state = game("wizard", *ROUND, *ROUND[:1], STOP).state
    assert [line.round for line in state.sheet] == [1] and state.totals == (20, 20, 30)
    assert str(state.stopped) == "Stopped after round 1"
    assert (state.turned, state.trick.cards, state.bids) == (None, (), (None, None, None))
    assert str(game("wizard", *ROUND[:6], STOP).state.stopped) == "Stopped in the first round"


def test_a_turn_under_way_counts_as_far_as_it_came():
    mages = game("magicians", *TAKEN, STOP, opening="dealer").state
    assert [gain.card for turn in mages.log for gain in turn.gains] == ["mill"]
    assert len(game("magicians", STOP).state.log) == 0
    probe = game("probe", *FOUND, STOP).state
    assert [turn.totals for turn in probe.log] == [probe.totals] and sum(probe.totals) > 0
    assert len(game("probe", *WORDS, STOP).state.log) == 0


def test_a_step_is_not_put_right_into_a_stop_nor_a_stop_into_a_step():
    stopped = game("wizard", *ROUND, STOP)
    for index, event in ((len(ROUND), event_from_dict(ROUND[0], stopped.header)), (0, Stop())):
        with pytest.raises(NotAllowed) as refusal:
            stopped.mend(index, event)
        assert refusal.value.rule == "stop"
    # What came before it may still be put right.
    other = event_from_dict({"event": "play", "player": 1, "card": "KH"}, stopped.header)
    assert stopped.mend(4, other).state.totals != stopped.state.totals


def test_hidden_words_and_bids_stay_hidden_for_the_stop_may_be_taken_back():
    probe = game("probe", *ASKED, STOP)
    told = json.dumps([probe.rules.view(probe.state, seat) for seat in (None, 0)])
    assert "H" not in [
        space["sign"]
        for tray in probe.rules.view(probe.state, 0)["seats"][1]["trays"]
        for space in tray["spaces"]
    ]
    assert "PHARE" not in told and tell(1, 0.0, probe).secret
    for bids in ("delayed", "simultaneous"):
        wizard = game("wizard", *ROUND[:2], STOP, bids=bids)
        assert wizard.rules.view(wizard.state, None)["bids"] == [None] * 3
        assert tell(1, 0.0, wizard).secret
    assert not tell(1, 0.0, game("wizard", *ROUND, STOP)).secret


@pytest.mark.parametrize("name, happened", [("wizard", ROUND), ("magicians", TAKEN), ("probe", FOUND)])
def test_a_stopped_game_counts_neither_as_won_nor_as_played_to_its_end(name, happened):
    rules = {"opening": "dealer"} if name == "magicians" else {}
    story = tell(1, 0.0, game(name, *happened, STOP, **rules))
    assert story.over and story.stopped and story.winners == ()
    done = by_player(name, [story])
    assert {each["won"] for each in done.values()} == {(0, 0)}
    assert all(each.get("game") is None for each in done.values())
    # What was done in it still counts.
    assert any(each.get("points") or each.get("cards") for each in done.values())


def test_the_table_for_a_spreadsheet_says_after_which_line_it_was_stopped():
    first, last = as_csv(game("wizard", *ROUND, STOP)).splitlines()
    assert first.endswith(",stopped") and last.endswith(",yes")
    assert "stopped" not in as_csv(game("wizard", *ROUND))
