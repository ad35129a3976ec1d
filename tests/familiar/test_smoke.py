"""The trial of an installation: it passes here, and says what is broken and what to do."""

import sys

import pytest

from familiar import cli, smoke
from familiar.invite.run import addresses

HERE = smoke.NEEDED


def test_an_installation_that_holds_together_passes():
    assert smoke.problems(HERE, system=()) == []


def test_numpy_of_another_binary_interface_is_named_with_its_remedy(tmp_path, monkeypatch):
    (tmp_path / "simplejpeg.py").write_text("raise ValueError('numpy.dtype size changed')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "simplejpeg", raising=False)
    (problem,) = smoke.problems(("simplejpeg",), system=())
    assert "numpy.dtype size changed" in problem and "install Familiar again" in problem


@pytest.mark.parametrize("name", ["flask", "waitress", "segno", "babel", "gpiozero", "sqlite3"])
def test_what_is_not_compiled_is_missed_as_well(tmp_path, monkeypatch, name):
    (tmp_path / f"{name}.py").write_text("raise ImportError('it is gone')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(smoke, "FROM_THE_SYSTEM", ())
    assert f"{name} cannot be loaded (it is gone): " in "".join(smoke.problems(system=()))


def test_the_system_s_camera_library_is_tried_only_where_it_is(tmp_path, monkeypatch):
    assert smoke.problems(HERE, system=("no_such_camera",)) == []
    (tmp_path / "picamera2.py").write_text("raise OSError('libcamera.so.0.5: cannot open')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    (problem,) = smoke.problems(HERE, system=("picamera2",))
    assert "sudo apt install --reinstall python3-picamera2" in problem


def test_what_only_a_pi_s_camera_needs_is_missed_only_where_that_is(monkeypatch):
    there = {"picamera2": False, "libcamera": False, "simplejpeg": False}
    monkeypatch.setattr(smoke, "find_spec", lambda name: there.get(name, True) or None)
    assert smoke.wanted() == HERE
    there["picamera2"] = True
    assert smoke.wanted() == (*HERE, "simplejpeg")


def test_a_network_that_was_altered_is_found(monkeypatch):
    from vision.errors import VisionError

    def altered(deck):
        raise VisionError(said)

    said = "reader.onnx is not the file that was shipped: install Familiar again"

    monkeypatch.setattr("familiar.eyes.open_eye", altered)
    assert smoke.problems(HERE, system=()) == [said]


def test_its_exit_status_says_whether_anything_is_broken(monkeypatch, capsys):
    monkeypatch.setattr(smoke, "problems", lambda: ["cv2 cannot be loaded: install Familiar again"])
    assert smoke.main() == 1 and capsys.readouterr().err == "cv2 cannot be loaded: install Familiar again\n"
    monkeypatch.setattr(smoke, "problems", list)
    assert smoke.main() == 0


@pytest.mark.parametrize("config", ["", "[web]\nport = 8123\n"])
def test_the_address_is_said_with_a_code(config, tmp_path, capsys):
    file = tmp_path / "familiar.toml"
    file.write_text(config)
    assert cli.run(["address", "--config", str(file)]) == 0
    said = capsys.readouterr().out
    assert "█" in said and (":8123/board" if config else ":8000/board") in said


def test_the_name_in_the_network_is_said_too():
    assert "http://den.local:8000/" in addresses(8000, own="10.0.0.7", name="den")
