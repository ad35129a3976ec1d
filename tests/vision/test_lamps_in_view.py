"""The panel's lamps in the camera's view: they blink, and are never taken for cards or a cleared trick."""

from dataclasses import replace

import numpy as np
import pytest
from lamp_glow import GlowingTable

from device.panel import Lights
from familiar.eyes import open_eye
from simulation.devices import SimulatedCamera, SimulatedPanel
from simulation.robots.wizard.counted import WizardGame
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from table.host import Host
from table.journal import Journal
from table.view.lamps import tie

SEATS = ("blink", "pulse", "on", "blink")
ROUNDS = 2


def glow(table, lights, pictures):
    """Say by how much each of some pictures is brighter than without lamps, at its brightest place."""
    dark = table.render().astype(int)
    table.set_lamps(lambda: lights)
    return [int((table.render().astype(int) - dark).max()) for _ in range(pictures)]


@pytest.fixture
def still_table():
    return GlowingTable(3, 4, "us", noise=0.0)


def test_a_lamp_blinks_in_the_picture_as_it_does_on_the_table(still_table):
    found = glow(still_table, Lights((1.0, 0.0, 0.0), "blink"), 16)
    lit = [each > 60 for each in found]
    assert lit == [(tick * 0.1) % 0.8 < 0.4 - 1e-9 for tick in range(1, 17)]
    assert all(each < 40 for each, on in zip(found, lit, strict=True) if not on)


def test_a_seat_that_blinks_is_quicker_than_the_status_light(still_table):
    found = glow(still_table, Lights(seats=("blink", "off", "off", "off")), 8)
    assert [each > 60 for each in found] == [True, False, False, True, True, False, False, True]


def test_every_lamp_stands_within_the_picture(still_table):
    dark = still_table.render().astype(int)
    still_table.set_lamps(lambda: Lights((0.0, 1.0, 0.0), "on", ("on",) * 4))
    lit = (still_table.render().astype(int) - dark).max(axis=2) > 80
    rows, columns = np.nonzero(lit)
    places = {(row // 120, column // 120) for row, column in zip(rows, columns, strict=True)}
    assert len(places) >= 5
    assert 0.0005 < lit.mean() < 0.01


class Restless(SimulatedPanel):
    """A panel of which every lamp is lit, in all their ways, whatever the host would have it show."""

    def show(self, lights):
        """Show these lights, and let all the others blink."""
        seats = [
            one if one != "off" else other for one, other in zip(lights.seats or SEATS, SEATS, strict=True)
        ]
        pattern = "blink" if lights.pattern == "on" else lights.pattern
        super().show(replace(lights, pattern=pattern, seats=tuple(seats)))


@pytest.mark.slow
def test_blinking_lamps_are_never_taken_for_cards_hands_or_a_cleared_trick():
    setup = draw_setup(11, 4, "us")
    table, panel = GlowingTable(11, 4, "us"), Restless()
    table.set_lamps(lambda: panel.lights)
    with Host(Journal(":memory:")) as host, SimulatedCamera(table) as camera:
        loosen = tie(host, panel)
        self_play = WizardSelfPlay(setup)
        game = WizardGame(1, setup, self_play, camera, open_eye("us"), host)
        game.play_until(lambda: self_play.state.round > ROUNDS)
        loosen()
        told = game.figures
        entered = host.snapshot.history.events
    assert told.cards == ROUNDS + 4 * sum(range(1, ROUNDS + 1))
    assert (told.silent_errors, told.missed, told.out_of_step, told.marked_wrong) == (0, 0, 0, 0)
    assert list(entered) == list(self_play.events)
