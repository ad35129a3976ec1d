"""Everybody can use every view of the three games: axe finds nothing, in dark and in light."""

import pytest

BOARD = {"width": 1280, "height": 800}
SMALL = {"width": 320, "height": 568}


def to_score(table):
    """Play the first round of Wizard: a miss, a hit, and a tally for everybody."""
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})


def to_second_trick(table):
    """Lead in the second round, with bids above, at and below what was taken."""
    to_score(table)
    table.events({"event": "turn_up", "card": "AS"})
    table.events(*({"event": "bid", "player": seat, "tricks": n} for seat, n in ((2, 0), (0, 1), (1, 2))))
    cards = ("KS", "W", "5S")
    table.events(*({"event": "play", "card": card} for card in cards), {"event": "confirm"})
    table.events({"event": "play", "card": "9D"})


def to_throw(table):
    table.to_moves(1, 1, 0)


def to_duel(table):
    table.to_duel()
    table.throw(1, 2, 0)


def to_letters(table):
    """Set out three words at the same table, and draw."""
    from table.command import NewGame

    table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    table.events(*({"event": "ready", "player": seat, "spaces": 6} for seat in range(3)))
    table.events({"event": "draw", "card": "normal"})


VIEWS = {
    "set-up": lambda table: None,
    "deal": lambda table: table.begin(),
    "bids": lambda table: table.to_bids(last_bid="nonzero"),
    "hidden bids": lambda table: table.to_bids(bids="delayed"),
    "amigo": lambda table: table.begin(edition="amigo"),
    "trick": to_second_trick,
    "score": to_score,
    "question": lambda table: (table.to_trick(), table.look(("10H", (("10D", 0.3),)))),
    "throw": lambda table: table.mages().throw(1, 1, 0),
    "moves": to_throw,
    "duel": to_duel,
    "words": to_letters,
}


@pytest.mark.parametrize("path", ["/", "/board"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_on_phone_and_big_screen(table, open_page, barriers, view, path):
    VIEWS[view](table)
    page = open_page(path, BOARD if path == "/board" else SMALL)
    page.wait_for_selector("#app > *")
    found = barriers(page)
    assert not found, "\n".join(found)
