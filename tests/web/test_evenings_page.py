"""The pages of past evenings, and how a game went on a phone and on the big screen, in a real browser."""

import re

import pytest

from table.command import NewGame

SECOND = [
    {"event": "turn_up", "card": "8H"},
    *({"event": "bid", "player": seat, "tricks": tricks} for seat, tricks in ((2, 1), (0, 0), (1, 1))),
    *({"event": "play", "card": card} for card in ("2S", "3S", "4S")),
    {"event": "confirm"},
    *({"event": "play", "card": card} for card in ("5D", "6D", "7D")),
    {"event": "confirm"},
]
"""The second round after `to_score`."""
SMALL = {"width": 320, "height": 640}
BOARD = {"width": 1280, "height": 800}


def to_score(table, **rules):
    """Play the first round: Cy takes a trick that nobody bid."""
    table.to_trick(**rules)
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})


def begin(table, game, **rules):
    table.do(NewGame({"game": game, "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": rules}))


def of_each_kind(table):
    """Leave a game of each kind behind, with something in its sheet; then begin another."""
    to_score(table)
    table.events(*SECOND)
    table.to_moves(1, 1, 0)
    table.events({"event": "jump", "to": "mill"}, {"event": "walk", "to": "mill"}, {"event": "take"})
    begin(table, "probe")
    table.events(*({"event": "ready", "player": seat, "spaces": 6} for seat in range(3)))
    table.events({"event": "draw", "card": "+15"}, {"event": "ask", "of": 1, "sign": "E"}, {"event": "no"})
    table.events({"event": "draw", "card": "normal"}, {"event": "ask", "of": 2, "sign": "."}, {"event": "no"})
    table.begin()


def steps_drawn(page):
    return page.locator(".pane-story polyline").first.get_attribute("points").count(",")


def test_a_phone_draws_how_the_totals_went_and_draws_it_anew_after_each_round(table, open_page):
    table.to_trick()
    page = open_page()
    page.wait_for_selector(".pane-sheet table")
    assert page.locator(".pane-story svg").count() == 0
    assert page.locator(".pane-story a").get_attribute("href") == "/evenings"
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})
    page.wait_for_selector(".pane-story polyline")
    assert steps_drawn(page) == 2
    table.events(*SECOND)
    page.wait_for_function(
        "() => document.querySelector('.pane-story polyline')?.getAttribute('points').split(',').length === 4"
    )
    drawing = page.locator(".pane-story svg")
    assert drawing.get_attribute("role") == "img"
    shapes = drawing.locator(".totals").evaluate_all(
        "all => all.map(one => [one.querySelector('polyline').getAttribute('stroke-dasharray'),"
        " one.querySelector('.mark').getAttribute('d')])"
    )
    assert len({dash for dash, _ in shapes}) == len({mark for _, mark in shapes}) == 3


def test_where_the_chart_of_a_game_cannot_be_fetched_that_of_the_game_before_is_not_shown(
    table, open_page, complaints
):
    first_round = (*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})
    table.to_trick()
    page = open_page()
    table.events(*first_round)
    page.wait_for_selector(".pane-story polyline")
    page.route("**/chart.svg", lambda route: route.abort())
    table.to_trick()
    page.wait_for_selector(".pane-story polyline", state="detached")
    with page.expect_event("requestfailed", lambda asked: "/chart.svg" in asked.url):
        table.events(*first_round)
    page.wait_for_selector(".pane-story h2")
    assert page.locator(".pane-story polyline").count() == 0
    complaints.clear()


def test_the_big_screen_draws_the_chart_between_two_rounds_only(table, open_page):
    to_score(table)
    page = open_page("/board?keys", size=BOARD)
    page.wait_for_selector(".pane-story polyline")
    table.events(SECOND[0])
    page.wait_for_selector(".pane-story", state="hidden")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_way_leads_from_the_table_through_the_evenings_to_every_trick(table, open_page):
    to_score(table)
    table.events(*SECOND)
    page = open_page()
    page.get_by_role("link", name="All evenings").click()
    page.get_by_role("heading", name="Evenings", exact=True).wait_for()
    page.locator(".game-line").click()
    page.wait_for_url(re.compile(r"/evenings/1$"))
    page.wait_for_selector(".chart-box polyline")
    assert page.title() == "Familiar: Wizard"
    rows = page.locator("table.sheet tbody tr")
    assert rows.count() == 2
    assert page.locator("table.sheet .miss").count() + page.locator("table.sheet .hit").count() == 6
    page.get_by_text("Round 1: Ann deals").click()
    trick = page.locator(".steps table tbody tr").first
    assert trick.locator(".took").inner_text().split("\n")[-1] == "takes it"
    page.get_by_role("link", name=re.compile("2026|20\\d\\d")).click()
    page.wait_for_url(re.compile(r"/evenings/20\d\d-\d\d-\d\d$"))
    page.get_by_role("heading", name="What was played").wait_for()


def test_nobody_is_first_before_anything_is_counted(table, open_page):
    table.to_trick()
    page = open_page(f"/evenings/{table.host.snapshot.game_id}")
    page.wait_for_selector(".standing li")
    assert page.locator(".standing .rank").count() == 0
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})
    page.reload()
    page.wait_for_selector(".standing li")
    assert page.locator(".standing .rank").all_inner_texts() == ["1st", "1st", "3rd"]


def test_names_are_text_on_the_pages_of_evenings_and_in_charts(table, open_page):
    nasty = '<img src=x onerror="document.title=1">'
    table.begin(players=(nasty, "Bo", "Cy"))
    table.events({"event": "turn_up", "card": "7H"})
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)))
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})
    page = open_page("/evenings/1")
    page.wait_for_selector(".chart-box polyline")
    assert page.locator("main img").count() == 0
    assert page.locator(".standing li", has_text=nasty).count() == 1
    assert page.locator(".chart-box title", has_text=nasty).count() == 1


def test_what_is_not_there_is_said_in_a_sentence(table, open_page):
    page = open_page("/evenings/99")
    page.get_by_text("There is no game 99 in this table's journal.").wait_for()
    page = open_page()
    page.get_by_role("link", name="All evenings").click()
    page.get_by_text("No game was played here yet").wait_for()


def play_days(host, days):
    """Write down that a game was begun on each of so many days."""
    header = {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0}
    played = [("event", {"event": "turn_up", "card": "7H"})]

    def enter(journal):
        for day in range(1, days + 1):
            journal.enter(header, played, began=86_400.0 * day)

    host.recall(enter).result()


def test_more_evenings_than_a_page_holds_come_when_they_are_asked_for(table, open_page, host):
    play_days(host, 11)
    page = open_page("/evenings")
    page.wait_for_function("() => document.querySelectorAll('.evening').length === 8")
    page.get_by_role("button", name="Earlier evenings").click()
    page.wait_for_function("() => document.querySelectorAll('.evening').length === 11")
    assert page.get_by_role("button", name="Earlier evenings").count() == 0


def test_earlier_evenings_come_once_though_tapped_twice_and_the_keyboard_goes_on_to_more(
    table, open_page, host
):
    play_days(host, 20)
    page = open_page("/evenings")
    earlier = page.get_by_role("button", name="Earlier evenings")
    earlier.focus()
    # Who sees nothing come presses again.
    page.evaluate("() => { for (let i = 0; i < 2; i += 1) document.activeElement.click(); }")
    page.wait_for_function("() => document.querySelectorAll('.evening').length > 8")
    with page.expect_response("**/evenings/before/*"):
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.evening').length >= 20")
    days = page.locator(".evening h2").all_text_contents()
    assert len(days) == len(set(days)) == 20


def test_on_paper_stands_the_sheet_and_nothing_to_tap(table, open_page):
    to_score(table)
    page = open_page("/evenings/1")
    page.wait_for_selector(".chart-box polyline")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("table.sheet").is_visible() and page.locator(".chart-box svg").is_visible()
    for gone in (".pane-bar", ".ways >> nth=0", ".files"):
        assert not page.locator(gone).first.is_visible(), gone
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    # A miss must be told from a hit by a line that a printer draws, not by a background.
    crossed = "getComputedStyle(document.querySelector('.sheet .miss .bid'), '::after').borderTopWidth"
    assert page.evaluate(crossed) == "2px"


@pytest.mark.parametrize("path", ["", "/players", "/1", "/2", "/3", "/4"])
def test_everybody_can_use_the_pages_of_evenings(table, open_page, barriers, path):
    of_each_kind(table)
    page = open_page(f"/evenings{path}", size=SMALL)
    page.wait_for_selector("h1")
    if path in ("/1", "/2", "/3"):
        page.wait_for_selector(".chart-box polyline")
        page.locator(".steps summary").first.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert barriers(page) == []


@pytest.mark.parametrize("game", ["wizard", "magicians", "probe"])
def test_everybody_can_use_how_a_game_went(table, open_page, barriers, game):
    if game == "wizard":
        to_score(table)
    elif game == "magicians":
        table.to_moves(1, 1, 0)
        table.events({"event": "jump", "to": "mill"}, {"event": "walk", "to": "mill"}, {"event": "take"})
    else:
        begin(table, "probe")
        table.events(*({"event": "ready", "player": seat, "spaces": 6} for seat in range(3)))
        ask = {"event": "ask", "of": 1, "sign": "E"}
        table.events({"event": "draw", "card": "+15"}, ask, {"event": "no"})
    page = open_page(size=SMALL)
    page.wait_for_selector(".pane-story polyline")
    assert page.locator(".pane-sheet table").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert barriers(page) == []


SHARE = {"en-GB": "33.3%", "fr-FR": "33,3\u202f%", "de-DE": "33,3\u00a0%"}


@pytest.mark.parametrize("locale", SHARE)
def test_a_share_is_written_as_its_reader_writes_percentages(table, open_page, locale):
    table.begin(cards="none")
    for number, best in ((1, 0), (2, 0), (3, 1)):
        table.events(*({"event": "bid", "player": (number + seat) % 3, "tricks": 0} for seat in range(3)))
        counts = [number if seat == best else 0 for seat in range(3)]
        table.events(*({"event": "tricks", "player": seat, "tricks": n} for seat, n in enumerate(counts)))
        table.events({"event": "confirm"})
    page = open_page("/evenings/1", size=SMALL, locale=locale)
    page.wait_for_selector(".counts td small")
    assert SHARE[locale] in page.locator(".counts td:has(small) > span").all_text_contents()


THIRD_COLUMN = """() => {
  const box = document.querySelector(".counts").closest(".scroll").getBoundingClientRect();
  const third = [...document.querySelectorAll(".counts tr")].map((row) => row.children[3]);
  return third.every((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left >= box.left && right <= box.right;
  });
}"""
UNCUT = """() => [...document.querySelectorAll(".counts td")]
  .every((one) => one.scrollWidth <= one.clientWidth)"""


def test_the_third_column_of_statistics_is_read_whole_on_the_narrowest_phone(table, open_page):
    names = ("Maximiliane", "Jean-Sébastien", "Bartholomew", "Wilhelmina", "Bo", "Ed")
    table.begin(players=names)
    table.events({"event": "turn_up", "card": "7H"})
    table.events(*({"event": "bid", "player": seat % 6, "tricks": 0} for seat in range(1, 7)))
    table.events(*({"event": "play", "card": f"{n}S"} for n in range(2, 8)), {"event": "confirm"})
    for size in (SMALL, {"width": 390, "height": 844}):
        page = open_page("/evenings/players", size=size, locale="fr-FR")
        page.wait_for_selector(".counts td")
        assert page.evaluate(THIRD_COLUMN) and page.evaluate(UNCUT)


PROPER = ["Familiar", "Wizard", "Les Trois Magiciens", "Probe", "Ann", "Bo", "Cy", "CSV"]
PROPER += ["GMT", "UTC", "AM", "PM"]
PROPER += [f"{day}[a-z]*" for day in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")]
PROPER += ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
PROPER = [f"\\b{word}[a-z]*\\b" for word in PROPER]


def test_the_evenings_have_no_naked_word(table, open_page, bracketed, naked):
    of_each_kind(table)
    page = bracketed(open_page("/evenings"))
    page.wait_for_selector("main h1")
    found = naked(page, PROPER)
    for link in page.locator("main a[href^='/evenings/']").evaluate_all("all => all.map((one) => one.href)"):
        page.goto(link)
        page.wait_for_selector("main h2")
        page.locator("details:not([open])").evaluate_all("all => all.forEach((one) => { one.open = true; })")
        found += [f"{link}: {text}" for text in naked(page, PROPER)]
    assert found == []


def test_a_turn_of_the_magicians_is_told_in_the_order_in_which_it_happened(table, open_page):
    table.to_moves(1, 1, 0, colors=["white", "red", "black"], sticks="untied")
    table.events({"event": "walk", "to": "symbol"}, {"event": "cast"})
    sides = (["magic", "destiny"], ["force", "magic"], ["force", "magic"])
    sticks = [
        {"color": color, "sides": pair} for color, pair in zip(("red", "black", "white"), sides, strict=True)
    ]
    table.events(
        {"event": "throw", "sticks": sticks}, {"event": "confirm"}, {"event": "teleport", "to": "moon"}
    )
    page = open_page("/evenings/1")
    page.locator("summary", has_text="turn").first.click()
    told = page.locator(".turn-line div").first.inner_text()
    assert told.index("White 0") < told.index("Red 1") < told.index("Black 1")
    assert told.index("symbol") < told.index("Magic") < told.index("Moon")
