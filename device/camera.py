"""What a camera gives, and what it promises."""

from dataclasses import dataclass, field
from typing import Protocol, Self

import numpy as np


@dataclass(frozen=True)
class Frame:
    """One picture: `image` uint8 (H, W, 3) BGR, `number` from 1, `time` in monotonic seconds."""

    image: np.ndarray = field(compare=False, repr=False)
    number: int
    time: float


class Camera(Protocol):
    """Where frames come from; a context manager whose `close` may be called twice."""

    def read(self, timeout: float) -> Frame | None:
        """Return the next frame, or None at the end of the source.

        Raises BrokenPicture when this one cannot be decoded: read on. Raises CameraError when nothing came
        within `timeout` seconds or the camera is gone: close it and open it anew.
        """
        ...

    def close(self) -> None:
        """Give the hardware back."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
