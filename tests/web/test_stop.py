"""A game is stopped from a phone: who may, what everybody sees then, and how it is taken back."""

import csv
import io
import re

import pytest
from playwright.sync_api import expect

from table.command import NewGame
from web.access import Access
from web.keyring import Keyring

TV = {"width": 1920, "height": 1080}
ROUND = [
    {"event": "turn_up", "card": "7H"},
    *({"event": "bid", "player": seat, "tricks": tricks} for seat, tricks in ((1, 0), (2, 1), (0, 0))),
    *({"event": "play", "card": card} for card in ("2H", "9H", "3C")),
    {"event": "confirm"},
]
WORDS = [
    {"event": "word", "player": seat, "word": word}
    for seat, word in enumerate(("OEUVRE", "..PHARE.", "BANANE"))
]


def one_round(table):
    table.begin()
    table.events(*ROUND)


@pytest.fixture
def locked(make_table):
    """Make a table at which one needs the code, and the PIN."""
    return make_table(access=Access(Keyring(None), near=False))


def test_a_player_may_not_end_the_evening_for_all(locked):
    one_round(locked)
    keys = locked.app.extensions["familiar"].access.keyring.keys
    phone = locked.phone()
    assert phone.say("join", code=keys.code).status_code == 200
    answer = phone.say("stop")
    assert (answer.status_code, answer.json["rule"]) == (403, "owner")
    # Nor by way of another wish.
    for wish in ({"index": 1, "event": {"event": "stop"}}, {"event": {"event": "stop"}}):
        assert phone.say("decide" if "index" not in wish else "amend", **wish).status_code >= 400
    assert not locked.host.snapshot.history.state.over
    assert phone.say("owner", pin=keys.pin).status_code == 200
    assert phone.say("stop").status_code == 200
    assert locked.host.snapshot.history.state.over


def test_no_way_of_a_magicians_phone_leads_to_a_stop(table):
    table.to_moves(1, 1, 0)
    phone = table.phone()
    stop = {"event": "stop"}
    assert phone.say("decide", event=stop).status_code == 400
    assert phone.say("amend", index=0, event=stop).status_code == 422
    assert not table.host.snapshot.history.state.over


def test_everybody_is_told_and_it_is_taken_back(table):
    one_round(table)
    phone = table.phone()
    assert phone.say("stop").status_code == 200
    state = phone.state()
    assert (state["phase"], state["stopped"], state["winners"]) == ("game_over", "Stopped after round 1", [])
    assert state["totals"] == [20, 20, 30] and state["lights"]["seats"] == ["off"] * 3
    assert phone.say("stop").status_code == 422
    assert phone.say("undo").status_code == 200
    assert (phone.state()["phase"], phone.state()["stopped"]) == ("deal", None)


def test_past_evenings_tell_a_stopped_game_and_count_it_for_nobody(table):
    one_round(table)
    phone = table.phone()
    phone.say("stop")
    (told,) = phone.client.get("/evenings.json").json["evenings"]
    (game,) = told["games"]
    assert (game["over"], game["stopped"], game["winners"]) == (True, "Stopped after round 1", [])
    assert phone.client.get("/evenings/players.json").json["players"] == []
    rows = list(csv.DictReader(io.StringIO(phone.client.get("/evenings.csv").get_data().decode("utf-8-sig"))))
    assert {(row["title"], row["over"], row["stopped"]) for row in rows} == {("Wizard", "yes", "yes")}
    assert phone.client.get("/evenings/1.csv").get_data(as_text=True).rstrip().endswith("yes")
    assert phone.client.get("/evenings/1.jsonl").get_data(as_text=True).endswith('{"event": "stop"}\n')


@pytest.mark.parametrize(
    "happened", [[{"event": "turn_up", "card": "7H"}, {"event": "bid", "player": 1, "tricks": 1}]]
)
def test_the_record_of_a_stopped_game_gives_no_hidden_bid_away(table, happened):
    table.begin(bids="delayed")
    table.events(*happened, {"event": "stop"})
    assert table.phone().client.get("/evenings/1.jsonl").status_code == 403


def test_the_record_of_a_stopped_game_gives_no_word_away(table):
    table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    table.events(*WORDS, {"event": "stop"})
    phone = table.phone()
    assert phone.client.get("/evenings/1.jsonl").status_code == 403
    told = phone.client.get("/state").get_data(as_text=True) + phone.client.get("/evenings/1.json").get_data(
        as_text=True
    )
    assert not any(word in told for word in ("OEUVRE", "PHARE", "BANANE"))


BEGIN = {
    "wizard": one_round,
    "magicians": lambda table: table.to_stone(),
    "probe": lambda table: (
        table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}})),
        table.events(*WORDS),
    ),
}


@pytest.mark.parametrize("game", BEGIN)
def test_one_tap_and_a_confirmation_end_a_game_on_every_screen(table, open_page, game):
    BEGIN[game](table)
    phone, tv = open_page(), open_page("/board", TV)
    phone.click("text=Just watch")
    phone.locator(".pane-tools button >> text=We stop here").scroll_into_view_if_needed()
    assert phone.evaluate("scrollY") > 0
    phone.click(".pane-tools button >> text=We stop here")
    expect(phone.locator("dialog")).to_contain_text("nobody has won")
    phone.click("dialog button.gold >> text=We stop here")
    expect(phone.locator(".banner h1")).to_contain_text("Stopped")
    expect(phone.locator(".banner.win")).to_have_count(0)
    phone.wait_for_selector(".pane-who form")
    assert phone.evaluate("scrollY") == 0, "the page is where the player looks"
    expect(tv.locator(".finale .winner")).to_contain_text("this is how it stood")
    expect(tv.locator(".finale .step")).to_have_count(3)
    expect(tv.locator(".finale .crown")).to_have_count(0)
    # Who led when it was stopped has not won.
    if game == "magicians":
        expect(phone.locator(".log-line").first).to_have_text(re.compile(r"^Stopped in turn \d+$"))
        phone.wait_for_selector(".pane-sheet th")
    expect(phone.locator(":is(.pane-players, .pane-sheet, .pane-trays, .pane-felt) .crown")).to_have_count(0)
    expect(phone.locator(".pane-tools button >> text=We stop here")).to_have_count(0)
    phone.click(".pane-tools button >> text=Undo")
    phone.click("dialog button.gold")
    expect(tv.locator(".finale")).to_have_count(0)
