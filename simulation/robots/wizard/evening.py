"""Say what an evening of Wizard without a phone showed, and write down the evening before it.

Whoever plays without a phone begins with the button alone: names, seats and wheels stand in the journal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulation.robots.setup import Setup
from simulation.robots.wizard.counted import WizardCounts
from table.journal import Journal
from table.wheels import notes as wheel_notes

OLDER = {"us": "2S", "amigo": "1B"}
"""The card turned up in the only round of the evening before."""


@dataclass(frozen=True)
class Evening(WizardCounts):
    """What an evening without a phone showed, beside what other games show.

    rounds: played to their end. bids: turned. bids_asked: of which the television asked about; bids_silent:
    entered otherwise than they were turned. slips: wheels that were turned wrongly first, and taken back or
    refused, and wrong tags. trumps: named by tags. choices: what else special cards brought that was told
    with tags, wheels, cards and the button. again: cards laid again. presses: of the button. phones: commands
    that came from anything but those. wrong: what was entered wrongly in silence, and in which round.
    stopped: why the evening did not come to its end; then `sheet_correct` is about the rounds that did.
    """

    rounds: int = 0
    bids: int = 0
    bids_asked: int = 0
    bids_silent: int = 0
    slips: int = 0
    trumps: int = 0
    choices: int = 0
    again: int = 0
    presses: int = 0
    phones: int = 0
    wrong: tuple[str, ...] = ()
    stopped: str = ""

    @property
    def in_order(self) -> bool:
        """Tell whether the evening came to its end, to the right sheet and with the bids that were turned."""
        return self.sheet_correct and not self.stopped and not self.bids_silent

    def line(self) -> str:
        """Say it in one line for people, and in one more whatever was entered wrongly in silence."""
        sheet = self.sheet
        if self.stopped:
            sheet = f"STOPPED in round {self.rounds + 1} because {self.stopped}; {sheet} until then"
        told = (
            f"{self.rounds} rounds of {self.players} players, {self.edition}, {self.temperament}: "
            f"{self.bids} bids ({self.bids_asked} asked, {self.bids_silent} silent, {self.slips} slips "
            f"mended), {self.trumps} trumps named, {self.choices} other choices, "
            f"{self.cards} cards ({self.asked} asked, {self.needless} "
            f"needlessly, {self.marked} marked ({self.marked_wrong} wrong), {self.silent_errors} silent, "
            f"{self.missed} missed, {self.again} laid again), {self.presses} presses of the button, "
            f"{self.phones} phone requests, {sheet}, {self.frames} pictures, {self.seconds:.0f} s"
        )
        return "\n  ".join((told, *self.wrong))


def note_last_evening(journal: Journal, setup: Setup, order: Sequence[int], with_phones: int = 0) -> None:
    """Write down a game of one round that these people played before, with wheels.

    order: who sat where then, by the seats of now; a wheel's colour is the seat of now. with_phones: so many
    seats, the first ones of now, bid on phones.
    """
    names = [setup.players[seat] for seat in order]
    count = len(names)
    # Whoever sat behind the last dealer deals now.
    dealer = (names.index(setup.players[setup.dealer]) - 1) % count
    game = journal.begin({**setup.header, "players": names, "dealer": dealer})
    bidders = [(dealer + 1 + place) % count for place in range(count)]
    events: list[dict[str, Any]] = [{"event": "turn_up", "card": OLDER[setup.edition]}]
    events += [{"event": "bid", "player": seat, "tricks": 1} for seat in bidders]
    operations: Any = [("event", values) for values in events]
    for place, seat in enumerate(bidders, 1):
        color = order[seat] if order[seat] >= with_phones else None
        operations += wheel_notes.note(place, events[place], color)
    journal.append_all(game, [*operations, ("event", {"event": "stop"})])


def places_of(setup: Setup) -> list[int]:
    """Draw who sat where the evening before."""
    return [int(seat) for seat in np.random.default_rng([setup.seed, 43]).permutation(len(setup.players))]
