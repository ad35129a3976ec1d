"""Photometric augmentation: what a camera, drawn at random, makes of a drawn picture.

Cards and sticks have a chain each, `photograph` and `develop`: they were made apart, for networks that
were trained apart.
"""

from functools import cache

import cv2
import numpy as np

MILD = 0.3
"""Share of pictures as a good camera over a well lit table takes them."""


def photograph(
    rng: np.random.Generator, picture: np.ndarray, worst: float = 0.4, mild: float = MILD
) -> np.ndarray:
    """Take a picture of cards anew with a camera drawn at random: uint8 (H, W, 3) in and out.

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


def _uneven(rng: np.random.Generator, h: int, w: int, edges: float, steep: float, most: float) -> np.ndarray:
    """Draw uneven light or a soft shadow's edge, as factors: float32 (h, w, 1).

    edges: how often it is an edge; steep, most: how sharp that is, and how much the light differs, at most.
    """
    angle, y, x = rng.uniform(0, 2 * np.pi), np.linspace(-1, 1, h)[:, None], np.linspace(-1, 1, w)[None]
    ramp = np.cos(angle) * x + np.sin(angle) * y
    if rng.random() < edges:
        ramp = np.tanh((ramp + rng.uniform(-0.7, 0.7)) * rng.uniform(2, steep))
    return (1 + rng.uniform(0.05, most) * ramp[..., None]).astype(np.float32)


def _illuminated(rng: np.random.Generator, f: np.ndarray) -> np.ndarray:
    """Light a picture, float32 (H, W, 3) of 0..1, in place: gradient or shadow, cast, exposure, glare."""
    h, w = f.shape[:2]
    if rng.random() < 0.5:
        f *= _uneven(rng, h, w, 0.4, 25, 0.38)
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


def develop(rng: np.random.Generator, picture: np.ndarray, held_out: bool) -> np.ndarray:
    """Take a picture of sticks anew with a camera drawn at random: uint8 (H, W, 3) in and out.

    Light, tone curve, lens, sensor, compression; a narrower choice than that of cards, with other tone
    curves.

    held_out: let a curve with a lifted black come up, too, which never trains.
    """
    h, w = picture.shape[:2]
    f: np.ndarray = picture.astype(np.float32) * np.float32(1 / 255)
    if rng.random() < 0.5:
        f *= _uneven(rng, h, w, 0.3, 20, 0.35)
    cast = rng.normal(0, 0.07, 3) + rng.normal(0, 0.1) * np.array([-1, 0, 1])
    f *= np.exp(cast).astype(np.float32)
    f *= np.float32(np.exp(rng.normal(-0.03, 0.28)) if rng.random() < 0.87 else rng.uniform(0.22, 0.5))
    curve = rng.random()
    if curve < 0.3:  # filmic: soft shoulder
        times = rng.uniform(1.2, 2.2)
        f = (1 - np.exp(-times * f)) / np.float32(1 - np.exp(-times) * rng.uniform(0.6, 1))
    elif curve < 0.5:  # contrast
        f = np.clip(f, 0, 1)
        f += np.float32(rng.uniform(0.2, 1.0)) * (f * f * (3 - 2 * f) - f)
    elif curve < 0.75:
        f = cv2.pow(np.clip(f, 0, 4), float(rng.uniform(0.7, 1.4)))
    if held_out and rng.random() < 0.4:
        f = np.float32(rng.uniform(0.02, 0.1)) + f * np.float32(rng.uniform(0.75, 0.92))
    if rng.random() < 0.15:
        gray = f.mean(2, keepdims=True)
        f = gray + (f - gray) * np.float32(rng.uniform(0.55, 1.45))
    blur = rng.random()
    if blur < 0.55:
        f = cv2.GaussianBlur(f, (0, 0), float(rng.uniform(0.3, 0.9)))
    elif blur < 0.62:
        n, turn = rng.uniform(1, 3.5), rng.uniform(0, np.pi)
        kernel = np.zeros((9, 9), np.float32)
        for t in np.linspace(-n / 2, n / 2, 13):
            kernel[round(4 + t * np.sin(turn)), round(4 + t * np.cos(turn))] += 1
        f = cv2.filter2D(f, -1, kernel / kernel.sum())
    elif blur < 0.72:
        f = cv2.addWeighted(f, 1.7, cv2.GaussianBlur(f, (0, 0), 1.1), -0.7, 0)
    sigma = float(rng.choice([0.003, 0.01, 0.025, 0.04], p=[0.35, 0.38, 0.2, 0.07]))
    f += rng.standard_normal(f.shape, np.float32) * np.float32(sigma)
    out = (np.clip(f, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.4:
        out = _compressed(out, int(rng.integers(45, 96)))
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
    """Draw the noise that all pictures of cards take theirs from: float32 (2 ** 20,) of variance one."""
    return np.random.default_rng(5).standard_normal(1 << 20, np.float32)


def _grain(rng: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Give noise of variance one, from somewhere in a long stretch of it that is drawn but once."""
    count = int(np.prod(shape))
    stretch = _noise()
    if count > len(stretch):
        return rng.standard_normal(shape, np.float32)
    start = int(rng.integers(len(stretch) - count + 1))
    return stretch[start : start + count].reshape(shape)
