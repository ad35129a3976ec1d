"""Compositing flat things into the camera's picture: cards, packets of cards, arms, and their shadows.

By the painter's algorithm: whoever calls paints what lies beneath first. A sheet is warped by a homography,
supersampled, lit, blurred as by the lens, and blended by its alpha; a shadow is its outline, moved along the
light, blurred and darkened.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from simulation.scene.light import Light
from simulation.scene.view import View

Region = tuple[slice, slice]
"""A part of a picture: its rows, its columns."""
Pictures = np.ndarray | tuple[np.ndarray, ...]
"""A picture, uint8 (H, W, 3) BGR, or several of one size into all of which the same is painted."""


@dataclass(frozen=True)
class Sheet:
    """A flat picture with its outline, lying anywhere: a textured quad.

    colour: uint8 (h, w, 3) BGR; alpha: uint8 (h, w), 255 inside.
    """

    colour: np.ndarray
    alpha: np.ndarray


def region(points: np.ndarray, size: tuple[int, int], margin: float) -> Region | None:
    """Give the part of a picture of `size` (w, h) around points (N, 2), None where they lie outside of it.

    margin: pixels that it reaches beyond them.
    """
    x0, y0 = np.floor(points.min(axis=0) - margin).astype(int)
    x1, y1 = np.ceil(points.max(axis=0) + margin).astype(int) + 1
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, size[0]), min(y1, size[1])
    return (slice(int(y0), int(y1)), slice(int(x0), int(x1))) if x1 > x0 and y1 > y0 else None


def _all(picture: Pictures) -> tuple[np.ndarray, ...]:
    return picture if isinstance(picture, tuple) else (picture,)


class Painter:
    """Lights what it paints as the table is lit, and blurs it as the lens does.

    blur: standard deviation of the lens' point spread, in pixels.
    """

    def __init__(self, view: View, light: Light, blur: float) -> None:
        self.view = view
        self.light = light
        self.blur = blur
        # Each colour by itself: an axis of length three is what NumPy is slow at.
        self._lit = cv2.merge([light.gain * each for each in light.cast])

    def paint(
        self,
        picture: Pictures,
        sheet: Sheet,
        corners: np.ndarray,
        *,
        fine: bool = True,
        motion: float = 0.0,
    ) -> None:
        """Lay a sheet into the picture with its four corners (4, 2) at these pixels.

        fine: whether the sheet has edges and small print that must come out without jags.
        motion: length in pixels of a smear upwards and downwards.
        """
        place = region(corners, self.view.size, 4 + 3 * self.blur + motion)
        if place is None:
            return
        colour, alpha = self._warp(sheet, corners, place, 2 if fine else 1)
        # All three colours in one go, without an axis of length three that numpy would run along.
        lit = cv2.multiply(colour, cv2.merge((alpha,) * 3), scale=1 / 255, dtype=cv2.CV_32F)
        # OpenCV takes a plain number too, which its types do not say.
        weight = cv2.multiply(alpha, 1 / 255, dtype=cv2.CV_32F)  # type: ignore[call-overload]
        if motion >= 1:
            kernel = (1, int(motion) | 1)
            lit, weight = cv2.blur(lit, kernel), cv2.blur(weight, kernel)
        lit, weight = (cv2.GaussianBlur(each, (0, 0), self.blur) for each in (lit, weight))
        lit = cv2.multiply(lit, self._lit[place], dst=lit)
        keep = cv2.merge((1 - weight,) * 3)
        for each in _all(picture):
            kept = cv2.multiply(each[place], keep, dtype=cv2.CV_32F)
            each[place] = cv2.add(lit, kept, dtype=cv2.CV_8U)

    @staticmethod
    def _warp(sheet: Sheet, corners: np.ndarray, place: Region, times: int) -> tuple[np.ndarray, np.ndarray]:
        """Warp into a place, supersampled `times` along each axis so that edges come out smooth.

        Gives colour, uint8 (h, w, 3), and alpha, uint8 (h, w), of the size of the place.
        """
        h, w = sheet.alpha.shape
        origin = np.array([place[1].start, place[0].start], np.float32)
        size = (place[1].stop - place[1].start, place[0].stop - place[0].start)
        source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
        target = (corners - origin + 0.5) * times - 0.5
        there = cv2.getPerspectiveTransform(source, target.astype(np.float32))
        large = (size[0] * times, size[1] * times)
        colour = cv2.warpPerspective(
            sheet.colour, there, large, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        alpha = cv2.warpPerspective(sheet.alpha, there, large, flags=cv2.INTER_LINEAR)
        if times == 1:
            return colour, alpha
        colour, alpha = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (colour, alpha))
        return colour, alpha

    def fill(self, picture: Pictures, colour: np.ndarray, mask: np.ndarray, place: Region) -> None:
        """Paint one colour, (3,) BGR, lit, into a part of the picture by its mask, uint8 (h, w)."""
        weight = (mask.astype(np.float32) / 255)[..., None]
        lit = colour * self._lit[place]
        for each in _all(picture):
            each[place] = cv2.convertScaleAbs(each[place] * (1 - weight) + lit * weight)

    def shadow(self, picture: Pictures, outline: np.ndarray, ground: float, above: float) -> None:
        """Darken the picture around a sheet, whose outline (N, 2) is in millimetres.

        ground: height of what the shadow falls on. above: how far the sheet floats over that; with less than
        5 mm it touches somewhere, and the narrow dark line of contact is drawn as well.
        """
        light, scale = self.light, self.view.focal / self.view.distance
        falls = [(above, max(0.35, light.softness * above), light.strength)]
        if above < 5:
            falls.append((0.15, 0.8, 0.35))
        for lift, soft, strength in falls:
            points = self.view.project(outline + np.array(light.fall) * lift, ground)
            sigma = max(0.7, soft * scale)
            place = region(points, self.view.size, 3 * sigma + 2)
            if place is None:
                continue
            left = 1 - self._blob(points, place, sigma) * np.float32(strength)
            keep = cv2.merge((left,) * 3)
            for each in _all(picture):
                each[place] = cv2.multiply(each[place], keep, dtype=cv2.CV_8U)

    @staticmethod
    def _blob(points: np.ndarray, place: Region, sigma: float) -> np.ndarray:
        """Fill and blur a polygon (N, 2): float32 (h, w), 0 to 1; a wide blur is done at a coarser scale."""
        step = max(1, int(sigma / 3))
        size = (place[1].stop - place[1].start, place[0].stop - place[0].start)
        coarse = (-(-size[0] // step), -(-size[1] // step))
        mask = np.zeros((coarse[1], coarse[0]), np.uint8)
        local = (points - (place[1].start, place[0].start) + 0.5) / step - 0.5
        cv2.fillPoly(mask, [np.round(local * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.6, sigma / step))
        if step > 1:
            mask = cv2.resize(mask, (coarse[0] * step, coarse[1] * step), interpolation=cv2.INTER_LINEAR)
            mask = mask[: size[1], : size[0]]
        return mask.astype(np.float32) / 255

    def sides(
        self,
        picture: np.ndarray,
        outline: np.ndarray,
        bottom: float,
        top: float,
        paper: tuple[float, float, float],
        rng: np.random.Generator,
        jitter: float,
    ) -> None:
        """Paint the sides of a packet of cards between two heights: thin edges of paper, never flush.

        outline: (N, 2) millimetres; bottom, top: millimetres; paper: BGR; jitter: of a card, in half
        millimetres (standard deviation).
        """
        for height in np.arange(bottom, top, 0.5):
            points = self.view.project(outline + rng.normal(0, jitter, 2) * 0.5, float(height))
            place = region(points, self.view.size, 3)
            if place is None:
                continue
            local = np.round((points - (place[1].start, place[0].start)) * 16).astype(np.int32)
            mask = np.zeros((place[0].stop - place[0].start, place[1].stop - place[1].start), np.uint8)
            cv2.fillPoly(mask, [local], 255, cv2.LINE_AA, 4)
            tone = np.array(paper, np.float32) * np.float32(rng.uniform(0.62, 0.95))
            self.fill(picture, tone, mask, place)

    def cloth(self, texture: np.ndarray, to_mm: np.ndarray) -> np.ndarray:
        """Give the picture of the empty table, uint8 (H, W, 3) BGR, from a texture, uint8 (h, w, 3).

        to_mm: the homography (3, 3) from the texture's pixels to millimetres.
        """
        there = self.view.homography() @ to_mm
        seen = cv2.warpPerspective(
            texture, there, self.view.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        seen = cv2.GaussianBlur(seen, (0, 0), self.blur)
        return cv2.multiply(seen, self._lit, dtype=cv2.CV_8U)
