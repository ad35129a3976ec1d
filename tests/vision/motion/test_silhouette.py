"""What hangs together with an arm, on masks made of rectangles."""

import numpy as np

from vision.motion.silhouette import beside_arm

ARM = np.s_[90:180, 60:100]
FIRST, SECOND = np.s_[40:80, 70:98], np.s_[30:58, 90:130]


def table():
    """An arm that reaches in from below, and two cards, one upon the other, that a finger joins to it."""
    arm, age = np.zeros((180, 200), np.uint8), np.zeros((180, 200), np.uint16)
    for place, rested in ((ARM, 6000), (FIRST, 4000), (SECOND, 2000), (np.s_[80:90, 80:84], 6000)):
        arm[place], age[place] = 255, rested
    return arm, age


def test_a_card_upon_another_is_told_by_when_it_came_to_rest():
    arm, age = table()
    found = beside_arm(arm, np.zeros_like(arm), age)
    assert found[32:56, 92:128].all() and not found[ARM].any()


def test_what_came_to_rest_with_the_arm_and_is_no_single_card_stays_with_it():
    arm, age = table()
    age[arm > 0] = 6000
    assert not beside_arm(arm, np.zeros_like(arm), age).any()
