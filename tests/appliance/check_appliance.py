"""Installing on a whole emulated machine: `make test-appliance`.

Debian's arm64 kernel starts, systemd is process 1, and the package is installed there from a stick, without
a network.
"""

import os
from pathlib import Path

import pytest
from installed import installed

IMAGE = Path(os.environ.get("FAMILIAR_IMAGE", "/nonexistent"))

pytestmark = pytest.mark.skipif(not IMAGE.is_dir(), reason="tests/appliance/run.sh makes the image")


def test_the_package_is_installed_and_its_service_starts(tmp_path):
    for old in IMAGE.glob("installed-*"):
        old.unlink()
    said = []
    installed(IMAGE, tmp_path, said.append)
    assert said[0] == "started: running"
    assert any(line.startswith("Familiar is installed: ") for line in said)
