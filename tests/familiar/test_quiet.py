"""A table in a living room talks to nobody: what commands look up, connect to and leave, under strace."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path

import cv2
import numpy as np
import pytest

from familiar.cli import commands

HOUSE = Path(__file__).parent.parent.parent
PROGRAM = [sys.executable, "-c", "from familiar.cli import main; main()"]
CALLS = "trace=connect,sendto,sendmsg,sendmmsg,openat,open"
RESOLVER = ("/etc/resolv.conf", "libnss_dns")
"""What the C library opens in order to look up a name."""
UNSENT = "192.0.2.1"
"""An address for documentation: a datagram socket is pointed there to learn our own, and nothing is sent."""
HEADER = {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0}
COMMANDS = {
    "the trial of an installation": [sys.executable, "-m", "familiar.smoke"],
    "read": [*PROGRAM, "read", "{folder}/a.png", "--json"],
    "watch": [*PROGRAM, "watch", "{folder}", "--json"],
    "calibrate": [*PROGRAM, "calibrate", "--from", "{folder}/a.png"],
    "doctor": [*PROGRAM, "doctor", "--no-camera", "--json"],
    # A short game: five cards are drawn.
    "demo": [*PROGRAM, *"demo --fast --json --calm --game probe --players 2 --seed 5".split()],
    "replay": [*PROGRAM, "replay", "{folder}/record.jsonl"],
    "journal": [*PROGRAM, "journal", "check"],
    "address": [*PROGRAM, "address"],
    "code": [*PROGRAM, "code"],
    "pin": [*PROGRAM, "pin"],
    "config": [*PROGRAM, "config"],
    "kit": [*PROGRAM, "kit", "--out", "{folder}/kit"],
    "import": [*PROGRAM, "import", "{folder}/record.jsonl"],
    "export": [*PROGRAM, "export"],
    "enrol": [*PROGRAM, "enrol", "ours", "--from", "{folder}/cards"],
    "bench": [*PROGRAM, "bench", "cards", "--folder", "{folder}/cards"],
}
ELSEWHERE = {"play", "club", "hotspot"}
"""Commands that are heard below, or exist to ask others: the club's broker, the machine's NetworkManager."""

pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace is not installed: sudo apt install strace"
)


class Listener:
    """A home of its own, and what a command did there and in the network."""

    def __init__(self, folder):
        self.folder, self.home, self.trace = folder / "in", folder / "home", folder / "trace"
        self.folder.mkdir()
        self.home.mkdir()
        for name in "ab":
            cv2.imwrite(str(self.folder / f"{name}.png"), np.full((648, 1152, 3), 90, np.uint8))
        (self.folder / "cards").mkdir()
        cv2.imwrite(str(self.folder / "cards" / "7H.png"), np.full((300, 200, 3), 90, np.uint8))
        (self.folder / "record.jsonl").write_text(json.dumps(HEADER) + "\n")

    def start(self, command):
        environ = {key: value for key, value in os.environ.items() if not key.startswith(("ORT_", "XDG_"))}
        words = [word.format(folder=self.folder) for word in command]
        return subprocess.Popen(
            # -D: strace steps aside, and a signal goes to the command. BPF: it stops at these calls alone.
            ["strace", "-D", "-f", "--seccomp-bpf", "-qq", "-e", CALLS, "-o", self.trace, *words],
            env={**environ, "HOME": str(self.home), "OMP_NUM_THREADS": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=HOUSE,
        )

    def heard(self):
        """List what was looked up, and every address outside this machine."""
        found = []
        for line in self.trace.read_text(errors="replace").splitlines():
            found += [line for name in RESOLVER if name in line and "ENOENT" not in line]
            for address in re.findall(r'(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]+)"', line):
                own = ip_address(address).is_loopback or ip_address(address).is_unspecified
                if not own and not (address == UNSENT and "connect(" in line):
                    found.append(line)
        return found

    def left(self):
        """List what stands in the home and is not Familiar's own."""
        files = (path.relative_to(self.home) for path in self.home.rglob("*") if path.is_file())
        return [str(path) for path in files if "familiar" not in path.parts]


@pytest.fixture
def listener(tmp_path):
    return Listener(tmp_path)


def test_every_command_is_heard():
    known = {words[words.index(PROGRAM[-1]) + 1] for words in COMMANDS.values() if PROGRAM[-1] in words}
    assert known | ELSEWHERE == set(commands.commands)


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_talks_to_anybody_or_leaves_a_number_behind(listener, name):
    started = listener.start(COMMANDS[name])
    said, _ = started.communicate()
    assert started.returncode in (0, 1) and "Traceback" not in said, said
    assert (listener.heard(), listener.left()) == ([], [])


def test_a_table_that_plays_talks_to_nobody(listener):
    journal = listener.folder / "journal.sqlite"
    settings = listener.folder / "familiar.toml"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings.write_text(f'[journal]\npath = "{journal}"\n[web]\nhost = "127.0.0.1"\nport = {port}\n')
    more = ["play", "--camera", "{folder}", "--pins", "none", "--config", str(settings)]
    started = listener.start([*PROGRAM, *more])
    said = []
    for line in started.stdout:
        said.append(line)
        if "http://" in line:
            started.send_signal(signal.SIGINT)
            break
    said.append(started.communicate()[0])
    assert started.returncode == 0, "".join(said)
    assert (listener.heard(), listener.left()) == ([], [])
