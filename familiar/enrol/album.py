"""Keep the pictures of a deck that a page leads through, and say in the end what was kept."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from familiar.tell import Tell
from vision.enrol.cards import Report, check
from vision.read.profile import Profile, save, with_picture


class Album:
    """Keeps the pictures: after each one the deck's file is whole and holds all that was taken.

    kept: the deck as it stands there.
    """

    def __init__(self, before: Profile, file: Path) -> None:
        self.kept = before
        self._before, self._file = before, file

    def keep(self, pictures: Iterable[tuple[str, np.ndarray]]) -> None:
        """Let these be all that was taken: names, and crops uint8 (144, 96, 3) BGR. Raises BadProfile."""
        profile = self._before
        for name, crop in pictures:
            profile = with_picture(profile, name, crop)
        self.kept = profile
        if profile.names:
            save(profile, self._file)
        else:
            self._file.unlink(missing_ok=True)

    def checked(self) -> Report:
        """Check what was kept. Raises MissingModel."""
        return check(self.kept) if self.kept.names else Report(0, 0)

    def conclude(self, tell: Tell, deck: str, report: Report | None, *, then: str | None, again: str) -> None:
        """Say what was found, and where the deck is kept.

        then: what may be done with it, None: it is not whole; again: the command that goes on in that case.
        """
        for sentence in report.sentences() if report else ():
            tell(sentence)
        if not self.kept.names:
            tell("No picture was taken.")
        elif then is not None:
            tell(f"{deck} is kept in {self._file}; {then}")
        else:
            tell(f"What was taken is kept in {self._file}; {again} goes on from there.")
