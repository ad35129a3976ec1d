"""Enrol drawn decks whole or in part in one light, read all their cards in another, and count."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from enrolled import drawn

from vision.read.decide import SURE
from vision.read.enrolled import EnrolledReader
from vision.read.profile import Profile, empty, with_list, with_picture


@dataclass
class Figures:
    """What became of the cards that were learnt, and of those that never were."""

    learnt: Counter[str] = field(default_factory=Counter)
    never: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(self.learnt + other.learnt, self.never + other.never, self.wrong + other.wrong)

    def __str__(self) -> str:
        right, asked, silent = (self.learnt[what] for what in ("right", "asked", "silent"))
        total = max(1, right + asked + silent)
        return (
            f"learnt {total}: right {100 * right / total:.1f} %, asked {100 * asked / total:.1f} %, "
            f"silent {silent}"
            f"; never learnt {self.never.total()}: silent {self.never['silent']}"
        )


def enrolled(deck: drawn.Deck, rng: np.random.Generator, share: float, light: drawn.Lamp) -> Profile:
    """Learn a share of a deck's cards from one picture each; the deck's list of names is known."""
    profile = with_list(empty("drawn"), deck.whole)
    for name in deck.whole:
        if rng.random() < share:
            profile = with_picture(profile, name, drawn.shot(deck.faces[name], rng, light))
    return profile


def lamps(
    rng: np.random.Generator, other: bool
) -> tuple[drawn.Lamp, Iterator[tuple[drawn.Lamp, drawn.Lamp | None]]]:
    """Give the lamp of the enrolment, and for each card that is read its lamp and perhaps a second one."""
    first = drawn.Lamp(float(rng.uniform(3500, 6500)), level=float(rng.uniform(0.5, 1.0)), balance=0.8)

    def later() -> Iterator[tuple[drawn.Lamp, drawn.Lamp | None]]:
        evening = drawn.lamp(rng)
        while True:
            yield (evening, drawn.lamp(rng) if rng.random() < 0.25 else None) if other else (first, None)

    return first, later()


def count(deck: drawn.Deck, share: float, other: bool, most: int, seed: int) -> Figures:
    """Read cards of a deck, at most so many, and count what became of each."""
    rng = np.random.default_rng([deck.seed, seed])
    light, evening = lamps(rng, other)
    profile = enrolled(deck, rng, share, light)
    reader = EnrolledReader(profile)
    figures = Figures()
    names = [str(name) for name in rng.permutation(list(deck.whole))]
    known = set(profile.names)
    names.sort(key=lambda name: name in known)
    half = most // 2 if share < 1 else 0
    chosen = [n for n in names if n not in known][:half] + [n for n in names if n in known]
    for name in chosen[:most]:
        lamp, second = next(evening)
        crop = drawn.shot(deck.faces[name], rng, lamp, second)
        row = reader.read(crop[None]).probabilities[0]
        best = reader.names[int(row.argmax())]
        trusted = row.max() >= SURE and best not in ("none", "back")
        tally = figures.learnt if name in known else figures.never
        what = "asked" if not trusted else "right" if best == name else "silent"
        tally[what] += 1
        if what == "silent":
            figures.wrong.append(f"{deck.kind}-{deck.seed}: {name} as {best} ({row.max():.3f})")
    return figures
