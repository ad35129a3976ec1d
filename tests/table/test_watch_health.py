"""Live cameras that freeze, go black or are lost: said on the phones, and gone on from by itself."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from patience import PATIENCE_S

from device.camera import Frame, LiveCamera
from device.errors import BrokenPicture, CameraError
from device.health import BLACK, FROZEN, NO_PICTURE
from table.eye.protocol import Through
from table.watch import RETRY_AT_MOST_S, SLACK_S, SOONER, STALE_S, Watch

PACE_S = 0.25
"""Between two pictures, by their own times."""


class Live(LiveCamera):
    """Gives what a test lists: brightnesses of noisy pictures, pictures as they are, and errors."""

    moment = 0.0

    def __init__(self, *script):
        self.script = list(script)
        self.closed = 0

    def read(self, timeout, since=None):
        if not self.script:
            return None
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        Live.moment += PACE_S
        if not isinstance(step, np.ndarray):
            step = noisy(step, int(4 * Live.moment))
        return Frame(step, 1, Live.moment)

    def close(self):
        self.closed += 1


class Eye:
    """Counts what it is shown."""

    def __init__(self):
        self.shown = []

    def look(self, frame, seen=()):
        self.shown.append(round(float(frame.mean()), -1))

    def forget(self):
        pass


def noisy(value, seed):
    return np.clip(np.random.default_rng(seed).normal(value, 4, (60, 80, 3)), 0, 255).astype(np.uint8)


def watched(game, *cameras):
    """Watch with these cameras one after another to the last one's end; gives the eye and what was told."""
    cameras, told, eye = list(cameras), [None], Eye()

    def hear(snapshot):
        if snapshot.camera_trouble != told[-1]:
            told.append(snapshot.camera_trouble)

    game.host.listeners.append(hear)
    watch = Watch(game.host, lambda: cameras.pop(0), eye, retry=0.0)
    watch.start()
    assert watch.ended.wait(PATIENCE_S)
    watch.stop()
    assert not cameras
    return eye, told


def test_pictures_of_a_living_camera_are_shown_to_the_eye(game):
    eye, told = watched(game, Live(*[120] * 9))
    assert len(eye.shown) == 9 and told == [None]


def test_a_frozen_camera_is_said_and_opened_anew_and_the_next_good_picture_ends_the_trouble(game):
    still = noisy(120, 1)
    frozen, well = Live(*[still] * 14), Live(130)
    eye, told = watched(game, frozen, well)
    assert told == [None, FROZEN, None] and frozen.closed == 1
    assert eye.shown == [120, 130]


def test_a_camera_that_is_still_frozen_when_it_was_opened_anew_is_not_called_well_meanwhile(game):
    still = noisy(120, 1)
    eye, told = watched(game, Live(*[still] * 14), Live(still), Live(still), Live(130))
    assert told == [None, FROZEN, None] and len(eye.shown) == 2


def test_black_pictures_are_said_and_not_looked_at_and_the_camera_stays_open(game):
    camera = Live(120, *[2] * 9, 120)
    eye, told = watched(game, camera)
    assert told == [None, BLACK, None] and eye.shown == [120, 120]


def test_a_camera_that_gives_no_picture_in_color_is_opened_anew(game):
    eye, told = watched(game, Live(np.full((60, 80), 99, np.uint8)), Live(120))
    assert told == [None, NO_PICTURE, None]


def test_a_lost_camera_is_waited_for_with_growing_patience_and_a_good_picture_ends_it(game):
    gone = CameraError("there is no camera usb:0: plug it in")
    tries = [gone] * 6 + [Live(120, CameraError("usb:0 gives no picture: check its cable"))]
    waits = []

    def open_it():
        step = tries.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    watch = Watch(game.host, open_it, Eye(), retry=1.0)
    watch._stop = Stop(waits, after=7)
    watch._run()
    assert waits == [1.0, 2.0, 4.0, 8.0, RETRY_AT_MOST_S, RETRY_AT_MOST_S, 1.0]


def test_the_time_that_camera_and_eye_take_is_a_part_of_the_pace(game):
    now, waits = [100.0], []

    class Slow(Live):
        def read(self, timeout, since=None):
            now[0] += 0.06 if len(self.script) > 1 else 0.25
            return super().read(timeout, since)

    camera = Slow(120, 121)
    watch = Watch(game.host, lambda: camera, Eye(), camera=camera, pace=0.1, clock=lambda: now[0])
    watch._stop = Stop(waits, after=2)
    watch._run()
    # The second picture took longer than the pace: the next is asked for at once.
    assert waits == [pytest.approx(0.04)]


class Hasty(Eye):
    """Wants the next picture sooner, or not, as it is told, and notes when each was taken."""

    def __init__(self, *hurries):
        super().__init__()
        self._hurries, self.times = list(hurries), []

    def hurries(self):
        return self._hurries[len(self.shown) - 1]

    def taken(self, seconds):
        self.times.append(seconds)


class Recorded:
    """A camera whose pictures were taken some other day."""

    def __init__(self, pictures):
        self.number, self.pictures = 0, pictures

    def read(self, timeout):
        self.number += 1
        return Frame(noisy(120, self.number), self.number, 9.0) if self.number <= self.pictures else None

    def close(self):
        pass


def waits_of(game, camera, eye):
    waits = []
    watch = Watch(game.host, lambda: camera, eye, camera=camera, pace=0.3, clock=lambda: 100.0)
    watch._stop = Stop(waits, after=3)
    watch._run()
    return waits


def test_the_next_picture_of_a_living_camera_comes_sooner_where_the_eye_would_have_it_so(game):
    eye = Hasty(False, True, False)
    began = Live.moment
    waits = waits_of(game, Live(*range(120, 123)), eye)
    assert waits == [pytest.approx(each) for each in (0.3, 0.3 * SOONER, 0.3)]
    assert [each - began for each in eye.times] == [pytest.approx(PACE_S * n) for n in (1, 2, 3)]


def test_pictures_that_were_recorded_or_drawn_come_at_their_pace(game):
    eye = Hasty(True, True, True)
    assert waits_of(game, Recorded(4), eye) == [pytest.approx(0.3)] * 3
    assert eye.times == []


class Looks(Through):
    """Looks with an eye, or with none."""

    def __init__(self, eye):
        self.eye = eye

    def _other(self):
        return self.eye


def test_an_eye_that_looks_through_another_passes_on_what_that_can_take_in():
    hasty = Hasty(True)
    for eye in (Looks(None), Looks(Eye()), Looks(hasty)):
        eye.taken(4.0)
        eye.remember([], [])
    assert hasty.times == [4.0]
    hasty.shown.append(1)
    assert [Looks(eye).hurries() for eye in (None, Eye(), hasty)] == [False, False, True]


class Clock:
    """Stands at `now`."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


class Sought(Live):
    """Notes from when on a frame may have been begun; its frames begin when they are asked for."""

    def __init__(self, clock, *script):
        super().__init__(*script)
        self.clock, self.since = clock, []

    def read(self, timeout, since=None):
        self.since.append(since)
        frame = super().read(timeout)
        return frame and replace(frame, time=self.clock.now)


def test_a_frame_that_was_exposed_while_the_eye_was_busy_need_not_be_exposed_anew(game, clock):
    camera = Sought(clock, *range(120, 125))
    watch = Watch(game.host, lambda: camera, Hasty(*[False] * 5), pace=0.1, clock=clock)
    clock.now = 7.0
    watch.step()
    clock.now = 7.09
    watch.step()
    # It is the next one at its pace, but for half a frame; an eye that was busy for long wants none so old.
    clock.now = 8.0
    watch.step()
    assert camera.since == [None, pytest.approx(7.0 + 0.1 - SLACK_S), pytest.approx(8.0 - STALE_S)]


def test_a_frame_begun_before_the_game_went_on_is_not_taken_for_one_after_it(game, clock):
    camera = Sought(clock, *range(120, 125))
    watch = Watch(game.host, lambda: camera, Eye(), pace=0.1, clock=clock)
    watch.step()
    watch.step()
    game.new()
    watch.step()
    watch.step()
    assert [each is None for each in camera.since] == [True, False, True, False]


def test_after_an_error_a_frame_is_begun_anew(game, clock):
    camera = Sought(clock, 120, BrokenPicture("it is damaged"), 121, 122)
    watch = Watch(game.host, lambda: camera, Eye(), camera=camera, pace=0.1, clock=clock)
    watch._stop = Stop([], after=99)
    watch._run()
    assert [each is None for each in camera.since] == [True, False, True, False, False]


class Stop(threading.Event):
    """Notes how long one would wait (pictures come without), and is set in the end."""

    def __init__(self, waits, after):
        super().__init__()
        self.waits, self.after = waits, after

    def wait(self, timeout=None):
        if timeout:
            self.waits.append(timeout)
        if len(self.waits) >= self.after:
            self.set()
        return self.is_set()


def test_a_reason_that_stays_is_told_once(game, caplog):
    numbers = []
    game.host.listeners.append(lambda snapshot: numbers.append(snapshot.number))
    watched(game, Live(*[2] * 20))
    assert caplog.text.count("nothing but black") == 1
    assert len(numbers) == 1


def test_only_good_pictures_are_fresh(game, clock):
    watch = Watch(game.host, lambda: camera, Eye(), clock=clock)
    camera = Live(120, 2, 2, 120)
    assert watch.fresh() is None
    fresh = []
    for moment in (1.0, 2.0, 3.0, 4.0):
        clock.now = moment
        watch.step()
        fresh.append(watch.fresh())
    assert fresh == [1.0, 1.0, 1.0, 4.0]


@pytest.mark.parametrize("error", [BrokenPicture("usb:0 gave a damaged picture: check its cable")])
def test_a_damaged_picture_leaves_the_camera_open(game, error):
    camera = Live(120, error, 120)
    eye, told = watched(game, camera)
    assert told == [None, str(error), None] and len(eye.shown) == 2


def test_the_last_picture_is_served_even_when_it_is_black(game):
    watch = Watch(game.host, lambda: Live(2), Eye())
    watch.step()
    assert watch.picture()[:2] == b"\xff\xd8"
