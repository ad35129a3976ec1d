"""A table that is attacked: real host, journal, app and server, with secrets that are known again anywhere.

Whatever could give something away bears a canary: the words that are typed, the code, the PIN, both stamps,
the key that signs cookies, and the folder in which all of it lies.
"""

import json
import logging
import threading
from dataclasses import dataclass

from hostile.phones import Phone

from table.command import Accepted, NewGame, Submit
from table.host import Host
from table.journal import Journal
from web.access import Access
from web.app import create_app
from web.keyring import FILE, Keyring
from web.lead import Lead
from web.seats import Seats
from web.security import Security
from web.see import open_seeing
from web.server import Server

NOON = 1_795_262_400.0
KEYS = {"code": "KANAR7", "code_stamp": "c0dec0ffee01", "pin": "918273", "pin_stamp": "0f1ce0ffee02"}
FORMER = {**KEYS, "code": "KANAR6", "code_stamp": "01dc0dec0ffee"}
SIGNS = "a key that signs and that nobody sees"
FOLDER = "canary-of-a-folder"
PICTURE = b"\xff\xd8 a picture of the table"
NAMES = ("Ann", "Bo", "Cy", "Dee")
ROLES = ("nobody", "stranger", "revoked", "player", "seated", "neighbour", "owner")
"""Who asks: without any cookie; after wrong codes, with forged cookies; with a pass that was taken back; with
the code; at seat 1; at seat 2; with the PIN, at seat 0."""
PLAYERS = ROLES[3:]
SEATS = {"owner": 0, "seated": 1, "neighbour": 2}


class Heard(logging.Handler):
    """Keep what is logged, by anybody."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []

    def emit(self, record):
        self.lines.append(self.format(record))

    @property
    def errors(self):
        return [line for line in self.lines if line.startswith("ERROR")]


@dataclass
class Keepsake:
    """A deck that the game has taught."""

    kept: str | None = None

    def shown(self):
        return {"edition": "us", "cards": 3, "suggested": "ours"}

    def keep(self, name):
        self.kept = name


class House:
    """The table from `with` on; `host` is the one who may look inside."""

    def __init__(self, folder):
        self.folder = folder / FOLDER
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock(KEYS)
        self.heard, self._phones, self._gate = Heard(), [], threading.Lock()

    def __enter__(self):
        self.heard.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
        root = logging.getLogger()
        root.addHandler(self.heard)
        self._level = root.level
        root.setLevel(logging.DEBUG)
        # A clock that stands: two evenings that are alike cannot be told from one another by it.
        self.host = Host(Journal(self.folder / "journal.sqlite", clock=lambda: NOON)).start()
        keyring, lead = Keyring(self.folder / FILE), Lead(clock=lambda: NOON)
        # Somebody leads the evening, or a game of that long past one would be anybody's to leave.
        lead.take("the phone that began the evening", keyring.keys.pin_stamp)
        self.access = Access(keyring, lead=lead)
        self.seats = Seats(self.folder / "seats.json")
        self.app = create_app(
            self.host,
            picture=lambda: PICTURE,
            address="http://familiar.local:8000/",
            security=Security(self.access, SIGNS),
            seats=self.seats,
            streams=200,
        )
        open_seeing(self.app, lambda: {"fresh": True})
        self.keepsake = Keepsake()
        object.__setattr__(self.app.extensions["familiar"], "keepsake", self.keepsake)
        self.server = Server(self.app, "127.0.0.1", 0).start()
        return self

    def __exit__(self, *_):
        for phone in self._phones:
            phone.close()
        self.server.close()
        self.host.close()
        logging.getLogger().removeHandler(self.heard)
        logging.getLogger().setLevel(self._level)

    @property
    def number(self):
        return self.host.snapshot.number

    def begin(self, game, players=3, dealer=0, **rules):
        """Begin a game."""
        names = list(NAMES[:players])
        self._do(NewGame({"game": game, "players": names, "dealer": dealer, "rules": rules}))

    def happen(self, *events):
        """Let something be entered at the table."""
        for event in events:
            self._do(Submit(event))

    def _do(self, command):
        outcome = self.host.post(command).result(600)
        assert isinstance(outcome, Accepted), outcome

    def _lock(self, keys):
        (self.folder / FILE).write_text(json.dumps(keys))

    def come(self, role):
        """Let a phone of a role come in; the seats are taken by those whose they are."""
        phone = Phone(self.server.port)
        self._phones.append(phone)
        if role == "nobody":
            return phone
        phone.state()
        if role == "stranger":
            for code in ("AAAAAA", KEYS["pin"], KEYS["code_stamp"]):
                assert phone.say("join", code=code).status == 403
            own = phone.cookies["familiar_seat"]
            phone.cookies |= {"familiar_code": own, "familiar_pin": own, "familiar_words": own}
            return phone
        if role == "revoked":
            self._lock(FORMER)
            assert phone.say("join", code=FORMER["code"]).status == 200
            self._lock(KEYS)
            assert phone.state()["role"] == "spectator"
            return phone
        assert phone.say("join", code=KEYS["code"]).status == 200
        if role == "owner":
            assert phone.say("owner", pin=KEYS["pin"]).status == 200
        if role in SEATS and self.host.snapshot.history is not None:
            answer = phone.say("seat", seat=SEATS[role])
            assert answer.status == 200, answer.raw
        return phone
