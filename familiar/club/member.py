"""A table in its club: the publisher beside its host, and the board's seating on its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from club.errors import ClubError
from familiar.assemble import Appliance
from familiar.extra import pip_install
from familiar.tell import Tell
from files.regular import expand
from table.settings.club import ClubConfig

if TYPE_CHECKING:
    from club.plan import Seating
    from club.publisher import Publisher

REMEDY = pip_install("paho-mqtt>=2.1", "highspy>=1.10")
"""The packages themselves: on the package index familiar is the name of somebody else's."""
PAHO = f"The club's messages need the package paho-mqtt: {REMEDY}"
MISSING = {
    "paho": PAHO,
    "highspy": f"The club's draws need the package highspy: {REMEDY}",
}


@contextmanager
def mqtt() -> Iterator[None]:
    """Turn the missing extra into a sentence. Raises ClubError."""
    try:
        yield
    except ModuleNotFoundError as error:
        said = MISSING.get((error.name or "").partition(".")[0])
        if said is None:
            raise
        raise ClubError(said) from None


@contextmanager
def member(config: ClubConfig, appliance: Appliance, journal: Path | str, tell: Tell) -> Iterator[None]:
    """Let a table tell its club as long as it plays; what hinders that is a line, and the table plays on."""
    with ExitStack() as closing:
        if config.broker:
            try:
                publisher = publish(config, appliance, journal)
                closing.callback(publisher.close)
                tell(f"Table {config.table} tells the club {config.name} at {config.broker}.")
            except ClubError as error:
                tell(f"The club is not told: {error}")
        yield


def publish(config: ClubConfig, appliance: Appliance, journal: Path | str) -> Publisher:
    """Start the publisher beside an appliance; its pages offer the board's seating. Raises ClubError."""
    with mqtt():
        from club.past import JournalPast, MemoryPast
        from club.publisher import Publisher
    kept = str(journal) != ":memory:"
    past = JournalPast(expand(journal), config.days) if kept else MemoryPast()
    desk = appliance.app.extensions["familiar"]
    publisher = Publisher(appliance.host, config, past, seated=desk.bell.ring)
    appliance.app.extensions["familiar"] = replace(desk, invited=lambda: invited(publisher.seating))
    return publisher.start()


def invited(seating: Seating | None) -> Mapping[str, Any] | None:
    """Give what a page offers of a seating: the game, its players, and the points that they bring."""
    if seating is None:
        return None
    named = {"game": seating.game, "round": seating.round, "rounds": seating.rounds}
    return {**named, "players": list(seating.players), "carried": list(seating.carried)}
