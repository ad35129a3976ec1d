"""A Pi's card in QEMU: the image as packaging/build_card.sh made it, laid on a card that is larger.

Nothing in the image is changed. QEMU's machine `virt` starts the kernel, the initrd and the command line
that lie on its boot partition, as a Pi's firmware would; what is added is a serial console. Root's shell
there is had as the owner has it: by a key that was laid on the boot partition, over SSH.
"""

import contextlib
import http.client
import json
import shlex
import shutil
import subprocess
import time
from pathlib import Path

from hostile.phones import Phone
from machine import CORES, MEMORY_MB, PAGE, PATIENCE_S, PROCESSOR, MachineError, Powered, free_port

SECTOR = 512
GB = 1 << 30
CARD = 8 * GB
"""A power of two, as QEMU wants a card's size to be."""
ASK_AGAIN_S = 1.0
SSH = 22


def partitions(path):
    """List a disk's partitions as (start, size), in bytes. Raises CalledProcessError for a broken table."""
    said = subprocess.run(["sfdisk", "--json", str(path)], capture_output=True, text=True, check=True)
    table = json.loads(said.stdout)["partitiontable"]
    return [(each["start"] * SECTOR, each["size"] * SECTOR) for each in table["partitions"]]


class Boot:
    """The boot partition of a card that lies in a raw file, through mtools."""

    def __init__(self, path):
        self._where = f"{path}@@{partitions(path)[0][0]}"

    def names(self):
        said = subprocess.run(
            ["mdir", "-b", "-i", self._where, "::"], capture_output=True, text=True, check=True
        )
        return [line.strip().removeprefix("::/") for line in said.stdout.splitlines()]

    def read(self, name):
        return subprocess.run(
            ["mtype", "-i", self._where, f"::{name}"], capture_output=True, check=True
        ).stdout

    def lay(self, path, name):
        subprocess.run(["mcopy", "-o", "-i", self._where, str(path), f"::{name}"], check=True)

    def start(self, folder):
        """Copy what a Pi's firmware starts; returns kernel, initrd, command line.

        The names stand in config.txt, as the firmware reads them.
        """
        names = dict(
            line.replace(" ", "=", 1).split("=", 1)
            for line in self.read("config.txt").decode().splitlines()
            if line.startswith(("kernel=", "initramfs "))
        )
        for name in names.values():
            (folder / name).write_bytes(self.read(name))
        return (
            folder / names["kernel"],
            folder / names["initramfs"],
            self.read("cmdline.txt").decode().strip(),
        )


def write_card(image, path, size=CARD):
    """Write the image to a card, as Raspberry Pi Imager does: the card is larger."""
    subprocess.run(["cp", "--sparse=always", str(image), str(path)], check=True)
    with open(path, "r+b") as card:
        card.truncate(size)
    return path


class Table(Powered):
    """A Pi with this card in it, asked as its owner asks it.

    path: the card, raw or qcow2. key: a private key whose public one was laid on the boot partition.
    log: a file in which each write is noted (QEMU's blklogwrites); then the card is a disk that flushes.
    """

    def __init__(self, folder, path, boot, key, *, log=None):
        super().__init__(folder)
        self.path, self._key, self._log = Path(path), key, log
        self._boot = boot
        self.port, self._ssh = free_port(), free_port()

    def command(self):
        """Give QEMU's command line."""
        kernel, initrd, words = self._boot
        kind = "qcow2" if self.path.suffix == ".qcow2" else "raw"
        drive = {"driver": kind, "file": {"driver": "file", "filename": str(self.path)}}
        if self._log is not None:
            into = {"driver": "file", "filename": str(self._log)}
            drive = {"driver": "blklogwrites", "file": drive, "log": into, "log-sector-size": SECTOR}
        call = ["qemu-system-aarch64", "-nodefaults", "-display", "none"]
        call += ["-machine", "virt,gic-version=2", "-cpu", PROCESSOR, "-m", str(MEMORY_MB)]
        call += ["-smp", str(CORES), "-accel", "tcg,thread=multi"]
        call += ["-kernel", str(kernel), "-initrd", str(initrd), "-append", f"{words} console=ttyAMA0"]
        call += ["-serial", f"file:{self.folder}/console"]
        call += ["-qmp", f"unix:{self.folder}/monitor,server=on,wait=off"]
        call += ["-blockdev", json.dumps({"node-name": "card", **drive})]
        if self._log is None:
            call += ["-device", "sdhci-pci", "-device", "sd-card,drive=card"]
        else:
            call += ["-device", "virtio-blk-device,drive=card"]
        # Nobody outside is reached from there; its page and its SSH are from here, by loopback alone.
        ports = f"hostfwd=tcp:127.0.0.1:{self.port}-:{PAGE},hostfwd=tcp:127.0.0.1:{self._ssh}-:{SSH}"
        call += ["-netdev", f"user,id=net,restrict=on,{ports}"]
        call += ["-device", "virtio-net-device,netdev=net", "-device", "virtio-rng-device"]
        return call

    def wait_page(self):
        """Wait until the page answers; returns what it said. Raises MachineError."""
        until = time.monotonic() + PATIENCE_S
        with contextlib.closing(Phone(self.port)) as phone:
            while True:
                with contextlib.suppress(OSError, http.client.HTTPException):
                    return phone.ask("GET", "/")
                if not self.alive():
                    raise MachineError("QEMU has ended")
                if time.monotonic() > until:
                    raise MachineError(f"no page came for {PATIENCE_S:.0f} s:\n{self.console()[-2000:]}")
                time.sleep(ASK_AGAIN_S)

    def console(self):
        return (self.folder / "console").read_text(errors="replace")

    def ssh(self, command, *, user="owner", options=(), key=True):
        """Let the owner's shell there run a command; returns the finished process."""
        call = ["ssh", "-p", str(self._ssh), "-o", "StrictHostKeyChecking=no", "-o", "BatchMode=yes"]
        call += ["-o", f"UserKnownHostsFile={self.folder}/known", "-o", "LogLevel=ERROR", *options]
        call += ["-o", "ConnectTimeout=600", *(["-i", str(self._key)] if key else [])]
        call += [f"{user}@127.0.0.1", command]
        return subprocess.run(
            call, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )

    def run(self, command, *, code=0):
        """Let root's shell there run a command; returns all that it said.

        code: the exit status that it must have, None for any. Raises MachineError.
        """
        done = self.ssh(f"sudo sh -c {shlex.quote(f'exec 2>&1; {command}')}")
        if code is not None and done.returncode != code:
            said = f"{done.stdout[-4000:]}{done.stderr[-1000:]}"
            raise MachineError(f"{command}: ended with {done.returncode}, not {code}\n{said}")
        return done.stdout

    def wait_started(self):
        """Wait until the page answers and the system has started; returns what systemd says of it."""
        self.wait_page()
        return self.wait_running()

    def reboot(self):
        """Let the system there start anew, and wait until it does."""
        self.ssh("sudo systemctl --no-block reboot")
        self.monitor.wait("RESET", guest=True)

    def shut_down(self):
        """Let the system there end as it ends by itself, and wait for that."""
        self.ssh("sudo systemctl --no-block poweroff")
        self._process.wait(PATIENCE_S)


def draw_key(folder):
    """Draw a key as an owner has one; returns the private one's path."""
    assert shutil.which("ssh-keygen"), "there is no ssh-keygen: apt-get install openssh-client"
    path = folder / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    return path
