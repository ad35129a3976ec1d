"""Light a table with bodies on it and take its picture."""

import math

import cv2
import numpy as np
from stl_renderer.looks import TOP_MM, develop
from stl_renderer.mesh import unit_normals
from stl_renderer.raster import Shade, nearest

FINE = 3
"""Samples a pixel and direction where bodies or their shadows may be."""

WHITE_PAPER = 0.78
"""What unprinted paper sends back of the light."""

_SHADOW = 2.6
"""How far a shadow reaches, in heights of what throws it: no lamp stands lower than 25 degrees."""


def take(camera, bodies, paints, top, lights, film, rng):
    """Take a picture uint8 (h, w, 3) BGR.

    paints: a body's (base, ink, gloss, tightness) in linear RGB, in the order of `bodies`.
    """
    width, height = camera.size
    y, x = np.mgrid[0:height, 0:width].astype(np.float64) + 0.5
    open_sky = sum(light.directions[:, 2].sum() * light.color for light in lights)
    picture = _top_color(top, _ground(camera, x, y)) * open_sky
    world = _World(camera, bodies, paints, top, lights)
    for left, upper, right, lower in _windows(camera, bodies):
        picture[upper:lower, left:right] = world.render(left, upper, right, lower)
    # A camera sets its exposure by the picture's mean, but lets what is white burn out only a little.
    picture *= min(0.28 / max(float(picture.mean()), 0.02), 1.1 / (0.8 * float(open_sky.mean())))
    return develop(film, picture, rng)


def _ground(camera, x, y):
    rays = camera.rays(x, y)
    return camera.centre + rays * (-camera.centre[2] / rays[..., 2])[..., None]


def _top_color(top, points):
    at = ((points[..., :2] + TOP_MM / 2) * (len(top) / TOP_MM)).astype(np.float32)
    color = cv2.remap(top, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return color.astype(np.float64)


def _windows(camera, bodies):
    """Give the parts of the picture (left, upper, right, lower) that bodies and their shadows may reach."""
    windows = []
    for body in bodies:
        low, high = body.triangles.reshape(-1, 3).min(0), body.triangles.reshape(-1, 3).max(0)
        reach = _SHADOW * high[2] + 2
        box = [
            [x, y, z]
            for x in (low[0] - reach, high[0] + reach)
            for y in (low[1] - reach, high[1] + reach)
            for z in (0.0, high[2])
        ]
        pixels, _ = camera.project(np.array(box))
        left, upper = np.floor(pixels.min(0)).astype(int).clip(0)
        right, lower = np.minimum(np.ceil(pixels.max(0)).astype(int), camera.size)
        if left < right and upper < lower:
            windows = _joined(windows, (int(left), int(upper), int(right), int(lower)))
    return windows


def _joined(windows, new):
    """Add a window; those that meet become one, as each is lit by all bodies."""
    for other in windows:
        if other[0] < new[2] and new[0] < other[2] and other[1] < new[3] and new[1] < other[3]:
            rest = [window for window in windows if window is not other]
            both = (*np.minimum(other[:2], new[:2]).tolist(), *np.maximum(other[2:], new[2:]).tolist())
            return _joined(rest, both)
    return [*windows, new]


class _World:
    """All that stands on the table, with the shades of every light."""

    def __init__(self, camera, bodies, paints, top, lights):
        self._camera, self._top, self._lights = camera, top, lights
        self._bodies, self._paints = bodies, paints
        self._triangles = np.concatenate([body.triangles for body in bodies])
        self._normals = unit_normals(self._triangles)
        self._owner = np.concatenate([np.full(len(body.triangles), i) for i, body in enumerate(bodies)])
        self._seen = ((camera.centre - self._triangles[:, 0]) * self._normals).sum(1) > 0
        self._shades = [
            [Shade(self._triangles, self._normals, direction) for direction in light.directions]
            for light in lights
        ]

    def render(self, left, upper, right, lower):
        """Give the light (h, w, 3) that comes from a part of the picture."""
        size = ((right - left) * FINE, (lower - upper) * FINE)
        pixels, ahead = self._camera.project(self._triangles[self._seen])
        winner, nearness = nearest((pixels - [left, upper]) * FINE, 1 / ahead, size, 0.0)
        y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float64)
        x, y = (x + 0.5) / FINE + left, (y + 0.5) / FINE + upper
        points = _ground(self._camera, x, y).reshape(-1, 3)
        color = _top_color(self._top, points.reshape(size[1], size[0], 3)).reshape(-1, 3)
        table = color.mean(0)
        hit = np.flatnonzero(winner.ravel() >= 0)
        which = np.flatnonzero(self._seen)[winner.ravel()[hit]]
        rays = self._camera.rays(x, y).reshape(-1, 3)[hit]
        points[hit] = self._camera.centre + rays / nearness.ravel()[hit, None]
        facing = np.tile([0.0, 0.0, 1.0], (len(points), 1))
        facing[hit] = self._normals[which]
        gloss, tight = np.zeros(len(points)), np.full(len(points), 20.0)
        for index, (body, paint) in enumerate(zip(self._bodies, self._paints, strict=True)):
            own = self._owner[which] == index
            kinds = which[own] - np.flatnonzero(self._owner == index)[0]
            color[hit[own]] = _paint(body, paint, points[hit[own]], kinds)
            gloss[hit[own]], tight[hit[own]] = paint[2], paint[3]
        light = self._light(points, facing, color, gloss, tight, size)
        # What the lit table sends back up onto sides that look down a little.
        light[hit] += color[hit] * table * ((1 - facing[hit, 2]) / 2)[:, None] * 0.8
        shrunk = (right - left, lower - upper)
        return cv2.resize(light.reshape(size[1], size[0], 3), shrunk, interpolation=cv2.INTER_AREA)

    def _light(self, points, facing, color, gloss, tight, size):
        x, y, z = (np.ascontiguousarray(axis.reshape(size[::-1]), np.float32) for axis in points.T)
        nx, ny, nz = (np.ascontiguousarray(axis, np.float32) for axis in facing.T)
        glossy = np.flatnonzero(gloss)
        to_camera = self._camera.centre - points[glossy]
        to_camera /= np.linalg.norm(to_camera, axis=1, keepdims=True)
        diffuse = np.zeros_like(points)
        shine = np.zeros_like(to_camera)
        for light, shades in zip(self._lights, self._shades, strict=True):
            total = np.zeros(len(points), np.float32)
            for direction, shade in zip(light.directions, shades, strict=True):
                dx, dy, dz = direction.astype(np.float32)
                falls = np.maximum(nx * dx + ny * dy + nz * dz, 0) * shade.lit(x, y, z).ravel()
                total += falls
                if light.shiny and len(glossy):
                    half = to_camera + direction
                    half /= np.linalg.norm(half, axis=1, keepdims=True)
                    power = tight[glossy]
                    blink = (facing[glossy] * half).sum(1).clip(0) ** power * (falls[glossy] > 0)
                    shine += (blink * gloss[glossy] * (power + 8) / (8 * math.pi))[:, None] * light.color
            diffuse += total[:, None] * light.color
        lit = color * diffuse
        lit[glossy] += shine
        return lit


def _paint(body, paint, points, kinds):
    """Give the colour of points on a body: a little uneven, its engravings inked."""
    own = (points - body.shift) @ body.turn
    uneven = 1 + 0.05 * np.sin(own[:, 0] * 0.21 + own[:, 1]) * np.sin(own[:, 2] * 1.3 + own[:, 0] * 0.07)
    color = np.asarray(paint[0]) * uneven[:, None]
    if body.solid is not None:
        color[body.solid.inked[kinds]] = paint[1]
        if body.solid.bare is not None:
            color[body.solid.bare[kinds]] = WHITE_PAPER
    return color
