"""The page over IPv6: it listens there, is asked for by [::1], and knows who asks as over IPv4."""

import json
import socket
import urllib.error
import urllib.request

import pytest
from flask import request
from patience import PATIENCE_S

from web.access import Access
from web.keyring import Keyring
from web.server import Server
from web.sockets import listening, plain


def has_ipv6():
    try:
        listening("::1", 0).close()
    except OSError:
        return False
    return True


pytestmark = pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")


@pytest.fixture
def table(make_table):
    return make_table(access=Access(Keyring(None), near=False))


@pytest.fixture
def served(table):
    servers = []

    def serve(host):
        servers.append(Server(table.app, host, 0).start())
        return servers[-1].port

    yield serve
    for server in servers:
        server.close()


class Browser:
    """A browser with a cookie jar, at one address of the page."""

    def __init__(self, address):
        self.address = address
        jar = urllib.request.HTTPCookieProcessor()
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), jar)

    def ask(self, path, headers=None, **body):
        sent = {"X-Familiar": "1", "Content-Type": "application/json", "Origin": self.address}
        data = json.dumps(body).encode() if body else None
        wish = urllib.request.Request(self.address + path, data, sent | (headers or {}))
        try:
            with self._opener.open(wish, timeout=PATIENCE_S) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)


@pytest.mark.parametrize("where", ["::1", "::"])
def test_a_phone_joins_and_plays_over_ipv6(table, served, where):
    table.begin()
    browser = Browser(f"http://[::1]:{served(where)}")
    assert browser.ask("/state")[1]["role"] == "spectator"
    code = table.app.extensions["familiar"].access.code
    assert browser.ask("/api/join", code=code)[0] == 200
    number = browser.ask("/state")[1]["number"]
    assert browser.ask("/api/seat", seat=1, seen=number)[0] == 200
    assert browser.ask("/state")[1]["you"] == 1


def test_another_site_of_ipv6_is_another_site(table, served):
    port = served("::1")
    browser = Browser(f"http://[::1]:{port}")
    for origin in (
        f"http://[::2]:{port}",
        f"http://[::1]:{port + 1}",
        f"https://[::1]:{port}",
        "http://[::1",
    ):
        refused = browser.ask("/api/join", {"Origin": origin}, code="AAAAAA")
        assert (refused[0], refused[1]["rule"]) == (403, "origin")
    for host in ("[::1", "::1", "[::1]x", "[::1]:x", "evil.example", "[v1.evil]"):
        refused = browser.ask("/state", {"Host": host})
        assert refused[0] == 400, (host, refused)


def test_all_addresses_of_ipv6_are_those_of_ipv4_too(table, served):
    port = served("::")
    for host in ("127.0.0.1", "[::1]"):
        assert Browser(f"http://{host}:{port}").ask("/state")[0] == 200


def test_an_ipv4_address_is_known_as_such_over_the_socket_of_both(table, served, monkeypatch):
    seen = []
    monkeypatch.setattr("web.join._near", lambda: seen.append(request.remote_addr) or False)
    port = served("::")
    for host in ("127.0.0.1", "[::1]"):
        Browser(f"http://{host}:{port}").ask("/state")
    assert seen == ["127.0.0.1", "::1"]
    assert plain("::ffff:192.168.1.5") == "192.168.1.5" and plain("fe80::1%eth0") == "fe80::1%eth0"


def test_the_machine_itself_is_known_over_either(make_table, served):
    table = make_table(access=Access(Keyring(None)))
    with Server(table.app, "::", 0) as server:
        server.start()
        for host in ("127.0.0.1", "[::1]"):
            assert Browser(f"http://{host}:{server.port}").ask("/state")[1]["role"] == "player"


def test_a_port_that_is_taken_over_ipv4_is_taken():
    with socket.create_server(("0.0.0.0", 0)) as other, pytest.raises(OSError):
        listening("::", other.getsockname()[1])
