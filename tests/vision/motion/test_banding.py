"""Bands of a flickering lamp, on pictures made of numbers."""

import numpy as np
import pytest

from vision.motion import banding

SIZE = (216, 384)


def bands(depth: float, many: float, phase: float, height: int = SIZE[0]) -> np.ndarray:
    rows = np.arange(height) / height
    return 1 + depth * np.sin(2 * np.pi * (many * rows + phase))


def lit(table: np.ndarray, light: np.ndarray, seed: int) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 1, table.shape)
    return np.clip(table * light[:, None, None] + noise, 0, 255).astype(np.uint8)


def cloth(seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    checks = np.add.outer(np.arange(SIZE[0]) // 14, np.arange(SIZE[1]) // 14) % 3
    return np.array([[70, 50, 45], [110, 105, 100], [160, 165, 170]], float)[checks] + rng.normal(
        0, 3, (*SIZE, 3)
    )


@pytest.mark.parametrize(("depth", "many"), [(0.03, 1.0), (0.08, 2.3), (0.12, 2.5), (0.2, 0.7)])
def test_bands_are_divided_out_although_a_hand_covers_the_middle(depth, many):
    table = cloth()
    before = lit(table, bands(depth, many, 0.1), 1)
    hand = table.copy()
    hand[40:180, 90:310] = np.random.default_rng(3).uniform(60, 200, (140, 220, 3))
    now = lit(hand, 1.1 * bands(depth, many, 0.6), 2)
    profile = banding.profile(before, now)
    assert profile is not None
    light = 1.1 * bands(depth, many, 0.6) / bands(depth, many, 0.1)
    assert np.abs(profile / light - 1).mean() < 0.02
    beside = np.s_[:, 320:]
    assert np.abs(banding.without(now, profile)[beside].astype(float) - before[beside]).mean() < 3


@pytest.mark.parametrize("gain", [0.7, 1.0, 1.3])
def test_a_light_that_changes_as_a_whole_has_no_bands(gain):
    assert banding.profile(lit(cloth(), bands(0, 1, 0), 1), lit(cloth(), gain * bands(0, 1, 0), 2)) is None


@pytest.mark.parametrize("table", [cloth(), np.full((*SIZE, 3), 140.0)])
def test_sleeves_and_cards_that_come_are_no_bands(table):
    before, now = table, table.copy()
    now[60:110, :260] = 120
    now[130:200, 20:230] = 235
    even = bands(0, 1, 0)
    assert banding.profile(lit(before, even, 1), lit(now, even, 2)) is None


def test_nothing_is_told_of_what_is_too_dark_or_too_bright():
    even = bands(0.2, 2, 0)
    for level in (6, 252):
        table = np.full((*SIZE, 3), float(level))
        assert banding.profile(lit(table, even, 1), lit(table, bands(0.2, 2, 0.5), 2)) is None
