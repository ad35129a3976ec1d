"""What the doctor found, and on what machine: a file that its owner may send to whoever helps.

It holds nothing that opens the table or names the people at it: no code, no PIN, no password, no name of a
player, a deck, a user, a machine or a Wi-Fi, and no address by which the house is known outside.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

from familiar.doctor.checks import HOUSE, Check
from familiar.doctor.machine import Machine

if TYPE_CHECKING:
    from table.settings.config import Config

FORM = "familiar doctor/1"
UNIT = ("ActiveState", "SubState", "Result", "NRestarts", "WatchdogUSec")
"""What systemd tells of the service."""
ADDRESS = re.compile(
    r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4})(?![\w.:])"
)
OWN = frozenset({"root", "familiar", "pi", "localhost", "raspberrypi"})
"""Names that are nobody's."""


def report(
    machine: Machine,
    versions: Mapping[str, str],
    checks: Sequence[Check],
    config: Config | None,
    private: Mapping[str, str],
) -> str:
    """Write the report as JSON.

    config: the settings, of which camera and pins are told; None: they could not be read. private: what
    must not stand in it, and what stands there instead.
    """
    told = {
        "report": FORM,
        "made": time.strftime("%Y-%m-%d"),
        "versions": dict(versions),
        "machine": dict(_machine(machine)),
        "service": _service(machine),
        "settings": {}
        if config is None
        else {"camera": asdict(config.camera), "panel": asdict(config.panel)},
        "checks": [asdict(check) for check in checks],
    }
    return json.dumps(_cleaned(told, private), ensure_ascii=False, indent=1) + "\n"


def private_words(user: str, names: Sequence[str], decks: Sequence[str], home: Path) -> dict[str, str]:
    """List what must not be told: user, names of the machine, decks that bear somebody's name, the home."""
    found = {str(home): "~"} if home != Path("/") else {}
    found |= {name: "(a deck)" for name in decks}
    found |= {name: "(this machine)" for name in names if name not in OWN}
    if user not in OWN:
        found[user] = "(the user)"
    return {word: instead for word, instead in found.items() if word}


def _machine(machine: Machine) -> Iterator[tuple[str, Any]]:
    memory, _ = machine.memory()
    yield "model", machine.text("proc/device-tree/model")
    yield "system", _field(machine.text("etc/os-release"), "PRETTY_NAME")
    yield "kernel", machine.text("proc/sys/kernel/osrelease")
    yield "processors", os.cpu_count()
    yield "memory", memory
    yield "devices", [path for path, _, _ in machine.devices()]


def _field(text: str | None, name: str) -> str | None:
    found = re.search(rf'^{name}="?([^"\n]*)', text or "", re.M)
    return found[1] if found else None


def _service(machine: Machine) -> dict[str, str]:
    said = machine.run(("systemctl", "show", "familiar.service", f"--property={','.join(UNIT)}")) or ""
    pairs = (line.partition("=") for line in said.splitlines())
    return {name: value for name, _, value in pairs if name in UNIT}


def _cleaned(value: Any, private: Mapping[str, str]) -> Any:
    """Give a value with all that is private taken out of its texts; keys are ours."""
    if isinstance(value, Mapping):
        return {key: _cleaned(each, private) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(each, private) for each in value]
    if not isinstance(value, str):
        return value
    # The longest first: a deck may be called as its owner, and a home ends in a user's name.
    for word in sorted(private, key=len, reverse=True):
        instead = private[word].replace("\\", r"\\")
        value = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", instead, value)
    return ADDRESS.sub(_shown, value)


def _shown(found: re.Match[str]) -> str:
    """Leave an address of the house, which is the same in a million of them, and no other."""
    try:
        address = ip_address(found[0])
    except ValueError:
        return found[0]
    return found[0] if any(address in network for network in HOUSE) else "(an address)"
