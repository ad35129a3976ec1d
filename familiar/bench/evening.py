"""``familiar bench evening``: Wizard without a phone at the simulated table, and what went wrong in it.

Names and seats come from the evening before and from where the wheels lie; the button begins the game. Bids
are turned on wheels, the trump is named by a tag, cards are read by the eye; a card that is asked about is
laid again, a wrong bid is taken back with the button. The sheet is held against what the players know.
"""

from __future__ import annotations

import json
from functools import cache

import click

from familiar.assemble import open_eye
from kit.wheel_picture import SIZE_MM, back_picture, tag_picture, wheel_picture
from simulation.devices import SimulatedCamera
from simulation.robots.wizard.phoneless import Evening, play_evening
from simulation.robots.wizard.script import draw_setup
from simulation.table import SimulatedTable
from simulation.temperament import Temperament
from simulation.wheels import Picture
from table.host import Host
from table.watch import Sees
from table.wheel_eye import WheelEye
from vision.wheels import printed

SLIPS = 0.08
"""How often somebody turns a wheel wrongly first."""


def run(
    players: int, edition: str, rounds: int | None, seed: int, as_json: bool, temperament: Temperament
) -> int:
    """Play an evening and print its figures; 1 where the sheet or a bid is wrong."""
    evening = play(players, edition, rounds, seed, temperament)
    click.echo(json.dumps(evening.as_dict()) if as_json else evening.line())
    return int(not evening.sheet_correct or evening.bids_silent > 0)


def play(
    players: int,
    edition: str,
    rounds: int | None,
    seed: int,
    temperament: Temperament,
    *,
    slips: float = SLIPS,
    bids: str = "open",
    last_bid: str = "nonzero",
) -> Evening:
    """Play an evening of so many rounds, None: to its end. Raises DemoError."""
    setup = draw_setup(seed, players, edition, vary=False)
    setup.rules.update(bids=bids, last_bid=last_bid if bids == "open" else "free")
    table = SimulatedTable(seed, players, edition, temperament=temperament)

    def make_eye(host: Host) -> Sees:
        return WheelEye(open_eye(edition), host.handle, lambda: host.snapshot, "bottom")

    with SimulatedCamera(table) as camera:
        wheels = (drawn, back_picture(), SIZE_MM)
        tags = (tag, printed.TAG_OUTLINE)
        return play_evening(setup, camera, make_eye, *wheels, *tags, rounds=rounds, slips=slips)


@cache
def drawn(color: int, place: float) -> Picture:
    """Draw a wheel; most are shown again and again."""
    return wheel_picture(color, place)


def tag(suit: int) -> Picture:
    """Draw a trump tag."""
    return tag_picture(suit, "")
