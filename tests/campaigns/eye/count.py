"""Try a situation, and tell how what the eye says at its end differs from what lies there."""

from collections import Counter

from eye.cameras import CAMERAS
from eye.situations import SITUATIONS
from eye.views import VIEWS
from heap import Heap

OUTCOMES = ("silent", "missed", "needless", "asked", "right")
"""What a try may come to, the worst first.

silent: a sure card that does not lie there; missed: a card neither sure nor asked about; needless: a question
about no card; asked: no more than questions about cards that lie there.
"""


AT_LAST = 20
"""Pictures, a tenth of a second apart, that are seen before the eye is asked what lies there."""


def outcome(true, sure, asked):
    """Tell the worst that can be said of what is sure, and of so many questions, held against the truth."""
    if Counter(sure) - Counter(true):
        return "silent"
    if len(sure) + asked != len(true):
        return "missed" if len(sure) + asked < len(true) else "needless"
    return "asked" if asked else "right"


def tried(situation, camera, seed):
    """Try a situation at the table that a seed draws, before a camera or in a view.

    Gives the outcome, and what was there and was told. A trouble that the eye tells at the end is told, and
    makes no outcome better.
    """
    edition = "us" if seed % 3 else "amigo"
    made, place = VIEWS[camera] if camera in VIEWS else (CAMERAS[camera], {})
    heap = Heap(seed, edition, made(), place)
    SITUATIONS[situation](heap)
    heap.look(AT_LAST)
    asked = [card for card, _ in heap.asked]
    told = f"lies {' '.join(heap.true) or 'nothing'}; sure {' '.join(heap.sure) or 'nothing'}"
    told += (f"; asked {' '.join(asked)}" if asked else "") + (f"; {heap.trouble}" if heap.trouble else "")
    return outcome(heap.true, heap.sure, len(asked)), told
