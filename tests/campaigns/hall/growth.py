"""How the board's work and memory grow with tables, and with evenings past: without broker and clock.

Each point is a process of its own, which hears what so many tables have told: the games of the evenings past,
then the game that they play now. Processor time is counted, so that others on the machine matter little;
tests count instructions of Python instead, which are as many on every machine, however busy.
"""

import json
import multiprocessing
import sys
import time
from dataclasses import dataclass, replace

from hall.board import memory

MESSAGES = 3000
TELLINGS = 20
SLICES = 6
GAMES = 4
"""Games of an evening at a table."""
AGAIN = 1.5
DAY = 86_400
NOW = 1_795_262_400.0


@dataclass(frozen=True)
class Point:
    """What so many tables cost after so many evenings: a message taken in, the club shown once, memory.

    The first two as they were counted: in microseconds, or in instructions.
    """

    tables: int
    evenings: int
    message: float
    telling: float
    state_kb: float
    memory_mb: float


def microseconds(do, *given):
    """Count the processor time that a call takes."""
    begun = time.process_time()
    do(*given)
    return 1e6 * (time.process_time() - begun)


def instructions(do, *given):
    """Count the instructions of Python's bytecode that a call takes."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    sys.settrace(trace)
    try:
        do(*given)
    finally:
        sys.settrace(None)
    return count


def scores(number, game, state, round, trick, began=NOW):
    """Give what a table tells of a game of Wizard."""
    from hall.tables import players

    from club.messages import Player, Scores
    from club.score import identity

    names = players(number)
    seats = tuple(
        Player(name, 20 * round + seat, 20 * round + seat, 4 - seat) for seat, name in enumerate(names)
    )
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began))
    return Scores(f"t{number:04}", identity(began, game), "wizard", state, stamp, round, 15, seats, (), "aa",
                  1000 * game + 20 * round + trick, trick=None if state == "over" else trick)  # fmt: skip


def played(table, number, game, began):
    """Give a finished game as a table tells it."""
    return replace(scores(number, game, "over", 15, 0, began), table=table)


def measure(tables, evenings, cost, messages, talk):
    """Be a board that hears so many tables; answer with the point."""
    import os

    from club.board import Board
    from club.messages import pack, scores_to_dict
    from club.page import view
    from club.topics import Topics
    from table.settings.club import ClubConfig

    topics, board = Topics("club"), Board(ClubConfig(broker="127.0.0.1"), clock=lambda: NOW)
    before = memory(os.getpid())
    for number in range(tables):
        name = f"t{number:04}"
        board.hear(topics.status(name), b"online")
        for game in range(GAMES * evenings):
            past = scores(number, game + 1, "over", 15, 0, NOW - DAY + game * 600)
            board.hear(topics.finished(name, past.id), pack(scores_to_dict(past)))
    first = [f"t{number:04}" for number in range(3)]
    board.begin(
        first, [[f"P{4 * number + seat:04}" for seat in range(4)] for number in range(3)], game="wizard"
    )
    words = []
    for count in range(messages):
        number, step = count % tables, count // tables
        now = scores(number, GAMES * evenings + 1, "playing", 1 + step // 15, step % 15)
        words.append((topics.game(now.table), pack(scores_to_dict(now))))
    states = []

    def hear(part):
        for topic, payload in words[part::SLICES]:
            board.hear(topic, payload)

    def tell(count):
        topic, payload = words[count % len(words)]
        board.hear(
            topic, payload.replace(b'"aa"', b'"bb"').replace(b'"round":1', b'"round":%d' % (count % 9 + 2))
        )
        states.append(json.dumps(view(board.snapshot)))

    # The least is what it costs; what others on the machine add to it is theirs.
    message = min(cost(hear, part) for part in range(SLICES)) * SLICES / messages
    telling = min(cost(tell, count) for count in range(TELLINGS))
    figures = message, telling, len(states[-1]) / 1000, memory(os.getpid()) - before
    talk.send(Point(tables, evenings, *figures))


def point(tables, evenings, cost=microseconds, messages=MESSAGES):
    """Measure one point in a process of its own; cost: what counts what a call takes."""
    here, there = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=measure, args=(tables, evenings, cost, messages, there), daemon=True)
    process.start()
    found = here.recv() if here.poll(300) else None
    process.join()
    assert found is not None, "a board has not come to its end"
    return found


def row(found):
    """Write a point as a line of CSV."""
    costs = f"{found.message:.0f},{found.telling / 1000:.2f},{found.state_kb:.1f},{found.memory_mb:.1f}"
    return f"{found.tables},{found.evenings},{costs}"


def grows(points):
    """Say in what the board grows as it must not, or nothing; each cost may be half as much again."""
    tables = sorted((each for each in points if each.evenings == 1), key=lambda each: each.tables)
    few, many = tables[0], tables[-1]
    share = many.tables / few.tables
    for what, more, less in (
        ("what is shown", many.telling, few.telling * share),
        ("a message", many.message, few.message),
        ("memory", many.memory_mb, few.memory_mb * share),
    ):
        if more > AGAIN * less:
            return f"{what} of {many.tables} tables takes {more:.1f}, and {less:.1f} would be their share"
    counts = [each.tables for each in points]
    past = [each for each in points if each.tables == max(counts, key=counts.count)]
    past.sort(key=lambda each: each.evenings)
    if past[-1].message > AGAIN * past[0].message:
        return f"a message takes {past[0].message:.0f}, after evenings past {past[-1].message:.0f}"
    return ""
