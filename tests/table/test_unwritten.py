"""A disk that is full or locked: nothing is told that is not kept, everybody hears of it, and it passes."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE_S

from table.command import Accepted, NewGame, Submit, Undo
from table.core import writer
from table.core.writer import TRIAL_S
from table.errors import JournalError, JournalUnwritten
from table.host import Host
from table.journal import Journal
from table.recovery import backup
from table.recovery.backup import Backups, Keeper
from table.recovery.rescue import open_journal
from table.recovery.waiting import open_or_wait
from table.view.lamps import RED

HEADER = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
TURN_UP = Submit({"event": "turn_up", "card": "7H"})
BID = Submit({"event": "bid", "player": 1, "tricks": 0})
FULL = (
    "The game cannot be written down, so nothing new counts: the disk is full; delete something there to make"
    " room. Then it goes on by itself."
)


CLOCK = itertools.count(step=TRIAL_S)


def let_pass(host):
    """Let time pass until the host tries again."""
    host.tick(next(CLOCK))
    host.tick(next(CLOCK))


@pytest.fixture
def path(small_disk):
    return small_disk.folder / "journal.sqlite"


@pytest.fixture
def game(path, make_game):
    with Host(open_journal(path)) as host:
        yield make_game(host)


def kept(path):
    with Journal(path, readonly=True) as journal:
        return journal.load(1)[1]


def test_a_full_disk_is_told_to_everybody_and_passes_by_itself(game, small_disk, path):
    game.to_bidding()
    before, told = game.snapshot, []
    small_disk.fill()
    game.host.listeners.append(told.append)
    outcome = game.host.handle(BID)
    assert (outcome.reason, outcome.rule) == (FULL, "journal")
    assert [each.view(seat)["trouble"] for each in told for seat in (None, 0, 1)] == [FULL] * 3
    assert (told[0].lights.status, told[0].lights.pattern) == (RED, "blink")
    assert game.snapshot.history is before.history and len(kept(path)) == 1
    let_pass(game.host)
    assert game.snapshot.trouble == FULL
    small_disk.free()
    let_pass(game.host)
    assert game.snapshot.trouble is None and game.snapshot.lights == before.lights
    # Nobody's wish is done later, when he may want another.
    assert len(kept(path)) == 1
    assert isinstance(game.host.handle(BID), Accepted) and len(kept(path)) == 2


def test_a_step_that_is_wanted_again_is_taken_at_once_where_there_is_room(game, small_disk):
    game.to_bidding()
    small_disk.fill()
    assert game.host.handle(BID).rule == "journal"
    small_disk.free()
    assert isinstance(game.host.handle(BID), Accepted)
    assert game.snapshot.trouble is None


def test_a_card_that_lies_there_is_taken_once_there_is_room(game, small_disk, path):
    game.to_trick()
    small_disk.fill()
    game.lay("2S")
    assert game.trick == [] and game.view["trouble"] == FULL
    small_disk.free()
    let_pass(game.host)
    assert game.trick == ["2S"] and kept(path)[-1]["card"] == "2S" and game.snapshot.trouble is None


def test_no_game_begins_on_a_full_disk_and_that_is_told_too(game, small_disk):
    small_disk.fill()
    assert game.host.handle(NewGame(HEADER)).rule == "journal"
    assert game.view["game"] is None and game.view["trouble"] == FULL
    small_disk.free()
    let_pass(game.host)
    assert game.snapshot.trouble is None
    game.do(NewGame(HEADER))


def test_a_little_room_is_none(game, small_disk):
    game.to_bidding()
    small_disk.fill()
    game.host.handle(BID)
    # A commit of one page would pass.
    small_disk.free(8192)
    game.host._journal._database.execute("PRAGMA user_version = 1")
    let_pass(game.host)
    assert game.snapshot.trouble == FULL


def test_with_a_thread_of_its_own_the_host_comes_round_to_it_though_nobody_asks(
    game, small_disk, monkeypatch
):
    monkeypatch.setattr(writer, "TRIAL_S", 0.01)
    monkeypatch.setattr("table.host.TICK_S", 0.01)
    game.to_bidding()
    game.host.start()
    small_disk.fill()
    game.host.handle(Undo())
    number = game.snapshot.number
    assert game.snapshot.trouble == FULL
    small_disk.free()
    assert game.host.wait(number, PATIENCE_S).trouble is None


def test_what_was_said_of_the_journal_before_is_said_again_once_there_is_room(path, small_disk):
    journal = open_journal(path)
    journal.notice = "It has been brought back."
    with Host(journal) as host:
        small_disk.fill()
        host.handle(NewGame(HEADER))
        assert host.snapshot.trouble == FULL
        small_disk.free()
        let_pass(host)
        assert host.snapshot.trouble == "It has been brought back."


def test_nothing_confirms_itself_while_it_cannot_be_written_down(path, small_disk, make_game, caplog):
    with Host(open_journal(path), confirm_after=1.0) as host:
        game = make_game(host)
        game.to_trick()
        for card in ("2S", "3S", "4S"):
            game.lay(card)
        small_disk.fill()
        game.host.handle(Undo())
        said = len(caplog.records)
        for _ in range(4):
            let_pass(host)
        assert game.phase == "trick_done" and len(caplog.records) == said
        small_disk.free()
        for _ in range(3):
            let_pass(host)
        assert game.phase != "trick_done"


# Without a disk of one's own.

LIMITED = """
import resource, sys
from table.command import Accepted, NewGame, Submit, Undo
from table.host import Host
from table.journal import Journal
host = Host(Journal(sys.argv[1]))
assert isinstance(host.handle(NewGame({header})), Accepted)
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, most))
told, steps = 0, [Submit({{"event": "turn_up", "card": "7H"}}), Undo()] * 500
for step in steps:
    outcome = host.handle(step)
    if not isinstance(outcome, Accepted):
        break
    told += 1
print(outcome.reason == host.snapshot.trouble, outcome.rule, told, outcome.reason)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
host.tick(0.0)
host.tick({wait})
print(host.snapshot.trouble, isinstance(host.handle(step), Accepted))
"""


def test_a_file_that_may_not_grow_is_told_and_passes_on_any_machine(tmp_path):
    code = LIMITED.format(header=HEADER, wait=TRIAL_S)
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", code, str(tmp_path / "journal.sqlite")]
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(root)}, cwd=root
    )
    assert not done.returncode, done.stderr
    first, second = done.stdout.splitlines()
    same, rule, told, reason = first.split(" ", 3)
    assert (same, rule) == ("True", "journal") and "the disk reports an error; see that card" in reason
    assert second == "None True"
    with Journal(tmp_path / "journal.sqlite", readonly=True) as journal:
        assert len(journal.operations(1)) == int(told) + 1


# Switched on while nothing can be written.


@pytest.fixture
def written(path):
    """Play a little, and end."""
    with Host(open_journal(path)) as host:
        for command in (NewGame(HEADER), TURN_UP, BID):
            assert isinstance(host.handle(command), Accepted)
        return host.snapshot


@pytest.mark.parametrize("way", ["full", "locked"])
def test_a_table_that_is_switched_on_shows_its_game_and_goes_on_once_it_can_be_written(
    way, written, small_disk, path
):
    small_disk.fill() if way == "full" else small_disk.lock()
    with Host(open_or_wait(path)) as host:
        assert host.snapshot.history == written.history and host.snapshot.number > written.number
        assert {"full": "the disk is full", "locked": "the disk can only be read"}[
            way
        ] in host.snapshot.trouble
        assert host.snapshot.lights.status == RED
        assert host.handle(Undo()).rule == "journal"
        assert host.recall(lambda journal: len(journal.games())).result() == 1
        let_pass(host)
        assert host.snapshot.trouble
        small_disk.free() if way == "full" else small_disk.unlock()
        let_pass(host)
        assert host.snapshot.trouble is None and host.snapshot.history == written.history
        with pytest.raises(JournalError, match="another Familiar"):
            open_journal(path)
        assert isinstance(host.handle(Undo()), Accepted)
        waited = host.snapshot.number
    with Host(open_journal(path)) as host:
        assert len(host.snapshot.history.events) == 1 and host.snapshot.number > waited


def test_a_table_without_a_journal_waits_for_room_too(small_disk, path):
    small_disk.fill()
    with Host(open_or_wait(path)) as host:
        assert host.handle(NewGame(HEADER)).reason == host.snapshot.trouble == FULL
        small_disk.free()
        let_pass(host)
        assert isinstance(host.handle(NewGame(HEADER)), Accepted)
    assert kept(path) == []


def test_a_journal_that_another_wrote_meanwhile_is_left_alone(written, small_disk, path):
    small_disk.fill()
    with Host(open_or_wait(path)) as host:
        small_disk.free()
        with Host(open_journal(path)) as other:
            assert isinstance(other.handle(Undo()), Accepted)
        let_pass(host)
        assert host.handle(Undo()).rule == "journal" and host.snapshot.trouble
    assert len(kept(path)) == 1


def test_where_nobody_may_write_no_table_waits(tmp_path, monkeypatch):
    def refused(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("files.lock.fcntl.flock", refused)
    with pytest.raises(JournalUnwritten, match="this user may not read and write there; do it as the user"):
        open_or_wait(tmp_path / "journal.sqlite")


# Copies.


def test_copies_that_find_no_room_are_told_and_come_once_there_is_some(
    tmp_path, small_disk, make_game, monkeypatch
):
    monkeypatch.setattr(backup, "EVERY_S", 0.0)
    path, backups = tmp_path / "here.sqlite", Backups(tmp_path / "here.sqlite", small_disk.folder)
    small_disk.fill()
    with Host(open_journal(path, backups)).start() as host:
        game, keeper = make_game(host), Keeper(host, backups, every=0.0)
        keeper.start()
        game.new()
        while not (advice := host.snapshot.advice):
            host.wait(host.snapshot.number, PATIENCE_S)
        assert advice == (
            "No copy of the journal can be made: the disk is full; delete something there to make room."
        )
        # The game goes on.
        assert host.snapshot.trouble is None
        game.lay("7H")
        small_disk.free()
        game.submit("bid", player=1, tricks=0)
        while host.snapshot.advice:
            host.wait(host.snapshot.number, PATIENCE_S)
        keeper.close()
    assert backups.whole() and not list(small_disk.folder.glob(".*draft"))


def test_a_locked_card_is_copied_to_another_disk(written, small_disk, path, tmp_path):
    small_disk.lock()
    copy = Backups(path, tmp_path / "stick").take()
    with Journal(copy, readonly=True) as journal:
        assert len(journal.load(1)[1]) == 2
