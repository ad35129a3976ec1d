"""Unclear finds wait until their places have rested; a card's size is learnt from clear ones."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from vision.detect.fit import Fit
from vision.detect.selection import Candidate
from vision.geometry.quads import fill, rectify
from vision.interval import LONGEST_MS, USUAL_MS
from vision.motion.frame_diff import FrameDiff
from vision.motion.static_scene import StaticScene
from vision.read.looks import Look
from vision.read.reader import Scores
from vision.track import tentative
from vision.track.card_size import CardSize
from vision.track.cards import CardTracker
from vision.track.held import may_be_held
from vision.track.initiation import BY_A_HAND, Initiation
from vision.track.reference import Changes
from vision.track.tentative import Tentative, Waiting, rests
from vision.track.tracks import Track
from vision.types import Reading, Seen

QUAD = np.array([[400, 200], [500, 200], [500, 340], [400, 340]], np.float32)
SHAPE = (540, 960, 3)

SETTLES, HELD, PATIENCE = (
    each // USUAL_MS for each in (tentative.SETTLES_MS, tentative.HELD_MS, tentative.ASKED_AFTER_MS)
)
"""In pictures, a tenth of a second apart."""


def table(*, card=False, hand=None):
    """Draw a plain table; hand: how far a hand that holds the card has drawn back."""
    out = np.full(SHAPE, 120, np.uint8)
    if card:
        out[200:340, 400:500] = 230
    if hand is not None:
        out[150:390, 460 + hand : 620] = 40
    return out


def scene_of(*frames):
    scene = StaticScene()
    for frame in frames:
        scene.push(frame)
    return scene


def changes(frame, mask, fresh=None, unsettled=None):
    """Give a change, all of which is new unless it is told otherwise."""
    masks = (mask if each is None else each for each in (None, fresh, fresh, unsettled))
    return Changes(*(FrameDiff(frame, each) for each in masks), before=table(), now=frame, bare=table())


def test_a_place_rests_once_nothing_stirred_there_for_some_frames():
    scene = scene_of(table(), table(), table(card=True))
    assert not rests(scene, QUAD)
    for _ in range(SETTLES - 1):
        scene.push(table(card=True))
        assert not rests(scene, QUAD)
    scene.push(table(card=True))
    assert rests(scene, QUAD)


def test_a_card_in_a_hand_that_moves_does_not_rest():
    scene = scene_of(table(), table(card=True, hand=0))
    for k in range(12):
        scene.push(table(card=True, hand=(k % 2) * 30))
    assert not rests(scene, QUAD)


def test_a_find_waits_until_its_place_rests_and_is_a_change_again_then():
    scene, waiting = scene_of(table(), table(card=True)), Waiting()
    before = table()
    assert waiting.hold(scene, Tentative(QUAD, before, 1.0))
    assert len(waiting.quads) == 1
    while not (due := waiting.due(scene)):
        scene.push(table(card=True))
    assert waiting.quads == []
    reference = due[0].unseen(table(card=True))
    assert np.array_equal(reference, table())
    # Read again it is asked about, for now it rests.
    assert not waiting.hold(scene, Tentative(QUAD, before, 1.0))


@pytest.mark.parametrize("between", [50, 100, 250])
def test_what_a_hand_may_hold_waits_for_as_long_however_many_pictures_there_are(between):
    """A small computer that looks at four pictures a second asks no later than one that looks at twenty."""
    scene, waiting = scene_of(table(), table(card=True)), Waiting()
    assert waiting.hold(scene, Tentative(QUAD, table(), 1.0, held=True))
    waited = 0
    while not waiting.due(scene):
        scene.push(table(card=True), between)
        waited += between
    assert tentative.HELD_MS <= waited <= tentative.HELD_MS + between


@pytest.mark.parametrize(
    ("times", "passed"),
    [
        ((), USUAL_MS),
        ((5.0,), USUAL_MS),
        ((5.0, 5.06), 60),
        ((5.0, 5.0), USUAL_MS),
        ((5.0, 5.06, 65.0), LONGEST_MS),
    ],
)
def test_an_eye_counts_the_time_between_two_pictures_where_it_is_told_and_a_tenth_where_not(times, passed):
    eye = CardTracker("us")
    for time in times:
        eye.taken(time)
    eye.look(table())
    assert eye._scene.passed == passed


@pytest.mark.parametrize("beneath", [False, True])
def test_what_never_rests_is_asked_about_in_the_end(beneath):
    scene, waiting = scene_of(table(), table(card=True, hand=0)), Waiting()
    frames = 0
    while waiting.hold(scene, Tentative(QUAD + np.float32(frames % 3), table(), 1.0, beneath=beneath)):
        while not waiting.due(scene):
            frames += 1
            scene.push(table(card=True, hand=(frames % 2) * 30))
        assert frames <= 2 * PATIENCE
    assert frames >= PATIENCE - 1


@pytest.mark.parametrize(
    ("upon", "sways", "asked"), [(True, 12, True), (True, 40, False), (False, 12, False)]
)
def test_a_card_upon_another_need_not_wait_for_a_hand_that_touches_it(upon, sways, asked):
    scene, waiting = scene_of(table(), table(card=True, hand=0)), Waiting()
    assert waiting.hold(scene, Tentative(QUAD, table(), 1.0, upon=upon))
    due = []
    for k in range(2 * HELD):
        scene.push(table(card=True, hand=k % 2 * sways))
        due += waiting.due(scene)
    assert bool(due) == asked


def shadowed(picture, step):
    """Lay a soft shadow over a picture's table that has moved on by so many steps, and comes back."""
    across = np.abs(np.arange(SHAPE[1]) - 380 - 40 * np.abs(step % 6 - 3)) / 90
    light = 1 - 0.35 * np.exp(-(across**2))
    return (picture * light[None, :, None]).astype(np.uint8)


def printed(*, shift=0):
    """Draw a table with a card that bears something, that many pixels farther on."""
    out = table(card=True)
    out[230:310, 430 + shift : 460 + shift] = 60
    return out


@pytest.mark.parametrize(
    ("face", "held", "sways", "asked"),
    [
        pytest.param(True, False, 0, True, id="a card in a hand's shadow"),
        pytest.param(True, False, 3, False, id="what moves in it"),
        pytest.param(False, False, 0, False, id="what is no face"),
        pytest.param(True, True, 0, False, id="what a hand may hold"),
    ],
)
def test_a_card_rests_in_a_shadow_that_moves_over_it(face, held, sways, asked):
    scene, waiting = scene_of(table(), *[printed()] * HELD, shadowed(printed(), 0)), Waiting()
    assert waiting.hold(scene, Tentative(QUAD, table(), 1.0, face=face, held=held))
    due = []
    for step in range(2 * HELD):
        scene.push(shadowed(printed(shift=step % 2 * sways), step))
        assert not rests(scene, QUAD)
        due += waiting.due(scene)
    assert bool(due) == asked


def test_a_find_that_is_found_anew_has_rested_for_as_long():
    scene, waiting = scene_of(table(), *[printed()] * HELD, shadowed(printed(), 0)), Waiting()
    alike = tentative.ALIKE_MS // USUAL_MS
    for step in range(alike + 1):
        assert waiting.hold(scene, Tentative(QUAD, table(), 1.0, face=True)) == (step < alike)
        scene.push(shadowed(printed(), step))
        waiting.due(scene)


def test_a_reference_of_another_size_is_left_alone():
    scene, waiting = scene_of(table(), table(card=True)), Waiting()
    waiting.hold(scene, Tentative(QUAD, table(), 1.0))
    for _ in range(SETTLES + 2):
        scene.push(table(card=True))
    other = np.zeros((270, 480, 3), np.uint8)
    assert waiting.due(scene)[0].unseen(other) is other


def reading(card="7H", asks=False):
    return Reading(card, 0.9, asks, (), tuple(map(tuple, QUAD.tolist())))


def test_a_card_s_size_is_learnt_from_clear_faces_that_fit_and_forgotten_after_unclear_ones():
    size, fits = CardSize(), Fit(0.9, 0.95, 1.0)
    assert size.sides is None
    size.learn(reading("back"), fits, QUAD)
    size.learn(reading(asks=True), fits, QUAD)
    size.learn(reading(), Fit(0.9, 0.4, 1.0), QUAD)
    assert size.sides is None
    size.learn(reading(), fits, QUAD)
    assert size.sides == (100.0, 140.0)
    # Hands that move elsewhere make a card explain little of what changed.
    size.learn(reading(), Fit(0.3, 0.95, 1.0), QUAD * 1.2)
    assert size.sides is not None and size.sides.short > 100.0
    for _ in range(3):
        size.learn(reading(asks=True), fits, QUAD)
    assert size.sides is None


def test_what_a_hand_may_hold_waits_for_rest_and_for_longer():
    scene, waiting = scene_of(table(), table(card=True)), Waiting()
    frames = 0
    while waiting.hold(scene, Tentative(QUAD, table(), 1.0, held=True)):
        while not waiting.due(scene):
            frames += 1
            scene.push(table(card=True))
            assert frames <= HELD
    assert frames == HELD


@pytest.mark.parametrize(("gone", "waits"), [(2 * HELD, HELD), (2, 3 + SETTLES)])
def test_what_a_hand_rested_upon_need_not_wait_once_the_hand_has_gone(gone, waits):
    scene, waiting = scene_of(table(), table(card=True, hand=-40)), Waiting()
    assert waiting.hold(scene, Tentative(QUAD, table(), 1.0, beneath=True))
    count = 0
    while not waiting.due(scene):
        scene.push(table(card=True, hand=-40 if count < gone else None))
        count += 1
    assert count == waits


def test_what_a_hand_may_hold_is_never_asked_about_while_the_hand_stirs():
    scene, waiting = scene_of(table(), table(card=True, hand=0)), Waiting()
    assert waiting.hold(scene, Tentative(QUAD, table(), 1.0, held=True))
    for k in range(PATIENCE + HELD):
        scene.push(table(card=True, hand=(k % 2) * 30))
        assert not waiting.due(scene)


@pytest.mark.parametrize(("share", "found"), [(1.0, ["7H", "J"]), (0.5, ["7H"])])
def test_of_what_is_unclear_at_the_start_only_what_is_as_large_as_a_card_is_asked_about(
    monkeypatch, share, found
):
    crop, other = np.zeros((144, 96, 3), np.uint8), QUAD.mean(0) + share * (QUAD - QUAD.mean(0)) - (300, 0)
    clear, unclear = (tuple(map(tuple, quad.tolist())) for quad in (QUAD, other))
    readings = (Reading("7H", 0.99, False, (), clear, crop), Reading("J", 0.4, True, (), unclear, crop))
    monkeypatch.setattr("vision.track.initial.photograph.read_cards", lambda *_, **__: readings)
    eye, frame = CardTracker("us"), fill(table(card=True), [other], 230)
    sights = [eye.look(frame) for _ in range(2 * SETTLES)]
    assert [item.reading.card for item in [each for each in sights if each][-1].lying] == found


def asked_at_the_start(monkeypatch, quad, frames):
    """Give the cards that are told of where something unclear is all there is at the start."""
    crop, corners = np.zeros((144, 96, 3), np.uint8), tuple(map(tuple, quad.tolist()))
    readings = (Reading("J", 0.4, True, (), corners, crop),)
    monkeypatch.setattr("vision.track.initial.photograph.read_cards", lambda *_, **__: readings)
    eye = CardTracker("us")
    for frame in frames:
        eye.look(frame)
    return [item.seen.reading.card for item in eye._lying]


@pytest.mark.parametrize(("high", "asked"), [(140, ["J"]), (100, [])])
def test_a_square_that_is_all_there_is_at_the_start_is_no_card(monkeypatch, high, asked):
    quad = np.float32([[400, 200], [500, 200], [500, 200 + high], [400, 200 + high]])
    assert asked_at_the_start(monkeypatch, quad, [table(card=True)] * 2 * SETTLES) == asked


@pytest.mark.parametrize(("wide", "asked"), [(40, ["J"]), (28, [])])
def test_what_is_unclear_at_the_start_and_too_small_to_be_read_is_no_card(monkeypatch, wide, asked):
    quad = np.float32([400, 200]) + wide * np.float32([[0, 0], [1, 0], [1, 1.4], [0, 1.4]])
    assert asked_at_the_start(monkeypatch, quad, [fill(table(), [quad], 230)] * 2 * SETTLES) == asked


@pytest.mark.parametrize(("share", "asked"), [(1.0, ["J"]), (0.5, []), (0.0, [])])
def test_what_is_unclear_at_the_start_and_ends_where_no_card_does_is_none(monkeypatch, share, asked):
    long = table()
    long[200 : round(340 + (1 - share) * 140), 400:500] = 230
    assert asked_at_the_start(monkeypatch, QUAD, [long] * 2 * SETTLES) == asked


@pytest.mark.parametrize(
    ("card", "cover", "waits"), [("W", 0.3, True), ("W", 0.95, False), ("9H", 0.3, False)]
)
def test_a_wizard_told_by_its_title_beneath_fingers_waits_until_they_have_gone(card, cover, waits):
    frame, corners = table(), tuple(map(tuple, QUAD.tolist()))
    found = Candidate(Fit(cover, 0.98, 1.0), QUAD, np.zeros((144, 96, 3), np.uint8), np.zeros(54, np.float32))
    may = partial(may_be_held, scene_of(frame), lying=[], size=CardSize(), far=False)
    reading = Reading(card, 0.995, False, (), corners)
    everywhere = np.full(frame.shape[:2], 255, np.uint8)
    nowhere = np.zeros_like(everywhere)
    assert may(changes(frame, everywhere), found, reading) == waits
    # With its edges in view it is no part of what else changed.
    assert not may(changes(table(card=True), everywhere), found, reading)
    # A hand that has rested there for long is no change any more, and yet lies upon the picture.
    assert may(changes(frame, nowhere), found, reading) == waits
    # One that has rested there for less is the table by now, but no settled one.
    assert may(changes(frame, everywhere, fresh=nowhere), found, reading) == waits
    # Where the settled table has just come into sight about the card, the hand has gone.
    assert not may(changes(frame, everywhere, fresh=nowhere, unsettled=nowhere), found, reading)


def test_a_faint_card_with_nothing_about_it_is_in_no_hand():
    frame, corners = table(), tuple(map(tuple, QUAD.tolist()))
    found = Candidate(Fit(0.3, 0.1, 0.0), QUAD, np.zeros((144, 96, 3), np.uint8), np.zeros(54, np.float32))
    may = partial(may_be_held, scene_of(frame), lying=[], size=CardSize(), far=False)
    nothing, everywhere = np.zeros(frame.shape[:2], np.uint8), np.full(frame.shape[:2], 255, np.uint8)
    reading = Reading("9H", 0.995, False, (), corners)
    assert may(changes(frame, everywhere), found, reading)
    assert not may(changes(frame, nothing), found, reading)


@pytest.mark.parametrize("far", [True, False])
def test_a_clear_card_far_off_is_in_a_hand_unless_all_about_it_is_the_settled_table(far):
    frame, corners = table(card=True), tuple(map(tuple, QUAD.tolist()))
    found = Candidate(Fit(1.0, 0.98, 1.0), QUAD, np.zeros((144, 96, 3), np.uint8), np.zeros(54, np.float32))
    nothing, everywhere = np.zeros(frame.shape[:2], np.uint8), np.full(frame.shape[:2], 255, np.uint8)
    clear, unclear = (Reading("9H", sure, sure < 0.95, (), corners) for sure in (0.995, 0.5))

    def may(reading, unsettled, lying=(), scene=None):
        view = changes(frame, nothing, unsettled=unsettled)
        scene = scene or scene_of(frame)
        return may_be_held(scene, view, found, reading, lying, CardSize(), far=far)

    assert not may(clear, nothing)
    assert may(clear, everywhere) == far
    assert may(unclear, nothing) == far
    # An arm that reaches in over the picture's edge hides the table about it.
    reached = table(card=True)
    reached[250:, 505:700] = 40
    assert may(clear, nothing, scene=scene_of(frame, reached)) == far
    # What has changed of a card beside it is no hand.
    beside = QUAD + np.float32([105, 0])
    part = nothing.copy()
    part[200:340, 505:605] = 255
    assert may(clear, part) == far
    assert not may(clear, part, lying=[beside])


class Unsure:
    """A reader that takes whatever it sees for a three, but not for sure."""

    names = ("3C", "W", "J", "back", "none")
    index = titles = None

    def __init__(self, least):
        self.row = np.float32([least, 0, 0, 0, 0.02])

    def read(self, crops):
        return Scores(self.names, np.tile(self.row, (len(crops), 1)))


@pytest.mark.parametrize(("sure", "hand", "waits"), [(0.4, 90, True), (0.98, 90, False), (0.4, 0, False)])
def test_a_card_on_which_a_hand_rests_is_not_asked_about_before_the_hand_has_gone(
    monkeypatch, sure, hand, waits
):
    eye = CardTracker(reader=Unsure(sure))
    monkeypatch.setattr("vision.track.initial.photograph.read_cards", lambda *_, **__: ())
    monkeypatch.setattr("vision.detect.residual.cards", lambda *_: [])
    find = (Fit(0.1, 0.98, 1.0), QUAD)
    monkeypatch.setattr(
        "vision.detect.candidates.search", lambda _, mask, __, **_how: ([find], np.zeros_like(mask))
    )
    eye.look(table())
    upon = table(card=True)
    upon[200 - hand : 340 + hand, 450 : 500 + hand] = 40
    for _ in range(2 * SETTLES):
        eye.look(upon)
    assert [item.seen.reading.card for item in eye._lying] == ([] if waits else ["3C"])


@pytest.mark.parametrize(("sure", "learnt"), [(0.98, True), (0.02, False)])
def test_what_a_hand_may_hold_tells_how_large_the_first_card_is_where_it_reads_as_one(
    monkeypatch, sure, learnt
):
    reader = Unsure(sure)
    monkeypatch.setattr("vision.track.initiation.may_be_held", lambda *_, **__: True)
    initiation, frame = Initiation(reader), table(card=True)
    found = Candidate(Fit(0.9, 0.98, 1.0), QUAD, rectify(frame, QUAD), reader.row)
    scene = scene_of(table(), *[frame] * (HELD + 1))
    view = changes(frame, np.zeros(SHAPE[:2], np.uint8))
    (track,) = initiation.from_change(scene, view, [found], [], [], ())
    assert (track.seen.reading.asks, track.seen.reading.doubt) == (True, BY_A_HAND)
    assert (initiation.size.sides is not None) == learnt


@pytest.mark.parametrize(("beside", "bare"), [(5, True), (60, False)])
def test_how_a_place_looked_before_a_card_came_is_known_though_it_waited_meanwhile(beside, bare):
    """The picture before the change in which it is clear shows a part of it already."""
    reader, frame = Unsure(0.98), table(card=True)
    initiation, scene = Initiation(reader), scene_of(table(), frame)
    assert initiation.waiting.hold(scene, Tentative(QUAD + np.float32(beside), table(), 1.0))
    found = Candidate(Fit(0.9, 0.98, 1.0), QUAD, rectify(frame, QUAD), reader.row)
    change = replace(changes(frame, np.zeros(SHAPE[:2], np.uint8)), before=table(card=True))
    (track,) = initiation.from_change(scene, change, [found], [], [], ())
    assert (track.before.crop.max() < 130) == bare


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize(
    ("beneath", "row", "laid", "seen", "asked"),
    [
        pytest.param("back", (0.2, 0.4), 300, ("9S",), False, id="a pile of won tricks"),
        pytest.param("back", (0.4, 0.2), 300, ("9S",), True, id="more of a face than of none"),
        pytest.param("back", (0.2, 0.4), 20, ("9S",), True, id="where one was turned up"),
        pytest.param("back", (0.2, 0.4), 300, (), True, id="before any card of a round"),
        pytest.param("9S", (0.2, 0.4), 300, ("9S",), True, id="upon a face"),
    ],
)
def test_a_pile_of_won_tricks_is_not_asked_about(monkeypatch, corners, beneath, row, laid, seen, asked):
    reader, frame = Unsure(0), table(card=True)
    face, none = row
    reader.row = np.float32([face, 0, 0, 0.02, none])
    initiation, crop = Initiation(reader), rectify(frame, QUAD)
    for _ in range(3):
        initiation._laid.add(QUAD + np.float32([laid, 0]))
    lies = Reading(beneath, 0.99, False, (), tuple(map(tuple, QUAD.tolist())), crop)
    scene = scene_of(table(), *[frame] * (HELD + 1))
    if corners:
        look = Look(QUAD, crop, reader.row, np.ones(4, np.float32))
        monkeypatch.setattr("vision.detect.residual.cards", lambda *_: [look])
        left = np.full(scene.picture.shape[:2], 255, np.uint8)
        begun = initiation.from_corners(scene, left, table(), [Track(Seen(1, lies), QUAD)], seen)
    else:
        found = Candidate(Fit(0.9, 0.98, 1.0), QUAD, crop, reader.row, lay_there=True)
        view = changes(frame, np.zeros(SHAPE[:2], np.uint8))
        begun = initiation.from_change(scene, view, [found], [], [Track(Seen(1, lies), QUAD)], seen)
    assert [item.seen.reading.asks for item in begun] == [True] * asked


@pytest.mark.parametrize("corners", [False, True])
@pytest.mark.parametrize(
    ("none", "laid", "asked"),
    [
        pytest.param(0.79, 300, False, id="a telephone at the rim"),
        pytest.param(0.65, 300, True, id="perhaps a face at the rim"),
        pytest.param(0.79, 20, True, id="where cards are laid"),
    ],
)
def test_what_is_surely_no_face_far_from_where_cards_are_laid_is_not_asked_about(
    monkeypatch, corners, none, laid, asked
):
    reader, frame = Unsure(0), table(card=True)
    reader.row = np.float32([0, 0, 0.01, 0.18, none])
    initiation, crop = Initiation(reader), rectify(frame, QUAD)
    for _ in range(3):
        initiation._laid.add(QUAD + np.float32([laid, 0]))
    scene = scene_of(table(), *[frame] * (HELD + 1))
    if corners:
        look = Look(QUAD, crop, reader.row, np.ones(4, np.float32))
        monkeypatch.setattr("vision.detect.residual.cards", lambda *_: [look])
        left = np.full(scene.picture.shape[:2], 255, np.uint8)
        begun = initiation.from_corners(scene, left, table(), [], ("9S",))
    else:
        found = Candidate(Fit(0.9, 0.98, 1.0), QUAD, crop, reader.row)
        view = changes(frame, np.zeros(SHAPE[:2], np.uint8))
        begun = initiation.from_change(scene, view, [found], [], [], ("9S",))
    assert [item.seen.reading.asks for item in begun] == [True] * asked


@pytest.mark.parametrize(
    ("held", "row", "doubted", "hidden", "seen", "unread"),
    [
        pytest.param(True, (0.01, 0.99), False, False, ("9S",), True, id="the edge of a fan"),
        pytest.param(False, (0.01, 0.99), False, False, ("9S",), False, id="what lies on the table"),
        pytest.param(True, (0.2, 0.8), False, False, ("9S",), False, id="perhaps a face"),
        pytest.param(True, (0.01, 0.99), True, False, ("9S",), False, id="like one that lay there"),
        pytest.param(True, (0.01, 0.99), False, True, ("9S",), False, id="hidden in part"),
        pytest.param(True, (0.01, 0.99), False, False, (), False, id="before any card of a round"),
    ],
)
def test_what_shows_no_face_and_may_be_held_is_hardly_a_card(
    monkeypatch, held, row, doubted, hidden, seen, unread
):
    monkeypatch.setattr("vision.track.initiation.may_be_held", lambda *_, **__: held)
    reader, frame = Unsure(0), table(card=True)
    reader.row = np.float32([0, 0, row[0], 0, row[1]])
    scene = scene_of(table(), *[frame] * (HELD + 1))
    monkeypatch.setattr(scene, "hidden_in", lambda _: 0.1 * hidden)
    found = Candidate(Fit(0.9, 0.98, 1.0), QUAD, rectify(frame, QUAD), reader.row, doubted=doubted)
    view = changes(frame, np.zeros(SHAPE[:2], np.uint8))
    begun = Initiation(reader).from_change(scene, view, [found], [], [], seen)
    assert [(item.seen.reading.asks, item.unread) for item in begun] == [(True, unread)]


def test_what_shows_no_face_far_from_where_cards_are_laid_waits_before_it_is_let_go():
    """A hand may hide the face for a moment."""
    reader, frame = Unsure(0), table(card=True)
    reader.row = np.float32([0, 0, 0.01, 0.18, 0.79])
    initiation = Initiation(reader)
    for _ in range(3):
        initiation._laid.add(QUAD + np.float32([300, 0]))
    found = Candidate(Fit(0.9, 0.98, 1.0), QUAD, rectify(frame, QUAD), reader.row)
    view = changes(frame, np.zeros(SHAPE[:2], np.uint8))
    assert not initiation.from_change(scene_of(table(), frame), view, [found], [], [], ("9S",))
    assert len(initiation.waiting.quads) == 1


def test_what_lies_upon_the_edge_of_two_backs_that_cross_is_no_pile():
    reader, frame = Unsure(0), table(card=True)
    reader.row = np.float32([0.2, 0, 0, 0.02, 0.4])
    initiation, beside = Initiation(reader), QUAD + np.float32([60, 0])
    for _ in range(3):
        initiation._laid.add(QUAD + np.float32([300, 0]))
    lies = Reading("back", 0.99, False, (), tuple(map(tuple, beside.tolist())), rectify(frame, beside))
    backs = [Track(Seen(each, lies), beside) for each in (1, 2)]
    scene = scene_of(table(), *[frame] * (HELD + 1))
    found = Candidate(Fit(0.9, 0.98, 1.0), QUAD, rectify(frame, QUAD), reader.row)
    view = changes(frame, np.zeros(SHAPE[:2], np.uint8))
    (track,) = initiation.from_change(scene, view, [found], [], backs, ("9S",))
    assert track.seen.reading.asks


def test_a_card_among_others_need_not_wait_for_the_hand_that_has_laid_it_and_gone(monkeypatch):
    eye, finds = CardTracker(reader=Unsure(0.4)), []
    monkeypatch.setattr("vision.track.initial.photograph.read_cards", lambda *_, **__: ())
    monkeypatch.setattr("vision.detect.residual.cards", lambda *_: [])
    monkeypatch.setattr(
        "vision.detect.candidates.search", lambda _, mask, __, **_how: (finds, np.zeros_like(mask))
    )
    beside, others = QUAD + np.float32([110, 0]), table()
    others[200:340, 510:610] = 220
    eye.look(table())
    eye.look(others)
    known = Reading("W", 0.99, False, (), tuple(map(tuple, beside.tolist())), rectify(others, beside))
    eye._lying = (Track(Seen(1, known), beside),)
    hand = others.copy()
    hand[120:420, 360:560] = 40
    for _ in range(SETTLES):
        eye.look(hand)
    others[200:340, 400:500] = 235
    finds.append((Fit(0.1, 0.98, 1.0), QUAD))
    for _ in range(SETTLES + 2):
        eye.look(others)
    assert [item.seen.reading.card for item in eye._lying] == ["W", "3C"]


@pytest.mark.parametrize(
    ("sure", "corners", "hand", "waits"),
    [
        (0.98, 2, 90, True),
        (0.98, 4, 90, False),
        (0.98, 2, 15, False),
        # What is read as no card may be the edge of the hand.
        (0.02, 2, 15, True),
        (0.02, 2, 0, False),
        # Fingers leave a card's corners in view, and hide its edges.
        (0.02, 4, 15, True),
        (0.02, 4, 0, False),
    ],
)
def test_nor_is_one_of_which_its_corners_alone_tell(monkeypatch, sure, corners, hand, waits):
    eye = CardTracker(reader=Unsure(0.98))
    seen = np.float32([1.0] * corners + [0.0] * (4 - corners))
    crop, row = np.zeros((144, 96, 3), np.uint8), np.float32([sure, 0, 0, 0, 1 - sure])
    monkeypatch.setattr("vision.track.initial.photograph.read_cards", lambda *_, **__: ())
    monkeypatch.setattr("vision.detect.residual.cards", lambda *_: [Look(QUAD, crop, row, seen=seen)])
    monkeypatch.setattr(
        "vision.detect.candidates.search", lambda _, mask, __, **_how: ([], np.zeros_like(mask))
    )
    eye.look(table())
    upon = table(card=True)
    upon[200 - hand : 340 + hand, 450 : 500 + hand] = 40
    for _ in range(HELD - 1):
        eye.look(upon)
    assert [item.seen.reading.card for item in eye._lying] == ([] if waits else ["3C" if sure > 0.5 else "J"])


def test_a_card_over_which_a_hand_moves_at_the_start_is_sought_once_it_rests(monkeypatch):
    eye, row = CardTracker(reader=Unsure(0.98)), Unsure(0.98).row
    crop, corners = np.zeros((144, 96, 3), np.uint8), tuple(map(tuple, QUAD.tolist()))
    unclear, look = Reading("3C", 0.4, True, (), corners, crop), Look(QUAD, crop, row, seen=np.ones(4))
    monkeypatch.setattr("vision.track.initial.photograph.read_cards", lambda *_, **__: (unclear,))
    monkeypatch.setattr("vision.detect.residual.cards", lambda _, left, *__: [look] if left.any() else [])
    monkeypatch.setattr(
        "vision.detect.candidates.search", lambda _, mask, __, **_how: ([], np.zeros_like(mask))
    )
    for k in range(HELD + 2):
        eye.look(table(card=True, hand=30 * (k % 2)))
    assert eye._lying == ()
    for _ in range(2 * HELD):
        eye.look(table(card=True))
    assert [item.seen.reading.card for item in eye._lying] == ["3C"]
