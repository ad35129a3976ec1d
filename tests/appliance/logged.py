"""A disk of this machine's whose writes are logged: ext4 mounted from it, and QEMU's storage daemon beneath.

The daemon shows a raw image as a file (FUSE), which the kernel mounts by a loop device. So the file system,
its order of writes and its flushes are the kernel's own; each goes through QEMU's blklogwrites into the
log.
"""

import json
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

SIZE = "128M"
PATIENCE_S = 600.0


def missing():
    """Say in a sentence what this machine lacks for it, or None."""
    for tool, package in (("qemu-storage-daemon", "qemu-utils"), ("e2undo", "e2fsprogs")):
        if shutil.which(tool) is None:
            return f"there is no {tool}: apt-get install {package}"
    if not Path("/dev/fuse").exists():
        return "this kernel has no FUSE"
    tried = subprocess.run(["losetup", "--find"], capture_output=True, check=False)
    return "only root mounts a file, and only where there are loop devices" if tried.returncode else None


@contextmanager
def mounted(folder, size=SIZE):
    """Mount a new file system of this size in `folder`, and give its root.

    `before.raw` and `writes` stay when it is gone.
    """
    before, running, shown = folder / "before.raw", folder / "running.raw", folder / "shown"
    subprocess.run(
        ["mke2fs", "-q", "-F", "-t", "ext4", str(before), size], check=True, stdout=subprocess.DEVNULL
    )
    subprocess.run(["cp", "--sparse=always", str(before), str(running)], check=True)
    for each in (folder / "writes", shown):
        each.touch()
    root = folder / "root"
    root.mkdir()
    with subprocess.Popen(_command(running, folder / "writes", shown), stdin=subprocess.DEVNULL) as daemon:
        try:
            _wait(daemon, shown, running.stat().st_size)
            subprocess.run(["mount", "-o", "loop", str(shown), str(root)], check=True)
            try:
                yield root
            finally:
                subprocess.run(["umount", "--lazy", str(root)], check=True)
        finally:
            daemon.terminate()


def _command(disk, log, shown):
    raw = {"driver": "raw", "file": {"driver": "file", "filename": str(disk)}}
    into = {"driver": "file", "filename": str(log)}
    node = {"node-name": "disk", "driver": "blklogwrites", "file": raw, "log": into, "log-sector-size": 512}
    export = f"type=fuse,id=shown,node-name=disk,mountpoint={shown},writable=on"
    return ["qemu-storage-daemon", "--blockdev", json.dumps(node), "--export", export]


def _wait(daemon, shown, size):
    until = time.monotonic() + PATIENCE_S
    while shown.stat().st_size != size:
        assert daemon.poll() is None, "qemu-storage-daemon has ended"
        assert time.monotonic() < until, "qemu-storage-daemon shows nothing"
        time.sleep(0.02)
