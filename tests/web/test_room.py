"""Every page has room for long names and for the long words of German, whatever fonts the machine has."""

import pytest

from games import cards
from table.command import NewGame

BOARD = {"width": 1280, "height": 800}
LONG = ("Maximiliane", "Jean-Sébastien Bonav", "Bo")
SIX = (*LONG, "Bartholomew", "WWWWWWWWWWWWWWWWWWWW", "Ed")


def to_trick(table):
    """Lay a whole trick of six, so that its highest card is marked."""
    table.begin(SIX)
    table.events({"event": "turn_up", "card": "7H"})
    table.events(*({"event": "bid", "player": seat, "tricks": 1} for seat in (1, 2, 3, 4, 5, 0)))
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S", "5S", "6S", "8S")))


def to_last_round(table):
    """Let everybody bid all tricks in nine rounds: five of six lose ever more."""
    table.begin(SIX)
    deck = [name for name in cards.names("us") for _ in range(cards.copies(name))]
    deck.sort(key=lambda name: name not in "WJ")
    for number in range(1, 10):
        table.events({"event": "turn_up", "card": deck[-1]})
        seats = [(number + place) % 6 for place in range(6)]
        table.events(*({"event": "bid", "player": seat, "tricks": number} for seat in seats))
        for first in range(0, 6 * number, 6):
            table.events(*({"event": "play", "card": card} for card in deck[first : first + 6]))
            table.events({"event": "confirm"})


def to_bid(table):
    table.begin(LONG, last_bid="nonzero")
    table.events({"event": "turn_up", "card": "7H"})
    table.events({"event": "bid", "player": 1, "tricks": 0}, {"event": "bid", "player": 2, "tricks": 0})


def to_count(table, players=LONG):
    """Ask who took the first trick."""
    table.begin(players, cards="none")
    seats = [*range(1, len(players)), 0]
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in seats))


def to_letter(table):
    """Let somebody draw the card with the longest sign."""
    table.do(NewGame({"game": "probe", "players": list(LONG), "dealer": 0, "rules": {}}))
    words = enumerate(("PIANISTE", "CHATEAU", "ORAGE"))
    table.events(*({"event": "word", "player": seat, "word": word} for seat, word in words))
    table.events({"event": "draw", "card": "+25"})


VIEWS = {
    "bid": to_bid,
    "trick": to_trick,
    "last round": to_last_round,
    "count": to_count,
    "count of six": lambda table: to_count(table, SIX),
    "throw": lambda table: table.mages(LONG).throw(1, 1, 2),
    "unclear stick": lambda table: table.mages(LONG).see_throw(1, 1, 0, asks=("red",)),
    "stone": lambda table: table.to_stone(players=LONG),
    "duel": lambda table: table.to_duel(players=LONG).throw(1, 2, 0),
    "letter": to_letter,
}
# German has the longest words; a few views in the other languages, too.
TOLD = [(view, "de-DE") for view in VIEWS] + [("throw", "fr-FR"), ("letter", "fr-FR"), ("bid", "en-GB")]
# What opens over the page, where the page has it; what is set is the same in every view.
OPENS = ["enter", "log"]
SETTINGS = {("bid", "de-DE"), ("throw", "fr-FR"), ("bid", "en-GB")}


@pytest.mark.parametrize(("view", "locale"), TOLD)
def test_a_phone_and_the_big_screen_have_room_in_every_typeface(table, open_page, cramped, view, locale):
    VIEWS[view](table)
    phone = open_page(locale=locale)
    phone.wait_for_selector("[data-focus=seat0]")
    assert cramped(phone) == [], "before somebody sits"
    phone.click("[data-focus=seat0]")
    phone.wait_for_selector("[data-focus=seat0]", state="detached")
    board = open_page("/board?keys", BOARD, locale=locale)
    board.wait_for_selector(".brand")
    television = open_page("/board", BOARD, locale=locale)
    television.wait_for_selector(".pane-top .brand")
    assert cramped(phone) + cramped(board) + cramped(television) == []
    for name in OPENS + ["settings"] * ((view, locale) in SETTINGS):
        key = phone.locator(f"#app [data-focus={name}]").first
        if key.count() and key.is_visible():
            key.click()
            phone.wait_for_selector("dialog[open] .dialog-body > *")
            assert cramped(phone) == [], name
            phone.keyboard.press("Escape")
            phone.wait_for_selector("dialog", state="detached")


LINES = """(all) => all.map((node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getClientRects().length;
})"""
CUT = """(names) => [...document.querySelectorAll(names)].map((node) => {
  const { display, textOverflow, webkitLineClamp } = getComputedStyle(node);
  return (display === "block" && textOverflow === "ellipsis") || webkitLineClamp !== "none";
})"""


@pytest.mark.parametrize("width", [360, 390])
def test_a_name_that_is_cut_on_a_phone_ends_in_an_ellipsis(table, open_page, width):
    """Also where the lobby was shown before; a box that is no block cuts letters through."""
    page = open_page(size={"width": width, "height": 844}, locale="de-DE")
    page.wait_for_selector(".panel.who, .setup")
    to_trick(table)
    table.events({"event": "confirm"})
    page.click("[data-focus=seat0]")
    page.wait_for_selector(".slot .who")
    found = page.evaluate(CUT, ".pane-bar .note, .slot .who")
    assert len(found) == 1 + len(SIX) and all(found)


def test_headings_of_figures_keep_the_names_of_four_whole(table, open_page):
    table.begin(("Maximiliane", "Bartholomew", "Bo", "Ed"))
    table.events({"event": "turn_up", "card": "7H"}, {"event": "bid", "player": 1, "tricks": 1})
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (2, 3, 0)))
    table.events(
        *({"event": "play", "card": card} for card in ("2S", "3S", "4S", "5S")), {"event": "confirm"}
    )
    page = open_page("/evenings/1", {"width": 390, "height": 844})
    page.wait_for_selector(".counts thead th")
    assert page.locator(".counts thead th:not(:first-child)").evaluate_all(LINES) == [1] * 4


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
@pytest.mark.parametrize("path", ["/", "/board?keys"])
def test_the_form_that_begins_a_game_has_room_in_every_typeface(table, open_page, cramped, path, locale):
    page = open_page(path, BOARD if path == "/board?keys" else {"width": 360, "height": 740}, locale=locale)
    for game in ("wizard", "magicians", "probe"):
        page.click(f"[data-game={game}]")
        page.wait_for_selector(f"[data-game={game}][aria-pressed=true]")
        assert cramped(page) == [], game


@pytest.mark.parametrize("view", ["last round", "stone", "letter"])
def test_past_evenings_have_room_in_every_typeface(table, open_page, cramped, view):
    VIEWS[view](table)
    for path in ("", "/1", "/players"):
        page = open_page(f"/evenings{path}", locale="de-DE")
        page.wait_for_selector(".page-head, .panel")
        page.wait_for_load_state("networkidle")
        assert cramped(page) == [], path


def test_the_marked_highest_card_looks_the_same_after_another_games_form_was_open(table, open_page):
    """The games' sheets are all loaded with the form: none may change another game's page."""
    to_trick(table)
    page = open_page()
    page.click("text=Just watch")
    mark = "getComputedStyle(document.querySelector('.slot.best .crown').parentElement)"
    shown = f"[{mark}.width, {mark}.borderRadius, {mark}.borderWidth, {mark}.backgroundColor]"
    page.wait_for_selector(".slot.best .crown")
    before = page.evaluate(shown)
    page.click("text=New game")
    page.wait_for_selector("dialog [data-game=magicians]")
    assert page.evaluate(shown) == before
