"""A record of Les Trois Magiciens: settled like any game, refused with line and reason."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import JSON, format_record, lines, refusal

from familiar.records.replay import settle
from games.errors import GameError, Unreadable
from games.replay import replay

HEADER = {
    "record": "familiar/1",
    "game": "magicians",
    "players": ["Ann", "Bo", "Cy"],
    "dealer": 0,
    "rules": {"opening": "dealer"},
}


def thrown(counts):
    sticks = zip(("red", "black", "white"), counts, strict=False)
    return {"event": "throw", "sticks": [{"color": color, "notches": int(count)} for color, count in sticks]}


# Ann meets at the Mill and takes a card; Bo attacks her there and wins, then casts.
TURNS = [
    thrown("120"),
    {"event": "confirm"},
    {"event": "jump", "to": "mill"},
    {"event": "walk", "to": "mill", "squares": 3},
    {"event": "take"},
    thrown("011"),
    {"event": "confirm"},
    {"event": "jump", "to": "mill"},
    {"event": "walk", "to": "symbol"},
    thrown("210"),
    {"event": "keep", "sticks": ["red"]},
    {"event": "again", "reason": "overlap"},
    {"event": "throw", "sticks": thrown("022")["sticks"][1:]},
    {"event": "confirm"},
    thrown("111"),
    {"event": "confirm"},
    {"event": "cast"},
    thrown("000"),
    {"event": "confirm"},
    {"event": "choose", "symbol": "force"},
]


def test_a_record_is_read_settled_and_written_again():
    game = replay(lines(HEADER, *TURNS))
    assert [player.cards for player in game.state.seats] == [("mill",), ("mill",), ()]
    assert [player.magician for player in game.state.seats] == ["labyrinth", "mill", "life"]
    assert game.state.seats[1].stone and game.state.active == 2
    assert replay(format_record(game.header, game.events)) == game


def test_familiar_replay_settles_it_like_any_game(tmp_path):
    path = tmp_path / "evening.jsonl"
    path.write_text(lines(HEADER, *TURNS))
    assert "Bo beat Ann" in settle(str(path), as_json=False)
    found = json.loads(settle(str(path), as_json=True))
    assert found["game"] == "magicians" and [turn["turn"] for turn in found["turns"]] == [1, 2]
    path.write_text(lines(HEADER, *TURNS[:2], {"event": "jump", "to": "moon"}))
    with pytest.raises(Unreadable, match=r"evening.jsonl:4: Ann's Magician cannot get from"):
        settle(str(path), as_json=True)


@pytest.mark.parametrize(
    "place, line, said",
    [
        (0, HEADER | {"rules": {"bids": "open"}}, 'Unknown rule "bids"'),
        (0, HEADER | {"rules": {"board": {"nodes": [], "edges": []}}}, "board lacks forest"),
        (0, HEADER | {"players": ["Ann", "Bo"]}, "exactly 3 players"),
        (1, {"event": "play", "card": "7H"}, 'Unknown event "play"'),
        (1, {"event": "thrown", "sticks": []}, "did you mean throw?"),
        (1, {"event": "throw"}, 'no "sticks"'),
        (1, {"event": "throw", "sticks": []}, "lists the sticks that lie there"),
        (1, {"event": "throw", "sticks": "120"}, "lists the sticks"),
        (1, {"event": "throw", "sticks": [7]}, "A stick is such as"),
        (1, {"event": "throw", "sticks": [{"color": "red", "notches": 1}] * 2}, "red stick is listed twice"),
        (1, thrown("12"), "A stick is missing (white): throw again"),
        (1, thrown("120") | {"player": 2}, "Cy cannot throw now"),
        (1, thrown("120") | {"player": "Ann"}, 'no player "Ann": a player is the number of a seat, 0 is Ann'),
        (1, thrown("120") | {"dice": 1}, '"dice". There are event, player, sticks.'),
        (2, {"event": "again", "reason": "wobbly"}, "Unknown reason to throw again"),
        (2, {"event": "confirm", "player": 1}, '"player". There are event.'),
        (2, thrown("120"), "confirm it, or correct a stick first"),
        (3, {"event": "jump", "to": "Mill"}, 'Unknown Place "Mill": did you mean mill?'),
        (3, {"event": "jump", "to": "moon"}, "cannot get from the Place of Life to the Moon with 1 jump"),
        (3, {"event": "jump", "to": None}, "Unknown Place null"),
        (3, {"event": "stay", "figure": "wizard"}, "Unknown figure"),
        (3, {"event": "stay", "figure": "magician"}, "must leave it"),
        (4, {"event": "walk", "to": "mill", "squares": 4}, "walks 3 squares, not 4"),
        (4, {"event": "walk", "to": "mill", "squares": "3"}, "whole number"),
        (4, '{"event": "walk", "to": "mill", "squares": ' + "9" * 4000 + "}", "walks 3 squares, not"),
        (4, {"event": "walk", "to": "x" * 41}, "A square is a Place"),
        (4, {"event": "walk", "to": "s\n1"}, "A square is a Place"),
        (4, {"event": "walk", "to": "s1"}, 'no square "s1"'),
        (5, {"event": "take", "from": 1}, "lies there"),
        (5, {"event": "take", "from": None}, "no player null"),
        (5, {"event": "take", "victim": 1}, '"victim". There are event, from.'),
        (5, {"event": "cast"}, "no spell to try"),
        (11, {"event": "keep", "sticks": ["rde"]}, 'Unknown stick "rde": did you mean red?'),
        (11, {"event": "keep", "sticks": "red"}, "are a list"),
        (11, {"event": "replay", "begin": True}, "no tie"),
        (11, {"event": "replay", "begin": 1}, "true or false"),
        (13, thrown("022"), "red stick is not thrown now"),
        (20, {"event": "choose", "symbol": "fate"}, "Unknown symbol"),
        (20, {"event": "choose", "symbol": "destiny"}, "Destiny does not lead"),
        (20, {"event": "teleport", "to": "moon"}, "no Magic at work"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number_and_reason(place, line, said):
    record = [HEADER, *TURNS]
    record[place] = line
    error = refusal(lines(*record))
    assert error.line == place + 1
    assert said in str(error)


KEYS = ["record", "game", "players", "dealer", "rules", "event", "sticks", "player", "to", "squares"]
KEYS += ["figure", "from", "begin", "symbol", "reason"]


@settings(deadline=None, derandomize=True, max_examples=200)
@given(place=st.integers(0, len(TURNS)), key=st.sampled_from(KEYS), value=JSON)
def test_no_value_under_any_key_gets_past_a_clear_line(place, key, value):
    record = [dict(line) for line in (HEADER, *TURNS)]
    record[place][key] = value
    try:
        replay(lines(*record))
    except GameError as error:
        assert error.line is not None and str(error).isprintable() and len(str(error)) < 400


RULE_KEYS = st.sampled_from(["board", "sticks", "colors", "layout", "jump_back", "nodes"])


@settings(deadline=None, derandomize=True, max_examples=200)
@given(key=RULE_KEYS, value=JSON, inner=st.sampled_from(["nodes", "edges", "red", "black"]))
def test_no_value_within_the_rules_gets_past_a_clear_line(key, value, inner):
    board = {"nodes": [{"id": value, "kind": value}], "edges": [[value, value]]}
    for wrong in (value, {inner: value}, board):
        try:
            replay(lines(HEADER | {"rules": {key: wrong}}))
        except GameError as error:
            assert error.line == 1 and str(error).isprintable() and len(str(error)) < 1000
