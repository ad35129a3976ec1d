"""What must stand of an evening in its journal.

Phones, games and truth are those of the hostile campaign (tests/campaigns/hostile): each step is one wish,
answered once it is on the disk, and one operation of the journal.
"""

from games.history import Game
from games.record import event_from_dict, header_from_dict
from table.errors import JournalError
from table.journal import Journal

NOTHING = (-1, 0)
"""No game was begun."""


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
