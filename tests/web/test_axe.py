"""Everybody can use every view of the three games: axe finds nothing, in dark and in light."""

import random

import pytest

from games import cards

BOARD = {"width": 1280, "height": 800}
SMALL = {"width": 320, "height": 568}
SIX = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def to_end(table):
    """Play a game of six to its end, by chance."""
    chance, phone = random.Random("axe"), table.phone()
    table.begin(SIX, bids="simultaneous")
    for number in range(1, 11):
        deck = [name for name in cards.names("us") for _ in range(cards.copies(name))]
        chance.shuffle(deck)
        if number < 10:
            table.events({"event": "turn_up", "card": deck.pop()})
        if phone.state()["phase"] == "trump_choice":
            table.events({"event": "name_trump", "suit": "H"})
        table.events(*({"event": "bid", "player": seat, "tricks": 1} for seat in range(6)))
        for _ in range(number):
            table.events(*({"event": "play", "card": deck.pop()} for _ in SIX), {"event": "confirm"})
    assert phone.state()["phase"] == "game_over"


def to_lobby(table):
    """Let two wait for a game, one of them with a seat."""
    for name, colour, sign, place in (("Ann", "red", "owl", 3), ("Bo", "blue", "cat", None)):
        guest = {"name": name, "colour": colour, "sign": sign, "place": place}
        assert table.phone().say("lobby", **guest).status_code == 200


def to_duel(table):
    table.to_duel()
    table.throw(1, 2, 0)


VIEWS = {
    "set-up": lambda table: None,
    "lobby": to_lobby,
    "deal": lambda table: table.begin(),
    "forbidden bid": lambda table: table.to_bids(last_bid="nonzero"),
    "hidden bids": lambda table: table.to_bids(bids="delayed"),
    "amigo": lambda table: table.begin(edition="amigo"),
    "trick": lambda table: table.to_second_trick(),
    "score": lambda table: table.to_score(),
    "question": lambda table: (table.to_trick(), table.look(("10H", (("10D", 0.3),)))),
    "marked": lambda table: table.to_mark(),
    "marked trump": lambda table: (table.begin(), table.look(("8S", (("9S", 0.1),)), likely=True)),
    "end": to_end,
    "throw": lambda table: table.mages().throw(1, 1, 0),
    "unclear stick": lambda table: table.mages().see_throw(1, 1, 0, asks=("red",)),
    "moves": lambda table: table.to_moves(1, 1, 0),
    "duel": to_duel,
    "letters": lambda table: table.to_letters(),
}


@pytest.mark.parametrize("path", ["/", "/board", "/board?keys"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_on_phone_and_big_screen(table, open_page, barriers, view, path):
    VIEWS[view](table)
    page = open_page(path, SMALL if path == "/" else BOARD)
    # How a game ended is fetched once it has, and comes after the first pane.
    page.locator("#app h1:visible").first.wait_for()
    found = barriers(page)
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_a_phone_that_plays(table, open_page, barriers):
    table.to_bids(last_bid="nonzero")
    page = open_page(size=SMALL)
    page.click("[data-focus=seat1]")
    page.wait_for_selector(".banner.mine")
    found = barriers(page)
    assert not found, "\n".join(found)


OPENS = ["[data-focus=settings]", "text=Undo", "text=Correct something", "text=New game"]


@pytest.mark.parametrize("key", OPENS)
def test_axe_finds_nothing_in_what_opens_over_the_page(table, open_page, barriers, key):
    table.to_second_trick()
    page = open_page(size=SMALL)
    page.click("text=Just watch")
    page.click(key)
    page.wait_for_selector("dialog[open] .dialog-body > *")
    found = barriers(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", ["/", "/board?keys"])
def test_axe_finds_nothing_in_what_a_marked_card_opens(table, open_page, barriers, path):
    table.to_mark()
    page = open_page(path, SMALL if path == "/" else BOARD)
    page.click(".unsure")
    page.wait_for_selector("dialog[open] .option")
    found = barriers(page)
    assert not found, "\n".join(found)


PAST = [
    (view, f"/evenings{path}") for view in ("trick", "moves", "letters") for path in ("", "/1", "/players")
]


# What is not there is the same page, whatever is played.
@pytest.mark.parametrize(("view", "path"), [*PAST, ("trick", "/nothing")])
def test_axe_finds_nothing_in_the_past_and_where_nothing_is(table, open_page, barriers, view, path):
    VIEWS[view](table)
    page = open_page(path, SMALL)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    found = barriers(page)
    assert not found, "\n".join(found)
