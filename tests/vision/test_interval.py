"""How much time a picture counts for: what lies between it and the one before, but for gaps."""

import pytest

from vision.interval import LONGEST_MS, SLOWEST_MS, USUAL_MS, FrameInterval


def counted(*times):
    interval = FrameInterval()
    passed = []
    for time in times:
        interval.taken(time)
        passed.append(interval.passed)
    return passed


def test_a_picture_counts_a_tenth_of_a_second_where_nobody_says_when_it_was_taken():
    assert FrameInterval().passed == USUAL_MS
    assert counted(5.0, 5.0) == [USUAL_MS, USUAL_MS]


@pytest.mark.parametrize("rate", [3.4, 5, 10, 15, 30])
def test_a_picture_counts_for_the_time_since_the_one_before(rate):
    assert set(counted(*(picture / rate for picture in range(9)))[1:]) <= {
        int(1000 / rate),
        int(1000 / rate) + 1,
    }


def test_a_gap_counts_for_little():
    assert counted(0.0, 0.1, 60.0, 60.1) == [USUAL_MS, 100, LONGEST_MS, 100]


def test_a_slow_pace_is_no_gap_from_its_second_picture_on():
    assert counted(0.0, 0.5, 1.0, 1.5, 1.6) == [USUAL_MS, LONGEST_MS, 500, 500, 100]


def test_no_pace_is_so_slow_that_one_picture_would_be_waited_for_alone():
    assert counted(0.0, 20.0, 40.0, 60.0) == [USUAL_MS, LONGEST_MS, SLOWEST_MS, SLOWEST_MS]
