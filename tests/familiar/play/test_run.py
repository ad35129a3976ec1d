"""The appliance on the command line: it starts, goes on where it was, ends cleanly, refuses in one line."""

import fcntl
import json
import os
import signal
import socket
import sqlite3
import stat
import threading
import urllib.error
import urllib.request
from dataclasses import replace
from queue import Empty, SimpleQueue

import cv2
import numpy as np
import pytest
from patience import PATIENCE_S

from device.camera import Frame
from device.gpio import PINS
from familiar import access, cli, interrupts, went_back
from familiar.configured import settings
from familiar.play import eyes, patient, run
from files.lock import alone
from games.sticks import KIT
from simulation.robots import crew
from simulation.sticks import StickTable
from simulation.table import SimulatedTable
from table.command import Look, NewGame, Submit
from table.host import Host
from table.journal import Journal
from table.recovery.rescue import open_journal
from table.settings.config import load_config
from vision.types import StickReading, ThrowReading, ThrowSight

PLAYERS = ["Ann", "Bo", "Cy"]
GAME = {"game": "wizard", "players": PLAYERS, "dealer": 0, "rules": {}}


class Blind:
    """An eye that sees nothing."""

    def look(self, frame, seen=()):
        return None

    def forget(self):
        pass


class Evening:
    """The appliance run in this thread: `then` is called once it stands, and a signal ends it."""

    def __init__(self, tmp_path):
        self.data = tmp_path / "data"
        self.folder = tmp_path / "pictures"
        self.folder.mkdir()
        for number in range(4):
            cv2.imwrite(str(self.folder / f"{number}.png"), np.full((90, 160, 3), 60 * number, np.uint8))
        self.file = tmp_path / "familiar.toml"
        self.address = ""
        self.said = []
        self.spoken = threading.Condition()
        self.web = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.configure("")

    @property
    def journal(self):
        return self.data / "familiar" / "journal.sqlite"

    def configure(self, more):
        self.file.write_text(f'[web]\nhost = "127.0.0.1"\nport = {self.port}\n{more}')

    def arguments(self, camera=None):
        return ["play", "--camera", str(camera or self.folder), "--config", str(self.file)]

    def play(self, *options, camera=None, then=lambda evening: None, end=signal.SIGTERM):
        def tell(line, **_):
            with self.spoken:
                self.said.append(line)
                self.spoken.notify_all()
            if "Open http" in line:
                self.address = line.partition("Open ")[2].split()[0]
                try:
                    then(self)
                finally:
                    os.kill(os.getpid(), end)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cli.click, "echo", tell)
            return cli.run([*self.arguments(camera), *options])

    def get(self, path):
        with self.web.open(f"{self.address}{path}", timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def state(self):
        return self.get("state")

    def say(self, wish, **body):
        data = json.dumps({"seen": self.state()["number"], **body}).encode()
        headers = {"Content-Type": "application/json", "X-Familiar": "1"}
        request = urllib.request.Request(f"{self.address}api/{wish}", data, headers)
        with self.web.open(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def told(self, words):
        """Wait until a line with these words is said, by whichever thread."""
        with self.spoken:
            return self.spoken.wait_for(lambda: any(words in line for line in self.said), PATIENCE_S)

    def until(self, wanted):
        """Follow the live stream until a state is as wanted, and return it."""
        with self.web.open(f"{self.address}live", timeout=PATIENCE_S) as stream:
            for line in stream:
                if line.startswith(b"data: ") and wanted(state := json.loads(line[6:])):
                    return state
        raise AssertionError("the stream ended")


@pytest.fixture
def evening(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(eyes, "open_eye", lambda edition: Blind())
    return Evening(tmp_path)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_the_page_until_a_signal_and_gives_everything_back(evening, end):
    asked = []
    before = signal.getsignal(end)
    assert evening.play(then=lambda each: asked.append(each.state()), end=end) == 0
    assert asked[0]["phase"] is None
    assert evening.said[-1] == "Familiar has ended."
    assert signal.getsignal(end) is before
    Journal(evening.journal).close()
    socket.create_server(("127.0.0.1", evening.port)).close()


def test_a_second_signal_interrupts_what_takes_too_long():
    with pytest.raises(KeyboardInterrupt), interrupts.interrupts():
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)


def test_it_says_where_the_page_is_with_a_code_to_scan(evening):
    evening.play()
    invitation = next(line for line in evening.said if "Open http" in line)
    assert "█" in invitation and f":{evening.port}/" in invitation


def test_an_unfinished_game_goes_on(evening):
    with Host(Journal(evening.journal)) as host:
        host.handle(NewGame(GAME))
        host.handle(Submit({"event": "turn_up", "card": "7H"}))
    states = []
    assert evening.play(then=lambda each: states.append(each.state())) == 0
    assert (states[0]["players"], states[0]["turned"], states[0]["phase"]) == (PLAYERS, "7H", "bidding")
    assert any(line.startswith("Going on with the game of Ann, Bo, Cy (Wizard)") for line in evening.said)


@pytest.fixture
def on_small_disk(evening, small_disk, monkeypatch):
    """Let the evening be kept on a disk that can be filled and locked."""
    monkeypatch.setenv("XDG_DATA_HOME", str(small_disk.folder))
    evening.data = small_disk.folder
    return evening


def test_a_disk_that_fills_up_is_told_on_every_page_until_there_is_room(on_small_disk, small_disk):
    troubles, refused = [], []

    def then(each):
        each.say("game", players=PLAYERS, dealer=0, rules={})
        small_disk.fill()
        with pytest.raises(urllib.error.HTTPError) as error:
            each.say("card", card="7H")
        refused.append(json.load(error.value)["error"])
        told = each.until(lambda state: state["trouble"])
        troubles.append((told["trouble"], told["lights"]["status"]))
        small_disk.free()
        each.until(lambda state: not state["trouble"])
        each.say("card", card="7H")

    assert on_small_disk.play(camera="none", then=then) == 0
    ((trouble, light),) = troubles
    assert refused == [trouble] and "the disk is full; delete something there to make room" in trouble
    assert light == {"color": [1.0, 0.0, 0.0], "pattern": "blink"}
    with Journal(on_small_disk.journal, readonly=True) as journal:
        assert len(journal.load(1)[1]) == 1


def test_on_a_locked_card_the_table_is_shown_and_goes_on_once_it_can_be_written(on_small_disk, small_disk):
    with Host(open_journal(on_small_disk.journal)) as host:
        host.handle(NewGame(GAME))
        host.handle(Submit({"event": "turn_up", "card": "7H"}))
    assert small_disk.lock()
    pages, states = [], []

    def then(each):
        states.append(each.state())
        with each.web.open(f"{each.address}evenings.json", timeout=PATIENCE_S) as answer:
            pages.append(json.load(answer))
        small_disk.unlock()
        each.until(lambda state: not state["trouble"])
        each.say("undo")

    assert on_small_disk.play(camera="none", then=then) == 0
    assert (
        states[0]["turned"] == "7H" and "the disk can only be read; see to the switch" in states[0]["trouble"]
    )
    assert len(pages[0]["evenings"]) == 1
    assert any(
        line.startswith(f"{on_small_disk.journal}: the disk can only be read; ")
        and line.endswith(". Past games can be looked at; nothing new counts until it can be written down.")
        for line in on_small_disk.said
    )
    with Journal(on_small_disk.journal, readonly=True) as journal:
        assert journal.load(1)[1] == []


def test_a_game_begun_on_the_page_runs_through_the_folder_and_then_goes_on_by_hand(evening):
    def then(each):
        each.say("game", players=PLAYERS, dealer=0, rules={})
        assert each.until(lambda state: state["trouble"])["trouble"] == patient.END
        each.say("card", card="7H")
        assert each.state()["turned"] == "7H"

    assert evening.play(then=then) == 0


def test_a_game_is_played_by_hand_without_a_camera_and_none_is_missed(evening):
    def then(each):
        each.say("game", players=PLAYERS, dealer=0, rules={})
        each.say("card", card="7H")
        state = each.state()
        assert (state["turned"], state["trouble"], state["advice"]) == ("7H", None, None)
        assert state["picture"] is False

    evening.configure('[camera]\nsource = "none"\n')
    assert evening.play(camera="none", then=then) == 0
    assert run.BY_HAND in evening.said and not any("not calibrated" in line for line in evening.said)


def test_a_phone_keeps_its_seat_over_a_restart(evening):
    evening.play()
    file = evening.data / "familiar" / "seats.secret"
    first = file.read_bytes()
    evening.play()
    assert file.read_bytes() == first and len(first) == access.SECRET_BYTES
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_the_owner_switches_with_a_phone_is_so_after_a_restart(evening, tmp_path, monkeypatch):
    silent = tmp_path / "bin" / "espeak-ng"
    silent.parent.mkdir()
    silent.write_text("#!/bin/sh\ncat > /dev/null\n")
    silent.chmod(0o700)
    monkeypatch.setenv("PATH", f"{silent.parent}:{os.environ['PATH']}")
    found = []

    def own(each):
        pin = json.loads((each.data / "familiar" / "access.json").read_text())["pin"]
        each.say("owner", pin=pin)

    def look(each):
        own(each)
        found.append([each.get(name) for name in ("speaker", "wheels")])

    def switch(each):
        look(each)
        each.say("speaker", on=True, language="de")
        each.say("wheels", on=True)

    evening.configure('[speech]\nlanguage = "fr"\n')
    for then in (switch, look):
        assert evening.play(then=then) == 0
    off, on = {"there": True, "on": False}, {"there": True, "on": True}
    assert found == [[{**off, "language": "fr"}, off], [{**on, "language": "de"}, on]]
    evening.configure('[speech]\nlanguage = "en"\n')
    assert evening.play(then=look) == 0
    assert found[2] == [{**on, "language": "en"}, on]


def test_a_secret_that_cannot_be_kept_is_no_obstacle(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert access.seats_secret(tmp_path / "file") is None


def test_two_programs_that_begin_at_once_sign_by_one_secret(tmp_path, monkeypatch):
    found, comes = [], threading.Event()
    other = threading.Thread(target=lambda: found.append(access.seats_secret(tmp_path)))
    write, flock = access.write_whole, fcntl.flock

    def waits(*arguments):
        if threading.current_thread() is other:
            comes.set()
        flock(*arguments)

    def written(*arguments):
        if threading.current_thread() is not other:
            other.start()
            assert comes.wait(PATIENCE_S)
        write(*arguments)
        comes.set()

    monkeypatch.setattr(fcntl, "flock", waits)
    monkeypatch.setattr(access, "write_whole", written)
    secret = access.seats_secret(tmp_path)
    other.join(PATIENCE_S)
    assert found == [secret] and access.seats_secret(tmp_path) == secret


def test_a_panel_that_cannot_be_had_is_said_and_is_no_obstacle(evening):
    seen = []

    def then(each):
        seen.append(each.until(lambda state: state["advice"])["advice"])

    assert evening.play("--pins", "gpio", then=then) == 0
    said = [line for line in evening.said if line.startswith("No lamps and buttons: ")]
    assert len(said) == 1 and "\n" not in said[0] and seen == said


def test_a_damaged_calibration_is_said_and_is_no_obstacle(evening):
    (evening.data / "familiar").mkdir(parents=True, exist_ok=True)
    (evening.data / "familiar" / "calibration.json").write_text("{")
    advice = []

    def look(evening):
        advice.append(evening.until(lambda state: state["advice"])["advice"])

    assert evening.play(then=look) == 0
    assert any("calibration.json" in line and "familiar calibrate" in line for line in evening.said)
    assert "taken as it is seen" in advice[0]


def test_a_newer_version_that_did_not_come_up_is_told_on_the_pages(evening):
    (evening.data / "familiar").mkdir(parents=True, exist_ok=True)
    note = {"new": "0.3.1-py3.11-0123456789", "old": "0.3.0-py3.11-9876543210"}
    (evening.data / "familiar" / went_back.FILE).write_text(json.dumps(note))
    advice = []

    def look(evening):
        advice.append(evening.until(lambda state: state["advice"])["advice"])

    assert evening.play(then=look) == 0
    assert advice[0].startswith("The new version 0.3.1 of Familiar did not start, so 0.3.0 plays on.")


def test_mock_pins_are_a_panel(evening):
    assert evening.play("--pins", "mock") == 0
    assert not any(line.startswith("No lamps") for line in evening.said)


def test_options_override_the_configuration(evening):
    evening.configure('[camera]\nsource = "usb:7"\n[panel]\npins = "gpio"\n')
    config = settings(evening.file, None, None, None)
    assert (config.camera.source, config.panel.pins, config.web.port) == ("usb:7", "gpio", evening.port)
    config = settings(evening.file, "picamera", "mock", 81)
    assert (config.camera.source, config.panel.pins, config.web.port) == ("picamera", "mock", 81)


def test_robots_play_at_the_simulated_table_and_keep_their_own_journal(evening, monkeypatch, fake_eye):
    def small(setup):
        tables.append(SimulatedTable(setup.seed, len(setup.players), setup.edition, (160, 90)))
        return tables[-1]

    tables = []
    monkeypatch.setattr(crew, "set_table", small)
    monkeypatch.setattr("simulation.robots.wizard.seated.THINK_S", 0.0)

    def then(each):
        state = each.until(lambda state: state["players"])
        assert len(state["players"]) == 4
        assert state["simulated"]

    assert evening.play(camera="simulated", then=then) == 0
    assert not evening.journal.exists()
    assert (evening.data / "familiar" / "simulated.sqlite").exists()

    def begin_another(each):
        each.say("owner", pin=json.loads((each.data / "familiar" / "access.json").read_text())["pin"])
        assert each.told("did not see this game begin")
        each.say("game", players=PLAYERS, dealer=0, rules={})
        each.until(lambda state: state["players"] == PLAYERS)

    assert evening.play(camera="simulated", then=begin_another) == 0


def test_robots_begin_the_game_that_is_configured(evening, monkeypatch):
    monkeypatch.setattr(crew, "set_table", lambda setup: StickTable(setup.seed, size=(160, 90)))
    monkeypatch.setattr(eyes, "open_stick_eye", lambda table, sticks: Blind())
    evening.configure('[game]\nname = "magicians"\n')

    def then(each):
        state = each.until(lambda state: state["players"])
        assert (state["game"], state["phase"], state["board"]["kind"]) == ("magicians", "opening", "house")

    assert evening.play(camera="simulated", then=then) == 0


def test_the_default_configuration_is_printed_and_can_be_read_back(evening, capsys):
    assert cli.run(["config"]) == 0
    printed = capsys.readouterr().out
    evening.file.write_text(printed)
    assert load_config(evening.file) == load_config(None)


def test_a_closed_standard_input_is_nobody_who_could_be_asked(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert cli.run(["play", "--camera", "nosuch"]) == 1
    said = capsys.readouterr().err
    assert (
        "unknown camera 'nosuch': give one of picamera, usb:N, simulated, none, " in said
        and said.count("\n") == 1
    )


def test_every_kind_of_pins_can_be_chosen():
    (option,) = (each for each in cli.play.params if each.name == "pins")
    assert tuple(option.type.choices) == PINS


def one_line(capsys):
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1, err
    return err


@pytest.mark.parametrize(
    ("camera", "said"),
    [
        ("picamra", "did you mean 'picamera'?"),
        ("usb0", "usb:N"),
        ("usb:99", "usb:99"),
        ("simulate", "did you mean 'simulated'?"),
        ("/no/such/folder", "an existing video file or folder of pictures"),
    ],
)
def test_an_unknown_camera_is_one_line(evening, camera, said, capsys):
    assert cli.run(evening.arguments(camera)) == 1
    assert said in one_line(capsys)


def test_a_folder_without_pictures_is_one_line(evening, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    assert cli.run(evening.arguments(tmp_path / "empty")) == 1
    assert "there are no pictures in this folder" in one_line(capsys)


def test_a_file_that_is_no_video_is_one_line(evening, capsys):
    assert cli.run(evening.arguments(evening.file)) == 1
    assert "no video that can be decoded" in one_line(capsys)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("[camra]\n", "[camra]: there is no such section; did you mean camera?"),
        ("[camera]\npase = 1\n", "[camera] pase: there is no such key; did you mean pace?"),
        ("[panel]\nhold = 90\n", "[panel] hold: 90.0 is out of bounds"),
        ("[game]\nrules = { editon = 1 }\n", "[game] rules: "),
        ("[camera\n", "not TOML"),
    ],
)
def test_a_broken_configuration_is_one_line_with_file_and_key(evening, more, said, capsys):
    evening.configure(more)
    assert cli.run(evening.arguments()) == 1
    error = one_line(capsys)
    assert error.startswith(f"{evening.file}: ") and said in error


def test_an_unknown_deck_is_one_line(evening, monkeypatch, capsys):
    monkeypatch.undo()
    monkeypatch.setenv("XDG_DATA_HOME", str(evening.data))
    evening.configure('[game]\ndeck = "amgo"\n')
    assert cli.run(evening.arguments()) == 1
    assert "did you mean 'amigo'?" in one_line(capsys)


def test_a_taken_port_is_one_line(evening, capsys):
    with socket.create_server(("127.0.0.1", evening.port)):
        assert cli.run(evening.arguments()) == 1
    assert f"port {evening.port}: " in one_line(capsys)


def test_a_journal_of_another_program_is_one_line(evening, tmp_path, capsys):
    other = tmp_path / "other.sqlite"
    database = sqlite3.connect(other)
    database.execute("CREATE TABLE songs (title TEXT)")
    database.close()
    evening.configure(f'[journal]\npath = "{other}"\n')
    assert cli.run(evening.arguments()) == 1
    assert "another program" in one_line(capsys)


def test_a_journal_in_use_is_one_line(evening, capsys):
    with Journal(evening.journal):
        assert cli.run(evening.arguments()) == 1
    assert "another Familiar is playing with this journal" in one_line(capsys)


def test_seats_that_another_familiar_keeps_are_one_line_and_stay_its_own(evening, tmp_path):
    seats = evening.data / "familiar" / "seats.json"
    with alone(seats, AssertionError("nobody has them yet")):
        evening.configure(f'[journal]\npath = "{tmp_path / "another.sqlite"}"\n')
        assert evening.play() == 1
    (said,) = evening.said
    assert f"{seats}: another Familiar plays with these seats" in said and "XDG_DATA_HOME" in said
    assert evening.play() == 0


class Pictures:
    """A source of three pictures."""

    def __init__(self):
        self.left = [Frame(np.zeros((9, 16, 3), np.uint8), number, 0.0) for number in (1, 2, 3)]
        self.closed = False

    def read(self, timeout):
        return self.left.pop(0) if self.left else None

    def close(self):
        self.closed = True


def test_recorded_pictures_wait_until_a_card_is_awaited():
    with Host(Journal(":memory:")) as host, patient.Patient(Pictures(), host) as camera:
        assert [camera.read(0).number for _ in range(3)] == [1, 1, 1]
        host.handle(NewGame(GAME))
        assert [camera.read(0).number for _ in range(2)] == [1, 2]
        host.handle(Submit({"event": "turn_up", "card": "7H"}))
        assert camera.read(0).number == 2
        for seat in (1, 2, 0):
            host.handle(Submit({"event": "bid", "player": seat, "tricks": 0}))
        assert host.snapshot.camera_trouble is None
        assert camera.read(0).number == 3
        assert camera.read(0) is None
        assert host.snapshot.trouble == patient.END


def test_recorded_throws_are_held_still_and_wait_for_an_answer():
    header = {"game": "magicians", "players": PLAYERS, "dealer": 0, "rules": {"opening": "dealer"}}
    with Host(Journal(":memory:")) as host, patient.Patient(Pictures(), host) as camera:
        host.handle(NewGame(header))
        assert [camera.read(0).number for _ in range(6)] == [1, 1, 1, 1, 2, 2]
        corners = ((0.0, 0.0), (90.0, 0.0), (90.0, 16.0), (0.0, 16.0))
        red = StickReading("red", 0, ("force", "magic"), 0.9, True, (), corners)
        others = tuple(replace(red, color=color) for color in ("black", "white"))
        host.handle(Look(ThrowSight(ThrowReading((red, *others)), frozenset({1}))))
        assert host.snapshot.throw.asks
        assert {camera.read(0).number for _ in range(9)} == {2}


def test_a_game_of_sticks_is_offered_and_watched_with_their_eye(evening, monkeypatch):
    asked = []

    def open_stick_eye(table, sticks=""):
        asked.append((table, sticks))
        return Blind()

    monkeypatch.setattr(eyes, "open_stick_eye", open_stick_eye)
    evening.configure('[game]\nname = "magicians"\n[game.rules]\nboard = "house"\n')

    def then(each):
        assert each.state()["offer"] == {"game": "magicians", "rules": {"board": "house"}}
        each.say("game", game="magicians", players=PLAYERS, dealer=0, rules={"sticks": "untied"})
        each.until(lambda state: state["trouble"])

    assert evening.play(then=then) == 0
    assert asked[0] == (KIT, "") and asked[-1] == (None, "")


def test_an_unknown_set_of_sticks_is_one_line(evening, capsys):
    evening.configure('[game]\nname = "magicians"\nsticks = "oak"\n')
    assert cli.run(evening.arguments()) == 1
    assert "there is no set of sticks 'oak'" in one_line(capsys)


@pytest.fixture
def manager(tmp_path, monkeypatch):
    """A service manager that wants a sign of life from this process every 30 seconds."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(PATIENCE_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000000")
        monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
        yield heard


def test_a_service_says_when_the_page_is_served_and_when_it_ends(evening, manager, monkeypatch):
    monkeypatch.setattr("familiar.play.watchdog.TURN_S", 0.01)
    told = []

    class News(SimpleQueue):
        def get(self, *_, **__):
            # The page must answer by now; a few looks later a signal comes.
            told.append(manager.recv(999).decode())
            if told == ["READY=1"]:
                assert evening.state()["phase"] is None
            if len(told) < 3:
                raise Empty
            return signal.SIGTERM

    monkeypatch.setattr(interrupts, "SimpleQueue", News)
    assert evening.play(then=lambda each: None) == 0
    assert told == ["READY=1", "WATCHDOG=1", "STATUS=Waiting for a game to begin."]
    while not (last := manager.recv(999).decode()).startswith("STOPPING=1"):
        assert last == "WATCHDOG=1"


def test_a_service_shows_that_its_camera_is_missing_and_goes_on(evening, manager, monkeypatch):
    seen = []
    monkeypatch.setattr(
        run.Watchdog, "keep", lambda *_: seen.append(evening.until(lambda state: state["trouble"])["trouble"])
    )
    assert evening.play(camera="usb:99") == 0
    assert "usb:99" in seen[0] and manager.recv(999) == b"READY=1"
