"""The pages of the guide: what they show, what they take, what they refuse, and a deck in a real browser."""

import json
import re
import threading
from concurrent.futures import Future
from dataclasses import replace

import numpy as np
import pytest

from table.command import Accepted, Refused
from table.guides.guide import Caught, Guide, Kind, Look, Phase, Place, Press, step
from table.guides.leading import Checked, NotNow, Pressed, Trouble
from vision.enrol.cards import Pair, Report
from vision.types import Reading
from web.app import close
from web.guide import create_guide_app
from web.led import led_access
from web.security import Security
from web.server import Server

HEADERS = {"X-Familiar": "1"}
CORNERS = ((400.0, 200.0), (500.0, 210.0), (490.0, 360.0), (390.0, 350.0))
CROP = np.zeros((144, 96, 3), np.uint8)
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763e83c51010003"
    "ff01f7b14ba5e40000000049454e44ae426082"
)


GETS = ["/", "/state", "/picture.jpg", "/shot/1.jpg", "/static/guide.js", "/nothing"]


class Leader:
    """Holds a guide, and does at once what is posted."""

    def __init__(self, kind=Kind.ENROL, deck="oma", edition="us", cards=("7H", "8H", "W", "W")):
        self.deck, self.edition = deck, edition
        self.listeners = []
        self.snapshot = Guide(kind, tuple(Place(card) for card in cards))
        self._gate = threading.Lock()

    def do(self, *events):
        for event in events:
            with self._gate:
                self.snapshot = step(self.snapshot, event)
            for listener in self.listeners:
                listener(self.snapshot)

    def take(self, *readings):
        self.do(Caught(CROP, readings))

    def post(self, pressed: Pressed):
        answer = Future()
        number = self.snapshot.number
        if pressed.seen != number:
            answer.set_result(Refused("too late", "stale", number, stale=True))
            return answer
        try:
            self.do(pressed.press)
            answer.set_result(Accepted(self.snapshot.number))
        except NotNow as error:
            answer.set_result(Refused(str(error), None, number))
        return answer

    def crop(self, shot):
        return PIXEL if any(p.shot and p.shot.id == shot for p in self.snapshot.places) else None


@pytest.fixture
def leader():
    return Leader()


@pytest.fixture
def make_app():
    made = []

    def make(leader):
        made.append(create_guide_app(leader, picture=lambda: PIXEL, address="http://familiar.local:8000/"))
        return made[-1]

    yield make
    for app in made:
        close(app)


@pytest.fixture
def client(make_app, leader):
    return make_app(leader).test_client()


def press(client, what, headers=HEADERS, **body):
    body.setdefault("seen", client.get("/state").json["number"])
    return client.post(f"/api/{what}", json=body, headers=headers)


def read(card, asks=False):
    return Reading(card, 0.9, asks, (), CORNERS)


def test_the_state_says_what_to_lay_what_is_seen_and_what_can_be_pressed(client, leader):
    leader.do(Look("poor", "small", CORNERS, (1280, 720)))
    state = client.get("/state").json
    named = {key: state[key] for key in ("kind", "deck", "edition", "phase")}
    assert named == {"kind": "enrol", "deck": "oma", "edition": "us", "phase": "laying"}
    assert state["now"] == {"card": "7H", "copy": 1, "copies": 1, "more": False}
    assert (state["done"], state["total"], state["last"]) == (0, 4, None)
    assert state["look"] == {
        "state": "poor", "fault": "small", "corners": [list(c) for c in CORNERS], "size": [1280, 720]
    }  # fmt: skip
    assert state["offers"] == ["skip", "take", "done"]


def test_a_caught_card_is_shown_with_its_cut_out_until_it_is_taken_again(client, leader):
    leader.take()
    state = client.get("/state").json
    assert (state["last"]["card"], state["last"]["shot"], state["now"]["card"]) == ("7H", 1, "8H")
    assert client.get("/shot/1.jpg").data == PIXEL
    answer = press(client, "again")
    assert answer.status_code == 200 and answer.json["state"]["now"]["card"] == "7H"
    assert client.get("/shot/1.jpg").status_code == 404


def test_every_button_goes_through_and_one_that_does_not_fit_says_why(client, leader):
    assert press(client, "back").status_code == 422
    assert press(client, "back").json["error"] == "This is the first card."
    assert press(client, "skip").json["state"]["places"][0]["state"] == "skipped"
    assert press(client, "back").status_code == 200
    assert press(client, "done").json["state"]["phase"] == "checking"
    leader.do(Checked(Report(0, 0)))
    assert press(client, "finish").json["state"]["phase"] == "over"


def test_a_press_on_a_page_that_lags_behind_is_refused_with_the_fresh_state(client, leader):
    leader.take()
    answer = press(client, "skip", seen=0)
    assert answer.status_code == 409
    assert answer.json["state"]["now"]["card"] == "8H"


@pytest.mark.parametrize("what", ["delete", "TAKE", "../done", "%00", "<script>"])
def test_a_button_that_does_not_exist_is_refused(client, leader, what):
    assert client.post(f"/api/{what}", json={"seen": 0}, headers=HEADERS).status_code == 404
    assert leader.snapshot.number == 0


def test_a_press_that_comes_from_elsewhere_or_by_getting_changes_nothing(client, leader):
    assert press(client, "skip", headers={}).status_code == 403
    assert press(client, "skip", headers={**HEADERS, "Origin": "http://evil.example"}).status_code == 403
    assert client.get("/api/skip").status_code == 405
    assert press(client, "skip", seen="0").status_code == 400
    assert press(client, "skip", card="7H").json["error"].startswith("The request has an unknown key 'card'")
    assert leader.snapshot.number == 0


@pytest.mark.parametrize("path", GETS)
def test_every_answer_carries_the_headers_that_protect(client, path):
    with client.get(path) as answer:
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy


def test_the_page_holds_no_script_and_no_style_of_its_own(client):
    page = client.get("/").text
    assert "<style" not in page and " style=" not in page and "onclick" not in page
    scripts = re.findall(r'<script type="module" src="/static/\w+/en/(net|guide)\.js"></script>', page)
    assert scripts == ["net", "guide"] and page.count("<script") == 2
    assert client.get("/nothing", headers={"Accept": "text/html"}).status_code == 404


def test_the_report_names_what_is_alike_and_what_is_missing(client, leader):
    leader.take()
    leader.take()
    leader.do(Press.SKIP, Press.SKIP, Checked(Report(2, 2, alike=(Pair("7H", "8H", 0.12),))))
    report = client.get("/state").json["report"]
    assert report["alike"] == [{"one": "7H", "other": "8H", "margin": 0.12, "shots": [1, 2]}]
    assert report["missing"] == [{"card": "W", "count": 2}]
    assert press(client, "alike").json["state"]["now"] == {
        "card": "7H", "copy": 1, "copies": 1, "more": True
    }  # fmt: skip


def test_a_live_check_shows_each_verdict_and_the_odds(make_app):
    leader = Leader(Kind.LIVE, "us")
    client = make_app(leader).test_client()
    leader.take(read("7H"))
    leader.take(read("9H"))
    state = client.get("/state").json
    assert [place.get("verdict") for place in state["places"]] == ["right", "silent", None, None]
    assert state["last"]["read"] == [{"card": "9H", "asks": False}]
    shown = {key: state["figures"][key] for key in ("cards", "right", "asked", "silent", "missed", "evening")}
    assert shown == {"cards": 2, "right": 1, "asked": 0, "silent": 1, "missed": 0, "evening": 630}


def test_the_stream_sends_the_guide_and_each_change(client, leader):
    stream = client.get("/live").response
    first = next(stream)
    assert b'"number":0' in first
    leader.take()
    second = json.loads(next(stream).split(b"data: ", 1)[1])
    assert (second["number"], second["now"]["card"]) == (1, "8H")


@pytest.fixture
def server(make_app, leader, kept_port):
    """Stand in for the table's server where a browser opens the guide."""
    with Server(make_app(leader), "127.0.0.1", kept_port) as server:
        yield server.start()


def test_the_words_of_the_guide_s_keys_are_whole_in_larger_letters(open_page, cramped):
    page = open_page(size={"width": 360, "height": 640}, locale="de")
    page.wait_for_selector("[data-focus=skip]")
    page.evaluate("document.documentElement.style.fontSize = '130%'")
    assert cramped(page) == []


BROKEN_AT = """(code) => {
  const box = document.querySelector(".join-address"), range = document.createRange();
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (!texts.nextNode().data.includes(code));
  const text = texts.currentNode, start = text.data.indexOf(code);
  range.setStart(text, start);
  range.setEnd(text, start + code.length);
  return Array.from({ length: 60 }, (_, i) => 100 + 4 * i).filter((width) => {
    box.style.width = `${width}px`;
    return range.getClientRects().length > 1;
  });
}"""


def test_the_code_in_the_address_to_join_is_broken_at_no_width(leader, pages, kept_port):
    access, where = led_access(), "http://familiar.local:8000/"
    safe = Security(access, "a secret")
    app = create_guide_app(leader, picture=lambda: PIXEL, address=where, security=safe)
    with Server(app, "127.0.0.1", kept_port) as server, pages.one({"width": 1000, "height": 700}) as page:
        server.start()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.wait_for_selector(".join-address")
        assert page.inner_text(".join-address") == f"{where}join/{access.code}"
        assert page.evaluate(BROKEN_AT, access.code) == []
    close(app)


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1280, "height": 800}])
def test_a_person_is_led_through_a_deck_in_a_browser(leader, open_page, cramped, size):
    page = open_page(size=size)
    page.wait_for_selector("h1 >> text=Lay the 7 of Hearts")
    leader.do(Look("poor", "blurred", CORNERS, (1280, 720)))
    page.wait_for_selector(".status-line >> text=blurred")
    page.wait_for_selector(".sight polygon.poor", state="attached")
    with page.expect_response(lambda response: "/api/" in response.url):
        page.click("[data-focus=take]")
    leader.take()
    page.wait_for_selector("h1 >> text=Lay the 8 of Hearts")
    page.wait_for_selector(".taken img")
    page.click("[data-focus=again]")
    page.wait_for_selector("h1 >> text=Lay the 7 of Hearts")
    leader.take()
    leader.do(Trouble("The camera is gone."))
    page.wait_for_selector(".status-line >> text=The camera is gone.")
    page.click("[data-focus=skip]")
    page.wait_for_selector("h1 >> text=Lay a Wizard")
    assert cramped(page) == []
    page.click("[data-focus=done]")
    page.click("dialog .gold")
    page.wait_for_selector("text=Checking the pictures")
    leader.do(Checked(Report(1, 1, alike=(Pair("7H", "W", 0.1),), doubtful=("7H: fits badly.",))))
    page.wait_for_selector(".pairs >> text=7 of Hearts and Wizard")
    page.wait_for_selector(".lacking >> text=8 of Hearts")
    assert cramped(page) == []
    page.click("[data-focus=missing]")
    page.wait_for_selector("h1 >> text=Lay the 8 of Hearts")
    for _ in range(3):
        leader.take()
    leader.do(Checked(Report(3, 4)))
    page.click("[data-focus=finish]")
    page.wait_for_selector("text=this page can be closed")
    assert leader.snapshot.phase is Phase.OVER


def test_a_deck_of_ones_own_is_called_by_its_names_whatever_they_are(leader, open_page):
    leader.edition = None
    leader.snapshot = replace(leader.snapshot, places=(Place("swap-all-2"), Place("Öffnen")))
    page = open_page()
    page.wait_for_selector("h1 >> text=Lay swap-all-2")
    leader.take()
    page.wait_for_selector(".card.named >> text=Öffnen")


def test_everybody_can_use_the_guide(leader, open_page, barriers):
    page = open_page(size={"width": 320, "height": 568})
    # A page may let the phone tremble only after a tap.
    page.click("h1 >> text=Lay the 7 of Hearts")
    leader.take()
    leader.do(Look("poor", "blurred", CORNERS, (1280, 720)))
    page.wait_for_selector(".status-line >> text=blurred")
    found = barriers(page)
    for _ in range(3):
        leader.take()
    leader.do(Checked(Report(1, 1, alike=(Pair("7H", "W", 0.1),), doubtful=("7H: fits badly.",))))
    page.wait_for_selector(".pairs >> text=7 of Hearts and Wizard")
    found += barriers(page)
    assert not found, "\n".join(found)


PROPER = ["Familiar", "oma", "7H", "http://familiar\\.local:8000/", "\\band\\b"]


def test_the_guide_has_no_naked_word(leader, open_page, bracketed, naked):
    page = bracketed(open_page())
    page.wait_for_selector("h1 >> text=⟦Lay the ⟧")
    found = naked(page, PROPER)
    leader.take()
    leader.do(Look("poor", "blurred", CORNERS, (1280, 720)))
    page.wait_for_selector(".status-line >> text=blurred")
    found += naked(page, PROPER)
    for _ in range(3):
        leader.take()
    leader.do(Checked(Report(1, 1, alike=(Pair("7H", "W", 0.1),), missing=(("8H", 1),))))
    page.wait_for_selector(".pairs >> text=of Hearts")
    found += naked(page, PROPER)
    assert found == []
