"""The simulated camera and panel."""

import threading

import pytest
from patience import PATIENCE_S

from device.panel import Lights
from simulation import gestures
from simulation.devices import SimulatedCamera, SimulatedPanel
from simulation.table import SimulatedTable


@pytest.fixture
def camera():
    return SimulatedCamera(SimulatedTable(1, 3, "us", (480, 270), noise=0.0))


def test_each_read_does_one_step_and_then_takes_the_picture(camera):
    camera.post(gestures.lay(camera.table, "AS", 0))
    still = camera.read(1).image
    hand = camera.table.lying
    assert hand == ()
    camera.read(1)
    assert [each.card for each in camera.table.lying] == ["AS"]
    assert still.shape == (270, 480, 3)


def test_frames_are_numbered_from_one_and_the_latest_is_kept(camera):
    frames = [camera.read(1) for _ in range(3)]
    assert [frame.number for frame in frames] == [1, 2, 3]
    assert camera.latest is frames[-1]


def test_a_closed_camera_is_at_its_end(camera):
    with camera:
        assert camera.read(1)
    camera.close()
    assert camera.read(1) is None


def test_closing_wakes_a_reader_that_waits_for_its_time():
    camera = SimulatedCamera(SimulatedTable(1, 3, "us", (480, 270)), pace=3600)
    assert camera.read(1)
    frames = []
    reader = threading.Thread(target=lambda: frames.append(camera.read(3600)))
    reader.start()
    camera.close()
    reader.join(PATIENCE_S)
    assert frames == [None]


def test_settling_is_told_once_all_steps_before_it_are_done(camera):
    camera.post(gestures.lay(camera.table, "AS", 0))
    done = camera.settle()
    for _ in range(2):
        camera.read(1)
        assert not done.is_set()
    camera.read(1)
    assert done.is_set()


@pytest.mark.parametrize("way", [gestures.BRIEF, gestures.SLOW])
def test_every_gesture_ends_without_a_hand(camera, way):
    table = camera.table
    for steps in (
        gestures.new_round(table, 40, 1, way),
        gestures.turn_up(table, "2H", 1, way),
        gestures.lay(table, "3H", 2, way),
        gestures.sweep(table, 2, way),
    ):
        camera.post(steps)
        for _ in steps:
            camera.read(1)
        last = camera.latest.image
        table.hand_out()
        assert (camera.read(1).image == last).all()
    assert [each.card for each in table.lying] == ["2H"]


def test_the_panel_remembers_lights_and_sounds_and_passes_presses_on():
    panel, pressed = SimulatedPanel(), []
    panel.on_press(pressed.append)
    panel.show(Lights((1, 0, 0), "blink", ("on", "off")))
    panel.buzz("ask")
    panel.press("confirm")
    assert panel.lights.pattern == "blink"
    assert list(panel.sounds) == ["ask"]
    assert pressed == ["confirm"]
    with panel:
        pass
    panel.close()
    assert panel.lights == Lights()
