"""Everybody in the network reads the club's page, and whoever knows the PIN leads the evening."""

import pytest

from club.board import BoardSnapshot
from club.evening import begin
from club.gather import Club
from club.page import create_club_app
from web.access import Access, Role
from web.app import close
from web.keyring import Keyring
from web.security import Security
from web.server import Server

NAMES = ("Ann", "Bo", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
SEATS = (NAMES[:4], NAMES[4:8], NAMES[8:])


class StillBoard:
    """A board without a broker that counts what was asked of it."""

    def __init__(self):
        self.listeners, self.ended = [], 0
        self.snapshot = BoardSnapshot(1, Club("test", {}), connected=True)

    def end(self):
        self.ended += 1


@pytest.fixture
def access():
    return Access(Keyring(None), Role.PLAYER)


@pytest.fixture
def board():
    return StillBoard()


@pytest.fixture
def app(board, access):
    app = create_club_app(board, security=Security(access, hosts=["club.example"]))
    yield app
    close(app)


@pytest.fixture
def client(app):
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.1"
    return client


def say(client, wish, **body):
    return client.post(f"/api/{wish}", json=body, headers={"X-Familiar": "1"})


@pytest.mark.parametrize(
    ("wish", "body"),
    [("evening", {"instead": None}), ("points", {"instead": None}), ("end", {"instead": None})],
)
def test_the_evening_is_led_with_the_pin_alone(client, board, wish, body):
    answer = say(client, wish, **body)
    assert (answer.status_code, answer.json["rule"]) == (403, "owner")
    assert board.ended == 0


def test_everybody_reads_and_the_owner_leads(client, board, access):
    assert client.get("/").status_code == client.get("/state").status_code == 200
    assert say(client, "owner", pin="x").json["rule"] == "pin"
    assert say(client, "owner", pin=access.keyring.keys.pin).status_code == 200
    assert say(client, "end", instead=None).status_code == 200
    assert board.ended == 1
    access.keyring.renew_pin()
    assert say(client, "end", instead=None).json["rule"] == "owner"


def test_it_answers_to_its_own_names(client):
    assert client.get("/", headers={"Host": "club.example"}).status_code == 200
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400


def test_in_a_browser_the_page_asks_for_the_pin_and_then_does_what_was_wished(pages, board, app, access):
    evening = begin("20261121T190000Z", ("red", "green", "blue"), SEATS, {})
    board.snapshot = BoardSnapshot(2, Club("test", {}), evening=evening, connected=True)
    with Server(app, "127.0.0.1", 0) as server, pages.one({"width": 1280, "height": 720}) as page:
        server.start()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.click("text=End the evening")
        page.locator("dialog .gold").click()
        page.fill("input[name=pin]", "000")
        page.press("input[name=pin]", "Enter")
        page.wait_for_selector("dialog [role=alert]:not([hidden])")
        assert board.ended == 0
        page.fill("input[name=pin]", access.keyring.keys.pin)
        with page.expect_response("**/api/end") as answered:
            page.press("input[name=pin]", "Enter")
        assert answered.value.status == 200 and board.ended == 1
