"""A real disk of a few kilobytes, which can be filled and locked."""

import os
import shutil
import subprocess
from contextlib import contextmanager


class CannotMount(Exception):
    """Only root can mount a small disk, and not everywhere."""


class SmallDisk:
    """The disk that is mounted at `folder`."""

    def __init__(self, folder):
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self):
        """Write until there is no room."""
        with open(self._ballast, "ab", buffering=0) as file:
            for size in (65536, 4096, 512):
                while True:
                    try:
                        if not file.write(bytes(size)):
                            break
                    except OSError:
                        break

    def free(self, size=None):
        """Make room again: so many bytes, or all that was filled."""
        if size is None:
            self._ballast.unlink(missing_ok=True)
        else:
            os.truncate(self._ballast, self._ballast.stat().st_size - size)

    def lock(self):
        """Let it be read only; say whether that was possible: not while a file is open for writing."""
        return not subprocess.run(
            ["mount", "-o", "remount,ro", str(self.folder)], capture_output=True
        ).returncode

    def unlock(self):
        """Let it be written again."""
        subprocess.run(["mount", "-o", "remount,rw", str(self.folder)], check=True)

    def break_down(self):
        """Let the system lock it while it is used, as Linux does after an error; for a disk of `ext4`."""
        subprocess.run(["mount", "-o", "remount,abort", str(self.folder)], check=True)


@contextmanager
def small_disk(folder, kilobytes):
    """Mount a disk of so many kilobytes in memory. Raises CannotMount."""
    with _mounted(folder, "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs") as disk:
        yield disk


@contextmanager
def ext4(folder, image):
    """Mount a disk as a card has it, kept in the file `image`, which is made. Raises CannotMount."""
    if not image.exists():
        make = shutil.which("mkfs.ext4", path=f"{os.environ.get('PATH')}:/sbin:/usr/sbin")
        with open(image, "wb") as file:
            file.truncate(8 * 2**20)
        if make is None or subprocess.run([make, "-q", str(image)], capture_output=True).returncode:
            image.unlink()
            raise CannotMount
    with _mounted(folder, "-o", "loop", str(image)) as disk:
        yield disk


@contextmanager
def _mounted(folder, *what):
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", *what, str(folder)]
    if (
        os.geteuid()
        or shutil.which("mount") is None
        or subprocess.run(command, capture_output=True).returncode
    ):
        raise CannotMount
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
