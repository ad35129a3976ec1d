"""Read what a machine tells of itself; every source may be missing, and a fake tree can stand for it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table.settings.config import WebConfig

RUN_TIMEOUT_S = 5.0
ASK_TIMEOUT_S = 2.0

DEVICES = {
    "dev/gpiochip*": "gpio",
    "dev/video*": "video",
    "dev/media*": "video",
    "dev/dma_heap/*": "video",
    "dev/dri/render*": "render",
    "dev/vcio": "video",
}
"""Where a Raspberry Pi has camera, pins and firmware, and whose group may use them."""

Run = Callable[[Sequence[str]], str | None]


def run_program(command: Sequence[str]) -> str | None:
    """Run a program and give what it prints; None where it is missing, fails or hangs."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=RUN_TIMEOUT_S,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return done.stdout if done.returncode == 0 else None


@dataclass(frozen=True)
class Machine:
    """A machine: its file system below `root`, and how a program is run on it."""

    root: Path = Path("/")
    run: Run = run_program

    def text(self, path: str) -> str | None:
        """Read a small file, NUL bytes at its end taken away; None where it cannot be read."""
        try:
            return (self.root / path).read_bytes()[:65536].decode("utf-8", "replace").strip("\0\n ")
        except (OSError, ValueError):
            return None

    @property
    def pi(self) -> bool:
        """Tell whether this is a Raspberry Pi."""
        return "Raspberry Pi" in (self.text("proc/device-tree/model") or "")

    def sounds(self) -> bool:
        """Tell whether there is a sound card; where there is none the kernel says so with dashes."""
        cards = self.text("proc/asound/cards") or ""
        return bool(cards) and "---" not in cards.splitlines()[0]

    def memory(self) -> tuple[int | None, int | None]:
        """Give all memory and what is to be had, in bytes."""
        found: dict[str, int] = {}
        for line in (self.text("proc/meminfo") or "").splitlines():
            name, _, rest = line.partition(":")
            parts = rest.split()
            if parts and parts[0].isdecimal():
                found[name] = int(parts[0]) * 1024
        return found.get("MemTotal"), found.get("MemAvailable")

    def temperature(self) -> float | None:
        """Give the hottest zone in degrees Celsius."""
        zones = [self._number(path) for path in self._glob("sys/class/thermal/thermal_zone*/temp")]
        # Some boards have a zone that tells nonsense.
        known = [value / 1000 for value in zones if value is not None and 0 < value < 150_000]
        return max(known, default=None)

    def throttled(self) -> int | None:
        """Give the bits of `vcgencmd get_throttled`."""
        said = self.run(("vcgencmd", "get_throttled")) or ""
        name, _, value = said.strip().partition("=")
        try:
            return int(value, 16) if name == "throttled" else None
        except ValueError:
            return None

    def voltage_alarm(self) -> bool | None:
        """Tell whether the Pi's voltage sensor is alarmed."""
        for path in self._glob("sys/class/hwmon/hwmon*/name"):
            if self.text(str(path.relative_to(self.root))) == "rpi_volt":
                value = self._number(path.with_name("in0_lcrit_alarm"))
                return None if value is None else value != 0
        return None

    def synchronised(self) -> bool | None:
        """Tell whether the clock is set by the network; None where nobody knows."""
        if (self.root / "run/systemd/timesync/synchronized").exists():
            return True
        said = (self.run(("timedatectl", "show", "-p", "NTPSynchronized", "--value")) or "").strip()
        return {"yes": True, "no": False}.get(said)

    def name(self) -> str | None:
        """Give the name by which most phones find this machine; None: nobody tells it in the network."""
        if not (self.root / "run/avahi-daemon").is_dir():
            return None
        return (self.text("etc/hostname") or socket.gethostname()).partition(".")[0] or None

    def devices(self) -> list[tuple[str, str, bool]]:
        """List what a Raspberry Pi's devices are called, whose group may use them, and whether we may."""
        found = []
        for pattern, group in DEVICES.items():
            for path in self._glob(pattern):
                if not path.is_dir():
                    may = os.access(path, os.R_OK | os.W_OK)
                    found.append((f"/{path.relative_to(self.root)}", group, may))
        return found

    def _glob(self, pattern: str) -> list[Path]:
        try:
            return sorted(self.root.glob(pattern))
        except OSError:
            return []

    def _number(self, path: Path) -> int | None:
        text = self.text(str(path.relative_to(self.root)))
        try:
            return None if text is None else int(text)
        except ValueError:
            return None


def try_disk(folder: Path) -> tuple[int | None, str | None, float | None]:
    """Write a little file through to the disk: (bytes free, why it failed, seconds)."""
    draft = folder / f".doctor.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        begun = time.monotonic()
        try:
            with open(draft, "wb") as out:
                out.write(b"familiar" * 512)
                out.flush()
                os.fsync(out.fileno())
        finally:
            draft.unlink(missing_ok=True)
        took = time.monotonic() - begun
        return shutil.disk_usage(folder).free, None, took
    except OSError as error:
        return None, error.strerror or type(error).__name__, None


def newest(folder: Path) -> float | None:
    """Give when something in the folder was last written, seconds since 1970."""
    return max(_times(folder), default=None)


def _times(folder: Path) -> Iterator[float]:
    try:
        for path in folder.iterdir():
            yield path.stat().st_mtime
    except OSError:
        return


def try_port(host: str, port: int) -> str | None:
    """Say why a port cannot be taken, or None."""
    from web.sockets import listening

    try:
        listening(host, port).close()
    except (OSError, OverflowError) as error:
        return getattr(error, "strerror", None) or str(error)
    return None


def answers(port: int, host: str = "127.0.0.1") -> bool:
    """Tell whether Familiar's own page is at this port."""
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection(host, port, timeout=ASK_TIMEOUT_S)
    try:
        connection.request("GET", "/state")
        body = connection.getresponse().read(65536)
        return b'"number"' in body and b'"questions"' in body
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def plays(page: WebConfig) -> bool:
    """Tell whether Familiar's page is served as it is configured: `::` hears IPv4 as well."""
    from table.settings.addresses import EVERYWHERE

    return answers(page.port) if page.host in EVERYWHERE else answers(page.port, page.host)
