"""Build the library that makes a disk fail, and run what needs it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
COMPILER = shutil.which("cc") or shutil.which("gcc")


def build(folder):
    """Compile disk.c into `folder`."""
    library = folder / "disk.so"
    options = ["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    subprocess.run([COMPILER, *options, "-o", library, HERE / "disk.c", "-ldl"], check=True)
    return library


def run(library, folder, mode, step):
    """Run a mode of faults.disk on the files below `folder`; return the figures that it prints."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    root = HERE.parents[2]
    environment = os.environ | {
        "FAULT_FOLDER": str(folder),
        "LD_PRELOAD": str(library),
        "PYTHONPATH": f"{HERE.parent}:{root}",
    }
    command = [sys.executable, "-m", "faults.disk", mode, str(step)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=root)
    assert not done.returncode, done.stderr
    return done.stdout.strip()
