"""The broker of our own that the demo and the tests start."""

from club.mosquitto import free_port

LENT_FROM = 32_768
"""Where Linux begins to lend ports to clients, unless somebody tells it otherwise (ip(7))."""


def test_a_broker_has_no_port_that_a_client_may_be_lent():
    assert {free_port() < LENT_FROM for _ in range(20)} == {True}
