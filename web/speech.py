"""Let a phone say aloud what happens, and the owner switch the table's own speaker, voice and bid wheels."""

from dataclasses import dataclass, field
from typing import Protocol

from flask import Blueprint, Flask, Response, current_app, jsonify, request

from table.settings.choices import Choices
from texts import say
from texts.languages import LANGUAGES
from web import checks
from web.access import Role, least
from web.desk import desk
from web.errors import BadRequest, Missing
from web.join import phone
from web.loudspeaker import Loudspeaker
from web.site import Reply

speech = Blueprint("speech", __name__)

KEY = "familiar.switches"


class Switched(Protocol):
    """What can be switched on and off."""

    on: bool

    def switch(self, on: bool) -> None:
        """Be on from now on, or off."""
        ...


@dataclass(frozen=True)
class Switches:
    """What the owner switches at this table.

    `loudspeaker` says aloud what happens; `wheels` reads bid wheels; None: there is none. `choices` keeps how
    they were switched.
    """

    loudspeaker: Loudspeaker | None = None
    wheels: Switched | None = None
    choices: Choices = field(default_factory=Choices)


def open_switches(app: Flask, switches: Switches) -> None:
    """Let the owner switch these on the pages of this app, in the place of what it had before."""
    app.extensions[KEY] = switches
    app.jinja_env.globals.update(
        loudspeaker=switches.loudspeaker is not None, wheels=switches.wheels is not None
    )


def _switches() -> Switches:
    found: Switches = current_app.extensions[KEY]
    return found


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
    loud = _switches().loudspeaker if desk().role(phone()) >= Role.OWNER else None
    if loud is None:
        return jsonify(there=False, on=False)
    return jsonify(there=True, on=loud.on, language=loud.language)


@speech.post("/api/speaker")
@least(Role.OWNER)
def switch() -> Reply:
    """Switch the table's speaker on or off, or let it speak another language. Raises Missing, BadRequest."""
    data = checks.body({"on", "language"})
    switches = _switches()
    loud = switches.loudspeaker
    if loud is None:
        raise Missing(say("This table has no speaker: see familiar doctor."))
    if "language" in data:
        language = checks.text(data, "language")
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise BadRequest(say("{key} must be one of {known}.", key="'language'", known=known))
        loud.speak(language)
        switches.choices.choose(language=language)
    if "on" in data:
        loud.switch(checks.switch(data, "on"))
        switches.choices.choose(speaks=loud.on)
    return {"on": loud.on, "language": loud.language}, 200


@speech.get("/wheels")
@least(Role.SPECTATOR)
def wheels() -> Response:
    """Tell whether the table has a camera that may read bid wheels for who asks, and whether it does."""
    eye = _switches().wheels if desk().role(phone()) >= Role.OWNER else None
    return jsonify(there=eye is not None, on=eye is not None and eye.on)


@speech.post("/api/wheels")
@least(Role.OWNER)
def read_wheels() -> Reply:
    """Read bids from wheels, or from nothing. Raises Missing."""
    data = checks.body({"on"})
    switches = _switches()
    eye = switches.wheels
    if eye is None:
        raise Missing(say("No camera looks at this table."))
    eye.switch(checks.switch(data, "on"))
    switches.choices.choose(wheels=eye.on)
    return {"on": eye.on}, 200
