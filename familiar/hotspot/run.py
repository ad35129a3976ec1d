"""A Wi-Fi of the table's own, for a house without one: NetworkManager's hotspot, switched by its nmcli.

The profile is called Familiar. Switched off it is kept with its password, so that phones find it again. The
password is never a word of a command, which every user of the machine can read while it runs.
"""

from __future__ import annotations

import secrets
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from familiar.invite.sign import code
from table.errors import TableError

PROFILE = "Familiar"
ADDRESS = "10.42.0.1"
"""What NetworkManager gives itself where it shares a connection (docs/platform.md 5)."""
WAIT_S = 45
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without the signs that people mistake for one another."""
PASSWORD_LENGTH = 10
SSID_BYTES = 32
PASSWORD_LENGTHS = range(8, 64)
PSK = "802-11-wireless-security.psk"
WPA2, WPA3 = "wpa-psk", "sae"
"""How NetworkManager calls the ways in: by WPA2, or WPA3 where radio and phone can; by WPA3 alone."""

Tell = Callable[[str], None]
Draw = Callable[[], str]


class HotspotError(TableError):
    """The hotspot cannot be switched, and why."""


@dataclass(frozen=True)
class Hotspot:
    """What phones need to come in."""

    ssid: str
    password: str
    way: str = WPA2

    def invitation(self, port: int) -> str:
        """Say how to come in, with a code that phones understand as a Wi-Fi."""
        page = f"http://{ADDRESS}:{port}/"
        return "\n".join(
            [
                code(f"WIFI:T:WPA;S:{_escaped(self.ssid)};P:{_escaped(self.password)};;"),
                "",
                f"The table's own Wi-Fi is on: {self.ssid}, password {self.password}",
                f"In it, open {page} (a phone may say that there is no internet: stay).",
                f"Big screen: {page}board",
                "The code to join: familiar code",
            ]
        )


def draw_password() -> str:
    """Draw a password that can be typed from paper."""
    return "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_LENGTH))


def switch_on(
    ssid: str | None = None,
    password: str | None = None,
    *,
    wpa3: bool | None = None,
    draw: Draw = draw_password,
    nmcli: str = "nmcli",
) -> Hotspot:
    """Open the hotspot now and at every start; what is not given stays as it was. Raises HotspotError.

    wpa3: whether phones come in by WPA3 alone.
    """
    _check(ssid, password)
    device = _wifi(nmcli)
    known = PROFILE in _lines(nmcli, "--get-values", "NAME", "connection", "show")
    old = _kept(nmcli) if known else Hotspot(PROFILE, "")
    way = old.way if wpa3 is None else WPA3 if wpa3 else WPA2
    spot = Hotspot(ssid or old.ssid, password or old.password or draw(), way)
    if not known:
        _call(
            *(nmcli, "connection", "add", "type", "wifi", "ifname", device, "con-name", PROFILE),
            *("autoconnect", "no", "ssid", spot.ssid),
        )
    # No phone hears another through the table, and none comes in by the ways of before WPA2.
    settings = {
        "802-11-wireless.mode": "ap",
        "802-11-wireless.ssid": spot.ssid,
        "802-11-wireless.ap-isolation": "yes",
        "802-11-wireless-security.proto": "rsn",
        "802-11-wireless-security.pairwise": "ccmp",
        "802-11-wireless-security.group": "ccmp",
        "ipv4.method": "shared",
    }
    _set(nmcli, settings | _way(spot.way))
    if spot.password != old.password:
        _set_password(nmcli, spot.password)
    try:
        _call(nmcli, "--wait", str(WAIT_S), "connection", "up", PROFILE)
    except HotspotError as error:
        if spot.way == WPA2 or spot.way == old.way:
            raise
        _set(nmcli, _way(old.way))
        raise HotspotError(f"{error}; not every radio can do it: leave --wpa3 out") from None
    _set(nmcli, {"connection.autoconnect": "yes"})
    return spot


def switch_off(nmcli: str = "nmcli") -> bool:
    """Close the hotspot and leave the radio to other networks; False: it was not open.

    Raises HotspotError.
    """
    if PROFILE not in _lines(nmcli, "--get-values", "NAME", "connection", "show"):
        return False
    _set(nmcli, {"connection.autoconnect": "no"})
    if not is_on(nmcli):
        return False
    _call(nmcli, "--wait", str(WAIT_S), "connection", "down", PROFILE)
    return True


def is_on(nmcli: str = "nmcli") -> bool:
    """Tell whether the hotspot is open. Raises HotspotError."""
    return PROFILE in _lines(nmcli, "--get-values", "NAME", "connection", "show", "--active")


def run(
    wish: str, ssid: str | None, password: str | None, port: int, tell: Tell, wpa3: bool | None = None
) -> int:
    """Do what `familiar hotspot` is asked. Raises HotspotError."""
    if wish == "on":
        tell(switch_on(ssid, password, wpa3=wpa3).invitation(port))
    elif wish == "off":
        done = switch_off()
        tell("The table's own Wi-Fi is off." if done else "The table's own Wi-Fi was not on.")
    else:
        tell(f"The table's own Wi-Fi is {'on' if is_on() else 'off'}.")
    return 0


def _check(ssid: str | None, password: str | None) -> None:
    if ssid is not None and not 1 <= len(ssid.encode()) <= SSID_BYTES:
        raise HotspotError(f"the Wi-Fi's name must have 1 to {SSID_BYTES} letters: choose another --ssid")
    if password is not None and not (
        len(password) in PASSWORD_LENGTHS
        and password.isascii()
        and password.isprintable()
        and password == password.strip()
    ):
        raise HotspotError("a Wi-Fi's password has 8 to 63 plain letters or digits: give another --password")


def _way(way: str) -> dict[str, str]:
    return {"802-11-wireless-security.key-mgmt": way}


def _set(nmcli: str, settings: dict[str, str]) -> None:
    """Change the profile. Raises HotspotError."""
    _call(nmcli, "connection", "modify", PROFILE, *(word for pair in settings.items() for word in pair))


def _set_password(nmcli: str, password: str) -> None:
    """Change the profile's password, told to nmcli's editor as a person would. Raises HotspotError."""
    _call(nmcli, "connection", "edit", PROFILE, told=f"set {PSK} {password}\nsave\nquit\n")
    # The editor ends well whatever became of it.
    if _kept(nmcli).password != password:
        raise HotspotError("NetworkManager does not keep the password: give another --password")


def _kept(nmcli: str) -> Hotspot:
    """Return the profile that is there. Raises HotspotError."""
    wanted = f"802-11-wireless.ssid,{PSK},802-11-wireless-security.key-mgmt"
    lines = _lines(nmcli, "--show-secrets", "--get-values", wanted, "connection", "show", PROFILE)
    values = [each.replace("\\:", ":").replace("\\\\", "\\") for each in lines]
    ssid, password, way = (*values, "", "", "")[:3]
    return Hotspot(ssid or PROFILE, password, way or WPA2)


def _wifi(nmcli: str) -> str:
    """Find the radio. Raises HotspotError."""
    rows = (line.split(":") for line in _lines(nmcli, "--get-values", "DEVICE,TYPE", "device", "status"))
    radios = sorted(row[0] for row in rows if row[-1] == "wifi")
    if not radios:
        raise HotspotError(
            "NetworkManager knows no Wi-Fi here: set the Wi-Fi country with 'sudo raspi-config' and try again"
        )
    return radios[0]


def _lines(*command: str) -> list[str]:
    return _call(*command).splitlines()


def _call(*command: str, told: str = "") -> str:
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


def _escaped(text: str) -> str:
    """Write a name as the codes of Wi-Fi do: what ends a field stands behind a backslash."""
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)
