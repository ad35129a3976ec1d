"""Read and write whole records, as a test wants them: what the product reads and writes a line at a time."""

from games.record import entries, event_to_dict, format_lines, header_to_dict


def read_record(data):
    """Return a record's header and events, unsettled. Raises GameError with `line` set."""
    header, events = entries(data)
    return header, tuple(event for _, event in events)


def format_record(header, events):
    """Return a whole record, each line ended."""
    return format_lines(header_to_dict(header), (event_to_dict(event, header) for event in events))
