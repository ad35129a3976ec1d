"""Pictures read by the emulated machine and here: the same cards, card by card.

FAMILIAR_PICTURES names folders of JPEG files, parted by colons; FAMILIAR_SAMPLE says how many of them are
read.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from installed import HOUSE, STICK, installed, stick
from machine import Machine, overlay

IMAGE = Path(os.environ.get("FAMILIAR_IMAGE", "/nonexistent"))
FOLDERS = [Path(each) for each in os.environ.get("FAMILIAR_PICTURES", "").split(":") if each]
SAMPLE = int(os.environ.get("FAMILIAR_SAMPLE", "40"))
DIFFERENCE_MAX = 0.05
"""By how much a certainty may differ: quantized networks are computed by other instructions there."""
PLACE_PX = 3.0

pytestmark = [
    pytest.mark.skipif(not IMAGE.is_dir(), reason="tests/appliance/run.sh makes the image"),
    pytest.mark.skipif(not FOLDERS, reason="FAMILIAR_PICTURES names no folders of pictures"),
]


def sample():
    """Take pictures evenly from each folder, as many of each."""
    found = []
    for folder in FOLDERS:
        files = sorted(folder.rglob("*.jpg"))
        number = min(len(files), -(-SAMPLE // len(FOLDERS)))
        found += [files[k * len(files) // number] for k in range(number)]
    return found


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """Copy the sample, under names that say its order."""
    folder = tmp_path_factory.mktemp("pictures")
    for number, path in enumerate(sample()):
        shutil.copy(path, folder / f"{number:03}.jpg")
    return folder


@pytest.fixture(scope="module")
def here(pictures):
    environ = {**os.environ, "PYTHONPATH": str(HOUSE)}
    call = [sys.executable, "-c", "from familiar.start import main; main()", "read", "--json"]
    said = subprocess.run(
        [*call, *sorted(pictures.iterdir())], env=environ, stdout=subprocess.PIPE, text=True, check=False
    )
    return lines(said.stdout)


@pytest.fixture(scope="module")
def there(pictures, tmp_path_factory):
    folder = tmp_path_factory.mktemp("readings")
    disk = overlay(folder / "table.qcow2", installed(IMAGE, folder, print))
    with Machine(IMAGE, folder, disk, more=[stick(folder / "pictures.img", pictures)]) as machine:
        machine.wait_started()
        said = machine.run(f"{STICK} && familiar read --json /media/stick/*.jpg 2>&1 | grep '^{{'", code=None)
        return lines(said)


def lines(said):
    return {Path(line["picture"]).name: line for line in map(json.loads, said.splitlines())}


def test_every_card_is_the_same_there_and_as_certain(here, there, pictures, capsys):
    names = sorted(each.name for each in pictures.iterdir())
    assert sorted(here) == names and sorted(there) == names
    cards, other, largest, asks = 0, [], 0.0, 0
    for name in names:
        ours, theirs = ([*here[name]["cards"]], [*there[name]["cards"]])
        cards += len(ours)
        for each in ours:
            twin = min(theirs, key=lambda card, each=each: away(card, each), default=None)
            if twin is None or away(twin, each) > PLACE_PX or twin["card"] != each["card"]:
                other.append((name, each["card"], twin and twin["card"]))
                continue
            theirs.remove(twin)
            largest = max(largest, abs(twin["confidence"] - each["confidence"]))
            asks += twin["asks"] != each["asks"]
        other += [(name, None, card["card"]) for card in theirs]
    with capsys.disabled():
        print(f"\n{len(names)} pictures, {cards} cards: {len(other)} other, asked about in one place only "
              f"{asks}, largest difference of certainty {largest:.4f}")  # fmt: skip
    assert cards > 0 and other == [] and largest <= DIFFERENCE_MAX


def away(one, two):
    """Say how far, in pixels, the corners of two cards lie apart at most."""
    pairs = zip(one["corners"], two["corners"], strict=True)
    return max(max(abs(a - c), abs(b - d)) for (a, b), (c, d) in pairs)
