"""The unit, as systemd itself reads it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from familiar.cli import commands

UNIT = Path(__file__).parent.parent / "systemd" / "familiar.service"


def start_line() -> list[str]:
    line = next(line for line in UNIT.read_text().splitlines() if line.startswith("ExecStart="))
    return line.removeprefix("ExecStart=").split()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_has_nothing_to_say_against_the_unit(tmp_path):
    # The program and its user are not installed here; an unknown key is a warning with exit status 0.
    text = UNIT.read_text().replace(start_line()[0], "/bin/true").replace("User=familiar", "User=root")
    copy = tmp_path / UNIT.name
    copy.write_text(text)
    said = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")


def test_the_unit_calls_the_program_with_options_that_it_has():
    program, command, *options = start_line()
    known = {name for option in commands.commands[command].params for name in option.opts}
    assert program.endswith("/familiar") and set(options[::2]) <= known
