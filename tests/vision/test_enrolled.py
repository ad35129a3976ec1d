"""Enrolled decks are read by what their cards look like: drawn decks, with and without indices, and text."""

from functools import cache

import cv2
import numpy as np
import pytest

from games import cards
from models.render import decks
from models.render.cards.pips import sign
from vision.enrol.cards import check
from vision.errors import UnknownDeck
from vision.read.decide import SURE
from vision.read.decks import known_decks, open_reader
from vision.read.enrolled import EnrolledReader
from vision.read.profile import Profile, empty, save, with_list, with_picture
from vision.read.reader import Scores

HELD_OUT = 200_107
"""Seed of decks that neither trained the models nor set a constant here."""

WORDS = ("swap", "draw two", "steal", "skip a turn", "all discard", "guess", "left hand", "free letter")


class Mute:
    """Stands in for the shipped reader where the pictures alone must do."""

    names = (*cards.names("us"), "back", "none")
    index = titles = None

    def read(self, crops):
        return Scores(self.names, np.zeros((len(crops), len(self.names)), np.float32))


@cache
def suited() -> dict[str, np.ndarray]:
    deck = decks.design(HELD_OUT, "us")
    return {name: decks.face(deck, name) for name in cards.names("us")[:20]}


@cache
def painted() -> dict[str, np.ndarray]:
    deck = decks.design(HELD_OUT, "amigo")
    return {name: decks.face(deck, name) for name in cards.names("amigo")[20:36]}


@cache
def without_indices() -> dict[str, np.ndarray]:
    """Draw pips alone, on paper: 2 to 10 of two suits."""
    faces = {}
    for suit, ink in (("S", (20, 20, 20)), ("H", (40, 30, 200))):
        for rank in range(2, 10):
            face = np.full((180, 120, 3), 245, np.uint8)
            for i in range(rank):
                x, y = 35 + 50 * (i % 2), 25 + 32 * (i // 2)
                if suit == "S":
                    cv2.circle(face, (x, y), 11, ink, -1, cv2.LINE_AA)
                else:
                    points = np.array([[x, y - 13], [x + 11, y], [x, y + 13], [x - 11, y]])
                    cv2.fillPoly(face, [points], ink, cv2.LINE_AA)
            faces[f"{rank}{suit}"] = face
    return faces


@cache
def with_text() -> dict[str, np.ndarray]:
    faces = {}
    for i, word in enumerate(WORDS):
        face = np.full((180, 120, 3), (225, 240, 245), np.uint8)
        cv2.rectangle(face, (5, 5), (114, 174), (60, 60, 60), 2)
        for k, line in enumerate((word.upper(), *(WORDS[(i * 3 + j) % 8] for j in (1, 4, 6)))):
            cv2.putText(face, line, (12, 32 + 28 * k), 0, 0.42, (40, 40, 40), 1, cv2.LINE_AA)
        faces[f"action-{i + 1}"] = face
    return faces


DECKS = {"suited": suited, "painted": painted, "without_indices": without_indices, "text": with_text}


def shot(face: np.ndarray, seed: int, spread: float = 0.008) -> np.ndarray:
    """Photograph a card: corners a little off, either way up, in some light: uint8 (144, 96, 3)."""
    rng = np.random.default_rng(seed)
    out = np.full((144, 96, 3), rng.integers(30, 110, 3), np.uint8)
    h, w = face.shape[:2]
    corners = np.array([[0, 0], [96, 0], [96, 144], [0, 144]], np.float32)
    corners += (rng.normal(0, spread, (4, 2)) * [96, 144]).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), corners)
    small = cv2.GaussianBlur(face, (0, 0), 0.5 * h / 144)
    card = cv2.warpPerspective(small, matrix, (96, 144))
    mask = cv2.warpPerspective(np.ones((h, w), np.uint8), matrix, (96, 144))
    out[mask > 0] = card[mask > 0]
    light = np.linspace(*rng.uniform(0.6, 1.0, 2), 96)[None, :, None] * rng.uniform(0.9, 1.0, 3)
    out = np.clip(out * light + rng.normal(0, 2, out.shape), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(out[::-1, ::-1]) if rng.random() < 0.5 else out


@cache
def reader(kind: str) -> EnrolledReader:
    profile = with_list(empty("drawn"), DECKS[kind]() if kind in ("without_indices", "text") else ())
    for i, (name, face) in enumerate(DECKS[kind]().items()):
        profile = with_picture(profile, name, shot(face, i))
    return EnrolledReader(profile, Mute())


@pytest.mark.parametrize("kind", DECKS)
def test_every_card_is_read_with_certainty_from_one_picture_either_way_up(kind):
    faces = DECKS[kind]()
    crops = np.stack([shot(face, 500 + i, 0.015) for i, face in enumerate(faces.values())])
    scores = reader(kind).read(crops)
    named = [scores.names[i] for i in scores.probabilities.argmax(1)]
    trusted = scores.probabilities.max(1) >= SURE
    assert all(name == true for name, true, sure in zip(named, faces, trusted, strict=True) if sure)
    if kind == "text" and trusted.mean() < 0.9:
        # What may be no card of the list holds a share of the posterior, and text differs by little print.
        pytest.xfail("a deck of text asks about one card in eight")
    assert trusted.mean() >= 0.9


@pytest.mark.parametrize("kind", DECKS)
def test_cards_of_another_deck_tables_and_noise_are_never_trusted(kind):
    other = "text" if kind != "text" else "painted"
    rng = np.random.default_rng(4)
    foreign = [shot(face, 900 + i) for i, face in enumerate(DECKS[other]().values())]
    foreign += [np.full((144, 96, 3), 120, np.uint8), rng.integers(0, 256, (144, 96, 3)).astype(np.uint8)]
    scores = reader(kind).read(np.stack(foreign))
    faces = np.delete(scores.probabilities, scores.names.index("none"), axis=1)
    assert faces.max() < SURE


def test_a_covered_corner_does_not_spoil_a_reading():
    faces = suited()
    crops = [shot(face, 700 + i) for i, face in enumerate(faces.values())]
    for crop in crops:
        crop[96:, 60:] = (60, 120, 170)
    scores = reader("suited").read(np.stack(crops))
    named = [scores.names[i] for i in scores.probabilities.argmax(1)]
    assert sum(name == true for name, true in zip(named, faces, strict=True)) >= len(faces) - 1


def grainy(crop: np.ndarray, seed: int) -> np.ndarray:
    """Take a crop in little light: uint8 (144, 96, 3)."""
    noise = np.random.default_rng(seed).normal(0, 4, crop.shape)
    return np.clip(0.6 * crop.astype(np.float32) + noise, 0, 255).astype(np.uint8)


@cache
def sparse() -> dict[str, np.ndarray]:
    """Draw paper with a numeral and a small sign in two corners, as one makes cards with a pen."""
    faces = {}
    for name in (f"{rank}{suit}" for rank in (2, 4, 7, 9) for suit in "SC"):
        half = np.full((90, 120, 3), 240, np.uint8)
        cv2.putText(half, name[0], (8, 26), 0, 0.7, (40, 30, 20), 2, cv2.LINE_AA)
        mark = sign(name[1], (0.5, 0.5, 0.5, 0.5))
        small = cv2.resize(mark, (20, 20), interpolation=cv2.INTER_AREA)[..., None] / 255
        half[34:54, 6:26] = half[34:54, 6:26] * (1 - small) + np.array((40, 30, 20)) * small
        faces[name] = np.concatenate([half, half[::-1, ::-1]])
    return faces


@pytest.mark.parametrize("suit", "SC")
def test_a_grainy_picture_of_a_card_does_not_lose_to_a_clean_one_of_its_like(suit):
    faces, profile = sparse(), empty("pen")
    for i, (name, face) in enumerate(faces.items()):
        crop = shot(face, i)
        profile = with_picture(profile, name, grainy(crop, i) if name[1] == suit else crop)
    crops = np.stack([shot(face, 300 + i) for i, face in enumerate(faces.values())])
    scores = EnrolledReader(profile, Mute()).read(crops)
    named = [scores.names[i] for i in scores.probabilities.argmax(1)]
    sure = scores.probabilities.max(1) >= SURE
    assert not [(name, true) for name, true, s in zip(named, faces, sure, strict=True) if s and name != true]
    assert sum(name == true for name, true in zip(named, faces, strict=True)) >= 7


def test_two_cards_of_the_same_look_are_asked_about_and_named():
    face = suited()["7S"]
    profile = empty("twins")
    for i, (name, each) in enumerate(suited().items()):
        profile = with_picture(profile, name, shot(face if name == "8S" else each, i))
    twins = EnrolledReader(profile, Mute())
    scores = twins.read(shot(face, 77)[None])
    assert scores.probabilities[0].max() < SURE
    assert ("7S", "8S") in {(pair.one, pair.other) for pair in check(profile, twins).alike}


def test_a_second_picture_makes_a_blurred_first_one_good():
    faces = suited()
    profile = empty("blurred")
    for i, (name, face) in enumerate(faces.items()):
        profile = with_picture(profile, name, cv2.GaussianBlur(shot(face, i), (0, 0), 4.0))
    better = profile
    for i, (name, face) in enumerate(faces.items()):
        better = with_picture(better, name, shot(face, 50 + i))
    crops = [shot(face, 800 + i) for i, face in enumerate(faces.values())]
    one, two = (EnrolledReader(each, Mute()) for each in (profile, better))
    fits = [[each.gallery.match(crop).fit for crop in crops] for each in (one, two)]
    assert np.mean(fits[1]) > np.mean(fits[0]) + 0.05
    named = two.read(np.stack(crops))
    sure = [two.names[int(row.argmax())] == name and row.max() >= SURE
            for row, name in zip(named.probabilities, faces, strict=True)]  # fmt: skip
    assert np.mean(sure) >= 0.9


def test_pictures_that_are_not_of_one_card_are_pointed_at():
    profile = empty("mixed")
    for i, (name, face) in enumerate(suited().items()):
        profile = with_picture(profile, name, shot(face, i))
        profile = with_picture(profile, name, shot(suited()["10S"] if name == "AS" else face, 60 + i))
    doubtful = check(profile, EnrolledReader(profile, Mute())).doubtful
    assert len(doubtful) == 1 and "AS" in doubtful[0]


class SaysBack(Mute):
    """Says what the shipped reader says of a packet of tricks that were won."""

    def read(self, crops):
        scores = super().read(crops)
        scores.probabilities[:, self.names.index("back")] = 0.4
        scores.probabilities[:, self.names.index("none")] = 0.6
        return scores


def test_what_is_no_face_is_a_back_as_far_as_the_shipped_reader_says_so_where_none_was_learnt():
    cloth = np.full((1, 144, 96, 3), (60, 80, 45), np.uint8)
    cloth[0, ::6] = (180, 40, 40)
    for learnt in (False, True):
        profile = reader("suited").profile
        if learnt:
            back = cv2.resize(decks.face(decks.design(HELD_OUT, "us"), "back"), (96, 144))
            profile = with_picture(profile, "back", back)
        found = EnrolledReader(profile, SaysBack()).read(cloth)
        back = found.probabilities[0, found.names.index("back")]
        assert found.probabilities[0].sum() <= 1.0001 and (back > 0.35) is not learnt


def test_no_crops_give_no_scores():
    assert reader("text").read(np.zeros((0, 144, 96, 3), np.uint8)).probabilities.shape == (0, 10)


def test_the_names_are_the_whole_edition_s_where_the_deck_is_one_and_its_own_elsewhere():
    assert set(reader("suited").names) == {*cards.names("us"), "back", "none"}
    assert set(reader("text").names) == {*(f"action-{i}" for i in range(1, 9)), "back", "none"}


def test_decks_are_opened_by_name_or_file_and_an_unknown_one_names_the_nearest(tmp_path):
    profile: Profile = reader("text").profile
    save(profile, tmp_path / "actions.deck")
    assert known_decks(tmp_path) == ("us", "amigo", "actions")
    by_name, by_file = open_reader("actions", tmp_path), open_reader(str(tmp_path / "actions.deck"))
    assert by_name.names == by_file.names
    with pytest.raises(UnknownDeck, match="did you mean 'actions'"):
        open_reader("action", tmp_path)
