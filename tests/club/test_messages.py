"""What is written on the broker: held against the schema, and read without trust."""

import json
from dataclasses import replace
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from club.errors import BadMessage
from club.evening import begin, enter, standings
from club.messages import (
    LARGEST,
    NAME_MAX,
    Player,
    Scores,
    pack,
    scores_from_dict,
    scores_to_dict,
    unpack,
)
from club.plan import (
    evening_from_dict,
    evening_to_dict,
    seating_from_dict,
    seating_of,
    seating_to_dict,
)
from club.score import identity

SCHEMA = json.loads((files("club") / "schema.json").read_text(encoding="utf-8"))
NAMES = tuple("ABCDEFGHIJKL")
GAME = Scores(
    "red",
    id="20261121T190000Z-7",
    game="probe",
    state="over",
    began="2026-11-21T19:00:00Z",
    round=9,
    players=(Player("Ann", 120, 430, 1), Player("Bø 🂡", -50, 10, 2)),
    winners=("Ann",),
    run="0a1b2c3d",
    revision=1_000_017,
)
EVENING = begin("20261121T190000Z", ("red", "green", "blue"), (NAMES[:4], NAMES[4:8], NAMES[8:]), {})
EVENING = enter(EVENING, 1, "blue", (5, -10, 0, 245))
LINES = standings(EVENING, {})
SEATING = seating_of(EVENING, "green", LINES)
MESSAGES = {
    "scores": (scores_to_dict(GAME), scores_from_dict),
    "idle": (scores_to_dict(Scores("red")), scores_from_dict),
    "seating": (seating_to_dict(SEATING), seating_from_dict),
    "evening": (evening_to_dict(EVENING, LINES, False), evening_from_dict),
}


def validator(kind):
    name = "scores" if kind == "idle" else kind
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def test_what_is_written_is_read_again():
    again = scores_from_dict(unpack(pack(scores_to_dict(GAME))))
    assert again == GAME and (again.run, again.revision) == (GAME.run, GAME.revision)
    assert seating_from_dict(unpack(pack(seating_to_dict(SEATING)))) == SEATING
    assert evening_from_dict(unpack(pack(evening_to_dict(EVENING, LINES, True)))) == EVENING


@pytest.mark.parametrize("kind", MESSAGES)
def test_the_schema_describes_what_is_written(kind):
    values, _ = MESSAGES[kind]
    validator(kind).validate(json.loads(pack(values)))


def test_a_table_of_before_that_does_not_say_whether_it_stopped_is_read_as_one_that_did_not():
    values = scores_to_dict(replace(GAME, stopped=True))
    assert scores_from_dict(values).stopped
    del values["stopped"]
    assert not scores_from_dict(values).stopped
    validator("scores").validate(values)


def test_the_schema_itself_is_one():
    Draft202012Validator.check_schema(SCHEMA)


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.sampled_from([2**60, -(10**8), "", "red", "Ann", "a/b", "x" * (NAME_MAX + 1), "20261121T190000Z"]),
    st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: number % 1),
    st.lists(st.sampled_from(["Ann", 1, None]), max_size=3),
    st.dictionaries(st.sampled_from(["name", "points"]), st.integers(0, 3), max_size=2),
)


BEYOND = ("two players", "who does not play", "same twelve", "different tables", "1 to 12 games")
BEYOND += ("by hand are", "of this evening's")
"""What the schema cannot say: names do not repeat, winners play, the same twelve play all evening."""


@st.composite
def mutated(draw):
    """Change one place of a message: leave a key out, or put something else there."""
    kind = draw(st.sampled_from(sorted(MESSAGES)))
    values = json.loads(pack(MESSAGES[kind][0]))
    for derived in ("ranking", "over", "title", "leaders", "points"):
        values.pop(derived, None)
    at = values
    while True:
        keys = sorted(at) if isinstance(at, dict) else range(len(at))
        key = draw(st.sampled_from(list(keys)))
        if not (isinstance(at[key], dict | list) and at[key] and draw(st.booleans())):
            break
        at = at[key]
    if isinstance(at, dict) and draw(st.booleans()):
        del at[key]
    else:
        at[key] = draw(ODD)
    return kind, values


@settings(deadline=None, max_examples=150, derandomize=True)
@given(mutated())
def test_the_reader_takes_only_what_the_schema_describes_and_says_what_is_wrong_with_the_rest(change):
    kind, values = change
    described = validator(kind).is_valid(values)
    try:
        MESSAGES[kind][1](unpack(pack(values)))
    except BadMessage as error:
        assert "\n" not in str(error) and len(str(error)) < 300
        if described:
            assert any(part in str(error) for part in BEYOND)
    else:
        assert described, values


@settings(deadline=None, max_examples=100, derandomize=True)
@given(
    st.one_of(
        st.binary(max_size=200),
        st.text(max_size=200).map(str.encode),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=9),
            lambda each: (
                st.lists(each, max_size=4)
                | st.dictionaries(
                    st.sampled_from(["familiar", "state", "players", "id", "rounds"]), each, max_size=4
                )
            ),
        ).map(lambda value: json.dumps(value).encode()),
    )
)
def test_any_bytes_are_read_or_refused_in_one_line(payload):
    for read in (scores_from_dict, seating_from_dict, evening_from_dict):
        try:
            read(unpack(payload))
        except BadMessage as error:
            assert "\n" not in str(error) and len(str(error)) < 300


@pytest.mark.parametrize(
    ("payload", "part"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 30_000, "no JSON"),
        (b'{"familiar": 1, "revision": ' + b"9" * 5000 + b"}", "no JSON"),
        (b"[1]", "no JSON object"),
        (b"{}", "no version"),
        (b'{"familiar": true}', "no version"),
        (b'{"familiar": 2}', "update Familiar"),
        (b'{"familiar": NaN}', "no number"),
        (b" " * (LARGEST + 1), "longer than 64 KiB"),
    ],
)
def test_what_is_no_message_is_said(payload, part):
    with pytest.raises(BadMessage, match=part):
        unpack(payload)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("", "1 to 100"),
        ("  ", "1 to 100"),
        ("x" * 101, "1 to 100"),
        ("A\nB", "line break"),
        ("\ud800", "line"),
        ("\u202eAnn", "cannot be seen"),
        ("An\u200bn", "cannot be seen"),
        ("\u3164", "cannot be seen"),
        ("A" + 9 * "\u0336", "pile up"),
    ],
)
def test_a_name_that_would_spoil_a_page_or_a_log_is_refused(name, part):
    values = scores_to_dict(replace(GAME, players=(Player(name, 0, 0, 1),), winners=()))
    with pytest.raises(BadMessage, match=part):
        scores_from_dict(values)


def test_an_id_says_when_the_game_began_and_which_of_the_journal_it_is():
    assert identity(1_795_287_600.4, 7) == "20261121T190000Z-7"
