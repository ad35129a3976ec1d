"""One picture of one card becomes a straightened crop, or a sentence that says what to do."""

import cv2
import numpy as np
import pytest

from games import cards
from models.render import decks
from models.render.crops import lay
from vision.enrol.cards import card_in, check, learn
from vision.errors import BadProfile, UnfitPicture
from vision.read.enrolled import EnrolledReader
from vision.read.profile import empty, with_picture

SEED = 200_113
TABLE = (60, 90, 40)
ALIKE = 0.65
"""Correlation of a crop with its face from which it shows the whole card, perhaps without its border."""


def on_a_table(*names: str, turn: float = 20.0, scale: float = 0.8, edition: str = "us") -> np.ndarray:
    """Lay cards side by side on a dark green table: uint8 (600, 900, 3)."""
    deck = decks.design(SEED, edition)
    scene = np.full((600, 900, 3), TABLE, np.uint8)
    scene = cv2.add(scene, np.random.default_rng(1).integers(0, 12, scene.shape, np.uint8))
    for i, name in enumerate(names):
        face = decks.face(deck, name)
        h, w = face.shape[:2]
        matrix = cv2.getRotationMatrix2D((w / 2, h / 2), turn, scale)
        matrix[:, 2] += [900 * (i + 1) / (len(names) + 1) - w / 2, 300 - h / 2]
        alpha = cv2.warpAffine(decks.mask(deck), matrix, (900, 600))[..., None] / 255
        scene = (scene * (1 - alpha) + cv2.warpAffine(face, matrix, (900, 600)) * alpha).astype(np.uint8)
    return cv2.GaussianBlur(scene, (0, 0), 0.7)


def cut_out(name: str, margin: float = 0.0, edition: str = "us") -> np.ndarray:
    """Cut a card out of its table along its edges, with its share of table around."""
    deck = decks.design(SEED, edition)
    face, alpha = decks.face(deck, name), decks.mask(deck)[..., None] / 255
    h, w = face.shape[:2]
    edge = round(margin * h)
    scene = np.full((h + 2 * edge, w + 2 * edge, 3), TABLE, np.uint8)
    inner = scene[edge : edge + h, edge : edge + w]
    inner[:] = face * alpha + inner * (1 - alpha)
    return cv2.GaussianBlur(scene, (0, 0), 0.7)


def home_made(seed: int) -> np.ndarray:
    """Draw a cut-out card with a border, a band across its middle and two pips: uint8 (576, 384, 3)."""
    rng = np.random.default_rng(seed)
    scene = np.full((576, 384, 3), (200, 190, 185), np.uint8)
    cv2.rectangle(scene, (12, 18), (372, 558), (60, 150, 70), -1)
    cv2.rectangle(scene, (26, 34), (358, 542), (235, 228, 232), -1)
    ink = ((50, 45, 200), (20, 20, 20))[seed % 4 // 2]
    top, high, wide = (int(rng.integers(*span)) for span in ((180, 260), (60, 120), (70, 140)))
    left, right = 192 - wide, 192 + wide
    cv2.rectangle(scene, (left, top), (right, top + 18), ink, -1)
    low = top + high + 24
    sign = [(left, top + 24), (right, top + 24), (right - 20, low), (192, low + 36), (left + 20, low)]
    cv2.fillPoly(scene, [np.array(sign)], ink)
    for x, y in ((70, 95), (314, 481)):
        cv2.fillPoly(scene, [np.array([(x, y - 30), (x + 24, y), (x, y + 30), (x - 24, y)])], ink)
    return cv2.GaussianBlur(scene, (0, 0), 0.8)


def like(crop: np.ndarray, name: str, edition: str = "us") -> float:
    face = cv2.resize(decks.face(decks.design(SEED, edition), name), (96, 144), interpolation=cv2.INTER_AREA)
    ways = (cv2.GaussianBlur(way, (0, 0), 2).ravel() for way in (crop, crop[::-1, ::-1]))
    return max(float(np.corrcoef(way, cv2.GaussianBlur(face, (0, 0), 2).ravel())[0, 1]) for way in ways)


@pytest.mark.parametrize("edition", cards.EDITIONS)
@pytest.mark.parametrize("turn", [0.0, 33.0, 90.0])
def test_a_card_on_a_table_is_cut_out_at_its_corners(edition, turn):
    name = cards.names(edition)[6]
    crop = card_in(on_a_table(name, turn=turn, edition=edition))
    assert crop.shape == (144, 96, 3)
    assert like(crop, name, edition) > ALIKE


@pytest.mark.parametrize("edition", cards.EDITIONS)
@pytest.mark.parametrize("index", [3, 11, 20])
@pytest.mark.parametrize("margin", [0.0, 0.03])
def test_a_picture_of_a_card_from_edge_to_edge_is_the_card_itself(edition, index, margin):
    name = cards.names(edition)[index]
    picture = cut_out(name, margin, edition)
    assert like(card_in(picture), name, edition) > ALIKE
    assert like(card_in(np.ascontiguousarray(np.rot90(picture))), name, edition) > ALIKE


@pytest.mark.parametrize("seed", [0, 2, 4, 10])
def test_a_half_of_a_card_is_not_taken_for_the_card(seed):
    picture = home_made(seed)
    whole = cv2.resize(picture[18:558, 12:372], (96, 144), interpolation=cv2.INTER_AREA)
    crop = card_in(picture)
    ways = (np.corrcoef(way.ravel(), whole.ravel())[0, 1] for way in (crop, crop[::-1, ::-1]))
    assert max(ways) > 0.9


@pytest.mark.parametrize("tone", [150, 215])
@pytest.mark.parametrize("seed", [0, 3])
def test_a_picture_as_a_camera_gives_it_is_a_table_even_if_the_card_hardly_stands_out(tone, seed):
    face = cv2.resize(home_made(seed)[38:538, 30:354], (110, 170), interpolation=cv2.INTER_AREA)
    scene = np.random.default_rng(1).integers(tone, tone + 6, (480, 640, 3), np.uint8)
    turned = np.array([[-55, -85], [55, -85], [55, 85], [-55, 85]]) @ np.array([[0.94, 0.34], [-0.34, 0.94]])
    lay(scene, face, np.full(face.shape[:2], 255, np.uint8), (turned + [330, 230]).astype(np.float32), 0.3)
    crop = card_in(cv2.GaussianBlur(scene, (0, 0), 0.7))
    whole = cv2.resize(face, (96, 144), interpolation=cv2.INTER_AREA)
    assert max(np.corrcoef(way.ravel(), whole.ravel())[0, 1] for way in (crop, crop[::-1, ::-1])) > 0.9


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (lambda: on_a_table("7H", "KS"), "2 cards were found"),
        (lambda: on_a_table(), "no card was found"),
        (lambda: np.full((600, 900, 3), 128, np.uint8), "no card was found"),
        (lambda: on_a_table("7H", scale=0.15), "pixels wide"),
        (lambda: cv2.GaussianBlur(on_a_table("7H"), (0, 0), 9), "blurred|no card was found"),
        (lambda: (on_a_table("7H") * 0.12).astype(np.uint8), "dark|no card was found"),
    ],
)
def test_a_picture_that_shows_not_one_clear_card_is_refused_with_what_to_do(picture, said):
    with pytest.raises(UnfitPicture, match=said):
        card_in(picture())


def test_pictures_that_cannot_be_learnt_from_are_told_and_the_others_are_learnt():
    told: list[str] = []
    pictures = [
        ("7H", on_a_table("7H"), "7H.jpg"),
        ("8H", on_a_table(), "8H.jpg"),
        ("a b", on_a_table("9H"), "a b.jpg"),
    ]
    learnt = learn(pictures, "grandma", refuse=told.append)
    assert learnt.names == ("7H",) and learnt.edition == "us"
    assert len(told) == 2 and told[0].startswith("8H.jpg: no card") and told[1].startswith("a b.jpg: a card")


def test_without_a_listener_the_first_bad_picture_or_name_is_raised_with_its_place():
    with pytest.raises(UnfitPicture, match=r"8H\.jpg: no card"):
        learn([("8H", on_a_table(), "8H.jpg")], "grandma")
    with pytest.raises(BadProfile, match="brings along"):
        learn([], "us")


def test_more_pictures_are_added_to_a_deck_that_is_known():
    known = learn([("7H", on_a_table("7H"), "a.jpg")], "grandma")
    pictures = [("7H", on_a_table("7H", turn=80), "b.jpg"), ("8H", on_a_table("8H"), "c.jpg")]
    more = learn(pictures, "grandma", onto=known)
    assert [(name, len(crops)) for name, crops in more.cards] == [("7H", 2), ("8H", 1)]
    assert [(name, len(crops)) for name, crops in known.cards] == [("7H", 1)]


def test_the_report_says_what_is_missing_and_which_name_is_a_slip():
    profile = empty("grandma")
    for name in ("2H", "3H", "4H", "5H"):
        profile = with_picture(profile, name, card_in(on_a_table(name)))
    report = check(profile, EnrolledReader(profile))
    assert len(report.missing) == 50 and "W" in report.missing
    assert report.sentences()[0] == "4 cards from 4 pictures."
    odd = with_picture(profile, "6h", card_in(on_a_table("6H")))
    report = check(odd, EnrolledReader(odd))
    assert not report.missing and any("6h" in said and "6H" in said for said in report.doubtful)
