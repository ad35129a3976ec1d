"""What programs read: the examples of the page have the keys that the commands write, in their order."""

import json
import re
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace

import pytest

from familiar.doctor import checks
from familiar.doctor import run as doctor
from familiar.read import cards, sticks
from familiar.watch import run as watch
from games.magicians.events import REASONS
from simulation.robots.wizard.counted import WizardCounts
from vision.types import Reading, Seen, Sight, StickReading, ThrowReading

PAGE = (Path(__file__).parent.parent / "docs/output.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(each) for each in re.findall(r"```json\n(.*?)\n```", PAGE, re.S)]
CORNERS = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))
CARD = Reading("10H", 0.998, False, (("9H", 0.001),), CORNERS)
PATH = Path("a.jpg")


def shape(value):
    """Give what a value is made of: keys in their order, kinds of numbers and words, one item of a list."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items()}
    if isinstance(value, list):
        return [shape(each) for each in value]
    return type(value).__name__


def written(example, line):
    """Compare an example with a line, in the order of their keys."""
    assert list(json.loads(line)) == list(example)
    assert json.dumps(shape(json.loads(line))) == json.dumps(shape(example))


def test_a_picture_s_line_of_cards():
    written(EXAMPLES[0], cards._json(PATH, (CARD,), 41.2))


def test_a_picture_s_line_of_sticks():
    told = EXAMPLES[1]["sticks"][0]
    stick = StickReading(
        "red", 1, ("destiny", "magic"), 0.99, False, (((2, ("destiny", "force")), 0.008),), CORNERS
    )
    written(EXAMPLES[1], sticks._json(PATH, ThrowReading((stick,), "missing"), (), 120.7))
    assert told["sides"] == sorted(told["sides"])


def test_the_line_of_what_the_live_eye_sees():
    picture = SimpleNamespace(frame=SimpleNamespace(number=12), time=1.2)
    written(EXAMPLES[2], watch._json(picture, Sight((Seen(3, CARD),), None)))


def test_the_line_of_a_game_of_the_demo():
    assert list(EXAMPLES[3]) == [field.name for field in fields(WizardCounts)]
    figures = WizardCounts(1, 1, {}, winners=("Ann",), seconds=1.0, ms_per_card=1.0)
    written(EXAMPLES[3], json.dumps(figures.as_dict()))


@pytest.mark.parametrize("word", [*REASONS, "sure", "marked", "asks"])
def test_every_word_that_stands_for_a_kind_is_named(word):
    assert f"`{word}`" in PAGE


def test_the_object_of_the_doctor(monkeypatch):
    check = checks.disk("/var/lib/familiar", 300_000_000, None, 0.01)
    monkeypatch.setattr(doctor, "examine", lambda *_: iter([check]))
    told = []
    assert doctor.run(None, None, None, False, True, told.append) == 0
    line = json.loads(told[0])
    line["versions"] = dict.fromkeys(EXAMPLES[4]["versions"], "1")
    written(EXAMPLES[4], json.dumps(line))
    assert line["checks"] == EXAMPLES[4]["checks"]
