"""An ear and a mouth at a broker: hears everything that passes there, and says what it likes."""

import threading

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

WAIT_S = 600.0


class Ear:
    """Hear every topic from the moment it is made; `heard` holds topics and payloads as they came."""

    def __init__(self, port):
        self.heard, self._changed = [], threading.Condition()
        ready = threading.Event()
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._client.on_subscribe = lambda *_: ready.set()
        self._client.on_message = lambda _, __, message: self._hear(message.topic, message.payload)
        # What is said waits for no answer, so as many may be under way as are said.
        self._client.max_inflight_messages_set(1000)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert ready.wait(WAIT_S)

    def _hear(self, topic, payload):
        with self._changed:
            self.heard.append((topic, payload))
            self._changed.notify_all()

    def until(self, so):
        """Wait until something was heard. Raises AssertionError where it never is."""
        with self._changed:
            assert self._changed.wait_for(so, WAIT_S), "this was not heard in time"

    def say(self, topic, payload, retain=True):
        """Say something, and return what can be waited for."""
        return self._client.publish(topic, payload, 1, retain=retain)

    def close(self):
        self._client.disconnect()
        self._client.loop_stop()
