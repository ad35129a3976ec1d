"""Load what a running appliance has loaded, read pictures, and print the memory that this takes.

Run in a process of its own: ``python -m familiar.bench.memory PICTURE``. Besides that picture it reads one
that is full of what might be cards: what the inference once took for its largest batch it keeps.
"""

import json
import sys
from pathlib import Path

import numpy as np


def resident(status: str) -> dict[str, float]:
    """Take the resident memory, now and at its highest, from /proc/PID/status: megabytes."""
    lines = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return {
        name: round(int(lines[key].split()[0]) * 1024 / 1e6, 1)
        for name, key in (("rss_mb", "VmRSS"), ("peak_mb", "VmHWM"))
    }


def cluttered() -> np.ndarray:
    """Draw a table full of blank cards, more than the eye reads at once: uint8 (720, 1280, 3)."""
    image = np.full((720, 1280, 3), 60, np.uint8)
    columns, rows = 16, 10
    wide, high = 1280 // columns, 720 // rows
    for left in range(0, columns * wide, wide):
        for top in range(0, rows * high, high):
            image[top + 6 : top + high - 6, left + 20 : left + wide - 20] = 220
    return image


def main(picture: Path) -> None:
    """Load everything and print the memory."""
    import familiar.play.run  # noqa: F401 - the appliance with its host, pages and devices
    from games.cards import EDITIONS
    from vision import photograph
    from vision.read.decks import open_reader
    from vision.sticks import still
    from vision.track.cards import CardTracker
    from vision.track.throws import ThrowTracker

    image = photograph.load(picture)
    for edition in EDITIONS:
        photograph.read_cards(image, open_reader(edition))
        eye = CardTracker(edition)
        for _ in range(3):
            eye.look(image)
    throw_tracker = ThrowTracker()
    for _ in range(3):
        throw_tracker.look(image)
    still.read_throw(image)
    photograph.read_cards(cluttered(), open_reader(EDITIONS[0]))
    print(json.dumps(resident(Path("/proc/self/status").read_text())))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
