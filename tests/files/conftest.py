"""The program as its users call it, in a process of its own."""

import json
import os
import select
import socket
import subprocess
import sys
from types import SimpleNamespace

import pytest
from patience import PATIENCE_S

PROGRAM = "import sys; sys.argv[0] = 'familiar'; from familiar.start import main; main()"
# What a call loads costs ten times as much as what it then does: it is loaded once, and each call is a fork.
LOADED = [
    "familiar.cli",
    "familiar.play.run",
    "familiar.enrol.cards",
    "familiar.enrol.rows",
    "familiar.calibrate.run",
]
LOADED += ["familiar.read.cards", "familiar.read.sticks", "familiar.watch.run", "familiar.records.replay"]
FORKS = """
import gc, importlib, json, os, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
# A fork that looked through all that was loaded, as Python does at its end, would copy it.
gc.freeze()
for line in sys.stdin:
    if not (child := os.fork()):
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()
call = json.loads(line)
os.environ.clear()
os.environ.update(call["environ"])
for number, path in enumerate((os.devnull, call["out"], call["err"])):
    os.dup2(os.open(path, os.O_WRONLY if number else os.O_RDONLY), number)
sys.stdin = open(0)
sys.argv = ["familiar", *call["arguments"]]
from familiar.start import main
main()
"""


class Forks:
    """A process that has loaded the program, and whose forks run it."""

    def __init__(self):
        one = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", FORKS, *LOADED],
            env={**os.environ, **one, "PYTHONPATH": os.getcwd()},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, folder, arguments, environ):
        """Run the program to its end; raises TimeoutError where it waits for ever."""
        out, err = folder / "said.out", folder / "said.err"
        for path in (out, err):
            path.write_bytes(b"")
        call = {"arguments": arguments, "environ": environ, "out": str(out), "err": str(err)}
        self._process.stdin.write(json.dumps(call) + "\n")
        self._process.stdin.flush()
        if not select.select([self._process.stdout], [], [], PATIENCE_S)[0]:
            os.killpg(self._process.pid, 9)
            raise TimeoutError(f"{arguments} did not end in {PATIENCE_S} s")
        status = int(self._process.stdout.readline())
        return SimpleNamespace(returncode=status, stdout=out.read_text(), stderr=err.read_text())

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@pytest.fixture(scope="session")
def forks():
    forks = Forks()
    yield forks
    forks.close()


@pytest.fixture
def familiar(forks, tmp_path, tmp_path_factory):
    """Call the program in a folder of its own; a call that waits for ever fails.

    before: what is done in its process before anything of it is loaded.
    """

    def call(*arguments, before=None, check=None):
        environ = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
        words = list(map(str, arguments))
        if before is None:
            done = forks.run(tmp_path_factory.mktemp("said"), words, environ)
        else:
            done = subprocess.run(
                [sys.executable, "-c", f"{before}\n{PROGRAM}", *words],
                env={**environ, "PYTHONPATH": os.getcwd()},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=PATIENCE_S,
                check=False,
            )
        assert "Traceback" not in done.stderr, done.stderr
        assert check is None or done.returncode == check, (done.returncode, done.stdout, done.stderr)
        return done

    return call


@pytest.fixture
def port():
    """Give a port that nobody has, for the page of a table."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


@pytest.fixture
def refused(familiar):
    """Call the program and give the one line by which it refuses."""

    def call(*arguments, **more):
        done = familiar(*arguments, check=1, **more)
        (line,) = done.stderr.splitlines()
        return line

    return call
