"""What a board does about a competition that the broker keeps, and that is not the one it tells of."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from club.competition.summary import Summary
from club.topics import Topics
from texts import say


@dataclass(frozen=True)
class Answer:
    """Topics to take back, and what is to be said of it, if anything."""

    back: tuple[str, ...] = ()
    said: str | None = None


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
    seats = tuple(topics.seating(table.name) for table in kept.tables)
    back = tuple(topic for topic in (topics.competition, *seats) if topic not in words)
    if kept.id in led:
        return Answer(back)
    said = say(
        "another board leads the competition {title}: of two boards in a club one is too many",
        title=kept.title,
    )
    return Answer(() if current is None else back, said)
