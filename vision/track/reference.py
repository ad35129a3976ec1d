"""What a table is held against: as it was last understood, without cards, and what is left of its changes.

A change is what differs from the reference, the table as it was last understood. What of a change is not the
bare table either, as a background model knows that (`vision/motion/background.py`), has come: a card, or a
hand. What is to be looked at once more is put back in the reference as it was before, and so changes again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detect.parts import LEAST_CARD_CHANGE
from vision.geometry.quads import fill, grown, rectify
from vision.motion.background import BARE_TABLE_MS, Background, patched
from vision.motion.frame_diff import FrameDiff
from vision.motion.static_scene import NO_PICTURE, StaticScene
from vision.motion.stillness import changed_smooth
from vision.track.likeness import is_ghost, visible
from vision.track.tentative import Tentative
from vision.track.tracks import Track
from vision.track.unexplained import Unexplained

BARE_LEVELS, BARE_SHARE = 10, 0.95
"""Grey levels, as in `changed_smooth`, by which a place may differ from the bare table to be that; and the
share of it that must not differ by more, as `deletion.PUSHED_SHARE` has it."""


@dataclass(frozen=True)
class Changes:
    """One change of the table: `view` is all of it, `fresh` what of it is not the bare table.

    foreground: all that is not the bare table, be it as it was before; unsettled: what is not the table as it
    last was for seconds, be it that a hand rests there. before, now: the small picture before the change and
    after it; bare: how the table looked when it was last so for seconds; uint8 (h, w, 3) each.
    """

    view: FrameDiff
    fresh: FrameDiff
    foreground: FrameDiff
    unsettled: FrameDiff
    before: np.ndarray
    now: np.ndarray
    bare: np.ndarray

    def fresh_about(self, quad: np.ndarray) -> FrameDiff:
        """Give what is fresh about a quad, float32 (4, 2) pixels, and no shadow on what was there before."""
        return self.fresh.without_shadows(self.before, self.now, self.bare, quad)

    def foreground_about(self, quad: np.ndarray) -> FrameDiff:
        """Give what is foreground about a quad, float32 (4, 2) pixels, and no shadow upon the bare table."""
        return self.foreground.without_shadows(self.bare, self.now, self.bare, quad)

    def unsettled_about(self, quad: np.ndarray) -> FrameDiff:
        """Give what is unsettled about a quad, float32 (4, 2) pixels, and no shadow upon the bare table."""
        return self.unsettled.without_shadows(self.bare, self.now, self.bare, quad)

    def has_faded(self, item: Track, above: Sequence[np.ndarray]) -> bool:
        """Tell whether only a faded picture of a card is left at its place: see `is_ghost`.

        Of one that lay there at the first look it is not known, nor how the table looks beneath it.
        """
        crop = item.seen.reading.crop
        if crop is None or item.first:
            return False
        bare = rectify(self.bare, item.quad / self.view.scale)
        return is_ghost(crop, bare, rectify(self.view.frame, item.quad), visible(item.quad, list(above)))


class Reference:
    """What one table is held against: pictures, uint8 (h, w, 3) BGR, `smoothed`, `CHANGE_WIDTH_PX` wide."""

    def __init__(self, now: np.ndarray = NO_PICTURE) -> None:
        """Begin with how the table looks now; without that, with what no picture looks like."""
        self._picture = now
        self._background = Background(now)
        self._unexplained = Unexplained()

    @property
    def picture(self) -> np.ndarray:
        """Give the table as it was last understood."""
        return self._picture

    @property
    def bare(self) -> np.ndarray:
        """Give how the table looked without cards when it was last so for seconds."""
        return self._background.settled

    @property
    def unexplained(self) -> Unexplained:
        """Give what no card explains of the changes so far."""
        return self._unexplained

    def amplify(self, gain: float) -> None:
        """Let all that is known be so many times as bright, as the pictures are from now on."""
        self._picture = cv2.convertScaleAbs(self._picture, alpha=gain)
        self._background.amplify(gain)

    def compare(self, picture: np.ndarray, now: np.ndarray) -> FrameDiff:
        """Outline what has changed in a picture, uint8 (H, W, 3) BGR, of which `now` is the small one."""
        return FrameDiff(picture, changed_smooth(self._picture, now))

    def against_bare(self, picture: np.ndarray, now: np.ndarray) -> FrameDiff:
        """Outline what of a picture is not the bare table; picture, now: as `compare` has them."""
        return FrameDiff(picture, changed_smooth(self.bare, now))

    def shows_bare(self, now: np.ndarray, quad: np.ndarray) -> bool:
        """Tell whether a place of a small picture, a quad float32 (4, 2) in its pixels, is the bare table.

        In the light of before: it is asked with every look, and in another light no more than one is lost.
        """
        apart = cv2.absdiff(rectify(self.bare, quad), rectify(now, quad)).max(2)
        return bool(np.quantile(apart, BARE_SHARE) < BARE_LEVELS)

    def advance(self, view: FrameDiff, now: np.ndarray) -> Changes:
        """Let the table be understood as it is now, and tell what changed.

        view: the change, as `compare` gave it; now: the small picture that was compared.
        """
        before, self._picture = self._picture, now
        foreground, unsettled = (FrameDiff(view.frame, each) for each in self._background.differs(now))
        fresh = FrameDiff(view.frame, cv2.bitwise_and(view.mask, foreground.mask))
        return Changes(view, fresh, foreground, unsettled, before, now, self.bare)

    def learn(self, scene: StaticScene, covered: np.ndarray) -> None:
        """Learn how the table looks where no card covers it, and let the scene know.

        covered: uint8 (h, w), 255 where cards lie or may lie.
        """
        self._background.learn(self._picture, covered, scene.at_rest(BARE_TABLE_MS))
        scene.know_bare(self.bare)

    def keep_unexplained(self, changes: Changes, quads: Iterable[np.ndarray], later: np.ndarray) -> bool:
        """Keep what no card explains as a change, a few times; tell whether there is any.

        quads: where cards lie or may lie, float32 (4, 2) pixels each; later: uint8 (h, w), what of the change
        has yet to be searched.
        """
        rest = changes.fresh.without(list(quads))
        kept = self._unexplained.kept(rest, later, changes.before, self._picture)
        self._picture = self._picture if kept is None else kept
        return kept is not None

    def bare_where(
        self, quads: Iterable[np.ndarray], in_view: Sequence[np.ndarray], unsettled: FrameDiff
    ) -> bool:
        """Let what lies where a card was be a change from the bare table; tell whether anything does.

        Of a card that came in the same moment hardly its print would differ from the one that lay there.
        quads: where cards were; in_view: where others lie, float32 (4, 2) pixels each; unsettled: what does
        not look like the bare table.
        """
        outline = np.zeros(self._picture.shape[:2], np.uint8)
        fill(outline, (grown(quad) / unsettled.scale for quad in quads))
        place = FrameDiff(unsettled.frame, outline).without(in_view)
        something = cv2.bitwise_and(unsettled.mask, place)
        if cv2.countNonZero(something) < LEAST_CARD_CHANGE * something.size:
            return False
        self._picture = patched(self._picture, self.bare, place)
        return True

    def forget(self, find: Tentative) -> None:
        """Let a find that waited be a change again, as if it had not come."""
        self._picture = find.unseen(self._picture)

    def search(self, find: Tentative) -> None:
        """Let the place of a find that waited be searched with what no card explains."""
        self._unexplained.add(find.quad / find.scale, self._picture.shape)
