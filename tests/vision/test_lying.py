"""Which cards a change leaves where they were."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detect.fit import Fit
from vision.detect.selection import Candidate, choose
from vision.geometry.quads import grown, iou, rectify
from vision.motion import stillness
from vision.motion.frame_diff import FrameDiff
from vision.motion.static_scene import StaticScene
from vision.read.reader import Scores
from vision.track import hypotheses
from vision.track.association import NEARLY_UPON, associated, completed, followed, is_as_it_lay, same
from vision.track.card_size import CardSize
from vision.track.cards import CardTracker
from vision.track.deletion import left
from vision.track.initiation import Initiation
from vision.track.reading import seen_wholly
from vision.track.reference import Changes
from vision.track.tracks import AT_ONCE, AT_ONCE_MS, PlaceLook, Track, order_doubted
from vision.types import Reading, Seen

NAMES = ("7H", "8H", "W", "back", "none")
SIZE = (300, 400, 3)


class Blind:
    """A reader that recognises nothing."""

    names = NAMES
    index = titles = None

    def read(self, crops):
        rows = np.zeros((len(crops), len(NAMES)), np.float32)
        rows[:, -1] = 1
        return Scores(NAMES, rows)


def quad(x, y, wide=100, high=150):
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)


def view(*changed):
    """Make a frame twice as large as its mask, in which these quads changed."""
    mask = np.zeros((SIZE[0] // 2, SIZE[1] // 2), np.uint8)
    for each in changed:
        cv2.fillConvexPoly(mask, np.round(each / 2).astype(np.int32), 255)
    return FrameDiff(np.full(SIZE, 90, np.uint8), mask)


def card(number, where, name="7H"):
    crop = np.random.default_rng(number).integers(0, 255, (144, 96, 3), np.uint8)
    corners = tuple((float(x), float(y)) for x, y in where)
    return Track(Seen(number, Reading(name, 0.99, False, (), corners, crop)), where)


def kept(seen, lying, new=()):
    return [item.seen.id for item in left(seen, lying, list(new), Blind())]


WHOLE = quad(120, 60)
UNKNOWN = CardSize()
BARE = np.full((SIZE[0] // 2, SIZE[1] // 2, 3), 90, np.uint8)
SEEN = np.zeros(BARE.shape[:2], np.uint8)


def change(seen, fresh=None):
    """Give a change upon the bare table, all of which is new unless it is told otherwise."""
    return Changes(seen, fresh or seen, seen, seen, before=BARE, now=BARE, bare=BARE)


def printed(*places):
    """Make a frame in which the same print lies at each of these places, whole."""
    rng = np.random.default_rng(5)
    frame = np.full(SIZE, 90, np.uint8)
    coarse = rng.integers(0, 255, (15, 10, 3), np.uint8)
    face = cv2.resize(coarse, (100, 150), interpolation=cv2.INTER_CUBIC)
    for place in places:
        x, y = place[0].astype(int)
        frame[y : y + 150, x : x + 100] = face
    return frame


def known(frame, where):
    """Follow a card that was read where it lies in this frame."""
    item = card(1, where)
    return item.read_as(replace(item.seen.reading, crop=rectify(frame, where)))


def shares(*corners):
    return np.array([[120 + 100 * x, 60 + 150 * y] for x, y in corners], np.float32)


ASKEW = shares((-0.3, 0.05), (0.95, 0), (1.05, 1), (0.1, 1.1))
TOP = shares((0, 0), (1, 0), (1, 0.6), (0, 0.6))
SHEARED = shares((-0.4, 0), (0.6, 0), (1.2, 1), (0.2, 1))


@pytest.mark.parametrize("outline", [ASKEW, TOP, SHEARED], ids=["askew", "a part", "sheared"])
def test_a_card_that_looks_as_it_did_is_moved_to_no_worse_outline(outline):
    frame = printed(WHOLE)
    item = known(frame, WHOLE)
    assert followed(frame, item, outline, [], UNKNOWN) is item


@pytest.mark.parametrize("outline", [TOP, SHEARED], ids=["a part", "sheared"])
def test_a_card_beneath_a_hand_is_moved_to_no_outline_that_has_not_its_shape(outline):
    frame = printed(WHOLE)
    item = known(frame, WHOLE)
    frame[130:210, 120:220] = 40
    assert followed(frame, item, outline, [], UNKNOWN) is item


def test_a_card_that_was_outlined_askew_takes_the_outline_that_has_its_shape():
    frame = printed(WHOLE)
    moved = followed(frame, known(frame, SHEARED), WHOLE, [], UNKNOWN)
    assert np.array_equal(moved.quad, WHOLE)
    assert np.array_equal(moved.seen.reading.crop, rectify(frame, WHOLE))


@pytest.mark.parametrize(
    ("known_at", "outline", "moves"),
    [(TOP, WHOLE, True), (TOP, grown(WHOLE, 1.08), False), (WHOLE, grown(WHOLE, 1.02), False)],
    ids=["a whole card", "several cards", "no larger than it may be"],
)
def test_what_a_finger_hid_in_part_takes_an_outline_as_large_as_a_card(known_size, known_at, outline, moves):
    frame = printed(WHOLE)
    item = replace(known(frame, known_at), bitten=True)
    assert (followed(frame, item, outline, [], known_size) is not item) == moves


@pytest.fixture
def known_size():
    """Know how large a card is."""
    size = CardSize()
    size.learn(replace(card(1, WHOLE).seen.reading, asks=False), Fit(1.0, 1.0, 1.0), WHOLE)
    return size


def test_what_was_laid_upon_a_card_since_does_not_move_it():
    item = known(printed(WHOLE), WHOLE)
    upon = quad(120, 110)
    assert followed(printed(WHOLE, upon), item, ASKEW, [upon], UNKNOWN) is item


def test_the_outline_of_what_was_laid_upon_a_card_is_not_its_own():
    item = known(printed(WHOLE), WHOLE)
    upon = quad(132, 72)
    assert followed(printed(WHOLE, upon), item, upon, [upon], UNKNOWN) is item


@pytest.mark.parametrize("turned", [0, 2], ids=["the same end", "the other end"])
def test_a_card_that_was_pushed_lies_where_it_is_seen(turned):
    item = known(printed(WHOLE), WHOLE)
    there = quad(132, 68)
    moved = followed(printed(there), item, np.roll(there, turned, 0), [], UNKNOWN)
    assert np.array_equal(moved.quad, there) and moved.seen.reading.corners[0] == (132.0, 68.0)
    assert moved.seen.reading.crop is item.seen.reading.crop


def test_a_card_of_which_a_part_was_in_view_is_outlined_once_all_of_it_is():
    frame = printed(WHOLE)
    hand = frame.copy()
    hand[60:110, 100:240] = 40
    item = known(hand, shares((0, 1 / 3), (1, 1 / 3), (1, 1), (0, 1)))
    whole = followed(frame, item, WHOLE, [], UNKNOWN)
    assert np.array_equal(whole.quad, WHOLE)
    # What it looks like now is what is known of it: another outline is the worse one.
    assert np.array_equal(whole.seen.reading.crop, rectify(frame, WHOLE))
    assert followed(frame, whole, ASKEW, [], UNKNOWN) is whole


@pytest.mark.parametrize("bitten", [True, False])
def test_a_card_that_a_finger_has_cut_short_takes_the_larger_outline(bitten):
    frame, most = printed(WHOLE), shares((0, 0.14), (1, 0.14), (1, 1), (0, 1))
    item = replace(known(frame, most), bitten=bitten)
    assert np.array_equal(followed(frame, item, WHOLE, [], UNKNOWN).quad, WHOLE if bitten else most)


class Hiding:
    """A table at rest, of which a share of each place is hidden."""

    def __init__(self, picture, share):
        self.picture, self._share = picture, share

    def hidden_in(self, _):
        return self._share


@pytest.mark.parametrize(
    ("known_as", "share", "upon", "anew"),
    [
        ({"bitten": True}, 0.0, [], True),
        ({}, 0.0, [], False),
        ({"bitten": True, "veiled": True}, 0.0, [], False),
        ({"bitten": True}, 0.1, [], False),
        ({"bitten": True}, 0.0, [quad(200, 100)], False),
        ({"bitten": True}, 0.0, [quad(240, 100)], True),
    ],
    ids=["in view", "it was whole", "veiled", "hidden still", "beneath a newer one", "beside a newer one"],
)
def test_a_card_of_which_a_part_was_hidden_shows_all_once_it_is_in_view(known_as, share, upon, anew):
    frame, item = printed(WHOLE), replace(card(1, WHOLE), **known_as)
    newer = [card(2 + k, each) for k, each in enumerate(upon)]
    now, *others = seen_wholly(Hiding(frame, share), [item, *newer])
    assert np.array_equal(now.seen.reading.crop, rectify(frame, WHOLE)) == anew
    assert anew == (now is not item and not now.bitten) and others == newer


def test_a_card_that_nothing_touched_stays():
    assert kept(view(quad(250, 20)), [card(1, quad(20, 20))], [quad(250, 20)]) == [1]


def test_a_card_that_changed_and_looks_like_nothing_known_is_gone():
    assert kept(view(quad(20, 20)), [card(1, quad(20, 20))]) == []


def test_a_card_of_which_a_new_one_leaves_a_part_untouched_stays():
    new = quad(80, 60)
    assert kept(view(new), [card(1, quad(20, 20))], [new]) == [1]


def test_a_card_of_an_earlier_round_is_not_kept_beneath_what_hides_it():
    elsewhere, stock = view(quad(250, 20)), card(2, quad(22, 22), "back")
    turned_up = card(1, quad(20, 20))
    assert kept(elsewhere, [turned_up, stock]) == [1, 2]
    assert kept(elsewhere, [replace(turned_up, old=True), stock]) == [2]
    # In view it stays: somebody may not have picked it up yet.
    assert kept(elsewhere, [replace(turned_up, old=True)]) == [1]


def test_a_card_of_an_earlier_round_goes_beneath_the_next_round_s_stock():
    place, before = quad(20, 20), card(1, quad(20, 20))
    for item, stays in ((before, [1]), (replace(before, old=True), [])):
        items = left(view(), [item], [], Blind(), stock=[place + 4])
        assert [each.seen.id for each in items] == stays


def test_a_card_is_not_sought_where_the_bare_table_shows(monkeypatch):
    sought = []
    monkeypatch.setattr("vision.track.deletion.pushed", lambda *args: sought.append(args))
    place = quad(150, 60)
    for about, count in ((view(), 0), (view(quad(220, 60)), 1)):
        sought.clear()
        assert left(view(place), [card(1, place)], [], Blind(), about) == ()
        assert len(sought) == count


def test_the_shadow_beside_a_new_card_takes_no_other_away():
    new = quad(80, 60)
    shadow = quad(76, 56, 108, 158)
    assert kept(view(shadow), [card(1, quad(20, 20))], [new]) == [1]


def test_a_card_that_went_as_another_came_beside_it_is_gone():
    new = quad(80, 60)
    assert kept(view(new, quad(20, 20)), [card(1, quad(20, 20))], [new]) == []


def test_a_card_that_was_swept_as_the_next_was_laid_on_its_place_is_gone():
    old, new = quad(20, 20), quad(40, 60)
    assert kept(view(old, new), [card(1, old)], [new]) == []
    assert kept(view(new), [card(1, old)], [new]) == [1]


def patterned(at, turn=0.0):
    """Draw a card with pips on a plain table, its middle at `at`; give the frame and the card's quad."""
    frame = np.full(SIZE, 90, np.uint8)
    face = np.full((144, 96, 3), 240, np.uint8)
    for x, y, colour in ((20, 25, 30), (70, 40, 160), (30, 90, 90), (60, 120, 10)):
        cv2.circle(face, (x, y), 11, (colour, 20, 255 - colour), -1)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    corners = np.array([[-48, -72], [48, -72], [48, 72], [-48, 72]]) @ np.array([[c, s], [-s, c]]) + at
    source = np.array([[0, 0], [96, 0], [96, 144], [0, 144]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    mask = cv2.warpPerspective(np.full((144, 96), 255, np.uint8), matrix, SIZE[1::-1])
    frame[mask > 0] = cv2.warpPerspective(face, matrix, SIZE[1::-1])[mask > 0]
    return frame, corners.astype(np.float32)


def test_a_card_that_was_pushed_is_followed_under_what_lies_on_it():
    before, where = patterned((150, 130))
    after, there = patterned((164, 120), turn=6)
    above = quad(190, 90, 120, 60)
    for frame in (before, after):
        cv2.fillConvexPoly(frame, above.astype(np.int32), (200, 180, 90))
    item = card(1, where)
    item = item.read_as(replace(item.seen.reading, crop=rectify(patterned((150, 130))[0], where)))
    mask = stillness.changed(before, after)
    (found, _) = left(FrameDiff(after, mask), [item, card(2, above)], [], Blind())
    assert iou(found.quad, there) > 0.85 and found.seen.id == 1
    assert found.seen.reading.corners[0] == tuple(float(v) for v in found.quad[0])


@pytest.mark.parametrize("known", [True, False], ids=["one of its kind", "what is not known"])
def test_a_card_whose_place_looks_as_it_did_before_it_came_is_gone(known):
    frame, first = patterned((150, 130))
    there = first + np.float32([20, 15])
    beneath, taken = (
        item.read_as(replace(item.seen.reading, crop=rectify(frame, first)))
        for item in (card(1, first), card(2, there))
    )
    taken = replace(taken, before=PlaceLook(there, rectify(frame, there)))
    lying = [beneath, taken] if known else [taken]
    everywhere = view(quad(0, 0, 400, 300))
    # Pushed, it would look the same where the other one lies; and that is not the bare table.
    rest = left(FrameDiff(frame, everywhere.mask), lying, [], Blind(), everywhere)
    assert [item.seen.id for item in rest] == [1] * known


class Certain(Blind):
    """A reader that recognises a Wizard wherever it looks."""

    def read(self, crops):
        return Scores(NAMES, np.tile(np.float32([0, 0, 0.99, 0, 0.01]), (len(crops), 1)))


def test_a_wizard_that_was_read_beneath_fingers_is_no_second_one_without_them():
    before, first = patterned((157, 128))
    after, where = patterned((150, 130), turn=8)
    assert NEARLY_UPON < iou(first, where) < 0.85
    hand = before.copy()
    cv2.rectangle(hand, (60, 20), (260, 170), (60, 70, 110), -1)
    upon = before.copy()
    cv2.copyTo(after, np.uint8((after != 90).any(2)), upon)
    for now, then, alone in ((after, hand, True), (upon, before, False)):
        item = card(1, first, "W")
        item = item.read_as(replace(item.seen.reading, crop=rectify(then, first)))
        seen = FrameDiff(now, np.full((SIZE[0] // 2, SIZE[1] // 2), 255, np.uint8))
        assert same(seen, item, "W", where, Certain()) == alone


def test_a_jester_that_a_hand_uncovers_is_no_second_one_where_it_is_found_less_well():
    frame, first = patterned((150, 130))
    item = card(1, first, "W")
    item = item.read_as(replace(item.seen.reading, crop=rectify(frame, first)))
    seen = FrameDiff(frame, np.full((SIZE[0] // 2, SIZE[1] // 2), 255, np.uint8))
    badly = first + np.float32([[8, 22], [2, 22], [0, 2], [0, 0]])
    assert 0.6 < iou(first, badly) < 0.85
    assert same(seen, item, "W", badly, Certain())


@pytest.mark.parametrize("pushed", [True, False])
@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize(("beside", "another"), [("7H", True), ("back", False), (None, False)])
def test_a_wizard_where_one_may_have_been_swept_up_with_the_trick_is_asked_about(
    beside, another, hidden, pushed
):
    before, first = patterned((157, 128))
    after, where = patterned((150, 130), turn=8) if pushed else (before, first)
    wizard = card(1, first, "W")
    wizard = wizard.read_as(replace(wizard.seen.reading, crop=rectify(before, first)))
    other = [] if beside is None else [card(2, quad(290, 20), beside)]
    # A hand sweeps: what lay beside the Wizard goes, and the Wizard perhaps a moment later.
    hand = view(*[first] * hidden, *(each.quad for each in other))
    lying = left(hand, [wizard, *other], [], Blind(), view(first), lambda _: view(first))
    assert [(each.seen.id, each.veiled) for each in lying] == [(1, hidden)]
    seen = FrameDiff(after, np.full((SIZE[0] // 2, SIZE[1] // 2), 255, np.uint8))
    found = Candidate(Fit(0.9, 0.98, 1.0), where, rectify(after, where), np.float32([0, 0, 1, 0, 0]))
    (again,), rest = associated(
        change(seen), lying, found, Certain(), UNKNOWN, Initiation(Certain()).begun_anew, SEEN
    )
    assert rest is None
    assert again.seen.reading.asks == (another and pushed)
    assert (again.seen.reading.crop is not wizard.seen.reading.crop) == (another and pushed)


def test_a_wizard_that_a_shadow_falls_upon_after_others_were_swept_up_is_the_same():
    before, first = patterned((157, 128))
    shaded, badly = patterned((150, 130), turn=8)
    wizard = replace(card(1, first, "W"), swept=True)
    wizard = wizard.read_as(replace(wizard.seen.reading, crop=rectify(before, first)))
    seen = FrameDiff(shaded, view(quad(100, 60, 60, 60)).mask)
    found = Candidate(Fit(0.5, 0.98, 1.0), badly, rectify(shaded, badly), np.float32([0, 0, 1, 0, 0]))
    (again,), rest = associated(
        change(seen), [wizard], found, Certain(), UNKNOWN, Initiation(Certain()).begun_anew, SEEN
    )
    assert rest is None
    assert not again.seen.reading.asks


@pytest.mark.parametrize(
    ("part", "now", "row", "known_as", "keeps"),
    [
        pytest.param(TOP, "hand", (0, 0.9, 0, 0, 0.1), {}, True, id="unclear"),
        pytest.param(TOP, "hand", (0, 0.98, 0, 0, 0.02), {}, True, id="certain, but a part"),
        pytest.param(TOP, "hand", (0, 0.9, 0, 0, 0.1), {"asks": True}, False, id="of an unclear card"),
        pytest.param(TOP, "hand", (0, 0.9, 0, 0, 0.1), {"card": "back"}, False, id="upon a back"),
        pytest.param(TOP, "another", (0, 0.9, 0, 0, 0.1), {}, False, id="it looks otherwise"),
        pytest.param(TOP - np.float32([0, 25]), "hand", (0, 0.9, 0, 0, 0.1), {}, False, id="beyond it"),
        pytest.param(ASKEW, "hand", (0, 0.9, 0, 0, 0.1), {}, False, id="as large as it"),
        pytest.param(TOP, "upon", (0, 0, 0.98, 0, 0.02), {"card": "W"}, False, id="a second one of its kind"),
    ],
)
def test_a_part_of_a_known_card_beside_a_hand_bears_no_other_name(
    monkeypatch, part, now, row, known_as, keeps
):
    item = known(printed(WHOLE), WHOLE)
    item = item.read_as(replace(item.seen.reading, **known_as))
    frame = printed(WHOLE)
    frame[150:240, 100:260] = 40
    if now == "upon":
        monkeypatch.setattr("vision.track.association.is_unchanged", lambda *_: False)
        monkeypatch.setattr("vision.track.hypotheses.tested", lambda *_: hypotheses.Verdict("second", part))
    if now == "another":
        frame[60:150, 120:220] = frame[60:150, 120:220][::-1]
    found = Candidate(Fit(0.9, 0.98, 1.0), part, rectify(frame, part), np.float32(row))
    seen = change(FrameDiff(frame, view(WHOLE).mask))
    (lies,), rest = associated(seen, [item], found, Blind(), UNKNOWN, Initiation(Blind()).begun_anew, SEEN)
    assert lies is item and (rest is None) == keeps


@pytest.mark.parametrize(("sure", "keeps"), [(0.98, False), (0.9, True)])
def test_a_whole_face_within_a_larger_outline_is_read_anew_only_with_certainty(known_size, sure, keeps):
    frame, wide = printed(WHOLE), quad(105, 40, 130, 190)
    item = known(frame, wide)
    found = Candidate(
        Fit(0.9, 0.98, 1.0), WHOLE, rectify(frame, WHOLE), np.float32([0, sure, 0, 0, 1 - sure])
    )
    seen = change(FrameDiff(frame, view(WHOLE).mask))
    (lies,), rest = associated(seen, [item], found, Blind(), known_size, Initiation(Blind()).begun_anew, SEEN)
    assert lies is item and (rest is None) == keeps


@pytest.mark.parametrize(
    ("asks", "part", "changed", "row", "whole"),
    [
        pytest.param(None, TOP, None, (0, 0.98, 0, 0, 0.02), False, id="one whose order is asked"),
        pytest.param(True, TOP, None, (0, 0.98, 0, 0, 0.02), True, id="a part beside a hand"),
        pytest.param(False, TOP, None, (0, 0.98, 0, 0, 0.02), False, id="what is known"),
        pytest.param(True, TOP, TOP, (0, 0.98, 0, 0, 0.02), False, id="upon which one was laid"),
        pytest.param(True, WHOLE, None, (0, 0.98, 0, 0, 0.02), False, id="as large as a card"),
        pytest.param(True, TOP + np.float32([0, -60]), None, (0, 0.98, 0, 0, 0.02), False, id="beside it"),
        pytest.param(True, TOP, None, (0, 0.9, 0, 0, 0.1), False, id="what is unclear itself"),
        pytest.param(True, TOP, None, (0, 0, 0, 0.98, 0.02), False, id="a back"),
    ],
)
def test_an_unclear_card_of_which_the_whole_is_seen_lies_as_that(asks, part, changed, row, whole):
    item = card(1, part)
    item = replace(item.read_as(replace(item.seen.reading, asks=asks is not False)), fixed=asks is None)
    found = Candidate(Fit(0.9, 0.98, 1.0), WHOLE, rectify(printed(WHOLE), WHOLE), np.float32(row))
    seen = change(view(*() if changed is None else [changed]))
    (lies,), rest = completed(seen, [item], found, Blind())
    assert (rest is None, np.array_equal(lies.quad, WHOLE) and part is not WHOLE) == (whole, whole)
    assert lies.seen.id == 1 and len(lies.evidence.rows) == whole


@pytest.mark.parametrize(
    ("asks", "shift", "changed", "same"),
    [
        pytest.param(True, 8, None, True, id="an unclear card"),
        pytest.param(False, 8, None, False, id="what is known"),
        pytest.param(True, 8, quad(170, 100, 40, 60), False, id="upon which one was laid"),
        pytest.param(True, 60, None, False, id="beside it"),
    ],
)
def test_what_is_outlined_anew_where_nothing_changed_is_the_card_that_lay_there(asks, shift, changed, same):
    item = card(1, WHOLE)
    item = item.read_as(replace(item.seen.reading, asks=asks))
    where = WHOLE + np.float32([shift, 0])
    found = Candidate(Fit(0.9, 0.98, 1.0), where, item.seen.reading.crop, np.float32([0, 0.6, 0.3, 0, 0.1]))
    seen = change(view(*() if changed is None else [changed]))
    assert is_as_it_lay(seen, [item], found) == same


@pytest.mark.parametrize(("fresh", "another"), [(0.2, False), (0.9, True)])
def test_a_strip_of_a_wizard_beside_the_hand_that_sweeps_it_up_is_no_next_one(fresh, another):
    """All about the strip has changed, too: the bare table came into view there."""
    before, first = patterned((157, 128))
    after, where = patterned((150, 130), turn=8)
    wizard = replace(card(1, first, "W"), swept=True)
    wizard = wizard.read_as(replace(wizard.seen.reading, crop=rectify(before, first)))
    strip = where.copy()
    strip[[2, 3]] += (1 - fresh) * (where[[1, 0]] - where[[2, 3]])
    seen = FrameDiff(after, np.full((SIZE[0] // 2, SIZE[1] // 2), 255, np.uint8))
    found = Candidate(Fit(0.9, 0.98, 1.0), where, rectify(after, where), np.float32([0, 0, 1, 0, 0]))
    (again,), _ = associated(
        change(seen, view(strip)),
        [wizard],
        found,
        Certain(),
        UNKNOWN,
        Initiation(Certain()).begun_anew,
        SEEN,
    )
    assert again.seen.reading.asks == another


@pytest.mark.parametrize("touched", [False, True])
def test_a_wizard_that_nothing_touched_is_no_second_one_though_the_picture_moved(monkeypatch, touched):
    """The camera was jogged, and its picture blurred: the print is found beside its place."""
    before, first = patterned((150, 130))
    wizard = card(1, first, "W")
    wizard = wizard.read_as(replace(wizard.seen.reading, crop=rectify(before, first)))
    after, where = patterned((155, 127))
    monkeypatch.setattr("vision.track.hypotheses.tested", lambda *_: hypotheses.Verdict("second", where))
    changed = view(where if touched else quad(0, 0, 1, 1)).mask
    found = Candidate(Fit(0.9, 0.98, 1.0), where, rectify(after, where), np.float32([0, 0, 0.9, 0, 0.1]))
    begun_anew = Initiation(Blind()).begun_anew
    (lies,), rest = associated(
        change(FrameDiff(after, changed)), [wizard], found, Blind(), UNKNOWN, begun_anew, SEEN
    )
    assert np.array_equal(lies.quad, first) and (rest is None) != touched


@pytest.mark.parametrize(
    ("elsewhere", "paper", "hand", "another"),
    [
        pytest.param(True, 1, False, True, id="laid nearly there"),
        pytest.param(True, 0.5, False, False, id="a strip"),
        pytest.param(True, 1, True, False, id="a hand beside it"),
        pytest.param(False, 1, False, False, id="it lies as it did"),
    ],
)
def test_a_wizard_laid_nearly_where_one_was_swept_up_is_asked_about(elsewhere, paper, hand, another):
    """Less than half of the place has changed: white paper lies where white paper lay."""
    before, first = patterned((157, 128))
    after, where = patterned((150, 130), turn=8) if elsewhere else (before, first)
    wizard = replace(card(1, first, "W"), swept=True)
    wizard = wizard.read_as(replace(wizard.seen.reading, crop=rectify(before, first)))
    part, seen = where.copy(), where.copy()
    part[[2, 3]] += 0.6 * (where[[1, 0]] - where[[2, 3]])
    seen[[2, 3]] += (1 - paper) * (where[[1, 0]] - where[[2, 3]])
    changed, foreground = (FrameDiff(after, view(each).mask) for each in (part, seen))
    unsettled = FrameDiff(after, view(quad(0, 0, 400, 300) if hand else where).mask)
    changes = Changes(changed, changed, foreground, unsettled, before=BARE, now=BARE, bare=BARE)
    found = Candidate(Fit(0.9, 0.98, 1.0), where, rectify(after, where), np.float32([0, 0, 1, 0, 0]))
    (again,), rest = associated(
        changes, [wizard], found, Certain(), UNKNOWN, Initiation(Certain()).begun_anew, SEEN
    )
    assert (rest, again.seen.reading.asks) == (None, another)


class Doubtful(Blind):
    """A reader that takes whatever it sees for a Wizard, but not for sure."""

    def read(self, crops):
        return Scores(NAMES, np.tile(np.float32([0.1, 0, 0.87, 0, 0.03]), (len(crops), 1)))


@pytest.mark.parametrize(("closely", "lie"), [("7H", ["7H"]), ("8H", ["7H", "8H"])])
def test_a_card_that_only_a_closer_look_knows_again_is_no_second_one(monkeypatch, closely, lie):
    frame, where = patterned((150, 130))
    badly = where + np.float32([[8, 12], [2, 12], [0, 2], [0, 0]])
    eye = CardTracker(reader=Doubtful())
    monkeypatch.setattr("vision.track.initial.photograph.read_cards", lambda *_, **__: ())
    monkeypatch.setattr("vision.detect.residual.cards", lambda *_: [])
    monkeypatch.setattr(
        "vision.detect.candidates.search",
        lambda _, mask, __, **_how: ([(Fit(0.9, 0.4, 1.0), badly)], np.zeros_like(mask)),
    )
    row = np.float32([0.99 * (name == closely) + 0.002 for name in NAMES])
    monkeypatch.setattr("vision.read.augmentation.probabilities", lambda *_: row)
    eye.look(frame)
    item = card(1, where)
    eye._lying = (item.read_as(replace(item.seen.reading, crop=rectify(frame, where))),)
    cuff = frame.copy()
    cv2.rectangle(cuff, (90, 150), (210, 230), (60, 200, 60), -1)
    for _ in range(3):
        eye.look(cuff)
    assert [item.seen.reading.card for item in eye._lying] == lie


def test_the_changed_share_is_of_what_is_to_be_seen():
    seen = view(quad(20, 20, 50, 150))
    assert abs(seen.changed(quad(20, 20)) - 0.5) < 0.05
    assert seen.changed(quad(20, 20), [quad(20, 20, 50, 150)]) < 0.05
    assert seen.changed(quad(-500, -500)) == 0


CROP = np.zeros((144, 96, 3), np.uint8)


def chosen(seen, quads, fits, rows=None):
    rows = np.array([[0.9, 0, 0, 0, 0.05]] * len(quads)) if rows is None else rows
    found = [Candidate(fit, at, CROP, row) for at, fit, row in zip(quads, fits, rows, strict=True)]
    return [found.index(each) for each in choose(seen, seen, NAMES, found)]


def test_a_card_s_shadow_on_the_card_beside_it_is_no_second_card():
    new, beside = quad(80, 60), quad(182, 60)
    seen = view(new, quad(180, 60, 30, 150))
    assert chosen(seen, [new, beside], [Fit(0.8, 0.98), Fit(0.2, 0.3)]) == [0]


def test_the_card_under_a_new_one_is_no_second_card():
    new, under = quad(80, 60), quad(20, 20)
    assert chosen(view(new), [new, under], [Fit(0.95, 0.98), Fit(0.2, 0.3)]) == [0]


def test_two_cards_that_come_at_once_are_two():
    one, two = quad(20, 20), quad(200, 100)
    assert chosen(view(one, two), [one, two], [Fit(0.5, 0.98), Fit(0.5, 0.98)]) == [0, 1]


@pytest.mark.parametrize(("later_ms", "doubt"), [(0, AT_ONCE), (AT_ONCE_MS, AT_ONCE), (AT_ONCE_MS + 1, None)])
def test_cards_that_came_to_rest_in_one_moment_are_asked_about_and_the_question_says_why(later_ms, doubt):
    one = replace(card(1, quad(20, 20)), since=1000)
    two = replace(card(2, quad(200, 100), "8H"), since=1000 + later_ms)
    readings = [each.seen.reading for each in order_doubted((one, two))]
    assert [(each.asks, each.doubt) for each in readings] == [(doubt is not None, doubt)] * 2
    assert doubt is None or {"7H", "8H"} <= {readings[0].card, *dict(readings[0].alternatives)}


@pytest.mark.parametrize(("unread", "asks"), [(True, False), (False, True)])
def test_what_hardly_is_a_card_throws_no_doubt_on_the_order_of_those_that_are(unread, asks):
    sure = replace(card(1, quad(20, 20)), since=1000)
    beside = replace(card(2, quad(200, 100), "J"), since=1000, unread=unread)
    beside = beside.read_as(replace(beside.seen.reading, asks=True))
    first, other = order_doubted((sure, beside))
    assert (first.seen.reading.asks, other.seen.reading.asks) == (asks, True)
    third = replace(card(3, quad(260, 20), "8H"), since=1000)
    assert all(item.seen.reading.asks for item in order_doubted((sure, beside, third)))


@pytest.mark.parametrize("veiled", [False, True])
def test_what_a_hand_bares_of_a_card_that_lay_there_is_no_card_beneath_the_new_one(veiled):
    old, new = WHOLE, quad(30, 20)
    frame = printed(old)
    scene = StaticScene()
    scene.push(frame)
    # Whose place shows something else is veiled: that may be a card that came with the new one.
    lying = [replace(known(frame, old), veiled=veiled)]
    frame[20:170, 30:130] = 220
    seen = FrameDiff(frame, view(old, new).mask)
    row = np.array([0, 1, 0, 0, 0], np.float32)
    found = Candidate(Fit(0.6, 0.98, 1.0), new, rectify(frame, new), row)
    bare, now = np.full((150, 200, 3), 90, np.uint8), cv2.resize(frame, (200, 150))
    changes = Changes(seen, seen, seen, view(), bare, now, bare)
    (came,) = Initiation(Blind()).from_change(scene, changes, [found], [], lying, ())
    assert came.seen.reading.card == "8H" and came.seen.reading.asks == veiled


@pytest.mark.parametrize(("none", "best"), [(0.93, [1]), (0.8, [])])
def test_a_card_within_what_is_surely_no_card_is_a_card(none, best):
    both, one = quad(20, 60, 166, 120), quad(20, 60, 80, 120)
    seen = view(one, quad(106, 60, 80, 60))
    rows = np.array([[0.03, 0, 0, 0, none], [0, 0, 0.8, 0, 0.05]])
    assert chosen(seen, [both, one], [Fit(0.95, 0.6, 1.0), Fit(0.61, 0.9, 1.0)], rows) == best


def test_a_card_of_which_the_print_alone_is_new_is_told_beside_another_change():
    clear, white = quad(20, 20), quad(200, 100)
    seen = view(clear, quad(210, 110, 30, 80))
    rows = np.array([[0, 0.98, 0, 0, 0.02], [0.99, 0, 0, 0, 0.01]])
    assert chosen(seen, [clear, white], [Fit(0.95, 0.98, 1.0), Fit(0.9, 0.2, 1.0)], rows) == [0, 1]
    # What is not certain, or fills little of what changed about it, is not.
    rows[1] = [0.9, 0, 0, 0, 0.1]
    assert chosen(seen, [clear, white], [Fit(0.95, 0.98, 1.0), Fit(0.9, 0.2, 1.0)], rows) == [0]
    rows[1] = [0.99, 0, 0, 0, 0.01]
    assert chosen(seen, [clear, white], [Fit(0.95, 0.98, 1.0), Fit(0.5, 0.2, 1.0)], rows) == [0]


def test_a_card_of_which_the_print_alone_is_new_is_told_whatever_is_seen_again_elsewhere():
    again, white, near = quad(20, 20, 80, 110), quad(290, 180, 80, 110), quad(108, 30, 80, 110)
    rows = np.array([[0, 0.98, 0, 0, 0.02], [0.4, 0.1, 0, 0, 0.1]])

    def told(where, lay_there):
        seen = view(again, where[0] + quad(10, 10, 30, 80))
        known = Candidate(Fit(0.95, 0.98, 1.0), again, CROP, rows[0], lay_there)
        print_alone = Candidate(Fit(0.99, 0.3, 1.0), where, CROP, rows[1])
        return print_alone in choose(seen, seen, NAMES, [known, print_alone])

    assert told(white, lay_there=True)
    # Beside a card it may be the shadow that this one throws; with a new one more may have come.
    assert not told(near, lay_there=True)
    assert not told(white, lay_there=False)


def test_what_has_a_card_s_shape_alone_and_no_edges_is_none_amid_a_larger_change():
    finger, beside = quad(120, 60), quad(100, 40, 140, 50)
    stranger = np.array([[0, 0, 0.01, 0, 0.98]])
    amid, alone = view(finger, beside), view(finger)
    # Another colour than the table's, but no edge where it begins.
    for seen in (amid, alone):
        cv2.fillConvexPoly(seen.frame, finger.astype(np.int32), (120, 120, 120))
        seen.frame[:] = cv2.GaussianBlur(seen.frame, (0, 0), 12)
    assert chosen(amid, [finger], [Fit(0.7, 0.98, 1.0)], stranger) == []
    # A white one upon a white cloth has no edges to be seen either, but nothing about it changed.
    assert chosen(alone, [finger], [Fit(0.98, 0.98, 1.0)], stranger) == [0]


def test_of_two_outlines_of_one_card_the_better_is_kept():
    one = quad(20, 20)
    assert chosen(view(one), [one + 10, one], [Fit(0.8, 0.8), Fit(0.98, 0.98)]) == [1]


def test_a_card_that_went_beneath_a_hand_is_gone_once_its_bare_place_is_seen():
    place, unchanged = quad(20, 20), view()
    (hidden,) = left(view(place), [card(1, place)], [], Blind(), view(place), lambda _: view(place))
    (hidden,) = left(unchanged, [hidden], [], Blind(), view(place), lambda _: view(place))
    assert hidden.veiled
    for differs, stays in ((view(), []), (view(place), [1]), (view(quad(20, 20, 100, 30)), [1])):
        items = left(unchanged, [hidden], [], Blind(), view(place), lambda _, differs=differs: differs)
        assert [item.seen.id for item in items] == stays
    # Nobody saw the table beneath what lay there at the first look.
    first = replace(hidden, first=True)
    assert left(unchanged, [first], [], Blind(), view(place), lambda _: view()) == (first,)


def test_a_card_that_nothing_touched_is_not_taken_for_the_cloth_that_it_is_like():
    place = quad(20, 20)
    assert [
        item.seen.id for item in left(view(), [card(1, place)], [], Blind(), view(), lambda _: view())
    ] == [1]


def test_a_card_taken_up_in_a_shadow_is_gone_at_once():
    place = quad(20, 20)
    assert left(view(place), [card(1, place)], [], Blind(), view(place), lambda _: view()) == ()


def test_a_strip_beside_newer_cards_tells_of_no_card_that_went():
    new = quad(40, 20)
    assert kept(view(), [card(1, quad(20, 20))], [new]) == [1]
    assert [
        item.seen.id for item in left(view(), [card(1, quad(20, 20))], [new], Blind(), view(), view())
    ] == [1]
