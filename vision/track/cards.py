"""The eye above the table: frames in, the cards that lie there in the order in which they were laid out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.detect import edges, residual
from vision.detect.candidates import read_candidates
from vision.detect.change import SMALLEST_CHANGE
from vision.detect.selection import LEFT_OVER, LOCATED, WHOLE_CHANGE, Candidate, choose, hides
from vision.geometry.quads import area, covered_share, fill, from_corners, grown, intersection
from vision.motion.background import SETTLED, Background, patched
from vision.motion.frame_diff import FrameDiff
from vision.motion.stillness import changed_smooth, smoothed
from vision.read import augmentation
from vision.read.decide import NEVER_GONE, SURE, decide
from vision.read.looks import Look
from vision.read.online import OnlineGalleryReader, Shown
from vision.read.reader import CardReader, Reader, recall
from vision.track import tentative, tracks
from vision.track.association import followed, same
from vision.track.card_size import CardSize
from vision.track.deletion import UNTOUCHED, left
from vision.track.held import Changes, about, is_beneath_hand, is_touched, may_be_held
from vision.track.initial import InitialCards
from vision.track.laying_area import LayingArea
from vision.track.reading import judged_together, reread, reread_unclear
from vision.track.tracker import Tracker
from vision.track.tracks import Track
from vision.track.unexplained import Unexplained
from vision.types import Reading, Seen, Sight

MOSTLY_WITHIN = 0.8
"""Share of an unclear find that lies upon a card found by its corners where it is a part of that."""

BESIDE = 3.0
"""How much larger than a card the place is in which shadows are told from another card that lies under it."""

IN_FULL_VIEW = 3
"""Corners of a card that are seen where it is in full view: one of a white card on a white cloth is faint."""

UNREAD = 0.9
"""Share of ``none`` from which what corners tell of far from where cards are laid is a hand, or a fan's edge:
two such that were asked about in a drawn restless game (us 2493) had 0.96 and 0.98. A guess, set on those.
"""

BARE = 0.2
"""Share of its place that differs from the bare table below which an unclear back is that table in a shadow.

Of 31 backs followed in 1,100 pictures of a drawn restless game the five that were such a shadow differed in
0.00 to 0.12, those that lay there and were not read with certainty in 0.28 or more.
"""

BESIDE_KNOWN, BLANK = 0.5, 0.01
"""Share of a find that known cards may cover for what is beside them to tell whether it is a card, and share
of that which must differ from the bare table. Both are guesses: one empty place was read as a card, in a
drawn game, and differed in 0.00; one index is reckoned to be about 0.03 of half a card.
"""


class _Newcomer(NamedTuple):
    """A card that is there from now on: where it was found, how it was read, whether a hand may hold it."""

    found: Candidate
    reading: Reading
    held: bool
    evidence: augmentation.Evidence


class CardTracker(Tracker[Sight]):
    """Follows the cards on one table.

    It needs no calibration: the newest card is what changed between two still pictures, and the cards read
    so far teach it how large a card is.
    """

    HURRIES = True

    def __init__(self, edition: str = "us", reader: CardReader | None = None) -> None:
        self._reader = reader or Reader(edition)
        self.forget()

    def forget(self) -> None:
        """Start anew: the next still picture is the first."""
        if isinstance(self._reader, OnlineGalleryReader):
            self._reader.forget()
        self._restart()
        self._bare = Background(self._reference)
        self._lying: tuple[Track, ...] = ()
        self._seen: frozenset[str] = frozenset()
        self._waiting, self._restless = tentative.Waiting(), tentative.Waiting()
        self._next = 1
        self._size = CardSize()
        self._laid = LayingArea()
        self._unexplained = Unexplained()
        self._initial = InitialCards(self._reader)

    def remember(self, shown: Iterable[Shown]) -> None:
        """Learn what cards look like, by the names that they bear now, if the reader can."""
        if isinstance(self._reader, OnlineGalleryReader):
            self._reader.remember(shown)

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> Sight | None:
        """Take the next frame, uint8 (H, W, 3) BGR; `seen` are the cards of this round known so far.

        Returns None while nothing has changed that lies still in view.
        """
        awaited = self._initial.pending
        sight = self._look(frame, seen)
        lying = [item.quad for item in self._lying]
        again = self._initial.read_again(self._scene, lying, self._reference, self._waiting, self._restless)
        more = self._take_initial(again)
        return self._sight() if more or (awaited and not self._initial.pending) else sight

    def _look(self, frame: np.ndarray, seen: Sequence[str]) -> Sight | None:
        self._begin_round(seen)
        self._confirm()
        still = self._watch(frame)
        self._take_initial(self._initial.take(self._scene))
        if isinstance(still, str):
            return self._say(still)
        if still is None:
            came = self._find_residual(seen)
            return self._in_sight_again() or (self._sight() if came else None)
        picture, now = still.picture, smoothed(still.small)
        if self._is_first(now):
            self._reference, self._bare = now, Background(now)
            self._unexplained = Unexplained()
            self._trouble = None
            return None if self._initial.look(picture) else self._sight()
        view = FrameDiff(picture, changed_smooth(self._reference, now))
        if cv2.countNonZero(view.mask) < SMALLEST_CHANGE * view.mask.size:
            clearer, came = self._reread_unclear(view), self._find_residual(seen)
            return self._say(None) or (self._sight() if clearer or came else None)
        known, self._reference = self._reference, now
        before = self._lying
        fresh, unsettled, later = self._change(view, seen, known)
        self._bare.learn(now, self._covered(view), self._scene.at_rest(SETTLED))
        self._scene.know_bare(self._bare.settled)
        again = self._keep_unexplained(fresh, known, later)
        bared = self._bare_where_taken(before, unsettled)
        if again or bared or any(item.unclear for item in self._lying):
            self._scene.want()
        if self._trouble is None and _seen(self._lying) == _seen(before):
            return None
        return self._sight()

    def _sight(self) -> Sight:
        return Sight(_seen(self._lying), self._trouble)

    def _take_initial(self, lie: Sequence[Reading]) -> bool:
        """Follow what lay there at the start, in no known order, from now on; tell whether there is any."""
        for reading in lie:
            self._add(Track(Seen(self._next, reading), from_corners(reading.corners), first=True))
        return bool(lie)

    def _keep_unexplained(self, fresh: FrameDiff, known: np.ndarray, later: np.ndarray) -> bool:
        """Keep what no card explains as a change, a few times; tell whether there is any.

        fresh: what changed and is not the bare table; known: the reference before, uint8 (h, w, 3); later:
        what has yet to be searched, uint8 (h, w).
        """
        rest = fresh.without([*(item.quad for item in self._lying), *self._waiting.quads])
        kept = self._unexplained.kept(rest, later, known, self._reference)
        self._reference = self._reference if kept is None else kept
        return kept is not None

    def _bare_where_taken(self, before: Sequence[Track], unsettled: FrameDiff) -> bool:
        """Let what lies where a card was taken away, or is seen no more, be a change from the bare table.

        Of a card that came in the same moment hardly its print would differ from the one that lay there.
        before: the cards that lay there; unsettled: what does not look like the bare table. Tells whether
        there is any.
        """
        there = {item.seen.id for item in self._lying}
        gone = [item.quad for item in before if item.seen.id not in there and not item.first]
        seen = {item.seen.id for item in before if not item.veiled}
        veiled = [item.quad for item in self._lying if item.veiled and item.seen.id in seen]
        if not (gone or veiled):
            return False
        place = np.zeros(self._reference.shape[:2], np.uint8)
        fill(place, (grown(quad) / unsettled.scale for quad in (*gone, *veiled)))
        in_view = [item.quad for item in self._lying if not item.veiled]
        place = FrameDiff(unsettled.frame, place).without(in_view)
        something = cv2.bitwise_and(unsettled.mask, place)
        if cv2.countNonZero(something) < SMALLEST_CHANGE * something.size:
            return False
        self._reference = patched(self._reference, self._bare.settled, place)
        return True

    def _is_far(self, quad: np.ndarray) -> bool:
        """Tell whether a place is far from where cards are laid; a round's first is turned up anywhere."""
        return bool(self._seen) and self._laid.is_far(quad)

    def _find_residual(self, seen: Sequence[str]) -> bool:
        """Take the cards that corners tell of in what was left of changes; tell whether there are any.

        What is not in full view is asked about: it may lie beneath another that came with it. So is what is
        far from where cards are laid: it may be the outermost of a fan that somebody holds at the rim. What
        is read as no card there is the hand or the fan.
        """
        left = self._unexplained.take()
        if left is None:
            return False
        quads = [item.quad for item in self._lying]
        rest, none = FrameDiff(self._scene.picture, left), self._reader.names.index("none")
        for look in residual.cards(self._scene.picture, left, quads, self._reader, self._size.sides):
            reading = decide(self._reader.names, look.row, look.quad, seen=seen, crop=look.crop)
            held = self._is_far(look.quad)
            if reading.card == "back" or (held and look.row[none] > UNREAD):
                continue
            since = self._scene.rests_since(look.quad)
            later = [item.quad for item in self._lying if tracks.is_later(item, since)]
            partly = self._is_partly_hidden(look, reading.asks) or any(
                intersection(look.quad, quad) for quad in later
            )
            beneath = partly and is_beneath_hand(rest, look.quad, look.row[none])
            find = tentative.Tentative(look.quad, self._reference, rest.scale, held=held, beneath=beneath)
            if self._restless.hold(self._scene, find):
                continue
            doubted = partly or held
            reading = tracks.asking(reading, ()) if doubted else reading
            evidence = augmentation.Evidence().more(look.row, look.crop)
            self._add(Track(Seen(self._next, reading), look.quad, evidence, fixed=doubted, since=since))
        found = len(self._lying) > len(quads)
        if found:
            self._lying = tracks.order_doubted(self._lying)
        return found

    def _is_partly_hidden(self, look: Look, unclear: bool) -> bool:
        """Tell whether something may lie upon a card that corners tell of, another card or a hand.

        On checks few of a card's corners are told, but its edges are seen; fingers leave corners in view.
        """
        picture, quad = self._scene.picture, look.quad
        if look.corners < IN_FULL_VIEW:
            return not edges.is_outlined_wholly(picture, quad)
        return unclear and edges.third_side(picture, quad) < edges.HALF_HIDDEN

    def _cornered(self, view: FrameDiff, quad: np.ndarray, row: np.ndarray) -> Look | None:
        """Give the whole card of which an unclear find is a part, a court's picture for instance, if any."""
        if not augmentation.is_open(row, self._reader.names):
            return None
        others = [item.quad for item in self._lying]
        whole = [
            look
            for look in residual.cards(view.frame, view.mask, others, self._reader, self._size.sides)
            if intersection(look.quad, quad) > MOSTLY_WITHIN * area(quad) and look.row.max() > row.max()
        ]
        return whole[0] if whole else None

    def _begin_round(self, seen: Sequence[str]) -> None:
        """Once a round begins, let what lies there be forgotten when newer cards hide it: all is picked up.

        seen: the cards of this round that are known, of which a new round has none of the one before.
        """
        before, self._seen = self._seen, frozenset(seen)
        if before and not before & self._seen:
            self._lying = tuple(replace(item, old=True) for item in self._lying)

    def _confirm(self) -> None:
        """Let finds whose places have come to rest be read anew: as changes again, or as a rest of some."""
        for find in self._waiting.due(self._scene):
            self._reference = find.unseen(self._reference)
            self._scene.want()
        for find in self._restless.due(self._scene):
            self._unexplained.add(find.quad / find.scale, self._reference.shape)

    def _change(
        self, view: FrameDiff, seen: Sequence[str], before_it: np.ndarray
    ) -> tuple[FrameDiff, FrameDiff, np.ndarray]:
        """Work out what a change means: a card laid, cards moved, cards taken away.

        before_it: the reference before, uint8 (h, w, 3). Gives what changed and is not the bare table; all
        that is not the bare table as it was for seconds; and what of the change has yet to be searched,
        uint8 (h, w).
        """
        lying = [item.quad for item in self._lying]
        found, later = read_candidates(
            view,
            self._size.sides,
            self._reader,
            lying,
            before=self._unexplained.before,
            thorough=self._unexplained.is_last_look,
            # A card that was pushed or taken away, and what did that, are told apart in one look alone.
            apart=all(view.changed(quad) < UNTOUCHED for quad in lying),
        )
        bared, unsettled = (FrameDiff(view.frame, each) for each in self._bare.differs(self._reference))
        fresh = FrameDiff(view.frame, cv2.bitwise_and(view.mask, bared.mask))
        changes = Changes(view, fresh, unsettled, before_it)
        chosen = choose(view, fresh, self._reader.names, found)
        new = [each for each in chosen if not self._associate(view, each)]
        new = self._drop_gone(view, new, bared)
        gone = tuple((Counter(seen) - Counter(item.seen.reading.card for item in self._lying)).elements())
        new = [each for each in new if not self._is_bare_beside(view, each, bared)]
        # What only a closer look makes out may be a card that lay there, too.
        closer = [(each, self._look_closer(view, each)) for each in new]
        new = [
            now
            for each, now in closer
            if each.name(self._reader.names) == now.name(self._reader.names) or not self._associate(view, now)
        ]
        new = [each for each in new if not self._is_shaded_table(each, bared)]
        newcomers = [each for found in new if (each := self._initiate(found, changes, seen)) is not None]
        others = [
            each.quad
            for each in found
            if each.fit.sure > LOCATED and each not in chosen and not each.lay_there
        ]
        self._begin_tracks(newcomers, gone, others, changes)
        self._trouble = None
        self._lying = judged_together(self._lying, self._reader)
        return fresh, unsettled, later

    def _is_bare_beside(self, view: FrameDiff, found: Candidate, bared: FrameDiff) -> bool:
        """Tell whether an unclear find is bare table, and at most a corner of cards that are known.

        Of a nine's corner, read alone and from its other end, a six was made that lay beside it.
        bared: what differs from the table as it was without cards; a card that rested beneath a hand may have
        been learnt as that table, and has changed all of its place as it is seen.
        """
        lying = [item.quad for item in self._lying]
        if found.row.max() > SURE or covered_share(found.quad, lying) >= BESIDE_KNOWN:
            return False
        return view.changed(found.quad, lying) < LEFT_OVER and bared.changed(found.quad, lying) < BLANK

    def _is_shaded_table(self, found: Candidate, bared: FrameDiff) -> bool:
        """Tell whether an unclear back is the wood or cloth of the bare table in somebody's shadow.

        bared: what differs from the table as it was without cards.
        """
        is_back = found.name(self._reader.names) == "back"
        return is_back and found.row.max() <= SURE and bared.changed(found.quad) < BARE

    def _initiate(self, found: Candidate, changes: Changes, seen: Sequence[str]) -> _Newcomer | None:
        """Read a candidate together with what was read of it while it waited; None where it has to wait on.

        seen: the cards of this round that are known.
        """
        so_far = self._waiting.evidence(found.quad)
        # Looks that agree are as good as the last one; those that do not throw doubt on each other. But
        # what is surely face down now was read badly while a hand brought it.
        is_back = found.name(self._reader.names) == "back" and found.row.max() > SURE
        agreed = is_back or all(np.argmax(row) == np.argmax(found.row) for row in so_far.rows)
        evidence = (augmentation.Evidence() if agreed else so_far).more(found.row, found.crop)
        reading = decide(self._reader.names, evidence.row(), found.quad, seen=seen, crop=found.crop)
        lying = [item.quad for item in self._lying]
        far = self._is_far(found.quad)
        held = may_be_held(self._scene, changes, found, reading, lying, self._size, far=far)
        # Of a card on which a hand rests a part can be read, and nobody is asked before more can.
        none = self._reader.names.index("none")
        beneath = is_beneath_hand(changes.view, found.quad, found.row[none])
        beneath = beneath and not changes.bared(found.quad, lying)
        # What was no card at the first look, or still had a hand upon it, says nothing at the second.
        in_view = not is_touched(self._scene.hidden_in(about(found.quad)))
        kept = evidence if in_view and augmentation.is_open(found.row, self._reader.names) else so_far
        find = tentative.Tentative(
            found.quad,
            changes.before,
            changes.view.scale,
            held=held,
            beneath=beneath,
            upon=found.lay_there,
            evidence=kept,
        )
        if (reading.asks or held) and self._waiting.hold(self._scene, find):
            return None
        return _Newcomer(found, tracks.asking(reading, ()) if held else reading, held, evidence)

    def _associate(self, view: FrameDiff, found: Candidate) -> bool:
        """Tell whether a candidate is a card that lay there before, and let that lie where it is seen now."""
        best = found.name(self._reader.names)
        known = next(
            (k for k, item in enumerate(self._lying) if same(view, item, best, found.quad, self._reader)),
            None,
        )
        if known is None:
            return False
        item = self._lying[known]
        if item.seen.reading.card == best:
            above = [other.quad for other in self._lying[known + 1 :]]
            item = followed(view.frame, item, found.quad, above, self._size.tilted)
        if item.unclear or item.seen.reading.card != best:
            # What changed may have made it unclear, a shadow perhaps: what was read before is void.
            item = reread(view.frame, replace(item, evidence=augmentation.Evidence()), self._reader)
        self._lying = (*self._lying[:known], item, *self._lying[known + 1 :])
        return True

    def _drop_gone(self, view: FrameDiff, new: list[Candidate], bared: FrameDiff) -> list[Candidate]:
        """Let go of the cards that are there no more; give the candidates that are no part of a pushed one.

        bared: what differs from the table as it was without cards.
        """
        # A patterned table can look like a back, and a pile of backs is laid on no trick: backs hide nothing.
        names = self._reader.names
        hiding = [each for each in new if each.row.max() > 0.5 and each.name(names) not in NEVER_GONE]
        stock = [each.quad for each in new if each.name(names) == "back" and each.row.max() > SURE]
        before = {item.seen.id: item.quad for item in self._lying}
        upon = [each.quad for each in hiding]

        def unshadowed(quad: np.ndarray) -> FrameDiff:
            return bared.without_shadows(self._bare.settled, self._reference, quad)

        self._lying = left(view, self._lying, upon, self._reader, bared, unshadowed, stock)
        # What is left to be seen of a card that was pushed can look like a poor card of its own.
        pushed = [item.quad for item in self._lying if item.quad is not before[item.seen.id]]
        return [
            each
            for each in new
            if each in hiding or all(intersection(each.quad, quad) < 0.5 * area(each.quad) for quad in pushed)
        ]

    def _look_closer(self, view: FrameDiff, found: Candidate) -> Candidate:
        """Read a candidate as well as can be; give the whole card if an unclear one is only a part of it."""
        row = recall(self._reader, found.row, found.crop)
        row = augmentation.probabilities(view.frame, found.quad, self._reader, row)
        whole = self._cornered(view, found.quad, row)
        if whole is None:
            return replace(found, row=row)
        return replace(found, quad=whole.quad, crop=whole.crop, row=whole.row)

    def _begin_tracks(
        self,
        newcomers: Sequence[_Newcomer],
        gone: tuple[str, ...],
        others: list[np.ndarray],
        changes: Changes,
    ) -> None:
        """Follow the new cards from now on.

        gone: the cards of the round that are in sight no more; others: where the networks see further cards.
        """
        faces = [each.reading.card for each in newcomers if each.reading.card not in NEVER_GONE]
        upon = [each.found.quad for each in newcomers]
        # What a hand has bared of a card that lies as it did is no card beneath the new one.
        in_view = [item.quad for item in self._lying if not item.veiled]
        for new in newcomers:
            each, reading = new.found, new.reading
            # The first card may lean because the camera does.
            first = new.held and self._size.sides is None
            self._size.learn(replace(reading, asks=False) if first else reading, each.fit, each.quad)
            # Also where one is turned up, for it may be exchanged there.
            if not (reading.asks or reading.card in NEVER_GONE):
                self._laid.add(each.quad)
            # Where one card explains too little of what changed another may lie under it.
            beneath = each.fit.cover < WHOLE_CHANGE and hides(
                changes.fresh.without_shadows(changes.before, self._reference, grown(each.quad, BESIDE)),
                each.quad,
                [*upon, *in_view],
                others,
            )
            since = self._scene.rests_since(each.quad)
            seen = Seen(self._next, reading)
            item = Track(seen, each.quad, new.evidence, gone, fixed=new.held, since=since)
            if reading.card in faces and beneath:
                item = replace(item.read_as(tracks.asking(reading, faces)), fixed=True)
            self._add(item)
        if faces:
            self._lying = tracks.order_doubted(self._lying)

    def _covered(self, view: FrameDiff) -> np.ndarray:
        """Outline where cards lie, or what may be one: uint8 (h, w), 255 there."""
        quads = [*(item.quad for item in self._lying), *self._waiting.quads]
        return fill(np.zeros_like(view.mask), (grown(quad) / view.scale for quad in quads))

    def _reread_unclear(self, view: FrameDiff) -> bool:
        """Read the unclear cards once more; tell whether that changed what is thought of them."""
        before, items = self._lying, reread_unclear(view, self._lying, self._reader)
        if all(new is old for new, old in zip(items, before, strict=True)):
            return False
        self._scene.want()
        self._lying = judged_together(items, self._reader)
        return any(new.seen is not old.seen for new, old in zip(self._lying, before, strict=True))

    def _add(self, item: Track) -> None:
        self._lying = (*self._lying, item)
        self._next += 1


def _seen(items: Iterable[Track]) -> tuple[Seen, ...]:
    return tuple(item.seen for item in items)
