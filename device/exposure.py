"""Exposure that mains light does not make flicker, and when a camera's automatics have come to rest."""

from collections.abc import Sequence

from device.camera import Settings

SETTLE_S = 5.0
"""Exposure and white balance find their values within 2 seconds from a start (libcamera's tuning)."""
STEADY_FRAMES = 8
STEADY_PART = 0.02
"""Automatics that are at rest still move by a hundredth."""


def unflickering(exposure: int, gain: float, period: float, longest: float) -> tuple[int, float]:
    """Round an exposure to a multiple of the light's flicker, and let the gain make up for it.

    `exposure`, `period` and `longest` in microseconds, `period` half the mains' (a lamp shines twice in it);
    `gain` from 1. In light so bright that one whole period would be too long, nothing is changed.
    """
    light = exposure * gain
    times = min(max(1, round(exposure / period)), int(longest // period))
    # A longer exposure wants a smaller gain, and below 1 there is none.
    while times > 1 and light < times * period:
        times -= 1
    if times < 1 or light < times * period:
        return exposure, gain
    return round(times * period), light / (times * period)


def is_steady(told: Sequence[Settings]) -> bool:
    """Tell whether exposure, gain and white balance rested over the last pictures, as each was told."""
    last = told[-STEADY_FRAMES:]
    watched = zip(
        *((each.exposure_us, each.gain, each.colour_gains, each.temperature) for each in last), strict=True
    )
    return len(last) == STEADY_FRAMES and all(_rests(values) for values in watched)


def _rests(values: Sequence[float | tuple[float, float] | None]) -> bool:
    if any(value is None for value in values):
        return all(value is None for value in values)
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    return all(max(column) - min(column) <= STEADY_PART * max(column) for column in zip(*rows, strict=True))
