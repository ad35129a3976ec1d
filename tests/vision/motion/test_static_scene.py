"""The table behind moving hands, on pictures made of rectangles."""

import cv2
import numpy as np
import pytest

from vision.interval import USUAL_MS
from vision.motion import foreground, static_scene
from vision.motion.static_scene import PLACE_REST_MS, StaticScene

SIZE = (540, 960)
CARD = np.s_[200:380, 400:520]
ARM_QUAD = np.float32([[460, 200], [500, 200], [500, 500], [460, 500]])
WHITE = (235, 235, 235)
SKIN = (110, 150, 205)

ARM_RESTS, BITTEN_RESTS, LONG, RECHECK = (
    each // USUAL_MS
    for each in (
        foreground.ARM_RESTS_MS,
        foreground.BITTEN_RESTS_MS,
        foreground.LONG_REST_MS,
        static_scene.RECHECK_MS,
    )
)
"""In pictures, a tenth of a second apart."""


class Camera:
    """Draws frames: a cloth, cards upon it, and a hand at the end of an arm."""

    def __init__(self, needed=PLACE_REST_MS, cloth=(60, 90, 50)):
        self.rng = np.random.default_rng(7)
        self.empty = np.full((*SIZE, 3), cloth, np.uint8)
        self.light, self.cards, self.hand, self.skin = 1.0, [], None, SKIN
        self.scene = StaticScene(needed)

    def frame(self):
        picture = self.empty.copy()
        for place in self.cards:
            picture[place] = WHITE
        if self.hand is not None:
            cv2.line(picture, (self.hand[0], SIZE[0] - 1), self.hand, self.skin, 90)
        noise = 1.5 * self.rng.standard_normal(picture.shape, np.float32)
        return np.clip(picture * self.light + noise, 0, 255).astype(np.uint8)

    def look(self, frames=1):
        """Give the newest picture of the table that was told, or None."""
        pictures = [self.scene.push(self.frame()).picture for _ in range(frames)]
        return next((picture for picture in reversed(pictures) if picture is not None), None)


def shows(picture, place, color):
    return bool(np.abs(picture[place].reshape(-1, 3).mean(0) - color).max() < 12)


def test_the_first_picture_is_told_as_it_is():
    assert Camera().look() is not None


def test_an_unchanged_table_is_told_no_more():
    camera = Camera()
    camera.look()
    assert camera.look(3 * RECHECK) is None


@pytest.mark.parametrize("size", [(360, 640), (720, 1280), (1296, 2304), (901, 1601)])
@pytest.mark.parametrize("ink", [90, 205])
def test_a_white_card_on_a_white_table_is_told(size, ink):
    """Of a two only the small signs differ from the table: two pips and four signs at the corners."""
    height, width = size
    white, scene = np.full((height, width, 3), 230, np.uint8), StaticScene()
    card, unit = white.copy(), width // 128
    for x, y in ((2, 1), (2, 6), (0, 0), (0, 2), (4, 6), (4, 8)):
        left, top = width // 3 + x * unit, height // 3 + y * unit
        card[top : top + unit, left : left + unit] = ink
    scene.push(white)
    assert any(scene.push(card).picture is card for _ in range(RECHECK + 1))
    assert all(scene.push(card).picture is None for _ in range(RECHECK + 1))


def test_a_card_is_told_as_soon_as_it_lies_still():
    camera = Camera()
    camera.look()
    camera.cards.append(CARD)
    assert camera.look() is None
    assert shows(camera.look(), CARD, WHITE)


def test_a_card_is_told_while_a_hand_moves_elsewhere():
    camera = Camera()
    camera.hand = (850, 300)
    camera.look()
    camera.cards.append(CARD)
    told = []
    for step in range(3):
        camera.hand = (850 + 15 * (-1) ** step, 300 + 12 * step)
        told.append(camera.look())
    assert told[0] is None and any(shows(picture, CARD, WHITE) for picture in told if picture is not None)


@pytest.mark.parametrize("cloth", [(60, 90, 50), (180, 192, 196)])
def test_a_card_that_only_a_shadow_joins_to_a_moving_hand_is_told_at_once(cloth):
    camera = Camera(cloth=cloth)
    camera.hand = (460, 470)
    camera.look(3)
    camera.hand = (470, 470)
    camera.cards.append(CARD)
    # The hand's shadow reaches to the card's lower edge.
    camera.empty[378:470, 380:540] = np.multiply(camera.empty[378:470, 380:540], 0.75)
    camera.look()
    camera.hand = (460, 470)
    picture = camera.look()
    assert picture is not None
    assert shows(picture, CARD, WHITE)


def test_a_card_that_a_moving_hand_touches_is_waited_for():
    camera = Camera()
    camera.hand = (460, 470)
    camera.look(3)
    camera.cards.append(CARD)
    pictures = []
    for frame in range(LONG - 1):
        camera.hand = (460 + 10 * (frame % 2), 405)
        pictures.append(camera.look())
    assert not any(picture is not None and shows(picture, CARD, WHITE) for picture in pictures)


def test_a_card_whose_edge_a_trembling_finger_touches_is_told_soon():
    camera = Camera()
    camera.hand = (460, 505)
    camera.look(3)
    camera.cards.append(CARD)
    pictures = []
    for frame in range(LONG - 1):
        camera.hand, camera.skin = (460, 432), tuple(v - 40 * (frame % 2) for v in SKIN)
        pictures.append(camera.look())
    told = [picture is not None and shows(picture, np.s_[200:350, 400:520], WHITE) for picture in pictures]
    assert not any(told[:BITTEN_RESTS]) and any(told)


@pytest.mark.parametrize(("form", "soon"), [(CARD, True), (np.s_[200:380, 200:620], False)])
def test_what_has_a_cards_outline_is_told_at_once_although_a_finger_is_near(form, soon):
    camera = Camera()
    camera.hand = (460, 500)
    camera.look(3)
    camera.cards.append(form)
    # Of a hand that moves a finger at rest, and between it and the card its shadow.
    camera.empty[378:390, 380:540] = np.multiply(camera.empty[378:390, 380:540], 0.7)
    camera.empty[389:480, 410:510] = SKIN
    told = []
    for frame in range(BITTEN_RESTS):
        camera.hand, camera.skin = (460, 480), tuple(v - 40 * (frame % 2) for v in SKIN)
        picture = camera.look()
        told.append(picture is not None and shows(picture, CARD, WHITE))
    assert told == [False, soon, False]


def test_cards_beside_each_other_of_which_a_hand_touches_one_edge_are_told_soon():
    camera = Camera()
    camera.look(3)
    # Together they have no card's outline.
    camera.cards += [CARD, np.s_[240:420, 516:640]]
    told = []
    for frame in range(LONG - 2):
        camera.hand, camera.skin = (600, 470), tuple(v - 40 * (frame % 2) for v in SKIN)
        picture = camera.look()
        told.append(picture is not None and shows(picture, np.s_[200:370, 400:510], WHITE))
    assert not any(told[:BITTEN_RESTS]) and any(told)


def test_a_moving_hand_is_never_a_part_of_the_table():
    camera = Camera()
    camera.look()
    for step in range(40):
        camera.hand = (300 + 20 * (step % 9), 260 + 10 * (step % 5))
        camera.look()
    assert shows(camera.scene.picture, CARD, camera.empty[0, 0])


def test_what_a_hand_hides_has_not_gone():
    camera = Camera()
    camera.cards.append(CARD)
    camera.look()
    for step in range(30):
        camera.hand = (440 + 8 * (step % 4), 250)
        camera.look()
    assert shows(camera.scene.picture, CARD, WHITE)
    camera.hand = None
    camera.look(3)
    assert shows(camera.scene.picture, CARD, WHITE)


def test_a_hand_that_rests_upon_a_new_card_is_waited_for():
    camera = Camera()
    camera.look()
    camera.cards.append(CARD)
    camera.hand = (460, 330)
    camera.look(2 * LONG)
    assert shows(camera.scene.picture, CARD, camera.empty[0, 0])
    camera.hand = None
    camera.look(2)
    assert shows(camera.scene.picture, CARD, WHITE)


@pytest.mark.parametrize("joined", ["finger", "shadow"])
def test_a_card_that_an_arm_at_rest_touches_with_a_finger_or_its_shadow_is_told(joined):
    camera = Camera()
    camera.look(3)
    camera.cards.append(CARD)
    camera.hand = (560, 490)
    if joined == "finger":
        cv2.line(camera.empty, (560, 460), (515, 372), SKIN, 14)
    else:
        camera.empty[330:540, 500:620] = np.multiply(camera.empty[330:540, 500:620], 0.45)
    camera.look(LONG + 2)
    assert shows(camera.scene.picture, np.s_[210:360, 410:500], WHITE)


def test_a_card_where_one_was_cleared_in_the_shadow_of_an_arm_at_rest_is_told():
    camera = Camera()
    bare = camera.empty.copy()
    camera.empty[270:420, 340:580] = (200, 60, 60)
    camera.look(3)
    camera.scene.know_bare(bare)
    camera.empty, camera.cards = bare, [CARD]
    camera.hand = (560, 490)
    camera.empty[330:540, 300:620] = np.multiply(camera.empty[330:540, 300:620], 0.45)
    camera.look(LONG + 2)
    assert shows(camera.scene.picture, np.s_[210:360, 410:500], WHITE)


@pytest.mark.parametrize(
    ("frames", "wait", "told"),
    [
        (LONG - 2, PLACE_REST_MS, False),
        (LONG + 2, PLACE_REST_MS, True),
        (LONG + 2, foreground.LONG_REST_MS, False),
    ],
)
def test_print_that_only_a_shadow_joins_to_an_arm_at_rest_is_told_once_it_rested_long(frames, wait, told):
    """Of a card laid where another one lay nothing but the print differs, too fine to be a solid thing.

    While the arm moves it waits: of a card that comes on a white cloth the print is seen first.
    """
    paper = np.full((216, 384, 3), WHITE, np.uint8)
    age = np.full((216, 384), frames * USUAL_MS, np.uint16)
    now = np.multiply(paper, 0.7).astype(np.uint8)
    pips, arm = np.zeros((216, 384), np.uint8), np.zeros((216, 384), np.uint8)
    pips[90:120:10, 160:190:10] = pips[91:121:10, 160:190:10] = 255
    arm[150:, 150:200] = 255
    now[pips > 0], now[arm > 0] = 20, SKIN
    inside = np.zeros_like(pips)
    inside[80:, 140:210] = 255
    hidden, rested = inside.copy(), np.zeros_like(inside)
    box = np.s_[80:216, 140:210]
    seen = foreground.Foreground(now, paper, paper, age, PLACE_REST_MS, None)
    seen._let_go(hidden, rested, box, inside[box], arm, wait)
    assert rested[pips > 0].all() == told and hidden[pips > 0].any() != told
    assert hidden[arm > 0].all() and not rested[arm > 0].any()


def test_a_face_that_an_arm_at_rest_holds_by_its_side_stays_hidden():
    camera = Camera()
    camera.look(3)
    camera.cards.append(CARD)
    camera.hand = (460, 420)
    camera.look(2 * LONG)
    assert shows(camera.scene.picture, CARD, camera.empty[0, 0])


def test_an_arm_that_never_moves_again_becomes_a_part_of_the_table():
    camera = Camera()
    camera.look()
    camera.hand = (200, 300)
    camera.look(ARM_RESTS + 5)
    assert shows(camera.scene.picture, np.s_[450:500, 190:210], SKIN)


def test_a_card_laid_at_the_rim_of_the_picture_is_no_arm():
    camera = Camera()
    camera.look()
    at_rim = np.s_[200:320, 782:960]
    camera.cards.append(at_rim)
    assert shows(camera.look(3), at_rim, WHITE)


def test_where_an_arm_was_at_first_the_table_is_told_once_it_has_left():
    camera = Camera()
    camera.hand = (460, 250)
    camera.look()
    camera.hand = None
    camera.look(3)
    assert shows(camera.scene.picture, CARD, camera.empty[0, 0])


def test_the_table_that_an_arm_has_left_joins_no_card_to_another_arm():
    camera = Camera()
    camera.look()
    camera.scene.know_bare(camera.empty)
    camera.hand = (300, 290)
    camera.look(ARM_RESTS + 5)
    assert shows(camera.scene.picture, np.s_[300:340, 280:320], SKIN)
    bare = camera.empty.copy()
    camera.hand, camera.cards = None, [np.s_[310:490, 330:450]]
    # The other arm reaches what the first one has left, and no card.
    cv2.line(camera.empty, (0, 470), (245, 470), (60, 80, 160), 90)
    camera.look(3)
    assert shows(camera.scene.picture, np.s_[320:480, 350:440], WHITE)
    assert shows(camera.scene.picture, np.s_[260:420, 260:320], bare[0, 0])


@pytest.mark.parametrize("light", [0.8, 0.93, 1.08])
def test_a_lamp_is_no_change_and_what_a_hand_hides_follows_it(light):
    camera = Camera()
    camera.cards.append(CARD)
    camera.look()
    camera.light = light
    camera.hand = (440, 250)
    camera.look(2)
    told = camera.scene.push(camera.frame())
    assert told.moved == 0
    camera.scene.want()
    assert shows(camera.look(), CARD, np.array(WHITE) * light)


def test_as_many_frames_at_rest_are_waited_for_as_were_asked_for():
    camera = Camera(needed=3 * USUAL_MS)
    camera.look()
    camera.cards.append(CARD)
    assert [camera.look() is None for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(("between", "needed"), [(33, 3), (67, 2), (100, 2), (1000, 2)])
def test_a_card_rests_by_the_time_that_it_has_lain_there_not_by_the_pictures(between, needed):
    camera = Camera()
    camera.look()
    camera.cards.append(CARD)
    told = [camera.scene.push(camera.frame(), between).picture is not None for _ in range(needed)]
    assert told == [False] * (needed - 1) + [True]


@pytest.mark.parametrize("between", [50, 100, 250])
def test_something_large_over_the_rim_is_an_arm_for_as_long_however_many_pictures_there_are(between):
    camera = Camera()
    camera.look()
    camera.hand = (480, 100)
    waited = 0
    while camera.scene.push(camera.frame(), between).picture is None or camera.scene.hidden_in(ARM_QUAD):
        waited += between
    assert foreground.ARM_RESTS_MS <= waited + between <= foreground.ARM_RESTS_MS + 2 * between


def test_it_tells_whether_something_moves_in_the_newest_picture():
    camera = Camera()
    camera.look(2)
    assert not camera.scene.stirs
    camera.cards.append(CARD)
    camera.look()
    assert camera.scene.stirs
    camera.look()
    assert not camera.scene.stirs


def test_a_trembling_pattern_holds_up_nothing():
    camera = Camera()
    x, y = np.meshgrid(np.arange(SIZE[1]), np.arange(SIZE[0]))
    cloth = np.where(((x // 40 + y // 40) % 2)[..., None] > 0, (150, 110, 100), (190, 170, 160)).astype(
        np.uint8
    )
    camera.empty = cloth
    camera.look()
    camera.cards.append(CARD)
    for step in range(4):
        shift = np.float32([[1, 0, 0.4 * (step % 2)], [0, 1, 0]])
        camera.empty = cv2.warpAffine(cloth, shift, SIZE[::-1], borderMode=cv2.BORDER_REPLICATE)
        camera.look()
    assert shows(camera.scene.picture, CARD, WHITE)


def test_what_was_wanted_again_is_told_although_nothing_changed():
    camera = Camera()
    camera.look()
    camera.look()
    camera.scene.want()
    assert camera.look() is not None
    assert camera.look() is None


def test_it_tells_which_share_of_a_place_is_hidden_and_what_has_been_at_rest():
    camera = Camera()
    camera.cards.append(CARD)
    camera.look(3)
    quad = np.float32([[400, 200], [520, 200], [520, 380], [400, 380]])
    assert camera.scene.hidden_in(quad) == 0
    for step in range(6):
        camera.hand = (440 + 8 * (step % 4), 290)
        camera.look()
    assert 0.3 < camera.scene.hidden_in(quad) < 0.8
    rests = cv2.resize(camera.scene.at_rest(3 * USUAL_MS), SIZE[::-1], interpolation=cv2.INTER_NEAREST)
    assert rests[100, 100] == 255 and rests[370, 450] == 0


def test_a_cloth_that_trembles_joins_no_hand_to_a_card():
    camera = Camera()
    y, x = np.mgrid[0 : SIZE[0] + 8, 0 : SIZE[1] + 8]
    dark = ((x + y // 3) // 24 % 2 + (y - x // 3) // 24 % 2).astype(int)
    cloth = np.array([[235, 238, 240], [190, 160, 150], [150, 70, 40]], np.uint8)[dark]
    shifts = [(0, 0), (2, 1), (1, 2), (2, 2), (0, 2), (1, 0)]

    def look(frame):
        left, top = shifts[frame % len(shifts)]
        camera.empty = cloth[top : top + SIZE[0], left : left + SIZE[1]]
        camera.hand = (620 + 25 * (frame % 3), 340)
        return camera.look()

    for frame in range(6):
        look(frame)
    camera.cards.append(CARD)
    told = [picture for frame in range(6, 10) if (picture := look(frame)) is not None]
    assert shows(told[-1], CARD, WHITE)


def test_a_card_under_a_flickering_lamp_is_told_while_a_hand_moves():
    camera = Camera()
    phases = iter(np.random.default_rng(5).random(40))

    def look(hand):
        camera.hand = hand
        rows = np.arange(SIZE[0]) / SIZE[0]
        camera.light = (1 + 0.1 * np.sin(2 * np.pi * (2.3 * rows + next(phases))))[:, None, None]
        return camera.look()

    for frame in range(6):
        look((850, 300 + 20 * (frame % 3)))
    assert camera.scene.push(camera.frame()).hidden < 0.12
    camera.cards.append(CARD)
    told = [picture for frame in range(4) if (picture := look((850, 300 + 20 * (frame % 3)))) is not None]
    card = told[-1][CARD].reshape(-1, 3).mean(0)
    # What the first picture's own bands made of the light stays.
    assert np.abs(card - WHITE).max() < 30


def test_a_card_on_checks_under_a_camera_that_sways_is_told_at_once():
    camera = Camera()
    y, x = np.mgrid[0 : 2 * SIZE[0], 0 : 2 * SIZE[1]]
    dark = ((x * 0.9 + y * 0.3) // 48 % 2 + (y * 0.9 - x * 0.3) // 48 % 2).astype(int)
    cloth = cv2.resize(
        np.array([[235, 238, 240], [190, 160, 150], [150, 70, 40]], np.uint8)[dark], SIZE[::-1],
        interpolation=cv2.INTER_AREA,
    )  # fmt: skip

    def look(frame):
        picture = cloth.copy()
        for place in camera.cards:
            picture[place] = (40, 40, 200)
        turns = 2 * np.pi * frame
        warp = np.float32([[1, 0, 1.5 * np.sin(turns / 3.7)], [0, 1, 1.5 * np.cos(turns / 4.9)]])
        swayed = cv2.warpAffine(picture, warp, SIZE[::-1], borderMode=cv2.BORDER_REPLICATE)
        noise = camera.rng.normal(0, 1.5, swayed.shape)
        return camera.scene.push(np.clip(swayed + noise, 0, 255).astype(np.uint8)).picture

    for frame in range(6):
        look(frame)
    camera.cards.append(CARD)
    told = [picture for frame in range(6, 9) if (picture := look(frame)) is not None]
    assert told and shows(told[-1], np.s_[210:370, 410:510], (40, 40, 200))


def scene_of(inside):
    """Look at an empty table of which only a part counts; the rest is painted over."""
    empty, scene = np.full((*inside.shape, 3), (60, 90, 50), np.uint8), StaticScene(PLACE_REST_MS)
    scene.limit(inside)
    scene.push(empty)
    scene.push(empty)
    return empty, scene


def test_an_arm_that_enters_where_the_outline_begins_and_ends_is_one_arm():
    inside = np.zeros((540, 960), np.uint8)
    cv2.fillPoly(inside, [np.int32([(200, 120), (760, 120), (760, 420), (200, 420)])], 255)
    for start in [(200, 120), (480, 0), (960, 270), (200, 540), (0, 300)]:
        empty, scene = scene_of(inside)
        arm = empty.copy()
        cv2.line(arm, start, (480, 270), (110, 150, 205), 80)
        arm[inside == 0] = empty[inside == 0]
        assert not any(scene.push(arm).moved for _ in range(12)), start
        assert np.array_equal(scene.picture, empty), start


def test_a_card_laid_over_the_outline_is_no_arm():
    inside = np.zeros((540, 960), np.uint8)
    inside[120:420, 200:760] = 255
    empty, scene = scene_of(inside)
    card = empty.copy()
    card[300:480, 400:520] = 235
    card[inside == 0] = empty[inside == 0]
    assert any(scene.push(card).moved for _ in range(4))


def test_what_is_hidden_is_told_as_a_share_of_the_table():
    inside = np.zeros((540, 960), np.uint8)
    inside[120:420, 200:760] = 255
    empty, scene = scene_of(inside)
    coat = np.where(inside[..., None] > 0, np.uint8(20), empty)
    assert scene.push(coat).hidden > 0.9


def test_of_paper_laid_upon_paper_the_print_tells_when_it_came():
    camera = Camera()
    camera.look()
    camera.cards.append(CARD)
    camera.look(20)
    signs, outline = np.s_[260:320, 440:480], np.float32([[400, 200], [520, 200], [520, 380], [400, 380]])
    printed = np.zeros(SIZE, np.uint8)
    printed[signs] = 255
    before = camera.scene.rests_since(outline)
    draw = camera.frame

    def with_signs():
        picture = draw()
        picture[signs] = (40, 40, 40)
        return picture

    camera.frame = with_signs
    camera.look(5)
    assert camera.scene.rests_since(outline) == before
    assert camera.scene.rests_since(outline, printed) >= before + 20 * USUAL_MS
    assert camera.scene.rests_since(outline, np.zeros(SIZE, np.uint8)) == before
