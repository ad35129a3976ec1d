"""Name the cards of a deck that is laid out in rows: their order says it, the shipped reader checks it.

Each picture shows one group of the deck's list, a suit as a rule, laid in order in one row or several. A row
runs along the cards' short sides or their long ones, whichever gives fewer rows. A picture may be taken from
either side of the table: which end comes first is told by the shipped reader where it can read this deck at
all, and so are two cards that changed places; else the stated order holds, from the top left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from games import cards
from texts import Said, say, say_many
from vision.detect.locator import Locator, shipped
from vision.enrol.gaps import without_gaps
from vision.enrol.repeats import SeenCards, repeated
from vision.enrol.unfit import unfit
from vision.errors import UnfitPicture
from vision.geometry.assign import assign
from vision.geometry.quads import area, iou, rectify, sides
from vision.geometry.suppression import suppress
from vision.read.reader import CardReader

LOCATED_IN_ROW = 0.5
"""What the locator must say of a card."""

LIKE_OTHERS = (0.55, 1.8)
"""Area of a card as a share of the middle one's: all are of one deck, and lie on one table."""

TOUCHING = 0.1
"""Intersection over union from which two finds do not lie apart."""

ROW = 0.5
"""Step across rows, in lengths of a card that way, from which another row begins."""

MISLAID = 6.0
"""Cost (minus the logarithm of the odds) of a card that lies out of its order."""

TOO_MANY, NO_PART = 1e4, 1e6
"""Cost of a part that has fewer cards than the picture shows, and of none at all where a part is left."""

NAME_FLOOR = 1e-3
"""Probability that is left to any name whatever the reader says."""

LITERATE, FLUENT = 0.3, 0.9
"""Share of the cards that the reader must read as their order says for it to tell the pictures and their ends
apart (by chance it is a fiftieth), and for its word to count against the order of single cards.
"""

CONTRADICTED, TOLD = 0.5, 0.95
"""Probability of another name from which a card is unclear; of its own from which it may lie out of order."""


@dataclass(frozen=True, eq=False)
class RowCard:
    """One card of a picture.

    quad: float32 (4, 2) pixels; crop: uint8 (144, 96, 3) BGR; said: float (K,) over the reader's names;
    unfit: why its picture is no good as a model, or None.
    """

    quad: np.ndarray
    crop: np.ndarray
    said: np.ndarray
    unfit: Said | None = None


@dataclass(frozen=True, eq=False)
class Named:
    """A card and its name; where it is not clear, it is to be named by hand, and `likely` is asked first."""

    name: str
    laid: RowCard
    clear: bool = True
    likely: tuple[str, ...] = ()
    in_order: bool = True


@dataclass(frozen=True)
class Deal:
    """What the pictures show: a group of the list for each, in the pictures' order.

    literate: whether the shipped reader could check the order. refused: a sentence a picture, or None.
    """

    pictures: tuple[tuple[Named, ...], ...]
    groups: tuple[int, ...]
    literate: bool
    refused: tuple[Said | None, ...]


def groups(
    names: Sequence[str], edition: str | None, counts: Sequence[int] = ()
) -> tuple[tuple[str, ...], ...]:
    """Part a deck's list into what lies on each picture: suits, then the specials four times each.

    counts: how many cards were found on each picture, by which a list of no edition is cut.
    """
    listed = [name for name in names if name != "back"]
    if edition is not None:
        suits = [
            tuple(n for n in listed if cards.copies(n) == 1 and n.endswith(s)) for s in cards.suits(edition)
        ]
        specials = tuple(n for n in listed for _ in range(cards.copies(n)) if cards.copies(n) > 1)
        return tuple(group for group in (*suits, specials) if group)
    ends = np.cumsum(counts)
    return tuple(tuple(listed[end - count : end]) for end, count in zip(ends, counts, strict=True))


def look(image: np.ndarray, reader: CardReader, locator: Locator | None = None) -> tuple[RowCard, ...]:
    """Find the cards of one picture, uint8 (H, W, 3) BGR, in reading order.

    Raises UnfitPicture, MissingModel.
    """
    found = [each.quad for each in (locator or shipped()).find(image) if each.sure > LOCATED_IN_ROW]
    if found:
        middle = float(np.median([area(quad) for quad in found]))
        found = [quad for quad in found if LIKE_OTHERS[0] < area(quad) / middle < LIKE_OTHERS[1]]
    apart = without_gaps(image, suppress(found, lambda find, kept: iou(find, kept) >= TOUCHING))
    if not apart:
        raise UnfitPicture(say("no card was found; lay the cards apart, in rows, on a plain table"))
    quads = [apart[i] for i in reading_order(apart)]
    crops = np.stack([rectify(image, quad) for quad in quads])
    said = reader.read(crops).probabilities
    return tuple(
        RowCard(quad, crop, row, unfit(image, quad, crop))
        for quad, crop, row in zip(quads, crops, said, strict=True)
    )


def reading_order(quads: Sequence[np.ndarray]) -> list[int]:
    """Sort cards that lie in rows: from left to right, row by row."""
    middles = np.array([quad.mean(0) for quad in quads])
    axes = np.array([(quad[3] + quad[2] - quad[0] - quad[1]) / 2 for quad in quads])
    turns = np.angle(np.sum(np.exp(2j * np.angle(axes[:, 0] + 1j * axes[:, 1])))) / 2
    long = np.array([np.cos(turns), np.sin(turns)])
    wide, tall = np.median([sides(quad) for quad in quads], axis=0)
    ways = []
    for across, step in ((long, tall), (np.array([-long[1], long[0]]), wide)):
        along = np.array([across[1], -across[0]])
        # Along the rows to the right, or down where they run down the picture; the next row below, seen so.
        if along[0] < -0.5 or (abs(along[0]) <= 0.5 and along[1] < 0):
            along = -along
        down = np.array([-along[1], along[0]])
        ways.append(_rows(middles @ down, ROW * step, middles @ along))
    rows = min(ways, key=len)
    return [i for row in rows for i in row]


def _rows(depth: np.ndarray, step: float, place: np.ndarray) -> list[list[int]]:
    """Part cards into rows by their depth, and sort each by place."""
    rows: list[list[int]] = []
    last = -np.inf
    for i in np.argsort(depth):
        if depth[i] - last > step:
            rows.append([])
        rows[-1].append(int(i))
        last = depth[i]
    return [sorted(row, key=lambda i: place[i]) for row in rows]


def name(
    pictures: Sequence[Sequence[RowCard]],
    parts: Sequence[Sequence[str]],
    reader: CardReader,
    taken: Mapping[str, Sequence[np.ndarray]] | None = None,
) -> Deal:
    """Name the cards of pictures that show the parts of a deck's list, in any order where it can be read.

    A picture is refused that cannot be named, since cards are missing and nobody can say which, and one that
    shows the cards of another. taken: crops of cards, by their names, that are known from other pictures: no
    other card is one of those, whatever it looks like.
    """
    column = {each: k for k, each in enumerate(reader.names)}
    again = repeated([_crops(laid) for laid in pictures])
    once = [laid for k, laid in enumerate(pictures) if k not in again]
    record = _record(once, parts, column)
    literate, fluent = record > LITERATE, record > FLUENT
    which = iter(_which(once, parts, column) if literate else range(len(once)))
    order = [next(which) if k not in again else len(parts) for k in range(len(pictures))]
    seen = SeenCards(taken or {})
    named: list[tuple[Named, ...]] = []
    refused: list[Said | None] = []
    for k, (laid, at) in enumerate(zip(pictures, order, strict=True)):
        part = parts[order[again[k]] if k in again else at] if at < len(parts) or k in again else ()
        why = _refused(laid, part, fluent, seen, k in again)
        refused.append(why)
        named.append(() if why is not None else _named(laid, part, column if literate else {}, fluent))
    if fluent:
        named = _eliminated(named, column, taken or {})
    return Deal(tuple(named), tuple(order), literate, tuple(refused))


def _refused(
    laid: Sequence[RowCard], part: Sequence[str], fluent: bool, seen: SeenCards, again: bool
) -> Said | None:
    """Say why a picture cannot show a part of the list; None: it can. again: the part was shown before."""
    if not part:
        return say("all parts of the deck lie on other pictures; leave this one out")
    before = list(part) if again else seen.mostly(_crops(laid), besides=part)
    if before:
        return say(
            "these cards were seen before ({cards}); show those that are still missing",
            cards=", ".join(dict.fromkeys(before)),
        )
    missing = len(part) - len(laid)
    if missing < 0 or (missing and not fluent):
        return say(
            "{found} were found where {expected} should lie; lay all of them apart, and nothing else",
            found=say_many("{count} card", "{count} cards", len(laid)),
            expected=say_many("{count} card", "{count} cards", len(part)),
        )
    return None


def _crops(laid: Sequence[RowCard]) -> list[np.ndarray]:
    return [one.crop for one in laid]


def _eliminated(
    pictures: Sequence[tuple[Named, ...]],
    column: dict[str, int],
    taken: Mapping[str, Sequence[np.ndarray]],
) -> list[tuple[Named, ...]]:
    """Clear the cards that read only like others whose names are taken, and lie in their own places.

    They must not look like those as well: then the same card was laid twice.
    """
    known: dict[str, list[np.ndarray]] = {each: list(crops) for each, crops in taken.items()}
    for card in (card for named in pictures for card in named):
        if card.laid.said[column[card.name]] >= CONTRADICTED:
            known.setdefault(card.name, []).append(card.laid.crop)
    names = sorted(column, key=lambda each: column[each])

    def clear(card: Named) -> bool:
        other = names[int(np.argmax(card.laid.said))]
        if card.clear or not card.in_order or other == card.name or other not in known:
            return card.clear
        return SeenCards({other: known[other]}).again(card.laid.crop) is None

    return [tuple(replace(card, clear=clear(card)) for card in named) for named in pictures]


def _opinion(laid: RowCard, part: Sequence[str], column: dict[str, int]) -> np.ndarray:
    """Give what the reader says of each name of a part, never nothing: float (M,)."""
    copies = np.array([max(1, part.count(each)) for each in part])
    return (
        np.array([NAME_FLOOR + laid.said[column[each]] if each in column else 1.0 for each in part]) / copies
    )


def _costs(laid: Sequence[RowCard], part: Sequence[str], column: dict[str, int], ordered: bool) -> np.ndarray:
    costs = np.array([-np.log(_opinion(each, part, column)) for each in laid])
    if ordered and len(laid) == len(part):
        costs += MISLAID * (1 - np.eye(len(laid)))
    return costs


def _best(
    laid: Sequence[RowCard], part: Sequence[str], column: dict[str, int]
) -> tuple[float, list[int], bool]:
    """Pair cards with names from either end; give the cost, the names' numbers, whether from the far end."""
    ways = []
    for turned in (False, True):
        cards_ = list(reversed(laid)) if turned else list(laid)
        costs = _costs(cards_, part, column, ordered=True)
        found = assign(costs)
        total = float(sum(costs[i, k] for i, k in enumerate(found)))
        ways.append((total, found[::-1] if turned else found, turned))
    return min(ways, key=lambda way: way[0])


def _record(
    pictures: Sequence[Sequence[RowCard]], parts: Sequence[Sequence[str]], column: dict[str, int]
) -> float:
    """Give the share of cards that the reader reads as their order in some part says, 0..1."""
    if not any(parts) or any(each not in column for part in parts for each in part):
        return 0.0
    agreed = total = 0
    for laid in pictures:
        said = [int(np.argmax(one.said)) if one.said.max() >= CONTRADICTED else -1 for one in laid]
        same = [part for part in parts if len(part) == len(laid)]
        ways = [(way, [column[each] for each in part]) for part in same for way in (said, said[::-1])]
        # Where a card is missing no order can be checked: it counts as read if it is of one part.
        agreed += max((sum(a == b for a, b in zip(*way, strict=True)) for way in ways), default=0)
        if not same:
            agreed += max((len({column[each] for each in part} & set(said)) for part in parts), default=0)
        total += len(laid)
    return agreed / max(1, total)


def _which(
    pictures: Sequence[Sequence[RowCard]], parts: Sequence[Sequence[str]], column: dict[str, int]
) -> list[int]:
    """Find which part of the list each picture shows; a part that no picture shows is left over.

    A picture beyond them shows none: a number from len(parts) on.
    """
    costs = np.array(
        [
            [
                _best(laid, part, column)[0] if len(laid) <= len(part) else TOO_MANY + k
                for k, part in enumerate(parts)
            ]
            for laid in pictures
        ]
    )
    beyond = max(0, len(pictures) - len(parts))
    return assign(np.pad(costs, ((0, 0), (0, beyond)), constant_values=NO_PART))


def _named(
    laid: Sequence[RowCard], part: Sequence[str], column: dict[str, int], fluent: bool
) -> tuple[Named, ...]:
    _, found, turned = _best(laid, part, column)
    whole = len(laid) == len(part)
    out = []
    for i, (one, k) in enumerate(zip(laid, found, strict=True)):
        opinion = _opinion(one, part, column)
        order = np.argsort(-opinion)
        said = one.said[column[part[k]]] if column else 1.0
        top = max((float(one.said[at]) for each, at in column.items() if each != part[k]), default=0.0)
        in_order = part[k] == part[len(part) - 1 - i if turned else i] if whole else False
        told = top < CONTRADICTED and (in_order or said >= TOLD)
        clear = told if fluent else in_order
        likely = tuple(dict.fromkeys((part[k], *(part[int(j)] for j in order))))[:6]
        out.append(Named(part[k], one, bool(clear), likely, in_order))
    return tuple(out)


def renamed(card: Named, name: str) -> Named:
    """Say which card it is, by hand."""
    return replace(card, name=name, clear=True)
