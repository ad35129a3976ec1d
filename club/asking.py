"""Ask a broker for all that it keeps of a hall, so little at a time that it lets nothing fall."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from club.link import Link
from club.topics import Topics

AT_ONCE = 4
"""Tables whose finished games are asked for together: with as many as a board remembers of each (200) they
are fewer than the thousand that Mosquitto holds ready for one client (`max_queued_messages`); what is more
it lets fall, without a word to anybody."""


class Asking:
    """Go from one question to the next, each time the broker's answer to the last one is whole.

    A word of our own goes out behind each question: the broker hands it back behind all that it had to say.
    tables: gives the tables that are known by now.
    """

    def __init__(self, link: Link, topics: Topics, tables: Callable[[], Iterable[str]]) -> None:
        self._link = link
        self._topics = topics
        self._tables = tables
        self._steps: Iterator[None] = iter(())
        self._number = 0

    def begin(self) -> None:
        """Ask for everything anew, now that the connection stands."""
        self._link.ask(self._topics.asked("+"))
        self._steps = self._questions()
        self._next()

    def heard(self, topic: str) -> bool:
        """Go on where the own word has come back; tell whether it is such a word."""
        if topic == self._topics.asked(str(self._number)):
            self._next()
        return topic.startswith(self._topics.asked(""))

    def _next(self) -> None:
        if next(self._steps, self) is None:
            self._number += 1
            self._link.publish(self._topics.asked(str(self._number)), b"", retain=False)

    def _questions(self) -> Iterator[None]:
        topics, link = self._topics, self._link
        link.ask(topics.status("+"))
        yield
        link.ask(topics.game("+"))
        yield
        # What is told from now on comes by this; what was told before is asked for table by table.
        link.ask(topics.finished("+", "+"), kept=False)
        tables = iter(sorted(self._tables()))
        while some := [topics.finished(table, "+") for table in islice(tables, AT_ONCE)]:
            link.ask(*some)
            yield
            link.leave(*some)
