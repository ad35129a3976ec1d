"""The eye above the sticks: each throw once, those set aside left alone."""

import itertools

import cv2
import numpy as np
import pytest

from games.sticks import COLORS, SIDES
from models.render.sticks.solid import Measures, place, prism
from models.render.sticks.solid import StickBody as Solid
from models.render.throws import camera
from models.strips import arranged, turned
from vision.interval import USUAL_MS
from vision.motion import background
from vision.sticks import augmentation as stick_doubt
from vision.sticks.decide import BAD
from vision.sticks.find import Bar
from vision.sticks.geometry import outline
from vision.sticks.lie import lie
from vision.sticks.reader import Posterior, pairs
from vision.sticks.still import Look
from vision.track import throws, tracker
from vision.track.throws import Followed, ThrowTracker

PAINT = {"red": (40, 40, 200), "black": (30, 30, 30), "white": (235, 235, 235)}
PLACES = ((300, 200), (320, 330), (650, 260))
ACROSS = (365, 330)
"""Upon the second of these."""
SEED = 8

REST, BLIND, PATIENCE, VOID, SETTLED = (
    -(-each // USUAL_MS)
    for each in (
        throws.STICK_REST_MS,
        tracker.BLIND_MS,
        throws.MISSING_STICK_MS,
        throws.VOID_MS,
        background.BARE_TABLE_MS,
    )
)
"""In pictures, a tenth of a second apart."""


@pytest.fixture(autouse=True)
def one_look(monkeypatch):
    """Let each stick be looked at once: told eyes know the crops of the first look alone."""
    monkeypatch.setattr(stick_doubt, "again", lambda image, vertices, posteriors, reader: list(posteriors))


class Table:
    """A table, what lies on it, and eyes for it that see the truth, as sure as they are told to be."""

    def __init__(self):
        self.lying, self.sure, self.hand, self.found = {}, 0.995, None, None
        self.fingers, self.standing, self.flat = set(), set(), 0.995
        self.rng = np.random.default_rng(SEED)
        self.reads = 0
        self.things, self.came = (), None
        self.eye = ThrowTracker(finder=self, reader=self)

    def lay(self, color, notches, at, angle=10.0):
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        own = np.array([[-1, 0], [1, 0], [-1, -1], [1, -1], [-1, 1], [1, 1]]) * [75, 14]
        self.lying[color] = (notches, arranged(own @ np.array([[c, s], [-s, c]]) + at))

    def throw(self, *counts, places=PLACES, colors=COLORS, angle=10.0):
        for color, count, at in zip(colors, counts, places, strict=False):
            self.lay(color, count, at, angle)

    def take(self, *colors):
        for color in colors:
            del self.lying[color]

    def find(self, image, view=None, foreground=None):
        self.came = foreground
        self.found = [color for color in self.lying if self._shows(image, color)]
        found = self.lying if self.found is None else self.found
        return [Bar(self.lying[color][1], 0.4 if color in self.fingers else 0.99) for color in found]

    def _shows(self, image, color):
        x, y = self.lying[color][1].mean(0).round().astype(int)
        return np.abs(image[y, x].astype(int) - PAINT[color]).max() < 40

    def read(self, crops):
        self.reads += 1
        return [
            self._posterior(color, self.lying[color][0])
            for color in (self.lying if self.found is None else self.found)
        ]

    def _posterior(self, color, notches):
        def row(at, length, sure=0.995):
            return np.where(np.arange(length) == at, sure, (1 - sure) / (length - 1))

        down = SIDES.index(("destiny", "force", "magic")[notches])
        state = row(BAD, 3) if color in self.standing else np.array([self.flat, 0.9975 - self.flat, 0.0025])
        shown = pairs(np.stack([row(k, 3, self.sure) for k in range(3) if k != down]))
        return Posterior(row(notches, 3, self.sure), shown, row(COLORS.index(color), 4), state)

    def frame(self):
        picture = np.full((540, 960, 3), (70, 110, 60), np.uint8)
        for color, (_, vertices) in self.lying.items():
            cv2.fillConvexPoly(picture, outline(vertices).round().astype(int), PAINT[color])
        for thing in self.things:
            cv2.rectangle(picture, thing, np.add(thing, 80), (200, 60, 60), -1)
        if self.hand is not None:
            cv2.line(picture, (480, 539), self.hand, (120, 150, 200), 70)
        return cv2.add(picture, self.rng.integers(0, 4, picture.shape, np.uint8))

    def is_new(self, at):
        """Tell whether the eye told the finder last that something came to a place of the table."""
        return bool(self.came[at[1], at[0]])

    def look(self, frames=REST + 2, seen=()):
        """Let some frames go by, and give what the eye said."""
        sights = [self.eye.look(self.frame(), seen) for _ in range(frames)]
        return [sight for sight in sights if sight is not None]


def said(sight):
    return {stick.color: stick.notches for stick in sight.throw.sticks}


def test_a_throw_is_told_once_when_it_has_come_to_rest():
    table = Table()
    [empty] = table.look()
    assert (empty.tracks, empty.throw.sticks) == (set(), ())
    table.throw(0, 1, 2)
    assert [table.eye.look(table.frame()) for _ in range(REST)] == [None] * REST
    [sight] = table.look()
    assert (len(sight.tracks), sight.trouble, sight.throw.again) == (3, None, None)
    assert said(sight) == {"red": 0, "black": 1, "white": 2}
    reads = table.reads
    assert table.look(10) == [] and table.reads == reads


def test_sticks_that_are_taken_up_one_by_one_are_no_throw_and_the_next_throw_is_a_new_one():
    table = Table()
    table.throw(0, 1, 2)
    [first] = table.look()
    table.take("red")
    assert table.look() == []
    table.take("black", "white")
    [none] = table.look()
    assert (none.tracks, none.throw.sticks) == (set(), ())
    table.throw(0, 1, 2)  # the same again, where they lay
    [second] = table.look()
    assert len(second.tracks) == 3 and not second.tracks & first.tracks and said(second) == said(first)


def test_a_throw_that_follows_at_once_is_a_new_one():
    table = Table()
    table.throw(0, 1, 2)
    [first] = table.look()
    table.throw(2, 1, 2, places=((200, 400), (520, 420), (760, 150)), angle=70.0)
    [sight] = table.look()
    assert not sight.tracks & first.tracks and said(sight) == {"red": 2, "black": 1, "white": 2}


def test_a_stick_that_is_pushed_a_little_makes_no_new_throw():
    table = Table()
    table.throw(0, 1, 2)
    [first] = table.look()
    table.lay("red", 0, (345, 170), 30.0)
    assert table.look(REST + PATIENCE + 3) == []
    table.lay("red", 1, (300, 190), 0.0)  # turned over, it lies otherwise: that is for people to see
    [sight] = table.look()
    assert not sight.tracks & first.tracks and said(sight)["red"] == 1


def test_a_stick_that_is_not_there_is_waited_for_before_it_is_missing():
    table = Table()
    table.look()
    table.throw(0, 1)
    assert table.look(REST + PATIENCE // 2) == []
    table.lay("white", 2, PLACES[2])
    [whole] = table.look()
    assert (whole.throw.again, len(whole.tracks)) == (None, 3)
    table.take(*COLORS)
    table.look()
    table.throw(0, 1)
    [short] = table.look(REST + PATIENCE + 3)
    assert short.throw.again == "missing" and len(short.tracks) == 2 and not short.tracks & whole.tracks
    table.lay("white", 2, PLACES[2])
    [late] = table.look(REST + PATIENCE + 3)
    assert (late.throw.again, said(late)["white"]) == (None, 2)


@pytest.mark.parametrize("pace", [5, 15])
def test_a_stick_is_waited_for_as_long_however_many_pictures_there_are_a_second(pace):
    table = Table()
    for picture in itertools.count():
        if picture == pace:
            table.throw(0, 1)
        table.eye.taken(picture / pace)
        sight = table.eye.look(table.frame())
        if sight is not None and sight.throw.sticks:
            break
    assert sight.throw.again == "missing"
    waited = 1000 * (picture / pace - 1)
    assert abs(waited - throws.STICK_REST_MS - throws.MISSING_STICK_MS) <= 1000 / pace


def test_fingers_at_rest_are_no_throw():
    table = Table()
    table.look()
    table.fingers = set(COLORS)
    table.throw(0, 1, 2)
    told = table.look(REST + 2 * PATIENCE)
    assert not [sight for sight in told if sight.throw.sticks]


def test_a_finger_beside_sticks_that_are_taken_up_makes_no_new_throw():
    table = Table()
    table.throw(0, 1, 2)
    assert table.look()[-1].throw.again is None
    table.take("red")
    table.lay("red", 2, (640, 420), angle=70.0)
    table.fingers = {"red"}
    assert not table.look(REST + 2)
    table.take("red", "black")
    assert not table.look(REST + 2)
    table.take("white")
    assert table.look()[-1].throw.sticks == ()


def test_what_is_hardly_a_stick_is_told_once_it_has_lain_there_for_long():
    table = Table()
    table.look()
    table.fingers = {"red"}
    table.throw(0, 1, 2)
    assert not table.look(PATIENCE)
    (sight,) = table.look(REST + 2)
    assert len(sight.throw.sticks) == 3


def test_what_does_not_lie_flat_completes_no_throw_while_a_stick_still_rolls():
    table = Table()
    table.look()
    table.standing = {"white"}
    table.throw(0, 1, 2, places=(*PLACES[:2], (760, 420)))
    assert table.look(REST + PATIENCE // 2) == []
    table.standing = set()
    table.lay("white", 2, PLACES[2])
    [sight] = table.look()
    assert sight.throw.again is None and said(sight) == {"red": 0, "black": 1, "white": 2}


def test_a_stick_that_does_not_lie_flat_is_told_once_it_has_stayed_so():
    table = Table()
    table.look()
    table.standing = {"white"}
    table.throw(0, 1, 2)
    told = table.look(REST + PATIENCE + 3)
    assert told[0].throw.again == "leaning" and len(told[0].tracks) == 3


def test_sticks_that_the_reader_half_takes_for_lying_flat_are_told_at_once():
    table = Table()
    table.look()
    table.flat = 0.45
    table.throw(0, 1, 2)
    assert len(table.look()[0].tracks) == 3


def test_sticks_that_now_and_then_look_flat_are_waited_for_no_longer():
    table = Table()
    table.look()
    table.throw(0, 1, 2)
    told = []
    for step in range(REST + PATIENCE + 3):
        table.standing = {"white"} if step % 3 else {"black", "white"}
        told += table.look(1)
    assert told[0].throw.again == "leaning"


def test_sticks_of_which_one_rolls_off_another_are_told_once_it_lies_on_the_table():
    table = Table()
    table.look()
    table.throw(0, 1)
    table.lay("white", 2, ACROSS, 80.0)
    assert table.look(REST + VOID - 1) == []
    table.lay("white", 2, PLACES[2])
    [sight] = table.look(REST + VOID + 2)
    assert sight.throw.again is None and said(sight) == {"red": 0, "black": 1, "white": 2}


def test_a_throw_that_does_not_count_is_told_once_it_has_stayed_so():
    table = Table()
    table.look()
    table.throw(0, 1)
    table.lay("white", 2, ACROSS, 80.0)
    [sight] = table.look(REST + VOID + 2)
    assert sight.throw.again == "overlap" and len(sight.tracks) == 3


def test_sticks_are_sought_where_something_came_to_the_table_that_was_seen_without_them():
    table = Table()
    table.things = ((700, 400),)
    table.look()
    assert table.came is None
    table.throw(0, 1, 2)
    table.look()
    assert all(table.is_new(at) for at in PLACES)
    assert not table.is_new((740, 440)) and not table.is_new((100, 100))


def test_what_lies_beside_a_throw_of_which_nothing_is_unclear_belongs_to_the_table():
    table = Table()
    table.look()
    table.sure, table.things = 0.6, ((700, 400),)
    table.throw(0, 1, 2)
    table.look()
    assert table.is_new((740, 440))
    table.sure = 0.9999
    table.throw(1, 1, 2, places=((200, 400), (520, 420), (760, 150)), angle=70.0)
    table.look()
    table.take("red")
    table.look()
    assert not table.is_new((740, 440)) and table.is_new((520, 420)) and table.is_new((760, 150))


@pytest.mark.parametrize("pictures", [REST + 2, REST + SETTLED])
def test_what_has_lain_for_seconds_with_no_stick_about_belongs_to_the_table(pictures):
    table = Table()
    table.look()
    table.things = ((700, 400),)
    table.look(pictures)
    table.things = ((700, 400), (100, 400))
    table.look()
    table.throw(0, 1, 2)
    table.look()
    assert table.is_new((140, 440)) and table.is_new((740, 440)) == (pictures < SETTLED)


def test_a_stick_that_was_set_aside_never_belongs_to_the_table():
    table = Table()
    table.look()
    table.throw(2, 1, 0)
    table.look()
    table.take("black", "white")
    table.look(REST + SETTLED, seen=("red",))
    for things in (((700, 400),), ((700, 400), (100, 400))):
        table.things = things
        table.look(REST + 2, seen=("red",))
        assert table.is_new(PLACES[0])


def test_in_a_duel_only_the_thrown_sticks_are_read():
    table = Table()
    table.throw(2, 1, 0)
    [first] = table.look()
    assert table.look(seen=("red",)) == []
    table.take("black")
    [aside] = table.look(seen=("red",))
    assert (aside.tracks, [stick.color for stick in aside.aside]) == (first.tracks, ["red"])
    table.take("white")
    [up] = table.look(seen=("red",))
    assert up.throw.sticks == () and len(up.aside) == 1
    table.throw(2, 2, places=PLACES[1:], colors=("black", "white"))
    [sight] = table.look(seen=("red",))
    assert (
        not sight.tracks & first.tracks
        and said(sight) == {"black": 2, "white": 2}
        and sight.throw.again is None
    )


def test_sticks_of_a_duel_that_lie_there_when_all_are_thrown_again_are_no_throw_yet():
    table = Table()
    table.throw(2, 1, 0)
    table.look()
    table.take("white")
    table.look(seen=("red", "black"))
    table.lay("white", 2, PLACES[2])
    [sight] = table.look(seen=("red", "black"))
    assert said(sight) == {"white": 2}
    assert table.look() == []
    table.take("red")
    sights = table.look(REST + PATIENCE + 3)
    assert all(each.tracks == sight.tracks and len(each.throw.sticks) == 1 for each in sights)
    table.take("black", "white")
    [up] = table.look()
    assert up.throw.sticks == () and up.aside == ()


def test_a_stick_set_aside_that_is_turned_over_is_told_of():
    table = Table()
    table.throw(2, 1, 0)
    table.look()
    table.take("black", "white")
    table.look(seen=("red",))
    table.lay("red", 0, (305, 205), 12.0)
    [sight] = table.look(seen=("red",))
    assert "red stick" in sight.trouble
    table.lay("red", 2, (305, 200), 12.0)
    [sight] = table.look(seen=("red",))
    assert sight.trouble is None


def test_what_is_unclear_is_looked_at_again_and_told_anew_with_the_same_tracks():
    table = Table()
    table.look()
    table.sure = 0.6
    table.throw(0, 1, 2)
    [unclear] = table.look(REST + 1)
    assert all(stick.asks for stick in unclear.throw.sticks)
    table.sure = 0.9999
    [clear] = table.look(8)
    assert len(clear.tracks) == 3 and clear.tracks == unclear.tracks
    assert not any(stick.asks for stick in clear.throw.sticks)
    reads = table.reads
    assert table.look(6) == [] and table.reads == reads


def test_a_stick_under_an_arm_is_waited_for():
    table = Table()
    table.look()
    table.throw(0, 1, 2)
    table.hand = PLACES[0]
    assert table.look(REST + PATIENCE // 2) == []
    table.hand = None
    [sight] = table.look()
    assert len(sight.throw.sticks) == 3


def test_sticks_that_a_hand_covers_are_part_of_no_new_throw_until_it_has_gone():
    table = Table()
    table.throw(0, 1, 2)
    [first] = table.look()
    table.lay("white", 2, (760, 150), 70.0)
    told = []
    for step in range(REST + PATIENCE + 3):
        table.hand = (300 + 15 * (-1) ** step, 230)
        told += table.look(1)
    assert told == []
    table.hand = None
    [sight] = table.look()
    assert not sight.tracks & first.tracks and said(sight) == {"red": 0, "black": 1, "white": 2}


def test_a_throw_is_told_while_hands_move_beside_it():
    table = Table()
    table.look()
    table.throw(0, 1, 2)
    sights = []
    for step in range(REST + 2):
        table.hand = (480 + 25 * (-1) ** step, 470)
        sights += table.look(1)
    [sight] = sights
    assert len(sight.throw.sticks) == 3


def test_no_trouble_is_told_while_much_moves_above_the_table():
    table = Table()
    table.throw(0, 1, 2)
    [before] = table.look()
    restless = np.random.default_rng(SEED)
    frames = (restless.integers(60, 250, (540, 960, 3), np.uint8) for _ in range(BLIND + 5))
    assert [table.eye.look(frame) for frame in frames] == [None] * (BLIND + 5)
    assert table.look() == [] and before.trouble is None


def test_darkness_is_told_and_light_again():
    table = Table()
    table.look()
    dark = [table.eye.look(np.zeros((540, 960, 3), np.uint8)) for _ in range(4)]
    assert [sight.trouble for sight in dark if sight] == ["too dark to read: switch on a lamp"]
    [sight] = table.look()
    assert sight.trouble is None


def test_after_forgetting_everything_what_lies_there_is_told_anew_with_new_tracks():
    table = Table()
    table.throw(0, 1, 2)
    [before] = table.look()
    table.eye.forget()
    [sight] = table.look()
    assert len(sight.tracks) == 3 and not sight.tracks & before.tracks


def test_a_look_that_names_the_ends_otherwise_says_the_same_of_sides_and_base_edges():
    def look(vertices, shown, bases):
        each = np.eye(3)[0], pairs(np.array(shown)), np.eye(4)[0], np.eye(3)[0]
        posterior = Posterior(*each, np.array(bases))
        return Look(Bar(np.float32(vertices), 0.99), np.zeros((96, 192, 3), np.uint8), posterior)

    vertices = [[500, 100], [500, 300], [480, 100], [480, 300], [520, 100], [520, 300]]
    one = look(vertices, [[1.0, 0, 0], [0, 1.0, 0]], [[0, 0, 1.0], [0, 1.0, 0]])
    other = look(turned(vertices), [[0, 1.0, 0], [1.0, 0, 0]], [[0, 1.0, 0], [0, 0, 1.0]])
    both = Followed.first(1, one).more(other).look().posterior
    assert both.sides[0, 1] > 0.99 and both.bases.argmax(1).tolist() == [2, 1] and both.bases.max() > 0.99


def test_a_stick_that_fits_in_each_look_fits_in_all_of_them_together():
    table = UnderOneCamera()
    table.throw(0, 1, 2)
    [bar, *_] = table.find(table.frame())
    [posterior, *_] = table.read([None])
    assert bar.fits
    crop = np.zeros((96, 192, 3), np.uint8)
    looks = [Look(each, crop, posterior) for each in (bar, bar.turned(), bar)]
    first, *more = looks
    followed = Followed.first(1, first)
    for look in more:
        followed = followed.more(look)
    both = followed.look().bar
    assert both.fits
    np.testing.assert_allclose(both.vertices, bar.vertices, atol=1e-3)
    np.testing.assert_allclose(both.found, bar.found, atol=1e-3)


class UnderOneCamera(Table):
    """A table whose sticks are solid, and a finder that is told what the eye knows of the camera."""

    def __init__(self):
        super().__init__()
        self.camera, self.views = camera(np.random.default_rng(SEED), (960, 540)), []

    def lay(self, color, notches, at, angle=10.0, tilt=0.0):
        bar = Solid(color, notches, "force", (at[0] - 480.0, at[1] - 270.0), np.radians(angle), tilt=tilt)
        points = place(bar, Measures()).world(prism(Measures())).reshape(6, 3)
        self.lying[color] = (notches, arranged(self.camera.project3(points)))

    def find(self, image, view=None, foreground=None):
        self.views.append(view)
        bars = [Bar(vertices, 0.99, np.full(6, 4.0)) for _, vertices in self.lying.values()]
        return lie(bars, image.shape[1::-1], view)

    def read(self, crops):
        return (2 * super().read(crops))[: len(crops)]  # what does not fit is looked at twice


def test_what_a_throw_tells_of_the_camera_is_known_in_the_next_one_until_all_is_forgotten():
    table = UnderOneCamera()
    table.look()
    table.throw(0, 1, 2)
    [first] = table.look()
    assert first.throw.again is None and set(table.views) == {None}
    table.take(*COLORS)
    table.look()
    table.throw(1, 1, 2, angle=75.0)
    [second] = table.look()
    assert second.throw.again is None and table.views[-1] is not None
    table.eye.forget()
    table.look()
    assert table.views[-1] is None


def test_a_throw_that_does_not_count_tells_nothing_of_the_camera():
    table = UnderOneCamera()
    table.look()
    table.throw(0, 1, 2)
    table.lay("red", 0, PLACES[0], tilt=float(np.arcsin(60 / 92)))
    [sight] = table.look(REST + VOID + 2)
    assert sight.throw.again is not None
    table.take(*COLORS)
    table.look()
    table.throw(0, 1, 2)
    table.look()
    assert set(table.views) == {None}


def test_a_camera_under_which_no_throw_counts_any_more_is_forgotten():
    table = UnderOneCamera()
    table.look()
    known = []
    for tilt in (0.0, 60 / 92, 60 / 92, 60 / 92, 0.0):
        table.throw(0, 1, 2)
        table.lay("red", 0, PLACES[0], tilt=float(np.arcsin(tilt)))
        table.look(REST + VOID + 2)
        known.append(table.views[-1] is not None)
        table.take(*COLORS)
        table.look()
    assert known[:3] == [False, True, True] and not known[-1]
