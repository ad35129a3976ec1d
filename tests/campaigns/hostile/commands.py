"""The command line as people type it: within this process, or in one of its own with limits."""

import contextlib
import io
import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from familiar.cli import run

ROOT = Path(__file__).parents[3]
START = "from familiar.start import main; main()"
MEMORY = 3 * 2**30
TIME_S = 600
ENDED = (0, 1)
"""The statuses of a command that answers: done, or the input is wrong."""


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def lines(self):
        return self.err.splitlines()


def ask(*words):
    """Run a command here. What it raises is a traceback to whoever typed it."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(list(map(str, words)))
    return checked(Said(status, out.getvalue(), err.getvalue()), words)


def ask_apart(*words, home, **env):
    """Run a command in a process of its own, which may take so much memory and time."""
    command = [sys.executable, "-c", START, *map(str, words)]
    known = os.environ | {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(home), **env}
    done = subprocess.run(
        command, env=known, capture_output=True, timeout=TIME_S, stdin=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )  # fmt: skip
    said = Said(
        done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    )
    return checked(said, words)


def checked(said, words):
    """Hold what a command said to what a person can read. Raises AssertionError."""
    assert said.status in ENDED, f"{words}: status {said.status}: {said.err[-500:]}"
    assert bool(said.lines) or said.status == 0, f"{words}: status {said.status} without a word"
    for line in said.lines:
        assert "Traceback" not in line and "<class" not in line and len(line) < 2500, (
            f"{words}: {said.err[-800:]}"
        )
    return said
