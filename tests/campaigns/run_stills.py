"""Read drawn pictures of cards upon each other, and print what became of those with an index in view.

Usage: python tests/campaigns/run_stills.py [--pictures N] [--seed S] [KIND...]
KINDS: fan row heap scatter (all of them). About half a second a picture.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

FIRST_SEED = 340_000
"""The seed of the first picture: none from here on was looked at while a rule was made."""


def main() -> None:
    """Print a line for each kind of scene."""
    from stills.count import counted

    from vision.read.decks import open_reader

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=int, default=60)
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("kinds", nargs="*", default=["fan", "row", "heap", "scatter"])
    options = parser.parse_args()
    reader = open_reader("us")
    for kind in options.kinds:
        total = Counter()
        for seed in range(options.seed, options.seed + options.pictures):
            total += counted(kind, seed, reader)
        cards = sum(total[key] for key in ("right", "asked", "missed", "silent"))
        shares = ", ".join(f"{total[key]} {key}" for key in ("right", "asked", "missed", "silent"))
        needless = f"{total['needless']} needless, {total['wrong']} of them sure"
        print(f"{kind}: {cards} cards, {shares}; {needless}", flush=True)


if __name__ == "__main__":
    main()
