"""Who sits where: seats, cookies, and what happens when a phone is gone."""

import pytest

from web.app import close, create_app
from web.join import COOKIE
from web.pages import qr
from web.seats import Seats
from web.security import Security


def test_a_phone_takes_a_seat_and_keeps_it_when_the_page_is_loaded_again(table):
    table.begin()
    phone = table.phone().sit(1)
    assert phone.state()["you"] == 1
    phone.client.get("/")
    assert phone.state()["you"] == 1
    assert phone.state()["held"] == [False, True, False]


def test_a_phone_without_a_seat_sees_what_is_public(table):
    table.begin()
    state = table.phone().state()
    assert state["you"] is None
    assert state["players"] == ["Ann", "Bo", "Cy"]


def test_a_seat_belongs_to_one_phone(table):
    table.begin()
    table.phone().sit(1)
    answer = table.phone().say("seat", seat=1)
    assert answer.status_code == 403
    assert answer.json["error"] == "Another phone plays for Bo: free the seat there first."


def test_a_phone_that_takes_another_seat_gives_up_its_first(table):
    table.begin()
    phone = table.phone().sit(1)
    phone.sit(2)
    assert phone.state()["you"] == 2
    assert phone.state()["held"] == [False, False, True]


def test_a_phone_can_give_up_its_seat(table):
    table.begin()
    phone = table.phone().sit(1)
    assert phone.say("leave").status_code == 200
    phone.client.get("/")
    assert phone.state()["you"] is None
    table.phone().sit(1)


def test_a_seat_can_be_freed_from_a_phone_that_is_gone_and_its_old_cookie_does_not_bring_it_back(table):
    table.begin()
    gone = table.phone().sit(1)
    other = table.phone()
    assert other.say("free", seat=1).status_code == 200
    assert gone.state()["you"] is None
    other.sit(1)
    gone.client.get("/")
    assert gone.state()["you"] is None
    assert other.state()["you"] == 1


@pytest.mark.parametrize("wish", ["seat", "free"])
def test_a_seat_does_not_change_phones_while_its_bid_lies_hidden(table, wish):
    table.to_bids(bids="delayed")
    table.phone().sit(1).say("bid", tricks=1)
    spy = table.phone()
    if wish == "seat":
        table.events({"event": "bid", "player": 2, "tricks": 0})
        answer = spy.say("seat", seat=2)
    else:
        answer = spy.say("free", seat=1)
    assert answer.status_code == 403
    assert answer.json["rule"] == "hidden"


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_who_left_a_hidden_bid_comes_back_to_it_and_nobody_else_does(table, bids):
    table.to_bids(bids=bids)
    bo, spy = table.phone().sit(1), table.phone()
    assert bo.say("bid", tricks=1).status_code == 200
    bo.say("leave")
    for stranger in (spy, table.phone().sit(2)):
        refused = stranger.say("seat", seat=1)
        assert (refused.status_code, refused.json["rule"]) == (403, "hidden")
    bo.sit(1)
    assert bo.state()["bids"] == [None, 1, None] and bo.state()["bid_made"] == [False, True, False]
    index = bo.state()["log"]["count"] - 1
    assert bo.say("correct", index=index, tricks=0).status_code == 200
    bo.say("leave")
    assert spy.say("seat", seat=1).status_code == 403
    assert bo.sit(1).state()["bids"][1] == 0


def test_who_typed_a_hidden_bid_for_a_player_without_a_phone_may_sit_down_there(table):
    table.to_bids(bids="delayed")
    bo, cy = table.phone().sit(1), table.phone()
    assert bo.say("bid", player=2, tricks=1).status_code == 200
    assert cy.say("seat", seat=2).status_code == 403
    assert bo.sit(2).state()["bids"] == [None, None, 1]


def test_a_bid_that_was_taken_back_opens_no_seat_where_the_same_lies_again(table):
    """Else the seat would tell whether it is the same."""
    table.to_bids(bids="delayed")
    spy = table.phone().sit(1)
    assert spy.say("bid", tricks=1).status_code == 200
    assert spy.say("undo").status_code == 200
    spy.say("leave")
    bo = table.phone().sit(1)
    assert bo.say("bid", tricks=1).status_code == 200
    bo.say("leave")
    assert spy.say("seat", seat=1).status_code == 403
    assert bo.sit(1).state()["bids"][1] == 1


def test_a_hidden_bid_that_another_phone_made_anew_is_not_told_to_who_typed_it_first(table):
    table.to_bids(bids="delayed")
    bo, cy = table.phone().sit(1), table.phone().sit(2)
    bo.say("bid", tricks=1)
    bo.say("leave")
    assert cy.say("undo").status_code == 200
    assert cy.say("bid", player=1, tricks=0).status_code == 200
    assert bo.say("seat", seat=1).status_code == 403


def test_a_phone_comes_back_to_its_seat_after_a_restart_with_the_same_secret(make_table, tmp_path):
    kept = tmp_path / "seats.json"
    table = make_table(seats=Seats(kept))
    table.begin()
    phone = table.phone().sit(1)
    value = phone.client.get_cookie(COOKIE).value
    again = create_app(table.host, security=Security(secret="a secret for tests"), seats=Seats(kept))
    client = again.test_client()
    client.set_cookie(COOKIE, value)
    assert client.get("/state").json["you"] == 1
    close(again)


def test_a_cookie_that_somebody_else_signed_is_a_new_phone(table):
    table.begin()
    phone = table.phone().sit(1)
    value = phone.client.get_cookie(COOKIE).value
    other = create_app(table.host, security=Security(secret="another secret"))
    client = other.test_client()
    client.set_cookie(COOKIE, value)
    assert client.get("/state").json["you"] is None
    close(other)


@pytest.mark.parametrize("cookie", ["", "x", "x.y.z", "W10.x", '"\\"', "a" * 4000])
def test_a_broken_cookie_is_a_new_phone(table, cookie):
    table.begin()
    client = table.app.test_client()
    client.set_cookie(COOKIE, cookie)
    assert client.get("/").status_code == 200
    assert client.get("/state").json["you"] is None


def test_a_phone_keeps_its_player_when_the_next_game_seats_people_otherwise(table):
    table.begin(("Ann", "Bo", "Cy"))
    phone = table.phone().sit(1)
    table.begin(("Cy", "Dora", "Ann", "Bo"))
    assert phone.state()["you"] == 3
    table.begin(("Cy", "Dora", "Ann"))
    assert phone.state()["you"] is None


def test_who_only_looks_gets_no_cookie_and_keeps_the_one_that_another_site_could_not_send(table):
    table.begin()
    assert "Set-Cookie" not in table.app.test_client().get("/").headers
    assert "Set-Cookie" in table.phone().sit(1).client.get("/").headers


def test_the_cookie_is_for_no_script_and_no_other_site(table):
    table.begin()
    head = table.phone().say("seat", seat=0).headers["Set-Cookie"]
    assert "HttpOnly" in head
    assert "SameSite=Strict" in head


def test_the_big_screen_shows_what_is_public_even_in_the_browser_of_a_player(table):
    table.to_bids(bids="simultaneous")
    phone = table.phone().sit(1)
    phone.say("bid", tricks=1)
    assert phone.state()["bids"] == [None, 1, None]
    assert phone.state("?as=watch")["bids"] == [None, None, None]
    assert phone.state("?as=watch")["you"] is None


def test_the_big_screen_has_a_code_with_the_address_to_join(table):
    phone = table.phone()
    assert phone.state()["address"] == "http://familiar.local:8000/"
    answer = phone.client.get("/join.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text == str(qr("http://familiar.local:8000/"))


def test_without_an_address_the_code_says_where_the_page_was_opened(host):
    app = create_app(host)
    sign = app.test_client().get("/join.svg", base_url="http://10.0.0.7:8000").text
    assert sign == str(qr("http://10.0.0.7:8000/"))
    close(app)


@pytest.mark.parametrize("seat", [-1, 3, "1", None, 1.0, True, [1]])
def test_a_seat_that_does_not_exist_is_refused_in_one_sentence(table, seat):
    table.begin()
    answer = table.phone().say("seat", seat=seat)
    assert answer.status_code == 400
    assert answer.json["error"] == "'seat' must be a whole number from 0 to 2."


def test_nobody_sits_before_there_is_a_game(table):
    answer = table.phone().say("seat", seat=0)
    assert answer.status_code == 404
    assert answer.json["error"] == "There is no game yet: set one up first."
