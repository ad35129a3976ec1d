"""A run says what it did not test for want of something: nobody takes it for a run that tested all."""

import os
import re
import subprocess
import sys
from pathlib import Path

from patience import PATIENCE_S
from untested import line

ROOT = Path(__file__).parent.parent
AWAY = """
import shutil
from pathlib import Path

GONE = {"chromium", "chromium-headless-shell", "mosquitto"}
which, exists = shutil.which, Path.exists
shutil.which = lambda name, *more, **known: None if name in GONE else which(name, *more, **known)
Path.exists = lambda self, **known: self.name not in GONE and exists(self, **known)
"""


def test_without_browser_and_broker_one_line_says_so_and_how_to_get_them(tmp_path):
    (tmp_path / "away.py").write_text(AWAY)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "away", "-p", "no:cacheprovider"),
            *("tests/web/test_axe.py", "tests/club/test_publisher.py"),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    said = [each for each in done.stdout.splitlines() if each.startswith("NOT TESTED")]
    assert len(said) == 1
    assert re.search(r"\b[1-9]\d* for want of Chromium \(sudo apt install chromium\)", said[0])
    assert re.search(r"\b[1-9]\d* for want of Mosquitto \(sudo apt install mosquitto\)", said[0])


def test_what_was_skipped_is_counted_by_what_was_missing():
    assert line([]) is None
    said = line(
        [
            "Skipped: Chromium is not installed: sudo apt install chromium",
            "this machine has no IPv6",
            "Skipped: Chromium is not installed: sudo apt install chromium",
        ]
    )
    assert said == (
        "NOT TESTED: 2 for want of Chromium (sudo apt install chromium), "
        "1 for other reasons (pytest -rs names them)"
    )
