"""Let the table join the house's Wi-Fi; where that fails its own one is open again.

One radio does not do both, so whoever asks from the table's own Wi-Fi is cut off meanwhile. The new profile
is tried beside the one that is kept, and takes its place only once it stands.
"""

from __future__ import annotations

from contextlib import suppress

from familiar.hotspot.nmcli import (
    SECURITY,
    WAIT_S,
    HotspotError,
    call,
    check,
    modify,
    profiles,
    radio,
    set_password,
)
from familiar.hotspot.run import PROFILE, is_on

HOUSE, TRIED = "House", "House, tried"
"""The profile that is joined at each start, and the one that is being tried."""
BEHIND = "-10"
"""The own Wi-Fi's rank among those that open by themselves: the house's does where it is in reach."""


def join(ssid: str, password: str, nmcli: str = "nmcli") -> None:
    """Join this Wi-Fi now and at every start; the own one opens by itself where it is not in reach.

    Raises HotspotError: then all is as it was.
    """
    try:
        check(ssid, password)
    except HotspotError as error:
        what = str(error).partition(":")[0]
        raise HotspotError(f"{what}: give the Wi-Fi's name and its password") from None
    device, opened = radio(nmcli), is_on(nmcli)
    if TRIED in profiles(nmcli):
        call(nmcli, "connection", "delete", TRIED)
    call(
        *(nmcli, "connection", "add", "type", "wifi", "ifname", device, "con-name", TRIED),
        *("autoconnect", "no", "ssid", ssid),
    )
    try:
        modify(nmcli, TRIED, {f"{SECURITY}.key-mgmt": "wpa-psk"})
        set_password(nmcli, TRIED, password)
        call(nmcli, "--wait", str(WAIT_S), "connection", "up", TRIED)
    except HotspotError as error:
        _give_up(nmcli, opened)
        again = "; the table's own Wi-Fi is open again" if opened else ""
        raise HotspotError(
            f"the Wi-Fi {ssid} could not be joined: check its name and its password{again} ({error})"
        ) from None
    # In this order a cut at any place leaves a profile that is joined at the next start.
    modify(nmcli, TRIED, {"connection.autoconnect": "yes"})
    known = profiles(nmcli)
    if PROFILE in known:
        modify(nmcli, PROFILE, {"connection.autoconnect-priority": BEHIND})
    if HOUSE in known:
        call(nmcli, "connection", "delete", HOUSE)
    modify(nmcli, TRIED, {"connection.id": HOUSE})


def _give_up(nmcli: str, opened: bool) -> None:
    with suppress(HotspotError):
        call(nmcli, "connection", "delete", TRIED)
    if opened:
        with suppress(HotspotError):
            call(nmcli, "--wait", str(WAIT_S), "connection", "up", PROFILE)
