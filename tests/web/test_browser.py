"""Four phones and a big screen in a real browser, where Chromium and its driver are present."""

import pytest
from offline import go_offline
from playwright.sync_api import expect

SMALL = {"width": 320, "height": 568}
BOARD = {"width": 1280, "height": 800}
STYLED = "() => getComputedStyle(document.querySelector('.places')).display === 'grid'"
# Which images a page has fetched from now on.
LOOKING = """() => {
  window.looking = new Set();
  const src = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
  const set = function (value) { window.looking.add(this); src.set.call(this, value); };
  Object.defineProperty(HTMLImageElement.prototype, "src", { ...src, set });
}"""


def enter(page, rank, suit):
    """Choose a card in the picker."""
    page.click("[data-focus=enter]")
    page.click(f"dialog [data-suit={suit}]")
    page.click(f"dialog .rank-key:has-text('{rank}')")
    page.wait_for_selector("dialog", state="detached")


def test_an_evening_begins_on_phones_and_is_followed_on_the_big_screen(table, open_page):
    ann, board = open_page(), open_page("/board?keys", BOARD)
    board.wait_for_selector(".qr")
    for place, name in enumerate(("Ann", "<b>Bo</b>", "Cy", "Dora")):
        ann.fill(f".names li:nth-child({place + 1}) input[type=text]", name)
    ann.click("text=Start the game")
    ann.click("[data-focus=seat0]")
    ann.wait_for_selector(".banner.mine >> text=Deal 1 card each")
    board.wait_for_selector("text=Ann deals 1 card each")
    assert "Clear the table" in board.inner_text(".centre .banner")
    assert ann.locator(".players b").count() == 0 and ann.locator(".players >> text=<b>Bo</b>").count() == 1

    bo, cy, dora = (open_page(size=SMALL), open_page(), open_page())
    for seat, page in enumerate((bo, cy, dora), 1):
        page.click(f"[data-focus=seat{seat}]")
        page.wait_for_selector(".chip.you")
    enter(ann, "7", "H")
    board.wait_for_selector(".trump >> text=Hearts")
    for page, bid in ((bo, 1), (cy, 0), (dora, 0), (ann, 0)):
        page.wait_for_selector(".banner.mine >> text=Your bid?")
        page.click(f"[data-focus=bid{bid}]")
    bo.wait_for_selector(".banner.mine >> text=Your turn")

    bo.reload()
    bo.wait_for_selector(".banner.mine >> text=Your turn")
    for rank, suit, name in (
        ("10", "H", "Hearts"),
        ("2", "S", "Spades"),
        ("3", "S", "Spades"),
        ("4", "S", "Spades"),
    ):
        enter(bo, rank, suit)
        # Who tells the next card before this one is seen means another state of the table, and is refused.
        bo.wait_for_selector(f".trick .card[aria-label='{rank} of {name}']")
    board.wait_for_selector(".plaque.won >> text=<b>Bo</b>")
    board.wait_for_selector("text=<b>Bo</b> takes the trick")
    dora.click("text=Confirm and score the round")
    ann.wait_for_selector(".result >> text=+30")
    for page in (ann, bo, cy, dora, board):
        page.wait_for_selector(".sheet .hit >> text=30")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"


def test_every_key_on_a_small_phone_is_large_enough_to_be_touched(table, open_page):
    table.to_bids()
    page = open_page(size=SMALL)
    page.wait_for_selector("[data-focus=bid0]")
    sizes = page.eval_on_selector_all(
        "button, a.button, summary",
        "keys => keys.filter(key => key.offsetParent)"
        ".map(key => [key.textContent, key.offsetWidth, key.offsetHeight])",
    )
    assert len(sizes) > 8
    assert [key for key in sizes if key[1] < 44 or key[2] < 44] == []


def test_an_unclear_card_is_shown_and_answered_by_tapping(table, open_page):
    table.to_trick()
    page = open_page()
    page.click("text=Just watch")
    table.look(("10H", (("10D", 0.3),)))
    page.click(".option >> nth=1")
    page.wait_for_selector(".trick .card[aria-label='10 of Diamonds']")
    page.wait_for_selector(".question", state="detached")


def test_a_card_is_corrected_and_the_change_undone_from_the_list(table, open_page):
    table.to_trick()
    table.events({"event": "play", "card": "2S"})
    page = open_page()
    page.click("text=Correct something")
    page.click("dialog .event >> nth=0")
    page.click("dialog [data-suit=H]")
    page.click("dialog .rank-key:has-text('K')")
    page.wait_for_selector(".trick .card[aria-label='King of Hearts']")
    page.click(".tools >> text=Undo")
    page.click("dialog .gold")
    page.wait_for_selector(".trick .card[aria-label='King of Hearts']", state="detached")


def test_a_refused_wish_says_why_and_a_hidden_bid_stays_on_its_phone(table, open_page):
    table.to_bids(bids="delayed")
    bo, cy = open_page(), open_page()
    bo.click("[data-focus=seat1]")
    bo.click("[data-focus=bid1]")
    bo.wait_for_selector("text=You bid 1")
    cy.click("[data-focus=seat1]")
    cy.click("dialog .gold")
    cy.wait_for_selector("#toast >> text=lies hidden")
    assert cy.locator(".sealed").count() >= 1


def test_a_seat_is_given_up_only_after_a_question(table, open_page):
    table.to_trick()
    page = open_page()
    page.click("[data-focus=seat1]")
    for key in ("No, leave it", "Give up my seat"):
        page.click(".tools >> text=Give up my seat")
        page.wait_for_selector("dialog >> text=This phone then only watches.")
        assert table.app.extensions["familiar"].seats.held("Bo")
        page.click(f"dialog .row >> text={key}")
        page.wait_for_selector("dialog", state="detached")
    page.wait_for_selector(".tools >> text=Take a seat")
    assert not table.app.extensions["familiar"].seats.held("Bo")


def test_the_trick_can_be_confirmed_with_the_keyboard_alone(table, open_page):
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")))
    page = open_page()
    page.wait_for_selector("[data-focus=confirm]")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.focus") == "confirm":
            page.keyboard.press("Enter")
            break
    page.wait_for_selector("text=Bo deals 2 cards each")


def test_the_camera_s_picture_is_fetched_by_the_game_that_is_shown_alone(table, open_page):
    table.to_trick()
    board = open_page("/board?keys", BOARD, clock=True)
    board.wait_for_selector(".game-wizard .picture img")
    for begin, game in ((table.mages, "magicians"), (table.to_trick, "wizard")):
        begin()
        board.wait_for_selector(f".game-{game} .picture img")
    board.evaluate(LOOKING)
    board.clock.run_for(6000)
    board.wait_for_function("() => window.looking.size > 0")
    board.clock.run_for(6000)
    assert board.evaluate("window.looking.size") == 1


def test_a_phone_that_loses_the_table_says_so_and_catches_up_when_it_is_back(table, open_page, complaints):
    table.to_trick()
    phone = open_page()
    phone.click("[data-focus=seat1]")
    phone.wait_for_selector(".banner.mine >> text=Your turn")
    go_offline(phone)
    phone.wait_for_selector("#toast >> text=cannot be reached")
    table.events({"event": "play", "card": "2S"})
    phone.context.set_offline(False)
    phone.wait_for_selector(".trick .card[aria-label='2 of Spades']")
    phone.wait_for_function("() => document.getElementById('toast').textContent === ''")
    complaints.clear()


def test_a_stream_that_falls_silent_is_begun_anew(table, open_page):
    table.to_trick()
    phone = open_page(clock=True)
    phone.wait_for_selector(".banner")
    with phone.expect_request("**/live"):
        phone.clock.fast_forward(60_000)


def test_a_page_that_the_browser_has_kept_for_the_way_back_asks_the_table_at_once(table, open_page):
    table.to_trick()
    phone = open_page()
    phone.wait_for_selector(".banner")
    with phone.expect_request("**/live"):
        phone.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")


def test_a_television_that_loses_the_table_as_a_game_begins_waits_for_it(table, open_page, complaints):
    board = open_page("/board", BOARD)
    board.wait_for_selector(".greeting")
    board.route("**/*", lambda route: route.abort())
    table.to_trick()
    with board.expect_event("requestfailed", lambda asked: "/state" in asked.url or "/board" in asked.url):
        pass
    expect(board.locator(".greeting")).to_be_visible()
    board.unroute("**/*")
    board.wait_for_selector(".plaque")
    complaints.clear()


@pytest.mark.parametrize("script", ["waiting.js", "lobby.js"])
def test_a_phone_that_cannot_fetch_who_waits_as_a_game_ends_has_it_once_the_table_answers(
    table, open_page, complaints, script
):
    table.to_trick()
    phone = open_page()
    phone.wait_for_selector(".banner")
    phone.route(f"**/{script}", lambda route: route.abort())
    with phone.expect_event("requestfailed", lambda asked: f"/{script}" in asked.url):
        assert table.phone().say("stop").status_code == 200
    phone.unroute(f"**/{script}")
    phone.wait_for_selector(".pane-who [name=name]")
    assert [one for one in complaints if "Failed to load resource" not in one] == []
    complaints.clear()


def test_a_style_sheet_that_was_lost_on_the_way_is_asked_for_again(table, open_page, complaints):
    table.to_trick()
    phone = open_page()
    phone.wait_for_selector(".banner")
    phone.route("**/magicians.css", lambda route: route.abort())
    with phone.expect_event("requestfailed", lambda asked: "/magicians.css" in asked.url):
        table.mages()
    phone.wait_for_selector(".game-magicians .places")
    phone.unroute("**/magicians.css")
    phone.wait_for_function(STYLED)
    complaints.clear()


def first_load(open_page, lost):
    """Give a page that loses these scripts at its first load, as over a network that falters."""
    page = open_page("/manifest.webmanifest")
    page.route(f"**/{lost}", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda asked: asked.url.endswith(".js")):
        page.goto(page.url.replace("manifest.webmanifest", ""))
    return page


@pytest.mark.parametrize("script", ["main.js", "dom.js", "setup.js"])
def test_a_page_that_lost_a_script_at_its_first_load_is_loaded_anew(open_page, complaints, script):
    page = first_load(open_page, script)
    page.unroute(f"**/{script}")
    page.wait_for_selector(".setup .names li")
    complaints.clear()


def test_a_page_that_lost_all_scripts_at_its_first_load_says_so_and_can_be_loaded_by_hand(
    open_page, complaints
):
    page = first_load(open_page, "*.js")
    late = page.get_by_text("This page was not loaded completely.")
    expect(late).to_be_hidden()
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(late).to_be_visible()
    page.unroute("**/*.js")
    page.get_by_role("link", name="Load it again").click()
    page.wait_for_selector(".setup .names li")
    expect(late).to_be_hidden()
    complaints.clear()


def test_a_key_whose_script_cannot_be_fetched_says_so_and_works_once_it_can(table, open_page, complaints):
    table.to_trick()
    phone = open_page()
    phone.click("text=Just watch")
    for key in ("Correct something", "New game", "Invite"):
        phone.route("**/*.js", lambda route: route.abort())
        phone.click(f".tools >> text={key}")
        expect(phone.locator("#toast")).to_contain_text("cannot be reached")
        phone.unroute("**/*.js")
        phone.click("#toast button")
        phone.click(f".tools >> text={key}")
        phone.wait_for_selector("dialog[open] .dialog-body > *")
        phone.click("dialog .dialog-head button")
        phone.wait_for_selector("dialog", state="detached")
    assert [one for one in complaints if "Failed to load resource" not in one] == []
    complaints.clear()


def test_a_page_that_was_opened_before_an_update_is_loaded_anew(table, open_page):
    table.to_trick()
    phone = open_page()
    phone.wait_for_selector(".banner")
    desk = table.app.extensions["familiar"]
    object.__setattr__(desk, "version", "another")
    with phone.expect_navigation():
        table.events({"event": "play", "card": "2S"})
    object.__setattr__(desk, "version", table.app.static_url_path.rpartition("/")[2])
    table.events({"event": "play", "card": "3S"})
    phone.wait_for_selector(".trick .card[aria-label='3 of Spades']")
