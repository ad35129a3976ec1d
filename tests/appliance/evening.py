"""What must stand of an evening in its journal, and in the files beside it.

Phones, games and truth are those of the hostile campaign (tests/campaigns/hostile): each step is one wish,
answered once it is on the disk, and one operation of the journal.
"""

import bisect
import itertools

from hostile.kills import Evening

from games.history import Game
from games.record import event_from_dict, header_from_dict
from table.errors import JournalEmpty, JournalError
from table.journal import Journal

NOTHING = (-1, 0)
"""No game was begun."""
FILES = ("access.json", "lead.json", "seats.json", "seats.secret")
"""What phones are promised beside the game: the code, who leads, who sits where, and its signature."""


class Noted(Evening):
    """An evening that notes after each answer how far the log of writes had come, and what it promised."""

    def __init__(self, program, seed, log, names=None):
        super().__init__(program.folder, seed, program, names)
        self.log, self.told = log, []
        self._files = [(0, dict.fromkeys(FILES))]
        """How far the log had come, and what the files held then, each time they held another thing."""

    def play_all(self):
        """Play from the program's start to the last step of the last game, then end the program."""
        self.program.start()
        try:
            self.program.ready()
            self.play_on()
        finally:
            self.program.kill()
            self.program.wait()

    def play_on(self, number=None):
        """Play so many steps more, or all."""
        for done in itertools.islice(self.go_on(), number):
            self.told.append((self.log.size(), done))
        for phone in self.phones:
            phone.close()

    def moments(self, number):
        """Choose so many moments at which a phone had just been told something: first when files changed."""
        files = [at for at, _ in self._files[1:]]
        steps = max(0, number - len(files))
        told = [self.told[k * len(self.told) // steps][0] for k in range(steps)]
        return sorted([*files[:number], *told])

    def before(self, end):
        """Say what had been acknowledged when the log ended there: the last game, and its steps."""
        place = bisect.bisect_right(self.told, end, key=lambda each: each[0])
        return self.told[place - 1][1] if place else NOTHING

    def other_files(self, end, folder):
        """List the files in a table's folder that are neither as they were then nor as they became later."""
        place = bisect.bisect_right(self._files, end, key=lambda each: each[0])
        good, found = [files for _, files in self._files[place - 1 :]], _files(folder)
        return [name for name in FILES if all(found[name] != files[name] for files in good)]

    def _told(self, answer):
        super()._told(answer)
        found = _files(self.program.folder)
        if found != self._files[-1][1]:
            self._files.append((self.log.size(), found))


def _files(folder):
    paths = {name: folder / "data/familiar" / name for name in FILES}
    return {name: path.read_bytes() if path.exists() else None for name, path in paths.items()}


def stands(path, games):
    """Say where the evening stands in a journal: the last game, and how many steps of it.

    Raises AssertionError where a game is not what was played, step by step.
    """
    if not path.exists():
        return NOTHING
    try:
        with Journal(path, readonly=True) as journal:
            journal.check()
            entries = journal.games()
            kept = [(journal.operations(entry.id), *journal.load(entry.id)) for entry in entries]
    except JournalEmpty:
        # The program was on its way to its first page: the file is there, and nothing in it yet.
        return NOTHING
    except JournalError as error:
        raise AssertionError(f"the journal cannot be read: {error}") from error
    for number, (operations, values, events) in enumerate(kept):
        header = header_from_dict(values)
        found = Game.of(header, (event_from_dict(each, header) for each in events))
        true = games[number].after(len(operations))
        whole = number == len(kept) - 1 or len(operations) == len(games[number].steps)
        assert whole, f"game {number + 1} lacks steps, though another was begun"
        assert found.events == true.events and found.state == true.state, f"game {number + 1} is another"
    return (len(kept) - 1, len(kept[-1][0])) if kept else NOTHING
