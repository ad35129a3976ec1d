"""Put a whole hall on one broker, or let everything go wrong on it: `make club-load`, `make club-faults`.

Usage: python tests/campaigns/run_club.py load [--tables N...] [--seconds N] [--pace SECONDS] [--past GAMES]
[--broker LINE...] | phones [--players N...] [--seconds N] | growth [--svg FILE] [--csv FILE] | faults [--cup]
[--evenings N] [--seed N]. Needs Mosquitto. Exit status 1: a trick came late or never, a phone was hung up on,
the board's work grows with evenings past or faster than the tables, or a ranking is not the journals'.
"""

import argparse
import logging
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

SOON_MS = 500
TABLES = (4, 8, 16, 32, 64, 128, 256)
EVENINGS = (0, 1, 4, 16, 32)
TROUBLES = {
    **{"broker": 50, "table": 16, "board": 10, "two boards": 6, "away": 8},
    **{"clock": 6, "again": 8, "mallory": 4, "correction": 6},
}
"""How often an evening has each."""
ROUNDS = 8


def load(options):
    """Let halls play, and tell how late their tricks come."""
    from hall.load import hall, percentile, told

    wrong = 0
    for tables in options.tables:
        with tempfile.TemporaryDirectory() as folder:
            found = hall(
                Path(folder),
                tables,
                options.seconds,
                pace=options.pace,
                past=options.past,
                more=options.broker,
            )
        print(told(found), flush=True)
        wrong |= found.missed > 0 or percentile(found.late, 99) >= SOON_MS
    return int(wrong)


def phones(options):
    """Let every player's phone ask, and tell how long it waits."""
    from hall.phones import phones, told

    wrong = 0
    for players in options.players:
        with tempfile.TemporaryDirectory() as folder:
            found = phones(Path(folder), players, options.seconds)
        print(told(players, *found), flush=True)
        wrong |= found[1] > 0 or found[2] > 0
    return int(wrong)


def growth(options):
    """Measure how the board grows, as a table and a drawing."""
    from hall.curve import drawn
    from hall.growth import grows, point, row

    points = [point(tables, 1) for tables in TABLES] + [point(64, evenings) for evenings in EVENINGS]
    lines = ["tables,evenings,message_us,telling_ms,state_kb,memory_mb", *map(row, points)]
    print("\n".join(lines))
    if options.csv:
        options.csv.write_text("\n".join(lines) + "\n")
    if options.svg:
        options.svg.write_text(drawn(points))
    if complaint := grows(points):
        print(f"WRONG: {complaint}")
    return int(bool(complaint))


def faults(options):
    """Play evenings of everything that goes wrong."""
    from hall import cup
    from hall.faults import campaign

    play, troubles = (cup.campaign, TROUBLES | {"draw": 8}) if options.cup else (campaign, TROUBLES)
    logging.disable(logging.WARNING)
    figures, begun = Counter(), time.monotonic()
    for number in range(options.evenings):
        with tempfile.TemporaryDirectory() as folder:
            try:
                figures += play(Path(folder), options.seed + number, ROUNDS, troubles)
            except AssertionError as error:
                print(f"WRONG, seed {options.seed + number}: {' '.join(str(error).split())[:1500]}")
                return 1
    said = ", ".join(f"{word} {count}" for word, count in sorted(figures.items()))
    kind = "championships" if options.cup else "evenings"
    print(f"{options.evenings} {kind}: {said}; 0 wrong; {time.monotonic() - begun:.0f} s")
    return 0


def main():
    """Do one of the three; the exit status is 1 where it does not hold."""
    parser = argparse.ArgumentParser()
    kinds = parser.add_subparsers(required=True)
    one = kinds.add_parser("load")
    one.add_argument("--tables", type=int, nargs="*", default=[64])
    one.add_argument("--seconds", type=int, default=60)
    one.add_argument("--pace", type=float, default=6.0)
    one.add_argument("--past", type=int, default=0)
    one.add_argument("--broker", nargs="*", default=[])
    one.set_defaults(do=load)
    two = kinds.add_parser("growth")
    two.add_argument("--svg", type=Path)
    two.add_argument("--csv", type=Path)
    two.set_defaults(do=growth)
    four = kinds.add_parser("phones")
    four.add_argument("--players", type=int, nargs="*", default=[256])
    four.add_argument("--seconds", type=int, default=30)
    four.set_defaults(do=phones)
    three = kinds.add_parser("faults")
    three.add_argument("--evenings", type=int, default=1)
    three.add_argument("--seed", type=int, default=1)
    three.add_argument("--cup", action="store_true")
    three.set_defaults(do=faults)
    options = parser.parse_args()
    return options.do(options)


if __name__ == "__main__":
    sys.exit(main())
