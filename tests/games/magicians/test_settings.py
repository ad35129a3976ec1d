"""The header's settings, the sticks' tables and the boards (docs/rules/magicians.md 1 and 2)."""

import json
from dataclasses import replace
from itertools import permutations

import pytest

from games.board import PLACES, SAID, board_to_dict, ends, faults, parse_board, walks
from games.errors import GameError, NotAllowed, Unreadable
from games.magicians import SETTINGS, Rules, parse_rules, rules_to_dict, targets, view
from games.magicians.graph import LAYOUTS, edges, house
from games.record import header_from_dict, header_to_dict
from games.sticks import SIDES, Stick, complete, parse_stick, parse_table, stick_to_dict

HOUSE = board_to_dict(house(LAYOUTS[0]))
TABLE = {color: list(SIDES) for color in ("red", "black", "white")}
HEADER = {"record": "familiar/1", "game": "magicians", "players": ["Ann", "Bo", "Cy"], "dealer": 0}


def test_each_setting_has_the_default_that_stands_first():
    rules = Rules()
    for key, values in SETTINGS.items():
        assert getattr(rules, key) == values[0]
    assert parse_rules({}) == rules


def test_every_value_of_every_setting_is_read_and_written():
    for key, values in SETTINGS.items():
        for value in values:
            rules = parse_rules({key: list(value) if key == "colors" else value})
            assert getattr(rules, key) == value and parse_rules(rules_to_dict(rules)) == rules
            assert json.loads(json.dumps(rules_to_dict(rules))) == rules_to_dict(rules)
    rules = parse_rules({"board": HOUSE, "sticks": TABLE})
    assert rules_to_dict(rules)["board"] == HOUSE and rules_to_dict(rules)["sticks"] == TABLE
    again = parse_rules(rules_to_dict(rules))
    assert again == rules and hash(again) == hash(rules)


def test_a_header_is_written_with_every_rule():
    header = header_from_dict(HEADER)
    assert list(header_to_dict(header)["rules"]) == list(SETTINGS)
    assert header_from_dict(header_to_dict(header)) == header


@pytest.mark.parametrize(
    "rules, said",
    [
        ({"spell_timeing": "immediate"}, 'Unknown rule "spell_timeing": did you mean spell_timing?'),
        ({"edition": "us"}, 'Unknown rule "edition"'),
        ({"spell_timing": "after_duel"}, "did you mean after_duels?"),
        ({"spell_timing": None}, "null. There are after_duels, immediate."),
        ({"jump_back": 1}, '"jump_back" is true or false, not 1'),
        ({"colors": ["red", "black"]}, "each once in the order of the seats"),
        ({"colors": ["red", "red", "white"]}, "each once"),
        ({"colors": [["red"], {}, 1]}, "each once"),
        ({"colors": "red"}, "each once"),
        ({"board": "mine.json"}, "content of a board file"),
        ({"board": ["sun"]}, "content of a board file"),
        ({"board": {}}, '"nodes" is a list'),
        ({"sticks": "mine"}, "the set's own table"),
        ({"sticks": 3}, "the set's own table"),
        ({"sticks": {"red": ["force"]}}, "each of force, magic and destiny once"),
        ({"sticks": {**TABLE, "green": list(SIDES)}}, 'Unknown stick "green": did you mean red?'),
        ({"sticks": {**TABLE, "red": ["force", "force", "magic"]}}, "each of force"),
        ([], "must be an object"),
    ],
)
def test_a_wrong_setting_is_refused_naming_the_nearest(rules, said):
    with pytest.raises(Unreadable) as refusal:
        parse_rules(rules)
    text = str(refusal.value)
    assert said in text and text.isprintable() and len(text) < 700


@pytest.mark.parametrize("count", [2, 4])
def test_the_game_is_for_exactly_three(count):
    with pytest.raises(NotAllowed, match=f"exactly 3 players, not {count}"):
        header_from_dict(HEADER | {"players": list("abcd"[:count])})


def test_seats_have_the_colours_that_the_header_says(trio):
    state = trio.begin(colors=["white", "red", "black"])
    assert [player.color for player in state.seats] == ["white", "red", "black"]
    assert view(trio.play(state, "102", "ok"), 0)["moves"]["magician"]["jumps"] == 2


@pytest.mark.parametrize("table", list(permutations(SIDES)))
def test_on_each_of_the_six_tables_a_stick_shows_the_other_two_sides(table):
    rows = (table,) * 3
    for notches, hidden in enumerate(table):
        stick = complete(Stick("red", notches), rows)
        assert stick.hidden == hidden and hidden not in stick.sides and len(stick.sides) == 2
        assert complete(Stick("red", None, stick.sides), rows) == stick
        wrong = Stick("red", (notches + 1) % 3, stick.sides)
        with pytest.raises(NotAllowed):
            complete(wrong, rows)
        assert complete(wrong, None) == wrong


@pytest.mark.parametrize(
    "value, said",
    [
        ("red", "A stick is such as"),
        ({}, 'no "color"'),
        ({"color": "rad", "notches": 1}, "did you mean red?"),
        ({"color": "red"}, 'needs "notches", "sides" or both'),
        ({"color": "red", "notches": 3}, "0, 1 or 2 notches, not 3"),
        ({"color": "red", "notches": True}, "not true"),
        ({"color": "red", "notches": None}, "not null"),
        ({"color": "red", "notch": 1}, "did you mean notches?"),
        ({"color": "red", "sides": ["force", "force"]}, "two different sides"),
        ({"color": "red", "sides": ["force"]}, "two different sides"),
        ({"color": "red", "sides": ["force", "fate"]}, 'Unknown side of a stick "fate"'),
        ({"color": "red", "sides": "force"}, "are a list"),
    ],
)
def test_what_is_no_stick_is_refused(value, said):
    with pytest.raises(Unreadable) as refusal:
        parse_stick(value)
    assert said in str(refusal.value)


def test_a_stick_and_a_table_read_back():
    whole = {"color": "white", "notches": 0, "sides": ["force", "magic"]}
    for values in ({"color": "red", "notches": 2}, whole):
        assert stick_to_dict(parse_stick(values)) == values
    assert parse_table(TABLE) == (SIDES,) * 3


def test_the_stand_in_board_is_sound_and_labelled(trio):
    assert faults(HOUSE) == () and parse_board(HOUSE) == house(LAYOUTS[0])
    assert len(HOUSE["nodes"]) == 9 + 30 and sum(node["kind"] == "symbol" for node in HOUSE["nodes"]) == 8
    assert all(faults(board_to_dict(house(layout))) == () for layout in LAYOUTS)
    seen = view(trio.begin(board="house"), None)["board"]
    assert seen == {"kind": "house", "label": "A stand-in, not the original board"}
    assert view(trio.begin(board=HOUSE), None)["board"] == {"kind": "file", "label": None}


def node(name, kind="slab", **more):
    return {"id": name, "kind": kind} | more


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda b: b["nodes"].pop(0), "lacks forest"),
        (lambda b: b["nodes"].remove(node("castle-sun-2", "symbol")), "7 symbol slabs, but there are 8"),
        (lambda b: b["nodes"].append(node("s1", "symbol")), "9 symbol slabs"),
        (lambda b: b["nodes"].append(node("s1")), "No path leads from the Place of Life to s1"),
        (lambda b: b["edges"].append(["moon", "labyrinth"]), "dead end with one path, but 2 lead there"),
        (lambda b: b["edges"].append(["mon", "mill"]), '"mon", which is no node: did you mean moon?'),
        (lambda b: b["edges"].append(["moon", "moon"]), "to itself"),
        (lambda b: b["edges"].append(b["edges"][0][::-1]), "stands twice"),
        (lambda b: b["edges"].append(["moon"]), "joins two nodes"),
        (lambda b: b["edges"].append("moon"), "joins two nodes"),
        (lambda b: b["nodes"].append(node("moon", "place")), '"moon" stands twice'),
        (lambda b: b["nodes"].append(node("mon", "place")), "did you mean moon?"),
        (lambda b: b["nodes"].append(node("s1", "slap")), 'of the kind "slap"'),
        (lambda b: b["nodes"].append(node("")), "needs an id"),
        (lambda b: b["nodes"].append(node("s1", z=1)), 'unknown key "z"'),
        (lambda b: b["nodes"].append(node("s1", x="left")), 'no number as its "x"'),
        (lambda b: b["nodes"].append(7), "A node is an object"),
        (lambda b: b["nodes"][0].update(kind="slab"), "has a Place's name but is a slab"),
        (lambda b: b.update(name="mine"), 'unknown key "name"'),
        (lambda b: b.update(edges=None), '"edges" is a list'),
        (lambda b: b.update(nodes=[node(str(n)) for n in range(301)]), "301 entries, more than 300"),
    ],
)
def test_a_board_file_is_told_what_it_lacks(change, said):
    board = json.loads(json.dumps(HOUSE))
    change(board)
    assert any(said in fault for fault in faults(board))
    with pytest.raises(Unreadable):
        parse_board(board)


def test_what_was_perhaps_meant_is_looked_for_only_where_it_may_be_said():
    # Else one wish of a phone, hundreds of names each held against hundreds, keeps the table busy for long.
    wrong = {**HOUSE, "edges": [["mon", "mill"]] * 600}
    suggested = [fault for fault in faults(wrong) if "did you mean" in fault]
    assert suggested == list(faults(wrong)[: len(suggested)]) and len(suggested) == SAID


def test_an_empty_board_is_told_everything_at_once():
    found = faults({"nodes": [], "edges": []})
    assert len(found) == 2 and all(place in found[0] for place in PLACES)
    wrong = {"nodes": [7] * 20, "edges": [8] * 20}
    with pytest.raises(Unreadable, match="And 39 more"):
        parse_board(wrong)


def test_positions_of_a_board_come_through():
    board = json.loads(json.dumps(HOUSE))
    board["nodes"][0] |= {"x": 10, "y": 20.5}
    assert board_to_dict(parse_board(board)) == board


def test_an_apprentice_walks_the_exact_number_along_the_paths():
    board = parse_board(HOUSE)
    assert ends(board, "sun", 4, twice=True) == {"castle", "mill"}
    assert ends(board, "sun", 1, twice=True) == {"castle-sun-3", "sun-mill-1"}
    assert ends(board, "labyrinth", 5, twice=True) == {"life-mill-1", "magician-life-3", "castle-life-3"}
    # No turning round: from the dead end's neighbour away from it, and never back.
    assert ends(board, "life-labyrinth-3", 1, twice=True) == {"life-labyrinth-2", "labyrinth"}
    assert ends(board, "life-labyrinth-3", 2, twice=True) == {"life-labyrinth-1"}


def test_a_loop_comes_back_only_where_a_square_may_be_visited_twice():
    """A lasso: three slabs in a ring at the Sun."""
    board = json.loads(json.dumps(HOUSE))
    board["nodes"] += [node("r1"), node("r2")]
    board["edges"] += [["sun", "r1"], ["r1", "r2"], ["r2", "sun"]]
    board = parse_board(board)
    assert "sun" in ends(board, "sun", 3, twice=True) and "sun" not in ends(board, "sun", 3, twice=False)
    assert ends(board, "sun", 2, twice=False) == ends(board, "sun", 2, twice=True)
    assert "castle-sun-3" in ends(board, "sun", 4, twice=True)
    assert "castle-sun-3" not in ends(board, "sun", 4, twice=False)


def test_a_walk_on_a_board_is_checked_by_the_engine(trio):
    state = trio.standing(magicians=["moon"], apprentices=["sun"], stones=[0], board="house")
    state = trio.play(state, "020", "ok")
    ways = {to["square"]: to["squares"] for to in view(state, 0)["moves"]["apprentice"]["to"]}
    assert ways == {"castle-sun-2": [2], "sun-mill-2": [2], "castle": [4], "mill": [4]}
    for step in ("walk moon", "walk mill 2", "walk slab"):
        with pytest.raises(NotAllowed) as refusal:
            trio.play(state, step)
        assert refusal.value.rule == "walk"
    assert trio.play(state, "walk mill 4").log[-1].walk == ("sun", "mill")


def test_where_no_way_is_long_enough_the_apprentice_may_stay(trio):
    """Life's only way leads into the Labyrinth's path; the others stand apart behind the mill."""
    star = {"nodes": [node(place, "place") for place in PLACES]}
    star["edges"] = [["life", "labyrinth"], ["life", "mill"]]
    star["nodes"] += [node(f"s{n}", "symbol") for n in range(8)]
    star["edges"] += [["mill", place] for place in PLACES if place not in ("life", "labyrinth", "mill")]
    star["edges"] += [["mill", f"s{n}"] for n in range(8)]
    state = trio.play(trio.standing(apprentices=["labyrinth"], board=star), "022", "ok")
    assert view(state, 0)["moves"]["apprentice"] == {
        "done": False,
        "squares": [4],
        "to": [],
        "may_stay": True,
        "expelled_at": [],
    }
    assert trio.play(state, "stay apprentice").active == 1


def test_a_board_with_too_many_forks_is_refused_where_each_path_is_followed():
    names = [f"n{number}" for number in range(12)]
    board = json.loads(json.dumps(HOUSE))
    board["nodes"] += [node(name) for name in names]
    board["edges"] += [[a, b] for a in names for b in names if a < b] + [["sun", "n0"]]
    assert walks(parse_board(board)) > 10**9
    assert parse_rules({"board": board}).paths
    with pytest.raises(Unreadable, match="too many forks"):
        parse_rules({"board": board, "apprentice_path": "no_square_twice"})
    assert parse_rules({"board": "house", "apprentice_path": "no_square_twice"})


@pytest.mark.parametrize("layout", LAYOUTS)
def test_in_every_layout_the_grid_stays_a_grid(layout):
    joined = {frozenset(edge) for edge in edges(layout)}
    assert len(joined) == 10 and len({place for edge in joined for place in edge}) == 9
    _, north, west = layout.split("_")
    assert targets("life", 1, layout=layout) == {north, west, "labyrinth", "mill"}
    assert targets("moon", 1, layout=layout) == {"mill"}


def test_rules_made_by_hand_are_checked_too():
    for wrong in ({"spell_timing": "now"}, {"colors": ["red", "black", "white"]}, {"sticks": ((),) * 3}):
        with pytest.raises(GameError):
            replace(Rules(), **wrong)
