"""Records: read exactly, written exactly, and refused with the line and the reason (games/README.md)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import JSON, format_record, lines, read_record, refusal

from games.errors import GameError, NotAllowed, Unreadable
from games.record import format_line, header_from_dict, header_to_dict, parse_line
from games.replay import replay
from games.wizard import Play, Rules

HEADER = {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0}
ROUND = [
    {"event": "turn_up", "card": "7H"},
    {"event": "bid", "player": 1, "tricks": 0},
    {"event": "bid", "player": 2, "tricks": 1},
    {"event": "bid", "player": 0, "tricks": 0},
    {"event": "play", "player": 1, "card": "2H"},
    {"event": "play", "card": "9H"},
    {"event": "play", "player": 0, "card": "3C"},
    {"event": "confirm"},
]


def test_a_record_is_read_settled_and_written_again():
    game = replay(lines(HEADER, *ROUND))
    assert game.state.totals == (20, 20, 30)
    assert game.events[5] == Play("9H")
    assert replay(format_record(game.header, game.events)) == game
    assert header_to_dict(game.header)["rules"] == {
        "edition": "us",
        "bids": "open",
        "last_bid": "free",
        "hell_vision": False,
        "next_dealer": "left",
        "turned_wizard": "dealer_chooses",
        "first_dealer": "chosen",
        "cards": "laid",
    }


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_lines_may_end_as_on_any_system_and_the_last_need_not(ending):
    text = lines(HEADER, *ROUND).replace("\n", ending)
    assert len(replay(text.encode()).events) == len(replay(text.removesuffix(ending)).events) == 8
    assert len(read_record(text.splitlines())[1]) == 8


def test_names_of_any_language_come_through():
    names = ["Zoë", "大卫", "line\u2028".strip() + "\u00a0x", "👩‍💻"]
    header = header_from_dict(HEADER | {"players": names})
    text = format_record(header, ())
    assert "大卫" in text and replay(text.encode()).header.players == tuple(names)


@pytest.mark.parametrize(
    "rules, wanted",
    [
        ({}, Rules()),
        ({"edition": "amigo"}, Rules(edition="amigo", turned_wizard="no_trump")),
        ({"edition": "us"}, Rules(edition="us", turned_wizard="dealer_chooses")),
        ({"edition": "us", "turned_wizard": "no_trump"}, Rules(turned_wizard="no_trump")),
        ({"hell_vision": True}, Rules(hell_vision=True)),
        ({"hell_vision": "on"}, Rules(hell_vision=True)),
        ({"bids": "delayed", "last_bid": "free"}, Rules(bids="delayed")),
    ],
)
def test_a_rule_left_out_takes_its_default(rules, wanted):
    assert header_from_dict(HEADER | {"rules": rules}).rules == wanted


@pytest.mark.parametrize(
    "change, said",
    [
        ({"rules": {"bid": "open"}}, 'Unknown rule "bid": did you mean bids?'),
        ({"rules": {"next_deeler": "left"}}, "did you mean next_dealer?"),
        ({"rules": {"edition": "USA"}}, 'Unknown value of the rule "edition" "USA": did you mean us?'),
        ({"rules": {"bids": "hidden"}}, '"hidden". There are open, simultaneous, delayed.'),
        ({"rules": {"bids": None}}, "null. There are open,"),
        ({"rules": {"bids": ["open"]}}, "did you mean"),
        ({"rules": {"last_bid": "canadien"}}, "did you mean canadian?"),
        ({"rules": {"turned_wizard": ""}}, '"". There are no_trump, dealer_chooses.'),
        ({"rules": {"turned_wizard": None}}, "null. There are no_trump,"),
        ({"rules": {"hell_vision": 1}}, '"hell_vision" is true or false, not 1'),
        ({"rules": {"hell_vision": "yes"}}, '"hell_vision" is true or false'),
        ({"rules": {"bids": "delayed", "last_bid": "nonzero"}}, "needs somebody who bids last"),
        ({"rules": {"bids": "simultaneous", "last_bid": "canadian"}}, "needs somebody who bids last"),
        ({"rules": []}, "must be an object"),
        ({"rules": None}, "must be an object"),
        ({"game": "wizzard"}, 'Unknown game "wizzard": did you mean wizard?'),
        ({"game": ["wizard"]}, "did you mean wizard?"),
        ({"record": "familiar/2"}, 'only "familiar/1" can be read'),
        ({"record": 1}, "only"),
        ({"deeler": 0}, "did you mean dealer?"),
        ({"players": ["Ann", "Bo"]}, "3 to 6 players, not 2"),
        ({"players": list("abcdefg")}, "3 to 6 players, not 7"),
        ({"players": ["Ann"]}, "3 to 6 players, not 1"),
        ({"players": []}, "not 0"),
        ({"players": "Ann"}, "list of names"),
        ({"players": ["Ann", "Bo", "Ann"]}, 'called "Ann" and "Ann"'),
        ({"players": ["Ann", "Bo", " ann "]}, "different names"),
        ({"players": ["Großmutter", "Zoë", "großmutter"]}, 'called "Großmutter" and "großmutter"'),
        ({"players": ["علی", "Bo", "علی"]}, 'called "علی"'),
        ({"players": ["Ann", "Bo", "ü\u2028y"]}, r'name "\u00fc\u2028y" holds a line break'),
        ({"players": ["ü\u202e", "Bo", "ü\u202e"]}, r'called "\u00fc\u202e"'),
        ({"players": ["Z" + "\u0336" * 9, "Bo", "Z" + "\u0336" * 9]}, r'called "Z\u0336\u0336'),
        ({"players": ["Ann", "Bo", " "]}, "give every player a name"),
        ({"players": ["Ann", "Bo", None]}, "give every player a name"),
        ({"players": ["Ann", "Bo", "C\ny"]}, "line break"),
        ({"players": ["Ann", "Bo", "C" * 61]}, "CCC... has 61 characters: give one of at most 60"),
        ({"players": ["Ann", "Bo", "C\ud800"]}, "control character"),
        ({"dealer": 3}, "seat, 0 to 2, not 3"),
        ({"dealer": -1}, "seat, 0 to 2"),
        ({"dealer": True}, "seat, 0 to 2"),
        ({"dealer": "Ann"}, "seat, 0 to 2"),
        ({"dealer": None}, "seat, 0 to 2"),
    ],
)
def test_a_wrong_header_is_refused_on_line_1_naming_the_nearest(change, said):
    error = refusal(lines(HEADER | change, *ROUND))
    assert error.line == 1 and said in str(error)


@pytest.mark.parametrize("key", ["record", "game", "players", "dealer"])
def test_a_header_without_one_of_its_keys_is_refused(key):
    error = refusal(lines({name: value for name, value in HEADER.items() if name != key}, *ROUND))
    assert error.line == 1 and f'no "{key}"' in str(error)


def test_two_players_and_two_editions_cannot_be_mixed_up():
    assert isinstance(refusal(lines(HEADER | {"players": ["Ann", "Bo"]})), NotAllowed)
    error = refusal(lines(HEADER | {"rules": {"edition": "amigo"}}, ROUND[0]))
    assert error.line == 2 and "Amigo deck" in str(error)


@pytest.mark.parametrize(
    "place, line, said",
    [
        (1, "", "empty"),
        (5, "   ", "empty"),
        (1, "{", "not JSON"),
        (4, '{"event": "bid", "player": 0, "tricks"', "not JSON"),
        (4, "NaN", "NaN"),
        (4, '{"event": "bid", "player": 0, "tricks": NaN}', "NaN is no number"),
        (4, '{"event": "bid", "player": 0, "tricks": Infinity}', "Infinity"),
        (4, '{"event": "bid", "player": 0, "tricks": ' + "9" * 5000 + "}", "not JSON"),
        (4, '{"event": "bid", "player": 0, "tricks": ' + "9" * 4000 + "}", "a bid is 0 to 1"),
        (4, '{"event": "bid", "player": 0, "tricks": 1, "tricks": 0}', '"tricks" stands twice'),
        (4, "[" * 100_000, "not JSON"),
        (4, [], "must be an object"),
        (4, "null", "must be an object"),
        (4, '"confirm"', "must be an object"),
        (4, HEADER, "second header"),
        (4, {}, 'no "event"'),
        (4, {"event": "bidd", "player": 0, "tricks": 0}, 'Unknown event "bidd": did you mean bid?'),
        (4, {"event": None}, "Unknown event null"),
        (4, {"event": ["bid"]}, "Unknown event"),
        (4, {"event": "bid", "tricks": 0}, 'no "player"'),
        (4, {"event": "bid", "player": 0}, 'no "tricks"'),
        (4, {"event": "bid", "player": 0, "trick": 0}, "did you mean tricks?"),
        (
            4,
            {"event": "bid", "player": 3, "tricks": 0},
            "no player 3: a player is the number of a seat, 0 is Ann",
        ),
        (4, {"event": "bid", "player": -1, "tricks": 0}, "no player -1"),
        (4, {"event": "bid", "player": "Ann", "tricks": 0}, 'no player "Ann"'),
        (4, {"event": "bid", "player": False, "tricks": 0}, "no player false"),
        (4, {"event": "bid", "player": 0.0, "tricks": 0}, "no player 0.0"),
        (4, {"event": "bid", "player": 0, "tricks": "1"}, "whole number"),
        (4, {"event": "bid", "player": 0, "tricks": 1.0}, "whole number"),
        (4, {"event": "bid", "player": 0, "tricks": True}, "whole number"),
        (4, {"event": "bid", "player": 0, "tricks": None}, "whole number"),
        (4, {"event": "bid", "player": 0, "tricks": -1}, "a bid is 0 to 1"),
        (4, {"event": "bid", "player": 0, "tricks": 2}, "a bid is 0 to 1"),
        (3, {"event": "bid", "player": 0, "tricks": 0}, "Cy's turn to bid"),
        (1, {"event": "bid", "player": 1, "tricks": 0}, "waits for the trump card"),
        (1, {"event": "turn_up", "card": "7B"}, "Amigo deck"),
        (1, {"event": "turn_up"}, 'no "card"'),
        (2, {"event": "turn_up", "card": "8H"}, "not the time to turn up"),
        (2, {"event": "name_trump", "suit": "S"}, "not the time to name spades as trump"),
        (2, {"event": "name_trump", "suit": "hearts"}, "did you mean H?"),
        (2, {"event": "name_trump", "suit": "B"}, 'no suit "B"'),
        (2, {"event": "name_trump", "suit": ["S"]}, "no suit"),
        (5, {"event": "play", "card": "5X"}, "did you mean"),
        (5, {"event": "play", "card": None}, "no card null"),
        (5, {"event": "play", "player": None, "card": "2H"}, "no player null"),
        (5, {"event": "play", "card": "back"}, "turn the card over"),
        (5, {"event": "play", "card": "7H"}, "it was turned up in round 1"),
        (5, {"event": "play", "player": 0, "card": "2H"}, "Bo's turn"),
        (6, {"event": "play", "card": "2H"}, "Bo played it in trick 1"),
        (6, {"event": "confirm"}, "no complete trick"),
        (8, {"event": "play", "card": "4H"}, "waits to be confirmed"),
        (8, {"event": "confirm", "player": 1}, 'of the event "confirm" "player". There are event.'),
    ],
)
def test_a_wrong_line_is_refused_with_its_number_and_reason(place, line, said):
    record = [HEADER, *ROUND]
    record[place] = line
    error = refusal(lines(*record))
    assert error.line == place + 1
    assert said in str(error)


def test_the_first_wrong_line_counts_be_it_unreadable_or_not_allowed():
    unplayable = {"event": "play", "card": "7H"}
    assert refusal(lines(HEADER, *ROUND[:4], unplayable, "{")).line == 6
    assert refusal(lines(HEADER, *ROUND[:4], "{", unplayable)).line == 6
    assert refusal(lines(HEADER, *ROUND[:4], unplayable).encode() + b"\xff\n").line == 6


@pytest.mark.parametrize(
    "data, line, said",
    [
        (b"", 1, "empty"),
        ("", 1, "empty"),
        (b"\n", 1, "empty"),
        (b"\xef\xbb\xbf" + lines(HEADER).encode(), 1, "byte order mark"),
        ("\ufeff" + lines(HEADER), 1, "byte order mark"),
        (lines(HEADER).encode("utf-16"), 1, "not UTF-8"),
        (lines(HEADER).encode() + b'{"event": "\xe9"}\n', 2, "not UTF-8 (byte 12)"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", 1, "not UTF-8"),
        (b"\x00" * 100, 1, "not JSON"),
        (lines(*ROUND), 1, "header is missing"),
        (lines(HEADER, *ROUND) + "\n", 10, "empty"),
        (lines(HEADER, *ROUND)[:-4], 9, "not JSON"),
        ("players: Ann, Bo, Cy", 1, "not JSON"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_one_clear_line(data, line, said):
    error = refusal(data)
    assert isinstance(error, Unreadable) and error.line == line
    assert said in str(error)


def test_nothing_may_follow_the_end_of_the_game(friends):
    *steps, (last, _, game) = friends.whole_game(friends.header(6), 2)
    text = format_record(game.header, game.play(last).events)
    assert replay(text).state.over
    for more in ROUND:
        error = refusal(text + format_line(more) + "\n")
        assert error.line == len(steps) + 3 and "over" in str(error)


def test_a_line_is_read_whether_it_is_text_or_bytes():
    assert (
        parse_line(b'{"event": "confirm"}') == parse_line('{"event": "confirm"} \r') == {"event": "confirm"}
    )


KEYS = ["record", "game", "players", "dealer", "rules", "event", "card", "player", "tricks", "suit"]


@settings(deadline=None, derandomize=True, max_examples=300)
@given(place=st.integers(0, len(ROUND)), key=st.sampled_from(KEYS), value=JSON)
def test_no_value_under_any_key_gets_past_a_clear_line(place, key, value):
    record = [dict(line) for line in (HEADER, *ROUND)]
    record[place][key] = value
    try:
        replay(lines(*record))
    except GameError as error:
        assert error.line is not None and str(error).isprintable() and len(str(error)) < 400


@settings(deadline=None, derandomize=True, max_examples=300)
@given(start=st.integers(0, 700), length=st.integers(0, 40), patch=st.binary(max_size=12))
def test_no_broken_bytes_get_past_a_clear_line(start, length, patch):
    text = lines(HEADER, *ROUND).encode()
    try:
        replay(text[:start] + patch + text[start + length :])
    except GameError as error:
        assert error.line is not None and str(error).isprintable()
