"""Whatever opens a page takes the browser that is there: the one without windows, or a whole one."""

import os
import subprocess
import sys
from pathlib import Path

import chromium
import pytest

TESTS = Path(__file__).parent


@pytest.mark.parametrize(
    ("there", "taken"),
    [
        (["chromium-headless-shell", "chromium"], "chromium-headless-shell"),
        (["chromium-headless-shell"], "chromium-headless-shell"),
        (["chromium"], "chromium"),
        ([], None),
    ],
)
def test_the_browser_without_windows_is_taken_first(tmp_path, monkeypatch, there, taken):
    for name in there:
        (tmp_path / name).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.find() == (taken and str(tmp_path / taken))


@pytest.mark.parametrize("name", ["take.py", "draw_icons.py"])
def test_pictures_are_not_taken_without_a_browser_and_one_line_says_how_to_get_one(tmp_path, name):
    done = subprocess.run(
        [sys.executable, TESTS / "screenshots" / name],
        env={**os.environ, "PATH": str(tmp_path), "PYTHONPATH": str(TESTS.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, f"{chromium.MISSING}\n")


def test_nothing_else_looks_for_the_browser():
    others = [path for path in TESTS.rglob("*.py") if path not in (Path(__file__), Path(chromium.__file__))]
    looks = ("bin/chromium", 'which("chromium')
    assert [path.name for path in others if any(each in path.read_text() for each in looks)] == []
