"""The JSON Schema of records and results is held against the code."""

import copy
import json
import random
from pathlib import Path

import pytest

from games.board import KINDS, MAGIC_PLACES, PLACES, board_to_dict
from games.errors import GameError, Unreadable
from games.magicians import SETTINGS, parse_rules, result, rules_to_dict
from games.magicians.events import FIGURES, KEYS, MAY_BE_LEFT_OUT, REASONS
from games.magicians.graph import LAYOUTS, house
from games.record import event_from_dict, event_to_dict, header_from_dict, header_to_dict
from games.sticks import COLORS, SIDES

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "games" / "magicians" / "schema.json").read_text(encoding="utf-8")
)
DEFS = SCHEMA["$defs"]
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KNOWN = {"$ref", "type", "enum", "const", "anyOf", "required", "properties", "additionalProperties", "items"}
KNOWN |= {"minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "minimum", "maximum"}
KNOWN |= {"description"}


def fits(value, schema):
    """Check a value by the part of JSON Schema that the file uses; any other keyword fails the test."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema and not fits(value, DEFS[schema["$ref"].removeprefix("#/$defs/")]):
        return False
    if "anyOf" in schema and not any(fits(value, each) for each in schema["anyOf"]):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "const" in schema and value != schema["const"]:
        return False
    kind = schema.get("type")
    if kind in TYPES and type(value) is not TYPES[kind]:
        return False
    if kind in ("integer", "number"):
        numbers = (int,) if kind == "integer" else (int, float)
        if type(value) not in numbers:
            return False
        return schema.get("minimum", value) <= value <= schema.get("maximum", value)
    if isinstance(value, str):
        return schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
    if isinstance(value, list):
        texts = [json.dumps(item, sort_keys=True) for item in value]
        return (
            schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
            and not (schema.get("uniqueItems") and len(set(texts)) < len(texts))
            and all(fits(item, schema.get("items", {})) for item in value)
        )
    if isinstance(value, dict):
        known = schema.get("properties", {})
        return (
            set(schema.get("required", ())) <= set(value)
            and (schema.get("additionalProperties", True) or set(value) <= set(known))
            and all(fits(value[key], known[key]) for key in value if key in known)
        )
    return True


def of(name):
    return {"$ref": f"#/$defs/{name}"}


def forms():
    """Give, for each event, the definition of its form."""
    for each in DEFS["event"]["anyOf"]:
        form = DEFS[each["$ref"].removeprefix("#/$defs/")]
        named = form["properties"]["event"]
        for kind in named.get("enum", [named.get("const")]):
            yield kind, form


def test_the_schema_knows_the_events_and_keys_of_the_code():
    found = dict(forms())
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


def test_the_package_of_the_reference_agrees_where_it_is_installed(trio):
    """The small check of this module is held against the full one where somebody has it."""
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed: make setup")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    line = jsonschema.Draft202012Validator(SCHEMA)
    output = jsonschema.Draft202012Validator({"$defs": DEFS, "$ref": "#/$defs/result"})
    game = trio.finished(trio.header(), 1, most=200)
    for values in (header_to_dict(game.header), *(event_to_dict(step, game.header) for step in game.events)):
        line.validate(values)
        for wrong in spoiled(values, random.Random(1)):
            assert line.is_valid(wrong) is fits(wrong, of("line")), wrong
    output.validate(result(game.state))


@pytest.mark.parametrize("seed", range(3))
def test_everything_that_the_code_writes_fits_the_schema(trio, seed):
    chance = random.Random(seed)
    rules = {key: chance.choice(values) for key, values in SETTINGS.items()}
    game = trio.finished(trio.header(seed, **rules | {"colors": list(rules["colors"])}), seed, most=150)
    assert fits(header_to_dict(game.header), of("line"))
    for step in game.events:
        values = event_to_dict(step, game.header)
        assert fits(values, of("line")) and fits(values, of("event")) and not fits(values, of("header"))
    for state in game.states[:: len(game.states) // 10]:
        assert fits(result(state), of("result"))


def test_a_finished_game_fits_the_schema(trio):
    game = trio.finished(trio.header(opening="throw"), 5, rush=True)
    assert game.state.over and fits(result(game.state), of("result"))


def test_a_header_with_a_board_and_a_table_of_its_own_fits_the_schema():
    rules = {"board": board_to_dict(house(LAYOUTS[0])), "sticks": {color: list(SIDES) for color in COLORS}}
    header = {"record": "familiar/1", "game": "magicians", "players": ["A", "B", "C"], "dealer": 0}
    header["rules"] = rules
    assert fits(header, of("header")) and header_from_dict(header)
    assert fits(rules_to_dict(parse_rules(rules)), of("rules"))


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
            assert readable is fits(wrong, of("event")), wrong
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
        assert readable is fits({key: wrong}, of("rules")), (key, wrong)
