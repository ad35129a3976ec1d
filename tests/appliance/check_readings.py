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
"""How far the corners of one card may lie apart."""
NEAR_PX = 30.0
"""Nearer than that two finds are of the same thing."""

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
    pairs = [(name, *pair) for name in names for pair in paired(here[name]["cards"], there[name]["cards"])]
    other = [pair for pair in pairs if not same(*pair[1:])]
    gaps = [(abs(one["confidence"] - two["confidence"]), name, one["card"]) for name, one, two in pairs
            if same(one, two)]  # fmt: skip
    counts = [pair for pair in pairs if any(counted(each) for each in pair[1:])]
    with capsys.disabled():
        print(f"\n{len(names)} pictures, {len(pairs)} finds, {len(counts)} entered unasked; "
              f"other: {len(other)}; largest difference of certainty {max(gaps)}")  # fmt: skip
        for each in other:
            print(f"  {each}")
        print(f"{sum(there[each]['ms'] for each in names) / 1000:.0f} s there, "
              f"{sum(here[each]['ms'] for each in names) / 1000:.0f} s here")  # fmt: skip
    assert counts and other == []
    for name, one, two in pairs:
        assert one["asks"] == two["asks"], (name, one, two)
        assert abs(one["confidence"] - two["confidence"]) <= DIFFERENCE_MAX, (name, one, two)


def counted(card):
    """Tell whether this is entered without a question: no back, and nothing that is asked about."""
    return card is not None and not card["asks"] and card["card"] != "back"


def same(one, two):
    """Tell whether both are the same card at the same place."""
    return one is not None and two is not None and one["card"] == two["card"] and away(one, two) <= PLACE_PX


def paired(ours, theirs):
    """Pair each card with the nearest one; None for what has no other that lies there."""
    left = [*theirs]
    for one in ours:
        two = min(left, key=lambda card, one=one: away(card, one), default=None)
        if two is not None and away(one, two) <= NEAR_PX:
            left.remove(two)
            yield one, two
        else:
            yield one, None
    for two in left:
        yield None, two


def away(one, two):
    """Say how far, in pixels, the corners of two cards lie apart at most."""
    pairs = zip(one["corners"], two["corners"], strict=True)
    return max(max(abs(a - c), abs(b - d)) for (a, b), (c, d) in pairs)
