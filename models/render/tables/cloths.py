"""Printed and woven table tops: motifs, checks, stripes, flowers, rugs, wickerwork, mats."""

import cv2
import numpy as np

from models.render.cards.canvas import bgr, text_mask
from models.render.cards.pips import sign


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


def color(rng: np.random.Generator, low: int = 0, high: int = 256) -> tuple[int, int, int]:
    """Draw a colour, vivid or greyish."""
    paint = rng.integers(low, high, 3)
    return bgr(paint.mean() + (paint - paint.mean()) * rng.uniform(0.1, 1))


def _two(rng: np.random.Generator, side: int) -> tuple[np.ndarray, tuple[int, int, int]]:
    """Give a plain ground and an ink that is near to it, or far."""
    base = np.array(color(rng), float)
    ink = base + rng.normal(0, rng.uniform(15, 90), 3)
    if rng.random() < 0.25:
        base, ink = np.array([240.0, 243, 245]), np.array(color(rng, 0, 200), float)
    out = np.empty((side, side, 3), np.uint8)
    out[:] = np.clip(base, 0, 255)
    return out, bgr(np.clip(ink, 0, 255))


def _motifs(rng: np.random.Generator, side: int) -> np.ndarray:
    """Repeat a motif: leaves, lozenges, dots, suit signs, numerals, in rows or offset."""
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
            stamp(out, small[::-1] if (i + k) % 2 and kind == 0 else small, int(x), int(y), ink)
    return out


def stamp(out: np.ndarray, mask: np.ndarray, x: int, y: int, ink: tuple[int, int, int]) -> None:
    """Print a mask with its upper left corner at (x, y) pixels; what passes the edge is cut off."""
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
    paints = [color(rng) for _ in range(int(rng.integers(1, 4)))]
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
        paint = color(rng) if rng.random() < 0.6 else ink
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
        out[y : y + high] = color(rng)
        ink, step = color(rng), int(rng.uniform(0.03, 0.15) * side) + 3
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
    """Draw a printed mat: damask or plain, with lines, places for cards, words, a logo."""
    out = _motifs(rng, side) if rng.random() < 0.5 else _two(rng, side)[0]
    dim = rng.uniform(0.3, 1)
    out = (out * dim + np.array(color(rng, 0, 120)) * (1 - dim)).astype(np.uint8)
    light = color(rng, 120, 256)
    for _ in range(int(rng.integers(1, 5))):
        a, b = rng.integers(-side // 4, side, (2, 2))
        kind = int(rng.integers(4))
        first, second = (tuple(int(v) for v in corner) for corner in (a, b))
        if kind < 2:
            draw = cv2.rectangle if kind == 0 else cv2.line
            draw(out, first, second, light, int(rng.integers(1, 5)), cv2.LINE_AA)
        elif kind == 2:
            cv2.ellipse(out, first, (side // 3, side // 5), 0, 0, 360, light, 2, cv2.LINE_AA)
        else:
            word = ("DEALER", "INSURANCE PAYS", "POT", "FLOP", "WIZARD", "PLAYER 1", "BET")[
                int(rng.integers(7))
            ]
            mask = text_mask(word, None, 2)
            high = max(4, int(rng.uniform(0.05, 0.2) * side))
            small = cv2.resize(
                mask, (max(4, high * mask.shape[1] // mask.shape[0]), high), interpolation=cv2.INTER_AREA
            )
            stamp(out, small, int(a[0]), int(a[1]), light)
    return out
