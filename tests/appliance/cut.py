"""What a cut of the power leaves on the system's disk, looked at from here.

The file system is brought back as the start of a Pi does it (`e2fsck -p`, after its journal was replayed),
then mounted read only. Everything that this wrote is undone, so that the next cut finds the disk as the log
made it.
"""

import random
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

MENDED = 1
"""e2fsck's exit status where it mended what a start without people may mend; 0 where nothing was to mend."""


class NotMended(Exception):
    """The file system needs somebody who answers questions: a Pi would not start."""


def look(disk, cut, seed, examine):
    """Make the cut, let `examine` see the mounted system's folder, and return what that returns."""
    with tempfile.TemporaryDirectory() as folder, leave(disk, cut, seed):
        undo = Path(folder) / "undo"
        said = subprocess.run(
            ["e2fsck", "-f", "-p", "-z", str(undo), str(disk.path)],
            capture_output=True,
            text=True,
            check=False,
        )
        try:
            if said.returncode > MENDED:
                raise NotMended(
                    f"entry {cut.last}: e2fsck ended with {said.returncode}\n{said.stdout}{said.stderr}"
                )
            with _mounted(disk.path, Path(folder) / "root") as root:
                return examine(root)
        finally:
            if undo.exists():
                subprocess.run(["e2undo", str(undo), str(disk.path)], capture_output=True, check=True)


@contextmanager
def leave(disk, cut, seed):
    """Let the disk be as the cut left it; what was not flushed is taken away again."""
    disk.advance(cut.flushed)
    extents = [(each.sector, each.count) for each in disk.entries[cut.flushed : cut.last]]
    kept = disk.read(extents)
    disk.lose(cut.last, random.Random(f"lost {seed} {cut.last}"))
    try:
        yield
    finally:
        disk.write(kept)


@contextmanager
def _mounted(image, folder):
    folder.mkdir()
    subprocess.run(["mount", "-o", "loop,ro,noload", str(image), str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
