"""Follow bid wheels and trump tags from picture to picture: what each shows once it lies still.

Where nothing has changed, nothing is read again. A wheel that was found is sought at its place first; the
whole picture is searched now and then, for whatever is new. What a hand hides has not gone at once.
"""

from dataclasses import dataclass, field, replace
from typing import Literal

import cv2
import numpy as np

from vision.geometry.homography import project
from vision.geometry.quads import area, intersection
from vision.interval import FrameInterval
from vision.wheels import printed
from vision.wheels.find import Found, Lies, Wheel, find, find_near, gray

WHEEL_RESTS_MS, AGREEING_LOOKS = 500, 3
"""Milliseconds from the first look at which a wheel shows something to the one at which that counts, if it
has shown the same all along, for a hand that turns it may stop in between. And the looks that must agree on
it, the first and the last among them: how many bear each other out no time makes up for."""

UNREADABLE_MS = 1500
"""Milliseconds after which it is told that a wheel lies there and cannot be read, or is hidden."""

KEPT_MS = 5000
"""Milliseconds for which the place of a wheel that is not seen any more is still its own."""

WHEEL_SEARCH_MS, TAG_SEARCH_MS = 1000, 300
"""Milliseconds from one search of the whole picture to the next; the second while a tag is awaited."""

SEARCHES = 2
"""Searches that must agree on a tag, or miss it, for it to lie there or not. They are counted: in one a hand
may carry it, or hide it."""

AWAY_MM = 4.0
"""Millimetres by which a wheel must have been pushed to lie elsewhere."""

STEPS_PX = (2, 4)
"""Every so many pixels of a wheel's window, and of the whole wheel, are held against what they were."""

CHANGED_CONTRAST, CHANGED_LEVELS, CHANGED_SHARE = 0.25, 10, 0.01
"""A pixel has changed by this share of what lies between the wheel's ink and its paper, and by so many grey
levels at least; a window or a wheel has where this share of its pixels did. The next number changes 10 % of
the window's and more, the noise of a dim sensor (deviation 5, smoothed here) a few in a thousand."""

DISC_SCALE = 1.06
"""How much larger than its disc a wheel's part of the picture is."""

TOUCHING_SCALE, TOUCHING_SHARE = 1.09, 0.01
"""How much larger than its outline a wheel or tag is for a card that touches it, and the share of the card
that lies within from which one does: what is painted over there hides a part of the card, and where that is
an end of it the card is taken for a shorter one that begins beside it."""

STILL = 0.6
"""Share of what is in view of a wheel's place that looks as it did, or like no cloth, where it lies yet."""

CLOTH_RING = 1.14
"""How much larger than its outline the line is along which the colour of the cloth around it is taken."""

State = Literal["rests", "unclear", "hidden"]


@dataclass(frozen=True)
class WheelReading:
    """A wheel, as it is known to lie.

    color: of `printed.COLORS`. state: whether it rests and can be read, lies there and cannot be, or is out
    of sight. place: a number, or `printed.COVERED`; None where it cannot be read. at: its pin, as shares of
    the picture's width and height from the top left.
    """

    color: int
    state: State
    place: int | None
    at: tuple[float, float] = field(compare=False)

    @property
    def number(self) -> int | None:
        """Give the number that it shows, None where it shows none."""
        return self.place if self.state == "rests" and self.place != printed.COVERED else None

    @property
    def covered(self) -> bool:
        """Tell whether it lies there and shows that nothing is bid yet."""
        return self.state == "rests" and self.place == printed.COVERED


@dataclass(frozen=True)
class WheelSight:
    """All wheels by their colour, and the suits of the trump tags that lie there, by their place in the deck.

    `doubled`: colours of which two wheels lie there: neither says anything.
    """

    wheels: tuple[WheelReading, ...] = ()
    tags: frozenset[int] = frozenset()
    doubled: frozenset[int] = frozenset()


@dataclass(frozen=True)
class _Track:
    """A wheel that is followed: as it was found last, and in how many looks it has shown this.

    rested: milliseconds from the first of these to the last; since: those for which it has not been seen at
    all; unread: for which nothing was read of it. parts: what its window, and the whole of it, looked like as
    it was read. paper: the colour around it.
    """

    wheel: Wheel
    agree: int = 1
    rested: int = 0
    since: int = 0
    unread: int = 0
    told: WheelReading | None = None
    parts: tuple[np.ndarray, ...] = field(default=(), compare=False)
    paper: np.ndarray | None = field(default=None, compare=False)


class WheelTracker:
    """Follows the wheels and tags of one table."""

    def __init__(self, *, half: bool | None = None) -> None:
        """Begin; half: whether whole pictures are searched at half their size, None: by their width."""
        self._half = half
        self._interval = FrameInterval()
        self.forget()

    def forget(self) -> None:
        """Forget what lay there."""
        self._tracks: dict[int, _Track] = {}
        self._tags: dict[int, tuple[Lies, int, int]] = {}
        self._doubled: frozenset[int] = frozenset()
        # Milliseconds since the first look, None: before it.
        self._now: int | None = None
        self._told = WheelSight()

    def taken(self, seconds: float) -> None:
        """Take in when the next picture was taken, in seconds: see `FrameInterval`."""
        self._interval.taken(seconds)

    def look(self, frame: np.ndarray, *, often: bool = False) -> WheelSight | None:
        """Look at the next picture, uint8 (H, W, 3) BGR; None where there is nothing new to tell.

        often: a trump tag is awaited, so the whole picture is searched more often.
        """
        every, before = TAG_SEARCH_MS if often else WHEEL_SEARCH_MS, self._now
        self._now = 0 if before is None else before + self._interval.passed
        search = before is None or self._now // every > before // every
        # What was unclear may be clear in the next picture, whose noise is another.
        changed = [
            color
            for color, track in self._tracks.items()
            if track.wheel.place is None or self._has_changed(frame, track)
        ]
        found = find(frame, half=self._half) if search else None
        for color in list(self._tracks):
            if found is None and color not in changed:
                self._tracks[color] = self._on(self._tracks[color])
            elif found is None:
                self._see(frame, color, self._near(frame, color))
        if found is not None:
            self._take(frame, found)
        return self._tell(frame)

    def painted(self, frame: np.ndarray) -> np.ndarray:
        """Give the picture with the wheels and tags painted over with the cloth around them.

        Nothing that looks for cards shall take them for any. The picture itself where there are none.
        """
        shapes = [
            (track.wheel.outline, track.paper) for track in self._tracks.values() if track.since <= KEPT_MS
        ]
        shapes += [
            (lies.outline, _around(frame, _grown(lies.outline, CLOTH_RING)))
            for lies, _, _ in self._tags.values()
        ]
        if not shapes:
            return frame
        out = frame.copy()
        for outline, paper in shapes:
            color = _around(frame, _grown(outline, CLOTH_RING)) if paper is None else paper
            shape = np.round(_grown(outline, DISC_SCALE)).astype(np.int32)
            cv2.fillPoly(out, [shape], [int(each) for each in color])
        return out

    def bears(self, frame: np.ndarray, card: np.ndarray) -> bool:
        """Tell whether a card lies upon a wheel or a tag, or touches one, in the picture where it was found.

        card: its corners, (4, 2) pixels. A wheel that nobody has seen for long may have been taken away.
        """
        tags = [lies.outline for lies, _, _ in self._tags.values()]
        return any(_touches(card, outline) for outline in tags) or any(
            _touches(card, track.wheel.outline)
            and (
                track.since <= KEPT_MS or _lies_beneath(frame, track.wheel, card, track.parts[1], track.paper)
            )
            for track in self._tracks.values()
        )

    def _has_changed(self, frame: np.ndarray, track: _Track) -> bool:
        if track.since:
            return True
        now = _parts(frame, track.wheel)
        ink, paper = np.percentile(track.parts[0], (5, 95))
        much = max(CHANGED_LEVELS, CHANGED_CONTRAST * float(paper - ink))
        return any(
            one.shape != other.shape or (cv2.absdiff(one, other) > much).mean() > CHANGED_SHARE
            for one, other in zip(now, track.parts, strict=True)
        )

    def _near(self, frame: np.ndarray, color: int) -> Wheel | None:
        """Look for a colour's wheel where it lay."""
        wheel = self._tracks[color].wheel
        left, top, right, bottom = _box(wheel.outline, frame, 0.3)
        found = find_near(frame[top:bottom, left:right])
        same = [each for each in found.wheels if each.color == color]
        if len(same) != 1:
            return None
        shift = np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]])
        return replace(same[0], homography=shift @ same[0].homography)

    def _take(self, frame: np.ndarray, found: Found) -> None:
        """Take in what a search of the whole picture has found."""
        often = [each.color for each in found.wheels]
        self._doubled = frozenset(color for color in often if often.count(color) > 1)
        by_color = {each.color: each for each in found.wheels}
        for color in sorted(self._tracks.keys() | by_color.keys()):
            self._see(frame, color, by_color.get(color))
        seen = {lies.suit: lies for lies in found.tags}
        for suit in sorted(self._tags.keys() | seen.keys()):
            before = self._tags.get(suit)
            if suit in seen:
                same = before is not None and before[2] == 0 and _still(before[0].outline, seen[suit].outline)
                self._tags[suit] = (seen[suit], before[1] + 1 if before and same else 1, 0)
            elif before is not None and before[2] + 1 < SEARCHES:
                self._tags[suit] = (before[0], before[1], before[2] + 1)
            else:
                self._tags.pop(suit)

    def _see(self, frame: np.ndarray, color: int, wheel: Wheel | None) -> None:
        """Let a colour's wheel lie so, or not be seen."""
        before = self._tracks.get(color)
        if (wheel is None or wheel.place is None) and before is not None:
            # What was read and looks as it did lies there yet, though this picture's noise hides it.
            if before.wheel.place is not None and not self._has_changed(frame, before):
                self._tracks[color] = self._on(before)
                return
        unread = self._interval.passed + (0 if before is None else before.unread)
        if wheel is None:
            if before is not None:
                since = before.since + self._interval.passed
                self._tracks[color] = replace(before, agree=0, rested=0, since=since, unread=unread)
            return
        on = None
        if before is not None and not before.since and before.wheel.place == wheel.place:
            on = self._on(before) if _apart_mm(before.wheel, wheel) < AWAY_MM else None
        self._tracks[color] = _Track(
            wheel,
            1 if on is None else on.agree,
            0 if on is None else on.rested,
            0,
            0 if wheel.place is not None else unread,
            None if before is None else before.told,
            _parts(frame, wheel),
            _around(frame, _grown(wheel.outline, CLOTH_RING)),
        )

    def _on(self, track: _Track) -> _Track:
        """Count on for how long a wheel has shown the same."""
        return replace(track, agree=track.agree + 1, rested=track.rested + self._interval.passed)

    def _tell(self, frame: np.ndarray) -> WheelSight | None:
        height, width = frame.shape[:2]
        for color, track in list(self._tracks.items()):
            x, y = track.wheel.middle
            told, place = track.told, track.wheel.place
            now: State | None = None
            if track.since or place is None:
                # Of what nobody knew before, and nobody sees, there is nothing to tell.
                if track.unread >= UNREADABLE_MS and (told is not None or not track.since):
                    now = "hidden" if track.since else "unclear"
            elif track.rested >= WHEEL_RESTS_MS and track.agree >= AGREEING_LOOKS:
                now = "rests"
            if now is not None:
                shown = place if now == "rests" else None
                self._tracks[color] = replace(
                    track, told=WheelReading(color, now, shown, (x / width, y / height))
                )
            elif track.since > KEPT_MS and told is None:
                self._tracks.pop(color)
        wheels = tuple(track.told for _, track in sorted(self._tracks.items()) if track.told is not None)
        tags = frozenset(suit for suit, (_, rested, _) in self._tags.items() if rested >= SEARCHES)
        sight = WheelSight(wheels, tags, self._doubled)
        if sight == self._told and not self._pushed(sight):
            return None
        self._told = sight
        return sight

    def _pushed(self, sight: WheelSight) -> bool:
        """Tell whether a wheel lies elsewhere than was told."""
        pairs = zip(sight.wheels, self._told.wheels, strict=True)
        return any(np.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) > 0.02 for a, b in pairs)


def _box(points: np.ndarray, frame: np.ndarray, margin: float) -> tuple[int, int, int, int]:
    """Give the part of a picture around points, a share of it larger: left, top, right, bottom."""
    low, high = points.min(0), points.max(0)
    more = (high - low) * margin
    left, top = np.maximum(np.floor(low - more), 0).astype(int)
    right, bottom = np.minimum(np.ceil(high + more) + 1, frame.shape[1::-1]).astype(int)
    return int(left), int(top), int(right), int(bottom)


def _parts(frame: np.ndarray, wheel: Wheel) -> tuple[np.ndarray, ...]:
    """Give a wheel's window and the whole of it, smaller and grey: uint8 (h, w) each."""
    x, y, width, height = printed.WINDOW
    corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    found: list[np.ndarray] = []
    for points, step in zip((project(wheel.homography, corners), wheel.outline), STEPS_PX, strict=True):
        left, top, right, bottom = _box(points, frame, 0.0)
        part = gray(frame[top:bottom, left:right])
        if part.size == 0:
            found.append(np.zeros((1, 1), np.uint8))
            continue
        size = (max(1, part.shape[1] // step), max(1, part.shape[0] // step))
        found.append(cv2.resize(part, size, interpolation=cv2.INTER_AREA))
    return tuple(found)


def _grown(outline: np.ndarray, by: float) -> np.ndarray:
    """Enlarge an outline (N, 2) around its middle."""
    middle = outline.mean(0)
    found: np.ndarray = (outline - middle) * by + middle
    return found


def _around(frame: np.ndarray, outline: np.ndarray) -> np.ndarray:
    """Give the median colour of a picture along a line, (3,)."""
    points = np.round(outline).astype(int)
    inside = ((points >= 0) & (points < frame.shape[1::-1])).all(1)
    if not inside.any():
        return np.zeros(3)
    x, y = points[inside].T
    color: np.ndarray = np.median(frame[y, x], axis=0)
    return color


def _touches(card: np.ndarray, outline: np.ndarray) -> bool:
    """Tell whether a card, (4, 2), lies upon what has this outline, (N, 2), or touches it; both convex."""
    quad = cv2.convexHull(card.astype(np.float32))
    return intersection(quad[:, 0], _grown(outline, TOUCHING_SCALE)) > TOUCHING_SHARE * area(quad)


def _lies_beneath(
    frame: np.ndarray, wheel: Wheel, card: np.ndarray, before: np.ndarray, paper: np.ndarray | None
) -> bool:
    """Tell whether a wheel that cannot be seen whole lies beneath a card, by what is in view beside that.

    before: how the whole of it looked, as `_parts` gives it; paper: the colour of the cloth.
    """
    now, step = _parts(frame, wheel)[1], STEPS_PX[1]
    left, top, _, _ = _box(wheel.outline, frame, 0.0)
    view = np.zeros(now.shape, np.uint8)
    for outline, inside in ((_grown(wheel.outline, 0.95), 1), (_grown(card, 1.15), 0)):
        cv2.fillPoly(view, [np.round((outline - (left, top)) / step).astype(np.int32)], inside)
    if now.shape != before.shape or not view.any():
        return True
    ink, white = np.percentile(before, (5, 95))
    much = max(CHANGED_LEVELS, CHANGED_CONTRAST * float(white - ink))
    found = [cv2.absdiff(now, before) <= much]
    if paper is not None:
        cloth = np.full_like(now, gray(paper.reshape(1, 1, 3).astype(np.uint8))[0, 0])
        found.append(cv2.absdiff(now, cloth) > much)
    return any(float(each[view > 0].mean()) > STILL for each in found)


def _apart_mm(one: Wheel, other: Wheel) -> float:
    """Say how far apart two finds of a wheel lie, in millimetres."""
    middle = project(np.linalg.inv(one.homography), np.array([other.middle]))[0]
    return float(np.hypot(*middle))


def _still(one: np.ndarray, other: np.ndarray) -> bool:
    """Tell whether a tag lies where it lay, by its outlines in pixels."""
    side = float(np.linalg.norm(one[1] - one[0]))
    return bool(np.linalg.norm(one - other, axis=1).max() < 0.1 * side)
