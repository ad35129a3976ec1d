"""The trick against a second implementation, over all ordered tricks of a small deck."""

from collections import Counter
from itertools import product

import pytest

from games.wizard import called_suit, playable, winner_of

SMALL = Counter({"1B": 1, "2B": 1, "1R": 1, "2R": 1, "1G": 1, "2G": 1, "W": 3, "J": 4})


def _tricks(seats):
    for cards in product(SMALL, repeat=seats):
        if Counter(cards) <= SMALL:
            yield cards


# The counts are those of the multinomial formula, so that no trick is left out.
@pytest.mark.parametrize("seats, count", [(1, 8), (2, 58), (3, 380), (4, 2247), (5, 11995)])
def test_both_implementations_agree_on_every_ordered_trick_of_a_small_deck(friends, seats, count):
    tricks = list(_tricks(seats))
    assert len(tricks) == count
    for trump in (None, "B", "R", "G", "Y"):
        for cards in tricks:
            assert winner_of(cards, trump) == friends.second_opinion(cards, trump), (cards, trump)


def test_a_hand_always_has_a_playable_card_and_specials_always_are():
    for played in _tricks(3):
        for hand in _tricks(2):
            legal = playable(hand, played)
            assert legal and set(legal) >= set(hand) & {"W", "J"}
            called = called_suit(played)
            if called and any(card.endswith(called) for card in hand):
                assert all(card in "WJ" or card.endswith(called) for card in legal)
            else:
                assert legal == hand


def test_a_trick_without_cards_has_no_winner():
    with pytest.raises(ValueError, match="without cards"):
        winner_of((), None)
