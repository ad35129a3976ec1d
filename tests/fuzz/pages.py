"""The apps that people meet, each around what it stands on, and what may be asked of them."""

import re
from dataclasses import replace

import numpy as np
from fuzzing import addresses, integers, leaves, texts, values
from hypothesis import strategies as st

from club.board import Board
from club.competition.setting import Format, Setting
from club.hall import Hall
from club.page import create_club_app
from familiar.enrol.rows_page import RowsOwner
from familiar.guide.cards import Leader
from familiar.guide.led import Owner
from simulation.devices import SimulatedPanel
from table.command import NewGame, Submit
from table.eye.calibration import Calibration
from table.guides import calibrating, guide, rows
from table.host import Host
from table.journal import Journal
from table.settings.club import ClubConfig
from vision.calibrate.survey import survey
from vision.enrol.cards import Pair, Report
from vision.enrol.rows import Named, RowCard
from vision.types import Reading
from web.access import Access, Role
from web.app import close, create_app
from web.calibrate import create_calibration_app
from web.guide import create_guide_app
from web.keyring import Keyring
from web.led import led_access
from web.rows import create_rows_app
from web.security import Security
from web.see import open_seeing

HEADERS = {"X-Familiar": "1"}
SECRET = "x" * 32
PLAYERS = ["Ann", "Bo", "Cy"]
BIDS = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
STICKS = [{"color": c, "notches": n} for c, n in (("red", 1), ("black", 1), ("white", 0))]
MAGES = {"game": "magicians", "rules": {"opening": "dealer"}}
TURNED = {"event": "turn_up", "card": "7H"}
CARDS = ("7H", "8H", "W", "W")
CROP = np.full((144, 96, 3), 90, np.uint8)
CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
SURVEYS = [survey([np.full((20 * size, 36 * size, 3), 90, np.uint8)] * 3) for size in (9, 18)]
KEPT = Calibration("simulated", (320, 180), tuple(CORNERS), "hand", np.zeros((180, 320, 3), np.uint8))
TABLES = ("red", "green", "blue")
SEATS = tuple(tuple(f"{table[0]}{number}" for number in range(4)) for table in TABLES)
REPORT = Report(3, 4, alike=(Pair("7H", "W", 0.1),), doubtful=("7H: fits badly.",))
# The name of a folder may hold bytes that are no text.
DECK = "oma \udcff<b>"

ROWS = (("7H", "8H"), ("W", "W"))
ROWS_TAKEN = rows.Taken(
    0,
    tuple(Named(name, RowCard(np.array(CORNERS), CROP, np.zeros(3)), name == "7H") for name in ROWS[0]),
    (1280, 720),
)
STARTS = {
    "table": {
        "nothing": (None, []),
        "wizard": ({"game": "wizard"}, [TURNED]),
        "hidden bids": ({"game": "wizard", "rules": {"bids": "delayed"}}, [TURNED]),
        "trick": ({"game": "wizard"}, [TURNED, *BIDS]),
        "magicians": (MAGES, []),
        "throw": (MAGES, [{"event": "throw", "sticks": STICKS}, {"event": "confirm"}]),
        "probe": ({"game": "probe"}, []),
    },
    "guide": {
        "first card": (guide.Kind.ENROL, []),
        "a card is caught": (
            guide.Kind.ENROL,
            [guide.Caught(CROP), guide.Look("poor", "blurred", CORNERS, (1280, 720))],
        ),
        "report": (guide.Kind.ENROL, [guide.Caught(CROP), guide.Press.DONE, guide.Checked(REPORT)]),
        "live": (guide.Kind.LIVE, [guide.Caught(CROP, (Reading("8H", 0.9, True, (), CORNERS),))]),
        "trouble": (guide.Kind.LIVE, [guide.Trouble("The camera\udcff is gone.")]),
    },
    "rows": {
        "nothing": [],
        "looked over": [ROWS_TAKEN],
        "report": [ROWS_TAKEN, rows.Press.NEXT, rows.Press.DONE, rows.Checked(REPORT)],
    },
    "calibration": {
        "nothing": [],
        "surveyed": [calibrating.Surveyed(SURVEYS[0])],
        "tapped": [calibrating.Surveyed(SURVEYS[1]), calibrating.Tapped(((0, 0), (1, 0), (1, 1)))],
        "refused": [calibrating.Surveyed(SURVEYS[1]), calibrating.Failed("too dark\udcff")],
        "saved": [calibrating.Taken(KEPT, SURVEYS[0])],
    },
    "club": {"nothing": False, "evening": True},
    "hall": {"nothing": 0, "joined": 1, "seated": 2, "entered": 3},
}
ROOMS = [(name, start) for name, starts in STARTS.items() for start in starts]


def _table(start, access):
    host = Host(Journal(":memory:"))
    more = {"panel": SimulatedPanel(), "picture": lambda: b"\xff\xd8"}
    app = create_app(host, security=Security(access, SECRET), **more)
    open_seeing(app, lambda: {"fresh": True})
    header, events = start
    if header is not None:
        host.handle(NewGame({"players": PLAYERS, "dealer": 0, "rules": {}, **header}))
    for event in events:
        host.handle(Submit(event))
    return host, app


def _guide(start, access):
    kind, events = start
    leader = Leader(guide.Guide(kind, tuple(map(guide.Place, CARDS))), DECK, None, lambda *_: None).start()
    for event in events:
        leader.post(event).result(20)
    return leader, create_guide_app(leader, picture=lambda: None, security=Security(access, SECRET))


def _rows(start, access):
    owner = RowsOwner(rows.Rows(ROWS), DECK, "us", lambda *_: None).start()
    for event in start:
        owner.post(event).result(20)
    return owner, create_rows_app(owner, picture=lambda: None, security=Security(access, SECRET))


def _calibration(start, access):
    owner = Owner(calibrating.Setting(), calibrating.step, lambda *_: None).start()
    for event in start:
        owner.post(event).result(20)
    return owner, create_calibration_app(
        owner, picture=lambda: b"\xff\xd8", security=Security(access, SECRET)
    )


def _club(start, access):
    board = Board(ClubConfig(broker="127.0.0.1", name="test"), clock=lambda: 1_795_287_600.0)
    if start:
        board.begin(TABLES, SEATS, games=3)
    return board, create_club_app(board, security=Security(access, SECRET))


def _hall(steps, access):
    board = Board(ClubConfig(broker="127.0.0.1", name="test"), clock=lambda: 1_795_287_600.0)
    hall = Hall(board, "test", clock=lambda: 1_795_287_600.0, seed=lambda: 1)

    def make(id, seed, before):
        values = {"rounds": 2, "finalists": 4, "seed": seed, "before": before}
        return Setting(id, "Cup", Format.SWISS, "wizard", TABLES, **values)

    if steps:
        hall.begin(make, [(name, "") for four in SEATS for name in four])
    if steps > 1:
        hall.draw()
    if steps > 2:
        hall.enter(1, TABLES[0], (1, 2, 3, 4))
    return board, create_club_app(board, security=Security(access, SECRET), hall=hall)


MAKERS = {"table": _table, "guide": _guide, "rows": _rows, "calibration": _calibration}
MAKERS |= {"club": _club, "hall": _hall}
CLUBS = ("club", "hall")
LED = ("guide", "rows", "calibration")


class Room:
    """An app and a phone that may do everything; where it is locked, one that just came in."""

    def __init__(self, name, start, locked=False):
        anyone = Role.PLAYER if name in CLUBS else Role.SPECTATOR
        access = led_access() if name in LED else Access(Keyring(None), anyone)
        self.access = replace(access, near=False) if locked else Access()
        self.holder, self.app = MAKERS[name](STARTS[name][start], self.access)
        self.phone = self.app.test_client()

    @property
    def snapshot(self):
        return self.holder.snapshot

    def close(self):
        close(self.app)
        self.holder.close()


BUTTONS = {"guide": guide.Press, "calibration": calibrating.Press}


def routes(name):
    """List an app's pages, and what each wish may hold: its own refusal of an unknown key says so."""
    room = Room(name, next(iter(STARTS[name])))
    posts = {}
    for rule in room.app.url_map.iter_rules():
        if "POST" in rule.methods:
            for path in [rule.rule.replace("<press>", each) for each in BUTTONS.get(name, "x")]:
                answer = room.phone.post(path, json={"surely unknown": 1}, headers=HEADERS)
                known = re.search(r"known here: (.*)\.", answer.json["error"])
                posts[path] = known[1].split(", ") if known else ["seen"]
    room.close()
    return addresses(room.app), posts


ROUTES = {name: routes(name) for name in STARTS}
GETS = {name: gets for name, (gets, _) in ROUTES.items()}
POSTS = {name: posts for name, (_, posts) in ROUTES.items()}
OPEN = {name: {"/api/join", "/api/language"} for name in STARTS}
"""What also those may ask who only watch; the club's page is for everybody, and its owner leads."""
OPEN["club"] |= {"/api/owner", "/api/owner/leave"}
OPEN["hall"] |= OPEN["club"] | {"/api/checkin"}
RIGHT = "the right one"
players = st.lists(st.one_of(st.sampled_from(["Ann", "Bo", "Cy", "Dee"]), texts), max_size=7)
fours = st.one_of(st.just([list(four) for four in SEATS]), st.lists(players, max_size=4))
shares = st.one_of(st.floats(0, 1), st.integers(-1, 2), leaves)
corners = st.lists(st.lists(shares, min_size=1, max_size=3), max_size=13)
likely = {
    "player": st.integers(-1, 3),
    "seat": st.integers(-1, 3),
    "tricks": st.integers(-1, 3),
    "index": st.integers(-1, 8),
    "count": st.one_of(st.integers(-1, 4), st.booleans()),
    "players": players,
    "dealer": st.integers(-1, 3),
    "game": st.sampled_from(["wizard", "magicians", "probe", "poker"]),
    "rules": st.dictionaries(st.sampled_from("edition bids last_bid opening board x".split()), leaves),
    "card": texts,
    "code": st.one_of(st.just(RIGHT), texts),
    "pin": st.one_of(st.just(RIGHT), texts),
    "suit": st.sampled_from([*"HSDCBGRYX"]),
    "button": st.sampled_from(["confirm", "undo", "x"]),
    "word": st.one_of(st.sampled_from(["HOUSE", "TREE", "A.B", "", "ÄÖ"]), texts),
    "letter": st.sampled_from([*"AEZ.?", ""]),
    "sticks": st.lists(
        st.fixed_dictionaries({"color": st.sampled_from(["red", "black", "white", "x"])},
                              optional={"notches": st.integers(-1, 3), "sides": leaves}),
        max_size=4,
    ),
    "language": st.one_of(st.sampled_from(["en", "fr", "de", None]), texts),
    "corners": corners,
    "at": st.integers(-1, 3),
}  # fmt: skip
led_by_club = {
    "game": st.sampled_from(["probe", "wizard", "poker"]),
    "games": st.integers(-1, 9),
    "tables": st.one_of(st.just(list(TABLES)), st.lists(texts, max_size=4)),
    "players": fours,
    "round": integers,
    "table": st.one_of(st.sampled_from(TABLES), texts),
    "points": st.one_of(st.none(), st.lists(integers, min_size=4, max_size=4), leaves),
    "act": st.sampled_from(["draw", "anew", "undraw", "end", "away", "join", "rename", "here", "gone", "x"]),
    "id": st.one_of(st.just("20261121T190000Z"), texts),
    "number": st.integers(-1, 3),
    "name": st.one_of(st.sampled_from([*SEATS[0], "Zoe"]), texts),
    "seats": st.lists(
        st.tuples(st.sampled_from(TABLES), st.lists(st.integers(0, 12), max_size=6)), max_size=3
    ),
    "format": st.sampled_from(["drawn", "swiss", "league", "free", "x"]),
    "scoring": st.sampled_from(["places", "points", "x"]),
    "finalists": st.sampled_from([0, 4, 8, 7]),
    "check_in": st.booleans(),
}


@st.composite
def wishes(draw, name):
    """Draw a wish as a page may send it, or nearly: where to, what, and whether it saw the newest state."""
    path, known = draw(st.sampled_from(sorted(POSTS[name].items())))
    keys = draw(st.sets(st.sampled_from(known))) if draw(st.booleans()) else set(known)
    of = likely | led_by_club if name in CLUBS else likely
    body = {key: draw(st.one_of(of.get(key, values), values)) for key in sorted(keys - {"seen"})}
    seen = draw(st.sampled_from(["fresh", "fresh", "fresh", "fresh", "none", "any"]))
    if seen == "any":
        body["seen"] = draw(integers)
    return path, body, seen == "fresh"
