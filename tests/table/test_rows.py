"""The way through a deck in rows: what is taken is looked over, put right, taken again or left out."""

from dataclasses import replace

import numpy as np
import pytest

from table.guides.leading import Checked, NotNow, Trouble
from table.guides.rows import Called, Phase, Press, Rows, Seen, Taken, free, offers, step
from texts import say
from vision.enrol.cards import Report
from vision.enrol.rows import Named, RowCard

PARTS = (("2H", "3H", "4H"), ("2S", "3S", "4S"), ("W", "W", "J", "J"))
LAID = RowCard(np.zeros((4, 2), np.float32), np.zeros((144, 96, 3), np.uint8), np.zeros(3))


def named(*names):
    """Make cards; one whose name ends in ? is unclear."""
    return tuple(Named(name.rstrip("?"), LAID, not name.endswith("?"), (name.rstrip("?"),)) for name in names)


def taken(part=0, names=("2H", "3H", "4H")):
    return Taken(part, named(*names), (1600, 900))


def after(*events, rows=None):
    rows = rows or Rows(PARTS)
    for event in events:
        rows = step(rows, event)
    return rows


def shown(rows):
    return [card.name + "?" * (not card.clear) for card in rows.taken.cards]


def test_a_picture_counts_once_it_was_looked_over():
    rows = after(taken())
    assert (rows.phase, rows.kept, offers(rows)) == (Phase.TAKEN, (), (Press.NEXT, Press.AGAIN))
    rows = after(Press.NEXT, rows=rows)
    assert (rows.phase, len(rows.kept), rows.left) == (Phase.LAYING, 1, (1, 2))


def test_parts_may_come_in_any_order_and_each_once():
    rows = after(taken(1, ("2S", "3S", "4S")), Press.NEXT)
    assert rows.left == (0, 2) and after(taken(1), rows=rows) is rows


def test_an_unclear_card_is_called_by_a_name_that_is_free():
    rows = after(taken(names=("2H", "3H?", "4H?")))
    assert free(rows) == ("3H", "4H")
    rows = after(Called(1, "4H"), rows=rows)
    # The last card has the last name.
    assert shown(rows) == ["2H", "4H", "3H"] and free(rows) == ()


def test_whoever_had_the_name_is_unclear_until_it_is_called_anew():
    rows = after(taken(2, ("W", "W", "J?", "J?")))
    assert free(rows) == ("J",)
    rows = after(taken(names=("2H", "3H", "4H?")), Called(2, "2H"))
    assert shown(rows) == ["4H", "3H", "2H"]


def test_where_a_card_is_missing_no_name_is_given_by_elimination():
    rows = after(taken(names=("2H", "4H?")))
    assert free(rows) == ("3H", "4H")
    assert shown(after(Called(0, "2H"), rows=rows)) == ["2H", "4H?"]


@pytest.mark.parametrize("called", [Called(3, "2H"), Called(-1, "2H"), Called(0, "2S"), Called(0, "back")])
def test_a_card_or_name_that_is_not_in_the_picture_is_refused(called):
    with pytest.raises(NotNow):
        after(taken(), called)


def test_nothing_can_be_called_while_cards_are_laid():
    with pytest.raises(NotNow):
        after(Called(0, "2H"))


def test_a_picture_can_be_taken_again_before_and_after_it_counts():
    rows = after(taken(), Press.AGAIN)
    assert (rows.phase, rows.taken, rows.retakes, rows.left) == (Phase.LAYING, None, 1, (0, 1, 2))
    rows = after(taken(), Press.NEXT, Press.AGAIN)
    assert (rows.kept, rows.left, rows.retakes) == ((), (0, 1, 2), 1)


def test_what_nobody_has_is_skipped_and_the_end_is_checked_and_told():
    rows = after(taken(), Press.NEXT, Press.SKIP, Press.SKIP)
    assert rows.phase is Phase.CHECKING and offers(rows) == ()
    rows = after(Checked(Report(3, 3, missing=("2S",))), rows=rows)
    assert (rows.phase, offers(rows)) == (Phase.REPORT, (Press.FINISH,))
    assert after(Press.FINISH, rows=rows).phase is Phase.OVER
    assert after(taken(), Press.NEXT, Press.DONE).phase is Phase.CHECKING


@pytest.mark.parametrize("press", [Press.AGAIN, Press.DONE, Press.NEXT, Press.FINISH])
def test_what_is_not_offered_cannot_be_pressed(press):
    with pytest.raises(NotNow):
        after(press)


def test_what_is_seen_counts_only_while_cards_are_laid_and_moves_once():
    seen = Seen(size=(1600, 900), why=say("no card was found"))
    rows = after(seen)
    assert rows.seen == seen and after(seen, rows=rows) is rows and rows.number == 1
    looked_over = after(taken())
    assert after(seen, rows=looked_over) is looked_over
    assert after(Trouble("no picture"), rows=looked_over).trouble == "no picture"
    assert replace(looked_over, number=0).taken is not None
