"""A button's edges and times, and what they mean."""

import pytest

from device.debounce import Debounce


def told(*edges, **options):
    """Feed (pressed, time) pairs and list what was told, with its time."""
    debounce = Debounce(**options)
    return [(what, time) for pressed, time in edges if (what := debounce.feed(pressed, time))]


def test_a_short_press_is_told_at_its_release():
    assert told((True, 1.0), (False, 1.2)) == [("press", 1.2)]


def test_two_presses_are_two():
    assert told((True, 1.0), (False, 1.2), (True, 1.5), (False, 1.7)) == [("press", 1.2), ("press", 1.7)]


def test_bounces_at_the_start_and_at_the_end_are_one_press():
    edges = [(True, 1.0), (False, 1.004), (True, 1.006), (False, 1.010), (True, 1.012)]
    edges += [(False, 1.3), (True, 1.303), (False, 1.306), (True, 1.311), (False, 1.315)]
    assert told(*edges) == [("press", 1.3)]


def test_five_fast_contacts_without_a_press_are_noise():
    edges = [(level, 1 + 0.002 * step) for step, level in enumerate([True, False] * 5)]
    assert told(*edges) == []


def test_a_press_after_noise_is_heard():
    assert told((True, 1.0), (False, 1.01), (True, 2.0), (False, 2.2)) == [("press", 2.2)]


def test_a_button_that_ends_a_bounce_pressed_is_heard_at_its_next_full_press():
    edges = [(True, 1.0), (False, 1.2), (True, 1.21), (False, 1.5), (True, 2.0), (False, 2.2)]
    assert told(*edges) == [("press", 1.2), ("press", 2.2)]


def test_a_hold_is_told_while_the_button_is_still_down_and_not_again_at_its_release():
    assert told((True, 1.0), (True, 1.5), (True, 2.05), (True, 3.0), (False, 4.0)) == [("hold", 2.05)]


def test_a_hold_that_nobody_looked_at_is_told_at_its_release():
    assert told((True, 1.0), (False, 2.0)) == [("hold", 2.0)]


def test_a_press_just_short_of_the_hold_is_a_press():
    assert told((True, 1.0), (False, 1.99)) == [("press", 1.99)]


@pytest.mark.parametrize("held", [0.2, 5.0, 3600.0])
def test_a_button_held_since_the_start_says_nothing_until_it_was_let_go(held):
    edges = [(True, held / 2), (False, held), (True, held + 1.0), (False, held + 1.2)]
    assert told(*edges, pressed=True) == [("freed", held), ("press", held + 1.2)]


def test_a_stuck_button_that_bounces_as_it_comes_free_says_so_once():
    assert told((False, 9.0), (True, 9.005), (False, 9.01), pressed=True) == [("freed", 9.0)]


def test_a_button_that_is_down_for_ten_seconds_is_stuck_until_it_is_let_go():
    edges = [(True, float(second)) for second in range(1, 30)]
    edges += [(False, 30.0), (True, 31.0), (False, 31.2)]
    assert told(*edges) == [("hold", 2.0), ("stuck", 11.0), ("freed", 30.0), ("press", 31.2)]


def test_a_button_that_nobody_looked_at_for_ten_seconds_meant_nothing():
    assert told((True, 1.0), (False, 12.0), (True, 13.0), (False, 13.2)) == [("press", 13.2)]


def test_its_times_are_its_owner_s_choice():
    assert told((True, 0.0), (False, 0.2), bounce=0.25) == []
    assert told((True, 0.0), (False, 0.2), hold=0.15) == [("hold", 0.2)]
