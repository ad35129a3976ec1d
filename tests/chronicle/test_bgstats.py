"""A finished game goes out in the form that BG Stats documents, and no other game does."""

import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from chronicle.bgstats import link
from chronicle.story import Story
from games.header import Header
from games.magicians import parse_rules as magicians
from games.wizard import parse_rules as wizard
from texts import say

BEGAN = 1_795_200_000.0
PLAYED = Story(
    7,
    BEGAN,
    Header("wizard", ("Zoë & Bo", "A=1+1", "Cy?#%"), 0, wizard({})),
    over=True,
    totals=(130, -20, 130),
    ranking=((0, 1), (2, 1), (1, 3)),
)


def play(story):
    """Read a link as the app does."""
    parts = urlsplit(link(story))
    assert (parts.scheme, parts.netloc, parts.path) == ("bgstats", "app.bgstatsapp.com", "/createPlay.html")
    assert not parts.fragment
    (data,) = parse_qs(parts.query, strict_parsing=True)["data"]
    return json.loads(data)


def test_the_link_tells_who_played_and_how_it_ended():
    told = play(PLAYED)
    assert told["sourceName"] == "Familiar"
    assert told["game"]["bggId"] == 1465
    assert told["game"]["name"] == "Wizard"
    assert [(each["name"], each["score"], each["rank"], each["winner"]) for each in told["players"]] == [
        ("Zoë & Bo", 130, 1, True),
        ("A=1+1", -20, 3, False),
        ("Cy?#%", 130, 1, True),
    ]


def test_a_game_is_told_from_another_tables_of_the_same_number():
    ids = {play(replace(PLAYED, began=began))["sourcePlayId"] for began in (BEGAN, BEGAN + 60)}
    assert len(ids) == 2


def test_a_game_that_is_not_known_by_a_number_goes_by_its_name():
    header = Header("magicians", ("Ann", "Bo", "Cy"), 0, magicians({}))
    told = play(replace(PLAYED, header=header, totals=(1, 5, 2), ranking=((1, 1), (2, 2), (0, 3))))
    assert "bggId" not in told["game"]
    assert [each["winner"] for each in told["players"]] == [False, True, False]


@pytest.mark.parametrize("change", [{"over": False}, {"stopped": say("Stopped")}, {"faults": True}])
def test_a_game_without_an_end_does_not_go_out(change):
    assert link(replace(PLAYED, **change)) is None
