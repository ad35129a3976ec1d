"""The panel on real or mock pins, through gpiozero."""

import os
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, Self

import gpiozero

from device.debounce import HOLD_S, Debounce
from device.errors import PanelError, line_of
from device.panel import Lights, NullPanel, Panel
from device.pins import Pins
from texts import say

PINS = ("gpio", "mock", "none")
INSTALL = say("sudo apt install python3-lgpio, and make the venv with --system-site-packages")
BLINK_S = 0.4
PULSE_S = 0.8
QUICK_S = 0.2
"""A seat's blink: told from the pulse of a light that cannot be dimmed, which blinks slowly instead."""
HOLD_MARGIN_S = 0.05
"""gpiozero's hold timer and our clock may differ by a little; a hold told too early would be none."""
SOUNDS: Mapping[str, tuple[float, float, int]] = MappingProxyType(
    {"good": (1.0, 0.08, 1), "ask": (7 / 12, 0.12, 2), "refused": (0.0, 0.2, 3)}
)
"""Octaves above A4, seconds on (and off), how often: told apart by ear, and by rhythm on a plain buzzer."""


def open_panel(kind: str, pins: Pins | None = None) -> Panel:
    """Open the panel: "gpio" (the Pi's pins), "mock" (gpiozero's mock pins) or "none". Raises PanelError."""
    if kind == "none":
        return NullPanel()
    return GpioPanel(pins or Pins(), pin_factory(kind))


def pin_factory(kind: str) -> Any:
    """Make gpiozero's pin factory for "gpio" or "mock". Raises PanelError."""
    if kind == "mock":
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        return MockFactory(pin_class=MockPWMPin)
    if kind != "gpio":
        raise PanelError(
            say("unknown pins {pins}: give one of {known}", pins=repr(kind), known=", ".join(PINS))
        )
    # `import lgpio` makes a FIFO in the current directory, or fails where that is not writable.
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY") or tempfile.gettempdir())
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError:
        raise PanelError(say("the pins need lgpio: {remedy}", remedy=INSTALL)) from None
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio raises errors of its own that only exist once it is imported
        raise PanelError(
            say(
                "this machine's pins cannot be had ({why}): use --pins mock off a Raspberry Pi",
                why=line_of(error),
            )
        ) from None


class GpioPanel:
    """Buttons between pin and ground, a status light of three colors, a light a seat, a buzzer."""

    wired = True

    def __init__(self, pins: Pins, factory: Any, *, clock: Callable[[], float] = time.monotonic):
        """Take the pins. Raises PanelError."""
        self._clock = clock
        self._callback: Callable[[str], None] = _nobody
        self._on_stuck: Callable[[tuple[str, ...]], None] = _nobody
        self._buttons: dict[str, Debounce] = {}
        self._shown = Lights()
        self._factory = factory
        self._devices: list[Any] = []
        try:
            self._status = self._take(
                gpiozero.RGBLED, pins.red, pins.green, pins.blue, active_high=not pins.common_anode
            )
            seat = gpiozero.PWMLED if pins.seat_pwm else gpiozero.LED
            self._seats = [self._take(seat, pin) for pin in pins.seats]
            self._tones = pins.tones
            self._buzzer = None
            if pins.buzzer is not None:
                self._buzzer = self._take(_TonalBuzzer if pins.tones else gpiozero.Buzzer, pins.buzzer)
            self._watch("confirm", pins.confirm, pins, gesture="press")
            self._watch("undo", pins.undo, pins, gesture="hold")
            if pins.next is not None:
                self._watch("next", pins.next, pins, gesture="press")
        except Exception as error:  # gpiozero's errors, and lgpio's own behind them
            self.close()
            raise PanelError(
                say(
                    "the panel's pins cannot be used: check them in the configuration ({why})",
                    why=line_of(error),
                )
            ) from None

    def _take(self, make: Callable[..., Any], *pins: int, **options: Any) -> Any:
        device = make(*pins, pin_factory=self._factory, **options)
        self._devices.append(device)
        return device

    def _watch(self, name: str, pin: int, pins: Pins, gesture: Literal["press", "hold"]) -> None:
        """Let a button's edges run through its debounce; only the wanted gesture is told."""
        button = self._take(
            gpiozero.Button,
            pin,
            bounce_time=pins.bounce,
            hold_time=pins.hold + HOLD_MARGIN_S,
            hold_repeat=True,
        )
        # How long undo must be held is a table's own choice, and no reason to miss a slow press of another.
        hold = pins.hold if gesture == "hold" else HOLD_S
        debounce = Debounce(bounce=pins.bounce, hold=hold, pressed=button.is_pressed)
        self._buttons[name] = debounce
        gate = threading.Lock()

        def feed(pressed: bool, *, held: bool = False) -> None:
            with gate:
                # gpiozero's timer has a thread of its own, and may come when the button was let go just now.
                if held and not button.is_pressed:
                    return
                told = debounce.feed(pressed, self._clock())
            if told == gesture:
                self._callback(name)
            elif told in ("stuck", "freed"):
                self._on_stuck(self._stuck())

        button.when_pressed = lambda: feed(True)
        button.when_held = lambda: feed(True, held=True)
        button.when_released = lambda: feed(False)

    def _stuck(self) -> tuple[str, ...]:
        return tuple(name for name, debounce in self._buttons.items() if debounce.stuck)

    def show(self, lights: Lights) -> None:
        """Let the lamps show these lights until the next call; seats beyond the lamps are left out."""
        # A lamp whose pattern stays keeps its rhythm.
        before, self._shown = self._shown, lights
        if (lights.status, lights.pattern) != (before.status, before.pattern):
            self._show_status(lights)
        for seat, lamp in enumerate(self._seats):
            pattern = lights.seats[seat] if seat < len(lights.seats) else "off"
            if pattern != (before.seats[seat] if seat < len(before.seats) else "off"):
                _show_seat(lamp, pattern)

    def _show_status(self, lights: Lights) -> None:
        match lights.pattern:
            case "off":
                self._status.off()
            case "on":
                self._status.color = lights.status
            case "blink":
                self._status.blink(BLINK_S, BLINK_S, on_color=lights.status)
            case "pulse":
                self._status.pulse(PULSE_S, PULSE_S, on_color=lights.status)

    def on_press(self, callback: Callable[[str], None]) -> None:
        """Call `callback` with a button's name, in gpiozero's thread: it must only post."""
        self._callback = callback

    def on_stuck(self, callback: Callable[[tuple[str, ...]], None]) -> None:
        """Call `callback` with the names of the stuck buttons: now if any is, and at each change."""
        self._on_stuck = callback
        if names := self._stuck():
            callback(names)

    def buzz(self, kind: str) -> None:
        """Sound "good", "ask" or "refused", and return at once."""
        if self._buzzer is None:
            return
        octaves, seconds, times = SOUNDS[kind]
        if self._tones:
            self._buzzer.source_delay = seconds
            self._buzzer.source = [octaves, None] * times
        else:
            self._buzzer.beep(seconds, seconds, n=times)

    def close(self) -> None:
        """Turn everything off and give the pins back; twice is harmless."""
        self._callback = self._on_stuck = _nobody
        devices, self._devices = self._devices, []
        for device in reversed(devices):
            device.close()
        factory, self._factory = self._factory, None
        if factory is not None:
            factory.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _TonalBuzzer(gpiozero.TonalBuzzer):  # type: ignore[misc]
    """A buzzer that plays tones, whose pin is low while it is silent.

    lgpio stops a pulse train where it is (its lgTxPulse), so after every other tone the pin stayed high: a
    magnetic buzzer then carries current, and one that sounds by itself sounds on.
    """

    @property
    def value(self) -> float | None:
        return gpiozero.TonalBuzzer.value.fget(self)  # type: ignore[no-any-return]

    @value.setter
    def value(self, value: float | None) -> None:
        gpiozero.TonalBuzzer.value.fset(self, value)
        if value is None:
            self.pwm_device.off()


def _nobody(told: object) -> None:
    """Hear what nobody asked for."""


def _show_seat(lamp: Any, pattern: str) -> None:
    match pattern:
        case "off":
            lamp.off()
        case "on":
            lamp.on()
        case "pulse" if isinstance(lamp, gpiozero.PWMLED):
            lamp.pulse(PULSE_S, PULSE_S)
        case "blink":
            lamp.blink(QUICK_S, QUICK_S)
        case "pulse":
            lamp.blink(BLINK_S, BLINK_S)
