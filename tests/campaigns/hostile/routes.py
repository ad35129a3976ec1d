"""Every route by every role: a table of what was answered, and no wish done by whoever may not.

Each wish is one that would be done: were it not refused to those who may not, the game, the seats, the keys
or the deck would be others afterwards. Who may is written down here from docs/security.md, not asked of the
program.
"""

import itertools
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from hostile.house import KEYS, NAMES, PLAYERS, ROLES, SEATS, House
from hostile.phones import Phone

from web.server import Server

sys.path.append(str(Path(__file__).parents[2] / "fuzz"))

PUBLIC = {"/", "/board", "/help", "/state", "/live", "/events", "/chart.svg", "/awards"}
PUBLIC |= {"/join/<code>", "/api/join", "/api/language", "/api/screen", "/speech", "/speaker", "/wheels"}
PUBLIC |= {"/evenings/<int:number>/sign.svg"}
OWNERS = {"/api/code", "/api/keep", "/api/free", "/api/stop", "/api/speaker"}
METHODS = ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE")
ARGUMENTS = {"index": 1, "question": 1, "number": 1, "color": "red", "name": "fr", "code": "AAAAAA"}
ARGUMENTS |= {"day": "2026-11-21", "press": "take", "shot": 1}
TURNED = {"event": "turn_up", "card": "7H"}
BIDS = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
STICKS = [{"color": c, "notches": n} for c, n in (("red", 1), ("black", 2), ("white", 0))]
THROWN = {"event": "throw", "sticks": STICKS}
WORDS = [
    {"event": "word", "player": seat, "word": word}
    for seat, word in enumerate(("OEUVRE", "..PHARE.", "BANANE"))
]
ASKED = [*WORDS, {"event": "draw", "card": "normal"}, {"event": "ask", "of": 1, "sign": "P"}]
SAID = [WORDS[0], {"event": "ready", "player": 1, "spaces": 5}, WORDS[2], ASKED[3]]
BEGIN = {"game": "wizard", "players": list(NAMES[:3]), "dealer": 0, "rules": {}}
ANY = {
    "join": {"code": KEYS["code"]},
    "language": {"language": "fr"},
    "owner": {"pin": KEYS["pin"]},
    "game": BEGIN,
    "free": {"seat": 2},
    "stop": {},
    "seat": {"seat": 1},
    "keep": {"name": "ours"},
    "answer": {"question": 0, "card": None},
    "press": {"button": "confirm"},
    "spelling": {"word": "HOUSE"},
    "stick": {"throw": 1, "stick": {"color": "red", "notches": 0}},
    "count": {"throw": 1, "count": True},
}


@dataclass(frozen=True)
class State:
    """Where a table stands: what was played, what is wished there, and which wish is which seat's alone."""

    game: str | None = None
    happened: list = field(default_factory=list)
    rules: dict = field(default_factory=dict)
    wishes: dict = field(default_factory=dict)
    of_seat: dict = field(default_factory=dict)
    dealer: int = 0


STATES = {
    "no game": State(wishes={"lobby": {"name": "Eve", "colour": "red", "sign": "owl"}}),
    "bids": State("wizard", [TURNED], {"bids": "delayed"}, {"bid": {"player": 1, "tricks": 1}}, {"bid": 1}),
    "trick": State(
        "wizard",
        [TURNED, *BIDS],
        {},
        {"card": {"card": "2H"}, "correct": {"index": 1, "tricks": 1}},
        {"correct": 1},
    ),
    "trump": State(
        "wizard", [{"event": "turn_up", "card": "W"}], {}, {"trump": {"suit": "S"}}, {"trump": 1}, 1
    ),
    "special": State(
        "wizard",
        [{"event": "turn_up", "card": "1R"}, *BIDS, {"event": "play", "card": "juggler"}],
        {"edition": "amigo", "juggler": True},
        {"special": {"event": "name_suit", "suit": "R"}},
        {"special": 1},
    ),
    "counted": State(
        "wizard",
        BIDS,
        {"cards": "none"},
        {"took": {"player": 1}, "tricks": {"player": 1, "tricks": 1}, "cards": {"cards": "laid"}},
        {"tricks": 1},
    ),
    "throw": State(
        "magicians", [], {"opening": "dealer"}, {"throw": {"sticks": STICKS}, "again": {"reason": "overlap"}}
    ),
    "thrown": State(
        "magicians",
        [THROWN],
        {"opening": "dealer"},
        {"amend": {"index": 0, "event": {**THROWN, "sticks": STICKS[::-1]}}},
    ),
    "choice": State(
        "magicians",
        [THROWN, {"event": "confirm"}],
        {"opening": "dealer"},
        {"decide": {"event": {"event": "jump", "to": "mill"}}},
        {"decide": 0},
    ),
    "words": State(
        "probe",
        [],
        {},
        {"word": {"word": "HOUSE"}, "ready": {"player": 1, "spaces": 5}},
        {"word": "own", "ready": 1},
    ),
    "to draw": State(
        "probe",
        WORDS,
        {},
        {"draw": {"card": "normal"}, "misspelt": {"player": 1}, "mend": {"index": 1, "word": "..HOUSES"}},
        {"mend": "nobody"},
    ),
    "to ask": State("probe", ASKED[:4], {}, {"ask": {"of": 1, "sign": "E"}}, {"ask": 0}),
    "asked": State(
        "probe",
        ASKED,
        {},
        {
            "open": {"space": 3},
            "mend": {"index": 3, "card": "x5"},
            "call": {"player": 1, "of": 0, "word": "OEUVRE"},
        },
        {"open": 1, "call": 1},
    ),
    "asked in vain": State(
        "probe", [*ASKED[:4], {"event": "ask", "of": 1, "sign": "Z"}], {}, {"no": {}}, {"no": 1}
    ),
    "to judge": State(
        "probe",
        [*SAID, {"event": "interrupt", "player": 0, "of": 1}],
        {},
        {"judge": {"right": True}},
        {"judge": 1},
    ),
}
"""In all of them `confirm`, `undo` and what stands in ANY are wished as well."""


def routes(app):
    """List an app's rules and methods, each with an address; style sheets and scripts left out."""
    with app.test_request_context():
        urls = app.url_map.bind("localhost")
        for rule in sorted(app.url_map.iter_rules(), key=str):
            if rule.endpoint.rpartition(".")[2] != "static":
                path = urls.build(rule.endpoint, {name: ARGUMENTS[name] for name in rule.arguments})
                yield from ((rule.rule, method, path) for method in sorted(rule.methods & {"GET", "POST"}))


def may(rule, state):
    """Say which roles may have a route's wish done at a table that stands so."""
    wish = rule.removeprefix("/api/")
    if rule in PUBLIC:
        return ROLES
    if rule in OWNERS or (wish == "game" and state.happened):
        return ("owner",)
    if wish == "pair":
        return tuple(SEATS) if state.game is not None else ("owner",)
    if wish == "seat" and state.game is not None:
        return ("seated",)
    of = state.of_seat.get(wish)
    if of is None:
        return PLAYERS
    if of == "own":
        return tuple(SEATS)
    return tuple(role for role, seat in SEATS.items() if seat == of)


class Table(House):
    """A table that stands where a state says, with a phone of each role."""

    def __init__(self, folder, state):
        super().__init__(folder)
        self.state = state

    def __enter__(self):
        super().__enter__()
        if self.state.game is not None:
            # Another game before it: a past one, left before its end, and so with its secrets.
            self.begin(self.state.game, dealer=self.state.dealer, **self.state.rules)
            self.begin(self.state.game, dealer=self.state.dealer, **self.state.rules)
            self.happen(*self.state.happened)
        self.phones = {role: self.come(role) for role in ROLES}
        return self

    def mark(self):
        """Give what must be the same after a wish that was not done."""
        waiting = self.app.extensions["familiar"].lobby.guests()
        kept = [self.seats.held(name) for name in NAMES], self.keepsake.kept, waiting
        return id(self.host.snapshot), self.access.keyring.keys, *kept


class Campaign:
    """Ask all of it and count; `table` has the statuses by role."""

    def __init__(self, folder, say=lambda line: None):
        self.folder, self._say = folder, say
        self.statuses, self.figures = defaultdict(Counter), Counter()
        self.done, self.routes, self._made = set(), set(), itertools.count()

    def table_of(self, state):
        return Table(self.folder / f"table-{next(self._made)}", state)

    def run(self, names=None):
        """Ask every route in every state as every role."""
        for name in names or STATES:
            self._state(STATES[name], name)
        never = {rule for rule, method in self.routes if method == "POST"} - {rule for rule, _ in self.done}
        if names is None:
            # A picture's questions and the simulated panel's buttons need what is tried elsewhere.
            assert never == {"/api/answer", "/api/press", "/api/stick", "/api/count", "/api/pair"}, never
        return self.figures

    def _state(self, state, name):
        todo = None
        while todo is None or todo:
            with self.table_of(state) as table:
                if todo is None:
                    todo = [(*each, role) for each in routes(table.app) for role in ROLES]
                    self.routes |= {(rule, method) for rule, method, _, _ in todo}
                todo = self._some(table, state, name, todo)
                assert not table.heard.errors, table.heard.errors[0]

    def _some(self, table, state, name, todo):
        """Ask until a wish was done that changed the table; give what is left."""
        for place, (rule, method, path, role) in enumerate(todo):
            phone, before = table.phones[role], table.mark()
            cookies = dict(phone.cookies)
            allowed = role in may(rule, state)
            where = f"{name}: {method} {path} by {role}"
            if method == "GET":
                self._read(table, phone, rule, path, role, allowed, where)
            else:
                self._twist(table, phone, path, state, rule, where)
                body = self._body(rule, state)
                answer = phone.ask("POST", path, {**body, "seen": table.number})
                self._count(answer, role, where)
                # What is wished at the wrong time may be refused for want of a seat, too.
                staged = rule.removeprefix("/api/") in state.wishes | ANY
                assert allowed or answer.status == 403, f"{where}: {answer.raw}"
                assert not (allowed and staged) or answer.status != 403, f"{where}: {answer.raw}"
                if answer.status == 200:
                    self.done.add((rule, role))
            phone.cookies = cookies
            if not allowed or method == "GET":
                assert table.mark() == before, f"{where}: it was done"
            elif table.mark() != before:
                return todo[place + 1 :]
        return []

    def _body(self, rule, state):
        wish = rule.removeprefix("/api/")
        return state.wishes.get(wish, ANY.get(wish, {}))

    def _count(self, answer, role, where):
        assert answer.status < 500, f"{where}: {answer.raw}"
        self.statuses[role][answer.status] += 1
        self.figures["asked"] += 1

    def _read(self, table, phone, rule, path, role, allowed, where):
        for query in ("", "?as=watch"):
            answer = phone.ask("GET", path + query)
            self._count(answer, role, where)
            kept = answer.rule in ("secret", "code")
            assert kept or (answer.status == 403) is not allowed, f"{where}: {answer.raw}"
        for method in METHODS:
            answer = phone.ask(method, path, b"{}" if method in ("PUT", "PATCH") else None)
            self._count(answer, role, where)
            assert answer.status in (200, 303, 403, 404, 405, 501), f"{where}, {method}: {answer.raw}"

    def _twist(self, table, phone, path, state, rule, where):
        """Send the wish as another site's page would: it is refused, whoever asks."""
        body = {**self._body(rule, state), "seen": table.number}
        before = table.mark()
        for twisted in ({"X-Familiar": ""}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
            answer = phone.ask("POST", path, body, **twisted)
            assert (answer.status, answer.rule) == (403, "origin"), f"{where}: {answer.raw}"
            self.figures["as another site"] += 1
        assert table.mark() == before, f"{where}: another site had it done"


LED = ("guide", "rows", "calibration")
OPEN = {"/join/<code>", "/api/join", "/api/language"}


def led(figures, statuses):
    """Ask the pages that lead a person, and the club's, as those who come without the code or the PIN."""
    from pages import POSTS, STARTS, Room

    for name in (*LED, "club"):
        for start in STARTS[name]:
            room = Room(name, start, locked=True)
            with Server(room.app, "127.0.0.1", 0).start() as server:
                for role in ("nobody", "stranger"):
                    phone, before = Phone(server.port), room.snapshot
                    if role == "stranger":
                        phone.say("join", code="AAAAAA")
                        phone.cookies |= {
                            "familiar_led": "a.b",
                            "familiar_pin": '"x".y',
                            "familiar_code": "W10.z",
                        }
                    asked = [
                        (rule, method, path)
                        for rule, method, path in routes(room.app)
                        if "<press>" not in rule
                    ]
                    asked += [(path, "POST", path) for path in POSTS[name]]
                    for rule, method, path in asked:
                        body = {"seen": getattr(before, "number", 0)} if method == "POST" else None
                        answer = phone.ask(method, path, body)
                        statuses[f"{name}, {role}"][answer.status] += 1
                        figures["asked"] += 1
                        free = OPEN | ({"/api/owner", "/api/owner/leave"} if name == "club" else set())
                        if rule not in free and not (name == "club" and method == "GET"):
                            assert answer.status == 403, f"{name}: {method} {path} by {role}: {answer.raw}"
                    assert room.snapshot == before, f"{name} is another after {role}"
                    phone.close()
            room.close()


def campaign(folder, names=None):
    """Ask everything; return the figures and the table of statuses. Raises AssertionError."""
    asked = Campaign(folder)
    asked.run(names)
    led(asked.figures, asked.statuses)
    asked.figures["routes"] = len(asked.routes)
    asked.figures["wishes done by who may"] = len(asked.done)
    return asked.figures, asked.statuses
