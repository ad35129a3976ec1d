"""The page that learns a deck from rows: what it shows of a picture, how names are put right, and its end."""

import threading
from concurrent.futures import Future

import numpy as np
import pytest

from table.command import Accepted, Refused
from table.guides.leading import Checked, NotNow, Pressed
from table.guides.rows import Phase, Rows, Seen, Taken, step
from texts import say
from vision.enrol.cards import Pair, Report
from vision.enrol.rows import Named, RowCard
from web.app import close
from web.led import led_access
from web.rows import create_rows_app
from web.security import Security
from web.server import Server

HEADERS = {"X-Familiar": "1"}
PARTS = (("2H", "3H", "4H", "5H", "6H"), ("2S", "3S", "4S", "5S", "6S"))
SIZE = (1280, 720)
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763e83c51010003"
    "ff01f7b14ba5e40000000049454e44ae426082"
)
WHY = say("light glares on the card; move the lamp or the card until no spot of it is burnt out")


class Owner:
    """Holds the state, and does at once what is posted."""

    deck, edition = "oma", "us"

    def __init__(self):
        self.snapshot = Rows(PARTS)
        self.listeners = []
        self._gate = threading.Lock()

    def do(self, *events):
        for event in events:
            with self._gate:
                self.snapshot = step(self.snapshot, event)
            for listener in self.listeners:
                listener(self.snapshot)

    def post(self, pressed: Pressed):
        answer, number = Future(), self.snapshot.number
        if pressed.seen != number:
            answer.set_result(Refused("too late", "stale", number, stale=True))
            return answer
        try:
            self.do(pressed.press)
            answer.set_result(Accepted(self.snapshot.number))
        except NotNow as error:
            answer.set_result(Refused(str(error), None, number))
        return answer


def quad(at):
    x = 60 + 240 * at
    return np.array([[x, 200], [x + 160, 200], [x + 160, 440], [x, 440]], np.float32)


def taken(*unclear, unfit=()):
    """Show the first part, with these places unclear or no good."""
    cards = [
        Named(
            name,
            RowCard(quad(at), np.zeros((144, 96, 3), np.uint8), np.zeros(3), WHY if at in unfit else None),
            at not in unclear,
            (name, "2H"),
        )
        for at, name in enumerate(PARTS[0])
    ]
    return Taken(0, tuple(cards), SIZE)


@pytest.fixture
def owner():
    return Owner()


@pytest.fixture
def app(owner):
    made = create_rows_app(owner, picture=lambda: PIXEL, address="http://familiar.local:8000/")
    yield made
    close(made)


@pytest.fixture
def server(app, kept_port):
    with Server(app, "127.0.0.1", kept_port) as server:
        yield server.start()


@pytest.fixture
def client(app):
    return app.test_client()


def post(client, what, headers=HEADERS, **body):
    body.setdefault("seen", client.get("/state").json["number"])
    return client.post(f"/api/{what}", json=body, headers=headers)


def test_the_state_says_what_to_lay_and_why_it_is_not_taken_yet(client, owner):
    owner.do(Seen((tuple(map(tuple, quad(0).tolist())),), SIZE, say("no card was found")))
    state = client.get("/state").json
    assert (state["phase"], state["part"], state["why"]) == ("laying", list(PARTS[0]), "no card was found")
    assert (state["done"], state["total"], state["offers"]) == (0, 2, ["skip"])
    assert state["outlines"] == [quad(0).tolist()]


def test_the_state_shows_each_card_with_its_name_and_which_names_are_free(client, owner):
    owner.do(taken(1, 3, unfit=(4,)))
    state = client.get("/state").json
    assert [one["card"] for one in state["cards"]] == list(PARTS[0])
    assert [one["clear"] for one in state["cards"]] == [True, False, True, False, True]
    assert state["free"] == ["3H", "5H"] and state["cards"][4]["unfit"].startswith("light glares")


def test_a_name_is_given_and_a_late_wrong_or_foreign_wish_is_refused(client, owner):
    owner.do(taken(1, 3))
    assert post(client, "card", at=1, card="5H").status_code == 200
    assert [card.name for card in owner.snapshot.taken.cards] == ["2H", "5H", "4H", "3H", "6H"]
    assert post(client, "card", at=1, card="2S").status_code == 422
    assert post(client, "card", at=1, card="3H", seen=0).status_code == 409
    assert post(client, "card", at="1", card="3H").status_code == 400
    assert post(client, "card", headers={}, at=1, card="3H").status_code == 403
    assert post(client, "bell").status_code == 404 and post(client, "finish").status_code == 422


@pytest.mark.parametrize("path", ["/", "/state", "/live", "/picture.jpg"])
def test_nothing_is_shown_without_the_code_that_the_terminal_shows(owner, path):
    app = create_rows_app(owner, picture=lambda: PIXEL, security=Security(led_access()))
    stranger = app.test_client()
    stranger.environ_base["REMOTE_ADDR"] = "192.168.1.7"
    answer = stranger.get(path)
    assert answer.status_code == 403 if path != "/" else answer.status_code in (200, 403)
    assert stranger.post("/api/next", json={"seen": 0}, headers=HEADERS).status_code == 403
    close(app)


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 320, "height": 568}])
def test_a_person_is_led_through_the_rows_in_a_browser(owner, open_page, barriers, cramped, size):
    page = open_page(size=size)
    page.wait_for_selector("h1 >> text=Lay 2 of Hearts to 6 of Hearts")
    owner.do(Seen((), SIZE, say("no card was found")))
    page.wait_for_selector(".status-line >> text=no card was found")
    found = barriers(page)
    owner.do(taken(1, 3, unfit=(4,)))
    page.wait_for_selector("h1 >> text=5 cards found")
    assert page.locator(".sight polygon.unclear").count() == 2
    assert "light glares on the card" in page.inner_text(".why") and cramped(page) == []
    found += barriers(page)
    page.click("[data-focus=card1]")
    page.wait_for_selector("dialog[open] .choices")
    found += barriers(page) + cramped(page)
    assert page.locator("dialog .choices").first.locator("button").count() == 2
    page.click("dialog [data-name='5H']")
    page.wait_for_selector(".found .unclear", state="detached")
    page.click("[data-focus=next]")
    page.wait_for_selector("h1 >> text=Lay 2 of Spades to 6 of Spades")
    page.wait_for_selector("text=4 cards learnt from the last picture. 1 was left out.")
    page.click("[data-focus=done]")
    page.click("dialog .gold")
    page.wait_for_selector("text=Checking the pictures")
    owner.do(Checked(Report(4, 4, (Pair("2H", "3H", 0.2),), ("6H", "2S"), ("2H: fits badly.",))))
    page.wait_for_selector("text=2 cards are not learnt yet: they will be asked about")
    found += barriers(page)
    assert cramped(page) == []
    page.click("[data-focus=finish]")
    page.wait_for_selector("text=this page can be closed")
    assert owner.snapshot.phase is Phase.OVER
    assert not found, "\n".join(found)


def test_a_tap_on_the_picture_opens_the_same_choice(owner, open_page):
    page = open_page(size={"width": 1280, "height": 800})
    owner.do(taken(1, 3))
    # The picture has its own shape once it is there, and what lies over it moves.
    page.wait_for_selector(".sight img.seen")
    page.click(".sight polygon.unclear >> nth=0", force=True)
    page.wait_for_selector("dialog[open] >> text=Which card is this?")
    owner.do(*())
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")


def test_the_page_has_no_naked_word(owner, open_page, bracketed, naked):
    page = bracketed(open_page())
    page.wait_for_selector("h1 >> text=⟦Lay ⟧")
    owner.do(taken(1, 3, unfit=(4,)))
    page.wait_for_selector(".why")
    proper = ["Familiar", "oma", "[2-6]H\\??", "http://familiar\\.local:8000/"]
    assert naked(page, proper) == []
