"""Before a game: phones join under their own names, sit where they sit, and have their seats as it begins."""

import pytest
from playwright.sync_api import expect

from web.access import Access
from web.keyring import Keyring
from web.lobby import MOST, PLACES
from web.server import Server

TV = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}


def guest(name, place=None, colour="red", sign="owl"):
    return {"name": name, "colour": colour, "sign": sign, "place": place}


def waits(phone, name, place=None):
    answer = phone.say("lobby", **guest(name, place))
    assert answer.status_code == 200, answer.json
    return phone


def test_who_waits_is_told_to_everybody_and_no_phone_s_key_with_it(table):
    ann, bo = waits(table.phone(), "Ann", 3), waits(table.phone(), "Bo")
    told = bo.state()["lobby"]
    assert told == {"guests": [guest("Ann", 3), guest("Bo")], "mine": 1}
    assert ann.state()["lobby"]["mine"] == 0 and table.phone().state()["lobby"]["mine"] is None
    assert set(told["guests"][0]) == {"name", "colour", "sign", "place"}


def test_a_phone_changes_its_own_name_and_place_and_may_leave(table):
    ann = waits(table.phone(), "Ann", 3)
    waits(ann, "Anna", 4)
    assert ann.state()["lobby"]["guests"] == [guest("Anna", 4)]
    assert ann.say("lobby/leave").status_code == 200
    assert ann.say("lobby/leave").status_code == 200
    assert ann.state()["lobby"] == {"guests": [], "mine": None}


@pytest.mark.parametrize(
    ("wish", "status", "rule"),
    [
        (guest("ann", 1), 403, "name"),
        (guest("\u0410nn", 1), 400, "players"),
        (guest("Ann\x07", 1), 400, "players"),
        (guest("An\nn", 1), 400, "players"),
        (guest("Ann\ud800", 1), 400, "players"),
        (guest("Bo", 3), 403, "place"),
        (guest("Bo", PLACES), 400, None),
        (guest("Bo", colour="gold"), 400, None),
        (guest("Bo", sign="skull"), 400, None),
        (guest("B" * 21), 400, None),
        (guest("  "), 400, None),
        ({"name": "Bo"}, 400, None),
    ],
)
def test_a_name_or_place_that_is_taken_or_unknown_is_refused(table, wish, status, rule):
    ann = waits(table.phone(), "Ann", 3)
    answer = table.phone().say("lobby", **wish)
    assert (answer.status_code, answer.json["rule"]) == (status, rule)
    assert ann.state()["lobby"]["guests"] == [guest("Ann", 3)]


@pytest.mark.parametrize("name", ["  ", "B" * 21])
def test_a_name_that_is_too_short_or_too_long_is_told_what_the_field_takes(table, name):
    answer = table.phone().say("lobby", **guest(name))
    assert answer.json["error"] == "Every player needs a name of 1 to 20 characters."


def test_no_more_wait_than_a_room_has(table):
    for number in range(MOST):
        waits(table.phone(), f"Guest {number}")
    assert table.phone().say("lobby", **guest("One more")).status_code == 403


def test_whoever_waits_has_a_seat_as_the_game_begins_and_keeps_it(table):
    ann, bo, cy = (waits(table.phone(), name, place) for name, place in (("Ann", 2), ("Bo", 0), ("Cy", 5)))
    dora = waits(table.phone(), "Dora")
    assert ann.say("game", players=["Bo", "Ann", "Cy"], dealer=0).status_code == 200
    assert [phone.state()["you"] for phone in (bo, ann, cy, dora)] == [0, 1, 2, None]
    assert ann.state()["lobby"] is None and ann.state()["held"] == [True] * 3
    assert dora.say("lobby", **guest("Dora", 1)).json["rule"] == "lobby"
    assert table.app.extensions["familiar"].lobby.guests()[0][1].name == "Dora", (
        "who does not play still waits"
    )


ENDED = (
    {"event": "turn_up", "card": "7H"},
    *({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)),
    {"event": "stop"},
)


def played(table):
    """Let Ann at place 2 and Bo at place 0, each with a phone, and Cy without one end a game."""
    ann, bo = waits(table.phone(), "Ann", 2), waits(table.phone(), "Bo", 0)
    dora = waits(table.phone(), "Dora")
    assert ann.say("game", players=["Bo", "Ann", "Cy"], dealer=0).status_code == 200
    table.events(*ENDED)
    return ann, bo, dora


def test_after_a_game_who_stays_sits_where_he_sat_with_name_colour_and_sign(table):
    first = waits(table.phone(), "Ann", 2), waits(table.phone(), "Bo", 0), waits(table.phone(), "Cy", 5)
    assert first[0].say("game", players=["Bo", "Ann", "Cy"], dealer=0).status_code == 200
    assert first[0].say("lobby", **guest("Anna", 1, "blue")).json["rule"] == "lobby"
    table.events(*ENDED)
    told = first[0].state()["lobby"]
    assert told["guests"] == [guest("Bo", 0), guest("Ann", 2), guest("Cy", 5)]
    assert [phone.state()["lobby"]["mine"] for phone in first] == [1, 0, 2]
    assert first[1].say("game", players=["Bo", "Ann", "Cy"], dealer=1).status_code == 200
    assert [phone.state()["you"] for phone in first] == [1, 0, 2]


def test_who_played_without_a_phone_or_without_the_lobby_sits_there_in_the_order_of_the_seats(table):
    ann, bo, dora = played(table)
    told = dora.state()["lobby"]
    assert [(one["name"], one["place"]) for one in told["guests"]] == [
        *(("Dora", None), ("Bo", 0), ("Ann", 2), ("Cy", 4)),
    ]
    assert told["mine"] == 0
    # Somebody brings a phone for a player who had none; nobody takes the name of one who has.
    assert table.phone().say("lobby", **guest("Ann")).json["rule"] == "name"
    late = waits(table.phone(), "Cy", 5)
    assert late.state()["lobby"]["guests"][late.state()["lobby"]["mine"]] == guest("Cy", 5)
    assert [one["name"] for one in ann.state()["lobby"]["guests"]].count("Cy") == 1


def test_names_of_others_that_look_alike_keep_nobody_out(table):
    waits(table.phone(), "\u0410nn")
    assert waits(table.phone(), "Bo").say("game", players=["Ann", "Bo", "Cy"], dealer=0).status_code == 200
    table.events(*ENDED)
    waits(table.phone(), "Dora")
    assert table.phone().say("lobby", **guest("D\u043era")).json["rule"] == "players"


def test_after_a_game_one_changes_the_place_or_the_name_or_goes(table):
    ann, bo, _ = played(table)
    waits(ann, "Anna", 3)
    assert bo.say("lobby/leave").status_code == 200
    names = {one["name"]: one["place"] for one in ann.state()["lobby"]["guests"]}
    assert names == {"Dora": None, "Cy": 4, "Anna": 3}
    assert ann.say("game", players=["Anna", "Cy", "Dora"], dealer=0).status_code == 200
    assert ann.state()["you"] == 0 and bo.state()["you"] is None


def test_an_end_that_is_taken_back_leaves_the_lobby_to_those_who_do_not_play(table):
    ann, _, dora = played(table)
    assert ann.say("undo").status_code == 200
    assert ann.state()["lobby"] is None
    assert [one.name for _, one in table.app.extensions["familiar"].lobby.guests()] == ["Dora"]
    assert ann.say("stop").status_code == 200
    assert len(dora.state()["lobby"]["guests"]) == 4


def test_who_only_watches_waits_for_no_game(make_table):
    table = make_table(access=Access(Keyring(None)))
    stranger = table.phone()
    stranger.client.environ_base["REMOTE_ADDR"] = "192.168.7.7"
    assert stranger.say("lobby", **guest("Eve")).status_code == 403
    assert stranger.say("lobby/leave").status_code == 403


def test_a_game_of_which_nothing_is_played_is_left_by_anybody(make_table):
    table = make_table(access=Access(Keyring(None)))
    keys = table.app.extensions["familiar"].access.keyring.keys
    player = table.phone()
    player.client.environ_base["REMOTE_ADDR"] = "192.168.7.7"
    assert player.say("join", code=keys.code).status_code == 200
    wanted = {"game": "magicians", "players": ["Ann", "Bo", "Cy"], "dealer": 0}
    table.begin()
    assert player.say("game", **wanted).status_code == 200
    assert player.say("owner/leave").status_code == 200
    table.throw(1, 2, 0)
    answer = player.say("game", **wanted)
    assert (answer.status_code, answer.json["rule"]) == (403, "owner")


@pytest.fixture
def house(make_table):
    """Give a table that needs a code, and what lets a phone of the Wi-Fi in by it."""
    table = make_table(access=Access(Keyring(None)))
    access = table.app.extensions["familiar"].access

    def comes(phone=None, pin=False):
        phone = phone or table.phone()
        phone.client.environ_base["REMOTE_ADDR"] = "192.168.7.7"
        assert phone.say("join", code=access.code).status_code == 200
        if pin:
            assert phone.say("owner", pin=access.keyring.keys.pin).status_code == 200
        return phone

    return table, comes


def names(phone):
    return [each["name"] for each in phone.state()["lobby"]["guests"]]


@pytest.mark.parametrize("by", ["page", "terminal"])
def test_a_new_code_makes_room_for_who_joins_by_it(house, by):
    table, comes = house
    owner, others = comes(), [comes() for _ in range(MOST - 1)]
    for number, phone in enumerate(others):
        waits(phone, f"Guest {number}")
    waits(owner, "Ann")
    assert owner.say("owner", pin=table.app.extensions["familiar"].access.keyring.keys.pin).status_code == 200
    assert len(names(owner)) == MOST
    if by == "page":
        assert owner.say("code").status_code == 200
    else:
        table.app.extensions["familiar"].access.keyring.renew_code()
    # Who owns the table needs no code, and who joins again waits again.
    assert names(others[0]) == ["Ann"]
    assert others[0].say("lobby", **guest("Guest 0")).status_code == 403
    waits(comes(others[1]), "Guest 1")
    assert names(table.phone()) == ["Ann", "Guest 1"]


def test_whoever_played_or_needs_no_code_stays_as_a_new_one_comes(house):
    table, comes = house
    ann, bo, dora, near = comes(pin=True), comes(), comes(), table.phone()
    for phone, name in ((ann, "Ann"), (bo, "Bo")):
        waits(phone, name)
    assert ann.say("game", players=["Bo", "Ann", "Cy"], dealer=0).status_code == 200
    table.events(*ENDED)
    waits(bo, "Bob", 3)
    waits(dora, "Dora")
    waits(near, "Eve")
    assert ann.say("code").status_code == 200
    assert sorted(names(ann)) == ["Ann", "Bob", "Cy", "Eve"]


def test_who_leads_the_evening_by_a_game_of_others_goes_on_waiting_as_a_new_code_comes(house):
    table, comes = house
    dora = waits(comes(), "Dora")
    assert dora.say("game", players=["Bo", "Ann", "Cy"], dealer=0).status_code == 200
    table.events(*ENDED)
    table.app.extensions["familiar"].access.keyring.renew_code()
    assert "Dora" in names(table.phone())


def test_no_phone_that_a_new_code_puts_out_has_a_seat_as_the_game_begins(house):
    table, comes = house
    owner, bo = comes(pin=True), waits(comes(), "Bo")
    assert owner.say("code").status_code == 200
    assert owner.say("game", players=["Bo", "Ann", "Cy"], dealer=0).status_code == 200
    assert bo.state()["you"] is None and owner.state()["held"] == [False] * 3


def join(page, name):
    page.wait_for_selector(".who input[type=text]")
    page.fill(".who input[type=text]", name)
    page.click("text=I am here")
    # Only then a tap on a place is one's own.
    page.wait_for_selector("button.place-key")


def test_phones_join_sit_down_and_begin_without_typing_anybody_s_name(table, open_page):
    board, pages = open_page("/board", TV), {}
    for place, name in ((4, "Cy"), (0, "Ann"), (2, "Bo")):
        pages[name] = open_page(size=PHONE)
        join(pages[name], name)
        pages[name].click(f"[data-focus=place{place}]")
        expect(board.locator(f".place-key:nth-child({place + 1}) strong")).to_have_text(name)
    assert board.locator(".badge").count() == 3
    assert pages["Bo"].locator("[data-focus=place4]").is_disabled(), "somebody sits there"
    names = pages["Bo"].locator(".setup .names input[type=text]")
    expect(names).to_have_count(3)
    for number, name in enumerate(("Ann", "Bo", "Cy")):
        expect(names.nth(number)).to_have_value(name)
    pages["Bo"].click("text=Start the game")
    board.wait_for_selector(".plaque >> text=Bo")
    for name, page in pages.items():
        expect(page.locator(".players .me .name")).to_have_text(name)


def test_a_name_that_is_being_typed_stays_while_others_come(table, open_page):
    page = open_page(size=PHONE)
    page.wait_for_selector(".who input[type=text]")
    page.fill(".who input[type=text]", "Ann")
    waits(table.phone(), "Bo", 1)
    page.wait_for_selector("[aria-label='Place 2: Bo']")
    assert page.input_value(".who input[type=text]") == "Ann"


def test_a_name_can_be_typed_on_though_others_come_once_a_game_is_over(table, open_page):
    played(table)
    page = open_page(size=PHONE)
    page.wait_for_selector(".who input[type=text]")
    page.click(".who input[type=text]")
    page.keyboard.type("An")
    waits(table.phone(), "Zoe")
    expect(page.locator(".pane-lobby")).to_contain_text("Zoe")
    page.keyboard.type("n")
    expect(page.locator(".who input[type=text]")).to_have_value("Ann")


def test_what_is_filled_into_the_form_stays_while_others_come_and_go(table, open_page):
    page = open_page(size=PHONE)
    bo = waits(table.phone(), "Bo", 1)
    names = page.locator(".setup .names input[type=text]")
    expect(names.nth(0)).to_have_value("Bo")
    page.click(".setup [data-game=probe]")
    page.select_option("#rule-min_letters", "5")
    page.click("text=More house rules")
    rare = page.locator(".setup details details:visible")
    expect(rare).to_have_attribute("open", "")
    expect(names).to_have_count(3)
    names.nth(2).fill("Ann")
    page.locator(".setup .names input[type=radio]").nth(2).check(force=True)
    names.nth(1).press_sequentially("Dee")
    names.nth(1).press("ArrowLeft")
    waits(table.phone(), "Cy", 4)
    expect(names).to_have_count(4)
    assert bo.say("lobby/leave").status_code == 200
    expect(names.nth(0)).to_have_value("")
    assert names.evaluate_all("all => all.map((input) => input.value)") == ["", "Dee", "Ann", "Cy"]
    expect(rare).to_have_attribute("open", "")
    # Whoever types goes on where he was.
    page.keyboard.type("bi")
    expect(names.nth(1)).to_have_value("Debie")
    names.nth(0).fill("Eve")
    page.click("text=Start the game")
    expect(page.locator(".banner h1")).to_be_visible()
    history = table.host.snapshot.history
    assert history.header.players == ("Eve", "Debie", "Ann", "Cy") and history.header.dealer == 2
    assert (history.header.game, history.header.rules.min_letters) == ("probe", 5)


def test_a_rule_that_is_being_filled_in_is_not_left_for_a_name_as_others_come(table, open_page):
    page = open_page(size=PHONE)
    page.click(".setup [data-game=probe]")
    page.click("text=More house rules")
    brought = page.locator(".points-brought").nth(1)
    brought.fill("1")
    waits(table.phone(), "Cy", 4)
    expect(page.locator(".setup .names input[type=text]").first).to_have_value("Cy")
    page.keyboard.type("5")
    expect(brought).to_have_value("15")
    expect(page.locator(".setup .names input[type=text]").first).to_have_value("Cy")


def test_whoever_waits_and_was_written_over_does_not_come_back(table, open_page):
    page = open_page(size=PHONE)
    waits(table.phone(), "Bo", 1)
    names = page.locator(".setup .names input[type=text]")
    expect(names.nth(0)).to_have_value("Bo")
    names.nth(0).fill("Robert")
    waits(table.phone(), "Cy", 4)
    page.wait_for_selector("[aria-label='Place 5: Cy']")
    expect(names.nth(1)).to_have_value("Cy")
    assert names.evaluate_all("all => all.map((input) => input.value)") == ["Robert", "Cy", ""]


def test_a_new_game_with_the_same_people_takes_two_taps_and_every_screen_knows_them(table, open_page):
    played(table)
    board = open_page("/board", TV)
    expect(board.locator(".finale .step")).to_have_count(3)
    expect(board.locator(".stays li strong")).to_have_text(["Bo", "Ann", "Cy", "Dora"])
    sign = board.locator(".take-along img").get_attribute("src")
    assert sign == f"/evenings/{table.host.snapshot.game_id}/sign.svg"
    assert "<svg" in table.phone().client.get(sign).get_data(as_text=True)
    phone = open_page(size=PHONE)
    join(phone, "Ed")
    expect(phone.locator(".pane-lobby .place-key strong")).to_have_text(["Bo", "Ann", "Cy"])
    phone.click("[data-focus=place5]")
    expect(board.locator(".stays li strong")).to_have_text(["Bo", "Ann", "Cy", "Ed", "Dora"])
    phone.click("text=Play again")
    phone.wait_for_selector(".setup .names li")
    assert phone.locator(".setup .names input[type=text]").evaluate_all(
        "all => all.map((input) => input.value)"
    ) == ["Bo", "Ann", "Cy", "Ed", "Dora"]
    phone.click("text=Start the game")
    expect(phone.locator(".pane-felt .banner h1")).to_contain_text("deals 1 card")
    expect(board.locator(".finale, .stays")).to_have_count(0)
    assert table.host.snapshot.history.header.players == ("Bo", "Ann", "Cy", "Ed", "Dora")


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
def test_the_lobby_beside_its_code_is_on_the_television_as_a_whole(make_table, pages, locale):
    table = make_table(access=Access(Keyring(None)))
    waits(table.phone(), "Ann", 1)
    with Server(table.app, "127.0.0.1", 0) as server, pages.one(TV, locale=locale) as board:
        board.goto(f"http://127.0.0.1:{server.start().port}/board")
        board.wait_for_selector(".greeting.some .join-word")
        board.wait_for_function("() => document.fonts.status === 'loaded'")
        assert board.evaluate("document.documentElement.scrollHeight") == TV["height"]


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
def test_the_lobby_has_room_in_every_typeface(table, open_page, cramped, locale):
    for place, name in enumerate(("Maximiliane", "Jean-Sébastien Bonav", "Bo", "WWWWWWWWWWWWWWWWWWWW", "Ed")):
        waits(table.phone(), name, place)
    waits(table.phone(), "Bartholomew")
    phone, board = open_page(size=PHONE, locale=locale), open_page("/board", TV, locale=locale)
    phone.wait_for_selector(".round-table")
    board.wait_for_selector(".round-table")
    assert cramped(phone) + cramped(board) == []


def test_whoever_takes_another_place_while_changing_the_name_stays_there(table, open_page):
    page = open_page(size=PHONE)
    join(page, "Ann")
    page.click("[data-focus=place2]")
    page.wait_for_selector("[aria-label='Place 3: Ann']")
    page.click("text=Another name or sign")
    page.fill(".who input[type=text]", "Anna")
    page.click("[data-focus=place4]")
    page.wait_for_selector("[aria-label='Place 5: Ann']")
    page.click("text=I am here")
    page.wait_for_selector(".place-key.mine[aria-label$=Anna]")
    assert [(one["name"], one["place"]) for one in table.phone().state()["lobby"]["guests"]] == [("Anna", 4)]


def test_the_big_screen_s_form_names_whoever_has_come(table, open_page):
    board = open_page("/board?keys", TV)
    names = board.locator(".setup .names input[type=text]")
    expect(names.first).to_be_visible()
    waits(table.phone(), "Zoe")
    expect(names.first).to_have_value("Zoe")
