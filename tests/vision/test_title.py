"""The word on a Wizard or a Jester as a second opinion."""

import numpy as np
import pytest

from models import labels
from models.titles import STRIPS
from vision.detect import occlusion
from vision.read import augmentation
from vision.read.decide import ART_SURE
from vision.read.looks import Look
from vision.read.reader import Reader, Scores
from vision.read.title import TitleReader

NAMES, _ = labels.table("us")
QUAD = np.array([[100, 80], [260, 80], [260, 303], [100, 303]], np.float32)
PICTURE = np.zeros((400, 400, 3), np.uint8)
BARE = (0.01, 0.01, 0.98)


def says(**shares):
    row = np.zeros(len(NAMES), np.float32)
    for name, share in shares.items():
        row[NAMES.index(name.lstrip("_"))] = share
    return row


def best(row):
    return NAMES[int(np.argmax(row))], float(row.max())


class Told:
    """A network that gives the strips of each card what was told it, and says how many it saw."""

    metadata = {}

    def __init__(self, **said):
        self.rows = np.tile(np.log(BARE), (len(STRIPS), 1)).astype(np.float32)
        for strip, p in said.items():
            self.rows[int(strip[1:])] = np.log(p)
        self.shown = 0

    def run(self, outputs, crops):
        self.shown += len(crops)
        return [self.rows]


def reader_of(**said):
    reader = TitleReader(NAMES)
    reader.__dict__["_network"] = Told(**said)
    return reader


JESTER, WIZARD = (0.004, 0.995, 0.001), (0.995, 0.004, 0.001)


def test_a_title_settles_what_the_reader_takes_for_the_other():
    name, sure = best(reader_of(_0=JESTER).second(PICTURE, [QUAD], [says(W=0.76, J=0.23)])[0])
    assert name == "J" and sure > 0.95


def test_a_title_that_agrees_makes_a_wavering_reading_certain():
    name, sure = best(reader_of(_0=WIZARD, _5=WIZARD).second(PICTURE, [QUAD], [says(W=0.95, J=0.04)])[0])
    assert name == "W" and sure > 0.99


def test_a_card_without_a_title_keeps_its_row():
    row = says(W=0.76, J=0.23)
    assert reader_of().second(PICTURE, [QUAD], [row])[0] is row


def test_a_title_is_not_looked_for_on_a_card_that_is_certainly_neither():
    reader, row = reader_of(_0=JESTER), says(KH=0.97, QH=0.02)
    assert reader.second(PICTURE, [QUAD], [row])[0] is row
    assert reader._network.shown == 0


def test_a_back_that_bears_the_game_s_name_stays_a_back():
    reader, row = reader_of(_0=WIZARD, _5=WIZARD), says(back=0.6, W=0.2, none=0.2)
    assert reader.second(PICTURE, [QUAD], [row])[0] is row


def test_an_unheard_of_face_with_a_title_is_offered_by_it_and_asks():
    name, sure = best(reader_of(_0=WIZARD).second(PICTURE, [QUAD], [says(none=0.97, W=0.01)])[0])
    assert name == "W" and sure < ART_SURE


def test_titles_that_contradict_each_other_or_are_hardly_read_say_nothing():
    row = says(W=0.6, J=0.39)
    assert reader_of(_0=JESTER, _5=WIZARD).second(PICTURE, [QUAD], [row])[0] is row
    assert reader_of(_0=(0.05, 0.7, 0.25)).second(PICTURE, [QUAD], [row])[0] is row


def test_a_title_against_a_court_that_was_all_but_certain_asks():
    name, sure = best(reader_of(_0=JESTER).second(PICTURE, [QUAD], [says(JH=0.95, J=0.04)])[0])
    assert name == "J" and sure < 0.7


@pytest.mark.parametrize("edition", ["us", "amigo"])
def test_the_shipped_reader_has_somebody_to_read_titles(edition):
    reader = Reader(edition)
    row = np.zeros(len(reader.names), np.float32)
    row[reader.names.index("W")] = 0.7
    assert reader.titles.second(PICTURE, [QUAD], [row])[0].shape == row.shape


def test_unclear_cards_of_a_picture_are_asked_for_their_titles():
    class Base:
        names = NAMES
        index = None
        titles = reader_of(_0=JESTER)

        def read(self, crops):
            return Scores(NAMES, np.stack([says(W=0.7, J=0.29)] * len(crops)))

    row = augmentation.settled(PICTURE, [QUAD], Base(), [says(W=0.7, J=0.29)])[0]
    assert best(row)[0] == "J"


class Nothing:
    """An index that no card shows."""

    def alone(self, picture, quad, seen, row=None):
        return None


class ByTitle:
    """A reader that has a Wizard's title alone."""

    names, index, titles = NAMES, Nothing(), reader_of(_0=WIZARD)


@pytest.mark.parametrize(("inwards", "asks"), [(0, False), (45, True)])
def test_a_card_of_which_only_the_title_is_in_view_is_read_by_it_and_asked_about_in_no_card_s_shape(
    inwards, asks
):
    crop = np.zeros((144, 96, 3), np.uint8)
    quad = QUAD - np.float32([[0, 0], [0, 0], [inwards, 0], [0, 0]])
    look = Look(quad, crop, says(KH=0.9), seen=np.array([0.9, 0.8, 0, 0]))
    above = Look(QUAD + np.float32([0, 90]), crop, says(_7H=1.0), seen=np.full(4, 0.9))
    read, hidden = occlusion.by_indices(PICTURE, ByTitle(), [look, above])
    assert best(read[0].row)[0] == "W" and read[0].indexed and hidden[0] == asks
