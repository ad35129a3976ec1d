"""Messages that make no sense: each is one sentence, in the log once, and the newest are on the page."""

import logging
from collections import deque

log = logging.getLogger(__name__)

SHOWN = 5
"""How many of them the page names; the log has every kind of them once."""
SAID_MAX = 200


class Ignored:
    """Note them."""

    def __init__(self) -> None:
        self._said: set[str] = set()
        self._newest: deque[str] = deque(maxlen=SHOWN)

    @property
    def newest(self) -> tuple[str, ...]:
        """Give the newest sentences, the latest last."""
        return tuple(self._newest)

    def note(self, text: str) -> bool:
        """Say one in the log, unless it was said before; tell whether the newest are others now."""
        if text not in self._said and len(self._said) < SAID_MAX:
            self._said.add(text)
            log.warning("%s", text)
        if text in self._newest:
            return False
        self._newest.append(text)
        return True
