"""Settle a recorded game for the command line."""

import json

from files.regular import open_file
from files.terminal import in_lines
from games.errors import GameError, Unreadable
from games.history import Game
from games.replay import replay

LARGEST = 16 * 2**20
"""Bytes. The longest possible game takes less than a hundredth of this."""


def settle(path: str, *, as_json: bool) -> str:
    """Read the record at `path` and write its result, as JSON or as a score sheet.

    Raises GameError with `PATH:LINE: reason` as its message.
    """
    game = load(path)
    rules = game.rules
    # A record may be a stranger's, and a name in it may turn the line round.
    return json.dumps(rules.result(game.state)) if as_json else in_lines(rules.score_sheet(game.state))


def load(path: str) -> Game:
    """Play the record at `path` through. Raises GameError with `PATH:LINE: reason` as its message."""
    try:
        return replay(_content(path))
    except GameError as error:
        if error.line is None:
            raise
        raise Unreadable(f"{path}:{error.line}: {error}") from error


def _content(path: str) -> bytes:
    """Read a file whole.

    Raises Unreadable.
    """
    try:
        with open_file(path) as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise Unreadable(f"{path}: cannot be read ({error.strerror}); name the file of a record") from error
    if len(data) > LARGEST:
        raise Unreadable(f"{path}: is larger than {LARGEST // 2**20} MiB: no game's record is so long.")
    return data
