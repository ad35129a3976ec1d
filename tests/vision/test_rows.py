"""Cards that lie in rows are read in their order, and their order names them."""

import itertools

import cv2
import numpy as np
import pytest

from games import cards
from vision.detect.locator import Found
from vision.enrol.rows import RowCard, groups, look, name, reading_order
from vision.geometry.assign import assign
from vision.read.reader import Scores

NAMES = (*cards.names("us"), "back", "none")
SUITS = groups(cards.names("us"), "us")


class Stub:
    names = NAMES
    index = titles = None

    def read(self, crops):
        return Scores(NAMES, np.zeros((len(crops), len(NAMES)), np.float32))


def said(card: str, sure: float = 0.99, shown: str = "") -> RowCard:
    """Lay a card that reads so; shown: what it looks like, where it reads like another."""
    row = np.zeros(len(NAMES), np.float32)
    if card in NAMES:
        row[NAMES.index(card)] = sure
    drawn = np.random.default_rng([*(shown or card).encode()]).integers(0, 256, (9, 6, 3), np.uint8)
    return RowCard(np.zeros((4, 2), np.float32), cv2.resize(drawn, (96, 144)), row)


def quads(places, turn: float) -> list[np.ndarray]:
    """Lay cards of 60 by 90 pixels at places, and turn the whole table by degrees."""
    box, angle = np.array([[-30, -45], [30, -45], [30, 45], [-30, 45]]), np.radians(turn)
    matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return [((box + place) @ matrix).astype(np.float32) for place in places]


@pytest.mark.parametrize("turn", [-25, 0, 12, 25])
def test_two_rows_are_read_from_left_to_right_the_upper_one_first(turn):
    places = [(80 * i + (i % 3), 110 * row - (i % 2) * 8) for row in (0, 1) for i in range(7)]
    mixed = np.random.default_rng(1).permutation(len(places))
    found = reading_order(quads([places[i] for i in mixed], turn))
    assert [int(mixed[i]) for i in found] == list(range(14))


def test_the_least_cost_of_all_pairings_is_found():
    rng = np.random.default_rng(0)
    for _ in range(60):
        rows_ = int(rng.integers(1, 5))
        cost = rng.normal(0, 1, (rows_, int(rng.integers(rows_, 7))))
        least = min(
            sum(cost[i, k] for i, k in enumerate(way))
            for way in itertools.permutations(range(cost.shape[1]), rows_)
        )
        assert sum(cost[i, k] for i, k in enumerate(assign(cost))) == pytest.approx(least)


def test_pictures_in_any_order_and_from_the_far_side_are_told_by_the_index():
    order = [2, 0, 1, 3]
    pictures = [[said(card) for card in SUITS[at]] for at in order]
    pictures[1].reverse()
    deal = name(pictures, SUITS, Stub())
    assert deal.groups == tuple(order)
    assert [card.name for card in deal.pictures[1]] == list(reversed(SUITS[0]))
    assert all(card.clear for named in deal.pictures for card in named)


def test_cards_without_a_sign_that_can_be_read_are_named_in_the_stated_order():
    deal = name(
        [[said("?", shown=f"{part[0]}{k}") for k in range(len(part))] for part in SUITS], SUITS, Stub()
    )
    assert not deal.literate
    assert [[card.name for card in named] for named in deal.pictures] == [list(part) for part in SUITS]


def test_a_card_that_is_not_what_its_place_says_is_unclear_unless_that_name_is_taken():
    pictures = [[said(card) for card in part] for part in SUITS]
    pictures[0][3] = said("4H", 0.8, shown="5S")
    assert name(pictures, SUITS, Stub()).pictures[0][3].clear
    pictures[1][2] = said("5S", 0.8)
    pictures[0][3] = said("4H", 0.8)
    deal = name(pictures, SUITS, Stub())
    assert not deal.pictures[0][3].clear and not deal.pictures[1][2].clear


def test_a_picture_with_cards_missing_is_refused_where_nobody_can_say_which():
    deal = name([[said("?") for _ in range(12)]], SUITS, Stub())
    assert deal.pictures == ((),) and "12 cards were found where 13 cards" in deal.refused[0]


class Finds:
    """A locator that takes cards, and what lies between them, for cards."""

    def __init__(self, *found):
        self._found = [Found(np.array(quad, np.float32), 1.0) for quad in found]

    def find(self, image):
        return self._found


def box(left: float, wide: float = 120) -> list[tuple[float, float]]:
    return [(left, 100), (left + wide, 100), (left + wide, 280), (left, 280)]


def test_the_table_between_two_cards_of_a_row_is_no_card():
    table = np.full((400, 700, 3), (150, 170, 160), np.uint8)
    table[::8] = (190, 210, 200)
    for left in (40, 280, 520):
        cv2.rectangle(table, (left, 100), (left + 120, 280), (90, 40, 120), -1)
    found = look(table, Stub(), Finds(box(40), box(160), box(280), box(400), box(520)))
    assert [one.quad[0][0] for one in found] == [40, 280, 520]


def test_a_card_between_two_that_touch_it_is_one():
    table = np.full((400, 700, 3), (60, 90, 40), np.uint8)
    for left in (40, 160, 280):
        cv2.rectangle(table, (left, 100), (left + 120, 280), (225, 230, 235), -1)
        cv2.rectangle(table, (left, 100), (left + 120, 280), (120, 120, 120), 1)
    assert len(look(table, Stub(), Finds(box(40), box(160), box(280)))) == 3
