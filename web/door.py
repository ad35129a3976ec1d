"""Hold by which names an app of pages is asked for, and who may do what at it."""

from collections.abc import Collection
from dataclasses import dataclass, field

from web.access import Access


@dataclass(frozen=True)
class Door:
    """Where phones come in at one app; as it is, whoever comes may do everything until the app ends.

    `access`: who may do what. `secret` signs the cookies: the same one after a restart brings every phone
    back to its seat; None: each app draws its own. `hosts`: names by which phones ask for this machine,
    beside its own; `proxies`: addresses of those who ask for others.
    """

    access: Access = field(default_factory=Access)
    secret: str | bytes | None = field(default=None, repr=False)
    hosts: Collection[str] = ()
    proxies: Collection[str] = ()
