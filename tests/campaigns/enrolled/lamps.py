"""Lamps: what a camera makes of colours in another light, by spectra rather than by three gains.

Reflectances are smooth bands that mix to the colour printed (after Smits, "An RGB-to-spectrum conversion for
reflectances", JGT 1999), lamps are Planck's radiator or a white LED's two humps, and a camera has three bell
curves: so two inks that are told apart by day may come near each other by lamp, as they do, and no gain for
each channel undoes it.
"""

from dataclasses import dataclass

import numpy as np

WAVES = np.arange(400.0, 701.0, 10.0)
"""Nanometres."""

DAY = 6500.0
"""Kelvin of the light in which a colour looks as it is drawn."""

_EYES = ((455.0, 26.0), (535.0, 36.0), (603.0, 34.0))
"""Middle and width, in nanometres, of what blue, green and red of a usual sensor see."""


@dataclass(frozen=True)
class Lamp:
    """A light. kelvin: its colour temperature; led: whether it is a white LED; level: exposure, 1 the usual.

    balance: share of its cast that the camera's white balance takes out, 0..1.
    """

    kelvin: float = DAY
    led: bool = False
    level: float = 1.0
    balance: float = 0.7

    def matrix(self) -> np.ndarray:
        """Give what it makes of linear blue, green and red by day: float (3, 3)."""
        here = _seen(_spectrum(self.kelvin, self.led)) @ np.linalg.inv(_seen(_spectrum(DAY, False)))
        white = here @ np.ones(3)
        here = here / white[1]
        gains = (white / white[1]) ** -self.balance
        return self.level * gains[:, None] * here


def lit(
    picture: np.ndarray, lamp: Lamp, other: Lamp | None = None, share: np.ndarray | None = None
) -> np.ndarray:
    """Show a picture, uint8 (H, W, 3) BGR, in the light of a lamp; as a camera gives it, uint8 (H, W, 3).

    other: a second lamp whose share of the light is given for each spot, float (H, W), 0..1.
    """
    linear = _LINEAR[picture]
    out = linear @ lamp.matrix().T.astype(np.float32)
    if other is not None and share is not None:
        second = linear @ other.matrix().T.astype(np.float32)
        out += (second - out) * share[..., None].astype(np.float32)
    out = np.clip(out, 0, 1)
    coded = np.where(out <= 0.0031308, 12.92 * out, 1.055 * np.power(out, 1 / 2.4) - 0.055)
    return (coded * 255 + 0.5).astype(np.uint8)


def _spectrum(kelvin: float, led: bool) -> np.ndarray:
    meters = WAVES * 1e-9
    planck = meters**-5 / np.expm1(1.4388e-2 / (meters * kelvin))
    if led:
        # The blue of the chip grows with the temperature, the phosphor's hump moves from amber to green.
        warm = np.clip((DAY - kelvin) / (DAY - 2700.0), 0, 1)
        blue = (1.15 - 0.85 * warm) * np.exp(-(((WAVES - 452) / 14) ** 2) / 2)
        planck = blue + np.exp(-(((WAVES - (548 + 45 * warm)) / 52) ** 2) / 2)
    return planck / planck.mean()


def _seen(spectrum: np.ndarray) -> np.ndarray:
    """Give what each channel sees of each band under a light: float (3, 3)."""
    eyes = np.stack([np.exp(-(((WAVES - middle) / wide) ** 2) / 2) for middle, wide in _EYES])
    low, high = (1 / (1 + np.exp(-(WAVES - edge) / 11)) for edge in (492.0, 582.0))
    bands = np.stack([1 - low, low - high, high], 1)
    return (eyes * spectrum) @ bands


_CODES = np.arange(256) / 255
_LINEAR = np.where(_CODES <= 0.04045, _CODES / 12.92, ((_CODES + 0.055) / 1.055) ** 2.4).astype(np.float32)
