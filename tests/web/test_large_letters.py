"""Pages on a small phone whose owner has chosen larger letters."""

import pytest

SMALL = {"width": 360, "height": 640}
LARGER = "document.documentElement.style.fontSize = '130%'"
LONG = "Oma K\u00e4the"
OUTSIDE = """(within) => [...document.querySelectorAll(within)].flatMap((box) => {
  const edge = box.getBoundingClientRect().right - parseFloat(getComputedStyle(box).paddingRight) + 0.5;
  return [...box.querySelectorAll(":scope *")].filter((one) => one.getBoundingClientRect().right > edge)
    .map((one) => one.outerHTML.slice(0, 90));
})"""
CUT = """(boxes) => [...document.querySelectorAll(boxes)]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent)"""

BROKEN = """(boxes) => [...document.querySelectorAll(boxes)].flatMap((box) => {
  const text = box.firstChild, range = document.createRange();
  return [...text.data.matchAll(/\\S+/g)].map((word) => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1 ? word[0] : null;
  }).filter(Boolean);
})"""


@pytest.fixture
def table(make_table):
    return make_table(picture=None)


def large(open_page, **options):
    page = open_page(size=SMALL, **options)
    page.evaluate(LARGER)
    return page


def test_the_house_s_rules_stay_within_their_panel(open_page):
    page = large(open_page, locale="de")
    page.wait_for_selector("#rule-edition")
    assert page.evaluate(OUTSIDE, "form.setup") == []


def test_a_player_s_name_is_not_cut_short_by_what_stands_beside_it(table, open_page):
    table.begin(players=(LONG, "Bo", "Cy"))
    table.events(
        {"event": "turn_up", "card": "7H"},
        *({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)),
    )
    page = large(open_page, locale="de")
    page.click("[data-focus=seat0]")
    page.wait_for_selector(".players .you")
    assert page.locator(".players .count").count() == 3
    assert page.evaluate(CUT, ".players .name") == []


def test_the_keys_of_the_cards_have_room_for_what_stands_on_them(table, open_page):
    table.begin(edition="amigo")
    page = large(open_page, locale="de")
    page.click("[data-focus=seat0]")
    page.wait_for_selector(".rank-key")
    assert page.evaluate(CUT, ".rank-key") == []
    assert page.evaluate(CUT, ".special-key .named") == []


def test_the_names_of_places_and_sticks_are_whole(table, open_page):
    table.mages()
    page = large(open_page, locale="de")
    page.click("[data-focus=seat0]")
    page.wait_for_selector(".place strong")
    assert page.evaluate(CUT, ".place strong") == []
    assert page.evaluate(BROKEN, ".stick-row .note") == []
