"""Rounds whose cards nobody enters, on phones: the taps that they take, corrections, and the way there."""

import pytest
from playwright.sync_api import expect

SMALL = {"width": 320, "height": 568}
BOARD = {"width": 1280, "height": 800}


class Taps:
    """Count the wishes that a page sends to the table."""

    def __init__(self, page):
        self.sent = []
        page.on("request", lambda request: self.sent.append(request.url) if "/api/" in request.url else None)


def sit_alone(open_page, **options):
    page = open_page(**options)
    page.click("[data-focus=seat0]")
    page.wait_for_selector(".chip.you")
    return page


def test_one_phone_plays_a_round_for_all_with_two_taps_a_player(table, open_page):
    table.begin(cards="none")
    page = sit_alone(open_page, size=SMALL)
    taps = Taps(page)
    for name in ("Bo", "Cy"):
        page.wait_for_selector(f".note >> text={name} has no phone here")
        page.click("[data-focus=bid0]")
    page.wait_for_selector(".banner.mine >> text=Your bid?")
    page.click("[data-focus=bid1]")
    page.wait_for_selector("text=Who took trick 1 of 1?")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("[data-focus=took0]")
    page.click("[data-focus=confirm]")
    page.wait_for_selector(".result >> text=+30")
    expect(page.locator(".banner")).to_contain_text("Bo deals 2 cards each")
    assert len(taps.sent) == 5
    # By number: Bo and Cy first, for the phone's own player comes when it says so.
    for seat in (2, 0, 1):
        bid = {"event": "bid", "player": seat, "tricks": 1}
        table.events(bid)
    page.wait_for_selector("text=How many tricks did you take?")
    page.click("[data-focus=count1]")
    page.wait_for_selector("text=How many tricks did Bo take?")
    page.click("[data-focus=count1]")
    page.click("[data-focus=confirm]")
    page.wait_for_selector(".sheet .hit >> text=60")
    line = table.host.snapshot.view(None)["sheet"][1]
    assert line["tricks"] == [1, 1, 0] and line["counted"]
    assert len(taps.sent) == 8


def test_the_last_round_s_result_goes_as_the_bids_are_shown_that_lay_face_down(table, open_page):
    table.begin(cards="none", bids="delayed")
    bids = [{"event": "bid", "player": seat, "tricks": 0} for seat in range(3)]
    table.events(*bids, {"event": "took", "player": 0}, {"event": "confirm"})
    page = open_page()
    page.wait_for_selector(".result >> text=+20")
    covers = [{"event": "cover", "player": seat} for seat in range(3)]
    table.events(*covers, *[{"event": "took", "player": 1}] * 2, {"event": "confirm"})
    banner = page.locator(".banner")
    expect(banner).to_contain_text("Ann, Bo and Cy")
    expect(banner).not_to_contain_text("deals")
    expect(page.locator(".result")).to_have_count(0)


def test_a_number_that_would_replace_what_was_tapped_is_folded_in_and_says_so(table, open_page):
    table.begin(cards="none")
    bids = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
    table.events(*bids, {"event": "took", "player": 0}, {"event": "confirm"})
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (2, 0, 1)))
    page = sit_alone(open_page, size=SMALL)
    expect(page.locator("[data-focus=count0]")).to_be_visible()
    page.click("[data-focus=took1]")
    fold = page.locator(".actions summary")
    expect(fold).to_have_text("Numbers instead of the 1 trick tapped")
    expect(page.locator("[data-focus=count0]")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    fold.click()
    page.click("[data-focus=count2]")
    page.wait_for_selector("text=The tricks are counted")
    assert table.host.snapshot.view(None)["tricks"] == [2, 0, 0]


def test_everybody_tells_the_own_number_at_once(table, open_page):
    table.begin(cards="none", bids="simultaneous")
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in range(3)))
    phones, held = [open_page() for _ in range(3)], []
    for seat, phone in enumerate(phones):
        phone.click(f"[data-focus=seat{seat}]")
        phone.wait_for_selector("text=How many tricks did you take?")

    def hold(route):
        held.append(route)
        if len(held) == len(phones):
            for each in held:
                each.continue_()

    for seat, phone in enumerate(phones):
        phone.route("**/api/tricks", hold)
        phone.click(f"[data-focus=count{int(seat == 2)}]")
    for phone in phones:
        phone.wait_for_selector("text=The tricks are counted")
        expect(phone.locator("#toast")).to_be_empty()
    assert table.host.snapshot.view(None)["tricks"] == [0, 0, 1]


def test_a_camera_game_goes_on_without_its_cards_by_one_tap_and_back_by_another(table, open_page):
    table.to_trick()
    table.events({"event": "play", "card": "2S"})
    page = sit_alone(open_page)
    page.click(".pane-tools [data-focus=cards]")
    page.wait_for_selector("text=Who took trick 1 of 1?")
    assert page.locator(".trump").count() == 0 and page.locator(".trick").count() == 0
    page.click(".pane-tools [data-focus=cards]")
    page.click("[data-focus=took1]")
    page.click("[data-focus=confirm]")
    page.wait_for_selector(".banner >> text=Bo deals 2 cards each")
    assert table.host.snapshot.view(None)["phase"] == "deal"


def test_where_no_card_was_ever_entered_none_is_offered_again(table, open_page):
    table.begin(cards="none")
    page = sit_alone(open_page, locale="de")
    assert page.inner_text(".pane-tools [data-focus=cards]") == "Jede Karte eingeben"


def test_who_took_a_trick_is_put_right_in_the_list(table, open_page):
    table.begin(cards="none")
    bids = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
    table.events(*bids, {"event": "took", "player": 0}, {"event": "confirm"})
    page = sit_alone(open_page, size=SMALL)
    page.click("text=Correct something")
    assert page.evaluate("scrollY") > 0
    page.click("dialog [data-focus=event3]")
    page.get_by_role("heading", name="Who took trick 1 of 1?").wait_for()
    page.click("dialog [data-focus=player2]")
    page.wait_for_selector(".alert.told >> text=Cy took a trick")
    page.wait_for_function("scrollY === 0")
    assert table.host.snapshot.view(None)["totals"] == [20, 20, -10]


def test_how_many_tricks_somebody_took_is_asked_as_such_where_it_is_put_right(table, open_page):
    table.begin(cards="none", bids="simultaneous")
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in range(3)))
    table.events(*({"event": "tricks", "player": seat, "tricks": int(seat == 0)} for seat in range(3)))
    page = sit_alone(open_page, size=SMALL)
    page.click("text=Correct something")
    page.click("dialog >> text=Bo took 0 tricks")
    page.get_by_role("heading", name="How many tricks did Bo take?").wait_for()
    expect(page.locator("dialog [data-focus=count1]")).to_have_attribute("aria-label", "1 trick")
    page.keyboard.press("Escape")
    # The one that told it first, so that the sum stays whole.
    table.events({"event": "confirm"})
    assert table.host.snapshot.view(None)["totals"][0] == -10


@pytest.mark.parametrize("body", [{"player": 9}, {"player": None}, {}])
def test_a_wrong_seat_is_refused(table, body):
    table.begin(cards="none")
    assert table.phone().say("took", **body).status_code == 400


def test_a_phone_tells_no_number_for_who_has_a_phone(table):
    table.begin(cards="none")
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)))
    ann, _ = table.phone().sit(0), table.phone().sit(1)
    assert ann.say("tricks", player=1, tricks=0).status_code == 403
    assert ann.say("tricks", player=2, tricks=0).status_code == 200


UPON = """cells => cells.filter(cell => {
  // What is written, however narrow its element has become.
  const written = document.createRange();
  const [total, bid] = [...cell.children].map(part => {
    written.selectNodeContents(part);
    return part.matches(".bid") ? part.getBoundingClientRect() : written.getBoundingClientRect();
  });
  const box = cell.closest("td").getBoundingClientRect();
  const beside = total.right <= bid.left + 1 || total.bottom <= bid.top + 1;
  return !beside || total.left < box.left - 1 || total.right > box.right + 1;
}).map(cell => cell.textContent)"""


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_total_of_the_sheet_lies_upon_its_bid_on_a_small_phone(table, open_page, seats):
    table.begin([f"P{seat}" for seat in range(seats)], cards="none")
    for _ in range(7):
        view = table.host.snapshot.view(None)
        bids = [(view["dealer"] + 1 + place) % seats for place in range(seats)]
        table.events(*({"event": "bid", "player": seat, "tricks": view["round"]} for seat in bids))
        table.events(*[{"event": "took", "player": 0}] * view["round"], {"event": "confirm"})
    page = open_page(size=SMALL)
    page.click("text=Just watch")
    page.wait_for_selector(".sheet .miss")
    overlaps = []
    for width in (320, 390, 480, 500):
        page.set_viewport_size({"width": width, "height": 568})
        overlaps += page.eval_on_selector_all(".sheet .miss .in", UPON)
    assert overlaps == []
    page.evaluate("document.documentElement.style.fontSize = '130%'")
    assert page.eval_on_selector_all(".sheet .miss .in", UPON) == []


@pytest.mark.parametrize("path", ["/board", "/board?keys"])
def test_a_big_screen_names_no_trump_where_nobody_enters_one(table, open_page, path):
    table.begin(cards="none")
    board = open_page(path, {"width": 1920, "height": 1080})
    expect(board.locator(".pane-top .round")).to_have_text("Round 1 of 20")
    assert board.locator(".pane-top .trump").count() == 0


def test_the_form_asks_of_a_wizard_by_its_editions_name_and_only_where_cards_are_entered(table, open_page):
    page = open_page(locale="fr-FR")
    page.wait_for_selector("#rule-turned_wizard")
    label = page.locator("label[for=rule-turned_wizard]")
    expect(label).to_have_text("Wizard\N{NO-BREAK SPACE}: carte retournée")
    page.select_option("#rule-edition", "amigo")
    expect(label).to_have_text("Sorcier\N{NO-BREAK SPACE}: carte retournée")
    page.select_option("#rule-cards", "none")
    expect(page.locator("#rule-turned_wizard")).to_be_hidden()
    expect(label).to_be_hidden()
    page.select_option("#rule-cards", "laid")
    expect(label).to_be_visible()


def test_where_a_table_counts_only_tricks_from_now_on_no_card_of_the_round_is_left(table, open_page):
    table.to_trick()
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})
    table.events({"event": "turn_up", "card": "5D"})
    phone, board = open_page(), open_page("/board?keys", BOARD)
    for page in (phone, board):
        page.wait_for_selector(".sheet .now .suit-D")
    phone.wait_for_selector(".pane-last .card")
    phone.click("[data-focus=cards]")
    expect(phone.locator(".pane-last .card")).to_have_count(0)
    for page in (phone, board):
        expect(page.locator(".sheet .now .suit")).to_have_count(0)
