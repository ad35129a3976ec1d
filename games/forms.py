"""Check the form of an event: its kind and its keys, before a game reads their values."""

from collections.abc import Collection, Mapping

from games.errors import Unreadable
from games.nearest import quote, unknown
from texts import say


def kind_of(
    values: object, known: Mapping[str, tuple[str, ...]], may_be_left_out: Collection[tuple[str, str]]
) -> str:
    """Read which event an object is.

    `known`: the keys of each event. Raises Unreadable, naming the nearest event or key.
    """
    if not isinstance(values, Mapping):
        raise Unreadable(
            say(
                "An event must be an object such as {example}, not {value}.",
                example='{"event": "confirm"}',
                value=quote(values),
            )
        )
    if "event" not in values:
        raise Unreadable(
            say(
                'The event has no "event" key that says what happened: {known} are known.', known=tuple(known)
            )
        )
    kind = values["event"]
    if not isinstance(kind, str) or kind not in known:
        raise Unreadable(unknown(say("event"), kind, known))
    keys = known[kind]
    for key in values:
        if key != "event" and key not in keys:
            raise Unreadable(unknown(say('key of the event "{kind}"', kind=kind), key, ("event", *keys)))
    wanted = tuple(key for key in keys if (kind, key) not in may_be_left_out)
    for key in wanted:
        if key not in values:
            raise Unreadable(
                say('The event "{kind}" has no "{key}": it needs {keys}.', kind=kind, key=key, keys=wanted)
            )
    return kind
