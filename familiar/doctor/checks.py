"""Judge what was read of a machine: one small pure function a matter, each with its remedy.

Nothing here reads anything, and nothing compiled is imported: a broken installation must still be told of.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Literal

Status = Literal["ok", "warning", "failure", "n/a"]

GB, MB = 1_000_000_000, 1_000_000
LITTLE_DISK, NO_DISK = 500 * MB, 60 * MB
SLOW_FSYNC_S = 1.0
LITTLE_MEMORY, NO_MEMORY = 300 * MB, 120 * MB
"""An appliance with its networks loaded takes about 300 MB (`familiar bench speed`)."""

WARM, HOT = 75.0, 83.0
"""Degrees Celsius: a Raspberry Pi slows itself down from 80 on, and more from 85."""

NO_CAMERA = "none"
"""As table.settings.config calls it, whose import may fail where something is broken."""

BEHIND_S = 120.0
FIRST_YEAR = 2025
OLD_FRAME_S = 2.0
RARE_S = 0.6

HOUSE = (
    *map(ip_network, ("127.0.0.0/8", "169.254.0.0/16", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")),
    *map(ip_network, ("::1/128", "fe80::/64", "fc00::/7")),
)
"""To whom the installed service answers (IPAddressAllow in systemd/familiar.service)."""

# Bits of `vcgencmd get_throttled`, now; the same 16 higher: since the start (Raspberry Pi documentation).
UNDERVOLTAGE, CAPPED, THROTTLED, SOFT_LIMIT = 1, 2, 4, 8


@dataclass(frozen=True)
class Check:
    """One matter: what is so, in one sentence, and where something is amiss what to do."""

    name: str
    status: Status
    said: str
    remedy: str = ""


def system(python: tuple[int, int], machine: str, bits: int) -> Check:
    """Judge Python and the processor."""
    said = f"Python {python[0]}.{python[1]} on {machine}, {bits} bit."
    if bits != 64:
        return Check(
            "system", "failure", said, "Install the 64-bit Raspberry Pi OS: ONNX Runtime has no other."
        )
    if not (3, 11) <= python <= (3, 13):
        return Check("system", "warning", said, "Familiar is tested with Python 3.11 to 3.13.")
    return Check("system", "ok", said)


def imports(problems: Sequence[str], versions: Mapping[str, str]) -> Check:
    """Judge whether all that it stands on can be loaded: NumPy below what was built against it."""
    if problems:
        # The system's own words, in the middle, may have a colon as well.
        what, _, remedy = problems[0].rpartition(": ")
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        if not what:
            what, remedy = remedy, "install Familiar again"
        return Check("imports", "failure", f"{what}{more}.", f"{_upper(remedy)}.")
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    return Check("imports", "ok", f"Everything can be loaded ({listed}).")


def models(complaints: Sequence[str], count: int) -> Check:
    """Judge the shipped networks by their SHA-256."""
    if not count and not complaints:
        return Check(
            "models", "failure", "The list of the shipped networks is lost.", "Install Familiar again."
        )
    if complaints:
        what, _, remedy = complaints[0].rpartition(": ")
        more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
        return Check("models", "failure", f"{_upper(what or remedy)}{more}.", f"{_upper(remedy)}.")
    return Check("models", "ok", f"{count} networks are what was shipped.")


def configuration(path: str | None, problem: str | None) -> Check:
    """Judge the configuration's file."""
    if problem is not None:
        return Check(
            "configuration", "failure", f"{problem}.", "Correct it there; familiar config prints every key."
        )
    return Check(
        "configuration", "ok", f"{path} is understood." if path else "No file: the usual values hold."
    )


def disk(folder: str, free: int | None, problem: str | None, fsync_s: float | None) -> Check:
    """Judge where everything is written down. problem: why nothing can be written there."""
    room = "Delete something there."
    if problem is not None:
        own = "Let the program's user own it; a card that has become read-only is worn out: replace it."
        remedy = room if problem == os.strerror(errno.ENOSPC) else own
        return Check("disk", "failure", f"{folder} cannot be written to ({problem}).", remedy)
    if free is not None and free < NO_DISK:
        return Check("disk", "failure", f"{_size(free)} are free at {folder}.", room)
    if fsync_s is not None and fsync_s > SLOW_FSYNC_S:
        return Check(
            "disk",
            "warning",
            f"Writing through takes {fsync_s:.1f} s at {folder}.",
            "Use a better card, or a USB disk.",
        )
    if free is not None and free < LITTLE_DISK:
        return Check("disk", "warning", f"Only {_size(free)} are free at {folder}.", "Make some room there.")
    left = "" if free is None else f", {_size(free)} are free"
    return Check("disk", "ok", f"{folder} is written through to the disk{left}.")


REPAIRS = "Start familiar play: it brings the games back from rows and backups, and keeps what it found"
"""What helps a damaged journal."""


def journal(path: str, there: bool, problem: str | None, remedy: str = REPAIRS) -> Check:
    """Judge the journal of all games; remedy: where it is not damaged, and cannot be used all the same."""
    if problem is not None:
        return Check("journal", "failure", f"{problem.rstrip('.')}.", f"{_upper(remedy)}.")
    if not there:
        return Check("journal", "ok", f"There is none yet; it will be {path}.")
    return Check("journal", "ok", f"{path} is whole.")


def barred(name: str, path: str, why: str, remedy: str) -> Check:
    """Tell of a matter that cannot be judged, for what it needs cannot be had."""
    return Check(name, "failure", f"{path}: {why}.", f"{_upper(remedy)}.")


def update(new: str, old: str, day: str) -> Check:
    """Judge the last update, by what was written down of it; `new` is empty where nothing was."""
    if not new:
        return Check("update", "ok", "No update had to be taken back.")
    return Check(
        "update",
        "warning",
        f"{new} did not start on {day}, so {old} plays on.",
        "journalctl -u familiar says why; sudo familiar-update FILE SHA256 takes a newer one.",
    )


def decks(names: Sequence[str], problems: Sequence[str]) -> Check:
    """Judge the enrolled decks and sticks."""
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        return Check(
            "decks", "failure", f"{problems[0]}{more}.", "Enrol it again: familiar enrol NAME --anew."
        )
    if not names:
        return Check("decks", "ok", "None is enrolled: the built-in readers read US and Amigo cards.")
    return Check("decks", "ok", f"{len(names)} can be read: {', '.join(names)}.")


def calibration(known: str | None, problem: str | None, applies: bool = True) -> Check:
    """Judge whether this camera's table is known."""
    if not applies:
        return Check("calibration", "n/a", "The simulated table, and one without a camera, needs none.")
    if problem is not None:
        return Check(
            "calibration", "warning", f"{problem.rstrip('.')}.", "Calibrate again: familiar calibrate."
        )
    if known is None:
        return Check(
            "calibration",
            "warning",
            "The table is not calibrated: all that is in the picture counts, and the exposure may change.",
            "Hang the camera up and run familiar calibrate.",
        )
    return Check("calibration", "ok", f"The table is calibrated ({known}).")


@dataclass(frozen=True)
class Looked:
    """What the camera gave: its size, seconds from picture to picture, and what was found amiss in them.

    age: of the last picture when it came, in seconds. amiss: (level, sentence, remedy) of each finding.
    wheels: bid wheels in the last one, and how many of them can be read; alike: those of one colour.
    """

    size: tuple[int, int] = (0, 0)
    gaps: tuple[float, ...] = ()
    age: float | None = None
    amiss: tuple[tuple[str, str, str], ...] = ()
    problem: str | None = None
    wheels: tuple[int, int] = (0, 0)
    alike: tuple[str, ...] = ()


def wheels(source: str, seen: Looked | None) -> Check:
    """Judge the bid wheels that are to be read; seen: None where the camera was not asked."""
    if source == NO_CAMERA:
        return Check(
            "wheels",
            "failure",
            "Bids are to be read from wheels, and there is no camera.",
            "Choose one under [camera], or write read = false under [wheels].",
        )
    if seen is None or seen.problem is not None:
        return Check("wheels", "n/a", "No picture was taken to look for them.")
    count, read = seen.wheels
    if seen.alike:
        what = f"Several bid wheels of one colour lie there: {', '.join(seen.alike)}."
        return Check("wheels", "warning", what, "Take them away but for one of each colour (docs/kit.md).")
    if read < count or not count:
        what = f"Of {count} bid wheels {read} can be read." if count else "No bid wheel is seen."
        remedy = "Lay them before the players, in the camera's view, one number in each window (docs/kit.md)."
        return Check("wheels", "warning", what, remedy)
    return Check("wheels", "ok", f"Bid wheels that are seen and read: {count}.")


def camera(source: str, wanted: tuple[int, int], seen: Looked | None, pi: bool = True) -> Check:
    """Judge the camera and its pictures; seen: None where it was not asked; pi: whether this is one."""
    if source == NO_CAMERA:
        return Check("camera", "n/a", "There is to be none: everything is entered with the phones.")
    if seen is None:
        return Check("camera", "n/a", "It was not opened: another program has it, or you said so.")
    if seen.problem is not None and source == "picamera" and not pi:
        return Check(
            "camera",
            "warning",
            "This is no Raspberry Pi, and its camera is what the settings name.",
            "Play with --camera none, or with --camera usb:0; source under [camera] keeps it.",
        )
    if seen.problem is not None:
        return _no_picture(source, seen.problem)
    if seen.age is not None and seen.age > OLD_FRAME_S:
        return Check(
            "camera",
            "failure",
            f"Its pictures are {seen.age:.1f} s old.",
            "Pull its plug and put it in again.",
        )
    for level in ("failure", "warning"):
        for how, said, remedy in seen.amiss:
            if how == level:
                return Check("camera", level, said, remedy)
    if seen.gaps and max(seen.gaps) > RARE_S:
        return Check(
            "camera",
            "warning",
            f"Its pictures come only every {max(seen.gaps):.1f} s.",
            "Choose a smaller width and height under [camera], or a faster USB port.",
        )
    said = f"{source} gives pictures of {seen.size[0]}x{seen.size[1]}"
    if source.startswith(("picamera", "usb")) and seen.size != wanted:
        return Check(
            "camera",
            "warning",
            f"{said}, and {wanted[0]}x{wanted[1]} was asked for.",
            "Write its own size under [camera], or take a camera that has the other.",
        )
    return Check("camera", "ok", f"{said}, fresh and clear.")


def _no_picture(source: str, problem: str) -> Check:
    """Tell why a camera gives no picture; of files and folders the sentence begins with their path."""
    if problem.startswith(("/", f"{source}: ", f"{source}/")):
        what, _, remedy = problem.partition("; ")
        return Check("camera", "failure", f"{what}.", f"{_upper(remedy) or 'Give another file or folder'}.")
    what, _, remedy = problem.partition(": ")
    return Check("camera", "failure", f"{_upper(what)}.", f"{_upper(remedy) or 'Check its cable'}.")


def pins(
    kind: str, twice: Mapping[int, Sequence[str]], problem: str | None, stuck: Sequence[str], busy: bool
) -> Check:
    """Judge lamps and buttons. twice: what stands on a pin with something else; busy: the game has them."""
    if kind == "none":
        return Check("pins", "n/a", "No panel is configured: the phones do everything.")
    if twice:
        pin, names = next(iter(twice.items()))
        return Check(
            "pins",
            "failure",
            f"GPIO {pin} is given to {' and '.join(names)}.",
            "Give each its own under [panel].",
        )
    if busy:
        return Check("pins", "n/a", "They were not tried: Familiar is playing and has them.")
    if problem is not None:
        what, _, remedy = problem.partition(": ")
        return Check("pins", "failure", f"{_upper(what)}.", f"{_upper(remedy) or 'Check the wiring'}.")
    if stuck:
        return Check(
            "pins",
            "warning",
            f"The button {' and '.join(stuck)} is down all the time.",
            "Let it go; if nobody presses it, look for a short circuit between its pin and ground.",
        )
    return Check("pins", "ok", f"Lamps and buttons answer ({kind}).")


def speaker(on: bool, found: bool, cards: bool) -> Check:
    """Judge whether the table can speak. found: its program is there; cards: there is a sound card."""
    if not found:
        said, remedy = "espeak-ng is missing", "sudo apt install espeak-ng; every phone can speak without it."
    elif not cards:
        said, remedy = "there is no sound card", "Plug in a speaker, for example by USB."
    if not (found and cards):
        said = f"The table itself cannot speak: {said}."
        return Check("speaker", "warning", said, remedy) if on else Check("speaker", "n/a", said)
    return Check("speaker", "ok", "The table can speak; its owner switches that with a phone.")


def clock(now: float, year: int, synchronised: bool | None, newest: float | None) -> Check:
    """Judge the time; newest: when something was last written down, seconds since 1970 as `now`."""
    if newest is not None and newest - now > BEHIND_S:
        behind = (newest - now) / 3600
        return Check(
            "clock",
            "warning",
            f"The clock is {behind:.1f} hours behind what was written down last.",
            "Connect the network until it is right, or set it: sudo date -s; the games are safe in any case.",
        )
    if year < FIRST_YEAR:
        return Check(
            "clock", "warning", f"The clock says {year}.", "Connect the network, or set it: sudo date -s."
        )
    if synchronised is False:
        return Check(
            "clock",
            "warning",
            "The clock is not synchronised.",
            "Connect the network; without one the dates of the games may be wrong, nothing else.",
        )
    return Check("clock", "ok", "The clock is right." if synchronised else "The clock looks right.")


def memory(total: int | None, available: int | None) -> Check:
    """Judge the memory."""
    if total is None or available is None:
        return Check("memory", "n/a", "This system does not tell how much memory it has.")
    said = f"{_size(available)} of {_size(total)} of memory are free."
    if available < NO_MEMORY:
        return Check("memory", "failure", said, "End other programs, or use a Raspberry Pi with 2 GB.")
    if available < LITTLE_MEMORY:
        return Check("memory", "warning", said, "End other programs while you play.")
    return Check("memory", "ok", said)


def temperature(celsius: float | None) -> Check:
    """Judge how hot the processor is."""
    if celsius is None:
        return Check("temperature", "n/a", "This machine does not tell its temperature.")
    said = f"The processor is at {celsius:.0f} °C."
    if celsius >= WARM:
        status: Status = "failure" if celsius >= HOT else "warning"
        return Check(
            "temperature", status, said, "Give it air or a heat sink: it slows itself down from 80 on."
        )
    return Check("temperature", "ok", said)


def power(pi: bool, throttled: int | None, alarm: bool | None) -> Check:
    """Judge the supply: bits of `vcgencmd get_throttled`, else the alarm of the Pi's voltage sensor."""
    plug = "Use the Raspberry Pi's own power supply and a short, thick cable."
    if throttled is None and alarm is None:
        why = "Its firmware does not answer (vcgencmd)" if pi else "Only a Raspberry Pi tells"
        return Check("power", "n/a", f"{why} whether the voltage is enough.")
    bits = throttled if throttled is not None else int(bool(alarm))
    if bits & UNDERVOLTAGE:
        return Check("power", "failure", "The voltage is too low now.", plug)
    if bits & (CAPPED | THROTTLED | SOFT_LIMIT):
        return Check(
            "power", "warning", "The processor is slowed down now.", "Give it air, or a better supply."
        )
    if bits >> 16 & UNDERVOLTAGE:
        return Check("power", "warning", "The voltage has been too low since the start.", plug)
    if bits >> 16 & (CAPPED | THROTTLED | SOFT_LIMIT):
        return Check(
            "power", "warning", "The processor has been slowed down since the start.", "Give it air."
        )
    return Check("power", "ok", "The voltage is high enough, and has been since the start.")


def _outside(address: str) -> str | None:
    """Give the network of an address beyond the house, None for one within it and for a machine's name."""
    try:
        known = ip_address(address)
    except ValueError:
        return None
    if any(known in each for each in HOUSE):
        return None
    return f"{address}/{24 if known.version == 4 else 64}"


def network(
    address: str, port: int, answers: bool, problem: str | None, name: str | None, own: bool = True
) -> Check:
    """Judge how phones come here.

    answers: Familiar is at the port; problem: why it cannot be taken. own: the machine has this address.
    """
    if problem is not None and not answers and not own:
        return Check(
            "network",
            "failure",
            f"The page cannot be served at {address} ({problem}).",
            'Write an address that this machine has as host under [web], or "0.0.0.0" for all of them.',
        )
    if problem is not None and not answers:
        return Check(
            "network",
            "failure",
            f"Port {port} cannot be taken ({problem}).",
            "End the other program, or write another port under [web].",
        )
    if address.startswith("127.") or address == "::1":
        return Check(
            "network",
            "warning",
            "This machine is in no network: only its own browser finds the page.",
            "Connect it, or let it open a Wi-Fi of its own: familiar hotspot on.",
        )
    from table.settings.addresses import link

    page = link(address, port)
    outside = _outside(address)
    if outside is not None:
        return Check(
            "network",
            "warning",
            f"{address} is an address of the open internet, to which the installed service does not answer.",
            f"Put a router between; or sudo systemctl edit familiar, [Service], IPAddressAllow={outside}.",
        )
    if name is None:
        return Check(
            "network",
            "warning",
            f"Phones find the page at {page}, but by no name.",
            "sudo apt install avahi-daemon; the code on the page works without it.",
        )
    now = "answers" if answers else "will be"
    return Check(
        "network", "ok", f"The page {now} at {page}, for most phones also http://{name}.local:{port}/."
    )


def permissions(user: str, refused: Sequence[tuple[str, str]], present: int) -> Check:
    """Judge whether the user may use the devices; refused: each that it may not, and whose group may."""
    if not present:
        return Check("permissions", "n/a", "This machine has no camera, pins or firmware of a Raspberry Pi.")
    if refused:
        groups = ",".join(sorted({group for _, group in refused}))
        return Check(
            "permissions",
            "failure",
            f"{user} may not use {refused[0][0]}.",
            f"sudo usermod -aG {groups} {user}, and log in anew (or sudo systemctl restart familiar).",
        )
    return Check("permissions", "ok", f"{user} may use all {present} devices.")


def _size(number: int) -> str:
    return f"{number / GB:.1f} GB" if number >= GB else f"{number // MB} MB"


def _upper(text: str) -> str:
    # A command is written as it is typed.
    return text if text.startswith(("sudo ", "familiar ")) else text[:1].upper() + text[1:]


def in_the_way(error: OSError) -> tuple[str, str]:
    """Say why a file cannot be had, and what to do."""
    from files.obstacle import known

    found = known(error, error.filename or ".")
    return (error.strerror or str(error), "check the path") if found is None else (found.why, found.remedy)
