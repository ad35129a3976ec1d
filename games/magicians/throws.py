"""Read what a throw means for the figures (docs/rules/magicians.md 4)."""

from collections.abc import Sequence

from games.sticks import COLORS, SIDES, Stick


def total(sticks: Sequence[Stick]) -> int:
    """Add up the notches: the squares of the Apprentice."""
    return sum(stick.notches or 0 for stick in sticks)


def own(sticks: Sequence[Stick], color: str) -> int:
    """Find the notches of one's own stick: the jumps of the Magician."""
    return next(stick.notches or 0 for stick in sticks if stick.color == color)


def pasch(sticks: Sequence[Stick]) -> int | None:
    """Give the count that all three sticks show, or None."""
    counts = {stick.notches for stick in sticks}
    return counts.pop() if len(sticks) == len(COLORS) and len(counts) == 1 else None


def squares(sticks: Sequence[Stick], stone: bool) -> tuple[int, ...]:
    """List how far the Apprentice may walk: the total, and with the Force stone also its double."""
    if pasch(sticks) == 0:
        return ()
    count = total(sticks)
    return (count, 2 * count) if stone else (count,)


def leading(sticks: Sequence[Stick]) -> tuple[str, ...]:
    """List the symbols that lead, of which most sides are in view (docs/rules/magicians.md 1)."""
    seen = [side for stick in sticks for side in stick.sides or ()]
    most = max(seen.count(side) for side in SIDES)
    return tuple(side for side in SIDES if seen.count(side) == most)
