"""The big screen and the question in a real browser: what fits, what stays in its place, what is said."""

import numpy as np
import pytest

SIZES = [(1280, 800), (1920, 1080)]
CROP = np.full((144, 96, 3), 200, np.uint8)
# The letters of the middle that a seat's name lies upon, by where each line of them is.
COVERED = """() => {
  const found = [], range = document.createRange();
  for (const node of document.querySelectorAll(".centre h1, .centre p, .centre li, .centre li *")) {
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) for (const other of document.querySelectorAll(".plaque")) {
      const { left, right, top, bottom } = other.getBoundingClientRect();
      const beside = line.left >= right || line.right <= left || line.top >= bottom || line.bottom <= top;
      if (!beside) found.push(node.textContent);
    }
  }
  return found;
}"""


def open_board(open_page, width=1280, height=800):
    board = open_page("/board?keys", {"width": width, "height": height})
    board.wait_for_selector(".oval")
    return board


def box(page, selector):
    """Measure where a part stands, in pixels: its left, top, width and height."""
    place = page.locator(selector).bounding_box()
    return tuple(round(place[side]) for side in ("x", "y", "width", "height"))


def play_rounds(table, count, players=("Ann", "Bo", "Cy")):
    """Play so many rounds."""
    table.begin(players)
    deck = [f"{rank}{suit}" for suit in "SHCD" for rank in (*range(2, 11), "J", "Q", "K")] + ["W", "J"] * 4
    seats = len(players)
    for number in range(1, count + 1):
        to_bids(table, number, seats)
        for card in range(number * seats):
            table.events({"event": "play", "card": deck[card]})
            if (card + 1) % seats == 0:
                table.events({"event": "confirm"})


def to_bids(table, number, seats):
    table.events({"event": "turn_up", "card": "AH"})
    table.events(*({"event": "bid", "player": (number + seat) % seats, "tricks": 0} for seat in range(seats)))


def to_second_card(table, rounds):
    """Play so many rounds, and two cards of the next one."""
    play_rounds(table, rounds)
    to_bids(table, rounds + 1, 3)
    table.events({"event": "play", "card": "2S"}, {"event": "play", "card": "3S"})


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("rounds", [1, 11])
def test_a_trick_is_seen_whole_on_the_big_screen_without_scrolling(table, open_page, rounds, width, height):
    to_second_card(table, rounds)
    board = open_board(open_page, width, height)
    board.wait_for_selector(".laid li:nth-child(2)")
    for part in (".sheet .now", ".last-line", ".picture .sight", ".device", ".qr", ".oval", ".pane-tools"):
        x, y, wide, high = box(board, part)
        assert x >= 0 and y >= 0 and x + wide <= width and y + high <= height, part
    scrolled = board.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert scrolled == [height, width]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_what_a_round_brought_stands_with_each_name_and_nothing_upon_another(table, open_page, seats):
    names = ("Maximiliane", "Jean-Sébastien", "Bartholomew", "Wilhelmina", "Bo", "Ed")
    play_rounds(table, 2, names[:seats])
    board = open_board(open_page)
    board.wait_for_selector(".centre h1")
    points = board.locator(".plaque .plaque-line b").all_inner_texts()
    assert points == [
        f"{score:+}".replace("-", "−") for score in table.host.snapshot.public["sheet"][-1]["points"]
    ]
    assert board.evaluate(COVERED) == []


def test_the_sheet_shows_the_running_round_and_counts_those_to_come(table, open_page):
    to_second_card(table, 2)
    board = open_board(open_page)
    assert board.locator(".sheet tbody tr").count() == 3
    assert "17 rounds to go" in board.inner_text(".pane-sheet .panel-head")


def test_the_camera_s_picture_is_open_on_the_big_screen_and_closed_on_a_phone(table, open_page):
    table.begin()
    board, phone = open_board(open_page), open_page()
    phone.wait_for_selector(".picture")
    assert board.locator(".picture[open]").count() == 1
    assert phone.locator(".picture[open]").count() == 0
    before = box(board, ".sight")
    with phone.expect_request("**/picture.jpg*"):
        phone.click(".picture summary")
    table.events({"event": "turn_up", "card": "7H"})
    board.wait_for_selector(".trump-H")
    assert box(board, ".sight")[2:] == before[2:]


def test_a_question_stands_beside_the_table_and_moves_nothing_on_it(table, open_page):
    table.to_trick()
    board = open_board(open_page)
    before = box(board, ".oval")
    table.look(("10H", (("10D", 0.3),)), crop=CROP)
    board.wait_for_selector(".question")
    assert box(board, ".oval") == before
    x, y, wide, high = box(board, ".question")
    assert x > before[0] + before[2] - 1 and y + high <= 800


def test_the_options_stand_likeliest_first_and_tell_no_share_of_nothing(table, open_page):
    table.to_trick()
    phone = open_page()
    table.look(("10H", (("10D", 0.002), ("10S", 0.4))))
    phone.wait_for_selector(".option")
    options = phone.eval_on_selector_all(
        ".option", "keys => keys.map(key => [key.ariaLabel, key.querySelector('.note')?.textContent ?? null])"
    )
    assert options == [["10 of Hearts", "60%"], ["10 of Spades", "40%"], ["10 of Diamonds", None]]
    assert phone.locator(".option.likely").count() == 1


def test_the_crop_has_its_place_before_it_is_there(table, open_page):
    table.to_trick()
    phone = open_page()
    phone.route("**/crop/*", lambda route: None)
    table.look(("10H", (("10D", 0.3),)), crop=CROP)
    phone.wait_for_selector(".question")
    assert box(phone, ".crop img")[2:] == (92, 138)
    phone.unroute("**/crop/*")
    phone.reload()
    phone.wait_for_function("() => document.querySelector('.crop img')?.naturalWidth === 96")
    assert box(phone, ".crop img")[2:] == (92, 138)


def test_where_no_card_is_likely_no_new_card_is_the_first_answer(table, open_page):
    table.to_trick()
    phone = open_page()
    phone.click("text=Just watch")
    table.look(("back", (("10D", 0.002), ("10S", 0.001))))
    phone.wait_for_selector(".question >> text=Probably no new card")
    phone.wait_for_selector(".question >> text=Is it none?")
    assert phone.locator(".question button >> nth=0").inner_text().startswith("No new card")
    phone.click(".answer-none.likely")
    phone.wait_for_selector(".question", state="detached")
    assert phone.locator(".trick .card:not(.empty)").count() == 0


def test_the_last_round_says_that_no_card_is_turned_up(table, open_page):
    players = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo")
    play_rounds(table, 9, players)
    board = open_board(open_page)
    assert "deals all the cards. No card is turned up" in board.inner_text(".centre .banner")
    assert "last round" in board.inner_text(".pane-sheet .panel-head")
    table.events({"event": "bid", "player": table.host.snapshot.view(None)["turn"], "tricks": 0})
    board.wait_for_selector("text=deals all the cards", state="detached")
