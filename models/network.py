"""A network as ONNX Runtime runs it: pictures in, its outputs out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from files.runtime import onnxruntime

LEVELS = "levels"
"""What the input of a network is called that wants levels instead of a picture as it is."""

SCALE, ZERO, OWN = "scale", "zero", "own"
"""Keys of the file's metadata: what a level is worth, which level is nothing, and whether brightness and
contrast are counted from each picture's own (1) or from the middle of 0 and 255 (0).
"""

MIDDLE = 127.5
"""The grey level in the middle of 0 and 255, and the spread about it that counts as one."""

FAINT = 0.05 * MIDDLE
"""Grey levels added to a picture's standard deviation: what shows next to nothing is not blown up."""

_GREY = np.arange(256)


@dataclass(frozen=True)
class Levels:
    """How a network counts a picture's light; the fields are those of its metadata."""

    scale: float
    zero: int
    own: bool

    @classmethod
    def read(cls, metadata: Mapping[str, str]) -> "Levels":
        """Take them from a file's metadata. Raises KeyError or ValueError where they are not there."""
        return cls(float(metadata[SCALE]), int(metadata[ZERO]), bool(int(metadata[OWN])))

    def of(self, crops: np.ndarray) -> np.ndarray:
        """Take each picture's own brightness and contrast out: light and camera differ from table to table.

        crops: uint8 (N, H, W, 3) BGR, W even. Gives uint8 (N, H, W/2, 8): pairs of pixels of four bytes.
        """
        count, high, wide = crops.shape[:3]
        shown = np.empty((count, high, wide, 4), np.uint8)
        mean = spread = MIDDLE
        for crop, into in zip(crops, shown, strict=True):
            if self.own:
                mean, spread = (float(each[0, 0]) for each in cv2.meanStdDev(crop.reshape(high, 3 * wide)))
                spread += FAINT
            table = np.rint((_GREY - mean) / (spread * self.scale)) + self.zero
            table = table.clip(0, 255).astype(np.uint8)
            cv2.cvtColor(cv2.LUT(crop, table), cv2.COLOR_BGR2BGRA, dst=into)
        return shown.reshape(count, high, wide // 2, 8)


class Network:
    """A network that wants pictures as they are, or their levels: whoever runs it need not know.

    Raises KeyError or ValueError where its file does not say how it counts levels.
    """

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        self._session = session
        self._outputs = [output.name for output in session.get_outputs()]
        self._input = session.get_inputs()[0].name
        self.metadata: dict[str, str] = session.get_modelmeta().custom_metadata_map
        self._levels = Levels.read(self.metadata) if self._input == LEVELS else None

    def named(self, crops: np.ndarray) -> dict[str, np.ndarray]:
        """Look at crops, uint8 (N, H, W, 3) BGR; give all outputs by name."""
        return dict(zip(self._outputs, self.run(self._outputs, crops), strict=True))

    def run(self, outputs: Sequence[str], crops: np.ndarray) -> list[np.ndarray]:
        """Look at crops, uint8 (N, H, W, 3) BGR; give the outputs that are asked for."""
        shown = self._levels.of(crops) if self._levels else crops
        return self._session.run(outputs, {self._input: shown})
