"""The campaigns in short: whatever happens to disk, host and camera, the sheet equals the truth."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from faults import cuts, disk, rest, shim, small

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def quiet():
    """What the way back logs is asked elsewhere."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture(scope="module")
def tape(tmp_path_factory):
    return cuts.record(tmp_path_factory.mktemp("tape"), 5)


STEPS = {
    "log cut": 1999,
    "checkpoint broken off": 1499,
    "file cut": 1499,
    "byte altered": 997,
    "last commit torn": 3,
}


@pytest.mark.parametrize("part", cuts.PARTS)
def test_the_journal_cut_or_torn_anywhere_holds_what_was_acknowledged(tmp_path, tape, part):
    desk = cuts.Desk(tmp_path, tape)
    assert sum(1 for _ in cuts.PARTS[part](desk, STEPS[part])) > 10


def test_around_every_acknowledgement_the_log_is_cut_at_each_byte(tmp_path, tape):
    desk = cuts.Desk(tmp_path, tape)
    for size in {tape.logs[1] + each for each in range(-3, 4)} | {tape.logs[3] - 1, tape.logs[3]}:
        next(cuts.every_log_byte(desk, step=1, offset=size))


def test_each_byte_of_the_file_s_head_may_be_altered(tmp_path, tape):
    desk = cuts.Desk(tmp_path, tape)
    for place in range(cuts.HEAD):
        next(cuts.every_altered_byte(desk, offset=place))


def test_a_wrong_journal_is_found_out(tmp_path, tape):
    desk = cuts.Desk(tmp_path, tape)
    desk.lay(tape.main, tape.log)
    assert desk.open() == (5, None)
    from faults.evening import compare

    from table.recovery.rescue import open_journal

    with open_journal(desk.path) as journal:
        assert "acknowledged was (0, 3)" in compare(journal, tape.games, 0, 3)
        journal.append(1, "undo", {"count": 1})
        assert compare(journal, tape.games, 0, 6) is not None


def test_killed_at_random_moments_it_loses_nothing(tmp_path):
    command = [sys.executable, "-m", "faults.kills", str(tmp_path), "6", "short"]
    path = {"PYTHONPATH": f"{HERE}:{HERE.parents[1]}"}
    done = subprocess.run(command, env=os.environ | path, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    assert '"kills": 6' in done.stdout


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    if shim.COMPILER is None:
        pytest.skip("There is no C compiler, so no disk that fails or lies was tried: install gcc.")
    return shim.build(tmp_path_factory.mktemp("shim"))


@pytest.mark.parametrize("mode", ["failing", "dying"])
def test_every_so_many_calls_the_disk_fails_or_the_process_dies(tmp_path, library, mode):
    assert shim.run(library, tmp_path / "disk", mode, 41)


@pytest.mark.parametrize(("lies", "step"), [(None, 4), ("in order", 9), ("in any order", 9)])
def test_the_power_is_cut_between_any_two_calls(tmp_path, library, lies, step):
    shim.run(library, tmp_path / "disk", "recording", 1)
    figures = disk.replay(tmp_path, Path(f"{tmp_path / 'disk'}.calls"), 1, lies=lies, step=step)
    assert figures["states"] > 10


@pytest.mark.parametrize("part", rest.PARTS)
def test_after_it_the_sheet_equals_the_truth(tmp_path, part):
    try:
        assert rest.PARTS[part](tmp_path / "here")
    except small.CannotMount:
        pytest.skip("Only root can mount a small disk: a disk that is full or read-only was not tried.")


def test_a_camera_that_freezes_dies_or_gives_garbage_spoils_no_sheet():
    from soak.evening import suffer
    from soak.paper import TROUBLES, Camera, Eye, Table

    from table.host import Host
    from table.journal import Journal
    from table.watch import Watch

    camera, table = Camera(), Table()
    with Host(Journal(":memory:")).start() as host:
        watch = Watch(host, camera.open, Eye(table), retry=0.001)
        figures = suffer(host, watch, camera, table, games=1, players=3, every=2, rounds=3)
    assert set(TROUBLES) <= set(figures)
    assert figures["cards"] == 3 * (1 + 2 + 3) + 3


def test_an_evening_leaves_no_thread_and_no_descriptor_behind(tmp_path):
    from soak.run import Weight, soak

    *weights, figures = soak(tmp_path, 150, events_an_hour=25, hours=2, phones=2, players=3)
    assert all(isinstance(each, Weight) for each in weights)
    assert weights[1].threads <= weights[0].threads
    assert figures["phones"]["events"] and figures["frames"] >= 300
