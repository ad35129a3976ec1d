"""A restless table: never still, the same from the same seed; what lies there is the truth and is seen."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from simulation import gestures, stick_gestures
from simulation.pile import PileTable
from simulation.sticks import StickTable
from simulation.table import SimulatedTable
from simulation.temperament import CALM, RESTLESS, Unrest
from simulation.throwing import draw_fall

SIZE = (480, 270)
DARK = replace(RESTLESS, unrest=None)
"""The same people under a light that never changes."""
SEATS = 4
COLORS = ("red", "black", "white")


def table(seed: int = 3, seats: int = SEATS, temperament=DARK, stock: int = 28, **options) -> SimulatedTable:
    made = SimulatedTable(seed, seats, "us", SIZE, noise=0.0, temperament=temperament, **options)
    made.new_round(stock)
    return made


def sticks(seed: int = 3, temperament=DARK) -> StickTable:
    return StickTable(seed, size=SIZE, noise=0.0, temperament=temperament)


def thrown(made: StickTable) -> None:
    made.throw(replace(draw_fall(np.random.default_rng(4), COLORS), trouble=None))


def moved(one: np.ndarray, other: np.ndarray) -> int:
    """Count the pixels that differ by more than light and noise do."""
    return int(np.count_nonzero(cv2.absdiff(one, other).max(axis=2) > 30))


def outside(made: SimulatedTable) -> np.ndarray:
    """Tell which pixels are far from the middle of the table: bool (H, W)."""
    near = np.zeros(SIZE[::-1], np.uint8)
    corners = made.view.project(np.array([[-95, -80], [95, -80], [95, 80], [-95, 80.0]]))
    cv2.fillConvexPoly(near, np.round(corners).astype(np.int32), 1)
    return near == 0


@pytest.mark.parametrize(("made", "share"), [(table, 0.8), (sticks, 0.5)])
def test_something_moves_in_most_pictures_while_nobody_plays(made, share):
    restless = made()
    pictures = [restless.render() for _ in range(60)]
    moves = [moved(a, b) for a, b in zip(pictures, pictures[1:], strict=False)]
    assert np.mean([count > 25 for count in moves]) > share


def test_a_calm_table_does_not_move():
    calm = SimulatedTable(3, SEATS, "us", SIZE, noise=0.0)
    calm.new_round(28)
    assert np.array_equal(calm.render(), calm.render())


@pytest.mark.parametrize("temperament", [DARK, RESTLESS])
def test_the_same_seed_and_moves_show_the_same_pictures(temperament):
    runs = []
    for _ in range(2):
        made, pictures = table(temperament=temperament), []
        for step in (*gestures.turn_up(made, "2S", 0), *gestures.lay(made, "7H", 1, gestures.BRISK)):
            step()
            pictures += [made.render() for _ in range(5)]
        made.await_turn(2)
        runs.append([*pictures, *(made.render() for _ in range(20))])
    assert all(np.array_equal(a, b) for a, b in zip(*runs, strict=True))


def test_another_seed_seats_other_people():
    one, other = table(3), table(4)
    assert one._family.people != other._family.people


def test_what_lies_there_is_the_same_whoever_sits_around_it():
    told = []
    for temperament in (CALM, DARK):
        made = SimulatedTable(3, SEATS, "us", SIZE, temperament=temperament)
        made.new_round(28)
        for card, seat in (("7H", 0), ("W", 1), ("10S", 2)):
            for step in gestures.lay(made, card, seat):
                step()
                made.render()
        told.append(made.lying)
    for calm, restless in zip(*told, strict=True):
        assert (calm.card, calm.seat) == (restless.card, restless.seat)
        assert np.array_equal(calm.corners, restless.corners)


@pytest.mark.parametrize("seed", range(6))
def test_a_card_that_was_laid_is_in_full_view_for_eight_pictures_within_three_seconds(seed):
    made = table(seed)
    for seat in range(SEATS):
        for step in gestures.lay(made, "7H", seat, gestures.BRISK):
            step()
            made.render()
        made.await_turn((seat + 1) % SEATS)
        for _ in range(30):
            made.render()
        assert made.clear >= 8


@pytest.mark.parametrize("seed", range(3))
def test_sticks_that_were_thrown_are_in_full_view_within_three_seconds(seed):
    made = sticks(seed)
    for step in stick_gestures.throw(
        made, 0, replace(draw_fall(np.random.default_rng(4), COLORS), trouble=None)
    ):
        step()
        made.render()
    clear = SimulatedTable(3, SEATS, "us", SIZE).clear
    assert clear is None
    for _ in range(40):
        made.render()
    assert made.clear >= 8


def test_a_card_in_full_view_is_seen_as_it_lies():
    made, bare = table(), SimulatedTable(3, SEATS, "us", SIZE, noise=0.0)
    bare.new_round(28)
    for each in (made, bare):
        each.lay("7H", 0)
    inside = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(inside, np.round(bare.lying[-1].corners).astype(np.int32), 1)
    seen, count = 0, 0
    for _ in range(40):
        before = made.clear
        picture = made.render()
        if made.clear > before:
            count += 1
            # A hand's shadow may lie upon it.
            alike = np.corrcoef(picture[inside > 0].ravel(), bare.render()[inside > 0].ravel())[0, 1]
            seen += int(alike > 0.9)
    assert count >= 8
    assert seen > 0.95 * count


def test_a_hand_that_lies_upon_a_card_is_taken_away():
    made = table(seed=5)
    family = made._family
    made.lay("7H", 0)
    longest = 0
    for _ in range(150):
        made.render()
        longest = max(longest, *family.hides())
    assert longest <= RESTLESS.patience_s / 0.1 + 1


def test_who_holds_cards_shows_fewer_the_more_he_has_played():
    made = table(stock=60 - SEATS)
    for _ in range(5):
        made.render()
    for seat in range(SEATS):
        made.lay(("7H", "W", "10S", "QD")[seat], seat)
    assert all(not own.cards for own in made._family._own)


def test_no_card_is_held_that_lies_there():
    made = table(stock=60 - 14 * SEATS)
    made.hold([["7H", "W"], ["10S", "2S", "W"], ["QD"], ["3C"]])
    made.turn_up("2S")
    made.lay("7H", 0)
    made.lay("W", 1)
    assert [own.cards for own in made._family._own] == [["W"], ["10S"], ["QD"], ["3C"]]


def test_the_newest_hand_comes_while_the_last_one_still_leaves():
    made = table()
    for step in gestures.lay(made, "7H", 1, gestures.BRISK):
        step()
        made.render()
    alone = SimulatedTable(3, SEATS, "us", SIZE, noise=0.0)
    alone.new_round(28)
    alone.lay("7H", 1)
    assert len(made._family._leaving) == 1
    made.hand_in(2, card="W", progress=0.5)
    assert moved(made.render(), alone.render()) > 300


def test_a_swept_table_is_clear_again_but_for_its_people():
    made = table()
    bare = outside(made)
    before = made.render()
    for seat in range(SEATS):
        made.lay("W", seat)
    made.sweep(0)
    changed = cv2.absdiff(made.render(), before).max(axis=2) > 30
    assert not (changed & ~bare).mean() > 0.02


UNREST = Unrest(jogs_per_minute=0.0, lamps_per_minute=0.0)


def lit(unrest: Unrest, seed: int = 3) -> SimulatedTable:
    # Nobody sits there, so that what differs is the light.
    alone = replace(RESTLESS, behaviours={}, unrest=unrest)
    return table(seed, temperament=alone)


def test_light_changes_from_picture_to_picture_by_a_few_per_cent():
    made = lit(replace(UNREST, flicker=0.035, sway_px=0.0))
    levels = [made.render().astype(np.float32) for _ in range(60)]
    means = np.array([each.mean() for each in levels])
    assert means.std() / means.mean() > 0.003
    assert abs(means / means.mean() - 1).max() < 0.25
    assert all(
        moved(a.astype(np.uint8), b.astype(np.uint8)) == 0 for a, b in zip(levels, levels[1:], strict=False)
    )


def test_a_knock_moves_the_picture_and_the_truth_with_it():
    made = lit(replace(UNREST, flicker=0.0, drift=0.0, shadow=0.0, jogs_per_minute=600.0, large_jogs=1.0))
    made.lay("7H", 0)
    before = made.lying[0].corners
    made.render()
    shift = made.lying[0].corners - before
    assert 0.5 < np.linalg.norm(shift, axis=1).max() < 60
    still = replace(made._disturbances._unrest, jogs_per_minute=0.0)
    made._disturbances._unrest = still
    for _ in range(5):
        picture = made.render()
    face = made.deck.face("7H")
    h, w = face.shape[:2]
    target = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    seen = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(made.lying[0].corners, target), (w, h))
    blurred = [cv2.GaussianBlur(each, (0, 0), 9)[40:-40, 40:-40].ravel() for each in (seen, face)]
    assert np.corrcoef(*blurred)[0, 1] > 0.85


def test_a_lamp_that_is_switched_changes_the_level_at_once():
    made = lit(replace(UNREST, flicker=0.0, drift=0.0, shadow=0.0, lamps_per_minute=600.0))
    dark = lit(replace(UNREST, flicker=0.0, drift=0.0, shadow=0.0))
    levels = {round(float(made.render().mean()), 1) for _ in range(6)}
    assert len(levels) > 2
    assert len({round(float(dark.render().mean()), 1) for _ in range(6)}) == 1


def test_cards_are_drawn_at_a_restless_table_of_probe():
    made = PileTable(2, 3, SIZE, temperament=RESTLESS)
    made.new_round(30)
    for step in gestures.draw(made, "x3", 1, gestures.BRISK):
        step()
        made.render()
    assert [each.card for each in made.lying] == ["x3"]
    assert made.stock == 29


def test_each_card_on_a_pile_is_waited_for_until_it_is_in_full_view():
    made = PileTable(2, 3, SIZE, temperament=RESTLESS)
    made.new_round(30)
    for card in ("x3", "left"):
        for step in gestures.draw(made, card, 1, gestures.BRISK):
            step()
            made.render()
        assert made.clear <= 1
        for _ in range(30):
            made.render()
        assert made.clear >= 8
