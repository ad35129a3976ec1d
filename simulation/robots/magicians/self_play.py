"""What the robots at a table of sticks do and know: throws, choices, and their own account of the game."""

from __future__ import annotations

import random

import numpy as np

from games.book import MAGICIANS
from games.magicians import BEFORE, SEATS, SETTINGS, Again, Event, Phase, Throw
from games.sticks import COLORS, KIT, Stick, Table
from simulation.robots.ground_truth import GroundTruth
from simulation.robots.magicians.policy import Policy
from simulation.robots.setup import NAMES, Setup
from simulation.throwing import Fall, draw_fall

BAD = 0.06
"""How often a throw falls so that it must be thrown again: a house rule of thumb, for nobody has counted."""
VARIED = 0.3
"""How often a table plays by another setting than the default."""
FIXED = ("sticks", "rethrow", "leaning", "void_duel_throw")
"""Settings that stay: which sticks are drawn, and what a void throw costs, which the robots leave open.

Nobody plays by what only older records mean.
"""


def draw_setup(seed: int, *, vary: bool = True) -> Setup:
    """Draw a game; without `vary` the rules are the defaults, on the stand-in board, which has no picture."""
    rng = random.Random(f"familiar sticks {seed}")
    rules: dict[str, object] = {"board": "house"}
    if vary:
        for key, values in SETTINGS.items():
            if key not in (*FIXED, *BEFORE) and (key == "board" or rng.random() < VARIED):
                rules[key] = rng.choice(values)
        colors = list(COLORS)
        rng.shuffle(colors)
        rules["colors"] = colors
    seats = SEATS[0]
    return Setup(MAGICIANS, seed, NAMES[:seats], rng.randrange(seats), rules)


class StickSelfPlay(GroundTruth):
    """Robots in every seat, and a whole game of theirs kept by the rules alone.

    While a throw is awaited ask for `fall`, else for `next`; let it happen on the table, then tell
    `happened`. A fall that does not count is no event. bad: how often one falls so.
    """

    def __init__(self, setup: Setup, bad: float = BAD) -> None:
        super().__init__(setup)
        self._policy = Policy(random.Random(f"familiar magicians {setup.seed}"))
        self._rng = np.random.default_rng([setup.seed, 3])
        self._bad = bad

    @property
    def table(self) -> Table:
        """Give the sticks' table; the kit's where the game does not know it."""
        table: Table | None = self.header.rules.table
        return table or KIT

    @property
    def aside(self) -> tuple[str, ...]:
        """List the sticks that lie aside while the others are thrown."""
        state = self.state
        return tuple(stick.color for stick in state.duel.aside) if state.duel else ()

    def fall(self) -> Fall:
        """Throw the sticks that are to be thrown."""
        return draw_fall(self._rng, self.state.to_throw, self.table, bad=self._bad, others=len(self.aside))

    def thrown(self, fall: Fall) -> Throw:
        """Give the event that a fall is, if it counts."""
        order = sorted(fall.sticks, key=lambda stick: COLORS.index(stick.color))
        return Throw(tuple(order), self.state.turn)

    def next(self) -> Event:
        """Choose what happens next; no throw may be awaited. Raises ValueError when the game is over."""
        if self.state.phase is Phase.GAME_OVER or self.state.to_throw:
            raise ValueError("nothing is to be decided")
        return self._policy.choose(self.state)

    def follow(self, events: tuple[Event, ...]) -> bool:
        """Take over what people did: moves, cards, sticks kept. Say whether the robots can agree to it.

        What the sticks show is the robots' own and is never taken over; but a throw that people declare
        void is thrown again.
        """
        told, own = _standing(events), _standing(self.events)
        voided = bool(events) and isinstance(events[-1], Again) and told == own[:-1]
        return (told == own or voided) and self.adopt(events)


def _standing(events: tuple[Event, ...]) -> list[tuple[Stick, ...]]:
    """List what the throws showed that were not declared void."""
    found = []
    for before, event in zip((None, *events), events, strict=False):
        if isinstance(event, Throw):
            found.append(event.sticks)
        elif isinstance(event, Again) and isinstance(before, Throw):
            found.pop()
    return found
