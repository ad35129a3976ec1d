"""Check the form of an event: its kind and its keys, before a game reads their values."""

from collections.abc import Collection, Mapping

from games.cards import listed
from games.errors import Unreadable
from games.nearest import quote, unknown


def kind_of(
    values: object, known: Mapping[str, tuple[str, ...]], may_be_left_out: Collection[tuple[str, str]]
) -> str:
    """Read which event an object is.

    `known`: the keys of each event. Raises Unreadable, naming the nearest event or key.
    """
    if not isinstance(values, Mapping):
        raise Unreadable(f'An event must be an object such as {{"event": "confirm"}}, not {quote(values)}.')
    if "event" not in values:
        raise Unreadable(f'The event has no "event" key that says what happened: {listed(known)} are known.')
    kind = values["event"]
    if not isinstance(kind, str) or kind not in known:
        raise Unreadable(unknown("event", kind, known))
    keys = known[kind]
    for key in values:
        if key != "event" and key not in keys:
            raise Unreadable(unknown(f'key of the event "{kind}"', key, ("event", *keys)))
    for key in keys:
        if key not in values and (kind, key) not in may_be_left_out:
            raise Unreadable(f'The event "{kind}" has no "{key}": it needs {listed(keys)}.')
    return kind
