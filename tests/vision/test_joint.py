"""The cards of a trick judged together."""

import itertools

import numpy as np
import pytest

from games.cards import copies, names
from vision.read.joint import marginals

NAMES = (*names("us"), "back", "none")


def row(**likely):
    """Make a reading; what is left over is doubt."""
    out = np.zeros(len(NAMES))
    for name, probability in likely.items():
        out[NAMES.index(name.lstrip("_"))] = probability
    return out


def of(rows, card, name):
    return marginals(NAMES, np.stack(rows))[card][NAMES.index(name)]


def test_cards_without_a_rival_stay_as_they_were_read():
    rows = np.stack([row(_6H=0.9, _8H=0.05), row(_7S=0.6), row(W=0.99)])
    assert np.array_equal(marginals(NAMES, rows), rows)


def test_an_unclear_card_profits_from_a_clear_one():
    rows = [row(_6H=0.999), row(_6H=0.45, _8H=0.55)]
    assert of(rows, 1, "8H") > 0.97 and of(rows, 0, "6H") > 0.99


def test_two_certain_readings_of_one_card_throw_doubt_on_both():
    rows = [row(_6H=0.999, _8H=0.001), row(_6H=0.999, _5H=0.001)]
    assert of(rows, 0, "6H") == pytest.approx(of(rows, 1, "6H"), abs=0.15)
    assert max(of(rows, 0, "6H"), of(rows, 1, "6H")) < 0.8


def test_of_two_unequally_certain_ones_the_clearer_keeps_the_card():
    rows = [row(_6H=0.9999), row(_6H=0.8, _8H=0.2)]
    assert of(rows, 0, "6H") > 0.95 and of(rows, 1, "8H") > of(rows, 1, "6H")


def test_one_card_s_clearing_up_reaches_the_next_but_one():
    rows = [row(_5H=0.999), row(_5H=0.5, _6H=0.5), row(_6H=0.5, _8H=0.5)]
    assert of(rows, 1, "6H") > 0.97 and of(rows, 2, "8H") > 0.96


@pytest.mark.parametrize("special", ["W", "J"])
def test_four_of_a_special_may_lie_there_and_the_fifth_is_doubted(special):
    four = [row(**{special: 0.99})] * 4
    assert np.array_equal(marginals(NAMES, np.stack(four)), np.stack(four))
    assert all(of([*four, row(**{special: 0.99})], k, special) < 0.9 for k in range(5))


def test_any_number_of_backs_may_lie_there():
    rows = np.stack([row(back=0.99)] * 9)
    assert np.array_equal(marginals(NAMES, rows), rows)


def test_doubt_and_names_without_a_rival_keep_their_shares():
    rows = [row(_6H=0.999), row(_6H=0.5, _8H=0.2, _9H=0.1)]
    eight, nine = of(rows, 1, "8H"), of(rows, 1, "9H")
    assert eight / nine == pytest.approx(2, rel=0.01)
    assert marginals(NAMES, np.stack(rows))[1].sum() < 0.7


def test_a_trick_is_weighed_exactly():
    chance = np.random.default_rng(5)
    claimed = ["6H", "8H", "9H", "W"]
    rows = np.zeros((5, len(NAMES)))
    for each in rows:
        each[[NAMES.index(name) for name in claimed]] = chance.dirichlet(np.ones(4)) * 0.9
    expected, whole = np.zeros((5, 5)), 0.0
    doubted = 0.998 * rows + 0.002 / len(NAMES)
    shares = [[*(each[NAMES.index(name)] for name in claimed)] for each in doubted]
    for way in itertools.product(range(5), repeat=5):
        if any(way.count(k) > copies(name) for k, name in enumerate(claimed)):
            continue
        weight = np.prod([1 - sum(shares[i]) if k == 4 else shares[i][k] for i, k in enumerate(way)])
        whole += weight
        for i, k in enumerate(way):
            expected[i, k] += weight
    found = marginals(NAMES, rows)[:, [NAMES.index(name) for name in claimed]]
    assert found == pytest.approx(expected[:, :4] / whole)


def test_a_whole_round_of_vague_cards_is_weighed_soon_and_stays_a_probability():
    chance = np.random.default_rng(7)
    rows = chance.dirichlet(np.ones(len(NAMES)), 40)
    found = marginals(NAMES, rows)
    assert (found >= 0).all() and (found.sum(1) < 1.001).all()
    assert marginals(NAMES, rows[:0]).shape == (0, len(NAMES))
