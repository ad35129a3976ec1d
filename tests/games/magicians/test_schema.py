"""The JSON Schema of records and results is held against the code."""

import copy
import random

import pytest
from schemas import Schema

from games.board import KINDS, MAGIC_PLACES, PLACES, board_to_dict
from games.errors import GameError, Unreadable
from games.magicians import SETTINGS, parse_rules, result, rules_to_dict
from games.magicians.events import FIGURES, KEYS, MAY_BE_LEFT_OUT, REASONS
from games.magicians.graph import LAYOUTS, house
from games.record import event_from_dict, event_to_dict, header_from_dict, header_to_dict
from games.sticks import COLORS, SIDES

SCHEMA = Schema("magicians")
DEFS, fits = SCHEMA.definitions, SCHEMA.fits


def test_the_schema_knows_the_events_and_keys_of_the_code():
    found = SCHEMA.forms
    assert set(found) == set(KEYS)
    for kind, form in found.items():
        assert set(form["properties"]) == {"event", *KEYS[kind]}
        left_out = {key for event, key in MAY_BE_LEFT_OUT if event == kind}
        assert set(form["required"]) == set(form["properties"]) - left_out


def test_the_schema_knows_the_settings_of_the_code():
    known = DEFS["rules"]["properties"]
    assert list(known) == list(SETTINGS)
    for key, values in SETTINGS.items():
        if isinstance(values[0], bool):
            assert known[key] == {"type": "boolean"}
        elif key != "colors":
            assert (known[key] if "enum" in known[key] else known[key]["anyOf"][0])["enum"] == list(values)
    assert DEFS["rules"]["properties"]["layout"]["enum"] == list(LAYOUTS)


def test_the_schema_knows_the_words_of_the_code():
    words = {"color": COLORS, "side": SIDES, "magic_place": MAGIC_PLACES, "place": PLACES, "figure": FIGURES}
    for name, known in words.items():
        assert DEFS[name]["enum"] == list(known)
    assert DEFS["again"]["properties"]["reason"]["enum"] == list(REASONS)
    assert DEFS["node"]["properties"]["kind"]["enum"] == list(KINDS)


@pytest.mark.parametrize("seed", range(3))
def test_everything_that_the_code_writes_fits_the_schema(trio, seed):
    chance = random.Random(seed)
    rules = {key: chance.choice(values) for key, values in SETTINGS.items()}
    game = trio.finished(trio.header(seed, **rules | {"colors": list(rules["colors"])}), seed, most=150)
    assert fits(header_to_dict(game.header), "line")
    for step in game.events:
        values = event_to_dict(step, game.header)
        assert fits(values, "line") and fits(values, "event") and not fits(values, "header")
    for state in game.states[:: len(game.states) // 10]:
        assert fits(result(state), "result")


def test_a_finished_game_fits_the_schema(trio):
    game = trio.finished(trio.header(opening="throw"), 5, rush=True)
    assert game.state.over and fits(result(game.state), "result")


def test_a_header_with_a_board_and_a_table_of_its_own_fits_the_schema():
    rules = {"board": board_to_dict(house(LAYOUTS[0])), "sticks": {color: list(SIDES) for color in COLORS}}
    header = {"record": "familiar/1", "game": "magicians", "players": ["A", "B", "C"], "dealer": 0}
    header["rules"] = rules
    assert fits(header, "header") and header_from_dict(header)
    assert fits(rules_to_dict(parse_rules(rules)), "rules")


def spoiled(values, chance):
    """Give copies of a line with one thing wrong: a key missing, added or with another value."""
    for key in values:
        yield {other: value for other, value in values.items() if other != key}
        for wrong in (None, 7, -1, "x", "", [], ["red"], {}, True, [{}], [{"color": "red"}]):
            yield copy.deepcopy(values) | {key: wrong}
    yield values | {chance.choice(["card", "Event", "from", "to"]): 1}


def test_what_the_schema_refuses_the_code_refuses_and_the_other_way_round(trio):
    """An event is readable if and only if it fits; what the rules allow is another question."""
    header, chance = trio.header(), random.Random(3)
    game = trio.finished(header, 3, most=250)
    lines = [event_to_dict(step, header) for step in game.events]
    lines += [{"event": "replay", "begin": True}, {"event": "stay", "figure": "magician"}]
    lines += [{"event": "take", "from": 2}, {"event": "again", "reason": "standing"}, {"event": "decline"}]
    lines += [{"event": "keep", "sticks": ["red", "white"]}, {"event": "stop"}]
    seen = set()
    for line in lines:
        if line["event"] in seen:
            continue
        seen.add(line["event"])
        for wrong in spoiled(line, chance):
            try:
                event_from_dict(wrong, header)
                readable = True
            except Unreadable:
                readable = False
            assert readable is fits(wrong, "event"), wrong
    assert seen == set(KEYS)


@pytest.mark.parametrize("key", list(SETTINGS))
def test_a_setting_that_the_schema_refuses_is_refused(key):
    for wrong in (None, 7, "x", [], ["red"], {}, True, *SETTINGS[key]):
        wrong = list(wrong) if isinstance(wrong, tuple) else wrong
        try:
            parse_rules({key: wrong})
            readable = True
        except GameError:
            readable = False
        assert readable is fits({key: wrong}, "rules"), (key, wrong)
