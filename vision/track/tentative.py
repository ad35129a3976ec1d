"""Unclear finds that have yet to be confirmed: a card that lies still will still be there in a moment.

Track initiation, as multiple-target trackers have it (Blackman and Popoli, 1999): what is read with certainty
is followed at once, what is not only once it, and what is about it, has rested for a while. A hand that
holds cards at the table's rim never does.
"""

from dataclasses import dataclass, replace

import numpy as np

from vision.geometry.quads import fill, grown, iou
from vision.motion.background import patched
from vision.motion.static_scene import StaticScene
from vision.read.augmentation import Evidence

NOTHING_READ = Evidence()

SETTLES_MS = 300
"""Milliseconds for which a place must have rested."""

REST_SCALE = 1.25
"""How much larger than the find the place is that must rest: a hand that holds a card lies about it."""

RESTS_AROUND = 0.9
"""Share of that place that must."""

HELD_MS = 1000
"""Milliseconds for which a find must have rested that a hand may hold, for it leans or has no edges, or upon
which one may rest."""

RESTS_UPON_CARD = 0.7
"""Share of a find upon a card, such as the stock, that must have rested as long: a finger may touch it."""

ASKED_AFTER_MS = 5000
"""Milliseconds after which it is asked about for all that: a table may tremble without an end."""

LOOKS_ALIKE = 0.99
"""Normalised cross-correlation, light set aside, from which a place looks as in the picture at rest."""

ALIKE_MS = 500
"""Milliseconds for which a face must have looked alike while a shadow moves about it: a guess."""

FADES = 0.03
"""Share by which a find must come nearer the bare table from one picture to the next for it to fade. Of 12
looks at doubles on drawn cards' paths, before a camera that shows a fifth or a sixth of each new picture, 11
had 0.04 to 0.15; of thirteen at cards that lay there none had more than 0.01.
"""

SAME_FIND_IOU = 0.5
"""Intersection over union from which two finds are the same one."""


def rests(scene: StaticScene, quad: np.ndarray, milliseconds: int = SETTLES_MS) -> bool:
    """Tell whether a place, float32 (4, 2) pixels, and what is about it have been in view at rest so long."""
    return scene.share_of(scene.at_rest(milliseconds), grown(quad, REST_SCALE)) > RESTS_AROUND


def fades(scene: StaticScene, quad: np.ndarray) -> bool:
    """Tell whether what is seen at a place, float32 (4, 2) pixels, fades into the table.

    A camera that averages its pictures against noise leaves doubles of a card along the path that a hand
    carries it.
    """
    return scene.fading(quad) > FADES


def bared(reference: np.ndarray, quad: np.ndarray) -> np.ndarray:
    """Give a reference picture, uint8 (h, w, 3), as if nothing lay at a place, float32 (4, 2) pixels of it.

    The place takes the median colour of what is about it, so that what lies there is a change.
    """
    near, inside = (
        fill(np.zeros(reference.shape[:2], np.uint8), [each]) for each in (grown(quad, REST_SCALE), quad)
    )
    out = reference.copy()
    out[inside > 0] = np.median(reference[(near > 0) & (inside == 0)], axis=0)
    return out


@dataclass(frozen=True, eq=False)
class Tentative:
    """A find that waits.

    quad: float32 (4, 2), in the frame's pixels; before: the small picture before it came, uint8 (h, w, 3);
    scale: the frame's pixels to one of that; held: whether a hand may hold it; beneath: whether one may rest
    upon it; upon: whether it covers a card that lay there, so that no hand holds it up whatever hand is about
    it; fades: whether it fades into the table: it waits until it has, or stays as it is; face: whether a face
    is read there, upon which no hand rests; evidence: what was read of it so far. Once it is held: waited:
    milliseconds for which it has; since: when the place came to rest, in milliseconds of the scene, as it was
    when this was found; alike: milliseconds for which it has looked as it does in the picture at rest.
    """

    quad: np.ndarray
    before: np.ndarray
    scale: float
    held: bool = False
    beneath: bool = False
    upon: bool = False
    fades: bool = False
    face: bool = False
    evidence: Evidence = NOTHING_READ
    waited: int = 0
    since: int = 0
    alike: int = 0

    @property
    def may_be_shaded(self) -> bool:
        """Tell whether it may be a card on the table that only a shadow stirs."""
        return self.face and not self.held

    def over(self, scene: StaticScene) -> bool:
        """Tell whether the wait is over: at rest, or for too long. What a hand may hold waits for rest."""
        if self.upon and scene.share_of(scene.at_rest(HELD_MS), self.quad) > RESTS_UPON_CARD:
            return True
        # The shadow of a hand that moves stirs what lies still beneath it.
        if self.may_be_shaded and self.alike >= ALIKE_MS:
            return True
        # A hand that rested upon it has gone where the place came to rest anew.
        beneath = self.beneath and scene.rests_since(self.quad) <= self.since
        enough = HELD_MS if self.held or beneath else SETTLES_MS
        return (self.waited >= ASKED_AFTER_MS and not self.held) or rests(scene, self.quad, enough)

    def waited_on(self, scene: StaticScene) -> "Tentative":
        """Let the time of a frame pass."""
        alike = self.may_be_shaded and scene.likeness(self.quad) > LOOKS_ALIKE
        return replace(
            self, waited=self.waited + scene.passed, alike=self.alike + scene.passed if alike else 0
        )

    def unseen(self, reference: np.ndarray) -> np.ndarray:
        """Give a reference picture, uint8 (h, w, 3), as if it had not come: it is a change again."""
        if reference.shape != self.before.shape:
            return reference
        place = fill(np.zeros(reference.shape[:2], np.uint8), [grown(self.quad, REST_SCALE) / self.scale])
        return patched(reference, self.before, place)


class Waiting:
    """The finds of one table that have yet to be confirmed."""

    def __init__(self) -> None:
        self._finds: tuple[Tentative, ...] = ()
        self._due: tuple[Tentative, ...] = ()

    @property
    def quads(self) -> list[np.ndarray]:
        """List where something waits, float32 (4, 2) each."""
        return [find.quad for find in self._finds]

    def evidence(self, quad: np.ndarray) -> Evidence:
        """Give what was read of the find at a place, float32 (4, 2) pixels, while it waited."""
        finds = (*self._finds, *self._due)
        return next((find.evidence for find in finds if iou(find.quad, quad) > SAME_FIND_IOU), NOTHING_READ)

    def before(self, quad: np.ndarray, picture: np.ndarray) -> np.ndarray:
        """Give the small picture before the find at a place came, float32 (4, 2) pixels; else the one given.

        pictures: uint8 (h, w, 3). What waited may be in one that is newer.
        """
        finds = (*self._finds, *self._due)
        return next((find.before for find in finds if iou(find.quad, quad) > SAME_FIND_IOU), picture)

    def hold(self, scene: StaticScene, find: Tentative) -> bool:
        """Tell whether an unclear find, as it was found just now, must wait, and keep it where it must."""
        known = [each for each in (*self._finds, *self._due) if iou(each.quad, find.quad) > SAME_FIND_IOU]
        self._finds = tuple(each for each in self._finds if each not in known)
        find = replace(
            find,
            # The table as it was before the first of them came.
            before=known[0].before if known else find.before,
            waited=max((each.waited for each in known), default=0),
            since=scene.rests_since(find.quad),
            alike=known[0].alike if known else 0,
        )
        if find.over(scene) and not find.fades:
            return False
        self._finds = (*self._finds, find)
        return True

    def due(self, scene: StaticScene) -> tuple[Tentative, ...]:
        """Let the time of a frame pass, and give those whose wait is over."""
        finds = [find.waited_on(scene) for find in self._finds]
        self._due = tuple(find for find in finds if find.over(scene))
        self._finds = tuple(find for find in finds if find not in self._due)
        return self._due
