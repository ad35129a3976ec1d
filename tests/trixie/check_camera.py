"""The real picamera2 on the real libcamera: pictures of our table go in, the trick comes out settled.

Runs only within the root that make_root.sh makes; run.sh takes it there.
"""

import threading
import time
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from bench import stand_in, virtual_picamera2

stand_in()

from device.camera import Settings  # noqa: E402
from device.cameras import open_camera  # noqa: E402
from device.errors import CameraError  # noqa: E402
from device.gpio import GpioPanel, pin_factory  # noqa: E402
from device.health import BLACK, FROZEN  # noqa: E402
from device.pins import Pins  # noqa: E402
from familiar.eyes import DeckEye, Makers  # noqa: E402
from simulation.table import SimulatedTable  # noqa: E402
from table.command import NewGame, Submit  # noqa: E402
from table.host import Host  # noqa: E402
from table.journal import Journal  # noqa: E402
from table.view.lamps import tie  # noqa: E402
from table.watch import Watch  # noqa: E402

FRAMES = Path("/srv/frames")
MANY = 12
"""More pictures than a queue of a driver that stands still could give round and round."""
STEPS = 60
WAIT = 30.0
SIZE = (2304, 1296)
ANN, BO, CY = range(3)
HEADER = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": ANN, "rules": {"edition": "us"}}


@pytest.fixture(autouse=True)
def virtual(monkeypatch):
    """Let the adapter open the virtual camera."""
    import picamera2

    monkeypatch.setattr(picamera2, "Picamera2", virtual_picamera2())
    # On a busy machine libcamera takes seconds over a picture; a real camera that takes two is given up.
    monkeypatch.setattr("device.picam.WAIT_S", WAIT)


def show(images):
    """Put pictures before the camera; one that is opened after this sees them."""
    for old in FRAMES.iterdir():
        old.unlink()
    for number, image in enumerate(images):
        assert cv2.imwrite(str(FRAMES / f"{number}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 95])


def noisy(value, many=MANY):
    """Give pictures of one grey, each with its own noise."""
    # A quarter of the size is enough, and quicker: libcamera enlarges it.
    chance, shape = np.random.default_rng(5), (SIZE[1] // 4, SIZE[0] // 4, 3)
    return [np.clip(chance.normal(value, 4, shape), 0, 255).astype(np.uint8) for _ in range(many)]


def camera():
    return open_camera("picamera", SIZE)


def test_the_picture_that_went_in_comes_out_in_its_colors():
    colors = [(200, 40, 40), (40, 200, 40), (40, 40, 200), (128, 128, 128)]
    image = np.vstack([np.full((SIZE[1] // 4, SIZE[0], 3), color, np.uint8) for color in colors])
    show([image] * 2)
    with camera() as pi:
        first, second = pi.read(WAIT), pi.read(WAIT)
    assert (first.number, second.number) == (1, 2) and second.time > first.time
    assert first.image.shape == (SIZE[1], SIZE[0], 3) and first.image.dtype == np.uint8
    for row, color in enumerate(colors):
        middle = first.image[row * SIZE[1] // 4 + SIZE[1] // 8, SIZE[0] // 2].astype(int)
        assert np.abs(middle - color).max() <= 24, f"{color} came out as {middle}"


def test_a_frame_was_begun_after_it_was_asked_for():
    show(noisy(120))
    with camera() as pi:
        pi.read(WAIT)
        for _ in range(20):
            asked = time.monotonic_ns()
            _, metadata = pi._take(2.0)
            assert metadata["SensorTimestamp"] >= asked


def test_a_frame_that_was_exposed_meanwhile_is_given_to_whoever_names_since_when():
    show(noisy(120))
    with camera() as pi:
        before = pi.read(WAIT)
        for _ in range(20):
            since = before.time + 0.01
            frame = pi.read(WAIT, since)
            assert since <= frame.time < time.monotonic()
            before = frame


def test_controls_that_this_camera_has_not_are_not_asked_for_and_the_lock_says_so():
    show(noisy(120))
    wanted = Settings(20_000, 2.0, (1.5, 1.6), 1.33)
    with open_camera("picamera", SIZE, settings=wanted) as pi:
        assert pi.read(WAIT) is not None
        assert pi.lock() == Settings()


def test_a_camera_that_stopped_is_one_sentence_in_time_and_opens_anew():
    show(noisy(120))
    with camera() as pi:
        pi.read(WAIT)
        pi._camera.stop()
        begun = time.monotonic()
        with pytest.raises(CameraError, match="no picture in 0.5 seconds: check its cable"):
            pi.read(0.5)
        assert time.monotonic() - begun < 2.0
    with camera() as pi:
        assert pi.read(WAIT).number == 1


def test_a_second_program_at_the_camera_is_one_sentence():
    show(noisy(120))
    with camera(), pytest.raises(CameraError, match="cannot be started"):
        camera()


class Eye:
    """Sees nothing, and says that it was asked."""

    def __init__(self):
        self.asked = threading.Event()

    def look(self, frame, seen=()):
        self.asked.set()

    def forget(self):
        pass


def test_a_frozen_and_a_black_camera_are_said_and_it_goes_on_by_itself():
    show(noisy(120))
    news = threading.Condition()
    with Host(Journal(":memory:")) as host:
        told = [None]

        def hear(snapshot):
            with news:
                if snapshot.camera_trouble != told[-1]:
                    told.append(snapshot.camera_trouble)
                news.notify_all()

        def wait(*wanted):
            with news:
                assert news.wait_for(lambda: told == [None, *wanted], WAIT), told

        host.listeners.append(hear)
        eye, opened = Eye(), []

        def open_it():
            # What the camera sees changes with each opening: it is well, frozen, black, and well again.
            scene = (noisy(120), [noisy(90)[0]] * MANY, noisy(2), noisy(150))[min(len(opened), 3)]
            show(scene)
            opened.append(camera())
            return opened[-1]

        watch = Watch(host.start(), open_it, eye, retry=0.01, timeout=1.0)
        watch.start()
        assert eye.asked.wait(WAIT)
        opened[0]._camera.stop()
        silent = "the Pi camera gave no picture in 1 seconds: check its cable"
        wait(silent, None, FROZEN, BLACK)
        opened[2]._camera.stop()
        wait(silent, None, FROZEN, BLACK, silent, None)
        watch.stop()


def test_a_trick_of_our_table_comes_out_settled():
    table = SimulatedTable(11, 3, "us")
    factory, pins = pin_factory("mock"), Pins()
    with Host(Journal(":memory:")) as host, GpioPanel(pins, factory) as panel:
        loosen = tie(host, panel)
        eye = DeckEye(host, Makers())
        assert host.handle(NewGame(HEADER)).number
        table.new_round(59)
        look(host, eye, table, lambda: True, at_least=6)
        for step, event in (
            (partial(table.turn_up, "7H"), {"event": "turn_up", "card": "7H"}),
            *((partial(table.lay, card, seat), {"event": "play", "player": seat, "card": card})
              for card, seat in (("3S", BO), ("KS", CY), ("2H", ANN))),
        ):  # fmt: skip
            step()
            count = len(host.snapshot.history.events)
            look(host, eye, table, lambda count=count: len(host.snapshot.history.events) > count)
            assert events(host)[-1] == event
            if event["event"] == "turn_up":
                for seat in (BO, CY, ANN):
                    host.handle(Submit({"event": "bid", "player": seat, "tricks": 0}))
        button = factory.pin(pins.confirm)
        button.drive_low()
        time.sleep(2 * pins.bounce)
        button.drive_high()
        assert events(host)[-1] == {"event": "confirm"}
        sheet = host.snapshot.history.state.sheet
        assert [tuple(row) for row in (sheet[0].tricks, sheet[0].points)] == [(1, 0, 0), (-10, 20, 20)]
        loosen()


def events(host):
    from games.record import event_to_dict

    history = host.snapshot.history
    return [event_to_dict(event, history.header) for event in history.events]


def look(host, eye, table, done, at_least=0):
    """Let a newly opened camera look at the table as it lies there until `done`."""
    show([table.render() for _ in range(MANY)])
    watch = Watch(host, camera, eye)
    try:
        for step in range(STEPS):
            watch.step()
            assert host.snapshot.camera_trouble is None
            if step >= at_least and done():
                return
        pytest.fail(f"nothing new in {STEPS} pictures: {host.snapshot.trouble} {host.snapshot.questions}")
    finally:
        watch.stop()
