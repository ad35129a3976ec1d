"""The median, held against NumPy's."""

import numpy as np
import pytest

from vision.median import median


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 17, 18, 1001, 1002])
def test_the_median_is_numpys_to_the_bit(kind, count):
    rng = np.random.default_rng(count)
    for numbers in (rng.normal(100, 30, count), rng.integers(0, 4, count), -np.arange(count) / 3):
        numbers = numbers.astype(kind)
        before = numbers.copy()
        assert median(numbers) == float(np.median(numbers))
        assert np.array_equal(numbers, before)
