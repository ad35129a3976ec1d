"""Cards in what is left of a change, found by the corners in view: drawn tables, the shipped networks."""

import numpy as np

from simulation.table import SimulatedTable
from vision.detect import residual
from vision.motion.frame_diff import FrameDiff
from vision.read.reader import Reader


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


def test_an_empty_table_bears_no_card():
    reader, view = Reader("us"), whole(laid())
    found = residual.cards(view.frame, view.mask, [], reader, None)
    assert not [look for look in found if look.row[:52].max() > 0.5]
