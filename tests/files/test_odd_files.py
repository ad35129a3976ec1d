"""What is no regular file is never waited for: a pipe, a device, where a file is meant."""

import os
from pathlib import Path

import pytest

from files.regular import open_file, read_file
from table.errors import JournalError
from table.recovery.backup import Backups
from table.recovery.rescue import examine, open_journal
from vision.errors import BadProfile
from vision.read.profile import load
from web.keyring import FILE, Keyring, KeyringError
from web.seats import Seats

SAID = "it is a pipe, a device or a socket, and no file"


@pytest.fixture(params=["pipe", "device"])
def odd(request, tmp_path):
    """Give something that bears a file's name, and at which a reader waits or never ends."""

    def make(path=tmp_path / "odd"):
        path.parent.mkdir(parents=True, exist_ok=True)
        if request.param == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to("/dev/zero")
        return path

    return make


READERS = ["read", "read --sticks", "replay", "import", "play --config", "code --config"]


@pytest.mark.parametrize("command", READERS)
def test_a_command_refuses_it_in_one_line(refused, odd, command):
    assert SAID in refused(*command.split(), odd())


def test_it_is_no_camera(refused, odd, port):
    path = odd()
    for command in (["watch"], ["play", "--port", port, "--camera"]):
        assert "is a pipe, a device or a socket: give one of" in refused(*command, path)


def test_it_is_no_picture_to_learn_from(familiar, odd, tmp_path):
    odd(tmp_path / "pictures/7H.jpg")
    assert SAID in familiar("enrol", "ours", "--from", tmp_path / "pictures", check=1).stderr
    assert SAID in familiar("calibrate", "--from", tmp_path / "pictures/7H.jpg", check=1).stderr


@pytest.mark.parametrize("what", [["--cards"], ["--rows", "--cards"]])
def test_it_is_no_list_of_cards(refused, odd, what):
    assert SAID in refused("enrol", "ours", "--camera", "none", *what, odd())


@pytest.mark.parametrize("part", ["", "-wal", "-journal", ".lock"])
def test_it_is_no_journal_nor_a_part_of_one(odd, tmp_path, part):
    path = tmp_path / "journal.sqlite"
    odd(Path(f"{path}{part}"))
    with pytest.raises(JournalError, match="this is a pipe, a device or a socket"):
        open_journal(path)
    with pytest.raises(JournalError, match="this is a pipe, a device or a socket"):
        examine(path, Backups(path))


def test_it_is_no_journal_for_a_command(refused, odd, tmp_path):
    path, file = odd(tmp_path / "journal.sqlite"), tmp_path / "familiar.toml"
    file.write_text(f'[journal]\npath = "{path}"\n')
    for command in ("journal check", "journal repair", "export"):
        assert str(path) in refused(*command.split(), "--config", file)


def test_what_the_table_keeps_is_no_pipe(odd, tmp_path, caplog):
    with pytest.raises(KeyringError, match=SAID):
        Keyring(odd(tmp_path / FILE))
    Seats(odd(tmp_path / "seats.json"))
    assert "seats.json: cannot be read" in caplog.text
    with pytest.raises(BadProfile, match=SAID):
        load(odd(tmp_path / "ours.deck"))


def test_a_file_is_read_and_what_is_none_says_why(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"all of it")
    assert read_file(file) == read_file(file, 9) == b"all of it"
    wrong = {tmp_path: "Is a directory", tmp_path / "gone": "No such file", "a\0b": "no file can"}
    for path, said in wrong.items():
        with pytest.raises(OSError) as error:
            open_file(path)
        assert said in error.value.strerror
    with pytest.raises(OSError) as error:
        read_file(file, 8)
    assert "larger than" in error.value.strerror
