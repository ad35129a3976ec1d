"""Whatever a phone or a stranger sends: an answer in a sentence, and the game is what its events make it."""

import json
import re
from urllib.parse import quote

from fuzzing import (
    addresses,
    answered,
    anywhere,
    fuzzed,
    integers,
    leaves,
    looked_at,
    no_stumbling,
    texts,
    values,
)
from hypothesis import strategies as st

from games.history import Game
from games.record import event_from_dict, header_from_dict
from simulation.devices import SimulatedPanel
from table.command import NewGame, Submit
from table.host import Host
from table.journal import Journal
from web.access import Access
from web.app import close, create_app
from web.keyring import Keyring

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
    """A host and its app, and a phone that may do everything; where it is locked, one that just came in."""

    def __init__(self, start, locked=False):
        self.host = Host(Journal(":memory:"))
        self.keys = Keyring(None) if locked else None
        self.app = create_app(
            self.host,
            panel=SimulatedPanel(),
            picture=lambda: b"\xff\xd8",
            secret="x" * 32,
            see=lambda: {"fresh": True},
            access=Access(self.keys, near=False),
        )
        self.phone = self.app.test_client()
        header, events = STARTS[start]
        if header is not None:
            self.host.handle(NewGame({"players": PLAYERS, "dealer": 0, "rules": {}, **header}))
        for event in events:
            self.host.handle(Submit(event))

    def knows(self, body):
        """Put the keys of this table where a phone enters the right ones."""
        right = {} if self.keys is None else {"code": self.keys.keys.code, "pin": self.keys.keys.pin}
        return {key: right.get(key, "") if value == RIGHT else value for key, value in body.items()}

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
    """List the pages, and what each wish may hold: its own refusal of an unknown key says so."""
    table = Table("nothing")
    rules, gets = list(table.app.url_map.iter_rules()), addresses(table.app)
    posts = {}
    for rule in rules:
        if "POST" in rule.methods:
            answer = table.phone.post(rule.rule, json={"surely unknown": 1}, headers={"X-Familiar": "1"})
            known = re.search(r"known here: (.*)\.", answer.json["error"])
            posts[rule.rule] = known[1].split(", ") if known else ["seen"]
    table.close()
    return gets, posts


RIGHT = "the right one"
OPEN = {"/api/join", "/api/language"}
"""What also those may ask who only watch."""
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
}  # fmt: skip


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


@fuzzed(
    short=60,
    start=st.sampled_from(sorted(STARTS)),
    several=st.lists(wishes(), min_size=1, max_size=12),
    locked=st.booleans(),
)
def test_any_wishes_leave_the_game_what_its_events_make_it(start, several, locked):
    table = Table(start, locked)
    with no_stumbling():
        for path, body, fresh in several:
            body = table.knows(body)
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


@fuzzed(short=80, start=st.sampled_from(sorted(STARTS)), where=anywhere({"": GETS}), locked=st.booleans())
def test_any_address_is_answered_and_changes_nothing(start, where, locked):
    table, ((_, path), parts, query, method) = Table(start, locked), where
    before = table.host.snapshot
    with no_stumbling():
        looked_at(table.phone, path, parts, query_string=query, method=method)
    assert table.host.snapshot == before
    table.close()


@fuzzed(short=40, wrong=st.lists(texts, max_size=6), start=st.sampled_from(sorted(STARTS)), wish=wishes())
def test_who_has_no_key_changes_nothing_whatever_he_tries(wrong, start, wish):
    table, (path, body, _) = Table(start, locked=True), wish
    before = table.host.snapshot
    with no_stumbling():
        for text in wrong:
            answered(table.phone.get(f"/join/{quote(text, safe='', errors='replace')}"))
            for key, enter in (("code", "join"), ("pin", "owner")):
                sent = {"data": json.dumps({key: text}), "content_type": "application/json"}
                answer = table.phone.post(f"/api/{enter}", headers={"X-Familiar": "1"}, **sent)
                answered(answer)
                assert answer.status_code in (400, 403, 422, 429), answer.status_code
        answer = table.phone.post(path, json=body, headers={"X-Familiar": "1"})
        answered(answer)
        assert answer.status_code == 403 or path in OPEN
    assert table.host.snapshot == before
    table.close()
