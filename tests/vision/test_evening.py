"""The deck is learnt while it is played: faces seen before confirm, contest or doubt what is read."""

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from models.labels import CROP_SIZE
from models.render import decks
from vision.read.online import OnlineGalleryReader
from vision.read.reader import Scores, glance, recall

FACES = ("1B", "2B", "3B", "4B", "5B", "6B", "7B", "W", "J")


@dataclass(frozen=True)
class Seen:
    event: int
    card: str
    crop: np.ndarray


class Misreader:
    """Says what a test tells it to, whatever it is shown."""

    names = (*FACES, "3G", "6G", "back", "none")
    index = titles = None

    def __init__(self):
        self.said = {}

    def read(self, crops):
        rows = np.zeros((len(crops), len(self.names)), np.float32)
        for name, p in self.said.items():
            rows[:, self.names.index(name)] = p
        return Scores(self.names, rows)


@pytest.fixture(scope="module")
def faces():
    deck = decks.design(200_003, "amigo")
    drawn = {name: decks.face(deck, name) for name in FACES}
    return {name: cv2.resize(face, CROP_SIZE, interpolation=cv2.INTER_AREA) for name, face in drawn.items()}


@pytest.fixture
def base():
    return Misreader()


@pytest.fixture
def reader(base, faces):
    evening = OnlineGalleryReader(base)
    evening.remember(Seen(i, name, faces[name]) for i, name in enumerate(FACES) if name != "6B")
    return evening


def again(face, gain=0.85):
    """Photograph a face once more: darker, a little shifted, with noise."""
    shift = np.float32([[1, 0, 1], [0, 1, -1]])
    moved = cv2.warpAffine(face, shift, CROP_SIZE, borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(1).normal(0, 3, face.shape)
    return np.clip(moved * gain + noise, 0, 255).astype(np.uint8)


def read(reader, crop):
    row = reader.read(crop[None]).probabilities[0]
    return {name: float(p) for name, p in zip(reader.names, row, strict=True) if p > 1e-4}


def test_a_glance_leaves_memory_out_and_recalling_makes_it_a_reading(reader, base, faces):
    base.said = {"5B": 0.8, "6B": 0.1}
    crop = again(faces["5B"])
    row = glance(reader, crop[None]).probabilities[0]
    assert row[reader.names.index("5B")] == pytest.approx(0.8)
    assert (recall(reader, row, crop) == reader.read(crop[None]).probabilities[0]).all()
    # Whoever remembers nothing has nothing to recall.
    assert recall(base, row, crop) is row
    assert (glance(base, crop[None]).probabilities == base.read(crop[None]).probabilities).all()


def test_memory_makes_a_likely_reading_certain(reader, base, faces):
    base.said = {"5B": 0.8, "6B": 0.1}
    assert read(reader, again(faces["5B"]))["5B"] == pytest.approx(1 - 0.2 * 0.15)


def test_memory_decides_between_cards_whose_faces_it_has(reader, base, faces):
    base.said = {"3B": 0.7, "5B": 0.2}
    assert read(reader, again(faces["5B"]))["5B"] > 0.95
    assert read(reader, again(faces["3B"]))["3B"] > 0.99


def test_a_name_whose_face_memory_has_is_ruled_out_while_another_is_still_to_come(reader, base, faces):
    base.said = {"5B": 0.6, "3B": 0.3, "6B": 0.1}
    assert read(reader, again(faces["5B"]))["5B"] == pytest.approx(1 - 0.1 * 0.15, abs=1e-3)


def test_the_plainer_memory_tells_faces_apart_the_less_the_reader_needs_to_think_of_them(reader, base, faces):
    base.said = {"3B": 0.98, "5B": 0.012}
    assert read(reader, again(faces["5B"]))["5B"] > 0.95  # these faces are over 100 of evidence apart
    base.said = {"3B": 0.996, "5B": 0.0031}
    assert read(reader, again(faces["5B"]))["5B"] < 0.95


def test_memory_is_asked_about_a_face_between_whose_names_the_reader_wavers_widely(reader, base, faces):
    base.said = {"5B": 0.22, "4B": 0.15, "3B": 0.12, "7B": 0.1}
    assert read(reader, again(faces["4B"]))["4B"] > 0.97


def test_memory_does_not_decide_while_one_of_the_cards_is_still_to_come(reader, base, faces):
    base.said = {"6B": 0.7, "5B": 0.2}
    found = read(reader, again(faces["5B"]))
    assert max(found.values()) < 0.6


def test_a_face_that_was_seen_under_another_name_is_asked_about_under_both(reader, base, faces):
    base.said = {"6B": 0.97, "5B": 0.02}
    found = read(reader, again(faces["5B"]))
    assert found["6B"] < 0.6 and found["5B"] > 0.4


def test_a_new_face_is_left_to_the_reader(reader, base, faces):
    base.said = {"6B": 0.97, "5B": 0.02}
    assert read(reader, again(faces["6B"])) == pytest.approx({"6B": 0.97, "5B": 0.02})


def test_a_face_unlike_the_one_remembered_by_its_name_is_asked_about(reader, base, faces):
    base.said = {"7B": 0.99}
    assert read(reader, again(faces["6B"]))["7B"] < 0.95


def test_a_wizard_may_have_a_face_that_was_not_seen_before(reader, base, faces):
    base.said = {"W": 0.99}
    assert read(reader, again(faces["6B"]))["W"] == pytest.approx(0.99)


def test_a_correction_changes_what_is_remembered(reader, base, faces):
    reader.remember([Seen(4, "6B", faces["5B"])])
    base.said = {"6B": 0.8, "5B": 0.1}
    assert read(reader, again(faces["5B"]))["6B"] > 0.95


@pytest.mark.parametrize(
    "laid",
    [
        pytest.param(FACES[:4], id="taken back"),
        pytest.param((*FACES[:4], None, *FACES[5:]), id="typed as another event"),
        pytest.param((*FACES[:4], "7B", *FACES[5:]), id="corrected in a later round"),
    ],
)
def test_a_face_that_was_given_a_wrong_name_is_forgotten_with_it(reader, base, faces, laid):
    base.said = {"6B": 0.97, "5B": 0.02}
    assert read(reader, again(faces["5B"]))["6B"] < 0.6
    reader.remember([], laid)
    assert read(reader, again(faces["5B"]))["6B"] == pytest.approx(0.97)


def test_what_lies_as_it_was_laid_is_not_forgotten(reader, base, faces):
    base.said = {"6B": 0.97, "5B": 0.02}
    reader.remember([], FACES)
    assert read(reader, again(faces["5B"]))["6B"] < 0.6


def test_a_suit_that_was_mistaken_in_a_card_taken_back_is_not_doubted(reader, base, faces):
    base.said = {"3B": 0.6, "3G": 0.3}
    reader.remember([Seen(9, "3G", faces["3B"][::-1].copy())], (*FACES, "3G"))
    reader.remember([], FACES)
    base.said = {"6B": 0.997}
    assert read(reader, again(faces["6B"]))["6B"] == pytest.approx(0.997)


def test_nothing_is_held_against_a_deck_that_was_hardly_seen_or_is_forgotten(reader, base, faces):
    base.said = {"6B": 0.97, "5B": 0.02}
    reader.forget()
    reader.remember([Seen(0, "5B", faces["5B"])])
    assert read(reader, again(faces["5B"]))["6B"] == pytest.approx(0.97)


def test_what_is_no_card_is_not_looked_up(reader, base, faces):
    base.said = {"none": 0.9, "5B": 0.1}
    assert read(reader, again(faces["5B"])) == pytest.approx({"none": 0.9, "5B": 0.1})


def test_an_evening_of_cards_is_not_kept_whole(reader, faces):
    for event in range(100, 160):
        reader.remember([Seen(event, "5B", faces["5B"].copy()), Seen(event + 100, "W", faces["W"].copy())])
    assert len(reader._known) == len(FACES) - 1 + 3  # four Wizards may look each its own way


def test_a_card_that_is_told_again_is_not_worked_out_again(reader, faces):
    before = dict(reader._known)
    reader.remember([Seen(4, "5B", faces["5B"])])
    assert reader._known[4] is before[4]


def test_a_suit_that_was_mistaken_once_is_doubted_until_its_cards_were_seen(reader, base, faces):
    base.said = {"3B": 0.6, "3G": 0.3}
    reader.remember([Seen(20, "3G", faces["3B"][::-1].copy())])
    base.said = {"6B": 0.997}
    found = read(reader, again(faces["6B"]))
    assert found["6B"] < 0.6 and found["6G"] > 0.4
    reader.remember([Seen(21, "6G", faces["1B"][::-1].copy())])
    assert read(reader, again(faces["6B"]))["6B"] == pytest.approx(0.997)


def test_a_suit_that_was_read_rightly_or_put_right_is_not_doubted(reader, base, faces):
    crop = faces["3B"][::-1].copy()
    base.said = {"3B": 0.2, "3G": 0.7}
    reader.remember([Seen(20, "3G", crop)])
    base.said = {"6B": 0.997}
    assert read(reader, again(faces["6B"]))["6B"] == pytest.approx(0.997)
    base.said = {"3B": 0.9}
    reader.remember([Seen(20, "3G", crop.copy())])
    reader.remember([Seen(20, "3B", crop)])
    base.said = {"6B": 0.997}
    assert read(reader, again(faces["6B"]))["6B"] == pytest.approx(0.997)


def test_a_court_whose_suit_was_mistaken_makes_courts_doubtful_and_no_number(faces):
    base = Misreader()
    base.names = (*FACES, "KS", "KC", "QS", "QC", "9S", "9C", "back", "none")
    reader = OnlineGalleryReader(base)
    reader.remember(Seen(i, name, faces[name]) for i, name in enumerate(FACES) if name != "6B")
    base.said = {"KS": 0.3, "KC": 0.6}
    reader.remember([Seen(20, "KS", faces["3B"][::-1].copy())])
    base.said = {"QC": 0.997}
    assert read(reader, again(faces["6B"]))["QC"] < 0.6
    base.said = {"9C": 0.997}
    assert read(reader, again(faces["6B"]))["9C"] == pytest.approx(0.997)


@pytest.fixture(scope="module")
def courts():
    deck = decks.design(200_005, "us")
    names = ("KS", "QS", "JS", "KC", "QC", "JC", "5S", "7S", "9S", "5C", "7C", "9C")
    drawn = {name: decks.face(deck, name) for name in names}
    return {name: cv2.resize(face, CROP_SIZE, interpolation=cv2.INTER_AREA) for name, face in drawn.items()}


def test_a_court_unlike_all_others_is_no_court_still_to_come_once_three_were_tried(courts):
    base = Misreader()
    base.names = (*courts, "KD", "QD", "back", "none")
    reader = OnlineGalleryReader(base)
    first = ("KS", "QS", "JS", "5S", "7S", "9S", "5C", "7C", "KC", "QC")
    reader.remember(Seen(i, name, courts[name]) for i, name in enumerate(first))
    base.said = {"KD": 0.5, "KC": 0.3}
    assert read(reader, again(courts["KC"]))["KC"] < 0.95
    reader.remember([Seen(20, "JC", courts["JC"]), Seen(21, "9C", courts["9C"])])
    assert read(reader, again(courts["KC"]))["KC"] > 0.95
    base.said = {"KC": 0.6, "KD": 0.3}
    assert read(reader, again(courts["KC"]))["KC"] > 0.99
    base.said = {"KD": 0.5, "KC": 0.3}
    reader.remember([Seen(22, "QD", again(courts["QC"], 0.9))])  # a deck whose courts are twins
    assert read(reader, again(courts["KC"]))["KC"] < 0.95
