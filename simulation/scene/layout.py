"""The layout of a table: where seats, trick, won tricks, stock and bid wheels are.

Millimetres from the middle of the table, x to the right, y towards seat 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

EDGE_MM = (470.0, 270.0)
"""About half the field of the camera (`simulation.scene.view`)."""
PILE_MM = (345.0, 178.0)
"""Half axes of the ellipse on which won tricks are put, each before its seat."""
WHEEL_MM = (385.0, 196.0)
"""The same of bid wheels: at the edge of the picture, and nearer to the hand than the won tricks."""
WHEEL_BESIDE_MM = (34.0, 0.0, 68.0, -34.0)
"""How far to the right of its seat a wheel lies, the first of these that is free."""
WHEEL_NEARER = (1.0, 0.95, 0.9, 0.85, 0.8)
"""Shares of the way out there that are tried where none of those is free."""
NEARER_PILE_MM = 13.0
"""How much nearer to a wheel won tricks may lie than the stock, whose card is read."""
WHEEL_CLEAR_MM = 112.0
"""From the middle of a wheel to that of a packet of cards, at least: then neither lies upon the other."""
STOCK_MM = (262.0, 138.0)
"""Half axes of the ellipse on which the stock finds a place."""
SPOT_MM = (46.0, 36.0)
"""Half axes of the ellipse on which players lay their cards: the trick."""


@dataclass(frozen=True)
class Layout:
    """Places, (2,) in millimetres, and angles in degrees clockwise, one of each for every seat.

    homes: where a player's arm comes from. spots: where he lays. wheels: where his bid wheel lies. piles: his
    won tricks. angles: how a card is turned that he reads upright.
    """

    homes: tuple[np.ndarray, ...]
    spots: tuple[np.ndarray, ...]
    wheels: tuple[np.ndarray, ...]
    piles: tuple[np.ndarray, ...]
    angles: tuple[float, ...]
    stock: tuple[float, float]
    stock_angle: float

    def free_place(self, others: Sequence[np.ndarray]) -> tuple[float, float]:
        """Give the place, in millimetres, that is farthest from what lies there and from these others."""
        taken = [*others, *self.piles, np.array(self.stock), np.zeros(2)]
        spots = [np.array((x, y)) for x in range(-300, 301, 30) for y in range(-160, 161, 20)]
        best = max(spots, key=lambda spot: min(float(np.linalg.norm(spot - each)) for each in taken))
        return float(best[0]), float(best[1])


def plan(rng: np.random.Generator, seats: int) -> Layout:
    """Seat players evenly, clockwise from the lower edge, and find the stock a free place."""
    drift = math.radians(rng.uniform(-6, 6))
    rays = [math.pi / 2 + drift + 2 * math.pi * k / seats for k in range(seats)]
    sides = [np.array([math.cos(ray), math.sin(ray)]) for ray in rays]
    homes = tuple(side * EDGE_MM * 1.25 + np.array([-side[1], side[0]]) * -28 for side in sides)
    piles = []
    for side in sides:
        beside = np.array([-side[1], side[0]])
        piles.append(side * PILE_MM + beside * (92 + rng.normal(0, 4)))
    turns = np.radians(np.arange(0, 360, 6))
    places = np.column_stack([np.cos(turns) * STOCK_MM[0], np.sin(turns) * STOCK_MM[1]])
    free = [min(_gaps(place, piles, homes)) + rng.uniform(0, 3) for place in places]
    stock = places[int(np.argmax(free))]
    angles = tuple(math.degrees(ray) - 90 for ray in rays)
    return Layout(
        homes=homes,
        spots=tuple(side * SPOT_MM for side in sides),
        wheels=tuple(_wheel_place(side, stock, piles) for side in sides),
        piles=tuple(piles),
        angles=angles,
        stock=(float(stock[0]), float(stock[1])),
        stock_angle=float(rng.choice([0, 90, 180]) + rng.normal(0, 8)),
    )


def _wheel_place(side: np.ndarray, stock: np.ndarray, piles: list[np.ndarray]) -> np.ndarray:
    """Find the first place for a wheel before a seat that is clear of all packets, or else the clearest.

    A card that lies upon a wheel is asked about, so nobody lays a wheel beneath the stock.
    """
    beside = np.array([side[1], -side[0]])

    def gap(place: np.ndarray, stock_mm: float = 0.0) -> float:
        away = [float(np.linalg.norm(place - pile)) for pile in piles]
        return min([float(np.linalg.norm(place - stock)) - stock_mm, *away])

    usual = [side * WHEEL_MM + beside * aside for aside in WHEEL_BESIDE_MM]
    others = [side * WHEEL_MM * far + beside * aside for far in WHEEL_NEARER for aside in range(-90, 91, 10)]
    others.sort(key=lambda place: float(np.linalg.norm(place - usual[0])))
    places = [*usual, *(place for place in others if (np.abs(place) < WHEEL_MM).all())]
    clear = next((place for place in places if gap(place, NEARER_PILE_MM) > WHEEL_CLEAR_MM), None)
    # Where it is crowded a wheel lies nearer to won tricks than to the turned-up card, which is read.
    return clear if clear is not None else max(places, key=lambda place: gap(place, NEARER_PILE_MM))


def _gaps(place: np.ndarray, piles: list[np.ndarray], homes: tuple[np.ndarray, ...]) -> list[float]:
    """Tell how far a place is from each pile and from each way of an arm to the middle."""
    gaps = [float(np.linalg.norm(place - pile)) for pile in piles]
    for home in homes:
        along = float(np.clip(place @ home / (home @ home), 0, 1))
        gaps.append(1.3 * float(np.linalg.norm(place - along * home)))
    return gaps
