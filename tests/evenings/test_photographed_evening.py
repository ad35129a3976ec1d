"""Real photographed cards, laid one upon another on a real photographed table, up to the confirmed score.

Cards and felt are cut from photographs that lie beside the repository; the evening is put together in the
test's own folder and goes with it.
"""

import csv
import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from games.record import event_from_dict, header_from_dict
from games.wizard import Phase, apply, begin, view
from simulation.robots.wizard.policy import Robot

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "sergiodomgui-felt-multi"
needs_photos = pytest.mark.skipif(
    not PHOTOS.is_dir(), reason=f"no photographs of cards to play with in {PHOTOS}"
)

PLAYERS = ("Ann", "Bo", "Cy")
CARD = 190
"""Width of a card in pixels."""
MIDDLE = np.array([1080.0, 520.0])
SPOTS = [(0, 108), (-132, -62), (132, -62)]
ANGLES = (0, 118, 242)
TURNED = (330.0, 470.0)
LEAN = np.array([[1, 0, 0], [0, 1, 0], [1.5e-5, 4e-5, 1]])
"""The camera does not hang quite straight."""
SKINS = ((118, 150, 206), (66, 92, 148), (150, 178, 224))
NOISE = 2.0
SLACK = 64
ASKED_AT_MOST = 0.25


def labelled():
    """Give card -> [(photograph, corners)], and photograph -> all its corners; only checked corners count."""
    cards, photographs = {}, {}
    with (PHOTOS / "labels.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["corners"] != "auto_verified":
                photographs.setdefault(row["file"], []).append(None)
                continue
            corners = np.array([[row[f"x{k}"], row[f"y{k}"]] for k in (1, 2, 3, 4)], np.float32)
            cards.setdefault(row["card"], []).append((row["file"], corners))
            photographs.setdefault(row["file"], []).append(corners)
    return cards, photographs


def empty_table(image, corners):
    """Take the cards off a photograph: light and color come from around them, the grain from beside them."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for quad in corners:
        grown = quad.mean(0) + (quad - quad.mean(0)) * 1.12
        cv2.fillConvexPoly(mask, grown.round().astype(np.int32), 255)
    small = cv2.resize(image, None, fx=1 / 16, fy=1 / 16, interpolation=cv2.INTER_AREA)
    hole = cv2.dilate(cv2.resize(mask, small.shape[1::-1], interpolation=cv2.INTER_AREA), np.ones((3, 3)))
    small = cv2.inpaint(small, (hole > 0).astype(np.uint8), 5, cv2.INPAINT_TELEA)
    tone = cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_CUBIC).astype(np.float32)
    grain = image.astype(np.float32) - cv2.GaussianBlur(image, (0, 0), 6)
    left = mask > 0
    for shift in range(1, 40):
        if not left.any():
            break
        moved = (61 * shift, 157 * shift)
        taken = left & (np.roll(mask, moved, (0, 1)) == 0)
        grain[taken] = np.roll(grain, moved, (0, 1))[taken]
        left &= ~taken
    soft = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), 5)[..., None]
    return image * (1 - soft) + (tone + grain) * soft


def rounded(corners, size):
    """Cover a card: its label's corners are where its edges would meet, the card is rounded there; 0 to 1."""
    w, h, r, edge = 400, 600, 20, 3
    cover = np.zeros((h, w), np.uint8)
    cv2.rectangle(cover, (edge, r), (w - 1 - edge, h - 1 - r), 255, -1)
    cv2.rectangle(cover, (r, edge), (w - 1 - r, h - 1 - edge), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(cover, (x, y), r - edge, 255, -1)
    frame = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    cover = cv2.warpPerspective(cover, cv2.getPerspectiveTransform(frame, corners), size)
    return cv2.GaussianBlur(cover.astype(np.float32) / 255, (0, 0), 0.7)


def shadow(cover, away, soft):
    """Let something that covers 0..1 throw a shadow so many pixels (x, y) away."""
    moved = cv2.warpAffine(cover, np.array([[1, 0, away[0]], [0, 1, away[1]]], np.float32), cover.shape[::-1])
    return cv2.GaussianBlur(moved, (0, 0), soft)[..., None]


class Table:
    """A photographed table on which photographed cards are laid."""

    def __init__(self, rng):
        self._rng = rng
        self.cards, photographs = labelled()
        whole = sorted(name for name, quads in photographs.items() if all(quad is not None for quad in quads))
        name = rng.choice(whole)
        self._felt = empty_table(cv2.imread(str(PHOTOS / name)), photographs[name])
        height, width = self._felt.shape[:2]
        grain = np.random.default_rng(rng.randrange(1 << 30))
        self._noise = grain.standard_normal((height + SLACK, width + SLACK, 3), np.float32) * NOISE
        self._shown = self._felt.copy()
        self._sources, self._arms = {}, {}
        self._turned = None
        self._trick = []

    @property
    def lying(self):
        """All that lies there, as (card, corners)."""
        return ([self._turned] if self._turned else []) + self._trick

    def turn_up(self, card):
        self._turned = (card, self._put(card, np.array(TURNED), self._rng.uniform(-12, 12)))

    def lay(self, card, seat):
        spot = MIDDLE + SPOTS[seat] + [self._rng.gauss(0, 16), self._rng.gauss(0, 16)]
        turned = ANGLES[seat] + max(-28.0, min(28.0, self._rng.gauss(0, 11)))
        self._trick.append((card, self._put(card, spot, turned)))

    def sweep(self, everything):
        self._trick = []
        turned, self._turned = self._turned, None
        self._shown = self._felt.copy()
        if turned and not everything:
            self._paint(*turned)
            self._turned = turned

    def picture(self, hand=None):
        """Take a picture, with a hand of this seat over the trick where one is given."""
        image = self._shown.copy()
        if hand is not None:
            self._reach(image, hand)
        y, x = self._rng.randrange(SLACK), self._rng.randrange(SLACK)
        image += self._noise[y : y + image.shape[0], x : x + image.shape[1]]
        image *= 1 + self._rng.gauss(0, 0.003)
        return np.clip(image, 0, 255).astype(np.uint8)

    def _put(self, card, spot, angle):
        name, quad = self._rng.choice(self.cards[card])
        self._sources[card] = (cv2.imread(str(PHOTOS / name)), quad)
        sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
        half = np.array([CARD, CARD * (sides[1] + sides[3]) / (sides[0] + sides[2])]) / 2
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        flat = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half) @ np.array([[c, s], [-s, c]]) + spot
        corners = cv2.perspectiveTransform((flat - MIDDLE)[None], LEAN)[0] + MIDDLE
        self._paint(card, corners)
        return corners

    def _paint(self, card, corners):
        """Lay a cut-out card with its shadow; its edge is blended as a camera would blend it."""
        photograph, quad = self._sources[card]
        corners = np.asarray(corners, np.float32)
        low = np.maximum(corners.min(0).astype(int) - 40, 0)
        high = corners.max(0).astype(int) + 40
        part = self._shown[low[1] : high[1], low[0] : high[0]]
        size, place = part.shape[1::-1], corners - low.astype(np.float32)
        cover = rounded(place, size)
        # Made smaller by about a third, so a little blur first keeps fine print from turning into noise.
        matrix = cv2.getPerspectiveTransform(quad, place)
        face = cv2.warpPerspective(cv2.GaussianBlur(photograph, (0, 0), 0.5), matrix, size)
        part *= 1 - 0.35 * shadow(cover, (5, 7), 6)
        part[:] = part * (1 - cover[..., None]) + face * cover[..., None]

    def _reach(self, image, seat):
        """Let a forearm reach in from a seat to the middle."""
        if seat not in self._arms:
            self._arms[seat] = self._arm(image.shape[:2], seat)
        shade, left, skin = self._arms[seat]
        image *= shade
        image[:] = image * left + skin

    def _arm(self, shape, seat):
        """Draw a seat's forearm: what its shadow leaves of a picture, what it leaves in view, and itself."""
        ray = np.array(SPOTS[seat], float) / np.linalg.norm(SPOTS[seat])
        tip, home = MIDDLE + ray * 30, MIDDLE + ray * 1500
        arm = np.zeros(shape, np.uint8)
        cv2.line(arm, tip.astype(int), home.astype(int), 255, 150)
        for spread in (-0.5, -0.17, 0.17, 0.5):
            across = np.array([-ray[1], ray[0]]) * spread * 170
            ends = (tip + across * 0.8 + ray * 60, tip + across - ray * 110)
            cv2.line(arm, *(end.astype(int) for end in ends), 255, 38)
        cover = cv2.GaussianBlur(arm.astype(np.float32) / 255, (0, 0), 2)
        shade = 1 - 0.4 * shadow(cover, (25, 40), 18)
        rounding = 0.75 + 0.25 * cv2.GaussianBlur(cover, (0, 0), 25)[..., None]
        skin = np.array(SKINS[seat], np.float32) * rounding
        return shade, 1 - cover[..., None], skin * cover[..., None]


def record(recorder, seed, rounds, rest):
    """Play some rounds with robots, and photograph every step of them.

    rest: how many pictures a hand stays where it is before it lays a card, and after.
    """
    rng = random.Random(seed)
    header = {"record": "familiar/1", "game": "wizard", "players": list(PLAYERS), "dealer": 0, "rules": {}}
    known = header_from_dict(header)
    state, table, tape = begin(known), Table(rng), recorder(header)
    robots = [Robot(seat, rng) for seat in range(len(PLAYERS))]

    def still(count, *laid):
        for _ in range(count):
            tape.picture(table.picture())
        tape.look(table.lying, laid)

    def reach(seat, count=1):
        for _ in range(count):
            tape.picture(table.picture(hand=seat))

    def happen(**values):
        nonlocal state
        state = apply(state, event_from_dict(values, known))

    still(2)
    while state.round <= rounds:
        deck = sorted(table.cards)
        rng.shuffle(deck)
        for robot in robots:
            robot.take([deck.pop() for _ in range(state.round)])
        card = deck.pop()
        reach(state.dealer)
        table.turn_up(card)
        happen(event="turn_up", card=card)
        still(2, card)
        while state.phase is Phase.BIDDING:
            seat = state.turn
            forbidden = view(state, seat)["forbidden_bids"]
            tricks = robots[seat].bid(state.trump, len(PLAYERS), forbidden)
            happen(event="bid", player=seat, tricks=tricks)
            tape.step(bid={"player": seat, "tricks": tricks})
        for _ in range(state.round):
            while state.phase is Phase.TRICK:
                seat, trick = state.turn, state.trick.cards
                wanted = state.bids[seat] - state.taken[seat]
                card = robots[seat].play(trick, state.trump, wanted, len(trick) == len(PLAYERS) - 1)
                reach(seat, 1 + rest)
                table.lay(card, seat)
                reach(seat, rest)
                happen(event="play", player=seat, card=card)
                still(2, card)
            number = state.round
            happen(event="confirm")
            winner = state.last[1]
            tape.step(press="confirm", winner=winner)
            reach(winner)
            table.sweep(everything=state.round != number)
            still(2)
    return tape.close(view(state, None)["sheet"])


@needs_photos
def test_photographed_cards_are_played_to_the_right_score_without_one_silent_error(recorder, sit_down):
    player = sit_down(record(recorder, seed=1, rounds=3, rest=0))
    figures = player.play()
    print(f"photographed evening: {figures}")
    assert player.page["sheet"] == player.sheet
    assert [line["round"] for line in player.sheet] == [1, 2, 3]
    assert figures.silent == []
    assert len(figures.asked | figures.missed) <= ASKED_AT_MOST * figures.cards


@needs_photos
def test_hands_that_rest_in_the_picture_lead_to_no_silent_error(recorder, sit_down):
    player = sit_down(record(recorder, seed=2, rounds=2, rest=3))
    figures = player.play()
    print(f"photographed evening with resting hands: {figures}")
    assert player.page["sheet"] == player.sheet
    assert figures.silent == []
    if len(figures.asked | figures.missed) > ASKED_AT_MOST * figures.cards:
        pytest.xfail("the eye takes a hand at rest for a change of the table, and asks too often")
