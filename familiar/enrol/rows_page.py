"""``familiar enrol --rows`` with the camera: a page leads from suit to suit, and shows what was found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import numpy as np

from device.camera import Camera
from familiar.calibrated import locked_to
from familiar.configured import LIVE
from familiar.enrol.album import Album
from familiar.enrol.deck import remember, wanted_deck
from familiar.enrol.rows import problem
from familiar.enrol.rows_guided import MOST_AT_ONCE, RowTable, likely, miscounted
from familiar.enrol.sticks_guided import REST
from familiar.guide.eyes import Recorded
from familiar.guide.led import Owner, serve
from familiar.source import Source, the_camera
from familiar.tell import Tell
from models.render import decks
from simulation.rows import RowsCamera
from table.guides.leading import Checked, Trouble
from table.guides.rows import Event, Phase, Rows, Seen, Taken, step
from table.settings.config import Config
from texts import say
from vision.enrol import rows
from vision.errors import BadProfile, UnfitPicture
from vision.geometry.quads import to_corners
from vision.interval import USUAL_MS, FrameInterval
from vision.read.reader import CardReader, Reader
from web.rows import create_rows_app

HINT = "It shows which cards to lay next. Ctrl-C stops; the pictures that were looked over are kept."
END = say("The pictures have run out.")
REPEATS = 1 + REST // USUAL_MS
"""How often a picture of a folder is shown: as often as rows must be still to be looked at, and once more,
for in the first of them all has moved."""

SEED = 200_121
"""Draws the deck of the simulated rows: none that trained the networks."""


class RowsOwner(Owner[Rows]):
    """Own the enrolment of a deck from rows."""

    def __init__(
        self, state: Rows, deck: str, edition: str | None, react: Callable[[Rows, Rows], Event | None]
    ) -> None:
        super().__init__(state, step, react)
        self.deck, self.edition = deck, edition


class RowAlbum(Album):
    """Keeps the cards of each picture that was looked over."""

    def react(self, before: Rows, now: Rows) -> Event | None:
        """Keep what has changed, and check it when its time has come. Raises BadProfile, MissingModel."""
        if now.kept != before.kept:
            cards = (card for taken in now.kept for card in taken.cards)
            self.keep((card.name, card.laid.crop) for card in cards if problem(card) is None)
        return Checked(self.checked()) if now.phase is Phase.CHECKING else None


class RowsEye:
    """Looks for a picture that shows one of the parts that are left, and names its cards.

    known: gives the crops of the cards that were learnt, by their names, which no other card has.
    """

    def __init__(
        self, owner: RowsOwner, reader: CardReader, known: Callable[[], Mapping[str, Sequence[np.ndarray]]]
    ) -> None:
        self._owner, self._reader, self._known = owner, reader, known
        self._table = RowTable()
        self._interval = FrameInterval()
        self._retakes = 0

    def taken(self, seconds: float) -> None:
        """Take in when the next picture was taken, in seconds: see `FrameInterval`."""
        self._interval.taken(seconds)

    def hurries(self) -> bool:
        """Tell that nobody waits for the next picture: rows of cards are laid out for long."""
        return False

    def look(self, frame: np.ndarray, seen: object = ()) -> None:
        """Take the next picture, uint8 (H, W, 3) BGR."""
        state = self._owner.snapshot
        if state.phase is not Phase.LAYING or not state.left:
            return
        if state.retakes != self._retakes:
            self._retakes = state.retakes
            self._table.again()
        if self._table.still(frame, self._interval.passed):
            self._owner.post(self._found(frame, state))

    def forget(self) -> None:
        """Begin with the table as it is."""
        self._table = RowTable()

    def _found(self, frame: np.ndarray, state: Rows) -> Event:
        size = (frame.shape[1], frame.shape[0])
        try:
            laid = rows.look(frame, self._reader)
        except UnfitPicture as error:
            return Seen(size=size, why=error.args[0])
        left = [state.parts[k] for k in state.left]
        outlines = tuple(to_corners(one.quad) for one in laid)
        if (why := miscounted(laid, left)) is not None:
            return Seen(outlines, size, why)
        dealt = rows.name([laid], likely(laid, left), self._reader, self._known())
        if dealt.refused[0] is not None:
            return Seen(outlines, size, dealt.refused[0])
        return Taken(state.left[dealt.groups[0]], dealt.pictures[0], size, dealt.literate)


def run(
    name: str,
    config: Config,
    listed: Path | None,
    edition: str | None,
    anew: bool,
    tell: Tell,
    *,
    ready: Callable[[RowsOwner], object] = id,
    camera: Camera | None = None,
) -> int:
    """Lead through the parts of a deck by a page, learn it, and keep it after each picture; give 0.

    ready: is told the owner before it begins. Raises BadProfile, and the root errors of the rooms.
    """
    wanted = wanted_deck(name, listed, edition, anew)
    names, of, before = wanted.names, wanted.edition, wanted.before
    if of is None:
        remember(names, wanted.file)
    faces = [each for each in names if each != "back"]
    lengths = [min(MOST_AT_ONCE, len(faces) - i) for i in range(0, len(faces), MOST_AT_ONCE)]
    album = RowAlbum(before, wanted.file)
    parts = rows.groups(names, of, lengths)
    owner = RowsOwner(Rows(parts, skipped=_learnt(parts, before.names)), wanted.deck, of, album.react)
    with ExitStack() as closing:
        source = closing.enter_context(Source(lambda: camera or _camera(config, owner)))
        eye = RowsEye(owner, Reader(of or "us"), lambda: dict(album.kept.cards))
        ready(owner)
        ended = serve(
            owner,
            eye,
            source.take,
            config,
            tell,
            make_app=partial(create_rows_app, owner),
            ended=lambda state: state.phase is Phase.OVER,
            hint=HINT,
            pace=0.0 if config.camera.source == "simulated" else config.camera.pace,
        )
    album.conclude(
        tell,
        wanted.deck,
        ended.report,
        then=f"try: familiar bench live --deck {name}" if ended.phase is Phase.OVER else None,
        again=f"familiar enrol {name} --rows",
    )
    return 0


def _learnt(parts: Sequence[Sequence[str]], names: Collection[str]) -> tuple[int, ...]:
    """List the parts that were learnt before; none where all were: then each is shown once more."""
    done = tuple(k for k, part in enumerate(parts) if set(part) <= set(names))
    return done if len(done) < len(parts) else ()


def _camera(config: Config, owner: RowsOwner) -> Camera:
    """Open the configured camera, or lay the rows of a drawn deck. Raises CameraError, BadProfile."""
    if config.camera.source == "simulated":
        if owner.edition is None:
            raise BadProfile("only decks of an edition lie on the simulated table: leave out --cards")
        design = decks.design(SEED, owner.edition)
        return RowsCamera(design, lambda: _wanted(owner.snapshot), config.camera.pace or 0.05)
    camera = the_camera(config, locked_to(config))
    live = config.camera.source.startswith(LIVE)
    return camera if live else Recorded(camera, lambda: owner.post(Trouble(END)), REPEATS)


def _wanted(state: Rows) -> tuple[tuple[str, ...], int]:
    """Say what lies on the simulated table: what is looked over, else the next part."""
    if state.taken is not None:
        return state.parts[state.taken.part], state.retakes
    return (state.parts[state.left[0]] if state.left else ()), state.retakes
