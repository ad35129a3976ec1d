"""A record of Probe: settled like any game, refused with line and reason."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import JSON, format_record, lines, refusal

from familiar.records.replay import settle
from games.errors import GameError, Unreadable
from games.replay import replay

HEADER = {"record": "familiar/1", "game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
STEPS = [
    {"event": "word", "player": 0, "word": "Œuvre"},
    {"event": "word", "player": 1, "word": "..phare."},
    {"event": "ready", "player": 2, "spaces": 6},
    {"event": "draw", "player": 0, "card": "x5"},
    {"event": "ask", "player": 0, "of": 1, "sign": "p"},
    {"event": "open", "player": 1, "space": 3},
    {"event": "ask", "of": 2, "sign": "."},
    {"event": "no"},
    {"event": "draw", "card": "left"},
    {"event": "open", "space": 3, "sign": "n"},
    {"event": "interrupt", "player": 0, "of": 2},
    {"event": "judge", "right": False},
    {"event": "misspelt", "player": 0},
]


def test_a_record_is_read_settled_and_written_again():
    game = replay(lines(HEADER, *STEPS))
    assert [player.points for player in game.state.seats] == [75 - 50 - 50 - 100, 15, 0]
    assert replay(format_record(game.header, game.events)) == game


def test_familiar_replay_settles_it_like_any_game(tmp_path):
    path = tmp_path / "evening.jsonl"
    path.write_text(lines(HEADER, *STEPS))
    text = settle(str(path), as_json=False)
    assert "Ann +75: space 3 of Bo" in text and "__P_____" in text and "PHARE" not in text
    found = settle(str(path), as_json=True)
    assert json.loads(found)["game"] == "probe" and "OEUVRE" not in found
    path.write_text(lines(HEADER, *STEPS[:5], {"event": "open", "space": 4}))
    with pytest.raises(Unreadable, match=r"evening.jsonl:7: This does not fit the word as Bo typed it"):
        settle(str(path), as_json=True)
    path.write_text(lines(HEADER | {"rules": {"carried": [1]}}, *STEPS))
    with pytest.raises(Unreadable, match=r"evening.jsonl:1: .*1 number for 3 players"):
        settle(str(path), as_json=True)


@pytest.mark.parametrize(
    "place, line, said",
    [
        (0, HEADER | {"rules": {"bids": "open"}}, 'Unknown rule "bids"'),
        (0, HEADER | {"rules": {"max_dots": 9}}, "Unknown value of the rule"),
        (0, HEADER | {"players": ["Ann"]}, "2 to 4 players"),
        (0, HEADER | {"players": list("ABCDE")}, "2 to 4 players"),
        (1, {"event": "play", "card": "7H"}, 'Unknown event "play"'),
        (1, {"event": "word", "player": 0}, 'no "word"'),
        (1, {"event": "word", "player": "Ann", "word": "QUIZ"}, "0 is Ann"),
        (1, {"event": "word", "player": 0, "word": "QUIZ", "tray": "left"}, "has one tray"),
        (1, {"event": "word", "player": 0, "word": "QUIZ", "first": 0}, "spaces 1 to 12"),
        (1, {"event": "word", "player": 0, "word": None}, "made of letters"),
        (1, {"event": "ready", "player": 0, "spaces": 13}, "spaces 1 to 12"),
        (1, {"event": "ready", "player": 0, "spaces": True}, "spaces 1 to 12"),
        (4, {"event": "draw", "card": "x7"}, 'Unknown activity card "x7": did you mean x'),
        (4, {"event": "draw", "card": "normal", "player": 1}, "waits for Ann to draw"),
        (4, {"event": "ask", "of": 1, "sign": "a"}, "Nobody can ask now. The turn waits for Ann to draw"),
        (5, {"event": "ask", "of": 1, "sign": "ab"}, "one letter, or a dot"),
        (5, {"event": "ask", "of": 0, "sign": "a"}, "must name an opponent"),
        (5, {"event": "ask", "sign": "a"}, "several opponents"),
        (6, {"event": "no"}, "Bo's no does not fit the word"),
        (6, {"event": "open", "space": 9}, "stands in 1 to 8"),
        (6, {"event": "open", "space": "3"}, "spaces 1 to 12"),
        (6, {"event": "confirm"}, "nothing to confirm"),
        (10, {"event": "open", "space": 3}, "say which letter"),
        (11, {"event": "interrupt", "player": 2, "of": 2}, "must name an opponent"),
        (11, {"event": "judge", "right": True}, "no word to judge"),
        (12, {"event": "judge", "right": 1}, "true or false"),
        (13, {"event": "misspelt", "player": 3}, "no player 3"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number_and_reason(place, line, said):
    record = [HEADER, *STEPS]
    record[place] = line
    error = refusal(lines(*record))
    assert error.line == place + 1
    assert said in str(error)


KEYS = ["record", "game", "players", "dealer", "rules", "event", "player", "of", "tray", "word", "first"]
KEYS += ["spaces", "card", "sign", "space", "right"]


@settings(deadline=None, derandomize=True, max_examples=200)
@given(place=st.integers(0, len(STEPS)), key=st.sampled_from(KEYS), value=JSON)
def test_no_value_under_any_key_gets_past_a_clear_line(place, key, value):
    record = [dict(line) for line in (HEADER, *STEPS)]
    record[place][key] = value
    try:
        replay(lines(*record))
    except GameError as error:
        assert error.line is not None and str(error).isprintable() and len(str(error)) < 400
