"""Whatever a phone sends: an answer in a sentence, and the game is what its events make it."""

import json

from fuzzing import answered, fuzzed, no_stumbling
from hypothesis import strategies as st
from pages import HEADERS, RIGHT, STARTS, Room, wishes

from games.history import Game
from games.record import event_from_dict, header_from_dict


class Table(Room):
    """The table's own room."""

    def __init__(self, start, locked):
        super().__init__("table", start, locked)

    def knows(self, body):
        """Put the keys of this table where a phone enters the right ones."""
        ring = self.access.keyring
        right = {} if ring is None else {"code": ring.keys.code, "pin": ring.keys.pin}
        return {key: right.get(key, "") if value == RIGHT else value for key, value in body.items()}

    def check_game(self):
        """Hold what is shown against what was written down."""
        snapshot, journal = self.holder.snapshot, self.holder._journal
        if snapshot.history is None:
            return
        values, events = journal.load(snapshot.game_id)
        header = header_from_dict(values)
        assert Game.of(header, (event_from_dict(event, header) for event in events)) == snapshot.history


@fuzzed(
    short=60,
    start=st.sampled_from(sorted(STARTS["table"])),
    several=st.lists(wishes("table"), min_size=1, max_size=12),
    locked=st.booleans(),
)
def test_any_wishes_leave_the_game_what_its_events_make_it(start, several, locked):
    table = Table(start, locked)
    with no_stumbling():
        for path, body, fresh in several:
            body = table.knows(body)
            if fresh:
                body = {**body, "seen": table.snapshot.number}
            sent = {"data": json.dumps(body), "content_type": "application/json", "headers": HEADERS}
            answered(table.phone.post(path, **sent))
            answered(table.phone.get("/state"))
        table.check_game()
    table.close()
