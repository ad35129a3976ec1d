"""The club's commands, and a table that plays with a club or without."""

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from dataclasses import replace

import pytest
from patience import PATIENCE_S

from club import mosquitto
from club.competition.events import Entered, Joined
from club.competition.rounds import next_round
from club.competition.state import apply, replay
from club.errors import ClubError
from club.mosquitto import Mosquitto
from device.camera import Frame
from familiar import cli
from familiar.assemble import Appliance, VisionSetup
from familiar.club import championship
from familiar.club.demo import ClubDemo
from familiar.club.member import PAHO, member
from familiar.eyes import Makers
from simulation.devices import SimulatedPanel
from table.command import Accepted, NewGame
from table.recovery.backup import Backups
from table.settings.club import ClubConfig


class Blind:
    """See nothing."""

    def __init__(self, *_):
        pass

    def look(self, frame, seen=()):
        return None

    def forget(self):
        pass


class NoCamera:
    """At the end of the pictures."""

    def read(self, timeout: float) -> Frame | None:
        return None

    def close(self):
        pass


@pytest.fixture
def broker(tmp_path):
    try:
        broker = Mosquitto(tmp_path)
    except ClubError as error:
        pytest.skip(str(error))
    with broker:
        yield broker


@pytest.fixture
def appliance(tmp_path):
    path = tmp_path / "journal.sqlite"
    vision = VisionSetup(NoCamera, Makers(cards=Blind))
    with Appliance(vision, SimulatedPanel(), kept=Backups(path), bind="127.0.0.1") as made:
        made.start()
        yield made


class Heard(logging.Handler):
    """Note when the club's road stands."""

    def __init__(self):
        super().__init__(logging.INFO)
        self.connected = threading.Event()

    def emit(self, record):
        if "connected to the broker" in record.getMessage():
            self.connected.set()


@pytest.fixture
def road():
    logger, heard = logging.getLogger("club.link"), Heard()
    before = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(heard)
    yield heard
    logger.removeHandler(heard)
    logger.setLevel(before)


def begin(appliance):
    header = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
    assert isinstance(appliance.host.handle(NewGame(header)), Accepted)


def test_a_table_without_a_broker_tells_nobody_and_says_nothing(appliance, tmp_path):
    said = []
    with member(ClubConfig(), appliance, tmp_path / "journal.sqlite", said.append):
        begin(appliance)
    assert said == []


def test_a_playing_table_tells_its_club_and_asks_its_desk_for_the_seating(appliance, tmp_path, broker, road):
    config = ClubConfig(broker="127.0.0.1", port=broker.port, table="red")
    said = []
    with member(config, appliance, tmp_path / "journal.sqlite", said.append):
        assert road.connected.wait(PATIENCE_S)
        begin(appliance)
        assert appliance.app.test_client().get("/state").json["club"] is None
    assert said == ["Table red tells the club club at 127.0.0.1."]
    assert appliance.host.listeners and all(
        "Publisher" not in repr(each) for each in appliance.host.listeners
    )


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"table": ""}, "this table has no name for the club"),
        ({"user": "u", "password_file": "/nowhere/secret"}, "/nowhere/secret cannot be read"),
        ({"tls": True, "ca_file": "/nowhere/ca.pem"}, "/nowhere/ca.pem cannot be used"),
    ],
)
def test_what_is_wrong_with_the_club_is_a_line_and_the_table_plays_on(appliance, tmp_path, changes, part):
    config = replace(ClubConfig(broker="127.0.0.1", table="red"), **changes)
    said = []
    with member(config, appliance, tmp_path / "journal.sqlite", said.append):
        begin(appliance)
    (line,) = said
    assert line.startswith("The club is not told: ") and part in line


def test_without_the_extra_the_table_plays_on_and_says_what_is_missing(appliance, tmp_path, monkeypatch):
    for name in [name for name in sys.modules if name.startswith(("club.publisher", "club.link"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "paho", None)
    monkeypatch.setitem(sys.modules, "paho.mqtt", None)
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    said = []
    with member(ClubConfig(broker="x", table="red"), appliance, tmp_path / "journal.sqlite", said.append):
        begin(appliance)
    assert said == [f"The club is not told: {PAHO}"]
    # On the package index familiar is the name of somebody else's package.
    assert f"{sys.executable} -m pip install 'paho-mqtt>=2.1'" in PAHO


@pytest.mark.parametrize("broker", ["mqtt://x", "club.local:1884", "a b", "club.local/x", "club..local", ""])
@pytest.mark.parametrize("words", [["board", "--broker"], ["mirror", "--broker"], ["bridge"]])
def test_a_broker_that_is_no_name_is_refused_wherever_it_is_given(capsys, words, broker):
    assert cli.run(["club", *words, broker]) == 2
    said = capsys.readouterr().err
    assert "no name of a machine" in said and "without mqtt:// and port" in said and said.count("\n") == 1


def test_a_board_without_a_broker_is_told_what_to_write(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert cli.run(["club", "board"]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "[club] broker" in error


def test_the_board_serves_its_page_and_ends_in_peace_when_it_is_told_to(broker, tmp_path):
    port = mosquitto.free_port()
    config = tmp_path / "familiar.toml"
    config.write_text(f'[club]\nbroker = "127.0.0.1"\nport = {broker.port}\n[web]\nhost = "127.0.0.1"\n')
    command = [sys.executable, "-c", "from familiar.cli import main; main()", "club", "board"]
    environ = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    board = subprocess.Popen(
        [*command, "--config", str(config), "--port", str(port)],
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        for line in board.stdout:
            if line.startswith(f"Open http://127.0.0.1:{port}/"):
                break
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/state", timeout=PATIENCE_S) as answer:
            assert json.load(answer)["club"] == "club"
        # A second one, at another port, would write over what this one has written down.
        words = [*command, "--config", str(config), "--port", str(mosquitto.free_port())]
        second = subprocess.run(words, env=environ, capture_output=True, text=True, timeout=PATIENCE_S)
        assert (second.returncode, second.stdout, second.stderr.count("\n")) == (1, "", 1)
        assert "club-club.json: another board leads this club already; end that one" in second.stderr
        # Even this machine's own browser leads the evening with the PIN alone.
        headers = {"Content-Type": "application/json", "X-Familiar": "1"}
        wish = urllib.request.Request(f"http://127.0.0.1:{port}/api/end", b'{"instead": null}', headers)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(wish, timeout=PATIENCE_S)
        with refused.value as answer:
            assert (answer.code, json.load(answer)["rule"]) == (403, "owner")
        board.send_signal(signal.SIGTERM)
        out, _ = board.communicate(timeout=PATIENCE_S)
        assert board.returncode == 0 and out.endswith("The board has ended.\n")
    finally:
        board.kill()
        board.wait()


def test_without_mosquitto_the_demo_says_how_to_get_it(capsys, monkeypatch):
    monkeypatch.setattr(mosquitto, "PLACES", "/nowhere")
    assert cli.run(["club", "demo"]) == 1
    assert capsys.readouterr().err == "Mosquitto is not installed: sudo apt install mosquitto\n"


def test_the_demo_takes_its_broker_with_it_when_it_is_told_to_end(broker):
    command = [sys.executable, "-c", "from familiar.cli import main; main()", "club", "demo"]
    port = str(mosquitto.free_port())
    demo = subprocess.Popen([*command, "--port", port], stdout=subprocess.PIPE, text=True)
    try:
        listens = next(line for line in demo.stdout if line.startswith("Mosquitto listens at"))
        at = int(listens.split("127.0.0.1:")[1].split(";")[0])
        assert any("Ctrl-C ends the demo" in line for line in demo.stdout)
        demo.send_signal(signal.SIGTERM)
        out, _ = demo.communicate(timeout=PATIENCE_S)
        assert demo.returncode == 0 and out.endswith("The tables are cleared.\n")
        with pytest.raises(OSError), socket.create_connection(("127.0.0.1", at), timeout=1):
            pass
    finally:
        demo.kill()
        demo.wait()


def test_the_demo_plays_a_whole_evening(broker, capsys):
    assert (
        cli.run(["club", "demo", "--evenings", "1", "--speed", "1000", "--port", str(mosquitto.free_port())])
        == 0
    )
    out = capsys.readouterr().out
    assert "wins the evening with" in out and out.endswith("The tables are cleared.\n")
    assert "mosquitto_sub" in out


def test_the_demo_plays_a_whole_championship_to_its_final(broker, capsys, monkeypatch):
    # Two tables play both rounds, the half-finals and the final: each game of fifteen rounds takes a second.
    monkeypatch.setattr(championship, "PLAYERS", 8)
    monkeypatch.setattr(championship.ChampionshipDemo, "TABLES", ("1", "2"))
    ends, winner = [], championship.ChampionshipDemo.winner

    def told(demo):
        state = demo.hall.snapshot.state
        ends.append((state.over, [len(each.tables) for each in state.rounds]))
        return winner(demo)

    monkeypatch.setattr(championship.ChampionshipDemo, "winner", told)
    port = str(mosquitto.free_port())
    assert cli.run(["club", "championship", "--cups", "1", "--speed", "1000", "--port", port]) == 0
    out = capsys.readouterr().out
    assert "wins the championship." in out and out.endswith("The tables are cleared.\n")
    assert f":{port}/hall" in out
    assert ends == [(True, [2, 2, 2, 1])]


def test_the_championship_of_the_demo_leads_from_eight_tables_of_four_to_one_final():
    demo = championship.ChampionshipDemo(1, None, 1000, lambda _: None)
    state = replay(
        demo._setting("20261130T120000Z", 1, frozenset()),
        [Joined(f"P{number}") for number in range(championship.PLAYERS)],
    )
    played = []
    while not state.over:
        state = apply(state, next_round(state))
        played.append([len(table.seats) for table in state.round.tables])
        for place, table in enumerate(state.round.tables):
            points = tuple(100 * place + 10 * seat for seat in range(4))
            state = apply(state, Entered(len(played), table.name, points))
    assert played == [[4] * 8, [4] * 8, [4] * 2, [4]]


def test_a_demo_that_is_interrupted_leaves_nothing_behind(broker):
    before = threading.active_count()
    with ClubDemo(1, mosquitto.free_port(), 1000, lambda _: None) as demo:
        demo.stop.set()
        assert demo.play() is False
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.name.startswith(("host", "club", "paho")):
            thread.join(PATIENCE_S)
    assert threading.active_count() <= before + 1
