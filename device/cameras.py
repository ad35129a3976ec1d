"""The one place where a camera's name is understood."""

import difflib
import re
from pathlib import Path

from device.camera import Camera, Settings
from device.errors import CameraError
from files.regular import expand, is_odd
from texts import Said, say

SIZE = (2304, 1296)
"""Width and height in pixels: the full-width binned mode of the Camera Module 3."""


def open_camera(
    spec: str,
    size: tuple[int, int] = SIZE,
    *,
    settings: Settings | None = None,
    distance: float = 0.75,
    mains: int = 50,
    or_none: bool = False,
) -> Camera:
    """Open the camera that `spec` names: picamera, usb:N, a video file, or a folder of pictures.

    `size` is asked of real cameras, and they keep to `settings`; pictures and videos are passed on as they
    are. `distance` in metres sets the fixed focus and `mains` in hertz the flicker of the light; only a Pi
    camera heeds these two. `or_none`: whoever asks can do without, which a refusal offers then. Raises
    CameraError.
    """
    if spec == "none":
        raise CameraError(say('the camera is "none", and this needs one: give --camera, or another source'))
    if spec == "picamera":
        from device.picam import PiCamera

        return PiCamera(size, settings, distance=distance, mains=mains)
    if number := re.fullmatch("usb:0*([0-9]+)", spec):
        from device.video import LAST, UsbCamera, no_camera

        if len(number[1]) > len(str(LAST)):
            raise no_camera(spec)
        return UsbCamera(int(number[1]), size, settings)
    try:
        return _recorded(spec, expand(spec), or_none)
    except CameraError:
        raise
    except OSError as error:
        # A folder that this user may not enter, or a ~user who is nobody.
        raise CameraError(
            say(
                "{path}: cannot be opened ({why}); give a file or a folder that this user may read",
                path=error.filename or spec,
                why=error.strerror,
            )
        ) from None


def _recorded(spec: str, path: Path, or_none: bool) -> Camera:
    """Open a file or a folder. Raises CameraError, and OSError where it cannot be looked at."""
    if spec and path.is_dir():
        from device.pictures import PictureFolder

        return PictureFolder(path)
    if path.is_file():
        from device.pictures import PictureFolder, is_picture_name
        from device.video import VideoFile

        return PictureFolder(path) if is_picture_name(path) else VideoFile(path)
    raise CameraError(_unknown(spec, path, or_none))


def _unknown(spec: str, path: Path, or_none: bool) -> Said:
    """Say that no such camera is known, and which one was probably meant."""
    if is_odd(path):
        return say(
            "the camera {camera} is a pipe, a device or a socket: give one of {kinds}",
            camera=repr(spec),
            kinds=_kinds(or_none),
        )
    if spec.startswith("usb"):
        return say(
            "unknown camera {camera}: a USB camera is written usb:N with its number, for example usb:0",
            camera=repr(spec),
        )
    known = ["picamera", "usb:0", "simulated", *(["none"] if or_none else [])]
    if path.parent.is_dir() and path.name:
        known += [str(path.parent / child.name) for child in sorted(path.parent.iterdir())]
        spec = spec if path.parent == Path(".") and "/" not in spec else str(path)
    near = difflib.get_close_matches(spec, known, n=1)
    if not near:
        return say("unknown camera {camera}: give one of {kinds}", camera=repr(spec), kinds=_kinds(or_none))
    return say(
        "unknown camera {camera}: give one of {kinds}; did you mean {nearest}?",
        camera=repr(spec),
        kinds=_kinds(or_none),
        nearest=repr(near[0]),
    )


def _kinds(or_none: bool) -> Said:
    if or_none:
        return say("picamera, usb:N, simulated, none, an existing video file or folder of pictures")
    return say("picamera, usb:N, simulated, an existing video file or folder of pictures")
