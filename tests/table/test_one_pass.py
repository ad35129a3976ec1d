"""What one observation costs: each question is put once before it counts, and once after."""

from collections import Counter

import pytest

from games import magicians, wizard
from table.core import state
from table.reconcile.cards import Cards
from table.reconcile.pile import Pile
from table.reconcile.throws import Throws


@pytest.fixture
def counted(monkeypatch):
    """Count how often the host looks for what to do, makes a snapshot, and asks the rules for a view."""
    counts = Counter()

    def count(where, name, called):
        real = getattr(where, name)

        def spy(*args, **more):
            counts[called(*args)] += 1
            return real(*args, **more)

        monkeypatch.setattr(where, name, spy)

    count(Cards, "next_action", lambda *_: "cards")
    count(Pile, "next_action", lambda *_: "pile")
    count(Throws, "next_action", lambda *_: "sticks")
    count(state, "compose", lambda *_: "snapshot")
    for rules in (wizard, magicians):
        count(rules, "view", lambda _, seat: "public view" if seat is None else "seat's view")
    return counts


def test_a_certain_card_is_looked_for_twice_and_shown_once(game, counted):
    game.to_trick()
    counted.clear()
    game.lay("2S")
    assert game.trick == ["2S"]
    assert counted == {"cards": 2, "snapshot": 1, "public view": 1}
    for seat in (None, 0, None):
        game.snapshot.view(seat)
    assert counted["public view"] == 1 and counted["seat's view"] == 1


def test_each_of_two_cards_in_one_look_is_looked_for_once_more(game, counted):
    game.to_trick()
    counted.clear()
    game.lying += [game.seen("9C"), game.seen("W")]
    game.look()
    assert game.trick == ["9C", "W"]
    assert counted == {"cards": 3, "snapshot": 2, "public view": 2}


def test_a_look_that_shows_nothing_new_is_looked_at_once(game, counted):
    game.to_trick()
    game.lay("2S")
    counted.clear()
    game.look()
    assert counted == {"cards": 1, "snapshot": 1, "public view": 1}


def test_a_bid_asks_no_sticks(game, counted):
    game.to_bidding("7H")
    counted.clear()
    game.bid(1)
    assert counted == {"cards": 1, "snapshot": 1, "public view": 1}


def test_a_throw_is_judged_twice_and_asks_no_cards(sticks, counted):
    sticks.new()
    counted.clear()
    sticks.take_up()
    assert counted == {"sticks": 1, "snapshot": 1, "public view": 1}
    counted.clear()
    sticks.throw("120")
    assert sticks.kinds[-1] == "throw"
    # Once as they are taken up, twice as they lie.
    assert counted == {"sticks": 3, "snapshot": 2, "public view": 2}


def test_a_card_on_which_the_table_stumbles_is_taken_with_the_next_look(game, counted, monkeypatch):
    game.to_trick()
    before = game.snapshot

    def broken(*_):
        raise RuntimeError("the rules stumble")

    monkeypatch.setattr("table.core.core.event_from_dict", broken)
    game.lay("2S")
    assert game.trick == []
    assert game.snapshot.history is before.history
    monkeypatch.undo()
    game.look()
    assert game.trick == ["2S"]
