"""Which of the faces that were kept a crop shows, however it was cut and whichever way up it lies."""

import cv2
import numpy as np
import pytest

from models.labels import CROP_SIZE
from models.render import decks
from vision.read.gallery import Gallery
from vision.read.matching import Planes, Prototype

ALIKE_UPSIDE_DOWN = ("3C", "3S", "5C", "5S", "6C", "6S")
"""Cards whose middle pips alone tell which way up they lie."""


@pytest.fixture(scope="module")
def faces():
    deck = decks.design(200_002, "us")
    drawn = {name: decks.face(deck, name) for name in ALIKE_UPSIDE_DOWN}
    return {name: cv2.resize(face, CROP_SIZE, interpolation=cv2.INTER_AREA) for name, face in drawn.items()}


@pytest.fixture(scope="module")
def gallery(faces):
    return Gallery(
        [Prototype(name, Planes(cut(face, 7 + i))) for i, (name, face) in enumerate(faces.items())]
    )


def cut(face, seed, gain=1.0):
    """Photograph a face with each corner some pixels from where it should be, and noise."""
    rng, (width, height) = np.random.default_rng(seed), CROP_SIZE
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    off = (corners + rng.normal(0, 2, (4, 2))).astype(np.float32)
    warp = cv2.getPerspectiveTransform(corners, off)
    moved = cv2.warpPerspective(face, warp, CROP_SIZE, borderMode=cv2.BORDER_REPLICATE)
    return np.clip(moved * gain + rng.normal(0, 3, face.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("name", ALIKE_UPSIDE_DOWN)
@pytest.mark.parametrize("way", [1, -1], ids=["upright", "upside down"])
def test_a_face_that_is_nearly_the_same_upside_down_is_told_from_its_neighbours(gallery, faces, name, way):
    crop = np.ascontiguousarray(cut(faces[name], 1, gain=0.85)[::way, ::way])
    match = gallery.match(crop)
    assert match.names[0] == name
    assert min(match.share[1:]) > 0.5


def test_a_card_that_the_reader_thinks_of_is_lined_up_though_others_look_more_like_it(
    gallery, faces, monkeypatch
):
    crop = cut(faces["5S"], 1)
    monkeypatch.setattr("vision.read.gallery.GLANCED", 0)
    assert gallery.match(crop) is None
    match = gallery.match(crop, ["5S"])
    assert match.names[0] == "5S" and min(match.share[1:]) > 0.5
    # It is lined up, no more: the picture decides.
    assert gallery.match(crop, ["3S"]).names[0] == "5S"
