"""The JSON Schema of Wizard's records and results is held against the code."""

import copy
import sys
from pathlib import Path

import pytest
from schemas import Schema

from games.cards import SPECIALS, names
from games.errors import GameError, Unreadable
from games.record import event_from_dict, event_to_dict, header_from_dict, header_to_dict
from games.wizard import SETTINGS, events, parse_rules, result
from games.wizard.rules import SWITCHES

sys.path.insert(0, str(Path(__file__).parent))
from dealt import Dealt

SCHEMA = Schema("wizard")
DEFS, fits = SCHEMA.definitions, SCHEMA.fits
ALL = dict.fromkeys(SWITCHES, True)


def test_the_schema_knows_the_events_and_keys_of_the_code():
    found = SCHEMA.forms
    assert list(found) == list(events.KEYS)
    for kind, form in found.items():
        assert list(form["properties"]) == ["event", *events.KEYS[kind]]
        left_out = {key for event, key in events.MAY_BE_LEFT_OUT if event == kind}
        assert set(form["required"]) == set(form["properties"]) - left_out


def test_the_schema_knows_the_cards_of_the_code():
    for card in (*names("us"), *names("amigo"), *SPECIALS):
        assert fits(card, "card"), card
    for card in ("1S", "11H", "14B", "0R", "JB", "W ", "back", "", None, 7):
        assert not fits(card, "card"), card


@pytest.mark.parametrize("key", list(SETTINGS))
def test_a_setting_that_the_schema_refuses_is_refused(key):
    assert list(DEFS["rules"]["properties"]) == list(SETTINGS)
    for wrong in (None, 7, 0, -1, "", "x", "off", [], [True], {}, True, False, *SETTINGS[key]):
        try:
            parse_rules({key: wrong})
            readable = True
        except GameError:
            readable = False
        assert readable is fits({key: wrong}, "rules"), (key, wrong)


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize(
    "rules", [{}, {"edition": "amigo", "bids": "delayed"}, ALL], ids=["us", "amigo", "special"]
)
def test_everything_that_the_code_writes_fits_the_schema(friends, seats, rules):
    dealt = Dealt(friends.header(seats, **rules), seats, careless=0.2)
    for step in dealt.steps(4):
        values = event_to_dict(step, dealt.header)
        assert fits(values, "line") and fits(values, "event") and not fits(values, "header"), values
    header = header_to_dict(dealt.header)
    assert fits(header, "line") and header_from_dict(header) == dealt.header
    for state in (*dealt.game.states[::10], dealt.game.state):
        assert fits(result(state), "result")


def test_a_round_that_was_counted_fits_too(friends):
    game = friends.happen(friends.begin(3, cards="none"), 0, 1, 0)
    game = friends.happen(game, {"event": "took", "player": 1}, "ok")
    (line,) = result(game.state)["rounds"]
    assert line["counted"] and fits(result(game.state), "result")


LINES = (
    {"event": "lot", "player": 0, "card": "10H"},
    {"event": "turn_up", "card": "W"},
    {"event": "name_trump", "player": 2, "suit": "S"},
    {"event": "exchange", "player": 1, "card": "werewolf"},
    {"event": "bid", "player": 5, "tricks": 0},
    {"event": "cover", "player": 2},
    {"event": "play", "player": 0, "card": "J"},
    {"event": "name_suit", "player": 0, "suit": "D"},
    {"event": "shape", "player": 4, "shape": "J"},
    {"event": "confirm"},
    {"event": "change_bid", "player": 3, "by": -1},
    {"event": "swap", "player": 3, "card": "AS", "take": "2C"},
    {"event": "pass_on"},
    {"event": "cards", "cards": "none"},
    {"event": "took", "player": 3},
    {"event": "tricks", "player": 3, "tricks": 2},
    {"event": "stop"},
)
WRONG = (None, 7, -1, 13, 1.5, "7", "", "back", "x", [], {}, True, [{}], " ")


def spoiled(values):
    """Give copies of a line with one thing wrong: a key missing, added or with another value."""
    for key in values:
        yield {other: value for other, value in values.items() if other != key}
        for wrong in WRONG:
            yield copy.deepcopy(values) | {key: wrong}
    yield values | {"points": 1}


def test_what_the_schema_refuses_the_code_refuses_and_the_other_way_round(friends):
    header = friends.header(6, **ALL)
    assert {line["event"] for line in LINES} == set(events.KEYS)
    for line in LINES:
        for wrong in (line, *spoiled(line)):
            try:
                event_from_dict(wrong, header)
                readable = True
            except Unreadable:
                readable = False
            assert readable is fits(wrong, "event"), wrong
