"""What is read of the cards that lie there, once more and together."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.geometry.quads import covered_share, rectify
from vision.motion.frame_diff import FrameDiff
from vision.motion.static_scene import StaticScene
from vision.read import augmentation, joint
from vision.read.decide import NEVER_GONE, decide
from vision.read.reader import CardReader
from vision.track.tracks import Track

IN_THE_WAY = 0.05
"""Share of a lying card that may change, or that newer ones may hide, for a frame to tell more about it."""


def reread(frame: np.ndarray, item: Track, reader: CardReader) -> Track:
    """Read a card where it lies in a frame, uint8 (H, W, 3) BGR, and add that to what is known of it."""
    crop = rectify(frame, item.quad)
    row = reader.read(crop[None]).probabilities[0]
    row = augmentation.offered(frame, item.quad, reader, row)
    return replace(item, evidence=item.evidence.more(row, crop, reader))


def seen_wholly(scene: StaticScene, items: Sequence[Track]) -> tuple[Track, ...]:
    """Cut out anew the cards of which a finger, say, hid a part as they were read, once all is in view.

    By its crop is told whether a card has gone, also from upon it. scene: the table at rest; items: the cards
    that lie there, in the order in which they were laid.
    """
    seen = []
    for index, item in enumerate(items):
        in_view = item.bitten and not item.veiled and not scene.hidden_in(item.quad)
        if in_view and not covered_share(item.quad, [each.quad for each in items[index + 1 :]]):
            reading = replace(item.seen.reading, crop=rectify(scene.picture, item.quad))
            item = replace(item.read_as(reading), bitten=False)
        seen.append(item)
    return tuple(seen)


def reread_unclear(view: FrameDiff, items: Sequence[Track], reader: CardReader) -> tuple[Track, ...]:
    """Read the unclear ones of the cards, in the order in which they were laid, that are in view."""
    read = []
    for index, item in enumerate(items):
        above = [each.quad for each in items[index + 1 :]]
        if item.unclear and max(covered_share(item.quad, above), view.changed(item.quad)) < IN_THE_WAY:
            item = reread(view.frame, item, reader)
        read.append(item)
    return tuple(read)


def judged_together(items: Sequence[Track], reader: CardReader) -> tuple[Track, ...]:
    """Decide anew about what is unclear, and doubt what contradicts another card, given all there is."""
    judged = [k for k, item in enumerate(items) if _may_change(item)]
    if not judged:
        return tuple(items)
    said = list(items)
    rows = np.stack([items[k].evidence.row() for k in judged])
    together = joint.marginals(reader.names, rows)
    for k, row, among in zip(judged, rows, together, strict=True):
        old, quad = items[k].seen.reading, items[k].quad
        known, blurred = items[k].known, items[k].evidence.blurred
        new = decide(reader.names, row, quad, seen=known, crop=old.crop, among=among, blurred=blurred)
        # What is clear stays as it was said, unless another card throws doubt on it.
        if (old.asks or new.asks) and new != old:
            said[k] = items[k].read_as(new)
    return tuple(said)


def _may_change(item: Track) -> bool:
    """Tell whether a card may be something else by what is known now: a back only where it asks."""
    reading = item.seen.reading
    return bool(item.evidence.rows) and not item.fixed and (reading.asks or reading.card not in NEVER_GONE)
