"""A broker that means harm: thousands of messages on every topic, and packets that are none.

Whoever may write at the broker can tell false points (docs/club.md). He may do no more: the board's evening
stays one that can be played and is nobody else's, pages answer, the table plays on, and when he is gone an
honest evening is counted as if he had never been.
"""

import json
import random
import socket
import struct
import threading
import time
from collections import Counter
from contextlib import suppress

from hostile.ear import WAIT_S, Ear
from hostile.house import NAMES, House
from hostile.phones import Phone

from club import evening as evenings
from club.board import Board
from club.link import Link
from club.messages import Player, Scores, scores_to_dict
from club.past import JournalPast
from club.plan import Seating, evening_to_dict, seating_to_dict
from club.publisher import Publisher
from club.score import identity
from club.topics import Topics
from familiar.club.member import invited
from table.settings.club import ClubConfig
from web.app import close
from web.security import Security
from web.server import Server

QUICK = (0.02, 0.1)
TABLES = ("red", "green", "blue")
SEATS = tuple(tuple(f"{table[0].upper()}{number}" for number in "1234") for table in TABLES)
BATCH = 500
SYNC = "green"
"""A table whose word is nobody's but ours."""
LEAVES = [
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**63,
    10**40,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "x" * 5000,
    "\x00",
    "\ud800",
    "\u202eevil",
    "<script>",
    "../../x",
    "Ann",
    [],
    {},
    [[]] * 50,
    {"a": {}},
]


def scores(table, names, state, id):
    """Write what a table tells of a game."""
    players = tuple(Player(name, 10 * k, 10 * k, 4 - k) for k, name in enumerate(names))
    return scores_to_dict(Scores(table, id, "probe", state, "2026-11-21T19:00:00Z", 3, None, players))


class Mouth:
    """Draw what a hostile guest says: nearly right things, wrong ones, and bytes."""

    def __init__(self, name, rng):
        self._topics, self._rng = Topics(name), rng
        plan = evenings.begin("20261121T180000Z", TABLES, SEATS, {})
        self._plan = evening_to_dict(plan, (), False)
        self._seating = seating_to_dict(Seating("red", "20261121T180000Z", "probe", 1, 3, SEATS[0], (0,) * 4))

    def topic(self):
        draw, topics = self._rng.choice, self._topics
        table = draw(
            [*TABLES, *TABLES, "x" * 32, "x" * 33, "é", "$SYS", "a b", f"guest{self._rng.randrange(500)}"]
        )
        id = draw(["20261121T190000Z-1", f"20261121T19{self._rng.randrange(6000):04}Z-7", "x", "9" * 40])
        each = [topics.game(table), topics.game(table), topics.finished(table, id), topics.status(table)]
        each += [topics.evening, topics.board, topics.seating("red"), topics.seating(table)]
        each += [
            f"familiar/other/{table}/game",
            f"familiar/{topics.club}",
            f"familiar/{topics.club}/red/games/x/y",
        ]
        return draw(each), table, id

    def message(self):
        """Give a topic and a payload."""
        rng = self._rng
        topic, table, id = self.topic()
        names = rng.choice([*SEATS, ("Ann", "Bo", "Cy", "Dee"), tuple("ABCDEFGHIJKL"), ()])
        whole = {"evening": self._plan, "seating": self._seating}.get(topic.rpartition("/")[2])
        whole = whole or scores(table, names, rng.choice(["playing", "over", "idle"]), id)
        match rng.randrange(10):
            case 0:
                return topic, rng.randbytes(rng.randrange(300))
            case 1:
                return topic, rng.choice(
                    [b"", b"online", b"offline", b"\xff\xfe", b"null", b"[" * 9000, b"0" * 65537]
                )
            case 2:
                data = bytearray(json.dumps(whole).encode())
                for _ in range(rng.randrange(1, 8)):
                    data[rng.randrange(len(data))] = rng.randrange(256)
                return topic, bytes(data)
            case 3:
                return topic, json.dumps(whole).encode()[: rng.randrange(400)]
            case _:
                return topic, json.dumps(self._altered(whole)).encode("utf-8", "surrogatepass")

    def _altered(self, whole):
        whole = json.loads(json.dumps(whole))
        for _ in range(self._rng.randrange(3)):
            holder = whole
            while True:
                keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
                if not keys:
                    break
                key = self._rng.choice(keys)
                if isinstance(holder[key], dict | list) and holder[key] and self._rng.randrange(3):
                    holder = holder[key]
                    continue
                holder[key] = self._rng.choice(LEAVES)
                break
        return whole


def until(so, what, pause=0.01):
    """Wait until something is so. Raises AssertionError."""
    end = time.monotonic() + WAIT_S
    while not so():
        assert time.monotonic() < end, what
        time.sleep(pause)


class Evening:
    """A board with its page, and a table that plays in its club, at one broker."""

    def __init__(self, folder, broker, name):
        self.name, self.folder, self.broker = name, folder, broker
        self.config = ClubConfig("127.0.0.1", broker.port, name, "red")

    def __enter__(self):
        from club.page import create_club_app

        self.house = House(self.folder).__enter__()
        past = JournalPast(self.house.folder / "journal.sqlite", 2)
        self.table = Publisher(self.house.host, self.config, past, back_off=QUICK).start()
        object.__setattr__(
            self.house.app.extensions["familiar"], "invited", lambda: invited(self.table.seating)
        )
        self.board = Board(self.config, self.folder / "club.json", back_off=QUICK).start()
        self.app = create_club_app(self.board, security=Security(secret="x" * 32))
        self.server = Server(self.app, "127.0.0.1", 0).start()
        self.ear = Ear(self.broker.port)
        self.page, self.phone = Phone(self.server.port), Phone(self.house.server.port)
        return self

    def __exit__(self, *_):
        self.page.close()
        self.phone.close()
        self.ear.close()
        self.table.close()
        self.board.close()
        self.server.close()
        close(self.app)
        self.house.__exit__()

    def heard(self, word):
        """Wait until the board has heard all that was said: a word of our own comes after it.

        A broker that has too much to tell at once lets some of it fall, so the word is said again.
        """

        def so():
            self.ear.say(Topics(self.name).status(SYNC), word)
            table = self.board.snapshot.club.tables.get(SYNC)
            return table is not None and table.online == (word == b"online")

        until(so, "the board hears nothing any more", 0.2)


def say_all(evening, rng, messages, figures):
    """Say so many messages, and look at board and table again and again."""
    mouth, number = Mouth(evening.name, rng), 0
    table, begun = evening.house.host.snapshot, evening.board.snapshot.evening
    while number < messages:
        said = []
        for _ in range(min(BATCH, messages - number)):
            topic, payload = mouth.message()
            said.append(evening.ear.say(topic, payload, retain=rng.random() < 0.4))
            number += 1
        for each in said:
            each.wait_for_publish(WAIT_S)
        evening.heard(b"online" if number // BATCH % 2 else b"offline")
        shown = evening.board.snapshot
        assert shown.evening is not None and shown.evening.id == begun.id, "the evening is another"
        assert shown.evening.rounds[0] == begun.rounds[0], "the first seating is another"
        evenings.check(shown.evening)
        for each in shown.ignored:
            assert len(each.splitlines()) == 1 and len(each) < 700, each
        for phone in (evening.page, evening.phone):
            for path in ("/", "/state"):
                answer = phone.ask("GET", path)
                assert answer.status == 200 and len(answer.body) < 2_000_000, (path, answer.raw[:500])
        assert evening.house.host.snapshot is table, "the table's game is another"
    figures["messages"] += messages
    figures["messages ignored"] += sum("ignored" in line for line in evening.house.heard.lines)


def honest(evening):
    """End the evening and play another one honestly: it is counted."""
    board, topics = evening.board, Topics(evening.name)
    board.end()
    board.begin(TABLES, SEATS, games=2)
    id = identity(time.time() + 60, 1)
    for table, names in zip(TABLES, SEATS, strict=True):
        evening.ear.say(topics.finished(table, id), json.dumps(scores(table, names, "over", id)))
    until(lambda: len(board.snapshot.evening.rounds) == 2, "an honest evening is not counted")


def again(evening):
    """Start another board with the same file, among all that the broker keeps."""
    before = evening.board.snapshot.evening
    evening.board.close()
    evening.board = Board(evening.config, evening.folder / "club.json", back_off=QUICK).start()
    until(lambda: evening.board.snapshot.connected, "the board does not find the broker")
    assert evening.board.snapshot.evening.id == before.id
    evening.heard(b"online")
    evening.heard(b"offline")


class FalseBroker(threading.Thread):
    """A broker that is none: it takes a connection, says yes, and then sends whatever it likes."""

    def __init__(self, rng):
        super().__init__(daemon=True)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port, self._rng, self.taken, self.ending = self._server.getsockname()[1], rng, 0, False

    def run(self):
        while not self.ending:
            with suppress(OSError):
                wire, _ = self._server.accept()
                with wire:
                    # On a busy machine it takes a while until whoever knocks says so.
                    wire.settimeout(WAIT_S)
                    with suppress(OSError):
                        wire.recv(4096)
                        wire.sendall(self._packets())
                        wire.settimeout(0.3)
                        wire.recv(4096)
                self.taken += 1

    def _packets(self):
        rng, yes = self._rng, b"\x20\x03\x00\x00\x00"
        topic = b"familiar/test/red/seating"
        told = struct.pack(">H", len(topic)) + topic + b"\x00\x00{}"
        right = b"\x30" + bytes([len(told)]) + told
        match rng.randrange(6):
            case 0:
                return rng.randbytes(rng.randrange(1, 200))
            case 1:
                return yes + rng.randbytes(rng.randrange(1, 200))
            case 2:
                data = bytearray(yes + right * 3)
                for _ in range(rng.randrange(1, 6)):
                    data[rng.randrange(len(data))] = rng.randrange(256)
                return bytes(data)
            case 3:
                # What it says is longer than a message may be, or has no end.
                return (
                    yes
                    + b"\x30"
                    + rng.choice([b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff\xff", b"\x80\x80\x80\x80\x01"])
                )
            case 4:
                kind = rng.randrange(16) << 4 | rng.randrange(16)
                return yes + bytes([kind, 4]) + rng.randbytes(4)
            case _:
                return yes + b"\x30\x05\x00\x03\xff\xfe\xfd" + b"\xe0\x02" + rng.randbytes(2)

    def close(self):
        self.ending = True
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port)).close()
        self.join()
        self._server.close()


def packets(rng, connections, figures):
    """Let a link meet a broker that is none: it comes back every time, and ends when it is told to."""
    false = FalseBroker(rng)
    false.start()
    config = ClubConfig("127.0.0.1", false.port, "test", "red")
    heard = []
    link = Link(
        config,
        "red",
        will="familiar/test/red/status",
        topics=["familiar/test/red/seating"],
        hear=lambda *told: heard.append(told),
        met=lambda _: None,
        back_off=QUICK,
    )
    link.start()
    try:
        before = 0
        while false.taken < connections:
            until(lambda: false.taken > before, f"it never came back after connection {before}")  # noqa: B023
            before = false.taken
    finally:
        link.close()
        false.close()
    figures["connections to a false broker"] += connections


def campaign(folder, broker, messages, connections, seed=1):
    """Say it all; return the figures. Raises AssertionError."""
    rng, figures = random.Random(f"hostile broker {seed}"), Counter()
    with Evening(folder, broker, f"hostile{seed}") as evening:
        evening.house.begin("wizard", players=len(NAMES))
        evening.board.begin(TABLES, SEATS, games=3)
        evening.heard(b"online")
        say_all(evening, rng, messages, figures)
        again(evening)
        honest(evening)
        assert not evening.house.heard.errors, evening.house.heard.errors[0]
    packets(rng, connections, figures)
    return figures
