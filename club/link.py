"""The road to the broker: one MQTT 5 connection that comes back by itself, and says why where it cannot."""

import errno
import logging
import os
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from club.errors import ClubError
from club.messages import LARGEST, OFFLINE, ONLINE
from files.regular import read_file
from table.settings.club import ClubConfig
from texts import say

log = logging.getLogger(__name__)

KEEPALIVE_S = 30
"""Silence after which the broker is asked; after one and a half of it the broker gives a table up."""
BACK_OFF_S = (1.0, 60.0)
"""The first wait before connecting anew, and the longest; it doubles in between."""
FLUSH_S = 2.0
END_S = 3.0
QOS = 1
TAKEN_OVER = 0x8E
"""MQTT 5, section 3.14.2.1: another client came with the same identifier."""
SHORT_S, SHORT = 10.0, 3
"""So many connections in a row that broke so soon: the broker may be torn between two of one name."""
HERE = ("localhost", "127.0.0.1", "::1")
SECRET_MOST = 32 * 1024
"""Bytes that a file with a password may have; an MQTT password has 65 535 at most (section 3.1.3.6)."""
CERTIFICATES_MOST = 8 * 2**20
"""Bytes that a file with certificates may have: forty times what those of a system have."""
ROOM = 1024
"""Bytes of a packet around its message."""


class _Client(Client):
    """Remember why a connection could not be made, which paho keeps to itself."""

    why: str = ""
    stumbled: Callable[[Exception], bool]
    """Told what was raised while the broker was heard; gives whether to connect anew."""

    def loop_forever(self, *arguments: Any, **options: Any) -> Any:
        """Hear the broker to the end, whatever it sends: what is no MQTT would end paho's thread."""
        while True:
            try:
                return super().loop_forever(*arguments, **options)
            except Exception as error:
                if not self.stumbled(error):
                    return None
                with suppress(OSError):
                    self.reconnect()

    def loop_stop(self) -> MQTTErrorCode:
        """End the thread and wait for it. paho looks at it twice; it may let go of itself in between."""
        thread, self._thread_terminate = self._thread, True
        if thread is None:
            return MQTTErrorCode.MQTT_ERR_INVAL
        if thread is not threading.current_thread():
            thread.join()
        return MQTTErrorCode.MQTT_ERR_SUCCESS

    def reconnect(self) -> Any:
        """Connect anew. Raises OSError, whatever it was: any other error would end paho's thread."""
        self._forget()
        try:
            return super().reconnect()
        except ssl.SSLCertVerificationError as error:
            self.why = say(
                "its certificate is not accepted: {why}; check ca_file and broker", why=error.verify_message
            )
            raise
        except OSError as error:
            self.why = str(error.strerror or error)
            raise
        except ValueError as error:
            self.why = str(error)
            raise OSError(self.why) from error

    def _forget(self) -> None:
        """Let go of what the broker had not acknowledged.

        paho says it again after the connection stands: behind what is told then, and so a retained word of
        before would be the last. Whoever tells tells the truth anew with each connection.
        """
        with self._out_message_mutex:
            self._out_messages.clear()
            self._inflight_messages = 0


class Link:
    """Hold the connection from `start` to `close`.

    who: the last part of the client's identifier, one program each. will: the topic that says online while
    the connection stands and offline after it, also where this program dies; None: nothing is told. largest:
    bytes of a message that is taken. hear: takes topic and payload
    of whatever is told under `topics`, and what is asked for later. met: called with True each time the
    connection stands, with False when it is lost. Both are called in the link's own thread, and what they
    raise is logged.
    """

    def __init__(
        self,
        config: ClubConfig,
        who: str,
        *,
        will: str | None,
        topics: Sequence[str],
        hear: Callable[[str, bytes], None],
        met: Callable[[bool], None],
        back_off: tuple[float, float] = BACK_OFF_S,
        largest: int = LARGEST,
    ) -> None:
        """Prepare everything that can be wrong beforehand. Raises ClubError."""
        self._where = "{}:{}".format(*config.at)
        self._name = f"familiar-{config.name}-{who}"
        self._topics = tuple(topics)
        self._will = will
        self._hear = hear
        self._met = met
        self._back_off = back_off
        self._said: str | None = None
        self._logged: str | None = None
        self._since = 0.0
        self._short = 0
        self._connected = threading.Event()
        self._closing = threading.Event()
        self._client: _Client | None = _Client(
            CallbackAPIVersion.VERSION2,
            client_id=self._name,
            protocol=MQTTProtocolVersion.MQTTv5,
        )
        client = self._client
        client.stumbled = self._stumbled
        if will is not None:
            client.will_set(will, OFFLINE, QOS, retain=True)
        if config.user:
            client.username_pw_set(config.user, _password(config))
            if not config.tls and config.broker not in HERE:
                log.warning("The password goes to the broker as it is: write tls = true under [club].")
        if config.tls:
            client.tls_set_context(_context(config))
        # To paho a part of a second is as good, which its types do not say.
        client.reconnect_delay_set(*back_off)  # type: ignore[arg-type]
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        # paho is typed, but for the making of its properties.
        limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        # Larger ones the broker keeps to itself.
        limits.MaximumPacketSize = largest + ROOM
        client.connect_async(*config.at, keepalive=KEEPALIVE_S, clean_start=True, properties=limits)

    @property
    def connected(self) -> bool:
        """Say whether the connection stands."""
        return self._connected.is_set()

    @property
    def trouble(self) -> str | None:
        """Say in a sentence why it does not, or None."""
        return None if self.connected else self._said

    def start(self) -> None:
        """Connect, now and whenever the connection is lost, in a thread of its own."""
        if self._client is not None:
            self._client.loop_start()

    def publish(self, topic: str, payload: bytes, *, retain: bool = True, expires: int | None = None) -> None:
        """Send a retained message, an empty one takes it back; while the connection stands it arrives.

        expires: seconds after which the broker forgets it by itself (MQTT 5, section 3.3.2.3.3).
        """
        if (client := self._client) is not None:
            properties = None
            if expires is not None:
                # paho is typed, but for the making of its properties.
                properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
                properties.MessageExpiryInterval = expires
            client.publish(topic, payload, QOS, retain=retain, properties=properties)

    def ask(self, *topics: str, kept: bool = True) -> None:
        """Hear what is told under these too, while the connection stands; `kept`: and what is retained."""
        if (client := self._client) is not None:
            handling = (
                SubscribeOptions.RETAIN_SEND_ON_SUBSCRIBE if kept else SubscribeOptions.RETAIN_DO_NOT_SEND
            )
            client.subscribe([(topic, SubscribeOptions(QOS, retainHandling=handling)) for topic in topics])

    def leave(self, *topics: str) -> None:
        """Hear no more what was asked for so."""
        if (client := self._client) is not None:
            client.unsubscribe(list(topics))

    def close(self) -> None:
        """Say goodbye and end, in a few seconds at most; twice is harmless."""
        client, self._client = self._client, None
        if client is None:
            return
        self._closing.set()
        if self.connected and self._will is not None:
            with suppress(RuntimeError, ValueError):
                client.publish(self._will, OFFLINE, QOS, retain=True).wait_for_publish(FLUSH_S)
        client.disconnect()
        # paho waits for a broker that has gone silent; this program does not.
        ending = threading.Thread(target=client.loop_stop, daemon=True)
        ending.start()
        ending.join(END_S)
        if ending.is_alive():
            _hang_up(client)
            ending.join(END_S)
        # Nothing may hold paho's client any more: it closes what it has open when it goes.
        client.on_connect = client.on_connect_fail = client.on_disconnect = None
        client.on_message = client.on_publish = None
        client.stumbled = lambda _: False

    def _on_connect(self, client: Client, _: Any, __: Any, reason: ReasonCode, ___: Any) -> None:
        if reason.is_failure:
            self._complain(
                say("The broker at {where} refuses this program ({why}).", where=self._where, why=str(reason))
            )
            return
        self._since = time.monotonic()
        if self._topics:
            client.subscribe([(topic, QOS) for topic in self._topics])
        if self._will is not None:
            client.publish(self._will, ONLINE, QOS, retain=True)
        log.info("connected to the broker at %s", self._where)
        self._said = None
        self._connected.set()
        self._call(self._met, True)

    def _on_connect_fail(self, client: Client, _: Any) -> None:
        # A broker that is away does not push anybody out.
        self._short = 0
        self._complain(
            say(
                "The broker at {where} cannot be reached ({why}); trying again.",
                where=self._where,
                why=client.why if isinstance(client, _Client) else "",
            )
        )

    def _on_disconnect(self, client: Client, _: Any, __: Any, reason: ReasonCode, ___: Any) -> None:
        was = self.connected
        self._connected.clear()
        if self._closing.is_set() or not was:
            return
        lasted = time.monotonic() - self._since > SHORT_S
        self._short = 0 if lasted else self._short + 1
        if lasted:
            self._logged = None
        torn = reason.value == TAKEN_OVER or self._short >= SHORT
        if torn:
            self._complain(
                say(
                    "The connection to the broker at {where} is lost again and again: if another program "
                    "is {name} too, give every table a name of its own.",
                    where=self._where,
                    name=self._name,
                )
            )
        else:
            self._complain(
                say("The connection to the broker at {where} is lost; trying again.", where=self._where)
            )
        # Two that push each other out every second would help nobody.
        first, longest = self._back_off
        # As above: seconds need not be whole.
        client.reconnect_delay_set(longest if torn else first, longest)  # type: ignore[arg-type]
        self._call(self._met, False)

    def _stumbled(self, error: Exception) -> bool:
        """Let go of a broker that sends what is no MQTT, and wait as after any other loss."""
        log.info("what the broker sent cannot be read: %s: %s", type(error).__name__, error)
        if (client := self._client) is None:
            return False
        if self.connected:
            self._on_disconnect(
                client, None, None, ReasonCode(PacketTypes.DISCONNECT, "Protocol error"), None
            )
        else:
            client.why = os.strerror(errno.EPROTO)
            self._on_connect_fail(client, None)
        return not self._closing.wait(self._back_off[self._short >= SHORT])

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        self._call(self._hear, message.topic, message.payload)

    def _on_publish(self, _: Client, __: Any, ___: int, reason: ReasonCode, ____: Any) -> None:
        if reason.is_failure:
            self._complain(
                say(
                    "The broker at {where} does not take what is told ({why}).",
                    where=self._where,
                    why=str(reason),
                )
            )

    def _call(self, what: Callable[..., None], *arguments: Any) -> None:
        """Keep an error away from paho, whose thread would end of it."""
        try:
            what(*arguments)
        except Exception as error:
            log.error("the club's %s stumbled: %s: %s", what.__name__, type(error).__name__, error)

    def _complain(self, text: str) -> None:
        """Log each trouble once, not at every attempt."""
        if text != self._logged:
            log.warning("%s", text)
        self._said = self._logged = text


def _hang_up(client: Client) -> None:
    open_ = client.socket()
    if isinstance(open_, socket.socket):
        with suppress(OSError):
            open_.shutdown(socket.SHUT_RDWR)


def _password(config: ClubConfig) -> str | None:
    """Give the configured password. Raises ClubError."""
    if not config.password_file:
        return config.password or None
    why = "it is empty"
    try:
        # An editor of Windows may have written a mark before the first letter.
        if password := read_file(config.password_file, SECRET_MOST).decode("utf-8-sig").strip():
            return password
    except OSError as error:
        why = str(error.strerror)
    except UnicodeDecodeError:
        why = "it is no text in UTF-8"
    raise ClubError(f"[club] password_file: {config.password_file} cannot be read ({why}).")


def _context(config: ClubConfig) -> ssl.SSLContext:
    """Trust the configured certificate, or the system's. Raises ClubError."""
    try:
        if config.ca_file:
            # OpenSSL would go on reading a device, or a file that holds nothing and has no end.
            read_file(config.ca_file, CERTIFICATES_MOST)
        return ssl.create_default_context(cafile=config.ca_file or None)
    except OSError as error:
        why = "it holds no certificate" if isinstance(error, ssl.SSLError) else error.strerror
        raise ClubError(f"[club] ca_file: {config.ca_file} cannot be used ({why}).") from None
