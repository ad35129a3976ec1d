"""Table tops: felt, wood, stone and patterned cloth, drawn by chance."""

import cv2
import numpy as np


def surface(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Draw a table top of `shape` (h, w): uint8 (h, w, 3) BGR."""
    h, w = shape
    kind = int(rng.integers(6))
    base = np.array(_BASES[int(rng.integers(len(_BASES)))], np.float32) * rng.uniform(0.6, 1.2) + rng.normal(
        0, 12, 3
    )
    out = np.empty((h, w, 3), np.float32)
    out[:] = base
    if kind == 0:  # felt
        out += rng.standard_normal((h, w, 1), np.float32) * rng.uniform(2, 12)
    elif kind in (1, 2):  # wood
        lines = rng.standard_normal((max(2, h // int(rng.integers(2, 9))), 4), np.float32)
        grain = cv2.resize(lines, (w, h), interpolation=cv2.INTER_CUBIC)
        if rng.random() < 0.5:
            grain = np.ascontiguousarray(cv2.resize(grain.T, (w, h)))
        out += grain[..., None] * rng.uniform(4, 22)
        if rng.random() < 0.3:
            out[:: int(rng.integers(24, 70))] -= 40
    elif kind == 3:  # patterned cloth
        step = int(rng.integers(6, 40))
        other = base + rng.normal(0, 60, 3)
        if rng.random() < 0.5:
            out[(np.arange(h) // step) % 2 == 0] = other
            out[:, (np.arange(w) // step) % 2 == 0] = (out[:, (np.arange(w) // step) % 2 == 0] + other) / 2
        else:
            for _ in range(int(rng.integers(5, 40))):
                center = (int(rng.integers(w)), int(rng.integers(h)))
                cv2.circle(
                    out,
                    center,
                    int(rng.integers(1, 1 + step)),
                    tuple(float(v) for v in other + rng.normal(0, 20, 3)),
                    -1,
                )
    elif kind == 4:  # stone, clouds
        coarse = rng.standard_normal((int(rng.integers(3, 20)), int(rng.integers(3, 20)), 1), np.float32)
        out += cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)[..., None] * rng.uniform(3, 25)
    return np.clip(out, 0, 255).astype(np.uint8)


_BASES = (
    (70, 110, 30), (60, 90, 20), (110, 60, 30), (40, 30, 110), (30, 30, 35),
    (120, 120, 120), (180, 185, 185), (225, 230, 232), (60, 95, 140), (90, 130, 175),
    (130, 170, 205), (40, 60, 90), (200, 190, 160), (160, 120, 90), (90, 60, 120),
)  # fmt: skip
"""Blue, green and red of usual tables: felts, woods, greys, white."""
