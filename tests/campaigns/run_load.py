"""Put a full room on the table's pages and print how long it takes: `make load`.

Usage: python tests/campaigns/run_load.py [--seconds N] [--joins A_SECOND]. 24 phones hold a stream each,
others join (code, page, state: each with a connection of its own, as a new phone), and tricks are confirmed
meanwhile. Table and phones are processes of their own on this machine, so they share its processor. Exit
status 1: a phone missed a trick, a join failed, the 99th percentile is 150 ms or more, or a stream too many
was not told when to ask again.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "room"), str(HERE.parents[1])]

from load.browser import usable  # noqa: E402
from load.phones import room  # noqa: E402
from load.table import Table  # noqa: E402

SOON_MS = 150


def main():
    """Let them in, and tell how it went."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--joins", type=int, default=200)
    options = parser.parse_args()
    with Table() as table:
        quiet = table.weight()
        found = room(table, options.seconds, options.joins)
        after = table.weight()
    late = found.late
    print(f"phones streaming: {found.phones}; tricks confirmed: {found.tricks}; all told: {found.whole}")
    print(f"from the confirmation to every phone: p50 {late(50):.0f} ms, p99 {late(99):.0f} ms, "
          f"longest {late(100):.0f} ms")  # fmt: skip
    print(f"joins: {found.joined} in {options.seconds} s ({found.joined / options.seconds:.0f} a second, "
          f"{options.joins} wanted), failed {found.failed}, p99 {found.join(99):.0f} ms")  # fmt: skip
    print(f"the host's longest silence: {1000 * found.block:.0f} ms")
    print(f"streams too many: {found.refused} refused with 503 and when to ask again, "
          f"{found.polled} states polled by them")  # fmt: skip
    print(f"memory: {quiet:.1f} MB before, {after:.1f} MB after")
    for line in usable():
        print(line)
    well = found.whole and found.refused == found.extra and found.polled > 0 and not found.failed
    return int(not (well and late(99) < SOON_MS))


if __name__ == "__main__":
    sys.exit(main())
