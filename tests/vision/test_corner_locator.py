"""Corners that belong together become one card, and cards upon each other stay two."""

import numpy as np
import pytest

from vision.detect.corner_locator import _Corner, grouped
from vision.detect.heap import inside, placed
from vision.geometry.quads import iou

CARD = np.float32([[0, 0], [60, 0], [60, 90], [0, 90]])


def turned(quad, angle, at):
    c, s = np.cos(angle), np.sin(angle)
    return ((quad - quad.mean(0)) @ np.float32([[c, s], [-s, c]]) + np.float32(at)).astype(np.float32)


def corners(quad, which, rng=None, heat=0.8):
    """Give what the network says of a card's corners: each quad off by some pixels but at its own corner."""
    found = []
    for k in which:
        said = quad.copy()
        if rng is not None:
            said += rng.normal(0, 2.5, (4, 2)).astype(np.float32)
            said[k] = quad[k] + rng.normal(0, 0.8, 2)
        found.append(_Corner(heat - 0.01 * k, said, k))
    return found


def test_four_corners_are_one_card():
    rng = np.random.default_rng(1)
    quad = turned(CARD, 0.4, (200, 150))
    (card,) = grouped(corners(quad, (2, 0, 3, 1), rng))
    assert (card.seen > 0).all() and iou(card.quad, quad) > 0.93


def test_a_corner_that_calls_the_other_end_the_upper_one_still_belongs_to_its_card():
    quad = turned(CARD, 0.2, (120, 120))
    first, second = corners(quad, (0, 2))
    upside_down = _Corner(second.heat, np.roll(second.quad, 2, 0), 0)
    (card,) = grouped([first, upside_down])
    assert (card.seen > 0).sum() == 2


def test_one_corner_gives_a_whole_card():
    quad = turned(CARD, 1.1, (120, 120))
    (card,) = grouped(corners(quad, (3,)))
    assert (card.seen > 0).tolist() == [False, False, False, True] and iou(card.quad, quad) > 0.95


@pytest.mark.parametrize("step", [(20, 4), (4, 26), (-25, -18)])
def test_cards_upon_each_other_stay_two(step):
    rng = np.random.default_rng(2)
    upper, lower = turned(CARD, 0.3, (200, 150)), turned(CARD, 0.3, (200 + step[0], 150 + step[1]))
    seen = [k for k in range(4) if not inside(lower[k : k + 1], upper)]
    found = grouped([*corners(upper, range(4), rng), *corners(lower, seen, rng, 0.7)])
    assert len(found) == 2
    for quad in (upper, lower):
        assert max(iou(card.quad, quad) for card in found) > 0.85


def test_nothing_is_no_card():
    assert grouped([]) == []


class Exact:
    """A refiner that leaves every card as it was found."""

    def refine(self, image, quads):
        return list(quads), np.ones(len(quads))


def test_what_is_mostly_hidden_is_completed_to_the_size_of_the_others():
    whole, hidden = turned(CARD, 0.3, (200, 150)), turned(CARD, -0.8, (230, 260))
    wrong = hidden.copy()
    wrong[1:] = wrong[0] + 1.3 * (wrong[1:] - wrong[0])  # its size could not be seen
    found = grouped([*corners(whole, range(4))]) + grouped(corners(wrong, (0,)))
    cards = placed(np.zeros((400, 400, 3), np.uint8), found, Exact())
    assert len(cards) == 2 and iou(cards[1].quad, hidden) > 0.9
    assert np.linalg.norm(cards[1].quad[0] - hidden[0]) < 6


def test_a_single_corner_within_a_card_in_full_view_is_none():
    whole = turned(CARD, 0.0, (200, 150))
    within = turned(CARD, 0.0, (225, 190))  # its corner is printed upon the first
    found = grouped(corners(whole, range(4))) + grouped(corners(within, (0,)))
    assert len(placed(np.zeros((400, 400, 3), np.uint8), found, Exact())) == 1


def test_what_has_another_size_than_the_cards_is_none():
    found = grouped(corners(turned(CARD, 0.0, (100, 100)), range(4)))
    found += grouped(corners(turned(2 * CARD, 0.3, (300, 250)), (0, 1)))
    assert len(placed(np.zeros((500, 500, 3), np.uint8), found, Exact())) == 1


def test_each_corner_of_a_fan_finds_its_own_card():
    rng = np.random.default_rng(3)
    fan = [turned(CARD, 0.02 * k, (150 + 10 * k, 150)) for k in range(6)]
    found = [corner for quad in fan[:-1] for corner in corners(quad, (0, 3), rng, rng.uniform(0.6, 0.9))]
    cards = grouped([*found, *corners(fan[-1], range(4), rng)])
    assert len(cards) == len(fan)
    for quad in fan:
        assert min(np.abs(card.quad[[0, 3]] - quad[[0, 3]]).max() for card in cards) < 4


def test_a_faint_corner_does_not_tell_how_large_the_cards_are():
    sure = grouped(corners(turned(CARD, 0.0, (100, 100)), (0, 1), heat=0.6))
    faint = grouped(corners(turned(1.3 * CARD, 0.0, (300, 250)), (0,), heat=0.4))
    cards = placed(np.zeros((500, 500, 3), np.uint8), [*sure, *faint, *faint], Exact())
    assert [card.is_sure for card in cards] == [True, False, False]
    widths = [np.linalg.norm(card.quad[1] - card.quad[0]) for card in cards]
    assert widths == pytest.approx([60, 60, 60], rel=0.02)
