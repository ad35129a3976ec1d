"""The thread that looks, with a camera and an eye made of paper."""

import threading

import numpy as np
import pytest
from patience import PATIENCE_S

from device.camera import Frame
from device.errors import BrokenPicture, CameraError
from games.sticks import COLORS
from table.command import Undo
from table.watch import Watch
from vision.types import Sight, ThrowReading, ThrowSight


class Camera:
    """Gives what a test lists: pictures by their brightness, errors, and then its end."""

    def __init__(self, *script):
        self.script = list(script)
        self.closed = 0
        self.timeouts = []

    def read(self, timeout):
        self.timeouts.append(timeout)
        if not self.script:
            return None
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        return Frame(np.full((30, 40, 3), step, np.uint8), 1, 0.0)

    def close(self):
        self.closed += 1


class Eye:
    """Sees the card whose number the picture's brightness is; 0: nothing new, 255: it stumbles."""

    def __init__(self, cards):
        self.cards = cards
        self.lying = []
        self.told = []
        self.forgot = 0

    def look(self, frame, seen=()):
        self.told.append(tuple(seen))
        number = int(frame[0, 0, 0])
        if number == 255:
            raise ZeroDivisionError
        if number == 0:
            return None
        self.lying.append(self.cards[number - 1])
        return Sight(tuple(self.lying))

    def forget(self):
        self.forgot += 1
        self.lying = []


@pytest.fixture
def cards(game):
    return [game.seen(name) for name in ("7H", "2S", "3S")]


def test_a_step_brings_a_picture_the_whole_way(game, cards):
    game.new()
    watch = Watch(game.host, lambda: Camera(1), Eye(cards), timeout=1.5)
    assert watch.step() is True
    assert game.view["turned"] == "7H" and watch.frames == 1
    assert watch._camera.timeouts == [1.5]
    assert watch.step() is False


def test_the_eye_is_told_which_cards_were_already_seen(game, cards):
    game.new()
    eye = Eye(cards)
    watch = Watch(game.host, lambda: Camera(1, 0), eye)
    watch.step()
    watch.step()
    assert eye.told == [(), ("7H",)]


def test_nothing_new_changes_nothing(game, cards):
    game.new()
    number = game.snapshot.number
    Watch(game.host, lambda: Camera(0), Eye(cards)).step()
    assert game.snapshot.number == number


def test_the_eye_forgets_with_each_new_game(game, cards):
    eye = Eye(cards)
    watch = Watch(game.host, lambda: Camera(0, 0, 0, 0), eye)
    watch.step()
    assert eye.forgot == 0
    game.new()
    watch.step()
    watch.step()
    assert eye.forgot == 1
    game.new()
    watch.step()
    assert eye.forgot == 2


def test_a_game_that_goes_on_is_not_forgotten(game, cards):
    game.new()
    eye = Eye(cards)
    Watch(game.host, lambda: Camera(0), eye).step()
    assert eye.forgot == 0


def test_the_picture_is_a_jpeg_of_the_last_frame(game, cards):
    watch = Watch(game.host, lambda: Camera(0), Eye(cards))
    assert watch.picture() is None
    watch.step()
    assert watch.picture()[:2] == b"\xff\xd8"


def run(watch):
    """Let the thread run to the source's end."""
    watch.start()
    assert watch.ended.wait(PATIENCE_S)
    watch.stop()
    watch.stop()


def test_the_thread_reads_to_the_end_and_gives_the_camera_back(game, cards):
    game.new()
    camera = Camera(1)
    run(Watch(game.host, lambda: camera, Eye(cards)))
    assert game.view["turned"] == "7H" and camera.closed >= 1
    assert game.snapshot.trouble is None


def test_a_camera_that_fails_is_told_and_opened_anew(game, cards):
    game.new()
    told = []
    game.host.listeners.append(lambda snapshot: told.append((snapshot.trouble, snapshot.lights.pattern)))
    first, second = Camera(CameraError("usb:0 gives no picture: check its cable")), Camera(1)
    cameras = [first, second]
    run(Watch(game.host, lambda: cameras.pop(0), Eye(cards), retry=0.0))
    assert told[0] == ("usb:0 gives no picture: check its cable", "blink")
    assert told[1][0] is None
    assert first.closed == 1 and game.view["turned"] == "7H"


def test_a_camera_that_is_gone_is_given_back_before_anybody_is_told(game, cards):
    camera, closed = Camera(CameraError("gone: check its cable")), []
    watch = Watch(game.host, lambda: camera, Eye(cards), retry=0.0)
    game.host.listeners.append(lambda snapshot: snapshot.camera_trouble and closed.append(camera.closed))
    run(watch)
    assert closed == [1]


def test_a_camera_that_cannot_be_opened_is_tried_again(game, cards):
    game.new()
    tries = [CameraError("there is no camera"), CameraError("there is no camera"), Camera(1)]

    def open_camera():
        answer = tries.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    run(Watch(game.host, open_camera, Eye(cards), retry=0.0))
    assert tries == [] and game.view["turned"] == "7H"


def test_a_broken_picture_is_told_and_the_next_one_of_the_same_camera_is_read(game, cards):
    game.new()
    told = []
    game.host.listeners.append(lambda snapshot: told.append(snapshot.trouble))
    opened = []

    def open_camera():
        opened.append(Camera(1, BrokenPicture("2.jpg: no picture"), 0))
        return opened[-1]

    run(Watch(game.host, open_camera, Eye(cards), retry=1e9))
    assert len(opened) == 1 and "2.jpg: no picture" in told and told[-1] is None


def test_an_eye_that_stumbles_is_told_and_looks_on(game, cards, caplog):
    game.new()
    told = []
    game.host.listeners.append(lambda snapshot: told.append(snapshot.trouble))
    run(Watch(game.host, lambda: Camera(255, 1), Eye(cards)))
    assert "stumbled" in told[0] and game.view["turned"] == "7H" and game.snapshot.trouble is None
    assert "ZeroDivisionError" in caplog.text


def test_a_fault_that_stays_stands_in_the_log_once(game, cards, caplog):
    run(Watch(game.host, lambda: Camera(*[255] * 20, 1, 255), Eye(cards)))
    assert caplog.text.count("stumbled over ZeroDivisionError") == 1


def test_stop_ends_the_waiting_for_a_lost_camera(game, cards):
    lost = threading.Event()
    game.host.listeners.append(lambda snapshot: lost.set())
    watch = Watch(game.host, lambda: Camera(CameraError("gone")), Eye(cards), retry=1e6)
    watch.start()
    assert lost.wait(PATIENCE_S)
    watch.stop()
    assert watch.ended.is_set()


def test_a_camera_that_is_open_already_comes_first(game, cards):
    game.new()
    camera = Camera(1)
    watch = Watch(game.host, lambda: pytest.fail("a second camera was opened"), Eye(cards), camera=camera)
    watch.step()
    watch.stop()
    assert camera.closed == 1


def test_the_thread_posts_to_a_running_host(game, cards):
    game.new()
    game.host.start()
    run(Watch(game.host, lambda: Camera(1, 0), Eye(cards)))
    assert game.view["turned"] == "7H"


def test_the_thread_ends_with_the_host(game, cards):
    game.host.close()
    run(Watch(game.host, lambda: Camera(*[0] * 5), Eye(cards)))


class StickEye:
    """Tells the throws that a test lists, one a picture."""

    def __init__(self, *sights):
        self.sights = list(sights)
        self.told = []

    def look(self, frame, seen=()):
        self.told.append(tuple(seen))
        return self.sights.pop(0) if self.sights else None

    def forget(self):
        pass


def thrown(sticks, counts, number):
    read = [sticks.stick(color, int(count)) for color, count in zip(COLORS, counts, strict=True)]
    return ThrowSight(ThrowReading(tuple(read)), frozenset({number}))


def test_a_throw_goes_the_way_of_a_card(sticks):
    sticks.new(look=False)
    eye = StickEye(ThrowSight(ThrowReading()), thrown(sticks, "120", 1))
    watch = Watch(sticks.host, lambda: Camera(1, 2), eye)
    watch.step()
    watch.step()
    assert sticks.phase == "throw_read"


def test_the_eye_is_told_which_sticks_are_set_aside(sticks):
    sticks.to_duel()
    sticks.throw("201")
    eye = StickEye()
    watch = Watch(sticks.host, lambda: Camera(1, 2), eye)
    watch.step()
    sticks.submit("keep", sticks=["red", "white"])
    watch.step()
    assert eye.told == [(), ("red", "white")]


def test_a_throw_pictured_before_an_undo_is_asked_about(sticks):
    class Slow(Camera):
        """Gives its picture just before somebody undoes."""

        def read(self, timeout):
            frame = super().read(timeout)
            sticks.do(Undo())
            return frame

    sticks.new()
    sticks.throw("120")
    Watch(sticks.host, lambda: Slow(1), StickEye(thrown(sticks, "011", 9))).step()
    assert sticks.kinds == [] and sticks.thrown["doubt"]


def test_it_tells_when_it_last_turned_and_when_a_picture_last_came(game, cards):
    times = iter(range(1, 9))
    camera = Camera(0, CameraError("gone"))
    watch = Watch(
        game.host, lambda: camera, Eye(cards), camera=camera, retry=0.0, clock=lambda: float(next(times))
    )
    assert watch.turned() is None and watch.fresh() is None
    watch.start()
    assert watch.ended.wait(PATIENCE_S)
    # Begun at 1, picture at 2, its turn at 3; begun at 4, the error's turn at 5; the source's end is no turn.
    assert (watch.fresh(), watch.turned()) == (2.0, 5.0)
