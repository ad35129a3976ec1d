"""``familiar enrol --rows`` with the camera: a picture a suit is taken when its cards lie still."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from device.camera import Camera
from familiar.calibrated import locked_to
from familiar.enrol.deck import wanted_deck
from familiar.enrol.rows import BY_ORDER, finish, keep
from familiar.enrol.sticks_guided import REST, next_image, unchanged
from familiar.source import the_camera
from familiar.tell import Tell
from games.nearest import close
from table.settings.config import Config
from texts import Said, say, say_many
from vision.enrol import rows
from vision.enrol.rows import Deal, Named
from vision.errors import BadProfile, UnfitPicture
from vision.interval import FrameInterval
from vision.motion import stillness
from vision.read.profile import save
from vision.read.reader import CardReader, Reader

MOST_AT_ONCE = 13
"""Cards of a list of no edition that are asked for in one picture."""

Ask = Callable[[str], str]
Parts = list[tuple[str, ...]]


def run(
    name: str,
    config: Config,
    listed: Path | None,
    edition: str | None,
    anew: bool,
    tell: Tell,
    ask: Ask,
    camera: Camera | None = None,
) -> int:
    """Take a picture of each part of a deck, learn it and keep it after each one; give 0.

    ask: puts a question about an unclear card to whoever sits there. Raises BadProfile, and the root errors
    of the rooms.
    """
    wanted = wanted_deck(name, listed, edition, anew)
    names, of, profile = wanted.names, wanted.edition, wanted.before
    if camera is None and config.camera.source == "simulated":
        raise BadProfile("only the page lays rows on the simulated table: leave --here out, or give a camera")
    reader = Reader(of or "us")
    lengths = [min(MOST_AT_ONCE, len(names) - i) for i in range(0, len(names), MOST_AT_ONCE)]
    left: Parts = list(rows.groups(names, of, lengths))
    total, watch = len(left), RowTable()
    with camera or the_camera(config, locked_to(config)) as opened:
        while left:
            part = left[0]
            tell(
                f"{total - len(left) + 1} of {total}: lay {part[0]} to {part[-1]}, {len(part)} cards, "
                "in order, in one row or two, and nothing else."
            )
            dealt = _dealt(opened, watch, left, reader, dict(profile.cards), tell)
            shown = left[dealt.groups[0]]
            named = tuple(_asked(card, at, shown, ask) for at, card in enumerate(dealt.pictures[0], 1))
            learnt = keep(profile, replace(dealt, pictures=(named,)), ["picture"])
            profile = learnt.profile
            save(profile, wanted.file)
            if not dealt.literate:
                tell(BY_ORDER)
            for sentence in learnt.told:
                tell(sentence)
            tell(f"Taken: {', '.join(card.name for card in named)}.")
            del left[dealt.groups[0]]
    finish(profile, wanted.file, name, tell)
    return 0


class RowTable:
    """Waits for the table to lie still with other things on it than before."""

    def __init__(self) -> None:
        self._settle = stillness.StillnessDetector(REST)
        self._before: np.ndarray | None = None

    def still(self, image: np.ndarray, passed: int) -> bool:
        """Take the next picture, uint8 (H, W, 3) BGR, which counts for so many milliseconds."""
        if not self._settle.push(image, passed):
            return False
        now = stillness.small(image, stillness.CHANGE_WIDTH_PX)
        if self._before is not None and unchanged(self._before, now):
            return False
        self._before = now
        return True

    def again(self) -> None:
        """Let the same cards do once more, when they lie still."""
        self._before = None


def _dealt(
    camera: Camera,
    table: RowTable,
    parts: Parts,
    reader: CardReader,
    taken: Mapping[str, Sequence[np.ndarray]],
    tell: Tell,
) -> Deal:
    """Look until a picture shows one of the parts, all of it fit to keep. Raises BadProfile at their end."""
    interval = FrameInterval()
    while True:
        image = next_image(camera, interval)
        if image is None:
            raise BadProfile("the pictures ended before all cards were seen; what was taken is kept")
        if not table.still(image, interval.passed):
            continue
        try:
            laid = rows.look(image, reader)
        except UnfitPicture as error:
            tell(str(error))
            continue
        why = _unready(laid, parts)
        if why is not None:
            tell(why)
            continue
        dealt = rows.name([laid], likely(laid, parts), reader, taken)
        if dealt.refused[0] is None:
            return dealt
        tell(dealt.refused[0])


def likely(laid: Sequence[rows.RowCard], parts: Parts) -> Parts:
    """Leave the parts in their places, but beyond the next none of another length than what lies there."""
    return [part if k == 0 or len(part) == len(laid) else () for k, part in enumerate(parts)]


def miscounted(laid: Sequence[rows.RowCard], parts: Parts) -> Said | None:
    """Say that no part has as many cards as were found; None: one has."""
    if any(len(laid) == len(part) for part in parts):
        return None
    return say(
        "{found} were found where {expected} should lie; lay all of them apart, and nothing else",
        found=say_many("{count} card", "{count} cards", len(laid)),
        expected=say_many("{count} card", "{count} cards", len(parts[0])),
    )


def _unready(laid: Sequence[rows.RowCard], parts: Parts) -> Said | None:
    """Say what must be put right before a picture is taken; None: nothing."""
    if (why := miscounted(laid, parts)) is not None:
        return why
    for at, one in enumerate(laid, 1):
        if one.unfit is not None:
            return say("card {number}: {why}", number=at, why=one.unfit)
    return None


def _asked(card: Named, at: int, part: Sequence[str], ask: Ask) -> Named:
    """Let an unclear card be named by hand."""
    question = f"Card {at}, from the top left: {' or '.join(card.likely[:3])}? Its name"
    while not card.clear:
        answer = ask(question).strip()
        if answer in part:
            return rows.renamed(card, answer)
        near = close(answer, part)
        guess = f"; did you mean {near!r}?" if near else "."
        question = f"{answer!r} is not among these cards{guess} Its name"
    return card
