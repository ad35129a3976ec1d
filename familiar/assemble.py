"""Put the program together from its parts, real or simulated: the one place where that is chosen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Self

from device.camera import Camera
from device.panel import Panel
from device.speaker import Speaker
from familiar.eyes import DeckEye, Makers
from familiar.eyes import open_eye as open_eye  # Scripts that judge the eye import it from here.
from familiar.page import open_page
from table.command import Advise
from table.eye.calibrated import CalibratedEye
from table.eye.calibration import Calibration
from table.eye.exposed import ExposedEye
from table.eye.protocol import Sees
from table.eye.seeing import Seeing
from table.host import Host
from table.recovery.backup import Backups, Keeper
from table.recovery.waiting import open_or_wait
from table.settings.addresses import EVERYWHERE, link
from table.settings.choices import Choices, Chosen
from table.settings.config import House
from table.view.lamps import tie
from table.watch import NoWatch, Watch
from table.wheels.eye import WheelEye
from web.app import create_app
from web.desk import desk_of
from web.hand import Hand, open_hands
from web.loudspeaker import Loudspeaker
from web.seats import Seats
from web.security import Security
from web.see import open_seeing
from web.speech import Switches, open_switches

EYES = Makers()
"""What makes the eyes where nothing else is chosen: of the shipped networks, and no activity cards."""


@dataclass(frozen=True)
class VisionSetup:
    """How the table is seen.

    camera: opens it; called by the watching thread. eyes: what makes the eye of each game. calibration: None:
    the whole picture is the table. pace: seconds from one picture to the next. first: the edge of the picture
    at which the first player sits, for bid wheels.
    """

    camera: Callable[[], Camera]
    eyes: Makers = EYES
    calibration: Calibration | None = None
    pace: float = 0.0
    first: str = "bottom"

    def eye(self, host: Host, wheels: bool) -> WheelEye:
        """Make the eye of this host's table, which sees what the game needs; wheels: it reads them, too."""
        eye: Sees = DeckEye(host, self.eyes)
        eye = ExposedEye(eye, lambda text: host.handle(Advise(text, "exposure")))
        if self.calibration is not None:
            eye = CalibratedEye(eye, self.calibration, lambda text: host.handle(Advise(text)))
        return WheelEye(eye, host.handle, lambda: host.snapshot, self.first, wheels, self.calibration)


class Appliance:
    """Host, eye, panel and page, running together from `start` to `close`.

    vision: None: nothing looks at the table. kept: the journal's file, and where its backups lie; None: it
    is kept in memory. confirm_after: seconds after which a complete trick confirms itself, 0: never. bind,
    port: of the page, as `open_page` has them; security, house, seats: as `create_app` has them. speaker:
    says aloud what happens, None: nothing does so here. choices: how the owner has switched the speaker
    and the reading of wheels, and what keeps it.
    """

    def __init__(
        self,
        vision: VisionSetup | None,
        panel: Panel,
        *,
        kept: Backups | None = None,
        confirm_after: float = 0.0,
        bind: str = "0.0.0.0",
        port: int | None = None,
        security: Security | None = None,
        house: House | None = None,
        seats: Seats | None = None,
        speaker: Speaker | None = None,
        choices: Choices | None = None,
    ) -> None:
        self._closing = ExitStack()
        self.panel = panel
        self._kept = kept
        opened = open_or_wait(":memory:" if kept is None else kept.path, kept)
        # Why the journal can only be read for now, with the name of its file.
        self.unwritten = None if opened.unwritten is None else str(opened.unwritten)
        self.host = Host(opened, confirm_after=confirm_after, buttons=panel.wired)
        self._closing.callback(self.host.close)
        if speaker is not None:
            self._closing.callback(speaker.close)
        choices = choices or Choices()
        try:
            eye = watch = None
            if vision is not None:
                eye = vision.eye(self.host, choices.now.wheels)
                watch = Watch(self.host, vision.camera, eye, pace=vision.pace)
            self.watch: Watch | NoWatch = watch or NoWatch()
            picture = None if watch is None else watch.picture
            self.app = create_app(
                self.host, panel=panel, picture=picture, security=security, house=house, seats=seats
            )
            if vision is not None and watch is not None:
                open_seeing(self.app, Seeing(watch, self.host, vision.calibration))
            open_switches(self.app, Switches(self._loudspeaker(speaker, choices.now), eye, choices))
            self._server, self.address = open_page(self.app, bind, port)
        except BaseException:
            self._closing.close()
            raise
        self._closing.callback(self._server.close)
        # Where this machine itself finds the page.
        self.local = link(EVERYWHERE.get(bind, bind), self._server.port)

    def _loudspeaker(self, speaker: Speaker | None, chosen: Chosen) -> Loudspeaker | None:
        """Let the speaker say what phones are told, where there is one."""
        if speaker is None:
            return None
        loudspeaker = Loudspeaker(desk_of(self.app).speech, speaker, chosen.language, chosen.speaks)
        self._closing.callback(loudspeaker.close)
        return loudspeaker

    def start(self) -> Self:
        """Start every thread."""
        self.host.start()
        if self._kept is not None:
            keeper = Keeper(self.host, self._kept)
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
        return desk_of(self.app).seats.held(player)

    def lend(self, word: tuple[int | None, int, str]) -> None:
        """Let a seat's phone see a word that the simulated table typed: the game's number, the seat, it."""
        desk_of(self.app).keepers.lent.add(word)

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
