"""What fades into the table, before a camera that averages its pictures, is no card, and waits."""

import numpy as np
import pytest

from games import cards
from simulation import gestures
from simulation.table import SimulatedTable
from vision.motion.static_scene import StaticScene
from vision.track import tentative
from vision.track.cards import CardTracker
from vision.track.tentative import FADES, Tentative, Waiting

PLACE = np.array([[120, 60], [220, 60], [220, 210], [120, 210]], np.float32)


def pictures():
    """Show a table, and a printed card upon it: uint8 (300, 400, 3) each."""
    rng = np.random.default_rng(3)
    table = np.full((300, 400, 3), 100, np.uint8)
    card = table.copy()
    card[60:210, 120:220] = rng.integers(90, 255, (15, 10, 3), np.uint8).repeat(10, 0).repeat(10, 1)
    return table, card


def shown(shares, light=1.0):
    """Give the scene of a camera that shows so much of the card, picture by picture."""
    scene, (table, card) = StaticScene(), pictures()
    scene.push(table)
    for number, share in enumerate(shares, 1):
        mixed = table + share * (card.astype(np.float32) - table)
        scene.push(np.clip(mixed * (light if number == len(shares) else 1.0), 0, 255).astype(np.uint8))
    return scene


@pytest.mark.parametrize("share", [0.08, 0.12, 0.2])
def test_what_comes_nearer_the_table_fades_and_what_stays_or_comes_does_not(share):
    assert shown([0.5, 0.5 * (1 - share)]).fading(PLACE) == pytest.approx(share, abs=0.02)
    assert shown([1.0, 1.0]).fading(PLACE) == pytest.approx(0, abs=0.005)
    assert shown([0.5, 0.5 + share]).fading(PLACE) < 0


@pytest.mark.parametrize("light", [0.8, 0.95, 1.05])
def test_another_light_on_all_of_the_table_is_no_fading(light):
    assert abs(shown([1.0, 1.0], light).fading(PLACE)) < FADES


def test_a_shade_upon_the_card_is_no_fading():
    scene, (table, card) = StaticScene(), pictures()
    scene.push(table)
    scene.push(card)
    shaded = card.copy()
    shaded[50:220, 110:230] -= 6
    scene.push(shaded)
    assert scene.fading(PLACE) < FADES


@pytest.mark.parametrize("fades", [True, False])
def test_what_fades_waits_although_it_rests(fades):
    scene, waiting = shown([0.5] * 12), Waiting()
    assert tentative.rests(scene, PLACE)
    find = Tentative(PLACE, np.zeros((150, 200, 3), np.uint8), 2.0, fades=fades)
    assert waiting.hold(scene, find) == fades


def test_a_card_that_is_carried_to_its_place_leaves_no_double_on_its_way():
    seed, share, shown_last = 300041, 0.2, []
    table, eye = SimulatedTable(seed, 4, "us", (1280, 720)), CardTracker("us")
    names = [name for name in cards.names("us") if name != "back"]
    deck = [str(name) for name in np.random.default_rng([seed, 4]).permutation(names)]
    most = 0

    def look(frames=1):
        nonlocal most
        for _ in range(frames):
            new = table.render().astype(np.float32)
            shown_last[:] = [new if not shown_last else shown_last[0] + share * (new - shown_last[0])]
            sight = eye.look(shown_last[0].astype(np.uint8), ())
            if sight is not None:
                faces = [item for item in sight.lying if item.reading.card != "back"]
                most = max(most, len(faces) - len(table.lying))

    look(8)
    ways = [
        gestures.new_round(table, 40, 0, gestures.SLOW),
        gestures.turn_up(table, deck.pop(), 0, gestures.SLOW),
    ]
    ways += [gestures.lay(table, deck.pop(), seat, gestures.SLOW) for seat in range(4)]
    for way in ways:
        for step in way:
            step()
            look()
        look(14)
    assert most == 0
