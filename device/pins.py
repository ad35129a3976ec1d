"""Which pin carries what: apart from gpiozero, which whoever only reads the settings need not load."""

from dataclasses import dataclass

from device.debounce import BOUNCE_S, HOLD_S


@dataclass(frozen=True)
class Pins:
    """Which GPIO carries what (Broadcom numbers; docs/platform.md 2)."""

    confirm: int = 6
    undo: int = 5
    next: int | None = None
    red: int = 17
    green: int = 27
    blue: int = 22
    seats: tuple[int, ...] = (23, 24, 25, 12, 16, 20)
    buzzer: int | None = 18
    seat_pwm: bool = True
    common_anode: bool = False
    tones: bool = True
    bounce: float = BOUNCE_S
    hold: float = HOLD_S
