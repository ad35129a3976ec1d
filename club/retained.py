"""What a program has a broker keep for it: sent once, and again only where it differs from what was sent."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

Word = TypeVar("Word")


class Retained(Generic[Word]):
    """The retained messages that were sent since a connection stands, by topic.

    send: publishes a word under a topic; for None it has the broker keep nothing there. Whoever calls sees to
    it that no two threads do at once.
    """

    def __init__(self, send: Callable[[str, Word | None], None]) -> None:
        self._send = send
        self._sent: dict[str, Word] = {}

    def get(self, topic: str) -> Word | None:
        """Give what was sent under a topic, None for nothing."""
        return self._sent.get(topic)

    def forget(self) -> None:
        """Take nothing for sent any more: the connection is new, or another program wrote there."""
        self._sent = {}

    def keeps(self, topic: str, word: Word) -> None:
        """Take for sent what the broker keeps there already."""
        self._sent[topic] = word

    def tell(self, words: Mapping[str, Word]) -> None:
        """Have the broker keep these words and, of what was sent, nothing else.

        What is new is sent first: whoever hears that something is gone has heard what it gave way to.
        """
        gone = [topic for topic in self._sent if topic not in words]
        for topic, word in words.items():
            if self._sent.get(topic) != word:
                self._send(topic, word)
                self._sent[topic] = word
        for topic in gone:
            self._send(topic, None)
            del self._sent[topic]
