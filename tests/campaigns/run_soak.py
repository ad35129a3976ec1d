"""Play an accelerated evening of eight hours and print what the appliance weighs after each: `make soak`.

Usage: python tests/campaigns/run_soak.py [--rate FRAMES_A_SECOND] [--hours N] [--past GAMES]. At 10 frames a
second an evening has 288 000 of them. PAST games were played at the table before. Exit status 1: it grew by
5 % or more after its first hour, or left something: a thread, or descriptors from its first half to its last.
"""

import argparse
import logging
import os
import re
import sys
import tempfile
from dataclasses import astuple
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

GROWTH = 0.05
UNIT = (HERE.parents[1] / "systemd/familiar.service").read_text()
MALLOC = dict(re.findall(r"\b(MALLOC_\w+|GLIBC_\w+)=(\S+)", UNIT))
"""How the service lets the C library keep memory: as a table has it."""


def main():
    """Play it."""
    if missing := MALLOC.keys() - os.environ.keys():
        chosen = {name: MALLOC[name] for name in missing}
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | chosen)
    from soak.run import HOURS, Weight, soak

    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float, default=10.0)
    parser.add_argument("--hours", type=int, default=HOURS)
    parser.add_argument("--past", type=int, default=0)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    weights = []
    print("hour  MB      threads  descriptors  objects  frames   cards", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for each in soak(Path(folder), int(3600 * options.rate), hours=options.hours, past=options.past):
            if isinstance(each, Weight):
                weights.append(each)
                print("{:>4}  {:>6}  {:>7}  {:>11}  {:>7}  {:>7}  {:>6}".format(*astuple(each)), flush=True)
            else:
                print(each)
    first, last = weights[0], weights[-1]
    growth = last.megabytes / first.megabytes - 1
    print(f"memory after the first hour: {100 * growth:+.1f} %, threads {last.threads - first.threads:+}, "
          f"descriptors {last.descriptors - first.descriptors:+}, sheets all the truth")  # fmt: skip
    half = (len(weights) + 1) // 2
    held = [each.descriptors for each in weights]
    # So many more or fewer answers are under way when it is weighed; what is left behind stays.
    leaks = half > 1 and min(held[half:]) > max(held[:half])
    return int(growth >= GROWTH or last.threads > first.threads or leaks)


if __name__ == "__main__":
    sys.exit(main())
