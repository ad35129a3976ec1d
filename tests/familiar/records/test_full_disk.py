"""On a full disk, and on a locked one, every command reads what is to be read, or says what to do."""

import subprocess
import sys
from pathlib import Path

import pytest

from familiar.cli import run
from table.command import NewGame, Submit
from table.host import Host
from table.journal import Journal
from table.recovery.backup import Backups
from table.recovery.rescue import open_journal

ROUND = [
    {"event": "turn_up", "card": "7H"},
    *({"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)),
    *({"event": "play", "card": card} for card in ("2C", "KS", "3H")),
    {"event": "confirm"},
]
HEADER = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
READS = [("export",), ("export", "--csv"), ("journal", "check"), ("code",), ("pin",)]
WAYS = {
    "full": "the disk is full; delete something there to make room",
    "locked": "the disk can only be read; see to the switch of the card or stick and start the machine anew; "
    "a card that locks itself is worn out: copy it and replace it",
}
ROOT = Path(__file__).parents[3]


@pytest.fixture
def path(small_disk, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(small_disk.folder))
    monkeypatch.delenv("FAMILIAR_CONFIG", raising=False)
    return small_disk.folder / "familiar" / "journal.sqlite"


@pytest.fixture
def call(capsys):
    """Run a command and give its status, what it said and what it complained of, in one line."""

    def call(*words):
        status = run(list(map(str, words)))
        said = capsys.readouterr()
        assert len(said.err.splitlines()) == (status != 0), said.err
        return status, said.out, said.err.strip()

    return call


@pytest.fixture
def spoil(small_disk):
    """Fill the disk, or lock it; say with which words that is told."""

    def spoil(way):
        if way == "full":
            small_disk.fill()
        else:
            assert small_disk.lock()
        return WAYS[way]

    return spoil


def play(path):
    with Host(open_journal(path)) as host:
        host.handle(NewGame(HEADER))
        for event in ROUND:
            host.handle(Submit(event))
    Backups(path).take()


@pytest.mark.parametrize("way", WAYS)
def test_what_only_reads_says_what_it_always_says(way, path, call, spoil):
    play(path)
    wanted = {words: call(*words) for words in READS}
    assert {status for status, *_ in wanted.values()} == {0}
    spoil(way)
    assert {words: call(*words) for words in READS} == wanted
    assert call("journal", "repair")[:2] == (0, f"{path}: whole; there was nothing to repair.\n")


@pytest.mark.parametrize("way", WAYS)
def test_what_must_write_says_what_to_do_and_loses_nothing(way, path, call, spoil, tmp_path, small_disk):
    play(path)
    record = tmp_path / "game.jsonl"
    record.write_text(call("export")[1].replace('"dealer": 0', '"dealer": 1', 1).partition("\n")[0] + "\n")
    why = spoil(way)
    for words in (("code",), ("pin", "--new")):
        assert call(*words) == (1, "", f"{path.parent / 'access.json'}: cannot be written: {why}")
    assert call("import", record, "--anyway") == (1, "", f"{path}: {why}")
    small_disk.free() if way == "full" else small_disk.unlock()
    assert [each.name for each in path.parent.iterdir() if each.name.startswith(".")] == []
    assert call("journal", "check")[0] == 0
    assert "game 2 now" in call("import", record, "--anyway")[1]


def test_a_damaged_journal_waits_whole_for_room(path, call, spoil, small_disk):
    play(path)
    path.write_bytes(path.read_bytes()[:8192] + bytes(8192))
    before = path.read_bytes()
    why = spoil("full")
    status, _, error = call("journal", "repair")
    assert status == 1 and why in error and "then start again" in error
    assert path.read_bytes() == before and not list(path.parent.glob("*damaged*"))
    small_disk.free()
    assert "1 game with 8 steps" in call("journal", "repair")[1]


@pytest.mark.parametrize("way", WAYS)
def test_a_kit_is_written_file_by_file_and_none_is_cut_off(way, path, call, spoil, small_disk):
    pytest.importorskip("manifold3d")
    folder = small_disk.folder / "kit"
    folder.mkdir()
    (folder / "mat-a3.pdf").write_bytes(b"the one before")
    why = spoil(way)
    status, said, error = call("kit", "--out", folder)
    assert (status, said) == (1, "") and error.endswith(f": {why}") and error.startswith(f"{folder}/")
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == {"mat-a3.pdf": b"the one before"}


@pytest.mark.parametrize("words", [("export",), ("config",)])
def test_what_is_sent_into_a_full_file_is_not_cut_off_in_silence(words, path):
    if not Path("/dev/full").exists():
        pytest.skip("This system has no /dev/full.")
    play(path)
    program = "from familiar.cli import main; main()"
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", program, *words], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
    assert (done.returncode, done.stderr) == (1, f"the output: {WAYS['full']}\n")


@pytest.mark.parametrize("way", WAYS)
def test_the_doctor_says_what_the_disk_needs(way, path, spoil, capsys):
    play(path)
    spoil(way)
    assert run(["doctor", "--no-camera"]) == 1
    lines = capsys.readouterr().out.splitlines()
    at = next(place for place, line in enumerate(lines) if " disk " in line)
    assert lines[at].startswith("FAILURE")
    assert {"full": "Delete something there.", "locked": "worn out: replace it"}[way] in lines[at + 1]
    assert any(line.startswith("ok") and f"{path} is whole" in line for line in lines)


def test_a_record_is_settled_from_a_locked_card(path, call, spoil, small_disk):
    play(path)
    record = small_disk.folder / "game.jsonl"
    record.write_text(call("export")[1])
    wanted = call("replay", record)
    spoil("locked")
    assert call("replay", record) == wanted and wanted[0] == 0


def test_a_journal_left_by_a_pulled_plug_is_read_from_a_locked_card_with_its_newest_steps(
    path, call, spoil, small_disk
):
    play(path)
    with Journal(path) as journal:
        journal.append(1, "undo", {"count": 1})
        log = Path(f"{path}-wal").read_bytes()
        newest = path.read_bytes()
    path.write_bytes(newest)
    Path(f"{path}-wal").write_bytes(log)
    spoil("locked")
    assert len(call("export")[1].splitlines()) == len(ROUND)
