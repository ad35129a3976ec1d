"""Pictures on disk, and pins without hardware."""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from device.gpio import GpioPanel, pin_factory
from device.pins import Pins


class FakeClock:
    """A clock that a test sets."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Bench:
    """A panel on mock pins, with fingers on its buttons."""

    def __init__(self):
        self.factory = pin_factory("mock")
        self.clock = FakeClock()
        self.pins = Pins()
        self.pressed = []
        self.panel = GpioPanel(self.pins, self.factory, clock=self.clock)
        self.panel.on_press(self.pressed.append)

    def pin(self, number):
        return self.factory.pin(number)

    def down(self, number):
        self.pin(number).drive_low()

    def up(self, number, after):
        self.clock.now += after
        self.pin(number).drive_high()
        self.clock.now += 1.0

    def status(self):
        return tuple(self.pin(pin).state for pin in (self.pins.red, self.pins.green, self.pins.blue))


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.panel.close()


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def picture():
    """Write a picture whose every pixel has one value."""

    def write(path, value=0, size=(64, 48)):
        ok, data = cv2.imencode(path.suffix, np.full((size[1], size[0], 3), value, np.uint8))
        assert ok
        path.write_bytes(data.tobytes())
        return path

    return write
