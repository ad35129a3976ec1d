"""Faces of other games: text, shapes, glyphs and pictures without an index of ours, each drawn by chance."""

import cv2
import numpy as np

from models.render.cards import art, persons
from models.render.cards.canvas import Canvas, Color, bgr, text_mask
from models.render.cards.pips import sign
from models.render.tables.surfaces import surface

SIZE = (124, 180)
"""Width and height of a drawn face in pixels."""


def face(rng: np.random.Generator, fonts: tuple[str, ...] = ()) -> np.ndarray:
    """Draw one card of some other game: uint8 (180, 124, 3) BGR.

    Such a card is none of ours, yet a deck of them can be enrolled: two faces drawn after each other differ.
    """
    w, h = SIZE
    drawn = np.empty((h, w, 3), np.uint8)
    drawn[:] = rng.integers(215, 256, 3) if rng.random() < 0.8 else rng.integers(0, 256, 3)
    ink = _ink(rng)
    kinds = (_shapes, _words, _glyph, _picture, _letter, _tarot)
    draw = kinds[int(rng.choice(6, p=[0.2, 0.16, 0.16, 0.1, 0.12, 0.26]))]
    drawn = draw(rng, drawn, ink, fonts)
    if rng.random() < 0.35:  # a coloured border
        cv2.rectangle(drawn, (0, 0), (w - 1, h - 1), _ink(rng), 2 * int(rng.integers(1, 6)))
    return drawn


def _ink(rng: np.random.Generator) -> Color:
    return bgr(rng.integers(0, 200, 3))


def _print(face: np.ndarray, mask: np.ndarray, center: tuple[float, float], high: float, ink: Color) -> None:
    """Print a mask so high about a point, both in pixels; what passes the edge is cut off."""
    wide = max(2, round(min(high * mask.shape[1] / mask.shape[0], 0.94 * face.shape[1])))
    high = max(2, round(high))
    small = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)
    x, y = round(center[0] - wide / 2), round(center[1] - high / 2)
    top, left = max(0, y), max(0, x)
    part = face[top : y + high, left : x + wide]
    if part.size:
        alpha = small[top - y : top - y + part.shape[0], left - x : left - x + part.shape[1], None] / 255.0
        part[:] = (part * (1 - alpha) + np.array(ink) * alpha).astype(np.uint8)


def _shapes(rng: np.random.Generator, face: np.ndarray, ink: Color, fonts: tuple[str, ...]) -> np.ndarray:
    """One to five equal shapes in a row or a column, filled, striped or as outlines."""
    h, w = face.shape[:2]
    n = int(rng.choice([1, 2, 3, 4, 5], p=[0.28, 0.28, 0.28, 0.08, 0.08]))
    kind = int(rng.integers(4))
    t = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    if kind == 0:
        shape = np.array([[0, -1], [0.5, 0], [0, 1], [-0.5, 0]])
    elif kind == 1:
        shape = np.stack([0.5 * np.cos(t), np.sign(np.sin(t)) * np.abs(np.sin(t)) ** 0.6], 1)
    elif kind == 2:  # a squiggle
        shape = np.stack([0.42 * np.cos(t) + 0.22 * np.sin(3 * np.sin(t)), np.sin(t)], 1)
    else:
        shape = rng.normal(0, 1, (int(rng.integers(3, 9)), 2))
        shape /= np.abs(shape).max()
    # Most decks set wide shapes one above the other; some set tall ones side by side.
    stacked = rng.random() < 0.7
    points = shape[:, ::-1] if stacked else shape
    room = min(0.42 * h / max(n, 2.6), 0.66 * w) if stacked else min(0.8 * w / max(n, 2.2), 0.36 * h)
    reach = (
        np.array([min(2.0 * room, 0.4 * w), room]) if stacked else np.array([room, min(2.0 * room, 0.4 * h)])
    )
    pitch = (0.92 * h if stacked else 0.92 * w) / max(n, 3)
    fill = int(rng.integers(3))
    for i in range(n):
        at = (i - (n - 1) / 2) * pitch
        center = np.array([w / 2, h / 2 + at]) if stacked else np.array([w / 2 + at, h / 2])
        outline = (center + points / np.abs(points).max(0) * reach * 0.92).round().astype(np.int32)
        if fill == 0:
            cv2.fillPoly(face, [outline], ink, cv2.LINE_AA)
            continue
        if fill == 1:
            inside = np.zeros(face.shape[:2], np.uint8)
            cv2.fillPoly(inside, [outline], 255)
            lines = np.zeros_like(inside)
            step = int(rng.integers(3, 7))
            lines[:, ::step] = 255
            face[(inside > 0) & (lines > 0)] = ink
        cv2.polylines(face, [outline], True, ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    return face


def _words(rng: np.random.Generator, face: np.ndarray, ink: Color, fonts: tuple[str, ...]) -> np.ndarray:
    """Print a heading, perhaps a number, and lines of text."""
    h, w = face.shape[:2]
    font = fonts[int(rng.integers(len(fonts)))] if fonts and rng.random() < 0.8 else None
    y = float(rng.integers(14, 46))
    high = rng.uniform(10, 26)
    if rng.random() < 0.7:
        _print(face, text_mask(_word(rng, 3, 9).upper(), font, 2), (w / 2, y), high, ink)
        y += high
    if rng.random() < 0.4:
        figure = str(int(rng.integers(1, 100)))
        _print(face, text_mask(figure, font, 3), (w / 2, y + 20), rng.uniform(16, 44), _ink(rng))
        y += 44
    size = rng.uniform(5.5, 12)
    while y < h - 12 and rng.random() < 0.93:
        line = " ".join(_word(rng, 2, 9) for _ in range(int(rng.integers(1, 4))))
        _print(face, text_mask(line, font, 0), (w / 2, y), size, ink)
        y += size * 1.5
    return face


def _word(rng: np.random.Generator, low: int, high: int) -> str:
    sounds = ("ba", "de", "fi", "go", "la", "me", "ni", "ro", "sa", "te", "u", "ver", "st", "in", "ou", "ch")
    text = "".join(sounds[int(k)] for k in rng.integers(0, len(sounds), int(rng.integers(1, 5))))
    return text[:high].ljust(low, "a")


def _glyph(rng: np.random.Generator, face: np.ndarray, ink: Color, fonts: tuple[str, ...]) -> np.ndarray:
    """One large sign in the middle, small suit signs in two corners, no rank anywhere."""
    h, w = face.shape[:2]
    suit = "SHDC"[int(rng.integers(4))]
    mark = sign(suit, tuple(rng.uniform(0, 1, 4)))
    ink = (40, 30, 200) if suit in "HD" else (25, 25, 25)
    if rng.random() < 0.7:
        small, inset = rng.uniform(12, 24), rng.uniform(14, 24)
        _print(face, mark, (inset, inset), small, ink)
        _print(face, mark[::-1, ::-1], (w - inset, h - inset), small, ink)
    canvas = np.zeros((120, 120), np.uint8)
    points = np.cumsum(rng.normal(0, 26, (int(rng.integers(3, 9)), 2)), 0)
    points = points - points.min(0)
    points = (points / max(1.0, points.max()) * 100 + 10).astype(np.int32)
    if rng.random() < 0.5:
        cv2.polylines(canvas, [points], rng.random() < 0.5, 255, int(rng.integers(5, 14)), cv2.LINE_AA)
    else:
        cv2.fillPoly(canvas, [cv2.convexHull(points) if rng.random() < 0.3 else points], 255, cv2.LINE_AA)
    _print(face, canvas, (w / 2, h / 2), rng.uniform(40, 90), ink)
    return face


def _picture(rng: np.random.Generator, face: np.ndarray, ink: Color, fonts: tuple[str, ...]) -> np.ndarray:
    h, w = face.shape[:2]
    face = surface(rng, (h, w))
    for _ in range(int(rng.integers(2, 9))):
        points = (rng.random((int(rng.integers(3, 7)), 2)) * [w, h]).astype(np.int32)
        cv2.fillPoly(face, [points], bgr(rng.integers(0, 256, 3)), cv2.LINE_AA)
    return face


def _letter(rng: np.random.Generator, face: np.ndarray, ink: Color, fonts: tuple[str, ...]) -> np.ndarray:
    """One large letter, or letters in the corners that no deck of ours has."""
    h, w = face.shape[:2]
    letter = "BCEFGHILMOPSTUX?!&%+"[int(rng.integers(20))]
    font = fonts[int(rng.integers(len(fonts)))] if fonts and rng.random() < 0.8 else None
    mask = text_mask(letter, font, int(rng.integers(0, 6)))
    if rng.random() < 0.6:
        _print(face, mask, (w / 2, h / 2), rng.uniform(40, 120), ink)
    if rng.random() < 0.3:
        cv2.circle(face, (w // 2, h // 2), int(rng.integers(20, 60)), _ink(rng), int(rng.integers(2, 9)))
    return face


def _tarot(rng: np.random.Generator, face: np.ndarray, ink: Color, fonts: tuple[str, ...]) -> np.ndarray:
    """Draw a framed picture with a Roman numeral above it or a title beneath."""
    h, w = face.shape[:2]
    canvas = Canvas((62.0, 90.0), h / 90.0, bgr(face[0, 0]))
    palette = [art.color(rng) for _ in range(5)]
    low = float(rng.uniform(3, 10))
    box = (low, rng.uniform(4, 12), 62 - low, 90 - rng.uniform(6, 13))
    art.landscape(canvas, box, rng, art.color(rng, 60, 230), float(rng.uniform(0.1, 0.8)))
    inside = persons.clipped(canvas, box)
    for _ in range(int(rng.integers(1, 3))):
        look = persons.LOOKS[int(rng.integers(len(persons.LOOKS)))]
        who = ("king", "queen", "jack", "wizard", "jester")[int(rng.integers(5))]
        persons.person(canvas, box, rng, "dressed" if look == "painting" else look, palette, who)
    for _ in range(int(rng.integers(0, 9))):  # cups, coins, staves
        at, reach = rng.uniform([box[0], box[1]], [box[2], box[3]]), float(rng.uniform(2, 9))
        if rng.random() < 0.5:
            canvas.circle(tuple(at), reach * 0.6, art.color(rng))
            art.star(canvas, at, reach * 0.5, art.color(rng))
        else:
            far = np.array([rng.normal(0, 2), 2 * reach])
            canvas.line(np.array([at - far, at + far]), art.color(rng), 1.5)
    inside()
    canvas.rectangle(box[:2], box[2:], ink, float(rng.uniform(0.3, 1.2)))
    numerals = ("I", "II", "III", "IV", "VI", "VII", "VIII", "IX", "XI", "XII", "XV", "XVI", "XIX", "XXI")
    font = fonts[int(rng.integers(len(fonts)))] if fonts else None
    if rng.random() < 0.7:
        text = numerals[int(rng.integers(len(numerals)))]
        canvas.text(text, (31, box[1] / 2 + 1), max(2.5, box[1] * 0.6), ink, font=font)
    if rng.random() < 0.7:
        line = _word(rng, 4, 9).upper()
        canvas.text(line, (31, (90 + box[3]) / 2), max(2.5, (90 - box[3]) * 0.5), ink, font=font, most=50)
    return cv2.resize(canvas.pixels, (w, h), interpolation=cv2.INTER_AREA)
