"""As much of picamera2 as the adapter uses; names and order of parameters as in its source."""

import time
from contextlib import contextmanager

import numpy as np

MODULE_3 = {
    "AfMode": (0, 2, 0),
    "LensPosition": (0.0, 32.0, 1.0),
    "AeEnable": (False, True, None),
    "ExposureTime": (1, 66_666, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "AwbEnable": (False, True, None),
    "ColourGains": (0.0, 32.0, None),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 1_000_000, None),
    "FrameDurationLimits": (17_849, 220_000, 33_333),
}
"""The controls of a Camera Module 3, with bounds and default."""
BLUE = np.full((4, 6, 3), (200, 10, 5), np.uint8)


class CompletedRequest:
    """A picture that was taken, and what is known of it."""

    def __init__(self, request, picam2):
        self._picture, self._metadata = request, picam2

    def get_metadata(self):
        return self._metadata

    def make_array(self, name):
        return self._picture


class Picamera2:
    """A camera whose `answers` a test lists: pictures, metadata of pictures, or errors; the last one stays.

    A picture is new, unless its metadata tells a "SensorTimestamp" of its own; None: it tells none.
    """

    camera_controls = MODULE_3
    camera_properties = {"Model": "imx708_wide"}
    adjusts = {}
    made = []
    answers = [BLUE]
    refuse = None
    breaks = None

    def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None):
        if self.refuse:
            raise self.refuse
        self.calls = []
        self.answers = list(self.answers)
        self.closed = 0
        self.made.append(self)

    def create_video_configuration(
        self, main=None, lores=None, raw=None, transform=None, colour_space=None, buffer_count=6,
        controls=None, display="main", encode="main", queue=True, sensor=None, use_case="video",
    ):  # fmt: skip
        self.calls.append(("configuration", main, sensor))
        return {"main": main}

    def configure(self, camera_config="preview"):
        self.config = {"main": {**camera_config["main"], **self.adjusts}}

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
        assert wait is not None, "this could be waited for without end"
        self.calls.append(("capture", wait))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        metadata, picture = (answer, BLUE) if isinstance(answer, dict) else ({}, answer)
        begun = time.monotonic_ns() + 1000 * metadata.get("ExposureTime", 0)
        told = {"SensorTimestamp": begun, **metadata}
        yield CompletedRequest(picture, {name: value for name, value in told.items() if value is not None})
        self.calls.append(("released",))

    def close(self):
        self.calls.append(("close",))
        if self.breaks:
            raise self.breaks

    def controls(self):
        """Gather what was set, in the order in which it was set."""
        return {
            name: value for call in self.calls if call[0] == "controls" for name, value in call[1].items()
        }

    def count(self, name):
        """Count the calls of one kind."""
        return sum(call[0] == name for call in self.calls)
