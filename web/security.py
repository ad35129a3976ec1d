"""Hold who may do what at an app of pages, what signs its cookies, and which hosts and proxies it trusts."""

from collections.abc import Collection
from dataclasses import dataclass, field

from web.access import Access


@dataclass(frozen=True)
class Security:
    """Security settings of one app; as they stand, whoever comes may do everything until the app ends.

    `access`: who may do what. `secret` signs the cookies (Flask's SECRET_KEY): the same one after a restart
    brings every phone back to its seat; None: each app draws its own. `hosts`: names in the Host header that
    are answered beside this machine's own, against DNS rebinding; `proxies`: addresses of trusted reverse
    proxies.
    """

    access: Access = field(default_factory=Access)
    secret: str | bytes | None = field(default=None, repr=False)
    hosts: Collection[str] = ()
    proxies: Collection[str] = ()
