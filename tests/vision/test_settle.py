"""Stillness and change, on pictures made of numbers."""

import numpy as np
import pytest

from vision.motion import stillness as settle


def picture(seed: int = 0, level: int = 120, size: tuple[int, int] = (360, 640)) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 4, (*size, 3))
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


def marked(image: np.ndarray) -> settle.Settle:
    watch = settle.Settle()
    watch.push(image)
    watch.mark()
    return watch


def test_nothing_is_quiet_before_a_picture_was_marked():
    watch = settle.Settle()
    watch.push(picture())
    assert not watch.quiet()


def test_an_idle_table_is_quiet_in_spite_of_the_sensors_noise():
    watch = marked(picture(size=(720, 1280)))
    for seed in range(1, 4):
        watch.push(picture(seed, size=(720, 1280)))
        assert watch.quiet()


@pytest.mark.parametrize("size", [(360, 640), (720, 1280), (1296, 2304), (901, 1601)])
@pytest.mark.parametrize("ink", [90, 205])
def test_a_white_card_on_a_white_table_is_never_quiet(size, ink):
    """Of a two only the small signs differ from the table: two pips and four signs at the corners."""
    height, width = size
    watch = marked(np.full((height, width, 3), 230, np.uint8))
    card = np.full((height, width, 3), 230, np.uint8)
    unit = width // 128
    for x, y in ((2, 1), (2, 6), (0, 0), (0, 2), (4, 6), (4, 8)):
        left, top = width // 3 + x * unit, height // 3 + y * unit
        card[top : top + unit, left : left + unit] = (ink, ink, ink)
    watch.push(card)
    assert not watch.quiet()


def test_a_quiet_picture_is_like_the_marked_one_however_slowly_it_changed():
    steps = [np.full((90, 160, 3), level, np.uint8) for level in range(120, 126)]
    watch = marked(steps[0])
    quiet = []
    for step in steps:
        watch.push(step)
        quiet.append(watch.quiet())
    assert quiet == [True] * 4 + [False] * 2
    watch.mark()
    assert watch.quiet()


def test_a_picture_of_another_size_is_not_quiet():
    watch = marked(picture())
    watch.push(np.zeros((200, 200, 3), np.uint8))
    assert not watch.quiet()


@pytest.mark.parametrize(("width", "halves"), [(640, 320), (800, 400), (1280, 320), (1601, 400), (2304, 576)])
def test_a_picture_is_halved_to_about_the_width_asked_for(width, halves):
    assert settle.halved(np.zeros((301, width, 3), np.uint8), 384).shape[1] == halves
