"""Names of cameras, folders of pictures, video files, USB."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras import open_camera
from device.errors import CameraError, DeviceError
from device.pictures import natural


def frames(camera):
    """Read a source to its end."""
    found = []
    while (frame := camera.read(1.0)) is not None:
        found.append(frame)
    return found


def test_a_folder_gives_its_pictures_in_natural_order(tmp_path, picture):
    for name, value in [("10.png", 30), ("2.png", 20), ("1.png", 10)]:
        picture(tmp_path / name, value)
    with open_camera(str(tmp_path)) as camera:
        found = frames(camera)
    assert [frame.image[0, 0, 0] for frame in found] == [10, 20, 30]
    assert [frame.number for frame in found] == [1, 2, 3]
    assert [frame.time for frame in found] == sorted(frame.time for frame in found)


def test_names_without_digits_and_with_leading_zeros_sort_too():
    names = ["b.jpg", "a10.jpg", "a2.jpg", "007.jpg", "7a.jpg", "10.jpg"]
    assert sorted(names, key=natural) == ["007.jpg", "7a.jpg", "10.jpg", "a2.jpg", "a10.jpg", "b.jpg"]


def test_pictures_of_other_sizes_are_passed_on_as_they_are(tmp_path, picture):
    picture(tmp_path / "1.png", size=(40, 36))
    picture(tmp_path / "2.jpg", size=(64, 48))
    with open_camera(str(tmp_path), (2304, 1296)) as camera:
        assert [frame.image.shape for frame in frames(camera)] == [(36, 40, 3), (48, 64, 3)]


def test_other_files_in_the_folder_are_passed_over(tmp_path, picture):
    picture(tmp_path / "1.png", 7)
    (tmp_path / "notes.txt").write_text("seven of hearts")
    (tmp_path / ".2.png").write_text("half written")
    with open_camera(str(tmp_path)) as camera:
        assert len(frames(camera)) == 1


def test_one_picture_alone_is_a_camera_of_one_frame(tmp_path, picture):
    with open_camera(str(picture(tmp_path / "one.png", 5))) as camera:
        assert len(frames(camera)) == 1


def test_a_grey_picture_becomes_three_channels(tmp_path):
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((40, 40), np.uint8))
    with open_camera(str(tmp_path)) as camera:
        assert camera.read(1.0).image.shape == (40, 40, 3)


@pytest.mark.parametrize("content", [b"", b"no picture at all", b"\xff\xd8\xff\xe0 a JPEG's beginning only"])
def test_a_file_that_is_no_picture_is_one_clear_sentence_and_the_next_one_still_comes(
    tmp_path, picture, content, capfd
):
    (tmp_path / "1.jpg").write_bytes(content)
    picture(tmp_path / "2.jpg")
    with open_camera(str(tmp_path)) as camera:
        with pytest.raises(CameraError) as error:
            camera.read(1.0)
        assert "1.jpg" in str(error.value) and "\n" not in str(error.value)
        assert camera.read(1.0).number == 2
        assert camera.read(1.0) is None
    assert capfd.readouterr() == ("", "")


def test_a_folder_without_pictures_is_one_clear_sentence(tmp_path):
    with pytest.raises(CameraError, match="no pictures"):
        open_camera(str(tmp_path))


def test_a_folder_closed_twice_is_at_its_end(tmp_path, picture):
    picture(tmp_path / "1.png")
    camera = open_camera(str(tmp_path))
    camera.close()
    camera.close()
    assert camera.read(1.0) is None


def test_a_video_gives_its_frames(tmp_path):
    path = tmp_path / "evening.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for value in (20, 120, 220):
        writer.write(np.full((48, 64, 3), value, np.uint8))
    writer.release()
    with open_camera(str(path)) as camera:
        found = frames(camera)
    assert [round(float(frame.image.mean()) / 100) for frame in found] == [0, 1, 2]
    assert [frame.number for frame in found] == [1, 2, 3]
    camera.close()


@pytest.mark.parametrize("content", [b"", b"hello" * 500])
def test_a_file_that_is_no_video_is_one_clear_sentence(tmp_path, content, capfd):
    (tmp_path / "evening.mp4").write_bytes(content)
    with pytest.raises(CameraError, match=r"evening\.mp4: no picture, and no video"):
        open_camera(str(tmp_path / "evening.mp4"))
    assert capfd.readouterr() == ("", "")


def test_a_missing_usb_camera_is_one_clear_sentence(capfd):
    with pytest.raises(CameraError, match="there is no camera usb:97: plug it in"):
        open_camera("usb:97")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("spec", "near"),
    [
        ("picamra", "'picamera'"),
        ("simulatd", "'simulated'"),
        ("usb", "usb:0"),
        ("usb:one", "usb:0"),
        ("", ""),
    ],
)
def test_an_unknown_camera_names_the_kinds_and_the_nearest(spec, near):
    with pytest.raises(CameraError) as error:
        open_camera(spec)
    assert near in str(error.value) and "usb:N" in str(error.value) and "\n" not in str(error.value)


def test_none_is_offered_to_whoever_can_do_without():
    with pytest.raises(CameraError, match=r"simulated, none, an existing .*; did you mean 'none'\?"):
        open_camera("none ", or_none=True)
    with pytest.raises(CameraError) as error:
        open_camera("nosuch")
    assert "none" not in str(error.value)


def test_where_there_is_to_be_no_camera_none_is_opened():
    with pytest.raises(CameraError, match='the camera is "none", and this needs one: give --camera'):
        open_camera("none")


def test_a_misspelt_path_names_the_one_that_exists(tmp_path):
    (tmp_path / "evening.mp4").touch()
    with pytest.raises(CameraError, match=r"did you mean '.*evening\.mp4'"):
        open_camera(str(tmp_path / "evenning.mp4"))


@pytest.mark.parametrize("name", ["film.mp4", "nothing/film.mp4"])
def test_a_path_that_this_user_may_not_look_at_is_a_refusal_like_any_other(tmp_path, monkeypatch, name):
    """As the home of another is to the service: the table waits for it, and tells why."""

    def refuse(self, *_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "is_file" if "/" in name else "is_dir", refuse)
    with pytest.raises(CameraError, match=r"film.mp4: cannot be opened \(Permission denied\); give a file"):
        open_camera(str(tmp_path / name))


def test_every_refusal_of_a_device_has_one_root():
    with pytest.raises(DeviceError):
        open_camera("/nowhere/at/all")


def test_opening_no_camera_imports_neither_picamera2_nor_lgpio():
    code = (
        "import sys, device.camera, device.pictures, device.video, device.picam, device.gpio as g;"
        "g.open_panel('mock').close();"
        "print([m for m in ('picamera2', 'libcamera', 'lgpio') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
