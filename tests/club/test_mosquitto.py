"""The broker of our own that the demo and the tests start."""

import pytest

from club import mosquitto
from club.errors import ClubError
from club.mosquitto import free_port

LENT_FROM = 32_768
"""Where Linux begins to lend ports to clients, unless somebody tells it otherwise (ip(7))."""


def test_a_broker_has_no_port_that_a_client_may_be_lent():
    assert {free_port() < LENT_FROM for _ in range(20)} == {True}


def test_a_port_is_found_once_and_never_the_one_that_somebody_is_about_to_take(monkeypatch):
    first = free_port()
    monkeypatch.setattr(mosquitto, "PORTS", range(first, first + 3))
    assert {free_port(but=first + 2)} == {first + 1}
    with pytest.raises(ClubError, match="ports"):
        free_port(but=first + 2)
