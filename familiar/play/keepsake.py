"""Offer, at the end of a game with an unknown deck, to keep what its cards looked like as an enrolled deck.

Until somebody takes the offer everything is in memory alone, and goes with the next game.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from familiar.assemble import Appliance
from files import obstacle
from games.cards import EDITIONS
from games.history import Game
from table.eye.faces import Faces
from table.settings.config import NO_CAMERA, Config
from table.view.snapshot import Snapshot
from texts import Said, say
from vision.enrol.played import Learnt, learn
from vision.errors import BadProfile, VisionError
from vision.read.decks import deck_file
from vision.read.profile import deck_name, save

log = logging.getLogger(__name__)

WORTH = 0.75
"""Share of a deck's different cards from which it is offered: what was never learnt is asked about each time,
where the shipped reader may have read it."""

DRAFT = "unnamed"

Pictures = Mapping[str, tuple[np.ndarray, ...]]
"""Crops of each card, uint8 (144, 96, 3) BGR."""


@dataclass(frozen=True, eq=False)
class Offer:
    """What there is to keep. cards: how many different ones the deck has; kept: by what name it is."""

    learnt: Learnt
    cards: int
    missing: tuple[str, ...]
    kept: str | None = None


class Keepsake:
    """Hears a host, and learns the deck of each game that is over in a thread of its own.

    tell: is told a sentence when there is an offer; changed: is called whenever the offer has changed;
    folder: where the decks are, None: where they always are.
    """

    def __init__(
        self,
        tell: Callable[[str], object] = lambda said: None,
        changed: Callable[[], object] = lambda: None,
        folder: Path | None = None,
    ) -> None:
        self._tell, self._changed, self._folder = tell, changed, folder
        self._faces = Faces()
        self._gate = threading.Lock()
        self._over: Game | None = None
        self._offer: Offer | None = None
        self._work: queue.SimpleQueue[tuple[Game, Pictures] | None]
        self._work = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="keepsake", daemon=True)

    def start(self) -> None:
        """Begin to learn."""
        self._thread.start()

    def close(self) -> None:
        """Finish what is under way, and stop; what was not kept can still be. Twice is harmless."""
        if self._thread.is_alive():
            self._work.put(None)
            self._thread.join()

    def hear(self, snapshot: Snapshot) -> None:
        """Take in the host's next snapshot, in its thread; none may be left out."""
        self._faces.hear(snapshot)
        game = snapshot.history
        over = game if game is not None and game.state.over else None
        if over is self._over:
            return
        with self._gate:
            # What is corrected after the end changes which card a picture shows.
            self._over = over
            withdrawn, self._offer = self._offer, None
        if over is not None:
            self._work.put((over, self._faces.named()))
        if withdrawn is not None:
            self._changed()

    @property
    def offer(self) -> Offer | None:
        """Give what there is to keep, of the game that is over; None: nothing, or not yet."""
        return self._offer

    def shown(self) -> dict[str, Any] | None:
        """Tell of the offer what pages show, ready for JSON."""
        offer = self._offer
        if offer is None:
            return None
        return {
            "learnt": offer.cards - len(offer.missing),
            "cards": offer.cards,
            "missing": list(offer.missing),
            "left": list(offer.learnt.left),
            "kept": offer.kept,
        }

    def keep(self, name: str | None) -> str | None:
        """Write the deck to its file under a name, or with None let it go; give a sentence why not."""
        with self._gate:
            offer = self._offer
            if offer is None or offer.kept is not None:
                return say("There is no deck to keep: its game is gone, or it is kept already.")
            if name is None:
                self._offer = None
            else:
                try:
                    self._write(offer, name)
                except BadProfile as error:
                    return obstacle.told(error)
                self._offer = replace(offer, kept=name)
        self._changed()
        return None

    def _write(self, offer: Offer, name: str) -> None:
        """Write the file. Raises BadProfile."""
        called = deck_name(name)
        file = deck_file(called, self._folder)
        if file.exists():
            raise BadProfile(say("There is a deck {name} already: choose another name.", name=repr(called)))
        save(replace(offer.learnt.profile, name=called), file)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            game, faces = work
            try:
                offer = _offer(faces)
            except VisionError as error:
                log.warning("what the cards looked like cannot be learnt: %s", error)
                continue
            with self._gate:
                if offer is None or self._over is not game:
                    continue
                self._offer = offer
            self._tell(offered(offer))
            self._changed()


def _offer(faces: Pictures) -> Offer | None:
    """Learn a deck; None where too little of it was seen. Raises VisionError."""
    learnt = learn(faces, DRAFT)
    every = learnt.profile.every
    missing = tuple(name for name in every if name not in learnt.profile.names)
    if not every or len(every) - len(missing) < WORTH * len(every):
        return None
    return Offer(learnt, len(every), missing)


def offered(offer: Offer) -> Said:
    """Say in a line what there is to keep."""
    return say(
        "This deck was new: of its {cards} different cards {learnt} are learnt. The page offers to keep it.",
        cards=offer.cards,
        learnt=offer.cards - len(offer.missing),
    )


@contextmanager
def keepsake(
    config: Config, appliance: Appliance, tell: Callable[[str], object]
) -> Iterator[Keepsake | None]:
    """Learn the deck as long as a table plays with one that nobody enrolled; its pages offer to keep it."""
    if config.camera.source == NO_CAMERA or config.game.deck not in ("", *EDITIONS):
        yield None
        return
    desk = appliance.app.extensions["familiar"]
    learnt = Keepsake(tell, desk.bell.ring)
    appliance.app.extensions["familiar"] = replace(desk, keepsake=learnt)
    learnt.start()
    appliance.host.listeners.append(learnt.hear)
    try:
        yield learnt
    finally:
        appliance.host.listeners.remove(learnt.hear)
        learnt.close()


def ask_to_keep(learnt: Keepsake, tell: Callable[[str], object], ask: Callable[..., str]) -> None:
    """Offer at the terminal, once all has ended, what nobody kept on a page."""
    while (offer := learnt.offer) is not None and offer.kept is None:
        name = ask("Keep the deck of this game? Its name, or nothing", default="", show_default=False).strip()
        why = learnt.keep(name or None)
        if why is not None:
            tell(why)
        elif name:
            tell(f"The deck is kept: familiar play --deck {name}")
