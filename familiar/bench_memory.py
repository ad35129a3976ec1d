"""Load what a running appliance has loaded, read a picture, and print the memory that this takes.

Run in a process of its own: ``python -m familiar.bench_memory PICTURE``.
"""

import json
import sys
from pathlib import Path


def resident(status: str) -> dict[str, float]:
    """Take the resident memory, now and at its highest, from /proc/PID/status: megabytes."""
    lines = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return {
        name: round(int(lines[key].split()[0]) * 1024 / 1e6, 1)
        for name, key in (("rss_mb", "VmRSS"), ("peak_mb", "VmHWM"))
    }


def main(picture: Path) -> None:
    """Load everything and print the memory."""
    import familiar.play  # noqa: F401 - the appliance with its host, pages and devices
    from games.cards import EDITIONS
    from vision import read
    from vision.decks import open_reader
    from vision.eye import Eye

    image = read.load(picture)
    for edition in EDITIONS:
        read.read_cards(image, open_reader(edition))
        eye = Eye(edition)
        for _ in range(3):
            eye.look(image)
    print(json.dumps(resident(Path("/proc/self/status").read_text())))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
