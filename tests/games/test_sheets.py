"""Score sheets for a terminal: columns that say what they are, rows that fit, things in their order."""

import pytest

from games import magicians, probe
from games.columns import WIDTH, table
from games.history import Game
from games.record import event_from_dict, header_from_dict


def game(name, players, rules, events, dealer=0):
    """Play a record's events, given as dictionaries."""
    values = {"record": "familiar/1", "game": name, "players": players, "dealer": dealer, "rules": rules}
    header = header_from_dict(values)
    return Game.of(header, [event_from_dict(each, header) for each in events])


def thrown(red, black, white):
    counts = {"red": red, "black": black, "white": white}
    return {"event": "throw", "sticks": [{"color": color, "notches": n} for color, n in counts.items()]}


def spelled(*shown):
    sticks = [
        {"color": color, "sides": list(sides)}
        for color, sides in zip(("red", "black", "white"), shown, strict=True)
    ]
    return {"event": "throw", "sticks": sticks}


OK = {"event": "confirm"}
CARRIED = [
    *(
        thrown(1, 1, 0),
        OK,
        {"event": "walk", "to": "symbol"},
        {"event": "jump", "to": "mill"},
        {"event": "cast"},
    ),
    *(spelled(("force", "magic"), ("force", "magic"), ("magic", "destiny")), OK),
    *({"event": "teleport", "to": "mill"}, {"event": "take"}),
]


def turns(text):
    """Give the lines of the table of turns."""
    return text.split("\n\n")[0].splitlines()


def test_the_throw_is_labelled_and_stands_in_the_order_of_the_seats():
    rules = {"opening": "dealer", "sticks": "untied", "colors": ["white", "red", "black"]}
    events = [thrown(0, 1, 2), OK, {"event": "jump", "to": "sun"}, {"event": "walk", "to": "slab"}]
    played = game("magicians", ["Ann", "Bo", "Cy"], rules, events)
    head, row = turns(magicians.score_sheet(played.state))
    assert "  throw (white-red-black)  " in head
    assert "2-0-1" in row
    (turn,) = magicians.result(played.state)["turns"]
    assert list(turn["throw"].items()) == [("white", 2), ("red", 0), ("black", 1)]


def test_a_turn_is_told_with_the_walk_and_where_magic_carried_in_the_order_in_which_it_happened():
    rules = {"opening": "dealer", "sticks": "untied"}
    played = game("magicians", ["Ann", "Bo", "Cy"], rules, CARRIED)
    row = " ".join(line.strip() for line in turns(magicians.score_sheet(played.state))[1:])
    assert row.endswith(
        "Apprentice to a symbol slab, Magician to the Mill, spell: Magic, "
        "Magic carried the Apprentice to the Mill, Ann took Mill"
    )
    (turn,) = magicians.result(played.state)["turns"]
    assert turn["course"] == ["walk", "jump", "spell", "teleport", "cards"]


def test_a_pasch_of_nothing_tells_who_went_to_the_labyrinth():
    played = game(
        "magicians", ["Ann", "Bo", "Cy"], {"opening": "dealer", "sticks": "untied"}, [thrown(0, 0, 0), OK]
    )
    row = " ".join(line.strip() for line in turns(magicians.score_sheet(played.state))[1:])
    assert row.endswith("three times 0, Ann's Magician to the Labyrinth, Ann's Apprentice to the Labyrinth")


def test_a_neighbours_card_names_its_space_and_long_rows_go_on_in_lines_of_their_own():
    events = [
        {"event": "word", "player": seat, "word": word}
        for seat, word in enumerate(("WHISKY", "FJORD", "PHARE"))
    ]
    events += [
        {"event": "draw", "card": "left"},
        {"event": "open", "space": 3},
        *({"event": "ask", "of": 2, "sign": sign} for sign in "P"),
        {"event": "open", "space": 1},
        {"event": "ask", "of": 2, "sign": "H"},
        {"event": "open", "space": 2},
        {"event": "ask", "of": 2, "sign": "Z"},
        {"event": "no"},
    ]
    played = game("probe", ["Ann", "Bo", "Cy"], {}, events)
    head, first, *more = turns(probe.score_sheet(played.state))
    start = head.index("what came of it")
    assert first[start:] == "Ann +15: space 3 of Bo (the card),"
    assert more and all(line[:start].strip() == "" and line[start] != " " for line in more)
    assert all(len(line) <= WIDTH for line in (head, first, *more))


@pytest.mark.parametrize("name", ["x", "x" * 60])
def test_a_row_is_broken_between_its_parts_and_never_within_one(name):
    parts = [f"part {n} of many" for n in range(30)]
    lines = table([("player", "what"), (name, parts), ("y", [])])
    column = lines[0].index("what")
    told = " ".join(line[column:] for line in lines[1:-1])
    assert told == ", ".join(parts) and lines[-1][column:] == "-"
    assert all(len(line) <= max(WIDTH, column + 40) for line in lines)
    assert all(line.endswith(",") for line in lines[1:-2])
