"""Let the tests of the emulated machine share its disk, what lies beside them, and the campaigns' evenings.

Each file starts a machine of its own, on a disk over the one on which the package was installed.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "campaigns")]

from installed import installed  # noqa: E402
from machine import Machine, overlay  # noqa: E402

IMAGE = Path(os.environ.get("FAMILIAR_IMAGE", "/nonexistent"))


@pytest.fixture(scope="session")
def image():
    if not IMAGE.is_dir():
        pytest.skip("tests/appliance/run.sh makes the image")
    return IMAGE


@pytest.fixture(scope="session")
def parts(image):
    """Make what the image lacks; gives the folder where it lies."""
    made = subprocess.run([HERE / "make_parts.sh", image], check=False)
    if made.returncode == 3:
        pytest.skip("the machine's parts cannot be made: see the line above")
    assert made.returncode == 0
    return image / "parts"


@pytest.fixture(scope="session")
def disk(image, tmp_path_factory):
    """Give the disk of a machine on which the package was installed."""
    return installed(image, tmp_path_factory.mktemp("installed"), print)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("machine")


@pytest.fixture(scope="module")
def sticks():
    """Give further disks that the machine has; a file that wants some says so in its own."""
    return []


@pytest.fixture(scope="module")
def devices():
    """Give words of QEMU's for devices that the machine has besides; a file that wants some says so too."""
    return []


@pytest.fixture(scope="module")
def machine(image, disk, folder, sticks, devices):
    """Start the installed machine; its plug is pulled at the end."""
    table = overlay(folder / "table.qcow2", disk)
    with Machine(image, folder, table, more=sticks, devices=devices) as made:
        made.system = made.wait_started()
        yield made
