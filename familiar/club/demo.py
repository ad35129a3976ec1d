"""The club's demo on one machine: a real broker, the board, three tables whose players need no hands."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar, Protocol, Self

from club.mosquitto import Mosquitto, free_port
from familiar.club.member import mqtt
from familiar.interrupts import LISTEN_S, ended_by
from familiar.invite.sign import invitation
from familiar.page import open_page
from familiar.tell import Tell
from games.progressive import GAMES, PLAYERS
from simulation.robots.probe.posting import ProbePlayers
from table.host import Host
from table.journal import Journal
from table.settings.club import ClubConfig

with mqtt():
    from club.board import Board
    from club.hall import Hall
    from club.page import create_club_app
    from club.past import JournalPast
    from club.publisher import Publisher

TABLES = ("red", "green", "blue")
NAMES = ("Ann", "Bo", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
STEP_S = 1.0
BETWEEN_S = 8.0
EVENINGS_S = 30.0


@dataclass
class DemoTable:
    """One table: its host, what tells the club, and who plays."""

    name: str
    host: Host
    publisher: Publisher
    players: Plays

    def seated(self, round: int) -> bool:
        """Tell whether the board has seated this round here."""
        seating = self.publisher.seating
        return seating is not None and seating.round == round

    def begin(self) -> None:
        """Begin the game that the board wants."""
        seating = self.publisher.seating
        assert seating is not None
        self.players.begin(seating.players, seating.carried)


class Plays(Protocol):
    """Players of every seat of a table."""

    def begin(self, players: tuple[str, ...], carried: tuple[int, ...] = ()) -> None:
        """Begin a game of these players, with the points that they bring."""
        ...

    def step(self) -> bool:
        """Enter the next event; False once the game is over."""
        ...


class ClubDemo:
    """Hold broker, tables and board from entering to leaving it; `play` plays an evening."""

    TABLES: ClassVar[tuple[str, ...]] = TABLES
    PAGE: ClassVar[str] = ""
    """The page that is shown."""

    def __init__(self, seed: int, port: int | None, speed: float, tell: Tell) -> None:
        self._seed = seed
        self._port = port
        self._pace = 1 / speed
        self._tell = tell
        self._closing = ExitStack()
        self.stop = threading.Event()
        self._news = threading.Condition()

    def end(self) -> None:
        """Let what is played come to its end, from any thread."""
        self.stop.set()
        self._wake()

    def __enter__(self) -> Self:
        with ExitStack() as closing:
            folder = Path(closing.enter_context(TemporaryDirectory(prefix="familiar-club-")))
            own = free_port(but=self._port)
            broker = closing.enter_context(Mosquitto(folder, port=own, keeps=True))
            config = ClubConfig(broker="127.0.0.1", port=broker.port, name="demo", discovery=True)
            self._tell(f"Mosquitto listens at 127.0.0.1:{broker.port}; try: "
                       f"mosquitto_sub -p {broker.port} -v -t 'familiar/#'")  # fmt: skip
            self.board = Board(config, folder / "evening.json")
            self.board.listeners.append(self._wake)
            hall = self._lead(closing, folder)
            server, address = open_page(create_club_app(self.board, hall=hall), "0.0.0.0", self._port)
            closing.callback(server.close)
            closing.enter_context(self.board)
            if hall is not None:
                hall.start()
            server.start()
            self.tables = [
                self._table(closing, folder, replace(config, table=name), self._seed + number)
                for number, name in enumerate(self.TABLES)
            ]
            self._tell(invitation(f"{address}{self.PAGE}", "Ctrl-C ends the demo.", board=False))
            self._closing = closing.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def _lead(self, closing: ExitStack, folder: Path) -> Hall | None:
        """Give what leads a competition, where one is shown."""
        return None

    def _players(self, host: Host, seed: int) -> Plays:
        return ProbePlayers(host, seed)

    def _table(self, closing: ExitStack, folder: Path, config: ClubConfig, seed: int) -> DemoTable:
        path = folder / f"{config.table}.sqlite"
        host = closing.enter_context(Host(Journal(path)))
        host.start()
        publisher = Publisher(host, config, JournalPast(path, config.days), seated=self._wake)
        closing.enter_context(publisher)
        return DemoTable(config.table, host, publisher, self._players(host, seed))

    def _wake(self, *_: object) -> None:
        with self._news:
            self._news.notify_all()

    def await_(self, ready: Callable[[], bool]) -> bool:
        """Wait until something is so, or the demo ends; say which."""
        with self._news:
            while not (self.stop.is_set() or ready()):
                # A signal may reach another thread, and is heard once this one wakes.
                self._news.wait(LISTEN_S)
        return not self.stop.is_set()

    def _seated(self, round: int) -> bool:
        return all(table.seated(round) for table in self.tables)

    def play(self, games: int = GAMES) -> bool:
        """Play an evening, all tables at once; False where the demo ended before."""
        chance = random.Random(self._seed)
        names = chance.sample(NAMES, len(NAMES))
        seats = tuple(tuple(names[at : at + PLAYERS]) for at in range(0, len(names), PLAYERS))
        if not self.await_(lambda: set(TABLES) <= set(self.board.snapshot.club.tables)):
            return False
        self.board.begin(TABLES, seats, games=games)
        for round in range(1, games + 1):
            if not self.await_(partial(self._seated, round)):
                return False
            for table in self.tables:
                table.begin()
            playing = list(self.tables)
            while playing:
                if self.stop.wait(STEP_S * self._pace / len(TABLES)):
                    return False
                table = playing.pop(0)
                if table.players.step():
                    playing.append(table)
            if round < games and self.stop.wait(BETWEEN_S * self._pace):
                return False
        return self.await_(lambda: self.board.snapshot.over)


def run(seed: int, port: int | None, speed: float, evenings: int | None, tell: Tell) -> int:
    """Play evenings until Ctrl-C or SIGTERM, or so many. Raises ClubError where Mosquitto is not there."""
    demo = ClubDemo(seed, port, speed, tell)
    with ended_by(demo.end), demo:
        played = 0
        while evenings is None or played < evenings:
            if not demo.play():
                break
            first = demo.board.snapshot.ranking[0]
            tell(f"{first.name} wins the evening with {first.total} points.")
            played += 1
            if evenings != played and demo.stop.wait(EVENINGS_S / speed):
                break
    tell("The tables are cleared.")
    return 0
