"""A marked card on the pages: its picture, an amber mark, one tap to put it right, the confirming press."""

import numpy as np
import pytest

from table.command import Submit

CROP = np.full((144, 96, 3), 200, np.uint8)
BOARD = {"width": 1280, "height": 800}
MARK = 5
"""Index of the marked card: a card turned up, three bids and the lead stand before it."""


def test_the_state_tells_what_is_marked_and_what_else_it_may_be(table):
    table.to_mark(CROP)
    state = table.phone().state()
    (mark,) = state["marked"]
    assert (mark["index"], mark["player"], mark["card"]) == (MARK, 2, "8S")
    assert [each["card"] for each in mark["cards"]] == ["8S", "9S", "6S"]
    assert state["questions"] == [] and [each["card"] for each in state["trick"]] == ["7C", "8S"]


def test_its_picture_is_served_as_long_as_it_is_marked(table):
    table.to_mark(CROP)
    phone = table.phone()
    crop = phone.state()["marked"][0]["crop"]
    assert phone.client.get(crop).data.startswith(b"\xff\xd8")
    assert phone.client.get(crop.replace(f"-{MARK}-", f"-{MARK - 1}-")).status_code == 404
    assert phone.client.get(crop.replace("-1.jpg", "-7.jpg")).status_code == 404
    assert phone.say("correct", index=MARK, card="8S").status_code == 200
    assert phone.client.get(crop).status_code == 404


@pytest.mark.parametrize("card", ["8S", "9S", "2D"])
def test_a_tap_puts_it_right_or_confirms_it_alone(table, card):
    table.to_mark()
    phone = table.phone()
    assert phone.say("correct", index=MARK, card=card).status_code == 200
    state = phone.state()
    assert state["marked"] == [] and state["trick"][1]["card"] == card


def test_the_press_confirms_it_with_its_trick(table):
    table.to_mark()
    table.do(Submit({"event": "play", "card": "QS"}))
    phone = table.phone()
    assert len(phone.state()["marked"]) == 1
    assert phone.say("confirm").status_code == 200
    assert phone.state()["marked"] == []


def test_a_press_that_did_not_see_the_mark_is_stale(table):
    table.to_trick()
    phone = table.phone()
    table.look()
    table.look(("7C", ()))
    before = phone.state()["number"]
    table.look(("7C", ()), ("8S", (("9S", 0.1),)), likely=True)
    table.do(Submit({"event": "play", "card": "QS"}))
    assert phone.say("confirm", seen=before).status_code == 409


@pytest.fixture(params=["/", "/board?keys"])
def page(request, table, open_page):
    opened = open_page(
        request.param, BOARD if request.param == "/board?keys" else {"width": 360, "height": 740}
    )
    if request.param == "/":
        table.begin()
        opened.click("text=Just watch")
    return opened


def test_every_page_shows_its_picture_and_one_tap_opens_the_likely_cards(table, page):
    table.to_mark(CROP)
    key = page.wait_for_selector(".slot .unsure")
    assert key.get_attribute("aria-label") == "8 of Spades, not certain: put it right"
    page.wait_for_function("() => document.querySelector('.slot .unsure img')?.naturalWidth === 96")
    assert page.locator(".unsure").count() == 1
    key.click()
    page.wait_for_selector("dialog[open] .crop img")
    labels = page.eval_on_selector_all("dialog .option", "keys => keys.map(key => key.ariaLabel)")
    assert labels == ["8 of Spades, as entered", "9 of Spades", "6 of Spades"]
    page.click("dialog .option >> nth=1")
    page.wait_for_selector(".unsure", state="detached")
    page.wait_for_selector(".slot .card[aria-label='9 of Spades']")
    assert page.locator("dialog[open]").count() == 0


def test_any_other_card_can_be_chosen_too(table, page):
    table.to_mark(CROP)
    page.click(".slot .unsure")
    page.click("dialog .row >> text=Another card")
    page.click("dialog[open] [data-focus=suitD]")
    page.click("dialog[open] [data-focus=card2D]")
    page.wait_for_selector(".slot .card[aria-label='2 of Diamonds']")


def test_what_another_settles_closes_what_was_opened(table, page):
    table.to_mark(CROP)
    page.click(".slot .unsure")
    page.wait_for_selector("dialog[open]")
    assert table.phone().say("correct", index=MARK, card="9S").status_code == 200
    page.wait_for_selector("dialog[open]", state="detached")


def test_the_key_says_how_many_it_confirms_that_are_not_certain(table, page):
    table.to_mark(CROP)
    table.do(Submit({"event": "play", "card": "QS"}))
    key = page.wait_for_selector("[data-focus=confirm]")
    assert "and 1 card that is not certain" in key.inner_text()
    key.click()
    page.wait_for_selector("[data-focus=confirm]", state="detached")
    assert table.phone().state()["marked"] == []


def test_a_marked_turned_up_card_can_be_put_right_where_trump_stands(table, page):
    table.begin()
    table.look(("8S", (("9S", 0.1),)), crop=CROP, likely=True)
    page.click(".trump .unsure")
    page.click("dialog .option >> nth=1")
    page.wait_for_selector(".unsure", state="detached")
    assert table.phone().state()["turned"] == "9S"


def test_the_seat_s_lamp_blinks_amber(table, page):
    table.to_mark(CROP)
    page.wait_for_selector(".lamp-blink")
    assert page.locator(".lamp-blink").first.get_attribute("title") == "Cy’s lamp: blinking"
