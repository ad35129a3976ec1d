"""Draw a competition's rounds, print how often anybody meets again and how long it takes: `make draws`.

Usage: python tests/campaigns/run_draws.py [--seed N]. Drawn rounds, and rounds by points whose ranking is
played by chance, for clubs of 12 to 256 players at tables of three to five. `bound`: fewer repeated meetings
there cannot be, for nobody has so many others to meet; it may not be reached. Exit status 1: somebody sits
twice, or of 64 players or more any meet again.
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from club.competition.draw import draw, draw_ahead, meetings
from club.competition.sizes import sizes

CASES = [(12, 4), (16, 5), (21, 5), (32, 7), (64, 8), (128, 8), (219, 8), (256, 8)]
MANY = 64


def rounds(players, count, seed, *, swiss):
    """Draw so many rounds; give the tables and the seconds of each draw."""
    chance = random.Random(f"{seed}/{players}")
    shape = sizes(players, players, range(3, 6), 4)
    totals = dict.fromkeys(range(players), 0)
    tables, took = [], []
    for number in range(1, count + 1):
        order = sorted(totals, key=lambda player: (-totals[player], player))
        begun = time.perf_counter()
        met, name = meetings(tables), f"{seed}/{number}"
        if swiss and number > 1:
            made = draw(order, shape, met, name, ranked=True)
        else:
            made = draw_ahead(sorted(order), shape, met, name, count - number + 1)
        took.append(time.perf_counter() - begun)
        if sorted(player for table in made for player in table) != list(range(players)):
            sys.exit("somebody sits twice, or nowhere")
        tables += made
        for player in totals:
            totals[player] += chance.randrange(-5, 30) * 10
    return tables, took


def main():
    """Draw all of them, and tell."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = False
    for players, count in CASES:
        for swiss in (False, True):
            tables, took = rounds(players, count, options.seed, swiss=swiss)
            met = meetings(tables)
            again = sum(times - 1 for times in met.values())
            least = max(0, sum(met.values()) - players * (players - 1) // 2)
            failed |= players >= MANY and again > 0
            print(f"{players} players, {count} rounds {'by points' if swiss else 'drawn'}: met again {again} "
                  f"(bound {least}), most often {max(met.values())} times; a draw takes {max(took):.1f} s at "
                  f"most, {sum(took) / count:.1f} s on average", flush=True)  # fmt: skip
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
