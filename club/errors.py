"""What can go wrong between a table, the broker and the club's board."""


class ClubError(ValueError):
    """Root of the club's errors; the message is one clear line."""


class BadMessage(ClubError):
    """A message on the broker cannot be understood; it is ignored, and nothing changes."""


class Stale(ClubError):
    """A wish was meant for a competition, a round or seats that are there no longer; nothing was done."""
