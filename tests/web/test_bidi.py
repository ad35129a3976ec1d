"""Names of right-to-left scripts stand where they belong, beside figures, signs and words of the page."""

import pytest
from unisolated import NAMES, unisolated

from table.command import NewGame

BOARD = {"width": 1280, "height": 800}


def hebrew(table):
    """Let whoever would play at this table bear names that are written from the right."""
    do = table.do

    def under_these_names(command):
        if isinstance(command, NewGame):
            players = list(NAMES[: len(command.header["players"])])
            command = NewGame({**command.header, "players": players})
        do(command)

    table.do = under_these_names
    return table


def to_correction(table):
    """Put right who takes the trick."""
    table.to_score()
    answer = table.phone().say("correct", index=4, card="KH")
    assert answer.status_code == 200, answer.json


def to_end(table):
    """Stop a game of six after its first round."""
    table.begin(NAMES)
    table.events({"event": "turn_up", "card": "7H"})
    table.events(*({"event": "bid", "player": seat % 6, "tricks": 0} for seat in range(1, 7)))
    table.events(*({"event": "play", "card": f"{rank}S"} for rank in range(2, 8)), {"event": "confirm"})
    assert table.phone().say("stop").status_code == 200


def to_lobby(table):
    for name, place in ((NAMES[0], 3), (NAMES[1], None)):
        guest = {"name": name, "colour": "red", "sign": "owl", "place": place}
        assert table.phone().say("lobby", **guest).status_code == 200


VIEWS = {
    "lobby": to_lobby,
    "bids": lambda table: table.to_bids(last_bid="nonzero"),
    "hidden bids": lambda table: table.to_bids(bids="delayed"),
    "trick": lambda table: table.to_second_trick(),
    "score": lambda table: table.to_score(),
    "correction": to_correction,
    "question": lambda table: (table.to_trick(), table.look(("10H", (("10D", 0.3),)))),
    "end": to_end,
    "throw": lambda table: table.mages().throw(1, 1, 0),
    "moves": lambda table: table.to_moves(1, 1, 0),
    "duel": lambda table: table.to_duel(),
    "stone": lambda table: table.to_stone(),
    "letters": lambda table: table.to_letters(),
}


@pytest.mark.parametrize("path", ["/", "/board", "/board?keys"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_name_from_the_right_changes_places_with_nothing_on_phone_and_screen(table, open_page, view, path):
    VIEWS[view](hebrew(table))
    page = open_page(path, BOARD if path != "/" else {"width": 360, "height": 740})
    page.locator("#app h1:visible").first.wait_for()
    page.wait_for_load_state("networkidle") if path == "/board" and view == "end" else None
    assert unisolated(page) == []


@pytest.mark.parametrize("key", ["text=Correct something", "text=New game"])
@pytest.mark.parametrize("view", ["trick", "moves", "letters"])
def test_a_name_from_the_right_changes_places_with_nothing_in_a_dialog(table, open_page, view, key):
    VIEWS[view](hebrew(table))
    page = open_page()
    page.click("text=Just watch")
    page.click(key)
    page.wait_for_selector("dialog[open] .dialog-body > *")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert unisolated(page) == []


@pytest.mark.parametrize("path", ["", "/1", "/players"])
@pytest.mark.parametrize("view", ["end", "moves", "letters"])
def test_a_name_from_the_right_changes_places_with_nothing_in_past_games(table, open_page, view, path):
    VIEWS[view](hebrew(table))
    page = open_page(f"/evenings{path}")
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert unisolated(page) == []
