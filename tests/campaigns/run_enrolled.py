"""Enrol drawn decks whole or in part, in one light and another, and print what became of their cards.

Usage: python tests/campaigns/run_enrolled.py [--decks N] [--seed S] [--cards N] [KIND...]
KINDS: us amigo colours pips odd text (all of them). About a tenth of a second a card.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

MODES = (
    ("in part", 0.7, False),
    ("in part, other lamp", 0.7, True),
    ("whole", 1.0, False),
    ("whole, other lamp", 1.0, True),
)
"""What is tried: a name, the share of the cards that is learnt, and whether another lamp burns then."""


def main() -> None:
    """Print a line for each kind of deck and each mode, and every silent error."""
    from enrolled import drawn
    from enrolled.count import Figures, count

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decks", type=int, default=10)
    parser.add_argument("--seed", type=int, default=310_000)
    parser.add_argument("--cards", type=int, default=24)
    parser.add_argument("kinds", nargs="*", default=list(drawn.KINDS))
    options = parser.parse_args()
    for kind in options.kinds:
        for name, share, other in MODES:
            total = Figures()
            for seed in range(options.seed, options.seed + options.decks):
                total += count(drawn.deck(kind, seed), share, other, options.cards, 1)
            print(f"{kind}, {name}: {total}", flush=True)
            for wrong in total.wrong:
                print(f"  silent: {wrong}", flush=True)


if __name__ == "__main__":
    main()
