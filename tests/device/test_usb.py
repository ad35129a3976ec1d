"""USB cameras, with OpenCV's capture made of paper."""

import os

import cv2
import numpy as np
import pytest

from device import video
from device.camera import Settings
from device.cameras import open_camera
from device.errors import BrokenPicture, CameraError
from device.exposure import SETTLE_S

LOCKED = Settings(exposure_us=20_000, gain=40.0, lens_position=30.0, temperature=4600)


class Capture:
    """A V4L2 camera whose pictures are as grey as their number; `begun`: their times in seconds."""

    present = True
    deaf = ()
    ways = (1, 3)
    begun = ()
    clock = None
    controls = {
        cv2.CAP_PROP_EXPOSURE: 157.0,
        cv2.CAP_PROP_GAIN: 12.0,
        cv2.CAP_PROP_FOCUS: 35.0,
        cv2.CAP_PROP_WB_TEMPERATURE: 4100.0,
        cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
        cv2.CAP_PROP_BUFFERSIZE: 4.0,
    }

    def __init__(self, index, backend):
        assert backend == cv2.CAP_V4L2
        self.values = dict(self.controls)
        self.order = []
        self.asked = {}
        self.grabs = 0
        self.silent = self.damaged = False
        self.open = self.present
        type(self).made = self

    def isOpened(self):  # noqa: N802 (OpenCV's name)
        return self.open

    def set(self, control, value):
        self.order.append(control)
        self.asked[control] = value
        known = control in self.values and control not in self.deaf
        if control == cv2.CAP_PROP_AUTO_EXPOSURE and value not in self.ways:
            return False
        if known:
            self.values[control] = value
        return known

    def get(self, control):
        if control == cv2.CAP_PROP_POS_MSEC:
            return 1000 * self.begun[min(self.grabs, len(self.begun)) - 1] if self.begun else 0.0
        return self.values.get(control, -1.0)

    def grab(self):
        self.grabs += 1
        if self.clock is not None:
            # A picture can be had once it was begun.
            self.clock.now = max(self.clock.now, self.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        return not self.silent

    def retrieve(self):
        return (False, None) if self.damaged else (True, np.full((4, 6, 3), self.grabs, np.uint8))

    def release(self):
        self.open = False


@pytest.fixture
def capture(monkeypatch):
    made = type("Capture", (Capture,), {})
    monkeypatch.setattr(cv2, "VideoCapture", made)
    return made


def test_pictures_that_waited_in_the_queue_are_passed_over(capture, clock):
    clock.now, capture.clock = 7.0, clock
    capture.begun, capture.deaf = (5.0, 6.9, 7.1, 7.2), (cv2.CAP_PROP_BUFFERSIZE,)
    with usb(clock) as camera:
        assert camera.read(2.0).image[0, 0, 0] == 3


def test_a_picture_that_was_taken_meanwhile_is_given_to_whoever_names_since_when(capture, clock):
    clock.now = 7.0
    capture.begun, capture.deaf = (6.8, 6.9, 7.1), (cv2.CAP_PROP_BUFFERSIZE,)
    with usb(clock) as camera:
        frame = camera.read(2.0, since=6.85)
    assert (frame.image[0, 0, 0], frame.time) == (2, pytest.approx(6.9))


@pytest.mark.parametrize(("told", "now"), [(3.0, 100.0), (1.8e9, 100.0), (0.0, 5.0)])
def test_a_time_of_another_clock_is_not_taken_for_the_pictures(capture, clock, told, now):
    clock.now = now
    capture.begun = (told,)
    with usb(clock) as camera:
        assert camera.read(2.0).time == now


@pytest.mark.parametrize("told", [0.0, 1.8e9])
def test_without_times_or_with_another_clocks_the_whole_queue_is_passed_over(capture, clock, told):
    capture.begun = (told,)
    with usb(clock) as camera:
        assert camera.read(2.0).image[0, 0, 0] == 2
    # The queue was asked to hold one picture only.
    assert capture.made.values[cv2.CAP_PROP_BUFFERSIZE] == 1


def test_a_silent_camera_is_one_sentence_and_a_damaged_picture_another(capture, clock):
    with usb(clock) as camera:
        capture.made.damaged = True
        with pytest.raises(BrokenPicture, match="usb:0 gave a damaged picture: check its cable"):
            camera.read(2.0)
        capture.made.silent = True
        with pytest.raises(CameraError, match="usb:0 gives no picture: check its cable"):
            camera.read(2.0)


def test_a_camera_that_only_gives_damaged_pictures_is_to_be_opened_anew(capture, clock):
    with usb(clock) as camera:
        capture.made.damaged = True
        kinds = []
        for _ in range(10):
            with pytest.raises(CameraError, match="damaged picture") as error:
                camera.read(2.0)
            kinds.append(error.type)
        assert kinds == [BrokenPicture] * 9 + [CameraError]
        capture.made.damaged = False
        assert camera.read(2.0).number == 1


def test_an_unplugged_camera_is_one_sentence(capture):
    capture.present = False
    with pytest.raises(CameraError, match="there is no camera usb:3: plug it in"):
        open_camera("usb:3")


@pytest.fixture
def devices(tmp_path, monkeypatch):
    for name in ("video3", "video10", "videotape", "media0"):
        (tmp_path / name).touch()
    monkeypatch.setattr(video, "DEVICES", tmp_path)
    monkeypatch.setattr(video, "KERNEL", tmp_path / "nothing")
    return tmp_path


def test_a_camera_that_is_there_and_does_not_open_is_not_called_missing(capture, devices):
    capture.present = False
    with pytest.raises(CameraError, match="the camera usb:3 is there and cannot be opened: end the program"):
        open_camera("usb:3")
    with pytest.raises(CameraError, match=r"no camera usb:1: .* \(this machine has usb:3 and usb:10\)"):
        open_camera("usb:1")


@pytest.fixture
def on_a_pi(devices, tmp_path, monkeypatch):
    """Lay out devices as Linux does on a Pi: a USB camera's two, and one of the processor's own."""
    kernel, camera = tmp_path / "class", tmp_path / "devices/platform/scb/usb1/1-1/1-1.2/1-1.2:1.0"
    codec = tmp_path / "devices/platform/bcm2835-codec"
    for number, device, index in ((3, camera, 0), (4, camera, 1), (10, codec, 0)):
        (devices / f"video{number}").touch()
        about = device / f"video4linux/video{number}"
        about.mkdir(parents=True)
        (about / "index").write_text(f"{index}\n")
        (about / "device").symlink_to(device)
        kernel.mkdir(exist_ok=True)
        (kernel / about.name).symlink_to(about)
    monkeypatch.setattr(video, "KERNEL", kernel)


def test_of_a_pi_s_many_video_devices_only_cameras_are_offered(capture, on_a_pi):
    capture.present = False
    with pytest.raises(CameraError, match=r"no camera usb:1: .* \(this machine has usb:3\)"):
        open_camera("usb:1")


@pytest.mark.parametrize(("number", "opens"), [(4, False), (10, False), (10, True)])
def test_a_video_device_that_is_no_camera_is_told_as_such(capture, on_a_pi, number, opens):
    capture.present = opens
    wanted = rf"usb:{number} is a video device .* no USB camera: .* \(this machine has usb:3\)"
    with pytest.raises(CameraError, match=wanted):
        with open_camera(f"usb:{number}") as camera:
            capture.made.silent = True
            camera.read(2.0)


def test_a_camera_that_this_user_may_not_use_is_told_with_what_lets_him(capture, devices, monkeypatch):
    capture.present = False
    monkeypatch.setattr(os, "access", lambda path, mode: path != devices / "video3")
    with pytest.raises(CameraError, match="this user may not use it: sudo usermod -aG video"):
        open_camera("usb:3")


def test_settings_given_at_the_start_are_set_with_the_automatics_off_before(capture):
    capture.controls = {**Capture.controls, cv2.CAP_PROP_AUTOFOCUS: 1.0, cv2.CAP_PROP_AUTO_WB: 1.0}
    open_camera("usb:0", settings=LOCKED).close()
    made = capture.made
    for automatic, off, control, value in (
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1, cv2.CAP_PROP_EXPOSURE, 200),
        (cv2.CAP_PROP_AUTOFOCUS, 0, cv2.CAP_PROP_FOCUS, 30),
        (cv2.CAP_PROP_AUTO_WB, 0, cv2.CAP_PROP_WB_TEMPERATURE, 4600),
    ):
        assert made.order.index(automatic) < made.order.index(control)
        assert (made.values[automatic], made.values[control]) == (off, value)
    assert made.values[cv2.CAP_PROP_GAIN] == 40


def test_lock_keeps_what_the_driver_tells(capture):
    with open_camera("usb:0") as camera:
        assert camera.lock() == Settings(15_700, 12.0, None, 35.0, 4100)
    assert capture.made.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1


@pytest.mark.parametrize("ways", [(1, 3), (0, 1)], ids=["aperture priority", "wholly automatic"])
def test_what_a_camera_was_locked_to_before_does_not_bind_who_opens_it_without(capture, ways):
    """It keeps that as long as it is plugged in: a second calibration found what the first one had locked."""
    automatics = {cv2.CAP_PROP_AUTO_EXPOSURE: 1.0, cv2.CAP_PROP_AUTOFOCUS: 0.0, cv2.CAP_PROP_AUTO_WB: 0.0}
    capture.controls, capture.ways = {**Capture.controls, **automatics}, ways
    with open_camera("usb:0"):
        found = {control: capture.made.values[control] for control in automatics}
    assert found == {
        cv2.CAP_PROP_AUTO_EXPOSURE: next(way for way in ways if way != 1),
        cv2.CAP_PROP_AUTOFOCUS: 1,
        cv2.CAP_PROP_AUTO_WB: 1,
    }


def test_a_lock_waits_until_the_exposure_has_come_to_rest(capture, clock):
    """Without a page it is locked at the first picture, when it has just begun to look for its exposure."""
    seeking = iter([40.0, 60.0, 90.0, 135.0, 190.0])

    class Seeking(capture):
        def grab(self):
            if (value := next(seeking, None)) is not None:
                self.values[cv2.CAP_PROP_EXPOSURE] = value
            return super().grab()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cv2, "VideoCapture", Seeking)
        with usb(clock) as camera:
            assert camera.lock().exposure_us == 19_000


def test_a_lock_does_not_wait_for_an_exposure_that_never_rests(capture, clock):
    class Restless(capture):
        def grab(self):
            clock.now += 0.1
            self.values[cv2.CAP_PROP_EXPOSURE] *= 1.1
            return super().grab()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cv2, "VideoCapture", Restless)
        with usb(clock) as camera:
            begun = clock.now
            camera.lock()
            assert clock.now - begun == pytest.approx(SETTLE_S, abs=0.2)


def test_a_camera_that_falls_silent_while_it_is_locked_is_one_sentence(capture, clock):
    with usb(clock) as camera:
        capture.made.silent = True
        with pytest.raises(CameraError, match="usb:0 gives no picture: check its cable"):
            camera.lock()


def test_what_the_driver_does_not_tell_is_left_to_the_camera(capture):
    capture.controls = {}
    with open_camera("usb:0") as camera:
        assert camera.lock() == Settings()
    assert capture.made.asked.get(cv2.CAP_PROP_AUTO_EXPOSURE) != 1
    with pytest.raises(CameraError, match="was closed"):
        camera.lock()


def usb(clock):
    from device.video import UsbCamera

    return UsbCamera(0, (640, 480), clock=clock)
