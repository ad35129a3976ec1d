"""Whoever begins the first game of an evening leads it, without a terminal, until the morning."""

import json
import stat
from datetime import datetime

import pytest

from table.command import NewGame, Submit, Undo
from table.host import Host
from table.journal import Journal
from web.access import Access
from web.app import close, create_app
from web.keyring import Keyring
from web.lead import EVENING_S, Lead
from web.security import Security
from web.unplayed import MOST

GAME = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
TURNED = {"event": "turn_up", "card": "7H"}
DAY_S = 86_400


class Clock:
    def __init__(self):
        self.now = datetime(2026, 11, 21, 20, 0).timestamp()

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def access(clock, tmp_path):
    return Access(Keyring(None), near=False, lead=Lead(tmp_path / "lead.json", clock, clock))


@pytest.fixture
def table(make_table, access):
    return make_table(access=access)


@pytest.fixture
def come(table, access):
    def come_(number, *, pin=False):
        phone = table.phone()
        phone.client.environ_base["REMOTE_ADDR"] = f"192.168.5.{number}"
        assert phone.say("join", code=access.keyring.keys.code).status_code == 200
        if pin:
            assert phone.say("owner", pin=access.keyring.keys.pin).status_code == 200
        return phone

    return come_


def role(phone):
    return phone.state()["role"]


def test_whoever_begins_the_table_owns_it_for_this_evening(table, come, access):
    ann, bo = come(1), come(2)
    assert role(ann) == role(bo) == "player"
    assert ann.say("game", **GAME).status_code == 200
    assert (role(ann), role(bo)) == ("owner", "player")
    table.events(TURNED)
    assert bo.say("game", **GAME).json["rule"] == bo.say("stop").json["rule"] == "owner"
    assert bo.say("free", seat=0).json["rule"] == bo.say("code").json["rule"] == "owner"
    assert ann.say("game", **GAME).status_code == 200
    table.events(TURNED)
    assert ann.say("stop").status_code == 200
    # The next game may be begun by anybody, and the lead stays.
    assert bo.say("game", **GAME).status_code == 200
    assert (role(ann), role(bo)) == ("owner", "player")


def test_half_of_the_changes_that_a_game_takes_are_the_owner_s(table, come, monkeypatch):
    monkeypatch.setattr("table.core.core.MOST_OPERATIONS", 40)
    ann, bo = come(1), come(2)
    assert ann.say("game", **GAME).status_code == 200
    table.events(TURNED)
    for _ in range(40):
        table.events(BIDS[0])
        refused = bo.say("undo")
        if refused.status_code != 200:
            break
    # Bo has taken back and bid again what he could: the game goes on all the same, and is put right by Ann.
    assert (refused.status_code, refused.json["rule"]) == (403, "owner")
    assert bo.say("correct", index=1, tricks=1).json["rule"] == "owner"
    assert bo.say("bid", player=2, tricks=0).status_code == 200
    assert ann.say("correct", index=0, card="8H").status_code == 200
    assert ann.say("undo").status_code == 200


BIDS = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
BIDS_2 = [{"event": "bid", "player": seat, "tricks": 0} for seat in (2, 0, 1)]
LAID = {"event": "play", "card": "2S"}
TRICK = [*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"}]


def test_a_game_that_was_played_and_taken_back_is_the_owners_to_leave(table, come):
    ann, bo = come(1), come(2)
    assert ann.say("game", **GAME).status_code == 200
    table.events(TURNED)
    assert bo.say("undo").status_code == 200
    assert bo.say("game", **GAME).json["rule"] == bo.say("stop").json["rule"] == "owner"
    assert ann.say("game", **GAME).status_code == 200
    assert bo.say("game", **GAME).status_code == 200


def test_a_player_leaves_but_few_games_of_which_nothing_was_played(table, come):
    ann, bo = come(1), come(2)
    assert ann.say("game", **GAME).status_code == 200
    for _ in range(2):
        assert [bo.say("game", **GAME).status_code for _ in range(MOST + 1)] == [200] * MOST + [403]
        assert ann.say("game", **GAME).status_code == 200
    # The owner leaves as many as he likes.
    assert all(ann.say("game", **GAME).status_code == 200 for _ in range(MOST + 1))
    assert bo.say("game", **GAME).status_code == 200
    # After a game that was played to its end anybody begins the next.
    table.events(TURNED, {"event": "stop"})
    assert [bo.say("game", **GAME).status_code for _ in range(MOST + 2)] == [200] * (MOST + 1) + [403]


def test_that_a_game_was_played_is_known_over_a_restart_too(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)).start() as host:
        host.handle(NewGame(GAME))
        assert not host.snapshot.touched
        host.handle(Submit(TURNED))
        host.handle(Undo())
        assert host.snapshot.touched
    with Host(Journal(path)).start() as host:
        assert host.snapshot.touched and host.snapshot.history.events == ()
        host.handle(NewGame(GAME))
        assert not host.snapshot.touched
    with Host(Journal(path)).start() as host:
        assert not host.snapshot.touched


def test_at_once_a_player_takes_back_no_more_than_a_round_and_the_owner_everything(table, come):
    ann, bo = come(1), come(2)
    assert ann.say("game", **GAME).status_code == 200
    table.events(TURNED, *BIDS, *TRICK, {"event": "turn_up", "card": "8H"}, *BIDS_2, LAID)
    assert bo.say("undo", count=13).json["rule"] == "owner"
    assert bo.say("undo", count=12).status_code == 200
    assert bo.state()["log"]["count"] == 1
    table.events(*BIDS, *TRICK, {"event": "turn_up", "card": "8H"}, *BIDS_2, LAID)
    # One by one it goes on.
    assert all(bo.say("undo").status_code == 200 for _ in range(13))
    table.events(TURNED, *BIDS, *TRICK, {"event": "turn_up", "card": "8H"}, *BIDS_2, LAID)
    assert ann.say("undo", count=13).status_code == 200


def test_a_long_round_is_taken_back_by_whoever_plays(table, come):
    ann, bo = come(1), come(2)
    assert ann.say("game", **GAME | {"players": ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]}).status_code == 200
    bids = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 3, 4, 5, 0)]
    cards = [{"event": "play", "card": card} for card in ("2S", "3S", "4S", "5S", "6S", "7S")]
    table.events(TURNED, *bids, *cards, {"event": "confirm"})
    assert bo.say("undo", count=14).status_code == 200
    assert bo.state()["log"]["count"] == 0


def test_a_stranger_begins_nothing_and_leads_nothing(table, access):
    stranger = table.phone()
    stranger.client.environ_base["REMOTE_ADDR"] = "192.168.5.66"
    assert stranger.say("game", **GAME).json["rule"] == "player"
    assert not access.led and role(stranger) == "spectator"


def test_who_leads_and_is_put_out_by_a_new_code_only_watches(table, come, access):
    ann = come(1)
    assert ann.say("game", **GAME).status_code == 200
    access.keyring.renew_code()
    assert role(ann) == "spectator"
    assert ann.say("join", code=access.keyring.keys.code).status_code == 200
    assert role(ann) == "owner"
    # Who draws the new code himself stays.
    assert ann.say("code").status_code == 200
    assert role(ann) == "owner"


def test_the_lead_ends_with_the_evening_and_not_with_a_restart(come, access, clock, tmp_path):
    ann = come(1)
    assert ann.say("game", **GAME).status_code == 200
    clock.now += 9 * 3600
    assert role(ann) == "owner", "past midnight it is still that evening"
    object.__setattr__(access, "lead", Lead(tmp_path / "lead.json", clock, clock))
    assert role(ann) == "owner"
    clock.now += 12 * 3600
    assert role(ann) == "player" and not access.led


@pytest.mark.parametrize("set_by", [-5 * 3600.0, 3 * DAY_S, -400 * DAY_S])
def test_the_lead_stays_where_the_clock_is_set_in_the_course_of_the_evening(tmp_path, clock, set_by):
    passed = [0.0]
    lead = Lead(tmp_path / "lead.json", clock, lambda: passed[0])
    assert lead.take("key", "pin")
    clock.now += set_by
    assert lead.leads("key", "pin") and not lead.free("pin") and not lead.take("other", "pin")
    # A restart goes by the clock as it is now, and so does the morning.
    assert Lead(tmp_path / "lead.json", clock, lambda: passed[0]).leads("key", "pin")
    clock.now, passed[0] = clock.now + 9 * 3600, passed[0] + 9 * 3600
    assert lead.leads("key", "pin")
    clock.now, passed[0] = clock.now + 12 * 3600, passed[0] + 12 * 3600
    assert lead.free("pin") and lead.take("other", "pin")


def test_a_lead_from_before_a_start_ends_where_the_clock_is_set_to_another_evening(tmp_path, clock):
    assert Lead(tmp_path / "lead.json", clock, clock).take("key", "pin")
    # The Pi comes up by the time at which it went off, and asks for the right one then.
    lead = Lead(tmp_path / "lead.json", clock, lambda: 0.0)
    assert lead.leads("key", "pin")
    clock.now += DAY_S
    assert lead.free("pin") and not lead.leads("key", "pin")


def test_after_a_start_in_1970_the_lead_stays_until_the_clock_tells_of_another_evening(tmp_path, clock):
    tonight, passed = clock.now, [0.0]
    assert Lead(tmp_path / "lead.json", clock, clock).take("key", "pin")
    clock.now = 12.0
    lead = Lead(tmp_path / "lead.json", clock, lambda: passed[0])
    assert lead.leads("key", "pin") and not lead.free("pin") and not lead.take("other", "pin")
    clock.now = tonight + 3600
    assert lead.leads("key", "pin")
    clock.now = tonight + DAY_S
    assert lead.free("pin") and not lead.leads("key", "pin")
    # Where nobody ever tells the time it ends with the evening all the same.
    clock.now, passed[0] = 12.0 + EVENING_S, EVENING_S
    assert lead.free("pin") and lead.take("other", "pin") and not lead.leads("key", "pin")


def test_an_evening_that_a_wrong_clock_begins_before_six_goes_on_past_it(tmp_path, clock):
    passed = [0.0]
    clock.now = datetime(1970, 1, 2, 5, 30).timestamp()
    lead = Lead(tmp_path / "lead.json", clock, lambda: passed[0])
    assert lead.take("key", "pin")
    clock.now, passed[0] = clock.now + EVENING_S - 60, EVENING_S - 60
    assert lead.leads("key", "pin") and not lead.take("other", "pin")
    clock.now, passed[0] = clock.now + 60, passed[0] + 60
    assert lead.free("pin")


def test_a_clock_set_within_the_day_makes_no_second_evening_of_one(tmp_path, clock):
    passed = [0.0]
    lead = Lead(tmp_path / "lead.json", clock, lambda: passed[0])
    assert lead.take("key", "pin")
    clock.now += 3 * 3600
    assert lead.leads("key", "pin")
    clock.now, passed[0] = clock.now + 8 * 3600, passed[0] + 8 * 3600
    assert lead.free("pin")


def test_the_lead_is_given_up_and_ends_with_another_pin(table, come, access):
    ann, bo = come(1), come(2)
    ann.say("game", **GAME)
    assert bo.say("owner/leave").status_code == 200
    assert role(ann) == "owner", "nobody gives up what is another's"
    assert ann.say("owner/leave").status_code == 200
    assert role(ann) == "player"
    assert bo.say("game", **GAME).status_code == 200
    assert (role(ann), role(bo)) == ("player", "owner")
    access.keyring.renew_pin()
    assert role(bo) == "player" and not access.led


def test_the_pin_is_above_it(table, come):
    ann, owner = come(1), come(2, pin=True)
    ann.say("game", **GAME)
    table.events(TURNED)
    assert owner.say("stop").status_code == 200
    # Where the owner begins himself, nobody else comes to lead.
    owner.say("owner/leave")
    assert role(ann) == "owner"


def test_what_is_kept_of_it_opens_nothing(come, access, tmp_path):
    ann = come(1)
    ann.say("game", **GAME)
    file = tmp_path / "lead.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = file.read_text()
    keys = access.keyring.keys
    assert not any(word in kept for word in (keys.code, keys.pin, keys.pin_stamp, keys.code_stamp))


@pytest.mark.parametrize("content", [b"", b"{}", b"[1, 2, 3]", b'["a"]', b"\xff", b"[" * 100_000])
def test_a_file_that_is_spoilt_lets_nobody_lead(tmp_path, content, clock):
    (tmp_path / "lead.json").write_bytes(content)
    lead = Lead(tmp_path / "lead.json", clock, clock)
    assert lead.free("pin") and lead.take("key", "pin")
    assert json.loads((tmp_path / "lead.json").read_text())[0] == "2026-11-21"


def test_a_spoilt_file_is_told_in_words(tmp_path, caplog):
    (tmp_path / "lead.json").write_text("{")
    Lead(tmp_path / "lead.json")
    assert "lead.json: it is no JSON text; nobody leads the evening" in caplog.text


def test_it_leads_though_its_file_cannot_be_written(tmp_path, clock):
    lead = Lead(tmp_path / "none" / "file" / "lead.json", clock, clock)
    (tmp_path / "none").write_text("no folder")
    assert lead.take("key", "pin") and lead.leads("key", "pin") and not lead.take("other", "pin")


@pytest.fixture
def left_over(tmp_path, make_table, monkeypatch):
    """Leave a game, start at another time, and give the host, what says a wish, and two phones that play."""
    made = []

    def begin(at):
        path = tmp_path / "journal.sqlite"
        began = datetime(2026, 11, 20, 21, 0).timestamp()
        with Host(Journal(path, clock=lambda: began)).start() as host:
            left = make_table(access=Access(Keyring(None)))
            left.host = host
            left.begin()
            left.events(TURNED)
        monkeypatch.setattr("time.time", lambda: at)
        host = Host(Journal(path)).start()
        app = create_app(host, security=Security(Access(Keyring(None), near=False)))
        made.extend((host.close, lambda: close(app)))

        def say(client, wish, **body):
            sent = {"seen": host.snapshot.number, **body}
            return client.post(f"/api/{wish}", json=sent, headers={"X-Familiar": "1"})

        ann, bo = app.test_client(), app.test_client()
        for client in (ann, bo):
            client.get("/state")
            code = app.extensions["familiar"].access.keyring.keys.code
            joined = client.post("/api/join", json={"code": code}, headers={"X-Familiar": "1"})
            assert joined.status_code == 200
        return say, ann, bo

    yield begin
    for end in reversed(made):
        end()


def test_a_game_left_over_from_another_evening_is_left_by_anybody(left_over):
    say, ann, bo = left_over(datetime(2026, 11, 21, 21, 0).timestamp())
    assert say(ann, "stop").status_code == 200
    assert say(ann, "game", **GAME).status_code == 200
    # Now somebody leads: what runs is his to end.
    assert say(bo, "stop").status_code == 403
    assert ann.get("/state").json["role"] == "owner"


def test_by_a_clock_that_is_behind_its_beginning_no_game_is_left_over(left_over):
    say, ann, _ = left_over(12.0)
    assert say(ann, "stop").json["rule"] == say(ann, "game", **GAME).json["rule"] == "owner"
