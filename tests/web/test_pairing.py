"""A television is paired by its sign: before that it shows the game and no code, then the code to join."""

import cv2
import numpy as np
import pytest
from page_pool import SEEN
from playwright.sync_api import expect

from web.access import Access
from web.keyring import SIGNS, Keyring
from web.pairing import EACH, LASTS_S, MOST, Pairing

TV = {"width": 1920, "height": 1080}


@pytest.fixture
def table(make_table):
    return make_table(access=Access(Keyring(None), near=False))


@pytest.fixture
def access(table):
    return table.app.extensions["familiar"].access


def come(table, number, code=None):
    phone = table.phone()
    phone.client.environ_base["REMOTE_ADDR"] = f"192.168.4.{number}"
    if code is not None:
        assert phone.say("join", code=code).status_code == 200
    return phone


def test_a_screen_is_let_in_by_a_phone_that_sits_at_the_table(table, access):
    table.to_trick()
    screen, ann = come(table, 1), come(table, 2, access.keyring.keys.code).sit(0)
    sign = screen.say("screen").json["sign"]
    assert len(sign) == 4 and set(sign) <= set(SIGNS)
    assert screen.say("screen").json["sign"] == sign, "the same until it is used"
    assert screen.state()["code"] is None and screen.state()["role"] == "spectator"
    assert ann.say("pair", sign=f" {sign[:2].lower()}-{sign[2:]}").status_code == 200
    told = screen.state("?as=watch")
    assert (told["code"], told["role"], told["you"]) == (access.keyring.keys.code, "player", None)
    assert screen.say("screen").json["sign"] is None
    assert ann.say("pair", sign=sign).json["rule"] == "sign", "a sign is good once"


def test_a_paired_screen_keeps_its_pass_and_loses_it_with_the_code(table, access):
    table.to_trick()
    screen, ann = come(table, 1), come(table, 2, access.keyring.keys.code).sit(0)
    ann.say("pair", sign=screen.say("screen").json["sign"])
    screen.say("screen")
    object.__setattr__(access, "pairing", Pairing())
    assert screen.state()["role"] == "player", "over a restart, by its cookie"
    access.keyring.renew_code()
    assert screen.state()["role"] == "spectator"


def test_whoever_does_not_sit_there_lets_no_screen_in(table, access):
    table.to_trick()
    keys = access.keyring.keys
    screen, stranger = come(table, 1), come(table, 2)
    sign = screen.say("screen").json["sign"]
    assert stranger.say("pair", sign=sign).json["rule"] == "player"
    player = come(table, 3, keys.code)
    assert player.say("pair", sign=sign).json["rule"] == "seat"
    assert screen.state()["role"] == "spectator"
    owner = come(table, 4, keys.code)
    assert owner.say("owner", pin=keys.pin).status_code == 200
    assert owner.say("pair", sign=sign).status_code == 200


def test_who_waits_for_the_first_game_lets_a_screen_in(table, access):
    screen, ann = come(table, 1), come(table, 2, access.keyring.keys.code)
    assert ann.say("lobby", name="Ann", colour="red", sign="owl").status_code == 200
    assert ann.say("pair", sign=screen.say("screen").json["sign"]).status_code == 200
    assert screen.state()["code"] is not None


def test_a_sign_grows_old_and_no_address_takes_everybody_s_room():
    now = [0.0]
    pairing = Pairing(lambda: now[0])
    kept = pairing.sign("television", "192.168.1.9")
    many = [pairing.sign(f"screen {number}", "192.168.1.66") for number in range(3 * MOST)]
    assert pairing.let_in(kept, "stamp"), "others asked often and took nothing from it"
    assert [pairing.let_in(sign, "stamp") for sign in many].count(True) == EACH
    late = pairing.sign("late", "192.168.1.9")
    now[0] += LASTS_S
    assert not pairing.let_in(late, "stamp") and pairing.stamp("late") is None
    assert pairing.stamp("television") == "stamp"


def test_no_two_screens_show_one_sign(monkeypatch):
    drawn = iter("AAAA" * 2 + "BBBB")
    monkeypatch.setattr("secrets.choice", lambda signs: next(drawn))
    pairing = Pairing()
    assert [pairing.sign("television", "192.168.1.9"), pairing.sign("spy", "192.168.1.66")] == [
        "AAAA",
        "BBBB",
    ]
    assert pairing.let_in("AAAA", "stamp")
    assert (pairing.stamp("television"), pairing.stamp("spy")) == ("stamp", None)


def test_a_television_shows_its_sign_and_once_paired_the_code(table, access, open_page):
    table.to_trick()
    board, phone = open_page("/board", TV), open_page()
    expect(board.locator(".pairing .join-word")).not_to_have_text("····")
    assert board.locator("img.qr").count() == 0
    sign = board.inner_text(".pairing .join-word")
    phone.click("[data-focus=join]")
    phone.fill("[name=code]", access.keyring.keys.code)
    phone.click("dialog .gold")
    phone.click("[data-focus=seat0]")
    phone.click("text=Invite")
    phone.click("dialog >> text=Television")
    phone.fill("[name=sign]", "AAAA" if sign != "AAAA" else "BBBB")
    phone.click("text=Show the code there")
    phone.wait_for_selector("dialog .alert >> text=No screen shows this sign")
    phone.fill("[name=sign]", sign)
    with board.expect_response("**/api/screen"):
        phone.click("text=Show the code there")
    expect(board.locator(".join-word")).to_have_text(access.keyring.keys.code)
    assert board.locator("img.qr").count() == 1
    board.reload()
    expect(board.locator(".join-word")).to_have_text(access.keyring.keys.code)


def test_a_television_that_could_not_ask_asks_again_soon_and_not_once_a_sign_grows_old(
    table, access, open_page, complaints
):
    table.to_trick()
    board = open_page("/board", TV, clock=True)
    sign = board.locator(".pairing .join-word")
    expect(sign).not_to_have_text("····")
    board.route("**/api/screen", lambda route: route.abort())
    with board.expect_event("requestfailed", lambda asked: "/api/screen" in asked.url):
        board.clock.run_for(240_000)
    board.unroute("**/api/screen")
    with board.expect_response("**/api/screen"):
        board.clock.run_for(10_000)
    # So is the pass, for which is asked once the screen is let in.
    board.route("**/api/screen", lambda route: route.abort())
    ann = come(table, 2, access.keyring.keys.code).sit(0)
    with board.expect_event("requestfailed", lambda asked: "/api/screen" in asked.url):
        assert ann.say("pair", sign=sign.inner_text()).status_code == 200
    board.unroute("**/api/screen")
    with board.expect_response("**/api/screen"):
        board.clock.run_for(10_000)
    complaints.clear()


def test_a_television_shows_a_sign_that_the_table_knows_as_soon_as_that_is_back(table, access, open_page):
    table.to_trick()
    board = open_page("/board", TV)
    sign = board.locator(".pairing .join-word")
    expect(sign).not_to_have_text("····")
    old = sign.inner_text()
    # What a table that is started anew knows of screens.
    object.__setattr__(access, "pairing", Pairing())
    board.evaluate("dispatchEvent(new Event('offline'))")
    board.wait_for_function("() => document.body.classList.contains('lost')")
    with board.expect_response("**/api/screen"):
        board.evaluate("dispatchEvent(new Event('online'))")
    expect(sign).not_to_have_text(old)
    ann = come(table, 2, access.keyring.keys.code).sit(0)
    assert ann.say("pair", sign=sign.inner_text()).status_code == 200
    expect(board.locator(".join-word")).to_have_text(access.keyring.keys.code)


def test_a_phone_scans_the_sign_and_is_asked_before_the_code_is_shown(table, access, open_page, server):
    table.to_trick()
    board, phone = open_page("/board", TV), open_page(f"/join/{access.keyring.keys.code}")
    phone.click("[data-focus=seat0]")
    code = board.locator(".pairing svg.qr")
    code.wait_for()
    board.evaluate(SEEN)
    drawn = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    found, *_ = cv2.QRCodeDetector().detectAndDecode(cv2.resize(drawn, None, fx=3, fy=3))
    sign = board.inner_text(".pairing .join-word")
    assert found == f"http://familiar.local:8000/#pair={sign}"
    phone.goto(f"http://127.0.0.1:{server.port}/#pair={sign}")
    phone.reload()
    expect(phone.locator("dialog [name=sign]")).to_have_value(sign)
    expect(board.locator(".pairing")).to_have_count(1)
    with board.expect_response("**/api/screen"):
        phone.click("text=Show the code there")
    expect(board.locator(".join-word")).to_have_text(access.keyring.keys.code)
    assert "#" not in phone.url


def test_a_stranger_who_scans_the_sign_lets_no_screen_in(table, access, open_page):
    table.to_trick()
    board = open_page("/board", TV)
    expect(board.locator(".pairing .join-word")).not_to_have_text("····")
    sign = board.inner_text(".pairing .join-word")
    stranger = open_page(f"/#pair={sign}")
    stranger.click("text=Show the code there")
    stranger.wait_for_selector("dialog .alert >> text=This phone only watches")
    expect(board.locator(".pairing .join-word")).to_have_text(sign)
