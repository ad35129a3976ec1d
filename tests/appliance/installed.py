"""The machine with Familiar on it: installed once from its package, then kept as a disk to start from."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from machine import Machine, overlay

HOUSE = Path(__file__).parents[2]
OFFLINE = ("PIP_NO_INDEX=1", "PIP_FIND_LINKS=/media/stick")
"""How docs/install.md installs without a network: wheels on a stick."""
EPOCH = "1700000000"
PATIENT = """mkdir -p /etc/systemd/system/familiar.service.d
printf '[Service]\\nTimeoutStartSec=30min\\n' >/etc/systemd/system/familiar.service.d/emulated.conf
systemctl daemon-reload"""
"""A processor that is emulated beside other work takes longer than the unit waits for on a Pi."""
STICK = "mkdir -p /media/stick && mount -o ro LABEL=stick /media/stick"


def package(folder, version=None, change=("LICENSE", "")):
    """Build this house's package into a folder; returns its path.

    version: another than the house's, for which `change` is made: (file, text that is added to it).
    """
    if version is None:
        return _built(HOUSE, folder)
    with tempfile.TemporaryDirectory() as name:
        source(Path(name), version, change)
        return _built(Path(name), folder)


def source(folder, version, change=("LICENSE", "")):
    """Lay into a folder what this house's package is built of, as another version: see `package`."""
    for each in ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "install.sh"):
        shutil.copy2(HOUSE / each, folder)
    rooms = [each.parent.name for each in HOUSE.glob("*/__init__.py")]
    for each in (*rooms, "packaging", "systemd", "docs"):
        shutil.copytree(HOUSE / each, folder / each, ignore=shutil.ignore_patterns("__pycache__"))
    project = folder / "pyproject.toml"
    text = re.sub(r'^version = ".*"$', f'version = "{version}"', project.read_text(), flags=re.M)
    project.write_text(text)
    with open(folder / change[0], "a") as file:
        file.write(change[1])


def _built(source, folder):
    # By what it holds alone a package is another, not by when a file was touched.
    environ = {"PYTHON": "python3", "SOURCE_DATE_EPOCH": EPOCH, **os.environ}
    call = [source / "packaging/build_deb.sh", folder]
    said = subprocess.run(call, env=environ, stdout=subprocess.PIPE, text=True, check=True)
    return Path(said.stdout.strip())


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def stick(path, *folders):
    """Make a disk image, ext4 and read only there, that holds what these files and folders hold."""
    with tempfile.TemporaryDirectory(dir=path.parent) as whole:
        for each in folders:
            for file in sorted(each.iterdir()) if each.is_dir() else [each]:
                shutil.copy2(file, whole)
        path.unlink(missing_ok=True)
        size = sum(file.stat().st_size for file in Path(whole).iterdir()) // 2**20 * 5 // 4 + 32
        form = ["-t", "ext4", "-O", "^has_journal", "-L", "stick"]
        subprocess.run(["mke2fs", "-q", "-F", *form, "-d", whole, str(path), f"{size}M"], check=True)
    return path


def installed(image, folder, tell):
    """Return the disk of a machine on which this house's package is installed, made where it is missing.

    tell: is given what the installation said, line by line.
    """
    built = package(folder)
    kept = image / f"installed-{digest(built)[:12]}.qcow2"
    if kept.exists():
        return kept
    for old in image.glob("installed-*"):
        old.unlink()
    part = overlay(image / "installing.qcow2", image / "system.raw")
    with Machine(image, folder, part, more=[stick(folder / "stick", image / "wheels", built)]) as machine:
        tell(f"started: {machine.wait_started()}")
        machine.run(PATIENT)
        install = f"DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet /media/stick/{built.name}"
        said = machine.run(f"{STICK} && {install}", env=OFFLINE)
        for line in said.splitlines():
            tell(line)
        machine.shut_down()
    part.rename(kept)
    return kept
