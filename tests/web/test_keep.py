"""At the end of a game its pages offer to keep the deck; the owner's tap does it, and nothing else."""

from dataclasses import replace

import pytest

from texts import say
from web.access import Access
from web.keyring import Keyring

BOARD = {"width": 1280, "height": 800}
SMALL = {"width": 320, "height": 568}


class Paper:
    """What a game taught, of paper: refuses the name `taken`."""

    def __init__(self, changed, missing=("QD",), left=()):
        self.changed = changed
        self.told = {"learnt": 54 - len(missing), "cards": 54, "missing": list(missing), "kept": None}
        self.told["left"] = list(left)
        self.names = []
        self.gone = False

    def shown(self):
        return None if self.gone else self.told

    def keep(self, name):
        self.names.append(name)
        if name == "taken":
            return say("There is a deck {name} already: choose another name.", name=repr(name))
        self.told = {**self.told, "kept": name}
        self.gone = name is None
        self.changed()
        return None


def offering(table, **what):
    desk = table.app.extensions["familiar"]
    keepsake = Paper(desk.bell.ring, **what)
    table.app.extensions["familiar"] = replace(desk, keepsake=keepsake)
    return keepsake


def test_without_a_deck_to_keep_the_state_offers_none_and_nothing_can_be_kept(table):
    table.begin()
    phone = table.phone()
    assert phone.state()["keep"] is None
    answer = phone.say("keep", name="ours")
    assert (answer.status_code, answer.json["error"]) == (404, "At this table no deck is learnt.")


def test_a_tap_keeps_it_under_a_name_and_every_phone_is_told(table):
    table.begin()
    keepsake, phone = offering(table), table.phone()
    assert phone.state()["keep"]["learnt"] == 53 and keepsake.names == []
    assert phone.say("keep", name=" ours ").status_code == 200
    assert keepsake.names == ["ours"] and table.phone().state()["keep"]["kept"] == "ours"


def test_what_is_not_to_be_kept_is_let_go(table):
    table.begin()
    keepsake, phone = offering(table), table.phone()
    assert phone.say("keep", name=None).status_code == 200
    assert keepsake.names == [None] and phone.state()["keep"] is None


@pytest.mark.parametrize("name", [7, "", "x" * 61, ["ours"]])
def test_a_name_that_is_none_is_refused_before_anything_is_kept(table, name):
    table.begin()
    keepsake = offering(table)
    assert table.phone().say("keep", name=name).status_code == 400
    assert keepsake.names == []


def test_a_name_that_is_taken_is_refused_in_the_reader_s_language(table):
    table.begin()
    offering(table)
    phone = table.phone()
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    answer = phone.say("keep", name="taken")
    assert answer.status_code == 422
    assert answer.json["error"] == "Es gibt schon ein Kartenspiel 'taken': Wähle einen anderen Namen."


def test_only_the_owner_keeps_it_and_who_only_watches_is_not_told(make_table):
    table = make_table(access=Access(Keyring(None)))
    table.begin()
    keepsake = offering(table)
    keys = table.app.extensions["familiar"].access.keyring.keys
    phone = table.phone()
    phone.client.environ_base["REMOTE_ADDR"] = "192.168.1.7"
    assert phone.state()["keep"] is None
    phone.say("join", code=keys.code)
    assert phone.state()["keep"]["cards"] == 54
    answer = phone.say("keep", name="ours")
    assert (answer.status_code, answer.json["rule"], keepsake.names) == (403, "owner", [])
    phone.say("owner", pin=keys.pin)
    assert phone.say("keep", name="ours").status_code == 200


@pytest.fixture(params=["/", "/board?keys"])
def page(request, table, open_page):
    table.begin()
    table.keepsake = offering(table, left=(say("its pictures show different cards"),))
    opened = open_page(request.param, BOARD if request.param == "/board?keys" else SMALL)
    if request.param == "/":
        opened.click("text=Just watch")
    return opened


def test_the_page_says_what_is_known_and_keeps_it_under_the_name_that_is_typed(
    table, page, barriers, cramped
):
    page.wait_for_selector(".keep")
    assert "Familiar knows 53 of its 54 cards now" in page.inner_text(".keep")
    assert page.locator(".keep .notices li").count() == 1
    assert barriers(page) == []
    assert cramped(page) == []
    page.fill(".keep input", "taken")
    page.click(".keep .gold")
    page.wait_for_selector("text=There is a deck 'taken' already")
    page.fill(".keep input", "ours")
    page.press(".keep input", "Enter")
    page.wait_for_selector("text=familiar play --deck ours")
    assert table.keepsake.names == ["taken", "ours"] and barriers(page) == []


def test_the_page_lets_it_go(table, page):
    page.click(".keep .plain")
    page.wait_for_selector(".keep", state="detached")
    assert table.keepsake.names == [None]
