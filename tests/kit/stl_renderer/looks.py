"""Draw how a table looks: its top, its light, the plastic of the sticks, and the camera's film."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

TOP_MM = 1700.0
TOP_SIZE = 2048

FILAMENTS = {
    "red": ((0.55, 0.02, 0.03), (0.42, 0.03, 0.02), (0.62, 0.06, 0.05), (0.35, 0.01, 0.03)),
    "black": ((0.018, 0.018, 0.018), (0.03, 0.03, 0.033), (0.045, 0.042, 0.04), (0.012, 0.013, 0.016)),
    "white": ((0.80, 0.80, 0.78), (0.72, 0.70, 0.62), (0.66, 0.55, 0.38), (0.85, 0.85, 0.85)),
}
"""Linear RGB; the white one may be of a natural, woody tone."""

INKS = {
    "red": ((0.85, 0.85, 0.82), (0.012, 0.012, 0.012), (0.75, 0.55, 0.08)),
    "black": ((0.85, 0.85, 0.82), (0.60, 0.60, 0.62), (0.70, 0.50, 0.12)),
    "white": ((0.015, 0.015, 0.015), (0.02, 0.03, 0.20), (0.10, 0.05, 0.02)),
}


@dataclass(frozen=True)
class Light:
    """A far lamp: unit directions towards it (N, 3), and the colour (3,) that each of them sends."""

    directions: np.ndarray
    color: np.ndarray
    shiny: bool


@dataclass(frozen=True)
class Film:
    """How light becomes a picture: exposure, curve, white balance, blur (pixels), noise, JPEG's quality."""

    exposure: float
    curve: str
    balance: np.ndarray
    blur: float
    noise: float
    vignette: float
    quality: int


def noise(rng, cells):
    """Draw smooth noise (TOP_SIZE, TOP_SIZE) about 0 from a coarse grid of cells (across, down)."""
    grid = rng.normal(size=(max(2, cells[1]), max(2, cells[0]))).astype(np.float32)
    return cv2.resize(grid, (TOP_SIZE, TOP_SIZE), interpolation=cv2.INTER_CUBIC)


def draw_top(rng):
    """Draw a table's top: linear RGB (TOP_SIZE, TOP_SIZE, 3) float32, TOP_MM wide."""
    kind = rng.choice(["wood", "planks", "felt", "plain", "checked", "striped", "marble", "dots"])
    base = draw_tone(rng)
    y, x = np.mgrid[0:TOP_SIZE, 0:TOP_SIZE].astype(np.float32) * (TOP_MM / TOP_SIZE)
    soft = noise(rng, (6, 6)) * 0.05
    if kind in ("wood", "planks"):
        base = np.array([0.42, 0.24, 0.12]) * rng.uniform(0.25, 1.6) * rng.uniform(0.9, 1.1, 3)
        grain = noise(rng, (rng.integers(6, 14), rng.integers(120, 400)))
        rings = np.sin(y / rng.uniform(4, 14) + noise(rng, (5, 14)) * 3)
        shade = 1 + 0.12 * grain + 0.08 * rings
        if kind == "planks":
            wide = rng.uniform(70, 160)
            plank = (y // wide).astype(int)
            shade = shade * rng.uniform(0.8, 1.2, plank.max() + 1)[plank]
            shade[(y % wide) < 1.2] *= 0.35
    elif kind == "felt":
        shade = 1 + 0.10 * noise(rng, (900, 900)) + soft
    elif kind == "checked":
        cell = rng.uniform(12, 50)
        weave = 0.6 + 0.4 * ((x // cell) % 2) + 0.4 * ((y // cell) % 2)
        shade = weave * (1 + 0.05 * noise(rng, (700, 700)))
    elif kind == "striped":
        period = rng.uniform(15, 90)
        shade = 1 + 0.35 * np.sign(np.sin((x + rng.uniform(-0.3, 0.3) * y) * 2 * math.pi / period))
    elif kind == "marble":
        veins = np.abs(noise(rng, (7, 7)) + 0.5 * noise(rng, (20, 20)))
        shade = 0.75 + 0.3 * np.minimum(veins * 2, 1) + 0.03 * noise(rng, (300, 300))
    elif kind == "dots":
        pitch = rng.uniform(18, 45)
        near = np.hypot(x % pitch - pitch / 2, y % pitch - pitch / 2)
        shade = np.where(near < pitch * rng.uniform(0.1, 0.3), rng.uniform(0.4, 1.9), 1.0) + soft
    else:
        shade = 1 + soft + 0.02 * noise(rng, (500, 500))
    return (base * np.maximum(shade, 0.05)[..., None]).clip(0.004, 0.9).astype(np.float32)


def draw_tone(rng):
    """Draw any colour, linear RGB (3,)."""
    hue = np.array([[[rng.integers(0, 180), rng.integers(0, 200), rng.integers(25, 250)]]], np.uint8)
    return (cv2.cvtColor(hue, cv2.COLOR_HSV2RGB)[0, 0] / 255.0) ** 2.2


def draw_lights(rng):
    """Draw a main lamp or window, perhaps a second one, and what the room sends from everywhere."""
    lights = [_lamp(rng, rng.uniform(0.9, 2.2), 9)]
    if rng.random() < 0.5:
        lights.append(_lamp(rng, rng.uniform(0.2, 0.9), 5))
    around = []
    for i in range(12):
        up = math.sqrt((i + 0.5) / 12)
        angle = 2.39996 * i + rng.uniform(0, 0.4)
        flat = math.sqrt(1 - up * up)
        around.append([flat * math.cos(angle), flat * math.sin(angle), max(up, 0.3)])
    around = np.array(around)
    around /= np.linalg.norm(around, axis=1, keepdims=True)
    color = _warmth(rng) * rng.uniform(0.25, 1.1) / 12 * 1.5
    return [*lights, Light(around, color, False)]


def _lamp(rng, strength, samples):
    high, angle = math.radians(rng.uniform(25, 85)), rng.uniform(0, 2 * math.pi)
    middle = np.array([math.cos(high) * math.cos(angle), math.cos(high) * math.sin(angle), math.sin(high)])
    spread = rng.uniform(0.02, 0.28)
    side = np.cross(middle, [0.0, 0.3, 1.0])
    side /= np.linalg.norm(side)
    other = np.cross(middle, side)
    directions = []
    for i in range(samples):
        out, turn = spread * math.sqrt((i + 0.5) / samples), 2.39996 * i
        direction = middle + out * (math.cos(turn) * side + math.sin(turn) * other)
        direction[2] = max(direction[2], 0.12)
        directions.append(direction / np.linalg.norm(direction))
    return Light(np.array(directions), _warmth(rng) * strength / samples, True)


def _warmth(rng):
    warm = rng.uniform(-0.25, 0.35)
    return np.array([1 + warm * 0.6, 1.0, 1 - warm])


def draw_film(rng):
    """Draw a camera's way with light."""
    return Film(
        exposure=math.exp(rng.normal(0, 0.22)),
        curve=str(rng.choice(["filmic", "filmic", "flat"])),
        balance=rng.uniform(0.92, 1.08, 3),
        blur=rng.uniform(0.3, 1.0),
        noise=rng.uniform(0.002, 0.018),
        vignette=rng.uniform(0, 0.35),
        quality=int(rng.integers(78, 96)),
    )


def develop(film, light, rng):
    """Turn light (h, w, 3) linear RGB into a picture uint8 (h, w, 3) BGR."""
    height, width = light.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    far = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2
    light = light * (film.balance * film.exposure) * (1 - film.vignette * far)[..., None]
    light = cv2.GaussianBlur(light.astype(np.float32), (0, 0), film.blur)
    light = np.maximum(light + rng.normal(size=light.shape) * film.noise * np.sqrt(light + 0.02), 0)
    if film.curve == "filmic":
        # Narkowicz's fit of the ACES curve, then the display's gamma.
        light = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14)
    picture = np.clip(light, 0, 1) ** (1 / 2.2)
    return (picture[..., ::-1] * 255 + 0.5).astype(np.uint8)
