"""What a network is shown of a picture: its levels."""

import numpy as np

from models import network

LEVELS = network.Levels(scale=0.05, zero=120, own=True)


def pictures(count=1):
    return np.random.default_rng(1).integers(30, 130, (count, 32, 48, 3), np.uint8)


def pixels(levels):
    return levels.reshape(*levels.shape[:2], -1, 4)[..., :3].astype(int)


def test_light_and_contrast_of_a_table_make_no_difference():
    picture = pictures()
    brighter = (picture * 1.5 + 20).astype(np.uint8)
    assert np.abs(pixels(LEVELS.of(picture)) - pixels(LEVELS.of(brighter))).max() <= 3


def test_each_picture_counts_from_its_own():
    two = pictures(2)
    two[1] //= 2
    apart = [LEVELS.of(each[None])[0] for each in two]
    assert np.array_equal(LEVELS.of(two), np.stack(apart))


def test_a_picture_of_one_grey_is_nothing_at_all():
    flat = np.full((1, 32, 48, 3), 77, np.uint8)
    assert (pixels(LEVELS.of(flat)) == 120).all()


def test_what_lies_beyond_the_levels_stays_at_their_end():
    picture = np.full((1, 32, 48, 3), 100, np.uint8)
    picture[0, 0, 0], picture[0, 0, 1] = 255, 0
    seen = pixels(LEVELS.of(picture))
    assert seen[0, 0, 0].tolist() == [255] * 3 and seen[0, 0, 1].tolist() == [0] * 3


def test_without_its_own_light_black_and_white_stay_what_they_are():
    ramp = np.arange(96, dtype=np.uint8).reshape(1, 2, 16, 3)
    assert np.abs(pixels(network.Levels(2 / 255, 128, False).of(ramp)) - ramp).max() <= 1


def test_pixels_come_in_pairs_of_four_bytes():
    assert LEVELS.of(pictures(3)).shape == (3, 32, 24, 8)
    turned = pictures()[:, ::-1, ::-1]
    assert np.array_equal(pixels(LEVELS.of(turned)), pixels(LEVELS.of(turned.copy())))
