"""The stream: the first event, the next one, silence, the limit, and the end."""

import zlib

import pytest

from table.command import Trouble
from web import live
from web.app import close
from web.live import KEPT


@pytest.fixture
def listen():
    """Open a stream and give its response and its chunks of text; close it at the end."""
    opened = []

    def open_(phone, query=""):
        response = phone.client.get(f"/live{query}", buffered=False)
        opened.append(response)
        return response, (chunk.decode() for chunk in response.iter_encoded())

    yield open_
    for response in opened:
        response.close()


def test_the_first_event_is_the_whole_state_of_this_seat(table, listen, read_event):
    table.begin()
    phone = table.phone().sit(1)
    response, chunks = listen(phone)
    first = next(chunks)
    assert response.mimetype == "text/event-stream"
    assert first.startswith("retry: 2000\n")
    number, state = read_event(first)
    assert state == phone.state()
    assert (number, state["you"]) == (state["number"], 1)


def test_a_change_brings_the_next_event_with_its_number(table, listen, read_event):
    table.to_bids()
    phone = table.phone().sit(1)
    _, chunks = listen(phone)
    first, _ = read_event(next(chunks))
    answer = phone.say("bid", tricks=1)
    number, state = read_event(next(chunks))
    assert number == answer.json["number"] > first
    assert state["bids"] == [None, 1, None]


def test_a_phone_that_sits_down_is_told_to_all_and_turns_its_own_stream_to_its_seat(
    table, listen, read_event
):
    table.begin()
    one, other = table.phone(), table.phone()
    _, own = listen(one)
    _, theirs = listen(other)
    next(own), next(theirs)
    one.sit(2)
    assert read_event(next(own))[1]["you"] == 2
    assert read_event(next(theirs))[1]["held"] == [False, False, True]


def test_a_trouble_that_names_a_file_with_bytes_that_are_no_text_is_told(table, listen, read_event):
    table.begin()
    table.host.handle(Trouble("/pictures/caf\udce9.jpg is no picture"))
    phone = table.phone().sit(0)
    _, chunks = listen(phone)
    assert read_event(next(chunks))[1]["trouble"] == phone.state()["trouble"]
    assert "caf\udce9" in phone.state()["trouble"]


def test_several_changes_while_nobody_reads_are_one_event_with_the_newest_state(table, listen, read_event):
    table.to_trick()
    phone = table.phone()
    _, chunks = listen(phone)
    next(chunks)
    for card in ("2S", "3S", "4S"):
        phone.say("card", card=card)
    _, state = read_event(next(chunks))
    assert len(state["trick"]) == 3


def test_silence_is_broken_by_a_beat_so_that_a_gone_phone_or_table_is_noticed(make_table, listen):
    table = make_table(heartbeat=0.001)
    _, chunks = listen(table.phone())
    next(chunks)
    assert next(chunks) == "event: beat\ndata:\n\n"


def test_a_stream_too_many_is_told_when_to_come_again_and_a_closed_one_gives_its_place_back(
    make_table, listen
):
    table = make_table(streams=1)
    response, chunks = listen(table.phone())
    next(chunks)
    answer = table.phone().client.get("/live")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.json["error"].startswith("Every place for live pages is taken")
    assert table.phone().state()["number"] >= 0
    response.close()
    _, chunks = listen(table.phone())
    assert next(chunks)


def test_a_stream_that_nobody_read_gives_its_place_back_too(make_table):
    table = make_table(streams=1)
    for _ in range(3):
        response = table.phone().client.get("/live", buffered=False)
        assert response.status_code == 200
        response.close()


def test_a_place_is_given_back_once_however_often_it_is_said():
    places = live.Places(1)
    give_back = places.take()
    give_back()
    give_back()
    assert places.take() is not None
    assert places.take() is None


def test_streams_end_when_the_app_closes(table, listen):
    _, chunks = listen(table.phone())
    next(chunks)
    close(table.app)
    assert list(chunks) == []


def test_closing_the_app_twice_is_harmless_and_leaves_the_host_alone(table):
    close(table.app)
    close(table.app)
    table.begin()
    assert table.phone().state()["phase"] == "deal"


def test_phones_that_may_see_the_same_are_told_what_was_put_together_once(table, monkeypatch):
    table.to_bids(bids="delayed")
    desk = table.app.extensions["familiar"]
    made, view = [], type(table.host.snapshot).view

    def counted(shown, seat):
        made.append(seat)
        return view(shown, seat)

    monkeypatch.setattr(type(table.host.snapshot), "view", counted)
    phones = [table.phone() for _ in range(4)]
    made.clear()
    first = [phone.client.get("/state").data for phone in phones]
    assert len(set(first)) == 1 and len(made) <= 1
    phones[0].sit(1)
    made.clear()
    states = [phone.client.get("/state").json for phone in phones for _ in range(2)]
    assert sorted(made, key=str) == [1, None]
    assert [state["you"] for state in states] == [1, 1] + [None] * 6
    assert all(state["held"] == [False, True, False] for state in states)
    assert desk.shared.get(table.host.snapshot, "other", lambda: "made") == "made"


def test_what_is_shared_is_told_each_in_the_own_language(table):
    table.begin()
    phone = table.phone()
    said = {
        language: phone.client.get("/state", headers={"Accept-Language": language}).data
        for language in ("en", "fr", "en")
    }
    assert set(said) == {"en", "fr"}


def test_what_is_shared_goes_with_what_it_was_of():
    shared, first, second = live.Shared(), object(), object()
    assert shared.get(first, "a", lambda: "one") == shared.get(first, "a", lambda: "two") == "one"
    assert shared.get(second, "a", lambda: "three") == "three"
    assert shared.get(first, "a", lambda: "four") == "four"


def test_no_more_is_kept_for_phones_however_often_one_changes_its_name(table):
    phone, shared = table.phone(), table.app.extensions["familiar"].shared
    for number in range(KEPT + 1):
        waits = {"name": f"Guest {number}", "colour": "red", "sign": "owl", "place": None}
        assert phone.say("lobby", **waits).status_code == 200
        assert phone.state()["lobby"]["guests"][0]["name"] == f"Guest {number}"
    made = []
    for key in range(KEPT + 2):
        shared.get(shared, key, lambda key=key: made.append(key) or str(key))
    for key in (KEPT + 1, 0):
        shared.get(shared, key, lambda key=key: made.append(key) or str(key))
    assert made == [*range(KEPT + 2), 0], "the newest is kept, the oldest went"


def test_a_compressed_stream_can_be_read_event_by_event_and_repeats_little(table, read_event):
    table.to_bids()
    phone, plain = table.phone(), table.phone()
    response = phone.client.get("/live", headers={"Accept-Encoding": "gzip"}, buffered=False)
    assert response.headers["Content-Encoding"] == "gzip"
    chunks, reader = response.iter_encoded(), zlib.decompressobj(wbits=31)
    first = next(chunks)
    assert read_event(reader.decompress(first).decode())[1]["phase"] == "bidding"
    plain.sit(1)
    second = next(chunks)
    number, state = read_event(reader.decompress(second).decode())
    assert state == phone.state() and number == state["number"]
    assert len(second) < len(first) / 4
    response.close()
