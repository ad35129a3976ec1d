"""Exposure against flickering light, and automatics that have come to rest."""

import pytest

from device.camera import Settings
from device.exposure import STEADY_FRAMES, is_steady, unflickering

HZ_50, HZ_60 = 10_000.0, 1e6 / 120


@pytest.mark.parametrize(
    ("exposure", "gain", "period", "rounded"),
    [
        (19_000, 2.0, HZ_50, 20_000),
        (24_000, 1.5, HZ_50, 20_000),
        (33_000, 4.0, HZ_60, 33_333),
        (9_000, 1.2, HZ_60, 8_333),
        (4_000, 8.0, HZ_50, 10_000),
        (99_000, 8.0, HZ_50, 60_000),
    ],
)
def test_an_exposure_is_a_multiple_of_the_flicker_and_as_bright_as_before(exposure, gain, period, rounded):
    found, made_up = unflickering(exposure, gain, period, 66_666)
    assert found == rounded
    assert found * made_up == pytest.approx(exposure * gain, rel=1e-3) and made_up >= 1


def test_a_gain_below_one_is_never_asked_for():
    assert unflickering(18_000, 1.05, HZ_50, 66_666) == (10_000, pytest.approx(1.89))


@pytest.mark.parametrize("longest", [66_666, 5_000])
def test_in_daylight_too_bright_for_one_period_nothing_is_changed(longest):
    assert unflickering(2_000, 1.5, HZ_50, longest) == (2_000, 1.5)


def told(*exposures, gains=(1.5, 1.5)):
    return [Settings(each, 2.0, gains) for each in exposures]


def test_automatics_that_rest_over_eight_pictures_are_steady():
    rest = told(5_000, *[20_000, 20_200] * (STEADY_FRAMES // 2))
    assert is_steady(rest) and not is_steady(rest[:-1])


def test_one_value_that_still_moves_is_not_steady():
    moving = [*told(*[20_000] * (STEADY_FRAMES - 1)), *told(20_000, gains=(1.5, 1.6))]
    assert not is_steady(moving)


def test_the_white_balance_of_a_usb_camera_is_watched_as_well():
    moving = [Settings(20_000, temperature=kelvin) for kelvin in range(4000, 4000 + 30 * STEADY_FRAMES, 30)]
    assert not is_steady(moving) and is_steady([moving[0]] * STEADY_FRAMES)


def test_a_camera_that_tells_nothing_has_nothing_that_moves():
    assert is_steady([Settings()] * STEADY_FRAMES)
