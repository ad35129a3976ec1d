"""The guide through cards: what it asks for, takes, goes back to and reports. No camera, no thread."""

import random

import numpy as np
import pytest

from table.guides.choose import to_check, to_enrol
from table.guides.guide import (
    Caught,
    Guide,
    Kind,
    Look,
    Phase,
    Place,
    Press,
    Reread,
    Verdict,
    judge,
    odds,
    offers,
    step,
    tally,
)
from table.guides.leading import Checked, NotNow, Trouble
from vision.enrol.cards import Pair, Report
from vision.types import Reading

CROP = np.zeros((144, 96, 3), np.uint8)
CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))


def guide(*names, kind=Kind.ENROL):
    return Guide(kind, tuple(Place(name) for name in names or ("2S", "3S", "4S")))


def go(guide, *events):
    for event in events:
        guide = step(guide, event)
    return guide


def taken():
    return Caught(CROP.copy())


def read(card, asks=False):
    return Reading(card, 0.5 if asks else 0.99, asks, (), CORNERS)


def laid(*readings):
    return Caught(CROP, readings)


def states(guide):
    return [("taken" if p.shot else "skipped" if p.skipped else "open") for p in guide.places]


def test_each_card_that_is_caught_leads_on_to_the_next_and_the_last_to_the_check():
    now = guide()
    assert now.now.card == "2S"
    now = go(now, taken())
    assert (now.now.card, now.last, now.places[0].shot.id) == ("3S", 0, 1)
    now = go(now, taken(), taken())
    assert (now.phase, now.now) == (Phase.CHECKING, None)
    now = go(now, Checked(Report(3, 3)))
    assert now.phase is Phase.REPORT
    assert go(now, Press.FINISH).phase is Phase.OVER


def test_taking_again_drops_the_last_picture_and_asks_for_its_card():
    now = go(guide(), taken(), taken(), Press.AGAIN)
    assert (now.now.card, states(now)) == ("3S", ["taken", "open", "open"])
    assert Press.AGAIN not in offers(now)
    assert go(now, taken()).now.card == "4S"


def test_going_back_keeps_the_picture_until_there_is_a_better_one():
    now = go(guide(), taken(), taken(), Press.BACK, Press.BACK)
    assert (now.now.card, states(now)) == ("2S", ["taken", "taken", "open"])
    first = now.places[0].shot.id
    assert go(now, Press.SKIP).now.card == "4S"
    better = go(now, taken())
    assert better.places[0].shot.id > first and better.now.card == "4S"


def test_a_card_that_is_skipped_stays_missing_and_is_asked_for_when_somebody_wants_it():
    now = go(guide(), Press.SKIP, taken(), taken(), Checked(Report(2, 2)))
    assert states(now) == ["skipped", "taken", "taken"]
    assert Press.MISSING in offers(now) and Press.SECOND not in offers(now)
    now = go(now, Press.MISSING)
    assert (now.phase, now.now.card) == (Phase.LAYING, "2S")
    assert go(now, taken()).phase is Phase.CHECKING


def test_cards_that_look_alike_are_asked_for_once_more_each():
    report = Report(3, 3, alike=(Pair("2S", "3S", 0.1), Pair("2S", "4S", 0.2)))
    now = go(guide(), taken(), taken(), taken(), Checked(report), Press.ALIKE)
    assert [(p.card, p.more) for p in now.places[3:]] == [("2S", True), ("3S", True), ("4S", True)]
    assert now.now.card == "2S" and now.report is None
    assert [p.shot.id for p in go(now, taken(), taken(), taken()).places] == [1, 2, 3, 4, 5, 6]


def test_a_complete_deck_can_have_second_pictures_of_all():
    now = go(guide("W", "W"), taken(), taken(), Checked(Report(1, 2)), Press.SECOND)
    assert [p.card for p in now.places] == ["W", "W", "W"]


def test_stopping_early_checks_what_there_is_and_back_goes_on():
    now = go(guide(), taken(), Press.DONE)
    assert now.phase is Phase.CHECKING
    now = go(now, Checked(Report(1, 1)), Press.BACK)
    assert (now.phase, now.now.card) == (Phase.LAYING, "4S")


def test_what_comes_from_the_camera_while_nothing_is_asked_for_changes_nothing():
    now = go(guide("2S", "3S"), taken(), taken())
    assert go(now, taken()) == now
    over = go(now, Checked(Report(2, 2)), Press.FINISH)
    assert go(over, taken()) == over


@pytest.mark.parametrize(
    ("press", "reason"),
    [
        (Press.AGAIN, "No picture was taken yet."),
        (Press.BACK, "This is the first card."),
        (Press.TAKE, "No card lies there that could be taken."),
        (Press.MISSED, "That cannot be done at this point."),
        (Press.MISSING, "No card is missing."),
        (Press.ALIKE, "No cards look alike."),
        (Press.FINISH, "That cannot be done at this point."),
    ],
)
def test_a_press_that_does_not_fit_is_refused_with_its_reason(press, reason):
    with pytest.raises(NotNow, match=reason):
        step(guide(), press)


def test_a_card_with_a_fault_can_be_insisted_on():
    now = go(guide(), Look("poor", "blurred", CORNERS))
    assert Press.TAKE in offers(now)
    assert go(now, Press.TAKE).insisted == 1


def test_only_moves_are_counted_so_that_a_look_makes_no_press_stale():
    now = go(guide(), Look("moving"), Trouble("the camera is gone"), Trouble(None), Look("clear"))
    assert (now.number, now.trouble, now.look.state) == (0, None, "clear")
    assert go(now, taken()).number == 1


@pytest.mark.parametrize(
    ("readings", "verdict"),
    [
        ([read("2S")], Verdict.RIGHT),
        ([read("2S", asks=True)], Verdict.ASKED),
        ([read("3S", asks=True)], Verdict.ASKED),
        ([read("3S")], Verdict.SILENT),
        ([read("2S"), read("3S")], Verdict.SILENT),
        ([read("2S"), read("3S", asks=True)], Verdict.RIGHT),
        ([], Verdict.MISSED),
    ],
)
def test_a_reading_is_right_asked_silent_or_missed(readings, verdict):
    assert judge("2S", readings) is verdict


def test_a_live_check_counts_and_needs_no_other_report():
    now = go(
        guide("2S", "3S", "4S", "5S", "6S", kind=Kind.LIVE),
        laid(read("2S")),
        laid(read("3S", asks=True)),
        laid(read("9S")),
        Press.MISSED,
    )
    assert now.phase is Phase.LAYING
    now = go(now, Press.SKIP)
    assert now.phase is Phase.REPORT
    counts = tally(now)
    assert (counts.cards, counts.right, counts.asked, counts.silent, counts.missed) == (4, 1, 1, 1, 1)
    assert odds(now).odds == pytest.approx(0.75**630)


def test_the_last_card_is_judged_anew_while_it_lies_but_a_silent_error_was_one():
    now = go(guide(kind=Kind.LIVE), laid(read("2S", asks=True)), Reread((read("2S"),)))
    assert now.places[0].shot.verdict is Verdict.RIGHT
    now = go(now, laid(read("9S")), Reread((read("3S"),)))
    assert now.places[1].shot.verdict is Verdict.SILENT


def wanted(deck, have, copies=True, most=4):
    return [(p.card, p.copy, p.more) for p in to_enrol(deck, have, copies=copies, most=most)]


def test_the_four_wizards_of_an_edition_are_asked_for_one_by_one():
    assert wanted(("2S", "W"), {}) == [("2S", 1, False), *(("W", k, False) for k in (1, 2, 3, 4))]
    assert wanted(("2S", "W"), {}, copies=False) == [("2S", 1, False), ("W", 1, False)]


def test_a_deck_goes_on_where_it_stopped():
    assert wanted(("2S", "3S", "W"), {"2S": 1, "W": 3}) == [("3S", 1, False), ("W", 4, False)]


def test_a_complete_deck_is_asked_for_second_pictures():
    assert wanted(("2S", "3S", "W"), {"2S": 1, "3S": 2, "W": 4}) == [("2S", 1, True)]


def test_a_deck_with_as_many_pictures_as_are_kept_can_have_new_ones():
    assert [card for card, _, _ in wanted(("2S", "3S"), {"2S": 4, "3S": 4})] == ["2S", "3S"]


def test_a_check_prefers_look_alikes_and_chooses_the_same_by_the_same_seed():
    names = [f"c{k}" for k in range(30)]
    chosen = [p.card for p in to_check(names, 10, [("c3", "c4"), ("c9", "gone")], random.Random(5))]
    assert len(set(chosen)) == 10 and {"c3", "c4", "c9"} <= set(chosen) and "gone" not in chosen
    again = [p.card for p in to_check(names, 10, [("c3", "c4"), ("c9", "gone")], random.Random(5))]
    other = [p.card for p in to_check(names, 10, [("c3", "c4"), ("c9", "gone")], random.Random(6))]
    assert chosen == again != other


def test_a_check_of_more_cards_than_the_deck_has_asks_for_each_once():
    assert sorted(p.card for p in to_check(["a", "b"], 20, [], random.Random(1))) == ["a", "b"]
