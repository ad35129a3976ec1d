"""Who sits where after a restart: a cookie that was kept is no seat."""

import json

import pytest

from files.whole import write_whole
from table.command import Submit
from web.app import close, create_app
from web.join import CODE_COOKIE, COOKIE
from web.seats import Seats
from web.security import Security

SECRET = "a secret for tests"


class Evening:
    """A table that is switched off and on again, and the phones around it."""

    def __init__(self, table, folder):
        self.table, self.file, self.apps = table, folder / "seats.json", []
        self.restart()

    def restart(self):
        self.app = create_app(self.table.host, security=Security(secret=SECRET), seats=Seats(self.file))
        self.apps.append(self.app)

    def phone(self):
        return Jar(self)

    def close(self):
        for app in self.apps:
            close(app)


class Jar:
    """A phone that asks whichever app runs now, with the cookies that it was given."""

    def __init__(self, evening):
        self.evening, self.cookies = evening, {}
        self.ask("get", "/state")

    def copied(self):
        copy = Jar(self.evening)
        copy.cookies = dict(self.cookies)
        return copy

    def ask(self, method, path, **more):
        client = self.evening.app.test_client()
        for name, value in self.cookies.items():
            client.set_cookie(name, value)
        answer = getattr(client, method)(path, headers={"X-Familiar": "1"}, **more)
        for name in (COOKIE, CODE_COOKIE):
            if cookie := client.get_cookie(name):
                self.cookies[name] = cookie.value
        return answer

    def say(self, wish, **body):
        return self.ask("post", f"/api/{wish}", json={"seen": self.state["number"], **body})

    def sit(self, seat):
        answer = self.say("seat", seat=seat)
        assert answer.status_code == 200, answer.json
        return self

    @property
    def state(self):
        return self.ask("get", "/state").json


@pytest.fixture
def evening(table, tmp_path):
    evening = Evening(table, tmp_path)
    yield evening
    evening.close()


def test_a_phone_finds_its_seat_after_a_restart_and_after_another_one(evening):
    evening.table.begin()
    phone = evening.phone().sit(1)
    for _ in range(2):
        evening.restart()
        assert phone.state["you"] == 1 and phone.state["held"] == [False, True, False]


def wait_in_lobby(evening, names):
    phones = [evening.phone() for _ in names]
    for phone, name in zip(phones, names, strict=True):
        waits = {"name": name, "colour": "red", "sign": "owl", "place": None}
        assert phone.say("lobby", **waits).status_code == 200
    return phones


def test_a_phone_that_was_seated_from_the_lobby_finds_its_seat_after_a_restart(evening):
    ann, bo = wait_in_lobby(evening, ["Ann", "Bo"])
    header = {"players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {"bids": "delayed"}}
    assert ann.say("game", **header).status_code == 200
    evening.table.events({"event": "turn_up", "card": "7H"})
    assert bo.say("bid", tricks=1).status_code == 200
    evening.restart()
    ann.ask("get", "/")
    assert (ann.state["you"], bo.state["you"], bo.state["bids"][1]) == (0, 1, 1)
    assert evening.phone().say("seat", seat=0).status_code == 403


def test_all_who_wait_are_seated_by_one_writing(evening, monkeypatch):
    names, written = ["Ann", "Bo", "Cy", "Dee"], []
    phones = wait_in_lobby(evening, names)

    def counted(path, data):
        written.append(path)
        write_whole(path, data)

    monkeypatch.setattr("table.settings.kept.write_whole", counted)
    assert phones[0].say("game", players=names, dealer=0, rules={}).status_code == 200
    assert written == [evening.file]
    assert [phone.state["you"] for phone in phones] == [0, 1, 2, 3]


def test_who_waits_under_the_name_of_one_who_waits_under_another_is_seated(evening):
    names = ["Ann", "Bo", "Cy"]
    ann, bo, cy = wait_in_lobby(evening, names)
    assert ann.say("game", players=names, dealer=0, rules={}).status_code == 200
    assert ann.say("stop").status_code == 200
    for phone, name in ((ann, "Zoe"), (bo, "Ann")):
        waits = {"name": name, "colour": "red", "sign": "owl", "place": None}
        assert phone.say("lobby", **waits).status_code == 200
    assert ann.say("game", players=["Ann", "Cy", "Zoe"], dealer=0, rules={}).status_code == 200
    assert (ann.state["you"], bo.state["you"], cy.state["you"]) == (2, 0, 1)


def test_of_those_who_wait_only_whose_seat_was_another_s_is_not_seated_on_a_full_disk(evening, monkeypatch):
    names = ["Ann", "Bo", "Cy"]

    def full(*_):
        raise OSError(28, "No space left on device")

    former = evening.phone()
    evening.table.begin(names)
    former.sit(1)
    evening.table.do(Submit({"event": "stop"}))
    evening.restart()
    monkeypatch.setattr("table.settings.kept.write_whole", full)
    ann, bo = wait_in_lobby(evening, names[:2])
    assert ann.say("game", players=names, dealer=0, rules={}).status_code == 200
    assert (ann.state["you"], bo.state["you"], former.state["you"]) == (0, None, 1)


def test_a_seat_that_was_chosen_in_another_game_is_neither_taken_nor_freed(evening):
    evening.table.begin(players=("Ann", "Bo", "Cy"))
    ann, other = evening.phone(), evening.phone()
    seen = ann.state["number"]
    evening.table.begin(players=("Bo", "Cy", "Ann"))
    answer = ann.say("seat", seat=0, seen=seen)
    assert (answer.status_code, answer.json["rule"], ann.state["you"]) == (409, "stale", None)
    assert other.sit(1).say("free", seat=1, seen=seen).status_code == 409
    seen = ann.state["number"]
    evening.table.events({"event": "turn_up", "card": "7H"})
    assert ann.say("seat", seat=2, seen=seen).status_code == 200, "the same game goes on"


def test_a_phone_that_finds_its_seat_after_a_restart_is_told_to_all(evening, read_event):
    evening.table.begin()
    phone = evening.phone().sit(1)
    evening.restart()
    television = evening.app.test_client().get("/live?as=watch", buffered=False)
    told = (read_event(chunk.decode())[1]["held"] for chunk in television.iter_encoded())
    assert next(told) == [False, False, False]
    assert phone.state["you"] == 1
    assert next(told) == [False, True, False]
    television.close()


@pytest.mark.parametrize("how", ["left", "freed", "another seat"])
def test_the_cookie_of_who_gave_the_seat_up_is_no_seat_after_a_restart(evening, how):
    evening.table.begin()
    guest = evening.phone().sit(1)
    kept = guest.copied()
    match how:
        case "left":
            assert guest.say("leave").status_code == 200
        case "freed":
            assert evening.phone().say("free", seat=1).status_code == 200
        case "another seat":
            guest.sit(2)
            guest.say("leave")
    evening.restart()
    assert kept.state["you"] is None and kept.state["held"] == [False, False, False]


def test_who_kept_an_old_cookie_neither_sees_the_newcomer_s_bid_nor_shuts_him_out(evening):
    evening.table.to_bids(bids="simultaneous")
    guest = evening.phone().sit(1)
    kept = guest.copied()
    guest.say("leave")
    newcomer = evening.phone().sit(1)
    assert newcomer.say("bid", tricks=1).status_code == 200
    evening.restart()
    seen = kept.state
    assert seen["you"] is None and seen["bids"][1] is None
    refused = kept.say("seat", seat=1)
    assert (refused.status_code, refused.json["rule"]) == (403, "hidden")
    assert newcomer.state["you"] == 1 and newcomer.state["bids"][1] == 1
    assert kept.say("bid", player=1, tricks=0).status_code == 403


def test_a_seat_that_another_phone_took_after_a_restart_is_that_phone_s_from_then_on(evening):
    evening.table.begin()
    first = evening.phone().sit(1)
    evening.restart()
    second = evening.phone().sit(1)
    assert first.state["you"] is None
    evening.restart()
    assert first.state["you"] is None and second.state["you"] == 1


def test_a_seat_that_cannot_be_taken_away_for_good_is_not_taken_away(evening, monkeypatch):
    evening.table.begin()
    phone = evening.phone().sit(1)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("table.settings.kept.write_whole", full)
    for answer in (phone.say("leave"), evening.phone().say("free", seat=1)):
        assert answer.status_code == 503 and "see to the machine's disk" in answer.json["error"]
        assert answer.json["error"].endswith(" The disk is full; delete something there to make room.")
    assert phone.state["you"] == 1
    # Nobody's right ends by it.
    assert evening.phone().sit(2).state["you"] == 2


def test_what_is_kept_is_the_owner_s_alone_to_read_and_opens_no_seat(evening):
    evening.table.begin()
    phone = evening.phone().sit(1)
    assert evening.file.stat().st_mode & 0o777 == 0o600
    ((name, mark),) = json.loads(evening.file.read_text()).items()
    assert name == "Bo" and mark not in phone.cookies[COOKIE]


def test_a_spoilt_file_of_seats_is_told_in_words(tmp_path, caplog):
    (tmp_path / "seats.json").write_text("{")
    Seats(tmp_path / "seats.json")
    assert "seats.json: it is no JSON text; phones choose their seats anew" in caplog.text


@pytest.mark.parametrize("text", ["", "[]", "null", '{"Bo": 1}', "[" * 100_000, "\xff\x00"])
def test_a_spoilt_file_gives_nobody_a_seat_and_is_written_anew(evening, text):
    evening.table.begin()
    phone = evening.phone().sit(1)
    evening.file.write_text(text)
    evening.restart()
    assert phone.state["you"] is None
    phone.sit(1)
    evening.restart()
    assert phone.state["you"] == 1
