"""Where cards are laid, on a table a metre wide."""

import numpy as np

from vision.track.laying_area import LayingArea

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)


def area(*places):
    known = LayingArea()
    for place in places:
        known.add(CARD + np.float32(place))
    return known


def test_before_a_first_trick_nothing_is_far():
    assert not area((400, 300), (470, 300)).is_far(CARD)


def test_a_face_at_the_rim_is_far_from_where_tricks_lie():
    assert area((400, 300), (470, 300), (430, 380)).is_far(CARD + np.float32([430, 60]))


def test_a_card_beside_those_of_earlier_tricks_is_not():
    assert not area((400, 300), (470, 300), (430, 380)).is_far(CARD + np.float32([430, 200]))


def test_where_players_lay_each_before_himself_the_fourth_lays_no_farther_than_the_others():
    before_three = area((400, 160), (250, 300), (550, 300))
    assert not before_three.is_far(CARD + np.float32([400, 410]))
    assert before_three.is_far(CARD + np.float32([400, 460]))


def test_cards_in_one_row_tell_how_far_another_lies_from_it():
    row = area((300, 300), (400, 300), (500, 300))
    assert not row.is_far(CARD + np.float32([350, 410])) and row.is_far(CARD + np.float32([350, 450]))
