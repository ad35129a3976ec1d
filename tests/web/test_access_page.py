"""Joining and owning in a real browser: what a stranger sees, the code, the PIN, the big screen."""

import pytest

from web.access import Access
from web.keyring import Keyring

WIDE = {"width": 1280, "height": 800}
GAME = ("Ann", "Bo", "Cy")


@pytest.fixture
def access():
    """Take the browser of the test for one in the Wi-Fi, though it runs on the same machine."""
    return Access(Keyring(None), near=False)


@pytest.fixture
def table(make_table, access):
    return make_table(access=access)


def say_word(page, word):
    page.fill("dialog input", word)
    page.click("dialog button[type=submit]")


def join(page, server, access):
    page.goto(f"http://127.0.0.1:{server.port}/join/{access.code}")
    page.wait_for_selector("body[data-role=player]")


def own(page, access):
    """Type the owner's PIN where it is asked for."""
    page.fill("input[name=pin]", access.keyring.keys.pin)
    page.press("input[name=pin]", "Enter")
    page.wait_for_selector("body[data-role=owner]")
    page.wait_for_selector("dialog", state="detached")


def test_a_stranger_watches_joins_by_the_code_and_keeps_the_seat(table, open_page, access):
    table.to_bids()
    page = open_page()
    page.wait_for_selector("text=You are watching")
    assert page.locator(".actions button:visible, .pane-tools button:visible").count() == 0
    page.click("text=Enter the code")
    say_word(page, "AAAAAA")
    page.wait_for_selector("dialog [role=alert]:not([hidden]) >> text=This is not the table's code")
    say_word(page, access.code.lower())
    page.wait_for_selector("body[data-role=player]")
    page.wait_for_selector("dialog", state="detached")
    page.click(".seat-key >> text=Bo")
    page.wait_for_selector(".chip.you")
    page.wait_for_selector(".key >> text=1")
    page.reload()
    page.wait_for_selector(".chip.you")
    page.wait_for_selector(".key >> text=1")
    assert table.app.extensions["familiar"].seats.held("Bo")


def test_the_sign_leads_to_the_seats_and_a_player_shows_it_to_the_next(table, server, open_page, access):
    table.begin()
    page = open_page()
    join(page, server, access)
    page.click("text=Just watch")
    page.click("button >> text=Invite")
    sign = page.locator("dialog img.qr")
    sign.wait_for()
    page.wait_for_function("() => document.querySelector('dialog img.qr').naturalWidth > 0")
    assert access.code in page.locator("dialog .join-address").inner_text()


def test_a_wish_of_the_owner_asks_for_the_pin_and_is_done_with_it(table, server, open_page, access):
    table.to_bids()
    page = open_page()
    join(page, server, access)
    page.click("text=Just watch")
    page.click("button >> text=New game")
    # Before anything is filled in.
    page.wait_for_selector("dialog .alert >> text=the phone that began the evening, or with the owner’s PIN")
    page.click("dialog form button[type=submit]")
    page.wait_for_selector("dialog >> text=A game is running")
    page.wait_for_selector("dialog >> text=stays among the past evenings")
    page.locator("dialog[open] .gold").last.click()
    page.wait_for_selector("input[name=pin]")
    before = table.host.snapshot.game_id
    own(page, access)
    assert table.host.snapshot.game_id != before
    table.events({"event": "turn_up", "card": "7H"})
    page.click("button >> text=New game")
    page.wait_for_selector("dialog .setup")
    assert page.locator("dialog .alert").count() == 0


def test_whoever_has_just_become_the_owner_is_not_told_to_fetch_one(table, server, open_page, access):
    table.to_bids()
    page = open_page()
    join(page, server, access)
    page.click("text=Just watch")
    page.click("button >> text=Invite")
    page.click("dialog >> text=I am the owner")
    own(page, access)
    page.click("button >> text=New game")
    page.wait_for_selector("dialog .setup")
    assert page.locator("dialog .alert").count() == 0


def test_a_new_code_turns_a_player_who_looks_on_into_a_watcher_at_once(table, server, open_page, access):
    table.to_bids()
    owner, player = open_page(), open_page()
    for page in (owner, player):
        join(page, server, access)
    owner.click("text=Just watch")
    owner.click("button >> text=Invite")
    owner.click("dialog >> text=I am the owner")
    say_word(owner, access.keyring.keys.pin)
    owner.wait_for_selector("body[data-role=owner]")
    owner.click("button >> text=Invite")
    owner.click("dialog button:has-text('Draw a new code')")
    owner.locator("dialog .gold").click()
    player.wait_for_selector("body[data-role=spectator]")
    player.wait_for_selector("text=You are watching")
    owner.wait_for_selector("dialog", state="detached")
    assert owner.get_attribute("body", "data-role") == "owner"


def test_an_invitation_that_is_open_shows_the_new_code_to_an_owner_and_none_to_who_lost_it(
    table, server, open_page, access
):
    table.to_bids()
    owner, other, player = open_page(), open_page(), open_page()
    for page in (owner, other, player):
        join(page, server, access)
        page.click("text=Just watch")
    for page in (owner, other):
        page.click("button >> text=Invite")
        page.click("dialog >> text=I am the owner")
        own(page, access)
    for page in (owner, other, player):
        page.click("button >> text=Invite")
        page.wait_for_selector(f"dialog .join-word:text-is('{access.code}')")
    owner.click("dialog button:has-text('Draw a new code')")
    before = access.code
    owner.locator("dialog .gold").click()
    player.wait_for_selector("body[data-role=spectator]")
    assert access.code != before
    other.wait_for_selector(f"dialog .join-word:text-is('{access.code}')")
    player.wait_for_selector(".join-word", state="detached")
    player.wait_for_selector("dialog .join-address")


def test_the_big_screen_shows_the_code_only_where_it_may_be_known(table, server, open_page, access):
    table.to_bids()
    page = open_page("/board?keys", WIDE)
    page.wait_for_selector(".join.closed")
    assert access.code not in page.content()
    page.click(".join >> text=Enter the code")
    say_word(page, access.code)
    page.wait_for_selector(".join .join-code img")
    assert page.locator(".join-word").inner_text() == access.code
    page.wait_for_function("() => document.querySelector('.join img.qr').naturalWidth > 0")


@pytest.mark.parametrize("width", [320, 1280])
def test_everybody_can_use_what_lets_people_in(table, server, open_page, access, barriers, cramped, width):
    found = []
    size = {"width": width, "height": 800}
    page = open_page("/", size)
    page.wait_for_selector("text=You are watching")
    found += barriers(page) + cramped(page)
    page.click("text=Enter the code")
    say_word(page, "AAAAAA")
    page.wait_for_selector("dialog [role=alert]:not([hidden])")
    found += barriers(page) + cramped(page)
    table.to_bids()
    join(page, server, access)
    page.click("text=Just watch")
    page.click("button >> text=Invite")
    page.wait_for_selector("dialog img.qr")
    found += barriers(page) + cramped(page)
    page.click("dialog >> text=I am the owner")
    say_word(page, access.keyring.keys.pin)
    page.wait_for_selector("body[data-role=owner]")
    page.click("button >> text=Invite")
    page.wait_for_selector("dialog >> text=Stop being the owner")
    found += barriers(page) + cramped(page)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    board = open_page("/board?keys", size)
    board.wait_for_selector(".join.closed")
    found += barriers(board)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert board.locator(".join").bounding_box()["width"] <= width
    assert not found, "\n".join(found)


def test_what_lets_people_in_has_no_naked_word(table, server, open_page, access, bracketed, naked):
    proper = ["Familiar", *GAME, access.code, " ".join(access.code), "http://[a-z0-9.:]+/", "7H?"]
    table.to_bids()
    page = bracketed(open_page())
    page.click(".pane-seats button")
    say_word(page, "AAAAAA")
    page.wait_for_selector("dialog [role=alert]:not([hidden])")
    found = naked(page, proper)
    join(page, server, access)
    page.click(".welcome > .quiet")
    page.click(".tools button:has-text('⟦Invite⟧')")
    page.wait_for_selector("dialog img.qr")
    found += naked(page, proper)
    page.click("dialog button:has-text('⟦I am the owner⟧')")
    say_word(page, "x")
    page.wait_for_selector("dialog [role=alert]:not([hidden])")
    found += naked(page, proper)
    board = bracketed(open_page("/board?keys", WIDE))
    board.wait_for_selector(".join.closed")
    found += naked(board, proper)
    assert not found, "\n".join(found)


def test_watching_joining_and_owning_have_no_naked_word(table, server, open_page, access, bracketed, naked):
    proper = ["Familiar", "Wizard", "U\\.S\\. Games", *GAME, access.code, "http://[a-z0-9.:/]+"]
    table.begin()
    page = bracketed(open_page())
    page.wait_for_selector("text=⟦You are watching⟧")
    found = naked(page, proper)
    page.click("text=⟦Enter the code⟧")
    say_word(page, "AAAAAA")
    page.wait_for_selector("dialog [role=alert]:not([hidden])")
    found += naked(page, proper)
    join(page, server, access)
    page.click("text=⟦Just watch⟧")
    page.click("button >> text=⟦Invite⟧")
    page.locator("dialog img.qr").wait_for()
    found += naked(page, proper)
    page.click("dialog >> text=⟦I am the owner⟧")
    page.wait_for_selector("input[name=pin]")
    found += naked(page, proper)
    page.goto(f"http://127.0.0.1:{server.port}/nowhere")
    found += naked(page, proper)
    assert found == []
