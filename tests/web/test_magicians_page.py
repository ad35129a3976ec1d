"""Les Trois Magiciens on phones and on the big screen, in a real browser and without a camera."""

import json

import numpy as np
import pytest
from fingertips import fits, small_keys
from playwright.sync_api import expect

from table.command import Correct

SMALL = {"width": 320, "height": 568}
BOARD = {"width": 1280, "height": 800}
CROP = np.full((96, 192, 3), 120, np.uint8)


def watch(open_page, **options):
    """Open a phone that has no seat: it plays for whoever has no phone."""
    page = open_page(**options)
    page.click("text=Just watch")
    page.wait_for_selector(".board")
    return page


def enter(page, **notches):
    """Enter a throw by hand."""
    page.click("[data-focus=enter]")
    for color, count in notches.items():
        page.click(f"dialog [data-way={color}{count}]")
    page.click("[data-focus=entered]")
    page.wait_for_selector("dialog", state="detached")


def confirm(page):
    page.click("[data-focus=confirm]")


@pytest.mark.slow
def test_two_turns_are_played_by_hand_and_followed_on_the_big_screen(table, open_page, cramped):
    ann, board = open_page(), open_page("/board?keys", BOARD)
    ann.click("[data-game=magicians]")
    for place, name in enumerate(("Ann", "<b>Bo</b>", "Cy"), 1):
        ann.fill(f".names li:nth-child({place}) input[type=text]", name)
    ann.select_option(".names li:nth-child(1) select", "white")
    ann.select_option("#rule-opening", "dealer")
    ann.click("text=Start the game")
    ann.click("[data-focus=seat0]")
    ann.wait_for_selector(".banner.mine >> text=Throw the three sticks")
    board.wait_for_selector("text=Ann, throw the three sticks")
    assert ann.locator(".mages b:not(.count)").count() == 0
    bo = open_page(size=SMALL)
    bo.click("[data-focus=seat1]")

    enter(ann, red=0, black=2, white=1)
    bo.wait_for_selector("text=Ann threw 3")
    assert "Magician: 1 jump. Apprentice: 3 squares." in bo.inner_text(".banner")
    confirm(bo)
    ann.wait_for_selector("text=Move your figures")
    assert bo.locator(".target").count() == 0
    assert ann.locator("button.target").count() == 4
    ann.click("[data-focus=place-mill]")
    ann.wait_for_selector("text=Now the Apprentice")
    ann.click("[data-focus=place-mill]")
    ann.click("[data-focus=take]")
    board.wait_for_selector(".news >> text=Ann takes the card of the Mill")
    board.wait_for_selector(".mages li:nth-child(1) .mini.had.place-mill")
    ann.wait_for_selector(".mages li:nth-child(1) >> text=1 of 7")
    assert "1st" in ann.inner_text(".mages li:nth-child(1)")
    assert "2nd" in ann.inner_text(".mages li:nth-child(2)")

    bo.wait_for_selector(".banner.mine >> text=Throw the three sticks")
    enter(bo, red=1, black=0, white=1)
    confirm(bo)
    bo.wait_for_selector("text=Now the Apprentice")
    bo.click("[data-focus=on-symbol]")
    bo.click("[data-focus=cast]")
    enter(bo, red=0, black=0, white=0)
    confirm(bo)
    bo.click("[data-focus=choose-force]")
    board.wait_for_selector(".news >> text=gets the Force stone")
    for page in (ann, bo, board):
        page.wait_for_selector("text=Cy, throw the three sticks")
        assert cramped(page) == []


def test_in_a_duel_sticks_are_set_aside_by_a_tap_and_the_winner_is_told_to_stop(table, open_page):
    table.to_duel()
    bo, ann = open_page(size=SMALL), open_page()
    bo.click("[data-focus=seat1]")
    ann.click("[data-focus=seat0]")
    bo.wait_for_selector(".banner.mine >> text=Your throw 1 of at most 3")
    enter(bo, red=2, black=1, white=0)
    bo.click("[data-focus=keep-red]")
    bo.wait_for_selector("[data-focus=keep-red][aria-pressed=true]")
    assert ann.locator("[data-focus=keep-red]").count() == 0
    assert small_keys(bo) == []
    bo.click("text=Throw the other 2 sticks")
    bo.wait_for_selector("text=Your throw 2 of at most 3")
    assert bo.locator(".stick-row.held").count() == 1
    enter(bo, black=1, white=0)
    bo.click("text=Stop with 3 in 2 throws")
    ann.wait_for_selector("text=To beat: 3 in 2 throws")
    enter(ann, red=1, black=2, white=0)
    ann.wait_for_selector("text=You have won: stop")
    confirm(ann)
    for page in (ann, bo):
        page.wait_for_selector(".news >> text=Ann wins the duel for the Mill")
    assert "Bo’s Magician goes to the Labyrinth" in bo.inner_text(".news")
    assert fits(bo) and fits(ann)


def test_after_the_last_throw_of_a_duel_nobody_is_told_to_stop(table, open_page):
    table.to_duel().throw(1, 0, 0)
    for _ in range(2):
        table.events({"event": "keep", "sticks": []}).throw(1, 0, 0)
    bo = open_page()
    bo.click("[data-focus=seat1]")
    bo.wait_for_selector("[data-focus=confirm] >> text=Confirm 1 in 3")
    assert bo.locator("text=Stop with").count() == 0


def test_a_tie_asks_the_second_thrower_who_begins(table, open_page):
    table.to_duel().throw(1, 1, 1).events({"event": "confirm"})
    table.throw(1, 1, 1).events({"event": "confirm"})
    ann, bo = open_page(), open_page()
    ann.click("[data-focus=seat0]")
    bo.click("[data-focus=seat1]")
    bo.wait_for_selector("text=A tie. Does Ann begin")
    # As soon as Ann has a phone of her own.
    expect(bo.locator("[data-focus=begin]")).to_have_count(0)
    ann.click("[data-focus=begin]")
    ann.wait_for_selector(".banner.mine >> text=Your throw 1 of at most 3")
    assert "3 in 1 throw, Ann 3 in 1 throw: a tie" in ann.inner_text(".bouts")


def test_an_unclear_stick_is_shown_with_its_picture_and_settled_by_a_tap(table, open_page):
    table.mages().see_throw(1, 2, 0, asks=("black",), crop=CROP)
    page = watch(open_page, size=SMALL)
    page.wait_for_selector("text=How does the black stick lie?")
    page.wait_for_function("() => document.querySelector('.unclear img')?.naturalWidth === 192")
    assert page.locator(".unclear .way").count() == 3
    assert small_keys(page) == [] and fits(page)
    page.click("[data-focus=way-black-0]")
    page.wait_for_selector("text=Ann threw 3")
    assert page.locator(".unclear").count() == 0


def test_a_stick_that_was_read_wrongly_is_put_right_with_a_tap(table, open_page):
    page = watch(open_page) if table.mages().see_throw(1, 2, 0) else None
    page.click("[data-focus=wrong-red]")
    page.click("dialog [data-way='2']")
    page.wait_for_selector("text=Ann threw 4")
    table.mages().throw(0, 1, 1)
    page.wait_for_selector("text=Ann threw 2")
    page.click("[data-focus=wrong-white]")
    page.click("dialog [data-way='2']")
    page.wait_for_selector("text=Ann threw 3")


def test_a_void_throw_says_why_and_can_be_counted_all_the_same(table, open_page):
    table.mages().see_throw(1, 2, 0, again="overlap")
    page = watch(open_page)
    page.wait_for_selector("text=Ann, throw again")
    assert "Sticks lie on" in page.inner_text(".banner")
    page.click("[data-focus=count]")
    page.wait_for_selector("text=Ann threw 3")
    page.click("[data-focus=again]")
    page.click("dialog [data-reason=off_table]")
    page.wait_for_selector("text=Ann, throw the three sticks")


def test_an_earlier_step_is_put_right_from_the_log_and_later_ones_taken_back(table, open_page):
    table.to_moves(1, 2, 0).events({"event": "jump", "to": "mill"})
    page = watch(open_page)
    page.click("[data-focus=log]")
    assert page.evaluate("scrollY") > 0
    page.click("dialog [data-event='2']")
    page.click("dialog >> text=Jump to the Castle")
    page.wait_for_selector(".place-castle .figure-magician")
    # What was put right is told at the top.
    page.wait_for_function("scrollY === 0")
    page.click("[data-focus=log]")
    page.click("dialog [data-event='0']")
    page.wait_for_selector("dialog [data-way=red1][aria-pressed=true]")
    page.click("[data-focus=back]")
    page.click("dialog .gold >> text=Undo")
    page.wait_for_selector("text=Ann, throw the three sticks")
    assert table.host.snapshot.history.events == ()


def test_a_place_is_reached_and_tapped_with_the_keyboard_alone(table, open_page):
    table.to_moves(1, 2, 0)
    page = watch(open_page)
    page.wait_for_selector("button.target")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.focus") == "place-castle":
            page.keyboard.press("Enter")
            break
    page.wait_for_selector(".place-castle .figure-magician")
    label = page.locator("[data-focus=place-mill]").get_attribute("aria-label")
    assert label.startswith("Walk to the Mill. 2 cards lie there")


def test_a_step_into_exile_is_asked_about_first(table, open_page):
    table.to_duel().throw(0, 0, 1).events({"event": "confirm"})
    table.throw(2, 2, 2).events({"event": "confirm"})
    table.throw(1, 0, 0).events({"event": "confirm"})
    page = watch(open_page)
    page.wait_for_selector(".place-mill .warn")
    page.click("[data-focus=place-mill]")
    page.wait_for_selector("dialog >> text=Another Magician holds the Mill")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.locator(".place-mill .figure-apprentice").count() == 0


@pytest.mark.parametrize("size", [SMALL, BOARD])
def test_on_a_board_with_paths_the_squares_in_reach_are_tapped(table, open_page, size):
    table.to_moves(1, 1, 0, board="house").events({"event": "jump", "to": "mill"})
    page = watch(open_page, size=size) if size is SMALL else open_page("/board?keys", BOARD)
    page.wait_for_selector("text=A stand-in, not the original board")
    assert page.locator(".square.open").count() == 4
    page.click(".square.open[aria-label='Walk to Life to Mill, slab 2, a symbol']")
    page.wait_for_selector("text=Ann may try a spell")
    assert "Life to Mill, slab 2" in page.inner_text(".away")
    assert fits(page)


def test_a_board_file_is_read_in_the_browser_and_sent_with_the_game(table, open_page, tmp_path):
    places = ["forest", "magician", "tower", "castle", "life", "labyrinth", "sun", "mill", "moon"]
    nodes = [{"id": place, "kind": "place"} for place in places]
    nodes += [{"id": f"s{n}", "kind": "symbol"} for n in range(8)]
    edges = [["life", place] for place in places if place != "life"] + [["sun", f"s{n}"] for n in range(8)]
    good, bad = tmp_path / "board.json", tmp_path / "bad.json"
    good.write_text(json.dumps({"nodes": nodes, "edges": edges}))
    bad.write_text("[1, 2")
    page = open_page(size=SMALL)
    page.click("[data-game=magicians]")
    page.set_input_files("input[type=file]", bad)
    page.wait_for_selector("#toast >> text=no board file")
    with page.expect_file_chooser() as chooser:
        page.select_option("#rule-board", "file")
    chooser.value.set_files(good)
    page.wait_for_selector("text=A board of 17 squares")
    page.select_option("#rule-opening", "dealer")
    for place, name in enumerate(("Ann", "Bo", "Cy"), 1):
        page.fill(f".names li:nth-child({place}) input[type=text]", name)
    page.click("text=Start the game")
    page.click("text=Just watch")
    enter(page, red=0, black=0, white=2)
    confirm(page)
    page.click("[data-square=s3]")
    page.wait_for_selector("text=Ann may try a spell")


@pytest.mark.parametrize("phase", ["read", "duel", "asks"])
def test_the_big_screen_shows_all_without_scrolling(table, open_page, phase):
    match phase:
        case "read":
            table.mages().see_throw(1, 2, 0, crop=CROP)
        case "duel":
            table.to_duel().throw(2, 1, 0)
        case "asks":
            table.mages().see_throw(1, 2, 0, asks=("black",), crop=CROP)
    board = open_page("/board?keys", BOARD)
    board.wait_for_selector(".place-moon")
    for part in (".places", ".banner", ".pane-tools", ".device", ".mages", ".qr", ".beside"):
        box = board.locator(part).bounding_box()
        if box is not None:
            assert box["x"] >= 0 and box["x"] + box["width"] <= BOARD["width"], part
            assert box["y"] >= 0 and box["y"] + box["height"] <= BOARD["height"], part
    felt, banner = (board.locator(part).bounding_box() for part in (".places", ".pane-now"))
    assert felt["y"] + felt["height"] <= banner["y"]


def test_at_the_end_the_winner_and_the_ranking_are_shown_and_a_new_game_offered(table, open_page):
    play_to_the_end(table)
    page = open_page("/", size=SMALL)
    page.wait_for_selector("text=Ann wins with all seven cards")
    assert page.locator(".result li").count() == 3
    # It has room for one of the two: that it is over.
    assert page.locator(".pane-bar .round, .pane-bar .note").all_inner_texts() == ["The game is over"]
    assert page.locator(".mini.had").count() == 7
    page.click("text=Play again")
    page.wait_for_selector("dialog [data-game=magicians][aria-pressed=true]")
    assert fits(page)


def play_to_the_end(table):
    """Let Ann alone take a card in every turn; the others stay where nobody meets them."""
    table.mages(life_rule_first_turn=False, apprentice_may_stay=True)
    for place in ("mill", "sun", "castle", "forest", "magician", "tower"):
        take(table, place, 1)
    take(table, "life", 2, card=False)
    take(table, "mill", 1, card=False)
    take(table, "moon", 1)


def take(table, place, jumps, card=True):
    """Let Ann's two figures meet on a Place, and the others throw and stay."""
    table.throw(jumps, 2, 0).events({"event": "confirm"}, {"event": "jump", "to": place})
    table.events({"event": "walk", "to": place})
    if card:
        table.events({"event": "take"})
    if table.host.snapshot.view(None)["phase"] == "game_over":
        return
    for _ in range(2):
        table.throw(1, 0, 0).events({"event": "confirm"}, {"event": "stay", "figure": "apprentice"})


def test_what_was_chosen_for_a_throw_long_gone_counts_for_nobody_else(table, open_page):
    table.mages()
    entering, again = watch(open_page), watch(open_page)
    entering.click("[data-focus=enter]")
    for stick in ("red0", "black0", "white1"):
        entering.click(f"dialog [data-way={stick}]")
    table.throw(1, 2, 0)
    again.click("[data-focus=again]")
    again.wait_for_selector("dialog [data-reason=off_table]")
    table.events({"event": "confirm"}, {"event": "jump", "to": "mill"}, {"event": "walk", "to": "slab"})
    entering.wait_for_selector(".banner >> text=Bo, throw the three sticks")
    entering.click("[data-focus=entered]")
    expect(entering.locator("#toast")).to_contain_text("Look again")
    assert table.host.snapshot.view(None)["reading"] == []
    table.throw(0, 0, 1)
    again.wait_for_selector(".banner >> text=Bo threw 1")
    again.click("dialog [data-reason=off_table]")
    expect(again.locator("#toast")).to_contain_text("Look again")
    assert len(table.host.snapshot.view(None)["reading"]) == 3


def test_a_stick_of_an_earlier_throw_is_put_right_beside_what_another_has_put_right(table, open_page):
    table.to_duel(kept_sticks="may_return").throw(2, 1, 0)
    table.events({"event": "keep", "sticks": ["red"]}).throw(1, 0, colors=("black", "white"))
    page = watch(open_page)
    page.wait_for_selector("[data-focus=wrong-red]")
    index = len(table.host.snapshot.history.events) - 3
    thrown = {"event": "throw", "player": 1, "sticks": table.lie(2, 2, 0)}
    table.do(Correct(index, thrown))
    page.wait_for_selector(".alert.told")
    page.click("[data-focus=wrong-red]")
    page.click("dialog [data-way='1']")
    page.wait_for_selector("text=Put right: Bo threw")
    page.wait_for_selector(".stick-row[data-stick=red] b >> text=1")
    sticks = table.host.snapshot.history.written(index)["sticks"]
    assert [stick["notches"] for stick in sticks] == [1, 2, 0]


def test_a_spell_is_declined_by_its_own_word(table, open_page):
    table.to_moves(1, 1, 0).events({"event": "jump", "to": "mill"}, {"event": "walk", "to": "symbol"})
    page = open_page(locale="fr")
    assert page.locator("[data-focus=leave]").inner_text() == "Pas de sort"
