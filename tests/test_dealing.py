"""The slow tests are begun first, and in every process."""

import pytest
from dealing import dealt


@pytest.mark.parametrize("processes", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("slow", [0, 1, 5, 46, 100])
def test_each_process_begins_with_its_share_of_the_slow_ones(slow, processes):
    tests = [f"slow {number}" for number in range(slow)], [f"{number}" for number in range(100 - slow)]
    ordered = dealt(*tests, processes)
    assert sorted(ordered) == sorted(tests[0] + tests[1])
    shares = []
    # As xdist cuts the list.
    for left in range(processes, 0, -1):
        part, ordered = ordered[: len(ordered) // left], ordered[len(ordered) // left :]
        share = [each for each in part if each.startswith("slow")]
        assert part[: len(share)] == share
        shares.append(len(share))
    assert sum(shares) == slow and max(shares) - min(shares) <= 1


def test_tests_that_share_what_they_stand_on_stay_beside_each_other():
    assert dealt("ABCD", "1234567", 2) == [*"AB123", *"CD4567"]
