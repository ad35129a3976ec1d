"""The Raspberry Pi camera: a thin adapter around picamera2.

picamera2 and libcamera come from the system (apt); they are imported only when this camera is asked for.
"""

import gc
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from device.camera import Frame, LiveCamera, Settings, begun_at
from device.errors import CameraError, line_of
from device.exposure import SETTLE_S, is_steady, unflickering
from texts import say

log = logging.getLogger(__name__)

SENSOR_MODES: Mapping[str, tuple[tuple[int, int], int]] = {
    "imx708": ((2304, 1296), 10),
    "imx219": ((1640, 1232), 10),
    "imx477": ((2028, 1520), 12),
    "ov5647": ((1296, 972), 10),
    "imx519": ((2328, 1748), 10),
}
"""The binned mode of each sensor that sees its whole field, and its bits a pixel (the sensors' drivers).

Left to itself picamera2 may take a centre crop, on the Camera Module 3 one that sees a third less.
"""
MAIN_FORMAT = "RGB888"
"""The name is libcamera's: in memory it is blue, green, red."""
BUFFERS = 4
WAIT_S = 2.0
FRAME_US = (33_333, 100_000)
"""From 30 pictures a second to 10, so that a lamp in the evening may be exposed for longer."""
INSTALL = say("sudo apt install python3-picamera2, and make the venv with --system-site-packages")


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

        `settings`: what it was locked to, None lets its automatics choose. Raises CameraError.
        """
        picamera2, controls = _libraries()
        self._clock = clock
        self._period = 1e6 / (2 * mains)
        self._number = 0
        self._mine = threading.Lock()
        self._camera: Any = None
        try:
            self._camera = picamera2.Picamera2()
            configuration = self._camera.create_video_configuration(
                main={"size": size, "format": MAIN_FORMAT}, sensor=self._sensor_mode(), buffer_count=BUFFERS
            )
            self._camera.configure(configuration)
            # What was asked for may have been changed to what the camera can do.
            main = self._camera.camera_configuration()["main"]
            self._format, self._width = str(main["format"]), int(main["size"][0])
            self._steady(controls, distance)
            self._keep(settings or Settings())
            self._camera.start()
        except Exception as error:  # picamera2 passes on whatever its parts raise
            self.close()
            raise CameraError(
                say("the Pi camera cannot be started: check its cable ({why})", why=line_of(error))
            ) from None

    def _sensor_mode(self) -> dict[str, Any]:
        """Pin the sensor's mode; a sensor that is not known here chooses its own."""
        mode = SENSOR_MODES.get(str(self._camera.camera_properties.get("Model", "")).split("_")[0])
        return {} if mode is None else {"output_size": mode[0], "bit_depth": mode[1]}

    def _steady(self, controls: Any, distance: float) -> None:
        """Fix the focus, and what must not change with the light."""
        known = self._camera.camera_controls
        if "AfMode" in known:
            self._set({"AfMode": controls.AfModeEnum.Manual, "LensPosition": 1 / distance})
        if "AeFlickerMode" in known:
            manual = controls.AeFlickerModeEnum.Manual
            self._set({"AeFlickerMode": manual, "AeFlickerPeriod": round(self._period)})
        self._set({"FrameDurationLimits": FRAME_US})

    def _keep(self, settings: Settings) -> None:
        """Set what was locked, and turn off the automatics that would change it."""
        values: dict[str, Any] = {}
        if settings.exposure_us is not None and settings.gain is not None:
            values |= {"AeEnable": False, "ExposureTime": settings.exposure_us, "AnalogueGain": settings.gain}
        if settings.colour_gains is not None:
            values |= {"AwbEnable": False, "ColourGains": tuple(settings.colour_gains)}
        if settings.lens_position is not None:
            values |= {"LensPosition": settings.lens_position}
        self._set(values)

    def _set(self, values: Mapping[str, Any]) -> None:
        """Set those controls that this camera has: picamera2 raises at any other."""
        known = self._camera.camera_controls
        if mine := {name: value for name, value in values.items() if name in known}:
            self._camera.set_controls(mine)

    def read(self, timeout: float, since: float | None = None) -> Frame | None:
        """Return a frame that was begun after this call, or from `since` on, in monotonic seconds.

        Raises CameraError when none came within `timeout` seconds (2 at most).
        """
        with self._mine:
            if self._camera is None:
                return None
            image, metadata = self._take(min(timeout, WAIT_S), picture=True, since=since)
            self._number += 1
            return Frame(image, self._number, begun_at(_begun(metadata), self._clock()))

    def lock(self) -> Settings:
        """Keep to the exposure, gain and white balance that are found by now, and return them.

        Waits until they have come to rest, SETTLE_S seconds at most; the exposure becomes a multiple of the
        light's flicker. A value that this camera does not tell is None. Raises CameraError.
        """
        with self._mine:
            if self._camera is None:
                raise CameraError(say("the Pi camera was closed: open it anew"))
            told = [_told(self._take(WAIT_S)[1])]
            until = self._clock() + SETTLE_S
            while not is_steady(told) and self._clock() < until:
                told.append(_told(self._take(WAIT_S)[1]))
            settings = told[-1]
            if settings.exposure_us is not None and settings.gain is not None:
                longest = self._camera.camera_controls.get("ExposureTime", (0, FRAME_US[1]))[1]
                exposure, gain = unflickering(
                    settings.exposure_us, settings.gain, self._period, min(longest, FRAME_US[1])
                )
                settings = replace(settings, exposure_us=exposure, gain=gain)
            try:
                self._keep(settings)
            except Exception as error:  # as above
                raise CameraError(
                    say("the Pi camera cannot be locked ({why}): try again", why=line_of(error))
                ) from None
            return settings

    def _take(
        self, wait: float, picture: bool = False, since: float | None = None
    ) -> tuple[np.ndarray, Mapping[str, Any]]:
        """Take a frame begun from now on, or since then: its picture, empty unless asked for, and metadata.

        Of the frames that nobody took picamera2 keeps the newest: that is what it gives at once.
        """
        now = time.monotonic()
        wanted, until = now if since is None else since, now + wait
        try:
            # At most so many frames can have been begun before: what lies behind them is new in any case.
            older = BUFFERS
            while True:
                # Without a limit a camera that fell silent would be waited for without end.
                with self._camera.captured_request(wait=max(0.01, until - time.monotonic())) as request:
                    metadata = request.get_metadata()
                    begun = _begun(metadata)
                    if older and (begun is None or begun < wanted):
                        # Before a moment to come there may be any number, from a camera that is quick.
                        older -= time.monotonic() >= wanted
                        continue
                    raw = request.make_array("main") if picture else np.empty((0, 0, 3), np.uint8)
                    break
            return (as_bgr(raw, self._format, self._width) if picture else raw), metadata
        except TimeoutError:
            raise CameraError(
                say(
                    "the Pi camera gave no picture in {seconds} seconds: check its cable", seconds=f"{wait:g}"
                )
            ) from None
        except CameraError:
            raise
        except Exception as error:  # as above; and OpenCV, of fewer or more bytes than a picture has
            raise CameraError(
                say("the Pi camera gave no picture: check its cable ({why})", why=line_of(error))
            ) from None

    def close(self) -> None:
        """Stop the camera and give it back; twice is harmless."""
        with self._mine:
            camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.close()
        except Exception as error:
            # One whose cable was pulled cannot be stopped; what matters is that nobody asks it any more.
            log.warning("the Pi camera could not be closed: %s", line_of(error))
        # libcamera lets a camera go only once nothing refers to it; picamera2 leaves circles behind.
        del camera
        gc.collect()


def as_bgr(raw: np.ndarray, format: str, width: int | None = None) -> np.ndarray:
    """Turn libcamera's pixels into uint8 (H, W, 3) BGR, `width` pixels across if rows are padded.

    Raises CameraError on an unknown format.
    """
    match format:
        case "RGB888":
            image = raw
        case "BGR888":
            image = cv2.cvtColor(raw, cv2.COLOR_RGB2BGR)
        case "XRGB8888":
            image = cv2.cvtColor(raw, cv2.COLOR_BGRA2BGR)
        case "XBGR8888":
            image = cv2.cvtColor(raw, cv2.COLOR_RGBA2BGR)
        case "NV12":
            image = cv2.cvtColor(raw, cv2.COLOR_YUV2BGR_NV12)
        case "YUV420":
            image = cv2.cvtColor(raw, cv2.COLOR_YUV2BGR_I420)
        case _:
            raise CameraError(
                say(
                    "the Pi camera gives pictures in the format {format}: "
                    "only {known} and its like can be used",
                    format=format,
                    known=MAIN_FORMAT,
                )
            )
    return image if width is None or image.shape[1] == width else np.ascontiguousarray(image[:, :width])


def _begun(metadata: Mapping[str, Any]) -> float | None:
    """Say when a frame's exposure began, in monotonic seconds; None where the camera does not tell."""
    shown: float | None = metadata.get("SensorTimestamp")
    return None if shown is None else shown / 1e9 - metadata.get("ExposureTime", 0) / 1e6


def _told(metadata: Mapping[str, Any]) -> Settings:
    """Say how a picture was taken, as far as the camera tells."""
    gains = metadata.get("ColourGains")
    return Settings(
        metadata.get("ExposureTime"),
        metadata.get("AnalogueGain"),
        None if gains is None else (gains[0], gains[1]),
        metadata.get("LensPosition"),
    )


def _libraries() -> tuple[Any, Any]:
    try:
        import picamera2
        from libcamera import controls
    except Exception as error:  # compiled parts of it that were made for another NumPy raise ValueError
        raise CameraError(
            say(
                "the Pi camera needs picamera2 ({why}): {remedy}; on a machine without one choose "
                "another camera, such as usb:0",
                why=line_of(error),
                remedy=INSTALL,
            )
        ) from None
    return picamera2, controls
