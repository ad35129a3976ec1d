"""Put the program together from its parts, real or simulated: the one place where that is chosen."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from flask import Flask

from device.camera import Camera
from device.panel import Panel
from device.speaker import Speaker
from games.book import MAGICIANS, PROBE, WIZARD
from games.cards import EDITIONS, names
from games.errors import GameError
from games.probe.activity import parse_card
from games.sticks import KIT, Table
from table.addresses import EVERYWHERE, is_ipv6, link
from table.backup import Backups, Keeper
from table.calibrated import CalibratedEye
from table.calibration import Calibration
from table.choices import Choices
from table.command import Advise
from table.config import House
from table.errors import TableError
from table.eye import Sees, Through
from table.host import Host
from table.lamps import tie
from table.seeing import Seeing
from table.speech import Speech
from table.waiting import open_or_wait
from table.watch import NoWatch, Watch
from table.wheel_eye import WheelEye
from texts import listed
from vision.read.profile import Profile
from vision.types import Sight, ThrowSight
from web.access import Access
from web.app import create_app
from web.hand import Hand, open_hands
from web.listener import Limits
from web.loudspeaker import Loudspeaker
from web.seats import Seats
from web.server import Server
from web.wifi import HouseWifi

SIOCGIFADDR = 0x8915
"""Asks Linux for an interface's address: netdevice(7)."""
PORT = 8000
PORTS_TRIED = 10


class AddressError(TableError):
    """The page cannot be served at the address that was asked for."""


GOES_BY: Mapping[str, Callable[[Any], object]] = MappingProxyType(
    {
        WIZARD: lambda rules: rules.edition,
        MAGICIANS: lambda rules: rules.table,
        PROBE: lambda rules: None,
    }
)
"""What the eye of each game must know of the rules that are played by."""


def no_pile() -> None:
    """Make no eye for activity cards: which was drawn is said with phones."""


class DeckEye(Through):
    """Looks with the eye for what the game is played with; each is made when it is first needed.

    make: gives the eye of a deck's edition; make_sticks: the eye of sticks whose table is this, None where
    nobody knows it; make_pile: the eye of activity cards, None where none were enrolled.
    """

    def __init__(
        self,
        host: Host,
        make: Callable[[str], Sees],
        make_sticks: Callable[[Table | None], Sees] | None = None,
        make_pile: Callable[[], Sees | None] = no_pile,
    ) -> None:
        self._host = host
        self._make: Mapping[str, Callable[[Any], Sees | None]] = {
            WIZARD: make,
            MAGICIANS: make_sticks or open_stick_eye,
            PROBE: lambda _: make_pile(),
        }
        self._eyes: dict[tuple[str, object], Sees | None] = {}

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | ThrowSight | None:
        """Tell what lies there; nothing before the first game, or where the game has no eye."""
        eye = self._other()
        return None if eye is None else eye.look(frame, seen)

    def forget(self) -> None:
        """Forget what lay there."""
        for eye in self._eyes.values():
            if eye is not None:
                eye.forget()

    def _other(self) -> Sees | None:
        history = self._host.snapshot.history
        if history is None:
            return None
        game, about = history.header.game, GOES_BY[history.header.game](history.header.rules)
        if (game, about) not in self._eyes:
            self._eyes[game, about] = self._make[game](about)
        return self._eyes[game, about]


def open_eye(deck: str) -> Sees:
    """Make the real eye for a deck: an edition, or an enrolled one's name or file. Raises VisionError."""
    from vision.read.decks import open_reader
    from vision.read.online import OnlineGalleryReader
    from vision.track.cards import CardTracker

    reader = open_reader(deck)
    return CardTracker(reader=OnlineGalleryReader(reader) if deck in EDITIONS else reader)


def open_stick_eye(table: Table | None = KIT, sticks: str = "") -> Sees:
    """Make the real eye for throwing sticks: the kit's, or an enrolled set's by its name or file.

    table: which side lies down under which notches, None where nobody knows. Raises VisionError.
    """
    from vision.sticks.sets import KIT_NAME, open_set
    from vision.track.throws import ThrowTracker

    return ThrowTracker(table, reader=open_set(sticks or KIT_NAME).reader)


def open_pile_eye(deck: str) -> Sees:
    """Make the real eye for an enrolled deck of activity cards, by its name or file. Raises VisionError."""
    from vision.errors import UnknownDeck
    from vision.read.decks import open_profile

    odd = list(names(deck)) if deck in EDITIONS else _odd(open_profile(deck))
    if odd:
        raise UnknownDeck(
            f"Probe cannot be played with the deck {deck!r}: {listed(odd[:4])} are no activity cards; "
            "learn yours with familiar enrol NAME --edition probe, or leave the deck out and tap them"
        )
    return pile_eye(open_profile(deck))


def pile_eye(profile: Profile) -> Sees:
    """Make the real eye for a pile of the cards of a deck that was learnt. Raises MissingModel."""
    from vision.read.enrolled import EnrolledReader
    from vision.track.pile import PileTracker

    return PileTracker(EnrolledReader(profile))


def open_drawn_eye() -> Sees:
    """Make the real eye for the cards of the simulated table's pile. Raises DeckError, MissingModel."""
    from simulation.robots.probe.deck import house_profile

    return pile_eye(house_profile())


def is_activity_deck(deck: str) -> bool:
    """Tell whether an enrolled deck is one of activity cards. Raises VisionError where there is none."""
    from vision.read.decks import open_profile

    return deck not in EDITIONS and not _odd(open_profile(deck))


def _odd(profile: Profile) -> list[str]:
    """List which cards of a deck are no activity cards; its back is one of every deck."""
    odd = []
    for name in profile.names:
        try:
            parse_card(name)
        except GameError:
            odd += [name] if name != "back" else []
    return odd


def deck_edition(deck: str) -> str:
    """Say with which edition's cards a deck is played. Raises VisionError where it is none's."""
    from vision.errors import UnknownDeck
    from vision.read.decks import open_profile

    if deck in EDITIONS:
        return deck
    profile = open_profile(deck)
    if profile.edition is None:
        odd = [name for name in profile.names if not any(name in names(e) for e in EDITIONS)]
        what = f"{listed(odd[:4])} are in neither" if odd else "its cards are of both"
        raise UnknownDeck(f"the deck {deck!r} cannot be played with: of the decks us and amigo, {what}")
    return profile.edition


def own_address(host: str = "0.0.0.0") -> str:
    """Find the address by which phones in the same network reach a page that listens at `host`."""
    if host not in EVERYWHERE:
        return host
    # Documentation addresses (RFC 5737, RFC 3849): nothing is sent. Where both are heard, people type IPv4's.
    ways = [(socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")]
    for family, nobody in ways[: 2 if is_ipv6(host) else 1]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((nobody, 9))
            return str(probe.getsockname()[0])
    return _of_an_interface() or EVERYWHERE[host]


def _of_an_interface() -> str | None:
    """Find an IPv4 address in a network that leads nowhere else: no route to anybody tells of it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):
                told = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()))
                address = socket.inet_ntoa(told[20:24])
                if not ip_address(address).is_loopback:
                    return address
    return None


class Appliance:
    """Host, eye, panel and page, running together from `start` to `close`.

    journal: a file, or ":memory:"; backups: of it, where they are not the usual ones.
    open_camera: called by the watching thread; None: nothing looks at the table. port: of the page; None
    takes the first free one from PORT on. bind: the address to serve at. secret: signs the seats of the
    phones. access: who may do what, None: everybody. hosts: names by which phones ask for this machine,
    beside its own. proxies: who asks for others. seats: who sits where, None: known only while this lives.
    house: what the pages offer to play. confirm_after: seconds after which a complete trick confirms itself,
    0: never. wheels: the edge of the picture at which the first player sits, for bid wheels, and whether they
    are read from the start. pace: seconds from one picture to the next. speaker: says aloud what happens,
    None: nothing does so here; speaks: in which language, and whether from the start. choices: keeps what
    the owner switches on a page, None: nothing does.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera] | None,
        panel: Panel,
        *,
        journal: Path | str = ":memory:",
        backups: Backups | None = None,
        make_eye: Callable[[str], Sees] = open_eye,
        make_stick_eye: Callable[[Table | None], Sees] = open_stick_eye,
        make_pile_eye: Callable[[], Sees | None] = no_pile,
        house: House | None = None,
        calibration: Calibration | None = None,
        port: int | None = None,
        bind: str = "0.0.0.0",
        secret: str | bytes | None = None,
        access: Access | None = None,
        hosts: Collection[str] = (),
        proxies: Collection[str] = (),
        seats: Seats | None = None,
        confirm_after: float = 0.0,
        wheels: tuple[str, bool] = ("bottom", False),
        pace: float = 0.0,
        speaker: Speaker | None = None,
        speaks: tuple[str, bool] = ("en", False),
        choices: Choices | None = None,
        wifi: HouseWifi | None = None,
    ) -> None:
        self._closing = ExitStack()
        self.panel = panel
        self._backups = None if str(journal) == ":memory:" else backups or Backups(journal)
        opened = open_or_wait(journal, self._backups)
        # Why the journal can only be read for now, with the name of its file.
        self.unwritten = None if opened.unwritten is None else str(opened.unwritten)
        self.host = Host(opened, confirm_after=confirm_after, buttons=panel.wired)
        self._closing.callback(self.host.close)
        speech, loudspeaker = self._voices(speaker, speaks)
        try:
            eye: Sees = DeckEye(self.host, make_eye, make_stick_eye, make_pile_eye)
            if calibration is not None:
                eye = CalibratedEye(eye, calibration, self._advise)
            self.watch: Watch | NoWatch = NoWatch()
            picture = see = reads = None
            if open_camera is not None:
                reads = WheelEye(eye, self.host.handle, lambda: self.host.snapshot, *wheels, calibration)
                self.watch = watch = Watch(self.host, open_camera, reads, pace=pace)
                picture, see = watch.picture, Seeing(watch, self.host, calibration)
            self.app = create_app(
                self.host,
                panel=panel,
                picture=picture,
                secret=secret,
                house=house,
                see=see,
                access=access,
                hosts=hosts,
                proxies=proxies,
                seats=seats,
                speech=speech,
                loudspeaker=loudspeaker,
                wheels=reads,
                choices=choices,
                wifi=wifi,
            )
            self._server, self.address = open_page(self.app, bind, port)
        except BaseException:
            self._closing.close()
            raise
        self._closing.callback(self._server.close)
        # Where this machine itself finds the page.
        self.local = link(EVERYWHERE.get(bind, bind), self._server.port)

    def _voices(self, speaker: Speaker | None, speaks: tuple[str, bool]) -> tuple[Speech, Loudspeaker | None]:
        """Make sentences of what happens, for every phone and, where there is one, the speaker."""
        speech = Speech(self.host.snapshot)
        self.host.listeners.append(speech.hear)
        if speaker is None:
            return speech, None
        loudspeaker = Loudspeaker(speech, speaker, *speaks)
        self._closing.callback(loudspeaker.close)
        return speech, loudspeaker

    def _advise(self, text: str | None) -> None:
        self.host.handle(Advise(text))

    def start(self) -> Self:
        """Start every thread."""
        self.host.start()
        if self._backups is not None:
            keeper = Keeper(self.host, self._backups)
            self._closing.callback(keeper.close)
            keeper.start()
        self._closing.callback(self.panel.close)
        self._closing.callback(tie(self.host, self.panel))
        self._closing.callback(self.watch.stop)
        self.watch.start()
        self._server.start()
        self._closing.callback(self._server.close)
        return self

    def held(self, player: str) -> bool:
        """Say whether a phone plays for this player."""
        return bool(self.app.extensions["familiar"].seats.held(player))

    def lend(self, word: tuple[int | None, int, str]) -> None:
        """Let a seat's phone see a word that the simulated table typed: the game's number, the seat, it."""
        self.app.extensions["familiar"].keepers.lent.add(word)

    def show_hands(self, hand: Hand) -> None:
        """Let each phone see the cards that the simulated table dealt to its seat."""
        open_hands(self.app, hand)

    def close(self) -> None:
        """Stop everything, the last started first; twice is harmless."""
        self._closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_page(app: Flask, bind: str, port: int | None, limits: Limits | None = None) -> tuple[Server, str]:
    """Take a port for an app's page, and tell the app the address by which phones reach it.

    port: None takes the first free one from PORT on. limits: what a connection may take, None: as at a table.
    Raises AddressError.
    """
    server = _bind(app, bind, port, limits)

    def find() -> str:
        return link(own_address(bind), server.port)

    # The code on the page must lead phones here, whatever name the screen itself uses.
    address = find()
    app.extensions["familiar"] = replace(app.extensions["familiar"], address=address, find=find)
    return server, address


def _bind(app: Flask, bind: str, port: int | None, limits: Limits | None = None) -> Server:
    """Take a port for the page. Raises AddressError."""
    ports = range(PORT, PORT + PORTS_TRIED) if port is None else (port,)
    for number in ports:
        try:
            return Server(app, bind, number, limits)
        except OSError as error:
            reason = error.strerror or str(error)
    tried = f"port {ports[0]}" if len(ports) == 1 else f"ports {ports[0]} to {ports[-1]}"
    raise AddressError(f"the page cannot be served at {bind}, {tried}: {reason}; choose another with --port")
