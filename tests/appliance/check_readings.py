"""Pictures read by the emulated machine and here, card by card: a part of `make test-appliance`.

FAMILIAR_PICTURES names folders of JPEG files, parted by colons; where it does not, the photographs to
judge by that lie beside this house are taken. FAMILIAR_SAMPLE says how many of them are read.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from installed import HOUSE, STICK, stick

SHARED = HOUSE.parent / "shared"
PICTURES = os.environ.get("FAMILIAR_PICTURES", f"{SHARED}/photos:{SHARED}/judge/tables")
SAMPLE = int(os.environ.get("FAMILIAR_SAMPLE", "40"))
DIFFERENCE_MAX = 0.05
"""By how much a certainty may differ: quantized networks are computed by other instructions there."""
PLACE_PX = 3.0

pytestmark = pytest.mark.skipif(
    not any(Path(each).is_dir() for each in PICTURES.split(":")),
    reason=f"there are no pictures in {PICTURES}",
)


def sample():
    """Take pictures evenly from each folder that holds any, as many of each."""
    kinds = {}
    for folder in PICTURES.split(":"):
        for path in sorted(Path(folder).rglob("*.jpg")):
            kinds.setdefault(path.parent, []).append(path)
    number = -(-SAMPLE // len(kinds))
    return [
        files[k * len(files) // number]
        for files in kinds.values()
        for k in range(number)
        if len(files) >= number or k < len(files)
    ]


@pytest.fixture(scope="module")
def pictures(folder):
    """Copy the sample, under names that say its order and where each is from."""
    (folder / "pictures").mkdir()
    for number, path in enumerate(sample()):
        shutil.copy(path, folder / "pictures" / f"{number:03}-{path.parent.name}.jpg")
    return folder / "pictures"


@pytest.fixture(scope="module")
def sticks(folder, pictures):
    return [stick(folder / "stick", pictures)]


@pytest.fixture(scope="module")
def here(pictures):
    environ = {**os.environ, "PYTHONPATH": str(HOUSE)}
    call = [sys.executable, "-c", "from familiar.start import main; main()", "read", "--json"]
    said = subprocess.run(
        [*call, *sorted(pictures.iterdir())], env=environ, stdout=subprocess.PIPE, text=True, check=False
    )
    return lines(said.stdout)


@pytest.fixture(scope="module")
def there(machine):
    said = machine.run(f"{STICK} && familiar read --json /media/stick/*.jpg | grep '^{{'", code=None)
    return lines(said)


def lines(said):
    return {Path(line["picture"]).name: line for line in map(json.loads, said.splitlines())}


def test_every_card_is_the_same_there_and_as_certain(here, there, pictures, capsys):
    names = sorted(each.name for each in pictures.iterdir())
    assert sorted(here) == names and sorted(there) == names
    cards, other, largest, asks = 0, [], 0.0, 0
    for name in names:
        ours, theirs = [*here[name]["cards"]], [*there[name]["cards"]]
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
        print(f"{sum(there[each]['ms'] for each in names) / 1000:.0f} s there, "
              f"{sum(here[each]['ms'] for each in names) / 1000:.0f} s here")  # fmt: skip
    assert cards > 0 and other == [] and largest <= DIFFERENCE_MAX


def away(one, two):
    """Say how far, in pixels, the corners of two cards lie apart at most."""
    pairs = zip(one["corners"], two["corners"], strict=True)
    return max(max(abs(a - c), abs(b - d)) for (a, b), (c, d) in pairs)
