"""Run the campaigns against the journal and print their figures: `make faults`.

Usage: python tests/campaigns/run_faults.py [--scratch FOLDER] [--kills N] [--step N] [PART...]
PARTS: cuts kills disk rest camera (all of them). --step 1 cuts at every byte.
"""

import argparse
import logging
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

MEMORY = Path("/dev/shm")
OPERATIONS = 5


def cuts(options, scratch):
    """Cut, tear and alter the files of a short evening."""
    from faults import cuts as campaign

    folder = MEMORY / scratch.name if MEMORY.is_dir() else scratch / "memory"
    try:
        tape = campaign.record(folder / "tape", OPERATIONS)
        sizes = f"file {len(tape.checkpointed)} bytes, log {len(tape.log)}"
        yield f"an evening of {OPERATIONS} operations: {sizes}"
        for name, part in campaign.PARTS.items():
            if options.only and options.only not in name:
                continue
            desk, started = campaign.Desk(folder, tape), time.monotonic()
            step = 1 if part is campaign.every_torn_commit else options.step
            count = sum(1 for _ in part(desk, step))
            more = "".join(f", {word} {number}" for word, number in sorted(desk.figures.items()))
            yield f"{name}: {count} states opened, 0 wrong{more}; {time.monotonic() - started:.0f} s"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def kills(options, scratch):
    """Kill a host at random moments."""
    command = [sys.executable, "-m", "faults.kills", str(scratch / "kills"), str(options.kills), "1"]
    path = f"{HERE}:{HERE.parents[1]}"
    done = subprocess.run(command, env={"PYTHONPATH": path}, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    yield done.stdout.strip()


def disk(options, scratch):
    """Let the disk fail, forget and lie."""
    from faults import disk as campaign
    from faults import shim

    folder = MEMORY / f"{scratch.name}-disk" if MEMORY.is_dir() else scratch / "disk"
    library = shim.build(scratch)
    try:
        for mode in ("failing", "dying"):
            yield f"{mode}: {shim.run(library, folder, mode, options.step)}"
        shim.run(library, folder, "recording", 1)
        for lies, draws in ((None, 12), ("in order", 6), ("in any order", 6)):
            recorded = Path(f"{folder}.calls")
            figures = campaign.replay(folder, recorded, draws, lies=lies, step=options.step)
            said = ", ".join(f"{word} {number}" for word, number in figures.items())
            yield f"power cut, {f'the disk lies, forgetting {lies}' if lies else 'an honest disk'}: {said}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        Path(f"{folder}.calls").unlink(missing_ok=True)


def rest(options, scratch):
    """Fill the disk, make it read-only, let two hosts meet, turn the clock back, spoil the models."""
    from faults import rest as campaign
    from faults.small import CannotMount

    for number, (name, part) in enumerate(campaign.PARTS.items()):
        try:
            yield f"{name}: {dict(part(scratch / f'rest-{number}'))}"
        except CannotMount:
            yield f"{name}: NOT TRIED, only root can mount a small disk"


def camera(options, scratch):
    """Let the camera freeze, die, give garbage and change its size."""
    from soak.evening import suffer
    from soak.paper import Camera, Eye, Table

    from table.host import Host
    from table.journal import Journal
    from table.watch import Watch

    device, table = Camera(), Table()
    with Host(Journal(scratch / "camera.sqlite")).start() as host:
        watch = Watch(host, device.open, Eye(table), retry=0.001)
        yield str(suffer(host, watch, device, table, games=3))


PARTS = {"cuts": cuts, "kills": kills, "disk": disk, "rest": rest, "camera": camera}


def main():
    """Run what was asked for; the exit status is 1 where anything was not the truth."""
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS])
    parser.add_argument("--scratch", type=Path)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    wrong = 0
    with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
        for name in options.parts or PARTS:
            try:
                for line in PARTS[name](options, Path(folder)):
                    print(f"{name}: {line}", flush=True)
            except Exception as error:
                wrong += 1
                what = " ".join(str(error).split())[:500]
                print(f"{name}: WRONG: {type(error).__name__} {what}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
