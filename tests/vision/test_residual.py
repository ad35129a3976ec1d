"""Cards in what is left of a change, found by the corners in view: drawn tables, the shipped networks."""

import cv2
import numpy as np
import pytest

from simulation.table import SimulatedTable
from vision.detect import corner_locator, residual
from vision.detect.corner_locator import Cornered
from vision.geometry.quads import iou, median_sides, rectify, sides
from vision.interval import USUAL_MS
from vision.motion.frame_diff import FrameDiff
from vision.read.decide import decide
from vision.read.looks import Look, look_at
from vision.read.reader import Reader
from vision.track import tentative
from vision.track.cards import CardTracker
from vision.track.initiation import COVERED
from vision.track.laying_area import FEWEST_LAID_CARDS
from vision.track.tracks import Track
from vision.types import Seen

SETTLES, HELD = tentative.SETTLES_MS // USUAL_MS, tentative.HELD_MS // USUAL_MS
"""Pictures, a tenth of a second apart."""


def laid(*cards):
    table = SimulatedTable(4, 4, "us")
    for seat, card in enumerate(cards):
        table.lay(card, seat)
    return table.render()


def whole(picture):
    return FrameDiff(picture, np.full((picture.shape[0] // 2, picture.shape[1] // 2), 255, np.uint8))


def names(looks, reader):
    return sorted(reader.names[int(np.argmax(look.row))] for look in looks)


def test_cards_that_nothing_explains_are_found_and_read():
    reader, view = Reader("us"), whole(laid("2C", "9D", "4H"))
    found = residual.cards(view.frame, view.mask, [], reader, None)
    assert {"4H", "2C"} <= set(names(found, reader))
    assert all(look.seen is not None for look in found)


def test_what_is_known_to_lie_there_is_not_found_again():
    reader, view = Reader("us"), whole(laid("2C", "9D"))
    found = residual.cards(view.frame, view.mask, [], reader, None)
    assert residual.cards(view.frame, view.mask, [look.quad for look in found], reader, None) == []


def test_a_card_at_a_place_that_did_not_change_has_not_come():
    reader, view = Reader("us"), whole(laid("2C", "9D"))
    nothing = np.zeros_like(view.mask)
    assert residual.cards(view.frame, nothing, [], reader, None) == []


def test_corners_are_sought_about_what_is_left_once_a_cards_size_is_known(monkeypatch):
    reader, view, seen = Reader("us"), whole(laid("2C", "9D", "4H")), []
    first = residual.cards(view.frame, view.mask, [], reader, None)
    card = next(look for look in first if reader.names[int(np.argmax(look.row))] == "4H")
    left = np.zeros_like(view.mask)
    cv2.fillConvexPoly(left, np.round(card.quad / view.scale).astype(np.int32), 255)
    finder = corner_locator.shipped()
    find = finder.find
    monkeypatch.setattr(
        corner_locator.CornerLocator,
        "find",
        lambda self, part, short=None: seen.append(part.shape) or find(part, short),
    )
    (again,) = residual.cards(view.frame, left, [], reader, sides(card.quad))
    assert names([again], reader) == ["4H"]
    assert iou(again.quad, card.quad) > 0.95
    assert seen[0][0] * seen[0][1] < 0.5 * view.frame.shape[0] * view.frame.shape[1]


def test_a_card_of_which_a_corner_was_taken_for_another_has_the_size_of_the_others(monkeypatch):
    reader, view = Reader("us"), whole(laid("2C", "9D", "4H"))
    first = residual.cards(view.frame, view.mask, [], reader, None)
    card = next(look for look in first if reader.names[int(np.argmax(look.row))] == "4H")
    inward = card.quad.copy()
    # The far end of the frame about the print, of a white card on a white cloth.
    inward[2:] += 0.25 * (card.quad.mean(0) - card.quad[2:]) * [[1.0], [1.6]]
    wrong = Cornered(inward, np.full(4, 0.5))
    monkeypatch.setattr(residual, "placed", lambda *_: [wrong])
    (as_found,) = residual.cards(view.frame, view.mask, [], reader, None)
    assert iou(as_found.quad, card.quad) < 0.85
    (sized,) = residual.cards(view.frame, view.mask, [], reader, median_sides(map(sides, [card.quad])))
    assert iou(sized.quad, card.quad) > 0.93
    assert reader.names[int(np.argmax(sized.row))] == "4H"


def test_what_has_no_cards_size_is_asked_about_only_where_a_face_is_read(monkeypatch):
    reader, view = Reader("us"), whole(laid("2C", "9D", "4H"))
    card = residual.cards(view.frame, view.mask, [], reader, None)[0]
    bare = np.float32([[200, 500], [260, 500], [260, 600], [200, 600]])
    monkeypatch.setattr(residual, "placed", lambda *_: [Cornered(bare, np.full(4, 0.5))])
    assert len(residual.cards(view.frame, view.mask, [], reader, None)) == 1
    assert residual.cards(view.frame, view.mask, [], reader, median_sides(map(sides, [card.quad]))) == []


def test_what_is_no_card_is_given_no_cards_size(monkeypatch):
    reader, view = Reader("us"), whole(laid("2C", "9D", "4H"))
    card = residual.cards(view.frame, view.mask, [], reader, None)[0]
    bare = np.float32([[200, 500], [260, 500], [260, 600], [200, 600]])
    monkeypatch.setattr(residual, "placed", lambda *_: [Cornered(bare, np.full(4, 0.5))])
    like = median_sides(map(sides, [card.quad]))
    read = []
    monkeypatch.setattr(
        residual, "look_at", lambda frame, reader, quads: read.extend(quads) or look_at(frame, reader, quads)
    )
    residual.cards(view.frame, view.mask, [], reader, like)
    assert np.array_equal(read, [bare])


def test_an_empty_table_bears_no_card():
    reader, view = Reader("us"), whole(laid())
    found = residual.cards(view.frame, view.mask, [], reader, None)
    assert not [look for look in found if look.row[:52].max() > 0.5]


def test_what_is_found_beneath_a_hand_is_taken_once_the_hand_is_gone(monkeypatch):
    reader, table = Reader("us"), np.full((540, 960, 3), 120, np.uint8)
    place = np.float32([[400, 200], [500, 200], [500, 340], [400, 340]])

    def there(frame, left, lying, *_):
        inside = left[200 * left.shape[0] // 540 : 340 * left.shape[0] // 540].any()
        row = np.eye(len(reader.names), dtype=np.float32)[reader.names.index("7H")]
        known = any(np.array_equal(quad, place) for quad in lying)
        look = Look(place, rectify(frame, place), row, seen=np.ones(4, np.float32))
        return [look] if inside and not known else []

    monkeypatch.setattr("vision.detect.residual.cards", there)
    eye = CardTracker("us", reader)
    eye.look(table)
    eye._reference.unexplained.add(place, table.shape)
    for near in (0, 15, 30):
        hand = table.copy()
        hand[150:390, 430 + near : 620] = 40
        assert not (eye.look(hand) or eye._sight()).lying
    for _ in range(2 * SETTLES):
        eye.look(table)
    assert [item.reading.card for item in eye._sight().lying] == ["7H"]


def test_a_card_upon_one_that_lay_there_is_not_doubted_for_it_and_one_that_came_with_another_is(monkeypatch):
    reader, table = Reader("us"), np.full((540, 960, 3), 120, np.uint8)
    place = np.float32([[400, 200], [500, 200], [500, 340], [400, 340]])
    row = np.full(len(reader.names), 1e-4, np.float32)
    row[reader.names.index("7H")] = 1.0

    def there(frame, left, lying, *_):
        known = any(np.array_equal(quad, place) for quad in lying)
        return [] if known else [Look(place, rectify(frame, place), row, seen=np.ones(4, np.float32))]

    def seen_upon_one_that_came(frames_before: int) -> bool:
        eye = CardTracker("us", reader)
        for _ in range(2 * SETTLES):
            eye.look(table)
        since = eye._scene.rests_since(place) - USUAL_MS * frames_before
        below = decide(reader.names, np.eye(len(reader.names), dtype=np.float32)[0], place + 40)
        eye._lying = (Track(Seen(0, below), place + 40, since=since),)
        eye._reference.unexplained.add(place, table.shape)
        eye.look(table)
        return eye._sight().lying[-1].reading.asks

    monkeypatch.setattr("vision.detect.residual.cards", there)
    assert not seen_upon_one_that_came(10)
    assert seen_upon_one_that_came(0)


@pytest.mark.parametrize(("corners", "covered", "doubt"), [(2, 0, None), (2, 70, COVERED), (4, 0, None)])
def test_a_card_whose_edges_are_all_seen_is_in_full_view_however_few_corners_are(
    monkeypatch, corners, covered, doubt
):
    """On checks the corners of the cloth are among a card's own."""
    reader, table = Reader("us"), np.full((540, 960, 3), 120, np.uint8)
    place = np.float32([[400, 200], [500, 200], [500, 340], [400, 340]])
    table[200:340, 400:500] = 230
    table[200:340, 500 - covered : 500] = 120
    row = np.full(len(reader.names), 1e-4, np.float32)
    row[reader.names.index("KS")] = 1.0
    seen = np.float32([1.0] * corners + [0.0] * (4 - corners))
    look = Look(place, rectify(table, place), row, seen=seen)
    monkeypatch.setattr("vision.detect.residual.cards", lambda _, left, *__: [look] if left.any() else [])
    monkeypatch.setattr("vision.track.initial.photograph.read_cards", lambda *_, **__: ())
    eye = CardTracker("us", reader)
    for _ in range(2 * HELD):
        eye.look(table)
    eye._reference.unexplained.add(place, table.shape)
    eye.look(table)
    (reading,) = (item.reading for item in eye._sight().lying)
    assert (reading.card, reading.asks, reading.doubt) == ("KS", doubt is not None, doubt)


@pytest.mark.parametrize(
    ("likely", "far", "seen", "told"),
    [
        ({"KS": 1.0}, False, ["2H"], [("KS", False)]),
        ({"KS": 1.0}, True, ["2H"], [("KS", True)]),
        ({"none": 0.96, "W": 0.04}, False, ["2H"], [("W", True)]),
        # A hand, or the edges of a fan.
        ({"none": 0.96, "W": 0.04}, True, ["2H"], []),
        # As a round begins hands are as full as they get, and its first card may be turned up anywhere.
        ({"KS": 1.0}, True, [], [("KS", True)]),
        ({"none": 0.96, "W": 0.04}, True, [], [("W", True)]),
    ],
)
def test_a_face_far_from_where_cards_are_laid_is_in_a_fan_and_asked_about(
    monkeypatch, likely, far, seen, told
):
    """The outermost card of a fan at the rim is in full view, and rests for as long as its hand does."""
    reader, table = Reader("us"), np.full((540, 960, 3), 120, np.uint8)
    place = np.float32([[400, 200], [500, 200], [500, 340], [400, 340]])
    cv2.fillConvexPoly(table, place.astype(np.int32), (230, 230, 230))
    row = np.full(len(reader.names), 1e-4, np.float32)
    for name, probability in likely.items():
        row[reader.names.index(name)] = probability
    look = Look(place, rectify(table, place), row, seen=np.ones(4, np.float32))
    monkeypatch.setattr("vision.detect.residual.cards", lambda _, left, *__: [look] if left.any() else [])
    eye = CardTracker("us", reader)
    for _ in range(2 * HELD):
        eye.look(table, seen)
    for step in range(FEWEST_LAID_CARDS):
        eye._initiation._laid.add(place + np.float32([5 * step, 260 if far else 60]))
    eye._reference.unexplained.add(place, table.shape)
    eye.look(table, seen)
    assert [(item.reading.card, item.reading.asks) for item in eye._sight().lying] == told
