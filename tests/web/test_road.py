"""The road between a page and the table: answers that are late or lost, and clocks that are set meanwhile."""

import pytest
from playwright.sync_api import expect

from table.command import NewGame

DAY_S = 86_400
BIDS = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
NOON_S = 1_700_000_000
# However slow the machine is, what is told does not leave the page by itself.
STAYS = "() => { const own = setTimeout; window.setTimeout = (call, ms) => (ms > 5000 ? 0 : own(call, ms)); }"
LOST = "() => document.body.classList.contains('lost')"
# A stream that says nothing, as one whose road is gone without a word.
SILENT = "window.EventSource = class extends EventTarget { static CLOSED = 2; close() {} };"
HEARD = "() => !document.body.classList.contains('lost')"


@pytest.fixture
def table(make_table):
    """Give a table whose streams beat so often that a test need not wait for it."""
    return make_table(heartbeat=0.2)


def seated(open_page, seat, **options):
    page = open_page(**options)
    page.click(f"[data-focus=seat{seat}]")
    page.wait_for_selector(".chip.you")
    return page


def to_whole_trick(table):
    table.events(*({"event": "play", "card": card} for card in ("2H", "KH", "4H")))


def test_a_wish_that_is_lost_is_told_for_as_long_as_others_play_on_and_the_page_is_not_grey(
    table, open_page, complaints
):
    table.to_trick()
    phone = seated(open_page, 0)
    phone.evaluate(STAYS)
    phone.route("**/api/undo", lambda route: route.abort())
    table.events({"event": "play", "card": "2H"})
    phone.click(".tools >> text=Undo")
    phone.click("dialog .gold")
    expect(phone.locator("#toast")).to_contain_text("That did not work.")
    phone.wait_for_function(HEARD)
    table.events({"event": "play", "card": "KH"})
    phone.wait_for_selector(".trick .card[aria-label='King of Hearts']")
    expect(phone.locator("#toast")).to_contain_text("That did not work.")
    complaints.clear()


def lose_answers(phone, wish):
    """Let the table hear a wish, and the phone nothing of it."""

    def lose(route):
        route.fetch()
        route.abort()

    phone.route(f"**/api/{wish}", lose)


def be_busy(phone, wish, hears=True):
    """Let the table say that it has not come to a wish yet, as on a card that writes slowly."""
    busy = {"error": "The table does not answer at this moment; try again.", "rule": None, "number": 0}

    def answer(route):
        if hears:
            route.fetch()
        route.fulfill(status=503, json=busy)

    phone.route(f"**/api/{wish}", answer)


def to_second_round(table):
    """Begin a game without cards; of its second round nobody has taken anything yet."""
    table.begin(cards="none")
    table.events(*BIDS, {"event": "took", "player": 1}, {"event": "confirm"}, *BIDS[1:], BIDS[0])


def test_a_wish_that_the_table_has_heard_is_not_wished_for_again_though_its_answer_is_lost(
    table, open_page, complaints
):
    to_second_round(table)
    phone = seated(open_page, 0)
    lose_answers(phone, "took")
    with phone.expect_event("requestfailed"):
        phone.click("[data-focus=took0]")
    phone.wait_for_selector("text=Who took trick 2 of 2?")
    expect(phone.locator("#toast")).to_be_empty()
    assert table.host.snapshot.view(None)["tricks"] == [1, 0, 0]
    complaints.clear()


def test_a_game_that_has_begun_is_not_begun_anew_though_the_answer_is_lost(table, open_page, complaints):
    table.to_trick()
    assert table.phone().say("stop").status_code == 200
    phone = open_page()
    phone.click(".felt >> text=Play again")
    phone.wait_for_selector("dialog .setup")
    lose_answers(phone, "game")
    phone.click("dialog [type=submit]")
    phone.wait_for_selector("dialog", state="detached")
    phone.wait_for_selector(".banner >> text=deals")
    expect(phone.locator("#toast")).to_be_empty()
    complaints.clear()


def test_who_has_the_seat_is_not_told_to_try_again_though_the_answer_is_lost(table, open_page, complaints):
    table.to_trick()
    phone = open_page()
    phone.evaluate(STAYS)
    lose_answers(phone, "seat")
    with phone.expect_event("requestfailed"):
        phone.click("[data-focus=seat0]")
    phone.wait_for_selector(".chip.you")
    expect(phone.locator("#toast")).to_be_empty()
    lose_answers(phone, "leave")
    phone.click(".tools >> text=Give up my seat")
    with phone.expect_event("requestfailed"):
        phone.click("dialog .gold")
    phone.wait_for_selector(".tools >> text=Take a seat")
    expect(phone.locator("#toast")).to_be_empty()
    complaints.clear()


def test_that_a_wish_did_not_work_is_taken_back_by_the_state_that_shows_that_it_did(
    table, open_page, complaints
):
    to_second_round(table)
    phone = seated(open_page, 0)
    phone.evaluate(STAYS)
    phone.route("**/live", lambda route: route.abort())
    phone.evaluate("dispatchEvent(new Event('online'))")
    lose_answers(phone, "took")
    phone.click("[data-focus=took0]")
    expect(phone.locator("#toast")).to_contain_text("That did not work.")
    phone.unroute("**/live")
    phone.evaluate("dispatchEvent(new Event('online'))")
    phone.wait_for_selector("text=Who took trick 2 of 2?")
    expect(phone.locator("#toast")).to_be_empty()
    complaints.clear()


def test_a_wish_that_the_table_comes_to_late_is_not_wished_for_again(table, open_page, complaints):
    to_second_round(table)
    phone = seated(open_page, 0)
    phone.evaluate(STAYS)
    be_busy(phone, "took", hears=False)
    phone.click("[data-focus=took0]")
    expect(phone.locator("#toast")).to_contain_text("The table does not answer at this moment; try again.")
    table.events({"event": "took", "player": 0})
    phone.wait_for_selector("text=Who took trick 2 of 2?")
    expect(phone.locator("#toast")).to_be_empty()
    complaints.clear()


@pytest.mark.parametrize("answer", ["lost", "late", "busy"])
def test_a_word_that_is_named_once_costs_once_though_the_answer_is_lost(table, open_page, complaints, answer):
    table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    bo = table.phone().sit(1)
    assert bo.say("word", word="HOUSES").status_code == 200
    table.events(*({"event": "ready", "player": seat, "spaces": 6} for seat in (0, 2)))
    table.events({"event": "draw", "card": "normal"})
    phone = seated(open_page, 0)
    phone.clock.set_fixed_time(NOON_S)
    phone.click("[data-focus^=call-1]")
    phone.fill("dialog .word-input", "WIZARD")
    match answer:
        case "late":
            held = []
            phone.route("**/api/call", lambda route: held.append(route.fetch()))
        case "busy":
            be_busy(phone, "call")
        case _:
            lose_answers(phone, "call")
    phone.click("[data-focus=call-typed]")
    phone.wait_for_selector(".gains .minus >> text=−50")
    if answer == "late":
        # No answer for so long that the same key sends anew.
        phone.unroute("**/api/call")
        phone.clock.set_fixed_time(NOON_S + 60)
        phone.click("[data-focus=call-typed]")
    phone.wait_for_selector("dialog", state="detached")
    assert [seat["points"] for seat in table.host.snapshot.view(None)["seats"]] == [-50, 0, 0]
    complaints.clear()


def test_an_answer_that_was_asked_for_before_the_stream_was_begun_anew_shows_nothing_old(
    table, open_page, complaints
):
    table.to_trick()
    phone = open_page()
    phone.wait_for_selector(".banner")
    held = []
    phone.route("**/live", lambda route: route.fulfill(status=503))
    phone.route("**/state", lambda route: held.append(route))
    with phone.expect_request("**/state"):
        phone.evaluate("dispatchEvent(new Event('online'))")
    phone.unroute("**/live")
    old = table.phone().state()
    table.events({"event": "play", "card": "2S"})
    phone.evaluate("dispatchEvent(new Event('online'))")
    phone.wait_for_selector(".trick .card[aria-label='2 of Spades']")
    phone.evaluate(
        """() => {
          const page = document.getElementById("app");
          window.shown = [];
          const look = () => window.shown.push(document.querySelectorAll(".trick .card:not(.empty)").length);
          new MutationObserver(look).observe(page, { childList: true, subtree: true });
        }"""
    )
    with phone.expect_response("**/state"):
        held[0].fulfill(json=old)
    table.events({"event": "play", "card": "3S"})
    phone.wait_for_selector(".trick .card[aria-label='3 of Spades']")
    assert 0 not in phone.evaluate("window.shown")
    complaints.clear()


def test_a_stream_that_falls_silent_is_begun_anew_though_the_phone_s_clock_was_set_back(table, open_page):
    table.to_trick()
    phone = open_page("/manifest.webmanifest", clock=True)
    phone.add_init_script(SILENT)
    phone.goto(phone.url.replace("manifest.webmanifest", ""))
    phone.wait_for_function(HEARD)
    phone.clock.set_system_time(NOON_S - 365 * DAY_S)
    phone.clock.fast_forward(60_000)
    phone.wait_for_function(LOST)


def test_a_key_that_is_pressed_again_counts_though_the_phone_s_clock_was_set_back(table, open_page):
    table.to_trick()
    to_whole_trick(table)
    phone = seated(open_page, 0)
    phone.clock.set_fixed_time(NOON_S)
    phone.click("[data-focus=confirm]")
    phone.wait_for_selector(".banner >> text=Bo deals 2 cards each")
    table.events({"event": "turn_up", "card": "7H"})
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (2, 0, 1)))
    to_whole_trick(table)
    phone.wait_for_selector("[data-focus=confirm]")
    phone.clock.set_fixed_time(NOON_S - DAY_S)
    phone.click("[data-focus=confirm]")
    phone.wait_for_selector(".banner >> text=Your turn")
    assert table.host.snapshot.view(None)["phase"] == "trick"
