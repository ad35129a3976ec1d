"""`familiar watch` says what lies there whenever that changes: a contract that programs read."""

import json
import subprocess
import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.camera import Frame, LiveCamera
from device.health import BLACK
from familiar.cli import run
from familiar.watch.pictures import Timed, timed
from familiar.watch.run import changes
from simulation import gestures
from simulation.devices import SimulatedCamera
from simulation.table import SimulatedTable
from table.eye.exposed import EVERY, OVEREXPOSED
from vision.types import Reading, Seen, Sight

LAID = (("9H", 0), ("2S", 1))
REST = 5
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
TEN = Reading("10H", 0.9981, False, (("9H", 0.0012),), CORNERS)
SEVEN = Reading("7S", 0.71, True, (("7C", 0.2),), CORNERS)


@pytest.fixture(scope="module")
def pictures():
    """Two cards laid by hands, each left alone for a while: uint8 pictures, ten a second."""
    table = SimulatedTable(2, 4, "us")
    camera = SimulatedCamera(table)
    found = [camera.read(1.0).image for _ in range(REST)]
    for card, seat in LAID:
        steps = gestures.lay(table, card, seat)
        camera.post(steps)
        found += [camera.read(1.0).image for _ in range(len(steps) + REST)]
    return found


@pytest.fixture(scope="module")
def folder(pictures, tmp_path_factory):
    made = tmp_path_factory.mktemp("pictures")
    for number, image in enumerate(pictures):
        cv2.imwrite(str(made / f"{number}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return made


@pytest.fixture(scope="module")
def video(pictures, tmp_path_factory):
    """The same as a video of thirty frames a second: each picture three times."""
    path = tmp_path_factory.mktemp("video") / "table.avi"
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (width, height))
    for image in pictures:
        for _ in range(3):
            writer.write(image)
    writer.release()
    return path


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_a_folder_is_told_change_by_change_as_the_contract_says(folder):
    call = "import sys; from familiar.cli import main; sys.argv[0] = 'familiar'; main()"
    done = subprocess.run(
        [sys.executable, "-c", call, "watch", str(folder), "--json"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    told = lines(done.stdout)
    assert told[0]["lying"] == [] and told[0]["trouble"] is None
    assert all(list(line) == ["picture", "time", "lying", "trouble"] for line in told)
    assert [line["time"] for line in told] == [pytest.approx(line["picture"] / 10) for line in told]
    assert [line["picture"] for line in told] == sorted({line["picture"] for line in told})
    last = told[-1]["lying"]
    assert [set(card) for card in last] == [
        {"id", "card", "confidence", "state", "alternatives", "corners"}
    ] * len(LAID)
    assert [card["card"] for card in last] == [card for card, _ in LAID]
    assert [card["id"] for card in last] == sorted(card["id"] for card in last)
    assert all(card["state"] in ("sure", "marked", "asks") and len(card["corners"]) == 4 for card in last)
    # Each card is there only after it was laid.
    first = next(line for line in told if line["lying"])
    assert REST < first["picture"] <= 2 * REST + 2 and len(first["lying"]) == 1


def test_the_pace_of_a_folder_only_tells_the_time(folder, capsys):
    assert run(["watch", str(folder), "--json", "--pace", "0.5"]) == 0
    told = lines(capsys.readouterr().out)
    assert [line["time"] for line in told] == [pytest.approx(line["picture"] / 2) for line in told]
    assert len(told[-1]["lying"]) == len(LAID)


def test_a_video_is_looked_at_ten_times_a_second_of_its_own_time(video, capsys):
    assert run(["watch", str(video), "--json"]) == 0
    told = lines(capsys.readouterr().out)
    assert [line["time"] for line in told] == [pytest.approx(line["picture"] / 30, abs=1e-3) for line in told]
    assert [card["card"] for card in told[-1]["lying"]] == [card for card, _ in LAID]


def test_of_a_video_the_frames_between_are_passed_over(video):
    from device.video import VideoFile

    with VideoFile(video) as camera:
        assert camera.fps == 30
        seen = [each.frame.number for each in timed(camera, 0.1, print)]
    with VideoFile(video) as camera:
        every = [each.frame.number for each in timed(camera, 0.0, print)]
    assert seen == [1, *range(3, len(every) + 1, 3)]
    assert every == list(range(1, len(every) + 1))


def test_without_json_a_line_is_for_people(folder, capsys):
    assert run(["watch", str(folder)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "0.1 s: nothing"
    assert "9H" in said[-1] and "2S" in said[-1]


def test_an_overexposed_table_is_said_beside_what_lies_there(tmp_path, capsys):
    for number in range(2 * EVERY // 100):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((90, 160, 3), 255, np.uint8))
    assert run(["watch", str(tmp_path), "--json"]) == 0
    told = capsys.readouterr()
    assert told.err.strip() == OVEREXPOSED and lines(told.out)[-1]["trouble"] is None


def test_a_broken_picture_is_said_and_the_others_are_looked_at(folder, tmp_path, capsys):
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "3.jpg").write_bytes(b"no picture")
    assert run(["watch", str(tmp_path), "--json"]) == 1
    told = capsys.readouterr()
    assert "3.jpg" in told.err and len(told.err.splitlines()) == 1
    assert len(lines(told.out)[-1]["lying"]) == len(LAID)


def test_a_picture_too_slim_for_a_table_is_said_and_the_others_are_looked_at(folder, tmp_path, capsys):
    for path in sorted(folder.iterdir()):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    cv2.imwrite(str(tmp_path / "3.jpg"), np.full((3, 9000, 3), 120, np.uint8))
    assert run(["watch", str(tmp_path), "--json"]) == 1
    told = capsys.readouterr()
    assert "3.jpg: 9000 x 3 pixels cannot show a table" in told.err and len(told.err.splitlines()) == 1
    assert len(lines(told.out)[-1]["lying"]) == len(LAID)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["no-such-folder"], 1, "unknown camera"),
        (["simulated", "--deck", "uz"], 1, "does not lie on the simulated table"),
        (["FOLDER", "--deck", "uz"], 1, "did you mean 'us'"),
        (["FOLDER", "--pace", "-1"], 2, "--pace"),
        (["FOLDER", "--pace", "nan"], 2, "'nan' is no number"),
        ([], 2, "SOURCE"),
    ],
)
def test_what_cannot_be_watched_is_one_line_and_a_status(words, status, said, folder, capsys):
    assert run(["watch", *(str(folder) if word == "FOLDER" else word for word in words)]) == status
    error = capsys.readouterr().err
    assert said in error and len(error.splitlines()) == 1


class Told:
    """An eye that says what it is told to."""

    def __init__(self, sights):
        self._sights = iter(sights)

    def look(self, frame, seen=()):
        return next(self._sights)


def shown(sights, unfit=()):
    image = np.zeros((4, 4, 3), np.uint8)
    frames = [
        (Timed(Frame(image, number, 0.0), number / 10), BLACK if number in unfit else None)
        for number in range(1, len(sights) + len(unfit) + 1)
    ]
    return list(changes(Told(sights), iter(frames), lambda picture, sight: (picture.frame.number, sight)))


def test_what_was_told_is_not_told_again():
    one = Sight((Seen(1, TEN),))
    assert shown([Sight(), None, one, Sight((Seen(1, TEN),)), None]) == [(1, Sight()), (3, one)]


def test_an_eye_that_judges_by_time_is_told_when_each_picture_was_taken_in_its_source():
    class Clocked(Told):
        times = ()

        def hurries(self):
            return False

        def taken(self, seconds):
            self.times = (*self.times, seconds)

    eye = Clocked([Sight(), None])
    image = np.zeros((4, 4, 3), np.uint8)
    pictures = [(Timed(Frame(image, n, 50.0), n / 8), BLACK if n == 2 else None) for n in (1, 2, 3)]
    list(changes(eye, iter(pictures), lambda picture, sight: ""))
    # What it does not look at takes nothing of the time until it looks again.
    assert eye.times == (0.125, 0.375)


def test_a_reading_that_becomes_likely_is_told():
    one, other = Sight((Seen(1, SEVEN),)), Sight((Seen(1, replace(SEVEN, likely=True)),))
    assert [seen.lying[0].reading.state for _, seen in shown([one, other])] == ["asks", "marked"]


def test_what_the_eye_cannot_trust_is_told_with_what_lay_there():
    one, dark = Sight((Seen(1, TEN),)), Sight((Seen(1, TEN),), "too dark")
    assert shown([one, dark, one]) == [(1, one), (2, dark), (3, one)]


def test_pictures_of_no_table_are_told_while_they_last():
    one = Sight((Seen(1, TEN),))
    assert shown([one, None], unfit=(2, 3)) == [(1, one), (2, replace(one, trouble=BLACK)), (4, one)]


def test_pictures_that_never_rest_end_with_a_line_that_says_so():
    ((number, sight),) = shown([None, None, None])
    assert (number, sight.lying) == (3, ()) and "at rest" in sight.trouble


def test_a_real_camera_is_waited_for():
    class Live(LiveCamera):
        def __init__(self):
            self.now, self.number = 100.0, 0

        def read(self, timeout, since=None):
            self.number += 1
            self.now += 0.02
            return Frame(np.zeros((4, 4, 3), np.uint8), self.number, self.now) if self.number < 5 else None

        def wait(self, seconds):
            self.now += seconds

    camera = Live()
    found = list(timed(camera, 0.25, print, clock=lambda: camera.now, sleep=camera.wait))
    assert [round(each.time, 2) for each in found] == [0.0, 0.25 + 0.02, 0.5 + 0.02, 0.75 + 0.02]
