"""List the games by name, so that no other room names one."""

from collections.abc import Mapping
from types import MappingProxyType

from games import magicians, probe, wizard
from games.protocol import AnyGame, GameRules

# Each is held against the protocol with its own types, before these are given up for those of any game.
_WIZARD: GameRules[wizard.State, wizard.Event, wizard.Rules] = wizard
_MAGICIANS: GameRules[magicians.State, magicians.Event, magicians.Rules] = magicians
_PROBE: GameRules[probe.State, probe.Event, probe.Rules] = probe

WIZARD, MAGICIANS, PROBE = "wizard", "magicians", "probe"

_GAMES: dict[str, AnyGame] = {WIZARD: _WIZARD, MAGICIANS: _MAGICIANS, PROBE: _PROBE}

GAMES: Mapping[str, AnyGame] = MappingProxyType(_GAMES)


def register(name: str, game: AnyGame) -> None:
    """Add a game, or put another in the place of one."""
    _GAMES[name] = game
