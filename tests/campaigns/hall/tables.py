"""Tables as they stand in a hall: real hosts with journals in files, publishers, robots that play Wizard.

Several tables share a process (three threads each), for a machine has not the memory for a Python a table;
one thread of the process plays them all, each table at its own moments.
"""

import heapq
import multiprocessing
import os
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

WAIT_S = 60
SHARES = {"confirm": 2.0}
"""How long an event takes, in shares of a card laid."""
SEATS = 4
BREAK = 3.0
"""Between two games, in tricks."""


def players(number):
    """Name who sits at a table."""
    return tuple(f"P{SEATS * number + seat:04}" for seat in range(SEATS))


@dataclass
class Played:
    """A trick that was confirmed: where, what the hall must show of it, when it was asked for and done."""

    table: str
    place: tuple
    begun: float
    accepted: float


@dataclass(order=True)
class Due:
    """When a table's next event is due."""

    at: float
    number: int
    table: object = field(compare=False)


class HallTable:
    """One table."""

    def __init__(self, folder, number, config, publisher=True):
        from club.past import JournalPast
        from club.publisher import Publisher
        from table.host import Host
        from table.journal import Journal

        path = Path(folder) / f"{config.table}.sqlite"
        self.name, self.number, self.games = config.table, number, 0
        self.host = Host(Journal(path)).start()
        self.publisher = Publisher(self.host, config, JournalPast(path, config.days)) if publisher else None
        self.self_play = None

    def begin(self):
        """Begin a game of Wizard of those who sit here."""
        from simulation.robots.setup import Setup
        from simulation.robots.wizard.self_play import WizardSelfPlay
        from table.command import NewGame

        self.games += 1
        setup = Setup("wizard", 1000 * self.number + self.games, players(self.number), 0, {})
        self.self_play = WizardSelfPlay(setup)
        self._do(NewGame({key: value for key, value in setup.header.items() if key != "record"}))

    def step(self):
        """Let the next thing happen; give its kind, and what is to be seen of a trick that it ended."""
        from table.command import Submit

        if self.self_play is None or self.self_play.state.over:
            self.begin()
            return "begin", None
        self.self_play.deal()
        event = self.self_play.next()
        values = self.self_play.as_dict(event)
        begun = time.monotonic()
        self._do(Submit(values))
        accepted = time.monotonic()
        self.self_play.happened(event)
        if values["event"] != "confirm":
            return values["event"], None
        state = self.self_play.state
        place = (999, 0) if state.over else (state.round, sum(state.counts))
        return "over" if state.over else "confirm", Played(self.name, place, begun, accepted)

    def _do(self, command):
        from table.command import Accepted

        outcome = self.host.handle(command)
        assert isinstance(outcome, Accepted), outcome

    def close(self):
        if self.publisher is not None:
            self.publisher.close()
        self.host.close()


class Group:
    """So many tables in a process of their own."""

    def __init__(self, folder, numbers, configs, pace, ahead):
        self._talk, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        arguments = (there, str(folder), list(numbers), list(configs), pace, ahead)
        self._process = context.Process(target=serve, args=arguments, daemon=True)
        self._process.start()
        self.pid = self._process.pid

    def ask(self, what):
        """Say one thing and wait for the answer."""
        self._talk.send(what)
        return self.hear()

    def hear(self):
        assert self._talk.poll(WAIT_S * 10), "the tables say nothing any more"
        return self._talk.recv()

    def close(self):
        self.ask("end")
        self._process.join(WAIT_S)


def serve(talk, folder, numbers, configs, pace, ahead):
    """Be these tables until told to end. pace: seconds a trick. ahead: events that are played beforehand."""
    tables = [HallTable(folder, number, config) for number, config in zip(numbers, configs, strict=True)]
    for table in tables:
        table.begin()
        for _ in range(ahead * (table.number % 7) // 6):
            table.step()
    for table in tables:
        table.publisher.start()
    played, stop, gate = [], threading.Event(), threading.Event()

    def play():
        gate.wait()
        share = pace / (SEATS + SHARES["confirm"])
        now = time.monotonic()
        queue = [Due(now + pace * (table.number * 0.618 % 1), table.number, table) for table in tables]
        heapq.heapify(queue)
        while not stop.is_set():
            due = heapq.heappop(queue)
            if stop.wait(max(0.0, due.at - time.monotonic())):
                return
            kind, trick = due.table.step()
            if trick is not None:
                played.append(trick)
            pause = BREAK * pace if kind == "over" else share * SHARES.get(kind, 1.0)
            # Who is late does not hurry: the machine is what it is.
            heapq.heappush(queue, Due(max(time.monotonic(), due.at + pause), due.number, due.table))

    playing = threading.Thread(target=play)
    playing.start()
    talk.send(os.getpid())
    while (asked := talk.recv()) != "end":
        if asked == "play":
            gate.set()
            talk.send(None)
        elif asked == "played":
            told, played[:] = list(played), []
            talk.send(told)
        elif asked == "connected":
            talk.send(all(table.publisher.connected for table in tables))
    stop.set()
    gate.set()
    playing.join()
    for table in tables:
        table.close()
    talk.send(None)
