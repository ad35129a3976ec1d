"""Stillness and change, on pictures made of numbers."""

import numpy as np
import pytest

from vision import settle


def picture(seed: int = 0, level: int = 120) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 4, (360, 640, 3))
    return np.clip(level + noise, 0, 255).astype(np.uint8)


def test_the_first_picture_counts_as_still():
    assert settle.Settle().push(picture())


def test_sensor_noise_is_no_motion():
    watch = settle.Settle()
    assert all(watch.push(picture(seed)) for seed in range(6))


def test_a_moving_hand_is_motion_until_it_is_gone():
    watch = settle.Settle()
    watch.push(picture())
    for step in range(3):
        hand = picture(step)
        hand[100:220, 100 + 40 * step : 220 + 40 * step] = 200
        assert not watch.push(hand)
    assert not watch.push(picture(9))
    assert watch.push(picture(10))


def test_more_still_pictures_can_be_asked_for():
    watch = settle.Settle(needed=2)
    watch.push(picture())
    moved = picture()
    moved[:100, :100] = 0
    assert [watch.push(moved) for _ in range(3)] == [False, False, True]


def test_a_change_is_outlined_where_it_is():
    before, now = picture(1), picture(2)
    now[100:200, 300:400] = 220
    mask = settle.changed(before, now)
    assert (mask[105:195, 305:395] == 255).mean() > 0.99
    assert (mask[:90] == 0).all() and (mask[:, :290] == 0).all()


@pytest.mark.parametrize("gain", [0.8, 0.93, 1.08, 1.2])
def test_a_lamp_switched_on_is_no_change_of_the_table(gain):
    before = picture(1)
    now = np.clip(picture(2) * gain, 0, 255).astype(np.uint8)
    assert (settle.changed(before, now) > 0).mean() < 0.001


def test_a_picture_of_another_size_starts_anew():
    watch = settle.Settle()
    watch.push(picture())
    assert watch.push(np.zeros((200, 200, 3), np.uint8))
