"""The club's board put together: its page, its file, and the broker that the configuration names."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress

from familiar.assemble import open_page
from familiar.club_member import mqtt
from familiar.invite import invitation
from familiar.play import interrupts
from table.config import Config, data_dir

Tell = Callable[[str], None]


def run(config: Config, tell: Tell) -> int:
    """Keep the club's board and its page until Ctrl-C or SIGTERM. Raises ClubError, AddressError."""
    with mqtt():
        from club.board import Board
        from club.page import create_club_app
    club = config.club
    with interrupts() as news, ExitStack() as closing:
        board = Board(club, data_dir() / f"club-{club.name}.json")
        server, address = open_page(create_club_app(board), config.web.host, config.web.port)
        closing.callback(server.close)
        closing.enter_context(board)
        server.start()
        if board.snapshot.evening is not None:
            tell("Going on with the evening that was begun.")
        tell(invitation(address, "Ctrl-C ends it; the evening is kept.", board=False))
        with suppress(KeyboardInterrupt):
            news.get()
        tell("The board has ended.")
    return 0
