"""The table without sticks, and pictures in which it is left out."""

import numpy as np
import pytest

from tests.room.cloths import CLOTHS
from vision.sticks.isolation import isolated, share_of, surroundings
from vision.track.bare_table import BareTable

STICK = np.float32([(500, 200), (640, 200), (640, 230), (500, 230)])
SEEN = np.zeros((180, 320), np.uint8)


@pytest.fixture
def cloth():
    return CLOTHS["lace"](np.random.default_rng(5)).astype(np.uint8)


def with_stick(cloth):
    picture = cloth.copy()
    picture[200:230, 500:640] = (40, 40, 200)
    return picture


def test_of_a_known_table_what_came_is_outlined_and_nothing_else(cloth):
    table = BareTable()
    assert table.foreground(cloth) is None
    table.learn(cloth, SEEN)
    came = table.foreground(with_stick(cloth))
    assert share_of(came, STICK) > 0.95 and (came > 0).mean() < 0.01
    assert not table.foreground(cloth).any()


def test_beneath_sticks_and_beneath_hands_the_table_is_learnt_once_it_is_seen(cloth):
    for unseen, sticks in ((SEEN, [STICK]), (SEEN.copy(), [])):
        if not sticks:
            unseen[45:62, 120:165] = 255
        table = BareTable()
        table.learn(with_stick(cloth), unseen, sticks)
        assert share_of(table.foreground(with_stick(cloth)), STICK) > 0.95
        table.learn(cloth, SEEN)
        assert share_of(table.foreground(with_stick(cloth)), STICK) > 0.95
        table.learn(with_stick(cloth), unseen, sticks)
        assert not table.foreground(cloth).any()


def test_of_a_picture_of_another_size_nothing_is_known(cloth):
    table = BareTable()
    table.learn(cloth, SEEN)
    assert table.foreground(cloth[:600]) is None


def test_what_came_is_shown_as_it_is_upon_the_mean_of_what_is_about_it(cloth):
    picture = with_stick(cloth)
    foreground = np.zeros((360, 640), np.uint8)
    foreground[100:115, 250:320] = 255
    shown = isolated(picture, foreground)
    assert (shown[200:230, 500:640] == picture[200:230, 500:640]).all()
    assert (shown[400:] == surroundings(picture)[400:]).all()
    assert (
        np.abs(np.diff(shown[400:].astype(int), axis=1)).max()
        <= 4
        < np.abs(np.diff(picture[400:], axis=1)).max()
    )
