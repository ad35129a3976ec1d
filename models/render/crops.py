"""Training crops: one card as a camera and an imperfect locator would hand it to the reader."""

from functools import cache

import cv2
import numpy as np

from models.labels import CROP_SIZE
from models.render.tables.cloths import cloth
from models.render.tables.distractors import thing
from models.render.tables.surfaces import surface

W, H = CROP_SIZE

MILD = 0.3
"""Share of pictures as a good camera over a well lit table takes them."""


def crop(
    rng: np.random.Generator, face: np.ndarray, mask: np.ndarray, others: list[np.ndarray]
) -> np.ndarray:
    """Draw a card as it comes out of rectification: uint8 (144, 96, 3) BGR.

    face: uint8 (h, w, 3) BGR with its outline mask uint8 (h, w); others: faces that may lie under or over it.
    """
    out = _ground(rng, others)
    spread = float(rng.choice([0.012, 0.025, 0.045], p=[0.45, 0.4, 0.15]))
    corners: np.ndarray = np.array([[0, 0], [W, 0], [W, H], [0, H]], np.float32)
    corners += rng.normal(0, spread, (4, 2)).astype(np.float32) * [W, H]
    corners += (rng.normal(0, spread * 0.7, (1, 2)) * [W, H]).astype(np.float32)
    if rng.random() < 0.12:  # a margin of table all around, or the card's edge cut away
        corners = (corners - [W / 2, H / 2]) * rng.uniform(0.88, 1.06) + [W / 2, H / 2]
    lay(out, face, mask, corners.astype(np.float32), shadow=float(rng.uniform(0, 0.6)))
    if rng.random() < 0.16:
        _cover(rng, out, others)
    if rng.random() < 0.5:
        out = np.ascontiguousarray(out[::-1, ::-1])
    return photograph(rng, out)


def misplaced(
    rng: np.random.Generator, face: np.ndarray, mask: np.ndarray, others: list[np.ndarray]
) -> np.ndarray:
    """Draw what a wrong location shows: table, a card's half, its inner frame; uint8 (144, 96, 3)."""
    out = _ground(rng, others)
    corners: np.ndarray = np.array([[0, 0], [W, 0], [W, H], [0, H]], np.float32)
    kind = rng.random()
    if kind < 0.25:  # inside a card: a court's frame, the pips without the index
        size, shift = rng.uniform(1.25, 2.2, 2) * rng.uniform(0.9, 1.1), rng.normal(0, 0.06, 2) * [W, H]
        corners = (corners - [W / 2, H / 2]) * size + [W / 2, H / 2] + shift
        lay(out, face, mask, corners.astype(np.float32), shadow=0.0)
    elif kind < 0.8:
        far = rng.uniform(0.4, 0.95, 2) * rng.choice([-1, 1], 2)
        if rng.random() < 0.5:
            far[int(rng.integers(2))] *= 0.15
        turn = rng.uniform(-0.6, 0.6) if rng.random() < 0.5 else 0.0
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        corners = (corners - [W / 2, H / 2]) @ matrix.T * rng.uniform(0.5, 1.8) + [W / 2, H / 2]
        lay(out, face, mask, (corners + far * [W, H]).astype(np.float32), shadow=0.3)
    return photograph(rng, out)


def bare(rng: np.random.Generator) -> np.ndarray:
    """Draw a patch of table, or of something upon it, without any card: uint8 (144, 96, 3)."""
    return photograph(rng, thing(rng, (H, W)) if rng.random() < 0.45 else cloth(rng, (H, W)))


def _ground(rng: np.random.Generator, others: list[np.ndarray]) -> np.ndarray:
    """Draw the table, sometimes with another card lying there."""
    out = cloth(rng, (H, W)) if rng.random() < 0.35 else surface(rng, (H, W))
    if others and rng.random() < 0.35:
        other = others[int(rng.integers(len(others)))]
        turn, size = rng.uniform(0, 2 * np.pi), rng.uniform(0.9, 1.1)
        half = np.array([[-W, -H], [W, -H], [W, H], [-W, H]]) / 2 * size
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        at = np.array([W / 2, H / 2]) + rng.uniform(-0.8, 0.8, 2) * [W, H]
        lay(
            out,
            other,
            np.full(other.shape[:2], 255, np.uint8),
            (half @ matrix.T + at).astype(np.float32),
            shadow=0.4,
        )
    return out


def lay(out: np.ndarray, face: np.ndarray, mask: np.ndarray, corners: np.ndarray, shadow: float) -> None:
    """Lay a face with its outline mask upon a picture at `corners`, float32 (4, 2) pixels; shadow: 0..1."""
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 8, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 8, out.shape[1::-1])
    if (high <= low).any():
        return
    part = out[low[1] : high[1], low[0] : high[0]]
    h, w = face.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    size = (part.shape[1], part.shape[0])
    alpha = cv2.warpPerspective(mask, matrix, size, flags=cv2.INTER_LINEAR)[..., None].astype(np.uint16)
    if shadow > 0.1:
        dark = cv2.GaussianBlur(np.roll(alpha[..., 0].astype(np.uint8), (2, 2), (0, 1)), (0, 0), 2.5)
        part[:] = (part * (1 - shadow / 255 * dark[..., None].astype(np.float32))).astype(np.uint8)
    card = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_LINEAR)
    part[:] = ((part * (255 - alpha) + card * alpha) // 255).astype(np.uint8)


def _cover(rng: np.random.Generator, out: np.ndarray, others: list[np.ndarray]) -> None:
    """Hide a part of the card behind another card or a finger; one index at the top left stays free."""
    patch = surface(rng, (H, W))
    if others and rng.random() < 0.7:
        patch = cv2.resize(others[int(rng.integers(len(others)))], (W, H))
    elif rng.random() < 0.7:
        patch[:] = np.clip(np.array([110, 150, 205]) * rng.uniform(0.3, 1.15) + rng.normal(0, 10, 3), 0, 255)
    angle = rng.uniform(-0.5, 2.1)  # normal of the covering edge, always away from the top left
    normal = np.array([np.cos(angle), np.sin(angle)])
    y, x = np.mgrid[0:H, 0:W].astype(np.float32)
    hidden = (x - W / 2) * normal[0] + (y - H / 2) * normal[1] > rng.uniform(0.02, 0.4) * H
    out[hidden] = patch[hidden]


def photograph(
    rng: np.random.Generator, picture: np.ndarray, worst: float = 0.4, mild: float = MILD
) -> np.ndarray:
    """Take a picture anew with a camera drawn at random: uint8 (H, W, 3) in and out.

    In the order of light: resolution, point spread, illumination, tone curve, noise, compression.

    worst: share of the resolution that the smallest picture keeps; mild: share of pictures that a good camera
    takes.
    """
    if rng.random() < mild:
        return _mild(rng, picture)
    out = _spread(rng, _resampled(rng, picture, worst))
    f = _toned(rng, _illuminated(rng, out.astype(np.float32) / np.float32(255)))
    sigma = float(rng.choice([0.004, 0.012, 0.03, 0.045], p=[0.4, 0.38, 0.17, 0.05]))
    f += _grain(rng, f.shape) * np.float32(sigma)
    out = (np.clip(f, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.35:
        out = _compressed(out, int(rng.integers(35, 95)))
    return out


def _resampled(rng: np.random.Generator, picture: np.ndarray, worst: float) -> np.ndarray:
    """Reduce a picture and enlarge it again, mostly: it was smaller in the frame than the reader's input."""
    h, w = picture.shape[:2]
    if rng.random() >= 0.6:
        return picture
    factors = np.exp(rng.uniform(np.log(worst), 0)) * np.ones(2)
    if rng.random() < 0.3:  # seen obliquely
        factors[int(rng.integers(2))] *= rng.uniform(0.6, 1)
    size = (max(8, round(w * factors[0])), max(8, round(h * factors[1])))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (w, h), interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])))


def _spread(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """Convolve with a point spread: Gaussian, a motion's line, a phone's unsharp mask, or none."""
    roll = rng.random()
    if roll < 0.3:
        return cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 1.5)))
    if roll < 0.4:
        n = int(rng.integers(2, 6))
        kernel = np.zeros((7, 7), np.float32)
        direction = rng.uniform(0, np.pi)
        for t in np.linspace(-n / 2, n / 2, 9):
            kernel[round(3 + t * np.sin(direction) * 0.99), round(3 + t * np.cos(direction) * 0.99)] = 1
        return cv2.filter2D(picture, -1, kernel / kernel.sum())
    if roll < 0.5:
        return cv2.addWeighted(picture, 1.8, cv2.GaussianBlur(picture, (0, 0), 1.2), -0.8, 0)
    return picture


def _illuminated(rng: np.random.Generator, f: np.ndarray) -> np.ndarray:
    """Light a picture, float32 (H, W, 3) of 0..1, in place: gradient or shadow, cast, exposure, glare."""
    h, w = f.shape[:2]
    if rng.random() < 0.5:  # uneven light or a soft shadow edge
        angle, y, x = rng.uniform(0, 2 * np.pi), np.linspace(-1, 1, h)[:, None], np.linspace(-1, 1, w)[None]
        ramp = np.cos(angle) * x + np.sin(angle) * y
        if rng.random() < 0.4:
            ramp = np.tanh((ramp + rng.uniform(-0.7, 0.7)) * rng.uniform(2, 25))
        f *= (1 + rng.uniform(0.05, 0.38) * ramp[..., None]).astype(np.float32)
    f *= np.exp(rng.normal(0, 0.10, 3)).astype(np.float32)  # colour cast
    f *= float(np.exp(rng.uniform(np.log(0.28), np.log(1.35))))
    if rng.random() < 0.1:  # glare
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        cx, cy, r = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0.15, 0.5) * w
        f += rng.uniform(0.2, 0.9) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * r * r))[..., None]
    return f


def _toned(rng: np.random.Generator, f: np.ndarray) -> np.ndarray:
    """Give a picture, float (H, W, 3), haze, a gamma and another saturation, each now and then: in 0..1."""
    if rng.random() < 0.35:  # haze and low contrast
        f = f * rng.uniform(0.6, 1) + rng.uniform(0, 0.2)
    f = np.clip(f, 0, 1)
    if rng.random() < 0.5:
        f = cv2.pow(f.astype(np.float32), rng.uniform(0.7, 1.4))
    if rng.random() < 0.1:
        gray = f.mean(2, keepdims=True)
        f = gray + (f - gray) * rng.uniform(0.35, 1.5)
    return f


def _mild(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """Photograph with little blur, noise and cast: uint8 (H, W, 3) in and out."""
    h, w = picture.shape[:2]
    size = (max(8, round(w * rng.uniform(0.55, 1))), max(8, round(h * rng.uniform(0.55, 1))))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    out = cv2.resize(small, (w, h), interpolation=int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])))
    if rng.random() < 0.5:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 0.8)))
    angle, y, x = rng.uniform(0, 2 * np.pi), np.linspace(-1, 1, h)[:, None], np.linspace(-1, 1, w)[None]
    ramp = (np.cos(angle) * x + np.sin(angle) * y)[..., None]
    light = np.exp(rng.normal(0, 0.06, 3)) * rng.uniform(0.55, 1.2) * (1 + rng.uniform(0, 0.2) * ramp)
    f = np.clip(out / 255.0 * light, 0, 1).astype(np.float32)
    f = cv2.pow(f, float(rng.uniform(0.8, 1.25)))
    f += _grain(rng, f.shape) * np.float32(rng.choice([0.004, 0.012]))
    out = (np.clip(f, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.5:
        out = _compressed(out, int(rng.integers(55, 96)))
    return out


def _compressed(picture: np.ndarray, quality: int) -> np.ndarray:
    """Give the picture as JPEG of a quality of 0..100 leaves it: uint8 (H, W, 3) in and out."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    out = cv2.imdecode(data, cv2.IMREAD_COLOR)
    # What was encoded just now can be decoded.
    assert out is not None
    return out


@cache
def _noise() -> np.ndarray:
    return np.random.default_rng(5).standard_normal(1 << 20, np.float32)


def _grain(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Give noise of variance one, from somewhere in a long stretch of it that is drawn but once."""
    count = int(np.prod(shape))
    stretch = _noise()
    if count > len(stretch):
        return rng.standard_normal(shape, np.float32)
    start = int(rng.integers(len(stretch) - count + 1))
    return stretch[start : start + count].reshape(shape)
