"""What a board does about a competition that the broker keeps and that is not its own."""

from types import SimpleNamespace

import pytest

from club.rival import answer
from club.topics import Topics

TOPICS = Topics("club")
THEIRS = SimpleNamespace(
    id="b", title="Spring", tables=[SimpleNamespace(name="red"), SimpleNamespace(name="blue")]
)
ALL = (TOPICS.competition, TOPICS.seating("red"), TOPICS.seating("blue"))


def test_the_own_competition_is_no_other():
    found = answer(THEIRS, {"b"}, "b", {}, TOPICS)
    assert found.back == () and found.said is None


def test_one_that_was_put_away_here_is_taken_back_without_a_word():
    found = answer(THEIRS, {"b"}, None, {}, TOPICS)
    assert found.back == ALL and found.said is None


def test_a_board_that_leads_nothing_leaves_another_alone_and_says_so():
    found = answer(THEIRS, set(), None, {}, TOPICS)
    assert found.back == () and "Spring" in found.said


@pytest.mark.parametrize("seated", [(), ("red",), ("red", "blue")])
def test_a_board_that_leads_one_takes_back_the_seats_that_it_does_not_give(seated):
    words = {topic: b"{}" for topic in (TOPICS.competition, *map(TOPICS.seating, seated))}
    found = answer(THEIRS, {"a"}, "a", words, TOPICS)
    assert set(found.back) == set(ALL) - set(words) and "Spring" in found.said
