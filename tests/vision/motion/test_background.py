"""The table without cards, which a hand that rested there for a moment does not replace."""

import cv2
import numpy as np

from simulation.table import SimulatedTable
from vision.interval import USUAL_MS
from vision.motion.background import BARE_TABLE_MS, Background
from vision.track import tentative
from vision.track.cards import CardTracker

SIZE = (120, 160, 3)
NOWHERE = np.zeros(SIZE[:2], np.uint8)
PLACE = NOWHERE.copy()
PLACE[40:80, 50:90] = 255
TABLE = np.full(SIZE, 90, np.uint8)


def with_thing(level):
    picture = TABLE.copy()
    picture[PLACE > 0] = level
    return picture


def differs(background, picture):
    return background.differs(picture)[0][PLACE > 0].mean() > 240


def test_what_rested_for_a_moment_is_known_and_so_is_what_lay_there_for_long():
    background = Background(TABLE)
    background.learn(with_thing(160), NOWHERE, NOWHERE)
    either, settled = background.differs(with_thing(160))
    assert not either.any() and settled[PLACE > 0].mean() > 240
    assert not differs(background, TABLE)
    assert differs(background, with_thing(230))


def test_what_has_long_been_otherwise_is_the_table():
    background = Background(TABLE)
    background.learn(with_thing(160), NOWHERE, PLACE)
    background.learn(with_thing(30), NOWHERE, NOWHERE)
    assert differs(background, TABLE)
    assert not differs(background, with_thing(160))


def test_a_card_is_never_taken_for_the_table():
    background = Background(TABLE)
    background.learn(with_thing(230), PLACE, PLACE)
    assert differs(background, with_thing(230))


def test_a_card_laid_where_a_hand_had_rested_is_gone_once_it_is_taken():
    table, eye = SimulatedTable(2, 4, "us"), CardTracker("us")
    table.new_round(20)
    lying = ()

    def look(picture, frames):
        nonlocal lying
        for _ in range(frames):
            sight = eye.look(picture)
            lying = lying if sight is None else sight.lying

    look(table.render(), BARE_TABLE_MS // USUAL_MS + 5)
    bare = table.render()
    table.lay("7H", 0)
    hand = bare.copy()
    middle = np.mean(next(item.corners for item in table.lying if item.card == "7H"), axis=0)
    cv2.ellipse(hand, np.round(middle).astype(int).tolist(), (420, 130), 20, 0, 360, (90, 120, 170), -1)
    look(hand, 6)
    look(table.render(), 3 + tentative.SETTLES_MS // USUAL_MS)
    assert [item.reading.card for item in lying if item.reading.card != "back"] == ["7H"]
    table.take_back()
    look(table.render(), 3 + tentative.SETTLES_MS // USUAL_MS)
    assert [item.reading.card for item in lying if item.reading.card != "back"] == []
