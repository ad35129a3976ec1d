"""The broker of our own that the demo and the tests start."""

import os
import socket
from types import SimpleNamespace

import pytest

from club import mosquitto
from club.errors import ClubError
from club.mosquitto import Mosquitto, free_port

LENT_FROM = 32_768
"""Where Linux begins to lend ports to clients, unless somebody tells it otherwise (ip(7))."""


def test_a_broker_has_no_port_that_a_client_may_be_lent():
    assert {free_port() < LENT_FROM for _ in range(20)} == {True}


def test_a_port_is_found_once_never_a_taken_one_nor_what_somebody_is_about_to_take(monkeypatch):
    # The machine's own ports are taken and given back at any moment by whoever else tests on it.
    def listens(address):
        if address[1] == 15_002:
            raise OSError("Address already in use")
        return socket.socket()

    monkeypatch.setattr(mosquitto, "PORTS", range(15_000, 15_004))
    monkeypatch.setattr(mosquitto, "_found", set())
    monkeypatch.setattr(mosquitto, "socket", SimpleNamespace(create_server=listens))
    assert {free_port(but=15_003) for _ in range(2)} == {15_000, 15_001}
    with pytest.raises(ClubError, match="ports"):
        free_port(but=15_003)


def test_ctrl_c_at_a_terminal_does_not_end_the_broker_before_its_tables(tmp_path, monkeypatch):
    program = tmp_path / "broker"
    program.write_text("#!/bin/sh\necho it is running >&2\nexec sleep 60\n")
    program.chmod(0o755)
    monkeypatch.setattr(mosquitto, "find", lambda: str(program))
    with Mosquitto(tmp_path) as broker:
        assert os.getpgid(broker.pid) == broker.pid != os.getpgrp()
