"""The house's Wi-Fi: its owner types it on a phone, and the table leaves its own one for it.

The service may not touch the network. It lays the wish down where the system's own part takes it (`sudo
familiar hotspot join`), and reads there what did not work. The password is nowhere else, and in no log.
"""

import socket
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Flask, current_app, render_template, request

from files.whole import write_whole
from table.settings.addresses import link
from table.settings.wifi import SSID_BYTES, is_password, is_ssid
from texts import say
from web import checks
from web.entrance import check_pin
from web.errors import BadRequest, Busy
from web.site import Reply

HOUSE_WIFI = "house wifi"
PORT = 80
FAILED_SUFFIX = ".failed"

wifi = Blueprint("wifi", __name__)


@dataclass(frozen=True)
class HouseWifi:
    """Where a wish is laid down: two lines, name and password."""

    path: Path

    def wish(self, ssid: str, password: str) -> None:
        """Lay a wish down, to be taken at once. Raises OSError."""
        self.path.with_name(self.path.name + FAILED_SUFFIX).unlink(missing_ok=True)
        write_whole(self.path, f"{ssid}\n{password}\n".encode())

    def failed(self) -> str | None:
        """Name the Wi-Fi that could not be joined when it was tried last; None: there was none."""
        try:
            told = self.path.with_name(self.path.name + FAILED_SUFFIX).read_bytes()[: SSID_BYTES + 1]
        except OSError:
            return None
        return told.decode("utf-8", "replace").strip() or None


def open_wifi(app: Flask, house: HouseWifi) -> None:
    """Give this app the page on which its owner types the house's Wi-Fi."""
    app.extensions[HOUSE_WIFI] = house
    app.register_blueprint(wifi)


def _house() -> HouseWifi:
    here: HouseWifi = current_app.extensions[HOUSE_WIFI]
    return here


@wifi.get("/wifi")
def page() -> str:
    """Ask for the house's Wi-Fi, and say what did not work."""
    later = link(f"{socket.gethostname().partition('.')[0]}.local", _port())
    return render_template("wifi.html", failed=_house().failed(), later=later)


@wifi.post("/api/wifi")
def join() -> Reply:
    """Let the table join a Wi-Fi; the answer comes before it tries.

    The PIN comes with the wish: whoever leads an evening is a guest. Raises BadRequest, Forbidden, TooMany,
    Busy.
    """
    data = checks.body({"ssid", "password", "pin"})
    ssid, password = data.get("ssid"), data.get("password")
    if not is_ssid(ssid):
        raise BadRequest(say("A Wi-Fi's name has 1 to {most} characters.", most=SSID_BYTES))
    if not is_password(password):
        raise BadRequest(say("A Wi-Fi's password has 8 to 63 plain letters or digits."))
    check_pin(checks.text(data, "pin"))
    try:
        _house().wish(ssid, password)
    except OSError:
        raise Busy(say("The request cannot be handed on at this moment; try again.")) from None
    return {"tries": ssid}, 202


def _port() -> int:
    """Give the port by which this page was asked for."""
    port = request.host.rpartition(":")[2]
    return int(port) if port.isdecimal() else PORT
