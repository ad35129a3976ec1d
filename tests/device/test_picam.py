"""The Pi camera's adapter against a stand-in for picamera2 that keeps its signatures."""

import gc
import sys
import threading
import time
from types import ModuleType, SimpleNamespace

import cv2
import numpy as np
import pytest
from patience import PATIENCE_S
from picamera2_stand_in import Picamera2

from device.camera import Settings
from device.cameras import open_camera
from device.errors import CameraError
from device.picam import BUFFERS, PiCamera, as_bgr

LOCKED = Settings(exposure_us=20_000, gain=2.5, colour_gains=(1.8, 1.4), lens_position=1.5)


@pytest.fixture(scope="module")
def little_to_search():
    """Leave what other tests have made out of the search for garbage with which each camera is closed."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def pi(monkeypatch, little_to_search):
    """A Pi whose camera shows a blue table."""
    made = type("Picamera2", (Picamera2,), {"made": []})
    picamera2, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
    picamera2.Picamera2 = made
    manual = SimpleNamespace(Manual="manual")
    libcamera.controls = SimpleNamespace(AfModeEnum=manual, AeFlickerModeEnum=manual)
    monkeypatch.setitem(sys.modules, "picamera2", picamera2)
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    return made


@pytest.mark.parametrize(
    ("model", "sensor"),
    [
        ("imx708", {"output_size": (2304, 1296), "bit_depth": 10}),
        ("imx708_wide_noir", {"output_size": (2304, 1296), "bit_depth": 10}),
        ("imx219", {"output_size": (1640, 1232), "bit_depth": 10}),
        ("imx477", {"output_size": (2028, 1520), "bit_depth": 12}),
        ("some_other", {}),
    ],
)
def test_the_mode_of_a_known_sensor_is_pinned_to_one_that_sees_its_whole_field(pi, model, sensor):
    pi.camera_properties = {"Model": model}
    open_camera("picamera", (1152, 648)).close()
    assert pi.made[0].calls[0] == ("configuration", {"size": (1152, 648), "format": "RGB888"}, sensor)


@pytest.mark.parametrize(("mains", "period"), [(50, 10_000), (60, 8333)])
def test_focus_and_flicker_are_fixed_before_the_first_picture(pi, mains, period):
    open_camera("picamera", distance=0.5, mains=mains).close()
    assert pi.made[0].controls() == {
        "AfMode": "manual",
        "LensPosition": 2.0,
        "AeFlickerMode": "manual",
        "AeFlickerPeriod": period,
        "FrameDurationLimits": (33_333, 100_000),
    }
    assert [call[0] for call in pi.made[0].calls[-2:]] == ["start", "close"]


def test_settings_given_at_the_start_are_kept_and_the_automatics_off(pi):
    open_camera("picamera", settings=LOCKED).close()
    calls = pi.made[0].calls
    kept = {
        "AeEnable": False,
        "ExposureTime": 20_000,
        "AnalogueGain": 2.5,
        "AwbEnable": False,
        "ColourGains": (1.8, 1.4),
        "LensPosition": 1.5,
    }
    assert kept.items() <= pi.made[0].controls().items()
    assert max(i for i, call in enumerate(calls) if call[0] == "controls") < calls.index(("start",))


def test_controls_that_a_camera_has_not_are_not_set(pi):
    pi.camera_controls = {"AnalogueGain": (1.0, 8.0, 1.0)}
    with open_camera("picamera", settings=LOCKED) as camera:
        assert camera.read(2.0) is not None
    assert pi.made[0].controls() == {"AnalogueGain": 2.5}


def test_lock_keeps_what_the_automatics_found_with_the_exposure_a_multiple_of_the_flicker(pi):
    searching = [
        {"ExposureTime": 5000 + 900 * n, "AnalogueGain": 4.0, "ColourGains": (1.0, 2.0)} for n in range(9)
    ]
    found = {"ExposureTime": 19_000, "AnalogueGain": 2.0, "ColourGains": (1.7, 1.3), "LensPosition": 1.25}
    pi.answers = [*searching, found]
    with open_camera("picamera") as camera:
        settings = camera.lock()
    assert settings == Settings(20_000, 1.9, (1.7, 1.3), 1.25)
    kept = pi.made[0].controls()
    assert (kept["AeEnable"], kept["ExposureTime"], kept["AnalogueGain"]) == (False, 20_000, 1.9)
    assert (kept["AwbEnable"], kept["ColourGains"], kept["LensPosition"]) == (False, (1.7, 1.3), 1.25)


def test_light_that_never_rests_is_locked_when_the_patience_ends(pi):
    class Clock:
        now = 0.0

        def __call__(self):
            self.now += 0.5
            return self.now

    pi.answers = [
        {"ExposureTime": 10_000 * (1 + n % 2), "AnalogueGain": 1.0, "ColourGains": (1.0, 1.0)}
        for n in range(99)
    ]
    with PiCamera((640, 480), clock=Clock()) as camera:
        assert camera.lock().exposure_us in (10_000, 20_000)
    assert pi.made[0].count("capture") < 20


def test_a_camera_that_tells_nothing_of_itself_locks_nothing(pi):
    pi.camera_controls = {}
    with open_camera("picamera") as camera:
        assert camera.lock() == Settings()
    assert pi.made[0].controls() == {}


def test_a_frame_is_blue_green_red_and_its_request_is_given_back(pi):
    with open_camera("picamera") as camera:
        frame = camera.read(5.0)
    assert frame.number == 1 and tuple(frame.image[0, 0]) == (200, 10, 5)
    assert pi.made[0].count("capture") == pi.made[0].count("released") == 1
    assert max(call[1] for call in pi.made[0].calls if call[0] == "capture") <= 2.0


def test_frames_begun_before_they_were_asked_for_are_passed_over(pi):
    pi.answers = [{"SensorTimestamp": 5}, {"SensorTimestamp": 6}, np.full((4, 6, 3), 77, np.uint8)]
    with open_camera("picamera") as camera:
        assert camera.read(2.0).image[0, 0, 0] == 77
    assert pi.made[0].count("capture") == pi.made[0].count("released") == 3


def test_a_frame_that_was_exposed_meanwhile_is_given_to_whoever_names_since_when(pi):
    pi.answers = [
        {"SensorTimestamp": 4_000_000_000, "ExposureTime": 20_000},
        {"SensorTimestamp": 4_100_000_000, "ExposureTime": 20_000},
    ]
    with PiCamera((640, 480), clock=lambda: 4.2) as camera:
        assert camera.read(2.0, since=4.05).time == pytest.approx(4.08)
    assert pi.made[0].count("capture") == pi.made[0].count("released") == 2


def test_however_many_frames_come_before_a_moment_ahead_the_one_from_then_on_is_given(pi):
    ahead = round(time.monotonic()) + 600
    begun = [(ahead - 1) * 1_000_000_000 + n for n in range(3 * BUFFERS)]
    pi.answers = [{"SensorTimestamp": at, "ExposureTime": 0} for at in [*begun, ahead * 1_000_000_000]]
    with PiCamera((640, 480), clock=lambda: ahead + 2.0) as camera:
        assert camera.read(2.0, since=ahead).time == ahead


@pytest.mark.parametrize("since", [None, 0.0])
def test_a_camera_without_times_gives_the_one_behind_all_that_were_under_way(pi, since):
    pi.answers = [{"SensorTimestamp": None}]
    with PiCamera((640, 480), clock=lambda: 3.0) as camera:
        assert camera.read(2.0, since).time == 3.0
    assert pi.made[0].count("capture") == 5


def test_rows_that_are_padded_are_cut_to_the_width(pi):
    bgr = np.full((8, 16, 3), (200, 10, 5), np.uint8)
    bgr[:, 12:] = 0
    pi.adjusts = {"format": "YUV420", "size": (12, 8)}
    pi.answers = [cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)]
    with open_camera("picamera", (13, 8)) as camera:
        image = camera.read(2.0).image
    assert image.shape == (8, 12, 3) and np.abs(image.astype(int) - bgr[:, :12]).max() <= 3


@pytest.mark.parametrize("error", [TimeoutError(), RuntimeError("camera\nis gone"), KeyError("Timestamp")])
def test_a_silent_camera_is_one_clear_sentence_and_may_be_asked_again(pi, error):
    pi.answers = [error, np.zeros((4, 6, 3), np.uint8)]
    with open_camera("picamera") as camera:
        with pytest.raises(CameraError, match="gave no picture.*check its cable") as caught:
            camera.read(1.0)
        assert "\n" not in str(caught.value)
        assert camera.read(1.0).number == 1


@pytest.mark.parametrize("error", [RuntimeError("failed to acquire"), IndexError("list index out of range")])
def test_a_camera_that_is_not_there_is_one_clear_sentence(pi, error):
    pi.refuse = error
    with pytest.raises(CameraError, match="cannot be started: check its cable"):
        open_camera("picamera")


def test_a_camera_that_cannot_be_stopped_any_more_is_let_go(pi, caplog):
    pi.breaks = RuntimeError("Unable to stop preview.")
    with open_camera("picamera") as camera:
        pass
    assert camera.read(1.0) is None and "Unable to stop preview" in caplog.text


def test_without_picamera2_the_packages_are_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(
        CameraError, match="sudo apt install python3-picamera2.*choose another camera, such as usb:0"
    ):
        open_camera("picamera")


def test_parts_of_picamera2_that_were_made_for_another_numpy_are_told(monkeypatch, tmp_path):
    (tmp_path / "picamera2.py").write_text('raise ValueError("numpy.dtype size changed")\n')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    with pytest.raises(CameraError, match=r"needs picamera2 \(numpy.dtype size changed\): sudo apt install"):
        open_camera("picamera")


def test_after_close_the_source_is_at_its_end_and_cannot_be_locked(pi):
    camera = open_camera("picamera")
    camera.close()
    camera.close()
    assert camera.read(1.0) is None
    with pytest.raises(CameraError, match="was closed"):
        camera.lock()
    assert pi.made[0].count("close") == 1


def test_a_camera_is_not_closed_under_a_reading(pi):
    reading, go_on = threading.Event(), threading.Event()

    class Slow(dict):
        def get(self, name, default=None):
            reading.set()
            assert go_on.wait(PATIENCE_S)
            return super().get(name, default)

    camera = open_camera("picamera")
    request = SimpleNamespace(get_metadata=Slow, make_array=lambda name: np.zeros((4, 6, 3), np.uint8))
    camera._camera.captured_request = lambda wait: SimpleContext(request)
    threads = [threading.Thread(target=camera.read, args=(1.0,)), threading.Thread(target=camera.close)]
    threads[0].start()
    assert reading.wait(PATIENCE_S)
    threads[1].start()
    assert pi.made[0].count("close") == 0
    go_on.set()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert pi.made[0].count("close") == 1


class SimpleContext:
    """Gives one thing."""

    def __init__(self, thing):
        self._thing = thing

    def __enter__(self):
        return self._thing

    def __exit__(self, *_):
        pass


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


@pytest.mark.parametrize(
    ("format", "shape"), [("YUV420", (7, 6)), ("NV12", (6, 7)), ("NV12", (0, 6)), ("RGB888", (77,))]
)
def test_more_or_fewer_bytes_than_a_picture_has_are_one_sentence(pi, format, shape):
    pi.adjusts, pi.answers = {"format": format}, [np.zeros(shape, np.uint8)]
    with open_camera("picamera", (6, 4)) as camera:
        with pytest.raises(CameraError, match="the Pi camera gave no picture: check its cable") as error:
            camera.read(1.0)
    assert "\n" not in str(error.value)


def test_an_unknown_format_is_refused():
    with pytest.raises(CameraError, match="SRGGB10"):
        as_bgr(np.zeros((4, 4), np.uint8), "SRGGB10")
