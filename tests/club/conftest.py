"""A real Mosquitto on loopback, roads to it that can be cut, tables with real hosts, and an ear."""

import json
import logging
import shutil
import socket
import subprocess
import threading
from contextlib import ExitStack, suppress
from dataclasses import replace

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from patience import PATIENCE_S

from club.board import Board
from club.errors import ClubError
from club.mosquitto import Mosquitto, find
from club.past import JournalPast, MemoryPast
from club.publisher import Publisher
from simulation.robots.probe.posting import ProbePlayers
from table.command import Accepted, NewGame, Submit, Undo
from table.host import Host
from table.journal import Journal
from table.settings.club import ClubConfig
from web.server import Server

QUICK = (0.02, 0.1)
"""Seconds between attempts to connect anew, so that no test waits for a back-off."""
TABLES = ("red", "green", "blue")
NAMES = ("Ann", "Bo", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")
SEATS = (NAMES[:4], NAMES[4:8], NAMES[8:])


@pytest.fixture
def make_broker(tmp_path_factory):
    """Make brokers, each with a folder of its own; without Mosquitto the test is skipped."""
    try:
        find()
    except ClubError as error:
        pytest.skip(str(error))
    with ExitStack() as closing:

        def make(**options):
            broker = Mosquitto(options.pop("folder", None) or tmp_path_factory.mktemp("broker"), **options)
            closing.callback(broker.stop)
            return broker

        yield make


@pytest.fixture
def broker(make_broker):
    return make_broker().start()


@pytest.fixture
def config(broker):
    return ClubConfig(broker="127.0.0.1", port=broker.port, name="test")


class Bell:
    """Wait until something is so; whoever brings news rings."""

    def __init__(self):
        self._changed = threading.Condition()

    def ring(self, *_):
        with self._changed:
            self._changed.notify_all()

    def until(self, so):
        with self._changed:
            assert self._changed.wait_for(so, PATIENCE_S), "this did not happen in time"


@pytest.fixture
def bell():
    return Bell()


class Lines(logging.Handler):
    """Keep what the club's rooms log, and ring at each line."""

    def __init__(self, bell):
        super().__init__(logging.INFO)
        self.bell, self.all = bell, []

    def emit(self, record):
        self.all.append((record.levelno, record.getMessage()))
        self.bell.ring()

    @property
    def warned(self):
        return [text for level, text in list(self.all) if level >= logging.WARNING]

    @property
    def connected(self):
        return any(text.startswith("connected to the broker") for _, text in list(self.all))


@pytest.fixture
def lines(bell):
    logger, lines = logging.getLogger("club"), Lines(bell)
    before = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(lines)
    yield lines
    logger.removeHandler(lines)
    logger.setLevel(before)


class Ear:
    """Hear everything that a broker has and gets; `kept` is what it retains, by topic."""

    def __init__(self, bell, port, *, user=None, ca_file=None):
        self.bell, self.heard, self.kept = bell, [], {}
        self._ready = threading.Event()
        self.client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        if user is not None:
            self.client.username_pw_set(user, f"word of {user}")
        if ca_file is not None:
            self.client.tls_set(str(ca_file))
        self.client.reconnect_delay_set(*QUICK)
        self.client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self.client.on_subscribe = lambda *_: self._ready.set()
        self.client.on_message = lambda _, __, message: self._hear(message)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        assert self._ready.wait(PATIENCE_S)

    def _hear(self, message):
        self.heard.append((message.topic, message.payload))
        self.kept[message.topic] = message.payload
        if not message.payload:
            del self.kept[message.topic]
        self.bell.ring()

    def say(self, topic, payload, retain=True):
        data = payload if isinstance(payload, bytes | str) else json.dumps(payload)
        self.client.publish(topic, data, 1, retain=retain).wait_for_publish(PATIENCE_S)

    def json(self, topic):
        return json.loads(self.kept[topic])

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()


@pytest.fixture
def make_ear(bell):
    with ExitStack() as closing:

        def make(port, **access):
            ear = Ear(bell, port, **access)
            closing.callback(ear.close)
            return ear

        yield make


@pytest.fixture
def ear(make_ear, broker):
    return make_ear(broker.port)


class Road:
    """Lead connections to a broker, and cut them as a pulled cable would."""

    def __init__(self, port):
        self._target = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self._open, self._all, self._gate = [], [], threading.Lock()
        self._passable = threading.Event()
        self._passable.set()
        self._threads = [threading.Thread(target=self._lead, daemon=True)]
        self._threads[0].start()

    def _lead(self):
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            self._passable.wait()
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                near.close()
                continue
            with self._gate:
                self._open += [near, far]
                self._all += [near, far]
            for one, other in ((near, far), (far, near)):
                thread = threading.Thread(target=self._carry, args=(one, other), daemon=True)
                self._threads.append(thread)
                thread.start()

    @staticmethod
    def _carry(one, other):
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        for each in (one, other):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def block(self):
        """Break every connection without a word, and lead no other until it is open again."""
        self._passable.clear()
        self.cut()

    def open(self):
        """Lead whoever waits, and who comes from now on."""
        self._passable.set()

    def cut(self):
        """Break every connection without a word."""
        with self._gate:
            broken, self._open = self._open, []
        for each in broken:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.open()
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self.cut()
        for thread in self._threads:
            thread.join(PATIENCE_S)
        for each in self._all:
            each.close()


@pytest.fixture
def road(broker):
    road = Road(broker.port)
    yield road
    road.close()


class Table:
    """A table: its host over a journal that is kept, what tells the club, and players without hands."""

    def __init__(self, folder, config, bell, seed, clock):
        self.config, self.path, self.seed = config, folder / f"{config.table}.sqlite", seed
        self._bell, self._clock = bell, clock
        self.host = self.publisher = None
        self.open()

    def open(self):
        """Switch it on."""
        clock = {} if self._clock is None else {"clock": self._clock}
        self.host = Host(Journal(self.path, **clock)).start()
        past = JournalPast(self.path, self.config.days, **clock)
        self.publisher = Publisher(
            self.host, self.config, past, seated=self._bell.ring, back_off=QUICK, **clock
        ).start()
        self.players = ProbePlayers(self.host, self.seed)
        return self

    def close(self):
        """Switch it off."""
        self.publisher.close()
        self.host.close()

    def do(self, command):
        outcome = self.host.handle(command)
        assert isinstance(outcome, Accepted), outcome

    def begin(self, players=NAMES[:4], game="probe", **rules):
        self.do(NewGame({"game": game, "players": list(players), "dealer": 0, "rules": rules}))

    def submit(self, *events):
        for event in events:
            self.do(Submit(event))

    def undo(self, count=1):
        self.do(Undo(count))

    def play(self, steps=None):
        """Play to the end, or so many events; give everybody's points."""
        while steps != 0 and self.players.step():
            steps = None if steps is None else steps - 1
        seats = self.host.snapshot.view(None)["seats"]
        names = self.host.snapshot.view(None)["players"]
        return {name: seat["points"] for name, seat in zip(names, seats, strict=True)}


@pytest.fixture
def make_table(tmp_path, config, bell):
    made = []

    def make(table="red", *, seed=1, port=None, clock=None, **options):
        mine = replace(config, table=table, port=port or config.port, **options)
        made.append(Table(tmp_path, mine, bell, seed, clock))
        return made[-1]

    yield make
    for table in made:
        table.close()


@pytest.fixture
def make_board(tmp_path, config, bell):
    made = []

    def make(*, port=None, file=None, **options):
        mine = replace(config, port=port or config.port, **options)
        board = Board(mine, file or tmp_path / "evening.json", back_off=QUICK)
        board.listeners.append(bell.ring)
        made.append(board.start())
        return board

    yield make
    for board in made:
        board.close()


@pytest.fixture
def memory_past():
    return MemoryPast


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """Make an authority, and a certificate of it for 127.0.0.1, with openssl."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed: sudo apt install openssl")
    folder = tmp_path_factory.mktemp("authority")

    def run(*arguments):
        subprocess.run([openssl, *map(str, arguments)], cwd=folder, check=True, capture_output=True)

    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30")
    for name in ("ca", "other"):
        run(
            "req", "-x509", *key, "-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", f"/CN=Club {name}"
        )
    run("req", *key[:-2], "-keyout", "broker.key", "-out", "broker.csr", "-subj", "/CN=broker")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    signed = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "30", "-extfile", "names")
    run("x509", "-req", "-in", "broker.csr", "-out", "broker.pem", *signed)
    return folder


@pytest.fixture
def complaints():
    """Collect what the browser's console complains of; a test may forgive what it has provoked."""
    return []


@pytest.fixture
def open_page(pages, app, kept_port, complaints):
    """Open pages of the file's own `app`; the browser has nothing to complain of in the end."""
    lent = []

    def listen(said):
        if said.type == "error" and "the server responded with a status of 4" not in said.text:
            complaints.append(said.text)

    with Server(app, "127.0.0.1", kept_port) as server:
        server.start()

        def open_(path="", width=1280, height=860):
            page = pages.lend(
                {"width": width, "height": height},
                pageerror=lambda error: complaints.append(str(error)),
                console=listen,
            )
            lent.append(page)
            page.goto(f"http://127.0.0.1:{server.port}/{path}")
            return page

        yield open_
        for page in lent:
            pages.take_back(page)
    assert complaints == []
