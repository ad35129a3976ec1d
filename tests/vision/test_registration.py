"""Where print has moved to between two pictures, to a fraction of a pixel."""

import cv2
import numpy as np
import pytest

from models.render import decks
from vision.geometry.quads import rectify
from vision.geometry.registration import camera_shift, distance, moved

QUAD = np.float32([[200, 100], [296, 100], [296, 244], [200, 244]])


@pytest.fixture(scope="module")
def picture():
    rng = np.random.default_rng(3)
    ground = cv2.GaussianBlur(rng.normal(110, 60, (360, 576, 3)), (0, 0), 3)
    face = cv2.resize(decks.face(decks.design(5, "us"), "7H"), (96, 144), interpolation=cv2.INTER_AREA)
    ground[100:244, 200:296] = face
    return np.clip(ground, 0, 255).astype(np.uint8)


def seen(picture, right, down, degrees=0.0, noise=7):
    turn = cv2.getRotationMatrix2D((248.0, 172.0), degrees, 1.0)
    turn[:, 2] += right, down
    how = {"flags": cv2.INTER_CUBIC, "borderMode": cv2.BORDER_REFLECT}
    out = cv2.warpAffine(picture, turn, picture.shape[1::-1], **how)
    rng = np.random.default_rng(noise)
    return np.clip(out + rng.normal(0, 2, out.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("right", "down", "degrees"), [(0, 0, 0), (1.4, -0.7, 0), (-2.2, 3.1, 1.5)])
def test_a_print_is_found_where_it_moved_to(picture, right, down, degrees):
    there = moved(rectify(picture, QUAD), rectify(seen(picture, right, down, degrees), QUAD), QUAD)
    turn = cv2.getRotationMatrix2D((248.0, 172.0), degrees, 1.0)
    true = QUAD @ turn[:, :2].T + turn[:, 2] + (right, down)
    assert np.abs(there - true).max() < 0.3
    assert distance(QUAD, there) == pytest.approx(distance(QUAD, np.float32(true)), abs=0.005)


def test_another_print_is_not_found(picture):
    other = cv2.resize(decks.face(decks.design(5, "us"), "KS"), (96, 144), interpolation=cv2.INTER_AREA)
    assert moved(rectify(picture, QUAD), other, QUAD) is None


def test_a_camera_that_was_knocked_moves_all_but_what_is_left_out(picture):
    now = seen(picture, 1.6, -2.3)
    now[90:254, 190:306] = picture[90:254, 190:306]
    assert np.abs(camera_shift(picture, now, [QUAD]) - (1.6, -2.3)).max() < 0.3
    assert np.abs(camera_shift(picture, seen(picture, 0, 0), [QUAD])).max() < 0.1


def test_a_plain_cloth_tells_of_no_knock():
    rng = np.random.default_rng(1)
    plain = [np.clip(rng.normal(90, 2, (360, 576, 3)), 0, 255).astype(np.uint8) for _ in range(2)]
    assert camera_shift(*plain, []).tolist() == [0.0, 0.0]
