"""Links to the page: an IPv6 address stands in brackets, wherever it is printed."""

import pytest

from familiar import assemble
from familiar.assemble import AddressError, open_page, own_address
from familiar.invite.run import addresses, run_code
from games.record import header_from_dict  # noqa: F401 - the rooms below are loaded as the program loads them
from table import addresses as written
from table.config import parse_config
from table.host import Host
from table.journal import Journal
from web.app import close, create_app


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
    monkeypatch.setattr(assemble.socket, "socket", Unreachable)
    assert own_address() == "127.0.0.1" and own_address("::") == "::1" and own_address("fd00::7") == "fd00::7"


class Unreachable:
    """A machine that is in no network."""

    def __init__(self, *_):
        raise OSError


def test_the_command_that_prints_the_code_prints_such_a_link(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    told = []
    run_code(parse_config({"web": {"host": "::1"}}, "familiar.toml"), False, told.append)
    assert any("open http://[::1]:8000/join/" in line for line in told)
