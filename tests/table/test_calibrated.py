"""A calibrated table is all that the eye sees; what drifts is said once, with its remedy."""

import cv2
import numpy as np
import pytest

from table.command import Advise, NewGame
from table.eye.calibrated import EVERY, RESIZED, CalibratedEye
from table.eye.calibration import Calibration
from table.host import Host
from table.journal import Journal

EMPTY = np.full((360, 640, 3), 110, np.uint8)
TABLE = ((100.0, 60.0), (540.0, 60.0), (540.0, 300.0), (100.0, 300.0))
KEPT = Calibration("usb:0", (640, 360), TABLE, "hand", EMPTY)


class Eye:
    """Keeps what it is shown."""

    def __init__(self):
        self.frames, self.forgot, self.shown = [], 0, []

    def look(self, frame, seen=()):
        self.frames.append(frame)
        return ("sight", tuple(seen))

    def forget(self):
        self.forgot += 1

    def remember(self, shown, laid):
        self.shown.append(shown)


@pytest.fixture
def told():
    return []


@pytest.fixture
def eye(told):
    return CalibratedEye(Eye(), KEPT, told.append, every=200)


def test_the_eye_sees_the_table_and_nothing_around_it(eye):
    frame = EMPTY.copy()
    cv2.circle(frame, (40, 40), 20, (0, 0, 255), -1)
    cv2.circle(frame, (300, 200), 20, (0, 0, 255), -1)
    assert eye.look(frame, ["2S"]) == ("sight", ("2S",))
    (seen,) = eye._eye.frames
    assert (seen[40, 40] == 110).all() and (seen[200, 300] == (0, 0, 255)).all()
    eye.forget()
    eye.remember([1], [])
    assert eye._eye.forgot == 1 and eye._eye.shown == [[1]]


def test_an_eye_that_cannot_learn_is_asked_nothing(told):
    class Plain:
        def look(self, frame, seen=()):
            return None

        def forget(self):
            pass

    CalibratedEye(Plain(), KEPT, told.append).remember([1], [])


def test_another_light_is_told_once_and_taken_back_when_it_is_well(eye, told):
    dark = EMPTY // 3
    for frame in (EMPTY, EMPTY, *[dark] * 8):
        eye.look(frame)
    assert len(told) == 1 and "much darker" in told[0] and "familiar calibrate" in told[0]
    for _ in range(6):
        eye.look(EMPTY)
    assert told[1:] == [None]


def test_pictures_of_another_size_are_said_and_seen_whole(eye, told):
    small = EMPTY[:180]
    eye.look(small)
    assert told == [RESIZED] and eye._eye.frames[0] is small


def test_the_eye_is_told_which_part_of_each_picture_is_the_table(told):
    class Limited(Eye):
        def limit(self, region):
            self.region = region

    eye = CalibratedEye(Limited(), KEPT, told.append)
    eye.look(EMPTY)
    region = eye._eye.region
    assert region[200, 300] == 255 and region[40, 40] == 0 and region.shape == (360, 640)
    eye.look(np.zeros((720, 1280, 3), np.uint8))
    assert eye._eye.region is None


def test_advice_stands_in_the_snapshot_beside_the_game_and_over_a_new_one():
    with Host(Journal(":memory:")) as host:
        host.handle(Advise("Put the mat back."))
        rules = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0}
        host.handle(NewGame(rules))
        snapshot = host.snapshot
        assert snapshot.advice == "Put the mat back." and snapshot.trouble is None
        assert snapshot.view(None)["advice"] == "Put the mat back."
        host.handle(Advise(None))
        assert host.snapshot.advice is None


@pytest.mark.parametrize("pace", [3, 15])
def test_drift_is_told_after_as_long_however_many_pictures_there_are(told, pace):
    eye = CalibratedEye(Eye(), KEPT, told.append)
    for picture in range(60 * pace):
        eye.taken(picture / pace)
        eye.look(EMPTY if picture < pace else EMPTY // 3)
        if told:
            break
    # Two looks must agree on it, each within a picture of its time.
    assert 0 <= 1000 * picture / pace - 2 * EVERY <= 2 * 1000 / pace + 1


def test_the_eye_is_told_when_a_picture_was_taken(told):
    class Paced(Eye):
        def hurries(self):
            return False

        def taken(self, seconds):
            self.seconds = seconds

    eye = Paced()
    CalibratedEye(eye, KEPT, told.append).taken(2.5)
    assert eye.seconds == 2.5
