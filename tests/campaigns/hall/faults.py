"""An evening of everything that goes wrong: progressive Probe at three tables on a real Mosquitto.

Broker, tables and board are killed, a second board is there by mistake, a clock is wrong by a day, a table
is away for an hour, words come again late and in another order, and somebody with a table's password means
harm. In the end every points and every seat must be those that `hall.count` finds in the journals.
"""

import json
import random
import threading
import time
from collections import Counter

from hall.broker import CLUB, EAR, access, documented, word
from hall.child import Child, board, table
from hall.count import evening as on_paper
from hall.count import games as in_journal
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from club.topics import Topics
from table.settings.club import ClubConfig

TABLES = ("red", "green", "blue")
NAMES = ("Ann", "Bo", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
SEATS = (NAMES[:4], NAMES[4:8], NAMES[8:])
USERS = ("board", *TABLES, "mallory", EAR)
"""The last may read everything, for the campaign's own sake; the others are those of the page."""
DAY, HOUR = 86_400, 3600
STEPS = 40
"""Events that a table plays between two troubles, at most."""
WAIT_S = 90
TOPICS = Topics(CLUB)
KINDS = ("broker", "table", "board", "two boards", "away", "clock", "again", "mallory", "correction")


def until(so, what, pause=0.05):
    """Wait until something is so. Raises AssertionError."""
    end = time.monotonic() + WAIT_S
    while not so():
        assert time.monotonic() < end, what() if callable(what) else what
        time.sleep(pause)


class Guest:
    """Somebody with a user's password, who hears everything that he may and says what he likes."""

    def __init__(self, user, port, name=""):
        self.kept, self.heard, self.refused = {}, [], Counter()
        self._gate, self._granted = threading.Lock(), threading.Event()
        self.client = Client(CallbackAPIVersion.VERSION2, name, protocol=MQTTProtocolVersion.MQTTv5)
        self.client.username_pw_set(user, word(user))
        self.client.reconnect_delay_set(0.05, 0.2)
        self.client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self.client.on_subscribe = lambda *_: self._granted.set()
        self.client.on_message = self._hear
        self.client.on_publish = self._taken
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        assert self._granted.wait(WAIT_S)

    def _hear(self, _, __, message):
        with self._gate:
            self.heard.append((message.topic, message.payload))
            self.kept[message.topic] = message.payload

    def _taken(self, _, __, ___, reason, ____):
        self.refused[reason.is_failure] += 1

    def say(self, topic, payload, retain=True):
        """Say it; it is taken or refused before this returns."""
        told = self.client.publish(topic, payload, 1, retain=retain)
        told.wait_for_publish(WAIT_S)

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()


class Evening:
    """The club from `with` on; every trouble is a method."""

    BOARD = staticmethod(board)

    def __init__(self, folder, seed, rounds):
        self.folder, self.rounds, self.figures = folder, rounds, Counter()
        self.rng = random.Random(f"hall {seed}")
        self.seed = seed

    def __enter__(self):
        self.broker = documented(self.folder / "broker", USERS).start()
        port = self.broker.port
        self.config = ClubConfig(**access("board", port))
        self.board = Child(self.BOARD, str(self.folder / "evening.json"), self.config)
        # One table's clock is a day ahead from the beginning.
        self.shift = {"red": 0, "green": DAY, "blue": 0}
        self.tables = {}
        for place, name in enumerate(TABLES):
            config = ClubConfig(table=name, **access(name, port))
            self.tables[name] = Child(table, str(self.folder), config, self.seed + place, self.shift[name])
        self.away, self.others, self.busy, self.just_over = set(), [], set(), None
        self.ear = Guest(EAR, port)
        return self

    def __exit__(self, *_):
        for child in (*self.tables.values(), self.board, *self.others):
            child._process.kill()
        self.ear.close()
        self.broker.stop()

    def shown(self):
        return self.board.ask("shown")

    # The troubles.

    def kill_broker(self):
        """A power cut at the broker."""
        self.broker.kill()
        if self.rng.random() < 0.5:
            self.playing_on()
        self.broker.start()

    def playing_on(self):
        """Let a table play while nobody hears."""
        name = self.rng.choice(TABLES)
        if name in self.busy:
            self.step(name)

    def kill_table(self):
        """A power cut at a table, in the middle of what it does."""
        name = self.rng.choice(TABLES)
        child = self.tables[name]
        if name in self.busy:
            child.hurry("play", STEPS)
            time.sleep(self.rng.uniform(0, 0.15))
        child.kill()
        child.begin()
        if self.shift[name]:
            child.ask("clock", self.shift[name])
        self.away.discard(name)
        if self.just_over == name:
            # A finished game is shown no more after that, and can no more be put right.
            self.just_over = None

    def kill_board(self):
        """A power cut at the board."""
        self.board.kill()
        if self.rng.random() < 0.5:
            self.playing_on()
        self.board.begin()

    def second_board(self):
        """Somebody begins a second board: with an empty folder, or with the file of an evening long past."""
        file = self.folder / f"second{len(self.others)}.json"
        if self.rng.random() < 0.5:
            plan = json.loads((self.folder / "evening.json").read_text())
            strangers = [[[f"X{name}" for name in four] for four in plan["rounds"][0]]]
            file.write_text(json.dumps(plan | {"id": "20200101T190000Z", "rounds": strangers, "by_hand": []}))
        other = Child(board, str(file), self.config)
        self.others.append(other)
        until(lambda: other.ask("shown")["connected"], "the second board finds no broker")
        self.playing_on()
        self.others.remove(other)
        other.end() if self.rng.random() < 0.5 else other.kill()

    def go_away(self):
        """A table leaves the network for an hour of its clock, and plays on meanwhile."""
        name = self.rng.choice(TABLES)
        if name not in self.busy or name in self.away:
            return
        child = self.tables[name]
        child.ask("mute")
        self.away.add(name)
        self.step(name)
        self.shift[name] += HOUR
        child.ask("clock", self.shift[name])

    def come_back(self):
        """Whoever is away comes back."""
        for name in sorted(self.away):
            self.tables[name].ask("speak")
        self.away.clear()

    def wrong_clock(self):
        """A table's clock is set a day wrong, or right: one table's is ahead, the others' are behind."""
        name = self.rng.choice(TABLES)
        self.shift[name] = self.rng.choice((0, DAY if name == "green" else -DAY))
        self.tables[name].ask("clock", self.shift[name])

    def tell_again(self):
        """What tables have told in the run that is on comes again, in another order, some of it thrice."""
        with self.ear._gate:
            heard = [(t, p) for t, p in self.ear.heard if p and t.endswith("/game") or "/games/" in t and p]
        # The ear cannot tell: what was said again of the run before may have come to it last.
        runs = {name: child.ask("run") for name, child in self.tables.items()}
        words = [(t, p) for t, p in heard if json.loads(p)["run"] == runs.get(t.split("/")[2])]
        for topic, payload in self.rng.choices(words, k=min(60, 3 * len(words))) if words else ():
            # Not retained: the broker keeps what it keeps, and hands on what comes twice. It is taken before
            # anything else happens: a board that is begun again knows no more which run came before which.
            self.ear.say(topic, payload, retain=False)
            self.figures["words told again"] += 1

    def mallory_speaks(self):
        """Somebody with the password of the table `mallory` says everything of everybody else."""
        # He calls himself the board, which must not push it out.
        guest = Guest("mallory", self.broker.port, f"familiar-{CLUB}-board")
        before = dict(self.ear.kept)

        def heard():
            with self.ear._gate:
                return list(self.ear.heard)

        def games():
            return [p for t, p in heard() if t.endswith("/game") and p]

        # A table that has begun tells of its game in its own time.
        until(games, "no table tells of its game")
        told, words = games(), heard()
        plan = next((p for t, p in reversed(words) if t == TOPICS.evening and p), b"{}")
        cup = next((p for t, p in reversed(words) if t == TOPICS.competition and p), b"{}")
        for name in TABLES:
            lie = json.loads(told[-1]) | {"table": name, "state": "over", "run": "ee", "revision": 2**40}
            id = f"{time.strftime('%Y%m%dT%H%M%SZ')}-77"
            for topic, payload in (
                (TOPICS.game(name), json.dumps(lie)),
                (TOPICS.finished(name, id), json.dumps(lie | {"id": id})),
                (TOPICS.status(name), b"offline"),
                (TOPICS.seating(name), b""),
            ):
                guest.say(topic, payload, retain=self.rng.random() < 0.5)
                self.figures["lies"] += 1
        false = json.dumps(json.loads(plan) | {"id": "20991231T235959Z"})
        false_cup = json.dumps(json.loads(cup) | {"id": "20991231T235959Z"})
        for topic, payload in (
            *((TOPICS.evening, false), (TOPICS.evening, b""), (TOPICS.board, b"offline")),
            *((TOPICS.competition, false_cup), (TOPICS.competition, b"")),
        ):
            guest.say(topic, payload)
            self.figures["lies"] += 1
        assert not [t for t, _ in guest.heard if not t.startswith(f"familiar/{CLUB}/mallory/")], (
            "he hears others"
        )
        guest.close()
        after = dict(self.ear.kept)
        assert not [t for t in after if b"20991231T235959Z" in after[t] or b'"run": "ee"' in after[t]], (
            "a lie stands"
        )
        assert before.keys() <= after.keys()

    # The evening.

    def step(self, name):
        """Let a table play some events; when its game is over it is busy no more."""
        if self.tables[name].ask("play", self.rng.randrange(1, STEPS)):
            self.busy.discard(name)
            self.just_over = name

    def trouble(self, kind):
        self.figures[kind] += 1
        {
            "broker": self.kill_broker, "table": self.kill_table, "board": self.kill_board,
            "two boards": self.second_board, "away": self.go_away, "clock": self.wrong_clock,
            "again": self.tell_again, "mallory": self.mallory_speaks, "correction": self.correct,
        }[kind]()  # fmt: skip

    def correct(self):
        """The table that has just ended finds a word misspelt, while another still plays."""
        if self.just_over is not None and self.busy and self.just_over not in self.busy:
            self.tables[self.just_over].ask("again")
            self.figures["corrected"] += 1
            # The same word cannot be found misspelt twice.
            self.just_over = None

    def play(self, troubles):
        """Play the evening through, so many troubles spread over it."""
        until(lambda: self.shown()["online"] >= set(TABLES), "not every table is there")
        self.board.ask("begin", TABLES, SEATS, self.rounds)
        left = list(troubles)
        self.rng.shuffle(left)
        quota = -(-len(left) // self.rounds)
        for number in range(1, self.rounds + 1):
            self.come_back()
            for name in TABLES:
                until(lambda at=name: self.seated(at, number), lambda at=name: self.why(at, number))  # noqa: B023
                _, players, carried, _ = self.tables[name].ask("seating")
                self.tables[name].ask("begin", players, carried)
            self.busy, self.just_over = set(TABLES), None
            due, left = left[:quota], left[quota:]
            while self.busy:
                self.step(self.rng.choice(sorted(self.busy)))
                if due:
                    self.trouble(due.pop())
            for kind in due:
                self.trouble(kind)
        self.come_back()
        self.check()

    def seated(self, name, number):
        seating = self.tables[name].ask("seating")
        return seating is not None and seating[0] == number and len(self.shown()["rounds"]) == number

    def why(self, name, number):
        return (f"{name} is not seated for game {number}: {self.tables[name].ask('seating')}; the board "
                f"{self.shown()}")  # fmt: skip

    def kept(self):
        """Give the totals that the broker keeps."""
        return {line["name"]: line["total"] for line in json.loads(self.ear.kept[TOPICS.evening])["ranking"]}

    def check(self):
        """Compare the board, the broker and a board without a file with the count from the journals."""
        journals = [self.folder / f"{name}.sqlite" for name in TABLES]
        totals, seatings, rounds = on_paper(journals, SEATS, self.rounds)
        wanted = sorted(
            (1 + sum(other > total for other in totals.values()), name, total,
             tuple(points[name] for points in rounds))
            for name, total in totals.items()
        )  # fmt: skip

        def differs():
            shown = self.shown()
            return (
                f"the board shows {sorted(shown['ranking'])}, the journals say {wanted}; {shown['ignored']}"
            )

        until(lambda: sorted(self.shown()["ranking"]) == wanted, differs)
        shown = self.shown()
        assert shown["over"], "the evening is not over"
        assert shown["rounds"] == tuple(seatings), (shown["rounds"], seatings)
        for name, path in zip(TABLES, journals, strict=True):
            played = [(set(names), points) for names, points, _, _ in in_journal(path) if points is not None]
            known = shown["games"][name]
            assert len(known) == len(played), f"{name}: {len(known)} games known, {len(played)} played"
            for names, points in played:
                assert any(
                    set(each) == names and sorted(each.values()) == sorted(points) for each in known.values()
                )
        until(
            lambda: self.kept() == totals,
            lambda: f"the broker keeps {self.kept()}, the journals say {totals}",
        )
        # All of it is known again by a board that has nothing but the broker.
        self.board.end()
        (self.folder / "evening.json").unlink()
        self.board.begin()
        until(lambda: sorted(self.shown()["ranking"]) == wanted, differs)
        self.figures["games"] += 3 * self.rounds


def campaign(folder, seed, rounds, troubles):
    """Play such an evening; return the figures. troubles: how often each kind. Raises AssertionError."""
    with Evening(folder, seed, rounds) as club:
        club.play([kind for kind, count in troubles.items() for _ in range(count)])
        return club.figures
