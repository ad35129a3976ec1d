"""How throwing sticks fall: where each comes to lie, and the falls that do not count."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from games.sticks import COLORS, KIT, Stick, Table, beside
from models.render.sticks.solid import Measures, StickBody, section

SPREAD_MM = 62.0
"""How far from the middle sticks fall (standard deviation): dropped from 20 cm they roll a hand's breadth."""
DROPPED_MM = (55.0, 35.0)
"""How far from the middle of the table a hand drops them (standard deviation): everybody does elsewhere."""
REACH_MM = (250.0, 165.0)
"""Half the field in which they come to rest."""
GAP_MM = 2.0
"""Between sticks that do not touch, at least."""
TOUCHING = 0.04
"""How often two sticks come to lie side by side, touching: such a throw counts."""
TROUBLES = {"overlap": 0.5, "leaning": 0.2, "standing": 0.05, "missing": 0.15, "off_table": 0.1}
"""How a throw that does not count fell, and how often each."""
GONE = ("missing", "off_table")
"""Troubles of which a camera sees one stick too few."""
TRIES = 400
"""Places that are tried for a stick, by rejection, before there is no room."""


@dataclass(frozen=True)
class Fall:
    """What a throw shows, and why it does not count; None: it counts. The truth, which no camera has seen."""

    sticks: tuple[Stick, ...]
    trouble: str | None = None


def draw_fall(
    rng: np.random.Generator, colors: Sequence[str], table: Table = KIT, *, bad: float = 0.06, others: int = 0
) -> Fall:
    """Throw sticks of these colours, each as likely on any side.

    bad: how often they fall so that they must be thrown again. others: sticks that lie there already.
    """
    sticks = []
    for color in colors:
        notches = int(rng.integers(3))
        sticks.append(Stick(color, notches, beside(table[COLORS.index(color)][notches])))
    if rng.random() >= bad:
        return Fall(tuple(sticks))
    alone = len(colors) + others < 2
    kinds = {
        kind: share for kind, share in TROUBLES.items() if not (alone and kind in ("overlap", "leaning"))
    }
    shares = np.array(list(kinds.values()))
    return Fall(tuple(sticks), str(rng.choice(list(kinds), p=shares / shares.sum())))


def settle(
    rng: np.random.Generator,
    fall: Fall,
    measures: Measures,
    lying: Sequence[StickBody] = (),
    table: Table = KIT,
    centre: tuple[float, float] = (0.0, 0.0),
) -> list[StickBody]:
    """Find where the sticks of a throw come to rest beside those that lie there; what is gone is left out.

    centre: above which they are dropped, in millimetres.
    """
    order = [fall.sticks[k] for k in rng.permutation(len(fall.sticks))]
    if fall.trouble in GONE:
        order = order[1:]
    down = list(lying)
    upper = fall.trouble in ("overlap", "leaning")
    for number, stick in enumerate(order):
        body = _body(rng, stick, table)
        last = number == len(order) - 1
        if last and upper:
            body = (_across if fall.trouble == "overlap" else _against)(rng, body, down, measures)
        else:
            beside_last = down[len(lying) :] and rng.random() < TOUCHING
            body = (
                _beside(rng, body, down, measures, centre)
                if beside_last
                else _free(rng, body, down, measures, centre)
            )
            if last and fall.trouble == "standing":
                roll = float(rng.uniform(0, 2 * math.pi))
                body = replace(body, pose="standing", tilt=math.pi / 2, roll=roll)
        down.append(body)
    return down[len(lying) :]


def _body(rng: np.random.Generator, stick: Stick, table: Table) -> StickBody:
    hidden = stick.hidden
    assert hidden is not None and stick.notches is not None
    row = table[COLORS.index(stick.color)]
    return StickBody(stick.color, stick.notches, hidden, turned=bool(rng.random() < 0.5), opposite=row)


def _free(
    rng: np.random.Generator,
    body: StickBody,
    down: Sequence[StickBody],
    measures: Measures,
    centre: tuple[float, float],
) -> StickBody:
    """Lay a stick where it touches no other; on a crowded table it rolls further."""
    for number in range(TRIES):
        spot = rng.normal(centre, SPREAD_MM * (1 + number / 100), 2)
        laid = _lay(body, spot, float(rng.uniform(0, 2 * math.pi)))
        if _inside(laid) and all(apart(laid, other, measures, GAP_MM) for other in down):
            return laid
    raise ValueError("there is no room left on the table for another stick")


def _beside(
    rng: np.random.Generator,
    body: StickBody,
    down: Sequence[StickBody],
    measures: Measures,
    centre: tuple[float, float],
) -> StickBody:
    """Lay a stick along the newest one, so that they touch; freely where others are in the way."""
    other = down[-1]
    turn = other.angle + float(rng.normal(0, 0.004))
    across = np.array([-math.sin(turn), math.cos(turn)]) * (1 if rng.random() < 0.5 else -1)
    along = np.array([math.cos(turn), math.sin(turn)]) * rng.normal(0, 8)
    spot = np.array(other.middle_mm) + across * (measures.side + 0.4 + rng.exponential(0.4)) + along
    laid = _lay(body, spot, turn + math.pi * int(rng.integers(2)))
    if _inside(laid) and all(apart(laid, each, measures, 0.0) for each in down):
        return laid
    return _free(rng, body, down, measures, centre)


def _across(
    rng: np.random.Generator, body: StickBody, down: Sequence[StickBody], measures: Measures
) -> StickBody:
    """Lay a stick over the newest one: one end on the table, or balanced on its ridge."""
    under = down[-1]
    turn = under.angle + float(rng.uniform(0.5, math.pi - 0.5)) + math.pi * int(rng.integers(2))
    axis = np.array([math.cos(turn), math.sin(turn)])
    ridge = np.array([math.cos(under.angle), math.sin(under.angle)])
    spot = np.array(under.middle_mm) + ridge * rng.uniform(-0.4, 0.4) * measures.length
    if rng.random() < 0.75:
        far = float(rng.uniform(0.35, 0.8)) * measures.length
        tilt = math.atan2(measures.height, far)
        middle = spot + axis * (measures.length / 2 - far) * math.cos(tilt)
        return replace(_lay(body, middle, turn), pose="crossing", tilt=tilt)
    middle = spot + axis * rng.uniform(-0.15, 0.15) * measures.length
    return replace(_lay(body, middle, turn), pose="crossing", lift=measures.height)


def _against(
    rng: np.random.Generator, body: StickBody, down: Sequence[StickBody], measures: Measures
) -> StickBody:
    """Lean a stick along the newest one: it stands on an edge and rests on the other's side."""
    other = down[-1]
    roll = math.radians(rng.uniform(25, 60))
    turn = other.angle
    across = np.array([-math.sin(turn), math.cos(turn)])
    along = np.array([math.cos(turn), math.sin(turn)]) * rng.normal(0, 10)
    flat, leant = _outline(0.0, 0.0, measures), _outline(roll, 0.0, measures)
    away = 3 * measures.side
    while cv2.intersectConvexConvex(flat, (leant + (away, 0)).astype(np.float32))[0] <= 0:
        away -= 0.2
    spot = np.array(other.middle_mm) + across * (away + 0.2) + along
    return replace(_lay(body, spot, turn), pose="leaning", roll=roll)


def _outline(roll: float, lift: float, measures: Measures) -> np.ndarray:
    """Give a rolled cross-section that stands on the table, float32 (3, 2): across and up."""
    c, s = math.cos(roll), math.sin(roll)
    turned = section(measures) @ np.array([[c, s], [-s, c]])
    turned[:, 1] += lift - turned[:, 1].min()
    return turned.astype(np.float32)


def _lay(body: StickBody, spot: np.ndarray, angle: float) -> StickBody:
    return replace(body, middle_mm=(float(spot[0]), float(spot[1])), angle=angle)


def _inside(body: StickBody) -> bool:
    return all(abs(at) < most for at, most in zip(body.middle_mm, REACH_MM, strict=True))


def apart(one: StickBody, other: StickBody, measures: Measures, gap: float) -> bool:
    """Tell whether two sticks that lie keep `gap` millimetres between their footprints."""
    area, _ = cv2.intersectConvexConvex(_footprint(one, measures, gap), _footprint(other, measures, 0.0))
    return area <= 0


def _footprint(body: StickBody, measures: Measures, gap: float) -> np.ndarray:
    size = (measures.length + 2 * gap, measures.side + 2 * gap)
    box = cv2.boxPoints(((0.0, 0.0), size, math.degrees(body.angle)))
    return (box + np.array(body.middle_mm, np.float32)).astype(np.float32)
