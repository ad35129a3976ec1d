"""A broker that sends what is no MQTT: the link lets go of it, comes back, and hears the next one."""

import socket
import threading

import pytest
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from club.link import Link, _Client
from club.topics import Topics
from table.settings.club import ClubConfig

QUICK = (0.01, 0.05)
TOPIC = Topics("test").seating("red")
WELCOME = b"\x20\x03\x00\x00\x00"


def told(topic, payload):
    """Write a message as a broker sends it, at QoS 0 and without properties."""
    rest = len(topic).to_bytes(2, "big") + topic + b"\x00" + payload
    return b"\x30" + bytes([len(rest)]) + rest


class FalseBroker:
    """A broker that says something to each who comes, one after the other, and keeps the last of them."""

    def __init__(self, *sayings):
        self._server, self._sayings = socket.create_server(("127.0.0.1", 0)), sayings
        self.port, self._wires = self._server.getsockname()[1], []
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        for saying in self._sayings:
            wire, _ = self._server.accept()
            self._wires.append(wire)
            wire.recv(4096)
            wire.sendall(saying)

    def close(self):
        for each in (self._server, *self._wires):
            each.close()


@pytest.mark.parametrize(
    "strange",
    [
        told(b"familiar/\xb7\xff/seating", b"{}"),
        b"\x30\x02\xff\xff",
        b"\x30\xff\xff\xff\xff\xff\xff",
        b"\xe0\x02\x00\x7f",
        b"\x90\x03\x00\x01\x05",
        b"\x40\x01\x00",
    ],
    ids=repr,
)
@pytest.mark.parametrize("greeted", [True, False])
def test_a_broker_that_speaks_no_mqtt_is_left_and_the_next_one_heard(strange, greeted, bell, lines):
    word = told(TOPIC.encode(), b"a seating")
    broker = FalseBroker((WELCOME if greeted else b"") + strange, WELCOME + word)
    config, heard = ClubConfig("127.0.0.1", broker.port, "test", "red"), []

    def hear(*said):
        heard.append(said)
        bell.ring()

    at = {"will": Topics("test").status("red"), "topics": [TOPIC], "back_off": QUICK}
    link = Link(config, "red", hear=hear, met=lambda _: None, **at)
    link.start()
    try:
        bell.until(lambda: (TOPIC, b"a seating") in heard)
        assert link.connected
    finally:
        link.close()
        broker.close()


class Ending(_Client):
    """A client whose thread ends by itself as soon as somebody has seen it."""

    seen = []

    @property
    def _thread(self):
        return self.seen.pop() if self.seen else None

    @_thread.setter
    def _thread(self, thread):
        pass


def test_a_thread_that_ends_by_itself_while_it_is_asked_to_is_no_error():
    client, ended = Ending(CallbackAPIVersion.VERSION2), threading.Thread()
    ended.start()
    client.seen.append(ended)
    assert client.loop_stop() == MQTTErrorCode.MQTT_ERR_SUCCESS
    assert not ended.is_alive() and client.loop_stop() == MQTTErrorCode.MQTT_ERR_INVAL
