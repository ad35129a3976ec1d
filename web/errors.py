"""Say on a phone why something is not done; every message is one clear sentence."""


class WebError(Exception):
    """The root of every refusal that the web room gives itself; `status` is the HTTP status."""

    status = 400

    def __init__(self, message: str, rule: str | None = None):
        self.rule = rule
        super().__init__(message)


class BadRequest(WebError):
    """Say that what came cannot be read."""


class Forbidden(WebError):
    """Say that this phone may not do this."""

    status = 403


class Missing(WebError):
    """Say that what was asked for is not there."""

    status = 404


class Stale(WebError):
    """Say that the table is another by now than the one that was seen."""

    status = 409


class TooMany(WebError):
    """Say that too much was tried, and that the next try is heard `after` so many seconds."""

    status = 429

    def __init__(self, message: str, *, after: float):
        self.after = after
        super().__init__(message, "wait")


class Busy(WebError):
    """Say that the table has no room or no answer at this moment."""

    status = 503
