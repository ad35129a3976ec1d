"""Whatever a phone or a stranger sends: an answer in a sentence, and the game is what its events make it."""

import json
import re
from urllib.parse import quote

from fuzzing import answered, fuzzed, integers, leaves, no_stumbling, texts, values
from hypothesis import strategies as st

from games.history import Game
from games.record import event_from_dict, header_from_dict
from simulation.devices import SimulatedPanel
from table.command import NewGame, Submit
from table.host import Host
from table.journal import Journal
from web.app import close, create_app

PLAYERS = ["Ann", "Bo", "Cy"]
BIDS = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
STARTS = {
    "nothing": (None, []),
    "wizard": ({"game": "wizard"}, [{"event": "turn_up", "card": "7H"}]),
    "hidden bids": ({"game": "wizard", "rules": {"bids": "delayed"}}, [{"event": "turn_up", "card": "7H"}]),
    "trick": ({"game": "wizard"}, [{"event": "turn_up", "card": "7H"}, *BIDS]),
    "magicians": ({"game": "magicians", "rules": {"opening": "dealer"}}, []),
    "throw": (
        {"game": "magicians", "rules": {"opening": "dealer"}},
        [
            {
                "event": "throw",
                "sticks": [{"color": c, "notches": n} for c, n in (("red", 1), ("black", 1), ("white", 0))],
            },
            {"event": "confirm"},
        ],
    ),
    "probe": ({"game": "probe"}, []),
}


class Table:
    """A host and its app, and what each route says that it knows."""

    def __init__(self, start, secret="x" * 32):
        self.host = Host(Journal(":memory:"))
        self.app = create_app(self.host, panel=SimulatedPanel(), picture=lambda: b"\xff\xd8", secret=secret)
        self.phone = self.app.test_client()
        header, events = STARTS[start]
        if header is not None:
            self.host.handle(NewGame({"players": PLAYERS, "dealer": 0, "rules": {}, **header}))
        for event in events:
            self.host.handle(Submit(event))

    def close(self):
        close(self.app)
        self.host.close()

    def check_game(self):
        """Hold what is shown against what was written down."""
        snapshot, journal = self.host.snapshot, self.host._journal
        if snapshot.history is None:
            return
        values, events = journal.load(snapshot.game_id)
        header = header_from_dict(values)
        assert Game.of(header, (event_from_dict(event, header) for event in events)) == snapshot.history


def routes():
    """List the routes, and what each wish may hold: its own refusal of an unknown key says so."""
    table = Table("nothing")
    rules = [rule for rule in table.app.url_map.iter_rules() if rule.endpoint != "static"]
    gets = sorted(rule.rule for rule in rules if "GET" in rule.methods and rule.rule != "/live")
    posts = {}
    for rule in rules:
        if "POST" in rule.methods:
            answer = table.phone.post(rule.rule, json={"surely unknown": 1}, headers={"X-Familiar": "1"})
            known = re.search(r"known here: (.*)\.", answer.json["error"])
            posts[rule.rule] = known[1].split(", ") if known else ["seen"]
    table.close()
    return gets, posts


GETS, POSTS = routes()
likely = {
    "player": st.integers(-1, 3),
    "seat": st.integers(-1, 3),
    "tricks": st.integers(-1, 3),
    "index": st.integers(-1, 8),
    "count": st.one_of(st.integers(-1, 4), st.booleans()),
    "players": st.lists(st.one_of(st.sampled_from(["Ann", "Bo", "Cy", "Dee"]), texts), max_size=7),
    "dealer": st.integers(-1, 3),
    "game": st.sampled_from(["wizard", "magicians", "probe", "poker"]),
    "rules": st.dictionaries(st.sampled_from("edition bids last_bid opening board x".split()), leaves),
    "card": texts,
    "suit": st.sampled_from([*"HSDCBGRYX"]),
    "button": st.sampled_from(["confirm", "undo", "x"]),
    "word": st.one_of(st.sampled_from(["HOUSE", "TREE", "A.B", "", "ÄÖ"]), texts),
    "letter": st.sampled_from([*"AEZ.?", ""]),
    "sticks": st.lists(
        st.fixed_dictionaries({"color": st.sampled_from(["red", "black", "white", "x"])},
                              optional={"notches": st.integers(-1, 3), "sides": leaves}),
        max_size=4,
    ),
}  # fmt: skip


days = st.sampled_from(["2026-11-21", "1970-01-01", "0000-00-00", "9999-12-31", "2026-02-30", "-1-01-01xx"])


@st.composite
def wishes(draw):
    """Draw a wish as a page may send it, or nearly."""
    path = draw(st.sampled_from(sorted(POSTS)))
    keys = draw(st.sets(st.sampled_from(POSTS[path]))) if draw(st.booleans()) else set(POSTS[path])
    body = {key: draw(st.one_of(likely.get(key, values), values)) for key in sorted(keys - {"seen"})}
    seen = draw(st.sampled_from(["fresh", "fresh", "fresh", "fresh", "none", "any"]))
    if seen == "any":
        body["seen"] = draw(integers)
    return path, body, seen == "fresh"


@fuzzed(short=60, start=st.sampled_from(sorted(STARTS)), several=st.lists(wishes(), min_size=1, max_size=12))
def test_any_wishes_leave_the_game_what_its_events_make_it(start, several):
    table = Table(start)
    with no_stumbling():
        for path, body, fresh in several:
            if fresh:
                body = {**body, "seen": table.host.snapshot.number}
            data = json.dumps(body)
            answered(
                table.phone.post(
                    path, data=data, content_type="application/json", headers={"X-Familiar": "1"}
                )
            )
            answered(table.phone.get("/state"))
        table.check_game()
    table.close()


@fuzzed(
    short=60,
    path=st.one_of(st.sampled_from(sorted(POSTS)), st.text(max_size=20).map(lambda text: "/api/" + text)),
    data=st.one_of(st.binary(max_size=200), values.map(json.dumps).map(str.encode), st.just("nested")),
    kind=st.sampled_from(["application/json", "text/plain", "application/json; charset=utf-16", "x", ""]),
    origin=st.one_of(st.none(), st.sampled_from(["http://localhost", "http://evil", "null", "http://["])),
    own=st.booleans(),
    cookie=st.one_of(st.none(), st.text("abc.-_=;é\"", max_size=40)),
)  # fmt: skip
def test_any_bytes_of_any_kind_are_answered(path, data, kind, origin, own, cookie):
    table = Table("trick")
    data = b"[" * 50_000 if data == "nested" else data
    headers = {"X-Familiar": "1"} if own else {}
    if origin is not None:
        headers["Origin"] = origin
    if cookie is not None:
        table.phone.set_cookie("familiar_seat", cookie)
    with no_stumbling():
        before = table.host.snapshot.history
        answer = table.phone.post(path, data=data, content_type=kind, headers=headers)
        answered(answer)
        assert answer.status_code == 200 or table.host.snapshot.history == before
    table.close()


@fuzzed(
    short=80,
    start=st.sampled_from(sorted(STARTS)),
    path=st.sampled_from(GETS),
    parts=st.lists(st.one_of(integers.map(str), texts, days), min_size=3, max_size=3),
    query=st.one_of(st.just("as=watch"), texts, st.text(max_size=20)),
    method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]),
)
def test_any_address_is_answered_and_changes_nothing(start, path, parts, query, method):
    table = Table(start)
    more = iter(parts)
    path = re.sub(r"<[^>]*>", lambda _: next(more), path)
    before, asked = table.host.snapshot, quote(query, safe="=&%", errors="replace")
    with no_stumbling():
        with table.phone.open(path, query_string=asked, method=method) as answer:
            answered(answer)
    assert table.host.snapshot == before
    table.close()
