"""``familiar bench evening``: Wizard without a phone at the simulated table, and what went wrong in it.

Names and seats come from the evening before and from where the wheels lie; the button begins the game. Bids
are turned on wheels, the trump is named by a tag, cards are read by the eye; a card that is asked about is
laid again, a wrong bid is taken back with the button. The sheet is held against what the players know.
"""

from __future__ import annotations

import json
from functools import cache

import click
import cv2
import numpy as np

from familiar.eyes import open_eye
from games.cards import SPECIALS, names
from games.wizard.rules import SWITCHES
from kit.wheel_picture import SIZE_MM, back_picture, tag_picture, wheel_picture
from models.labels import CROP_SIZE
from simulation.devices import SimulatedCamera
from simulation.robots.wizard.evening import Evening, note_last_evening, places_of
from simulation.robots.wizard.phoneless import PhonelessGame
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from simulation.robots.wizard.televised import Habits
from simulation.robots.wizard.turned import Equipment
from simulation.stage import SIZE
from simulation.table import SimulatedTable
from simulation.temperament import Temperament
from simulation.wheels import Picture, Tags, Wheels
from table.host import Host
from table.journal import Journal
from table.wheels.eye import WheelEye
from vision.read.enrolled import EnrolledReader
from vision.read.profile import Profile, empty, with_picture
from vision.track.cards import CardTracker
from vision.wheels import printed

SLIPS = 0.08
"""How often somebody turns a wheel wrongly first."""

MIXED = 0.4
"""How often somebody takes a phone, where people do as they like."""


def run(
    players: int,
    edition: str,
    rounds: int | None,
    seed: int,
    as_json: bool,
    temperament: Temperament,
    *,
    specials: bool = False,
    bids: str = "open",
    with_phones: int = 0,
    mixed: bool = False,
    next_seat: bool = True,
) -> int:
    """Play an evening and print its figures; 1 where it stopped, or the sheet or a bid is wrong."""
    habits = Habits(SLIPS, with_phones, MIXED if mixed else 0.0, next_seat)
    evening = play(players, edition, rounds, seed, temperament, habits, bids=bids, specials=specials)
    click.echo(json.dumps(evening.as_dict()) if as_json else evening.line())
    return int(not evening.in_order)


def play(
    players: int,
    edition: str,
    rounds: int | None,
    seed: int,
    temperament: Temperament,
    habits: Habits,
    *,
    bids: str = "open",
    last_bid: str = "nonzero",
    specials: bool = False,
    size: tuple[int, int] = SIZE,
) -> Evening:
    """Play an evening of so many rounds, None: to its end.

    specials: with all special cards; the deck is learnt first. size: width and height of the camera's
    pictures, in pixels.
    """
    setup = draw_setup(seed, players, edition, vary=False)
    setup.rules.update(bids=bids, last_bid=last_bid if bids == "open" else "free")
    if specials:
        setup.rules.update(dict.fromkeys(SWITCHES, True))
    table = SimulatedTable(seed, players, edition, size, temperament=temperament)
    cards = CardTracker(reader=EnrolledReader(learnt(table))) if specials else open_eye(edition)
    wheels = Wheels(table, np.random.default_rng([seed, 47]), drawn, SIZE_MM)
    tags = Tags(table, wheels, tag, printed.TAG_OUTLINE)
    journal = Journal(":memory:")
    with_phones = habits.with_phones
    # Who has a phone sits where he sat.
    note_last_evening(journal, setup, range(players) if with_phones else places_of(setup), with_phones)
    with SimulatedCamera(table) as camera, Host(journal) as host:
        eye = WheelEye(cards, host.handle, lambda: host.snapshot, "bottom")
        equipment = Equipment(wheels, tags, back_picture())
        game = PhonelessGame(setup, WizardSelfPlay(setup), camera, eye, host, habits, equipment)
        return game.play() if rounds is None else game.play_rounds(rounds)


def learnt(table: SimulatedTable) -> Profile:
    """Learn a drawn deck with its special cards from one picture each."""
    profile = empty(f"drawn-{table.edition}")
    for name in (*SPECIALS, *names(table.edition)):
        profile = with_picture(profile, name, cv2.resize(table.deck.face(name), CROP_SIZE))
    return profile


@cache
def drawn(color: int, place: float) -> Picture:
    """Draw a wheel; most are shown again and again."""
    return wheel_picture(color, place)


def tag(suit: int) -> Picture:
    """Draw a trump tag."""
    return tag_picture(suit, "")
