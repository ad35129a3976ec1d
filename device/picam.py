"""The Raspberry Pi camera: a thin adapter around picamera2.

picamera2 and libcamera come from the system (apt); they are imported only when this camera is asked for.
"""

import time
from collections.abc import Callable
from typing import Any, Self

import cv2
import numpy as np

from device.camera import Frame, LiveCamera, Settings
from device.errors import CameraError

SENSOR_MODE = {"output_size": (2304, 1296), "bit_depth": 10}
"""Left to itself picamera2 may take the 1536x864 mode, a centre crop that sees a third less."""
MAIN_FORMAT = "RGB888"
"""The name is libcamera's: in memory it is blue, green, red."""
WAIT_S = 2.0
INSTALL = "sudo apt install python3-picamera2, and make the venv with --system-site-packages"


class PiCamera(LiveCamera):
    """A camera at the Pi's ribbon cable, with fixed focus."""

    def __init__(
        self,
        size: tuple[int, int],
        settings: Settings | None = None,
        *,
        distance: float = 0.75,
        mains: int = 50,
        clock: Callable[[], float] = time.monotonic,
    ):
        """Start the camera `distance` metres above the table, in light that flickers with `mains` hertz.

        Raises CameraError.
        """
        picamera2, controls = _libraries()
        self._clock = clock
        self._number = 0
        self._camera: Any = None
        try:
            self._camera = picamera2.Picamera2()
            configuration = self._camera.create_video_configuration(
                main={"size": size, "format": MAIN_FORMAT}, sensor=SENSOR_MODE, buffer_count=4
            )
            self._camera.configure(configuration)
            self._format = str(self._camera.camera_configuration()["main"]["format"])
            self._set_controls(controls, distance, mains)
            self._camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            self.close()
            raise CameraError(f"the Pi camera cannot be started: check its cable ({_line(error)})") from None

    def _set_controls(self, controls: Any, distance: float, mains: int) -> None:
        """Fix focus and flicker where the camera has such controls; a v2 camera has no focus to set."""
        wanted = {
            "AfMode": lambda: controls.AfModeEnum.Manual,
            "LensPosition": lambda: 1 / distance,
            "AeFlickerMode": lambda: controls.AeFlickerModeEnum.Manual,
            "AeFlickerPeriod": lambda: 1_000_000 // (2 * mains),
        }
        known = self._camera.camera_controls
        values = {name: value() for name, value in wanted.items() if name in known}
        if values:
            self._camera.set_controls(values)

    def read(self, timeout: float) -> Frame | None:
        """Return a frame that was begun after this call.

        Raises CameraError when none came within `timeout` seconds (2 at most).
        """
        if self._camera is None:
            return None
        wait = min(timeout, WAIT_S)
        try:
            # Without flush an older frame may come back (picamera2 #426), without wait it may never end.
            with self._camera.captured_request(wait=wait, flush=True) as request:
                raw = request.make_array("main")
        except TimeoutError:
            raise CameraError(f"the Pi camera gave no picture in {wait:g} seconds: check its cable") from None
        except (RuntimeError, OSError) as error:
            raise CameraError(f"the Pi camera gave no picture: check its cable ({_line(error)})") from None
        self._number += 1
        return Frame(as_bgr(raw, self._format), self._number, self._clock())

    def close(self) -> None:
        """Stop the camera and give it back; twice is harmless."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def as_bgr(raw: np.ndarray, format: str) -> np.ndarray:
    """Turn libcamera's pixels into uint8 (H, W, 3) BGR. Raises CameraError on an unknown format."""
    match format:
        case "RGB888":
            return raw
        case "BGR888":
            return cv2.cvtColor(raw, cv2.COLOR_RGB2BGR)
        case "XRGB8888":
            return cv2.cvtColor(raw, cv2.COLOR_BGRA2BGR)
        case "XBGR8888":
            return cv2.cvtColor(raw, cv2.COLOR_RGBA2BGR)
        case "NV12":
            return cv2.cvtColor(raw, cv2.COLOR_YUV2BGR_NV12)
        case "YUV420":
            return cv2.cvtColor(raw, cv2.COLOR_YUV2BGR_I420)
    raise CameraError(
        f"the Pi camera gives pictures in the format {format}: only {MAIN_FORMAT} and its like can be used"
    )


def _libraries() -> tuple[Any, Any]:
    try:
        import picamera2
        from libcamera import controls
    except ImportError as error:
        raise CameraError(f"the Pi camera needs picamera2 ({_line(error)}): {INSTALL}") from None
    return picamera2, controls


def _line(error: BaseException) -> str:
    """Put an error of another library on one line."""
    return " ".join(str(error).split()) or type(error).__name__
