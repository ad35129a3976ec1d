"""Read and write whole records, as a test wants them: what the product reads and writes a line at a time."""

import json

import pytest
from hypothesis import strategies as st

from games.errors import GameError
from games.record import entries, event_to_dict, format_lines, header_to_dict
from games.replay import replay

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)
"""Any value that may stand in a line."""


def lines(*values):
    """Write values as a record's text; a string stands as it is."""
    parts = [value if isinstance(value, str) else json.dumps(value) for value in values]
    return "".join(part + "\n" for part in parts)


def refusal(data):
    """Replay a wrong record and give the error, which must be one line of text."""
    with pytest.raises(GameError) as caught:
        replay(data)
    said = str(caught.value)
    assert said and said.isprintable() and len(said) < 400
    return caught.value


def read_record(data):
    """Return a record's header and events, unsettled. Raises GameError with `line` set."""
    header, events = entries(data)
    return header, tuple(event for _, event in events)


def format_record(header, events):
    """Return a whole record, each line ended."""
    return format_lines(header_to_dict(header), (event_to_dict(event, header) for event in events))
