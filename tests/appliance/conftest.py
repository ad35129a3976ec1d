"""Let the tests of the emulated machine share its disk, what lies beside them, and the campaigns' evenings.

Each file starts a machine of its own, on a disk over the one on which the package was installed.
"""

import os
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
def machine(image, disk, folder, sticks):
    """Start the installed machine; its plug is pulled at the end."""
    with Machine(image, folder, overlay(folder / "table.qcow2", disk), more=sticks) as made:
        made.system = made.wait_started()
        yield made
