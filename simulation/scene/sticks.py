"""Throwing sticks in the picture of a simulated table: drawn under its light, blurred as its lens blurs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.render.sticks import renderer
from models.render.sticks.material import Material
from models.render.sticks.solid import Measures, StickBody, place, prism
from simulation.scene.painter import Painter, region
from simulation.scene.view import View

RIDGE_MM = 7.0
"""The height at which the blur of a shadow is measured: the middle of a stick's side."""
HELD_MM = 18.0
"""From one stick in a hand to the next."""


@dataclass(frozen=True)
class PrintedStick:
    """A stick as it lies; `grain`: seeds its print, so that it looks the same in every picture."""

    body: StickBody
    grain: int


def paint_sticks(
    painter: Painter, picture: np.ndarray, sticks: Sequence[PrintedStick], material: Material, motion: int = 0
) -> None:
    """Draw sticks into a picture, uint8 (H, W, 3) BGR, each under the light of its own place.

    By the painter's algorithm, from the farthest to the nearest. motion: length in pixels of a smear.
    """
    centre = np.asarray(painter.view.centre, float)
    corners = [_corners(each.body, material.measures) for each in sticks]
    for number in renderer.order(corners, centre):
        stick = sticks[number]
        rng = np.random.default_rng(stick.grain)
        light = _light_at(painter, stick.body)
        (vertices,) = renderer.render_sticks(picture, painter.view, [stick.body], material, light, rng)
        _soften(painter, picture, vertices, motion)


def vertices_of(view: View, body: StickBody, measures: Measures) -> np.ndarray:
    """Give where a stick's edges end in the picture, float32 (6, 2) pixels."""
    return np.asarray(view.project3(_corners(body, measures)), np.float32)


def in_hand(body: StickBody, number: int, centre: np.ndarray, towards: float, height: float) -> StickBody:
    """Give a stick as a hand holds it: across the palm, under the fingers.

    number: its place in the hand, from 0. centre: (2,) in mm, height: of the hand. towards: the arm's
    direction in degrees.
    """
    across = math.radians(towards)
    spot = centre + np.array([-math.sin(across), math.cos(across)]) * (30 + HELD_MM * number)
    at = (float(spot[0]), float(spot[1]))
    angle = across + 0.1 * number
    return replace(body, pose="lying", tilt=0.0, roll=0.0, lift=height, angle=angle, middle_mm=at)


def _corners(body: StickBody, measures: Measures) -> np.ndarray:
    return place(body, measures).world(prism(measures)).reshape(6, 3)


def _light_at(painter: Painter, body: StickBody) -> renderer.Light:
    """Give the table's lamp as sticks are lit by it: as dark a shadow, falling as far."""
    light = painter.light
    towards = np.array([-light.fall[0], -light.fall[1], 1.0])
    towards /= np.linalg.norm(towards)
    # The lamp's share of the light on the cloth, from how dark its shadow is in the picture.
    keeps = (1 - light.strength) ** 2.2
    sky = float(towards[2]) * keeps / (1 - keeps)
    x, y = painter.view.project(np.array([body.middle_mm]))[0]
    w, h = painter.view.size
    gain = light.gain[int(np.clip(y, 0, h - 1)), int(np.clip(x, 0, w - 1))]
    soft = light.softness * RIDGE_MM / 15
    return renderer.Light(((towards, 1.0, soft),), sky, 0.35, light.cast * gain)


def _soften(painter: Painter, picture: np.ndarray, vertices: np.ndarray, motion: int) -> None:
    """Blur a stick that was drawn as the lens blurs, and smear one that moves."""
    blur = painter.blur
    where = region(vertices, painter.view.size, 4 + 4 * blur + motion)
    if where is None:
        return
    part = picture[where]
    origin = np.array([where[1].start, where[0].start])
    mask = np.zeros(part.shape[:2], np.float32)
    hull = cv2.convexHull(vertices.astype(np.float32))[:, 0] - origin
    cv2.fillConvexPoly(mask, (hull * 16).round().astype(np.int32), 1.0, cv2.LINE_AA, 4)
    soft: np.ndarray = part.astype(np.float32)
    if motion > 1:
        soft = cv2.blur(soft, (motion, motion))
    soft = cv2.GaussianBlur(soft, (0, 0), blur)
    near = cv2.dilate(mask, np.ones((3, 3)), iterations=1 + round(2 * blur) + motion // 2)
    weight = cv2.GaussianBlur(near, (0, 0), 1.0)[..., None]
    part[:] = cv2.convertScaleAbs(part * (1 - weight) + soft * weight)
