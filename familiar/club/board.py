"""The club's board put together: its page, its file, and the broker that the configuration names."""

from __future__ import annotations

from contextlib import ExitStack, suppress

from club.errors import ClubError
from familiar.access import table_security
from familiar.club.member import mqtt
from familiar.interrupts import interrupts, wait
from familiar.invite.sign import invitation
from familiar.page import open_page
from familiar.tell import Tell
from files.lock import alone
from table.settings.config import Config, data_dir
from web.access import Role
from web.listener import Limits

HINT = "Everybody may look; the owner's PIN leads the evening: familiar pin. Ctrl-C ends it; it is kept."

HALL = Limits(connections=700)
"""Every player's phone keeps a connection; the server's select(2) takes 1024 in all."""


def run(config: Config, tell: Tell) -> int:
    """Keep the club's board and its page until Ctrl-C or SIGTERM. Raises ClubError, AddressError."""
    with mqtt():
        from club.board import Board
        from club.hall import Hall
        from club.page import create_club_app
    club = config.club
    file = data_dir() / f"club-{club.name}.json"
    led = ClubError(f"{file}: another board leads this club already; end that one first.")
    with interrupts() as news, ExitStack() as closing:
        closing.enter_context(alone(file, led))
        board = Board(club, file)
        security, unkept = table_security(config, Role.PLAYER)
        if unkept:
            tell(unkept)
        hall = Hall(board, club.name, data_dir() / f"competition-{club.name}.json")
        app = create_club_app(board, security=security, hall=hall)
        server, address = open_page(app, config.web.host, config.web.port, HALL)
        closing.callback(server.close)
        closing.enter_context(board)
        closing.enter_context(hall)
        server.start()
        if board.snapshot.evening is not None:
            tell("Going on with the evening that was begun.")
        if hall.snapshot.state is not None:
            tell(f"Going on with the competition {hall.snapshot.state.setting.title}.")
        tell(invitation(address, HINT, board=False))
        with suppress(KeyboardInterrupt):
            wait(news)
        tell("The board has ended.")
    return 0
