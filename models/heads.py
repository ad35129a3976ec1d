"""From what a network's heads give to probabilities: of each head, and of each name of a deck."""

from collections.abc import Sequence

import numpy as np


def log_probabilities(
    rank: np.ndarray, suit: np.ndarray, pairs: Sequence[tuple[int, int]], temperature: float = 1.0
) -> np.ndarray:
    """Give the logarithms of the names' probabilities: float (N, K).

    rank (N, R), suit (N, S): logits; pairs: the rank and suit index of each of the K names; temperature: what
    the logits are divided by, above one for a network that is too sure of itself.
    """
    ranks, suits = np.array(pairs).T
    return log_softmax(rank / temperature)[:, ranks] + log_softmax(suit / temperature)[:, suits]


def log_softmax(logits: np.ndarray) -> np.ndarray:
    """Give the logarithms of the probabilities that logits, float (..., K), stand for: of the same shape."""
    x = logits - logits.max(-1, keepdims=True)
    return x - np.log(np.exp(x).sum(-1, keepdims=True))
