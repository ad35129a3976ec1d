"""Decks for the campaign, and what a camera makes of their cards under one lamp or another."""

from dataclasses import dataclass

import cv2
import numpy as np
from enrolled.lamps import Lamp, lit

from games import cards
from models.render import decks, other_games
from models.render.cards.canvas import text_mask
from models.render.crops import lay
from models.render.tables.surfaces import surface

Face = tuple[np.ndarray, np.ndarray]
"""A face, uint8 (h, w, 3) BGR, and its outline mask, uint8 (h, w)."""


@dataclass(frozen=True)
class Deck:
    """A drawn deck; `whole` are the names of all its cards."""

    kind: str
    seed: int
    faces: dict[str, Face]

    @property
    def whole(self) -> tuple[str, ...]:
        """List its cards."""
        return tuple(self.faces)


def deck(kind: str, seed: int) -> Deck:
    """Draw a deck of a kind in KINDS."""
    return Deck(kind, seed, KINDS[kind](seed))


def _edition(edition: str, seed: int) -> dict[str, Face]:
    design = decks.design(seed, edition)
    mask = decks.mask(design)
    return {name: (decks.face(design, name), mask) for name in cards.names(edition)}


def _whole(face: np.ndarray) -> Face:
    return face, np.full(face.shape[:2], 255, np.uint8)


def _colours(seed: int) -> dict[str, Face]:
    """Draw one drawing in four colours, as UNO does, or coloured ink upon paper; Amigo's names."""
    rng = np.random.default_rng([seed, 23])
    inks = {
        "B": np.array([rng.uniform(150, 225), rng.uniform(60, 130), rng.uniform(0, 60)]),
        "G": np.array([rng.uniform(40, 90), rng.uniform(120, 180), rng.uniform(20, 100)]),
        "R": np.array([rng.uniform(20, 60), rng.uniform(15, 60), rng.uniform(180, 235)]),
        "Y": np.array([rng.uniform(0, 60), rng.uniform(170, 215), rng.uniform(225, 255)]),
    }
    full, stroke, tilt = bool(rng.random() < 0.6), int(rng.integers(3, 7)), float(rng.uniform(10, 40))
    faces = {}
    for name in cards.names("amigo"):
        if name in ("W", "J"):
            face = np.full((360, 236, 3), 25 if name == "W" else 235, np.uint8)
            cv2.circle(
                face, (118, 180), 70, (200, 200, 205) if name == "W" else (40, 40, 60), -1, cv2.LINE_AA
            )
            number, ink = ("W" if name == "W" else "N"), np.array([90, 90, 90.0])
            ground = None
        else:
            number, ink = name[:-1], inks[name[-1]]
            face = np.full((360, 236, 3), 246, np.uint8)
            ground = ink if full else None
        if ground is not None:
            cv2.rectangle(face, (14, 14), (221, 345), ground.tolist(), -1)
            cv2.ellipse(face, (118, 180), (80, 140), tilt, 0, 360, (246, 246, 246), -1, cv2.LINE_AA)
        elif name not in ("W", "J"):
            cv2.rectangle(face, (16, 16), (219, 343), ink.tolist(), 8)
        _stamp(face, number, (118, 180), 110, ink, stroke)
        small = np.array([246, 246, 246.0]) if ground is not None else ink
        for _ in range(2):
            _stamp(face, number, (42, 46), 40, small, stroke)
            face = np.ascontiguousarray(face[::-1, ::-1])
        faces[name] = _whole(face)
    return faces


def _stamp(
    face: np.ndarray, text: str, middle: tuple[int, int], high: int, ink: np.ndarray, stroke: int
) -> None:
    mark = text_mask(text, None, stroke)
    wide = max(2, round(high * mark.shape[1] / mark.shape[0]))
    mark = cv2.resize(mark, (wide, high), interpolation=cv2.INTER_AREA)[..., None] / 255
    x, y = middle[0] - wide // 2, middle[1] - high // 2
    part = face[y : y + high, x : x + wide]
    part[:] = part * (1 - mark) + ink * mark


def _pips(seed: int) -> dict[str, Face]:
    """Draw pips alone, no index: 2 to 9 of four signs, two of them red."""
    rng = np.random.default_rng([seed, 29])
    size, faces = int(rng.integers(24, 34)), {}
    for k, shape in enumerate(("disc", "diamond", "square", "ring")):
        ink = (35, 30, 190) if k % 2 else (30, 28, 28)
        for count in range(2, 10):
            face = np.full((360, 240, 3), 244, np.uint8)
            for i in range(count):
                x, y = (70 + 100 * (i % 2), 50 + 65 * (i // 2))
                if shape in ("disc", "ring"):
                    cv2.circle(face, (x, y), size - 4, ink, -1 if shape == "disc" else 8, cv2.LINE_AA)
                else:
                    turn = 45 if shape == "diamond" else 0
                    box = cv2.boxPoints(((x, y), (1.5 * size, 1.5 * size), turn)).astype(np.int32)
                    cv2.fillPoly(face, [box], ink, cv2.LINE_AA)
            faces[f"{shape}-{count}"] = _whole(face)
    return faces


def _odd(seed: int) -> dict[str, Face]:
    rng = np.random.default_rng([seed, 31])
    return {f"card-{i + 1}": _whole(other_games.face(rng)) for i in range(30)}


WORDS = (
    "swap", "draw", "two", "steal", "skip", "a", "turn", "all", "discard", "guess", "left", "hand", "free",
    "letter", "next", "player", "takes", "your", "card",
)  # fmt: skip


def _text(seed: int) -> dict[str, Face]:
    """Draw cards of an instruction each, in the same frame."""
    rng = np.random.default_rng([seed, 37])
    paper, ink = rng.integers(215, 256, 3).tolist(), rng.integers(20, 90, 3).tolist()
    scale, lines, faces = float(rng.uniform(0.7, 1.0)), int(rng.integers(3, 6)), {}
    for number in range(24):
        face = np.full((360, 240, 3), paper, np.uint8)
        cv2.rectangle(face, (10, 10), (229, 349), ink, 4)
        for k in range(lines):
            text = " ".join(str(rng.choice(WORDS)) for _ in range(2))
            text = text.upper() if k == 0 else text
            cv2.putText(face, text[:14], (22, 70 + 56 * k), 0, scale, ink, 2, cv2.LINE_AA)
        faces[f"action-{number + 1}"] = _whole(face)
    return faces


KINDS = {
    "us": lambda seed: _edition("us", seed),
    "amigo": lambda seed: _edition("amigo", seed),
    "colours": _colours,
    "pips": _pips,
    "odd": _odd,
    "text": _text,
}


def lamp(rng: np.random.Generator) -> Lamp:
    """Draw a lamp of a home: 2700 to 6500 K, dim or bright, LED or not."""
    return Lamp(
        kelvin=float(rng.uniform(2700, 6500)),
        led=bool(rng.random() < 0.5),
        level=float(np.exp(rng.uniform(np.log(0.12), np.log(1.1)))),
        balance=float(rng.uniform(0.0, 1.0)),
    )


def shot(face: Face, rng: np.random.Generator, light: Lamp, other: Lamp | None = None) -> np.ndarray:
    """Photograph a card as it comes out of rectification: uint8 (144, 96, 3) BGR."""
    out = surface(rng, (288, 192))
    corners = np.array([[0, 0], [192, 0], [192, 288], [0, 288]], np.float32)
    corners += rng.normal(0, float(rng.choice([0.008, 0.014, 0.022])), (4, 2)) * [192, 288]
    lay(out, face[0], face[1], corners.astype(np.float32), shadow=float(rng.uniform(0, 0.5)))
    ramp = _ramp(rng, out.shape[:2])
    share = 1 / (1 + np.exp(-ramp * rng.uniform(1, 6))) if other is not None else None
    size = 96 * rng.uniform(0.6, 1.0)
    small = cv2.resize(out, (round(size), round(1.5 * size)), interpolation=cv2.INTER_AREA)
    share = None if share is None else cv2.resize(share, small.shape[1::-1])
    seen = lit(small, light, other, share).astype(np.float32)
    seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.2, 0.8)))
    seen *= 1 + rng.uniform(0, 0.2) * cv2.resize(ramp, seen.shape[1::-1])[..., None]
    seen += rng.normal(0, rng.uniform(1, 4), seen.shape)
    seen = np.clip(seen, 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))])[1]
    crop = cv2.resize(cv2.imdecode(data, cv2.IMREAD_COLOR), (96, 144), interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(crop[::-1, ::-1]) if rng.random() < 0.5 else crop


def _ramp(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Draw a plane that rises across a picture: float32 (h, w), -1 to 1."""
    about = rng.uniform(0, 2 * np.pi)
    y, x = np.linspace(-1, 1, shape[0])[:, None], np.linspace(-1, 1, shape[1])[None]
    return ((np.cos(about) * x + np.sin(about) * y) / 1.4142).astype(np.float32)
