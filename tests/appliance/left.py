"""What a cut of the power left of the product, read from the mounted system: its games, its versions."""

import csv
import hashlib
import os
import shutil
from base64 import urlsafe_b64encode

from evening import stands

DATA, HOME = "var/lib/familiar", "opt/familiar"


class Left:
    """Where the evening stands, which version is used, which are whole, and what is not as it must be.

    thorough: every file of every version that calls itself whole is read.
    """

    def __init__(self, root, games, aside, *, thorough):
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir()
        for each in sorted((root / DATA).glob("journal.sqlite*")):
            # SQLite makes its shared memory anew, as after every start.
            if not each.name.endswith("-shm"):
                shutil.copy(each, aside)
        self.stands = stands(aside / "journal.sqlite", games)
        link = root / HOME / "current"
        self.version = os.readlink(link).removeprefix("versions/") if link.is_symlink() else None
        whole = [each.parent for each in sorted((root / HOME).glob("versions/*/.complete"))]
        self.versions = [each.name for each in whole]
        self.faults = [fault for each in whole if thorough for fault in faults(each)]
        for each in ("usr/lib/systemd/system/familiar.service", "usr/bin/familiar"):
            if not (root / each).exists() or not (root / each).stat().st_size:
                self.faults.append(f"{each} is missing or empty")


def faults(version):
    """Hold a version's files against what pip wrote down of them; list what differs."""
    found = []
    records = sorted(version.glob("lib/python3*/site-packages/*.dist-info/RECORD"))
    for record in records:
        with open(record, newline="") as file:
            rows = list(csv.reader(file))
        if not rows:
            found.append(f"{record.parent.name}: its list is empty")
        for name, known, *_ in rows:
            if known and _sum(record.parents[1] / name) != known:
                found.append(f"{name} of {record.parent.name} is another")
    if not records or not (version / "bin/familiar").exists():
        found.append(f"{version.name} has no program")
    return found


def _sum(path):
    if not path.exists():
        return None
    digest = urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest())
    return "sha256=" + digest.decode().rstrip("=")
