"""Ctrl-C at any moment, from the very first: the program ends and says nothing."""

import os
import signal
import subprocess
import sys

import pytest
from chance import LONG

INTERRUPT = """
import os, signal, sys
left = int(os.environ["IMPORTS"])

def hook(event, _):
    global left
    if event == "import":
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGINT)

sys.argv[0] = "familiar"
import familiar.start
sys.addaudithook(hook)
try:
    familiar.start.main()
finally:
    if os.environ["IMPORTS"] == "-1":
        print(-1 - left)
"""


def hears_ctrl_c():
    """Begin as from a terminal: what a shell begins in the background inherits that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def call(imports, *command, preexec_fn=hears_ctrl_c):
    """Call the program; while it loads the so many-th module Ctrl-C is pressed."""
    return subprocess.run(
        [sys.executable, "-c", INTERRUPT, *command],
        env={**os.environ, "IMPORTS": str(imports), "PYTHONPATH": os.getcwd()},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=preexec_fn,
    )


@pytest.mark.parametrize("command", ["config", "read none.png", "replay none.jsonl", "watch none.avi"])
def test_ctrl_c_while_modules_are_loaded_ends_it_in_silence(command):
    wanted = int(call(-1, *command.split()).stdout.split()[-1])
    assert wanted > 50
    for imports in {1, 2, *range(3, wanted, wanted // (12 if LONG else 5))}:
        done = call(imports, *command.split())
        # click ends the line on which a terminal has just shown ^C.
        assert done.stderr.strip() == "", (imports, done.stderr)
        assert done.returncode in (130, -signal.SIGINT), imports


def test_who_was_started_deaf_stays_deaf():
    done = call(20, "config", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    assert done.returncode == 0 and "[game]" in done.stdout


def test_after_the_last_word_nothing_is_said_of_ctrl_c():
    late = "import atexit, os, signal; atexit.register(os.kill, os.getpid(), signal.SIGINT)\n"
    program = late + "import sys; sys.argv[0] = 'familiar'; from familiar.start import main; main()"
    command = [sys.executable, "-c", program, "config"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=hears_ctrl_c)
    assert "[game]" in done.stdout and done.stderr == ""
    assert done.returncode == -signal.SIGINT
