"""What lies where a locator errs: patterned cloths, mats, trays, rugs, boxes, paper, phones, hands."""

import cv2
import numpy as np

from models.render.canvas import text_mask
from models.render.pips import sign
from models.render.surfaces import surface


def cloth(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Draw a patch of a printed or woven table top of `shape` (h, w): uint8 (h, w, 3) BGR.

    The pattern runs on past the patch's edges: nothing here has a card's outline.
    """
    h, w = shape
    draw = (_motifs, _motifs, _checks, _stripes, _flowers, _rug, _weave, _mat)[int(rng.integers(8))]
    # Drawn larger and turned, so that no edge of the pattern comes to lie in the patch.
    side = int(1.5 * max(h, w))
    whole = draw(rng, side)
    if rng.random() < 0.7:
        turn = rng.uniform(0, 360) if rng.random() < 0.5 else rng.normal(0, 4)
        matrix = cv2.getRotationMatrix2D((side / 2, side / 2), turn, 1.08)
        whole = cv2.warpAffine(whole, matrix, (side, side), borderMode=cv2.BORDER_REFLECT)
    y, x = (side - h) // 2, (side - w) // 2
    out = whole[y : y + h, x : x + w].astype(np.float32)
    if rng.random() < 0.3:  # folds
        wave = np.sin(np.linspace(0, rng.uniform(3, 18), w) + rng.uniform(0, 6))
        out *= 1 + rng.uniform(0.03, 0.2) * wave[None, :, None]
    out += rng.standard_normal((h, w, 1), np.float32) * rng.uniform(0, 6)
    return np.clip(out, 0, 255).astype(np.uint8)


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
    paint = _color(rng, 20, 235)  # a sleeve, a napkin: folds and nothing else
    field = cv2.resize(rng.standard_normal((6, 4), np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    out = np.array(paint, np.float32) * (1 + 0.25 * field[..., None])
    return np.clip(out, 0, 255).astype(np.uint8)


def _color(rng: np.random.Generator, low: int = 0, high: int = 256) -> tuple[int, int, int]:
    paint = rng.integers(low, high, 3)
    return tuple(int(v) for v in paint.mean() + (paint - paint.mean()) * rng.uniform(0.1, 1))


def _two(rng: np.random.Generator, side: int) -> tuple[np.ndarray, tuple[int, int, int]]:
    """Give a plain ground and an ink that is near to it, or far."""
    base = np.array(_color(rng), float)
    ink = base + rng.normal(0, rng.uniform(15, 90), 3)
    if rng.random() < 0.25:
        base, ink = np.array([240.0, 243, 245]), np.array(_color(rng, 0, 200), float)
    out = np.empty((side, side, 3), np.uint8)
    out[:] = np.clip(base, 0, 255)
    return out, tuple(int(v) for v in np.clip(ink, 0, 255))


def _motifs(rng: np.random.Generator, side: int) -> np.ndarray:
    """A motif again and again: leaves, lozenges, dots, suit signs, numerals, in rows or offset."""
    out, ink = _two(rng, side)
    step = rng.uniform(0.1, 0.42) * side
    kind = int(rng.integers(5))
    if kind == 0:
        mask = sign("SHDC"[int(rng.integers(4))], tuple(rng.uniform(0, 1, 8)))
    elif kind == 1:
        mask = np.zeros((60, 60), np.uint8)
        cv2.ellipse(
            mask, (30, 30), (28, int(rng.integers(6, 28))), rng.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA
        )
    elif kind == 2:
        mask = np.zeros((60, 60), np.uint8)
        points = int(rng.integers(3, 9))
        angle = np.arange(2 * points) * np.pi / points
        reach = np.where(np.arange(2 * points) % 2 == 0, 28, rng.uniform(6, 24))
        star = 30 + np.stack([np.cos(angle) * reach, np.sin(angle) * reach], 1)
        cv2.fillPoly(mask, [star.astype(np.int32)], 255, cv2.LINE_AA)
    elif kind == 3:
        mask = text_mask("2345678&%?ABCDEFX"[int(rng.integers(17))], None, int(rng.integers(0, 4)))
    else:
        mask = np.zeros((60, 60), np.uint8)
        cv2.circle(mask, (30, 30), 27, 255, int(rng.choice([-1, 4, 9])), cv2.LINE_AA)
    high = max(3, int(step * rng.uniform(0.3, 0.85)))
    small = cv2.resize(
        mask, (max(3, int(high * mask.shape[1] / mask.shape[0])), high), interpolation=cv2.INTER_AREA
    )
    for i, y in enumerate(np.arange(-step, side, step)):
        for k, x in enumerate(np.arange(-step * (1 + 0.5 * (i % 2 and kind != 3)), side, step)):
            _stamp(out, small[::-1] if (i + k) % 2 and kind == 0 else small, int(x), int(y), ink)
    return out


def _stamp(out: np.ndarray, mask: np.ndarray, x: int, y: int, ink) -> None:
    top, left = max(0, y), max(0, x)
    part = out[top : y + mask.shape[0], left : x + mask.shape[1]]
    if y + mask.shape[0] <= 0 or x + mask.shape[1] <= 0 or not part.size:
        return
    alpha = mask[top - y : top - y + part.shape[0], left - x : left - x + part.shape[1], None] / 255.0
    part[:] = (part * (1 - alpha) + np.array(ink) * alpha).astype(np.uint8)


def _checks(rng: np.random.Generator, side: int) -> np.ndarray:
    """Gingham: two sets of bands, darker where they cross."""
    out, ink = _two(rng, side)
    step = int(rng.uniform(0.04, 0.3) * side) + 1
    band = (np.arange(side) // step) % 2
    share = (band[:, None] + band[None]) / 2 * rng.uniform(0.5, 1)
    return (out * (1 - share[..., None]) + np.array(ink) * share[..., None]).astype(np.uint8)


def _stripes(rng: np.random.Generator, side: int) -> np.ndarray:
    out, _ = _two(rng, side)
    at = 0
    paints = [_color(rng) for _ in range(int(rng.integers(1, 4)))]
    while at < side:
        wide = int(rng.uniform(0.01, 0.12) * side) + 1
        out[:, at : at + wide] = paints[int(rng.integers(len(paints)))]
        at += wide + int(rng.uniform(0.01, 0.15) * side)
    return out


def _flowers(rng: np.random.Generator, side: int) -> np.ndarray:
    """Blossoms and leaves strewn about."""
    out, ink = _two(rng, side)
    for _ in range(int(rng.integers(10, 50))):
        x, y = rng.integers(0, side, 2)
        r = rng.uniform(0.015, 0.1) * side
        paint = _color(rng) if rng.random() < 0.6 else ink
        petals = int(rng.integers(3, 8))
        start = rng.uniform(0, 6.28)
        for k in range(petals):
            angle = start + 2 * np.pi * k / petals
            at = (int(x + r * np.cos(angle)), int(y + r * np.sin(angle)))
            size = (max(1, int(0.7 * r)), max(1, int(0.4 * r)))
            cv2.ellipse(out, at, size, np.degrees(angle), 0, 360, paint, -1, cv2.LINE_AA)
        cv2.circle(out, (int(x), int(y)), max(1, int(0.35 * r)), ink, -1, cv2.LINE_AA)
    return out


def _rug(rng: np.random.Generator, side: int) -> np.ndarray:
    """Bands of zigzags, lozenges and stripes."""
    out, _ = _two(rng, side)
    y = 0
    while y < side:
        high = int(rng.uniform(0.03, 0.16) * side) + 2
        out[y : y + high] = _color(rng)
        ink, step = _color(rng), int(rng.uniform(0.03, 0.15) * side) + 3
        for x in range(-step, side + step, step):
            shape = int(rng.integers(2)) if x < 0 else 1
            points = np.array([[x, y + high], [x + step // 2, y], [x + step, y + high]])
            if shape and high > 6:
                cv2.fillPoly(out, [points.astype(np.int32)], ink, cv2.LINE_AA)
        y += high
    return out


def _weave(rng: np.random.Generator, side: int) -> np.ndarray:
    """Rattan, linen: over and under."""
    out, ink = _two(rng, side)
    step = int(rng.uniform(0.02, 0.12) * side) + 2
    for i, y in enumerate(range(0, side, step)):
        for k, x in enumerate(range(0, side, step)):
            lengthwise = (i + k) % 2
            a, b = (1, step // 4 + 1) if lengthwise else (step // 4 + 1, 1)
            cv2.rectangle(out, (x + a, y + b), (x + step - a, y + step - b), ink, -1)
    return out


def _mat(rng: np.random.Generator, side: int) -> np.ndarray:
    """A printed mat: damask or plain, with lines, places for cards, words, a logo."""
    out = _motifs(rng, side) if rng.random() < 0.5 else _two(rng, side)[0]
    dim = rng.uniform(0.3, 1)
    out = (out * dim + np.array(_color(rng, 0, 120)) * (1 - dim)).astype(np.uint8)
    light = _color(rng, 120, 256)
    for _ in range(int(rng.integers(1, 5))):
        a, b = rng.integers(-side // 4, side, (2, 2))
        kind = int(rng.integers(4))
        if kind == 0:
            cv2.rectangle(
                out,
                tuple(int(v) for v in a),
                tuple(int(v) for v in b),
                light,
                int(rng.integers(1, 5)),
                cv2.LINE_AA,
            )
        elif kind == 1:
            cv2.line(
                out,
                tuple(int(v) for v in a),
                tuple(int(v) for v in b),
                light,
                int(rng.integers(1, 5)),
                cv2.LINE_AA,
            )
        elif kind == 2:
            cv2.ellipse(
                out, tuple(int(v) for v in a), (side // 3, side // 5), 0, 0, 360, light, 2, cv2.LINE_AA
            )
        else:
            word = ("DEALER", "INSURANCE PAYS", "POT", "FLOP", "WIZARD", "PLAYER 1", "BET")[
                int(rng.integers(7))
            ]
            mask = text_mask(word, None, 2)
            high = max(4, int(rng.uniform(0.05, 0.2) * side))
            small = cv2.resize(
                mask, (max(4, high * mask.shape[1] // mask.shape[0]), high), interpolation=cv2.INTER_AREA
            )
            _stamp(out, small, int(a[0]), int(a[1]), light)
    return out


def _page(rng: np.random.Generator, ground: np.ndarray) -> np.ndarray:
    """A sheet of paper with writing, a score pad, a newspaper, one edge perhaps in view."""
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
    """A phone: a dark rounded slab, its screen dark or with tiles."""
    h, w = ground.shape[:2]
    out = ground.copy()
    a, b = (
        (int(rng.uniform(-6, 8)), int(rng.uniform(-30, 10))),
        (w + int(rng.uniform(-8, 6)), h + int(rng.uniform(-10, 30))),
    )
    cv2.rectangle(out, a, b, _color(rng, 0, 60), -1)
    if rng.random() < 0.7:
        m = int(rng.integers(2, 7))
        cv2.rectangle(out, (a[0] + m, a[1] + 2 * m), (b[0] - m, b[1] - 2 * m), _color(rng), -1)
        step = int(rng.integers(14, 30))
        for y in range(a[1] + 3 * m, b[1] - step, step):
            for x in range(a[0] + 2 * m, b[0] - step // 2, step):
                cv2.rectangle(out, (x, y), (x + step * 2 // 3, y + step * 2 // 3), _color(rng), -1)
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
    """A mug, a plate, a coaster, chips: rings that the patch cuts."""
    h, w = ground.shape[:2]
    out = ground.copy()
    for _ in range(int(rng.integers(1, 5))):
        at = tuple(int(v) for v in rng.uniform([0, 0], [w, h]))
        r = rng.uniform(0.15, 0.8) * w
        for share in np.linspace(1, 0.2, int(rng.integers(1, 6))):
            cv2.circle(out, at, max(1, int(r * share)), _color(rng), -1, cv2.LINE_AA)
    return out


def _box(rng: np.random.Generator, ground: np.ndarray) -> np.ndarray:
    """A cardboard box or a leaflet: a picture, a title, small print."""
    h, w = ground.shape[:2]
    out = ground.copy()
    x, y = (int(v) for v in rng.uniform(-0.25, 0.12, 2) * [w, h])
    cv2.rectangle(out, (x, y), (w + int(rng.uniform(-8, 40)), h + int(rng.uniform(-10, 40))), _color(rng), -1)
    for _ in range(int(rng.integers(2, 9))):
        points = (rng.random((int(rng.integers(3, 7)), 2)) * [w, h]).astype(np.int32)
        cv2.fillPoly(out, [points], _color(rng), cv2.LINE_AA)
    words = ("GAME", "PLAYING CARDS", "CHIPS", "TEA", "MATCHES", "54", "2-6 PLAYERS", "POKER SIZE")
    for _ in range(int(rng.integers(1, 4))):
        mask = text_mask(words[int(rng.integers(len(words)))], None, 2)
        high = max(4, int(rng.uniform(0.05, 0.25) * h))
        small = cv2.resize(
            mask,
            (max(4, min(2 * w, high * mask.shape[1] // mask.shape[0])), high),
            interpolation=cv2.INTER_AREA,
        )
        _stamp(
            out,
            np.rot90(small) if rng.random() < 0.3 else small,
            int(rng.uniform(-0.3, 0.6) * w),
            int(rng.uniform(0, 0.9) * h),
            _color(rng),
        )
    return out
