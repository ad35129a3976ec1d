"""A file that a person edits, and what it is told."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from device.pins import Pins
from games.board import board_to_dict
from games.magicians import parse_rules
from games.magicians.graph import LAYOUTS, house
from table.errors import ConfigError, JournalError, TableError
from table.journal import Journal
from table.recovery.rescue import open_journal
from table.settings.config import Config, data_dir, default_config, load_config


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "familiar.toml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def problems(path):
    with pytest.raises(ConfigError) as error:
        load_config(path)
    assert all(line.startswith(f"{path}: ") and "\n" not in line for line in error.value.problems)
    assert "\n" not in str(error.value)
    return list(error.value.problems)


def test_no_file_is_the_defaults():
    assert load_config(None) == Config()


def test_an_empty_file_is_the_defaults(write):
    assert load_config(write("")) == Config()


def test_what_is_written_is_taken_and_the_rest_is_the_default(write):
    config = load_config(
        write(
            """
            [game]
            rules = { edition = "amigo", bids = "delayed" }
            [camera]
            source = "usb:1"
            distance = 1
            [panel]
            pins = "mock"
            seats = [1, 2, 3]
            [confirm]
            after = 2.5
            [wheels]
            read = true
            first = "left"
            """
        )
    )
    assert config.wheels.read and config.wheels.first == "left" and not Config().wheels.read
    assert config.game.rules == {"edition": "amigo", "bids": "delayed"} and config.game.name == "wizard"
    assert config.camera.source == "usb:1" and config.camera.distance == 1.0 and config.camera.width == 2304
    assert config.panel.pins == "mock" and config.panel.seats == (1, 2, 3) and config.confirm.after == 2.5


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[camra]\n", ["[camra]", "did you mean camera?"]),
        ("[zzz]\n", ["[zzz]", "there are game, camera"]),
        ("[camera]\nsorce = 'x'\n", ["[camera] sorce", "did you mean source?"]),
        ("camera = 'usb:0'\n", ["camera", "write [camera]"]),
        ("port = 8000\n", ["[port]", "no such section"]),
        ("[web]\nport = 70000\n", ["[web] port", "70000 is out of bounds", "1 to 65535"]),
        ("[web]\nport = '80'\n", ["[web] port", '"80" is no whole number', "without quotes"]),
        ("[web]\nport = 80.5\n", ["[web] port", "no whole number"]),
        ("[web]\nport = true\n", ["[web] port", "true is no whole number"]),
        ("[web]\nhost = 1\n", ["[web] host", "1 is no text", "in quotes"]),
        ("[panel]\npins = 'gpoi'\n", ["[panel] pins", "did you mean gpio?", "gpio, mock, none"]),
        ("[panel]\nseats = 5\n", ["[panel] seats", "5 is no list"]),
        ("[panel]\nseats = [5, 99]\n", ["[panel] seats", "99 is out of bounds"]),
        ("[panel]\nconfirm = 40\n", ["[panel] confirm", "0 to 27"]),
        ("[panel]\ntones = 1\n", ["[panel] tones", "1 is no yes or no", "true or false"]),
        ("[camera]\nmains = 55\n", ["[camera] mains", "55 is unknown", "50, 60"]),
        ("[camera]\ndistance = nan\n", ["[camera] distance", "nan is out of bounds"]),
        ("[camera]\ndistance = inf\n", ["[camera] distance", "inf is out of bounds"]),
        ("[wheels]\nfirst = 'botom'\n", ["[wheels] first", "did you mean bottom?"]),
        ("[confirm]\nafter = -1\n", ["[confirm] after", "-1"]),
        ("[game]\nname = 'wizzard'\n", ["[game] name", "did you mean wizard?"]),
        ("[game]\nrules = 'us'\n", ["[game] rules", "is no table"]),
        ("[game.rules]\nediton = 'us'\n", ["[game] rules", "edition"]),
        ("[game.rules]\nedition = 'french'\n", ["[game] rules", "us, amigo"]),
        ("[web\nport = 1\n", ["not TOML", "line 1"]),
        (f"[web]\nport = {'9' * 5000}\n", ["a number in it is far too long"]),
        (b"\xff\xfe\x00", ["not a text file"]),
    ],
)
def test_a_wrong_value_is_one_line_with_file_section_key_and_what_to_do(write, text, parts):
    (line,) = problems(write(text))
    for part in parts:
        assert part in line


def board_text():
    return json.dumps(board_to_dict(house(LAYOUTS[0])))


def test_a_mark_of_windows_before_settings_and_board_is_passed_over(write, tmp_path):
    mark = b"\xef\xbb\xbf"
    (tmp_path / "ours.json").write_bytes(mark + board_text().encode())
    config = load_config(write(mark + b'[game]\r\nname = "magicians"\r\nboard = "ours.json"\r\n'))
    assert config.game.name == "magicians" and "board" in config.game.rules


def test_a_game_of_sticks_is_configured_with_its_rules_and_its_board_file(write, tmp_path):
    (tmp_path / "ours.json").write_text(board_text())
    text = '[game]\nname = "magicians"\nsticks = "oak"\nboard = "ours.json"\n[game.rules]\n'
    config = load_config(write(text + 'spell_timing = "immediate"\n'))
    assert (config.game.name, config.game.sticks) == ("magicians", "oak")
    rules = parse_rules(config.game.rules)
    assert rules.paths == house(LAYOUTS[0]) and rules.spell_timing == "immediate"


def test_a_board_without_other_rules_is_taken_too(write, tmp_path):
    (tmp_path / "ours.json").write_text(board_text())
    config = load_config(write(f'[game]\nname = "magicians"\nboard = "{tmp_path}/ours.json"\n'))
    assert parse_rules(config.game.rules).paths == house(LAYOUTS[0])


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (None, ["cannot be read (No such file", "check the path"]),
        ("{", ["this is not JSON", "line 1"]),
        (b"\xff\xfe", ["no JSON text in UTF-8"]),
        ("[" * 100_000, ["no JSON text"]),
        ("[]", ['"nodes" and "edges"']),
        ('{"nodes": [], "edges": []}', ["lacks forest", "0 symbol slabs"]),
        ('{"nodes": [{"id": "mil", "kind": "place"}], "edges": []}', ["did you mean mill?"]),
    ],
)
def test_a_wrong_board_file_is_one_line_that_says_what_is_wrong(write, tmp_path, content, parts):
    if content is not None:
        (tmp_path / "ours.json").write_bytes(content if isinstance(content, bytes) else content.encode())
    (line,) = problems(write('[game]\nname = "magicians"\nboard = "ours.json"\n'))
    for part in ("[game] board", "ours.json", *parts):
        assert part in line


def test_a_board_is_for_the_game_that_has_one_and_named_once(write, tmp_path):
    (tmp_path / "ours.json").write_text(board_text())
    (line,) = problems(write('[game]\nboard = "ours.json"\n'))
    assert 'write name = "magicians"' in line
    text = '[game]\nname = "magicians"\nboard = "ours.json"\n[game.rules]\nboard = "house"\n'
    assert "leave one of them" in problems(write(text))[0]


def test_a_rule_of_another_game_is_refused_with_the_nearest(write):
    (line,) = problems(write('[game]\nname = "magicians"\n[game.rules]\nspel_timing = "immediate"\n'))
    assert "did you mean spell_timing?" in line


def test_every_wrong_value_has_its_line(write):
    path = write("[web]\nport = 0\nhsot = 'x'\n[panel]\npins = 'x'\n")
    assert len(problems(path)) == 3
    with pytest.raises(ConfigError, match=r"\(and 2 more\)$"):
        load_config(path)


def test_a_file_that_is_not_there_is_one_clear_line(tmp_path):
    assert "cannot be read (No such file" in problems(tmp_path / "nothing.toml")[0]
    assert "cannot be read" in problems(tmp_path)[0]


def test_all_refusals_have_one_root(tmp_path):
    with pytest.raises(TableError):
        load_config(tmp_path / "nothing.toml")


def test_the_printed_defaults_are_the_defaults(write):
    text = default_config()
    assert load_config(write(text)) == Config()
    uncommented = re.sub(r"(?m)^#(\w+ = )", r"\1", text)
    assert sum(len(section) for section in tomllib.loads(uncommented).values()) > 25
    assert load_config(write(uncommented)) == Config()


def test_every_key_says_what_it_is_for():
    lines = default_config().splitlines()
    for before, line in zip(lines, lines[1:], strict=False):
        if re.match(r"#\w+ = ", line):
            assert before.startswith("# ") and len(before) > 8


def test_the_panel_s_defaults_are_the_device_s():
    assert Config().panel.wiring() == Pins()


def test_a_panel_without_buzzer_is_minus_one(write):
    assert load_config(write("[panel]\nbuzzer = -1\n")).panel.wiring().buzzer is None


def test_the_data_folder_goes_by_xdg():
    assert data_dir({"XDG_DATA_HOME": "/srv/data", "HOME": "/home/ann"}) == Path("/srv/data/familiar")
    assert data_dir({"HOME": "/home/ann"}) == Path("/home/ann/.local/share/familiar")
    assert data_dir({"XDG_DATA_HOME": "not/absolute", "HOME": "/home/ann"}) == Path(
        "/home/ann/.local/share/familiar"
    )


def test_the_journal_lies_in_the_data_folder_unless_told_otherwise(write):
    environ = {"XDG_DATA_HOME": "/srv"}
    assert Config().journal_path(environ) == Path("/srv/familiar/journal.sqlite")
    config = load_config(write("[journal]\npath = '/tmp/a.sqlite'\n"))
    assert config.journal_path(environ) == Path("/tmp/a.sqlite")


@pytest.fixture
def linked(tmp_path):
    """Give a journal on a stick, and what the configuration names where a link leads there."""
    (tmp_path / "familiar").mkdir()
    (tmp_path / "stick").mkdir()
    file = tmp_path / "stick" / "games.sqlite"
    Journal(file).close()
    (tmp_path / "familiar" / "journal.sqlite").symlink_to(file)
    return file, Config().journal_path({"XDG_DATA_HOME": str(tmp_path)})


def test_a_journal_that_is_a_link_is_held_by_one_host_whatever_it_is_called(linked):
    file, named = linked
    with Journal(named), pytest.raises(JournalError, match="another Familiar is playing"):
        Journal(file)


def test_a_journal_that_is_a_link_comes_back_from_its_log(linked):
    file, named = linked
    with Journal(named) as journal:
        journal.begin({"game": "wizard"})
        log = Path(f"{file}-wal").read_bytes()
    # As a power cut may leave it: what was committed stands in the log, and the file is empty.
    file.write_bytes(b"")
    Path(f"{file}-wal").write_bytes(log)
    with open_journal(named) as journal:
        assert len(journal.games()) == 1


def test_a_link_to_a_stick_that_is_not_there_begins_no_journal(linked, tmp_path):
    file, _ = linked
    shutil.rmtree(file.parent)
    with pytest.raises(JournalError, match="cannot be opened"):
        open_journal(Config().journal_path({"XDG_DATA_HOME": str(tmp_path)}))
    assert not file.parent.exists()


def test_a_relative_journal_and_its_copies_are_the_same_from_every_folder(write, tmp_path, monkeypatch):
    environ = {"XDG_DATA_HOME": "/srv"}
    config = load_config(write("[journal]\npath = 'games.sqlite'\nbackups_in = 'copies'\n"))
    monkeypatch.chdir(tmp_path)
    assert config.journal_path(environ) == Path("/srv/familiar/games.sqlite")
    assert config.backups_folder(environ) == Path("/srv/familiar/copies")
    config = load_config(write("[journal]\npath = '~/a.sqlite'\nbackups_in = '/media/stick'\n"))
    assert config.journal_path(environ) == Path.home() / "a.sqlite"
    assert config.backups_folder(environ) == Path("/media/stick")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("table = 'the red one'", ["[club] table", '"the red one"', "letters a-z, digits, - and _"]),
        ("name = ''", ["[club] name", "letters a-z"]),
        ("name = 'a/b'", ["[club] name", '"a/b"']),
        ("table = 'evening'", ["[club] table", '"evening" is where the board tells']),
        ("port = 65536", ["[club] port", "0 to 65535"]),
        ("broker = 'club..local'", ["[club] broker", "no name of a machine"]),
        ("broker = 'mqtt://club.local'", ["[club] broker", "without mqtt:// and port"]),
        ("broker = 'club.local:1884'", ["[club] broker", "without mqtt:// and port"]),
        ("broker = 'club.local/x'", ["[club] broker", "no name of a machine"]),
        ("broker = 'the club'", ["[club] broker", "no name of a machine"]),
        ("user = 'u'\npassword = 'a'\npassword_file = 'b'", ["[club] password", "leave one of them"]),
        ("password = 'a'", ["[club] user", "write both"]),
        ("ca_file = 'ca.pem'", ["[club] ca_file", "tls = true"]),
        ("days = 0", ["[club] days", "1 to 30"]),
    ],
)
def test_what_cannot_be_in_the_clubs_section_is_said(write, text, parts):
    (problem,) = problems(write(f"[club]\n{text}\n"))
    assert all(part in problem for part in parts), problem


@pytest.mark.parametrize(
    "broker", ["club.local", "10.0.0.5", "fd00::5", "fe80::1%eth0", "öl.example", "pc_2"]
)
def test_a_broker_is_a_name_or_an_address(write, broker):
    assert load_config(write(f"[club]\nbroker = '{broker}'\n")).club.broker == broker


def test_a_refusal_shows_what_can_be_written(write):
    (problem,) = problems(write('[web]\nhosts = "table.example"\n'))
    assert problem.endswith('is no list; write ["one", "two"]')
    (problem,) = problems(write("[panel]\nseats = 3\n"))
    assert problem.endswith("is no list; write [1, 2, 3]")
    (problem,) = problems(write('[speech]\nlanguage = "xx"\n'))
    assert 'choose one of "", en, fr, de' in problem
    assert '("", en, fr, de)' in default_config()


def test_the_files_of_the_club_are_sought_beside_the_configuration(write):
    path = write("[club]\nuser = 'u'\npassword_file = 'secret'\ntls = true\nca_file = '/etc/ca.pem'\n")
    config = load_config(path).club
    assert config.password_file == str(path.parent / "secret") and config.ca_file == "/etc/ca.pem"
    assert config.at == ("", 8883)


def test_the_clubs_password_is_in_no_message_and_no_repr(write):
    (problem,) = problems(write("[club]\nuser = 'u'\npassword = 4711\n"))
    assert "4711" not in problem and "in quotes" in problem
    assert "s3cret" not in repr(load_config(write("[club]\nuser = 'u'\npassword = 's3cret'\n")))


def test_without_a_file_the_environment_names_the_configuration(tmp_path, monkeypatch):
    file = tmp_path / "familiar.toml"
    file.write_text("[web]\nport = 8123\n")
    monkeypatch.setenv("FAMILIAR_CONFIG", str(file))
    assert load_config(None).web.port == 8123
    monkeypatch.setenv("FAMILIAR_CONFIG", "")
    assert load_config(None) == Config()


def test_who_only_reads_the_settings_loads_neither_the_pins_nor_what_sees():
    large = {"gpiozero", "numpy", "cv2", "flask"}
    code = f"import sys, table.settings.config; print(*sorted({large} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "\n"
