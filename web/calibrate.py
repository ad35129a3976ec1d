"""Serve the page that leads through the calibration: what the camera sees, what is amiss, what to press."""

from functools import partial
from typing import Any, Protocol

from table.guides.calibrating import Press, Setting, Tapped, drawn, offers
from table.guides.leading import Pressed
from texts import say
from web import checks
from web.errors import BadRequest
from web.led import Owner, create_led_app, led, led_pages
from web.site import Reply

CORNERS = (3, 12)
"""How many corners a table may be tapped to have."""


class Calibrator(Owner, Protocol):
    """What holds the setting."""

    @property
    def snapshot(self) -> Setting:
        """Give the setting as it is now."""
        ...


def view(owner: Calibrator) -> dict[str, Any]:
    """Put together what the page shows."""
    setting = owner.snapshot
    survey, kept = setting.survey, setting.kept
    return {
        "number": setting.number,
        "phase": setting.phase,
        "by": setting.by,
        "drawn": drawn(setting),
        "level": None if survey is None else survey.level,
        "findings": []
        if survey is None
        else [
            {"name": each.name, "level": each.level, "said": each.said, "remedy": each.remedy}
            for each in survey.findings
        ],
        "offers": offers(setting),
        "trouble": setting.trouble,
        "refused": setting.refused,
        "kept": None
        if kept is None
        else {"camera": kept.camera, "marked": kept.marked, "locked": kept.settings is not None},
    }


calibration_pages = led_pages("calibrate", Press)
create_calibration_app = partial(create_led_app, calibration_pages, view)


@calibration_pages.post("/api/area")
def area() -> Reply:
    """Take the table's corners as they were tapped. Raises BadRequest, Busy."""
    data = checks.body(("corners",))
    corners = data.get("corners")
    if not isinstance(corners, list) or not CORNERS[0] <= len(corners) <= CORNERS[1]:
        raise BadRequest(
            say(
                "{key} must be a list of {fewest} to {most} corners.",
                key="'corners'",
                fewest=CORNERS[0],
                most=CORNERS[1],
            )
        )
    if not all(isinstance(each, list) and len(each) == 2 and all(map(_share, each)) for each in corners):
        raise BadRequest(say("A corner must be two shares of the picture from 0 to 1."))
    points = tuple((float(x), float(y)) for x, y in corners)
    return led().send(Pressed(Tapped(points), checks.seen(data)))


def _share(value: Any) -> bool:
    # NaN is neither; an int may be too large to be asked whether it is finite.
    return type(value) in (int, float) and 0 <= value <= 1
