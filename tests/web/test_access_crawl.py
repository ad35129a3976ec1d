"""Every route and the stream, asked as every role: who is refused, and that nobody reads another's secret."""

import itertools
import json

import pytest

from table.command import NewGame
from table.guides.guide import Guide, Kind, Place
from web.access import Access
from web.app import close
from web.guide import create_guide_app
from web.keyring import Keyring
from web.led import led_access
from web.security import Security

PUBLIC = {"/", "/board", "/help", "/state", "/live", "/events", "/chart.svg", "/awards"}
PUBLIC |= {"/join/<code>", "/api/join", "/api/language", "/api/screen", "/speech", "/speaker"}
PUBLIC |= {"/wheels", "/evenings/<int:number>/sign.svg"}
"""What everybody in the network may ask for; whatever is not here is for players."""
OWNERS = {"/api/code", "/api/keep", "/api/speaker", "/api/wheels"}
"""What needs the PIN whatever is played; `free` and `game` are refused by what they are about to do."""
ARGUMENTS = {"index": 1, "question": 1, "number": 1, "color": "red", "name": "fr", "code": "AAAAAA"}
ARGUMENTS |= {"press": "confirm", "shot": 1, "day": "2026-11-21"}
BODIES = {
    "seat": {"seat": 1}, "free": {"seat": 1}, "bid": {"player": 1, "tricks": 0}, "trump": {"suit": "H"},
    "card": {"card": "5S"}, "correct": {"index": 1, "tricks": 0}, "answer": {"question": 0, "card": None},
    "press": {"button": "?"}, "ready": {"player": 1, "spaces": 5}, "ask": {"of": 1, "sign": "Q"},
    "open": {"space": 3}, "call": {"player": 2, "of": 1, "word": "..WORTE."}, "judge": {"right": True},
    "mend": {"index": 1, "word": "..WORTE."}, "word": {"word": "WORTE"}, "misspelt": {"player": 1},
    "amend": {"index": 1, "event": {"event": "stay"}}, "decide": {"event": {"event": "stay"}},
    "draw": {"card": "normal"}, "join": {"code": "AAAAAA"}, "owner": {"pin": "x"}, "keep": {"name": "ours"},
    "lobby": {"name": "Eve", "colour": "red", "sign": "owl"}, "pair": {"sign": "AAAA"},
    "speaker": {"on": True},
}  # fmt: skip
# These would end what the crawl is about, or wait, or draw a sign anew; each has a test of its own.
LEFT_OUT = {"/api/code", "/api/leave", "/api/owner/leave", "/api/free"}
LEFT_OUT |= {"/api/owner", "/api/join", "/join/<code>", "/api/screen", "/api/stop"}
READERS = ({}, {"HTTP_ACCEPT_LANGUAGE": "fr", "HTTP_ACCEPT": "text/html"})


def routes(app):
    """List the paths and methods of an app, static files left out."""
    with app.test_request_context():
        urls = app.url_map.bind("localhost")
        for rule in app.url_map.iter_rules():
            if rule.endpoint.rpartition(".")[2] != "static":
                values = {name: ARGUMENTS[name] for name in rule.arguments}
                for method in rule.methods & {"GET", "POST"}:
                    yield rule.rule, method, urls.build(rule.endpoint, values, method=method)


def ask(client, method, path, query="", **body):
    """Ask for one route; of a stream only its first event."""
    if method == "GET":
        answer = client.get(path + query, buffered=False)
        text = next(answer.iter_encoded()).decode(errors="replace") if answer.is_streamed else answer.text
        answer.close()
        return answer.status_code, text
    answer = client.post(path + query, json={"seen": 0, **body}, headers={"X-Familiar": "1"})
    return answer.status_code, answer.text


@pytest.fixture
def table(make_table):
    return make_table(access=Access(Keyring(None)))


@pytest.fixture
def come(table):
    """Let a phone of a role come in from the Wi-Fi."""
    numbers = itertools.count(1)

    def come_(role):
        phone = table.phone()
        phone.client.environ_base["REMOTE_ADDR"] = f"192.168.{next(numbers)}.1"
        keys = table.app.extensions["familiar"].access.keyring.keys
        if role != "spectator":
            assert phone.say("join", code=keys.code).status_code == 200
        if role == "owner":
            assert phone.say("owner", pin=keys.pin).status_code == 200
        return phone.sit(2) if role == "neighbour" else phone

    return come_


def refused(text):
    try:
        return json.loads(text).get("rule")
    except (ValueError, AttributeError):
        return None


def test_a_spectator_is_refused_everything_but_what_everybody_may_see(table, come):
    table.to_bids()
    phone = come("spectator")
    for rule, method, path in routes(table.app):
        status, text = ask(phone.client, method, path, **BODIES.get(path.rpartition("/")[2], {}))
        if rule in PUBLIC:
            assert refused(text) not in ("player", "owner"), (rule, text)
        else:
            assert (status, refused(text)) == (403, "owner" if rule in OWNERS else "player"), (rule, text)


def test_a_player_is_refused_nothing_but_what_is_the_owners(table, come):
    table.to_bids()
    phone, game = come("player"), {"players": ["Ann", "Bo", "Cy"], "dealer": 0}
    for rule, method, path in routes(table.app):
        status, text = ask(phone.client, method, path, **BODIES.get(path.rpartition("/")[2], {}))
        assert refused(text) != "player", rule
        assert (refused(text) == "owner") == (rule in OWNERS | {"/api/free", "/api/game", "/api/stop"}), rule
    assert ask(phone.client, "POST", "/api/game", **game)[0] == 403


def test_no_road_changes_anything_by_being_looked_at(table, come):
    table.to_bids()
    before, owner = table.host.snapshot, come("owner")
    for _, method, path in routes(table.app):
        if method == "GET":
            ask(owner.client, method, path)
    assert table.host.snapshot is before


def test_a_spectator_has_no_way_to_a_picture(table, come):
    table.to_trick()
    table.look(("10H", (("10D", 0.3),)), crop=b"\xff\xd8")
    seen = come("player").state()
    assert seen["picture"] and seen["questions"][0]["crop"]
    phone = come("spectator")
    for query in ("", "?as=watch"):
        told = phone.state(query)
        assert not told["picture"] and told["questions"][0]["crop"] is None
        assert told["questions"][0]["cards"]
    for path in (seen["questions"][0]["crop"], "/picture.jpg", "/see.json", "/see"):
        assert phone.client.get(path).status_code == 403


def crawl(table, phones, plain):
    """Read and try everything as everybody, without changing the game; give all that was told."""
    told = []
    for phone, query in itertools.product(phones, ("", "?as=watch")):
        for rule, method, path in sorted(routes(table.app)):
            # How many games there are, and which, differs between two games whoever asks.
            if rule in LEFT_OUT or rule.startswith("/evenings"):
                continue
            body = BODIES.get(path.rpartition("/")[2], {})
            for reader in READERS:
                client = phone.client
                known = client.environ_base
                client.environ_base = {**known, **reader}
                told.append((rule, plain(ask(client, method, path, query, **body)[1])))
                client.environ_base = known
    return told


@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_a_hidden_bid_cannot_be_told_from_another_by_any_role(table, come, plain, bids):
    phones = [come("spectator"), come("player"), come("owner")]
    seen = []
    for tricks in (0, 1):
        table.to_bids(bids=bids)
        bo = come("player").sit(1)
        assert bo.say("bid", tricks=tricks).status_code == 200
        neighbour = come("neighbour")
        seen.append(crawl(table, [*phones, neighbour], plain))
        assert bo.state()["bids"] == [None, tricks, None]
        bo.say("leave")
        neighbour.say("leave")
        table.events({"event": "bid", "player": 0, "tricks": 0}, {"event": "bid", "player": 2, "tricks": 0})
    assert len(seen[0]) > 200
    assert seen[0] == seen[1]


def test_a_word_cannot_be_told_from_another_by_any_role(table, come, plain):
    seen = []
    for word in ("..PHARE.", "..CHEMI."):
        table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
        phones = [come("spectator"), come("player"), come("owner")]
        bo, neighbour = come("player").sit(1), come("neighbour")
        assert bo.say("word", word=word).status_code == 200
        assert neighbour.say("word", word="BANANE").status_code == 200
        ann = come("owner").sit(0)
        assert ann.say("word", word="OEUVRE").status_code == 200
        told = crawl(table, [*phones, neighbour, ann], plain)
        assert not [rule for rule, each in told if word.strip(".") in json.dumps(each)]
        seen.append(told)
        assert word.strip(".")[0] in signs(bo.state())
        for phone in (bo, neighbour, ann):
            phone.say("leave")
    assert len(seen[0]) > 200
    assert seen[0] == seen[1]


def test_the_owner_who_takes_a_seat_learns_no_word_that_was_typed_there(table, come):
    table.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    bo, owner = come("player").sit(1), come("owner")
    assert bo.say("word", word="..PHARE.").status_code == 200
    assert owner.say("free", seat=1).status_code == 200
    owner.sit(1)
    assert not any(signs(owner.state()))


def signs(state):
    return [space["sign"] for tray in state["seats"][1]["trays"] for space in tray["spaces"]]


class Leader:
    """Hold a guide for its page."""

    deck, edition = "drawn", "us"

    def __init__(self):
        self.listeners, self.snapshot = [], Guide(Kind.ENROL, (Place("7H"),))

    def crop(self, shot):
        return b"\xff\xd8"


def test_a_led_page_is_for_whoever_has_the_code_of_its_terminal(host):
    access = led_access()
    app = create_guide_app(Leader(), picture=lambda: b"\xff\xd8", security=Security(access))
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.1"
    for rule, method, path in routes(app):
        if rule not in PUBLIC - {"/", "/state", "/live"}:
            assert ask(client, method, path)[0] == 403, rule
    assert client.get(f"/join/{access.code}").status_code == 303
    assert client.get("/state").status_code == client.get("/picture.jpg").status_code == 200
    assert led_access().code != access.code
    close(app)
