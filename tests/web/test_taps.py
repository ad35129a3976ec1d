"""Keys that are tapped twice, or on two phones at once: what is wished for is done once, without an alarm."""

import pytest
from playwright.sync_api import expect

BIDS = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
NOON = 1_700_000_000_000
# Something to press that covers the whole page, beneath any dialog.
BENEATH = """() => {
  const link = Object.assign(document.createElement("a"), { href: "#through", textContent: "beneath" });
  Object.assign(link.style, { position: "fixed", inset: 0, zIndex: 9 });
  document.body.append(link);
}"""


def seated(open_page, seat, **options):
    page = open_page(**options)
    page.click(f"[data-focus=seat{seat}]")
    page.wait_for_selector(".chip.you")
    return page


def hold(page, wish):
    """Keep what a page wishes for on its way; gives the list of it."""
    held = []
    page.route(f"**/api/{wish}", lambda route: held.append(route))
    return held


def middle(page, key):
    box = page.locator(key).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_mouse(page):
    def tap(x, y, times):
        page.mouse.move(x, y)
        page.mouse.down(click_count=times)
        page.mouse.up(click_count=times)

    return tap


def by_finger(page):
    session = page.context.new_cdp_session(page)

    def tap(x, y, _):
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    return tap


ways = pytest.mark.parametrize("way", [by_mouse, by_finger])


def test_a_key_that_is_tapped_again_while_its_wish_is_on_its_way_sends_it_once(table, open_page):
    table.begin(cards="none")
    table.events(*BIDS, {"event": "took", "player": 1})
    phone = seated(open_page, 0)
    held = hold(phone, "confirm")
    for _ in range(3):
        phone.click("[data-focus=confirm]")
    held[0].continue_()
    phone.wait_for_selector(".banner >> text=Bo deals 2 cards each")
    assert len(held) == 1
    expect(phone.locator("#toast")).to_be_empty()


@ways
def test_a_double_tap_counts_one_trick_also_where_the_table_answers_in_between(table, open_page, way):
    table.begin(cards="none")
    table.events(*BIDS, {"event": "took", "player": 1}, {"event": "confirm"})
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (2, 0, 1)))
    phone = seated(open_page, 0)
    phone.clock.set_fixed_time(NOON)
    tap, place = way(phone), middle(phone, "[data-focus=took0]")
    tap(*place, 1)
    phone.wait_for_selector("text=Who took trick 2 of 2?")
    tap(*place, 2)
    # A press a while later is another one.
    phone.clock.set_fixed_time(NOON + 5000)
    phone.click("[data-focus=took2]")
    phone.wait_for_selector("text=The tricks are counted")
    assert table.host.snapshot.view(None)["tricks"] == [1, 0, 1]
    expect(phone.locator("#toast")).to_be_empty()


def test_enter_held_down_counts_one_trick_and_answers_no_question(table, open_page):
    table.begin(cards="none")
    table.events(*BIDS, {"event": "took", "player": 1}, {"event": "confirm"}, *BIDS[1:], BIDS[0])
    phone = seated(open_page, 0)
    phone.focus("[data-focus=took0]")
    phone.keyboard.down("Enter")
    phone.wait_for_selector("text=Who took trick 2 of 2?")
    for _ in range(3):
        # Without a release before it the browser takes it for the key that is held.
        phone.keyboard.down("Enter")
    phone.keyboard.up("Enter")
    phone.focus(".tools >> text=Undo")
    phone.keyboard.down("Enter")
    phone.wait_for_selector("dialog .gold")
    phone.keyboard.down("Enter")
    phone.keyboard.up("Enter")
    expect(phone.locator("dialog .gold")).to_be_visible()
    assert table.host.snapshot.view(None)["tricks"] == [1, 0, 0]
    phone.keyboard.press("Enter")
    phone.wait_for_selector(".alert.told >> text=Taken back")


@ways
def test_a_dialog_that_has_just_closed_lets_no_double_tap_through(table, open_page, way):
    table.to_trick()
    table.events({"event": "play", "card": "2S"})
    phone = seated(open_page, 0)
    phone.clock.set_fixed_time(NOON)
    phone.evaluate(BENEATH)
    phone.locator(".tools >> text=Undo").dispatch_event("click")
    tap, place = way(phone), middle(phone, "dialog .gold")
    tap(*place, 1)
    phone.wait_for_selector("dialog", state="detached")
    tap(*place, 2)
    phone.wait_for_selector(".alert.told >> text=Taken back")
    assert phone.evaluate("location.hash") == ""
    phone.clock.set_fixed_time(NOON + 5000)
    tap(*place, 1)
    phone.wait_for_function("() => location.hash === '#through'")


def test_two_who_confirm_the_same_are_both_served(table, open_page):
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2H", "KH", "4H")))
    ann, bo = seated(open_page, 0), seated(open_page, 1)
    held = hold(ann, "confirm")
    ann.click("[data-focus=confirm]")
    bo.click("[data-focus=confirm]")
    ann.wait_for_selector(".banner >> text=Bo deals 2 cards each")
    held[0].continue_()
    expect(ann.locator("#toast")).to_contain_text("Somebody else was quicker: it is done already.")
    expect(ann.locator("#toast")).to_have_class("calm")
    assert table.host.snapshot.view(None)["phase"] == "deal"


def test_two_who_take_the_same_back_take_it_back_once(table, open_page):
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2H", "KH")))
    ann, bo = seated(open_page, 0), seated(open_page, 1)
    for phone in (ann, bo):
        phone.click(".tools >> text=Undo")
    bo.click("dialog .gold")
    ann.wait_for_selector(".alert.told >> text=Taken back")
    ann.click("dialog .gold")
    expect(ann.locator("#toast")).to_contain_text("it is done already")
    assert len(table.host.snapshot.view(None)["trick"]) == 1


def test_who_wishes_for_something_else_than_what_happened_looks_again(table, open_page):
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2H", "KH", "4H")))
    ann, bo = seated(open_page, 0), seated(open_page, 1)
    ann.click(".tools >> text=Undo")
    bo.click("[data-focus=confirm]")
    ann.wait_for_selector(".banner >> text=Bo deals 2 cards each")
    ann.click("dialog .gold")
    expect(ann.locator("#toast")).to_contain_text("Look again")
    expect(ann.locator("#toast")).not_to_have_class("calm")
