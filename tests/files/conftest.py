"""The program as its users call it, in a process of its own."""

import os
import subprocess
import sys

import pytest

PROGRAM = "import sys; sys.argv[0] = 'familiar'; from familiar.start import main; main()"
END_S = 120


@pytest.fixture
def familiar(tmp_path):
    """Call the program in a folder of its own; a call that waits for ever fails."""

    def call(*arguments, before="", check=None, **environ):
        home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
        done = subprocess.run(
            [sys.executable, "-c", f"{before}\n{PROGRAM}", *map(str, arguments)],
            env={**os.environ, **home, "PYTHONPATH": os.getcwd(), **environ},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=END_S,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert check is None or done.returncode == check, (done.returncode, done.stdout, done.stderr)
        return done

    return call


@pytest.fixture
def refused(familiar):
    """Call the program and give the one line by which it refuses."""

    def call(*arguments, **more):
        done = familiar(*arguments, check=1, **more)
        (line,) = done.stderr.splitlines()
        return line

    return call
