"""The JSON Schema of records and results is held against the code."""

import copy
import random

import pytest
from schemas import Schema

from games.errors import GameError, Unreadable
from games.probe import CARDS, SETTINGS, parse_rules, result, sheet
from games.probe.events import KEYS, MAY_BE_LEFT_OUT
from games.probe.state import SIDES
from games.record import event_from_dict, event_to_dict, header_from_dict, header_to_dict

SCHEMA = Schema("probe")
DEFS, fits = SCHEMA.definitions, SCHEMA.fits


def test_the_schema_knows_the_events_and_keys_of_the_code():
    found = SCHEMA.forms
    assert list(found) == list(KEYS)
    for kind, form in found.items():
        assert list(form["properties"]) == ["event", *KEYS[kind]]
        left_out = {key for event, key in MAY_BE_LEFT_OUT if event == kind}
        assert set(form["required"]) == set(form["properties"]) - left_out


def test_the_schema_knows_the_settings_of_the_code():
    known = DEFS["rules"]["properties"]
    assert list(known) == list(SETTINGS)
    for key, values in SETTINGS.items():
        if isinstance(values[0], bool):
            assert known[key] == {"type": "boolean"}
        elif key != "carried":
            assert known[key]["enum"] == list(values)


def test_the_schema_knows_the_words_of_the_code():
    assert DEFS["card"]["anyOf"][0]["enum"] == list(CARDS)
    assert DEFS["side"]["enum"] == list(SIDES)
    assert DEFS["score"]["properties"]["why"]["enum"] == list(sheet._WHY)


@pytest.mark.parametrize("seed", range(4))
def test_everything_that_the_code_writes_fits_the_schema(bench, seed):
    chance = random.Random(seed)
    seats = 2 + seed % 3
    rules = {key: chance.choice(values) for key, values in SETTINGS.items()} | {"carried": [5] * seats}
    game = bench.finished(bench.header(seats, **rules), seed)
    header = header_to_dict(game.header)
    assert fits(header, "line") and header_from_dict(header) == game.header
    for step in game.events:
        values = event_to_dict(step, game.header)
        assert fits(values, "line") and fits(values, "event") and not fits(values, "header")
    for state in (*game.states[::10], game.state):
        assert fits(result(state), "result")


def spoiled(values):
    """Give copies of a line with one thing wrong: a key missing, added or with another value."""
    for key in values:
        yield {other: value for other, value in values.items() if other != key}
        for wrong in (
            None,
            7,
            -1,
            13,
            1.5,
            "7",
            "",
            [],
            {},
            True,
            [{}],
            "A.A",
            "A-",
            "+0",
            "x7",
            "-100",
            " ",
        ):
            yield copy.deepcopy(values) | {key: wrong}
    yield values | {"points": 1}


LINES = (
    {"event": "word", "player": 1, "tray": "left", "word": "..PHARE.", "first": 3},
    {"event": "ready", "player": 0, "tray": "right", "spaces": 7, "first": 2},
    {"event": "draw", "player": 2, "card": "+15"},
    {"event": "ask", "player": 0, "of": 1, "sign": "."},
    {"event": "open", "player": 1, "tray": "left", "space": 12, "sign": "É"},
    {"event": "no", "player": 1},
    {"event": "interrupt", "player": 1, "of": 2, "tray": "right", "word": "PHARE"},
    {"event": "judge", "player": 2, "right": True},
    {"event": "misspelt", "player": 2, "tray": "left"},
    {"event": "confirm"},
    {"event": "stop"},
)


def test_what_the_schema_refuses_the_code_refuses_and_the_other_way_round(bench):
    """A line is readable if and only if it fits; only small letters and accents are read beyond that."""
    header = bench.header(4)
    assert [line["event"] for line in LINES] == list(KEYS)
    for line in LINES:
        for wrong in (line, *spoiled(line)):
            try:
                event_from_dict(wrong, header)
                readable = True
            except Unreadable:
                readable = False
            assert readable is fits(wrong, "event"), wrong


def test_small_letters_and_accents_are_read_and_written_so_that_they_fit(bench):
    for accents in ("folded", "kept"):
        header = bench.header(3, accents=accents)
        for line in (
            {"event": "word", "player": 1, "word": "..œuvré…"},
            {"event": "ask", "of": 1, "sign": "é"},
            {"event": "word", "player": 1, "word": "straße"},
        ):
            assert not fits(line, "event")
            assert fits(event_to_dict(event_from_dict(line, header), header), "event")


@pytest.mark.parametrize("key", list(SETTINGS))
def test_a_setting_that_the_schema_refuses_is_refused(key):
    others = [None, 7, 4, -1, "x", [], ["red"], [1, 2], [True], [10**6], [0] * 5, {}, True]
    for wrong in (*others, *SETTINGS[key]):
        wrong = list(wrong) if isinstance(wrong, tuple) else wrong
        try:
            parse_rules({key: wrong})
            readable = True
        except GameError:
            readable = False
        assert readable is fits({key: wrong}, "rules"), (key, wrong)
