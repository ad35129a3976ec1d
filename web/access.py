"""Say who may do what: the table's owner, a player, or somebody who only watches."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from hmac import compare_digest
from typing import Any, TypeVar

from flask import current_app, request

from texts import say
from web.errors import Forbidden
from web.join import CODE_COOKIE, PIN_COOKIE, Phone, phone
from web.keyring import Keyring, plain
from web.lead import Lead
from web.pairing import Pairing
from web.tries import Backoff, Tries

View = TypeVar("View", bound=Callable[..., Any])


class Role(IntEnum):
    """What a browser is to the table; each may do what those before it may."""

    SPECTATOR = 0
    PLAYER = 1
    OWNER = 2


CODES = (Backoff(free=8, first=1.0, longest=300.0), Backoff(free=60, first=0.1, longest=1.0))
"""How long wrong codes wait, of one address and of all: six signs of 31 are 900 million codes, so a room full
of people may mistype."""
LINKS = (Backoff(free=8, first=1.0, longest=5.0), CODES[1])
"""Of codes in an address: what a picture on a foreign page asks for uses up no try of who types one."""
PINS = (Backoff(free=4, first=2.0, longest=900.0), Backoff(free=20, first=1.0, longest=60.0))
"""The same of PINs: six digits are but a million."""


@dataclass(frozen=True)
class Access:
    """Know who is who.

    keyring: without one whoever comes is the owner. anyone: what one is without any pass. joined: what the
    code makes of one. near: whether a browser on the machine itself is let in without the code. lead: who
    leads the evening, and owns the table for it. cookies: where the passes are kept, that of the code and
    that of the PIN.
    """

    keyring: Keyring | None = None
    anyone: Role = Role.SPECTATOR
    joined: Role = Role.PLAYER
    near: bool = True
    cookies: tuple[str, str] = (CODE_COOKIE, PIN_COOKIE)
    codes: Tries = field(default_factory=lambda: Tries(*CODES))
    pins: Tries = field(default_factory=lambda: Tries(*PINS))
    links: Tries = field(default_factory=lambda: Tries(*LINKS))
    pairing: Pairing = field(default_factory=Pairing)
    lead: Lead = field(default_factory=Lead)

    @property
    def code(self) -> str | None:
        """Give the code by which one joins; None where nobody needs one."""
        return None if self.keyring is None or self.anyone > Role.SPECTATOR else self.keyring.keys.code

    def role(self, holder: Phone) -> Role:
        """Tell what a phone is by the passes that it shows."""
        if self.keyring is None:
            return Role.OWNER
        keys = self.keyring.keys
        if keys.pin_stamp in holder.passes:
            return Role.OWNER
        paired = self.pairing.stamp(holder.key) == keys.code_stamp
        role = self.anyone
        if paired or keys.code_stamp in holder.passes or (self.near and holder.near):
            role = max(role, self.joined)
        leads = role >= Role.PLAYER and self.lead.leads(holder.key, keys.pin_stamp)
        return Role.OWNER if leads else role

    @property
    def stamp(self) -> str | None:
        """Give what stands for the code that is good; None where nobody needs one."""
        return None if self.code is None or self.keyring is None else self.keyring.keys.code_stamp

    def ends_with(self, holder: Phone) -> str | None:
        """Give the stamp of the code by which alone a phone plays; None: it may with another code as well."""
        if self.keyring is None or self.anyone > Role.SPECTATOR:
            return None
        keys = self.keyring.keys
        owns = keys.pin_stamp in holder.passes or self.lead.leads(holder.key, keys.pin_stamp)
        return None if owns or (self.near and holder.near) else keys.code_stamp

    @property
    def led(self) -> bool:
        """Tell whether somebody leads this evening, or everybody may do everything."""
        return self.keyring is None or not self.lead.free(self.keyring.keys.pin_stamp)

    def begin_evening(self, holder: Phone) -> None:
        """Let whoever has begun a game lead the evening, unless another does."""
        if self.keyring is not None:
            self.lead.take(holder.key, self.keyring.keys.pin_stamp)

    def enter(self, code: str, holder: Phone, *, link: bool = False) -> str | None:
        """Give the stamp for a pass where the code is right; link: it stood in an address. Raises TooMany."""
        if self.keyring is None:
            return None
        keys = self.keyring.keys
        right = _same(code, keys.code)
        tries = self.links if link else self.codes
        good = tries.guess(holder.address, right, near=holder.near, key=keys.code_stamp)
        return keys.code_stamp if good else None

    def own(self, pin: str, holder: Phone) -> str | None:
        """Give the stamp for the owner's pass where the PIN is right. Raises TooMany."""
        if self.keyring is None:
            return None
        keys = self.keyring.keys
        right = _same(pin, keys.pin)
        good = self.pins.guess(holder.address, right, near=holder.near, key=keys.pin_stamp)
        return keys.pin_stamp if good else None


def _same(entered: str, key: str) -> bool:
    """Tell whether somebody entered this key; what he sent may hold half a sign, which is no text."""
    return compare_digest(plain(entered).encode("utf-8", "replace"), key.encode())


def least(role: Role) -> Callable[[View], View]:
    """Say of a route which role it needs at least; one that says nothing is for players."""

    def mark(view: View) -> View:
        # A function has no such attribute until it is given one.
        view.least = role  # type: ignore[attr-defined]
        return view

    return mark


def check_route() -> None:
    """Let a request through to a route that its sender may ask for. Raises Forbidden."""
    endpoint = request.endpoint
    # What does not exist is said by name, whoever asks; style sheets and scripts are the same for all.
    if endpoint is None or endpoint.rpartition(".")[2] == "static":
        return
    check(getattr(current_app.view_functions[endpoint], "least", Role.PLAYER))


def check(needed: Role) -> None:
    """Refuse whoever may less than `needed`. Raises Forbidden."""
    role = current_app.extensions["familiar"].role(phone())
    if role >= needed:
        return
    if needed is Role.OWNER:
        raise Forbidden(
            say(
                "Only whoever began this evening's first game may do this, or the table's owner with the "
                "PIN: “familiar pin” prints it there."
            ),
            "owner",
        )
    raise Forbidden(say("This phone only watches: join with the code that the table shows."), "player")


def check_owner() -> None:
    """Refuse whoever neither leads the evening nor entered the PIN. Raises Forbidden."""
    check(Role.OWNER)


def without_pictures(state: dict[str, Any]) -> dict[str, Any]:
    """Leave out of a state what spectators do not see: every way to a picture."""
    thrown = state.get("thrown")
    return {
        **state,
        "picture": False,
        "questions": [{**question, "crop": None} for question in state.get("questions", ())],
        "marked": [{**marked, "crop": None} for marked in state.get("marked", ())],
        "thrown": thrown and {**thrown, "sticks": [{**stick, "crop": None} for stick in thrown["sticks"]]},
    }
