"""A table with a real host and an empty journal, and phones that are test clients of their own."""

import json

import pytest

from games.sticks import COLORS, KIT, beside
from simulation.devices import SimulatedPanel
from table.command import Accepted, Look, NewGame, Submit
from table.host import Host
from table.journal import Journal
from table.view.lamps import tie
from vision.types import Reading, Seen, Sight, StickReading, ThrowReading, ThrowSight
from web.access import Access
from web.app import close, create_app
from web.security import Security
from web.server import Server

HEADERS = {"X-Familiar": "1"}
CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
PHONE = {"width": 360, "height": 740}
PICTURE = b"\xff\xd8 what the camera sees"


class Phone:
    """One browser: a cookie jar of its own, and the number of the state that it saw last."""

    def __init__(self, app):
        self.client = app.test_client()
        self.client.get("/")

    def state(self, query=""):
        return self.client.get(f"/state{query}").json

    def say(self, wish, *, headers=HEADERS, **body):
        """Post a wish with the number of the fresh state, unless `seen` is given."""
        body.setdefault("seen", self.state()["number"])
        return self.client.post(f"/api/{wish}", json=body, headers=headers)

    def sit(self, seat):
        answer = self.say("seat", seat=seat)
        assert answer.status_code == 200, answer.json
        return self


class Table:
    """The host and its app, with what happens there in one word."""

    def __init__(self, host, access=None, hosts=(), proxies=(), **options):
        self.host = host
        self.thrown = 0
        self.panel = SimulatedPanel()
        self.loosen = tie(host, self.panel)
        self.app = create_app(
            host,
            security=Security(access or Access(), "a secret for tests", hosts, proxies),
            address="http://familiar.local:8000/",
            **{"picture": lambda: PICTURE, "panel": self.panel} | options,
        )

    def phone(self):
        return Phone(self.app)

    def phones(self, count):
        """Sit one phone down at each of the first `count` seats."""
        return [self.phone().sit(seat) for seat in range(count)]

    def do(self, command):
        outcome = self.host.handle(command)
        assert isinstance(outcome, Accepted), outcome

    def begin(self, players=("Ann", "Bo", "Cy"), **rules):
        header = {"game": "wizard", "players": list(players), "dealer": 0, "rules": rules}
        self.do(NewGame(header))

    def events(self, *events):
        for event in events:
            self.do(Submit(event))
        return self

    def to_bids(self, **rules):
        """Begin a game and turn up the seven of hearts."""
        self.begin(**rules)
        self.events({"event": "turn_up", "card": "7H"})

    def to_trick(self, **rules):
        """Go on until Bo is to lead the first trick."""
        self.to_bids(**rules)
        self.events(*({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)))

    def to_score(self):
        """Play the first round of Wizard: a miss, a hit, and a tally for everybody."""
        self.to_trick()
        self.events(*({"event": "play", "card": card} for card in ("2S", "3S", "4S")), {"event": "confirm"})

    def to_second_trick(self):
        """Lead in the second round, with bids above, at and below what was taken."""
        self.to_score()
        self.events({"event": "turn_up", "card": "AS"})
        bids = ((2, 0), (0, 1), (1, 2))
        self.events(*({"event": "bid", "player": seat, "tricks": tricks} for seat, tricks in bids))
        self.events(*({"event": "play", "card": card} for card in ("KS", "W", "5S")), {"event": "confirm"})
        self.events({"event": "play", "card": "9D"})

    def to_mark(self, crop=None):
        """Lay Bo's lead, and Cy's card, of which the eye has a likely guess."""
        self.to_trick()
        self.look()
        self.look(("7C", ()))
        self.look(("7C", ()), ("8S", (("9S", 0.08), ("6S", 0.04))), crop=crop, likely=True)

    def mages(self, players=("Ann", "Bo", "Cy"), **rules):
        """Begin a game of Les Trois Magiciens: Ann has red and begins, Bo has black, Cy white."""
        rules = {"opening": "dealer", **rules}
        self.do(NewGame({"game": "magicians", "players": list(players), "dealer": 0, "rules": rules}))
        return self

    @staticmethod
    def lie(*notches, colors=COLORS):
        """Write how sticks lie."""
        return [{"color": color, "notches": count} for color, count in zip(colors, notches, strict=True)]

    def to_letters(self):
        """Begin a game of Probe with three words that are kept in mind, and draw."""
        self.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
        self.events(*({"event": "ready", "player": seat, "spaces": 6} for seat in range(3)))
        self.events({"event": "draw", "card": "normal"})

    def throw(self, *notches, colors=COLORS):
        """Enter a throw by hand."""
        self.events({"event": "throw", "sticks": self.lie(*notches, colors=colors)})
        return self

    def to_moves(self, *notches, **rules):
        """Begin a game, and let Ann's first throw count."""
        self.mages(**rules).throw(*notches).events({"event": "confirm"})
        return self

    def to_duel(self, **rules):
        """Let Ann go to the Mill, and Bo come there after her; the first throw of the duel is Bo's."""
        moves = {"event": "jump", "to": "mill"}, {"event": "walk", "to": "slab"}
        self.to_moves(1, 1, 0, **rules).events(*moves)
        self.throw(0, 1, 1).events({"event": "confirm"}, *moves)
        return self

    def to_stone(self, **rules):
        """Let Ann have a card, and Bo the stone: both lines of the players are full."""
        self.to_moves(1, 2, 0, **rules).events({"event": "jump", "to": "mill"})
        self.events({"event": "walk", "to": "mill"}, {"event": "take"})
        self.throw(1, 0, 1).events({"event": "confirm"}, {"event": "walk", "to": "symbol"}, {"event": "cast"})
        return self.throw(0, 0, 0).events({"event": "confirm"}, {"event": "choose", "symbol": "force"})

    def see_throw(self, *notches, asks=(), again=None, crop=None):
        """Let the eye see the sticks taken up, and then a throw."""
        self.thrown += 1
        lying = tuple(
            self.stick(color, count, color in asks, crop)
            for color, count in zip(COLORS, notches, strict=True)
        )
        self.do(Look(ThrowSight(ThrowReading())))
        self.do(Look(ThrowSight(ThrowReading(lying, again), frozenset({self.thrown}))))
        return self

    def stick(self, color, count, asks, crop):
        """Make a stick as the eye reads it, where none lay before."""
        ways = [(n, beside(KIT[0][n])) for n in (0, 1, 2)]
        left, top = 400 * COLORS.index(color) + 40 * self.thrown, 100 + 90 * self.thrown
        corners = ((left, top), (left + 300, top), (left + 300, top + 50), (left, top + 50))
        others = tuple((way, 0.2) for way in ways if way[0] != count)
        return StickReading(color, *ways[count], 0.6 if asks else 0.999, asks, others, corners, crop)

    def look(self, *readings, crop=None, likely=False, nothing=0.0):
        """Let the eye report what lies there: names, or names with the probability of others.

        likely: what it is not sure of is likely enough to be entered; nothing: probability of no card at all.
        """
        lying = []
        for number, (card, others) in enumerate(readings):
            confidence, asks = 1.0 - nothing - sum(p for _, p in others), bool(others)
            lying.append(
                Seen(number, Reading(card, confidence, asks, others, CORNERS, crop, asks and likely))
            )
        self.do(Look(Sight(tuple(lying))))


@pytest.fixture
def host():
    with Host(Journal(":memory:")) as host:
        yield host.start()


@pytest.fixture
def make_table(host):
    made = []

    def make(**options):
        made.append(Table(host, **options))
        return made[-1]

    yield make
    for table in made:
        close(table.app)
        table.loosen()


@pytest.fixture
def table(make_table):
    return make_table()


def event_of(chunk):
    """Read one event of a stream: its id and its data."""
    lines = dict(line.split(": ", 1) for line in chunk.strip().splitlines())
    return int(lines["id"]), json.loads(lines["data"])


@pytest.fixture
def read_event():
    return event_of


@pytest.fixture
def server(table, kept_port):
    with Server(table.app, "127.0.0.1", kept_port) as server:
        yield server.start()


@pytest.fixture
def plain():
    """Compare what is told of two games."""

    def leave_out(text):
        """Leave out what differs between any two games: the numbers of game and state, and the event's id."""
        if text.startswith("retry:"):
            text = text.split("data: ", 1)[1]
        try:
            data = json.loads(text)
        except ValueError:
            return text
        for part in (data, data.get("state") or {}) if isinstance(data, dict) else ():
            for key in ("number", "game_id"):
                part.pop(key, None)
        return data

    return leave_out


@pytest.fixture
def complaints():
    """Collect what the browser's console complains of; a test may forgive what it has provoked."""
    return []


@pytest.fixture
def open_page(pages, server, complaints):
    """Open a page in a browser context of its own; a script's or policy's complaint fails the test."""
    lent = []

    def listen(said):
        if said.type == "error" and "the server responded with a status of 4" not in said.text:
            complaints.append(said.text)

    def open_(path="/", size=PHONE, clock=False, locale=None):
        page = pages.lend(size, locale, pageerror=lambda error: complaints.append(str(error)), console=listen)
        lent.append(page)
        if clock:
            pages.keep_apart(page)
            page.clock.install()
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        return page

    yield open_
    for page in lent:
        pages.take_back(page)
    assert complaints == []
