"""``familiar watch``: what the live eye sees of a camera, a video or a folder, without a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from device.camera import Camera, LiveCamera
from device.errors import BrokenPicture, CameraError
from device.health import Judge
from familiar.calibrated import known_table
from familiar.configured import LIVE
from familiar.eyes import open_eye
from familiar.read.cards import cards_of
from familiar.source import the_camera
from familiar.tell import Tell
from familiar.watch.pictures import Timed, timed
from games.cards import EDITIONS
from simulation.robots.wizard.drawn import DrawnGame
from table.eye.calibrated import CalibratedEye
from table.eye.exposed import ExposedEye
from table.eye.protocol import Paced, Sees
from table.settings.config import Config
from texts import say, spoken
from vision.errors import UnknownDeck
from vision.types import Sight

NEVER_AT_REST = say("the pictures ended before anything was seen at rest")
SIGNS = {"sure": "", "marked": "~", "asks": "?"}


def run(config: Config, deck: str, pace: float, as_json: bool, tell: Tell, warn: Tell) -> int:
    """Tell what lies before the configured camera, a line whenever it changes, until its end or Ctrl-C.

    Gives 1 where a picture could not be read, else 0. Raises the root errors of the rooms.
    """
    failed: list[BrokenPicture] = []

    def broken(error: BrokenPicture) -> None:
        failed.append(error)
        warn(spoken(error))

    def advise(text: str | None) -> None:
        if text is not None:
            warn(text)

    source = config.camera.source
    if source == "simulated" and deck not in EDITIONS:
        raise UnknownDeck(f"the deck {deck!r} does not lie on the simulated table: only us and amigo do")
    eye: Sees = ExposedEye(open_eye(deck), advise)
    locked = None
    if source.startswith(LIVE):
        calibration, uncalibrated = known_table(config)
        if uncalibrated:
            warn(uncalibrated)
        if calibration is not None:
            locked = calibration.settings
            eye = CalibratedEye(eye, calibration, advise)
    camera: Camera = DrawnGame(deck) if source == "simulated" else the_camera(config, locked)
    with camera, suppress(KeyboardInterrupt):
        pictures = timed(camera, pace, broken)
        judged = _fit(pictures) if isinstance(camera, LiveCamera) else ((each, None) for each in pictures)
        for line in changes(eye, judged, _json if as_json else _text):
            tell(line)
    return 1 if failed else 0


def changes(
    eye: Sees, pictures: Iterator[tuple[Timed, str | None]], write: Callable[[Timed, Sight], str]
) -> Iterator[str]:
    """Give a line for what lies there at first, and one whenever that changes.

    pictures: each with why it is no picture of the table, or None.
    """
    seen: Sight | None = None
    last, told = None, None
    for picture, unfit in pictures:
        last = picture
        if unfit is None and isinstance(eye, Paced):
            eye.taken(picture.time)
        if unfit is None and isinstance(now := eye.look(picture.frame.image), Sight):
            seen = now
        if seen is None and unfit is None:
            continue
        sight = seen or Sight()
        sight = sight if unfit is None else replace(sight, trouble=unfit)
        said = (cards_of(tuple(each.reading for each in sight.lying)), _states(sight), sight.trouble)
        if said != told:
            told = said
            yield write(picture, sight)
    if told is None and last is not None:
        yield write(last, Sight((), NEVER_AT_REST))


def _states(sight: Sight) -> list[tuple[int, str]]:
    return [(each.id, each.reading.state) for each in sight.lying]


def _fit(pictures: Iterator[Timed]) -> Iterator[tuple[Timed, str | None]]:
    """Judge a real camera's pictures. Raises CameraError where it froze."""
    judge = Judge()
    for picture in pictures:
        verdict = judge.judge(picture.frame.image, picture.frame.time)
        if verdict.reopen:
            raise CameraError(verdict.text)
        if verdict.good or verdict.text is not None:
            yield picture, verdict.text


def _json(picture: Timed, sight: Sight) -> str:
    cards = cards_of(tuple(each.reading for each in sight.lying))
    keys = ("card", "confidence", "state", "alternatives", "corners")
    lying = [
        {"id": number, **{key: {**card, "state": state}[key] for key in keys}}
        for (number, state), card in zip(_states(sight), cards, strict=True)
    ]
    number, at = picture.frame.number, round(picture.time, 3)
    return json.dumps({"picture": number, "time": at, "lying": lying, "trouble": sight.trouble})


def _text(picture: Timed, sight: Sight) -> str:
    cards = [each.reading.card + SIGNS[each.reading.state] for each in sight.lying]
    trouble = [] if sight.trouble is None else [f"({sight.trouble})"]
    return f"{picture.time:.1f} s: {' '.join([*(cards or ['nothing']), *trouble])}"
