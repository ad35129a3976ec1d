"""Connections that hold others off: who reads nothing, sends slowly, comes too often, or is gone."""

import errno
import http.client
import json
import socket
import threading
import time

import pytest
from patience import PATIENCE_S

from web.access import Access, Role
from web.keyring import Keyring
from web.listener import SHARE, Channel, Limits, Listener, gives_way, noted
from web.live import GONE, PLAYS, Places
from web.server import THREADS, Server

LARGE = 4 * 2**20
STRANGER, FRIEND = "127.0.0.2", "127.0.0.3"
"""Two addresses that are one machine's, as two guests have two."""
YEARS_S = 56 * 365 * 24 * 3600.0
"""From where a clock without a battery begins to now."""


@pytest.fixture
def serve(make_table):
    """Serve a table within limits, with an answer that is large."""
    servers = []

    def start(limits, **options):
        table = make_table(**options)
        server = Server(table.app, "127.0.0.1", 0, limits).start()
        servers.append(server)
        return table, server

    yield start
    for server in servers:
        server.close()


@pytest.fixture
def connect():
    made = []

    def connect(server, address=STRANGER, small=False):
        connection = socket.socket()
        made.append(connection)
        if small:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE_S)
        connection.bind((address, 0))
        connection.connect(("127.0.0.1", server.port))
        return connection

    yield connect
    for connection in made:
        connection.close()


@pytest.fixture
def given_back(monkeypatch):
    """Tell, by an event, that a live page of a table gave its place back."""

    def given_back(table):
        free, places = threading.Event(), table.app.extensions["familiar"].places
        taken = places.take

        def take(*how):
            give_back = taken(*how)
            return lambda: (give_back(), free.set())

        monkeypatch.setattr(places, "take", take)
        return free

    return given_back


@pytest.fixture
def hung_up(monkeypatch):
    """Tell, by an event, that a connection was hung up on."""
    done, close = threading.Event(), Channel.handle_close
    monkeypatch.setattr(Channel, "handle_close", lambda channel: (close(channel), done.set()))
    return done


def ask(connection, path="/state", more=""):
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n".encode())


def answered(server, address=FRIEND, path="/state"):
    """Ask as somebody else does, and give the status."""
    phone = http.client.HTTPConnection(
        "127.0.0.1", server.port, timeout=PATIENCE_S, source_address=(address, 0)
    )
    phone.request("GET", path)
    answer = phone.getresponse()
    answer.read()
    phone.close()
    return answer.status


def answered_whole(connection):
    """Read on until the state is there: its head and its body come one after the other."""
    text = b""
    while b'"you"' not in text:
        part = connection.recv(65536)
        assert part, "hung up before all was said"
        text += part


def ended(connection):
    """Wait until the other side hangs up, and take whatever it still sends."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


def test_connections_that_read_nothing_keep_no_thread_and_are_hung_up_on(serve, connect, monkeypatch):
    monkeypatch.setattr("web.desk.Desk.told", lambda *_: (1, json.dumps("x" * LARGE)))
    _, server = serve(Limits(read=0.5))
    hung_up, close = threading.Semaphore(0), Channel.handle_close

    def counted(channel):
        close(channel)
        if channel.addr[0] == STRANGER:
            hung_up.release()

    monkeypatch.setattr(Channel, "handle_close", counted)
    silent = [connect(server, small=True) for _ in range(THREADS + 4)]
    for connection in silent:
        ask(connection)
        ask(connection)
    assert answered(server, path="/join.svg") in (200, 403)
    # Who begins to read before is kept.
    for _ in silent:
        assert hung_up.acquire(timeout=PATIENCE_S)
    assert all(ended(connection) for connection in silent)


def test_who_left_something_unread_is_reset_so_that_the_system_keeps_none_of_it(
    serve, connect, hung_up, monkeypatch
):
    monkeypatch.setattr("web.desk.Desk.told", lambda *_: (1, json.dumps("x" * LARGE)))
    _, server = serve(Limits(arrive=0.2, read=1.0))
    silent = connect(server, small=True)
    ask(silent)
    assert hung_up.wait(PATIENCE_S)
    with pytest.raises(ConnectionResetError):
        while silent.recv(65536):
            pass


def test_a_stream_of_which_nothing_is_acknowledged_gives_its_place_back(
    serve, connect, given_back, monkeypatch
):
    # No limit of ours counts: the system has taken all that was told. A window that stays shut is to it what
    # a phone is that was carried away.
    table, server = serve(Limits(read=0.2), heartbeat=3600.0)
    monkeypatch.setattr("web.desk.Desk.told", lambda *_: (1, json.dumps("x" * 2**16)))
    free = given_back(table)
    ask(connect(server, small=True), "/live")
    assert free.wait(PATIENCE_S)


def test_a_phone_that_cannot_be_reached_any_more_fills_no_log(serve, connect, hung_up, monkeypatch, caplog):
    _, server = serve(Limits())

    def lost(channel, data, do_close=True):
        raise OSError(errno.EHOSTUNREACH, "No route to host")

    monkeypatch.setattr(Channel, "send", lost)
    ask(connect(server))
    assert hung_up.wait(PATIENCE_S)
    assert not caplog.records


def test_a_stream_that_is_not_read_ends_and_gives_its_place_back(serve, connect, given_back, monkeypatch):
    table, server = serve(Limits(unread=2**18), heartbeat=0.05)
    monkeypatch.setattr("web.desk.Desk.told", lambda *_: (1, json.dumps("x" * 2**16)))
    desk = table.app.extensions["familiar"]
    free = given_back(table)
    connection = connect(server, small=True)
    ask(connection, "/live")
    end = time.monotonic() + PATIENCE_S
    while not free.wait(0.01):
        assert time.monotonic() < end
        desk.bell.ring()
    connection.close()


def test_a_stream_whose_phone_is_gone_gives_its_place_back_before_the_next_beat(
    serve, connect, given_back, monkeypatch
):
    table, server = serve(Limits(), heartbeat=3600.0)
    free = given_back(table)
    connection = connect(server)
    ask(connection, "/live")
    assert connection.recv(1024)
    connection.close()
    assert free.wait(PATIENCE_S)


@pytest.mark.parametrize("sent", [b"", b"GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "])
def test_a_request_that_comes_drop_by_drop_is_hung_up_on(serve, connect, sent):
    _, server = serve(Limits(arrive=0.3))
    slow = connect(server)
    slow.sendall(b"POST /api/leave HTTP/1.1\r\n" if not sent else sent)
    drops = threading.Event()

    def drip():
        while not drops.wait(0.02):
            try:
                slow.send(b"x")
            except OSError:
                return

    dripping = threading.Thread(target=drip)
    dripping.start()
    assert ended(slow)
    drops.set()
    dripping.join(PATIENCE_S)


def set_clock(monkeypatch, by):
    """Set the time of day by so many seconds, as a Pi's is once it has asked for it."""
    told = time.time
    monkeypatch.setattr(time, "time", lambda: told() + by)


def test_who_sends_slowly_is_hung_up_on_though_the_clock_was_set_back(serve, connect, monkeypatch):
    _, server = serve(Limits(arrive=0.3))
    assert answered(server) == 200
    set_clock(monkeypatch, -YEARS_S)
    slow = connect(server)
    slow.sendall(b"GET /state HTTP/1.1\r\n")
    assert ended(slow)


def test_an_idle_connection_is_kept_where_the_clock_is_set_forward(serve, connect, monkeypatch):
    _, server = serve(Limits(arrive=0.3))
    idle, looked, look = connect(server), threading.Semaphore(0), Listener.maintenance
    ask(idle)
    answered_whole(idle)
    set_clock(monkeypatch, YEARS_S)
    monkeypatch.setattr(Listener, "maintenance", lambda self, now: (look(self, now), looked.release()))
    for _ in range(3):
        assert looked.acquire(timeout=PATIENCE_S)
    ask(idle)
    answered_whole(idle)


def test_the_oldest_connection_gives_way_though_the_clock_was_set_back(serve, connect, monkeypatch):
    _, server = serve(Limits(connections=3))
    first, friend = connect(server), connect(server, FRIEND)
    ask(friend)
    answered_whole(friend)
    set_clock(monkeypatch, -YEARS_S)
    others = [connect(server), connect(server)]
    assert ended(first)
    for each in others:
        ask(each)
        answered_whole(each)


def test_where_all_places_are_taken_the_address_that_holds_most_gives_one_back(serve, connect):
    _, server = serve(Limits(connections=8))
    greedy = [connect(server) for _ in range(8)]
    for connection in greedy:
        connection.sendall(b"GET /state HTTP/1.1\r\n")
    friend = connect(server, FRIEND)
    ask(friend)
    assert friend.recv(12) == b"HTTP/1.1 200"
    assert ended(greedy[0])
    more = [connect(server) for _ in range(40)]
    for connection in more[:-8]:
        assert ended(connection)
    answered_whole(friend)
    ask(friend)
    assert friend.recv(12)


def test_who_plays_keeps_his_connection_whoever_comes(serve, connect):
    _, server = serve(Limits(connections=4))
    player = connect(server, STRANGER)
    ask(player)
    assert player.recv(12) == b"HTTP/1.1 200"
    crowd = [connect(server, f"127.0.0.{number}") for number in range(10, 40)]
    assert ended(crowd[0])
    answered_whole(player)
    ask(player)
    assert player.recv(12)


def test_whoever_plays_keeps_nobody_out_by_holding_connections(serve, connect):
    # As at a club's board: whoever comes plays.
    _, server = serve(Limits(connections=24), access=Access(Keyring(None), Role.PLAYER, near=False))
    for _ in range(24):
        held = connect(server, STRANGER)
        ask(held)
        answered_whole(held)
    for _ in range(3):
        assert answered(server, FRIEND) == 200


class Held:
    """As much of a connection as is looked at."""

    def __init__(self, address, at, *, plays=True, brought=False):
        self.addr, self.creation_time, self.requests = (address, 1), at, []
        self.plays, self.brought = plays, brought


def test_the_first_to_give_way_is_whoever_holds_more_than_a_browser_needs():
    friends = [Held(f"192.0.2.{host}", host) for host in range(10, 20)]
    greedy = [Held("192.0.2.7", 100 + at) for at in range(SHARE + 1)]
    newcomer = Held("192.0.2.8", 200, plays=False)
    assert gives_way([*friends, *greedy, newcomer]) is greedy[0]
    assert gives_way([*friends, *greedy[1:], newcomer]) is newcomer


def test_those_who_come_through_one_proxy_are_not_taken_for_one():
    idle, brought = (
        Held("127.0.0.1", 1, plays=False),
        [Held("127.0.0.1", at, brought=True) for at in range(2, 40)],
    )
    newcomer = Held("127.0.0.1", 50, plays=False)
    assert gives_way([idle, *brought, newcomer]) is idle


def test_who_plays_no_more_is_spared_no_more():
    channel = Channel.__new__(Channel)
    noted({GONE: channel.check_client_disconnected, PLAYS: True})
    assert channel.plays
    noted({GONE: channel.check_client_disconnected})
    assert channel.plays, "a script or a style tells nothing"
    noted({GONE: channel.check_client_disconnected, PLAYS: False})
    assert not channel.plays


def test_one_address_has_a_share_of_the_places_for_streams():
    places = Places(24)
    mine = [places.take(False, "192.0.2.7") for _ in range(7)]
    assert [place is None for place in mine] == [False] * 6 + [True]
    watching = [places.take(True, "192.0.2.7") for _ in range(4)]
    assert [place is None for place in watching] == [False] * 3 + [True]
    assert places.take(False, "192.0.2.8") is not None
    mine[0]()
    mine[0]()
    assert places.take(False, "192.0.2.7") is not None and places.take(False, "192.0.2.7") is None
    own = [places.take() for _ in range(24)]
    assert sum(place is not None for place in own) == 24 - 10


def test_places_that_were_refused_are_not_counted():
    places = Places(2)
    first, second = places.take(), places.take()
    assert places.take(False, "192.0.2.7") is None
    first()
    second()
    assert places.take(False, "192.0.2.7") is not None
