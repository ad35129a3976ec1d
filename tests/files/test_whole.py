"""A file is written whole, or is as it was before, also where its folder cannot be flushed."""

import errno
import os
import stat
import threading

import numpy as np
import pytest
from patience import PATIENCE_S

from files.whole import write_whole
from vision.errors import BadProfile
from vision.read import archive


@pytest.fixture
def folders_fail(monkeypatch):
    """Let the disk refuse to write folders down, which come after the file has its name."""
    real = os.fsync

    def fsync(handle):
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)


def test_what_was_kept_is_as_it_was_where_the_folder_cannot_be_flushed(tmp_path, folders_fail):
    file = tmp_path / "keys.json"
    file.write_bytes(b"before")
    file.chmod(0o640)
    with pytest.raises(OSError, match="Input/output error") as refused:
        write_whole(file, b"after")
    assert refused.value.filename == str(file)
    assert file.read_bytes() == b"before" and stat.S_IMODE(file.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_was_not_there_is_not_there_where_the_folder_cannot_be_flushed(tmp_path, folders_fail):
    with pytest.raises(OSError, match="Input/output error"):
        write_whole(tmp_path / "keys.json", b"after")
    assert list(tmp_path.iterdir()) == []


def test_a_deck_is_as_it_was_when_it_is_said_to_be(tmp_path, folders_fail):
    file = tmp_path / "grandma.deck"
    file.write_bytes(b"before")
    with pytest.raises(BadProfile, match="Input/output error.*as it was before"):
        archive.write(file, "deck.json", {}, [("2S.jpg", np.zeros((8, 8, 3), np.uint8))])
    assert file.read_bytes() == b"before"


def test_where_it_cannot_be_put_back_the_new_one_stands_whole(tmp_path, folders_fail, monkeypatch):
    file = tmp_path / "keys.json"
    file.write_bytes(b"before")
    real, calls = os.replace, []

    def replace(source, target, **more):
        calls.append(target)
        if len(calls) > 1:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        real(source, target, **more)

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(OSError, match="Input/output error"):
        write_whole(file, b"after")
    assert file.read_bytes() == b"after" and list(tmp_path.iterdir()) == [file]


def test_two_threads_that_write_a_file_at_once_leave_that_of_one_whole(tmp_path, monkeypatch):
    file, real = tmp_path / "house-wifi", os.fsync
    slow, other = threading.current_thread(), threading.Event()

    def fsync(handle):
        if threading.current_thread() is slow and not other.is_set():
            # The other one comes while this one has written, and not yet given it the name.
            other.set()
            second = threading.Thread(target=write_whole, args=(file, b"Other\nits own password\n"))
            second.start()
            second.join(PATIENCE_S)
            assert file.read_bytes() == b"Other\nits own password\n"
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    write_whole(file, b"House\ngreen owl 7\n")
    assert file.read_bytes() == b"House\ngreen owl 7\n" and list(tmp_path.iterdir()) == [file]
