"""What the robots at a table of Probe do and know: words, cards, and their own account of the game."""

from __future__ import annotations

import random

from games.book import PROBE
from games.probe import BEFORE, SEATS, SETTINGS, STAND_IN, Draw, Event, Phase
from simulation.robots.ground_truth import GroundTruth
from simulation.robots.probe.policy import Policy
from simulation.robots.setup import NAMES, Setup

PLAYERS = 4
"""Who play, where nobody says."""
VARIED = 0.2
"""How often a table plays by another setting than the default."""
FIXED = ("carried",)
"""Settings that stay: what is brought from other tables is nothing that robots decide.

Nobody plays by what only older records mean.
"""
STOCK = sum(STAND_IN.values())
"""Cards of a whole deck of activity cards."""


def draw_setup(seed: int, players: int | None = None, *, vary: bool = True) -> Setup:
    """Draw a game; without `vary` the rules are the defaults."""
    rng = random.Random(f"familiar probe {seed}")
    seats = players or (rng.choice(SEATS) if vary else PLAYERS)
    rules: dict[str, object] = {}
    if vary:
        for key, values in SETTINGS.items():
            if key not in (*FIXED, *BEFORE) and rng.random() < VARIED:
                rules[key] = rng.choice(values)
    return Setup(PROBE, seed, NAMES[:seats], rng.randrange(seats), rules)


class ProbeSelfPlay(GroundTruth):
    """Robots in every seat, and a whole game of theirs kept by the rules alone.

    While an activity card is awaited take one with `draw`, else ask for `next`; let it happen on the table,
    then tell `happened`.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.policy = Policy(random.Random(f"familiar words {setup.seed}"))
        self._rng = random.Random(f"familiar activity {setup.seed}")
        self._stock: list[str] = []

    @property
    def to_draw(self) -> bool:
        """Tell whether an activity card is awaited."""
        return bool(self.state.phase is Phase.DRAW)

    def shuffle(self) -> bool:
        """Shuffle the cards anew where the stock is used up, and say whether that was done."""
        if self._stock:
            return False
        self._stock = [card for card, count in STAND_IN.items() for _ in range(count)]
        self._rng.shuffle(self._stock)
        return True

    def draw(self) -> Draw:
        """Take the top card of the stock, which must not be used up, for whoever's turn it is."""
        return Draw(self._stock.pop(), self.state.turn)

    def next(self) -> Event:
        """Choose what happens next; no card may be awaited. Raises ValueError when the game is over."""
        return self.policy.choose(self.state)

    def follow(self, events: tuple[Event, ...]) -> bool:
        """Take over what people did: words, questions, answers, calls. Say whether the robots can agree.

        The cards that were drawn are the robots' own and are never taken over.
        """
        drawn = [[each.card for each in every if isinstance(each, Draw)] for every in (events, self.events)]
        # Until the host has the newest card, an account without it is not the truth.
        return drawn[0] == drawn[1] and self.adopt(events)
