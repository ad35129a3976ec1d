"""A table is calibrated by page, without one, and from pictures; what is amiss is said, nothing is lost."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.camera import Frame, LiveCamera, Settings
from device.errors import BrokenPicture, CameraError
from device.pictures import PictureFolder
from familiar import cli
from familiar.calibrate import run as calibrate
from familiar.calibrate.eye import AFTER_LOCK, BUSY, KEPT, PATIENCE, Lasting, Lockable, SurveyingEye
from familiar.calibrate.run import GIVEN_UP
from familiar.calibrated import known_table
from familiar.configured import settings
from familiar.doctor import machine
from kit.mat_picture import mat_picture
from simulation.devices import SimulatedCamera
from simulation.table import SimulatedTable
from table.eye.calibration import FILE, CalibrationError, load
from table.guides.calibrating import Failed, Phase, Press, Setting, Surveyed, Taken, Tapped, step
from table.guides.leading import Pressed
from vision.calibrate.mat import MAT_SIZE
from vision.interval import LONGEST_MS, USUAL_MS

SIZE = (1280, 720)
LOCKED = Settings(10_000, 2.0, (1.5, 1.6), 1.33)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "familiar"


@pytest.fixture
def config():
    config = settings(None, "simulated", None, None)
    camera, web = replace(config.camera, pace=0.0), replace(config.web, host="127.0.0.1", port=None)
    return replace(config, camera=camera, web=web)


@pytest.fixture(scope="module")
def table():
    table = SimulatedTable(3, 4, "us", SIZE)
    table.spread(mat_picture(2), MAT_SIZE)
    return table


@pytest.fixture(scope="module")
def picture(table):
    return table.render()


@pytest.fixture
def said():
    return []


def test_the_page_leads_to_a_calibration_that_is_kept(folder, config, table, said):
    def person(owner):
        def follow(setting):
            if setting.phase is Phase.AIM and setting.survey is not None and setting.outline is None:
                owner.post(Tapped(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))))
            elif setting.phase is Phase.AIM and setting.outline is not None:
                owner.post(Pressed(Press.TAKE, setting.number))
            elif setting.phase is Phase.SAVED:
                owner.post(Pressed(Press.FINISH, setting.number))

        owner.listeners.append(follow)

    assert calibrate.run(config, said.append, table=table, ready=person) == 0
    kept = load(folder / "simulated")
    assert (kept.camera, kept.marked, kept.size) == ("simulated", "hand", SIZE)
    assert sorted(kept.markers) == [0, 1, 2, 3] and kept.table[0] == pytest.approx((128, 72), abs=0.1)
    assert "kept in" in said[-1]


def test_without_a_page_the_mat_is_the_table_and_every_finding_is_printed(folder, config, table, said):
    status = calibrate.run_here(config, (), said.append, table=table)
    assert status in (0, 1) and load(folder / "simulated").marked == "mat"
    assert any(line.startswith("  ok      mat: ") for line in said)
    calibrate.run_here(config, ((0.2, 0.2), (0.8, 0.2), (0.5, 0.9)), said.append, table=table)
    assert load(folder / "simulated").marked == "hand" and len(load(folder / "simulated").table) == 3


def test_pictures_alone_calibrate_the_configured_camera(folder, tmp_path, picture, capsys):
    for number in (1, 2):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    command = [
        "calibrate",
        "--camera",
        "usb:0",
        "--from",
        str(tmp_path / "1.png"),
        "--from",
        str(tmp_path / "2.png"),
    ]
    status = cli.run(command)
    out = capsys.readouterr().out
    assert status in (0, 1) and "height: A millimetre of the mat" in out
    kept = load(folder)
    assert (kept.camera, kept.marked, kept.settings) == ("usb:0", "mat", None)
    assert known_table(settings(None, "usb:0", None, None))[0] == kept


@pytest.mark.parametrize(
    ("arguments", "status", "reason"),
    [
        (["--corner", "0,0"], 2, "--corner needs"),
        (["--here", "--corner", "1"], 2, "is no corner"),
        (["--here", "--corner", "1,2"], 2, "lies outside the picture"),
        (["--from", "nowhere.jpg", "--here"], 2, "leave out --here"),
        (["--here", "--port", "9"], 2, "leave out --port"),
        (["--from", "nowhere.jpg"], 1, "nowhere.jpg: cannot be read"),
        (["--camera", "webcam", "--here"], 1, "unknown camera"),
        (["--camera", "webcam"], 1, "unknown camera"),
    ],
)
def test_what_cannot_be_asked_for_is_said_in_one_line(capsys, arguments, status, reason):
    assert cli.run(["calibrate", *arguments]) == status
    said = capsys.readouterr().err
    assert reason in said and said.count("\n") == 1


def test_pictures_of_two_cameras_and_corners_without_a_table_are_refused(tmp_path, picture, capsys):
    cv2.imwrite(str(tmp_path / "1.png"), picture)
    cv2.imwrite(str(tmp_path / "2.png"), picture[:300])
    assert cli.run(["calibrate", "--from", str(tmp_path / "1.png"), "--from", str(tmp_path / "2.png")]) == 1
    assert "has another size" in capsys.readouterr().err
    assert (
        cli.run(["calibrate", "--from", str(tmp_path / "1.png"), "--corner", "0,0", "--corner", "1,1"]) == 1
    )
    assert "enclose no table" in capsys.readouterr().err


@pytest.mark.parametrize("size", [(1, 1), (9000, 3)])
def test_a_picture_that_can_show_no_table_leaves_the_calibration_as_it_was(
    folder, tmp_path, picture, capsys, size
):
    cv2.imwrite(str(tmp_path / "good.png"), picture)
    cli.run(["calibrate", "--from", str(tmp_path / "good.png")])
    before = (folder / FILE).read_bytes()
    cv2.imwrite(str(tmp_path / "odd.png"), np.full((size[1], size[0], 3), 120, np.uint8))
    capsys.readouterr()
    assert cli.run(["calibrate", "--from", str(tmp_path / "odd.png")]) == 1
    said = capsys.readouterr().err
    assert f"odd.png: {size[0]} x {size[1]} pixels cannot show a table" in said and said.count("\n") == 1
    assert (folder / FILE).read_bytes() == before


def test_a_picture_too_dark_is_kept_but_the_exit_status_tells(tmp_path, capsys, folder):
    cv2.imwrite(str(tmp_path / "dark.png"), np.full((360, 640, 3), 12, np.uint8))
    assert cli.run(["calibrate", "--from", str(tmp_path / "dark.png")]) == 1
    assert "FAILURE light: Too dark" in capsys.readouterr().out and load(folder).marked == "whole"


def test_a_calibration_that_is_damaged_or_of_another_camera_is_said_and_not_used(folder, tmp_path, picture):
    cv2.imwrite(str(tmp_path / "1.png"), picture)
    wanted = settings(None, "usb:0", None, None)
    assert known_table(wanted) == (None, None)
    calibrate.run_from([tmp_path / "1.png"], wanted, (), lambda line: None)
    assert known_table(settings(None, "simulated", None, None)) == (None, None)
    other, reason = known_table(settings(None, "usb:1", None, None))
    assert other is None and "with the camera usb:0, this is usb:1" in reason
    (folder / FILE).write_text(json.dumps({"calibration": "familiar/1"}))
    broken, reason = known_table(wanted)
    assert broken is None and "familiar calibrate" in reason and str(folder) in reason


class Desk:
    """Hold a setting, and keep what was posted."""

    def __init__(self, *events):
        self.events, self.snapshot = [], Setting()
        for event in events:
            self.snapshot = step(self.snapshot, event)

    def post(self, event):
        self.events.append(event)
        self.snapshot = step(self.snapshot, event)


class Live(LiveCamera):
    """Tells how often it was opened and locked."""

    opened = locked = closed = 0

    def __init__(self):
        Live.opened += 1

    def read(self, timeout, since=None):
        return Frame(np.full((90, 160, 3), 120, np.uint8), 1, 0.0)

    def lock(self):
        Live.locked += 1
        return LOCKED

    def close(self):
        Live.closed += 1


@pytest.fixture(autouse=True)
def fresh():
    Live.opened = Live.locked = Live.closed = 0


def test_the_camera_is_locked_for_the_picture_and_given_back_for_another_try():
    desk, camera = Desk(), Lockable(Live)
    eye = SurveyingEye(desk, "picamera", lock=camera.lock, unlock=camera.unlock, now=lambda: "today")
    eye.look(camera.read(1).image)
    assert isinstance(desk.events[-1], Surveyed)
    desk.post(Press.TAKE)
    for _ in range(AFTER_LOCK + KEPT):
        eye.look(camera.read(1).image)
    taken = desk.events[-1]
    assert isinstance(taken, Taken) and taken.calibration.settings == LOCKED
    assert (taken.calibration.made, Live.locked, Live.opened) == ("today", 1, 1)
    desk.post(Press.AGAIN)
    eye.look(camera.read(1).image)
    camera.read(1)
    assert (Live.opened, Live.closed) == (2, 1)


def test_a_camera_that_can_be_locked_is_told_since_when_a_frame_may_have_been_begun():
    told = []

    class Noting(Live):
        def read(self, timeout, since=None):
            told.append(since)
            return super().read(timeout, since)

    camera = Lockable(Noting)
    camera.read(1)
    camera.read(1, since=4.0)
    assert told == [None, 4.0]


def test_a_camera_that_failed_and_was_closed_is_opened_anew():
    camera = Lockable(Live)
    camera.close()
    camera.close()
    assert camera.read(1).number == 1 and (Live.opened, Live.closed) == (2, 1)


def test_a_camera_that_cannot_be_locked_says_so_and_lets_try_again():
    def lock():
        raise CameraError("no such control")

    desk = Desk()
    eye = SurveyingEye(desk, "usb:0", lock=lock)
    frame = np.full((90, 160, 3), 120, np.uint8)
    eye.look(frame)
    desk.post(Press.TAKE)
    eye.look(frame)
    assert "cannot be locked: no such control" in desk.snapshot.refused


def test_a_table_that_does_not_come_to_rest_ends_the_try():
    desk, rng = Desk(), np.random.default_rng(1)
    eye = SurveyingEye(desk, "usb:0")
    busy = [rng.integers(0, 255, (90, 160, 3), np.uint8) for _ in range(2)]
    eye.look(busy[0])
    desk.post(Press.TAKE)
    for number in range(PATIENCE // USUAL_MS + 1):
        eye.look(busy[number % 2])
    assert desk.events[-1] == Failed(BUSY) and desk.snapshot.phase is Phase.AIM


@pytest.mark.parametrize("pace", [3, 15])
def test_a_restless_table_is_given_up_after_as_long_however_many_pictures_there_are(pace):
    desk, rng = Desk(), np.random.default_rng(1)
    # Locking takes its time, which nobody waits for.
    eye, now = SurveyingEye(desk, "usb:0"), 0.0
    busy = [rng.integers(0, 255, (90, 160, 3), np.uint8) for _ in range(2)]
    eye.taken(now)
    eye.look(busy[0])
    desk.post(Press.TAKE)
    eye.taken(now := now + 1 / pace)
    eye.look(busy[1])
    begun = now = now + 4.0
    while desk.snapshot.phase is Phase.TAKING:
        eye.taken(now)
        eye.look(busy[round(now * pace) % 2])
        now += 1 / pace
    assert desk.events[-1] == Failed(BUSY)
    assert abs(1000 * (now - begun) - PATIENCE) <= 1000 / pace + LONGEST_MS


@pytest.mark.parametrize("pace", [3, 15])
def test_the_terminal_waits_as_long_for_a_table_however_many_pictures_there_are(
    config, said, monkeypatch, pace
):
    rng, read = np.random.default_rng(1), []

    class Restless(Live):
        def read(self, timeout, since=None):
            read.append(len(read) / pace)
            return Frame(rng.integers(0, 255, (90, 160, 3), np.uint8), len(read), read[-1])

    monkeypatch.setattr(calibrate, "_camera", lambda config, table: Lockable(Restless))
    monkeypatch.setattr(SurveyingEye, "look", lambda *_: None)
    with pytest.raises(CalibrationError, match="does not come to rest"):
        calibrate.run_here(config, (), said.append)
    assert abs(1000 * read[-1] - GIVEN_UP) <= 1000 / pace + LONGEST_MS


def test_a_damaged_picture_of_a_camera_is_passed_over_without_a_page_as_with_one(
    folder, config, table, said, monkeypatch
):
    class Stumbling(SimulatedCamera):
        damaged = iter([True, False, False, True])

        def read(self, timeout):
            if next(self.damaged, False):
                raise BrokenPicture("the camera usb:0 gave a damaged picture: check its cable")
            return super().read(timeout)

    with Stumbling(table, 0.0) as camera:
        monkeypatch.setattr(calibrate, "_camera", lambda *_: camera)
        assert calibrate.run_here(config, (), said.append) == 0
    assert (folder / "simulated" / FILE).exists() and sum("damaged picture" in line for line in said) == 2


def test_a_picture_that_cannot_be_read_is_no_end_of_recorded_ones(tmp_path, picture):
    (tmp_path / "1.png").write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "2.png"), picture)
    with Lasting(PictureFolder(tmp_path)) as camera:
        with pytest.raises(BrokenPicture):
            camera.read(1)
        assert camera.read(1).image.shape == picture.shape


def test_the_last_of_recorded_pictures_stays():
    class Source:
        frames = [Frame(np.zeros((9, 16, 3), np.uint8), 1, 0.0), None, None]

        def read(self, timeout):
            return self.frames.pop(0)

        def close(self):
            pass

    with Lasting(Source()) as camera:
        assert {camera.read(1).number for _ in range(20)} == {1}


@pytest.mark.parametrize(("host", "asked"), [("0.0.0.0", "127.0.0.1"), ("192.0.2.7", "192.0.2.7")])
def test_a_camera_that_the_game_has_is_left_to_it(tmp_path, monkeypatch, capsys, host, asked):
    """A game that listens at one address is asked there."""
    monkeypatch.setattr(machine, "answers", lambda port, host="127.0.0.1": host == asked)
    file = tmp_path / "familiar.toml"
    file.write_text(f'[web]\nhost = "{host}"\n')
    assert cli.run(["calibrate", "--camera", "usb:0", "--config", str(file)]) == 1
    assert "systemctl stop familiar" in capsys.readouterr().err
