"""Keep the deck that a game taught Familiar: its owner says so, and by what name."""

from flask import Blueprint

from texts import say
from web import checks
from web.access import Role, least
from web.desk import desk
from web.errors import Missing
from web.site import Reply

keeping = Blueprint("keep", __name__, url_prefix="/api")


@keeping.post("/keep")
@least(Role.OWNER)
def keep() -> Reply:
    """Write the deck to a file under this name, or with null forget what its cards looked like."""
    data = checks.body({"name"})
    keepsake = desk().keepsake
    if keepsake is None:
        raise Missing(say("At this table no deck is learnt."))
    why = keepsake.keep(None if data.get("name") is None else checks.text(data, "name").strip())
    said = {"number": desk().host.snapshot.number}
    return (said, 200) if why is None else (said | {"error": why, "rule": "keep"}, 422)
