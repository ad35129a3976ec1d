"""Which finds begin to be followed as cards, and which have to wait: track initiation.

What is clear counts at once, be it found by a change, by its corners in what is left of changes, or in the
first picture. What is unclear, may be held by a hand or lie beneath one waits (`vision/track/tentative.py`).
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from texts import say
from vision.detect import edges, residual, verification
from vision.detect.fit import Fit
from vision.detect.selection import WHOLE_CHANGE, Candidate, hides
from vision.geometry.quads import from_corners, grown, intersection, rectify
from vision.motion.frame_diff import FrameDiff
from vision.motion.static_scene import StaticScene
from vision.read import augmentation
from vision.read.decide import NEVER_GONE, SURE, decide
from vision.read.looks import NO_CARD, Look
from vision.read.reader import CardReader
from vision.track import tentative
from vision.track.card_size import CardSize
from vision.track.held import about, bared, is_beneath_hand, is_touched, may_be_held
from vision.track.laying_area import LayingArea
from vision.track.likeness import visible
from vision.track.moved import Moved
from vision.track.reference import Changes, Reference
from vision.track.tracks import PlaceLook, Track, asking, is_later
from vision.types import Reading, Seen

SHADOW_PLACE_SCALE = 3.0
"""How much larger than a card the place is in which shadows are told from another card that lies under it."""

IN_FULL_VIEW = 3
"""Corners of a card that are seen where it is in full view: one of a white card on a white cloth is faint."""

FACE_LIKELY = 0.5
"""Probability of its likeliest name from which a find that waits reads as a face."""

UNREAD = 0.9
"""Share of ``none`` and ``back`` from which what is found far from where cards are laid is no face: a hand, a
fan's edge, a telephone, a mug. Three that corners told of and that were asked about in drawn restless games
had 0.96 and 0.98 of ``none`` alone (us 2493), and 0.97 of both (us 2498); two that were a change 0.96 and
0.94 of both (us 2502, us 2503). A guess, set on the first three.
"""

PILED_UPON_BACKS, ELSEWHERE_LENGTHS = 0.5, 0.5
"""Share of an unreadable find that lies upon backs, and long sides of a card from where any was laid, from
which it is a pile of won tricks. Guesses: nine of eighteen needless questions of four drawn restless games;
in a fifth one a pile lay so with 0.59 of it, twice (amigo 2598).
"""

COVERED = say("Something may lie upon this card, or it upon another: which card is it?")
BY_A_HAND = say("A hand may hold this card: was it laid, and which is it?")
LIKE = say("Is this another card, or one that lay there and was pushed?")


class Newcomer(NamedTuple):
    """A card that is there from now on: where it was found, how it reads, whether it may be none.

    held: a hand may hold it, or it may be one like it that lay there; was: the card that it is, where that
    went from its place a moment ago.
    """

    found: Candidate
    reading: Reading
    held: bool
    evidence: augmentation.Evidence
    was: Track | None


class Initiation:
    """Begins the tracks of the cards on one table, and numbers them in the order in which they were laid.

    It knows what that takes: how large cards are, where they were laid so far, and which finds wait.
    """

    def __init__(self, reader: CardReader, ids: Iterator[int] | None = None) -> None:
        self._reader = reader
        self._none, self._back = (reader.names.index(name) for name in ("none", "back"))
        self.ids = itertools.count(1) if ids is None else ids
        self._size = CardSize()
        self._laid = LayingArea()
        self._moved = Moved()
        self._waiting, self._restless = tentative.Waiting(), tentative.Waiting()

    @property
    def size(self) -> CardSize:
        """Give how large cards are and in which plane they lie."""
        return self._size

    @property
    def waiting(self) -> tentative.Waiting:
        """Give the finds that will be a change again once they have rested."""
        return self._waiting

    @property
    def restless(self) -> tentative.Waiting:
        """Give the finds whose places will be searched for corners once they have rested."""
        return self._restless

    def confirm(self, scene: StaticScene, reference: Reference) -> None:
        """Let finds whose places have come to rest be read anew: as changes again, or as a rest of some."""
        for find in self._waiting.due(scene):
            reference.forget(find)
            scene.want()
        for find in self._restless.due(scene):
            reference.search(find)

    def went(self, scene: StaticScene, gone: Sequence[Track]) -> None:
        """Take in the cards that went with a change: one that is found elsewhere in a moment was moved."""
        self._moved.went(scene.now, gone)

    def from_first_picture(self, readings: Sequence[Reading]) -> tuple[Track, ...]:
        """Follow what lay there at the start, in no known order; they tell the plane of the table."""
        lie = tuple(
            Track(self._numbered(reading), from_corners(reading.corners), first=True) for reading in readings
        )
        self._size.begin(item.quad for item in lie if not item.seen.reading.asks)
        return lie

    def from_change(
        self,
        scene: StaticScene,
        changes: Changes,
        new: Sequence[Candidate],
        others: list[np.ndarray],
        lying: Sequence[Track],
        seen: Sequence[str],
    ) -> tuple[Track, ...]:
        """Follow the new cards of a change from now on, but for those that have to wait.

        others: where the networks see further cards, float32 (4, 2) pixels each; lying: the cards that lie
        there; seen: the cards of this round that are known.
        """
        read = [self._read(scene, changes, found, lying, seen) for found in new]
        newcomers = [each for each in read if each is not None]
        return self._begun(scene, changes, newcomers, others, lying, seen)

    def from_corners(
        self,
        scene: StaticScene,
        left: np.ndarray,
        reference: np.ndarray,
        lying: Sequence[Track],
        seen: Sequence[str],
    ) -> tuple[Track, ...]:
        """Follow the cards that corners tell of in what was left of changes, but for those that have to wait.

        What is not in full view is asked about: it may lie beneath another that came with it. So is what is
        far from where cards are laid: it may be the outermost of a fan that somebody holds at the rim. What
        is read as no face there is the hand, the fan, or what else people lay beside them.

        left: uint8 (h, w), not 0 where a change is not explained; reference: the small picture of the table
        as it was last understood, uint8 (h, w, 3); lying, seen: as `from_change` has them.
        """
        begun: list[Track] = []
        rest, quads = FrameDiff(scene.picture, left), [item.quad for item in lying]
        for look in residual.cards(scene.picture, left, quads, self._reader, self._size.sides):
            evidence = augmentation.Evidence().more(look.row, look.crop, self._reader)
            reading = decide(
                self._reader.names, look.row, look.quad, seen=seen, crop=look.crop, blurred=evidence.blurred
            )
            held, none = self._laid.is_far(look.quad), look.row[self._none]
            if reading.card == "back" or (held and self._is_unread(look.row, seen)):
                continue
            if reading.asks and self._is_pile(look.quad, look.row, lying, seen):
                continue
            since = scene.rests_since(look.quad)
            later = [item.quad for item in (*lying, *begun) if is_later(item, since)]
            partly = _is_partly_hidden(scene.picture, look, reading.asks) or any(
                intersection(look.quad, quad) for quad in later
            )
            beneath = partly and is_beneath_hand(rest, look.quad, none)
            find = tentative.Tentative(look.quad, reference, rest.scale, held=held, beneath=beneath)
            if self._restless.hold(scene, find):
                continue
            if reading.asks and self._is_other_thing(scene.picture, look.quad, look.row, quads):
                continue
            doubted = partly or held
            reading = asking(reading, (), COVERED if partly else BY_A_HAND) if doubted else reading
            bitten = scene.hidden_in(look.quad) > 0
            begun.append(
                Track(self._numbered(reading), look.quad, evidence, fixed=doubted, since=since, bitten=bitten)
            )
        return tuple(begun)

    def learn_size(self, unsettled: FrameDiff, items: Sequence[Track]) -> None:
        """Learn how large cards are from clear ones of which all has come into view, where each lies alone.

        unsettled: what does not look like the bare table; what is beyond a card's edge is that if its outline
        is whole.
        """
        for item in items:
            if not (item.seen.reading.asks or is_touched(unsettled.ring(item.quad))):
                self._size.learn(item.seen.reading, Fit(1.0, unsettled.changed(item.quad)), item.quad)

    def begun_anew(self, item: Track) -> Track:
        """Follow as another card what may be one, and ask about it."""
        seen = self._numbered(asking(item.seen.reading, (), LIKE))
        return replace(item, seen=seen, fixed=True, veiled=False, swept=False)

    def _numbered(self, reading: Reading) -> Seen:
        return Seen(next(self.ids), reading)

    def _is_unread(self, row: np.ndarray, seen: Sequence[str]) -> bool:
        """Tell whether next to nothing of a face is read; a round's first may be turned up anywhere.

        row: float32 (K,), probabilities of the names; seen: the cards of this round that are known.
        """
        return bool(seen) and bool(row[self._none] + row[self._back] > UNREAD)

    def _reads_face(self, found: Candidate) -> bool:
        return found.name(self._reader.names) not in NEVER_GONE and bool(found.row.max() > FACE_LIKELY)

    def _is_pile(
        self, quad: np.ndarray, row: np.ndarray, lying: Sequence[Track], seen: Sequence[str]
    ) -> bool:
        """Tell whether what cannot be read is a pile of won tricks on which one was put, or a hand lies.

        A face is laid upon backs only where one is turned up upon the stock, and there one was laid before.
        """
        if not seen or self._reader.names[int(np.argmax(row))] not in ("none", "back"):
            return False
        backs = [item.quad for item in lying if item.seen.reading.card == "back"]
        # Backs lie crosswise in a pile: what several of them cover counts once.
        upon = 1 - float(visible(quad, backs).mean())
        return upon > PILED_UPON_BACKS and self._laid.is_far(quad, ELSEWHERE_LENGTHS)

    def _is_other_thing(
        self, picture: np.ndarray, quad: np.ndarray, row: np.ndarray, lying: Sequence[np.ndarray]
    ) -> bool:
        """Tell whether what reads as no card has not a card's outline either: a telephone, say."""
        if row[self._none] <= NO_CARD:
            return False
        return verification.is_unlikely(picture, quad, self._size.sides, lying)

    def _read(
        self,
        scene: StaticScene,
        changes: Changes,
        found: Candidate,
        lying: Sequence[Track],
        seen: Sequence[str],
    ) -> Newcomer | None:
        """Read a candidate, with what was read of it while it waited; None where it has to wait on."""
        so_far, quads = self._waiting.evidence(found.quad), [item.quad for item in lying]
        # Looks that agree are as good as the last one; those that do not throw doubt on each other. But
        # what is surely face down now was read badly while a hand brought it.
        is_back = found.name(self._reader.names) == "back" and found.row.max() > SURE
        agreed = is_back or all(np.argmax(row) == np.argmax(found.row) for row in so_far.rows)
        evidence = (augmentation.Evidence() if agreed else so_far).more(found.row, found.crop, self._reader)

        def reads(seen: Sequence[str]) -> Reading:
            names, row, blurred = self._reader.names, evidence.row(), evidence.blurred
            return decide(names, row, found.quad, seen=seen, crop=found.crop, blurred=blurred)

        reading = reads(seen)
        was = self._moved.again(scene.now, found.name(self._reader.names))
        if was is not None:
            elsewhere = reads(tuple((Counter(seen) - Counter([was.seen.reading.card])).elements()))
            was, reading = (None, reading) if elsewhere.asks else (was, elsewhere)
        if reading.asks and self._is_pile(found.quad, found.row, lying, seen):
            return None
        far = self._laid.is_far(found.quad)
        held = found.doubted or may_be_held(scene, changes, found, reading, quads, self._size, far=far)
        # Of a card on which a hand rests a part can be read, and nobody is asked before more can.
        beneath = is_beneath_hand(changes.view, found.quad, found.row[self._none])
        beneath = beneath and not bared(changes, found.quad, quads)
        # What was no card at the first look, or still had a hand upon it, says nothing at the second.
        in_view = not is_touched(scene.hidden_in(about(found.quad)))
        kept = evidence if in_view and augmentation.is_open(found.row, self._reader.names) else so_far
        find = tentative.Tentative(
            found.quad,
            changes.before,
            changes.view.scale,
            held=held,
            beneath=beneath,
            upon=found.lay_there,
            fades=tentative.fades(scene, found.quad),
            face=not beneath and self._reads_face(found),
            evidence=kept,
        )
        if (reading.asks or held or find.fades) and self._waiting.hold(scene, find):
            return None
        # Not before it has waited: a hand may hide its face, or its edges, for a moment.
        if reading.asks and (
            (far and self._is_unread(found.row, seen))
            or self._is_other_thing(changes.view.frame, found.quad, found.row, quads)
        ):
            return None
        return Newcomer(found, reading, held, evidence, None if held else was)

    def _begun(
        self,
        scene: StaticScene,
        changes: Changes,
        newcomers: Sequence[Newcomer],
        others: list[np.ndarray],
        lying: Sequence[Track],
        seen: Sequence[str],
    ) -> tuple[Track, ...]:
        # The cards of the round that are in sight no more.
        gone = tuple((Counter(seen) - Counter(item.seen.reading.card for item in lying)).elements())
        faces = [each.reading.card for each in newcomers if each.reading.card not in NEVER_GONE]
        # What a hand has bared of a card that lies as it did is no card beneath the new one.
        in_view = [item.quad for item in lying if not item.veiled]
        upon = [*(each.found.quad for each in newcomers), *in_view]
        begun: list[Track] = []
        for found, read, held, evidence, was in newcomers:
            if was is not None and any(item.seen.id == was.seen.id for item in begun):
                # Of several alike that came at once one alone is the card that went.
                was = None
            reading = asking(read, (), LIKE if found.doubted else BY_A_HAND) if held else read
            bitten = scene.hidden_in(found.quad) > 0
            # The first card may lean because the camera does. What does not read as one teaches no size.
            taught = read if self._size.sides is None else reading
            self._size.learn(taught, found.fit, found.quad, whole=not bitten)
            # Also where one is turned up, for it may be exchanged there.
            if not (reading.asks or reading.card in NEVER_GONE):
                self._laid.add(found.quad)
            # Where one card explains too little of what changed another may lie under it.
            beneath = found.fit.cover < WHOLE_CHANGE and hides(
                changes.fresh_about(grown(found.quad, SHADOW_PLACE_SCALE)), found.quad, upon, others
            )
            since = scene.rests_since(found.quad, changes.view.mask)
            without = self._waiting.before(found.quad, changes.before)
            before = PlaceLook(found.quad, rectify(without, found.quad / changes.view.scale))
            item = Track(
                self._numbered(reading) if was is None else replace(was.seen, reading=reading),
                found.quad,
                evidence,
                gone if was is None else was.known,
                fixed=held,
                since=since if was is None else was.since,
                before=before,
                bitten=bitten,
                unread=held and not (bitten or found.doubted) and self._is_unread(evidence.row(), seen),
            )
            if reading.card in faces and beneath:
                item = replace(item.read_as(asking(reading, faces, COVERED)), fixed=True)
            begun.append(item)
        if faces:
            self._moved.forget()
        return tuple(begun)


def _is_partly_hidden(picture: np.ndarray, look: Look, unclear: bool) -> bool:
    """Tell whether something may lie upon a card that corners tell of, another card or a hand.

    On checks few of a card's corners are told, but its edges are seen; fingers leave corners in view.
    """
    if look.corners < IN_FULL_VIEW:
        return not edges.is_outlined_wholly(picture, look.quad)
    return unclear and edges.third_side(picture, look.quad) < edges.SIDE_BENEATH_HAND
