"""An arm64 machine in QEMU: its disk, its monitor, its agent, and one port of it on loopback.

The monitor and the agent speak JSON, a line each (QEMU's documents qmp-spec and qemu-ga-ref). What the
machine is asked it is asked through the agent, which Debian's qemu-guest-agent is; nothing is waited for by
the clock except the end of a command there, which the agent tells only who asks.
"""

import base64
import json
import os
import socket
import subprocess
import time
from pathlib import Path

AGENT = "org.qemu.guest_agent.0"
PATIENCE_S = 3600.0
"""An emulated processor beside other work: a start takes minutes, an installation a quarter of an hour."""
ASK_AGAIN_S = 0.5
MEMORY_MB = 2048
"""As the smallest Pi 4 and Pi 5 have."""
PROCESSOR = "cortex-a72"
"""A Pi 4's. It has no pointer authentication, which takes an emulator long."""
CORES = 2
PAGE = 8000
COUNTED = bool(os.environ.get("FAMILIAR_COUNTED"))
"""Whether time goes on there with the instructions that are done, two nanoseconds each: for a busy machine.

Nothing there is then too late because others compute here. It costs one of the two cores.
"""


class MachineError(Exception):
    """The machine did not do what it was asked."""


class Line:
    """JSON over a socket, a message a line: QEMU's monitor, or the agent."""

    def __init__(self, path, alive):
        self._socket = socket.socket(socket.AF_UNIX)
        self._alive, self._held, self.events = alive, b"", []
        self._socket.settimeout(5)
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._socket.connect(str(path))
                return
            except OSError:
                try:
                    self._check(until)
                except MachineError:
                    self.close()
                    raise
                time.sleep(0.05)

    def ask(self, execute, **arguments):
        """Ask, and return what was answered; events that come meanwhile are kept. Raises MachineError."""
        message = {"execute": execute, **({"arguments": arguments} if arguments else {})}
        self._socket.sendall(json.dumps(message).encode() + b"\n")
        while "return" not in (answer := self.read()):
            if "error" in answer:
                raise MachineError(f"{execute}: {answer['error'].get('desc', answer)}")
            self.events.append(answer)
        return answer["return"]

    def read(self):
        """Return the next message. Raises MachineError where QEMU has ended, or nothing comes."""
        until = time.monotonic() + PATIENCE_S
        while b"\n" not in self._held:
            try:
                more = self._socket.recv(1 << 16)
            except TimeoutError:
                self._check(until)
                continue
            if not more:
                raise MachineError("QEMU has closed the line")
            self._held += more
        line, _, self._held = self._held.partition(b"\n")
        # The agent begins with a byte that is no JSON where it was asked to.
        return json.loads(line.lstrip(b"\xff"))

    def wait(self, event, **data):
        """Wait for an event of this name whose data hold at least these."""
        while True:
            for each in self.events:
                if each.get("event") == event and data.items() <= each.get("data", {}).items():
                    self.events.remove(each)
                    return each
            self.events.append(self.read())

    def close(self):
        self._socket.close()

    def _check(self, until):
        if not self._alive():
            raise MachineError("QEMU has ended")
        if time.monotonic() > until:
            raise MachineError(f"nothing came for {PATIENCE_S:.0f} s")


class Powered:
    """A machine in QEMU; `with` starts it and pulls its plug at the end. Its kinds give `command` and `run`.

    folder: where its sockets and its console go.
    """

    LINES = ("monitor",)

    def __init__(self, folder):
        self.folder = Path(folder)
        self._process = self.monitor = None
        self._lines = []

    def __enter__(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in self.LINES:
            (self.folder / name).unlink(missing_ok=True)
        with open(self.folder / "qemu", "ab") as said:
            self._process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=said, stderr=said
            )
        try:
            self._connect()
        except BaseException:
            self.pull()
            raise
        return self

    def __exit__(self, *_):
        self.pull()

    def _connect(self):
        self.monitor = self._line("monitor")
        self.monitor.read()
        self.monitor.ask("qmp_capabilities")

    def _line(self, name):
        self._lines.append(Line(self.folder / name, self.alive))
        return self._lines[-1]

    def alive(self):
        return self._process.poll() is None

    def wait_running(self):
        """Wait until systemd there has started all; returns what it says of the system."""
        # With --wait it may wait for ever where it is asked before the system's bus runs (systemd 252).
        starting = "case $(systemctl is-system-running) in initializing | starting) true ;; *) false ;; esac"
        self.run(f"while {starting}; do sleep 1; done")
        return self.run("systemctl is-system-running", code=None).strip()

    def pull(self):
        """End it as a pulled plug does: nothing is told to the system there. Twice is harmless."""
        for line in self._lines:
            line.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()


class Machine(Powered):
    """The machine that is asked through its agent.

    image: the folder that make_image.sh made. disk: the system's disk, qcow2. more: further disks, read
    only. devices: further words of QEMU's command line.
    """

    LINES = ("monitor", "agent")

    def __init__(self, image, folder, disk, *, more=(), devices=()):
        super().__init__(folder)
        self.image, self.disk = Path(image), Path(disk)
        self._more, self._devices = more, devices
        self.port = free_port()
        self._agent = None

    def _connect(self):
        super()._connect()
        self._agent = self._line("agent")

    def command(self):
        """Give QEMU's command line."""
        drive = {"driver": "qcow2", "file": {"driver": "file", "filename": str(self.disk)}}
        words = "root=LABEL=system rw console=ttyAMA0 quiet panic=-1"
        call = [*bare(), "-no-reboot"]
        call += (
            ["-accel", "tcg,thread=single", "-icount", "shift=1"]
            if COUNTED
            else ["-accel", "tcg,thread=multi"]
        )
        call += ["-kernel", f"{self.image}/vmlinuz", "-initrd", f"{self.image}/initrd.img", "-append", words]
        call += ["-serial", f"file:{self.folder}/console"]
        call += ["-qmp", f"unix:{self.folder}/monitor,server=on,wait=off"]
        call += ["-blockdev", json.dumps({"node-name": "system", **drive})]
        call += ["-device", "virtio-blk-device,drive=system"]
        for number, path in enumerate(self._more):
            plain = {"driver": "raw", "read-only": True, "file": {"driver": "file", "filename": str(path)}}
            call += ["-blockdev", json.dumps({"node-name": f"more{number}", **plain})]
            call += ["-device", f"virtio-blk-device,drive=more{number}"]
        call += ["-device", "virtio-serial-device"]
        call += ["-chardev", f"socket,id=agent,path={self.folder}/agent,server=on,wait=off"]
        call += ["-device", f"virtserialport,chardev=agent,id=agent,name={AGENT}"]
        # Nobody outside is reached from there; only its page is from here, and by loopback alone.
        call += ["-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:{PAGE}"]
        call += ["-device", "virtio-net-device,netdev=net", "-device", "virtio-rng-device"]
        return [*call, *self._devices]

    def wait_agent(self):
        """Wait until the agent there has opened its line, and answers."""
        self.monitor.wait("VSERPORT_CHANGE", id="agent", open=True)
        number = int(time.monotonic() * 1000) & 0xFFFFFFF
        while self._agent.ask("guest-sync", id=number) != number:
            pass

    def wait_started(self):
        """Wait until the system has started; returns what systemd says of it."""
        self.wait_agent()
        return self.wait_running()

    def run(self, command, *, code=0, env=()):
        """Let root's shell there run a command; returns all that it said.

        code: the exit status that it must have, None for any. Raises MachineError.
        """
        environ = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "HOME=/root", *env]
        arguments = {"path": "/bin/sh", "arg": ["-c", f"exec 2>&1; {command}"], "env": environ}
        number = self._agent.ask("guest-exec", **arguments, **{"capture-output": True})["pid"]
        while not (told := self._agent.ask("guest-exec-status", pid=number))["exited"]:
            time.sleep(ASK_AGAIN_S)
        said = base64.b64decode(told.get("out-data", "")).decode("utf-8", "replace")
        ended = told.get("exitcode", f"signal {told.get('signal')}")
        if code is not None and ended != code:
            raise MachineError(f"{command}: ended with {ended}, not {code}\n{said[-4000:]}")
        return said

    def fetch(self, path, to):
        """Copy a file from there."""
        Path(to).write_bytes(base64.b64decode(self.run(f"base64 {path}")))

    def show(self, *names, unit="familiar.service"):
        """Give what systemd there says of a unit, by the names of its properties."""
        said = self.run(f"systemctl show {unit} " + " ".join(f"--property {name}" for name in names))
        return dict(line.split("=", 1) for line in said.splitlines())

    def let_reset(self):
        """Let a reset of the board begin anew, where it else ends the machine."""
        self.monitor.ask("set-action", reboot="reset")

    def wait_reset(self):
        """Wait until the board's watchdog has reset it; returns how long it took, in seconds."""
        begun = time.monotonic()
        self.monitor.wait("WATCHDOG", action="reset")
        return time.monotonic() - begun

    def shut_down(self):
        """Let the system there end as it ends by itself, and wait for that."""
        self.run("systemctl --no-block poweroff")
        self._process.wait(PATIENCE_S)


def bare(machine="virt,gic-version=2"):
    """Give QEMU's command line of the board alone: processor, memory, and no device that nobody asked for."""
    call = ["qemu-system-aarch64", "-nodefaults", "-display", "none", "-machine", machine]
    return [*call, "-cpu", PROCESSOR, "-m", str(MEMORY_MB), "-smp", str(CORES)]


def free_port():
    """Find a port that nobody has on loopback."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def overlay(path, base):
    """Make a disk that holds only what differs from another one, of qcow2's or of raw form."""
    kind = "qcow2" if Path(base).suffix == ".qcow2" else "raw"
    call = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", kind, "-b", os.path.abspath(base), str(path)]
    Path(path).unlink(missing_ok=True)
    subprocess.run(call, check=True)
    return path
