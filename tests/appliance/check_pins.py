"""Buttons and lamps at the emulated machine: a part of `make test-appliance`.

The kernel's simulated pins (gpio-sim) are a Pi's to gpiozero and lgpio in the unit's sandbox, with the
product's own settings. They are pressed, held and looked at from outside of it. The tests are one evening and
run in their order.
"""

import time

import pytest
from board import RULE, Pins, pi_tree
from evening_there import Service
from hostile.kills import Evening
from installed import STICK, stick

from device.pins import Pins as Wiring

SETTINGS = "/etc/familiar/familiar.toml"
SYSTEM = "/usr/local/lib/python3.11/dist-packages"
"""Where Python finds what is the system's, as it finds Raspberry Pi OS's python3-lgpio."""
WIRED = Wiring()
STATUS = (WIRED.red, WIRED.green, WIRED.blue)
PRESSES = 10
PULSE_S = 3.2
"""Two pulses of a lamp (device/gpio.py)."""
REFUSED_S = 1.5
"""Three low tones and the pauses between them last 1.2 s, a press that counted a tenth of that."""


@pytest.fixture(scope="module")
def sticks(folder, parts):
    return [stick(folder / "stick", parts)]


@pytest.fixture(scope="module")
def devices(folder):
    return ["-dtb", str(pi_tree(folder / "board.dtb"))]


@pytest.fixture(scope="module")
def pins(machine):
    """Give the machine its pins, and let the service be started with its panel on them."""
    machine.run(f"{STICK} && python3 -m zipfile -e /media/stick/lgpio-*.whl {SYSTEM}")
    machine.run(f"echo '{RULE}' >/etc/udev/rules.d/99-pins.rules && udevadm control --reload")
    machine.run("modprobe configfs && insmod /media/stick/gpio-sim.ko && udevadm settle")
    for name, value in (("source", '"none"'), ("pins", '"gpio"')):
        machine.run(f"sed -i 's/^#{name} = .*/{name} = {value}/' {SETTINGS}")
    machine.run("systemctl restart familiar")
    return Pins(machine)


@pytest.fixture(scope="module")
def evening(machine, folder, pins):
    """Sit down with four phones, to a game of Wizard."""
    evening = Evening(folder, 7, Service(machine), ["wizard"])
    yield evening
    for phone in evening.phones:
        phone.close()


def play_to(evening, wish):
    """Let the phones play until the next step is this wish; returns the step."""
    if evening.done == (-1, 0):
        next(evening.go_on())
    while (step := evening.games[0].steps[evening.done[1]]).wish != wish:
        next(evening.go_on())
    return step


def count(evening):
    return evening.phones[0].state()["log"]["count"]


def press_and_wait(evening, pins, press):
    """Press what confirms instead of a phone, and wait until it counts."""
    before, (number, done) = count(evening), evening.done
    press()
    while count(evening) == before:
        pass
    state = evening.phones[0].state()
    evening.done, evening._seen = (number, done + 1), state["number"]
    assert state["log"]["count"] == len(evening.games[0].after(done + 1).events)


def test_the_pins_are_the_service_s_and_before_a_game_the_light_is_white(machine, pins):
    said = machine.run("cat /sys/kernel/debug/gpio")
    taken = [line for line in said.splitlines() if " in  " in line or " out " in line]
    assert len(taken) == 2 + len(STATUS) + len(WIRED.seats) + 1, said
    machine.run("! journalctl --unit familiar --boot | grep -i 'pins\\b.*cannot\\|need lgpio'")
    white = pins.lit(*STATUS, seconds=PULSE_S)
    assert all(0.15 < each < 0.45 for each in white), white
    assert pins.levels(*WIRED.seats) == [0.0] * len(WIRED.seats)


def test_ten_presses_confirm_ten_tricks_and_the_winner_s_lamp_pulses_till_then(evening, pins, capsys):
    play_to(evening, "confirm")
    red, green, blue, *seats = seen = pins.levels(*STATUS, *WIRED.seats, seconds=PULSE_S)
    assert (red, green, blue) == (0.0, 1.0, 0.0), seen
    assert sum(0.1 < each < 0.9 for each in seats) == 1 and seats.count(0.0) == len(seats) - 1, seen
    for _ in range(PRESSES):
        play_to(evening, "confirm")
        press_and_wait(evening, pins, lambda: pins.press(WIRED.confirm))
    with capsys.disabled():
        print(
            f"\n{PRESSES} presses, as many tricks; the winner's lamp was lit for {max(seats):.2f} of the time"
        )


def test_contacts_that_bounce_confirm_once(evening, pins):
    play_to(evening, "confirm")
    down, up = (WIRED.confirm, "down"), (WIRED.confirm, "up")
    bounced = [down, up, down, up, down, 0.2, up, down, up, down, up]
    press_and_wait(evening, pins, lambda: pins.script(*bounced))
    # A second press would be one too many, and say so.
    assert pins.levels(WIRED.buzzer, seconds=REFUSED_S) == [0.0]
    pressed = (down, 0.2, up)
    assert pins.levels(WIRED.buzzer, seconds=REFUSED_S, meanwhile=pressed)[0] > 0.05


def test_undo_is_held_and_takes_one_thing_back_each_time(evening, pins):
    before = count(evening)
    pins.press(WIRED.undo)
    assert count(evening) == before
    for taken, seconds in ((1, 1.5), (2, 4.0)):
        pins.press(WIRED.undo, seconds)
        while count(evening) > before - taken:
            pass
        assert count(evening) == before - taken


def test_a_button_that_something_lies_on_is_told_and_does_nothing(evening, pins):
    # Down from the start cannot be tried: the simulated pin goes up as it is taken with its resistor.
    phone, before = evening.phones[0], count(evening)
    pins.script((WIRED.confirm, "down"))
    while "confirm button is down all the time" not in (phone.state()["advice"] or ""):
        time.sleep(0.5)
    pins.script((WIRED.confirm, "up"))
    while phone.state()["advice"] is not None:
        time.sleep(0.5)
    assert count(evening) == before


def test_when_the_service_ends_all_lamps_are_dark(machine, pins):
    machine.run("systemctl stop familiar")
    assert set(pins.levels(*STATUS, *WIRED.seats, WIRED.buzzer, seconds=0.5)) == {0.0}
    assert machine.show("NRestarts", "Result") == {"NRestarts": "0", "Result": "success"}
