"""A Wi-Fi of the table's own, for a house without one: NetworkManager's hotspot, switched by its nmcli.

The profile is called Familiar. Switched off it is kept with its password, so that phones find it again.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from familiar.hotspot.nmcli import (
    PSK,
    SECURITY,
    WAIT_S,
    HotspotError,
    call,
    check,
    lines,
    modify,
    profiles,
    radio,
    set_password,
    values,
)
from familiar.invite.sign import code
from familiar.tell import Tell

PROFILE = "Familiar"
ADDRESS = "10.42.0.1"
"""What NetworkManager gives itself where it shares a connection (docs/platform.md 5)."""
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without the signs that people mistake for one another."""
PASSWORD_LENGTH = 10
WPA2, WPA3 = "wpa-psk", "sae"
"""How NetworkManager calls the ways in: by WPA2, or WPA3 where radio and phone can; by WPA3 alone."""


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
    nmcli: str = "nmcli",
) -> Hotspot:
    """Open the hotspot now and at every start; what is not given stays as it was. Raises HotspotError.

    wpa3: whether phones come in by WPA3 alone.
    """
    check(ssid, password)
    device = radio(nmcli)
    known = PROFILE in profiles(nmcli)
    old = _kept(nmcli) if known else Hotspot(PROFILE, "")
    way = old.way if wpa3 is None else WPA3 if wpa3 else WPA2
    spot = Hotspot(ssid or old.ssid, password or old.password or draw_password(), way)
    if not known:
        call(
            *(nmcli, "connection", "add", "type", "wifi", "ifname", device, "con-name", PROFILE),
            *("autoconnect", "no", "ssid", spot.ssid),
        )
    # No phone hears another through the table, and none comes in by the ways of before WPA2.
    settings = {
        "802-11-wireless.mode": "ap",
        "802-11-wireless.ssid": spot.ssid,
        "802-11-wireless.ap-isolation": "yes",
        f"{SECURITY}.proto": "rsn",
        f"{SECURITY}.pairwise": "ccmp",
        f"{SECURITY}.group": "ccmp",
        "ipv4.method": "shared",
    }
    modify(nmcli, PROFILE, settings | _way(spot.way))
    if spot.password != old.password:
        set_password(nmcli, PROFILE, spot.password)
    try:
        call(nmcli, "--wait", str(WAIT_S), "connection", "up", PROFILE)
    except HotspotError as error:
        if spot.way == WPA2 or spot.way == old.way:
            raise
        modify(nmcli, PROFILE, _way(old.way))
        raise HotspotError(f"{error}; not every radio can do it: leave --wpa3 out") from None
    # Whoever opens it wants it before the Wi-Fis that were joined once (familiar/hotspot/house.py).
    modify(nmcli, PROFILE, {"connection.autoconnect": "yes", "connection.autoconnect-priority": "10"})
    return spot


def switch_off(nmcli: str = "nmcli") -> bool:
    """Close the hotspot and leave the radio to other networks; False: it was not open.

    Raises HotspotError.
    """
    if PROFILE not in profiles(nmcli):
        return False
    modify(nmcli, PROFILE, {"connection.autoconnect": "no"})
    if not is_on(nmcli):
        return False
    call(nmcli, "--wait", str(WAIT_S), "connection", "down", PROFILE)
    return True


def is_on(nmcli: str = "nmcli") -> bool:
    """Tell whether the hotspot is open. Raises HotspotError."""
    return PROFILE in lines(nmcli, "--get-values", "NAME", "connection", "show", "--active")


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


def _way(way: str) -> dict[str, str]:
    return {f"{SECURITY}.key-mgmt": way}


def _kept(nmcli: str) -> Hotspot:
    """Return the profile that is there. Raises HotspotError."""
    ssid, password, way = values(nmcli, PROFILE, "802-11-wireless.ssid", PSK, f"{SECURITY}.key-mgmt")
    return Hotspot(ssid or PROFILE, password, way or WPA2)


def _escaped(text: str) -> str:
    """Write a name as the codes of Wi-Fi do: what ends a field stands behind a backslash."""
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)
