"""Throws upon patterned cloths are read: the shipped networks, and the eye above them."""

import numpy as np
import pytest

from tests.room.cloths import thrown_upon
from vision.track.throws import ThrowTracker

EMPTY, LYING = 2, 5
"""Pictures of the table before the throw, and with it."""


@pytest.mark.parametrize(
    ("cloth", "seed"),
    [("lace", 2), ("lace", 3), ("embroidered", 2), ("embroidered", 3), ("gingham", 0), ("grain", 1)],
)
def test_a_throw_upon_a_patterned_cloth_is_read(cloth, seed):
    before, after, notches = thrown_upon(cloth, seed)
    rng, eye, told = np.random.default_rng(seed), ThrowTracker(), []
    for picture in [before] * EMPTY + [after] * LYING:
        noisy = np.clip(picture + rng.normal(0, 2.5, picture.shape), 0, 255).astype(np.uint8)
        told.append(eye.look(noisy))
    assert all(sight is None or not sight.throw.sticks for sight in told[:EMPTY])
    throw = [sight for sight in told if sight is not None][-1].throw
    assert throw.again is None and {stick.color: stick.notches for stick in throw.sticks} == notches
    assert not any(stick.asks for stick in throw.sticks)
