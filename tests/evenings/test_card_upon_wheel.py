"""A card upon a bid wheel is asked about, however well it can be read; one beside it is not."""

import numpy as np
import pytest

from familiar.bench.evening import drawn
from familiar.eyes import open_eye
from kit.wheel_picture import SIZE_MM, back_picture
from simulation.table import SimulatedTable
from simulation.wheels import Wheels
from table.command import Accepted, Look, NewGame, Press, Submit
from table.host import Host
from table.journal import Journal
from table.wheels.eye import WheelEye
from vision.interval import USUAL_MS
from vision.wheels import track
from vision.wheels.printed import COVERED

CARD_MM = (56.0, 87.0)
LOOKS = 24
KEPT = track.KEPT_MS // USUAL_MS
"""In pictures, a tenth of a second apart."""

ASKED = "lies upon a wheel or a trump tag"


class Round:
    """A round of three in which Bo, seat 1, is to lay the first card."""

    def __init__(self, host, bids="open"):
        self.host = host
        self.table = SimulatedTable(4, 3, "us")
        self.wheels = Wheels(self.table, np.random.default_rng(4), drawn, SIZE_MM)
        for seat in range(3):
            self.wheels.lay(seat, COVERED)
        self.eye = WheelEye(open_eye("us"), host.handle, lambda: host.snapshot, "bottom")
        header = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {"bids": bids}}
        events = [{"event": "turn_up", "card": "2S"}]
        events += [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
        for command in (NewGame(header), *map(Submit, events)):
            assert isinstance(host.handle(command), Accepted)
        self.look()

    @property
    def trick(self):
        return [each["card"] for each in self.host.snapshot.view(None)["trick"]]

    @property
    def asked(self):
        return [each.why for each in self.host.snapshot.questions]

    def look(self, looks=LOOKS):
        for _ in range(looks):
            sight = self.eye.look(self.table.render(), self.host.snapshot.expectation.seen)
            if sight is not None:
                self.host.handle(Look(sight))

    def lay(self, card, far, turned=0.0, aside=0.0):
        """Lay a card so many millimetres from the pin of Ann's wheel, towards the middle and to its side."""
        at, angle = self.wheels.lie[0]
        inwards = -np.array(at) / np.linalg.norm(at)
        x, y = np.array(at) + inwards * far + np.array([-inwards[1], inwards[0]]) * aside
        face = self.table.deck.face(card)
        whole = np.full(face.shape[:2], 255, np.uint8)
        lift = self.table.put((face, whole), CARD_MM, (float(x), float(y)), angle + turned)
        self.look()
        return lift


@pytest.fixture
def played():
    with Host(Journal(":memory:")) as host:
        yield Round(host)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("far", "turned"),
    # The wheel's window is hidden; its number can still be read; the card hides the wheel's own marker.
    [(70.0, 90.0), (90.0, 0.0), (60.0, 90.0)],
)
def test_a_card_partly_upon_a_wheel_is_asked_about_and_counts_once_it_lies_beside(played, far, turned):
    lift = played.lay("7H", far, turned)
    assert played.trick == [] and len(played.asked) == 1 and ASKED in played.asked[0]
    lift()
    played.look()
    played.lay("7H", 130.0, turned)
    assert played.trick == ["7H"] and played.asked == []


@pytest.mark.slow
def test_a_card_beside_a_wheel_counts_at_once_and_stays_counted_when_the_wheel_is_pushed_under_it(played):
    played.lay("7H", 118.0)
    assert played.trick == ["7H"] and played.asked == []
    at, angle = played.wheels.lie[0]
    inwards = -np.array(at) / np.linalg.norm(at)
    place = (float(at[0] + 30 * inwards[0]), float(at[1] + 30 * inwards[1]))
    played.table.put(drawn(0, COVERED), SIZE_MM, place, angle)
    played.look()
    assert played.trick == ["7H"] and played.asked == []


@pytest.mark.slow
@pytest.mark.parametrize("face_up", [True, False])
def test_a_card_that_has_hidden_a_wheel_for_long_is_asked_about_still(played, face_up):
    if not face_up:
        played.wheels.lay_down(0, back_picture())
        played.look(KEPT + LOOKS)
    played.lay("7H", 10.0, aside=8.0)
    played.look(KEPT + LOOKS)
    assert played.trick == [] and len(played.asked) == 1 and ASKED in played.asked[0]
    # With the button it is said that it is this card all the same.
    for _ in range(2):
        played.host.handle(Press("confirm"))
    assert played.trick == ["7H"]


@pytest.mark.slow
def test_where_a_wheel_was_taken_away_a_card_counts_at_once(played):
    bare = SimulatedTable(4, 3, "us")
    played.table = bare
    for seat in (1, 2):
        Wheels(bare, np.random.default_rng(4), drawn, SIZE_MM).lay(seat, COVERED)
    played.look(KEPT + LOOKS)
    played.lay("7H", 10.0)
    assert played.trick == ["7H"] and played.asked == []
