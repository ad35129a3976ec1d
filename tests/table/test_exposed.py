"""That a table is overexposed is said once, taken back when it is well, and stops no reading."""

import numpy as np
import pytest

from table.eye.exposed import EVERY, OVEREXPOSED, ExposedEye

WELL, WHITE = (np.full((360, 640, 3), level, np.uint8) for level in (110, 255))


class Eye:
    """Tells which pictures it is shown, and keeps what else it is told."""

    def __init__(self):
        self.forgot, self.region, self.seconds = 0, None, None

    def look(self, frame, seen=()):
        return (frame, tuple(seen))

    def forget(self):
        self.forgot += 1

    def limit(self, region):
        self.region = region

    def hurries(self):
        return False

    def taken(self, seconds):
        self.seconds = seconds


@pytest.fixture
def told():
    return []


@pytest.fixture
def eye(told):
    return ExposedEye(Eye(), told.append)


def look(eye, frame, since, seconds, pace=10):
    """Look for so many seconds; gives when that ends."""
    for picture in range(seconds * pace):
        eye.taken(since + picture / pace)
        assert eye.look(frame, ["2S"]) == (frame, ("2S",))
    return since + seconds


def test_an_overexposed_table_is_told_once_and_taken_back_while_all_is_seen(eye, told):
    now = look(eye, WELL, 0, 20)
    assert told == []
    now = look(eye, WHITE, now, 20)
    assert told == [OVEREXPOSED]
    look(eye, WELL, now, 20)
    assert told == [OVEREXPOSED, None]


@pytest.mark.parametrize("pace", [3, 15])
def test_it_is_told_after_as_long_however_many_pictures_there_are(told, eye, pace):
    for picture in range(60 * pace):
        eye.taken(picture / pace)
        eye.look(WHITE)
        if told:
            break
    # The first look and the one after it must agree, within a picture of its time.
    assert abs(1000 * picture / pace - EVERY) <= 1000 / pace + 1


def test_what_lies_around_the_table_does_not_count_and_the_eye_is_told_what_it_can_take_in(eye, told):
    half, region = WHITE.copy(), np.zeros((360, 640), np.uint8)
    half[:, :320], region[:, :320] = WELL[:, :320], 255
    eye.limit(region)
    now = look(eye, half, 0, 20)
    assert told == [] and eye._eye.region is region and eye._eye.seconds == pytest.approx(now - 0.1)
    eye.limit(None)
    look(eye, half, now, 20)
    assert told == [OVEREXPOSED]
    eye.forget()
    assert eye._eye.forgot == 1
