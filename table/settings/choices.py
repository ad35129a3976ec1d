"""Keep what a table's owner chose on a page in the place of a setting, over a restart too."""

import logging
import threading
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from table.settings.kept import read_kept, write_kept
from texts.languages import LANGUAGES

FILE = "choices.json"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Chosen:
    """What pages let the owner choose: whether the table speaks, in which language, and reads bid wheels."""

    speaks: bool = False
    language: str = LANGUAGES[0]
    wheels: bool = False


class Choices:
    """Hold what is chosen.

    A choice stands as long as its setting is what it was then: who changes the settings later means that.

    settings: what counts where nothing was chosen. path: the file in which choices are kept, None: nowhere.
    """

    def __init__(self, settings: Chosen = Chosen(), path: Path | None = None) -> None:
        self._settings, self._path = settings, path
        self._gate = threading.Lock()
        self.now = replace(settings, **_choices(settings, {} if path is None else _read(path)))

    def choose(self, **choices: Any) -> None:
        """Choose something, fields of Chosen; what cannot be written is chosen as long as this lives."""
        with self._gate:
            self.now = now = replace(self.now, **choices)
            if self._path is None:
                return
            settings, chosen = asdict(self._settings), asdict(now)
            said = {name: {"setting": settings[name], "chosen": chosen[name]} for name in chosen}
            try:
                write_kept(self._path, said)
            except OSError as error:
                log.error("%s: cannot be written (%s)", self._path, error.strerror)


def _choices(settings: Chosen, said: dict[str, Any]) -> dict[str, Any]:
    """Take the choices whose settings are still what they were."""
    found = {}
    for each in fields(Chosen):
        one, setting = said.get(each.name), getattr(settings, each.name)
        if not isinstance(one, dict) or one.get("setting") != setting:
            continue
        chosen = one.get("chosen")
        if type(chosen) is type(setting) and (each.name != "language" or chosen in LANGUAGES):
            found[each.name] = chosen
    return found


def _read(path: Path) -> dict[str, Any]:
    """Read what was chosen; nothing, where that cannot be read."""
    said = read_kept(path, "the settings count")
    return said if isinstance(said, dict) else {}
