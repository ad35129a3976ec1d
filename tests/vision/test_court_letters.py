"""A V is a jack in French and a queen in Dutch: what it means in this game is learnt from its cards."""

from types import SimpleNamespace

import numpy as np
import pytest

from games import cards
from vision.read.court_letters import CourtLetters
from vision.read.online import OnlineGalleryReader
from vision.read.reader import Scores

NAMES = (*cards.names("us"), "back", "none")


def row(**shares: float) -> np.ndarray:
    """Give a row with these probabilities, and nothing else."""
    found = np.zeros(len(NAMES), np.float32)
    for name, share in shares.items():
        found[NAMES.index(name)] = share
    return found


def told(letters: CourtLetters, name: str, **shares: float) -> float:
    return float(letters.weigh(row(**shares))[NAMES.index(name)])


def french() -> CourtLetters:
    """Give what is known once a French jack and a queen were played."""
    letters = CourtLetters(NAMES)
    letters.learn(3, "JS", row(JS=0.8, QS=0.2))
    letters.learn(5, "QH", row(QH=0.99, JH=0.01))
    return letters


def test_after_one_french_jack_the_next_is_known():
    assert told(french(), "JH", JH=0.82, QH=0.18) > 0.95


def test_after_one_dutch_queen_the_next_is_known():
    letters = CourtLetters(NAMES)
    letters.learn(3, "QS", row(JS=0.8, QS=0.2))
    letters.learn(5, "JH", row(JH=0.99, QH=0.01))
    assert told(letters, "QD", JD=0.8, QD=0.2) > 0.7


def test_suits_keep_their_shares():
    weighed = french().weigh(row(JH=0.6, QH=0.15, JD=0.2, QD=0.05))
    of = {name: float(weighed[NAMES.index(name)]) for name in ("JH", "QH", "JD", "QD")}
    assert of["JH"] / of["JD"] == pytest.approx(3.0, rel=1e-5)
    assert sum(of.values()) == pytest.approx(1.0, rel=1e-5)


def test_where_neither_rank_leaves_doubt_a_torn_row_stays_torn():
    letters = CourtLetters(NAMES)
    letters.learn(1, "JS", row(JS=0.99, QS=0.01))
    letters.learn(2, "QS", row(QS=0.99, JS=0.01))
    assert told(letters, "JH", JH=0.6, QH=0.4) == pytest.approx(0.6, abs=1e-5)


def test_no_number_of_cards_makes_an_even_row_certain():
    letters = french()
    for event, suit in enumerate("SHDC" * 4):
        letters.learn(10 + event, "J" + suit, row(**{"J" + suit: 0.8, "Q" + suit: 0.2}))
    assert told(letters, "JH", JH=0.5, QH=0.5) < 0.95


def test_what_is_not_torn_between_the_two_is_left_alone():
    clear, other = row(JH=0.99, QH=0.01), row(JH=0.4, QH=0.1, KH=0.5)
    letters = french()
    assert letters.weigh(clear) is clear
    assert letters.weigh(other) is other


def test_a_correction_takes_the_place_of_what_was_believed():
    letters = french()
    letters.learn(3, "QS", row(JS=0.8, QS=0.2))
    assert told(letters, "JH", JH=0.82, QH=0.18) < 0.82


def test_the_reader_of_a_game_learns_its_letters_and_forgets_them():
    class Torn:
        names, index, titles = NAMES, None, None

        def read(self, crops: np.ndarray) -> Scores:
            return Scores(NAMES, np.stack([row(JH=0.82, QH=0.18)] * len(crops)))

    crop = np.full((144, 96, 3), 200, np.uint8)
    reader = OnlineGalleryReader(Torn())
    reader.remember([SimpleNamespace(event=3, card="JH", crop=crop)])
    assert reader.read(crop[None]).probabilities[0][NAMES.index("JH")] > 0.9
    reader.forget()
    assert reader.read(crop[None]).probabilities[0][NAMES.index("JH")] == pytest.approx(0.82)
