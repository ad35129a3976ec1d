"""What happened: the newest of it in every state, all of it for whoever asks."""

import pytest
from playwright.sync_api import expect

from table.command import Correct
from web.steps import RECENT


def rounds(table, count):
    """Play whole rounds; nobody bids anything."""
    for number in range(1, count + 1):
        deck = [f"{rank}{suit}" for rank in (*range(2, 11), "J", "Q", "K", "A") for suit in "SDC"]
        table.events({"event": "turn_up", "card": "7H"})
        for _ in range(3):
            state = table.host.snapshot.view(None)
            table.events({"event": "bid", "player": state["turn"], "tricks": 0})
        for _ in range(number):
            table.events(*({"event": "play", "card": deck.pop(0)} for _ in range(3)), {"event": "confirm"})


def test_the_state_has_the_newest_events_alone_and_the_list_has_them_all(table):
    table.begin()
    rounds(table, 4)
    phone = table.phone()
    log, answer = phone.state()["log"], phone.client.get("/events").json
    count = len(table.host.snapshot.history.events)
    assert log["count"] == count == len(answer["events"]) > 50
    assert log["recent"] == answer["events"][-RECENT:]
    assert log["last"] == answer["events"][-1]
    assert [event["index"] for event in answer["events"]] == list(range(count))
    assert answer["number"] == phone.state()["number"] and answer["game_id"] == phone.state()["game_id"]


def test_a_state_grows_no_longer_with_each_event(table):
    table.begin()
    rounds(table, 1)
    phone = table.phone()
    early = len(phone.client.get("/state").data)
    rounds_of_four = len(phone.client.get("/events").data)
    table.begin()
    rounds(table, 4)
    assert len(phone.client.get("/events").data) > 4 * rounds_of_four
    assert len(phone.client.get("/state").data) < 2 * early


def test_before_the_first_game_nothing_happened(table):
    phone = table.phone()
    assert phone.state()["log"] == {"count": 0, "last": None, "recent": []}
    assert phone.client.get("/events").json["events"] == []


@pytest.mark.parametrize("query", ["", "?as=watch"])
def test_the_list_shows_a_hidden_bid_to_its_own_phone_alone(table, query):
    table.to_bids(bids="delayed")
    bo, spy = table.phone().sit(1), table.phone().sit(2)
    bo.say("bid", tricks=1)
    own = bo.client.get(f"/events{query}").json["events"][-1]
    assert own["tricks"] == (None if query else 1)
    assert spy.client.get(f"/events{query}").json["events"][-1]["tricks"] is None


def test_an_open_list_follows_what_others_do(table, open_page):
    table.to_trick()
    table.events({"event": "play", "card": "2S"})
    page = open_page()
    page.click("text=Correct something")
    lines = page.locator("dialog .event")
    lines.first.wait_for()
    before = lines.count()
    table.events({"event": "play", "card": "3S"})
    lines.nth(before).wait_for()


def test_what_was_chosen_from_a_list_that_is_old_by_now_is_refused(table, open_page, complaints):
    table.to_trick()
    table.events({"event": "play", "card": "2S"})
    page = open_page()
    page.click("text=Correct something")
    page.click("dialog .event >> nth=0")
    page.click("dialog [data-suit=H]")
    table.do(Correct(4, {"event": "play", "card": "9S"}))
    page.wait_for_selector(".trick .card[aria-label='9 of Spades']")
    page.click("dialog .rank-key:has-text('K')")
    page.wait_for_selector("#toast >> text=the table")
    assert page.locator(".trick .card[aria-label='King of Hearts']").count() == 0
    complaints.clear()


def test_what_can_be_put_right_is_folded_by_round_with_the_newest_first(table, open_page):
    table.begin()
    rounds(table, 3)
    table.events({"event": "turn_up", "card": "W"}, {"event": "name_trump", "suit": "H"})
    page = open_page()
    page.click("text=Correct something")
    folds = page.locator("dialog details")
    expect(folds).to_have_count(4)
    assert folds.locator("summary").all_inner_texts() == [f"Round {number}" for number in (4, 3, 2, 1)]
    assert folds.evaluate_all("all => all.map((one) => one.open)") == [True, False, False, False]
    assert folds.nth(0).locator(".event").all_text_contents()[0] == "trump Hearts"
    # A bid of that round, though the one that is played has more.
    folds.nth(2).locator("summary").click()
    folds.nth(2).locator(".event", has_text="bid 0").first.click()
    expect(page.locator("dialog .key")).to_have_text(["0", "1", "2"])


def test_a_round_folded_out_by_hand_stays_so_while_the_game_goes_on(table, open_page):
    table.begin()
    rounds(table, 3)
    page = open_page()
    page.click("text=Correct something")
    folds = page.locator("dialog details")
    expect(folds).to_have_count(3)
    folds.nth(0).locator("summary").click()
    folds.nth(2).locator("summary").click()
    table.events({"event": "turn_up", "card": "W"}, {"event": "name_trump", "suit": "H"})
    expect(folds).to_have_count(4)
    assert folds.evaluate_all("all => all.map((one) => one.open)") == [True, False, False, True]


def test_whoever_reads_further_down_stays_there_while_the_game_goes_on(table, open_page):
    table.to_trick()
    page = open_page(size={"width": 360, "height": 300})
    page.click("text=Just watch")
    page.locator(".pane-felt button").first.focus()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    table.events({"event": "play", "card": "KS"})
    page.wait_for_selector(".trick .card[aria-label='King of Spades']")
    held = page.evaluate("document.activeElement.closest('.pane-felt') !== null")
    assert held and page.evaluate("scrollY + innerHeight > document.documentElement.scrollHeight - 5")


def test_who_began_a_game_far_down_the_form_looks_at_what_comes_first(table, open_page):
    page = open_page(size={"width": 360, "height": 480})
    for number, name in enumerate(("Ann", "Bo", "Cy"), 1):
        page.fill(f"input[aria-label='Player {number}']", name)
    page.click("[aria-label='Remove player 4']")
    page.click("text=Start the game")
    page.wait_for_selector("[data-focus=seat0]")
    assert page.evaluate("[document.documentElement.scrollHeight > 2 * innerHeight, scrollY]") == [True, 0]
