"""Keep OpenCV's own chatter off the terminal: what matters becomes one of our sentences."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# Read by OpenCV's video backends when they are first used; -8 is FFmpeg's "quiet".
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
# Seconds that a USB camera may keep silent; OpenCV's own 10 would look like a thread that hangs.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")

import cv2

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

_lock = threading.Lock()


@contextmanager
def quiet() -> Iterator[None]:
    """Send what native code writes to the error stream (file descriptor 2) nowhere for a moment.

    libjpeg, libpng and the video parsers print past OpenCV's log level, so only the descriptor stops them.
    What Python prints has a descriptor of its own in the program (`familiar.start`); without that, what
    another thread writes meanwhile is lost too. Hold it over one decoding or opening, never over a wait.
    """
    with _lock:
        saved = os.dup(2)
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 2)
            os.close(nowhere)
            yield
        finally:
            os.dup2(saved, 2)
            os.close(saved)
