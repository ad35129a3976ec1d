"""What a simulated table knows of a seat, for the phone that sits there: its hand of cards, its word."""

import pytest
from playwright.sync_api import expect

from table.command import NewGame
from web.hand import open_hands

HANDS = (("7H", "W"), ("2S", "3S"), ("QD", "J"))
WORDS = ("BANANE", "OEUVRE", "ORAGES")


@pytest.fixture
def dealt(table):
    table.to_bids()
    now = table.host.snapshot.game_id
    open_hands(table.app, lambda game, seat: HANDS[seat] if game == now else ())
    return table


def hand(phone):
    return phone.client.get("/hand").json["cards"]


def test_a_phone_sees_the_hand_of_its_own_seat_and_of_no_other(dealt):
    ann, bo = dealt.phones(2)
    assert hand(ann) == list(HANDS[0]) and hand(bo) == list(HANDS[1])
    watcher = dealt.phone()
    assert hand(watcher) == []
    assert ann.say("leave").status_code == 200
    assert hand(ann) == []


def test_at_a_table_where_people_deal_nobody_knows_a_hand(table):
    table.to_bids()
    (ann,) = table.phones(1)
    assert hand(ann) == []


def test_a_hand_is_shown_to_whoever_takes_the_seat(dealt, open_page):
    page = open_page()
    page.click("[data-focus=seat2]")
    expect(page.locator(".pane-hand .hand li")).to_have_count(2)
    assert page.locator(".pane-hand .hand li").first.inner_html().count("Queen of Diamonds") > 0


def test_a_word_that_the_simulated_table_typed_is_shown_to_its_seat_alone(table, open_page):
    table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    table.events(*({"event": "word", "player": seat, "word": word} for seat, word in enumerate(WORDS)))
    lent = table.app.extensions["familiar"].keepers.lent
    lent.add((table.host.snapshot.game_id, 0, WORDS[0]))
    ann, bo = table.phones(2)
    assert [phone.state()["sees"] for phone in (ann, bo)] == [True, False]
    told = {phone: phone.client.get("/state").get_data(as_text=True) for phone in (ann, bo)}
    assert not any(word in told[bo] for word in WORDS), "what Bo did not type he does not see"
    page = open_page()
    page.click("[data-focus=seat2]")
    expect(page.locator(".pane-felt h1")).to_be_visible()
    assert (
        page.evaluate("(await (await fetch('/state')).text())".join(("async () => ", ""))).count("ORAGES")
        == 0
    )


def test_a_word_that_is_changed_by_its_player_is_lent_no_more(table):
    table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    table.events({"event": "word", "player": 0, "word": WORDS[0]})
    table.app.extensions["familiar"].keepers.lent.add((table.host.snapshot.game_id, 0, WORDS[0]))
    (ann,) = table.phones(1)
    assert ann.state()["sees"]
    table.events({"event": "word", "player": 0, "word": WORDS[1]})
    assert not ann.state()["sees"]
