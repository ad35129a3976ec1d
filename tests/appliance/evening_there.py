"""The service in the emulated machine, as an evening knows the program that it is played at."""

import json
import shutil

DATA = "/var/lib/familiar"


class Service:
    """The port and the code of a machine, also after another start of it."""

    def __init__(self, machine):
        self._machine = machine

    @property
    def port(self):
        return self._machine.port

    @property
    def code(self):
        """Give the code by which one joins."""
        return json.loads(self._machine.run(f"cat {DATA}/access.json"))["code"]


def journal(machine, folder):
    """Fetch the journal from the running machine, as it lies there; returns its path."""
    kept = folder / "journal"
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir()
    # SQLite's shared memory is made anew by whoever opens it.
    for name in machine.run(
        f"cd {DATA} && ls journal.sqlite journal.sqlite-wal 2>/dev/null", code=None
    ).split():
        machine.fetch(f"{DATA}/{name}", kept / name)
    return kept / "journal.sqlite"


def active(machine):
    """Wait until the service serves again."""
    machine.run("until systemctl --quiet is-active familiar; do sleep 0.2; done")
