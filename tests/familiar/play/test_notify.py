"""systemd's notification protocol, against a real datagram socket."""

import socket

import pytest
from patience import PATIENCE_S

from familiar.play.notify import Notifier, watchdog_seconds


@pytest.fixture(params=["path", "abstract"])
def manager(request, tmp_path):
    """A service manager's socket, and the address by which systemd names it."""
    name = str(tmp_path / "notify") if request.param == "path" else f"@familiar-{tmp_path.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(name.replace("@", "\0", 1) if name.startswith("@") else name)
        heard.settimeout(PATIENCE_S)
        yield heard, name


def test_fields_arrive_as_one_datagram_with_a_line_each(manager):
    heard, address = manager
    notifier = Notifier(address)
    assert notifier.listening
    notifier.tell(READY=1, STATUS="Wizard with Ann,\nJosé.")
    assert heard.recv(999).decode() == "READY=1\nSTATUS=Wizard with Ann, José."
    notifier.close()
    notifier.close()
    assert not notifier.listening


def test_a_file_name_that_is_no_text_reaches_the_manager_and_ends_nothing(manager):
    heard, address = manager
    notifier = Notifier(address)
    notifier.tell(STATUS="In trouble: caf\udce9.jpg cannot be read.")
    notifier.close()
    assert heard.recv(999).decode() == "STATUS=In trouble: caf\\udce9.jpg cannot be read."


def test_without_a_manager_nothing_is_sent():
    notifier = Notifier("")
    notifier.tell(READY=1)
    assert not notifier.listening


def test_a_manager_that_is_gone_ends_no_game(tmp_path, caplog):
    notifier = Notifier(str(tmp_path / "nobody"))
    notifier.tell(WATCHDOG=1)
    notifier.close()
    assert "the service manager cannot be told" in caplog.text


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 30.0),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "²"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_s_time_is_read_as_sd_watchdog_enabled_does(environ, seconds):
    assert watchdog_seconds(environ, pid=7) == seconds
