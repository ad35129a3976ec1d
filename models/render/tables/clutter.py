"""What else a camera sees: table tops, white ones too, coins, paper, phones, and arms."""

import cv2
import numpy as np

from models.render.tables.surfaces import surface

SKINS = (
    (176, 196, 236), (150, 178, 224), (118, 150, 206), (92, 122, 184), (66, 92, 148), (44, 62, 104),
)  # fmt: skip
"""Blue, green and red of skins from light to dark."""


def tabletop(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """Draw a table top of `size` (w, h) pixels, one in seven as white as a card: uint8 (h, w, 3) BGR."""
    w, h = size
    if rng.random() < 0.14:
        out = np.empty((h, w, 3), np.float32)
        out[:] = rng.integers(195, 256) + rng.normal(0, 5, 3)
        coarse = rng.standard_normal((int(rng.integers(2, 6)), int(rng.integers(2, 6)), 1), np.float32)
        out += cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)[..., None] * rng.uniform(1, 9)
        return np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        return surface(rng, (h, w))
    coarse = surface(rng, (max(24, h // 2), max(24, w // 2)))
    return cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)


def clutter(rng: np.random.Generator, picture: np.ndarray, card_px: float) -> None:
    """Draw things that are no cards; `card_px` is a card's short side in pixels."""
    h, w = picture.shape[:2]
    for _ in range(int(rng.integers(1, 6))):
        at = rng.uniform(-0.05, 1.05, 2) * [w, h]
        ink = tuple(int(v) for v in rng.integers(0, 256, 3))
        kind = int(rng.integers(5))
        if kind == 0:  # a coin, a chip, a dealer's button
            radius = max(3, round(card_px * rng.uniform(0.12, 0.55)))
            center = tuple(int(v) for v in at)
            cv2.circle(picture, center, radius, ink, -1, cv2.LINE_AA)
            light = tuple(int(v) for v in rng.integers(0, 256, 3))
            if rng.random() < 0.6:
                cv2.circle(picture, center, max(2, round(radius * 0.7)), light, 2, cv2.LINE_AA)
            if rng.random() < 0.5:
                letter = "DABC123$"[int(rng.integers(8))]
                spot = (center[0] - radius // 2, center[1] + radius // 2)
                cv2.putText(picture, letter, spot, 0, radius / 16, light, 2, cv2.LINE_AA)
        elif kind == 1:  # a pen, a cable, the edge of a board
            far = at + rng.normal(0, 1, 2) * [w, h]
            width = max(1, round(card_px * rng.uniform(0.03, 0.3)))
            cv2.line(picture, tuple(at.astype(int)), tuple(far.astype(int)), ink, width, cv2.LINE_AA)
        elif kind == 2:  # paper, a box, a phone: much longer, squarer or larger than a card
            ratio = rng.choice([rng.uniform(0.9, 1.12), rng.uniform(1.9, 3.2)])
            short = card_px * rng.uniform(0.6, 3.0)
            box = cv2.boxPoints((tuple(map(float, at)), (short, short * ratio), rng.uniform(0, 180)))
            paint = ink if rng.random() < 0.5 else (240, 243, 245)
            cv2.fillConvexPoly(picture, box.round().astype(np.int32), paint, cv2.LINE_AA)
        elif kind == 3:  # a glass, a bowl: rings
            radius = round(card_px * rng.uniform(0.4, 1.2))
            for share in (1.0, 0.9, 0.5):
                center = tuple(int(v) for v in at)
                cv2.circle(picture, center, max(2, round(radius * share)), ink, 2, cv2.LINE_AA)
        else:  # some shape
            points = at + rng.normal(0, 0.5, (int(rng.integers(3, 8)), 2)) * card_px
            cv2.fillPoly(picture, [points.round().astype(np.int32)], ink, cv2.LINE_AA)


def arm(
    rng: np.random.Generator, picture: np.ndarray, owner: np.ndarray, at: np.ndarray, card_px: float
) -> None:
    """Draw a hand at `at` (x, y) and its arm from beyond the picture; `owner` becomes -1 beneath it."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    angle = rng.uniform(0, 2 * np.pi)
    back = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-back[1], back[0]])
    wrist = at + back * card_px * rng.uniform(1.2, 1.8)

    def pixel(point: np.ndarray) -> tuple[int, int]:
        x, y = (int(v) for v in np.clip(point, -4000, 4000).round())
        return x, y

    for k in range(4):
        root = at + back * card_px * 0.8 + across * card_px * 0.26 * (k - 1.5)
        tip = root - back * card_px * rng.uniform(0.5, 1.1) + across * card_px * rng.normal(0, 0.1)
        cv2.line(mask, pixel(root), pixel(tip), 255, max(2, round(card_px * 0.24)), cv2.LINE_AA)
    palm = at + back * card_px * 1.1
    cv2.line(mask, pixel(palm), pixel(wrist), 255, max(3, round(card_px * 1.05)), cv2.LINE_AA)
    thumb = palm + across * card_px * rng.choice([-0.9, 0.9]) - back * card_px * 0.4
    cv2.line(mask, pixel(palm), pixel(thumb), 255, max(2, round(card_px * 0.3)), cv2.LINE_AA)
    cv2.line(mask, pixel(wrist), pixel(wrist + back * 2000), 255, max(3, round(card_px * 0.8)), cv2.LINE_AA)
    round_ = cv2.GaussianBlur(mask, (0, 0), max(0.8, card_px * 0.12)).astype(np.float32)[..., None] / 255
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], np.float32) * rng.uniform(0.7, 1.05)
    paint = skin * (0.55 + 0.5 * round_) + rng.normal(0, 3, (h, w, 1)).astype(np.float32)
    if rng.random() < 0.7:  # a sleeve over the arm
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        behind = (x - wrist[0]) * back[0] + (y - wrist[1]) * back[1] > 0.4 * card_px
        paint[behind] = (rng.integers(20, 230, 3) * (0.5 + 0.5 * round_))[behind]
    alpha = cv2.GaussianBlur(mask, (3, 3), 0).astype(np.float32)[..., None] / 255
    shade = cv2.GaussianBlur(np.roll(mask, (3, 2), (0, 1)), (0, 0), 4).astype(np.float32)[..., None] / 255
    dark = picture * (1 - 0.35 * shade)
    picture[:] = np.clip(dark * (1 - alpha) + paint * alpha, 0, 255).astype(np.uint8)
    owner[mask > 127] = -1
