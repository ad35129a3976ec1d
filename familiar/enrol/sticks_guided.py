"""``familiar enrol --sticks`` with the camera: nine times a stick is laid down and taken when it is still."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from device.camera import Camera, LiveCamera
from device.errors import BrokenPicture
from familiar.calibrated import locked_to
from familiar.enrol.sticks import keep
from familiar.source import the_camera
from familiar.tell import Tell
from games.sticks import COLORS, NOTCHES, SIDES, notches
from table.settings.config import Config
from texts import listed
from vision.errors import BadProfile, UnfitPicture
from vision.interval import FrameInterval
from vision.motion import stillness
from vision.sticks import find as stick_find
from vision.sticks import reader as stick_reader
from vision.sticks.enrol import LabelledPicture, SidesUnknown, learn, see
from vision.sticks.profile import StickProfile, set_name
from vision.sticks.sets import name_of

REST = 600
"""Milliseconds without motion from which nobody's hand moves the stick any more."""

ANOTHER = 0.0005
"""Share of the picture that must have changed for another stick, or another side of it, to lie there."""

TIMEOUT_S = 5.0

Ask = Callable[[str], str]


def run(name: str, config: Config, tell: Tell, ask: Ask, camera: Camera | None = None) -> int:
    """Take nine pictures, learn a set from them and keep it; give 0.

    ask: puts a question to whoever sits there. Raises BadProfile, and the root errors of the rooms.
    """
    called = set_name(name_of(name))
    if camera is None and config.camera.source == "simulated":
        raise BadProfile(
            "no sticks are learnt from the simulated table: give another --camera, or --from FOLDER"
        )
    with camera or the_camera(config, locked_to(config)) as opened:
        shown = _take(opened, tell)
    return keep(_learn(shown, called, ask), name)


def _take(camera: Camera, tell: Tell) -> list[LabelledPicture]:
    """Lead through the nine ways to lie. Raises BadProfile where the pictures end before."""
    taken: list[LabelledPicture] = []
    watch, before, said = stillness.StillnessDetector(REST), None, ""
    interval = FrameInterval()
    every = [(color, count) for color in COLORS for count in NOTCHES]
    for number, (color, count) in enumerate(every, 1):
        tell(f"{number} of 9: lay the {color} stick alone beneath the camera, {notches(count)} on top.")
        while len(taken) < number:
            image = next_image(camera, interval)
            if image is None:
                raise BadProfile(f"the pictures ended before {color}-{count} was seen: nothing is kept")
            if not watch.push(image, interval.passed):
                continue
            now = stillness.small(image, stillness.CHANGE_WIDTH_PX)
            if before is not None and unchanged(before, now):
                continue
            shown = LabelledPicture(color, count, None, image, f"{color}-{count}")
            try:
                see(shown, stick_find.shipped(), stick_reader.shipped())
            except UnfitPicture as error:
                if str(error) != said:
                    tell(said := str(error))
                continue
            taken.append(shown)
            before, said = now, ""
    return taken


def next_image(camera: Camera, interval: FrameInterval) -> np.ndarray | None:
    """Give the camera's next picture, uint8 (H, W, 3) BGR; None at their end. Raises CameraError.

    interval: is told when a live camera took it; the pace of other pictures is their own.
    """
    while True:
        try:
            frame = camera.read(TIMEOUT_S)
        except BrokenPicture:
            continue
        if frame is not None and isinstance(camera, LiveCamera):
            interval.taken(frame.time)
        return None if frame is None else frame.image


def unchanged(before: np.ndarray, now: np.ndarray) -> bool:
    """Tell whether two small pictures show the same table."""
    if before.shape != now.shape:
        return False
    mask = stillness.changed(before, now)
    return cv2.countNonZero(mask) < ANOTHER * mask.size


def _learn(shown: list[LabelledPicture], name: str, ask: Ask) -> StickProfile:
    """Learn the set; where nobody can tell its sides, whoever sits there is asked for them."""
    finder, reader = stick_find.shipped(), stick_reader.shipped()
    try:
        return learn(shown, name, finder, reader)
    except SidesUnknown:
        return learn([_named(each, ask) for each in shown], name, finder, reader)


def _named(shown: LabelledPicture, ask: Ask) -> LabelledPicture:
    while True:
        words = ask(
            f"Which two sides did the {shown.color} stick show with {notches(shown.notches)} up "
            f"({listed(SIDES)}; destiny is the blank one)?"
        ).lower()
        sides = sorted({word for word in words.replace(",", " ").split() if word in SIDES})
        if len(sides) == 2:
            return replace(shown, sides=(sides[0], sides[1]))
