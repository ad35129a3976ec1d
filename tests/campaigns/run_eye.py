"""Try what hands do to cards at drawn tables, before several cameras and views, and tell what the eye says.

Usage: python tests/campaigns/run_eye.py [--tables N] [--seed S] [--camera C ...] [--save F] [--against F]

A try lays, pushes, takes back, exchanges or sweeps cards and counts as the worst that can be said of its end:
silent, missed, needless, asked or right. The same seeds give the same tries; with --save and --against the
eye of one commit is held against that of another, try by try. About three seconds of a core a try.
"""

import argparse
import json
import multiprocessing
import os
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "room"), str(HERE.parents[1])]

FIRST_SEED = 330_000
"""The seed of the first table: none from here on was looked at while a rule was made."""


def main() -> None:
    """Print a line for each situation, every try that is not right, and what differs from a saved run."""
    from eye.cameras import CAMERAS
    from eye.count import OUTCOMES
    from eye.situations import SITUATIONS
    from eye.views import VIEWS

    views = [*CAMERAS, *VIEWS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1, help="how many drawn tables")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="the seed of the first")
    parser.add_argument("--camera", choices=views, action="append", help="before these cameras or views")
    parser.add_argument("--save", type=Path, help="write each try's outcome to this file")
    parser.add_argument("--against", type=Path, help="tell which tries came out otherwise in this file")
    options = parser.parse_args()
    cameras = options.camera or views
    seeds = range(options.seed, options.seed + options.tables)
    tries = [(name, camera, seed) for name in SITUATIONS for camera in cameras for seed in seeds]
    outcomes, counts = {}, {name: Counter() for name in (*SITUATIONS, *cameras)}
    with multiprocessing.get_context("spawn").Pool(os.cpu_count(), _alone) as pool:
        for (name, camera, seed), (outcome, told) in zip(tries, pool.imap(_tried, tries), strict=True):
            outcomes[f"{name}, {camera}, {seed}"] = outcome
            counts[name][outcome] += 1
            counts[camera][outcome] += 1
            if outcome != "right":
                print(f"{outcome}: {name}, {camera} {seed}: {told}", flush=True)
    print()
    for name, count in counts.items():
        print(f"{name:40}", ", ".join(f"{count[key]} {key}" for key in reversed(OUTCOMES) if count[key]))
    total = Counter(outcomes.values())
    print(f"{len(tries)} tries:", ", ".join(f"{total[key]} {key}" for key in reversed(OUTCOMES)))
    if options.save:
        options.save.write_text(json.dumps(outcomes, indent=1) + "\n")
    if options.against:
        _compare(json.loads(options.against.read_text()), outcomes, OUTCOMES)


def _alone() -> None:
    """Let each process compute in one thread, since the processes fill the cores."""
    import cv2

    cv2.setNumThreads(1)


def _tried(what: tuple[str, str, int]) -> tuple[str, str]:
    from eye.count import tried

    return tried(*what)


def _compare(before: dict[str, str], now: dict[str, str], worst_first: tuple[str, ...]) -> None:
    """Print what came out otherwise, the worse first, and how many got worse and better."""
    ranks = {outcome: rank for rank, outcome in enumerate(worst_first)}
    differ = [key for key in now if before.get(key, now[key]) != now[key]]
    worse = [key for key in differ if ranks[now[key]] < ranks[before[key]]]
    for key in worse + [key for key in differ if key not in worse]:
        print(f"{'worse' if key in worse else 'better'}: {key}: {before[key]} -> {now[key]}")
    both = sum(key in before for key in now)
    print(f"of {both} tries in both: {len(worse)} worse, {len(differ) - len(worse)} better")


if __name__ == "__main__":
    main()
