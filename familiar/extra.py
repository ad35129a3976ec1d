"""Name the call that installs what is missing, for the very Python that runs: Debian has no `python`."""

import shlex
import sys


def pip_install(*packages: str) -> str:
    """Give the call, as a shell takes it; packages: as pip takes them, such as ``onnx>=1.16``."""
    return shlex.join([sys.executable, "-m", "pip", "install", *packages])
