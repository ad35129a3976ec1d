"""A game with fewer at the table begins while a wish of the one before is read: it is stale, and no fault."""

import pytest

from web import checks, wizard
from web.bids import newest_bid

MANY = ("Ann", "Bo", "Cy", "Dot", "Eve")


@pytest.fixture
def begins_anew(table, monkeypatch):
    """Let a game of three begin as soon as a number with this key was read of a wish."""

    def arm(key):
        real, armed = checks.whole, [True]

        def whole(data, name, low, high):
            value = real(data, name, low, high)
            if name == key and armed:
                armed.clear()
                table.begin()
            return value

        monkeypatch.setattr(checks, "whole", whole)

    return arm


@pytest.mark.parametrize(
    ("wish", "body", "key"),
    [
        ("bid", {"player": 4, "tricks": 0}, "player"),
        ("bid", {"player": 4, "tricks": 0}, "tricks"),
        ("tricks", {"player": 4, "tricks": 0}, "player"),
        ("seat", {"seat": 4}, "seat"),
        ("free", {"seat": 4}, "seat"),
    ],
)
def test_a_wish_of_the_game_before_is_stale(table, begins_anew, wish, body, key):
    table.begin(MANY)
    table.events({"event": "turn_up", "card": "7H"})
    begins_anew(key)
    answer = table.phone().say(wish, **body)
    assert (answer.status_code, answer.json["rule"]) == (409, "stale")
    assert answer.json["error"] == "The table has changed in the meantime: look again."
    assert len(table.host.snapshot.history.events) == 0


def test_a_bid_that_counted_before_another_game_began_is_told_so(table, monkeypatch):
    table.begin(MANY, bids="simultaneous")
    table.events({"event": "turn_up", "card": "7H"})
    real = wizard._typed

    def typed(*said):
        table.begin()
        return real(*said)

    monkeypatch.setattr(wizard, "_typed", typed)
    assert table.phone().say("bid", player=4, tricks=0).status_code == 200


def test_a_seat_that_the_game_of_now_lacks_has_made_no_bid(table):
    table.to_trick()
    assert newest_bid(table.host.snapshot.history, 2) is not None
    assert newest_bid(table.host.snapshot.history, 4) is None
