"""The rendered table: the same from the same seed, changed only where something happened, and true."""

import cv2
import numpy as np
import pytest

from simulation.table import SimulatedTable

SIZE = (960, 540)


def table(seed: int = 3, seats: int = 4, edition: str = "us", **options) -> SimulatedTable:
    made = SimulatedTable(seed, seats, edition, SIZE, **options)
    made.new_round(40)
    return made


@pytest.fixture(scope="module")
def quiet() -> SimulatedTable:
    return table(noise=0.0)


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_the_same_seed_and_moves_give_the_same_pictures(edition):
    pictures = []
    for _ in range(2):
        made = table(edition=edition)
        made.turn_up("W")
        made.hand_in(1, card="J", progress=0.5)
        first = made.render()
        made.lay("J", 1)
        made.hand_out()
        pictures.append((first, made.render()))
    assert all(np.array_equal(a, b) for a, b in zip(*pictures, strict=True))


def test_a_picture_has_the_size_asked_for_and_is_bytes():
    picture = table().render()
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    assert picture.dtype == np.uint8


def test_the_default_size_is_that_of_the_camera():
    assert SimulatedTable(1, 3, "us").render().shape == (1296, 2304, 3)


def test_another_seed_gives_another_table():
    assert not np.array_equal(table(1).render(), table(2).render())


def test_two_pictures_of_a_still_table_differ_by_noise_alone():
    made = table(noise=2.0)
    difference = np.abs(made.render().astype(int) - made.render())
    assert 0.5 < difference.mean() < 4
    assert difference.max() < 30


def test_a_laid_card_changes_its_own_place_and_no_other(quiet):
    quiet.new_round(40)
    before = quiet.render()
    quiet.lay("10H", 0)
    corners = quiet.lying[-1].corners
    changed = (before != quiet.render()).any(axis=2)
    inside = np.zeros(changed.shape, np.uint8)
    cv2.fillPoly(inside, [np.round(corners).astype(int)], 1)
    near = cv2.dilate(inside, np.ones((41, 41))) > 0
    assert changed[inside > 0].mean() > 0.9
    assert not changed[~near].any()


def test_a_card_stands_in_the_picture_where_its_corners_say(quiet):
    quiet.new_round(40)
    quiet.lay("7C", 2)
    lying = quiet.lying[-1]
    face = quiet.deck.face("7C")
    h, w = face.shape[:2]
    target = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    seen = cv2.warpPerspective(quiet.render(), cv2.getPerspectiveTransform(lying.corners, target), (w, h))
    inner = (slice(h // 20, -h // 20), slice(w // 20, -w // 20))
    blurred = [cv2.GaussianBlur(each, (0, 0), 4)[inner].ravel() for each in (seen, face)]
    assert np.corrcoef(*blurred)[0, 1] > 0.9


def test_corners_go_clockwise_from_the_top_left_of_a_card_that_its_player_reads_upright(quiet):
    quiet.new_round(40)
    quiet.lay("2S", 0)
    corners = quiet.lying[-1].corners
    area = 0.5 * sum(
        a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)
    )
    assert area > 0
    assert corners[:2, 1].max() < corners[2:, 1].min()


def test_what_lies_is_told_in_the_order_in_which_it_was_laid(quiet):
    quiet.new_round(40)
    quiet.turn_up("QH")
    quiet.lay("3D", 1)
    quiet.lay("W", 2)
    assert [(each.card, each.seat) for each in quiet.lying] == [("QH", None), ("3D", 1), ("W", 2)]


def test_a_card_taken_back_leaves_no_trace(quiet):
    quiet.new_round(40)
    quiet.lay("3D", 1)
    before = quiet.render()
    quiet.lay("W", 2)
    assert quiet.take_back() == "W"
    assert np.array_equal(quiet.render(), before)


def test_a_swept_trick_leaves_the_turned_card_and_goes_to_the_winner(quiet):
    quiet.new_round(40)
    quiet.turn_up("QH")
    clear = quiet.render()
    for seat in range(4):
        quiet.lay("W", seat)
    quiet.sweep(3)
    assert [each.card for each in quiet.lying] == ["QH"]
    changed = (clear != quiet.render()).any(axis=2)
    assert changed.any()
    assert not changed[:, : SIZE[0] // 2].any()


def test_a_hand_comes_and_goes_without_a_trace(quiet):
    quiet.new_round(40)
    before = quiet.render()
    quiet.hand_in(2, card="AH", progress=0.6)
    assert (quiet.render() != before).any(axis=2).mean() > 0.02
    quiet.hand_out()
    assert np.array_equal(quiet.render(), before)


def test_a_second_hand_comes_beside_the_first_or_instead_of_it(quiet):
    quiet.new_round(40)
    before, lower = quiet.render(), np.s_[SIZE[1] // 2 :]
    for beside in (True, False):
        quiet.hand_out()
        quiet.hand_in(0, progress=0.6)
        quiet.hand_in(2, progress=0.6, beside=beside)
        changed = (quiet.render() != before).any(axis=2)
        assert changed[lower].any() == beside and changed[: SIZE[1] // 2].any()
    quiet.hand_out()


def test_the_hand_brings_the_card_to_the_place_where_it_falls(quiet):
    quiet.new_round(40)
    quiet.hand_in(0, card="AH")
    quiet.lay("AH", 0)
    first = quiet.lying[-1].corners
    quiet.take_back()
    quiet.lay("AH", 0)
    assert not np.array_equal(first, quiet.lying[-1].corners)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(4))
def test_every_card_falls_whole_into_the_picture_and_the_stock_lies_free_of_the_trick(seats, seed):
    made = table(seed, seats, noise=0.0)
    made.turn_up("2H")
    for seat in range(seats):
        made.lay("W", seat)
    turned, *trick = (each.corners for each in made.lying)
    assert turned.min() > 0
    assert (turned < SIZE).all()
    assert np.concatenate(trick).min() > 0
    for corners in trick:
        free, _ = cv2.intersectConvexConvex(turned, corners)
        assert free == 0
