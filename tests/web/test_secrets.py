"""Hidden bids stay hidden: every page, answer and event, as every phone."""

import itertools

import pytest

from table.command import Press
from web.access import Access
from web.keyring import Keyring


def texts_of(phone, table):
    """Yield everything that a phone can read: each route, each answer, and the first event of the stream."""
    for rule in table.app.url_map.iter_rules():
        if (
            "GET" in rule.methods
            and rule.endpoint != "static"
            and not rule.arguments
            and rule.rule != "/live"
            # How many games there are differs between two games: test_evenings reads these.
            and not rule.rule.startswith("/evenings")
        ):
            for query in ("", "?as=watch"):
                yield phone.client.get(rule.rule + query).data.decode(errors="replace")
    for query in ("", "?as=watch"):
        stream = phone.client.get(f"/live{query}", buffered=False)
        yield next(stream.iter_encoded()).decode()
        stream.close()
    yield phone.say("bid", tricks=0, seen=0).text
    yield phone.say("bid", player=1, tricks=0).text
    yield phone.say("correct", index=1, tricks=0).text
    yield phone.say("seat", seat=1).text


def values_of(state):
    """Say which bids a state gives away, wherever in it they stand."""
    given = [bid for seat, bid in enumerate(state["bids"]) if bid is not None and seat != state["you"]]
    for event in state["log"]["recent"]:
        if event["event"] == "bid" and event["player"] != state["you"] and event["tricks"] is not None:
            given.append(event["tricks"])
    return given + [state["bid_total"]] * (state["bid_total"] is not None)


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_no_other_phone_reads_a_hidden_bid_anywhere(table, plain, bids):
    """Play the same game twice with another hidden bid: nobody else may be able to tell the two apart."""
    seen = []
    for tricks in (0, 1):
        table.to_bids(bids=bids)
        bo = table.phone().sit(1)
        spies = [table.phone().sit(0), table.phone().sit(2), table.phone()]
        assert bo.say("bid", tricks=tricks).status_code == 200
        seen.append([[plain(text) for text in texts_of(spy, table)] for spy in spies])
        bo.say("leave")
        for spy in spies:
            assert spy.state()["bid_made"] == [False, True, False]
            assert values_of(spy.state()) == []
            spy.say("leave")
        table.events({"event": "bid", "player": 0, "tricks": 0}, {"event": "bid", "player": 2, "tricks": 0})
    assert seen[0] == seen[1]


def test_his_own_phone_shows_a_player_his_hidden_bid(table):
    table.to_bids(bids="simultaneous")
    bo = table.phone().sit(1)
    bo.say("bid", tricks=1)
    assert bo.state()["bids"] == [None, 1, None]


def test_simultaneous_bids_are_shown_to_all_once_all_are_in(table):
    table.to_bids(bids="simultaneous")
    for seat, phone in enumerate(table.phones(3)):
        assert phone.say("bid", tricks=seat % 2).status_code == 200
    assert table.phone().state()["bids"] == [0, 1, 0]


def test_delayed_bids_are_shown_to_nobody_else_until_the_round_is_scored(table):
    table.to_bids(bids="delayed")
    phones = table.phones(3)
    for seat, phone in enumerate(phones):
        phone.say("bid", tricks=seat % 2)
    for seat, phone in enumerate(phones):
        assert phone.state()["bids"] == [seat % 2 if owner == seat else None for owner in range(3)]
    spy = table.phone()
    for card in ("2S", "3S", "4S"):
        spy.say("card", card=card)
        assert values_of(spy.state()) == []
    spy.say("confirm")
    assert spy.state()["sheet"][0]["bids"] == [0, 1, 0]


def test_a_stale_wish_brings_the_state_of_its_own_seat_only(table):
    table.to_bids(bids="delayed")
    bo, cy = table.phone().sit(1), table.phone().sit(2)
    seen = cy.state()["number"]
    bo.say("bid", tricks=1)
    cy.say("bid", tricks=1)
    answer = cy.say("bid", tricks=0, seen=seen)
    assert answer.status_code == 409
    assert answer.json["state"]["bids"] == [None, None, 1]


def test_two_seats_never_share_a_phone(table):
    table.to_bids(bids="delayed")
    phones = table.phones(3)
    for one, other in itertools.permutations(phones, 2):
        assert one.state()["you"] != other.state()["you"]


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_who_may_not_know_a_hidden_bid_learns_nothing_by_putting_it_right(table, plain, bids):
    """Bo has no phone, Ann typed for him; whether another's try changes anything would tell what."""
    seen = []
    for tricks in (0, 1):
        table.to_bids(bids=bids)
        ann, spy = table.phone().sit(0), table.phone().sit(2)
        assert ann.say("bid", player=1, tricks=tricks).status_code == 200
        heard = spy.client.get("/speech").json["number"]
        told = []
        for wish in ({"wish": "correct", "index": 1}, {"wish": "bid", "player": 1}):
            answer = spy.say(**wish, tricks=1)
            assert (answer.status_code, answer.json["rule"]) == (403, "hidden"), answer.json
            told.append(plain(answer.text))
        told.append(plain(spy.client.get("/state").text))
        assert spy.client.get(f"/speech?after={heard}").json["lines"] == []
        seen.append(told)
        spy.say("leave")
        ann.say("leave")
    assert seen[0] == seen[1]


def shown(table, bids):
    """Play on until everybody has seen the bids of the first round; say how many steps came after them."""
    table.to_bids(bids=bids)
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)))
    if bids == "simultaneous":
        return 0
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})
    return 4


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_bids_that_everybody_has_seen_the_owner_alone_takes_back_and_it_is_said(make_table, bids):
    table = make_table(access=Access(Keyring(None), near=False))
    keys = table.app.extensions["familiar"].access.keyring.keys
    player, owner = table.phone(), table.phone()
    for phone in (player, owner):
        assert phone.say("join", code=keys.code).status_code == 200
    assert owner.say("owner", pin=keys.pin).status_code == 200
    since = shown(table, bids)
    for count in (1, since + 1, since + 3):
        answer = player.say("undo", count=count)
        assert (answer.status_code, answer.json["rule"]) == (403, "owner"), count
    assert player.say("press", button="undo").status_code == 403
    heard = player.client.get("/speech").json["number"]
    assert owner.say("undo").status_code == 200
    assert "Everybody has seen the bids of round 1." in player.state()["told"]
    (first, *_) = player.client.get(f"/speech?after={heard}").json["lines"]
    assert "Everybody has seen the bids of round 1." in first["text"]
    # Further back it is anybody's again.
    assert player.say("undo").status_code == 200
    assert "seen" not in player.state()["told"]


@pytest.mark.parametrize("bids", ["open", "simultaneous", "delayed"])
def test_what_hides_nothing_again_every_player_takes_back(make_table, bids):
    table = make_table(access=Access(Keyring(None), near=False))
    player = table.phone()
    assert player.say("join", code=table.app.extensions["familiar"].access.code).status_code == 200
    shown(table, bids)
    turned, laid = {"event": "turn_up", "card": "8H"}, {"event": "play", "card": "2S"}
    table.events(laid if bids == "simultaneous" else turned)
    assert player.say("undo").status_code == 200
    if bids == "open":
        assert player.say("undo", count=3).status_code == 200


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_a_button_at_the_table_takes_back_what_everybody_sees_it_take_back(table, bids):
    shown(table, bids)
    count = len(table.host.snapshot.history.events)
    table.do(Press("undo"))
    assert len(table.host.snapshot.history.events) == count - 1
    assert "Everybody has seen the bids of round 1." in table.host.snapshot.told


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_a_player_and_who_typed_for_him_put_his_hidden_bid_right(table, bids):
    table.to_bids(bids=bids)
    ann, cy = table.phone().sit(0), table.phone().sit(2)
    assert ann.say("bid", player=1, tricks=0).status_code == 200
    assert ann.say("correct", index=1, tricks=1).status_code == 200
    assert ann.say("bid", player=1, tricks=0).status_code == 200
    assert cy.say("bid", tricks=0).status_code == 200
    assert cy.say("correct", index=3, tricks=1).status_code == 200
    assert table.host.snapshot.history.state.bids == (None, 0, 1)


def test_whoever_sits_nowhere_undoes_a_hidden_bid_and_bids_anew(table):
    table.to_bids(bids="delayed")
    table.events({"event": "bid", "player": 1, "tricks": 0})
    phone = table.phone()
    assert phone.say("correct", index=1, tricks=1).status_code == 403
    assert phone.say("undo").status_code == 200
    assert phone.say("bid", player=1, tricks=1).status_code == 200


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_a_bid_that_was_shown_anybody_puts_right(table, bids):
    table.to_bids(bids=bids)
    table.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)))
    phone = table.phone()
    if bids == "delayed":
        assert phone.say("correct", index=1, tricks=1).status_code == 403
        for card in ("2S", "3S", "4S"):
            phone.say("card", card=card)
        phone.say("confirm")
    assert phone.say("correct", index=1, tricks=1).status_code == 200


def test_a_hidden_bid_of_a_round_that_was_stopped_stays_so(table):
    table.to_bids(bids="delayed")
    table.events({"event": "bid", "player": 1, "tricks": 0}, {"event": "stop"})
    assert table.phone().say("correct", index=1, tricks=1).status_code == 403


def test_a_wheel_that_was_turned_up_hides_no_bid(table):
    table.to_bids(bids="delayed")
    table.events(*({"event": "cover", "player": seat} for seat in range(3)))
    table.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})
    table.events({"event": "bid", "player": 1, "tricks": 0})
    index = len(table.host.snapshot.history.events) - 1
    assert table.phone().say("correct", index=index, tricks=1).status_code == 200
