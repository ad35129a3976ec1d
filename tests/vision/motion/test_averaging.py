"""A camera that averages its pictures is told by them, and what it will show is known before it does."""

import numpy as np
import pytest
from heap import Heap

from vision.motion.averaging import TemporalAveraging
from vision.motion.stillness import halved

TABLE = np.full((400, 640, 3), (60, 90, 70), np.uint8)
FALL_OFF = np.linspace(0.8, 1.0, 640)[:, None]
"""Light as no room has it without: in an even one all places would be rounded to whole grey levels alike."""


def with_card(picture, left, top, level=235):
    """Lay a printed card upon a picture, uint8 (400, 640, 3)."""
    out, print_ = picture.copy(), np.random.default_rng(level).integers(0, level, (10, 7, 3), np.uint8)
    out[top : top + 150, left : left + 105] = level
    out[top + 25 : top + 125, left + 17 : left + 87] = print_.repeat(10, 0).repeat(10, 1)
    return out


def undone(pictures, share=1.0, times_ms=None, noise=1.5):
    """Show pictures to a camera that takes so much of the new one a tenth of a second: what is made of it."""
    averaging, shown, out = TemporalAveraging(), pictures[0] * FALL_OFF, []
    chance = np.random.default_rng(5)
    for picture, passed in zip(pictures, times_ms or [100] * len(pictures), strict=True):
        new = picture * FALL_OFF + noise * chance.standard_normal(picture.shape)
        shown += (1 - (1 - share) ** (passed / 100)) * (new - shown)
        frame = np.clip(np.rint(shown), 0, 255).astype(np.uint8)
        out.append((frame, averaging.push(frame, halved(frame, 160), passed)))
    return averaging.ratio, out


FIRST, UPON = with_card(TABLE, 120, 90), with_card(with_card(TABLE, 120, 90), 150, 130, 225)
LAID = [TABLE] * 2 + [FIRST] * 16 + [UPON] * 12
"""Pictures of a card that is laid, and of another upon it: the last of them more than a second later."""


@pytest.mark.parametrize("share", [0.08, 0.12, 0.2, 0.4])
@pytest.mark.parametrize("noise", [1.5, 4.0])
def test_what_has_come_is_seen_before_the_camera_shows_it(share, noise):
    ratio, out = undone(LAID, share, noise=noise)
    assert ratio == pytest.approx(1 - share, abs=0.01)
    shown, made = (np.abs(each.astype(int) - UPON * FALL_OFF)[130:280, 150:255].mean() for each in out[-5])
    assert made < 6
    if share < 0.2:
        assert shown > 10


def test_the_ratio_is_one_of_time_not_of_pictures():
    pace = [100, 67, 100, 67, 67, 100, 133, 100] * 4
    ratio, out = undone(LAID + [UPON] * 2, 0.12, pace)
    assert ratio == pytest.approx(0.88, abs=0.01)
    assert np.abs(out[-3][1].astype(int) - UPON * FALL_OFF).mean() < 2


def test_over_a_gap_nothing_is_undone_by_what_was_before():
    _, out = undone([*LAID, FIRST, FIRST], 0.12, [100] * 30 + [300, 100])
    assert all(made is frame for frame, made in out[-2:])


def moved():
    """Give the pictures of a card that a hand moves on, of another step each time."""
    return [with_card(TABLE, 40 + 7 * n + n % 3, 90 + n % 5) for n in range(30)]


def dimmed():
    """Give those of a lamp that is turned low and comes nearer what it will be, as the cloth about it."""
    return [(UPON * (0.5 + 0.5 * 0.85**n)).astype(np.uint8) for n in range(30)]


@pytest.mark.parametrize("pictures", [LAID, moved(), dimmed()], ids=["laid", "moved", "dimmed"])
@pytest.mark.parametrize("noise", [1.5, 4.0])
def test_a_camera_that_does_not_average_is_left_as_it_is(pictures, noise):
    ratio, out = undone(pictures, noise=noise)
    assert ratio == 0
    assert all(made is frame for frame, made in out)


def test_a_camera_that_averages_no_more_is_left_as_it_is():
    averaging, shown = TemporalAveraging(), TABLE.astype(np.float64)
    for number, picture in enumerate([*LAID, *[TABLE, UPON] * 4]):
        shown += (0.12 if number < len(LAID) else 1.0) * (picture - shown)
        frame = np.rint(shown).astype(np.uint8)
        for _ in range(1 if number < len(LAID) else 3):
            made = averaging.push(frame, halved(frame, 160), 100)
    assert averaging.ratio == 0 and made is frame


@pytest.mark.parametrize("share", [0.12])
def test_cards_laid_upon_each_other_before_a_camera_that_averages_are_known(share):
    shown = []

    def camera(picture):
        new = picture.astype(np.float32)
        shown[:] = [new if not shown else shown[0] + share * (new - shown[0])]
        return shown[0].astype(np.uint8)

    heap = Heap(330002, "us", camera)
    heap.lay(0)
    heap.lay(1, 8, turned=3)
    heap.lay(2, 8, turned=-5)
    heap.look(20)
    assert sorted(heap.sure) == sorted(heap.true)
