"""A hall under load: so many tables, one broker, one board, some screens; how late a trick comes."""

import os
import time
from dataclasses import dataclass

from hall.board import BoardProcess, Screens, memory, processor
from hall.broker import CLUB, access, documented, speaking
from hall.growth import played
from hall.tables import Group
from percentile import percentile

from club.messages import pack, scores_to_dict
from club.topics import Topics
from table.settings.club import ClubConfig

SETTLE_S = 2.0


@dataclass
class Measured:
    """What was measured; times in milliseconds, processor in milliseconds a message."""

    tables: int
    late: list
    missed: int
    host: list
    messages: int
    states: int
    bytes: int
    seconds: float
    broker: float
    board: float
    broker_mb: float
    board_mb: float
    tables_share: float
    load: float


def until(so, what, seconds=120.0):
    """Wait until something is so. Raises AssertionError."""
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def hall(folder, tables, seconds, *, pace=6.0, together=16, screens=4, ahead=400, past=0, more=()):
    """Let so many tables play for so long; return what was measured. pace: seconds a trick.

    past: finished games of each table that the broker keeps already. more: lines of the broker's
    configuration.
    """
    names = [f"t{number:03}" for number in range(tables)]
    with documented(folder / "broker", ["board", *names], more) as broker:
        keep(broker.port, tables, past)
        board = BoardProcess(folder, ClubConfig(**access("board", broker.port)))
        configs = [ClubConfig(table=name, **access(name, broker.port)) for name in names]
        groups = []
        for at in range(0, tables, together):
            part = range(at, min(tables, at + together))
            groups.append(Group(folder, part, configs[at : at + together], pace, ahead))
        for group in groups:
            group.hear()
        until(lambda: board.ask("tables")[:2] == (tables, tables), "not every table is there")
        watching = Screens(board.port, screens)
        pids = [group.pid for group in groups]
        for group in groups:
            group.ask("play")
        # What begins all at once is not what is asked about.
        time.sleep(SETTLE_S)
        for group in groups:
            group.ask("played")
        begun, heard = time.monotonic(), board.ask("heard")
        spent = {pid: processor(pid) for pid in (broker.pid, board.pid, *pids)}
        before = watching.late([])
        time.sleep(seconds)
        tricks = [trick for group in groups for trick in group.ask("played")]
        lasted, messages = time.monotonic() - begun, board.ask("heard") - heard
        took = {pid: processor(pid) - spent[pid] for pid in spent}
        of_broker, of_board = took[broker.pid], took[board.pid]
        load = os.getloadavg()[0]
        time.sleep(SETTLE_S)
        late, states, weight = watching.late(tricks)
        weights = memory(broker.pid), memory(board.pid)
        watching.close()
        for group in groups:
            group.close()
        board.close()
    come = [each for each in late if each is not None]
    return Measured(
        tables,
        come,
        len(late) - len(come),
        [1000 * (trick.accepted - trick.begun) for trick in tricks],
        messages,
        states - before[1],
        weight - before[2],
        lasted,
        1000 * of_broker / max(1, messages),
        1000 * of_board / max(1, messages),
        *weights,
        sum(took[pid] for pid in pids) / lasted,
        load,
    )


def keep(port, tables, past):
    """Let the broker keep so many finished games of each table, as evenings past have left them."""
    with speaking("board", port) as say:
        for number in range(tables if past else 0):
            say(Topics(CLUB).status(f"t{number:03}"), b"offline")
            for game in range(past):
                scores = played(f"t{number:03}", number, 1000 + game, time.time() - 7200 + 60 * game)
                say(Topics(CLUB).finished(scores.table, scores.id), pack(scores_to_dict(scores)))


def told(found):
    """Write what was measured in lines."""
    late, host = found.late, found.host
    return "\n".join(
        (
            f"{found.tables} tables, {len(host)} tricks in {found.seconds:.0f} s, "
            f"{found.messages / found.seconds:.1f} messages a second; load average {found.load:.1f}",
            f"  from the confirmation to every screen: p50 {percentile(late, 50):.0f} ms, "
            f"p99 {percentile(late, 99):.0f} ms, longest {percentile(late, 100):.0f} ms, "
            f"missed {found.missed}; "
            f"of it the host p50 {percentile(host, 50):.0f} ms, p99 {percentile(host, 99):.0f} ms",
            f"  processor a message: broker {found.broker:.2f} ms, board {found.board:.2f} ms "
            f"(with {found.states} states to screens, {found.bytes / 1e6:.1f} MB); "
            f"all tables {found.tables_share:.2f} of a core",
            f"  memory: broker {found.broker_mb:.0f} MB, board {found.board_mb:.0f} MB",
        )
    )
