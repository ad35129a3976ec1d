"""Who may do what: the code, the PIN, the roles that they make, and how they are taken back."""

import fcntl
import json
import os
import stat
import threading

import pytest
from patience import PATIENCE_S

from web import keyring
from web.access import Access, Role
from web.hosts import allowed, asked, own_names
from web.keyring import CODE_LENGTH, SIGNS, Keyring, KeyringError, plain
from web.pages import qr
from web.tries import ADDRESSES, FORGET_S, Backoff, Tries, duration, network

PAGE = {"Accept": "text/html"}
SENT = {"X-Familiar": "1"}


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def access(clock):
    each, all_ = Backoff(2, 10.0, 60.0), Backoff(6, 5.0, 20.0)
    links = Tries(Backoff(2, 1.0, 5.0), all_, clock)
    return Access(Keyring(None), codes=Tries(each, all_, clock), pins=Tries(each, all_, clock), links=links)


@pytest.fixture
def table(make_table, access):
    return make_table(access=access)


@pytest.fixture
def come(table):
    """Let a phone come in from an address in the Wi-Fi, with the code and the PIN if it has them."""

    def come_(number=1, *, code=False, pin=False, headers=None):
        phone = table.phone()
        phone.client.environ_base.update(REMOTE_ADDR=f"192.168.1.{number}", **(headers or {}))
        keys = table.app.extensions["familiar"].access.keyring.keys
        if code or pin:
            assert phone.say("join", code=keys.code).status_code == 200
        if pin:
            assert phone.say("owner", pin=keys.pin).status_code == 200
        return phone

    return come_


def test_who_has_neither_code_nor_pin_only_watches(table, come):
    table.to_trick()
    phone = come()
    assert (phone.state()["role"], phone.state()["code"]) == ("spectator", None)
    answer = phone.say("confirm")
    assert (answer.status_code, answer.json["rule"]) == (403, "player")
    assert answer.json["error"] == "This phone only watches: join with the code that the table shows."
    page = phone.client.get("/see", headers=PAGE)
    assert page.status_code == 403 and "join with the code" in page.text


def test_the_sign_lets_a_phone_in_and_leads_it_to_the_table(table, come, access):
    phone = come()
    answer = phone.client.get(f"/join/{access.code}")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert access.code not in cookie and access.keyring.keys.pin not in cookie
    assert (phone.state()["role"], phone.state()["code"]) == ("player", access.code)
    table.begin()
    phone.sit(1)
    assert phone.state()["you"] == 1


def test_a_typed_code_may_be_small_and_have_gaps(come, access):
    phone = come()
    typed = f" {access.code[:3].lower()}-{access.code[3:].lower()} "
    assert phone.say("join", code=typed).status_code == 200
    assert phone.state()["role"] == "player"


@pytest.mark.parametrize("code", ["AAAAAA", "join", "％2e", "🂡🂱", "x" * 60, "0", "' OR 1=1 --"])
def test_a_wrong_code_lets_nobody_in(come, code):
    phone = come()
    assert phone.say("join", code=code).json["rule"] == "code"
    assert phone.client.get(f"/join/{code}").status_code == 403
    assert phone.state()["role"] == "spectator"


def test_a_phone_that_has_joined_follows_an_old_sign_to_the_table(come):
    phone = come(code=True)
    assert phone.client.get("/join/AAAAAA").status_code == 303


def test_the_pin_makes_a_player_the_owner_and_nobody_else(table, come, access):
    pin = access.keyring.keys.pin
    assert come().say("owner", pin=pin).json["rule"] == "player"
    phone = come(code=True)
    assert phone.say("owner", pin="x").json["rule"] == "pin"
    assert phone.say("owner", pin=pin).status_code == 200
    assert phone.state()["role"] == "owner"
    assert phone.say("owner/leave").status_code == 200
    assert phone.state()["role"] == "player"


def test_another_game_while_one_is_played_and_anothers_seat_are_the_owners_to_decide(table, come):
    game = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
    player, owner, leader = come(code=True), come(2, pin=True), come(3, code=True)
    assert leader.say("game", **game).status_code == 200
    table.events({"event": "turn_up", "card": "7H"})
    assert player.say("game", **game).json["rule"] == "owner"
    player.sit(1)
    assert player.say("free", seat=1).json["rule"] == "owner"
    assert owner.say("free", seat=1).status_code == 200
    assert owner.say("game", **game).status_code == 200


def test_a_new_code_lets_everybody_only_watch_until_they_join_by_it_and_keeps_their_seats(
    table, come, access
):
    table.to_bids(bids="simultaneous")
    player, owner = come(code=True).sit(1), come(2, pin=True).sit(0)
    player.say("bid", tricks=1)
    old = access.code
    assert player.say("code").json["rule"] == "owner"
    assert owner.say("code").json["code"] == access.code != old
    assert owner.state()["role"] == "owner"
    assert (player.state()["role"], player.state()["you"], player.state()["bids"]) == (
        *("spectator", None),
        [None] * 3,
    )
    assert come(3).client.get(f"/join/{old}").status_code == 403
    assert player.say("join", code=access.code).status_code == 200
    assert (player.state()["you"], player.state()["bids"]) == (1, [None, 1, None])


def test_a_code_that_finds_no_room_is_not_drawn_and_it_is_said_what_to_do(make_table, small_disk):
    access = Access(Keyring(small_disk.folder / "access.json"))
    owner = make_table(access=access).phone()
    assert owner.say("owner", pin=access.keyring.keys.pin).status_code == 200
    small_disk.fill()
    old, answer = access.code, owner.say("code")
    assert answer.status_code == 503 and access.code == old
    assert answer.json["error"].endswith(" The disk is full; delete something there to make room.")
    small_disk.free()
    assert owner.say("code").json["code"] == access.code != old


def test_an_open_stream_tells_no_more_than_a_revoked_phone_may_know(table, come, access, read_event):
    table.to_bids(bids="simultaneous")
    player = come(code=True).sit(1)
    player.say("bid", tricks=1)
    response = player.client.get("/live", buffered=False)
    told = response.iter_encoded()
    assert read_event(next(told).decode().partition("\n")[2])[1]["bids"] == [None, 1, None]
    access.keyring.renew_code()
    table.events({"event": "bid", "player": 0, "tricks": 0})
    after = read_event(next(told).decode())[1]
    assert (after["role"], after["you"], after["bids"]) == ("spectator", None, [None] * 3)
    response.close()


class Renewing:
    """Draw another code as soon as `role` has been asked for so often: what was let through goes on."""

    def __init__(self, access, monkeypatch):
        self.access, self.left, self.role = access, None, Access.role
        monkeypatch.setattr(Access, "role", lambda each, holder: self(each, holder))

    def __call__(self, access, holder):
        found = self.role(access, holder)
        if access is self.access and self.left is not None:
            self.left -= 1
            if self.left == 0:
                access.keyring.renew_code()
        return found


@pytest.mark.parametrize("asked", range(1, 7))
def test_a_phone_that_is_answered_while_another_code_is_drawn_is_not_told_it(
    table, come, access, monkeypatch, asked
):
    renewing = Renewing(access, monkeypatch)
    for path in ("/state", "/join.svg", "/live"):
        phone, old = come(code=True), access.code
        renewing.left = asked
        answer = phone.client.get(path, buffered=False)
        told = next(answer.iter_encoded()).decode()
        answer.close()
        renewing.left = None
        sign = str(qr(f"http://familiar.local:8000/join/{access.code}"))
        assert access.code == old or (access.code not in told and told != sign), path
        assert access.code == old or phone.state()["code"] is None


@pytest.mark.parametrize("asked", range(1, 5))
def test_a_phone_lets_no_screen_in_while_another_code_is_drawn(table, come, access, monkeypatch, asked):
    renewing = Renewing(access, monkeypatch)
    table.begin()
    phone, screen = come(code=True).sit(1), come(2)
    sign, seen, old = screen.say("screen").json["sign"], table.host.snapshot.number, access.code
    renewing.left = asked
    answer = phone.client.post("/api/pair", json={"sign": sign, "seen": seen}, headers=SENT)
    renewing.left = None
    assert screen.state()["code"] == (old if access.code == old and answer.status_code == 200 else None)


def test_strangers_cannot_take_every_place_of_the_streams(make_table, access):
    table = make_table(access=access, streams=4)
    phones = [table.phone() for _ in range(5)]
    for phone in phones[:3]:
        phone.client.environ_base["REMOTE_ADDR"] = "192.168.1.66"
    first, second, third = (phone.client.get("/live", buffered=False) for phone in phones[:3])
    assert [first.status_code, second.status_code, third.status_code] == [200, 200, 503]
    assert third.headers["Retry-After"]
    players = [phone.client.get("/live", buffered=False) for phone in phones[3:]]
    assert [each.status_code for each in players] == [200, 200]
    first.close()
    again = phones[2].client.get("/live", buffered=False)
    assert again.status_code == 200
    for each in (second, again, *players):
        each.close()


def test_a_new_pin_ends_every_ownership(come, access):
    phone = come(pin=True)
    access.keyring.renew_pin()
    assert phone.state()["role"] == "player"
    assert phone.say("code").json["rule"] == "owner"


def test_a_browser_on_the_machine_itself_may_play_unless_it_hands_on_what_others_ask(table, come, access):
    phone = table.phone()
    assert (phone.state()["role"], phone.state()["code"]) == ("player", access.code)
    phone.client.environ_base["HTTP_X_FORWARDED_FOR"] = "192.168.1.9"
    assert phone.state()["role"] == "spectator"
    stranger = come(headers={"HTTP_X_FORWARDED_FOR": "127.0.0.1"})
    assert stranger.state()["role"] == "spectator"


def test_a_table_that_is_open_lets_everybody_play_and_keeps_the_owners_rights(make_table):
    access = Access(Keyring(None), Role.PLAYER)
    phone = make_table(access=access).phone()
    phone.client.environ_base["REMOTE_ADDR"] = "192.168.1.1"
    assert (phone.state()["role"], phone.state()["code"]) == ("player", None)
    assert phone.say("code").json["rule"] == "owner"
    assert phone.say("owner", pin=access.keyring.keys.pin).status_code == 200
    assert phone.say("code").json["error"] == "Nobody needs a code at this table."


@pytest.mark.parametrize("name", ["familiar_code", "familiar_pin", "familiar_led"])
@pytest.mark.parametrize("value", ["", "x", "owner", "IngiLg.x", "a" * 4000])
def test_a_pass_that_the_table_did_not_sign_is_none(come, name, value):
    phone = come()
    phone.client.set_cookie(name, value)
    assert phone.state()["role"] == "spectator"


def test_one_pass_is_not_taken_for_another(table, come, access):
    """The stamp of the code, in the cookie of the PIN or of a led page, is not signed for it."""
    phone = come(code=True)
    value = phone.client.get_cookie("familiar_code").value
    phone.client.set_cookie("familiar_pin", value)
    assert phone.state()["role"] == "player"
    other = come()
    other.client.set_cookie("familiar_pin", value)
    other.client.set_cookie("familiar_led", value)
    other.client.set_cookie("familiar_seat", value)
    assert other.state()["role"] == "spectator"


def test_wrong_tries_wait_longer_and_longer_and_are_told_when_the_next_counts(table, come, access, clock):
    phone = come(code=True)
    for _ in range(3):
        assert phone.say("owner", pin="x").status_code == 403
    answer = phone.say("owner", pin=access.keyring.keys.pin)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "10")
    assert answer.json["error"] == "These were too many wrong tries: the next counts in 10 seconds."
    clock.now += 10
    assert phone.say("owner", pin="x").status_code == 403
    clock.now += 19
    assert phone.say("owner", pin="x").headers["Retry-After"] == "1"
    clock.now += 1
    assert phone.say("owner", pin=access.keyring.keys.pin).status_code == 200


def test_many_addresses_together_wait_too_but_not_the_machine_itself(table, come, access, clock):
    for _ in range(2):
        for number in range(1, 8):
            come(number, code=True).say("owner", pin="x")
    assert come(1, code=True).say("owner", pin="x").status_code == 429
    near = table.phone()
    assert near.say("owner", pin=access.keyring.keys.pin).status_code == 200


def test_whoever_tries_without_a_pause_keeps_no_guest_and_no_owner_out(table, come, access):
    code, pin = access.code, access.keyring.keys.pin
    phones = [come(number) for number in range(1, 241)]
    for _ in range(4):
        for phone in phones:
            phone.client.post("/api/join", json={"code": "AAAAAA", "seen": 0}, headers=SENT)
    assert phones[0].say("join", code=code).status_code == 429
    guest = come(250)
    assert guest.say("join", code="AAAAAB").status_code == 403
    assert guest.say("join", code=code).status_code == 200
    players = [come(number, code=True) for number in range(241, 249)]
    for _ in range(4):
        for phone in players:
            phone.say("owner", pin="x")
    assert players[0].say("owner", pin=pin).status_code == 429
    assert guest.say("owner", pin="x").status_code == 403
    assert guest.say("owner", pin=pin).status_code == 200


def test_pictures_on_a_foreign_page_use_up_no_try_of_who_types_the_code(come, access, clock):
    phone = come()
    answers = [phone.client.get(f"/join/AAAA{number:02}").status_code for number in range(40)]
    assert answers[0] == 403 and answers[-1] == 429
    assert phone.say("join", code="AAAAAA").status_code == 403
    assert phone.say("join", code=access.code).status_code == 200
    other = come(1)
    clock.now += 5
    assert other.client.get(f"/join/{access.code}").status_code == 303


def test_a_pin_that_is_drawn_at_the_machine_ends_every_wait_for_it(come, access):
    phone = come(code=True)
    for _ in range(3):
        phone.say("owner", pin="x")
    assert phone.say("owner", pin=access.keyring.keys.pin).status_code == 429
    # As “familiar pin --new” does in a terminal.
    access.keyring.renew_pin()
    assert phone.say("owner", pin=access.keyring.keys.pin).status_code == 200


def test_an_attacker_with_as_many_addresses_as_he_likes_waits_with_all_others():
    tries, wrong = Tries(Backoff(4, 1.0, 8.0), Backoff(20, 60.0, 60.0), Clock()), 0
    with pytest.raises(Exception, match="the next counts in"):
        for wrong in range(3000):
            tries.guess(f"10.{wrong >> 16}.{wrong >> 8 & 255}.{wrong & 255}", False)
    assert wrong == ADDRESSES


def test_who_erred_more_than_an_hour_ago_makes_nobody_wait():
    clock = Clock()
    tries = Tries(Backoff(4, 1.0, 8.0), Backoff(20, 60.0, 60.0), clock)
    for number in range(ADDRESSES):
        tries.guess(f"10.0.{number >> 8}.{number & 255}", False)
        clock.now += 60
    clock.now += FORGET_S
    for number in range(30):
        tries.guess(f"10.1.0.{number}", False)
    assert tries.guess("192.0.2.7", True)


def test_half_a_sign_is_a_wrong_code_and_a_wrong_pin(table, come):
    assert come(1).say("join", code="\ud800").status_code == 403
    assert come(2, code=True).say("owner", pin="\ud800").status_code == 403


def test_a_new_code_lets_everybody_try_again(come, access):
    for _ in range(3):
        come(1).say("join", code="x")
    assert come(1).say("join", code=access.code).status_code == 429
    come(2, pin=True).say("code")
    assert come(1).say("join", code=access.code).status_code == 200


def test_waiting_is_bounded_and_forgotten_and_one_ipv6_network_is_one_address():
    clock = Clock()
    tries = Tries(Backoff(0, 1.0, 8.0), Backoff(10**6, 1.0, 1.0), clock)
    for _ in range(100):
        assert not tries.guess("fe80::1%wlan0", False)
        clock.now += 8
    assert tries.guess("2001:db8::1", True)
    tries.guess("2001:db8::1", False)
    with pytest.raises(Exception, match="in 1 second"):
        tries.guess("2001:db8::ffff:2", True)
    assert network("::ffff:10.0.0.1") == "10.0.0.1"
    assert [duration(seconds) for seconds in (0.2, 60, 61, 900)] == [
        *("1 second", "60 seconds", "2 minutes", "15 minutes"),
    ]


@pytest.mark.parametrize("house", ["fd00::", "fe80::"])
def test_in_a_house_with_ipv6_one_guest_keeps_nobody_out(make_table, house):
    access = Access(Keyring(None))
    table = make_table(access=access)

    def come(host):
        phone = table.phone()
        phone.client.environ_base["REMOTE_ADDR"] = f"{house}{host}"
        assert phone.say("join", code=access.code).status_code == 200
        return phone

    streams = [come(host).client.get("/live") for host in range(1, 8)]
    for stream in streams:
        stream.close()
    assert [stream.status_code for stream in streams] == [200] * 7
    guest, owner, pin = come(66), come(1), access.keyring.keys.pin
    for _ in range(5):
        guest.say("owner", pin="000000" if pin != "000000" else "000001")
    assert owner.say("owner", pin=pin).status_code == 200


def test_the_keys_lie_in_a_file_of_their_own_that_nobody_else_reads(tmp_path):
    file = tmp_path / "familiar" / "access.json"
    ring = Keyring(file)
    for kept in (file, file.with_name("access.json.lock")):
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert len(ring.keys.code) == CODE_LENGTH and set(ring.keys.code) <= set(SIGNS)
    assert len(ring.keys.pin) == 6 and ring.keys.pin.isdigit()
    assert Keyring(file).keys == ring.keys
    assert ring.keys.code not in repr(ring.keys) and ring.keys.pin not in repr(ring.keys)


def test_another_process_renews_the_keys_of_a_table_that_runs(tmp_path):
    running, command = Keyring(tmp_path / "access.json"), Keyring(tmp_path / "access.json")
    before = running.keys
    command.renew_pin()
    after = running.keys
    assert (after.code, after.code_stamp) == (before.code, before.code_stamp)
    assert after.pin_stamp != before.pin_stamp
    running.renew_code()
    assert command.keys == running.keys and command.keys.pin == after.pin


def test_a_pin_that_is_drawn_while_a_page_draws_a_code_stays_drawn(tmp_path, monkeypatch):
    running, command = Keyring(tmp_path / "access.json"), Keyring(tmp_path / "access.json")
    comes, begun = threading.Event(), threading.Thread(target=lambda: drawn.append(command.renew_pin()))
    drawn, write, flock = [], keyring.write_kept, fcntl.flock

    def waits(*arguments):
        if threading.current_thread() is begun:
            comes.set()
        flock(*arguments)

    def written(*arguments):
        if threading.current_thread() is begun:
            write(*arguments)
            comes.set()
            return
        # The other program comes while this one has read the keys, and not yet written others.
        begun.start()
        assert comes.wait(PATIENCE_S)
        write(*arguments)

    monkeypatch.setattr(fcntl, "flock", waits)
    monkeypatch.setattr(keyring, "write_kept", written)
    code = running.renew_code().code
    begun.join(PATIENCE_S)
    (pin,) = (keys.pin for keys in drawn)
    for ring in (running, command, Keyring(tmp_path / "access.json")):
        assert (ring.keys.code, ring.keys.pin) == (code, pin)


HALF = json.dumps({key: "\ud800" for key in ("code", "code_stamp", "pin", "pin_stamp")}).encode()
NO_KEYS = [b"", b"{", b"[]", b"{}", b'{"code": 1}', b"\x00", b"\xff\xfe\x00\xd8", b"1" * 10_000, HALF]
NO_KEYS += [b"[" * 100_000, b'{"code":' * 100_000, b'{"code": ' + b"[" * 50_000 + b"]" * 50_000 + b"}"]


@pytest.mark.parametrize("content", NO_KEYS, ids=lambda content: ascii(content)[:20])
def test_a_file_that_holds_no_keys_is_written_anew(tmp_path, content, make_table):
    file = tmp_path / "access.json"
    file.write_bytes(content)
    ring = Keyring(file)
    assert json.loads(file.read_text())["code"] == ring.keys.code
    phone = make_table(access=Access(ring, near=False)).phone()
    assert phone.say("join", code="AAAAAA").status_code == 403
    assert phone.say("join", code=ring.keys.code).status_code == 200


@pytest.mark.parametrize("content", NO_KEYS, ids=lambda content: ascii(content)[:20])
def test_a_running_table_outlives_whatever_is_put_into_the_file(tmp_path, content):
    ring = Keyring(tmp_path / "access.json")
    keys = ring.keys
    (tmp_path / "access.json").write_bytes(content)
    assert ring.keys == keys


@pytest.mark.parametrize("kind", ["a pipe", "a device"])
def test_what_never_ends_in_the_place_of_the_keys_is_one_sentence(tmp_path, kind):
    file = tmp_path / "access.json"
    os.mkfifo(file) if kind == "a pipe" else file.symlink_to("/dev/zero")
    with pytest.raises(KeyringError, match=r"access\.json: cannot be read \(.*\); see to its permissions"):
        Keyring(file)


def test_a_running_table_outlives_a_file_that_is_damaged_or_gone(tmp_path, caplog):
    file = tmp_path / "access.json"
    ring = Keyring(file)
    keys = ring.keys
    file.write_text("{")
    assert ring.keys == ring.keys == keys
    assert len(caplog.records) == 1 and keys.pin not in caplog.text
    assert "access.json: these are no keys; the last code and PIN stay good" in caplog.text
    file.unlink()
    file.mkdir()
    assert ring.keys == ring.keys == keys
    assert len(caplog.records) == 2
    file.rmdir()
    command = Keyring(file)
    assert ring.keys == command.keys != keys
    keys = ring.keys
    file.unlink()
    assert ring.keys == keys


def test_what_follows_where_a_file_holds_no_keys_is_said(tmp_path, caplog):
    (tmp_path / "access.json").write_text("{")
    Keyring(tmp_path / "access.json")
    assert "these are no keys; another code and PIN are drawn, and phones join anew" in caplog.text


def test_a_place_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(KeyringError, match="cannot be"):
        Keyring(tmp_path / "file" / "access.json")


def test_a_code_is_read_as_it_was_meant():
    assert plain(" ab c-de\tf ") == "ABCDEF"


OURS = ["192.168.1.5", "192.168.1.5:8000", "[fe80::1]:8000", "localhost:80", "den", "DEN.local"]
OURS += ["den-2.local:8000", "den.fritz.box", "den.", "table.example"]
OTHERS = ["evil.example", "den.evil.example", "localhost.evil.example", "127.0.0.1.nip.example", "", "/"]
OTHERS += ["den.local@evil.example", "evil.example#den", "a b", "[::1", "den:x", "den:99999", "d\u00e9n"]


@pytest.mark.parametrize("host", OURS)
def test_the_machine_answers_to_its_own_names_and_numbers(host):
    assert allowed(host, {*own_names("den"), "table.example"})


@pytest.mark.parametrize("host", OTHERS)
def test_the_machine_answers_to_no_other_name(host):
    assert not allowed(host, {*own_names("den"), "table.example"})


def test_a_proxy_with_tls_in_front_may_hand_on_what_our_own_page_wishes(make_table, access):
    table = make_table(access=access, hosts=["table.example"])
    table.to_bids()
    client, host = table.app.test_client(), {"Host": "table.example", "X-Forwarded-For": "192.168.1.7"}
    headers = {**host, "X-Familiar": "1", "Origin": "https://table.example", "X-Forwarded-Proto": "https"}
    answer = client.post("/api/join", json={"code": access.code}, headers=headers)
    assert answer.status_code == 200
    assert client.get("/state", headers=host, base_url="http://table.example").json["role"] == "player"
    del headers["X-Forwarded-Proto"]
    assert client.post("/api/join", json={"code": access.code}, headers=headers).status_code == 403


def test_a_name_is_read_as_a_browser_sends_it():
    assert asked("Den.Local:8000") == "den.local"
    assert asked("[::1]:80") == "::1"


def test_a_page_elsewhere_does_not_reach_the_table_by_a_name_of_its_own(table, make_table, access):
    client = table.app.test_client()
    for path in ("/", "/state", "/static/main.js", "/nothing"):
        assert client.get(path, headers={"Host": "rebound.example"}).status_code == 400
    answer = client.post(
        "/api/undo", json={"seen": 0}, headers={"Host": "rebound.example", "X-Familiar": "1"}
    )
    assert answer.status_code == 400
    assert answer.json["error"].startswith("This page cannot be opened by that name")
    other = make_table(access=access, hosts=["Table.example"]).app.test_client()
    assert other.get("/", headers={"Host": "table.example:8000"}).status_code == 200
