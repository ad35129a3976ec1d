"""The eye above one pile: cards of an enrolled deck, each laid on top, and the same one may come again."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from texts import say
from vision import photograph
from vision.detect.faces import Face, faces, is_face
from vision.detect.newcard import PLACE_CHANGED, PLACE_UNCHANGED, REST_MS, same
from vision.detect.parts import LEAST_CARD_CHANGE
from vision.geometry.quads import Sides, fill, from_corners, grown, iou, median_sides, rectify, sides
from vision.geometry.registration import camera_shift
from vision.motion.background import patched
from vision.motion.frame_diff import FrameDiff
from vision.motion.static_scene import NO_PICTURE
from vision.motion.stillness import changed
from vision.read import augmentation
from vision.read.decide import decide
from vision.read.reader import CardReader
from vision.track.piled import THE_SAME_PLACE, PiledCard, left, unmoved
from vision.track.tracker import Tracker
from vision.types import Reading, Seen, Sight

PUSHED_OVERLAP = 0.8
"""Overlap up to which a card that looks like the last, and is no longer where that lay, is the last one.

Above it too little of the old place is in sight to tell: it counts as new, and somebody will be asked.
"""

CARDS_BENEATH = 3
"""Cards below the newest that are told of: somebody may take a few back."""

CLEAR_COMPANION = 0.5
"""Clearness from which a face that came with another is a card of its own."""

MOST_HIDDEN_PRINT = 0.04
"""Share of a place that may be hidden for its print to be read: a hidden part shows what lay there before."""

TABLE_PART_MS = 1000
"""Milliseconds after which what is no card is taken for a part of the table."""

SEVERAL_MS = 2000
"""Milliseconds for which several things that came at once are told of before they are taken as they are."""

FIRST_PICTURES = 2
"""Pictures that tell what moves before what lies there is taken in. They are counted: one tells nothing of
motion, however long ago it was taken, and the second does."""

FRESH = LEAST_CARD_CHANGE / 3
"""Share of the picture that must newly lie there in view for a change to be looked at."""

SEARCH_AGAIN_PICTURES = 4
"""Pictures after which a change of which no card came is looked at again. They are counted: a whole search
takes its share of the computer, and one that manages few pictures has no more to spare."""

JOINED_PX = 9
"""Pixels of a change within which its parts are one."""

KNOCKED_PX = 0.6
"""Pixels of the small picture by which it moves where the camera hangs differently from before."""

KNOWN = 0.5
"""Share of a place that must have been seen before for a card there to be one that was laid since."""

BENEATH_HAND = say("A hand hid this place at first: was this card drawn just now, and which is it?")
SEVERAL = say("several things came to lie at once: take one away, or choose the card on a phone")


class PileTracker(Tracker[Sight]):
    """Tells of the cards that were laid on a pile, the newest last; those below it are taken to lie there.

    At the first look it tells of all that lies there, in no known order. Each new card has a new id, also
    where its like was laid just before; a card that was pushed keeps its own. It looks at the table behind
    the hands that move over it (`StaticScene`): what they hide has not gone, and what they bring and leave is
    read once it is wholly in view.
    """

    def __init__(self, reader: CardReader) -> None:
        """Begin; reader: of the deck's cards."""
        super().__init__()
        self._reader = reader
        self._back, self._none = (reader.names.index(name) for name in ("back", "none"))
        self._next = 1
        self.forget()

    def forget(self) -> None:
        """Start anew: the next still picture is the table as it is."""
        self._restart(REST_MS)
        self._reference = NO_PICTURE
        self._shape: tuple[int, ...] = ()
        self._pile: tuple[PiledCard, ...] | None = None
        self._sizes: tuple[Sides, ...] = ()
        self._unclear: tuple[np.ndarray, augmentation.Evidence] | None = None
        self._began = self._several = self._since = 0

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | None:
        """Take the next frame, uint8 (H, W, 3) BGR; None while nothing has changed."""
        still = self._watch(frame)
        if isinstance(still, str):
            return self._say(still)
        if still is None:
            return self._in_sight_again()
        picture, now = still
        if self._reference.shape != now.shape or self._shape != picture.shape:
            self._resize(picture.shape)
            return self._begin(picture, now)
        assert self._pile is not None
        before = self._pile
        said = self._look(picture, now)
        self._known |= self._scene.at_rest(TABLE_PART_MS)
        if said is not None:
            return said
        return self._sight() if self._pile is not before and _ids(self._pile) != _ids(before) else None

    def _resize(self, shape: tuple[int, ...]) -> None:
        """Let what is known in pixels be so in those of pictures of another size: the camera was changed."""
        if self._pile and self._shape:
            wide, high = shape[1] / self._shape[1], shape[0] / self._shape[0]
            ratio = np.array([wide, high], np.float32)
            self._pile = tuple(replace(each, quad=each.quad * ratio) for each in self._pile)
            self._sizes = tuple(Sides(short * wide, long * wide) for short, long in self._sizes)
        self._shape, self._unclear = shape, None

    def _begin(self, picture: np.ndarray, now: np.ndarray) -> Sight | None:
        """Take in what lies there, once it can be told what moves in the first pictures.

        Where hands never rest nobody waits for them: what they hide now was there before it is first seen.
        """
        self._scene.want()
        self._began += 1
        if self._began <= FIRST_PICTURES:
            return None
        self._reference = self._bare = self._hung = now
        self._looked: np.ndarray = np.zeros(now.shape[:2], np.uint8)
        self._under: np.ndarray = np.zeros(now.shape[:2], np.uint8)
        self._known = self._scene.at_rest(REST_MS)
        self._waiting: list[np.ndarray] = []
        if self._pile is None:
            self._pile, self._trouble = (), None
            for each in photograph.read_cards(picture, self._reader, strangers=False):
                quad = from_corners(each.corners)
                if each.card != "back" and self._in_view(quad):
                    self._put(each, quad, rectify(picture, quad), None)
        return self._sight()

    def _look(self, picture: np.ndarray, now: np.ndarray) -> Sight | None:
        """Work out what a change means: a card laid, cards taken away, or nothing of the kind."""
        shift = self._follow_camera(now, picture.shape[1] / now.shape[1])
        view = FrameDiff(picture, changed(self._reference, now))
        if self._let_go(view, now):
            view = FrameDiff(picture, changed(self._reference, now))
        last = self._pile[-1] if self._pile else None
        little = cv2.countNonZero(view.mask) < LEAST_CARD_CHANGE * view.mask.size
        if little and (last is None or view.changed(last.quad) < PLACE_UNCHANGED):
            self._unclear, self._several, self._waiting = None, 0, []
            return self._say(None)
        self._scene.want()
        fresh = self._not_looked_at(view.mask)
        if fresh is None:
            self._take_over(view.scale, now, kept=self._waiting)
            return None
        quad = None if last is None else last.quad
        found, waiting = faces(
            FrameDiff(picture, fresh),
            now,
            quad,
            median_sides(self._sizes),
            self._in_view,
            self._reader,
            not self._since,
        )
        new = [face for face in found if not self._lay_there(face, view, shift)]
        if len(new) > 1:
            new = [face for face in new if face.like > CLEAR_COMPANION] or new[:1]
        kept = [face.quad for face in new] + waiting
        self._several = self._several + self._scene.passed if len(new) > 1 else 0
        if len(new) > 1 and self._several < SEVERAL_MS:
            said = self._say(SEVERAL)
        elif len(new) == 1:
            if self._laid(new[0], view):
                self._take_over(view.scale, now, kept=waiting, anyway=[new[0].quad])
                self._trouble = None
                return self._sight()
            said = self._say(None)
        else:
            kept, said = waiting, self._say(None)
            self._unclear = None
        self._waiting = kept
        self._take_over(view.scale, now, kept=kept)
        return said

    def _not_looked_at(self, mask: np.ndarray) -> np.ndarray | None:
        """Give what of a change has come into view since the last look at it, each blob whole; None: nothing.

        Now and then all is looked at again: a card may have been dim or blurred. mask: uint8 (h, w).
        """
        shape = mask.shape[::-1]
        shown = cv2.resize(self._scene.at_rest(REST_MS), shape, interpolation=cv2.INTER_NEAREST)
        mask = cv2.bitwise_and(mask, shown)
        self._looked = cv2.bitwise_and(self._looked, shown)
        fresh = cv2.subtract(mask, self._looked)
        self._since += 1
        if self._since >= SEARCH_AGAIN_PICTURES or self._unclear is not None or self._several:
            self._since, self._looked = 0, mask
            return mask
        if cv2.countNonZero(fresh) < FRESH * mask.size:
            return None
        self._looked = mask
        count, labels = cv2.connectedComponents(cv2.dilate(mask, np.ones((JOINED_PX, JOINED_PX), np.uint8)))
        sizes = np.bincount(labels[fresh > 0], minlength=count)
        kept = np.flatnonzero(sizes > FRESH / 2 * mask.size)
        return np.where(np.isin(labels, kept), mask, 0).astype(np.uint8)

    def _in_view(self, quad: np.ndarray) -> bool:
        return self._scene.hidden_in(quad) <= MOST_HIDDEN_PRINT

    def _let_go(self, view: FrameDiff, now: np.ndarray) -> bool:
        """Let go of the cards that were taken away, and take over what they lay upon; tell if any were."""
        pile = self._pile
        if not pile or view.changed(pile[-1].quad) < PLACE_UNCHANGED:
            return False
        count = left(pile, view.frame, self._bare, self._in_view, self._is_face)
        if count == len(pile):
            return False
        self._pile = pile[:count]
        self._take_over(view.scale, now, anyway=[laid.quad for laid in pile[count:]])
        return True

    def _follow_camera(self, now: np.ndarray, scale: float) -> np.ndarray:
        """Let the cards lie where a camera that was knocked sees them; give what is left, float (2,) pixels.

        It moves what a newer card hides as well, and nobody would know that again once it comes into sight.
        """
        pile = self._pile
        if not pile:
            self._hung = now
            return np.zeros(2)
        shift = camera_shift(self._hung, now, [each.quad / scale for each in pile]) * scale
        if np.abs(shift).max() < KNOCKED_PX * scale:
            return shift
        self._hung = now
        self._pile = tuple(replace(each, quad=each.quad + np.float32(shift)) for each in pile)
        return np.zeros(2)

    def _lay_there(self, face: Face, view: FrameDiff, shift: np.ndarray) -> bool:
        """Tell whether a face is a card of the pile that lies where it lay; what lay upon that one has gone.

        A shadow that leaves, a hand that is drawn back or a camera that was knocked shows it in a new light.
        shift: float (2,), pixels by which the picture may have moved since the pile was.
        """
        assert self._pile is not None
        for k in range(len(self._pile) - 1, -1, -1):
            laid = self._pile[k]
            if iou(laid.quad, face.quad) < THE_SAME_PLACE:
                continue
            there = unmoved(laid, view.frame, shift)
            if there is not None:
                known = replace(laid, quad=there, crop=rectify(view.frame, there))
                self._pile = (*self._pile[:k], known)
                return True
        return False

    def _laid(self, face: Face, view: FrameDiff) -> bool:
        """Read a card that came to lie there, or find the last one where it was pushed to; tell if it is."""
        assert self._pile is not None
        last = self._pile[-1] if self._pile else None
        if last is not None and iou(last.quad, face.quad) < PUSHED_OVERLAP and same(last.crop, face.crop):
            if view.changed(last.quad, [face.quad]) > PLACE_CHANGED:
                self._pile = (*self._pile[:-1], replace(last, quad=face.quad, crop=face.crop))
                return True
        row = augmentation.probabilities(view.frame, face.quad, self._reader, face.row)
        if not is_face(row, self._none, self._back):
            return False
        before = self._unclear
        evidence = before[1] if before is not None and iou(before[0], face.quad) > PUSHED_OVERLAP else None
        evidence = (evidence or augmentation.Evidence()).more(row, face.crop, self._reader)
        reading = decide(
            self._reader.names, evidence.row(), face.quad, crop=face.crop, blurred=evidence.blurred
        )
        if reading.asks and len(evidence.rows) < augmentation.FRAMES:
            # What is not yet clear is looked at again before anybody is asked.
            self._unclear = face.quad, evidence
            return False
        self._unclear = None
        if self._scene.share_of(self._known, face.quad) < KNOWN:
            # A hand was there from the first picture on: nobody knows what lay beneath it.
            reading = replace(reading, asks=True, doubt=reading.doubt or BENEATH_HAND)
        beneath = rectify(self._reference, face.quad / view.scale)
        self._put(reading, face.quad, face.crop, beneath)
        return True

    def _put(self, reading: Reading, quad: np.ndarray, crop: np.ndarray, beneath: np.ndarray | None) -> None:
        assert self._pile is not None
        self._pile = (*self._pile[-CARDS_BENEATH:], PiledCard(Seen(self._next, reading), quad, crop, beneath))
        self._next += 1
        if not reading.asks:
            self._sizes = (*self._sizes[-8:], sides(quad))

    def _take_over(
        self,
        scale: float,
        now: np.ndarray,
        kept: Sequence[np.ndarray] = (),
        anyway: Sequence[np.ndarray] = (),
    ) -> None:
        """Take over what has settled as the table that is known, but for places that are still unclear.

        kept: their quads; anyway: quads of places that are known at once.
        """
        shape = now.shape[1::-1]
        settled = cv2.resize(self._scene.at_rest(TABLE_PART_MS), shape, interpolation=cv2.INTER_NEAREST)
        fill(settled, (grown(quad) / scale for quad in kept), 0)
        fill(settled, (grown(quad) / scale for quad in anyway))
        self._reference = patched(self._reference, now, settled)
        if not self._pile:
            self._under[:] = 0
        quads = (*(laid.quad for laid in self._pile or ()), *kept)
        fill(self._under, (grown(quad) / scale for quad in quads))
        self._bare = self._reference.copy() if not self._under.any() else self._bared(self._bare)

    def _bared(self, bare: np.ndarray) -> np.ndarray:
        """Give the table as it was last seen without a card of the pile on it: uint8 (h, w, 3)."""
        return patched(self._reference, bare, self._under)

    def _is_face(self, crop: np.ndarray) -> bool:
        row = self._reader.read(crop[None]).probabilities[0]
        return is_face(row, self._none, self._back)

    def _sight(self) -> Sight:
        return Sight(tuple(laid.seen for laid in self._pile or ()), self._trouble)


def _ids(pile: Sequence[PiledCard]) -> tuple[int, ...]:
    return tuple(laid.seen.id for laid in pile)
