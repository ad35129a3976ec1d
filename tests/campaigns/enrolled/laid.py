"""Pictures of cards that lie in rows, and of one card alone, as a camera above a table gives them."""

from collections.abc import Sequence

import cv2
import numpy as np
from enrolled.drawn import Deck, Lamp, lit

from models.render.crops import lay
from models.render.tables.surfaces import surface

SIZE = (1920, 1080)


def in_rows(
    deck: Deck,
    names: Sequence[str],
    rng: np.random.Generator,
    light: Lamp,
    *,
    rows: int = 2,
    turned: bool = False,
) -> np.ndarray:
    """Lay cards in rows, each a little askew: uint8 (1080, 1920, 3) BGR. turned: from the other side."""
    wide, high = SIZE
    out = surface(rng, (high, wide))
    columns = -(-len(names) // rows)
    tall = min(high / rows / 1.18, wide / columns / 1.18 * 1.5)
    tilt = rng.normal(0, 0.02)
    for i, name in enumerate(names):
        at = (
            np.array([(i % columns + 0.5) * wide / columns, (i // columns + 0.5) * high / rows])
            + rng.normal(0, 0.015, 2) * tall
        )
        angle = tilt + rng.normal(0, 0.03) + (np.pi if rng.random() < 0.3 else 0)
        _lay(out, deck, name, at, angle, tall * 0.92, rng)
    seen = out[::-1, ::-1] if turned else out
    return _taken(np.ascontiguousarray(seen), rng, light)


def alone(deck: Deck, name: str, rng: np.random.Generator, light: Lamp) -> np.ndarray:
    """Lay one card somewhere on a table: uint8 (720, 1280, 3) BGR."""
    out = surface(rng, (720, 1280))
    at = np.array([640, 360]) + rng.normal(0, 60, 2)
    _lay(out, deck, name, at, float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(250, 420)), rng)
    return _taken(out, rng, light)


def _lay(
    out: np.ndarray,
    deck: Deck,
    name: str,
    at: np.ndarray,
    angle: float,
    tall: float,
    rng: np.random.Generator,
) -> None:
    face, mask = deck.faces[name]
    while face.shape[0] >= 2 * tall:
        half = (face.shape[1] // 2, face.shape[0] // 2)
        face, mask = (cv2.resize(part, half, interpolation=cv2.INTER_AREA) for part in (face, mask))
    wide = tall * face.shape[1] / face.shape[0]
    box = np.array([[-wide, -tall], [wide, -tall], [wide, tall], [-wide, tall]]) / 2
    c, s = np.cos(angle), np.sin(angle)
    lay(
        out,
        face,
        mask,
        (box @ np.array([[c, s], [-s, c]]) + at).astype(np.float32),
        float(rng.uniform(0.1, 0.5)),
    )


def _taken(out: np.ndarray, rng: np.random.Generator, light: Lamp) -> np.ndarray:
    seen = cv2.GaussianBlur(lit(out, light), (0, 0), float(rng.uniform(0.5, 1.0))).astype(np.float32)
    seen += rng.normal(0, rng.uniform(1, 3), (*seen.shape[:2], 1))
    data = cv2.imencode(".jpg", np.clip(seen, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    return cv2.imdecode(data, cv2.IMREAD_COLOR)
