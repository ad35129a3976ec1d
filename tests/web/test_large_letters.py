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
  .filter((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 2)
  .map((box) => box.textContent)"""


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


def test_the_names_of_places_and_sticks_are_whole(table, open_page, broken):
    table.mages()
    page = large(open_page, locale="de")
    page.click("[data-focus=seat0]")
    page.wait_for_selector(".place strong")
    assert page.evaluate(CUT, ".place strong") == []
    assert broken(page, ".stick-row .note") == []


def test_the_buttons_and_the_highest_card_are_named_in_whole_words(table, open_page, broken):
    table.begin(players=("Ann", "Bo", "Cy", "Dee"))
    table.events({"event": "turn_up", "card": "7H"})
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 3, 0)))
    table.events({"event": "play", "card": "2S"})
    page = large(open_page, locale="de")
    page.wait_for_selector(".knob")
    assert broken(page, ".knob, .slot .highest") == []


def test_the_names_of_who_waits_are_whole(table, open_page):
    for place, name in enumerate((LONG, "\u00c9lodie")):
        guest = {"name": name, "colour": "red", "sign": "star", "place": place}
        assert table.phone().say("lobby", **guest).status_code == 200
    page = large(open_page, locale="de")
    page.wait_for_selector(".place-key strong")
    assert page.evaluate(CUT, ".place-key strong") == []


def test_the_names_above_the_score_sheet_are_whole(table, open_page):
    table.begin(players=(LONG, "Bo", "Maria Luisa"))
    page = large(open_page, locale="de")
    page.wait_for_selector(".sheet thead")
    assert page.evaluate(CUT, ".sheet thead span") == []


def test_the_names_of_suits_stay_on_their_keys(table, open_page):
    table.begin(edition="amigo")
    page = large(open_page, locale="de")
    page.click("[data-focus=seat0]")
    page.wait_for_selector(".suit-key span")
    assert page.evaluate(OUTSIDE, ".suit-key") == []


def test_no_figure_of_a_past_game_s_result_is_broken(table, open_page, broken):
    table.begin(players=("Maximilian-Alexander", "Bo", "Cy"), cards="none")
    table.events(*({"event": "bid", "player": seat, "tricks": 1} for seat in (1, 2, 0)))
    table.events({"event": "took", "player": 0}, {"event": "confirm"}, {"event": "stop"})
    page = large(open_page, path="/evenings/1", locale="de")
    page.wait_for_selector(".standing b")
    assert broken(page, ".standing b") == []


def test_the_end_of_a_game_is_told_whole_at_the_top(table, open_page):
    table.begin(cards="none")
    table.events({"event": "bid", "player": 1, "tricks": 1}, {"event": "stop"})
    page = large(open_page, locale="de")
    page.wait_for_selector(".pane-bar .round >> text=Das Spiel ist zu Ende")
    assert page.evaluate(CUT, ".pane-bar .round") == []


def test_who_fights_a_duel_is_named_whole(table, open_page):
    table.to_duel(players=(LONG, "Bo", "Cy"))
    page = large(open_page, locale="de")
    page.wait_for_selector(".duellist strong")
    assert page.evaluate(CUT, ".duellist strong") == []
