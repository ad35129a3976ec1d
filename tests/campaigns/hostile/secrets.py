"""Secrets compared in every answer: by what they look like, and by two evenings that differ in one secret.

Each evening is played twice, alike but for one hidden bid or word. Whatever anybody else is answered, on any
route, in a stream, in a file, in a refusal, by the club, must be the same both times; and nobody is ever
answered a key, a former code, another phone's cookie, a word that is not his, or where the files lie.
"""

import json
import re
import threading
from base64 import urlsafe_b64decode
from collections import Counter
from contextlib import suppress
from http.client import HTTPException
from itertools import count, zip_longest

from hostile.house import FOLDER, KEYS, NOON, PLAYERS, ROLES, SIGNS, House
from hostile.phones import WAIT_S
from hostile.routes import ANY, routes

LEFT_OUT = {
    "/api/code",
    "/api/leave",
    "/api/owner",
    "/api/owner/leave",
    "/api/free",
    "/api/join",
    "/api/screen",
    "/api/seat",
}
"""These would end what is compared; `routes` tries them."""
READERS = ({}, {"Accept-Language": "fr", "Accept": "text/html", "Accept-Encoding": "gzip"})
NEVER = (KEYS["pin"], KEYS["pin_stamp"], KEYS["code_stamp"], "01dc0dec0ffee", SIGNS, FOLDER, "KANAR6")
GRAM = 4
"""Letters in a row that give a word away: these words have no vowels, and no sentence has such a piece."""
WORDS = ("QXJZVKWH", ("..XKQJW.", "..ZVHBG."), "VWXZHKJB")
WRONG = "..WORTE."
MORE = {
    "bid": {"player": 1, "tricks": 0},
    "correct": {"index": 1, "tricks": 0},
    "word": {"word": WRONG},
    "ready": {"player": 1, "spaces": 5},
    "ask": {"of": 1, "sign": "Q"},
    "open": {"space": 3},
    "call": {"player": 2, "of": 1, "word": WRONG},
    "judge": {"right": True},
    "misspelt": {"player": 1},
    "mend": {"index": 1, "word": WRONG},
    "draw": {"card": "normal"},
    "card": {"card": "5S"},
    "trump": {"suit": "H"},
    "amend": {"index": 1, "event": {"event": "stay"}},
    "decide": {"event": {"event": "stay"}},
}
ROUND = [("3S", "4S", "5S"), ("6S", "7S", "8S"), ("9S", "10S", "JS")]


class Stream(threading.Thread):
    """A phone's stream, read from its beginning to its end."""

    def __init__(self, phone):
        super().__init__(daemon=True)
        self._phone = phone
        self._link, self._answer = phone.stream()
        self._changed, self._ended = threading.Condition(), False
        self.said, self.heard = {}, []
        self.start()

    def run(self):
        number = None
        with suppress(OSError, HTTPException):
            while line := self._answer.readline():
                if line.startswith(b"id: "):
                    number = int(line[4:])
                elif line.startswith(b"data: {"):
                    with self._changed:
                        self.said[number] = line.decode()
                        self.heard.append(line.decode())
                        self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def catch_up(self):
        """Wait until it was told who sits where now: a stream tells the newest state alone."""
        now = self._phone.state()
        with self._changed:
            assert self._changed.wait_for(lambda: self._ended or self._tells(now), WAIT_S)

    def _tells(self, now):
        if not self.heard:
            return False
        told = json.loads(self.heard[-1].removeprefix("data: "))
        return all(told.get(name) == now.get(name) for name in ("number", "held"))


class Evening:
    """A table, a phone of each role, and everything that they were answered."""

    def __init__(self, house, figures, only=()):
        self.house, self.figures, self.only = house, figures, only
        self.told, self.own, self.looks = [], [], 0
        self.phones = {role: house.come(role) for role in ROLES}
        self.streams = {role: Stream(phone) for role, phone in self.phones.items()}
        self.hidden = {}
        """What of each seat's word is hidden: whoever sits elsewhere must not be told four signs of it."""

    def do(self, role, wish, status=200, **body):
        answer = self.phones[role].say(wish, self.house.number, **body)
        assert answer.status == status, (role, wish, answer.raw)
        for stream in self.streams.values():
            stream.catch_up()

    def look(self, step):
        """Ask everything as everybody, and hold each answer against what its reader may know."""
        if self.only and step not in self.only:
            return
        self.looks += 1
        for role, phone in self.phones.items():
            for rule, method, path in routes(self.house.app):
                if rule in LEFT_OUT or rule == "/join/<code>":
                    continue
                body = None
                if method == "POST":
                    wish = rule.removeprefix("/api/")
                    body = {**MORE.get(wish, ANY.get(wish, {})), "seen": 0}
                # By turns: as the phone's own page and as the big screen, in one language and another.
                turn = self.looks % 2
                for query, reader in (("", READERS[turn]), ("?as=watch", READERS[1 - turn])):
                    cookies = dict(phone.cookies)
                    answer = phone.ask(method, path + query, body, **reader)
                    self.check(role, answer.raw, f"{step}: {method} {path}{query}")
                    phone.cookies = cookies
                    kept = self.own if role == "seated" else self.told
                    kept.append((step, role, method, path + query, plain(answer)))
                    self.figures["answers"] += 1

    def check(self, role, text, where):
        """Find what this role may not be told. Raises AssertionError."""
        for each in NEVER if role in PLAYERS else (*NEVER, KEYS["code"]):
            assert each not in text, f"{where}: {role} was told {each!r}"
        opened = text + " ".join(map(_opened, re.findall(r"(?m)^set-cookie: \w+=([\w-]+)", text, re.I)))
        for other, phone in self.phones.items():
            key = _key(phone)
            if other != role and key is not None:
                assert key not in opened, f"{where}: {role} was told the cookie of {other}"
        for owner, pieces in self.hidden.items():
            if owner != role:
                found = [piece for piece in pieces if piece in _letters(text)]
                assert not found, f"{where}: {role} was told {found} of {owner}"

    def over(self):
        """Look at what the streams, the log and the club were told as well."""
        self.house.server.close()
        for role, stream in self.streams.items():
            stream.join()
            for text in list(stream.heard):
                self.check(role, text, "a stream")
                self.figures["messages of streams"] += 1
        for line in self.house.heard.lines:
            self.check("a log", line, "a log")
            self.figures["lines of logs"] += 1
        assert not self.house.heard.errors, self.house.heard.errors[0]


def plain(answer):
    """Give an answer without what no two answers share: its moment, and what is drawn by chance."""
    head = [(name, value) for name, value in answer.headers if name not in ("Date", "Set-Cookie")]
    named = sorted(value.partition("=")[0] for name, value in answer.headers if name == "Set-Cookie")
    return answer.status, head, named, answer.body


def pieces(word):
    """List what gives a word away."""
    letters = word.strip(".")
    return [letters[at : at + GRAM] for at in range(len(letters) - GRAM + 1)]


def _letters(text):
    """Give the letters in a row: as they stand, and those that stand alone, each in quotes of its own."""
    return text.upper() + " " + "".join(re.findall(r'"([A-Za-z.])"', text)).upper()


def _key(phone):
    """Give the secret key in a phone's cookie."""
    cookie = phone.cookies.get("familiar_seat")
    return None if cookie is None else json.loads(_opened(cookie.partition(".")[0]))[0]


def _opened(part):
    with suppress(ValueError):
        return urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("utf-8", "replace")
    return ""


def bids(evening, secret, rule, rounds):
    """Bid at each seat, one of them a secret; go on while it is hidden."""
    for number in range(1, rounds + 1):
        turned = {"event": "turn_up", "card": "7H"}
        evening.house.happen(turned)
        last = number == rounds
        evening.do("seated", "bid", tricks=secret if last else 0)
        if last:
            evening.look("bid")
            evening.do("player", "seat", 403, seat=1)
            evening.do("seated", "leave")
            evening.do("player", "seat", 403, seat=1)
            evening.do("owner", "free", 403, seat=1)
            evening.look("left")
            evening.do("seated", "seat", seat=1)
        evening.do("neighbour", "bid", tricks=0)
        if last:
            evening.look("two bids")
            if rule == "simultaneous":
                return
        evening.do("owner", "bid", tricks=0)
        if last:
            evening.look("all bids")
        for trick in range(number):
            for card in ROUND[trick]:
                evening.do("player", "card", card=card)
            if last:
                evening.look(f"trick {trick + 1}")
                if trick == number - 1:
                    return
            evening.do("player", "confirm")


def words(evening, secret):
    """Type three words, one of them a secret, and ask in vain; then leave the game for another."""
    for role, word in zip(("owner", "seated", "neighbour"), (WORDS[0], secret, WORDS[2]), strict=True):
        evening.do(role, "word", word=word)
        evening.hidden[role] = pieces(word)
        evening.look(f"the word of {role}")
    course = [
        ("owner", "draw", {"card": "normal"}),
        ("owner", "ask", {"of": 1, "sign": "A"}),
        ("seated", "no", {}),
        ("neighbour", "call", {"of": 1, "word": WRONG}),
        ("seated", "draw", {"card": "dot"}),
        ("seated", "open", {"space": 1}),
        ("seated", "undo", {}),
        ("seated", "open", {"space": 2}),
        ("neighbour", "misspelt", {"player": 1}),
    ]
    for role, wish, body in course:
        evening.do(role, wish, **body)
        evening.look(wish)
    evening.do("seated", "leave")
    evening.do("player", "seat", seat=1)
    evening.look("another at the seat")
    evening.do("player", "leave")
    evening.do("seated", "seat", seat=1)
    game = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
    evening.do("owner", "game", **game)
    evening.look("another game")


EVENINGS = {
    "simultaneous bids": (
        "wizard",
        {"bids": "simultaneous"},
        (0, 1),
        lambda e, s: bids(e, s, "simultaneous", 1),
    ),
    "delayed bids": ("wizard", {"bids": "delayed"}, (0, 1), lambda e, s: bids(e, s, "delayed", 1)),
    "delayed bids, round 3": ("wizard", {"bids": "delayed"}, (1, 3), lambda e, s: bids(e, s, "delayed", 3)),
    "words": ("probe", {}, WORDS[1], words),
}


def compare(folder, name, figures, broker=None, only=()):
    """Play an evening twice and compare; `only`: at these steps. Raises AssertionError."""
    game, rules, secrets, course = EVENINGS[name]
    evenings = []
    for number, secret in enumerate(secrets):
        with House(folder / f"{name} {number}") as house, Club(house, broker) as ear:
            house.begin(game, **rules)
            evening = Evening(house, figures, only)
            course(evening, secret)
            evening.over()
            evening.club = ear.told()
            figures["messages of the club"] += len(evening.club)
            for topic, payload in evening.club:
                evening.check("the club", f"{topic} {payload.decode('utf-8', 'replace')}", "the club")
            evenings.append(evening)
    one, other = evenings
    for mine, yours in zip_longest(one.told, other.told):
        assert mine == yours, f"{name}: these can be told apart: {mine} and {yours}"
    for role in ROLES:
        if role != "seated":
            mine, yours = one.streams[role].said, other.streams[role].said
            for number in mine.keys() & yours.keys():
                assert mine[number] == yours[number], f"{name}: the streams of {role} can be told apart"
    # Of news that follow one another soon the table tells but the newest: the last word of each topic counts.
    mine, yours = (dict(unmarked(*each) for each in evening.club) for evening in evenings)
    assert mine == yours, f"{name}: the club can tell apart {mine} and {yours}"
    # Were the secret told to nobody at all, nothing above could fail.
    assert one.own != other.own, f"{name}: not even its owner sees the secret"


_names = count(100)


class Club:
    """The club's broker, where there is one, and the table that tells it."""

    def __init__(self, house, broker):
        self._house, self._broker, self._ear = house, broker, None

    def __enter__(self):
        if self._broker is None:
            return self
        from hostile.ear import Ear

        from club.past import JournalPast
        from club.publisher import Publisher
        from table.settings.club import ClubConfig

        name = f"evening-{next(_names)}"
        config = ClubConfig("127.0.0.1", self._broker.port, name, "red", discovery=True)
        self._ear = Ear(self._broker.port)
        past = JournalPast(self._house.folder / "journal.sqlite", 2, clock=lambda: NOON)
        self._publisher = Publisher(self._house.host, config, past, clock=lambda: NOON).start()
        self._status = f"familiar/{name}/red/status"
        self._ear.until(lambda: (self._status, b"online") in self._ear.heard)
        self._name = name
        return self

    def __exit__(self, *_):
        if self._ear is not None:
            self._publisher.close()
            self._ear.close()

    def told(self):
        """Give all that the club was told; with its last word the table has told the rest."""
        if self._ear is None:
            return []
        self._publisher.close()
        self._ear.until(lambda: (self._status, b"offline") in self._ear.heard)
        name = self._name.encode()
        told = [each for each in self._ear.heard if self._name in each[0]]
        return [(topic.replace(self._name, "club"), said.replace(name, b"club")) for topic, said in told]


def unmarked(topic, payload):
    """Give a message without the name of the program's run, and without its revision."""
    return topic, re.sub(rb'"(run|revision)":\s*("\w*"|\d+)', b"", payload).replace(b" ", b"")


def campaign(folder, names=None, broker=None, only=()):
    """Compare everything; return the figures. Raises AssertionError."""
    figures = Counter()
    for name in names or EVENINGS:
        compare(folder, name, figures, broker, only)
    return figures
