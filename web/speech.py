"""Let a phone say aloud what happens, and its owner the table's own speaker."""

from typing import Any

from flask import Blueprint, Response, jsonify, request

from texts import say
from web import checks
from web.access import Role, least
from web.desk import desk
from web.errors import Missing
from web.join import phone

speech = Blueprint("speech", __name__)

Said = tuple[dict[str, Any], int]


@speech.get("/speech")
@least(Role.SPECTATOR)
def sentences() -> Response:
    """Return what was said after the sentence `after`, and the number of the newest; without it only that."""
    number, lines = desk().speech.since(request.args.get("after", type=int))
    return jsonify(number=number, lines=[{"text": line.text, "wins": line.wins} for line in lines])


@speech.get("/speaker")
@least(Role.SPECTATOR)
def speaker() -> Response:
    """Tell whether the table has a speaker that whoever asks may switch, and whether it is on."""
    here = desk()
    loud = here.loudspeaker if here.role(phone()) >= Role.OWNER else None
    return jsonify(there=loud is not None, on=loud is not None and loud.on)


@speech.post("/api/speaker")
@least(Role.OWNER)
def switch() -> Said:
    """Switch the table's speaker on or off. Raises Missing."""
    data = checks.body({"on"})
    loud = desk().loudspeaker
    if loud is None:
        raise Missing(say("This table has no speaker: see familiar doctor."))
    loud.switch(checks.switch(data, "on"))
    return {"on": loud.on}, 200
