"""The appliance: camera, panel, journal, host and page, put together as the configuration says."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.camera import Camera, Settings
from device.errors import PanelError, SpeakerError
from device.gpio import open_panel
from device.panel import NullPanel, Panel
from device.speaker import Espeak, Speaker
from familiar.access import table_security
from familiar.assemble import Appliance, VisionSetup
from familiar.calibrated import known_table
from familiar.club.member import member
from familiar.configured import LIVE, backups_of, choices_of
from familiar.eyes import Makers
from familiar.interrupts import interrupts
from familiar.invite.sign import invitation
from familiar.play.eyes import choose_eyes
from familiar.play.keepsake import ask_to_keep, keepsake
from familiar.play.notify import Notifier, watchdog_seconds
from familiar.play.patient import Patient
from familiar.play.watchdog import Watchdog
from familiar.source import Source, the_camera
from familiar.tell import Tell
from familiar.went_back import news
from files.lock import alone
from games.book import GAMES, MAGICIANS
from games.sticks import table_to_dict
from table.command import Advise
from table.errors import TableError
from table.eye.calibration import Calibration
from table.host import Host
from table.settings.choices import Choices, Chosen
from table.settings.config import NO_CAMERA, Config, House, data_dir
from table.view.snapshot import Snapshot
from texts import say, spoken
from web.seats import FILE as SEATS
from web.seats import Seats
from web.security import Security
from web.wifi import HouseWifi, open_wifi

if TYPE_CHECKING:
    from simulation.robots.crew import Crew

HOUSE_WIFI = "FAMILIAR_HOUSE_WIFI"
"""Names the file in which a card's system takes the house's Wi-Fi (packaging/card/join)."""
BY_HAND = "There is no camera: cards and throws are entered with the phones."
WAITING = "Past games can be looked at; nothing new counts until it can be written down."
HINT = "The owner's PIN: familiar pin. Ctrl-C ends it; the game stays in the journal."

Ask = Callable[..., str]


def run(config: Config, tell: Tell, ask: Ask | None = None) -> int:
    """Play until Ctrl-C or SIGTERM, and then put everything away. Raises the root errors of the rooms.

    ask: puts a question to whoever sits at the terminal; None: nobody does.

    In a terminal a camera that cannot be opened is an error; a service shows it on the page and waits for it.
    """
    with interrupts() as news, ExitStack() as closing:
        notifier = Notifier(os.environ.get("NOTIFY_SOCKET", ""))
        closing.callback(notifier.close)
        seats = data_dir() / SEATS
        taken = TableError(
            f"{seats}: another Familiar plays with these seats; end that one first, or name another folder"
            " for this one in XDG_DATA_HOME"
        )
        # Seats, lead and choices are kept by whoever plays, whichever journal he writes.
        closing.enter_context(alone(seats, taken))
        parts = _parts(config, closing)
        appliance = closing.enter_context(_appliance(config, parts, lambda: source.take()))
        crew = _crew(config, parts, appliance, tell)
        if crew is not None:
            closing.enter_context(crew)
        source = closing.enter_context(
            Source(
                lambda: crew.camera if crew else _camera(config, appliance.host, parts.locked),
                patient=notifier.listening or parts.blind,
            )
        )
        for line in _news(parts, appliance):
            tell(line)
        appliance.start()
        for about, why in parts.troubles.items():
            appliance.host.post(Advise(why, about))
        closing.enter_context(member(config.club, appliance, parts.journal, tell))
        learnt = closing.enter_context(keepsake(config, appliance, tell))
        if crew is not None:
            crew.start()
        # What a service says stands in the system's log, where a code has no business.
        word = None if notifier.listening else parts.security.access.code
        tell(invitation(appliance.address, HINT, word=word))
        watchdog = Watchdog(
            appliance.host,
            appliance.watch,
            notifier,
            live=config.camera.source.startswith(LIVE),
            pace=config.camera.pace,
            watchdog=watchdog_seconds(),
        )
        if notifier.listening:
            watchdog.ready(appliance.local)
        watchdog.keep(news)
        tell("Familiar has ended.")
    if learnt is not None and ask is not None:
        ask_to_keep(learnt, tell, ask)
    return 0


@dataclass(frozen=True)
class _Parts:
    """What the configuration names, opened.

    `troubles`: what could not be had, a line each, by `Advise.about`. `unkept`: why the keys are not kept.
    """

    eyes: Makers
    panel: Panel
    journal: Path
    calibration: Calibration | None
    security: Security
    unkept: str | None
    choices: Choices
    speaker: Speaker | None
    simulated: bool
    blind: bool
    troubles: Mapping[str, str]

    @property
    def locked(self) -> Settings | None:
        """Give the exposure at which the camera was calibrated."""
        return None if self.calibration is None else self.calibration.settings


def _parts(config: Config, closing: ExitStack) -> _Parts:
    """Open what the table is made of. Raises the root errors of the rooms."""
    eyes = choose_eyes(config)
    panel, missing = _panel(config)
    closing.callback(panel.close)
    simulated = config.camera.source == "simulated"
    if simulated:
        from simulation.robots.crew import panel_for

        panel = panel_for(panel)
    calibration, uncalibrated = known_table(config)
    security, unkept = table_security(config)
    choices = choices_of(config)
    speaker, mute = _speaker(config, choices.now)
    troubles = {
        "camera": uncalibrated,
        "panel": missing,
        "speaker": mute,
        "update": news(data_dir()),
    }
    return _Parts(
        eyes=eyes,
        panel=panel,
        journal=_journal_path(config, simulated),
        calibration=calibration,
        security=security,
        unkept=unkept,
        choices=choices,
        speaker=speaker,
        simulated=simulated,
        blind=config.camera.source == NO_CAMERA,
        troubles={about: why for about, why in troubles.items() if why},
    )


def _appliance(config: Config, parts: _Parts, take: Callable[[], Camera]) -> Appliance:
    """Put the appliance together around its parts; `take`: opens the camera."""
    pace = 0.0 if parts.simulated else config.camera.pace
    appliance = Appliance(
        None if parts.blind else VisionSetup(take, parts.eyes, parts.calibration, pace, config.wheels.first),
        parts.panel,
        kept=None if str(parts.journal) == ":memory:" else backups_of(config, parts.journal),
        confirm_after=config.confirm.after,
        bind=config.web.host,
        port=config.web.port,
        security=parts.security,
        house=_house(config),
        seats=Seats(data_dir() / SEATS),
        speaker=parts.speaker,
        choices=parts.choices,
    )
    if wish := os.environ.get(HOUSE_WIFI):
        open_wifi(appliance.app, HouseWifi(Path(wish)))
    return appliance


def _crew(config: Config, parts: _Parts, appliance: Appliance, tell: Tell) -> Crew | None:
    """Sit the simulated table's people down at it, who show their hands to the phones; None: it is real."""
    if not parts.simulated:
        return None
    from simulation.robots.crew import Crew

    crew = Crew(appliance.host, parts.panel, appliance.held, tell, config.game.name, lend=appliance.lend)
    appliance.show_hands(crew.hand)
    return crew


def _news(parts: _Parts, appliance: Appliance) -> list[str]:
    """List what whoever starts it should know, at last which game goes on."""
    unwritten = appliance.unwritten and f"{appliance.unwritten}. {WAITING}"
    resumed = _resumed(appliance.host.snapshot, parts.journal)
    lines = (BY_HAND if parts.blind else None, *parts.troubles.values(), parts.unkept, unwritten, resumed)
    return [line for line in lines if line]


def _journal_path(config: Config, simulated: bool) -> Path:
    """Give the simulated table a journal of its own, lest it hide a real game; a configured one stays."""
    return data_dir() / "simulated.sqlite" if simulated and not config.journal.path else config.journal_path()


def _camera(config: Config, host: Host, locked: Settings | None) -> Camera:
    wanted, camera = config.camera, the_camera(config, locked, or_none=True)
    return camera if wanted.source.startswith(LIVE) else Patient(camera, host)


def _panel(config: Config) -> tuple[Panel, str | None]:
    """Open the panel; one that cannot be had is said in a line, and the phones do without."""
    try:
        return open_panel(config.panel.pins, config.panel.wiring()), None
    except PanelError as error:
        return NullPanel(), say(
            "No lamps and buttons: {why}. The phones do everything meanwhile.", why=spoken(error)
        )


def _speaker(config: Config, chosen: Chosen) -> tuple[Speaker | None, str | None]:
    """Find what speaks at the table; where it was asked for and is not there, that is said in a line."""
    try:
        return Espeak(chosen.language, config.speech.rate), None
    except SpeakerError as error:
        text = say("The table cannot speak: {why}. Every phone can meanwhile.", why=spoken(error))
        return None, text if chosen.speaks else None


def _house(config: Config) -> House:
    """Say what the pages offer, and which rules the things on the table settle. Raises VisionError."""
    wanted = config.game
    fixed = {}
    if wanted.sticks:
        from vision.sticks.sets import open_profile

        fixed[MAGICIANS] = {"sticks": table_to_dict(open_profile(wanted.sticks).table)}
    rules = dict(wanted.rules)
    if "cards" in GAMES[wanted.name].SETTINGS:
        # Whoever has no camera would tap every card of an evening: what is offered first is to count.
        counts = config.camera.source == NO_CAMERA and rules.get("first_dealer") != "high_card"
        rules = {"cards": "none" if counts else "laid"} | rules
        rules |= {"cards": wanted.cards} if wanted.cards else {}
    return House(wanted.name, rules, fixed)


def _resumed(snapshot: Snapshot, path: Path) -> str | None:
    """Say which game goes on."""
    history = snapshot.history
    if history is None:
        return f"A new evening: begin the game on the page. It is written down in {path}."
    title = GAMES[history.header.game].TITLE
    return f"Going on with the game of {', '.join(history.header.players)} ({title}) from {path}."
