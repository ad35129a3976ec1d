"""What can go wrong at the table, apart from the rules and the eye."""

from files.obstacle import Obstacle


class TableError(ValueError):
    """Root of everything the host refuses to start with; the message is one clear line."""


class ConfigError(TableError):
    """The configuration cannot be used; `problems` holds every wrong value, one line each."""

    def __init__(self, problems: list[str]):
        self.problems = tuple(problems)
        more = len(problems) - 1
        super().__init__(problems[0] + (f" (and {more} more)" if more else ""))


class JournalError(TableError):
    """The journal is no journal, is damaged, belongs to another program or host, or cannot be written."""


class JournalUnwritten(JournalError):
    """The journal, or a copy of it, cannot be written now; `obstacle`: what stands in the way."""

    def __init__(self, message: str, obstacle: Obstacle):
        super().__init__(message)
        self.obstacle = obstacle


class JournalDamaged(JournalError):
    """The journal's file is not what was written; its rows or a backup may bring the games back."""


class JournalBusy(JournalError):
    """Who holds the journal does not answer at this moment."""


class JournalEmpty(JournalError):
    """There is no game in the journal yet."""
