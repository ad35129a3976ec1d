"""Put the program together from its parts, real or simulated: the one place where that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from device.camera import Camera
from device.panel import Panel
from device.speaker import Speaker
from familiar.eyes import DeckEye, Makers
from familiar.eyes import open_eye as open_eye  # Scripts that judge the eye import it from here.
from familiar.page import open_page
from table.addresses import EVERYWHERE, link
from table.backup import Backups, Keeper
from table.calibrated import CalibratedEye
from table.calibration import Calibration
from table.choices import Choices
from table.command import Advise
from table.config import House
from table.eye import Sees
from table.host import Host
from table.lamps import tie
from table.seeing import Seeing
from table.speech import Speech
from table.waiting import open_or_wait
from table.watch import NoWatch, Watch
from table.wheel_eye import WheelEye
from web.access import Access
from web.app import create_app
from web.hand import Hand, open_hands
from web.loudspeaker import Loudspeaker
from web.seats import Seats
from web.wifi import HouseWifi

EYES = Makers()
"""What makes the eyes where nothing else is chosen: of the shipped networks, and no activity cards."""


class Appliance:
    """Host, eye, panel and page, running together from `start` to `close`.

    open_camera: called by the watching thread; None: nothing looks at the table. journal: a file, or
    ":memory:"; backups: of it, where they are not the usual ones. eyes: what makes the eye of each game.
    port, bind: of the page, as `open_page` has them. secret: signs the seats of the phones. access: who may
    do what, None: everybody. hosts: names by which phones ask for this machine, beside its own. proxies: who
    asks for others. seats: who sits where, None: known only while this lives.
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
        eyes: Makers = EYES,
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
            eye: Sees = DeckEye(self.host, eyes)
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
