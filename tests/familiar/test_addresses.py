"""Links to the page: an IPv6 address stands in brackets, wherever it is printed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask

from familiar import page
from familiar.invite.run import addresses, run_code
from familiar.page import AddressError, open_page, own_address
from games.record import header_from_dict  # noqa: F401 - the rooms below are loaded as the program loads them
from table.host import Host
from table.journal import Journal
from table.settings import addresses as written
from table.settings.config import parse_config
from web.app import close, create_app
from web.pages import join_address

ROOT = Path(__file__).parents[2]


@pytest.fixture
def app():
    with Host(Journal(":memory:")) as host:
        app = create_app(host.start())
        yield app
        close(app)


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("10.0.0.7", "http://10.0.0.7:8000/"),
        ("::1", "http://[::1]:8000/"),
        ("fd00::7", "http://[fd00::7]:8000/"),
        ("table.local", "http://table.local:8000/"),
    ],
)
def test_a_link_is_one_that_a_browser_takes(host, link):
    assert written.link(host, 8000) == link
    written.check_host(host)
    assert link in addresses(8000, host=host)


def test_the_page_says_by_which_link_it_is_found(app):
    server, address = open_page(app, "::1", None)
    try:
        assert address == f"http://[::1]:{server.port}/" == app.extensions["familiar"].address
        with pytest.raises(AddressError, match="the page cannot be served at ::1, port"):
            open_page(app, "::1", server.port)
    finally:
        server.close()


def test_where_all_addresses_are_heard_people_are_told_one_of_the_network(monkeypatch):
    monkeypatch.setattr(page.socket, "socket", Unreachable)
    assert own_address() == "127.0.0.1" and own_address("::") == "::1" and own_address("fd00::7") == "fd00::7"


class Unreachable:
    """A machine that is in no network."""

    def __init__(self, *_):
        raise OSError


LONELY = """
ip link add wire type veth peer name end
ip address add 10.42.0.1/24 dev wire
ip link set wire up
exec "$0" -c 'from familiar.page import own_address; print(own_address())'
"""


@pytest.mark.skipif(shutil.which("ip") is None, reason="iproute2 is not installed: sudo apt install iproute2")
def test_in_a_network_that_leads_nowhere_phones_are_told_the_address_there():
    """As the table's own Wi-Fi is, without a cable: no route leads out of it."""
    apart = ["unshare", "--net", *(["--map-root-user"] if os.getuid() else [])]
    tried = subprocess.run([*apart, *"ip link add wire type veth peer name end".split()], capture_output=True)
    if tried.returncode:
        pytest.skip("nobody may make a network of his own here")
    call = [*apart, "sh", "-c", LONELY, sys.executable]
    said = subprocess.run(call, capture_output=True, text=True, cwd=ROOT)
    assert said.stdout == "10.42.0.1\n", said.stderr


def test_the_sign_leads_phones_to_the_address_that_came_after_the_start(monkeypatch, app):
    monkeypatch.setattr(page, "own_address", lambda bind: "127.0.0.1")
    server, address = open_page(app, "127.0.0.1", None)
    server.close()
    with app.test_request_context("/"):
        assert join_address() == address
        monkeypatch.setattr(page, "own_address", lambda bind: "10.0.0.7")
        assert join_address() == f"http://10.0.0.7:{server.port}/"


def test_a_screen_that_is_open_is_told_the_address_that_came_after_the_start(monkeypatch, app):
    monkeypatch.setattr(page, "own_address", lambda bind: "127.0.0.1")
    server, address = open_page(app, "127.0.0.1", None)
    told = app.test_client().get("/live?as=watch", buffered=False)
    messages = (chunk.decode() for chunk in told.iter_encoded())
    assert f'"address":"{address}"' in next(messages)
    monkeypatch.setattr(page, "own_address", lambda bind: "10.0.0.7")
    assert f'"address":"http://10.0.0.7:{server.port}/"' in next(messages)
    told.close()
    assert app.test_client().get("/state").json["address"] == f"http://10.0.0.7:{server.port}/"
    server.close()


def test_the_command_that_prints_the_code_prints_such_a_link(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    told = []
    run_code(parse_config({"web": {"host": "::1"}}, "familiar.toml"), False, told.append)
    assert any("open http://[::1]:8000/join/" in line for line in told)
    assert any("This is port 8000; a table started with --port" in line for line in told)


def test_an_address_that_this_machine_has_not_is_told_as_such():
    # Of a network for documentation (RFC 5737): no machine has it, and no other port would help.
    with pytest.raises(AddressError, match=r"cannot be served at .*: .*; write an address .* under \[web\]"):
        open_page(Flask("none"), "203.0.113.7", 0)
