"""Hostile strings through every field, path and header: one sentence back, nothing run, nothing broken."""

import logging
import unicodedata
from urllib.parse import quote

import pytest

from table.command import NewGame
from web.access import Access
from web.keyring import Keyring

ATTACKS = [
    "<script>alert(1)</script>",
    "</title><svg/onload=alert(1)>",
    '"><img src=x onerror=alert(1)>',
    "' OR '1'='1' --",
    "'; DROP TABLE game; --",
    "{{1999*1999}}",
    "{% for x in ().__class__.__mro__ %}",
    "{name}{0}{count!r:>999}",
    "${1999*1999}#{1999*1999}",
    "%s%s%n%x",
    "../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "..\\..\\windows\\win.ini",
    "/etc/passwd\x00.jpg",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "//evil.example/x",
    "http://evil.example\r\nX-Evil: 1",
    "a\r\nSet-Cookie: familiar_pin=x",
    "data: id: 1\n\ndata: {}",
    "$(reboot)`reboot`;reboot|reboot",
    "() { :; }; reboot",
    "__proto__",
    "constructor",
    '{"$ne": null}',
    "=HYPERLINK(1)",
    "\u202eevil\u202c",
    "\ufeff\u200b\u200d",
    "\ud7ff\ufffd\U0010ffff",
    "🂡🂱" * 14,
    "𝟙２Ⅷ",
    "İıſß",
    "a\u0301" * 29,
    "\x00\x07\x1b[2J",
    "nan",
    "1e400",
    "-0",
    "true",
    "null",
    "A" * 60,
    "A" * 61,
    "A" * 5000,
]
WISHES = [
    ("game", {"players": ["Ann", "Bo", "@"], "dealer": 0}),
    ("game", {"players": ["Ann", "Bo", "Cy"], "dealer": 0, "game": "@"}),
    ("game", {"players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {"@": 1}}),
    ("game", {"players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {"edition": "@"}}),
    ("game", {"players": "@", "dealer": "@"}),
    ("seat", {"seat": "@"}),
    ("free", {"seat": "@"}),
    ("bid", {"tricks": "@", "player": "@"}),
    ("trump", {"suit": "@"}),
    ("card", {"card": "@"}),
    ("correct", {"index": 0, "card": "@"}),
    ("answer", {"question": 1, "card": "@"}),
    ("press", {"button": "@"}),
    ("undo", {"count": "@"}),
    ("confirm", {"@": "@"}),
    ("confirm", {"seen": "@"}),
    ("join", {"code": "@"}),
    ("owner", {"pin": "@"}),
    ("language", {"language": "@"}),
    ("word", {"word": "@", "tray": "@"}),
    ("ask", {"of": 1, "sign": "@"}),
    ("call", {"of": 1, "word": "@", "player": 2}),
    ("draw", {"card": "@"}),
    ("open", {"space": 1, "sign": "@"}),
    ("mend", {"index": 0, "word": "@"}),
    ("spelling", {"word": "@"}),
    ("throw", {"sticks": ["@"]}),
    ("throw", {"sticks": [{"color": "@", "notches": "@"}]}),
    ("again", {"reason": "@"}),
    ("stick", {"throw": 1, "stick": {"color": "@"}}),
    ("decide", {"event": {"event": "jump", "to": "@"}}),
    ("decide", {"event": {"event": "@"}}),
    ("amend", {"index": 0, "event": {"event": "throw", "sticks": "@"}}),
]
PATHS = ["/@", "/join/@", "/words/@.json", "/crop/@.jpg", "/crop/stick-1-@.jpg", "/before/@"]
PATHS += ["/static/@", "/evenings/@", "/evenings/@.csv", "/state?as=@", "/join.svg?of=@", "/api/@"]
HEADERS = ["Host", "Origin", "Referer", "Cookie", "Accept", "Accept-Language", "Content-Type"]
HEADERS += ["X-Familiar", "X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "If-None-Match", "Range"]
COOKIES = ["seat", "words", "code", "pin", "language", "look"]
COOKIE_MAX = 4000
GAMES = {
    "wizard": {
        "game",
        "seat",
        "free",
        "bid",
        "trump",
        "card",
        "correct",
        "answer",
        "press",
        "undo",
        "confirm",
    }
    | {"join", "owner", "language"},
    "magicians": {"throw", "again", "stick", "decide", "amend"},
    "probe": {"word", "ask", "call", "draw", "open", "mend", "spelling"},
}


@pytest.fixture
def table(make_table):
    return make_table(access=Access(Keyring(None)))


@pytest.fixture
def phone(table):
    """Give a browser on the machine itself, whose tries of code and PIN wait for nobody else's."""
    return table.phone()


@pytest.fixture(autouse=True)
def quiet(caplog):
    """Let nothing go wrong inside: what does stands in the log."""
    with caplog.at_level(logging.ERROR):
        yield
    assert caplog.records == []


def put(attack, body):
    """Write an attack wherever a body has an @."""
    if isinstance(body, dict):
        return {put(attack, key): put(attack, value) for key, value in body.items()}
    if isinstance(body, list):
        return [put(attack, value) for value in body]
    return attack if body == "@" else body


def begin(table, game):
    """Begin a game, unless it is already played and untouched."""
    history = table.host.snapshot.history
    if history is None or history.header.game != game or history.header.players != ("Ann", "Bo", "Cy"):
        table.do(NewGame({"game": game, "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
        table.events(*([{"event": "turn_up", "card": "7H"}] if game == "wizard" else []))


def harmless(answer, attack):
    """Check that an answer neither breaks, nor runs what was sent, nor takes it into its own headers."""
    assert answer.status_code < 500, answer.text
    assert not {"X-Evil", "x-evil"} & set(answer.headers.keys())
    assert "familiar_pin=x" not in str(answer.headers)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    if answer.mimetype == "text/html":
        assert attack not in answer.text or not set("<>\"'{") & set(attack)
        assert "3996001" not in answer.text or "1999*1999" not in attack
    if answer.status_code >= 400 and answer.mimetype == "application/json":
        assert len(answer.json["error"]) < 700
        assert "Traceback" not in answer.text and "/web/" not in answer.text


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_in_every_field_of_every_wish(table, phone, attack):
    refused = 0
    for game, wishes in GAMES.items():
        for wish, body in [one for one in WISHES if one[0] in wishes]:
            begin(table, game)
            answer = phone.say(wish, **put(attack, body))
            harmless(answer, attack)
            if answer.status_code >= 400:
                assert len(answer.json["error"].splitlines()) == 1, (wish, answer.json)
                refused += 1
    assert phone.client.get("/state").mimetype == "application/json"
    assert refused >= len(WISHES) - 4


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_in_every_path(table, phone, attack):
    begin(table, "wizard")
    before = table.host.snapshot
    for path in (*PATHS, f"{table.app.static_url_path}/@", f"{table.app.static_url_path}/fr/@"):
        for accept in ("text/html", "application/json"):
            with phone.client.get(path.replace("@", quote(attack)), headers={"Accept": accept}) as answer:
                harmless(answer, attack)
                assert b"root:" not in answer.data
    assert table.host.snapshot is before


@pytest.mark.parametrize("attack", [each for each in ATTACKS if not set("\r\n\x00") & set(each)])
def test_in_every_header_and_cookie(table, phone, attack):
    begin(table, "wizard")
    sent = attack.encode().decode("latin-1")
    for name in HEADERS:
        for path in ("/", "/state", "/board"):
            with phone.client.get(path, headers={name: sent}) as answer:
                harmless(answer, attack)
        headers = {"X-Familiar": "1", "Content-Type": "application/json", name: sent}
        answer = phone.client.post("/api/confirm", data=b'{"seen": 0}', headers=headers)
        harmless(answer, attack)
        assert answer.status_code >= 400
    for name in COOKIES:
        phone.client.set_cookie(f"familiar_{name}", quote(attack)[:COOKIE_MAX])
        with phone.client.get("/") as page, phone.client.get("/state") as state:
            harmless(page, attack)
            assert state.json["role"] == "player" and state.json["you"] is None


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_as_a_players_name_through_every_page_and_file(table, phone, attack):
    game = {"game": "wizard", "players": [attack, "Bo", "Cy"], "dealer": 0, "rules": {}}
    answer = phone.say("game", **game)
    harmless(answer, attack)
    if answer.status_code != 200:
        return
    # As it is seen: composed, and without what would hide or turn a line round.
    name = unicodedata.normalize("NFC", attack.strip().strip("\u202e\u202c"))
    assert phone.state()["players"][0] == name
    bids = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
    table.events({"event": "turn_up", "card": "7H"}, *bids)
    for path in ("/", "/board", "/see", "/evenings", "/chart.svg", "/awards", "/evenings.json", "/join.svg"):
        with phone.client.get(path, headers={"Accept": "text/html"}) as answer:
            assert answer.status_code < 500, (path, answer.text)
            if answer.mimetype in ("text/html", "image/svg+xml"):
                assert name not in answer.text or not set("<>&\"'") & set(name), path
