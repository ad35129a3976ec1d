"""Reads the cards of an enrolled deck by what each of them looked like."""

import numpy as np

from games import cards
from vision.profile import Profile
from vision.reader import Reader, Scores


class EnrolledReader:
    """Reads an enrolled deck; a CardReader. Raises MissingModel."""

    def __init__(self, profile: Profile, base: Reader | None = None) -> None:
        self.profile = profile
        self._base = base or Reader(profile.edition or "us")
        whole = cards.names(profile.edition) if profile.edition else ()
        named = [name for name in profile.names if name not in ("back", *whole)]
        self.names = (*whole, *named, "back", "none")
        self._columns = np.array([self.names.index(card) for card, crops in profile.cards for _ in crops])
        self._rows = np.stack([_features(crop) for _, crops in profile.cards for crop in crops])

    def read(self, crops: np.ndarray) -> Scores:
        """Read crops uint8 (N, 144, 96, 3) BGR, either way up."""
        probabilities = np.zeros((len(crops), len(self.names)), np.float32)
        for i, crop in enumerate(crops):
            likeness = np.maximum(self._rows @ _features(crop), self._rows @ _features(crop[::-1, ::-1]))
            power = np.exp((likeness - 1) * 60)
            share = power / power.sum()
            fit = 1 / (1 + np.exp(-(likeness.max() - 0.5) * 20))
            np.add.at(probabilities[i], self._columns, share * fit)
            probabilities[i, -1] = 1 - fit
        return Scores(self.names, probabilities)


def _features(crop: np.ndarray) -> np.ndarray:
    small = crop.reshape(48, 3, 32, 3, 3).mean((1, 3))[1:-1, 1:-1]
    flat = small - small.mean((0, 1))
    flat = (flat / (np.linalg.norm(flat) + 1e-6)).ravel()
    return flat.astype(np.float32)
