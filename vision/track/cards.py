"""The eye above the table: frames in, the cards that lie there in the order in which they were laid out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.detect.candidates import read_candidates
from vision.detect.parts import LEAST_CARD_CHANGE
from vision.detect.selection import LOCATED, Candidate, choose
from vision.geometry.quads import area, fill, grown, iou
from vision.motion.digital_gain import DigitalGain
from vision.motion.frame_diff import FrameDiff
from vision.motion.stillness import brightest, smoothed
from vision.read.decide import NEVER_GONE
from vision.read.online import OnlineGalleryReader, PlayedCard
from vision.read.reader import CardReader, Reader
from vision.track.association import UNTOUCHED_CARD, associated, completed, is_as_it_lay
from vision.track.deletion import without_gone
from vision.track.initial import InitialCards
from vision.track.initiation import Initiation
from vision.track.reading import judged_together, reread_unclear, seen_wholly
from vision.track.reference import Changes, Reference
from vision.track.tracker import Tracker
from vision.track.tracks import Track, order_doubted
from vision.track.uncovered import is_as_before
from vision.track.validation import is_bare_beside, is_table, look_closer
from vision.types import Reading, Seen, Sight

A_GHOST = 0.3
"""Intersection over union from which a candidate is what is left to be seen of a card that has faded."""

DARK_PAPER_LEVELS = 20.0
"""Grey level of the brightest places below which a picture is too dark to trust.

Of 36 cards in twelve heaps at six drawn tables all were read with paper at 50 levels, without more noise and
with a sensor's noise of 3 levels; with paper at 25 levels 35 and 33, and 1 and 2 asked about; with paper at
15 levels 29, and 3 asked about.
"""


class CardTracker(Tracker[Sight]):
    """Follows the cards on one table.

    It needs no calibration: the newest card is what changed between two still pictures, and the cards read
    so far teach it how large a card is. Each change goes one way: what differs from the table as it is known
    (`Reference`) is searched for candidates; those are associated with the cards that lie there, cards that
    are gone are let go, and what is left is looked at closer and followed from then on, or waits
    (`Initiation`).
    """

    HURRIES = True

    def __init__(self, edition: str = "us", reader: CardReader | None = None) -> None:
        super().__init__()
        self._reader = reader or Reader(edition)
        self.forget()

    def forget(self) -> None:
        """Start anew: the next still picture is the first."""
        if isinstance(self._reader, OnlineGalleryReader):
            self._reader.forget()
        self._gain, self._amplified = DigitalGain(), 1.0
        self._restart(gain=self._gain)
        self._reference = Reference()
        self._shape: tuple[int, ...] = ()
        self._lying: tuple[Track, ...] = ()
        self._ghosts: tuple[Track, ...] = ()
        self._seen: frozenset[str] = frozenset()
        self._initiation = Initiation(self._reader)
        self._initial = InitialCards(self._reader)

    def remember(self, shown: Iterable[PlayedCard], laid: Sequence[str | None]) -> None:
        """Learn what cards look like, by the names that they bear now, if the reader can.

        laid: the card that each event of the game laid, None where it laid none.
        """
        if isinstance(self._reader, OnlineGalleryReader):
            self._reader.remember(shown, laid)

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | None:
        """Take the next frame, uint8 (H, W, 3) BGR; `seen` are the cards of this round known so far.

        Returns None while nothing has changed that lies still in view.
        """
        awaited = self._initial.pending
        sight = self._look(frame, seen)
        again = self._initial.read_again(
            self._scene,
            self._quads(),
            self._reference.picture,
            self._initiation.waiting,
            self._initiation.restless,
        )
        more = self._take_initial(again)
        return self._sight() if more or (awaited and not self._initial.pending) else sight

    def _look(self, frame: np.ndarray, seen: Sequence[str]) -> Sight | None:
        self._begin_round(seen)
        self._initiation.confirm(self._scene, self._reference)
        still = self._watch(frame)
        self._take_initial(self._initial.take(self._scene))
        if isinstance(still, str):
            return self._say(still)
        if still is None:
            came = self._find_residual(seen)
            return self._in_sight_again() or (self._sight() if came else None)
        picture, now = still.picture, smoothed(still.small)
        if self._reference.picture.shape != now.shape or self._shape != picture.shape:
            # Of pictures of another size nothing that was known in pixels holds, but the numbers go on.
            self._shape, self._reference, self._lying, self._ghosts = picture.shape, Reference(now), (), ()
            self._initiation = Initiation(self._reader, self._initiation.ids)
            self._trouble, self._amplified = None, self._gain.value
            return None if self._initial.look(picture) else self._sight()
        if self._gain.value != self._amplified:
            self._reference.amplify(self._gain.value / self._amplified)
            self._amplified = self._gain.value
        view = self._reference.compare(picture, now)
        unchanged = cv2.countNonZero(view.mask) < LEAST_CARD_CHANGE * view.mask.size
        unchanged = unchanged and not self._is_touched(view)
        # What faded where a card lay fades on without a change that is large enough.
        veiled = (item.quad / view.scale for item in self._lying if item.veiled and not item.first)
        if unchanged and not any(self._reference.shows_bare(now, quad) for quad in veiled):
            clearer, came = self._reread_unclear(view), self._find_residual(seen)
            self._see_wholly(picture, now)
            return self._say(None) or (self._sight() if clearer or came else None)
        before = self._lying
        changes = self._reference.advance(view, now)
        later = self._change(changes, seen)
        self._see_wholly(picture, now)
        self._reference.learn(self._scene, self._covered(view))
        again = self._reference.keep_unexplained(changes, self._places(), later)
        bared = self._bare_where_taken(before, changes.unsettled)
        if again or bared or any(item.unclear for item in self._lying):
            self._scene.want()
        if self._trouble is None and _seen(self._lying) == _seen(before):
            return None
        return self._sight()

    def _see_wholly(self, picture: np.ndarray, now: np.ndarray) -> None:
        """Cut out anew the cards of which all is in view at last, and learn from them how large one is."""
        before, self._lying = self._lying, seen_wholly(self._scene, self._lying)
        whole = [new for new, old in zip(self._lying, before, strict=True) if new is not old]
        if whole:
            self._initiation.learn_size(self._reference.against_bare(picture, now), whole)

    def _is_dark(self, now: np.ndarray) -> bool:
        """Tell so by the brightest places: upon a dark cloth paper is to be seen where the mean is low."""
        return brightest(now) < DARK_PAPER_LEVELS * self._gain.value

    def _sight(self) -> Sight:
        return Sight(_seen(self._lying), self._trouble)

    def _quads(self) -> list[np.ndarray]:
        """List where cards lie, float32 (4, 2) pixels each."""
        return [item.quad for item in self._lying]

    def _places(self) -> list[np.ndarray]:
        """List where cards lie, or what may be one, likewise."""
        return [*self._quads(), *self._initiation.waiting.quads]

    def _covered(self, view: FrameDiff) -> np.ndarray:
        """Outline these places: uint8 (h, w), 255 there."""
        return fill(np.zeros_like(view.mask), (grown(quad) / view.scale for quad in self._places()))

    def _is_touched(self, view: FrameDiff) -> bool:
        """Tell whether something has changed upon a card, be it as little as another's print on its paper."""
        count = cv2.countNonZero(view.mask) * view.scale**2
        return any(
            count > UNTOUCHED_CARD * area(quad) and view.changed(quad) > UNTOUCHED_CARD
            for quad in self._quads()
        )

    def _begin_round(self, seen: Sequence[str]) -> None:
        """Once a round begins, let what lies there be forgotten when newer cards hide it: all is picked up.

        seen: the cards of this round that are known, of which a new round has none of the one before.
        """
        before, self._seen = self._seen, frozenset(seen)
        if before and not before & self._seen:
            self._lying = tuple(replace(item, old=True) for item in self._lying)

    def _take_initial(self, lie: Sequence[Reading]) -> bool:
        """Follow what lay there at the start from now on; tell whether there is any."""
        self._lying = (*self._lying, *self._initiation.from_first_picture(lie))
        return bool(lie)

    def _find_residual(self, seen: Sequence[str]) -> bool:
        """Take the cards that corners tell of in what was left of changes; tell whether there are any."""
        left = self._reference.unexplained.take()
        if left is None:
            return False
        came = self._initiation.from_corners(self._scene, left, self._reference.picture, self._lying, seen)
        self._follow(came)
        return bool(came)

    def _change(self, changes: Changes, seen: Sequence[str]) -> np.ndarray:
        """Work out what a change means: a card laid, cards moved, cards taken away.

        Gives what of the change has yet to be searched, uint8 (h, w).
        """
        view, names, unexplained = changes.view, self._reader.names, self._reference.unexplained
        lying, size = self._quads(), self._initiation.size
        found, later = read_candidates(
            view,
            # What is of another size than what lay there at first is found at the second look.
            size.about if unexplained.before is None else size.sides,
            self._reader,
            lying,
            before=unexplained.before,
            thorough=unexplained.is_last_look,
            # A card that was pushed or taken away, and what did that, are told apart in one look alone.
            apart=all(view.changed(quad) < UNTOUCHED_CARD for quad in lying),
        )
        chosen = choose(view, changes.fresh, names, found)
        new = [left for each in chosen if (left := self._associate(changes, each)) is not None]
        before = self._lying
        self._lying, new = without_gone(changes, self._lying, new, self._reader)
        there = {item.seen.id for item in self._lying}
        gone = [item for item in before if item.seen.id not in there]
        self._initiation.went(self._scene, gone)
        new = self._without_ghosts(changes, gone, new)
        new = [each for each in new if not is_as_before(view, each.quad, gone)]
        lying = self._quads()
        new = [each for each in new if not is_bare_beside(changes, each, lying)]
        # What only a closer look makes out may be a card that lay there, too.
        closer = [(each, look_closer(view, each, lying, self._reader, size.sides)) for each in new]
        new = [
            left
            for each, now in closer
            if (left := now if each.name(names) == now.name(names) else self._associate(changes, now))
            is not None
        ]
        if len(new) < len(closer):
            # What lay there all along hid none of the cards that were laid upon it.
            self._lying, new = without_gone(changes, self._lying, new, self._reader)
        new = [each for each in new if not is_table(changes, each, names)]
        new = [left for each in new if (left := self._complete(changes, each)) is not None]
        others = [
            each.quad
            for each in found
            if each.fit.sure > LOCATED and each not in chosen and not each.lay_there
        ]
        self._follow(self._initiation.from_change(self._scene, changes, new, others, self._lying, seen))
        self._trouble = None
        self._lying = judged_together(self._lying, self._reader)
        return later

    def _without_ghosts(
        self, changes: Changes, gone: Sequence[Track], new: Sequence[Candidate]
    ) -> list[Candidate]:
        """Give the candidates that are no faded pictures of cards that have gone, with this change or before.

        gone: the cards that went with this change.
        """
        self._ghosts = tuple(item for item in (*self._ghosts, *gone) if changes.has_faded(item, ()))
        return [each for each in new if all(iou(each.quad, item.quad) < A_GHOST for item in self._ghosts)]

    def _associate(self, changes: Changes, found: Candidate) -> Candidate | None:
        """Tell whether a candidate is a card that lay there before, and let that lie where it is seen now."""
        initiation = self._initiation
        self._lying, left = associated(
            changes,
            self._lying,
            found,
            self._reader,
            initiation.size,
            initiation.begun_anew,
            self._scene.unseen,
        )
        return left

    def _complete(self, changes: Changes, found: Candidate) -> Candidate | None:
        """Tell whether a candidate is an unclear card, or shows the whole of one, and let that lie so."""
        if is_as_it_lay(changes, self._lying, found):
            return None
        self._lying, left = completed(changes, self._lying, found, self._reader)
        return left

    def _follow(self, came: Sequence[Track]) -> None:
        """Follow new cards from now on, and ask about faces of which nobody saw which was laid first."""
        if any(item.seen.reading.card not in NEVER_GONE for item in came):
            lying = [replace(item, swept=False) if item.swept else item for item in self._lying]
            self._lying = order_doubted(_in_order((*lying, *came)))
        else:
            self._lying = _in_order((*self._lying, *came))

    def _bare_where_taken(self, before: Sequence[Track], unsettled: FrameDiff) -> bool:
        """Let what lies where a card was taken away, or is seen no more, be a change from the bare table.

        before: the cards that lay there; unsettled: what does not look like the bare table. Tells whether
        there is any.
        """
        there = {item.seen.id for item in self._lying}
        gone = [item.quad for item in before if item.seen.id not in there and not item.first]
        seen = {item.seen.id for item in before if not item.veiled}
        veiled = [item.quad for item in self._lying if item.veiled and item.seen.id in seen]
        if not (gone or veiled):
            return False
        in_view = [item.quad for item in self._lying if not item.veiled]
        return self._reference.bare_where([*gone, *veiled], in_view, unsettled)

    def _reread_unclear(self, view: FrameDiff) -> bool:
        """Read the unclear cards once more; tell whether that changed what is thought of them."""
        before, items = self._lying, reread_unclear(view, self._lying, self._reader)
        if all(new is old for new, old in zip(items, before, strict=True)):
            return False
        self._scene.want()
        self._lying = judged_together(items, self._reader)
        return any(new.seen is not old.seen for new, old in zip(self._lying, before, strict=True))


def _in_order(items: Iterable[Track]) -> tuple[Track, ...]:
    """Put cards in the order in which they were laid: one that was moved is none of the newest."""
    return tuple(sorted(items, key=lambda item: item.seen.id))


def _seen(items: Iterable[Track]) -> tuple[Seen, ...]:
    return tuple(item.seen for item in items)
