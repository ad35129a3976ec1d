"""What leaves the table: scores of all three games, and nothing that only one player may know."""

import json

import pytest

from club.messages import pack, scores_to_dict
from club.score import scores_of
from simulation.robots.probe.posting import ProbePlayers
from table.command import Accepted, NewGame, Submit, Undo
from table.host import Host
from table.journal import Journal

BEGAN = 1_795_287_600.0


@pytest.fixture
def host():
    with Host(Journal(":memory:")) as host:
        yield host


def play(host, game, players, *events, **rules):
    header = {"game": game, "players": list(players), "dealer": 0, "rules": rules}
    for command in (NewGame(header), *map(Submit, events)):
        outcome = host.handle(command)
        assert isinstance(outcome, Accepted), outcome


def told(host):
    return json.loads(pack(scores_to_dict(scores_of(host.snapshot, "red", BEGAN))))


def test_a_table_without_a_game_says_so(host):
    said = told(host)
    assert said["state"] == "idle" and said["id"] is None and said["players"] == []


def test_wizard_tells_rounds_and_totals(host):
    play(host, "wizard", ("Ann", "Bo", "Cy"), {"event": "turn_up", "card": "7H"})
    for seat, tricks in ((1, 0), (2, 1), (0, 0)):
        assert isinstance(host.handle(Submit({"event": "bid", "player": seat, "tricks": tricks})), Accepted)
    for card in ("2H", "9H", "3C"):
        assert isinstance(host.handle(Submit({"event": "play", "card": card})), Accepted)
    assert isinstance(host.handle(Submit({"event": "confirm"})), Accepted)
    said = told(host)
    assert (said["game"], said["title"], said["state"], said["round"], said["rounds"]) == (
        *("wizard", "Wizard", "playing", 2, 20),
    )
    assert [player["points"] for player in said["players"]] == [20, 20, 30]
    assert [player["rank"] for player in said["players"]] == [2, 2, 1]
    assert said["leaders"] == ["Cy"] and said["points"] == 30 and said["winners"] == []


def test_the_three_magicians_tell_cards(host):
    play(host, "magicians", ("Ann", "Bo", "Cy"), opening="dealer")
    said = told(host)
    assert (said["game"], said["round"], said["rounds"]) == ("magicians", 1, None)
    assert [player["points"] for player in said["players"]] == [0, 0, 0]
    assert said["leaders"] == [], "while all are level nobody leads"


def test_probe_tells_points_of_this_game_and_totals_with_what_was_carried(host):
    play(
        host,
        *("probe", ("Ann", "Bo")),
        *(
            {"event": "word", "player": seat, "tray": tray, "word": "WALNUT"}
            for seat in (0, 1)
            for tray in ("left", "right")
        ),  # fmt: skip
        {"event": "draw", "card": "+25"},
        carried=[310, -40],
    )
    said = told(host)
    assert [(p["points"], p["total"], p["rank"]) for p in said["players"]] == [(25, 335, 1), (0, -40, 2)]


def test_a_finished_game_names_its_winners(host):
    players = ProbePlayers(host, 3)
    players.begin(("Ann", "Bo", "Cy", "Dot"))
    while players.step():
        pass
    said = told(host)
    assert said["state"] == "over" and said["winners"] == said["leaders"] != []
    assert said["id"] == "20261121T190000Z-1" and said["began"] == "2026-11-21T19:00:00Z"


def test_a_game_that_is_stopped_says_so_and_no_more_once_that_is_taken_back(host):
    test_wizard_tells_rounds_and_totals(host)
    assert told(host)["stopped"] is False
    assert isinstance(host.handle(Submit({"event": "stop"})), Accepted)
    said = told(host)
    assert (said["state"], said["stopped"], said["winners"]) == ("over", True, [])
    assert isinstance(host.handle(Undo(1)), Accepted)
    assert (told(host)["state"], told(host)["stopped"]) == ("playing", False)


def test_no_word_no_letter_and_no_hidden_bid_is_ever_told(host):
    words = ("QUARTZ", "JAZZY", "XYLEM", "KIWI")
    allowed = set(told(host)) | {"name", "points", "total", "rank"}
    play(host, "probe", ("Ann", "Bo", "Cy", "Dot"))
    for seat, word in enumerate(words):
        host.handle(Submit({"event": "word", "player": seat, "word": word}))
    players = ProbePlayers(host, 5)
    while players.step():
        said = told(host)
        text = json.dumps(said).upper()
        assert not any(word in text for word in words)
        assert set(said) | set(said["players"][0]) <= allowed
    play(host, "wizard", ("Ann", "Bo", "Cy"), {"event": "turn_up", "card": "7H"}, bids="simultaneous")
    before = told(host)
    host.handle(Submit({"event": "bid", "player": 1, "tricks": 1}))
    assert told(host) == before
