"""The campaign of the eye in short: what a try comes to, and that it is told so."""

import numpy as np
import pytest
from eye.cameras import CAMERAS
from eye.count import outcome, tried
from eye.situations import SITUATIONS

from vision.types import TOO_DARK

TABLE = 330_301
"""Seed of a table that set no rule of the eye."""


@pytest.mark.parametrize(
    ("true", "sure", "asked", "comes_to"),
    [
        ("W 7D", "7D W", 0, "right"),
        ("W 7D", "W", 1, "asked"),
        ("W W", "W", 0, "missed"),
        ("W", "W W", 0, "silent"),
        ("W 7D", "W 8D", 0, "silent"),
        ("W", "W", 1, "needless"),
        ("", "", 0, "right"),
    ],
)
def test_a_try_comes_to_the_worst_that_can_be_said_of_it(true, sure, asked, comes_to):
    assert outcome(true.split(), sure.split(), asked) == comes_to


def test_a_trick_that_is_laid_and_swept_leaves_nothing():
    assert tried("swept", "plain", TABLE) == ("right", "lies nothing; sure nothing")


def test_what_is_laid_while_a_trick_is_swept_is_seen():
    assert tried("swept as another card is laid", "plain", TABLE)[0] == "right"


def test_what_the_eye_does_not_know_is_told(monkeypatch):
    monkeypatch.setitem(SITUATIONS, "in the dark", lambda heap: heap.lay(0, card="7D"))
    monkeypatch.setitem(CAMERAS, "capped", lambda: np.zeros_like)
    assert tried("in the dark", "capped", TABLE) == ("missed", f"lies 7D; sure nothing; {TOO_DARK}")


@pytest.mark.parametrize("name", CAMERAS)
def test_a_camera_keeps_a_pictures_size_and_kind(name):
    picture = np.full((120, 200, 3), 90, np.uint8)
    shown = CAMERAS[name]()(picture)
    assert shown.shape == picture.shape and shown.dtype == np.uint8
