"""Still pictures: found cards, and files that are none."""

import json

import cv2
import numpy as np
import pytest

from familiar.cli import run
from models.render import decks
from vision import photograph
from vision.detect import lines, outlines
from vision.errors import MissingModel, UnreadablePicture
from vision.geometry.quads import iou, ordered
from vision.read.reader import Reader

HELD_OUT = 100_003
"""Seed of a deck that never trains."""


def lay(names: list[str], edition: str = "us", seed: int = HELD_OUT) -> tuple[np.ndarray, list[np.ndarray]]:
    """Draw cards in a row on a dark green table: the picture and the true corners."""
    deck = decks.design(seed, edition)
    mask = decks.mask(deck)
    scene = np.full((720, 1280, 3), (60, 90, 40), np.uint8)
    scene = cv2.add(scene, np.random.default_rng(seed).integers(0, 12, scene.shape, np.uint8))
    corners = []
    for i, name in enumerate(names):
        face = decks.face(deck, name)
        h, w = face.shape[:2]
        turn = np.radians(25 * i - 30)
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        half = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2 * 0.8
        quad = (half @ axes + [220 + 280 * i, 360]).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad)
        alpha = cv2.warpPerspective(mask, matrix, (1280, 720))[..., None] / 255
        scene = (scene * (1 - alpha) + cv2.warpPerspective(face, matrix, (1280, 720)) * alpha).astype(
            np.uint8
        )
        corners.append(quad)
    return scene, corners


def test_every_card_on_a_table_is_located_to_a_hundredth_of_its_size():
    scene, corners = lay(["7H", "KS", "2C", "AD"])
    found = outlines.candidates(scene)
    for quad in corners:
        best = max(found, key=lambda q: iou(q, ordered(quad)))
        assert iou(best, ordered(quad)) > 0.96


def test_outlines_near_an_unclear_card_are_those_found_in_the_whole_picture_and_no_others():
    scene, corners = lay(["7H", "KS", "2C", "AD"])
    truth = ordered(corners[1])
    found = outlines.candidates(scene, near=[truth])
    near, whole = (max(quads, key=lambda q: iou(q, truth)) for quads in (found, outlines.candidates(scene)))
    assert iou(near, truth) > 0.96 and np.abs(near - whole).max() < 0.5
    assert all(iou(quad, ordered(other)) < 0.5 for quad in found for other in (corners[0], corners[3]))


def test_a_card_that_is_known_is_not_outlined_again():
    scene, corners = lay(["7H", "KS"])
    found = outlines.candidates(scene, taken=[corners[0]])
    assert max(iou(quad, ordered(corners[1])) for quad in found) > 0.96
    assert all(iou(quad, ordered(corners[0])) < 0.1 for quad in found)


def test_drawn_cards_of_a_deck_that_never_trained_are_read():
    scene, _ = lay(["7H", "KS", "2C", "10D"])
    found = photograph.read_cards(scene, Reader("us"))
    assert [reading.card for reading in found] == ["7H", "KS", "2C", "10D"]


def test_drawn_cards_out_of_focus_are_asked_about():
    scene, _ = lay(["7C", "KS", "2C", "AD"])
    for blurred, sigma in ((False, 1.0), (True, 8.0)):  # of cards 140 pixels across
        found = photograph.read_cards(cv2.GaussianBlur(scene, (0, 0), sigma), Reader("us"))
        assert len(found) == 4
        assert {(each.asks, each.doubt is not None) for each in found} == {(blurred, blurred)}


def test_cards_that_are_too_small_or_too_dark_are_asked_about_and_the_question_says_so():
    scene, _ = lay(["7C", "KS", "2C", "AD"])
    small = cv2.resize(scene, None, fx=0.15, fy=0.15, interpolation=cv2.INTER_AREA)
    for picture, why in (
        (small, photograph.TOO_SMALL),
        ((scene * 0.08).astype(np.uint8), photograph.TOO_DARK),
    ):
        found = photograph.read_cards(picture, Reader("us"))
        assert {(each.asks, each.doubt) for each in found} == {(True, why)}


def test_an_empty_table_has_no_cards():
    assert photograph.read_cards(np.full((720, 1280, 3), 90, np.uint8), Reader("us")) == ()


def test_read_prints_a_line_a_picture_with_the_agreed_keys(tmp_path, capsys):
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), lay(["7H"])[0])
    assert run(["read", str(path), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert set(line) == {"picture", "cards", "sticks", "throw_again", "ms"}
    card = line["cards"][0]
    assert set(card) == {"card", "confidence", "asks", "alternatives", "corners"}
    assert card["card"] == "7H" and np.shape(card["corners"]) == (4, 2)


def test_a_file_that_is_no_picture_gets_one_line_and_the_others_are_read(tmp_path, capsys):
    good, bad = tmp_path / "a.png", tmp_path / "b.jpg"
    cv2.imwrite(str(good), lay(["7H"])[0])
    bad.write_text("no picture at all")
    assert run(["read", str(bad), str(good), str(tmp_path / "missing.jpg"), "--json"]) == 1
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 1 and json.loads(printed.out)["cards"]
    errors = printed.err.splitlines()
    assert len(errors) == 2 and "b.jpg" in errors[0] and "missing.jpg" in errors[1]


@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff\xe0garbage", b"GIF89a"])
def test_broken_pictures_are_refused_by_name(tmp_path, content):
    path = tmp_path / "broken.jpg"
    path.write_bytes(content)
    with pytest.raises(UnreadablePicture, match=r"broken\.jpg"):
        photograph.load(path)


def test_an_unknown_deck_names_the_nearest(capsys):
    assert run(["read", "x.jpg", "--deck", "amiga"]) == 1
    assert "did you mean 'amigo'?" in capsys.readouterr().err


def test_of_an_unknown_deck_like_no_other_is_said_how_it_is_learnt(capsys):
    assert run(["read", "x.jpg", "--deck", "grandma"]) == 1
    assert "deck 'grandma'; familiar enrol NAME learns one. Known are us" in capsys.readouterr().err


def test_a_missing_model_is_said_in_one_sentence(tmp_path):
    with pytest.raises(MissingModel, match="missing"):
        Reader("us", tmp_path / "reader.onnx")
    (tmp_path / "reader.onnx").write_bytes(b"junk")
    with pytest.raises(MissingModel, match="cannot be loaded"):
        Reader("us", tmp_path / "reader.onnx")


def test_a_card_whose_outline_a_shadow_breaks_is_found_by_its_sides():
    deck = decks.design(HELD_OUT, "us")
    face, mask = decks.face(deck, "9S"), decks.mask(deck)[..., None] / 255
    scene = np.full((720, 1280, 3), (205, 222, 230), np.uint8)
    h, w = face.shape[:2]
    scene[150 : 150 + h, 500 : 500 + w] = face * mask + scene[150 : 150 + h, 500 : 500 + w] * (1 - mask)
    shadow = np.ones((720, 1280, 1))
    shadow[:, 600:] = 0.55
    scene = cv2.GaussianBlur((scene * shadow).astype(np.uint8), (3, 3), 0)
    truth = np.array([[500, 150], [500 + w, 150], [500 + w, 150 + h], [500, 150 + h]], np.float32)
    assert max(iou(quad, truth) for quad in lines.candidates(scene)) > 0.94
