"""Check the form of the rules that were agreed: an object of settings, each with one of its values."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.errors import Unreadable
from games.nearest import close, quote, suggesting, unknown
from texts import Said, say


def settings_of(values: object, example: str) -> Mapping[str, Any]:
    """Read what the rules of a record's header must be, an object such as `example`. Raises Unreadable."""
    if isinstance(values, Mapping):
        return values
    raise Unreadable(
        say(
            "The rules must be an object such as {example}, not {value}.",
            example=example,
            value=quote(values),
        )
    )


def check_known(values: Mapping[str, Any], settings: Mapping[str, object]) -> None:
    """Refuse a setting that does not exist, and suggest one that is close. Raises Unreadable."""
    for key in values:
        if key not in settings:
            # All of them would be too long for a phone.
            raise Unreadable(suggesting(say("Unknown rule {key}", key=quote(key)), close(key, settings)))


def is_allowed(value: object, allowed: Sequence[object]) -> bool:
    """Tell whether a setting may have this value: 1 is not true."""
    return type(value) is type(allowed[0]) and value in allowed


def wrong_value(key: str, value: object, allowed: Sequence[object]) -> Said:
    """Say what a setting may be, where it is something else."""
    if isinstance(allowed[0], bool):
        return say('The rule "{key}" is true or false, not {value}.', key=key, value=quote(value))
    return unknown(say('value of the rule "{key}"', key=key), value, [str(word) for word in allowed])
