"""Wizard's first dealer, found by the high card: what the pages show, and what they may enter."""

import pytest
from playwright.sync_api import expect

from table.command import Look
from vision.types import Sight

BOARD = {"width": 1280, "height": 800}
SMALL = {"width": 320, "height": 568}
HIGH = {"first_dealer": "high_card"}


@pytest.fixture
def table(make_table, request):
    """Set a table; a test that is marked with its options sets another one."""
    return make_table(**getattr(request, "param", {}))


without_camera = pytest.mark.parametrize("table", [{"picture": None}], indirect=True)


def lots(table, *cards):
    """Deal these cards for the first deal."""
    table.events(*({"event": "lot", "card": card} for card in cards))


def lay(page, card):
    """Enter a card with the keys that stand on the page."""
    page.click(f".by-hand [data-suit={card[-1]}]")
    page.click(f".by-hand [data-focus=card{card}]")


def test_a_phone_enters_puts_right_and_confirms_the_cards(table):
    table.begin(**HIGH)
    ann, bo = table.phones(2)
    assert ann.state()["dealer"] is None and ann.state()["phase"] == "lots"
    for card in ("7H", "KS", "QS"):
        assert bo.say("card", card=card).status_code == 200
    assert ann.state()["lots"]["best"] == [1]
    assert ann.say("correct", index=0, card="AH").status_code == 200
    assert ann.state()["lots"]["best"] == [0]
    assert ann.state()["log"]["recent"][0]["text"] == "Ann was dealt the ace of hearts for the first deal"
    assert bo.say("confirm").status_code == 200
    assert (bo.state()["phase"], bo.state()["dealer"]) == ("deal", 0)


def test_a_trump_or_a_bid_before_there_is_a_dealer_is_refused_in_a_sentence(table):
    table.begin(**HIGH)
    ann = table.phone().sit(0)
    for wish in ({"suit": "S"}, {"tricks": 1}):
        refused = ann.say("trump" if "suit" in wish else "bid", **wish)
        assert refused.status_code == 422
        assert "each is dealt one, and the high card deals" in refused.json["error"]


def test_the_pages_show_whose_card_comes_and_who_deals(table, open_page):
    table.begin(**HIGH)
    phone, board = open_page(), open_page("/board?keys", BOARD)
    phone.click("[data-focus=seat1]")
    expect(phone.locator(".banner h1")).to_have_text("A card for Ann")
    expect(phone.locator(".chip[title=Dealer]")).to_have_count(0)
    expect(phone.locator(".pane-bar")).not_to_contain_text("deals")
    lots(table, "7H")
    expect(phone.locator(".banner h1")).to_have_text("A card for you")
    expect(phone.locator(".trick .card[aria-label='7 of Hearts']")).to_be_visible()
    expect(board.locator(".laid .card[aria-label='7 of Hearts']")).to_be_visible()
    lots(table, "KS", "QS")
    expect(phone.locator(".banner h1")).to_contain_text("You deal first")
    expect(board.locator(".banner h1")).to_contain_text("Bo deals first")
    expect(board.locator(".laid .best .who")).to_have_text(["Bo"])
    expect(board.locator("#say")).to_contain_text("Cy: Queen of Spades. Bo deals first")
    phone.click("[data-focus=confirm]")
    expect(phone.locator(".banner h1")).to_contain_text("Deal 1 card each")
    expect(board.locator(".plaque:has(.chip[title=Dealer]) strong")).to_have_text("Bo")


def test_a_shared_high_card_is_told_and_the_next_cards_are_awaited(table, open_page):
    table.begin(**HIGH)
    board = open_page("/board?keys", BOARD)
    lots(table, "AH", "KS", "AS")
    expect(board.locator(".banner h1")).to_contain_text("Ann and Cy share the high card")
    expect(board.locator(".laid .best .who")).to_have_text(["Ann", "Cy"])
    board.click("[data-focus=confirm]")
    expect(board.locator(".banner h1")).to_have_text("A card for Ann")
    expect(board.locator(".laid li")).to_have_count(0)


@without_camera
def test_without_a_camera_the_keys_for_the_cards_stand_on_the_page(table, open_page):
    table.begin(**HIGH)
    phone = open_page(size=SMALL)
    phone.wait_for_selector("[data-focus=seat0]")
    phone.click("text=Just watch")
    for card in ("7H", "9H", "8S"):
        lay(phone, card)
        phone.wait_for_selector(
            f".trick .card[aria-label='{card[0]} of {'Hearts' if card[1] == 'H' else 'Spades'}']"
        )
    phone.click("[data-focus=confirm]")
    expect(phone.locator(".banner h1")).to_contain_text("Bo deals")


def test_the_form_offers_the_high_card_and_keeps_the_choice_by_hand(table, open_page):
    page = open_page()
    page.wait_for_selector("#rule-first_dealer")
    assert page.locator("#rule-first_dealer").input_value() == "chosen"
    for number, name in enumerate(("Ann", "Bo", "Cy", "Dee"), 1):
        page.fill(f"input[aria-label='Player {number}']", name)
    page.select_option("#rule-first_dealer", "high_card")
    page.check(".names li:nth-child(3) input[type=radio]", force=True)
    page.click("text=Start the game")
    expect(page.locator("[data-focus=seat0]")).to_be_visible()
    view = table.host.snapshot.view(None)
    assert (view["phase"], view["lots"]["seats"]) == ("lots", [2, 3, 0, 1])


def test_a_marked_card_says_on_the_key_that_it_is_confirmed_with_the_others(table, open_page):
    table.begin(**HIGH)
    table.do(Look(Sight(())))
    table.look(("7H", (("7D", 0.05),)), likely=True)
    lots(table, "KS", "QS")
    phone = open_page()
    phone.click("text=Just watch")
    expect(phone.locator("[data-focus=confirm]")).to_contain_text("and 1 card that is not certain")


def test_everybody_can_use_it_on_the_smallest_phone(table, open_page, barriers):
    table.begin(**HIGH)
    lots(table, "7H", "KS")
    page = open_page(size=SMALL)
    page.click("text=Just watch")
    page.wait_for_selector(".trick li.next")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert barriers(page) == []
