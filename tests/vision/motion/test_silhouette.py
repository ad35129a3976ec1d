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


def bitten_card(joint):
    """Give a card laid half upon another, whose paper hides a piece of its outline, joined to an arm."""
    arm, shadow = np.zeros((180, 200), np.uint8), np.zeros((180, 200), np.uint8)
    for place in (ARM, FIRST, np.s_[80:90, 72:96]):
        arm[place] = 255
    arm[50:72, 70:79] = 0
    joint(shadow)[80:90, 72:96] = 255
    return beside_arm(arm, shadow, np.full_like(arm, 60, np.uint16))


def test_a_card_whose_paper_is_lost_upon_another_is_told_where_only_a_shadow_joins_it_to_an_arm():
    found = bitten_card(lambda shadow: shadow)
    assert found[44:76, 80:96].all() and not found[ARM].any()
    assert not bitten_card(np.zeros_like).any()
