"""Tell what is seen and why it is asked: worked out only when somebody looks at it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from device.camera import Frame
from games.sticks import symbols
from table.eye.calibration import Calibration
from table.view.snapshot import Snapshot, question_to_dict
from texts import say
from vision.calibrate.survey import survey
from vision.types import Corners, Reading, Sight, StickReading, ThrowSight

AGAIN_S = 3.0
"""Seconds for which the light and the sharpness of a picture are told again before they are measured anew."""

MEASURED = ("light", "glare", "focus")
"""What is told of light and lens: the rest is for a table without cards and hands."""

MOST_OTHERS = 3


class Watching(Protocol):
    """As much of the watch as is used here."""

    def seen(self) -> tuple[Frame | None, Sight | ThrowSight | None]:
        """Give the last picture, and what the eye said last."""
        ...


class Holds(Protocol):
    """As much of the host as is used here."""

    @property
    def snapshot(self) -> Snapshot:
        """Give the table as it is now."""
        ...


class Seeing:
    """Puts together what the page "what I see" shows; nothing of it is any player's secret."""

    def __init__(
        self,
        watch: Watching,
        host: Holds,
        calibration: Calibration | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._watch, self._host, self._calibration, self._clock = watch, host, calibration, clock
        self._lock = threading.Lock()
        self._measured: tuple[float, list[dict[str, str]]] | None = None

    def __call__(self) -> dict[str, Any]:
        """Tell what is seen now, ready for JSON."""
        frame, sight = self._watch.seen()
        snapshot = self._host.snapshot
        public = snapshot.public
        return {
            "number": snapshot.number,
            "frame": None if frame is None else self._frame(frame),
            "table": self._table(frame),
            "readings": _readings(sight),
            "again": sight.throw.again if isinstance(sight, ThrowSight) else None,
            "findings": [] if frame is None else self._measure(frame.image),
            "game": public["game"],
            "edition": public.get("edition"),
            "players": public["players"],
            "expects": {"kind": snapshot.expectation.kind, "player": snapshot.expectation.player},
            "questions": [
                {"why": each["why"], "player": each["player"], "cards": each["cards"]}
                for each in map(question_to_dict, snapshot.questions)
            ],
            "doubt": None if snapshot.throw is None else snapshot.throw.doubt,
            "out_of_step": snapshot.out_of_step,
            "trouble": snapshot.trouble,
            "advice": snapshot.advice,
            "calibrated": None if self._calibration is None else self._calibration.marked,
        }

    def _frame(self, frame: Frame) -> dict[str, Any]:
        height, width = frame.image.shape[:2]
        age = max(0.0, self._clock() - frame.time)
        return {"number": frame.number, "size": [width, height], "age": round(age, 2)}

    def _table(self, frame: Frame | None) -> list[list[float]]:
        known = self._calibration
        if frame is None or known is None or known.size != frame.image.shape[1::-1]:
            return []
        return [[round(x, 1), round(y, 1)] for x, y in known.table]

    def _measure(self, image: np.ndarray) -> list[dict[str, str]]:
        """Measure light and lens, at most once in AGAIN_S however many look."""
        with self._lock:
            now = self._clock()
            if self._measured is None or now - self._measured[0] >= AGAIN_S:
                known = self._calibration
                fits = known is not None and known.size == image.shape[1::-1]
                found = survey([image], known.outline() if known is not None and fits else None).findings
                said = [
                    {"name": each.name, "level": each.level, "said": each.said, "remedy": each.remedy}
                    for each in found
                    if each.name in MEASURED
                ]
                self._measured = (now, said)
            return self._measured[1]


def _readings(sight: Sight | ThrowSight | None) -> list[dict[str, Any]]:
    match sight:
        case Sight():
            return [_card(seen.reading) for seen in sight.lying]
        case ThrowSight():
            return [_stick(each, False) for each in sight.throw.sticks] + [
                _stick(each, True) for each in sight.aside
            ]
    return []


def _card(reading: Reading) -> dict[str, Any]:
    others = [[name, round(float(share), 4)] for name, share in reading.alternatives[:MOST_OTHERS]]
    known = {"kind": "card", "card": reading.card, "state": reading.state}
    return {**known, **_about(reading, reading.corners), "others": others}


def _stick(reading: StickReading, aside: bool) -> dict[str, Any]:
    others = [
        [say("{notches} · {sides}", notches=count, sides=symbols(sides)), round(float(p), 4)]
        for (count, sides), p in reading.alternatives
    ]
    return {
        "kind": "stick",
        "color": reading.color,
        "notches": reading.notches,
        "sides": list(reading.sides),
        "aside": aside,
        **_about(reading, reading.corners),
        "others": others[:MOST_OTHERS],
    }


def _about(reading: Reading | StickReading, corners: Corners) -> dict[str, Any]:
    return {
        "confidence": round(float(reading.confidence), 4),
        "asks": bool(reading.asks),
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in corners],
    }
