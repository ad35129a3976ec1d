"""What docs/panel.md tells a builder, held against the pins, the header and the lamps."""

import re
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from device.gpio import BLINK_S, PULSE_S, SOUNDS
from device.pins import Pins
from games.book import GAMES
from table.settings.config import PanelConfig, load_config

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "panel.md").read_text()
WIRING = re.findall(r"^\| ([^|]+) \| `(\w+)` \| (\d+) \| (\d+) \| (.+) \|$", PAGE, re.MULTILINE)
GROUND = re.compile(r"pin (\d+)")
BOARDS = ("a03111", "c04170")
"""Revisions of a Pi 4B and a Pi 5B."""


def test_every_pin_of_the_configuration_is_wired_at_its_default():
    wired = {}
    for _, key, gpio, _, _ in WIRING:
        wired.setdefault(key, []).append(int(gpio))
    pins = Pins()
    for key in ("confirm", "undo", "red", "green", "blue", "buzzer"):
        assert wired.pop(key) == [getattr(pins, key)]
    assert tuple(wired.pop("seats")) == pins.seats
    assert wired.pop("next") == [13] and pins.next is None
    assert not wired


@pytest.mark.parametrize("revision", BOARDS)
def test_every_gpio_is_at_the_pin_of_the_header_that_the_page_and_the_drawing_name(revision):
    board = MockFactory(revision=revision).board_info
    for _, _, gpio, pin, other in WIRING:
        assert {info.number for _, info in board.find_pin(f"GPIO{gpio}")} == {int(pin)}
        grounds = [info.name for each in GROUND.findall(other) for _, info in board.find_pin(f"J8:{each}")]
        assert grounds == ["GND"]


def test_the_drawing_names_every_gpio_and_fills_every_pin_that_is_wired():
    drawing = (DOCS / "panel.svg").read_text()
    for _, _, gpio, pin, other in WIRING:
        assert f">GPIO {gpio}<" in drawing
        for each in (pin, *GROUND.findall(other)):
            color = re.search(rf'fill="(#\w+)" stroke="#fff" stroke-width="1"/>\n<text[^>]*>{each}<', drawing)
            assert color and color[1] != "#9e9e9e", f"pin {each} is grey"


def test_the_example_is_a_configuration_and_so_is_each_line_that_it_leaves_out(tmp_path):
    example = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)[1]
    file = tmp_path / "familiar.toml"
    file.write_text(example)
    assert load_config(file).panel == PanelConfig(pins="gpio", next=13)
    file.write_text(re.sub(r"^#", "", example, flags=re.MULTILINE))
    panel = load_config(file).panel
    assert panel.buzzer == -1 and panel.common_anode and not panel.seat_pwm and len(panel.seats) == 3


def test_what_the_next_seat_button_leaves_is_said_of_each_game():
    section = PAGE.partition("## The next-seat button")[2].partition("\n## ")[0]
    for game in GAMES.values():
        line = next(line for line in section.splitlines() if re.match(rf"- .*{game.TITLE}.*:", line))
        assert bool(game.PASSES) != ("nothing to leave" in line), line


def test_the_times_and_tones_are_those_of_the_panel():
    assert f"{BLINK_S:g} seconds on and {BLINK_S:g} off" in PAGE and f"{PULSE_S:g} seconds each" in PAGE
    for kind, words in (("good", "one short tone"), ("ask", "two tones"), ("refused", "three long tones")):
        octaves, _, times = SOUNDS[kind]
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| {words}"))
        assert f"({round(440 * 2**octaves)} Hz)" in row
        assert times == {"one": 1, "two": 2, "three": 3}[words.split()[0]]


def test_every_pattern_of_the_lamps_is_explained():
    from table.view import lamps

    names = {"blink": ", blinks", "pulse": ", swells and fades", "on": ""}
    told = re.findall(r"^\| (\w+), (\w+) \|", lamps.__doc__, re.MULTILINE)[1:]
    assert len(told) == 10
    for color, pattern in told:
        if (color, pattern) != ("white", "on"):
            assert f"| {color}{names[pattern]} |" in PAGE
