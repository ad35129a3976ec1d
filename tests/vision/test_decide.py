"""When to trust, when to ask."""

import numpy as np
import pytest

from vision.read.blurred import Sharpened
from vision.read.decide import AHEAD, BACK_SURE, LIKELY, PRINT_BLURRED, SURE, decide

NAMES = ("7H", "8H", "W", "back", "none")
CORNERS = np.array([[0, 0], [1, 0], [1, 2], [0, 2]], np.float32)


def reading(*probability, seen=()):
    return decide(NAMES, np.array(probability), CORNERS, seen=seen)


def test_a_certain_reading_is_trusted():
    found = reading(0.99, 0.005, 0, 0, 0)
    assert found.card == "7H" and not found.asks and found.confidence > SURE


def test_an_uncertain_reading_asks_and_names_the_likeliest():
    found = reading(0.6, 0.39, 0, 0, 0)
    assert found.asks and found.card == "7H" and found.alternatives[0][0] == "8H"


def test_doubt_that_no_card_explains_lowers_the_confidence():
    assert reading(0.5, 0, 0, 0, 0).confidence == pytest.approx(0.5)


def test_a_card_seen_before_is_asked_about_even_if_it_looks_certain():
    found = reading(0.99, 0.009, 0, 0, 0, seen=["7H"])
    assert found.asks


def test_what_was_seen_before_gives_way_to_the_card_that_looks_like_it():
    found = reading(0.5, 0.49, 0, 0, 0, seen=["7H"])
    assert found.card == "8H" and found.asks


def test_a_wizard_may_be_seen_four_times_but_not_five():
    assert not reading(0, 0, 0.99, 0, 0, seen=["W"] * 3).asks
    assert reading(0, 0, 0.99, 0, 0, seen=["W"] * 4).asks


def test_backs_may_lie_there_any_number_of_times():
    assert not reading(0, 0, 0, 0.99, 0, seen=["back"] * 9).asks


def test_none_is_never_offered_as_an_alternative():
    assert "none" not in dict(reading(0.6, 0.1, 0, 0, 0.3).alternatives)


def test_a_likely_back_is_left_alone_and_an_unlikely_one_asked_about():
    assert not reading(0.1, 0, 0, 0.7, 0.2).asks
    assert reading(0.3, 0, 0, 0.4, 0.3).asks


def test_what_may_be_a_back_and_is_no_face_is_left_alone():
    assert not reading(0.01, 0, 0, 0.3, 0.69).asks
    assert reading(0.03, 0, 0, 0.3, 0.67).asks
    assert reading(0, 0, 0, 0.1, 0.9).asks


def test_what_is_like_no_card_known_is_a_wizard_or_jester_first_and_asks():
    found = reading(0.1, 0.02, 0, 0, 0.88)
    assert found.card in ("W", "J") and found.asks
    assert "7H" in dict(found.alternatives)


def test_a_guess_far_ahead_is_marked_and_still_asks():
    found = reading(0.9, 0.05, 0, 0, 0)
    assert found.asks and found.likely and found.state == "marked"


def sharpened(*probability):
    """Say what is read of a crop that is a little blurred, once it is sharpened."""
    return Sharpened(np.array(probability), 0.15)


@pytest.mark.parametrize("share", [0.85, 0.999])
def test_a_blurred_face_that_is_not_borne_out_asks_whatever_it_looks_like_and_says_why(share):
    again = sharpened(0.9, 0.05, 0, 0, 0)
    found = decide(NAMES, np.array([share, 0.005, 0, 0, 0]), CORNERS, blurred=again)
    assert (found.card, found.state, found.doubt) == ("7H", "asks", PRINT_BLURRED)
    assert decide(NAMES, np.array([share, 0.005, 0, 0, 0]), CORNERS).state != "asks"


def test_a_blurred_face_is_trusted_where_it_is_certain_and_borne_out_and_never_marked():
    again = sharpened(0.9999, 0.00005, 0, 0, 0)
    found = decide(NAMES, np.array([0.999, 0.0005, 0, 0, 0]), CORNERS, blurred=again)
    assert (found.card, found.state, found.doubt) == ("7H", "sure", None)
    found = decide(NAMES, np.array([0.85, 0.005, 0, 0, 0]), CORNERS, blurred=again)
    assert (found.card, found.state, found.doubt) == ("7H", "asks", PRINT_BLURRED)


def test_what_is_blurred_is_a_back_only_where_that_is_certain_or_borne_out():
    likely = np.array([0.05, 0, 0, BACK_SURE + 0.1, 0])
    assert decide(NAMES, likely, CORNERS).card == "back" and not decide(NAMES, likely, CORNERS).asks
    assert decide(NAMES, likely, CORNERS, blurred=sharpened(0.05, 0, 0, 0.9, 0)).asks
    certain = np.array([0, 0, 0, SURE + 0.01, 0])
    for row, again in ((likely, sharpened(0.005, 0, 0, 0.9, 0)), (certain, sharpened(0.9, 0, 0, 0.1, 0))):
        found = decide(NAMES, row, CORNERS, blurred=again)
        assert (found.card, found.asks, found.doubt) == ("back", False, None)


def test_a_certain_reading_is_sure_and_a_faint_one_asks():
    assert reading(0.99, 0.005, 0, 0, 0).state == "sure"
    assert reading(LIKELY - 0.01, 0.01, 0, 0, 0).state == "asks"


def test_a_guess_with_a_near_rival_asks():
    assert reading(0.84, 0.84 / AHEAD + 0.01, 0, 0, 0).state == "asks"
    assert reading(0.84, 0.84 / AHEAD - 0.01, 0, 0, 0).state == "marked"


def test_a_wizard_is_never_marked():
    assert reading(0, 0, 0.9, 0, 0).state == "asks"


def test_a_back_is_never_marked():
    assert reading(0.5, 0, 0, 0.4, 0.1).state == "asks"
    assert reading(0.3, 0, 0, 0.45, 0.2).state == "asks"


def test_what_was_seen_before_is_not_marked():
    assert reading(0.9, 0.05, 0, 0, 0, seen=["7H"]).state == "asks"
    assert reading(0.1, 0.85, 0, 0, 0, seen=["7H"]).state == "marked"


def test_what_another_card_throws_doubt_on_is_not_marked():
    probability, among = np.array([0.99, 0.005, 0, 0, 0]), np.array([0.85, 0.01, 0, 0, 0])
    assert decide(NAMES, probability, CORNERS, among=among).state == "asks"
    assert decide(NAMES, np.array([0.87, 0.01, 0, 0, 0]), CORNERS, among=among).state == "marked"


def test_what_asks_by_another_measure_of_certainty_is_marked_by_the_same():
    certain = decide(NAMES, np.array([0.96, 0.01, 0, 0, 0]), CORNERS, sure=0.99)
    assert certain.state == "marked"


def test_a_rank_that_is_clear_is_offered_with_another_sign_however_unlikely():
    names = ("3S", "5S", "JS", "9S", "8S", "KS", "3C", "back", "none")
    row = np.array([0.02, 0.008, 0.007, 0.006, 0.005, 0.004, 0.0001, 0.003, 0.4])
    found = decide(names, row, CORNERS)
    assert found.asks and found.card == "3S"
    assert "3C" in dict(found.alternatives) and len(found.alternatives) == 5


def test_a_trusted_reading_offers_nothing_that_it_did_not_see():
    names = ("3S", "5S", "3C", "back", "none")
    found = decide(names, np.array([0.99, 0.005, 0.0, 0.0, 0.0]), CORNERS)
    assert not found.asks and [name for name, _ in found.alternatives] == ["5S"]
