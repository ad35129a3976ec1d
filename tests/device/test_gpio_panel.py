"""Lamps, buttons and buzzer on gpiozero's mock pins."""

import builtins
import threading
from itertools import pairwise

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from mock_wire import Wire
from patience import PATIENCE_S

from device.errors import PanelError
from device.gpio import SOUNDS, GpioPanel, open_panel, pin_factory
from device.panel import Lights, NullPanel
from device.pins import Pins

AMBER = (1.0, 0.5, 0.0)


def test_a_short_press_confirms(bench):
    bench.down(bench.pins.confirm)
    bench.up(bench.pins.confirm, after=0.2)
    assert bench.pressed == ["confirm"]


def test_bouncing_contacts_confirm_once(bench):
    pin = bench.pin(bench.pins.confirm)
    for step in (0.0, 0.002, 0.001, 0.003):
        bench.clock.now += step
        pin.drive_low()
        bench.clock.now += 0.002
        pin.drive_high()
    pin.drive_low()
    bench.up(bench.pins.confirm, after=0.2)
    assert bench.pressed == ["confirm"]


def test_a_held_confirm_button_does_nothing(bench):
    bench.down(bench.pins.confirm)
    bench.up(bench.pins.confirm, after=3.0)
    assert bench.pressed == []


@pytest.mark.parametrize(("hold", "down", "heard"), [(0.3, 0.5, ["confirm"]), (5.0, 3.0, [])])
def test_how_long_undo_is_held_is_not_how_long_confirm_may_be(hold, down, heard):
    factory, now, told = pin_factory("mock"), [0.0], []
    with GpioPanel(Pins(hold=hold), factory, clock=lambda: now[0]) as panel:
        panel.on_press(told.append)
        factory.pin(Pins().confirm).drive_low()
        now[0] += down
        factory.pin(Pins().confirm).drive_high()
    assert told == heard


def test_undo_wants_to_be_held(bench):
    bench.down(bench.pins.undo)
    bench.up(bench.pins.undo, after=0.3)
    assert bench.pressed == []
    bench.down(bench.pins.undo)
    bench.up(bench.pins.undo, after=1.2)
    assert bench.pressed == ["undo"]


@pytest.mark.parametrize(("name", "later"), [("confirm", 1.2), ("confirm", 11.0), ("undo", 1.2)])
def test_a_timer_that_comes_just_after_the_button_was_let_go_holds_nothing_down(bench, name, later):
    pin = getattr(bench.pins, name)
    # Of these devices the buttons come last.
    button = bench.panel._devices[("confirm", "undo").index(name) - 2]
    stuck = []
    bench.panel.on_stuck(stuck.append)
    bench.down(pin)
    bench.up(pin, after=1.1)
    before = list(bench.pressed)
    button.when_held()
    bench.clock.now += later
    bench.down(pin)
    assert bench.pressed == before
    bench.up(pin, after=0.2)
    assert bench.pressed == before + ["confirm"] * (name == "confirm") and stuck == []


def test_undo_is_told_while_the_button_is_still_held():
    held = threading.Event()
    factory = pin_factory("mock")
    with GpioPanel(Pins(hold=0.01, bounce=0.001), factory) as panel:
        panel.on_press(lambda name: held.set())
        factory.pin(Pins().undo).drive_low()
        assert held.wait(PATIENCE_S)


@pytest.mark.parametrize("name", ["confirm", "undo", "next"])
def test_a_button_that_is_down_at_the_start_is_stuck_and_says_nothing_until_it_was_let_go(name):
    pins, factory, heard, stuck = Pins(hold=0.0, bounce=0.0, next=13), MockFactory(pin_class=Wire), [], []
    pin = factory.pin(getattr(pins, name))
    pin.drive_low()
    pin.down = True
    with GpioPanel(pins, factory) as panel:
        panel.on_press(heard.append)
        panel.on_stuck(stuck.append)
        assert stuck == [(name,)]
        pin.drive_high()
        assert stuck == [(name,), ()] and heard == []


@pytest.mark.parametrize(("next_pin", "heard"), [(13, ["next"]), (None, [])])
def test_the_next_button_is_optional(next_pin, heard):
    factory, now, told = pin_factory("mock"), [0.0], []
    with GpioPanel(Pins(next=next_pin), factory, clock=lambda: now[0]) as panel:
        panel.on_press(told.append)
        factory.pin(13).drive_low()
        now[0] += 0.2
        factory.pin(13).drive_high()
    assert told == heard


def test_a_button_that_stays_down_is_told_stuck_by_gpiozero_s_own_timer(bench):
    told = threading.Event()
    factory, clock = pin_factory("mock"), bench.clock
    with GpioPanel(Pins(hold=0.01, bounce=0.001), factory, clock=clock) as panel:
        panel.on_stuck(lambda names: told.set() if names == ("confirm",) else None)
        factory.pin(Pins().confirm).drive_low()
        clock.now += 11.0
        assert told.wait(PATIENCE_S)


def test_the_lamps_show_what_they_are_told(bench):
    bench.panel.show(Lights(AMBER, "on", ("off", "on", "off")))
    assert bench.status() == AMBER
    assert [bench.pin(pin).state for pin in bench.pins.seats] == [0, 1, 0, 0, 0, 0]
    bench.panel.show(Lights())
    assert bench.status() == (0, 0, 0)
    assert [bench.pin(pin).state for pin in bench.pins.seats] == [0] * 6


def test_more_seats_than_lamps_are_no_error(bench):
    bench.panel.show(Lights(seats=("on",) * 9))
    assert [bench.pin(pin).state for pin in bench.pins.seats] == [1] * 6


def test_a_common_anode_turns_the_pins_over():
    factory = pin_factory("mock")
    pins = Pins(common_anode=True)
    with GpioPanel(pins, factory) as panel:
        panel.show(Lights((1.0, 0.0, 0.0), "on"))
        assert [factory.pin(pin).state for pin in (pins.red, pins.green, pins.blue)] == [0, 1, 1]


class ToldPin(MockPWMPin):
    """A mock pin that rings when it changes."""

    changed: threading.Condition
    log: list

    def _change_state(self, value):
        done = super()._change_state(value)
        with self.changed:
            self.log.append((self.info.name, value))
            self.changed.notify_all()
        return done


@pytest.fixture
def told():
    """A panel whose pins can be waited for."""
    pin_class = type("Pin", (ToldPin,), {"changed": threading.Condition(), "log": []})
    with GpioPanel(Pins(seats=(23,)), MockFactory(pin_class=pin_class)) as panel:
        yield panel, pin_class


def seen(pin_class, wanted):
    """Wait until the pins have shown `wanted`."""
    with pin_class.changed:
        return pin_class.changed.wait_for(lambda: wanted({value for _, value in pin_class.log}), 10)


@pytest.mark.parametrize("pattern", ["blink", "pulse"])
def test_the_status_light_has_its_rhythm(told, pattern):
    panel, pins = told
    pins.log.clear()
    panel.show(Lights((1.0, 0.0, 0.0), pattern))
    assert seen(pins, lambda values: len(values) > (1 if pattern == "blink" else 3))


def test_the_winner_s_light_swells_and_fades(told):
    panel, pins = told
    pins.log.clear()
    panel.show(Lights(seats=("pulse",)))
    assert seen(pins, lambda values: len([value for value in values if 0 < value < 1]) > 3)


def test_a_pattern_that_stays_is_not_begun_anew(bench, monkeypatch):
    begun = []
    monkeypatch.setattr(bench.panel._status, "pulse", lambda *args, **options: begun.append(options))
    for seats in (("on",), ("off",), ("on",)):
        bench.panel.show(Lights(AMBER, "pulse", seats))
    assert len(begun) == 1


@pytest.mark.parametrize("tones", [True, False])
@pytest.mark.parametrize("kind", ["good", "ask", "refused"])
def test_the_buzzer_sounds_and_falls_silent(tones, kind):
    changed = threading.Condition()
    pin_class = type("Pin", (ToldPin,), {"changed": changed, "log": []})
    with GpioPanel(Pins(tones=tones), MockFactory(pin_class=pin_class)) as panel:
        panel.buzz(kind)
        with changed:
            assert changed.wait_for(lambda: any(value for _, value in pin_class.log), 10)
            times = SOUNDS[kind][2]
            assert changed.wait_for(lambda: silences(pin_class.log) == times, 10)


def silences(log):
    """Count how often a pin went low after it had been high."""
    return sum(before > 0 and after == 0 for (_, before), (_, after) in pairwise(log))


class HaltedPin(ToldPin):
    """A mock pin whose pulses stop while it is high, as lgpio's may."""

    def _set_frequency(self, value):
        before = self.state
        super()._set_frequency(value)
        if value is None and before:
            self._change_state(1.0)


def test_after_a_tone_the_buzzer_s_pin_is_low():
    changed = threading.Condition()
    pin_class = type("Pin", (HaltedPin,), {"changed": changed, "log": []})
    with GpioPanel(Pins(), MockFactory(pin_class=pin_class)) as panel:
        panel.buzz("good")
        with changed:
            assert changed.wait_for(lambda: any(value == 1 for _, value in pin_class.log), 10)
            assert changed.wait_for(lambda: pin_class.log[-1][1] == 0, 10)


def test_a_panel_without_buzzer_is_silent():
    with GpioPanel(Pins(buzzer=None), pin_factory("mock")) as panel:
        panel.buzz("refused")


def test_close_turns_everything_off_and_twice_is_harmless(bench):
    bench.panel.show(Lights((1.0, 1.0, 1.0), "on", ("on",) * 6))
    pins = [bench.pin(number) for number in (*bench.pins.seats, bench.pins.red)]
    bench.panel.close()
    bench.panel.close()
    assert all(pin.function == "input" for pin in pins)


def test_one_pin_given_twice_is_one_clear_sentence_and_gives_the_others_back():
    factory = pin_factory("mock")
    with pytest.raises(PanelError, match="check them in the configuration") as error:
        GpioPanel(Pins(confirm=17), factory)
    assert "\n" not in str(error.value)
    with GpioPanel(Pins(), pin_factory("mock")):
        pass


def test_without_lgpio_the_package_is_named(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.startswith("gpiozero.pins.lgpio"):
            raise ImportError("No module named 'lgpio'")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PanelError, match="sudo apt install python3-lgpio"):
        open_panel("gpio")


def test_unknown_pins_name_the_kinds():
    with pytest.raises(PanelError, match="gpio, mock, none"):
        open_panel("gpoi")


def test_a_table_without_panel_answers_everything():
    with open_panel("none") as panel:
        assert isinstance(panel, NullPanel)
        panel.show(Lights())
        panel.on_press(print)
        panel.buzz("good")
        panel.close()
