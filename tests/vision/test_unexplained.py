"""What no card explains of a change."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.detect import change
from vision.detect.locator import Found
from vision.geometry.quads import Sides
from vision.track.unexplained import TRIES, Unexplained, _large

SHAPE = (160, 240)
BEFORE, NOW = (np.full((*SHAPE, 3), grey, np.uint8) for grey in (50, 90))


def mask(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    out = np.zeros(SHAPE, np.uint8)
    for left, top, width, height in boxes:
        out[top : top + height, left : left + width] = 255
    return out


def test_what_is_left_is_a_change_again_so_many_times_and_no_more():
    unexplained, rest = Unexplained(), mask((20, 20, 40, 50))
    for _ in range(TRIES):
        kept = unexplained.kept(rest, mask(), BEFORE, NOW)
        assert unexplained.before is not None and unexplained.before[20:70, 20:60].all()
        assert kept is not None
        assert (kept[20:70, 20:60] == 50).all()
        assert (kept[100:, 100:] == 90).all()
        assert unexplained.take() is None
    assert unexplained.kept(rest, mask(), BEFORE, NOW) is None
    assert unexplained.before is None
    left = unexplained.take()
    assert left is not None
    assert (left == rest).all()
    assert unexplained.take() is None


def test_what_the_table_has_learnt_meanwhile_is_searched_all_the_same():
    unexplained, rest = Unexplained(), mask((20, 20, 40, 50))
    assert unexplained.kept(rest, mask(), BEFORE, NOW) is not None
    assert unexplained.kept(mask((100, 100, 40, 50)), mask(), BEFORE, NOW) is not None
    assert unexplained.take() is None
    assert unexplained.kept(mask(), mask(), BEFORE, NOW) is None
    left = unexplained.take()
    assert left is not None
    assert (left == mask((20, 20, 40, 50), (100, 100, 40, 50))).all()
    assert unexplained.kept(mask(), mask(), BEFORE, NOW) is None
    assert unexplained.take() is None


def test_a_speck_is_not_looked_at_again():
    unexplained = Unexplained()
    assert unexplained.kept(mask((20, 20, 3, 3)), mask(), BEFORE, NOW) is None
    assert unexplained.take() is None


def test_what_was_left_of_two_changes_is_searched_together():
    unexplained, signs = Unexplained(), [mask(*[(x, y, 4, 4) for x in (20, 30, 40)]) for y in (20, 60)]
    for each in signs:
        assert unexplained.kept(each, mask(), BEFORE, NOW) is None
    left = unexplained.take()
    assert left is not None
    assert (left == cv2.bitwise_or(*signs)).all()


def test_what_was_not_searched_is_kept_whatever_was_tried_before():
    unexplained, later = Unexplained(), mask((100, 100, 30, 30))
    for _ in range(3 * TRIES):
        kept = unexplained.kept(mask((110, 110, 4, 4)), later, BEFORE, NOW)
        assert kept is not None
        assert ((kept == 50).all(2) == (later > 0)).all()
    assert unexplained.kept(mask((20, 20, 4, 4)), later, BEFORE, NOW) is None


def test_the_last_look_is_thorough():
    unexplained, rest = Unexplained(), mask((20, 20, 40, 50))
    for _ in range(TRIES):
        assert not unexplained.is_last_look
        assert unexplained.kept(rest, rest, BEFORE, NOW) is not None
    assert unexplained.is_last_look
    assert unexplained.kept(rest, mask(), BEFORE, NOW) is None
    assert not unexplained.is_last_look


class Networks:
    """See one card, at a place."""

    def __init__(self, quad: np.ndarray) -> None:
        self.quad = quad
        self.asked = 0

    def refined(self, image: np.ndarray, quads: list[np.ndarray]) -> list[Found]:
        self.asked += 1
        near = [quad for quad in quads if np.abs(quad.mean(0) - self.quad.mean(0)).max() < 10]
        return [Found(self.quad, 1.0)] if near else []

    def find(self, image: np.ndarray, worth: Callable[[np.ndarray], bool]) -> list[Found]:
        return []


def test_a_plain_card_does_not_wait_for_the_search_about_a_hand(monkeypatch):
    card, hand = (40, 40, 40, 60), (150, 60, 70, 90)
    quad = np.float32([[40, 40], [80, 40], [80, 100], [40, 100]])
    monkeypatch.setattr(change, "shipped", lambda: Networks(quad))
    tried = []
    monkeypatch.setattr(change.outlines, "candidates", lambda view, size: tried.append(view.shape) or [])
    frame, both = np.full((*SHAPE, 3), 120, np.uint8), mask(card, hand)

    found, later = change.search(frame, both, Sides(40.0, 60.0))
    assert not tried
    assert [each.tolist() for _, each in found] == [quad.tolist()]
    assert later[60:150, 150:220].all()
    assert not later[:, :100].any()

    found, later = change.search(frame, mask(hand), Sides(40.0, 60.0), thorough=False)
    assert not tried
    assert not found
    assert later[60:150, 150:220].all()
    change.search(frame, mask(hand), Sides(40.0, 60.0))
    assert len(tried) == 1
    change.search(frame, both, Sides(40.0, 60.0), patient=True)
    assert len(tried) == 2
    change.candidates(frame, both, Sides(40.0, 60.0), thorough=False)
    assert len(tried) == 2
    change.candidates(frame, both, Sides(40.0, 60.0))
    assert len(tried) == 3


def test_a_plain_card_does_not_wait_for_another_look_at_a_hand(monkeypatch):
    card, hand = (40, 40, 40, 60), (150, 60, 70, 90)
    networks = Networks(np.float32([[40, 40], [80, 40], [80, 100], [40, 100]]))
    monkeypatch.setattr(change, "shipped", lambda: networks)
    frame, size = np.full((*SHAPE, 3), 120, np.uint8), Sides(40.0, 60.0)

    before = mask((140, 50, 90, 110))
    found, later = change.search(frame, mask(card, hand), size, before=before, thorough=False)
    assert networks.asked == 1
    assert [each.tolist() for _, each in found] == [networks.quad.tolist()]
    assert later[60:150, 150:220].all()
    assert not later[:, :100].any()

    # However many cards come one after the other, in the end the hand is looked at.
    monkeypatch.setattr(change.outlines, "candidates", lambda view, size: [])
    assert not change.search(frame, mask(card, hand), size, before=before)[1].any()
    assert networks.asked == 3
    networks.asked = 1

    # Without such a card what was looked at before is looked at again.
    assert change.search(frame, mask(hand), size, before=mask(hand), thorough=False)[1].any()
    assert networks.asked == 2
    change.search(frame, mask(card, hand), size, before=mask(hand), patient=True)
    assert networks.asked == 4


def test_a_plain_card_does_not_wait_for_a_hand_that_has_nothing_to_do_with_it(monkeypatch):
    card, hand = (40, 40, 40, 60), (150, 60, 70, 90)
    networks = Networks(np.float32([[40, 40], [80, 40], [80, 100], [40, 100]]))
    monkeypatch.setattr(change, "shipped", lambda: networks)
    frame, size = np.full((*SHAPE, 3), 120, np.uint8), Sides(40.0, 60.0)

    for apart, asked in ((True, 1), (False, 2)):
        networks.asked = 0
        found, later = change.search(frame, mask(hand, card), size, thorough=False, apart=apart)
        assert networks.asked == asked
        assert [each.tolist() for _, each in found] == [networks.quad.tolist()]
        assert later[60:150, 150:220].all()
        assert not later[:, :100].any()

    # One that is known to lie there is no new card for which everything else would wait.
    networks.asked = 0
    lying = [networks.quad]
    change.search(frame, mask(hand, card), size, lying=lying, thorough=False, apart=True)
    assert networks.asked == 2


def test_of_several_hands_one_is_searched_for_outlines_in_a_look(monkeypatch):
    one, other = (40, 40, 60, 80), (150, 60, 70, 90)
    monkeypatch.setattr(change, "shipped", lambda: Networks(np.zeros((4, 2), np.float32)))
    tried = []
    monkeypatch.setattr(change.outlines, "candidates", lambda view, size: tried.append(view.shape) or [])
    frame, size = np.full((*SHAPE, 3), 120, np.uint8), Sides(40.0, 60.0)

    later = change.search(frame, mask(one, other), size)[1]
    assert len(tried) == 1
    assert later[60:150, 150:220].all()
    assert not later[:, :140].any()
    assert not change.search(frame, later, size)[1].any()
    assert len(tried) == 2
    # Whoever is patient waits for all of it.
    change.search(frame, mask(one, other), size, patient=True)
    assert len(tried) == 4
    # What was looked at before and is likest to a card does not wait for hands that came to rest since.
    later = change.search(frame, mask(one, other), size, before=mask(one), thorough=True)[1]
    assert later[60:150, 150:220].all()
    assert not later[:, :140].any()


def test_what_was_searched_thoroughly_does_not_come_again_with_what_was_not():
    unexplained = Unexplained()
    done, later = mask((20, 20, 40, 50)), mask((100, 100, 30, 30))
    both = cv2.bitwise_or(done, later)
    for _ in range(TRIES):
        assert unexplained.kept(both, later, BEFORE, NOW) is not None
    kept = unexplained.kept(both, later, BEFORE, NOW)
    assert kept is not None
    assert ((kept == 50).all(2) == (later > 0)).all()
    # But it is among what is searched by corners in the end.
    assert unexplained.kept(later, mask(), BEFORE, NOW) is None
    left = unexplained.take()
    assert left is not None
    assert (cv2.bitwise_and(left, done) == done).all()


def test_of_what_is_left_the_large_parts_stay_and_keep_their_shape():
    left = np.zeros((648, 1152), np.uint8)
    left[150:300, 200:400] = 255
    left[150:400, 600:610] = left[390:400, 100:610] = 255  # a hook, in whose box that lies
    large = left.copy()
    left[600:606, 900:906] = left[20, 20] = 255
    assert np.array_equal(_large(left), large)
    assert not _large(left - large).any()
