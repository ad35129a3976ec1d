"""Ask a broker for all that it keeps of a hall, so little at a time that it lets nothing fall."""

from collections.abc import Callable, Iterable, Iterator

from club.link import Link
from club.topics import Topics

AT_ONCE = 4
"""Tables whose finished games are asked for together: with as many as a board remembers of each (200) they
are fewer than the thousand that Mosquitto holds ready for one client (`max_queued_messages`); what is more
it lets fall, without a word to anybody."""
AGAIN = 200
"""Messages heard after which the own word is said again: of more than a thousand it fell with the rest."""


class Asking:
    """Go from one question to the next, each time the broker's answer to the last one is whole.

    A word of our own goes out behind each question: the broker hands it back behind all that it had to say.
    first: gives the tables that are played at, each asked for alone, and by its name: whatever somebody has
    left at the broker under other names pushes nothing of theirs out. known: gives all that are known by now.
    """

    def __init__(
        self,
        link: Link,
        topics: Topics,
        first: Callable[[], Iterable[str]],
        known: Callable[[], Iterable[str]],
    ) -> None:
        self._link = link
        self._topics = topics
        self._first = first
        self._known = known
        self._asked: set[str] = set()
        self._steps: Iterator[None] | None = None
        self._number = 0
        self._since = 0

    @property
    def whole(self) -> bool:
        """Tell whether all was heard that was asked for; a lost connection changes nothing about that."""
        return self._steps is None

    def begin(self) -> None:
        """Ask for everything anew, now that the connection stands."""
        self._link.ask(self._topics.asked("+"))
        self._asked = set()
        self._steps = self._questions()
        self._next()

    def more(self) -> None:
        """Ask for tables that are played at and were not when the others were asked for."""
        if self._steps is None and self._link.connected and not self._asked.issuperset(self._first()):
            self._steps = self._by_table()
            self._next()

    def heard(self, topic: str) -> bool:
        """Go on where the own word has come back; tell whether it is such a word."""
        if topic.startswith(self._topics.asked("")):
            if topic == self._topics.asked(str(self._number)):
                self._next()
            return True
        if self._steps is not None:
            self._since += 1
            if self._since % AGAIN == 0:
                self._say()
        return False

    def _next(self) -> None:
        if self._steps is None:
            return
        if next(self._steps, self) is None:
            self._number, self._since = self._number + 1, 0
            self._say()
        else:
            self._steps = None

    def _say(self) -> None:
        self._link.publish(self._topics.asked(str(self._number)), b"", retain=False)

    def _questions(self) -> Iterator[None]:
        topics, link = self._topics, self._link
        link.ask(topics.status("+"))
        yield
        link.ask(topics.game("+"))
        yield
        # What is told from now on comes by this; what was told before is asked for table by table.
        link.ask(topics.finished("+", "+"), kept=False)
        yield from self._by_table()

    def _by_table(self) -> Iterator[None]:
        while some := self._due():
            self._link.ask(*some)
            yield
            self._link.leave(*some)

    def _due(self) -> list[str]:
        topics = self._topics
        if first := sorted({*self._first()} - self._asked)[:1]:
            self._asked.update(first)
            # Of a thousand and more tables these words may have fallen.
            return [topics.status(first[0]), topics.game(first[0]), topics.finished(first[0], "+")]
        others = sorted({*self._known()} - self._asked)[:AT_ONCE]
        self._asked.update(others)
        return [topics.finished(table, "+") for table in others]
