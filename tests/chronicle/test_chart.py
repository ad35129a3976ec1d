"""A chart shows every total at its place, with round numbers beside it and no name upon another."""

import pytest

from chronicle.chart import BOTTOM, HEIGHT, LEFT, NAME, RIGHT, ROW, TOP, WIDTH, chart
from chronicle.figures import Series
from chronicle.story import CHRONICLES
from texts import say


def drawn(*totals, players=("Ann", "Bo", "Cy", "Dee", "Eli", "Fay")):
    return chart(Series(tuple(players[: len(totals[0])]), totals, say("Points"), say("Round")))


def test_a_total_stands_between_the_lines_of_its_numbers():
    found = drawn((0, 0), (20, -10), (50, 30))
    at = {tick.number: tick.at for tick in found.levels}
    assert at[0] == found.zero and list(at) == sorted(at)
    (_, first, last), (_, low, _) = found.lines[0].points, found.lines[1].points
    assert first[1] == at[20] and at[50 if 50 in at else 60] <= last[1]
    assert at[0] < low[1] <= at[min(at)]


@pytest.mark.parametrize("high", [1, 7, 20, 45, 99, 260, 1234, 98765])
@pytest.mark.parametrize("low", [0, -5, -130])
def test_the_numbers_at_the_side_are_round_few_and_hold_every_total(high, low):
    levels = [tick.number for tick in drawn((0, 0), (high, low)).levels]
    assert levels[0] <= low and levels[-1] >= high and 0 in levels
    assert len({b - a for a, b in zip(levels, levels[1:], strict=False)}) == 1
    assert str(levels[1] - levels[0]).rstrip("0") in ("1", "2", "5")
    assert 2 <= len(levels) <= 9


@pytest.mark.parametrize("steps", [0, 1, 2, 10, 20, 57, 400])
def test_everything_lies_within_the_drawing(steps):
    found = drawn(*([(0, 0, 0)] + [(step, -step, step // 2) for step in range(1, steps + 1)]))
    for line in found.lines:
        assert all(LEFT <= x <= WIDTH - RIGHT and TOP <= y <= HEIGHT - BOTTOM for x, y in line.points)
        assert set(line.marks) <= set(line.points) and len(line.marks) <= 25
        assert not steps or line.marks[-1] == line.points[-1]
    assert len(found.steps) <= 8 and all(LEFT <= tick.at <= WIDTH - RIGHT for tick in found.steps)


def test_names_of_equal_totals_do_not_lie_upon_one_another():
    found = drawn((0,) * 6, (20,) * 6)
    labels = sorted(line.label for line in found.lines)
    assert all(b - a >= ROW - 0.1 for a, b in zip(labels, labels[1:], strict=False))
    assert labels[0] >= TOP - 0.1 and labels[-1] <= HEIGHT - BOTTOM


def test_a_long_name_is_cut_where_it_has_no_room_and_kept_whole_beside_it():
    line = drawn((0,), (5,), players=("Maximiliane Gräfin von und zu",)).lines[0]
    assert len(line.short) <= NAME and line.short.endswith("…")
    assert line.name == "Maximiliane Gräfin von und zu"


@pytest.mark.parametrize("game", list(CHRONICLES))
def test_a_whole_game_of_each_kind_can_be_drawn(played, game):
    series = CHRONICLES[game].series(played.whole(game))
    found = chart(series)
    assert [line.total for line in found.lines] == list(series.totals[-1])
    assert len(found.lines[0].points) == len(series.totals)
