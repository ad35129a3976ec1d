"""The median of numbers, for what asks for it in every picture."""

import numpy as np


def median(numbers: np.ndarray) -> float:
    """Give the median of numbers, float (n,): one at least, and none of them NaN.

    To the bit what np.median gives, which parts the numbers at three places, in search of NaN: on a PC in a
    third to a ninth of its time, of 60 to 20,000 numbers.
    """
    half = numbers.size // 2
    parted = np.partition(numbers, half)
    return float(parted[half] if numbers.size % 2 else (parted[:half].max() + parted[half]) / 2)
