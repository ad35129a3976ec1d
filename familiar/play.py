"""The appliance: camera, panel, journal, host and page, put together as the configuration says."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue
from typing import Self

from device.camera import Camera, Frame, Settings
from device.cameras import open_camera
from device.errors import PanelError
from device.gpio import open_panel
from device.panel import NullPanel, Panel
from familiar.access import seats_secret, table_access
from familiar.assemble import (
    Appliance,
    deck_edition,
    is_activity_deck,
    open_eye,
    open_pile_eye,
    open_stick_eye,
)
from familiar.calibrated import known_table
from familiar.club_member import member
from familiar.invite import invitation
from familiar.keeper import Keeper
from familiar.notify import Notifier, watchdog_seconds
from games.book import GAMES
from games.cards import EDITIONS
from games.sticks import KIT, Table, table_to_dict
from table.backup import Backups
from table.command import Advise, Trouble
from table.config import MAGICIANS, NO_CAMERA, PROBE, WIZARD, Config, House, data_dir, load_config
from table.host import Host
from table.snapshot import Snapshot
from table.watch import Sees
from texts import say, spoken

END = say("The pictures are at their end: enter the cards by hand from here on.")
BY_HAND = "There is no camera: cards and throws are entered with the phones."
LIVE = ("picamera", "usb:", "simulated")
HELD = 4
"""How often a recorded picture of sticks is shown: they are read when several pictures in a row are alike."""

HINT = "The owner's PIN: familiar pin. Ctrl-C ends it; the game stays in the journal."

Tell = Callable[[str], None]


def settings(file: Path | None, camera: str | None, pins: str | None, port: int | None) -> Config:
    """Read the configuration; what stands on the command line overrides it. Raises ConfigError."""
    config = load_config(file)
    return replace(
        config,
        camera=config.camera if camera is None else replace(config.camera, source=camera),
        panel=config.panel if pins is None else replace(config.panel, pins=pins),
        web=config.web if port is None else replace(config.web, port=port),
    )


def run(config: Config, tell: Tell) -> int:
    """Play until Ctrl-C or SIGTERM, and then put everything away. Raises the root errors of the rooms.

    In a terminal a camera that cannot be opened is an error; a service shows it on the page and waits for it.
    """
    with interrupts() as news, ExitStack() as closing:
        notifier = Notifier(os.environ.get("NOTIFY_SOCKET", ""))
        closing.callback(notifier.close)
        eyes = _eyes(config)
        panel, missing = _panel(config)
        closing.callback(panel.close)
        simulated, blind = config.camera.source == "simulated", config.camera.source == NO_CAMERA
        if simulated:
            from familiar.robots.crew import Crew, journal_path, panel_for

            panel, path = panel_for(panel), journal_path(config)
        else:
            path = config.journal_path()
        calibration, uncalibrated = known_table(config)
        locked = None if calibration is None else calibration.settings
        access, unkept = table_access(config)
        appliance = closing.enter_context(
            Appliance(
                None if blind else lambda: source.take(),
                panel,
                journal=path,
                backups=backups_of(config, path),
                make_eye=eyes.cards,
                make_stick_eye=eyes.sticks,
                make_pile_eye=eyes.pile,
                house=_house(config),
                calibration=calibration,
                port=config.web.port,
                bind=config.web.host,
                secret=seats_secret(data_dir()),
                access=access,
                hosts=config.web.hosts,
                confirm_after=config.confirm.after,
                pace=0.0 if simulated else config.camera.pace,
            )
        )
        crew = None
        if simulated:
            crew = Crew(appliance.host, panel, appliance.held, tell, config.game.name)
            closing.enter_context(crew)
        source = closing.enter_context(
            Source(
                lambda: crew.camera if crew else _camera(config, appliance.host, locked),
                patient=notifier.listening or blind,
            )
        )
        resumed = _resumed(appliance.host.snapshot, path)
        for line in (BY_HAND if blind else None, missing, uncalibrated, unkept, resumed):
            if line:
                tell(line)
        appliance.start()
        if uncalibrated:
            appliance.host.post(Advise(uncalibrated))
        if missing:
            appliance.host.post(Advise(missing, "panel"))
        closing.enter_context(member(config.club, appliance, path, tell))
        if crew is not None:
            crew.start()
        # What a service says stands in the system's log, where a code has no business.
        word = None if notifier.listening else access.code
        tell(invitation(appliance.address, HINT, word=word))
        keeper = Keeper(
            appliance.host,
            appliance.watch,
            notifier,
            live=config.camera.source.startswith(LIVE),
            pace=config.camera.pace,
            watchdog=watchdog_seconds(),
        )
        if notifier.listening:
            keeper.ready(appliance.local)
        keeper.keep(news)
        tell("Familiar has ended.")
    return 0


def backups_of(config: Config, path: Path) -> Backups:
    """Say where the backups of the journal at `path` lie and how many of them."""
    wanted = config.journal
    return Backups(path, wanted.backups_in or None, keep=wanted.backups, most_mb=wanted.backups_mb)


@contextmanager
def interrupts() -> Iterator[SimpleQueue[int]]:
    """Let the first SIGINT or SIGTERM come through a queue, and only a second one interrupt."""
    news: SimpleQueue[int] = SimpleQueue()
    heard: list[int] = []

    def hear(number: int, frame: object) -> None:
        if heard:
            raise KeyboardInterrupt
        heard.append(number)
        # A SimpleQueue may be filled from a signal's handler; an Event may lock itself up there.
        news.put(number)

    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield news
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)


class Source:
    """A camera that is open before the watching thread asks for it, and is opened anew after it failed.

    patient: leave the opening to that thread, which tells what is wrong and tries again.
    """

    def __init__(self, open_it: Callable[[], Camera], *, patient: bool = False) -> None:
        """Open the camera. Raises CameraError."""
        self._open = open_it
        self._ready: Camera | None = None if patient else open_it()

    def take(self) -> Camera:
        """Hand over the open camera, or open it once more. Raises CameraError."""
        camera, self._ready = self._ready, None
        return camera or self._open()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ready is not None:
            self._ready.close()


class Patient:
    """Recorded pictures that wait for people: the next one comes only while a card or a throw is awaited.

    Left to itself a folder would be at its end before anybody had bid. While it waits, it shows the same
    picture again; at its end it tells the host.
    """

    def __init__(self, source: Camera, host: Host) -> None:
        self._source = source
        self._host = host
        self._game = host.snapshot.game_id
        self._last: Frame | None = None
        self._held = 0

    def read(self, timeout: float) -> Frame | None:
        """Give the next picture, the last one again, or None at the end. Raises CameraError."""
        snapshot = self._host.snapshot
        self._held += 1
        # Where a game begins, what lies there now is what its eye must see first.
        begun, self._game = snapshot.game_id != self._game, snapshot.game_id
        still = bool(snapshot.expectation.sticks) and self._held < HELD
        if self._last is not None and (begun or still or not _awaits_something(snapshot)):
            return self._last
        self._held = 0
        frame = self._source.read(timeout)
        if frame is None:
            self._host.post(Trouble(END))
        else:
            self._last = frame
        return frame

    def close(self) -> None:
        """Let go of the pictures."""
        self._source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _awaits_something(snapshot: Snapshot) -> bool:
    """Tell whether the game waits for a card or a throw, and for nobody's answer."""
    throw = snapshot.throw
    asked = bool(snapshot.questions) or throw is not None and bool(throw.asks or throw.doubt)
    return snapshot.expectation.kind != "none" and not asked


def the_camera(config: Config, locked: Settings | None = None) -> Camera:
    """Open the configured camera, kept to the settings of its calibration. Raises CameraError."""
    wanted = config.camera
    size = (wanted.width, wanted.height)
    return open_camera(wanted.source, size, settings=locked, distance=wanted.distance, mains=wanted.mains)


def _camera(config: Config, host: Host, locked: Settings | None) -> Camera:
    wanted, camera = config.camera, the_camera(config, locked)
    return camera if wanted.source.startswith(LIVE) else Patient(camera, host)


def _panel(config: Config) -> tuple[Panel, str | None]:
    """Open the panel; one that cannot be had is said in a line, and the phones do without."""
    try:
        return open_panel(config.panel.pins, config.panel.wiring()), None
    except PanelError as error:
        return NullPanel(), say(
            "No lamps and buttons: {why}. The phones do everything meanwhile.", why=spoken(error)
        )


@dataclass(frozen=True)
class _Makers:
    """What makes the eye of each game."""

    cards: Callable[[str], Sees]
    sticks: Callable[[Table | None], Sees]
    pile: Callable[[], Sees | None]


def _eyes(config: Config) -> _Makers:
    """Choose the eyes by the deck and the sticks; try that of the configured game now rather than in play.

    Raises VisionError.
    """
    wanted = config.game

    def sticks(table: Table | None) -> Sees:
        return open_stick_eye(table, wanted.sticks)

    def pile() -> Sees | None:
        if config.camera.source == "simulated":
            from familiar.robots.probe_deck import open_drawn_eye

            return open_drawn_eye()
        return open_pile_eye(wanted.deck) if activity else None

    # Whoever plays Wizard with a deck of other cards is told so below.
    activity = wanted.deck != "" and (
        wanted.name == PROBE or (wanted.name != WIZARD and is_activity_deck(wanted.deck))
    )
    if config.camera.source == NO_CAMERA:
        pass
    elif wanted.name == MAGICIANS:
        sticks(KIT)
    elif wanted.name == PROBE:
        pile()
    else:
        open_eye(wanted.deck or str(wanted.rules.get("edition", EDITIONS[0])))
    return _Makers(open_eye if activity else _deck_eyes(wanted.deck), sticks, pile)


def _deck_eyes(deck: str) -> Callable[[str], Sees]:
    if deck in ("", *EDITIONS):
        return open_eye
    # An enrolled deck is one edition's: a game of the other is played with other cards.
    mine = deck_edition(deck)
    return lambda edition: open_eye(deck if edition == mine else edition)


def _house(config: Config) -> House:
    """Say what the pages offer, and which rules the things on the table settle. Raises VisionError."""
    wanted = config.game
    fixed = {}
    if wanted.sticks:
        from vision.stick_sets import open_profile

        fixed[MAGICIANS] = {"sticks": table_to_dict(open_profile(wanted.sticks).table)}
    return House(wanted.name, dict(wanted.rules), fixed)


def _resumed(snapshot: Snapshot, path: Path) -> str | None:
    """Say which game goes on."""
    history = snapshot.history
    if history is None:
        return f"A new evening: begin the game on the page. It is written down in {path}."
    title = GAMES[history.header.game].TITLE
    return f"Going on with the game of {', '.join(history.header.players)} ({title}) from {path}."
