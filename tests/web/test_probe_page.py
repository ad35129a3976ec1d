"""Probe on phones and on the big screen, in a real browser and without a camera."""

import threading

import numpy as np
import pytest
from fingertips import fits, small_keys
from patience import PATIENCE_S
from playwright.sync_api import expect

from games.probe import Rules, rules_to_dict
from games.probe.state import SIDES
from table.command import Look, NewGame
from vision.types import Reading, Seen, Sight
from web import probe

SMALL = {"width": 320, "height": 568}
BOARD = {"width": 1280, "height": 800}
CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
CROP = np.full((96, 64, 3), 120, np.uint8)


@pytest.fixture
def table(make_table, request):
    return make_table(**getattr(request, "param", {}))


@pytest.fixture
def begin(table):
    """Begin a game; whose word is given has set out so many spaces, and keeps it to himself."""

    def begin_(players=("Ann", "Bo", "Cy"), ready=(), **rules):
        table.do(NewGame({"game": "probe", "players": list(players), "dealer": 0, "rules": rules}))
        table.look()
        for seat, spaces in ready:
            table.events({"event": "ready", "player": seat, "spaces": spaces})

    return begin_


def sit(page, seat):
    page.click(f"[data-focus=seat{seat}]")
    page.wait_for_selector(".chip.you")
    return page


def set_out(page, word, tray="null"):
    """Type a word with its dots on the form."""
    form = page.locator(f".word-form:has([data-focus=word-{tray}])")
    form.locator("input").fill(word.strip("."))
    for what, dots in (("before", word), ("after", word[::-1])):
        for _ in range(len(dots) - len(dots.lstrip("."))):
            form.locator(f"[aria-label='Dots {what}: one more']").click()
    form.locator("button[type=submit]").click()
    form.wait_for(state="detached")


def counted(page, selector, number):
    """Wait until there are so many of what a selector names."""
    page.wait_for_function("([s, n]) => document.querySelectorAll(s).length === n", arg=[selector, number])


def ask(page, of, sign):
    page.wait_for_selector(".letters")
    if page.locator(f"[data-focus=of-{of}]").count():
        page.click(f"[data-focus=of-{of}]")
    page.click(f'[data-sign="{sign}"]')
    page.click("[data-focus=ask]")


def test_a_turn_is_played_on_three_phones_and_followed_on_the_big_screen(table, open_page):
    ann, board = open_page(), open_page("/board?keys", BOARD)
    ann.click("[data-game=probe]")
    ann.locator("text=×").last.click()
    for place, name in enumerate(("Ann", "<b>Bo</b>", "Cy"), 1):
        ann.fill(f".names li:nth-child({place}) input[type=text]", name)
    ann.click("text=Start the game")
    sit(ann, 0)
    bo, cy = sit(open_page(size=SMALL), 1), sit(open_page(), 2)
    assert fits(bo) and small_keys(bo) == []
    set_out(ann, "Œuvré.")
    set_out(bo, "..phare.")
    board.wait_for_selector("text=Waiting for the word of Cy")
    set_out(cy, "banane")

    ann.wait_for_selector(".banner.mine >> text=Draw an activity card")
    ann.click("[data-focus=choose-card]")
    ann.click("dialog [data-card=x5]")
    ask(ann, 1, "P")
    bo.wait_for_selector("text=Ann asks you for the letter P")
    board.wait_for_selector("text=Ann asks <b>Bo</b> for the letter P")
    counted(bo, ".answering .key-flap", 1)
    counted(bo, "[data-focus=no]", 0)
    assert small_keys(bo) == [] and fits(bo)
    bo.click("[data-focus=open-null-3]")
    ann.wait_for_selector("text=Ann +75: space 3 of <b>Bo</b>")
    board.wait_for_selector("text=Ann +75: space 3 of <b>Bo</b>")
    assert board.locator(".probers li:nth-child(2) .flap.open").inner_text().split() == ["P", "15"]
    assert ann.get_attribute("[data-focus=of-1]", "aria-pressed") == "true"
    ask(ann, 1, "Z")
    assert bo.locator("[data-focus=no]").inner_text() == "No, I don’t have it"
    bo.click("[data-focus=no]")
    bo.wait_for_selector(".banner.mine >> text=Draw an activity card")
    board.wait_for_selector("text=<b>Bo</b> draws an activity card")
    line = board.locator(".sheet tbody tr").first
    assert line.locator("th").inner_text().split() == ["1×5"]
    assert line.locator("td b").all_inner_texts() == ["75", "0", "0"]
    assert line.locator(".gain [aria-hidden]").all_inner_texts() == ["+75"]
    for page in (ann, cy):
        page.wait_for_selector("text=<b>Bo</b> draws an activity card")
    for page in (ann, bo, cy, board):
        assert fits(page), "the page is too wide"


def test_no_page_but_its_owner_s_holds_a_word_and_nobody_s_a_list_of_what_was_asked(table, begin, open_page):
    begin(ready=[(2, 6)])
    ann, bo, board = sit(open_page(), 0), sit(open_page(), 1), open_page("/board?keys", BOARD)
    set_out(ann, "OEUVRE")
    set_out(bo, "..WHISKY")
    table.events({"event": "draw", "player": 0, "card": "normal"})
    ask(ann, 1, "Q")
    bo.click("[data-focus=no]")
    bo.wait_for_selector(".banner.mine")
    signs = "[...document.querySelectorAll('.tray-box .flap-sign')]"
    shown = f"() => {signs}.map(one => one.textContent).join('')"
    for page in (ann, board):
        page.wait_for_selector("text=Bo draws an activity card")
    assert bo.evaluate(shown) == "WHISKY" and ann.evaluate(shown) == "OEUVRE"
    assert board.evaluate(shown) == ""
    for page in (ann, board):
        assert "WHISKY" not in page.content().upper()
        # The steps are fetched: until then the page beneath may still show the question.
        page.wait_for_selector("text=Bo draws an activity card")
        page.click("[data-focus=log]")
        page.wait_for_selector("dialog >> text=Bo said no")
        assert "letter Q" not in page.content()


def test_a_word_can_be_covered_against_a_neighbour_s_look(table, begin, open_page):
    begin(ready=[(1, 6), (2, 6)])
    ann = sit(open_page(), 0)
    set_out(ann, "FJORD")
    ann.click("[data-focus=cover]")
    ann.wait_for_selector("text=Show my word")
    assert "FJORD" not in ann.inner_text(".probers").replace("\n", "").replace("5", "")
    counted(ann, ".probers .flap.own", 0)
    ann.click("[data-focus=cover]")
    counted(ann, ".probers .flap.own", 5)


def test_a_word_that_is_being_typed_outlives_what_others_do_and_can_be_changed(table, begin, open_page):
    begin()
    ann = sit(open_page(), 0)
    assert "empty spaces before and after" in ann.inner_text(".word-form")
    ann.fill(".word-input", "fj")
    assert ann.locator("[data-focus=word-null]").is_disabled()
    assert "2 more letters" in ann.inner_text(".word-form")
    table.events({"event": "ready", "player": 1, "spaces": 6})
    ann.wait_for_selector("text=Bo set out a word")
    assert ann.input_value(".word-input") == "fj"
    ann.fill(".word-input", "fjord")
    ann.click("[data-focus=word-null]")
    # The table tells that a word stands before it knows which phone may see it.
    counted(ann, ".probers .flap.own", 5)
    ann.click("[data-focus=change-word]")
    assert ann.input_value(".word-input") == "FJORD"
    set_out(ann, "QUIZ..")
    ann.wait_for_selector("text=Your word stands")
    counted(ann, ".tray.large .flap", 6)


def test_what_is_typed_for_one_tray_outlives_what_is_told_of_the_other(table, begin, open_page, monkeypatch):
    begin(players=("Ann", "Bo"))
    ann, typed, kept = sit(open_page(), 0), threading.Event(), probe._kept
    # The table tells that a word stands before it knows which phone may see it.
    monkeypatch.setattr(probe, "_kept", lambda *told: typed.wait(PATIENCE_S) and kept(*told))
    set_out(ann, "CHAT", "left")
    right = ann.locator(".word-form:has([data-focus=word-right])")
    right.locator("input").fill("VELO")
    typed.set()
    counted(ann, ".probers .flap.own", 4)
    assert right.locator("input").input_value() == "VELO"
    right.locator("button[type=submit]").click()
    ann.click("[data-focus=change-word]")
    right.locator("input").fill("LIVRE")
    set_out(ann, "TABLE", "left")
    counted(ann, ".probers .flap.own", 9)
    assert right.locator("input").input_value() == "LIVRE"
    right.locator("button[type=submit]").click()
    ann.wait_for_selector("text=Your word stands")
    counted(ann, ".probers .flap.own", 10)


def test_who_has_no_phone_is_played_for_by_another(table, begin, open_page):
    begin()
    ann = sit(open_page(size=SMALL), 0)
    set_out(ann, "FJORD")
    for seat in (1, 2):
        ann.click(f"[data-focus=ready-for-{seat}-null]")
        assert fits(ann)
        ann.click("dialog [data-step=more]")
        ann.click(f"dialog [data-focus=ready-{seat}-null]")
        ann.wait_for_selector("dialog", state="detached")
    ann.click("[data-focus=choose-card]")
    assert small_keys(ann) == []
    ann.click("dialog [data-card=left]")
    ann.wait_for_selector("text=Bo has no phone here")
    ann.click("[data-focus=open-null-7]")
    ann.click("dialog [data-sign='E']")
    ann.wait_for_selector("text=Ann +5: space 7, uncovered by Bo")
    ask(ann, 2, ".")
    ann.click("[data-focus=no]")
    ann.wait_for_selector("text=a dot asked in vain")
    assert table.host.snapshot.view(None)["totals"] == [-45, 0, 0]


def test_a_long_name_without_a_break_stays_within_its_key(table, begin, open_page):
    begin(("Ann", "W" * 20, "Cy"))
    ann = sit(open_page(size=SMALL), 0)
    keys = ann.locator("[data-focus^=ready-for]")
    expect(keys).to_have_count(2)
    assert keys.evaluate_all("keys => keys.filter(key => key.scrollWidth > key.clientWidth).length") == 0
    assert fits(ann)


def test_a_letter_that_was_said_wrongly_is_put_right_in_the_list_of_steps(table, begin, open_page):
    begin(ready=[(0, 6), (1, 6), (2, 6)])
    page = sit(open_page(size=SMALL), 1)
    table.events({"event": "draw", "card": "left"})
    page.click("[data-focus=open-null-2]")
    page.click("dialog [data-sign='A']")
    page.click("[data-focus=log]")
    page.click("dialog [data-event='4']")
    page.click("dialog [data-step=more]")
    page.click("dialog >> text=Take it")
    page.wait_for_selector("text=What stands in space 3?")
    assert small_keys(page) == []
    page.click("dialog [data-sign='E']")
    page.wait_for_selector("text=Put right: Bo opened space 3")
    signs = [space["sign"] for space in table.host.snapshot.view(None)["seats"][1]["trays"][0]["spaces"]]
    assert signs.count(None) == len(signs) - 1


def test_an_answer_that_comes_late_leaves_the_form_in_which_the_word_is_changed(table, begin, open_page):
    begin()
    ann, late = sit(open_page(), 0), []
    ann.route("**/api/word*", lambda route: late.append((route, route.fetch())))
    ann.fill(".word-input", "fjord")
    ann.click("[data-focus=word-null]")
    ann.click("[data-focus=change-word]")
    ann.fill(".word-input", "quiz")
    while not late:
        ann.wait_for_timeout(20)
    ((route, answer),) = late
    with ann.expect_response("**/api/word*") as told:
        route.fulfill(response=answer)
    told.value.finished()
    # The page takes the answer in before the next task.
    ann.evaluate("new Promise((then) => setTimeout(then))")
    assert ann.input_value(".word-input") == "quiz"


def test_whoever_sits_down_while_the_list_of_steps_is_open_puts_right_what_is_his(table, begin, open_page):
    begin(ready=[(0, 6), (1, 6), (2, 6)])
    page, steps = open_page(), "[data-focus=event1]"
    page.wait_for_selector("[data-focus=seat1]")
    page.click("[data-focus=log]")
    page.wait_for_selector(f"dialog {steps}")
    page.evaluate("steps => document.querySelector(`dialog ${steps}`).dataset.before = ''", steps)
    page.evaluate(
        """seen => fetch("/api/seat", { method: "POST", body: JSON.stringify({ seat: 1, seen }),
          headers: { "X-Familiar": "1", "Content-Type": "application/json" } })""",
        table.host.snapshot.number,
    )
    page.wait_for_selector(".chip.you")
    page.wait_for_selector(f"dialog {steps}:not([data-before])")
    page.click(f"dialog {steps}")
    page.wait_for_selector("dialog .choices [data-step=more]")


def test_a_space_of_the_wrong_tray_is_put_right_in_the_list_of_steps(table, begin, open_page):
    begin(players=("Ann", "Bo"))
    for seat in (0, 1):
        table.events(*({"event": "ready", "player": seat, "spaces": 6, "tray": tray} for tray in SIDES))
    page = sit(open_page(size=SMALL), 1)
    table.events({"event": "draw", "card": "normal"}, {"event": "ask", "player": 0, "sign": "A"})
    table.events({"event": "open", "player": 1, "space": 2, "tray": "left"})
    page.click("[data-focus=log]")
    page.click("dialog [data-event='6']")
    page.click("dialog .choices [data-step=more]")
    page.click("dialog .choices >> text=right")
    page.wait_for_selector("text=Put right: Bo opened space 3")
    left, right = table.host.snapshot.view(None)["seats"][1]["trays"]
    assert (left["hidden"], right["hidden"], right["spaces"][2]["sign"]) == (6, 5, "A")


def test_a_seen_card_is_confirmed_or_put_right_by_a_tap(table, begin, open_page):
    begin(ready=[(0, 6), (1, 6), (2, 6)])
    page = sit(open_page(size=SMALL), 0)
    reading = Reading("x5", 0.97, False, (("x3", 0.02),), CORNERS, CROP)
    table.do(Look(Sight((Seen(1, reading),))))
    page.wait_for_selector("text=Ann drew: Quintuple the first discovery?")
    page.wait_for_function("() => document.querySelector('.proposal img')?.naturalWidth === 64")
    assert small_keys(page) == [] and fits(page)
    assert table.host.snapshot.view(None)["phase"] == "draw"
    page.click("[data-focus=card-x3]")
    page.wait_for_selector(".drawn >> text=Triple the first discovery")
    page.click("text=Undo >> nth=0")
    page.click("dialog .gold")
    page.wait_for_selector("text=Taken back: Ann drew: three times the first discovery.")
    page.wait_for_selector("text=This card was taken back")
    page.click("[data-focus=other-card]")
    page.fill("dialog input", "-20")
    page.click("dialog >> text=Take it")
    page.wait_for_selector("text=Ann −20: the card")


def test_the_gold_key_confirms_what_was_seen(table, begin, open_page):
    begin(ready=[(0, 6), (1, 6), (2, 6)])
    page = sit(open_page(), 2)
    table.look(("+25", ()))
    page.click("[data-focus=take-card]")
    page.wait_for_selector("text=Ann +25: the card")


def test_a_word_is_named_typed_or_aloud(table, begin, open_page):
    begin(ready=[(2, 6)])
    ann, bo, cy = sit(open_page(size=SMALL), 0), sit(open_page(), 1), sit(open_page(), 2)
    set_out(ann, "FJORDS")
    set_out(bo, "WHISKY")
    cy.click("[data-focus=call-1-null]")
    assert fits(cy)
    cy.fill("dialog .word-input", "whiskx")
    cy.click("[data-focus=call-typed]")
    cy.wait_for_selector("text=Cy −50: named the word of Bo wrongly")
    counted(ann, ".probers li .flap.open", 0)

    ann.click("[data-focus=call-2-null]")
    ann.click("[data-focus=call-aloud]")
    ann.click("dialog:last-of-type .gold >> text=Name it")
    cy.wait_for_selector(".banner.mine >> text=Ann names your word")
    counted(bo, "[data-focus=right]", 0)
    cy.click("[data-focus=wrong]")
    ann.wait_for_selector("text=Ann −50: named the word of Cy wrongly")
    assert fits(ann)


def test_a_word_that_does_not_fill_the_spaces_is_named_only_on_purpose(table, begin, open_page):
    begin()
    ann, bo, cy = sit(open_page(), 0), sit(open_page(), 1), sit(open_page(size=SMALL), 2)
    for phone, word in ((ann, "FJORDS"), (bo, "WHISKY"), (cy, "BANANE")):
        set_out(phone, word)
    cy.click("[data-focus=call-1-null]")
    hint = cy.locator("dialog .word-form .note")
    for word, said in (
        ("WHISK", "5 of 6 spaces"),
        ("…WHI", ""),
        ("WHISKY", ""),
        ("WHISKYS", "7 of 6 spaces"),
    ):
        cy.fill("dialog .word-input", word)
        expect(hint).to_contain_text(said) if said else expect(hint).to_be_empty()
    cy.fill("dialog .word-input", "WHISK")
    cy.click("[data-focus=call-typed]")
    asked = cy.locator("dialog:last-of-type")
    expect(asked).to_contain_text("This fills 5 of 6 spaces. Name it all the same?")
    asked.locator(".row .plain").click()
    expect(cy.locator("dialog")).to_have_count(1)
    assert table.host.snapshot.view(None)["totals"] == [0, 0, 0]
    cy.click("[data-focus=call-typed]")
    asked.locator(".gold >> text=Name it").click()
    cy.wait_for_selector("text=Cy −50: named the word of Bo wrongly")


def test_an_owner_puts_a_wrong_judgement_right_and_a_judged_call_is_not_undone(table, begin, open_page):
    begin(ready=[(1, 6), (2, 6)])
    ann, cy = sit(open_page(), 0), sit(open_page(), 2)
    set_out(ann, "FJORDS")
    table.events({"event": "interrupt", "player": 0, "of": 2})
    table.events({"event": "judge", "player": 2, "right": False})
    ann.wait_for_selector("text=Ann −50: named the word of Cy wrongly")
    ann.click("text=Undo >> nth=0")
    ann.click("dialog .gold")
    ann.wait_for_selector("#toast >> text=nobody guesses for nothing")
    index = len(table.host.snapshot.history.events) - 1
    cy.click("[data-focus=log]")
    cy.click(f"dialog [data-event='{index}']")
    cy.click("dialog >> text=It is right")
    ann.wait_for_selector("text=Put right: the word named was right.")
    assert table.host.snapshot.view(None)["totals"][0] == 160


def test_a_phone_that_took_the_seat_over_is_told_that_it_does_not_show_the_word(table, begin, open_page):
    begin(ready=[(0, 6), (2, 6)])
    bo = sit(open_page(), 1)
    set_out(bo, "WHISKY")
    other = open_page()
    other.click("[data-focus=seat1]")
    other.click("dialog .gold")
    other.wait_for_selector(".probers .me")
    assert "WHISKY" not in other.content()
    table.events({"event": "draw", "card": "normal"}, {"event": "ask", "player": 0, "of": 1, "sign": "W"})
    other.wait_for_selector("text=Another phone typed your word")
    counted(other, ".answering .key-flap", 6)
    other.click("[data-focus=open-null-2]")
    other.wait_for_selector("#toast >> text=does not fit")
    other.click("[data-focus=open-null-1]")
    other.wait_for_selector("text=Ann +5: space 1 of Bo")


def test_two_players_have_two_trays_each_and_play_to_the_end(table, begin, open_page):
    begin(players=("Ann", "Bartholomew"))
    ann, bo, board = sit(open_page(), 0), sit(open_page(size=SMALL), 1), open_page("/board?keys", BOARD)
    for page, words in ((ann, ("CHAT", "VELO")), (bo, ("ARBRES", "LIVRES"))):
        for word, tray in zip(words, ("left", "right"), strict=True):
            set_out(page, word, tray)
    table.events({"event": "draw", "card": "left"})
    bo.wait_for_selector("text=Uncover any letter or dot (left tray)")
    counted(bo, ".answering", 1)
    assert small_keys(bo) == []
    bo.click("[data-focus=open-left-6]")
    ask(ann, 1, "R")
    counted(bo, ".answering .key-flap", 3)
    bo.click("[data-focus=open-right-4]")
    for tray in ("left", "right"):
        ann.click(f"[data-focus=call-1-{tray}]")
        ann.fill("dialog .word-input", "arbres" if tray == "left" else "livres")
        ann.click("[data-focus=call-typed]")
        ann.wait_for_selector("dialog", state="detached")
        ann.wait_for_selector(f"[data-focus=call-1-{tray}]", state="detached")
    board.wait_for_selector("text=Last word")
    assert fits(board) and fits(bo)
    while (state := table.host.snapshot.view(None))["phase"] != "final":
        table.events({"event": "draw", "player": state["active"], "card": "normal"})
        if state["active"] == 1:
            table.events({"event": "ask", "player": 1, "sign": "Z"}, {"event": "no", "player": 0})
    bo.wait_for_selector("text=Everything is uncovered")
    bo.click("[data-focus=misspelt-0-right]")
    bo.click("dialog .gold")
    for page in (ann, bo):
        page.wait_for_selector("text=Ann −100: a misspelt word")
    ann.click("[data-focus=look-0-left]")
    ann.wait_for_selector("#toast >> text=/dictionary|Not found/")
    bo.click("[data-focus=confirm]")
    ann.wait_for_selector("text=Ann wins")
    board.wait_for_selector(".result >> text=1st")
    assert fits(ann) and fits(board)


def test_a_key_that_is_held_down_while_the_table_goes_on_is_pressed_all_the_same(table, begin, open_page):
    begin(ready=[(0, 6), (1, 6), (2, 6)])
    table.events({"event": "draw", "card": "normal"}, {"event": "ask", "of": 1, "sign": "E"})
    ann = sit(open_page(clock=True), 0)
    ann.wait_for_selector(".probers .me")
    key = ann.locator("[data-focus=call-2-null]")
    # Where it stands still and nothing lies upon it, which a page whose clock is stopped cannot tell.
    key.hover()
    # In seconds; a thousandfold of them is a stream that has been silent for long.
    ann.clock.pause_at(ann.evaluate("Date.now() / 1000 + 5"))
    ann.mouse.down()
    assert key.evaluate("key => key.matches(':active')"), ann.locator("body").inner_text()
    table.events({"event": "open", "player": 1, "space": 3})
    # Once a younger stream has told of it the page's own has, too.
    told = "number => new Promise(end => { const live = new EventSource('/live'); live.onmessage = told => "
    told += "{ if (JSON.parse(told.data).number >= number) { live.close(); end(); } }; })"
    ann.evaluate(told, table.host.snapshot.number)
    ann.mouse.up()
    assert ann.evaluate("document.querySelector('dialog .word-input') !== null")
    ann.clock.resume()
    ann.wait_for_selector("text=Ann +15: space 3 of Bo")


def test_a_finger_that_rests_on_the_page_does_not_stop_it(table, begin, open_page):
    begin(ready=[(0, 6), (1, 6), (2, 6)])
    ann = sit(open_page(clock=True), 0)
    ann.wait_for_selector(".probers .me")
    ann.locator("[data-focus=call-2-null]").hover()
    ann.mouse.down()
    table.events({"event": "draw", "card": "normal"}, {"event": "ask", "of": 1, "sign": "E"})
    table.events({"event": "open", "player": 1, "space": 3})
    ann.clock.fast_forward(2000)
    ann.wait_for_selector("text=Ann +15: space 3 of Bo")


def test_the_big_screen_plays_for_whoever_has_no_phone_where_somebody_wants_it(table, begin, open_page):
    begin(ready=[(0, 12), (1, 12), (2, 6)])
    board = open_page("/board?keys", BOARD)
    board.click("[data-focus=choose-card]")
    board.click("dialog [data-card=normal]")
    board.wait_for_selector("text=Enter it here")
    counted(board, ".letters", 0)
    board.click("[data-focus=enter-here]")
    ask(board, 2, "E")
    board.click("[data-focus=open-null-6]")
    board.wait_for_selector("text=Ann +5: space 6 of Cy")
    counted(board, ".letters", 1)
    board.click("[data-focus=enter-here]")
    board.wait_for_selector(".letters", state="detached")
    assert fits(board)


def test_every_setting_of_the_form_is_a_rule_and_reaches_the_game(table, open_page):
    page = open_page(size=SMALL)
    page.click("[data-game=probe]")
    page.locator("text=×").last.click()
    page.locator("text=×").last.click()
    for place, name in enumerate(("Ann", "Bo"), 1):
        page.fill(f".names li:nth-child({place}) input[type=text]", name)
    part = page.locator("details:visible").first
    part.locator("text=More house rules").click()
    for select in part.locator("select").all():
        select.select_option(index=select.locator("option").count() - 1)
    for box in part.locator("input[type=checkbox]").all():
        box.click()
    for place, points in enumerate((120, -40)):
        part.locator(".points-brought").nth(place).fill(str(points))
    assert fits(page)
    page.click("text=Start the game")
    page.wait_for_selector("text=Take your seat")
    rules, usual = table.host.snapshot.view(None)["rules"], rules_to_dict(Rules())
    assert rules["carried"] == [120, -40]
    assert {key for key in usual if rules[key] == usual[key]} == set()


@pytest.mark.parametrize(
    ("table", "typed", "said"),
    [
        ({}, "Lay it face up under the camera, or choose it here.", ["Lay it face up under the camera."]),
        ({"picture": None}, "Choose it here.", []),
    ],
    indirect=["table"],
    ids=["camera", "none"],
)
def test_a_screen_without_keys_is_told_to_choose_nothing(begin, open_page, typed, said):
    begin(ready=((0, 5), (1, 5), (2, 5)))
    phone = sit(open_page(), 0)
    expect(phone.locator(".banner p")).to_have_text(typed)
    board = open_page("/board", {"width": 1920, "height": 1080})
    board.wait_for_selector(".banner h1")
    assert board.locator(".banner p").all_inner_texts() == said


def test_a_card_that_was_chosen_for_a_draw_long_gone_is_nobody_else_s(table, begin, open_page):
    begin(ready=[(0, 6), (1, 6), (2, 6)])
    page = sit(open_page(), 0)
    page.click("[data-focus=choose-card]")
    page.wait_for_selector("dialog [data-card=x5]")
    table.events(
        {"event": "draw", "player": 0, "card": "+25"}, {"event": "ask", "player": 0, "of": 1, "sign": "A"}
    )
    table.events({"event": "no", "player": 1})
    page.wait_for_selector(".banner >> text=Bo draws an activity card")
    page.click("dialog [data-card=x5]")
    expect(page.locator("#toast")).to_contain_text("Look again")
    assert table.host.snapshot.view(None)["drawn"] == []
    page.click("[data-focus=choose-card]")
    page.click("dialog [data-card=x5]")
    page.wait_for_selector(".drawn >> text=Quintuple")


def test_whoever_thinks_of_a_word_sees_what_is_uncovered_meanwhile(table, begin, open_page):
    begin(ready=[(0, 8), (1, 8), (2, 8)])
    page = sit(open_page(), 2)
    page.click("[data-focus=call-1-null]")
    page.fill("dialog .word-input", "fj")
    table.events(
        {"event": "draw", "player": 0, "card": "normal"}, {"event": "ask", "player": 0, "of": 1, "sign": "O"}
    )
    table.events({"event": "open", "player": 1, "space": 3})
    expect(page.locator("dialog .flap.open")).to_have_text("O15")
    assert page.get_attribute("dialog .word-input", "placeholder") == "––O–––––"
    assert page.input_value("dialog .word-input") == "fj"
    table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    expect(page.locator("dialog")).to_have_count(0)
