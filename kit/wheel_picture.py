"""Draw bid wheels and trump tags as pictures, as they lie on the simulated table; `wheels` prints them."""

import math
from functools import cache

import cv2
import numpy as np

from kit.marker import modules
from kit.mat_picture import INK, PAPER
from kit.wheels import COVERED, INKS, RING
from vision.wheels import printed

BRASS = (88, 150, 176)
SIZE_MM = (2 * printed.DISC_RADIUS, 2 * printed.DISC_RADIUS)
"""What a wheel's picture shows, the pin in its middle."""

PER_MM = 5
"""Pixels a millimetre."""

_FINER = 16
"""OpenCV takes sixteenths of a pixel."""


def wheel_picture(color: int, place: float) -> tuple[np.ndarray, np.ndarray]:
    """Draw a wheel with a place of its disc in the window, in between where `place` is not whole.

    Gives uint8 (H, W, 3) BGR and where it is, uint8 (H, W).
    """
    disc, round_ = _disc(color)
    cover, there = _cover(color)
    middle = (disc.shape[1] / 2 - 0.5, disc.shape[0] / 2 - 0.5)
    way = cv2.getRotationMatrix2D(middle, printed.turn_of(1) * place, 1.0)
    turned = cv2.warpAffine(disc, way, disc.shape[1::-1], flags=cv2.INTER_LINEAR, borderValue=PAPER)
    # The window's edge throws a narrow shadow onto the disc.
    under = cv2.multiply(turned, _shade(color), scale=1 / 255)
    upon = cv2.merge([there] * 3)
    seen = cv2.multiply(cover, upon, scale=1 / 255)
    return cv2.add(seen, cv2.multiply(under, cv2.bitwise_not(upon), scale=1 / 255)), round_


def back_picture() -> tuple[np.ndarray, np.ndarray]:
    """Draw the back of a wheel: bare paper, and the legs of the pin."""
    picture, there = _paper(), _round(printed.DISC_RADIUS)
    for way in (-1, 1):
        cv2.line(picture, _pixel((0.0, 0.0)), _pixel((way * 14.0, 0.0)), BRASS, 3 * PER_MM, cv2.LINE_AA)
    return picture, there


def tag_picture(suit: int, words: str) -> tuple[np.ndarray, np.ndarray]:
    """Draw a trump tag with its word: uint8 (H, W, 3) BGR and where it is, uint8 (H, W)."""
    width, height = (round(each * PER_MM) for each in printed.TAG_OUTLINE)
    picture = np.full((height, width, 3), PAPER, np.uint8)
    corners = printed.square_mm(printed.TAG_SIZE, printed.TAG_AT) + np.array(printed.TAG_OUTLINE) / 2
    _marker(picture, printed.tag_id(suit), corners * PER_MM)
    _words(picture, words, (width / 2, height - 8.0 * PER_MM), 7.0)
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), INK, PER_MM // 3)
    return picture, np.full((height, width), 255, np.uint8)


@cache
def _shade(color: int) -> np.ndarray:
    """Give what the cover leaves of the light on the disc, of 255: uint8 (H, W, 3)."""
    near = cv2.GaussianBlur(_cover(color)[1], (0, 0), 0.4 * PER_MM)
    return cv2.merge([cv2.convertScaleAbs(near, alpha=-0.35, beta=255)] * 3)


@cache
def _disc(color: int) -> tuple[np.ndarray, np.ndarray]:
    picture = _paper()
    for place in range(printed.PLACES):
        at, turn = printed.on_disc(place, printed.NUMBER_AT), printed.turn_of(place)
        corners = printed.square_mm(printed.NUMBER_SIZE, at, turn)
        _marker(picture, printed.place_id(color, place), _canvas(corners))
        _digits(picture, COVERED if place == printed.COVERED else str(place), place)
    return picture, _round(printed.DISC_RADIUS)


@cache
def _cover(color: int) -> tuple[np.ndarray, np.ndarray]:
    picture, there = _paper(), _round(printed.COVER_RADIUS)
    ink = tuple(int(INKS[color][place : place + 2], 16) for place in (5, 3, 1))
    ring = _round(printed.COVER_RADIUS) - _round(printed.COVER_RADIUS - RING)
    picture[ring > 127] = ink
    left, top, width, height = printed.WINDOW
    box = np.array(
        [(left, top - 9), (left + width, top - 9), (left + width, top + height), (left, top + height)]
    )
    cv2.fillPoly(there, [_fine(_canvas(box))], 0, cv2.LINE_8, 4)
    _marker(
        picture, printed.cover_id(color), _canvas(printed.square_mm(printed.COVER_SIZE, printed.COVER_AT))
    )
    _words(picture, printed.COLORS[color], _canvas(np.array([(0.0, 20.0)]))[0], 8.0, ink)
    cv2.circle(picture, _pixel((0.0, 0.0)), round(printed.PIN * PER_MM), BRASS, -1, cv2.LINE_AA)
    return picture, there


def _paper() -> np.ndarray:
    side = round(2 * printed.DISC_RADIUS * PER_MM)
    return np.full((side, side, 3), PAPER, np.uint8)


def _round(radius: float) -> np.ndarray:
    mask = np.zeros(_paper().shape[:2], np.uint8)
    cv2.fillPoly(mask, [_fine(_canvas(printed.circle_mm(radius, 180)))], 255, cv2.LINE_AA, 4)
    return mask


def _canvas(points: np.ndarray) -> np.ndarray:
    """Turn millimetres from the pin into pixels of a wheel's picture."""
    found: np.ndarray = (np.asarray(points) + printed.DISC_RADIUS) * PER_MM
    return found


def _pixel(point: tuple[float, float]) -> tuple[int, int]:
    x, y = _canvas(np.array(point)).round().astype(int)
    return int(x), int(y)


def _fine(points: np.ndarray) -> np.ndarray:
    found: np.ndarray = ((points - 0.5) * _FINER).round().astype(np.int32)
    return found


def _marker(picture: np.ndarray, marker: int, corners: np.ndarray) -> None:
    """Draw a marker with its four corners at these pixels."""
    low, high = np.floor(corners.min(0)).astype(int) - 1, np.ceil(corners.max(0)).astype(int) + 2
    picture, corners = picture[low[1] : high[1], low[0] : high[0]], corners - low
    cells = np.where(modules(printed.DICTIONARY, marker), 0, 255).astype(np.uint8)
    large = cv2.resize(cells, None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST)
    side = len(large)
    source = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32) - 0.5
    way = cv2.getPerspectiveTransform(source, (corners - 0.5).astype(np.float32))
    size = picture.shape[1::-1]
    weight = cv2.warpPerspective(np.full_like(large, 255), way, size)[..., None].astype(np.float32) / 255
    white = cv2.warpPerspective(large, way, size)[..., None].astype(np.float32) / 255
    drawn = np.array(PAPER) * white + np.array(INK) * (weight - white)
    picture[:] = (picture * (1 - weight) + drawn).astype(np.uint8)


def _digits(picture: np.ndarray, words: str, place: int) -> None:
    """Write a number on the disc, upright where it stands in the window."""
    side = round(2 * printed.DIGITS_SIZE * PER_MM)
    flat = np.full((side, side, 3), 255, np.uint8)
    _words(flat, words, (side / 2, side / 2), printed.DIGITS_SIZE, (0, 0, 0))
    way = cv2.getRotationMatrix2D((side / 2 - 0.5, side / 2 - 0.5), -printed.turn_of(place), 1.0)
    turned = cv2.warpAffine(flat, way, (side, side), borderValue=(255, 255, 255))
    left, top = (_canvas(np.array(printed.on_disc(place, printed.DIGITS_AT))) - side / 2).round().astype(int)
    part = picture[top : top + side, left : left + side]
    np.minimum(part, np.maximum(turned, INK).astype(np.uint8), out=part)


def _words(
    picture: np.ndarray,
    words: str,
    middle: tuple[float, float] | np.ndarray,
    em: float,
    ink: tuple[int, ...] = INK,
) -> None:
    """Write words around a pixel; `em` in mm."""
    scale, thick = em * PER_MM / 30, max(1, math.ceil(em * PER_MM / 10))
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    at = (round(float(middle[0]) - width / 2), round(float(middle[1]) + height / 2))
    cv2.putText(picture, words, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, thick, cv2.LINE_AA)
