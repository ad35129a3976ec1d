"""The mirror put together: the hall's pages from a broker outside, for whoever watches from afar."""

from __future__ import annotations

from contextlib import ExitStack, suppress

from familiar.club.board import HALL
from familiar.club.member import mqtt
from familiar.interrupts import interrupts, wait
from familiar.invite.sign import invitation
from familiar.page import open_page
from familiar.tell import Tell
from table.settings.config import Config
from web.security import Security

HINT = "Everybody may look, and nobody can do anything else. Ctrl-C ends it."


def run(config: Config, tell: Tell) -> int:
    """Keep the mirror and its pages until Ctrl-C or SIGTERM. Raises ClubError, AddressError."""
    with mqtt():
        from club.mirror import Mirror
        from club.mirror_page import create_mirror_app
    with interrupts() as news, ExitStack() as closing:
        mirror = Mirror(config.club)
        app = create_mirror_app(mirror, Security(hosts=config.web.hosts, proxies=config.web.proxies))
        server, address = open_page(app, config.web.host, config.web.port, HALL)
        closing.callback(server.close)
        closing.enter_context(mirror)
        server.start()
        tell(invitation(f"{address}hall", HINT, board=False))
        with suppress(KeyboardInterrupt):
            wait(news)
        tell("The mirror has ended.")
    return 0
