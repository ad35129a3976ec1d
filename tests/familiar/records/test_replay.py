"""`familiar replay` on the command line: exit status, one line of error, nothing else."""

import errno
import json
import os
import resource
import subprocess
import sys
from itertools import cycle, islice

import pytest

from familiar.cli import run

LITTLE = 300 * 2**20
"""Bytes of address space; Python and the program itself take less than a tenth."""
RECORD = [
    {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Zoë"], "dealer": 0},
    {"event": "turn_up", "card": "J"},
    {"event": "bid", "player": 1, "tricks": 0},
    {"event": "bid", "player": 2, "tricks": 1},
    {"event": "bid", "player": 0, "tricks": 0},
    {"event": "play", "card": "2H"},
    {"event": "play", "card": "9H"},
    {"event": "play", "card": "3C"},
    {"event": "confirm"},
]


@pytest.fixture
def record(tmp_path):
    """Write a good record of one round."""
    path = tmp_path / "evening.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in RECORD), encoding="utf-8")
    return path


def test_json_is_one_object_with_the_finished_rounds(record, capsys):
    assert run(["replay", str(record), "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and out.count("\n") == 1
    assert json.loads(out) == {
        "game": "wizard",
        "players": ["Ann", "Bo", "Zoë"],
        "over": False,
        "winners": [],
        "notices": [],
        "rounds": [
            {
                "round": 1,
                "dealer": 0,
                "trump": None,
                "bids": [0, 0, 1],
                "tricks": [0, 0, 1],
                "points": [20, 20, 30],
                "totals": [20, 20, 30],
            }
        ],
    }


def test_without_json_a_score_sheet_is_printed(record, capsys):
    assert run(["replay", str(record)]) == 0
    out = capsys.readouterr().out
    assert "Zoë" in out and "1 of 20 rounds" in out


def test_a_wrong_line_leaves_stdout_empty_and_says_record_line_reason(record, capsys):
    record.write_text(record.read_text().replace("9H", "2H"))
    assert run(["replay", "--json", str(record)]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert err.startswith(f"{record}:7: Zoë cannot play the 2 of hearts: Bo played it")


def test_a_file_that_cannot_be_read_is_one_line(tmp_path, capsys):
    for path in (tmp_path, tmp_path / "none.jsonl", tmp_path / "line\nbreak"):
        assert run(["replay", str(path)]) == 1
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1 and "cannot be read" in err


def test_a_record_that_this_user_may_not_read_is_one_sentence_with_what_to_do(monkeypatch, capsys, tmp_path):
    def refuse(path):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr("familiar.records.replay.open_file", refuse)
    assert run(["replay", str(tmp_path / "mine.jsonl")]) == 1
    said = capsys.readouterr().err
    assert (
        "mine.jsonl: cannot be read (Permission denied); name the file of a record; do it as the user" in said
    )


def test_a_file_far_too_large_for_a_game_is_refused(tmp_path, capsys):
    path = tmp_path / "video.mp4"
    with path.open("wb") as file:
        file.truncate(17 * 2**20)
    assert run(["replay", str(path)]) == 1
    assert "larger than 16 MiB" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["repaly"], "did you mean 'replay'?"),
        (["replay", "--jsn", "x"], "--json"),
        (["replay"], "RECORD"),
        ([], "Missing command"),
        (["--jsn"], "--jsn"),
    ],
)
def test_wrong_usage_is_one_line_with_status_2(arguments, said, capsys):
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize("arguments", [["--help"], ["replay", "--help"]])
def test_help_is_everywhere(arguments, capsys):
    assert run(arguments) == 0
    assert "Usage: familiar" in capsys.readouterr().out


def test_an_error_of_any_room_is_one_line_with_status_1(monkeypatch, capsys):
    from device.errors import CameraError
    from familiar.records import replay
    from games.errors import Ambiguous
    from table.errors import JournalError
    from vision.errors import UnreadablePicture

    for error in (Ambiguous, CameraError, JournalError, UnreadablePicture, OSError):

        def fail(path, *, as_json, error=error):
            raise error("No such\nthing.")

        monkeypatch.setattr(replay, "settle", fail)
        assert run(["replay", "x"]) == 1
        assert capsys.readouterr().err == "No such thing.\n"


def test_a_fault_of_the_program_is_not_dressed_up_as_wrong_input(monkeypatch):
    from familiar.records import replay

    monkeypatch.setattr(replay, "settle", lambda path, as_json: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        run(["replay", "x"])


def test_a_record_that_never_ends_is_refused_in_little_memory_and_at_its_line(tmp_path):
    """3.3 MB of questions in vain took 200 s and 12.6 GB."""
    header = {**RECORD[0], "game": "probe"}
    words = [{"event": "word", "player": seat, "word": "FJORD"} for seat in range(3)]
    vain = [{"event": "draw", "card": "normal"}, {"event": "ask", "sign": "K"}, {"event": "no"}]
    turns = [step | ({"of": (seat + 1) % 3} if "sign" in step else {}) for seat in range(3) for step in vain]
    path = tmp_path / "endless.jsonl"
    lines = map(json.dumps, (header, *words, *islice(cycle(turns), 70_000)))
    path.write_text("".join(f"{line}\n" for line in lines))

    def little():
        resource.setrlimit(resource.RLIMIT_AS, (LITTLE, LITTLE))

    command = [sys.executable, "-c", "from familiar.cli import main; main()", "replay", path]
    said = subprocess.run(command, preexec_fn=little, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith(f"{path}:10002: This game has 10000 steps, and no game needs more: ")


def test_no_name_turns_a_line_of_the_sheet_round(record, capsys):
    names = {"players": ["\u202enn\u2066A", "Bo", "Zoë"]}
    record.write_text("".join(json.dumps(line) + "\n" for line in ({**RECORD[0], **names}, *RECORD[1:])))
    assert run(["replay", str(record)]) == 0
    out = capsys.readouterr().out
    assert "\ufffdnn\ufffdA" in out and not {"\u202e", "\u2066"} & set(out)
