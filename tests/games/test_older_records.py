"""Records that were written before some rules were any settle as they did."""

import pytest
from records import format_record

from games.errors import NotAllowed
from games.history import Game
from games.record import event_from_dict, header_from_dict, header_to_dict
from games.replay import replay

PLAYERS = {"wizard": ["Ann", "Bo", "Cy"], "magicians": ["Ann", "Bo", "Cy"], "probe": ["Ann", "Bo"]}


def header(game, **rules):
    return {"record": "familiar/1", "game": game, "players": PLAYERS[game], "dealer": 0, "rules": rules}


def older(game, lacking, **rules):
    """Write a header as a release did that knew every rule but those that came later."""
    values = header_to_dict(header_from_dict(header(game, **rules)))
    values["rules"] = {key: value for key, value in values["rules"].items() if key not in lacking}
    return values


def stick(color, count):
    return {"color": color, "notches": count}


def thrown(*counts):
    return {
        "event": "throw",
        "sticks": [stick(*each) for each in zip(("red", "black", "white"), counts, strict=True)],
    }


THERE_AND_BACK = [
    thrown(1, 1, 2),
    {"event": "confirm"},
    {"event": "jump", "to": "mill"},
    {"event": "walk", "to": "mill"},
    {"event": "decline"},
    *(
        thrown(0, 1, 2),
        {"event": "confirm"},
        {"event": "jump", "to": "castle"},
        {"event": "walk", "to": "slab"},
    ),
    *(
        thrown(0, 2, 1),
        {"event": "confirm"},
        {"event": "jump", "to": "magician"},
        {"event": "walk", "to": "slab"},
    ),
    *(thrown(0, 1, 0), {"event": "confirm"}, {"event": "walk", "to": "mill"}, {"event": "take"}),
]
CALLED = [
    {"event": "word", "player": 0, "tray": "left", "word": "WHISKY"},
    {"event": "word", "player": 0, "tray": "right", "word": "QUIZ"},
    {"event": "word", "player": 1, "tray": "left", "word": "FJORD"},
    {"event": "word", "player": 1, "tray": "right", "word": "PHARE"},
    {"event": "draw", "card": "normal"},
    {"event": "ask", "sign": "J"},
    {"event": "interrupt", "player": 0, "tray": "left", "word": "FJORD"},
    {"event": "no"},
]


def played(values, events):
    known = header_from_dict(values)
    return Game.of(known, [event_from_dict(each, known) for each in events])


@pytest.mark.parametrize(
    "game, rule, events, rules",
    [
        ("magicians", "walk_back", THERE_AND_BACK, {"opening": "dealer", "sticks": "untied"}),
        ("probe", "question_after_call", CALLED, {}),
    ],
)
def test_what_was_played_before_a_rule_stands(game, rule, events, rules):
    before = played(older(game, {rule}, **rules), events)
    # What is written from it now says the rule, and means the same.
    assert replay(format_record(before.header, before.events)).state == before.state
    for values in (header(game, **rules), header(game)):
        with pytest.raises(NotAllowed) as refusal:
            played(values | {"rules": values["rules"] or rules}, events)
        assert refusal.value.index == len(events) - (2 if game == "magicians" else 1)


def test_an_older_header_of_wizard_names_the_first_dealer():
    assert header_from_dict(older("wizard", {"first_dealer"})).rules.first_dealer == "chosen"


@pytest.mark.parametrize("game", PLAYERS)
def test_a_game_that_begins_now_has_the_rules_of_now(game):
    rules = header_from_dict(header(game)).rules
    lacking = {"walk_back", "question_after_call", "first_dealer"}
    assert header_from_dict(older(game, lacking), new=True).rules == rules
