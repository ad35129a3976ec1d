"""The command that shows a whole table without hardware: `demo`."""

from __future__ import annotations

import click

from familiar.group import Finite, Whole


@click.command()
@click.option(
    "--game",
    type=click.Choice(["wizard", "magicians", "probe"]),
    default="wizard",
    show_default=True,
    help="Wizard, Les Trois Magiciens, or Probe.",
)
@click.option("--seed", type=Whole(0), default=1, show_default=True, help="Draws table and game.")
@click.option(
    "--players",
    type=Whole(2, 6),
    help="How many play: Wizard 3 to 6, Probe 2 to 4; 4, or drawn with --fast.",
)
@click.option(
    "--edition", type=click.Choice(["us", "amigo"]), help="Wizard: which deck; us, or drawn with --fast."
)
@click.option("--specials", is_flag=True, help="Wizard: with the special cards of the anniversary editions.")
@click.option("--port", type=Whole(1, 65535), help="Port of the page; the first free from 8000.")
@click.option("--speed", type=Finite(0.1, 20), default=1.0, help="2 plays twice as fast.")
@click.option("--fast", is_flag=True, help="Play without page and without waiting, and print figures.")
@click.option("--games", type=Whole(1), help="How many games; endless, or 1 with --fast.")
@click.option("--json", "as_json", is_flag=True, help="With --fast: print one JSON line a game.")
@click.option(
    "--restless/--calm",
    default=True,
    show_default=True,
    help="Whether everybody's hands, mugs, a cat and the light move all the time, or only who plays.",
)
def demo(
    game: str,
    seed: int,
    players: int | None,
    edition: str | None,
    specials: bool,
    port: int | None,
    speed: float,
    fast: bool,
    games: int | None,
    as_json: bool,
    restless: bool,
) -> int:
    """Show the whole table without hardware: robots play, the real eye looks, phones may join."""
    from games.book import GAMES
    from simulation.temperament import CALM, RESTLESS

    rules, temperament = GAMES[game], RESTLESS if restless else CALM
    if edition and game != "wizard":
        raise click.UsageError("--edition is for Wizard: leave it out.")
    if specials and (game != "wizard" or fast):
        raise click.UsageError("--specials is for Wizard with its page: leave --game and --fast out.")
    if players and len(rules.SEATS) == 1:
        raise click.UsageError(f"{rules.TITLE} is always for {rules.SEATS[0]}: leave --players out.")
    if players and players not in rules.SEATS:
        raise click.UsageError(f"{rules.TITLE} is for {rules.SEATS[0]} to {rules.SEATS[-1]} players.")
    if fast:
        from familiar.demo.fast import run as play_fast

        return play_fast(games or 1, seed, players, edition, game, as_json, click.echo, temperament)
    if as_json:
        raise click.UsageError("--json needs --fast.")

    from familiar.demo.run import run as play

    return play(seed, players, edition, game, port, speed, games, click.echo, temperament, specials)
