"""A table without a camera and without a panel: no sentence speaks of what is not there."""

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.assets import OWN as PAGES

sys.path.insert(0, str(Path(__file__).parent))
from test_tv import VIEWS

THINGS = re.compile(r"\b(?:cameras?|buttons?|lamps?|lights?|panel|eye)\b", re.IGNORECASE)
OWN = "your phone’s camera"
"""A phone has a camera of its own."""
SEEN = ("unclear card", "unclear card, named", "likely card", "unclear stick")
"""What only a camera brings about."""
WORDS = """() => {
  const found = [];
  for (const node of document.querySelectorAll("#app, #app *, dialog, dialog *")) {
    found.push(...["title", "aria-label", "alt", "placeholder"].map((name) => node.getAttribute(name) ?? ""));
    found.push(...[...node.childNodes].filter((one) => one.nodeType === 3).map((one) => one.textContent));
  }
  return found;
}"""


def spoken_of(page):
    """List what a page says of things that this table has not."""
    said = page.evaluate(WORDS)
    return sorted({each for each in said if THINGS.search(each) and OWN not in each})


@pytest.fixture
def table(make_table):
    return make_table(panel=None, picture=None)


@pytest.mark.parametrize("view", [view for view in VIEWS if view not in SEEN])
def test_no_page_speaks_of_a_camera_or_a_panel_that_is_not_there(table, open_page, view):
    VIEWS[view](table)
    if table.host.snapshot.history is not None:
        seat = table.host.snapshot.public.get("turn") or 0
        phone = open_page()
        phone.click(f"[data-focus=seat{seat}]") if phone.locator(".welcome .seat-key").count() else None
        phone.wait_for_selector(".pane-tools")
    else:
        phone = open_page()
        phone.wait_for_selector(".setup .names li")
    phone.wait_for_load_state("networkidle")
    found = spoken_of(phone)
    for path in ("/board", "/board?keys"):
        phone.goto(phone.url.split("/", 3)[0] + "//" + phone.url.split("/")[2] + path)
        phone.wait_for_selector(".pane-top")
        phone.wait_for_load_state("networkidle")
        found += spoken_of(phone)
    assert found == []


def test_the_way_to_count_only_tricks_stands_on_a_page_once(table, open_page):
    table.begin()
    phone, board = open_page(), open_page("/board?keys", {"width": 1280, "height": 800})
    phone.click("[data-focus=seat1]")
    for page in (phone, board):
        page.wait_for_selector(".by-hand .rank-key")
        expect(page.locator("[data-focus=cards]")).to_have_count(1)


def test_whether_the_table_has_a_camera_or_buttons_is_asked_in_one_place():
    scripts = [path for path in PAGES[1].glob("*.js") if path.name != "words.js"]
    asking = [
        path.name for path in scripts if re.search(r"\bv\.(?:buttons|camera)\b", path.read_text("utf-8"))
    ]
    assert len(scripts) > 90 and asking == []
