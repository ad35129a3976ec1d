"""Live cameras that froze, went black, or were dazzled, by their pictures alone."""

import numpy as np
import pytest

from device.health import BLACK, DULL_S, FROZEN, FROZEN_S, NO_PICTURE, WHITE, Judge

SHAPE = (240, 320, 3)
FPS = 10


def scene(seed, value=120.0, noise=2.0):
    """A picture of a table with a card, and the noise of its own moment."""
    image = np.full(SHAPE, value)
    image[60:180, 100:180] = 2 * value
    return np.clip(np.random.default_rng(seed).normal(image, noise), 0, 255).astype(np.uint8)


def judged(images, judge=None, start=0.0):
    """Judge pictures that come FPS a second, and give all verdicts."""
    judge = judge or Judge()
    return [judge.judge(image, start + number / FPS) for number, image in enumerate(images)]


def test_pictures_of_a_table_at_rest_are_good_by_their_noise():
    assert all(each.good for each in judged(scene(seed) for seed in range(100)))


@pytest.mark.parametrize("ring", [1, 4, 6])
def test_pictures_that_repeat_are_no_new_ones_and_after_a_while_the_camera_is_frozen(ring):
    images = [scene(seed) for seed in range(ring)]
    verdicts = judged(images[number % ring] for number in range(round((FROZEN_S + 2) * FPS)))
    assert all(each.good for each in verdicts[:ring]) and not any(each.good for each in verdicts[ring:])
    said = [number for number, each in enumerate(verdicts) if each.text]
    assert said[0] == pytest.approx(ring + FROZEN_S * FPS, abs=1)
    assert verdicts[-1].text == FROZEN and verdicts[-1].reopen


def test_a_hot_pixel_that_flickers_in_a_frozen_picture_does_not_thaw_it():
    still = scene(1)
    images = [still.copy() for _ in range(60)]
    for number, image in enumerate(images):
        image[8, 8] = number
    assert judged(images)[-1].text == FROZEN


def test_a_frozen_camera_is_still_frozen_when_it_was_opened_anew_and_well_with_its_first_new_picture():
    judge, still = Judge(), scene(1)
    judged([still] * 60, judge)
    assert judge.judge(still, 100.0).text == FROZEN
    assert judge.judge(scene(2), 101.0).good
    assert judge.judge(still, 101.1).text is None


def test_a_picture_that_comes_twice_now_and_then_is_passed_over_and_not_said():
    verdicts = judged(scene(number // 2) for number in range(80))
    assert [each.good for each in verdicts] == [True, False] * 40
    assert not any(each.text for each in verdicts)


@pytest.mark.parametrize(("value", "text"), [(3.0, BLACK), (255.0, WHITE)])
def test_black_and_white_are_said_after_a_moment_and_end_with_the_first_good_picture(value, text):
    judge = Judge()
    verdicts = judged((scene(seed, value, 1.0) for seed in range(30)), judge)
    assert not any(each.good for each in verdicts)
    assert verdicts[0].text is None and verdicts[-1].text == text and not verdicts[-1].reopen
    assert sum(each.text is None for each in verdicts) == round(DULL_S * FPS)
    assert judge.judge(scene(99), 50.0).good


def test_a_camera_that_stays_black_is_opened_anew_once_a_minute():
    judge, dark = Judge(), np.zeros(SHAPE, np.uint8)
    verdicts = [judge.judge(dark, float(second)) for second in range(150)]
    assert [second for second, each in enumerate(verdicts) if each.reopen] == [60, 121]
    assert verdicts[60].text == BLACK and verdicts[61].text is None and verdicts[62].text == BLACK


def test_black_pictures_without_any_noise_are_black_and_not_frozen():
    assert judged([np.zeros(SHAPE, np.uint8)] * 90)[-1].text == BLACK


@pytest.mark.parametrize("value", [25.0, 40.0, 120.0])
def test_a_dark_cloth_with_a_card_is_a_picture(value):
    assert all(each.good for each in judged(scene(seed, value) for seed in range(20)))


def test_a_white_cloth_is_a_picture():
    assert all(each.good for each in judged(scene(seed, 236.0) for seed in range(20)))


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((0, 0, 3), np.uint8),
        np.full((48, 64), 99, np.uint8),
        np.full((48, 64, 4), 99, np.uint8),
        np.full((48, 64, 3), 0.5),
    ],
)
def test_what_is_no_picture_in_color_is_said_at_once(image):
    verdict = Judge().judge(image, 0.0)
    assert verdict.text == NO_PICTURE and verdict.reopen and not verdict.good


def test_pictures_without_any_colour_are_none_of_a_table_and_that_is_said_after_a_moment():
    grey = [np.repeat(scene(seed)[..., :1], 3, axis=2) for seed in range(30)]
    verdicts = judged(grey)
    assert not any(each.good for each in verdicts)
    said = [number for number, each in enumerate(verdicts) if each.text == NO_PICTURE]
    assert said[0] == pytest.approx(DULL_S * FPS, abs=1) and verdicts[-1].text == NO_PICTURE
    assert Judge().judge(scene(1), 1.0).good


def test_a_camera_that_changes_its_size_is_no_frozen_one():
    judge = Judge()
    for number, size in enumerate([(48, 64), (96, 128)] * 40):
        assert judge.judge(np.random.default_rng(number).integers(40, 200, (*size, 3), np.uint8), number).good


def test_every_sentence_says_what_is_wrong_and_what_to_do():
    for text in (FROZEN, BLACK, WHITE, NO_PICTURE):
        what, remedy = text.split(": ", 1)
        assert what.startswith("the camera") and len(remedy) > 10 and "\n" not in text
