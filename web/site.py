"""Hold what every app of pages stands on: whose state it shows, how it is reached, and who may do what."""

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from flask import current_app

from table.command import Outcome
from texts import say
from web.access import Access, Role
from web.errors import Busy
from web.join import Phone
from web.live import HEARTBEAT_S, Bell, Places
from web.security import Security

ANSWER_S = 5.0

Reply = tuple[dict[str, Any], int]
"""What answers a request: a JSON object, and the HTTP status."""


class Numbered(Protocol):
    """A frozen state; `number` grows with every change."""

    @property
    def number(self) -> int:
        """Say which state it is."""
        ...


class Listeners(Protocol):
    """A list of what is called with each new state."""

    def append(self, listener: Callable[[object], None], /) -> None:
        """Add one."""
        ...

    def remove(self, listener: Callable[[object], None], /) -> None:
        """Take one out. Raises ValueError where it is not in it."""
        ...

    def __contains__(self, listener: object, /) -> bool: ...


class Shown(Protocol):
    """Whatever pages show: it has a state, and tells its listeners of each new one."""

    @property
    def snapshot(self) -> Numbered:
        """Give the state as it is now."""
        ...

    @property
    def listeners(self) -> Listeners:
        """List what hears of each new state."""
        ...


H_co = TypeVar("H_co", bound=Shown, covariant=True)


@dataclass(frozen=True)
class Site(Generic[H_co]):
    """What one app of pages stands on; there is one per app, under `app.extensions["familiar"]`.

    `host` is what its pages show; `picture` gives what the camera sees as JPEG bytes; `address` is what
    phones should open, None: the address by which the page itself was opened; `heartbeat`: seconds of silence
    after which a stream says that it is alive; `security`: who may do what, and by which names it is asked
    for. `find` looks for the address anew: a machine may have none yet as it starts, and another later.
    """

    host: H_co
    picture: Callable[[], bytes | None] | None = None
    address: str | None = None
    heartbeat: float = HEARTBEAT_S
    bell: Bell = field(default_factory=Bell)
    places: Places = field(default_factory=Places)
    security: Security = field(default_factory=Security)
    find: Callable[[], str] | None = None

    @property
    def access(self) -> Access:
        """Tell who may do what."""
        return self.security.access

    def role(self, holder: Phone) -> Role:
        """Return what a phone is here."""
        return self.access.role(holder)

    def reached_at(self) -> str | None:
        """Give the address that phones should open now; None: that by which the page itself was opened."""
        return self.address if self.find is None else self.find()

    def close(self) -> None:
        """End the streams and listen no more; twice is harmless."""
        self.bell.close()
        if self.bell.ring in self.host.listeners:
            self.host.listeners.remove(self.bell.ring)


def site() -> Site[Shown]:
    """Return what the running app stands on."""
    running: Site[Shown] = current_app.extensions["familiar"]
    return running


def answered(posted: Future[Outcome]) -> Outcome:
    """Wait for the answer to what was posted. Raises Busy."""
    try:
        return posted.result(ANSWER_S)
    except FutureTimeout:
        raise Busy(say("The table does not answer at this moment; try again.")) from None
