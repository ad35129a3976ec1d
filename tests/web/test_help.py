"""How it works: the page for newcomers, of what this table has and in the words of its game."""

import re

import pytest

OPENED = re.compile(r"<details[^>]* open>.*?<h2>(.*?)</h2>", re.DOTALL)


def told(table, language="en"):
    """Get the page as a phone is given it."""
    return table.phone().client.get("/help", headers={"Accept-Language": language}).text


@pytest.mark.parametrize(
    ("begin", "opened"),
    [
        (lambda table: None, []),
        (lambda table: table.begin(), ["Wizard"]),
        (lambda table: table.mages(), ["Les Trois Magiciens"]),
    ],
)
def test_it_is_opened_at_the_game_that_is_played(table, begin, opened):
    begin(table)
    assert OPENED.findall(told(table)) == opened


def test_it_calls_the_cards_as_the_edition_does(table):
    table.begin(edition="amigo")
    french = told(table, "fr")
    assert "un Sorcier" in french and "un Fou" in french and "Joker" not in french


@pytest.mark.parametrize("there", [True, False])
def test_it_speaks_only_of_what_the_table_has(make_table, there):
    page = told(make_table() if there else make_table(panel=None, picture=None))
    for thing in ("camera above the table", "lamp is on", "button on the table"):
        assert (thing in page) is there


@pytest.mark.parametrize("path", ["/", "/board?keys"])
def test_it_is_one_tap_away_before_and_in_a_game(table, open_page, path):
    page = open_page(path)
    if path == "/":
        page.click("a[href='/help']")
        page.wait_for_selector(".help h1")
        page.go_back()
    table.to_trick()
    page.click("[data-focus=seat0]") if path == "/" else page.wait_for_selector(".pane-tools")
    page.click(".pane-tools a[href='/help']")
    page.click("summary >> text=Probe")
    page.click("a[href='/']")
    page.wait_for_selector(".pane-bar, .pane-top")


@pytest.mark.parametrize("locale", ["en", "fr", "de"])
def test_all_of_it_has_room_and_is_open_to_everybody(table, open_page, barriers, cramped, locale):
    table.begin()
    page = open_page("/help", locale=locale)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert barriers(page) + cramped(page) == []


def test_it_has_no_naked_word(table, open_page, bracketed, naked):
    table.begin()
    page = bracketed(open_page("/help"))
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert naked(page, ["Familiar", "Wizard", "Les Trois Magiciens", "Probe"]) == []
