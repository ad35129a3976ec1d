"""List the games by name, so that no other room names one.

Each entry is a module with begin, apply, event_from_dict, event_to_dict, shown, describe, parse_rules,
rules_to_dict, view, expects, awaited, result, score_sheet, SEATS (numbers of players), SETTINGS (rule -> its
values, the default first; "turned_wizard" follows the edition, "board" and "sticks" may also be objects,
"carried" a list of points), PASSES (the events by which a seat leaves what it may leave), LIES (what lies on
the table, `games.expectation.Lies`), TITLE, and its secrecy policy: SECRETS, check_undo, check_correct and
retold, as in `games.secrecy`.

BEFORE names the rules that were none when older records were written, each with what it meant then.

`standing` gives what everybody has by seat, points or cards. A game may have `carry`, which says what becomes
of later events when an earlier one is put right.
"""

from collections.abc import Mapping
from types import MappingProxyType, ModuleType

from games import magicians, probe, wizard

_GAMES: dict[str, ModuleType] = {"wizard": wizard, "magicians": magicians, "probe": probe}

GAMES: Mapping[str, ModuleType] = MappingProxyType(_GAMES)


def register(name: str, game: ModuleType) -> None:
    """Add a game, or put another in the place of one."""
    _GAMES[name] = game
