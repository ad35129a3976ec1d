"""The calibration goes from the aim to the kept picture, and takes nothing that does not fit."""

from dataclasses import replace

import numpy as np
import pytest

from table.eye.calibration import Calibration
from table.guides.calibrating import (
    Failed,
    Phase,
    Press,
    Setting,
    Surveyed,
    Taken,
    Tapped,
    drawn,
    offers,
    step,
)
from table.guides.leading import NotNow, Trouble
from vision.calibrate import mat
from vision.calibrate.finding import Finding
from vision.calibrate.survey import Survey

SIZE = (1000, 600)
MARKERS = {m: mat.marker_mm(m) * 2 + 100 for m in mat.MARKERS}
WHOLE = np.float32([(0, 0), (999, 0), (999, 599), (0, 599)])
BARE = Survey(SIZE, {}, WHOLE, (Finding("light", "ok", "Bright."),))
WITH_MAT = replace(BARE, markers=MARKERS, outline=mat.outline_mm(15) * 2 + 100)
KEPT = Calibration(
    "usb:0", SIZE, ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)), "hand", np.zeros((600, 1000, 3), np.uint8)
)
TAPS = Tapped(((0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)))


def after(*events):
    setting = Setting()
    for event in events:
        setting = step(setting, event)
    return setting


def test_nothing_can_be_pressed_before_the_camera_has_looked():
    assert offers(Setting()) == ()
    for event in (Press.TAKE, TAPS):
        with pytest.raises(NotNow):
            step(Setting(), event)


def test_the_mat_is_the_table_where_it_is_in_sight_and_else_the_whole_picture():
    assert after(Surveyed(WITH_MAT)).by == "mat" and after(Surveyed(BARE)).by == "whole"
    assert offers(after(Surveyed(WITH_MAT))) == (Press.TAKE, Press.WHOLE)
    assert offers(after(Surveyed(BARE))) == (Press.TAKE,)
    chosen = after(Surveyed(WITH_MAT), Press.WHOLE)
    assert chosen.area().tolist() == WHOLE.tolist() and Press.MAT in offers(chosen)
    assert step(chosen, Press.MAT).area() is None


def test_taps_in_any_order_mark_the_table_until_something_else_is_chosen():
    setting = after(Surveyed(BARE), TAPS)
    assert setting.by == "hand" and setting.number == 1
    assert [tuple(map(round, point)) for point in setting.area().tolist()] == [
        (100, 60),
        (900, 60),
        (900, 540),
        (100, 540),
    ]
    assert step(setting, Surveyed(BARE)).by == "hand"
    with pytest.raises(NotNow, match="too small"):
        step(setting, Tapped(((0.1, 0.1), (0.11, 0.1), (0.1, 0.11))))
    assert step(setting, Press.WHOLE).outline is None


def test_taps_are_forgotten_where_the_pictures_change_their_size():
    setting = after(Surveyed(BARE), TAPS, Surveyed(replace(BARE, size=(500, 300))))
    assert setting.by == "whole" and setting.outline is None


def test_a_picture_is_taken_kept_taken_again_and_finished():
    setting = after(Surveyed(BARE), Press.TAKE)
    assert setting.phase is Phase.TAKING and offers(setting) == ()
    assert step(setting, Surveyed(WITH_MAT)).survey is BARE
    setting = step(setting, Taken(KEPT, BARE))
    assert setting.phase is Phase.SAVED and setting.kept is KEPT
    assert offers(setting) == (Press.AGAIN, Press.FINISH)
    assert step(setting, Press.AGAIN).phase is Phase.AIM
    assert step(setting, Press.FINISH).phase is Phase.OVER


def test_a_picture_that_does_not_come_says_why_until_the_next_try():
    setting = after(Surveyed(BARE), Press.TAKE, Failed("Hands."))
    assert setting.phase is Phase.AIM and setting.refused == "Hands."
    assert step(setting, Press.TAKE).refused is None
    assert step(step(setting, Trouble("gone")), Trouble(None)).trouble is None


def test_table_markers_and_zones_are_drawn_in_the_pictures_pixels():
    assert drawn(Setting())["table"] == []
    shapes = drawn(after(Surveyed(WITH_MAT)))
    assert shapes["size"] == [1000, 600] and len(shapes["markers"]) == 4 and len(shapes["zones"]) == 3
    assert shapes["table"][0] == pytest.approx([70, 70], abs=0.2)
    left, top, *_ = mat.TRICK_ZONE
    assert shapes["zones"][2][0] == pytest.approx([2 * left + 100, 2 * top + 100], abs=0.2)
