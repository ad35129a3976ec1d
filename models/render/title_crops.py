"""Titles of cards: the words WIZARD and JESTER of any language along an edge or across the middle of a card.

Every strip is another deck's: the word, its letters, and what stands about it. Words that name neither,
turned words and print without a word are drawn, too, so that whoever learns must read.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.labels import TITLE_HEIGHT, TITLE_MARGIN, TITLE_SIZE
from models.render.augmentation import photograph
from models.render.cards import art, emblems, persons
from models.render.cards.canvas import Canvas, Color, bgr, text_mask
from models.render.cards.corners import SIZES_MM
from models.render.cards.index_print import SCALE, Box, box_of
from models.render.cards.persons import LOOKS
from models.render.compositing import lay
from models.render.corner_crops import cover, ground, seen_share

WORDS = {
    "wizard": (
        "WIZARD", "WIZARD", "WIZARD", "ZAUBERER", "ZAUBERER", "MAGIER", "SORCIER", "MAGICIEN", "ENCHANTEUR",
        "MAGE", "MAGO", "MAGICIAN", "TOVENAAR", "TROLLKARL", "VELHO", "KOUZELNIK", "CZARODZIEJ", "HECHICERO",
        "STREGONE", "SORCERER",
    ),
    "jester": (
        "JESTER", "JESTER", "JESTER", "NARR", "NARR", "JOKER", "JOKER", "FOU", "BOUFFON", "FOOL", "HOFNARR",
        "NAR", "BUFFONE", "GIULLARE", "BUFON", "MATTO", "NARRI", "SASEK", "BLAZEN", "CLOWN",
    ),
}  # fmt: skip
"""What stands above the picture of a Wizard or a Jester; the commonest words more often."""

OTHER_WORDS = (
    "DRAGON", "DRACHE", "FAIRY", "FEE", "BOMB", "BOMBE", "WEREWOLF", "WERWOLF", "CLOUD", "WOLKE", "NUAGE",
    "JUGGLER", "JONGLEUR", "WITCH", "HEXE", "SORCIERE", "VAMPIRE", "VAMPIR", "SHAPESHIFTER", "JACK", "QUEEN",
    "KING", "ACE", "BUBE", "DAME", "KOENIG", "VALET", "ROI", "RULES", "POKER", "BRIDGE", "LIZARD", "HAZARD",
    "TESTER", "WINTER", "SUMMER", "GARDEN", "ZEPPELIN", "RAIN", "FOUR", "NAIL", "JUNGLE", "JUPITER",
)  # fmt: skip
"""Words that name neither; what neighbours in letters stands among them."""

WORDY, TURNED = 0.72, 0.08
"""Shares of strips with a Wizard's or Jester's word, and of such whose word is upside down: none is read."""

SEEN, HIDDEN = 0.55, 0.2
"""Shares of a word in view from which it is to be read, and below which it is not."""

SMALLEST, MILD = 0.36, 0.5
"""As models.render.corner_crops has them: the same cards are looked at."""

W, H = TITLE_SIZE


@dataclass(frozen=True)
class Title:
    """A printed part of a card, uint8 (h, w, 3) BGR with its outline mask uint8 (h, w).

    low, high: where it begins and ends on the card, in shares of its height; says: what its word says, one of
    models.labels.TITLES; box: where the word stands, in pixels, None for none.
    """

    pixels: np.ndarray
    mask: np.ndarray
    low: float
    high: float
    says: str
    box: Box | None


def title(rng: np.random.Generator, known: tuple[str, ...] = ()) -> Title:
    """Print a strip of a card from edge to edge; known: fonts to take instead of the built-in one."""
    says = ("wizard", "jester")[int(rng.integers(2))] if rng.random() < WORDY else "none"
    size = SIZES_MM[int(rng.integers(len(SIZES_MM)))]
    # The strip's place on the card, with room for a locator's error; the ends' outline has round corners.
    low = 0.0 if rng.random() < 0.75 else float(rng.uniform(0.25, 0.4))
    high = low + TITLE_HEIGHT + 0.08
    canvas = Canvas(size, SCALE, _paper(rng))
    full = rng.random() < 0.5
    tint = bgr(rng.integers(20, 245, 3)) if full else bgr(canvas.pixels[0, 0])
    if full:
        flat = rng.random() < 0.25
        if flat:
            canvas.pixels[:] = tint
        else:
            art.landscape(canvas, (0, 0, *canvas.size_mm), rng, tint, float(rng.uniform(0.15, 1.0)))
    frame = float(rng.uniform(0.6, 5)) if rng.random() < 0.5 else 0.0
    _picture(rng, canvas, says if says != "none" else "king")
    if frame:
        _frame(rng, canvas, frame)
    word = _word(rng, says)
    box = _print(rng, canvas, word, (low * size[1], high * size[1]), tint, known) if word else None
    top, foot = (round(share * canvas.pixels.shape[0]) for share in (low, high))
    pixels = np.ascontiguousarray(canvas.pixels[top:foot])
    mask: np.ndarray = np.full(pixels.shape[:2], 255, np.uint8)
    if box is not None:
        box = (box[0], box[1] - top, box[2], box[3] - top)
    if low == 0.0:
        r = max(1, round(float(rng.uniform(1.5, 5.0)) * SCALE))
        wide = mask.shape[1]
        mask[:r] = 0
        mask[:r, r : wide - r] = 255
        for x in (r, wide - 1 - r):
            cv2.circle(mask, (x, r), r, 255, -1, cv2.LINE_AA)
    if word and says != "none" and rng.random() < TURNED:
        says, box = "none", None
        pixels, mask = (np.ascontiguousarray(part[::-1, ::-1]) for part in (pixels, mask))
    return Title(pixels, mask, low, high, says, box)


def _word(rng: np.random.Generator, says: str) -> str:
    if says != "none":
        word = str(rng.choice(WORDS[says]))
    elif rng.random() < 0.4:
        return ""
    elif rng.random() < 0.7:
        word = str(rng.choice(OTHER_WORDS))
    else:
        letters = list("ABCDEFGHIJKLMNOPRSTUVWZ")
        word = "".join(str(rng.choice(letters)) for _ in range(int(rng.integers(3, 10))))
    return word if rng.random() < 0.7 else word.title()


def _paper(rng: np.random.Generator) -> Color:
    if rng.random() < 0.08:  # a dark deck
        return bgr(rng.integers(5, 70, 3))
    white = int(rng.integers(225, 256))
    return (white - int(rng.integers(0, 30)), white - int(rng.integers(0, 10)), white)


def _picture(rng: np.random.Generator, canvas: Canvas, who: str) -> None:
    """Draw what of a card's picture reaches into the strip; whose it is tells nothing."""
    w, h = canvas.size_mm
    who = str(rng.choice(["wizard", "jester", "king", who]))
    palette = [art.color(rng) for _ in range(6)]
    kind = rng.random()
    if kind < 0.3:
        box = (0.15 * w, float(rng.uniform(0.08, 0.25)) * h, 0.85 * w, 0.92 * h)
        persons.person(canvas, box, rng, str(rng.choice(LOOKS)), palette, who)
    elif kind < 0.5:
        center = np.array([w / 2, float(rng.uniform(0.3, 0.55)) * h])
        emblems.emblem(canvas, center, float(rng.uniform(9, 22)), rng, palette[0], who)
    for _ in range(int(rng.integers(0, 8)) if rng.random() < 0.5 else 0):
        at = rng.uniform([0, 0], [w, h])
        if rng.random() < 0.5:
            art.star(canvas, at, float(rng.uniform(0.5, 3)), palette[1], int(rng.integers(4, 9)))
        else:
            canvas.circle(tuple(at), float(rng.uniform(0.4, 4)), palette[2])


def _frame(rng: np.random.Generator, canvas: Canvas, inset: float) -> None:
    """Draw a frame along the card's sides, or two."""
    w, h = canvas.size_mm
    ink, line = art.color(rng, 0, 255), float(rng.uniform(0.2, 1.2))
    canvas.rectangle((inset, inset), (w - inset, h - inset), ink, line)
    if rng.random() < 0.3:
        more = inset + float(rng.uniform(0.6, 1.8))
        canvas.rectangle((more, more), (w - more, h - more), ink, line)


def _print(
    rng: np.random.Generator, canvas: Canvas, word: str, rows: tuple[float, float], tint: Color,
    known: tuple[str, ...],
) -> Box:  # fmt: skip
    """Print a word somewhere between two heights of a card, in millimetres; give where, in pixels."""
    w, (low, high) = canvas.size_mm[0], rows
    h = high - low
    font = known[int(rng.integers(len(known)))] if known and rng.random() > 0.07 else None
    mask = _letters(rng, word, font)
    tall = float(rng.uniform(3.4, 10.0))
    wide = tall * mask.shape[1] / mask.shape[0] * float(rng.uniform(0.6, 1.2))
    most = w * float(rng.uniform(0.45, 0.9))
    if wide > most:
        tall, wide = max(3.2, tall * (most / wide) ** float(rng.uniform(0.4, 1.0))), most
    y = float(rng.uniform(0.12, 0.72)) * h
    y = low + float(np.clip(y, tall / 2 + 1, h - tall / 2 - 3))
    x = w / 2 + float(rng.normal(0, 1.0))
    if rng.random() < 0.08:  # set at the card's left side
        x = wide / 2 + float(rng.uniform(1.5, 5))
    if rng.random() < 0.25:  # a banner behind the word
        tint = bgr(rng.integers(0, 256, 3))
        by = float(rng.uniform(0.8, 3))
        corner = (max(0.0, x - wide / 2 - 2 * by), y - tall / 2 - by)
        canvas.rectangle(corner, (min(w, x + wide / 2 + 2 * by), y + tall / 2 + by), tint)
    bright = sum(tint) > 380
    ink = art.color(rng, 0, 110) if bright else art.color(rng, 170, 255)
    if rng.random() < 0.3:  # of a colour that stands out by its hue
        ink = bgr(rng.permutation([int(rng.integers(0, 60)), int(rng.integers(0, 160)), 200]))
        if abs(sum(ink) - sum(tint)) < 120:
            ink = (15, 15, 20) if bright else (245, 245, 245)
    if rng.random() < 0.3:
        other = (250, 250, 250) if sum(ink) < 380 else (12, 12, 12)
        for dx, dy in ((-0.3, 0), (0.3, 0), (0, -0.3), (0, 0.3)):
            canvas.stamp(mask, (x + dx, y + dy), (wide, tall), other)
    canvas.stamp(mask, (x, y), (wide, tall), ink)
    return box_of(x, y, wide, tall)


def _letters(rng: np.random.Generator, word: str, font: str | None) -> np.ndarray:
    """Draw a word as a tight mask, uint8 (H, W): spaced, slanted or bent as titles are."""
    stroke = int(rng.choice([0, 0, 1, 2, 4, 6]))
    if word.isupper() and rng.random() < 0.35:
        gap = int(rng.uniform(0, 60))
        parts = [text_mask(letter, font, stroke) for letter in word]
        tall = max(part.shape[0] for part in parts)
        parts = [
            cv2.copyMakeBorder(part, 0, tall - part.shape[0], 0, gap, cv2.BORDER_CONSTANT) for part in parts
        ]
        mask = np.hstack(parts)[:, : -gap or None]
    else:
        mask = text_mask(word, font, stroke)
    h, w = mask.shape
    roll = rng.random()
    if roll < 0.15:  # an arc
        bend = float(rng.uniform(-0.9, 0.9)) * h
        y, x = np.mgrid[0 : h + round(abs(bend)), 0:w].astype(np.float32)
        lift = bend * (1 - (2 * x / w - 1) ** 2)
        return cv2.remap(mask, x, y - (lift if bend > 0 else lift - bend), cv2.INTER_LINEAR)
    if roll < 0.25:  # slanted
        by = float(rng.uniform(-0.3, 0.35)) * h
        matrix = np.array([[1, -by / h, max(by, 0.0)], [0, 1, 0]], np.float32)
        return cv2.warpAffine(mask, matrix, (w + round(abs(by)), h))
    return mask


def of_face(rng: np.random.Generator, face: np.ndarray, mask: np.ndarray) -> Title:
    """Take a strip of a whole face that bears no word: uint8 (h, w, 3) BGR, with its outline mask."""
    low = 0.0 if rng.random() < 0.75 else float(rng.uniform(0.25, 0.4))
    high = low + TITLE_HEIGHT + 0.08
    rows = slice(round(low * face.shape[0]), round(high * face.shape[0]))
    return Title(np.ascontiguousarray(face[rows]), np.ascontiguousarray(mask[rows]), low, high, "none", None)


def patch(
    rng: np.random.Generator, one: Title, others: Sequence[np.ndarray]
) -> tuple[np.ndarray, str | None]:
    """Draw a strip as it comes out of rectification: uint8 (64, 160, 3) BGR, and what is to be read there.

    others: pictures of print, uint8 (h, w, 3), that may lie under it or over it. None where too little of the
    word is in view to ask for it and too much to ask for nothing.
    """
    out = ground(rng, others, (H, W))
    card = np.array([W / (1 + 2 * TITLE_MARGIN), H / TITLE_HEIGHT], np.float32)
    spread = float(rng.choice([0.01, 0.02, 0.04], p=[0.45, 0.4, 0.15]))
    unit: np.ndarray = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    unit = unit + rng.normal(0, spread, (4, 2)) + rng.normal(0, spread * 0.6, (1, 2))
    # The card's end at the patch's own margin, or the strip's middle in the patch's.
    shift = np.array([TITLE_MARGIN, -one.low + (TITLE_MARGIN if one.low == 0 else -0.04)], np.float32)
    onto = cv2.getPerspectiveTransform(
        np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), ((unit + shift) * card).astype(np.float32)
    )
    part = np.array([[0, one.low], [1, one.low], [1, one.high], [0, one.high]], np.float32)
    place = cv2.perspectiveTransform(part[None], onto)[0]
    lay(out, one.pixels, one.mask, place, shadow=float(rng.uniform(0, 0.6)))
    free = np.ones((H, W), np.uint8)
    if rng.random() < 0.25:
        cover(rng, out, free, others)
    share = 0.0
    if one.box is not None:
        h, w = one.pixels.shape[:2]
        source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        share = seen_share(one.box, cv2.getPerspectiveTransform(source, place), free)
    says = one.says if share > SEEN else "none" if share < HIDDEN or one.says == "none" else None
    return photograph(rng, out, SMALLEST, MILD), says
