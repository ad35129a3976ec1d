"""Bids come from wheels in their turn or at once, the trump from a tag; what is unclear is asked."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simulation.scene.view import draw_view
from table.command import Accepted, Correct, LookAtWheels, Press, Submit, Undo
from table.eye.calibration import Calibration
from table.host import Host
from table.journal import Journal
from table.view.lamps import AMBER
from table.wheels.eye import EDGES, Ground, WheelEye, turns
from vision.calibrate.mat import MARKERS, MAT_SIZE, marker_mm, outline_mm
from vision.types import Sight
from vision.wheels.printed import COVERED
from vision.wheels.track import WheelReading, WheelSight, WheelTracker

sys.path.insert(0, str(Path(__file__).parent))
from laid_wheels import UNEVEN, Laid, begin, cloud, next_round, special


@pytest.fixture
def wheels(game):
    return Laid(game)


def test_each_wheel_that_is_turned_is_its_players_bid_in_turn(game, wheels):
    begin(game, wheels)
    assert game.phase == "bidding" and game.view["advice"] is None
    wheels.turn(s1=1)
    assert game.view["bids"] == [None, 1, None]
    # Who is too early waits.
    wheels.turn(s0=1)
    assert game.view["bids"] == [None, 1, None]
    wheels.turn(s2=0)
    assert game.view["bids"] == [1, 1, 0] and game.phase == "trick"
    assert game.view["advice"] is None


def test_phones_and_wheels_bid_in_one_round(game, wheels):
    begin(game, wheels)
    game.submit("bid", player=1, tricks=1)
    wheels.turn(s2=1)
    game.submit("bid", player=0, tricks=0)
    assert game.view["bids"] == [0, 1, 1] and game.phase == "trick"
    # Of those who bid on a phone nobody minds the wheel.
    wheels.turn(s0=7, s1=5)
    assert game.view["advice"] is None


def test_what_a_wheel_showed_in_the_last_round_is_no_bid(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1, s2=0, s0=1)
    next_round(game)
    wheels.look()
    assert game.view["bids"] == [None, None, None]
    assert "Cy's wheel shows an old number" in game.view["advice"]
    assert game.view["lights"]["seats"][2] == "blink"
    wheels.turn(s2=COVERED)
    assert game.view["advice"] is None
    wheels.turn(s2=0)
    assert game.view["bids"] == [None, None, 0]


def test_all_at_once_bids_are_taken_when_every_wheel_shows_one(game, wheels):
    begin(game, wheels, bids="simultaneous")
    wheels.turn(s0=1, s2=0)
    assert game.view["bid_made"] == [False, False, False]
    wheels.turn(s1=0)
    assert game.view["bids"] == [1, 0, 0] and game.phase == "trick"


def test_bids_that_stay_hidden_lie_face_down_until_the_round_is_played(game, wheels):
    begin(game, wheels, bids="delayed")
    wheels.turn(s0="hidden", s1="hidden")
    assert game.view["bid_made"] == [True, True, False]
    game.submit("bid", player=2, tricks=0)
    assert game.phase == "trick" and game.view["advice"] is None
    wheels.turn(s1=1)
    assert "Bo's wheel lies open: lay it face down" in game.view["advice"]
    wheels.turn(s1="hidden")
    for card in ("7S", "8S", "9S"):
        game.lay(card)
    game.do(Press("confirm"))
    assert game.phase == "bidding" and game.view["bid_made"] == [False, False, True]
    assert "the bids of Bo and Ann lie face down and are shown now" in game.view["awaited"]
    assert "Ann's wheel is hidden: let it lie face up" in game.view["advice"]
    game.do(Press("undo"))
    game.do(Press("confirm"))
    wheels.turn(s0=1)
    assert game.view["bid_made"] == [True, False, True]
    wheels.turn(s1=0)
    (line,) = game.view["sheet"]
    assert (line["bids"], line["tricks"], line["points"]) == ([1, 0, 0], [1, 0, 0], [30, 20, 20])
    assert game.phase == "deal" and game.view["round"] == 2
    # What lies open of the round before is no bid of this one, and nobody is asked to turn it.
    game.take()
    game.lay("3H")
    wheels.look()
    assert game.view["bid_made"] == [False, False, False] and game.view["advice"] is None
    wheels.turn(s2=1)
    assert game.view["bid_made"] == [False, False, True] and game.view["bids"] == [None, None, None]


def test_a_wheel_laid_face_down_from_the_last_round_s_number_has_bid_also_the_same_number(game, wheels):
    begin(game, wheels, bids="delayed")
    wheels.turn(s0="hidden", s1="hidden", s2="hidden")
    for card in ("7S", "8S", "9S"):
        game.lay(card)
    game.do(Press("confirm"))
    for seat, bid in (("s0", 1), ("s1", 0), ("s2", 0)):
        wheels.turn(**{seat: bid})
    game.take()
    game.lay("3H")
    wheels.look()
    assert game.view["bid_made"] == [False, False, False]
    # Turned in the hand and laid face down, without ? in between.
    wheels.turn(s0="hidden", s1="hidden", s2="hidden")
    assert game.view["bid_made"] == [True, True, True] and game.phase == "trick"
    # An arm, or a wheel that somebody turns over again.
    wheels.turn(s2=0)
    assert "Cy's wheel lies open: lay it face down" in game.view["advice"]
    wheels.turn(s2="hidden")
    for cards in (("4H", "5H", "6H"), ("7S", "8S", "9S")):
        for card in cards:
            game.lay(card)
        game.do(Press("confirm"))
        game.take()
    for seat, bid in (("s0", 1), ("s1", 1), ("s2", 0)):
        wheels.turn(**{seat: bid})
    assert game.view["sheet"][1]["bids"] == [1, 1, 0]


def test_a_wheel_that_lay_open_before_the_bids_are_shown_is_asked_about(game, wheels):
    begin(game, wheels, bids="delayed")
    wheels.turn(s0="hidden", s1="hidden", s2="hidden")
    for card in ("7S", "8S", "9S"):
        game.lay(card)
    wheels.turn(s1=1)
    game.do(Press("confirm"))
    assert game.view["bid_made"] == [False, False, False]
    assert "Bo's wheel shows an old number" in game.view["advice"]
    wheels.turn(s1=COVERED)
    wheels.turn(s1=1)
    assert game.view["bid_made"] == [False, True, False]


@pytest.mark.parametrize(("state", "words"), [("unclear", "cannot be read"), ("hidden", "is hidden")])
def test_a_wheel_that_cannot_be_read_is_asked_about(game, wheels, state, words):
    begin(game, wheels)
    wheels.turn(s1=state)
    assert game.view["bids"] == [None, None, None]
    assert f"Bo's wheel {words}" in game.view["advice"]
    lights = game.view["lights"]
    assert lights["seats"] == ["off", "blink", "off"]
    assert lights["status"] == {"color": list(AMBER), "pattern": "on"}
    wheels.turn(s1=1)
    assert game.view["bids"] == [None, 1, None] and game.view["advice"] is None


def test_a_wheel_that_is_turned_after_its_bid_is_told_and_changes_nothing(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1)
    wheels.turn(s1=0)
    assert game.view["bids"] == [None, 1, None]
    assert "Bo's wheel shows 0, but 1 was bid" in game.view["advice"]
    wheels.turn(s2=0, s0=1)
    wheels.turn(s2=COVERED)
    assert game.view["bids"] == [1, 1, 0]
    assert "Bo's wheel shows 0" in game.view["advice"] and "Cy's wheel shows no bid" in game.view["advice"]
    wheels.turn(s1=1, s2=0)
    assert game.view["advice"] is None


def test_a_forbidden_bid_lights_the_seat_and_tells_the_rule(game, wheels):
    begin(game, wheels, last_bid="nonzero")
    wheels.turn(s1=0, s2=0)
    wheels.turn(s0=1)
    assert game.view["bids"] == [None, 0, 0] and game.phase == "bidding"
    assert "1" in game.view["advice"] and game.view["lights"]["seats"][0] == "blink"
    assert game.view["lights"]["status"]["color"] == list(AMBER)
    wheels.turn(s0=0)
    assert game.view["bids"] == [0, 0, 0] and game.view["advice"] is None


def test_a_bid_higher_than_the_round_is_told(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=9)
    assert game.view["bids"] == [None, None, None] and "9" in game.view["advice"]


def test_a_bid_that_is_taken_back_is_not_taken_again_from_the_same_number(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1)
    game.do(Undo())
    wheels.look()
    assert game.view["bids"] == [None, None, None]
    assert "Bo's wheel still shows 1, which was taken back" in game.view["advice"]
    wheels.turn(s1=0)
    assert game.view["bids"] == [None, 0, None]


def test_the_button_takes_a_number_that_was_taken_back_with_another(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1)
    wheels.turn(s2=1)
    game.do(Press("undo"))
    game.do(Press("undo"))
    wheels.turn(s1=0)
    assert game.view["bids"] == [None, 0, None]
    assert "Cy's wheel still shows 1, which was taken back" in game.view["advice"]
    game.do(Press("confirm"))
    assert game.view["bids"] == [None, 0, 1] and game.view["advice"] is None
    wheels.turn(s2=0)
    assert "Cy's wheel shows 0, but 1 was bid" in game.view["advice"]


def test_the_button_takes_what_a_wheel_shows_later_while_bids_may_be_changed(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1, s2=0, s0=1)
    wheels.turn(s1=0)
    assert "press the button and 0 counts" in game.view["advice"]
    game.do(Press("confirm"))
    assert game.view["bids"] == [1, 0, 0] and game.view["advice"] is None
    game.lay("7S")
    wheels.turn(s1=1)
    assert "Turn it back, or put the bid right" in game.view["advice"]
    assert not isinstance(game.host.handle(Press("confirm")), Accepted)
    assert game.view["bids"] == [1, 0, 0]


def test_a_table_without_a_button_speaks_of_none(make_game):
    with Host(Journal(":memory:"), buttons=False) as host:
        game = make_game(host)
        wheels = Laid(game)
        begin(game, wheels)
        wheels.turn(s1=1)
        game.do(Undo())
        assert game.view["advice"].endswith("turn it to another number, or enter it on a phone if it counts.")
        wheels.turn(s1=0, s2=0, s0=1)
        wheels.turn(s1=1)
        said = "Bo's wheel shows 1, but 0 was bid. Turn it back, or put the bid right."
        assert game.view["advice"] == said


def test_a_card_that_may_lie_upon_a_wheel_is_asked_for_while_its_player_is_to_lay_one(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1, s2=0, s0=1)
    wheels.turn(s2="unclear", s0="hidden")
    assert game.view["advice"] is None
    wheels.turn(s1="unclear")
    assert game.view["advice"].startswith(
        "Bo's wheel cannot be read: if a card lies upon it, lay that beside"
    )
    # The bid stands, and nobody is called for it by a lamp.
    assert game.view["bids"] == [1, 1, 0] and game.view["lights"]["seats"][1] == "on"
    wheels.turn(s1=1, s2=0)
    game.lay("7S")
    assert game.trick == ["7S"] and game.view["advice"] is None


def test_a_phone_puts_a_bid_from_a_wheel_right_and_nobody_minds_that_wheel(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1)
    game.do(Correct(1, {"event": "bid", "player": 1, "tricks": 0}))
    wheels.look()
    assert game.view["bids"] == [None, 0, None] and game.view["advice"] is None
    wheels.turn(s2=0, s0=1)
    assert game.view["bids"] == [1, 0, 0] and game.view["advice"] is None


def test_a_wheel_that_is_turned_after_a_restart_is_told(tmp_path, make_game):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)) as host:
        game = make_game(host)
        begin(game, Laid(game))
        before = Laid(game)
        before.turn(s1=1)
        game.submit("bid", player=2, tricks=1)
        before.turn(s1=1, s2=0, s0=1)
        assert game.view["bids"] == [1, 1, 1] and game.view["advice"] is None
        game.do(Correct(3, {"event": "bid", "player": 0, "tricks": 0}))
        game.lay("7S")
    with Host(Journal(path)) as host:
        again = make_game(host)
        after = Laid(again)
        after.turn(s0=1, s1=1, s2=0)
        assert again.view["bids"] == [0, 1, 1] and again.view["advice"] is None
        after.turn(s1=0)
        # Cy bid on a phone, and Ann's bid was put right on one.
        assert again.view["advice"].startswith("Bo's wheel shows 0, but 1 was bid")
        assert again.view["advice"].count("wheel") == 1
        after.turn(s1=1)
        assert again.view["advice"] is None


@pytest.mark.parametrize("opened", [False, True])
def test_bids_that_lie_face_down_over_a_restart_are_shown_after_it(tmp_path, make_game, opened):
    path = tmp_path / "journal.sqlite"
    with Host(Journal(path)) as host:
        game = make_game(host)
        before = Laid(game)
        begin(game, before, bids="delayed")
        before.turn(s0="hidden", s1="hidden", s2="hidden")
        game.lay("7S")
    with Host(Journal(path)) as host:
        again = make_game(host)
        after = Laid(again)
        # What lies face down is not seen at all.
        after.shows = {}
        for card in ("7S", "8S", "9S"):
            again.lay(card)
        if opened:
            after.turn(s1=1)
            assert "Bo's wheel lies open: lay it face down" in again.view["advice"]
        again.do(Press("confirm"))
        after.turn(s0=0, s1=1, s2=0)
        if opened:
            # What lay open before the bids are shown is not taken for one.
            assert again.view["bid_made"] == [True, False, True]
            assert "Bo's wheel shows an old number" in again.view["advice"]
            after.turn(s1=COVERED)
            after.turn(s1=1)
        assert again.view["sheet"][0]["bids"] == [0, 1, 0]


def test_a_wheel_that_nobody_saw_in_this_game_bids_nothing_at_first(game):
    late = Laid(game)
    game.new()
    game.lay("2H")
    late.turn(s0=1, s1=1, s2=1)
    assert game.view["bids"] == [None, None, None]
    late.turn(s1=COVERED)
    late.turn(s1=1)
    assert game.view["bids"] == [None, 1, None]


@pytest.mark.parametrize(
    ("places", "more", "words"),
    [
        ((10.0, 40.0, 260.0), {}, "Whose wheel is which"),
        ((60.0, 180.0, 300.0), {}, "Whose wheel is which"),
        (UNEVEN, {4: 180.0}, "More wheels lie there"),
    ],
)
def test_wheels_that_cannot_be_told_apart_by_their_places_are_asked_about(game, places, more, words):
    laid = Laid(game, places)
    laid.places |= more
    laid.shows |= dict.fromkeys(more, COVERED)
    begin(game, laid)
    laid.turn(s0=1, s1=1, s2=1)
    assert game.view["bids"] == [None, None, None]
    assert words in game.view["advice"]


def test_two_wheels_of_one_colour_are_asked_about(game, wheels):
    wheels.doubled = frozenset({0})
    begin(game, wheels)
    wheels.turn(s1=1)
    assert game.view["bids"] == [None, None, None]
    assert "Two wheels of one colour" in game.view["advice"]


def test_a_single_wheel_bids_for_the_seat_that_it_lies_before(game):
    one = Laid(game, (118.0,), (2,))
    begin(game, one)
    one.shows[2] = 1
    one.look()
    assert game.view["bids"] == [None, 1, None]


def test_a_tag_names_the_trump_once_it_is_laid(game, wheels):
    begin(game, wheels, turned="W")
    assert game.phase == "trump_choice"
    wheels.tags = frozenset({1})
    wheels.look()
    assert game.view["trump"] == "H" and game.phase == "bidding"


def test_a_tag_that_lay_there_before_names_nothing_and_two_are_asked_about(game, wheels):
    wheels.tags = frozenset({0})
    begin(game, wheels, turned="W")
    wheels.look()
    assert game.phase == "trump_choice" and "A trump tag still lies there" in game.view["advice"]
    wheels.tags = frozenset({0, 2, 3})
    wheels.look()
    assert game.phase == "trump_choice" and "Several trump tags" in game.view["advice"]
    wheels.tags = frozenset()
    wheels.look()
    wheels.tags = frozenset({0})
    wheels.look()
    assert game.view["trump"] == "S"


def test_the_tag_without_trump_is_refused_with_the_rule(game, wheels):
    begin(game, wheels, turned="W")
    wheels.tags = frozenset({4})
    wheels.look()
    assert game.phase == "trump_choice" and "must name a suit" in game.view["advice"]


def test_without_wheels_nothing_is_told(game):
    game.new()
    game.do(LookAtWheels(WheelSight(), {}))
    game.lay("2H")
    assert game.view["advice"] is None and game.host.handle(
        Submit({"event": "bid", "player": 1, "tricks": 1})
    )


def test_places_are_told_clockwise_from_the_first_player():
    sight = WheelSight(
        tuple(
            WheelReading(color, "rests", 1, at)
            for color, at in enumerate([(0.5, 0.9), (0.1, 0.5), (0.5, 0.1), (0.9, 0.5)])
        )
    )
    ground = Ground.plain((2304, 1296))
    found = [turns(sight, ground, EDGES[edge]) for edge in ("bottom", "right")]
    # A degree before the first player's place is 359 after it.
    found = [{color: round(turn) % 360 for color, turn in each.items()} for each in found]
    assert found == [{0: 0, 1: 90, 2: 180, 3: 270}, {0: 90, 1: 180, 2: 270, 3: 0}]


SIZE = (2304, 1296)


def hung(mat, angle=0.0):
    """Hang a camera so that it leans and looks past the table; give what it knows, and what it sees.

    mat: whether the table is known by its mat, which lies there turned by `angle`. Four wheels lie evenly
    around the table's middle, the first player's towards the lower edge of the picture.
    """
    view = replace(draw_view(np.random.default_rng(3), SIZE, 22.0), shift=(240.0, -90.0))
    c, s = np.cos(angle), np.sin(angle)

    def pictured(mm):
        return view.project((mm - np.array(MAT_SIZE) / 2) @ np.array([[c, s], [-s, c]]))

    markers = {marker: pictured(marker_mm(marker)).tolist() for marker in MARKERS} if mat else {}
    outline = tuple(map(tuple, pictured(outline_mm()).tolist()))
    empty = np.zeros((*SIZE[::-1], 3), np.uint8)
    known = Calibration("usb:0", SIZE, outline, "mat" if mat else "hand", empty, markers)
    at = view.project(np.array([(0, 230), (-330, 0), (0, -230), (330, 0)])) / SIZE
    return known, WheelSight(
        tuple(WheelReading(color, "rests", 1, tuple(each)) for color, each in enumerate(at))
    )


@pytest.mark.parametrize("angle", [0.0, 0.4, np.pi, -np.pi / 2])
def test_a_calibrated_mat_says_how_the_wheels_lie_around_it_though_the_camera_leans(angle):
    known, sight = hung(mat=True, angle=angle)
    found = turns(sight, Ground.of(known), EDGES["bottom"])
    plain = turns(sight, Ground.plain(SIZE), EDGES["bottom"])
    asides = [[(each[color] - 90 * color + 180) % 360 - 180 for color in range(4)] for each in (found, plain)]
    assert np.ptp(asides[0]) < 0.1 and np.abs(asides[0]).max() < 8
    assert np.ptp(asides[1]) > 20


def test_without_a_mat_the_middle_of_the_outlined_table_is_the_middle():
    known, sight = hung(mat=False)
    found = turns(sight, Ground.of(known), EDGES["bottom"])
    plain = turns(sight, Ground.plain(SIZE), EDGES["bottom"])
    aside, before = (
        max(abs((each[color] - 90 * color + 180) % 360 - 180) for color in range(4))
        for each in (found, plain)
    )
    assert aside < before


def test_the_eye_goes_by_the_calibrated_table_where_its_pictures_are_of_that_size(monkeypatch):
    known, sight = hung(mat=True)
    told = []
    monkeypatch.setattr(WheelTracker, "look", lambda self, frame, often: sight)
    with Host(Journal(":memory:")) as host:
        eye = WheelEye(Blind(), told.append, lambda: host.snapshot, "bottom", calibration=known)
        for size in (SIZE, (1152, 648)):
            eye.look(np.zeros((*size[::-1], 3), np.uint8))
    assert told[0].turns == turns(sight, Ground.of(known), EDGES["bottom"])
    assert told[1].turns == turns(sight, Ground.plain((1152, 648)), EDGES["bottom"]) != told[0].turns


def test_what_reads_the_wheels_and_the_eye_are_told_when_a_picture_was_taken(game, monkeypatch):
    class Paced(Blind):
        def hurries(self):
            return True

        def taken(self, seconds):
            told.append(seconds)

    told = []
    monkeypatch.setattr(WheelTracker, "taken", lambda self, seconds: told.append(seconds))
    eye = WheelEye(Paced(), game.host.handle, lambda: game.snapshot, "bottom")
    eye.taken(2.5)
    assert told == [2.5, 2.5] and not eye.hurries()


def test_what_lies_face_down_upon_a_wheel_is_not_asked_about(game, monkeypatch):
    monkeypatch.setattr(WheelTracker, "bears", lambda self, frame, card: True)
    won, laid = game.seen("back"), game.seen("7S")
    eye = Blind()
    eye.look = lambda frame, seen=(): Sight((won, laid))
    game.new()
    told = WheelEye(eye, game.host.handle, lambda: game.snapshot, "bottom").look(
        np.zeros((90, 160, 3), np.uint8)
    )
    assert [(each.reading.card, each.reading.asks) for each in told.lying] == [("back", False), ("7S", True)]


class Blind:
    """An eye that sees nothing."""

    def look(self, frame, seen=()):
        return None

    def forget(self):
        pass


def test_two_presses_take_the_likeliest_card_where_wheels_lie(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1, s2=0, s0=1)
    game.lay("7S", "8S", asks=True, confidence=0.6)
    assert game.view["advice"] is None
    game.do(Press("confirm"))
    assert "Is it the 7 of spades (7S)? Press the button once more" in game.view["advice"]
    assert game.view["trick"] == []
    game.do(Press("confirm"))
    assert game.trick == ["7S"] and game.view["advice"] is None
    game.lay("8S", "9S", asks=True, confidence=0.6)
    game.do(Press("confirm"))
    game.take(game.lying[-1])
    game.lay("9S")
    assert game.trick == ["7S", "9S"] and game.view["advice"] is None


def test_undo_names_the_next_likely_card_and_takes_nothing_back(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1, s2=0, s0=1)
    game.lay("7S", "8S", "9S", asks=True, confidence=0.6)
    for name in ("7S", "8S", "9S"):
        game.do(Press("undo" if name != "7S" else "confirm"))
        assert f"({name})? Press the button once more" in game.view["advice"]
    game.do(Press("undo"))
    assert game.view["advice"].startswith("Is it no card? Press the button once more")
    # After the last one none is named, and the next press begins with the likeliest again.
    game.do(Press("undo"))
    assert game.view["advice"] is None and game.view["bids"] == [1, 1, 0]
    game.do(Press("confirm"))
    game.do(Press("undo"))
    game.do(Press("confirm"))
    assert game.trick == ["8S"] and game.view["advice"] is None
    game.lay("9S", "7H", asks=True, confidence=0.6)
    game.do(Press("confirm"))
    assert "(9S)?" in game.view["advice"]


def test_without_a_next_seat_button_the_button_says_that_it_is_no_card(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1, s2=0, s0=1)
    sleeve = game.lay("7S", "8S", "9S", "KH", "QH", asks=True, confidence=0.2)
    game.do(Press("confirm"))
    named = [game.view["advice"]]
    while game.view["advice"] is not None:
        game.do(Press("undo"))
        named.append(game.view["advice"])
    # As many as the television shows come first; whoever goes on hears of the others too.
    begun = [each and each.split("?")[0] for each in named]
    cards = [f"Is it the {name}" for name in ("7 of spades (7S)", "8 of spades (8S)", "9 of spades (9S)")]
    more = [f"Is it the {name}" for name in ("king of hearts (KH)", "queen of hearts (QH)")]
    assert begun == [*cards, "Is it no card", *more, None]
    game.do(Press("confirm"))
    for _ in cards:
        game.do(Press("undo"))
    game.do(Press("confirm"))
    assert game.snapshot.questions == () and game.view["advice"] is None and game.trick == []
    # What lies there is left alone from now on, and undo is undo again.
    game.look()
    assert game.snapshot.questions == () and sleeve in game.lying
    game.do(Press("undo"))
    assert game.view["bids"] == [None, 1, 0]


def test_a_press_takes_what_was_named_though_the_eye_reads_on(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1, s2=0, s0=1)
    seen = game.lay("7S", "8S", asks=True, confidence=0.6)
    game.do(Press("confirm"))
    game.reread(seen, "8S", "7S", state="asks", confidence=0.6)
    assert "(7S)?" in game.view["advice"]
    game.do(Press("confirm"))
    assert game.trick == ["7S"]


def test_the_button_says_what_an_earlier_card_was_or_that_it_stays_as_it_was_counted(game, wheels):
    begin(game, wheels)
    wheels.turn(s1=1, s2=0, s0=1)
    game.lay("7S", "8S")
    game.lay("9S", "7S", asks=True, confidence=0.55)
    game.answer("7S")
    assert game.question.event is not None
    game.do(Press("confirm"))
    assert "Is it the 8 of spades (8S)?" in game.view["advice"]
    game.do(Press("undo"))
    assert game.view["advice"].startswith("Was it counted rightly?")
    game.do(Press("confirm"))
    assert game.trick == ["7S"] and game.question.event is None
    game.answer("7S")
    game.do(Press("confirm"))
    game.do(Press("confirm"))
    assert game.trick == ["8S", "7S"]


def test_without_wheels_a_press_takes_no_card_that_is_asked_about(game):
    game.to_trick()
    game.lay("7S", "8S", asks=True, confidence=0.6)
    assert not isinstance(game.host.handle(Press("confirm")), Accepted)


def test_a_tag_names_the_suit_of_a_juggler_or_a_cloud(game, wheels):
    special(game, wheels, "juggler")
    assert game.view["advice"] == "Lay the tag of the suit in view, or name it on a phone."
    wheels.tags = frozenset({4})
    wheels.look()
    assert game.phase == "suit_choice" and "must name a suit" in game.view["advice"]
    wheels.tags = frozenset()
    wheels.look()
    wheels.tags = frozenset({0})
    wheels.look()
    assert game.view["trick"][0]["as"] == "juggler:B" and game.view["advice"] is None
    # The tag that still lies there names nothing for the next card.
    game.lay("cloud")
    assert game.phase == "suit_choice" and "A trump tag still lies there" in game.view["advice"]
    game.submit("name_suit", suit="R")
    assert game.view["trick"][1]["as"] == "cloud:R"


@pytest.mark.parametrize(("tag", "shape"), [(2, "W"), (4, "J")])
def test_a_tag_says_what_the_shapeshifter_is(game, wheels, tag, shape):
    special(game, wheels, "shapeshifter")
    assert "For a Wizard lay the tag of any suit in view, for a Fool the tag" in game.view["advice"]
    wheels.tags = frozenset({tag})
    wheels.look()
    assert game.view["trick"][0]["as"] == shape and game.view["advice"] is None


def test_a_wheel_changes_the_bid_that_the_cloud_changes(game, wheels):
    cloud(game, wheels)
    assert game.view["advice"] == "Turn the wheel to the new bid, or change it on a phone."
    wheels.turn(s2=1)
    # Cy did not win it.
    assert game.phase == "change_bid" and "Cy's wheel shows 1, but 0 was bid" in game.view["advice"]
    wheels.turn(s2=0)
    wheels.turn(s1=3)
    assert game.phase == "change_bid" and "by 1 or by -1, not by 3" in game.view["advice"]
    assert game.view["lights"]["seats"][1] == "blink"
    wheels.turn(s1="unclear")
    assert "Bo's wheel cannot be read" in game.view["advice"]
    wheels.turn(s1=0)
    assert game.phase == "change_bid" and "Turn the wheel to the new bid" in game.view["advice"]
    wheels.turn(s1=1)
    assert game.view["sheet"][0]["bids"] == [0, 1, 0] and game.view["round"] == 2


def test_a_changed_bid_is_taken_back_and_its_wheel_counts_once_it_was_turned(game, wheels):
    cloud(game, wheels)
    wheels.turn(s1=1)
    game.do(Press("undo"))
    assert game.phase == "change_bid" and game.view["bids"] == [0, 0, 0]
    wheels.look()
    assert game.phase == "change_bid"
    wheels.turn(s1=COVERED)
    wheels.turn(s1=1)
    assert game.view["sheet"][0]["bids"] == [0, 1, 0]


def test_what_a_wheel_shows_of_somebody_who_bids_on_a_phone_changes_no_bid(game, wheels):
    wheels.turn(s1=1)
    begin(game, wheels, "1R", edition="amigo", cloud=True)
    for seat in (1, 2, 0):
        game.submit("bid", player=seat, tricks=0)
    for card in ("W", "5B", "cloud"):
        game.lay(card)
    game.submit("name_suit", suit="B")
    game.do(Press("confirm"))
    wheels.look()
    assert game.phase == "change_bid" and game.view["bids"] == [0, 0, 0]
    game.submit("change_bid", player=1, by=1)
    assert game.view["sheet"][0]["bids"] == [0, 1, 0]


def test_a_bid_that_lies_face_down_is_turned_for_the_cloud_and_the_button_says_so(game, wheels):
    begin(game, wheels, "1R", edition="amigo", cloud=True, bids="delayed")
    wheels.turn(s0="hidden", s1="hidden", s2="hidden")
    assert game.view["bid_made"] == [True] * 3
    for card in ("W", "5B", "cloud"):
        game.lay(card)
    game.submit("name_suit", suit="B")
    game.do(Press("confirm"))
    assert game.phase == "change_bid" and game.view["lights"]["seats"] == ["off", "on", "off"]
    said = "Turn the wheel by one where nobody sees it, lay it face down again, then press the button."
    assert game.view["advice"] == said
    # Who turns it openly is told to lay it down; what it shows is taken for nothing.
    wheels.turn(s1=1)
    assert game.phase == "change_bid" and "Bo's wheel lies open" in game.view["advice"]
    wheels.turn(s1="hidden")
    game.do(Press("confirm"))
    assert "the bids of Bo, Cy and Ann lie face down and are shown now" in game.view["awaited"]
    game.do(Press("undo"))
    assert game.phase == "change_bid"
    game.do(Press("confirm"))
    wheels.turn(s0=0, s2=0)
    wheels.turn(s1=COVERED)
    wheels.turn(s1=1)
    (line,) = game.view["sheet"]
    assert (line["bids"], line["points"]) == ([0, 1, 0], [20, 30, 20])


def test_a_hidden_bid_is_changed_on_the_phone_where_it_was_made_and_the_television_says_so(game, wheels):
    begin(game, wheels, "1R", edition="amigo", cloud=True, bids="delayed")
    for seat in (1, 2, 0):
        game.submit("bid", player=seat, tricks=0)
    for card in ("W", "5B", "cloud"):
        game.lay(card)
    game.submit("name_suit", suit="B")
    game.do(Press("confirm"))
    wheels.turn(s1=1)
    assert game.phase == "change_bid" and "change it on the page of a phone" in game.view["advice"]


def test_the_button_says_that_all_have_passed_a_card_on(game, wheels):
    begin(game, wheels, edition="amigo", juggler=True, turned="1R")
    wheels.turn(s1=1, s2=0, s0=1)
    for card in ("7B", "8B", "9B"):
        game.lay(card)
    game.do(Press("confirm"))
    game.take()
    game.lay("3G")
    for seat in (2, 0, 1):
        wheels.turn(**{f"s{seat}": COVERED})
        wheels.turn(**{f"s{seat}": 0})
    game.lay("juggler")
    wheels.tags = frozenset({1})
    wheels.look()
    for card in ("7B", "8B"):
        game.lay(card)
    game.do(Press("confirm"))
    assert game.phase == "pass_on"
    assert game.view["advice"] == "Press the button once everybody has passed one on."
    game.do(Press("confirm"))
    assert game.phase == "trick" and game.view["advice"] is None


def test_a_tag_names_the_trump_of_a_werewolf_once_a_phone_has_said_who_laid_it(game, wheels):
    begin(game, wheels, "1R", edition="amigo", werewolf=True)
    game.lying.clear()
    game.lay("werewolf")
    assert "Whoever laid it turns their own wheel to any number" in game.view["advice"]
    game.do(Undo())
    game.submit("exchange", card="werewolf", player=2)
    assert "or the tag without trump" in game.view["advice"] or "still lies there" in game.view["advice"]
    wheels.tags = frozenset()
    wheels.look()
    wheels.tags = frozenset({4})
    wheels.look()
    assert game.phase == "bidding" and game.view["trump"] is None


def test_a_wheel_that_is_turned_says_who_laid_the_werewolf_and_bids_nothing(game, wheels):
    begin(game, wheels, "1R", edition="amigo", werewolf=True)
    # Who turns the wheel before that does not say so.
    wheels.turn(s1=1)
    game.do(Undo())
    game.lying.clear()
    game.lay("werewolf")
    wheels.tags = frozenset({1})
    wheels.look()
    assert game.phase == "trump_choice" and "Turn the wheel of whoever lays the tag" in game.view["advice"]
    wheels.turn(s0=1, s2=1)
    assert game.phase == "trump_choice" and "and no other one" in game.view["advice"]
    wheels.turn(s0=COVERED)
    assert game.phase == "bidding" and game.view["trump"] == "G"
    assert game.host.snapshot.history.written(-1) == {"event": "name_trump", "player": 2, "suit": "G"}
    wheels.turn(s1=COVERED)
    wheels.turn(s1=0)
    assert game.view["bids"] == [None, 0, None] and "Cy's wheel shows an old number" in game.view["advice"]
    wheels.turn(s2=COVERED)
    wheels.turn(s2=1)
    assert game.view["bids"] == [None, 0, 1]
