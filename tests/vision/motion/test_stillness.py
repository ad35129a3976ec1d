"""Stillness and change, on pictures made of numbers."""

import cv2
import numpy as np
import pytest

from vision.motion import stillness


def picture(seed: int = 0, level: int = 120, size: tuple[int, int] = (360, 640)) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 4, (*size, 3))
    return np.clip(level + noise, 0, 255).astype(np.uint8)


def test_the_first_picture_counts_as_still():
    assert stillness.StillnessDetector().push(picture())


def test_sensor_noise_is_no_motion():
    watch = stillness.StillnessDetector()
    assert all(watch.push(picture(seed)) for seed in range(6))


def test_a_moving_hand_is_motion_until_it_is_gone():
    watch = stillness.StillnessDetector()
    watch.push(picture())
    for step in range(3):
        hand = picture(step)
        hand[100:220, 100 + 40 * step : 220 + 40 * step] = 200
        assert not watch.push(hand)
    assert not watch.push(picture(9))
    assert watch.push(picture(10))


def test_the_bands_of_a_flickering_lamp_are_no_motion_and_hide_no_hand():
    watch, rows = stillness.StillnessDetector(), np.arange(360) / 360
    for phase in (0.1, 0.5, 0.9, 0.3):
        light = (1 + 0.1 * np.sin(2 * np.pi * (2.3 * rows + phase)))[:, None, None]
        table = np.clip(picture(round(10 * phase)) * light, 0, 255).astype(np.uint8)
        assert watch.push(table)
    table[100:220, 100:220] = 220
    assert not watch.push(table)


@pytest.mark.parametrize(("between", "needed"), [(67, 4), (100, 3), (333, 2)])
def test_a_longer_rest_can_be_asked_for_whatever_the_number_of_pictures(between, needed):
    watch = stillness.StillnessDetector(needed=200)
    watch.push(picture())
    moved = picture()
    moved[:100, :100] = 0
    assert [watch.push(moved, between) for _ in range(needed)] == [False] * (needed - 1) + [True]


def test_a_change_is_outlined_where_it_is():
    before, now = picture(1), picture(2)
    now[100:200, 300:400] = 220
    mask = stillness.changed(before, now)
    assert (mask[105:195, 305:395] == 255).mean() > 0.99
    assert (mask[:90] == 0).all() and (mask[:, :290] == 0).all()


@pytest.mark.parametrize("gain", [0.8, 0.93, 1.08, 1.2])
def test_a_lamp_switched_on_is_no_change_of_the_table(gain):
    before = picture(1)
    now = np.clip(picture(2) * gain, 0, 255).astype(np.uint8)
    assert (stillness.changed(before, now) > 0).mean() < 0.001


def checked(wide: float, moved: tuple[float, float] = (0, 0)) -> np.ndarray:
    """Draw a gingham cloth, turned by 20 degrees: white, grey-blue and dark checks, so many pixels wide."""
    y, x = np.mgrid[0:648:0.5, 0:1152:0.5]
    (dx, dy), turn = moved, np.radians(20)
    across = (x + dx) * np.cos(turn) + (y + dy) * np.sin(turn)
    down = (y + dy) * np.cos(turn) - (x + dx) * np.sin(turn)
    dark = (across // wide % 2 + down // wide % 2).astype(int)
    cloth = np.array([[235, 238, 240], [190, 160, 150], [150, 70, 40]], np.uint8)[dark]
    # A camera's pixel sees all that lies within it.
    return cv2.resize(cloth, (1152, 648), interpolation=cv2.INTER_AREA)


def test_a_hand_on_a_checked_cloth_is_no_change_of_the_light():
    cloth = checked(24)
    hand = cloth.copy()
    hand[:, :300] = (90, 120, 160)
    assert np.allclose(stillness.light_gain(cloth, hand), 1)
    assert np.allclose(stillness.light_gain(cloth, (cloth * 0.8).astype(np.uint8)), 0.8, atol=0.01)
    # So many are as bright as can be that the others alone tell.
    bright = np.clip(cloth * 1.2, 0, 255).astype(np.uint8)
    assert np.allclose(stillness.light_gain(cloth, bright), 1.2, atol=0.01)


@pytest.mark.parametrize("wide", [8, 12, 24, 40])
def test_a_cloth_before_a_camera_that_trembles_is_no_change_and_a_card_upon_it_is(wide):
    cloth, displaced = checked(wide), checked(wide, (1.0, -1.0))
    mask = stillness.changed(cloth, displaced)
    # Specks at most, of a sixtieth of a card, where corners of checks were.
    *_, stats, _ = cv2.connectedComponentsWithStats(mask)
    assert stats[1:, cv2.CC_STAT_AREA].max(initial=0) < 100
    assert (mask > 0).mean() < 0.002
    card = displaced.copy()
    cv2.rectangle(card, (500, 250), (564, 349), (238, 238, 238), -1)
    for pip in range(5):
        cv2.circle(card, (515 + 12 * pip % 40, 265 + 17 * pip), 5, (30, 30, 200), -1)
    mask = stillness.changed(cloth, card)
    assert (mask[255:345, 505:560] > 0).mean() > 0.65
    assert (mask > 0).mean() < 0.01


def test_the_print_of_a_white_card_on_a_white_table_is_a_change():
    table = picture(1, 236, (648, 1152))
    card = picture(2, 236, (648, 1152))
    cv2.putText(card, "7", (520, 300), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (40, 40, 40), 2)
    assert (stillness.changed(table, card)[270:310, 510:550] > 0).sum() > 60


def test_a_picture_of_another_size_starts_anew():
    watch = stillness.StillnessDetector()
    watch.push(picture())
    assert watch.push(np.zeros((200, 200, 3), np.uint8))


@pytest.mark.parametrize(("width", "halves"), [(640, 320), (800, 400), (1280, 320), (1601, 400), (2304, 576)])
def test_a_picture_is_halved_to_about_the_width_asked_for(width, halves):
    assert stillness.halved(np.zeros((301, width, 3), np.uint8), 384).shape[1] == halves


def test_what_changes_far_away_does_not_change_what_is_told_of_a_place():
    rng = np.random.default_rng(5)
    for _ in range(20):
        before = stillness.smoothed(rng.integers(0, 255, (160, 240, 3), np.uint8))
        near, both = before.copy(), before.copy()
        x, y = (int(v) for v in rng.integers(40, 100, 2))
        for picture in (near, both):
            picture[y : y + 30, x : x + 20] = rng.integers(0, 255, 3)
            picture[y : y + 30, x + 20 : x + 40] = before[y : y + 30, x + 22 : x + 42]
        both[y : y + 30, x : x + 20] = near[y : y + 30, x : x + 20]
        both[:4, :4] = both[-4:, -4:] = 255 - before[:4, :4]
        alone, beside = stillness.changed_smooth(before, near), stillness.changed_smooth(before, both)
        assert alone[20:150, 20:220].any()
        assert np.array_equal(alone[20:150, 20:220], beside[20:150, 20:220])


def test_what_changes_is_told_tile_by_tile_as_of_the_whole_picture(monkeypatch):
    rng = np.random.default_rng(6)
    cloth = stillness.smoothed(cv2.resize(rng.integers(0, 255, (65, 96, 3), np.uint8), (960, 650)))
    moved = np.roll(cloth, 2, (0, 1))
    for _ in range(60):
        x, y = (int(v) for v in rng.integers(0, 600, 2))
        wide, high = (int(v) for v in rng.integers(3, 90, 2))
        moved[y : y + high, x : x + wide] = rng.integers(0, 255, 3)
    told = stillness.changed_smooth(cloth, moved)
    monkeypatch.setattr(stillness, "TILE_PX", 10_000)
    assert 0.05 < (told > 0).mean() < 0.9
    assert np.array_equal(told, stillness.changed_smooth(cloth, moved))
