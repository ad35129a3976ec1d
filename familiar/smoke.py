"""Try, without any hardware, whether an installation holds together: `python -m familiar.smoke`.

What is tried is what breaks: whether all that it stands on is there, NumPy below what was built against it
(simplejpeg, and through it the system's picamera2), the networks, and the eye upon a picture.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.util import find_spec

NEEDED = (
    *("numpy", "cv2", "onnxruntime", "PIL", "sqlite3"),
    *("flask", "waitress", "babel", "segno", "gpiozero"),
)
"""Without one of these nothing runs, not even the doctor's other checks."""
FROM_THE_SYSTEM = ("libcamera", "picamera2")
"""Only a Raspberry Pi has them; where they are, they must be loadable."""
FOR_THE_CAMERA = "simplejpeg"
"""What the system's picamera2 needs beside it: where there is no Pi's camera nobody misses it."""

SETTLED = 4
"""So many equal pictures are a table at rest, on which the eye looks for cards."""


def wanted() -> tuple[str, ...]:
    """List what must be loadable on this machine."""
    camera = any(find_spec(name) for name in (FOR_THE_CAMERA, *FROM_THE_SYSTEM))
    return (*NEEDED, *([FOR_THE_CAMERA] if camera else []))


def problems(modules: Sequence[str] | None = None, system: Sequence[str] = FROM_THE_SYSTEM) -> list[str]:
    """Import what is needed, and look at a picture; return a sentence and its remedy for all that fails."""
    found = []
    modules = wanted() if modules is None else modules
    for name in (*modules, *(name for name in system if find_spec(name))):
        try:
            importlib.import_module(name)
        except Exception as error:  # A wrong binary interface is a ValueError, a missing library an OSError.
            found.append(f"{name} cannot be loaded ({' '.join(str(error).split())}): {remedy(name)}")
    return found or _eye()


def remedy(name: str) -> str:
    """Say what to do about a module that cannot be loaded."""
    if name in FROM_THE_SYSTEM:
        return f"sudo apt install --reinstall python3-{name}, and install Familiar again"
    return "install Familiar again; its environment was changed by other hands"


def _eye() -> list[str]:
    """Let the real networks look at a picture that lies still."""
    import numpy as np

    from familiar.eyes import open_eye
    from vision.errors import VisionError

    try:
        eye = open_eye("us")
        for _ in range(SETTLED):
            eye.look(np.full((648, 1152, 3), 90, np.uint8))
    except VisionError as error:
        return [" ".join(str(error).split())]
    return []


def main() -> int:
    """Print what is wrong; give 0 where nothing is."""
    found = problems()
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
