"""The games of a table, as its host and its journal know them, and how long the club is told of each."""

import logging
import time
from collections.abc import Callable

from club.messages import Scores, scores_from_dict, scores_to_dict
from club.past import DAY_S, Past
from club.score import identity, scores_of
from table.errors import TableError
from table.view.snapshot import Snapshot

log = logging.getLogger(__name__)


class OwnGames:
    """The newest game, and every finished one of the last days.

    past: what the host's journal knows; table: this table's name; days: how long a finished game is told;
    clock: seconds since 1970, which somebody may set; steady: seconds that only pass.
    """

    def __init__(
        self,
        past: Past,
        table: str,
        days: int,
        *,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.current = Scores(table)
        self.revision = 0
        self.finished: dict[str, Scores] = {}
        self._past = past
        self._table = table
        self._keeps_s = days * DAY_S
        self._clock = clock
        self._steady = steady
        self._taken: object = None
        self._open: set[str] = set()
        self._seen: dict[str, float] = {}

    @property
    def known(self) -> set[str]:
        """Give the ids of the games that are known, finished or not."""
        return {*self.finished, *self._open}

    def remember(self) -> None:
        """Take in what the journal knows of the games before."""
        try:
            for began, snapshot in self._past.games():
                scores = scores_of(snapshot, self._table, began)
                if scores.id is None:
                    continue
                if scores.over:
                    self.finished[scores.id] = scores
                else:
                    self._open.add(scores.id)
        except TableError as error:
            log.warning("the games before are not told to the club: %s", error)

    def look_anew(self) -> None:
        """Take in the next snapshot also where it shows nothing new: it may be found now."""
        self._taken = None

    def take(self, snapshot: Snapshot) -> None:
        """Take in what the host shows now; a finished game may be taken up again by an undo."""
        if snapshot.history is self._taken:
            return
        number, self._taken = snapshot.game_id, snapshot.history
        began = self._past.began(number) if number is not None else 0.0
        scores = scores_of(snapshot, self._table, began)
        # What its reader would refuse is an error here.
        scores_from_dict(scores_to_dict(scores))
        self.current, self.revision = scores, snapshot.number
        if scores.id is None:
            return
        self._seen[scores.id] = self._steady()
        if scores.over:
            self.finished[scores.id] = scores
            self._open.discard(scores.id)
        else:
            self.finished.pop(scores.id, None)
            self._open.add(scores.id)
        for id in [id for id in self.finished if self.is_bygone(id)]:
            del self.finished[id]
            self._seen.pop(id, None)

    def is_bygone(self, id: str) -> bool:
        """Tell whether the broker has kept a game for long enough.

        The clock may have been put right since a game began: one that this program saw end is not too old
        because of that.
        """
        if (seen := self._seen.get(id)) is not None:
            return self._steady() - seen > self._keeps_s
        return id[:16] < identity(self._clock() - self._keeps_s, 0)[:16]
