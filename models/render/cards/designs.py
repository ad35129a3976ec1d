"""Deck designs drawn by chance: ordinary suits in four languages, and painted decks with big numbers."""

from dataclasses import dataclass, replace

import numpy as np

from models.render.cards.canvas import Color, bgr
from models.render.cards.pips import has_signs
from models.render.cards.variants import SHARE, Variant, inks, variant

LETTERS = {
    "english": {"J": "J", "Q": "Q", "K": "K", "A": "A"},
    "german": {"J": "B", "Q": "D", "K": "K", "A": "A"},
    "french": {"J": "V", "Q": "D", "K": "R", "A": "A"},
    "french-one": {"J": "V", "Q": "D", "K": "R", "A": "1"},
    "dutch": {"J": "B", "Q": "V", "K": "H", "A": "A"},
}
"""Indices of the courts and the ace, by language."""
WIZARD_TEXTS = ("W", "W", "Z", "Z", "WIZARD", "Wizard", "ZAUBERER", "SORCIER")
"""What stands in a Wizard's corners; the commonest more often."""
JESTER_TEXTS = ("N", "N", "JESTER", "Jester", "NARR", "JOKER", "FOU", "Joker")
"""The same of a Jester."""
LETTERED = {"us": 0.6, "amigo": 0.2}
"""Share of the decks to learn from whose Wizards and Jesters bear an index as courts do, by edition."""


@dataclass(frozen=True)
class Design:
    """One deck's look; everything else about a face follows from it and the card's name.

    `size_mm` is (width, height); `colors` maps a suit letter to its ink; `letters` a court rank to its index.
    `tail`: length of a Q's tail in shares of its height, None for the font's own Q. `variant`: a look of its
    own (which `variant_faces` prints), None for the plain one (`plain_faces`). `lettered`: whether Wizards
    and Jesters bear an index as courts do (`lettered_specials`).
    """

    seed: int
    edition: str
    size_mm: tuple[float, float]
    radius_mm: float
    paper: Color
    colors: dict[str, Color]
    letters: dict[str, str]
    font: str | None
    stroke: int
    stretch: float
    index_mm: float
    inset_mm: tuple[float, float]
    four_indices: bool
    one_index: bool
    pips_only: bool
    four_on_aces: bool
    tail: float | None
    sign_shape: tuple[float, ...]
    sign_font: str | None
    style: dict[str, float]
    variant: Variant | None = None
    lettered: bool = False

    @property
    def look(self) -> Variant:
        """Give its own look. Raises ValueError where it has none."""
        if self.variant is None:
            raise ValueError(f"the deck of seed {self.seed} has no look of its own")
        return self.variant


def design(seed: int, edition: str, fonts: tuple[str, ...] = (), *, muddle: bool = False) -> Design:
    """Draw a deck's design from its seed.

    `fonts` are files to take instead of the built-in font. With `muddle` the persons on courts, Wizards and
    Jesters may be exchanged, so that whoever learns from the deck must learn the index.
    """
    rng = np.random.default_rng([seed, 7, edition == "amigo"])

    def u(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    size = [(63.0, 88.0), (63.0, 88.0), (57.0, 89.0), (56.0, 87.0), (59.0, 91.0)][int(rng.integers(5))]
    white = int(rng.integers(236, 256))
    paper = (white - int(rng.integers(0, 22)), white - int(rng.integers(0, 6)), white)
    if edition == "amigo":
        inks = {
            "B": (int(u(120, 255)), int(u(20, 140)), int(u(0, 70))),
            "G": (int(u(0, 90)), int(u(90, 200)), int(u(0, 80))),
            "R": (int(u(0, 60)), int(u(0, 50)), int(u(150, 245))),
            "Y": (int(u(0, 80)), int(u(170, 235)), int(u(215, 255))),
        }
    else:
        red = (int(u(10, 80)), int(u(5, 60)), int(u(165, 245)))
        black = (int(u(5, 50)),) * 3
        inks = {"S": black, "H": red, "D": red, "C": black}
        if rng.random() < 0.12:  # four-colour decks
            inks["D"] = (int(u(150, 240)), int(u(60, 130)), int(u(0, 60)))
            inks["C"] = (int(u(20, 70)), int(u(100, 160)), int(u(0, 50)))
    paths = fonts or (None,)
    signs = [path for path in fonts if has_signs(path)]
    big = edition == "amigo"
    drawn = Design(
        seed=seed,
        edition=edition,
        size_mm=size,
        radius_mm=u(2.0, 5.0),
        paper=paper,
        colors=inks,
        letters=LETTERS[str(rng.choice(["english", "english", "english", "german", "french", "french-one"]))],
        font=paths[int(rng.integers(len(paths)))],
        # A thicker stroke closes the 5 to a 6: no deck is printed so.
        stroke=int(rng.choice([3, 4, 5] if big else [0, 0, 2, 3, 5])),
        stretch=u(0.62, 1.05),
        index_mm=u(10, 17) if big else u(6.5, 9.5) if rng.random() < 0.75 else u(9.5, 15),
        inset_mm=(u(0.8, 3.4), u(1.8, 4.6)),
        four_indices=bool(rng.random() < 0.15),
        one_index=False,
        pips_only=False,
        four_on_aces=False,
        tail=None,
        sign_shape=(u(0, 1), u(0, 1), u(0, 1), u(0, 1)),
        sign_font=str(rng.choice(signs)) if signs and rng.random() < 0.4 else None,
        style={
            k: u(0, 1)
            for k in (
                "beside",
                "pip",
                "spread",
                "frame",
                "art",
                "ace",
                "border",
                "tint",
                "court",
                "outline",
                "badge",
                "muddle",
            )
        }
        | {"z": u(0, len(WIZARD_TEXTS)), "n": u(0, len(JESTER_TEXTS))},
    )
    if not muddle:
        return replace(drawn, style={**drawn.style, "muddle": 1.0})
    lettered = np.random.default_rng([seed, 29, big]).random() < LETTERED[edition]
    return replace(_wider(_rarer(drawn), paths), lettered=bool(lettered))


def _rarer(deck: Design) -> Design:
    """Add what few decks have, and strokes of any weight: whoever learns must have met them."""
    rng = np.random.default_rng([deck.seed, 17, deck.edition == "amigo"])
    rare = rng.random()
    suited = deck.edition == "us"
    deck = replace(
        deck,
        font=None if rng.random() < 0.14 else deck.font,
        stroke=int(rng.choice([0, 2, 3, 4, 5, 6] if deck.edition == "amigo" else [0, 0, 1, 2, 3, 5])),
        stretch=float(rng.uniform(0.55, 1.15)),
        one_index=bool(rare < 0.05),
        pips_only=bool(suited and 0.05 <= rare < 0.08),
    )
    # A V is a jack in French and a queen in Dutch: who has met both asks.
    return replace(
        deck,
        letters=LETTERS["dutch"] if suited and rng.random() < 0.1 else deck.letters,
        four_on_aces=bool(rng.random() < 0.12),
        tail=float(rng.uniform(0.12, 0.4)) if rng.random() < 0.2 else None,
    )


def _wider(deck: Design, fonts: tuple[str | None, ...]) -> Design:
    """Give most decks to learn from a look of their own: signs, inks, sizes, frames, courts and layouts."""
    rng = np.random.default_rng([deck.seed, 23, deck.edition == "amigo"])
    if rng.random() >= SHARE:
        return deck

    def u(low: float, high: float) -> float:
        return float(rng.uniform(low, high))

    suited = deck.edition == "us"
    paper, colors, tall = deck.paper, deck.colors, deck.index_mm
    if suited:
        colors, own = inks(rng)
        paper = own or paper
        tall = u(6, 10) if rng.random() < 0.4 else u(10, 25)
    else:
        tall = u(8, 20)
        colors = {suit: _shifted(rng, ink) for suit, ink in colors.items()}
    return replace(
        deck,
        paper=paper,
        colors=colors,
        index_mm=tall,
        inset_mm=(u(0.8, 4.5), u(1.2, 6.0)),
        four_indices=deck.four_indices and tall < 13,
        font=fonts[int(rng.integers(len(fonts)))] if rng.random() < 0.5 else deck.font,
        stretch=u(0.5, 1.25),
        sign_shape=tuple(u(0, 1) for _ in range(8)),
        sign_font=deck.sign_font if rng.random() < 0.5 else None,
        variant=variant(rng, paper, tall, deck.size_mm[0]),
    )


def _shifted(rng: np.random.Generator, ink: Color) -> Color:
    paint = np.array(ink) * rng.uniform(0.75, 1.15) + rng.normal(0, 10, 3)
    return bgr(np.clip(paint, 0, 255))
