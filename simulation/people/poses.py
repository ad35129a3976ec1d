"""Poses of a hand, as bones: laid flat, bent around something, pointing."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from simulation.scene.relief import Bone

KNUCKLES = ((-27, -86, 62, -7), (-8, -93, 70, -1), (11, -90, 65, 4), (28, -79, 51, 10))
"""Of the four fingers: where they begin (x, y), their length in millimetres, their lean in degrees."""
ROUND = 1.2
"""A finger that is bent more than this shows its knuckle and no nail."""

Nail = tuple[float, float, float, float]
"""Its place (x, y) in millimetres, its direction in radians, its width in millimetres."""


@dataclass(frozen=True)
class Pose:
    """How the fingers are held. spread: 0 together, 1.5 wide. curl: of each finger, 0 straight, 2 a fist.

    fingers, thumb: whether they are seen at all.
    """

    spread: float
    curl: tuple[float, float, float, float]
    fingers: bool = True
    thumb: bool = True


def _even(spread: float, curl: float) -> Pose:
    return Pose(spread, (curl,) * 4)


POSES: Mapping[str, Pose] = MappingProxyType(
    {
        "lay": _even(0.2, 0.5),
        "sweep": _even(1.5, 0.1),
        "rest": Pose(0.7, (0.3, 0.35, 0.4, 0.5)),
        "fist": Pose(0.1, (1.9, 2.0, 2.0, 1.9)),
        "grip": Pose(0.9, (1.1, 1.2, 1.2, 1.1)),
        "point": Pose(0.1, (0.05, 1.8, 1.9, 1.9)),
        "pluck": Pose(0.1, (0.6, 1.3, 1.6, 1.7)),
        "drum-0": Pose(0.8, (1.1, 0.45, 0.5, 0.6)),
        "drum-1": Pose(0.8, (0.4, 1.15, 0.9, 0.5)),
        "drum-2": Pose(0.8, (0.4, 0.45, 1.0, 1.2)),
        "hold": Pose(0.3, (1.5, 1.5, 1.6, 1.6), thumb=False),
        "thumb": Pose(0.3, (0.0, 0.0, 0.0, 0.0), fingers=False),
    }
)
"""By name. `hold` and `thumb` belong together: the hand below what it holds, and the thumb upon it."""


def bones_of(pose: Pose, rng: np.random.Generator) -> tuple[list[Bone], list[Nail]]:
    """Give the bones of a hand whose wrist is at (0, 0) and whose fingers go upwards, and its nails."""
    bones: list[Bone] = []
    nails: list[Nail] = []
    for (x, y, length, lean), curl in zip(KNUCKLES, pose.curl, strict=True):
        if not pose.fingers:
            break
        angle = math.radians(lean * pose.spread + rng.normal(0, 1.5))
        dx, dy = math.sin(angle), -math.cos(angle)
        thick = 9.2 if x < 20 else 7.9
        # What is bent further than a relaxed finger comes back towards the palm.
        more = max(0.0, curl - 1)
        reach = (0, 0.46 * length, (0.76 - 0.22 * more) * length, length * (1 - 0.25 * curl - 0.3 * more))
        heights = (6, 10 - 2 * curl, 4 - 9 * curl, -4 - 16 * curl)
        radii = (thick + 1.4, thick, thick - 0.9, thick - 2.0)
        spots = [(x + dx * r, y + dy * r, h) for r, h in zip(reach, heights, strict=True)]
        for k in range(3):
            bones.append(Bone(spots[k], spots[k + 1], (radii[k], radii[k + 1])))
        bones.append(Bone((x * 0.55, -8, 0), (x, y, 4), (17, 11.5)))
        tip = spots[3]
        if curl < ROUND:
            nails.append((tip[0] - dx * 1.0, tip[1] - dy * 1.0, angle, radii[3] * 0.66))
    if pose.thumb:
        spread = pose.spread
        thumb = ((-20, -20, -2), (-45, -52, 0), (-52 - 3 * spread, -82, -4), (-44 - 5 * spread, -107, -9))
        for k, thick_ in enumerate(((17, 12), (11.5, 10), (10, 8))):
            bones.append(Bone(thumb[k], thumb[k + 1], thick_))
        angle = math.atan2(thumb[3][0] - thumb[2][0], thumb[2][1] - thumb[3][1])
        nails.append((thumb[3][0], thumb[3][1], angle, 6.0))
    return bones, nails
