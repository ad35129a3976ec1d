"""Hidden bids stay hidden: every page, answer and event, as every phone."""

import itertools

import pytest


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
