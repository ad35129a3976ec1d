"""Unclear cards that lie there for a while: each still frame helps, and an idle table costs nothing.

The table is plain and the cards are plain too; a reader of colours says what it is told to.
"""

import functools
import itertools

import cv2
import numpy as np
import pytest

from vision.detect.fit import Fit
from vision.interval import USUAL_MS
from vision.read.reader import Scores
from vision.track import tentative
from vision.track.cards import CardTracker

NAMES = ("6H", "8H", "6S", "8S", "back", "none")
INK = {"6": (40, 40, 200), "6S": (40, 160, 40), "8S": (160, 60, 40)}
TABLE = (60, 90, 50)
SIZE = (540, 960)
SETTLES = tentative.SETTLES_MS // USUAL_MS
"""Pictures, a tenth of a second apart."""


class Colours:
    """Reads the ink of a card; how surely, and as what, is told by `says`: ink -> row."""

    names = NAMES
    index = titles = None

    def __init__(self):
        self.says = {"6S": row(_6S=0.999), "8S": row(_8S=0.999)}
        self.count = 0

    def read(self, crops):
        self.count += len(crops)
        rows = np.array([self._one(crop) for crop in crops], np.float32)
        return Scores(NAMES, rows.reshape(-1, len(NAMES)))

    def _one(self, crop):
        middle = crop[52:92, 33:63].reshape(-1, 3).mean(0)
        rim = np.concatenate([crop[8:12, 8:-8].reshape(-1, 3), crop[-12:-8, 8:-8].reshape(-1, 3)]).mean(0)
        if rim.min() < 130:
            return row(none=0.99)
        found = min(INK, key=lambda name: np.abs(middle - INK[name]).max())
        return self.says[found] if np.abs(middle - INK[found]).max() < 60 else row(none=0.99)


def row(**likely):
    out = np.zeros(len(NAMES), np.float32)
    for name, probability in likely.items():
        out[NAMES.index(name.lstrip("_"))] = probability
    return out


@functools.cache
def noise():
    """Give what a sensor adds to three frames, float32."""
    out = np.zeros((3, *SIZE, 3), np.float32)
    cv2.setRNGSeed(3)
    for frame in out:
        cv2.randn(frame, 0, 1.5)
    return out


class Table:
    """A plain table with an eye above it."""

    def __init__(self):
        self.reader = Colours()
        self.eye = CardTracker(reader=self.reader)
        self.noise = itertools.cycle(noise())
        self.cards, self.lying, self.sights = [], (), 0
        self.light, self.shade = 1.0, 1.0
        self.look(2)

    def picture(self):
        out = np.full((*SIZE, 3), TABLE, np.uint8)
        for ink, x, y in self.cards:
            cv2.rectangle(out, (x, y), (x + 120, y + 180), (235, 235, 235), -1)
            cv2.rectangle(out, (x + 30, y + 50), (x + 90, y + 130), INK[ink], -1)
            place = out[y - 1 : y + 184, x - 1 : x + 124]
            place[:] = place * self.shade
        return np.clip(out * np.float32(self.light) + next(self.noise), 0, 255).astype(np.uint8)

    def look(self, frames, seen=()):
        for _ in range(frames):
            sight = self.eye.look(self.picture(), seen)
            if sight is not None:
                self.lying, self.sights = sight.lying, self.sights + 1

    def lay(self, ink, x=300, y=250, seen=(), frames=3 + SETTLES):
        """Lay a card, and look until it has rested for as long as an unclear one must."""
        self.cards.append((ink, x, y))
        self.look(frames, seen)
        return self.lying[-1]


@pytest.fixture
def table():
    return Table()


def test_a_card_that_comes_out_clearer_stops_asking_and_stays_the_same_card(table):
    table.reader.says["6"] = row(_6H=0.9, _8H=0.09)
    first = table.lay("6", frames=5)
    assert first.reading.asks
    table.reader.says["6"] = row(_6H=0.995)
    table.look(4)
    assert [item.id for item in table.lying] == [first.id]
    assert table.lying[0].reading.card == "6H" and not table.lying[0].reading.asks


def test_a_name_that_the_first_look_at_a_waiting_card_gave_to_another_is_doubted(table):
    table.reader.says["6"] = row(_8H=0.7, _6H=0.3)
    table.cards.append(("6", 300, 250))
    # It is found in the second picture, and waits until it has rested.
    table.look(2)
    assert not table.lying
    table.reader.says["6"] = row(_6H=0.97, _8H=0.02)
    table.look(SETTLES)
    (card,) = table.lying
    assert card.reading.asks and "8H" in {card.reading.card, *dict(card.reading.alternatives)}


def test_a_card_that_lies_face_down_now_is_none_whatever_it_was_read_as_in_a_hand(table):
    table.reader.says["6"] = row(_8H=0.5, none=0.5)
    table.cards.append(("6", 300, 250))
    table.look(2)
    assert not table.lying
    table.reader.says["6"] = row(_back=0.99)
    table.look(SETTLES)
    (card,) = table.lying
    assert card.reading.card == "back" and not card.reading.asks


def test_the_same_doubt_in_every_frame_never_becomes_certainty(table):
    table.reader.says["6"] = row(_6H=0.7, _8H=0.3)
    first = table.lay("6")
    table.look(12)
    assert table.lying[0].reading.asks
    assert table.lying[0].reading.confidence <= first.reading.confidence + 1e-3


def test_an_unclear_card_is_read_in_a_few_frames_only_and_a_clear_one_in_none(table):
    table.reader.says["6"] = row(_6H=0.7, _8H=0.3)
    table.lay("6")
    table.look(6)
    before, said = table.reader.count, table.sights
    table.look(8)
    assert table.reader.count == before and table.sights == said
    table.lay("6S", 600, 250)
    before = table.reader.count
    table.look(8)
    assert table.reader.count == before


def test_a_card_that_is_hidden_by_a_newer_one_is_read_no_more(table):
    table.reader.says["6"] = row(_6H=0.9, _8H=0.09)
    table.lay("6")
    table.lay("6S", 360, 300)
    table.reader.says["6"] = row(_6H=0.999)
    before = table.reader.count
    table.look(6)
    assert table.reader.count == before and table.lying[0].reading.asks


def test_a_change_that_leaves_is_noticed_on_a_table_that_was_idle_before(table):
    table.look(3)
    table.lay("6S")
    table.look(3)
    table.cards.clear()
    table.look(3)
    assert table.lying == ()


def test_an_unclear_card_profits_from_a_clear_one_beside_it(table):
    table.reader.says["6"] = row(_6S=0.44, _6H=0.55)
    assert table.lay("6").reading.asks
    table.lay("6S", 600, 250)
    assert [item.reading.card for item in table.lying] == ["6H", "6S"]
    assert not any(item.reading.asks for item in table.lying)


def test_two_certain_readings_of_one_card_make_both_ask(table):
    table.reader.says["6"] = row(_6S=0.9995)
    table.lay("6")
    table.lay("6S", 600, 250)
    assert [item.reading.card for item in table.lying] == ["6S", "6S"]
    assert all(item.reading.asks for item in table.lying)


def test_a_card_accepted_before_is_not_doubted_for_being_known(table):
    table.lay("6S")
    table.lay("8S", 600, 250, seen=["6S"])
    table.look(3, seen=["6S", "8S"])
    assert [item.reading.asks for item in table.lying] == [False, False]


def test_a_card_played_in_an_earlier_trick_is_still_asked_about(table):
    assert table.lay("6S", seen=["6S"]).reading.asks
    table.look(6, seen=["6S"])
    assert table.lying[0].reading.asks


def test_a_shadow_that_leaves_gives_an_unclear_card_a_new_chance(table):
    table.reader.says["6"] = row(_8H=0.6, _6H=0.35)
    table.shade = 0.8
    first = table.lay("6")
    assert first.reading.asks
    table.look(6)
    table.reader.says["6"] = row(_6H=0.999)
    table.shade = 1.0
    table.look(3)
    assert [item.id for item in table.lying] == [first.id]
    assert table.lying[0].reading.card == "6H" and not table.lying[0].reading.asks


def test_slow_light_changes_say_nothing(table):
    table.lay("6S")
    said = table.sights
    for light in (0.98, 0.96, 0.94):
        table.light = light
        table.look(3)
    assert table.sights == said


def test_an_idle_table_is_not_even_compared_with_what_it_was(table, monkeypatch):
    table.lay("6S")
    table.look(3)
    monkeypatch.setattr("vision.track.reference.changed_smooth", None)
    table.look(5)
    monkeypatch.undo()
    table.lay("8S", 600, 250)
    assert [item.reading.card for item in table.lying] == ["6S", "8S"]


@pytest.mark.parametrize(
    ("outlined", "how_surely", "lies"), [(True, 0.8, False), (True, 0.99, True), (False, 0.8, True)]
)
def test_a_shadow_upon_the_bare_table_is_no_back(outlined, how_surely, lies, monkeypatch):
    table, whole = Table(), Table.picture

    def within(self):
        """Let all but the outline of what lies there be the table, as wood is within a shadow's edges."""
        out = whole(self)
        for _, x, y in self.cards:
            cv2.rectangle(out, (x + 2, y + 2), (x + 118, y + 178), TABLE, -1)
        return out

    if outlined:
        monkeypatch.setattr(Table, "picture", within)
    monkeypatch.setattr(table.reader, "_one", lambda _: row(back=how_surely, none=0.1))
    table.cards.append(("6", 300, 250))
    table.look(3 + SETTLES)
    assert [item.reading.card for item in table.lying] == ["back"] * lies


@pytest.mark.parametrize(("lies", "learnt"), [(False, False), (True, False), (True, True)])
def test_bare_table_at_the_corner_of_a_card_is_no_other_card_whatever_that_corner_says(
    table, lies, learnt, monkeypatch
):
    """A nine's index is a six from its other end: while a hand gathered a trick it named an empty place."""
    table.lay("6S")
    beside = np.float32([[400, 400], [520, 400], [520, 580], [400, 580]])
    monkeypatch.setattr(
        "vision.detect.candidates.search",
        lambda _, mask, __, **_how: ([(Fit(0.9, 0.3, 0.9), beside)], np.zeros_like(mask)),
    )
    monkeypatch.setattr("vision.detect.residual.cards", lambda *_: [])
    monkeypatch.setattr(table.reader, "_one", lambda _: row(_8H=0.7, none=0.2))
    if learnt:
        # It rested beneath a hand for long enough to be a part of the table.
        nothing = [np.zeros(SIZE, np.uint8)] * 2
        monkeypatch.setattr("vision.motion.background.Background.differs", lambda *_: nothing)
    # Something else changes, be it the new card.
    table.cards.append(("6", 400, 350) if lies else ("6", 700, 250))
    table.look(3 + SETTLES)
    assert [item.reading.card for item in table.lying] == ["6S", "8H"][: 1 + lies]


@pytest.mark.parametrize("frames", range(2, 9))
def test_what_is_read_again_as_it_was_is_no_stumble_nor_are_pictures_of_another_size(frames):
    """Patches of noise are found as a back, and found again where that lies."""
    eye, chance = CardTracker("us"), np.random.default_rng(3)
    for size in ((480, 640), (600, 960)):
        table = np.full((*size, 3), (70, 90, 60), np.uint8)
        for _ in range(3):
            eye.look(table)
        table[200:330, 150:420] = chance.integers(0, 255, (130, 270, 3), np.uint8)
        for _ in range(frames):
            eye.look(table)


class Touched(Table):
    """The same table with hands, which reach in from its lower rim: left sides in pixels."""

    def __init__(self, upper=300):
        self.hands, self.upper = (), upper
        super().__init__()

    def picture(self):
        out = super().picture()
        for x in self.hands:
            cv2.rectangle(out, (x, self.upper), (x + 70, 540), (90, 120, 190), -1)
        return out


@pytest.mark.parametrize("longer", [0, 3])
def test_of_two_cards_that_are_told_in_another_order_than_they_came_to_rest_nobody_is_sure(longer):
    table, swing = Touched(), (0, -6, 3, -4)
    table.cards.append(("6S", 300, 190))
    for k in range(6):
        table.hands = (330 + swing[k % 4],)
        table.look(1)
    table.cards.append(("8S", 600, 150))
    for k in range(2):
        table.hands = (330 + swing[k % 4], 630 + swing[k % 4])
        table.look(1)
    for k in range(longer):
        table.hands = (330 + swing[k % 4],)
        table.look(1)
    table.hands = ()
    table.look(8)
    order = [item.reading.card for item in table.lying]
    assert order == ["6S", "8S"] or all(item.reading.asks for item in table.lying)


def test_a_card_unclear_beneath_a_finger_does_not_come_after_one_that_was_laid_later_unasked():
    table = Touched(upper=380)
    table.reader.says["6"] = row(_6H=0.9, _8H=0.05)
    table.cards.append(("6", 300, 250))
    for k in range(13):
        if k == 8:
            table.cards.append(("8S", 600, 250))
        table.hands = (330 + 2 * (k % 2),)
        table.look(1)
    table.reader.says["6"], table.hands = row(_6H=0.995), ()
    table.look(16)
    order = [item.reading.card for item in table.lying]
    assert order == ["6H", "8S"] or table.lying[-1].reading.asks


@pytest.mark.parametrize("light", [0.55, 1.8, (0.8, 1.0, 1.15), (0.7, 0.9, 1.0)])
def test_cards_that_lay_there_as_the_light_changed_are_gone_once_they_are_swept(light):
    table = Table()
    table.reader.says["6"] = row(_6H=0.999)
    table.lay("8S", 600, 250)
    table.lay("6S", 300, 250)
    table.light = np.float32(light)
    table.look(10)
    table.lay("6", 450, 40)
    table.cards.clear()
    table.look(40)
    assert table.lying == ()
