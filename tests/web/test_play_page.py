"""How a game is led from the phones: by hand without a camera, questions, corrections, what is amiss."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from table.command import Correct, Look, NewGame, Submit
from table.host import Host
from table.journal import Journal
from vision.types import Sight
from web.app import close, create_app
from web.seats import Seats
from web.security import Security
from web.server import Server

SMALL = {"width": 320, "height": 568}
BOARD = {"width": 1280, "height": 800}


@pytest.fixture
def table(make_table, request):
    """Set a table; a test that is marked with its options sets another one."""
    return make_table(**getattr(request, "param", {}))


@pytest.fixture
def server(table, kept_port):
    with Server(table.app, "127.0.0.1", kept_port) as server:
        yield server.start()


without_camera = pytest.mark.parametrize("table", [{"picture": None}], indirect=True)


@contextmanager
def open_table(path, port=0, **options):
    """Open the table of a journal as the appliance does, with the secret that was kept."""
    with Host(Journal(path)) as host:
        kept = Seats(path.with_name("seats.json"))
        app = create_app(
            host.start(), security=Security(secret="kept over the restart"), seats=kept, **options
        )
        with Server(app, "127.0.0.1", port) as server:
            yield host, server.start()
            close(app)


def sit(open_page, count, **options):
    phones = [open_page(**options) for _ in range(count)]
    for seat, phone in enumerate(phones):
        phone.click(f"[data-focus=seat{seat}]")
        phone.wait_for_selector(".chip.you")
    return phones


def lay(page, card):
    """Enter a card with the keys that stand on the page."""
    page.click(f".by-hand [data-suit={card[-1]}]")
    page.click(f".by-hand [data-focus=card{card}]")


@without_camera
def test_without_a_camera_everybody_lays_a_card_by_a_tap_on_the_own_phone(table, open_page):
    table.begin()
    ann, bo, cy = sit(open_page, 3, size=SMALL)
    assert ann.locator(".picture").count() == 0
    lay(ann, "7H")
    for phone, bid in ((bo, 1), (cy, 0), (ann, 0)):
        phone.click(f"[data-focus=bid{bid}]")
    bo.wait_for_selector(".by-hand >> text=Your card")
    expect(cy.locator(".by-hand")).to_have_count(0)
    bo.click("[data-suit=H]")
    expect(bo.locator("[data-focus=card7H]")).to_be_disabled()
    lay(bo, "10H")
    cy.wait_for_selector(".by-hand")
    # The suit that is called stands open: who follows needs one tap.
    expect(cy.locator("[data-suit=H]")).to_have_attribute("aria-pressed", "true")
    cy.click("[data-focus=card2H]")
    ann.click("[data-focus=cardW]")
    ann.click("[data-focus=confirm]")
    bo.wait_for_selector(".result >> text=Ann")
    assert table.host.snapshot.view(None)["sheet"][0]["tricks"] == [1, 0, 0]
    for phone in (ann, bo, cy):
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_six_who_tap_their_bids_at_once_are_all_heard(table, open_page):
    table.begin(("Ann", "Bo", "Cy", "Dora", "Emil", "Fay"), bids="simultaneous")
    table.events({"event": "turn_up", "card": "7H"})
    phones, held = sit(open_page, 6), []

    def hold(route):
        """Let no bid reach the table before all are on their way."""
        held.append(route)
        if len(held) == len(phones):
            for each in held:
                each.continue_()

    for phone in phones:
        phone.route("**/api/bid", hold)
    for seat, phone in enumerate(phones):
        phone.click(f"[data-focus=bid{seat % 2}]")
    for phone in phones:
        phone.wait_for_selector(".own-bid")
        expect(phone.locator("#toast")).to_be_empty()
    assert len({route.request.post_data_json["seen"] for route in held}) == 1
    assert table.host.snapshot.view(None)["bids"] == [0, 1, 0, 1, 0, 1]


@without_camera
def test_without_a_camera_the_big_screen_enters_a_whole_trick_where_nobody_has_a_phone(table, open_page):
    table.begin()
    board = open_page("/board?keys", BOARD)
    lay(board, "7H")
    board.wait_for_selector(".trump >> text=Hearts")
    for bid in (0, 0, 0):
        turn = board.locator(".plaque.turn strong").inner_text()
        board.click(f".pane-now [data-focus=bid{bid}]")
        expect(board.locator(".plaque.turn strong")).not_to_have_text(turn)
    for card in ("2S", "3S", "4S"):
        lay(board, card)
        board.wait_for_selector(f".laid [aria-label='{card[0]} of Spades']")
    board.click("[data-focus=confirm]")
    board.wait_for_selector(".pane-sheet .now >> text=2")


def test_the_card_that_was_led_and_the_highest_are_marked_and_the_last_trick_stays_in_sight(table, open_page):
    table.to_trick()
    phone = open_page()
    phone.click("text=Just watch")
    table.events({"event": "play", "card": "2H"}, {"event": "play", "card": "KH"})
    expect(phone.locator(".trick .slot.led")).to_contain_text("Bo")
    expect(phone.locator(".trick .slot.best")).to_contain_text("Cy")
    table.events({"event": "play", "card": "4H"}, {"event": "confirm"}, {"event": "turn_up", "card": "5D"})
    phone.wait_for_selector(".pane-last >> text=Cy took it")
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (2, 0, 1)))
    table.events({"event": "play", "card": "2C"})
    expect(phone.locator(".pane-last .last-line li.won")).to_contain_text("Cy")


def test_the_neighbours_of_an_unclear_card_are_one_tap_away(table, open_page):
    table.to_trick()
    phone = open_page(size=SMALL)
    phone.click("text=Just watch")
    table.look(("10H", (("10D", 0.3),)))
    phone.wait_for_selector(".near")
    assert phone.locator(".near-key .hear").all_inner_texts() == ["9 of Hearts", "Jack of Hearts"]
    phone.click(".near-key >> nth=0")
    phone.wait_for_selector(".trick .card[aria-label='9 of Hearts']")


def test_a_correction_is_told_on_every_phone_and_the_big_screen_with_the_points_it_moves(table, open_page):
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})
    ann, bo = sit(open_page, 2)
    board = open_page("/board?keys", BOARD)
    ann.click("text=Correct something")
    ann.click("dialog [data-focus=event4]")
    ann.click("dialog [data-suit=H]")
    ann.click("dialog [data-focus=cardAH]")
    for page in (ann, bo, board):
        expect(page.locator(".alert.told")).to_contain_text("Put right: Bo played the ace of hearts.")
        expect(page.locator(".alert.told")).to_contain_text("So the score changes")
    expect(bo.locator("#say")).to_contain_text("Put right")


def test_a_wizard_that_was_turned_up_after_all_asks_for_its_trump_at_once(table, open_page):
    table.to_trick(turned_wizard="dealer_chooses")
    phone = open_page()
    phone.click("text=Correct something")
    phone.click("dialog [data-focus=event0]")
    phone.click("dialog [data-focus=cardW]")
    phone.click("dialog [data-focus=suitC]")
    phone.wait_for_selector(".trump >> text=Clubs")
    expect(phone.locator(".alert.told")).to_contain_text("Put right: a Wizard was turned up.")


def test_a_card_that_is_gone_is_drawn_with_what_can_be_done(table, open_page):
    table.to_trick()
    phone = open_page()
    table.look(("10H", ()))
    phone.wait_for_selector(".trick .card[aria-label='10 of Hearts']")
    table.do(Look(Sight(())))
    phone.wait_for_selector(".alert.amber .card[aria-label='10 of Hearts']")
    phone.click("[data-focus=undo-missing]")
    phone.click("dialog .gold")
    expect(phone.locator(".alert.told")).to_contain_text("Taken back: Bo played the 10 of hearts.")
    expect(phone.locator(".alert.amber")).to_have_count(0)


@without_camera
def test_nothing_keeps_people_out_where_cards_are_entered_by_hand(table, open_page, barriers):
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2H", "KH", "W")))
    table.events({"event": "confirm"}, {"event": "turn_up", "card": "5D"})
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (2, 0, 1)))
    table.events({"event": "play", "card": "2C"})
    table.do(Correct(5, {"event": "play", "player": 2, "card": "QH"}))
    phone, board = open_page(size=SMALL), open_page("/board?keys", BOARD)
    for page in (phone, board):
        page.wait_for_selector(".by-hand")
        assert barriers(page) == []


def test_nothing_keeps_people_out_where_a_card_is_unclear_or_gone(table, open_page, barriers):
    table.to_trick()
    phone = open_page(size=SMALL)
    table.look(("10H", (("10D", 0.3),)))
    phone.wait_for_selector(".near")
    assert barriers(phone) == []
    table.look(("10H", ()))
    table.do(Look(Sight(())))
    phone.wait_for_selector("[data-focus=undo-missing]")
    assert barriers(phone) == []


def test_a_phone_finds_its_seat_again_after_the_table_was_begun_anew(tmp_path, pages):
    path, page = tmp_path / "journal.sqlite", pages.lend({"width": 1280, "height": 720})
    with open_table(path) as (host, server):
        players = ["Ann", "Bo", "Cy"]
        host.handle(NewGame({"game": "wizard", "players": players, "dealer": 0, "rules": {}}))
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.click("[data-focus=seat1]")
        page.wait_for_selector(".chip.you")
        port = server.port
    page.wait_for_selector("body.lost")
    with open_table(path, port) as (host, _):
        host.handle(Submit({"event": "turn_up", "card": "7H"}))
        page.wait_for_selector(".banner.mine >> text=Your bid?")
        expect(page.locator(".players .me")).to_contain_text("Bo")
        page.click("[data-focus=bid1]")
        page.wait_for_selector("text=You bid 1")
    pages.take_back(page)


@pytest.mark.parametrize("width", [320, 390])
def test_the_bar_names_the_round_and_whoever_deals_whole(table, open_page, width):
    table.begin(("Jean-Sébastien", "Maximiliane", "Bo"))
    phone = open_page(size={"width": width, "height": 640}, locale="fr-FR")
    expect(phone.locator(".pane-bar .round")).to_have_text("Manche 1/20")
    expect(phone.locator(".pane-bar .note")).to_have_text("Jean-Sébastien donne")
    whole = phone.locator(".pane-bar :is(.round, .note)").evaluate_all(
        "all => all.map(({ scrollWidth: x, clientWidth: w, scrollHeight: y, clientHeight: h }) =>"
        " x <= w && y <= h + 2)"
    )
    assert whole == [True, True]


def to_end(table):
    """Play one round, and stop there."""
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})
    table.events({"event": "stop"})


def test_the_form_of_another_game_names_whoever_has_come_since(table, open_page):
    to_end(table)
    phone = open_page()
    phone.wait_for_selector(".pane-tools")
    answer = table.phone().say("lobby", name="Zoe", colour="red", sign="owl", place=None)
    assert answer.status_code == 200
    phone.wait_for_selector(".pane-lobby >> text=Zoe")
    phone.click(".pane-tools >> text=New game")
    expect(phone.locator("dialog .names input[type=text]").last).to_have_value("Zoe")


def test_whoever_fills_in_the_form_while_another_begins_is_asked_before_that_game_ends(table, open_page):
    to_end(table)
    ann, bo = open_page(), open_page()
    for phone in (ann, bo):
        phone.click("text=Play again")
        phone.wait_for_selector("dialog .setup .names")
    ann.click("dialog .setup [type=submit]")
    ann.wait_for_selector("dialog", state="detached")
    bo.wait_for_selector(".banner >> text=Ann deals 1 card each")
    game = table.host.snapshot.game_id
    bo.click("dialog .setup [type=submit]")
    expect(bo.locator("dialog").last).to_contain_text("A game is running. Start a new one?")
    bo.locator("dialog").last.locator(".row .plain").click()
    assert table.host.snapshot.game_id == game


def test_a_phone_without_a_seat_takes_one_after_the_same_players_began_anew(table, open_page):
    table.begin()
    phone = open_page()
    phone.wait_for_selector("[data-focus=seat0]")
    table.to_bids()
    phone.wait_for_selector(".trump-H")
    phone.click("[data-focus=seat0]")
    phone.wait_for_selector(".chip.you")


HEAR = """() => {
    window.told = [];
    const box = document.getElementById("toast");
    const hear = () => box.textContent && window.told.push(box.closest("dialog") !== null);
    new MutationObserver(hear).observe(box, { childList: true });
}"""
"""Note of each word at the page's foot, which goes after a while, whether it stands in a dialog."""


def test_what_is_refused_is_told_above_the_dialog_in_which_it_was_wished_for(table, open_page):
    to_end(table)
    phone = open_page(size=SMALL)
    phone.click("text=Play again")
    for place in (1, 2):
        phone.fill(f"dialog .names li:nth-child({place}) input[type=text]", "Ann")
    phone.evaluate(HEAR)
    phone.click("dialog .setup [type=submit]")
    phone.wait_for_function("() => window.told.length > 0")
    assert phone.evaluate("window.told") == [True]
    assert phone.locator("dialog .names input[type=text]").first.input_value() == "Ann"
    phone.click("dialog .dialog-head button")
    expect(phone.locator("body > #toast")).to_have_count(1)


def test_any_card_that_is_free_by_now_may_answer_an_older_question(table, open_page):
    table.to_trick()
    phone = open_page()
    table.look(("7C", (("7D", 0.3),)))
    phone.wait_for_selector(".question")
    table.do(Correct(0, {"event": "turn_up", "card": "8H"}))
    phone.wait_for_selector(".alert.told")
    phone.click(".question >> text=Another card")
    phone.click("dialog [data-suit=H]")
    expect(phone.locator("dialog [data-focus=card8H]")).to_be_disabled()
    phone.click("dialog [data-focus=card7H]")
    phone.wait_for_selector(".trick .card[aria-label='7 of Hearts']")


def test_a_card_that_is_gone_of_a_whole_trick_is_not_offered_to_be_taken_back(table, open_page):
    table.to_trick()
    phone = open_page()
    table.look(("10H", ()))
    table.do(Look(Sight(())))
    phone.wait_for_selector("[data-focus=undo-missing]")
    table.events(*({"event": "play", "card": card} for card in ("KH", "2H")))
    phone.wait_for_selector("[data-focus=confirm]")
    expect(phone.locator(".alert.amber")).to_contain_text("the 10 of hearts")
    expect(phone.locator("[data-focus=undo-missing]")).to_have_count(0)


def test_who_stood_out_is_asked_anew_where_something_is_put_right_in_the_end(table, open_page):
    to_end(table)
    phone = open_page()
    # As the page counts them, for the first may be answered before anybody waits for it.
    each = "performance.getEntriesByType('resource').filter((one) => one.name.includes('/awards'))"
    asked = f"n => {each}.length === n"
    phone.wait_for_function(asked, arg=1)
    sheet = table.host.snapshot.view(None)["sheet"]
    table.do(Correct(5, {"event": "play", "player": 2, "card": "3C"}))
    phone.wait_for_function(asked, arg=2)
    assert table.host.snapshot.view(None)["sheet"] == sheet


# Two answers of the page's list of steps are turned round: the first is kept until `first` is called.
TURNED = """() => {
  const real = fetch;
  let asked = 0;
  window.fetch = async (path, how) => {
    if (!`${path}`.startsWith("/events")) return real(path, how);
    const place = asked++;
    const answer = await real(path, how);
    const body = await answer.json();
    if (place === 0) await new Promise((go) => { window.first = go; });
    return { ok: answer.ok, status: answer.status, json: async () => body };
  };
}"""


def test_an_older_list_of_steps_that_comes_late_does_not_replace_a_newer_one(table, open_page):
    table.to_trick()
    phone = open_page()
    phone.click("text=Correct something")
    phone.wait_for_selector("dialog [data-focus=event3]")
    phone.evaluate(TURNED)
    table.events({"event": "play", "card": "2S"})
    phone.wait_for_function("() => window.first")
    table.events({"event": "play", "card": "3S"})
    phone.wait_for_selector("dialog [data-focus=event5]")
    phone.evaluate("async () => { first(); await new Promise((go) => setTimeout(go)); }")
    assert phone.locator("dialog [data-focus=event5]").count() == 1


FETCHED = "performance.getEntriesByType('resource')"


def test_what_is_tapped_once_more_while_it_is_fetched_opens_once(table, open_page):
    table.to_trick()
    phone, held = open_page(), []

    def hold(route):
        held.append(route)
        if len(held) == 2:
            for each in held:
                each.continue_()

    phone.route("**/events*", hold)
    for _ in range(2):
        phone.click("text=Correct something", delay=500)
    phone.wait_for_selector("dialog [data-focus=event3]")
    phone.wait_for_function(f"() => {FETCHED}.filter((one) => one.name.endsWith('/events')).length === 2")
    expect(phone.locator("dialog")).to_have_count(1)
    phone.click("dialog .dialog-head button")
    expect(phone.locator("dialog")).to_have_count(0)


def test_the_big_screen_shows_by_which_address_the_table_is_reached_now(tmp_path, pages):
    path, page = tmp_path / "journal.sqlite", pages.lend(BOARD)
    with open_table(path, address="http://10.0.0.7:8000/") as (host, server):
        host.handle(NewGame({"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
        page.goto(f"http://127.0.0.1:{server.port}/board?keys")
        expect(page.locator(".join-address")).to_contain_text("10.0.0.7")
        port = server.port
    page.wait_for_selector("body.lost")
    # The sign is another one then, too.
    with page.expect_request("**/join.svg?*"), open_table(path, port, address="http://10.0.0.8:8000/"):
        expect(page.locator(".join-address")).to_contain_text("10.0.0.8")
    pages.take_back(page)
