"""NetworkManager, asked by its nmcli: profiles of Wi-Fis, and their passwords.

A password is never a word of a command, which every user of the machine can read while it runs, nor is it in
what is told of an error.
"""

from __future__ import annotations

import subprocess

from table.errors import TableError
from table.settings.wifi import SSID_BYTES, is_password, is_ssid

WAIT_S = 45
SECURITY = "802-11-wireless-security"
PSK = f"{SECURITY}.psk"


class HotspotError(TableError):
    """The table's Wi-Fi cannot be switched, and why."""


def check(ssid: str | None, password: str | None) -> None:
    """Look whether a name and a password can be a Wi-Fi's; None is not looked at. Raises HotspotError."""
    if ssid is not None and not is_ssid(ssid):
        raise HotspotError(f"the Wi-Fi's name must have 1 to {SSID_BYTES} letters: choose another --ssid")
    if password is not None and not is_password(password):
        raise HotspotError("a Wi-Fi's password has 8 to 63 plain letters or digits: give another --password")


def profiles(nmcli: str) -> list[str]:
    """List the names of the profiles that are kept. Raises HotspotError."""
    return lines(nmcli, "--get-values", "NAME", "connection", "show")


def radio(nmcli: str) -> str:
    """Find the radio. Raises HotspotError."""
    rows = (line.split(":") for line in lines(nmcli, "--get-values", "DEVICE,TYPE", "device", "status"))
    radios = sorted(row[0] for row in rows if row[-1] == "wifi")
    if not radios:
        raise HotspotError(
            "NetworkManager knows no Wi-Fi here: set the Wi-Fi country with 'sudo raspi-config' and try again"
        )
    return radios[0]


def values(nmcli: str, profile: str, *names: str) -> list[str]:
    """Give a profile's values by their names, secrets too; empty where there is none. Raises HotspotError."""
    told = lines(nmcli, "--show-secrets", "--get-values", ",".join(names), "connection", "show", profile)
    found = [each.replace("\\:", ":").replace("\\\\", "\\") for each in told]
    return [*found, *[""] * len(names)][: len(names)]


def modify(nmcli: str, profile: str, settings: dict[str, str]) -> None:
    """Change a profile. Raises HotspotError."""
    call(nmcli, "connection", "modify", profile, *(word for pair in settings.items() for word in pair))


def set_password(nmcli: str, profile: str, password: str) -> None:
    """Change a profile's password, told to nmcli's editor as a person would. Raises HotspotError."""
    call(nmcli, "connection", "edit", profile, told=f"set {PSK} {password}\nsave\nquit\n")
    # The editor ends well whatever became of it.
    if values(nmcli, profile, PSK) != [password]:
        raise HotspotError("NetworkManager does not keep the password: give another --password")


def lines(*command: str) -> list[str]:
    """Run nmcli and list the lines that it says. Raises HotspotError."""
    return call(*command).splitlines()


def call(*command: str, told: str = "") -> str:
    """Run nmcli and return what it says. Raises HotspotError with its reason and a remedy.

    told: what it reads from its standard input.
    """
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=2 * WAIT_S, input=told
        )
    except FileNotFoundError:
        raise HotspotError(
            "there is no nmcli here, and the hotspot needs it: sudo apt install network-manager"
        ) from None
    except subprocess.TimeoutExpired:
        raise HotspotError("NetworkManager does not answer: restart the machine and try again") from None
    if done.returncode:
        # The editor repeats what it was told, and that is a secret.
        said = done.stderr or ("" if told else done.stdout)
        reason = " ".join(said.split()).removeprefix("Error: ").rstrip(".")
        raise HotspotError(f"NetworkManager refuses ({reason or done.returncode}): {_remedy(reason)}")
    return done.stdout


def _remedy(reason: str) -> str:
    low = reason.lower()
    if "authoriz" in low or "privileges" in low:
        return "call it with sudo"
    if "not running" in low:
        return "sudo systemctl start NetworkManager"
    return "check the Wi-Fi country with 'sudo raspi-config', and that the Wi-Fi is not switched off"
