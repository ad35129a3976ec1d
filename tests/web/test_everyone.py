"""A page for everybody: small, enlarged, without colours, by keyboard, in either light, on a home screen."""

import json
from io import BytesIO

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from table.command import Correct

BOARD = {"width": 1280, "height": 800}
SMALL = {"width": 320, "height": 568}
# WCAG 1.4.12, as a sheet that no content policy stands in the way of.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important;
    word-spacing: .16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
# Each with its own bounds: what scrolls within a box of its own may be wider than the page.
TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("body *")].filter((node) => node.getBoundingClientRect().right > innerWidth)
    .map((node) => `${node.tagName}.${node.className} ${node.textContent.slice(0, 30)}`)"""
# What a voice would say; no test hears it.
LISTEN = """
window.heard = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (words) => window.heard.push([words.lang, words.text]), cancel: () => {} } });
"""

# What a browser says where nothing is to be kept, as its owner, or an app that shows the page, has it.
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
"""


def to_bids(table):
    table.to_bids(edition="us", last_bid="nonzero")


def to_moves(table):
    table.to_moves(1, 1, 0)


GAMES = {"wizard": to_bids, "magicians": to_moves, "set-up": lambda table: None}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("path", ["/", "/board", "/board?keys"])
def test_nothing_sticks_out_at_320_pixels_with_wide_spaced_or_doubled_letters(table, open_page, game, path):
    GAMES[game](table)
    page = open_page(path, SMALL)
    page.wait_for_selector("h1")
    assert page.evaluate(TOO_WIDE) == []
    page.evaluate(SPACED)
    assert page.evaluate(TOO_WIDE) == [], "spaced"
    page.evaluate("document.adoptedStyleSheets = []")
    page.set_viewport_size({"width": 640, "height": 800})
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    assert page.evaluate(TOO_WIDE) == [], "doubled"


@pytest.mark.parametrize(("edition", "suits"), [("us", "SHCD"), ("amigo", "BGRY")])
def test_without_colours_every_suit_is_still_told_by_its_shape(table, open_page, edition, suits):
    table.begin(edition=edition)
    page = open_page()
    vision = page.context.new_cdp_session(page)
    vision.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    page.click("text=Just watch")
    page.click("[data-focus=enter]")
    drawn = {}
    for suit in suits:
        key = page.locator(f"dialog [data-suit={suit}]")
        assert key.inner_text().strip(), "a suit's key bears its word"
        icon = Image.open(BytesIO(key.locator("svg").screenshot())).convert("L").resize((24, 24))
        ground = Image.new("L", icon.size, icon.getpixel((0, 0)))
        drawn[suit] = ImageChops.difference(icon, ground).point(lambda apart: 255 if apart > 60 else 0)
        assert 0.15 < drawn[suit].histogram()[255] / 24**2 < 0.85
    for one in suits:
        for other in suits[: suits.index(one)]:
            apart = ImageChops.difference(drawn[one], drawn[other]).histogram()[255] / 24**2
            assert apart > 0.04, (one, other, apart)


def test_a_keyboard_reaches_every_key_sees_where_it_is_and_comes_back_from_a_dialog(table, open_page):
    to_bids(table)
    page = open_page(size=SMALL)
    page.click("text=Just watch")
    page.reload()
    page.wait_for_selector("[data-focus=bid0]")
    keys = page.evaluate(
        "[...document.querySelectorAll('#app :is(button:not(:disabled), a[href], summary, [tabindex])')]"
        ".filter(node => node.checkVisibility()).length"
    )
    seen = []
    for _ in range(keys):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate(
                """() => {
                    const node = document.activeElement, box = node.getBoundingClientRect();
                    window.reached = (window.reached ?? new Set()).add(node);
                    const inView = box.bottom > 0 && box.top < innerHeight;
                    return inView && getComputedStyle(node).outlineStyle !== "none";
                }"""
            )
        )
    assert page.evaluate("window.reached.size") == keys and all(seen)
    page.focus("[data-focus=settings]")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    for _ in range(12):
        page.keyboard.press("Tab")
        where = "document.activeElement.closest('dialog, body').tagName"
        assert page.evaluate(where) == "DIALOG" or page.evaluate("document.activeElement === document.body")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement.dataset.focus") == "settings"


@pytest.mark.parametrize(
    ("begin", "shown"),
    [
        (GAMES["set-up"], ".place-key"),
        (to_bids, "[data-focus=bid0]"),
        (lambda table: table.to_letters(), ".letters"),
    ],
)
def test_in_the_system_s_few_colours_keys_have_an_edge_and_what_is_chosen_differs(
    table, open_page, begin, shown
):
    page = open_page()
    page.emulate_media(forced_colors="active")
    page.wait_for_selector(".pane-who [name=name]")
    tints = page.eval_on_selector_all(
        ".marks [class*=tint-]", "all => all.map(one => getComputedStyle(one).backgroundColor)"
    )
    assert len(set(tints)) == len(tints) > 1
    page.fill(".pane-who [name=name]", "Ann")
    page.click(".pane-who .gold")
    page.wait_for_selector(".place-key")
    begins = page.eval_on_selector_all(
        ".radio [aria-hidden]", "all => all.map(one => getComputedStyle(one).backgroundColor)"
    )
    assert begins[0] not in begins[1:]
    begin(table)
    page.wait_for_selector(shown)
    edgeless = page.eval_on_selector_all(
        "button, .flap",
        "all => all.filter(one => one.checkVisibility() && getComputedStyle(one).borderStyle === 'none')"
        ".map(one => one.className)",
    )
    assert edgeless == []


def test_the_keyboard_comes_back_to_the_key_that_was_drawn_anew_beneath_a_dialog(table, open_page):
    to_bids(table)
    table.events({"event": "bid", "player": 1, "tricks": 0})
    page = open_page()
    page.click("[data-focus=seat0]")
    page.wait_for_selector(".chip.you")
    page.focus(".tools >> text=New game")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog .setup")
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (2, 0)))
    page.wait_for_selector(".banner >> text=Bo leads")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.textContent === 'New game'")
    # The second of two dialogs was opened by a key of the first.
    page.focus(".tools >> text=Correct something")
    page.keyboard.press("Enter")
    page.click("dialog .event")
    page.wait_for_selector("dialog .key")
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")))
    page.wait_for_selector("[data-focus=confirm]")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.activeElement.textContent === 'Correct something'")


def test_the_keyboard_comes_back_from_a_word_at_the_foot_of_the_page(table, open_page, complaints):
    to_bids(table)
    page = open_page()
    page.route("**/api/press", lambda route: route.abort())
    page.focus("[data-focus=press-confirm]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#toast button")
    page.focus("#toast button")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.focus") == "press-confirm"
    complaints.clear()


def test_what_happens_is_told_politely_and_only_a_refusal_interrupts(table, open_page):
    to_bids(table)
    page = open_page()
    page.wait_for_function("() => document.getElementById('say').textContent.includes('Bo bids')")
    table.events({"event": "bid", "player": 1, "tricks": 0})
    page.wait_for_function("() => document.getElementById('say').textContent.includes('Cy bids')")
    assert page.locator("[aria-live=assertive]").count() == 0
    assert page.get_attribute("#say", "aria-live") == "polite"
    assert page.get_attribute("#toast", "role") == "alert"


# Of all that is not in an open modal dialog a screen reader is told nothing.
IN_DIALOG = "['say', 'toast'].map(id => document.getElementById(id).closest(':modal') !== null)"


def test_what_happens_is_told_while_a_dialog_is_open_too(table, open_page):
    to_bids(table)
    page = open_page()
    page.wait_for_function("() => document.getElementById('say').textContent.includes('Bo bids')")
    page.click("[data-focus=settings]")
    page.wait_for_selector("dialog[open]")
    table.events({"event": "bid", "player": 1, "tricks": 0})
    page.wait_for_function("() => document.getElementById('say').textContent.includes('Cy bids')")
    assert page.evaluate(IN_DIALOG) == [True, True]
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    table.events({"event": "bid", "player": 2, "tricks": 0})
    page.wait_for_function("() => document.getElementById('say').textContent.includes('Ann bids')")
    expect(page.locator("body > #toast")).to_have_count(1)


ANNOUNCED = """() => {
    window.announced = [];
    const box = document.getElementById("toast");
    const hear = () => box.textContent && box.ariaLive !== "off" && window.announced.push(box.textContent);
    new MutationObserver(hear).observe(box, { childList: true });
}"""
LOST = "document.body.classList.contains('lost')"


def test_a_road_that_comes_and_goes_is_told_once(table, open_page):
    to_bids(table)
    page = open_page()
    page.wait_for_selector(".banner")
    page.evaluate(ANNOUNCED)
    for _ in range(3):
        page.evaluate("dispatchEvent(new Event('offline'))")
        page.evaluate("dispatchEvent(new Event('offline'))")
        assert page.evaluate(LOST)
        expect(page.locator("#toast")).to_contain_text("cannot be reached")
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_function(f"() => !{LOST}")
    assert len(page.evaluate("window.announced")) == 1


def test_a_phone_that_finds_no_place_at_the_stream_is_not_told_that_the_table_is_gone(
    table, open_page, complaints
):
    to_bids(table)
    page = open_page()
    page.wait_for_selector(".banner")
    page.evaluate(ANNOUNCED)
    page.route("**/live", lambda route: route.fulfill(status=503))
    with page.expect_response("**/state"):
        page.evaluate("dispatchEvent(new Event('online'))")
    table.events({"event": "bid", "player": 1, "tricks": 0})
    page.wait_for_selector(".banner >> text=Cy bids")
    assert page.evaluate("window.announced") == []
    complaints.clear()


def test_nothing_moves_where_less_motion_is_wanted(table, open_page):
    table.to_trick()
    page = open_page()
    table.events({"event": "play", "card": "2S"})
    page.wait_for_selector(".slot.new .card")
    assert page.evaluate("document.getAnimations().length") == 0
    page.emulate_media(reduced_motion="no-preference")
    table.events({"event": "play", "card": "3S"})
    page.wait_for_function("() => document.getAnimations().length > 0")


def test_a_device_keeps_its_colours_by_choice_and_goes_by_itself_else(table, open_page):
    page = open_page()
    page.emulate_media(color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    page.wait_for_selector("[data-focus=settings]")
    dark = page.evaluate(ground)
    page.click("[data-focus=settings]")
    with page.expect_navigation():
        page.locator("dialog select[name=look]").select_option("light")
    light = page.evaluate(ground)
    assert light != dark
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    page.emulate_media(color_scheme="light")
    page.click("[data-focus=settings]")
    expect(page.locator("dialog select[name=look]")).to_have_value("light")
    with page.expect_navigation():
        page.locator("dialog select[name=look]").select_option("dark")
    assert page.evaluate(ground) == dark
    page.click("[data-focus=settings]")
    with page.expect_navigation():
        page.locator("dialog select[name=look]").select_option("")
    assert page.evaluate(ground) == light


@pytest.mark.parametrize("kept", ["light", "dark", "", '"><script>', "{{1999*1999}}"])
def test_a_colour_that_nobody_offers_is_not_echoed(table, kept):
    client = table.app.test_client()
    client.set_cookie("familiar_look", kept)
    page = client.get("/").text
    assert "<script>" not in page and "3996001" not in page and page.count("light.css") == 1


def test_a_winner_is_said_aloud_once_and_only_where_that_is_switched_on(table, open_page):
    table.to_trick()
    page, silent = open_page(), open_page()
    for each in (page, silent):
        each.add_init_script(LISTEN)
        each.reload()
        each.wait_for_selector("[data-focus=settings]")
    page.click("[data-focus=settings]")
    with page.expect_response(lambda answer: answer.url.endswith("/speech")):
        page.locator("dialog [name=voice]").select_option("wins")
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.heard.length > 0")
    assert page.evaluate("window.heard") == [["en", "Who wins"]]
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")))
    for each in (page, silent):
        each.wait_for_selector(".banner.win")
    page.wait_for_function("() => window.heard.length > 1")
    said = "The trick is complete, and it goes to Ann: confirm it."
    assert page.evaluate("window.heard.slice(1)") == [["en", said]]
    page.reload()
    page.wait_for_selector(".banner.win")
    assert page.evaluate("window.heard") == [] == silent.evaluate("window.heard")


def listening(open_page, how):
    """Open a page on which everything is said in one of the ways."""
    page = open_page()
    page.add_init_script(LISTEN)
    page.reload()
    page.click("[data-focus=settings]")
    with page.expect_response(lambda answer: answer.url.endswith("/speech")):
        page.locator("dialog [name=voice]").select_option(how)
    page.keyboard.press("Escape")
    return page


def test_everything_is_said_in_order_and_of_a_correction_only_what_changed(table, open_page):
    table.to_trick()
    who = table.host.snapshot.history.header.players
    first = table.host.snapshot.view(None)["turn"]
    one, two, three = (who[(first + place) % len(who)] for place in range(3))
    page = listening(open_page, "all")
    table.events({"event": "play", "card": "2S"})
    page.wait_for_function("() => window.heard.length === 4")
    table.events({"event": "play", "card": "3S"})
    page.wait_for_function("() => window.heard.length === 7")
    index = len(table.host.snapshot.history.events) - 2
    table.do(Correct(index, {"event": "play", "player": first, "card": "4S"}))
    page.wait_for_function("() => window.heard.length === 9")
    assert page.evaluate("window.heard.slice(1).map((each) => each[1])") == [
        f"{one} played the 2 of spades.",
        "Spades must be followed.",
        f"It is the turn of {two}.",
        f"{two} played the 3 of spades.",
        f"The card of {two} is the highest.",
        f"It is the turn of {three}.",
        f"Put right: {one} played the 4 of spades. Until now it said: {one} played the 2 of spades.",
        f"The card of {one} is the highest.",
    ]


def test_a_screen_reader_hears_it_from_the_page_and_no_voice_speaks(table, open_page):
    table.to_trick()
    page = listening(open_page, "reader")
    table.events({"event": "play", "card": "2S"})
    page.wait_for_function("() => document.querySelectorAll('#say p').length === 3")
    assert "played the 2 of spades." in page.locator("#say p").first.text_content()
    assert page.evaluate("window.heard") == []


def test_a_browser_that_keeps_nothing_plays_all_the_same(table, open_page):
    table.begin()
    phone, board = open_page("/wifi"), open_page("/wifi", BOARD)
    for page, path in ((phone, "/"), (board, "/board")):
        page.add_init_script(NO_STORAGE)
        page.goto(page.url.replace("/wifi", path))
    phone.click("text=Just watch")
    phone.wait_for_selector(".welcome", state="detached")
    table.events({"event": "turn_up", "card": "7H"})
    phone.wait_for_selector(".trump-H")
    assert phone.locator(".welcome").count() == 0
    phone.click("text=Take a seat")
    phone.click("[data-focus=seat0]")
    phone.wait_for_selector(".chip.you")
    board.wait_for_selector(".trump-H")
    board.click("[data-focus=sounds]")
    expect(board.locator("[data-focus=sounds]")).to_have_attribute("aria-pressed", "true")


def test_the_page_can_be_put_on_a_home_screen(table, open_page, server):
    page = open_page()
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == [] and found["url"].endswith(".webmanifest")
    manifest = json.loads(found["data"])
    assert manifest["start_url"] == "/" and manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = page.request.get(found["url"].rsplit("/", 1)[0] + "/" + icon["src"])
        assert answer.ok and answer.headers["content-type"].split(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            width, height = Image.open(BytesIO(answer.body())).size
            assert icon["sizes"] == f"{width}x{height}"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
