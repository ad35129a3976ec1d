"""The competition that a board tells of, and what it does about one that the broker keeps."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from club.competition.summary import Summary
from club.topics import Topics
from texts import say


@dataclass(frozen=True)
class Answer:
    """Topics to take back, and what is to be said of it, if anything."""

    back: tuple[str, ...] = ()
    said: str | None = None


class Leadership:
    """The competition that is led here, if any, and the one that the broker keeps, which may be another's.

    current: its id; words: what the broker is to keep of it, by topic; tables: where it is played; before:
    games, as TABLE/ID, that do not count for it.
    """

    def __init__(self, topics: Topics) -> None:
        self.current: str | None = None
        self.words: Mapping[str, bytes] = {}
        self.tables: tuple[str, ...] = ()
        self.before = frozenset[str]()
        self._topics = topics
        self._led: Collection[str] | None = None
        self._kept: Summary | None = None
        self._answered: set[str] = set()

    def lead(
        self,
        words: Mapping[str, bytes],
        led: Collection[str],
        current: str | None,
        tables: Sequence[str],
        before: frozenset[str],
    ) -> None:
        """Tell of this one from now on; led: ids of those that were put away here."""
        self.words, self._led, self.current = dict(words), frozenset(led), current
        self.tables, self.before = tuple(tables), before

    def heard(self, kept: Summary) -> None:
        """Note the one that the broker keeps."""
        self._kept = kept

    def connected(self) -> None:
        """Answer anew what is heard from now on: each competition is answered once in a connection."""
        self._answered.clear()

    def answer(self, words: Mapping[str, bytes]) -> Answer:
        """Answer the one that was heard, if it was not yet, and it is known which ones are the own.

        words: all that the board tells now, by topic.
        """
        if self._kept is None or self._led is None:
            return Answer()
        kept, self._kept = self._kept, None
        again = kept.id in self._answered
        if kept.id == self.current:
            self._answered.add(kept.id)
            # What comes of it later is the own word.
            return Answer() if again else Answer(_seatings(kept, self._topics))
        found = answer(kept, self._led, self.current, words, self._topics)
        if found.said is None:
            return found
        # Two boards would answer each other for ever.
        self._answered.add(kept.id)
        return Answer(found.back) if again else found


def answer(
    kept: Summary, led: Collection[str], current: str | None, words: Mapping[str, bytes], topics: Topics
) -> Answer:
    """Say what becomes of a competition that was heard.

    led: ids of those that were led here; current: the one that is on. words: what the board tells now.
    Only one program of a board's name is connected at a time, so whoever is tells its own, and takes back
    who was to sit at tables that it does not seat. What was put away while no broker heard it is taken back
    too; what another board leads is left alone by one that leads nothing.
    """
    if kept.id == current:
        return Answer()
    its = (topics.competition, *_seatings(kept, topics))
    back = tuple(topic for topic in its if topic not in words)
    if kept.id in led:
        return Answer(back)
    said = say(
        "another board leads the competition {title}: of two boards in a club one is too many",
        title=kept.title,
    )
    return Answer(() if current is None else back, said)


def _seatings(kept: Summary, topics: Topics) -> tuple[str, ...]:
    return tuple(topics.seating(table.name) for table in kept.tables)
