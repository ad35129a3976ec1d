"""Wizard's special cards on the pages: chosen for a game, said and done one thing at a time, put right."""

import pytest
from playwright.sync_api import expect

from games.wizard.rules import OPEN, SWITCHES
from table.command import Undo
from table.settings.config import House
from web.server import Server

SMALL = {"width": 320, "height": 568}
BOARD = {"width": 1280, "height": 800}
ALL = {**dict.fromkeys(SWITCHES, True), "edition": "amigo"}


@pytest.fixture
def table(make_table):
    """Set a table without a camera: all is entered on the pages."""
    return make_table(picture=None)


def play(table, *steps, turned="1R", bids=(0, 0, 0)):
    """Turn up, bid and lay; a dictionary is any other event."""
    state = table.host.snapshot.history.state
    told = [{"event": "turn_up", "card": turned}] if turned else []
    order = [(state.dealer + 1 + place) % 3 for place in range(3)]
    told += [{"event": "bid", "player": s, "tricks": n} for s, n in zip(order, bids, strict=True)]
    told += [each if isinstance(each, dict) else {"event": "play", "card": each} for each in steps]
    table.events(*told)


OK = {"event": "confirm"}


def to_round_two(table, *steps, **rules):
    """Come to round 2, which Cy leads."""
    table.begin(**(ALL | rules))
    play(table, "5B", "6B", "7B", OK)
    play(table, *steps)


def title(page):
    return page.locator(".banner h1")


def press(page, name):
    page.click(f"[data-focus={name}]")


def test_the_special_cards_are_chosen_where_a_game_is_begun(table, open_page):
    page = open_page()
    for place, name in enumerate(("Ann", "Bo", "Cy", "Dee")):
        page.locator(".names input[type=text]").nth(place).fill(name)
    page.click("details.specials > summary")
    page.wait_for_selector("#rule-dragon_fairy")
    assert page.locator("details.specials input[type=checkbox]").count() == len(SWITCHES)
    assert page.locator("details.specials select").count() == len(OPEN)
    head = page.locator("details.specials > summary").bounding_box()
    for part in page.locator("details.specials > :not(summary)").all():
        assert part.bounding_box()["y"] >= head["y"] + head["height"], "they stand below each other"
    page.check("#rule-dragon_fairy")
    page.check("#rule-witch")
    page.click("details.specials details > summary")
    page.select_option("#rule-rounds", "deck")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".welcome")
    rules = table.host.snapshot.history.header.rules
    assert rules.specials == ("dragon", "fairy", "witch") and rules.rounds == "deck"
    # A new game offers what the last one had.
    assert table.phone().state()["rules"]["witch"] is True


def test_what_the_rules_leave_open_is_said_in_the_words_of_the_edition(open_page):
    page = open_page(locale="fr")
    page.click("details.specials > summary")
    page.wait_for_selector("#rule-witch_rank", state="attached")
    rank, werewolf = (page.locator(f"#rule-{key} option") for key in ("witch_rank", "unturned_werewolf"))
    expect(rank).to_have_text(["Sous toutes", "Comme un Joker"])
    page.select_option("#rule-edition", "amigo")
    expect(rank).to_have_text(["Sous toutes", "Comme un Fou"])
    expect(werewolf).to_have_text(["Un Fou", "Un Fou qui nomme l’atout"])
    page.select_option("#rule-edition", "us")
    expect(werewolf).to_have_text(["Un Joker", "Un Joker qui nomme l’atout"])


def test_where_the_table_has_none_there_is_nothing_to_choose(make_table, pages):
    none = dict.fromkeys(SWITCHES, False)
    table = make_table(house=House(fixed={"wizard": none}))
    with Server(table.app, "127.0.0.1", 0) as server, pages.one({"width": 1280, "height": 720}) as page:
        page.goto(f"http://127.0.0.1:{server.start().port}/")
        page.wait_for_selector("#rule-edition")
        assert page.locator("details.specials").count() == 0
    begun = table.phone().say("game", players=["Ann", "Bo", "Cy"], dealer=0, rules={"bomb": True})
    assert begun.status_code == 200 and table.host.snapshot.history.header.rules.specials == ()


def test_a_game_without_special_cards_fetches_nothing_of_them(table, open_page):
    table.to_trick()
    page = open_page()
    names = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert names and not any("special" in name for name in names)


def test_whoever_laid_a_card_says_what_goes_with_it_and_nobody_else_may(table, open_page):
    table.begin(**ALL)
    play(table, "juggler")
    bo, cy = open_page(), open_page()
    for page, seat in ((bo, 1), (cy, 2)):
        press(page, f"seat{seat}")
    expect(title(bo)).to_have_text("Which suit is your card? Juggler")
    expect(title(cy)).to_have_text("Bo says a suit")
    expect(cy.locator(".suit-key")).to_have_count(0)
    assert table.phone().sit(0).say("special", event="name_suit", suit="B").status_code == 403
    press(bo, "suitG")
    expect(bo.locator(".slot .as .hear")).to_have_text("Elves")
    table.events({"event": "play", "card": "shapeshifter"})
    expect(title(cy)).to_have_text("Wizard or Fool?")
    press(cy, "cardW")
    expect(bo.locator(".slot.best .who")).to_have_text("Cy")
    expect(bo.locator(".card[aria-label=Shapeshifter]")).to_be_visible()


def test_the_werewolf_is_told_by_hand_and_names_no_trump(table, open_page):
    table.begin(**ALL)
    table.events({"event": "turn_up", "card": "5R"})
    page, board = open_page(size=SMALL), open_page("/board", BOARD)
    press(page, "seat2")
    press(page, "wolf")
    page.click(".dialog [data-focus=seat2]")
    expect(title(page)).to_have_text("Choose the trump")
    expect(title(board)).to_have_text("Cy chooses the trump")
    press(page, "none")
    expect(page.locator(".trump.none")).to_contain_text("No trump")
    state = table.host.snapshot.history.state
    assert (state.turned, state.trump, state.owner) == ("werewolf", None, 2)


def test_where_the_camera_saw_the_werewolf_it_is_asked_who_laid_it(table, open_page):
    table.begin(**ALL)
    table.events({"event": "turn_up", "card": "5R"}, {"event": "exchange", "card": "werewolf"})
    page = open_page()
    expect(title(page)).to_have_text("Who laid the Werewolf?")
    page.click(".special-choice [data-focus=seat2]")
    page.click(".special-choice [data-focus=again]")
    page.click(".special-choice [data-focus=seat1]")
    expect(page.locator(".special-choice [data-focus=again]")).to_have_text("It was not Bo")
    # Whoever sits down meanwhile has the page drawn anew: what has been said stays said.
    page.click(".welcome [data-focus=seat0]")
    expect(page.locator(".welcome")).to_have_count(0)
    expect(page.locator(".special-choice h2")).to_have_text("Choose the trump")
    press(page, "suitY")
    expect(page.locator(".trump strong")).to_have_text("Giants")
    assert table.host.snapshot.history.state.owner == 1
    # Whoever takes it back is asked from the beginning.
    table.do(Undo())
    expect(page.locator(".special-choice button")).to_have_text(["Ann", "Bo", "Cy"])


def test_what_follows_a_trick_is_done_one_after_the_other(table, open_page):
    said = {"event": "name_suit", "suit": "B"}
    to_round_two(table, "cloud", said, "witch", "juggler", {"event": "name_suit", "suit": "G"}, OK)
    ann, cy = open_page(), open_page()
    press(cy, "seat2")
    press(ann, "seat0")
    expect(title(cy)).to_have_text("Change your bid by one")
    expect(cy.locator(".actions button")).to_have_count(1)
    press(cy, "by1")
    # The Witch is Ann's: first what she takes, then what she lays there.
    expect(title(ann)).to_have_text("Exchange a card")
    press(ann, "cardcloud")
    expect(ann.locator(".special-choice h2")).to_have_text("Which card did you lay for it?")
    # Bo sits down meanwhile.
    bo = open_page()
    bo.click(".welcome [data-focus=seat1]")
    expect(bo.locator(".welcome")).to_have_count(0)
    expect(ann.locator(".special-choice h2")).to_have_text("Which card did you lay for it?")
    ann.click(".special-choice [data-suit=G]")
    press(ann, "card5G")
    expect(title(cy)).to_have_text("Pass a card to the left")
    press(cy, "passed")
    expect(title(cy)).to_have_text("Your turn")
    assert table.host.snapshot.history.state.bids == (0, 0, 1)


def test_the_vampires_next_card_and_a_bombed_trick(table, open_page):
    table.begin(**ALL)
    page = open_page()
    press(page, "seat1")
    table.events({"event": "turn_up", "card": "5R"}, {"event": "exchange", "card": "werewolf", "player": 0})
    table.events({"event": "name_trump", "suit": None})
    play(table, "vampire", turned=None)
    expect(title(page)).to_have_text("Turn up the next card")
    page.click(".by-hand [data-suit=B]")
    press(page, "card8B")
    expect(page.locator(".slot .as")).to_contain_text("8 of Humans")
    table.events({"event": "play", "card": "bomb"}, {"event": "play", "card": "2G"})
    expect(title(page)).to_have_text("Nobody takes the trick")
    expect(page.locator(".banner p")).to_have_text("The Bomb took it. Bo leads next: confirm.")
    press(page, "confirm")
    expect(page.locator(".pane-last")).to_contain_text("nobody took it")


def test_a_card_is_put_right_into_a_special_one_with_what_is_said(table, open_page):
    table.begin(**ALL)
    play(table, "5B", "9B")
    page = open_page()
    press(page, "seat0")
    page.get_by_role("button", name="Correct something").click()
    page.click(f".dialog [data-focus=event{len(table.host.snapshot.history.events) - 1}]")
    page.click(".dialog [data-focus=cardcloud]")
    page.click(".dialog [data-focus=suitB]")
    expect(page.locator(".slot .as")).to_be_visible()
    assert table.host.snapshot.history.state.trick.counts == ("5B", "cloud:B")


def test_a_hidden_bids_change_is_the_own_phones_and_nobody_elses_to_see_or_put_right(table):
    table.begin(**ALL, bids="delayed")
    ann, bo, cy = table.phones(3)
    play(table, "5B", "6B", "7B", OK)
    play(table, "cloud", {"event": "name_suit", "suit": "B"}, "2B", "1B", OK)
    assert ann.say("special", event="change_bid", by=1).status_code == 403
    assert cy.state()["choice"]["by"] == [1] and bo.state()["choice"]["by"] == [-1, 1]
    assert cy.say("special", event="change_bid", by=1).status_code == 200
    event = cy.state()["log"]["recent"][-1]
    assert (event["by"], bo.state()["log"]["recent"][-1]["by"]) == (1, None)
    assert ann.say("correct", index=event["index"], by=-1).status_code == 403
    assert "bid one" not in bo.state()["log"]["recent"][-1]["text"]


def test_a_suit_that_was_named_for_a_card_is_put_right_by_the_phone_of_whoever_laid_it(make_table):
    table = make_table(picture=None)
    table.begin(cloud=True, edition="amigo")
    _, bo, cy = table.phones(3)
    table.events({"event": "turn_up", "card": "1R"})
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)))
    table.events({"event": "play", "card": "cloud"}, {"event": "name_suit", "suit": "B"})
    for change in ({"index": 5, "suit": "G"}, {"index": 4, "card": "cloud", "suit": "G"}):
        answer = cy.say("correct", **change)
        assert (answer.status_code, answer.json["rule"]) == (403, "seat")
    assert bo.say("correct", index=5, suit="G").status_code == 200


@pytest.mark.parametrize("tricks", [0, 2])
def test_which_changes_of_a_hidden_bid_are_possible_is_told_to_nobody(make_table, tricks):
    table = make_table(picture=None)
    table.begin(cloud=True, edition="amigo", bids="delayed")
    ann, bo = table.phones(2)

    def lay(*cards):
        table.events(*({"event": "play", "card": card} for card in cards))

    table.events({"event": "turn_up", "card": "1R"})
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)))
    lay("5B", "6B", "7B")
    table.events({"event": "confirm"}, {"event": "turn_up", "card": "1R"})
    assert bo.say("bid", player=2, tricks=tricks).status_code == 200
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (0, 1)))
    lay("cloud")
    table.events({"event": "name_suit", "suit": "B"})
    lay("2B", "1B")
    table.events({"event": "confirm"})
    for by in (-1, 1):
        answer = ann.say("special", event="change_bid", by=by)
        assert (answer.status_code, answer.json["rule"]) == (403, "hidden")
    assert bo.say("special", event="change_bid", by=1 if tricks == 0 else -1).status_code == 200


def test_a_phone_says_that_a_wheel_which_lies_face_down_was_turned_and_not_which_way(table, open_page):
    table.begin(**ALL, bids="delayed")
    play(table, "5B", "6B", "7B", OK)
    table.events(
        {"event": "turn_up", "card": "1R"}, *({"event": "cover", "player": seat} for seat in range(3))
    )
    laid = [{"event": "play", "card": card} for card in ("cloud", "2B", "1B")]
    table.events(laid[0], {"event": "name_suit", "suit": "B"}, *laid[1:], OK)
    page = open_page()
    press(page, "seat2")
    expect(title(page)).to_have_text("Change your bid by one")
    expect(page.locator(".banner p")).to_contain_text("lay it face down again")
    expect(page.locator(".actions button")).to_have_text(["It is turned by one"])
    press(page, "bynull")
    expect(title(page)).to_have_text("Your turn")
    assert table.host.snapshot.history.written(-1) == {"event": "change_bid", "player": 2, "by": None}
    # There is no other way to tell what lies face down, so that neither is there to be put right.
    page.get_by_role("button", name="Correct something").click()
    told = page.locator(".dialog ul.events").first.locator("button")
    expect(told.first).to_contain_text("1 of Humans")
    assert not [each for each in told.all_inner_texts() if "changed" in each or "card back" in each]


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"event": "nonsense"}, 400),
        ({"event": "name_suit", "suit": 3}, 400),
        ({"event": "shape", "shape": "W", "by": 1}, 400),
        ({"event": "change_bid", "by": 2}, 400),
        ({"event": "change_bid", "by": 1}, 422),
        ({"event": "change_bid"}, 400),
        ({"event": "change_bid", "by": None}, 422),
        ({"event": "exchange", "player": 9}, 400),
        ({"event": "pass_on"}, 422),
        ({"event": "name_trump", "player": 0, "suit": None}, 422),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(table, wish, status):
    table.begin(**ALL)
    play(table)
    refused = table.phone().sit(0).say("special", **wish)
    assert refused.status_code == status and refused.json["error"][-1] in ".:"
    assert len(table.host.snapshot.history.events) == 4
