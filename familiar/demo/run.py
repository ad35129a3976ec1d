"""The demo in real time: robots play at a drawn table with its page, and phones may join."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace

from familiar.assemble import Appliance, VisionSetup
from familiar.eyes import Makers, open_drawn_eye, open_stick_eye
from familiar.interrupts import ended_by
from familiar.invite.sign import invitation
from familiar.tell import Tell
from games.book import GAMES, MAGICIANS, PROBE, WIZARD
from games.wizard.rules import SWITCHES
from simulation.devices import SimulatedCamera, SimulatedPanel
from simulation.robots.company import Company, draw_game, set_table
from simulation.robots.seated import Restarted
from simulation.robots.setup import Setup, adopt
from simulation.temperament import RESTLESS, Temperament
from table.host import Host
from table.settings.config import House
from texts import Said, listed, say
from texts.catalogue import tongue
from texts.languages import native

PACE_S = 0.1
"""Ten pictures a second: what a Pi's eye manages."""
BETWEEN_GAMES_S = 20.0
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
    if game == MAGICIANS:
        # What is missing is better said now than at the first throw.
        open_stick_eye()
    aloud(say("Setting the table…"))
    if game == PROBE:
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
            _play_on(appliance.host, robots, setup, draw, games, aloud)
    aloud(say("The table is cleared."))
    return 0


def _play_on(
    host: Host, robots: Company, setup: Setup, draw: Callable[[int], Setup], games: int | None, tell: Tell
) -> None:
    """Play one game after the other until so many are over, None: until the robots are stopped.

    draw: draws a game by its number; a phone may begin another in its place.
    """
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
            history = host.snapshot.history
            assert history is not None
            setup = adopt(history.header, setup.seed + 1)
            begun = True
            tell(say("A phone began another game: the table is set anew for it."))
