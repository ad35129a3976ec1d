"""The plug is pulled: a child that plays is killed with SIGKILL, and its journal is opened again."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from table.command import Accepted, Undo
from table.host import Host
from table.journal import Journal, fold

PLAYER = Path(__file__).with_name("player.py")
ROOT = Path(__file__).parents[2]


def play_until(path, acknowledged, game="wizard"):
    """Kill a child as soon as it has acknowledged so many operations; return the last number it told."""
    with subprocess.Popen(
        [sys.executable, str(PLAYER), str(path), game],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    ) as child:
        told = []
        for line in child.stdout:
            told.append([int(number) for number in line.split()])
            if told[-1][0] >= acknowledged:
                break
        child.send_signal(signal.SIGKILL)
        # What was still in the pipe had been acknowledged too; a torn last line had not.
        rest = child.stdout.read()
        told += [[int(number) for number in line.split()] for line in rest.split("\n")[:-1]]
        assert child.wait() == -signal.SIGKILL
    return told


@pytest.mark.parametrize(
    ("acknowledged", "game"),
    [*((count, "wizard") for count in (0, 1, 2, 7, 20, 21, 22, 60, 150)), (33, "magicians"), (40, "probe")],
)
def test_the_game_goes_on_exactly_where_the_last_acknowledgement_left_it(tmp_path, acknowledged, game):
    path = tmp_path / "journal.sqlite"
    told = play_until(path, acknowledged, game)
    with Journal(path) as journal:
        (game,) = journal.games()
        operations = journal.operations(game.id)
        # The one that the kill cut off may have been committed and not yet told; never one less or two more.
        assert len(operations) - told[-1][0] in (0, 1)
        for count, *events in told:
            assert len(fold(operations[:count])) == (events[0] if events else 0)
        with_all = journal.load(game.id)[1]
    with Host(Journal(path)) as host:
        assert host.snapshot.game_id == game.id
        assert len(host.snapshot.history.events) == len(with_all)
        # A word that was named is not taken back; what else stands is.
        if with_all and all(event["event"] != "interrupt" for event in with_all):
            assert isinstance(host.handle(Undo(len(with_all))), Accepted)


def test_killed_again_and_again_it_loses_nothing(tmp_path):
    path = tmp_path / "journal.sqlite"
    kept = []
    for acknowledged in (5, 3, 12):
        kept.append(play_until(path, acknowledged)[-1][0])
    with Journal(path) as journal:
        for game, count in zip(journal.games(), kept, strict=True):
            assert len(journal.operations(game.id)) - count in (0, 1)
