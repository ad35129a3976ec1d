"""The digital gain in little light, on pictures made of numbers."""

import numpy as np
import pytest

from vision.motion.digital_gain import DigitalGain


def cloth(level, noise=0.5, seed=0):
    """Draw an even cloth of a grey level with noise."""
    picture = np.random.default_rng(seed).normal(level, noise, (240, 400, 3))
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8)


def pushed(*pictures):
    """Give the gain after some pictures, and the last of them as it was given."""
    gain = DigitalGain()
    for picture in pictures:
        shown, small = gain.push(picture, picture)
        assert np.array_equal(shown, small)
    return gain.value, shown


@pytest.mark.parametrize("level", [40, 80])
def test_a_white_cloth_in_little_light_is_shown_as_in_good_light(level):
    gain, shown = pushed(cloth(level))
    assert gain > 2 and 165 < np.median(shown) <= 180


@pytest.mark.parametrize("level", [110, 200])
def test_in_good_light_a_picture_is_left_as_it_is(level):
    picture = cloth(level)
    gain, shown = pushed(picture)
    assert gain == 1 and shown is picture


def test_noise_is_not_amplified_until_it_is_motion():
    assert pushed(cloth(40, 2.0))[0] == pytest.approx(1.5 / (2.0 / 3), rel=0.1)
    assert pushed(cloth(40, 6.0))[0] == 1


def test_what_is_brighter_than_all_before_is_not_clipped_and_the_gain_stays_lower():
    paper = cloth(40)
    paper[60:160, 100:180] = 120
    gain, shown = pushed(cloth(40), paper)
    assert 140 < gain * 100 < 160 and shown.max() <= 181
    assert pushed(cloth(40), paper, cloth(40))[0] == gain
