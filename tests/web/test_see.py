"""The page "what I see" and that of the calibration: what they tell and take, and both in a real browser."""

import struct
import threading
import zlib
from concurrent.futures import Future
from dataclasses import replace

import numpy as np
import pytest

from table.command import Accepted, Refused
from table.eye.calibration import Calibration
from table.guides.calibrating import Phase, Setting, Surveyed, Taken, step
from table.guides.leading import NotNow, Trouble
from vision.calibrate import mat
from vision.calibrate.finding import Finding
from vision.calibrate.survey import Survey
from web.app import close
from web.calibrate import create_calibration_app
from web.security import Security
from web.see import open_seeing
from web.server import Server

HEADERS = {"X-Familiar": "1"}
SIZE = (1000, 600)
WHOLE = np.float32([(0, 0), (999, 0), (999, 599), (0, 599)])
FINDINGS = (
    Finding("light", "ok", "Bright enough."),
    Finding("focus", "warning", "The picture is blurred.", "Turn its ring."),
)
BARE = Survey(SIZE, {}, WHOLE, FINDINGS)
WITH_MAT = replace(
    BARE,
    markers={m: mat.marker_mm(m) * 2 + 100 for m in mat.MARKERS},
    outline=mat.outline_mm(15) * 2 + 100,
)
KEPT = Calibration(
    "usb:0", SIZE, ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)), "mat", np.zeros((600, 1000, 3), np.uint8)
)
SEEN = {
    "number": 3,
    "frame": {"number": 7, "size": [1000, 600], "age": 0.2},
    "table": [[100, 100], [900, 100], [900, 500], [100, 500]],
    "readings": [
        {"kind": "card", "card": "10H", "confidence": 0.9996, "asks": False, "others": [],
         "corners": [[200, 200], [260, 200], [260, 290], [200, 290]]},
        {"kind": "card", "card": "KS", "confidence": 0.6, "asks": True, "others": [["QS", 0.3]],
         "corners": [[400, 200], [460, 200], [460, 290], [400, 290]]},
    ],
    "again": None,
    "findings": [{"name": "light", "level": "failure", "said": "Too dark.", "remedy": "Switch on a lamp."}],
    "game": "wizard",
    "edition": "us",
    "players": ["Ann", "<b>Bo</b>"],
    "expects": {"kind": "play", "player": 1},
    "questions": [{"why": "Which card is this?", "player": 1, "cards": []}],
    "doubt": None,
    "out_of_step": None,
    "trouble": None,
    "advice": "Put the mat back.",
    "calibrated": "mat",
}  # fmt: skip


def picture():
    """Draw a grey picture as a browser takes it: PNG, whatever it is called."""
    rows = b"".join(b"\0" + b"\x70" * 3 * 10 for _ in range(6))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", 10, 6, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


class Owner:
    """Hold a setting as the program does, without a thread or a camera."""

    def __init__(self):
        self.listeners, self.snapshot = [], Setting()
        self._lock = threading.Lock()

    def post(self, pressed):
        answer = Future()
        if pressed.seen != self.snapshot.number:
            answer.set_result(Refused("Past.", "stale", self.snapshot.number, stale=True))
            return answer
        try:
            self.happen(pressed.press)
            answer.set_result(Accepted(self.snapshot.number))
        except NotNow as error:
            answer.set_result(Refused(str(error), None, self.snapshot.number))
        return answer

    def happen(self, *events):
        with self._lock:
            for event in events:
                self.snapshot = step(self.snapshot, event)
        for listener in tuple(self.listeners):
            listener(self.snapshot)


@pytest.fixture
def owner():
    return Owner()


@pytest.fixture
def led(owner):
    app = create_calibration_app(
        owner, picture=picture, address="http://familiar.local:8000/", security=Security(secret="a secret")
    )
    yield app
    close(app)


@pytest.fixture
def phone(led):
    return led.test_client()


def test_the_page_is_served_with_what_leads_there(phone):
    page = phone.get("/").text
    assert "calibrate.js" in page and "familiar.local" in page
    assert phone.get("/picture.jpg").data == picture()


def test_the_setting_is_told_with_what_is_drawn_and_what_is_amiss(owner, phone):
    assert phone.get("/state").json["findings"] == []
    owner.happen(Surveyed(WITH_MAT))
    state = phone.get("/state").json
    assert (state["by"], state["level"], state["offers"]) == ("mat", "warning", ["take", "whole"])
    assert state["findings"][1] == {
        "name": "focus", "level": "warning", "said": "The picture is blurred.", "remedy": "Turn its ring."
    }  # fmt: skip
    assert len(state["drawn"]["markers"]) == 4
    owner.happen(Trouble("The camera is gone."))
    assert phone.get("/state").json["trouble"] == "The camera is gone."


def test_corners_and_presses_are_taken_and_what_is_past_or_does_not_fit_is_refused(owner, phone):
    owner.happen(Surveyed(BARE))
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9]]
    answer = phone.post("/api/area", json={"seen": 0, "corners": corners}, headers=HEADERS)
    assert answer.status_code == 200 and answer.json["state"]["by"] == "hand"
    assert phone.post("/api/take", json={"seen": 0}, headers=HEADERS).status_code == 409
    assert phone.post("/api/finish", json={"seen": 1}, headers=HEADERS).status_code == 422
    assert phone.post("/api/take", json={"seen": 1}, headers=HEADERS).status_code == 200
    owner.happen(Taken(KEPT, BARE))
    assert phone.get("/state").json["kept"] == {"camera": "usb:0", "marked": "mat", "locked": False}
    assert phone.post("/api/take", json={"seen": 3}).status_code == 403
    assert phone.post("/api/explode", json={"seen": 3}, headers=HEADERS).status_code == 404


@pytest.mark.parametrize(
    "corners",
    [
        None,
        [],
        [[0, 0]] * 13,
        [[0, 0], [1, 1], [0.5]],
        [[0, 0], [1, 1], [0.5, "1"]],
        [[0, 0], [1, 1], [0.5, 2]],
        [[0, 0], [1, 1], [True, 1]],
        [[0, 0], [1, 1], [None, 1]],
        [[0, 0], [1, 1], [10**400, 1]],
        "0,0",
        {"0": 1},
    ],
)
def test_corners_that_are_none_are_refused_in_one_sentence(owner, phone, corners):
    owner.happen(Surveyed(BARE))
    answer = phone.post("/api/area", json={"seen": 0, "corners": corners}, headers=HEADERS)
    assert answer.status_code == 400 and answer.json["error"].endswith(".") and owner.snapshot.outline is None


def test_a_table_is_marked_taken_and_finished_in_a_browser(owner, led, pages, complaints, cramped, kept_port):
    size = {"width": 1100, "height": 900}
    heard = pages.one(size, pageerror=lambda error: complaints.append(str(error)))
    with Server(led, "127.0.0.1", kept_port) as server, heard as page:
        server.start()
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.wait_for_selector("text=Waiting for the camera")
        owner.happen(Surveyed(WITH_MAT))
        page.wait_for_selector(".finding.warning >> text=Turn its ring.")
        assert page.locator(".sight .marker").count() == 4 and page.locator(".sight .zone").count() == 3
        page.click("[data-focus=mark]")
        box = page.locator(".sight").bounding_box()
        for x, y in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)):
            page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
        page.click("text=These 4 are the corners")
        page.wait_for_selector("text=The table as you marked it")
        assert owner.snapshot.by == "hand"
        assert np.allclose(owner.snapshot.area()[0], (100, 60), atol=6)
        page.click("[data-focus=mark]")
        page.locator(".sight").focus()
        right, down = ["Shift+ArrowRight"] * 4, ["Shift+ArrowDown"] * 4
        for key in ("Enter", *right, "Enter", *down, "ArrowUp", "Enter"):
            page.keyboard.press(key)
        page.click("text=These 3 are the corners")
        page.wait_for_selector("text=The table as you marked it")
        assert np.allclose(owner.snapshot.outline, [(500, 300), (900, 300), (900, 534)], atol=2)
        page.click("[data-focus=mat]")
        page.wait_for_selector("text=The mat is the table")
        page.click("[data-focus=take]")
        page.wait_for_selector("text=Hold still")
        owner.happen(Taken(KEPT, BARE))
        page.wait_for_selector("text=look at what is amiss")
        page.set_viewport_size({"width": 320, "height": 568})
        assert cramped(page) == []
        page.click("[data-focus=finish]")
        page.wait_for_selector("text=The calibration is over")
        assert owner.snapshot.phase is Phase.OVER
    assert complaints == []


def test_without_a_camera_there_is_nothing_to_see_and_it_is_said(make_table):
    phone = make_table().phone().client
    assert phone.get("/see", headers={"Accept": "text/html"}).status_code == 404
    assert "No camera" in phone.get("/see.json").json["error"]


@pytest.fixture
def seen():
    return dict(SEEN)


@pytest.fixture
def table(make_table, seen):
    table = make_table()
    open_seeing(table.app, lambda: seen)
    return table


def test_what_is_seen_is_asked_for_and_changes_nothing(table):
    phone = table.phone().client
    before = table.host.snapshot.number
    assert phone.get("/see.json").json == SEEN and "see.js" in phone.get("/see").text
    assert phone.post("/see.json", json={}, headers=HEADERS).status_code == 405
    assert table.host.snapshot.number == before


def test_readings_reasons_and_the_picture_are_shown_in_a_browser(table, open_page, cramped):
    page = open_page("/see", {"width": 1100, "height": 900})
    page.wait_for_selector("text=A card is awaited, from <b>Bo</b>.")
    page.wait_for_selector(".readings >> text=10 of Hearts")
    page.wait_for_selector(".readings .asks >> text=It may be Queen of Spades (30.0%)")
    page.wait_for_selector("text=Put the mat back.")
    page.wait_for_selector("text=Which card is this?")
    page.wait_for_selector(".finding.failure >> text=Switch on a lamp.")
    assert page.locator(".sight polygon.sure").count() == page.locator(".sight polygon.asks").count() == 1
    assert page.locator(".sight .tag").all_text_contents() == ["10H", "KS ?"]
    page.set_viewport_size({"width": 320, "height": 568})
    assert cramped(page) == []
    assert page.locator("a[href='/board']").count() == 1


APART = """() => {
  const edges = document.querySelector(".sight").getBoundingClientRect();
  const tags = [...document.querySelectorAll(".sight .tag")];
  const box = (tag) => tag.getBoundingClientRect();
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  const lying = tags.filter((one, i) => tags.slice(0, i).some((other) => over(box(one), box(other))));
  const out = tags.filter((one) => box(one).left < edges.left - 1 || box(one).right > edges.right + 1);
  return [...lying, ...out].map((tag) => tag.textContent);
}"""


def crowded():
    """A heap of four cards, one of them on its face, and one more at the picture's edge."""
    names = {"back": (480, 200), "KC": (482, 204), "W": (470, 206), "10H": (490, 210), "J": (2, 0)}
    return [
        {"kind": "card", "card": name, "confidence": 0.98, "asks": name == "W", "others": [],
         "corners": [[x, y], [x + 58, y], [x + 58, y + 90], [x, y + 90]]}
        for name, (x, y) in names.items()
    ]  # fmt: skip


@pytest.mark.parametrize("size", [{"width": 360, "height": 640}, {"width": 1280, "height": 720}])
def test_no_name_in_the_picture_lies_upon_another_or_leaves_it(seen, open_page, size):
    seen["readings"] = crowded()
    page = open_page("/see", size, locale="de")
    page.wait_for_selector(".sight .tag")
    assert page.evaluate(APART) == []
    assert page.locator(".sight .tag").first.text_content() == "Kartenr\u00fcckseite"


def test_the_names_of_what_is_read_are_whole_in_larger_letters(seen, open_page, broken):
    seen["readings"] = crowded()
    page = open_page("/see", {"width": 360, "height": 640}, locale="de")
    page.evaluate("document.documentElement.style.fontSize = '130%'")
    page.wait_for_selector(".readings >> text=Kartenr\u00fcckseite")
    assert broken(page, ".readings b") == []


def test_the_board_leads_to_what_is_seen(table, open_page):
    table.to_trick()
    page = open_page("/board?keys", {"width": 1280, "height": 800})
    page.click("text=What is read in it, and why it asks")
    page.wait_for_selector("text=What I see")


def test_everybody_can_use_the_page_that_shows_what_is_seen(table, open_page, barriers):
    page = open_page("/see", {"width": 320, "height": 568})
    page.wait_for_selector(".readings >> text=10 of Hearts")
    found = barriers(page)
    assert not found, "\n".join(found)


def test_everybody_can_use_the_calibration(owner, led, pages, barriers, kept_port):
    with Server(led, "127.0.0.1", kept_port) as server, pages.one({"width": 320, "height": 568}) as page:
        server.start()
        page.goto(f"http://127.0.0.1:{server.port}/")
        owner.happen(Surveyed(WITH_MAT))
        page.wait_for_selector(".finding.warning >> text=Turn its ring.")
        found = barriers(page)
        page.click("[data-focus=mark]")
        found += barriers(page)
    assert not found, "\n".join(found)


# The findings and questions of these tests are their own: other tests see to those of the product.
GIVEN = ["Bright enough\\.", "The picture is blurred\\."]
GIVEN += ["Which card is this\\?", "Put the mat back\\.", "Too dark\\.", "Switch on a lamp\\."]
GIVEN += ["Turn its ring\\."]
PROPER = ["Familiar", "Ann", "Bo", "Cy", "\\b(10|[QK])[HDSC]\\b", "http://[a-z0-9.:]+/", *GIVEN]


def test_what_is_seen_is_told_without_a_naked_word(table, open_page, bracketed, naked):
    page = bracketed(open_page("/see"))
    page.wait_for_selector(".readings >> text=of Hearts")
    assert naked(page, PROPER) == []


def test_the_calibration_has_no_naked_word(owner, led, pages, pseudo, naked, kept_port):
    with Server(led, "127.0.0.1", kept_port) as server, pages.one({"width": 1280, "height": 720}) as page:
        server.start()
        page.context.set_extra_http_headers({"Accept-Language": pseudo})
        page.goto(f"http://127.0.0.1:{server.port}/")
        owner.happen(Surveyed(WITH_MAT))
        page.wait_for_selector(".finding.warning >> text=Turn its ring.")
        found = naked(page, PROPER)
        page.click("[data-focus=mark]")
        found += naked(page, PROPER)
    assert found == []
