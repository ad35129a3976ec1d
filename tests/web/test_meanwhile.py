"""A wish that comes as the table becomes another: by then it may be somebody else's to wish for."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from patience import PATIENCE_S

from table.command import Submit, Undo
from web.access import Access
from web.errors import Busy
from web.join import Phone
from web.keyring import Keyring
from web.seats import Seats

SENT = {"X-Familiar": "1"}
GAME = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}


@pytest.fixture
def access():
    return Access(Keyring(None), near=False)


@pytest.fixture
def table(make_table, access):
    return make_table(access=access)


@pytest.fixture
def come(table, access):
    """Let a phone come in that plays, and the first of all leads the evening."""

    def come_():
        phone = table.phone()
        assert phone.say("join", code=access.code).status_code == 200
        return phone

    return come_


@pytest.fixture
def meanwhile(table, monkeypatch):
    """Let a phone wish for something while a command waits for a slow disk; give what it is answered."""

    def meanwhile_(command, phone, wish, **body):
        slow, sent = threading.Event(), threading.Event()
        table.host.recall(lambda journal: slow.wait(PATIENCE_S))
        waits, post = table.host.post(command), table.host.post

        def noted(wished):
            posted = post(wished)
            sent.set()
            return posted

        with ThreadPoolExecutor(1) as other, monkeypatch.context() as watched:
            watched.setattr(table.host, "post", noted)
            asked = other.submit(phone.client.post, f"/api/{wish}", json=body, headers=SENT)
            asked.add_done_callback(lambda _: sent.set())
            assert sent.wait(PATIENCE_S)
            slow.set()
            answer = asked.result(PATIENCE_S)
        waits.result(PATIENCE_S)
        return answer

    return meanwhile_


def test_nobody_takes_bids_back_by_a_state_that_is_yet_to_come(table, come, meanwhile):
    ann, bo = come(), come()
    assert ann.say("game", **GAME | {"rules": {"bids": "simultaneous"}}).status_code == 200
    table.events(
        {"event": "turn_up", "card": "7H"}, *({"event": "bid", "player": at, "tricks": 0} for at in (0, 1))
    )
    last, seen = Submit({"event": "bid", "player": 2, "tricks": 0}), table.host.snapshot.number
    answer = meanwhile(last, bo, "undo", count=1, seen=seen + 1)
    assert (answer.status_code, answer.json["rule"]) == (409, "stale")
    assert table.host.snapshot.public["bids"] == [0, 0, 0]
    assert bo.say("undo").json["rule"] == "owner"


def test_nobody_begins_anew_while_a_game_is_taken_up_again(table, come, meanwhile):
    ann, bo = come(), come()
    assert ann.say("game", **GAME).status_code == 200
    table.events({"event": "turn_up", "card": "7H"}, {"event": "stop"})
    answer = meanwhile(Undo(), bo, "game", **GAME, seen=table.host.snapshot.number)
    assert (answer.status_code, answer.json["rule"]) == (409, "stale")
    assert len(table.host.snapshot.history.events) == 1
    assert bo.say("game", **GAME).json["rule"] == "owner"
    assert ann.say("game", **GAME).status_code == 200


def test_nobody_leaves_a_game_that_is_begun_at_that_moment(table, come, meanwhile):
    ann, bo = come(), come()
    assert ann.say("game", **GAME).status_code == 200
    turned, seen = Submit({"event": "turn_up", "card": "7H"}), table.host.snapshot.number
    answer = meanwhile(turned, bo, "game", **GAME, seen=seen)
    assert (answer.status_code, answer.json["rule"]) == (409, "stale")
    assert table.host.snapshot.touched


def wait_for_a_game(phone, name):
    said = {"name": name, "colour": "red", "sign": "owl", "place": None}
    assert phone.say("lobby", **said).status_code == 200


def test_nobody_sits_down_before_whoever_waited_as_a_game_begins(table, come, monkeypatch):
    ann, cy, mallory = come(), come(), Phone("mallory")
    wait_for_a_game(cy, "Cy")
    here, came = table.app.extensions["familiar"], threading.Event()
    seat = here.lobby.seat

    def sits():
        came.set()
        return here.seats.take(mallory, "Cy")

    with ThreadPoolExecutor(1) as other:
        tried = []

        def meanwhile(names):
            tried.append(other.submit(sits))
            assert came.wait(PATIENCE_S)
            return seat(names)

        monkeypatch.setattr(here.lobby, "seat", meanwhile)
        assert ann.say("game", **GAME).status_code == 200
        assert tried[0].result(PATIENCE_S) is False
    assert cy.state()["you"] == 2


def test_a_game_begins_though_it_cannot_be_written_down_who_sits_where(table, come, monkeypatch):
    ann, bo, seats = come(), come(), table.app.extensions["familiar"].seats
    wait_for_a_game(ann, "Ann")
    wait_for_a_game(bo, "Bo")
    take_all = seats.take_all

    def full(wanted):
        if any(player == "Ann" for _, player in wanted):
            raise Busy("the disk is full")
        return take_all(wanted)

    monkeypatch.setattr(seats, "take_all", full)
    assert ann.say("game", **GAME).status_code == 200
    assert (ann.state()["you"], bo.state()["you"], ann.state()["role"]) == (None, 1, "owner")


def test_nobody_sits_down_where_a_bid_is_typed_at_that_moment(table, come, monkeypatch):
    ann, bo, seats = come(), come(), table.app.extensions["familiar"].seats
    assert ann.say("game", **GAME | {"rules": {"bids": "simultaneous"}}).status_code == 200
    table.events({"event": "turn_up", "card": "7H"})
    came, tried, take, still = threading.Event(), [], seats.take, Seats.kept_still
    wish = {"player": 2, "tricks": 1, "seen": table.host.snapshot.number}

    def noted(each):
        if threading.current_thread() is not threading.main_thread():
            came.set()
        return still(each)

    with ThreadPoolExecutor(1) as other:

        def meanwhile(phone, player):
            tried.append(other.submit(ann.client.post, "/api/bid", json=wish, headers=SENT))
            # Either it is done by now, or it waits until somebody sits there.
            tried[0].add_done_callback(lambda _: came.set())
            assert came.wait(PATIENCE_S)
            return take(phone, player)

        monkeypatch.setattr(Seats, "kept_still", noted)
        monkeypatch.setattr(seats, "take", meanwhile)
        answer = bo.client.post("/api/seat", json={"seat": 2}, headers=SENT)
        typed = tried[0].result(PATIENCE_S)
    assert (answer.status_code, typed.status_code, typed.json["rule"]) == (200, 403, "seat")
    assert bo.state()["bids"] == [None] * 3
