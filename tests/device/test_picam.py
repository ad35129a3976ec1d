"""The Pi camera's adapter against a stand-in for picamera2 that keeps its signatures."""

import sys
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace

import cv2
import numpy as np
import pytest

from device.cameras import open_camera
from device.errors import CameraError
from device.picam import as_bgr


class Picamera2:
    """As much of picamera2 0.3.38 as the adapter uses; keyword names as in its source."""

    camera_controls = {"AfMode": (), "LensPosition": (), "AeFlickerMode": (), "AeFlickerPeriod": ()}
    made: list = []
    answer: object = None
    refuse: Exception | None = None

    def __init__(self, camera_num=0):
        if self.refuse:
            raise self.refuse
        self.calls = []
        self.made.append(self)

    def create_video_configuration(
        self, main=None, lores=None, raw=None, transform=None, colour_space=None, buffer_count=6,
        controls=None, display="main", encode="main", queue=True, sensor=None, use_case="video",
    ):  # fmt: skip
        self.calls.append(("configuration", main, sensor))
        return {"main": main}

    def configure(self, camera_config="preview"):
        self.config = camera_config

    def camera_configuration(self):
        return self.config

    def set_controls(self, controls):
        unknown = set(controls) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown.pop()} is not advertised by libcamera")
        self.calls.append(("controls", controls))

    def start(self, config=None, show_preview=False):
        self.calls.append(("start",))

    @contextmanager
    def captured_request(self, wait=None, flush=None):
        self.calls.append(("capture", wait, flush))
        if isinstance(self.answer, Exception):
            raise self.answer
        yield SimpleNamespace(make_array=lambda name: self.answer)
        self.calls.append(("released",))

    def close(self):
        self.calls.append(("close",))


@pytest.fixture
def pi(monkeypatch):
    """A Pi whose camera shows a blue table."""
    made = type("Picamera2", (Picamera2,), {"made": [], "answer": np.full((4, 6, 3), (200, 10, 5), np.uint8)})
    picamera2, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
    picamera2.Picamera2 = made
    manual = SimpleNamespace(Manual="manual")
    libcamera.controls = SimpleNamespace(AfModeEnum=manual, AeFlickerModeEnum=manual)
    monkeypatch.setitem(sys.modules, "picamera2", picamera2)
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    return made


def test_the_sensor_mode_is_pinned_and_the_focus_fixed(pi):
    open_camera("picamera", (1152, 648), distance=0.5, mains=60).close()
    calls = pi.made[0].calls
    sensor = {"output_size": (2304, 1296), "bit_depth": 10}
    assert calls[0] == ("configuration", {"size": (1152, 648), "format": "RGB888"}, sensor)
    assert calls[1] == (
        "controls",
        {"AfMode": "manual", "LensPosition": 2.0, "AeFlickerMode": "manual", "AeFlickerPeriod": 8333},
    )
    assert calls[2:] == [("start",), ("close",)]


def test_a_camera_without_focus_is_not_asked_for_one(pi):
    pi.camera_controls = {}
    with open_camera("picamera") as camera:
        assert camera.read(2.0) is not None
    assert not [call for call in pi.made[0].calls if call[0] == "controls"]


def test_a_frame_is_fresh_blue_green_red_and_its_request_is_given_back(pi):
    with open_camera("picamera") as camera:
        frame = camera.read(5.0)
    assert frame.number == 1 and tuple(frame.image[0, 0]) == (200, 10, 5)
    assert ("capture", 2.0, True) in pi.made[0].calls and ("released",) in pi.made[0].calls


@pytest.mark.parametrize("error", [TimeoutError(), RuntimeError("camera\nis gone")])
def test_a_silent_camera_is_one_clear_sentence_and_may_be_asked_again(pi, error):
    with open_camera("picamera") as camera:
        pi.answer = error
        with pytest.raises(CameraError, match="gave no picture.*check its cable") as caught:
            camera.read(1.0)
        assert "\n" not in str(caught.value)
        pi.answer = np.zeros((4, 6, 3), np.uint8)
        assert camera.read(1.0).number == 1


@pytest.mark.parametrize("error", [RuntimeError("failed to acquire"), IndexError("list index out of range")])
def test_a_camera_that_is_not_there_is_one_clear_sentence(pi, error):
    pi.refuse = error
    with pytest.raises(CameraError, match="cannot be started: check its cable"):
        open_camera("picamera")


def test_without_picamera2_the_packages_are_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2"):
        open_camera("picamera")


def test_after_close_the_source_is_at_its_end(pi):
    camera = open_camera("picamera")
    camera.close()
    camera.close()
    assert camera.read(1.0) is None
    assert pi.made[0].calls.count(("close",)) == 1


@pytest.mark.parametrize("format", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "NV12", "YUV420"])
def test_every_format_of_the_pi_becomes_blue_green_red(format):
    bgr = np.full((8, 8, 3), (200, 10, 5), np.uint8)
    yuv = cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)
    raw = {
        "RGB888": bgr,
        "BGR888": bgr[..., ::-1],
        "XRGB8888": np.dstack([bgr, np.full((8, 8), 255, np.uint8)]),
        "XBGR8888": np.dstack([bgr[..., ::-1], np.full((8, 8), 255, np.uint8)]),
        "YUV420": yuv,
        "NV12": np.vstack([yuv[:8], yuv[8:].reshape(2, 16).T.reshape(4, 8)]),
    }[format]
    assert np.abs(as_bgr(np.ascontiguousarray(raw), format).astype(int) - bgr).max() <= 3


def test_an_unknown_format_is_refused():
    with pytest.raises(CameraError, match="SRGGB10"):
        as_bgr(np.zeros((4, 4), np.uint8), "SRGGB10")
