"""Things that lie on tables and are no cards, as an erring locator cuts them out."""

import cv2
import numpy as np

from models.render.cards.canvas import text_mask
from models.render.tables.cloths import cloth, color, stamp
from models.render.tables.surfaces import surface


def thing(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Draw something that lies on tables and is no card, filling most of a patch: uint8 (h, w, 3) BGR."""
    h, w = shape
    ground = cloth(rng, shape) if rng.random() < 0.4 else surface(rng, shape)
    kind = int(rng.integers(6))
    if kind == 0:
        return _page(rng, ground)
    if kind == 1:
        return _device(rng, ground)
    if kind == 2:
        return _skin(rng, ground)
    if kind == 3:
        return _round(rng, ground)
    if kind == 4:
        return _box(rng, ground)
    paint = color(rng, 20, 235)  # a sleeve, a napkin: folds and nothing else
    field = cv2.resize(rng.standard_normal((6, 4), np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    out = np.array(paint, np.float32) * (1 + 0.25 * field[..., None])
    return np.clip(out, 0, 255).astype(np.uint8)


def _page(rng: np.random.Generator, ground: np.ndarray) -> np.ndarray:
    """Draw a sheet of paper with writing, a score pad, a newspaper, one edge perhaps in view."""
    h, w = ground.shape[:2]
    out = ground.copy()
    x = int(rng.uniform(-0.2, 0.35) * w) if rng.random() < 0.5 else -1
    out[:, max(0, x) :] = rng.integers(205, 256)
    step = rng.uniform(4, 16)
    lined = rng.random() < 0.5
    for y in np.arange(rng.uniform(0, step), h, step):
        if lined:
            cv2.line(out, (max(0, x), int(y)), (w, int(y)), (210, 180, 150), 1, cv2.LINE_AA)
        at = max(0, x) + int(rng.uniform(0, 6))
        while at < w and rng.random() < 0.9:
            long = int(rng.uniform(4, 26))
            shade = int(rng.uniform(20, 130))
            cv2.line(
                out,
                (at, int(y - step / 3)),
                (at + long, int(y - step / 3)),
                (shade,) * 3,
                max(1, int(step / 4)),
            )
            at += long + int(rng.uniform(2, 7))
    return out


def _device(rng: np.random.Generator, ground: np.ndarray) -> np.ndarray:
    """Draw a phone: a dark rounded slab, its screen dark or with tiles."""
    h, w = ground.shape[:2]
    out = ground.copy()
    a, b = (
        (int(rng.uniform(-6, 8)), int(rng.uniform(-30, 10))),
        (w + int(rng.uniform(-8, 6)), h + int(rng.uniform(-10, 30))),
    )
    cv2.rectangle(out, a, b, color(rng, 0, 60), -1)
    if rng.random() < 0.7:
        m = int(rng.integers(2, 7))
        cv2.rectangle(out, (a[0] + m, a[1] + 2 * m), (b[0] - m, b[1] - 2 * m), color(rng), -1)
        step = int(rng.integers(14, 30))
        for y in range(a[1] + 3 * m, b[1] - step, step):
            for x in range(a[0] + 2 * m, b[0] - step // 2, step):
                cv2.rectangle(out, (x, y), (x + step * 2 // 3, y + step * 2 // 3), color(rng), -1)
    return out


def _skin(rng: np.random.Generator, ground: np.ndarray) -> np.ndarray:
    """Fingers, a palm, an arm across the patch."""
    h, w = ground.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    turn = rng.uniform(0, np.pi)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    wide = rng.uniform(0.14, 0.5) * w
    for k in range(int(rng.integers(1, 6))):
        at = np.array([w / 2, h / 2]) + across * wide * 1.1 * (k - 1.5) + rng.normal(0, 5, 2)
        a, b = at - along * rng.uniform(0.2, 1.0) * h, at + along * 1.5 * h
        cv2.line(
            mask, tuple(int(v) for v in a), tuple(int(v) for v in b), 255, max(3, int(wide)), cv2.LINE_AA
        )
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, wide * 0.15)).astype(np.float32)[..., None] / 255
    skin = np.array([125, 160, 215]) * rng.uniform(0.3, 1.15)
    alpha = mask[..., None] / 255.0
    return np.clip(ground * (1 - alpha) + skin * (0.55 + 0.45 * soft) * alpha, 0, 255).astype(np.uint8)


def _round(rng: np.random.Generator, ground: np.ndarray) -> np.ndarray:
    """Draw a mug, a plate, a coaster, chips: rings that the patch cuts."""
    h, w = ground.shape[:2]
    out = ground.copy()
    for _ in range(int(rng.integers(1, 5))):
        at = tuple(int(v) for v in rng.uniform([0, 0], [w, h]))
        r = rng.uniform(0.15, 0.8) * w
        for share in np.linspace(1, 0.2, int(rng.integers(1, 6))):
            cv2.circle(out, at, max(1, int(r * share)), color(rng), -1, cv2.LINE_AA)
    return out


def _box(rng: np.random.Generator, ground: np.ndarray) -> np.ndarray:
    """Draw a cardboard box or a leaflet: a picture, a title, small print."""
    h, w = ground.shape[:2]
    out = ground.copy()
    x, y = (int(v) for v in rng.uniform(-0.25, 0.12, 2) * [w, h])
    cv2.rectangle(out, (x, y), (w + int(rng.uniform(-8, 40)), h + int(rng.uniform(-10, 40))), color(rng), -1)
    for _ in range(int(rng.integers(2, 9))):
        points = (rng.random((int(rng.integers(3, 7)), 2)) * [w, h]).astype(np.int32)
        cv2.fillPoly(out, [points], color(rng), cv2.LINE_AA)
    words = ("GAME", "PLAYING CARDS", "CHIPS", "TEA", "MATCHES", "54", "2-6 PLAYERS", "POKER SIZE")
    for _ in range(int(rng.integers(1, 4))):
        mask = text_mask(words[int(rng.integers(len(words)))], None, 2)
        high = max(4, int(rng.uniform(0.05, 0.25) * h))
        small = cv2.resize(
            mask,
            (max(4, min(2 * w, high * mask.shape[1] // mask.shape[0])), high),
            interpolation=cv2.INTER_AREA,
        )
        stamp(
            out,
            np.rot90(small) if rng.random() < 0.3 else small,
            int(rng.uniform(-0.3, 0.6) * w),
            int(rng.uniform(0, 0.9) * h),
            color(rng),
        )
    return out
