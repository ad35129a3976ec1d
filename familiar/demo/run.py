"""The demo: a whole table without hardware, in real time with its page, or as fast as it goes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from familiar.assemble import Appliance, VisionSetup
from familiar.eyes import Makers, open_drawn_eye, open_eye, open_stick_eye, pile_eye
from familiar.interrupts import ended_by
from familiar.invite.sign import invitation
from familiar.tell import Tell
from games.book import GAMES, WIZARD
from games.wizard.rules import SWITCHES
from simulation.devices import SimulatedCamera, SimulatedPanel
from simulation.pile import PileTable
from simulation.robots.company import Company, draw_game, set_table
from simulation.robots.magicians import counted as sticks
from simulation.robots.magicians import self_play as stick_play
from simulation.robots.magicians.counted import StickCounts, StickGame
from simulation.robots.magicians.self_play import StickSelfPlay
from simulation.robots.probe import counted as probe
from simulation.robots.probe import self_play as probe_play
from simulation.robots.probe.counted import ProbeCounts, ProbeGame
from simulation.robots.probe.deck import enrol_drawn
from simulation.robots.probe.self_play import ProbeSelfPlay
from simulation.robots.seated import Restarted
from simulation.robots.setup import Setup, adopt
from simulation.robots.wizard import counted as wizard
from simulation.robots.wizard.counted import WizardCounts, WizardGame
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from simulation.sticks import StickTable
from simulation.table import SimulatedTable
from simulation.temperament import RESTLESS, Temperament
from table.eye.protocol import Sees
from table.host import Host
from table.journal import Journal
from table.settings.config import House
from texts import Said, listed, say
from texts.catalogue import tongue
from texts.languages import native

PACE_S = 0.1
"""Ten pictures a second: what a Pi's eye manages."""
BETWEEN_GAMES_S = 20.0
ANOTHER = 10_000
"""Tables from which that is drawn on which a deck is learnt."""
HINTS = {
    "wizard": say("Take a seat to bid for it; robots play all the rest. Ctrl-C ends the demo."),
    "magicians": say("Take a seat to decide for it; robots throw and play the rest. Ctrl-C ends the demo."),
    "probe": say("Take a seat to hide a word, ask and answer; robots draw the cards. Ctrl-C ends the demo."),
}

AT_HOME = {
    "fr": ("Anne", "Benoît", "Chloé", "David", "Élise", "Félix"),
    "de": ("Anna", "Ben", "Clara", "David", "Emma", "Felix"),
}
"""Who play the demo where this machine speaks one of these languages."""


def play_fast(
    games: int, seed: int, players: int | None, edition: str | None, temperament: Temperament
) -> Iterator[WizardCounts]:
    """Play games without waiting, each with its own table, deck and rules; give the figures of each.

    Raises DemoError.
    """
    eyes: dict[str, Sees] = {}
    for number in range(1, games + 1):
        setup = draw_setup(seed + number - 1, players, edition)
        if setup.edition not in eyes:
            eyes[setup.edition] = open_eye(setup.edition)
        table = SimulatedTable(setup.seed, len(setup.players), setup.edition, temperament=temperament)
        with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
            yield WizardGame(number, setup, WizardSelfPlay(setup), camera, eyes[setup.edition], host).play()


def throw_fast(games: int, seed: int, temperament: Temperament) -> Iterator[StickCounts]:
    """Play games of Les Trois Magiciens without waiting, each with its own table, sticks and rules.

    Raises DemoError.
    """
    eye: Sees | None = None
    for number in range(1, games + 1):
        setup = stick_play.draw_setup(seed + number - 1)
        self_play = StickSelfPlay(setup)
        eye = eye or open_stick_eye(self_play.header.rules.table)
        table = StickTable(setup.seed, self_play.table, temperament=temperament)
        with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
            yield StickGame(number, setup, self_play, camera, eye, host).play()


def draw_fast(games: int, seed: int, players: int | None, temperament: Temperament) -> Iterator[ProbeCounts]:
    """Play games of Probe without waiting, each with its own table, activity cards, words and rules.

    A table's cards are enrolled first. Raises DemoError.
    """
    for number in range(1, games + 1):
        setup = probe_play.draw_setup(seed + number - 1, players)
        table = PileTable(setup.seed, len(setup.players), temperament=temperament)
        eye = _learnt(table)
        with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
            yield ProbeGame(number, setup, ProbeSelfPlay(setup), camera, eye, host).play()


def _learnt(table: PileTable) -> Sees:
    """Learn a table's cards from one picture each, taken at another table."""
    return pile_eye(enrol_drawn(table.deck, table.deck.seed % ANOTHER))


def run_fast(
    games: int,
    seed: int,
    players: int | None,
    edition: str | None,
    game: str,
    as_json: bool,
    tell: Tell,
    temperament: Temperament = RESTLESS,
) -> int:
    """Play fast and print a line a game; the exit status is 1 where a sheet came out wrong."""
    playing: Iterator[Any]
    total: Callable[[Iterable[Any]], str]
    if game == stick_play.GAME:
        playing, total = throw_fast(games, seed, temperament), sticks.total
    elif game == probe_play.GAME:
        playing, total = draw_fast(games, seed, players, temperament), probe.total
    else:
        playing = play_fast(games, seed, players, edition, temperament)
        total = wizard.total
    played: list[Any] = []
    for figures in playing:
        played.append(figures)
        tell(json.dumps(figures.as_dict()) if as_json else figures.line())
    if not as_json:
        tell(total(played))
    return 0 if all(figures.sheet_correct for figures in played) else 1


def at_home(setup: Setup, environ: Mapping[str, str] = os.environ) -> Setup:
    """Call the players as people are called where this machine's language is spoken."""
    names = AT_HOME.get(native(environ), setup.players)
    return replace(setup, players=names[: len(setup.players)])


def showing(setup: Setup) -> Said:
    """Say which game and deck the demo shows, and how to see another."""
    title, others = GAMES[setup.game].TITLE, [name for name in HINTS if name != setup.game]
    values = {"game": title, "others": listed(others, either=True)}
    match setup.rules.get("edition"):
        case "us":
            return say(
                "This is {game} with the American deck of U.S. Games, its Wizards and Jesters "
                "(--edition amigo for that of Amigo); --game {others} shows another.",
                **values,
            )
        case "amigo":
            return say(
                "This is {game} with the European deck of Amigo, its Wizards and Fools "
                "(--edition us for that of U.S. Games); --game {others} shows another.",
                **values,
            )
    return say("This is {game}; --game {others} shows another.", **values)


def run(
    seed: int,
    players: int | None,
    edition: str | None,
    game: str,
    port: int | None,
    speed: float,
    games: int | None,
    tell: Tell,
    temperament: Temperament = RESTLESS,
    specials: bool = False,
) -> int:
    """Play in real time with the page, until Ctrl-C or until so many games are over.

    tell: is given what is said in the language of this machine.
    """
    speak = tongue(native()).tell

    def aloud(text: str) -> None:
        tell(speak(text))

    def draw(number: int) -> Setup:
        drawn = at_home(draw_game(game, number, players, edition))
        drawn.rules.update(dict.fromkeys(SWITCHES, True) if specials else {})
        return drawn

    setup = draw(seed)
    aloud(showing(setup))
    if game == stick_play.GAME:
        # What is missing is better said now than at the first throw.
        open_stick_eye()
    aloud(say("Setting the table…"))
    if game == probe_play.GAME:
        # The cards are learnt before anybody waits for one to be read.
        open_drawn_eye()
    first, table = setup, set_table(setup, temperament)
    camera = SimulatedCamera(table, PACE_S / speed)
    panel = SimulatedPanel()
    # Which special cards the robots' deck has is settled, whatever a phone thinks.
    house = House(fixed={WIZARD: dict.fromkeys(SWITCHES, specials)})
    vision = VisionSetup(lambda: camera, Makers(pile=open_drawn_eye))
    appliance = Appliance(vision, panel, port=port, house=house)
    with appliance:
        robots = Company(
            appliance.host,
            camera,
            panel,
            lambda each: table if each == first else set_table(each, temperament),
            held=appliance.held,
            speed=speed,
            tell=aloud,
            lend=appliance.lend,
        )
        with ended_by(robots.stop):
            appliance.start()
            appliance.show_hands(robots.hand)
            tell(invitation(appliance.address, HINTS[game], tell=speak))
            played, begun = 0, False
            while games is None or played < games:
                try:
                    if not robots.play(setup, begun=begun):
                        break
                    played, begun = played + 1, False
                    setup = draw(setup.seed + 1)
                    if not (played == games or robots.rest(BETWEEN_GAMES_S)):
                        break
                except Restarted:
                    history = appliance.host.snapshot.history
                    assert history is not None
                    setup = adopt(history.header, setup.seed + 1)
                    begun = True
                    aloud(say("A phone began another game: the table is set anew for it."))
    aloud(say("The table is cleared."))
    return 0
