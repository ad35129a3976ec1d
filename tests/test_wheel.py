"""The wheel holds the whole product: every module of it is imported from there, and no file is missing."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = sorted(each.parent.name for each in ROOT.glob("*/__init__.py"))
BESIDE_CODE = (".pyc", ".onnx.tmp")
NEEDS_AN_EXTRA = ("models.training.", "kit.")
"""Training and the printed kit stand on packages that a table does without (pyproject's train and kit)."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel from a copy, for setuptools takes in whatever an older build left in the tree."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for room in ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", out, source], check=True, capture_output=True, text=True)
    (file,) = out.glob("*.whl")
    return file


def test_every_file_of_every_room_is_in_it(wheel):
    files = (each for room in ROOMS for each in (ROOT / room).rglob("*") if each.is_file())
    ours = {str(each.relative_to(ROOT)) for each in files if not each.name.endswith(BESIDE_CODE)}
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == {name for name in ours if "__pycache__" not in name}


def test_everything_is_imported_from_it(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    modules = sorted(
        ".".join(each.relative_to(tmp_path).with_suffix("").parts).removesuffix(".__init__")
        for each in tmp_path.rglob("*.py")
    )
    wanted = [name for name in modules if not name.startswith(NEEDS_AN_EXTRA)]
    assert {"games.probe", "familiar.cli", "familiar.play.run"} <= set(wanted)
    # -S keeps the editable install of this very tree out of the way; the dependencies come by their path.
    code = (
        "import importlib, sys\n"
        f"sys.path[1:1] = [{str(tmp_path)!r}, *{[each for each in sys.path if 'site-packages' in each]!r}]\n"
        f"for name in {wanted!r}:\n"
        "    module = importlib.import_module(name)\n"
        f"    assert module.__file__.startswith({str(tmp_path)!r}), module.__file__\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
