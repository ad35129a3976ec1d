"""Let each phone bring but a few new players into a competition: nobody fills it with made-up ones."""

import threading
from collections import Counter

NEW_MOST = 8
"""A family, or those who have no phone with them; more are written down by whoever leads."""


class Arrivals:
    """Count who was let in, by competition and by what counts as one address."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._competition = ""
        self._by: Counter[str] = Counter()

    def let_in(self, competition: str, address: str) -> bool:
        """Tell whether an address may bring one more player into a competition, and count him."""
        with self._gate:
            if competition != self._competition:
                self._competition, self._by = competition, Counter()
            if self._by[address] >= NEW_MOST:
                return False
            self._by[address] += 1
            return True

    def give_back(self, competition: str, address: str) -> None:
        """Count one player less of an address: he did not come in after all."""
        with self._gate:
            if competition == self._competition and self._by[address] > 0:
                self._by[address] -= 1
