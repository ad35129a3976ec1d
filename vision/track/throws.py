"""The eye above the throwing sticks: frames in, each throw that comes to rest out."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from games.sticks import COLOR_WORDS, COLORS, KIT, Table
from models.labels import STICK_COLORS
from texts import say
from vision.geometry.quads import from_corners, iou, to_corners
from vision.motion.background import BARE_TABLE_MS
from vision.motion.static_scene import NO_PICTURE
from vision.motion.stillness import changed
from vision.read.augmentation import AS_SHARP, FRAMES
from vision.sharp import sharpness
from vision.sticks import find, lie, still
from vision.sticks import reader as stick_reader
from vision.sticks.camera import View
from vision.sticks.decide import LYING, decide
from vision.sticks.find import Finder
from vision.sticks.geometry import footprint, outline, same_way
from vision.sticks.lie import Bar
from vision.sticks.reader import Posterior, PosteriorReader, geometric_mean
from vision.sticks.still import STAYED, UNSURE, Look
from vision.track.bare_table import BareTable
from vision.track.tracker import Still, Tracker
from vision.types import TOO_DARK, StickReading, ThrowReading, ThrowSight

STICK_REST_MS = 180
"""Milliseconds that are rest: a stick that rolls stays a moment before it falls over."""

LEAST_STICK_CHANGE = 0.0003
"""Share of the picture below which a change is no stick: one takes 0.0015 of a picture a metre wide."""

MISSING_STICK_MS = 1200
"""Milliseconds for which a stick that is not there yet, or does not lie flat, is waited for."""

VOID_MS = 500
"""Milliseconds for which as many sticks as were thrown must have lain as none may: one may still be rolling.

A guess: on two drawn tables the last stick came to rest up to 0.4 seconds after something else, or a part of
it, was taken for it.
"""

IN_VAIN = 3
"""Throws in a row of which something is unclear after which the camera is held to have been pushed."""

STANDING_AT_ONCE = 0.8
"""How much a find must be a stick (`Look.standing`), 0..1, to be one at once.

Of 854 drawn sticks of 300 throws of all kinds 840 are, and each of those throws has one that is. Of 58 sights
of a drawn game, in which fingers and what a hand had left were held for sticks, 55 had fewer than were
thrown.
"""

COVERED = 0.25
"""Share of a stick that the newest picture does not show from which it may have been taken up meanwhile.

A guess: at false throws of one drawn table, told while hands took the sticks up, finds beneath hands were
covered by 0.26 and more, and what was in view by 0.08 at most.
"""

TURNED_OVER = 0.9
"""Probability of its notches from which a stick that shows others was turned over."""


@dataclass(frozen=True, eq=False)
class Followed:
    """A stick that lies there: its track, the looks at it, the newest last, and how sharp each was."""

    track: int
    looks: tuple[Look, ...]
    sharp: tuple[float, ...] = field(default=())

    @classmethod
    def first(cls, track: int, look: Look) -> "Followed":
        """Begin a track with one look."""
        return cls(track, (look,), (sharpness(look.crop),))

    def more(self, look: Look) -> "Followed":
        """Add a look, its ends named as before."""
        if not same_way(look.bar.vertices, self.looks[0].bar.vertices):
            look = replace(look, bar=look.bar.turned(), posterior=look.posterior.turned())
        return Followed(self.track, (*self.looks, look), (*self.sharp, sharpness(look.crop)))

    def look(self) -> Look:
        """Pool the looks that are about as sharp as the sharpest."""
        enough = AS_SHARP * max(self.sharp)
        good = [one for one, sharp in zip(self.looks, self.sharp, strict=True) if sharp >= enough]
        bars = [one.bar for one in good]
        vertices = _middle([bar.vertices for bar in bars])
        places = [bar.found for bar in bars if bar.found is not None]
        found = _middle(places) if len(places) == len(bars) else None
        posterior: Posterior = geometric_mean([one.posterior for one in good])
        sure = max(bar.sure for bar in bars)
        reprojection_error, lean = (
            float(np.median([getattr(bar, name) for bar in bars])) for name in ("reprojection_error", "lean")
        )
        held = all(bar.held for bar in bars)
        bar = Bar(vertices, sure, found=found, reprojection_error=reprojection_error, lean=lean, held=held)
        return Look(bar, good[0].crop, posterior)

    @property
    def color(self) -> str:
        """Name the colour that it most looks like."""
        return STICK_COLORS[int(np.argmax(self.looks[-1].posterior.color))]

    def goes_on(self, look: Look) -> bool:
        """Tell whether a look is at this stick: where it lay, and not clearly upon another side."""
        places = (footprint(each.bar.vertices) for each in (self.looks[-1], look))
        before, now = self.looks[-1].posterior.notches, look.posterior.notches
        turned_over = min(before.max(), now.max()) > TURNED_OVER and np.argmax(before) != np.argmax(now)
        return iou(*places) > STAYED and not turned_over


class ThrowTracker(Tracker[ThrowSight]):
    """Follows the sticks on one table; it needs no calibration.

    Where the table is hidden it waits, and tells of no trouble: a throw is over in a moment.
    """

    def __init__(
        self,
        table: Table | None = KIT,
        *,
        finder: Finder | None = None,
        reader: PosteriorReader | None = None,
    ) -> None:
        super().__init__()
        self._table = table
        self._finder = finder or find.shipped()
        self._reader = reader or stick_reader.shipped()
        # Tracks go on over a forgetting, so that none comes twice.
        self._tracks = itertools.count(1)
        self.forget()

    def forget(self) -> None:
        """Start anew: the next still picture is the first."""
        self._restart(STICK_REST_MS, blind=None)
        self._reference = NO_PICTURE
        self._bare = BareTable()
        self._lying: tuple[Followed, ...] = ()
        self._thrown: tuple[Followed, ...] = ()
        self._known: dict[str, StickReading] = {}
        self._aside: tuple[str, ...] = ()
        self._throw = ThrowReading()
        self._kept: tuple[StickReading, ...] = ()
        self._view: View | None = None
        # How often sticks came to lie otherwise since the camera was learnt from them.
        self._unlearnt = 0
        self._new = True
        self._told: frozenset[int] = frozenset()
        # How many sticks lay plainly flat when these were too few, and for how many milliseconds.
        self._few = self._short = 0
        # Where sticks of the throw that was told lie that a hand covers now, float32 (4, 2) each.
        self._covered: tuple[np.ndarray, ...] = ()

    def look(self, frame: np.ndarray, seen: Sequence[str] = ()) -> ThrowSight | None:
        """Take the next frame, uint8 (H, W, 3) BGR; `seen` are the colours of the sticks set aside.

        Returns None while nothing has changed that lies still in view; the first look is told even where
        nothing lies. Sticks that are set aside stay where they are and are no part of the throw; where one is
        moved, gone or back, that is told with the tracks of the throw before.
        """
        self._aside = tuple(seen)
        still = self._watch(frame)
        if still is None or isinstance(still, str):
            return None if still is None else self._say(still)
        now = still.small
        if self._reference.shape == now.shape:
            mask = changed(self._reference, now)
            if cv2.countNonZero(mask) < LEAST_STICK_CHANGE * mask.size:
                if any(self._is_covered(place) for place in self._covered):
                    self._scene.want()
                    return None
                return self._change(still) if self._short or self._covered else self._again(still)
        self._reference = now
        return self._change(still)

    def _change(self, rest: Still) -> ThrowSight | None:
        """Work out what a change means: a throw, sticks pushed, sticks taken up."""
        thrown, kept = self._see(rest.picture, self._bare.foreground(rest.small))
        size = rest.picture.shape[1::-1]
        trouble, news = self._turned(kept), self._look_aside(kept, size)
        if thrown and all(len(each.looks) > 1 for each in thrown):
            self._short, self._covered = 0, ()
            if not self._are_thrown(thrown):
                # They are being taken up, or lie there from before.
                return self._say(trouble) or (self._sight() if news else None)
            return self._take(thrown, kept, rest, trouble, news)
        # What a hand covers shows where a stick lay before, which it may be taking up.
        places = [(each, footprint(each.looks[-1].bar.vertices)) for each in thrown]
        thrown = [each for each, place in places if not self._is_covered(place)]
        plain, wanted = sum(map(_is_plain, thrown)), len(COLORS) - len(self._aside)
        before = [each.track for each in self._thrown]
        self._covered = tuple(
            place
            for each, place in places
            if each.track in before and _is_plain(each) and self._is_covered(place)
        )
        if self._covered and plain < wanted:
            self._short = 0
            self._scene.want()
            return None
        self._covered = ()
        if not plain:
            # Nothing lies there, or fingers.
            young = cv2.bitwise_not(self._scene.at_rest(BARE_TABLE_MS))
            self._learn_table(rest, young, [*kept, *(each for each, _ in places if _is_plain(each))])
            self._short, self._lying, self._thrown = 0, tuple(kept), ()
            if not (self._throw.sticks or news or self._new):
                return self._say(trouble)
            self._throw, self._trouble = ThrowReading(), trouble
            return self._sight()
        # A finger looks like a stick that stands while the last one still rolls, a figure like one that lies.
        flat = sum(_is_plain(each) and _may_lie_flat(each.looks[-1]) for each in thrown)
        thrown = [replace(each, looks=each.looks[-1:], sharp=each.sharp[-1:]) for each in thrown]
        throw = self._judge(thrown, kept, size)
        wait = MISSING_STICK_MS if flat < wanted else 0 if throw.again is None else VOID_MS
        if wait and (not self._short or flat > self._few):
            self._few, self._short = flat, 0
        if self._short < wait:
            self._short += self._scene.passed
            self._scene.want()
            return None
        self._short = 0
        thrown = [replace(each, track=next(self._tracks)) for each in thrown]
        if self._pushed(throw):
            known = iter(before)
            thrown = [replace(each, track=next(known, each.track)) for each in thrown]
        else:
            self._unlearnt += 1
        return self._take(thrown, kept, rest, trouble, news)

    def _is_covered(self, place: np.ndarray) -> bool:
        """Tell whether the newest picture does not show a place, float32 (4, 2): a hand is there."""
        return self._scene.hidden_in(place) >= COVERED

    def _again(self, rest: Still) -> ThrowSight | None:
        """Look once more at a throw of which something is unclear."""
        sticks_there = self._throw.sticks
        unclear = self._throw.again is not None or any(stick.asks for stick in sticks_there)
        aside = any(stick.color in self._aside for stick in sticks_there)
        if not unclear or aside or max(len(each.looks) for each in self._lying) >= FRAMES:
            return self._say(self._trouble if self._trouble != TOO_DARK else None)
        self._scene.want()
        thrown, kept = self._see(rest.picture, self._bare.foreground(rest.small))
        if not self._are_thrown(thrown):
            # A stick more or less in a picture like the last one: what lies there is hard to see.
            self._lying = tuple(each.more(each.looks[-1]) for each in self._lying)
            return None
        return self._take(thrown, kept, rest, self._turned(kept))

    def _see(self, frame: np.ndarray, foreground: np.ndarray | None) -> tuple[list[Followed], list[Followed]]:
        """Find the sticks, thrown ones and those set aside, each with the looks at it from before."""
        lying = [self._known[color] for color in self._aside if color in self._known]
        found = still.look(frame, self._finder, self._reader, self._view, foreground)
        both = still.apart(found, lying)
        thrown, kept = ([self._follow(look) for look in looks] for looks in both)
        for color in self._aside:
            # Set aside before the program was started: known by nothing but its colour.
            mine = [each for each in thrown if each.color == color]
            if color not in self._known and len(mine) == 1:
                thrown.remove(mine[0])
                kept.append(mine[0])
        return thrown, kept

    def _look_aside(self, kept: Sequence[Followed], size: tuple[int, int]) -> bool:
        """Read the sticks that were set aside; tell whether they lie otherwise than was told last."""
        before, colors, looks = self._kept, self._aside, [each.look() for each in kept]
        self._kept = still.judge(looks, (), size, len(colors), self._table, colors).sticks if colors else ()
        for stick in self._kept:
            self._known.setdefault(stick.color, stick)
        if _worth(ThrowReading(before)) != _worth(ThrowReading(self._kept)):
            return True
        pairs = zip(before, self._kept, strict=True)
        return any(iou(from_corners(old.corners), from_corners(new.corners)) <= STAYED for old, new in pairs)

    def _follow(self, look: Look) -> Followed:
        known = next((each for each in self._lying if each.goes_on(look)), None)
        return Followed.first(next(self._tracks), look) if known is None else known.more(look)

    def _are_thrown(self, found: Sequence[Followed]) -> bool:
        """Tell whether these are the sticks of the throw that was taken last, all of them."""
        first = [each.looks[0] for each in self._thrown]
        return len(found) == len(first) and all(any(each.looks[0] is one for one in first) for each in found)

    def _turned(self, kept: Sequence[Followed]) -> str | None:
        """Say so where a stick that was set aside lies otherwise than it did; follow one that was pushed."""
        for color in self._aside:
            known = self._known.get(color)
            if known is None:
                continue
            near = [each for each in kept if each.color == color]
            for each in near:
                verdict = decide([each.look().posterior], self._table, (color,))[0]
                self._known[color] = replace(
                    known, corners=to_corners(footprint(each.looks[-1].bar.vertices))
                )
                if not verdict.asks and verdict.lies[0][0] != (known.notches, known.sides):
                    return say(
                        "the {color} stick that was set aside has been turned: lay it as it was",
                        color=COLOR_WORDS[color],
                    )
        return None

    def _pushed(self, throw: ThrowReading) -> bool:
        """Tell whether a throw is the one that lay there, of which some sticks were pushed a little."""
        before = {stick.color: stick for stick in self._throw.sticks}
        if not before or {stick.color for stick in throw.sticks} != set(before):
            return False
        stayed = 0
        for stick in throw.sticks:
            old = before[stick.color]
            reach = float(np.linalg.norm(np.subtract(old.corners[1], old.corners[0])))
            far = float(np.linalg.norm(np.mean(stick.corners, 0) - np.mean(old.corners, 0)))
            if (stick.notches, stick.sides) != (old.notches, old.sides) or far > reach:
                return False
            stayed += iou(from_corners(stick.corners), from_corners(old.corners)) > STAYED
        return stayed > 0

    def _judge(
        self, thrown: Sequence[Followed], kept: Sequence[Followed], size: tuple[int, int]
    ) -> ThrowReading:
        colors = tuple(color for color in COLORS if color not in self._aside)
        looks = sorted((each.look() for each in thrown), key=lambda each: -each.standing)
        return still.judge(looks, [each.look() for each in kept], size, len(colors), self._table, colors)

    def _take(
        self,
        thrown: Sequence[Followed],
        kept: Sequence[Followed],
        rest: Still,
        trouble: str | None,
        news: bool = False,
    ) -> ThrowSight | None:
        size = rest.picture.shape[1::-1]
        before = (self._told, *_worth(self._throw), self._trouble)
        self._lying, self._thrown = (*thrown, *kept), tuple(thrown)
        self._throw, self._trouble = self._judge(thrown, kept, size), trouble
        self._known.update({stick.color: stick for stick in self._throw.sticks})
        self._learn(rest)
        if self._throw.again is not None or any(stick.asks for stick in self._throw.sticks):
            self._scene.want()
        same = before == (self._thrown_tracks(), *_worth(self._throw), self._trouble)
        return None if same and not news else self._sight()

    def _learn(self, rest: Still) -> None:
        """Learn the table, and where the camera is, from a throw of which nothing is unclear.

        After others it is forgotten where the camera is.
        """
        unclear = self._throw.again or any(stick.asks for stick in self._throw.sticks)
        if not unclear:
            self._learn_table(rest, self._scene.unseen, self._lying)
        if self._unlearnt and not unclear:
            bars = [each.looks[-1].bar for each in self._lying]
            self._view, self._unlearnt = lie.marginalise(bars, rest.picture.shape[1::-1], self._view), 0
        elif self._unlearnt >= IN_VAIN:
            self._view = None

    def _learn_table(self, rest: Still, unseen: np.ndarray, sticks: Sequence[Followed]) -> None:
        """Learn how the table looks beside these sticks, where it is seen; unseen: as `BareTable` has it."""
        scale = np.float32(rest.small.shape[1] / rest.picture.shape[1])
        self._bare.learn(
            rest.small, unseen, [scale * outline(each.looks[-1].bar.vertices) for each in sticks]
        )

    def _sight(self) -> ThrowSight:
        self._told, self._new = self._thrown_tracks(), False
        return ThrowSight(self._throw, self._told, self._trouble, self._kept)

    def _thrown_tracks(self) -> frozenset[int]:
        return frozenset(each.track for each in self._thrown)


def _is_plain(found: Followed) -> bool:
    """Tell whether a find is plainly a stick."""
    return max(look.standing for look in found.looks) >= STANDING_AT_ONCE


def _may_lie_flat(look: Look) -> bool:
    """Tell whether a stick may lie flat, by the reader or by the camera that sees the others."""
    return bool(look.posterior.state[LYING] > UNSURE or look.bar.fits)


def _middle(vertices: Sequence[np.ndarray]) -> np.ndarray:
    return np.median(np.stack(vertices), axis=0).astype(np.float32)


def _worth(throw: ThrowReading) -> tuple[object, ...]:
    """Give what of a throw is worth telling again: not that it was seen a hair's breadth elsewhere."""
    return (throw.again, *((each.color, each.notches, each.sides, each.asks) for each in throw.sticks))
