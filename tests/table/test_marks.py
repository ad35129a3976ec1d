"""A likely card is entered marked, and nothing marked passes without the press that confirms its trick."""

import numpy as np
import pytest

from device.panel import Lights
from games.history import Game as History
from games.record import event_from_dict, header_from_dict
from table.command import Correct, Press, Refused, Submit, Undo
from table.host import Host
from table.journal import Journal
from table.reconcile import marks
from table.reconcile.stakes import kind_share
from table.view.lamps import AMBER, BLUE
from vision.types import Reading

LEAD = 4
"""Index of the first play: after the turned-up card and three bids."""


@pytest.fixture
def trick(game):
    """Bo leads a seven of clubs, and Cy's card is probably an eight of spades."""
    game.to_trick()
    game.lay("7C")
    game.guess("8S", "9S")
    return game


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


def test_a_likely_card_is_entered_at_once_and_marked(trick):
    assert trick.trick == ["7C", "8S"]
    assert trick.snapshot.questions == ()
    assert trick.marked == [(LEAD + 1, "8S")]


def test_no_picture_of_a_marked_card_bears_the_address_of_one_of_the_game_before(game):
    crop, shown = np.zeros((144, 96, 3), np.uint8), []
    for _ in range(2):
        game.new()
        # The eye begins anew with each game.
        game.lying, game._next = [], 0
        game.guess("8S", "9S", crop=crop)
        shown += [each["crop"] for each in game.view["marked"]]
    assert len(set(shown)) == 2


def test_play_goes_on_over_a_marked_card(trick):
    trick.lay("QS")
    assert trick.trick == ["7C", "8S", "QS"] and trick.phase == "trick_done"
    assert trick.marked == [(LEAD + 1, "8S")]


def test_the_view_shows_its_picture_and_what_else_it_may_be(game):
    game.to_trick()
    game.lay("7C")
    crop = np.zeros((144, 96, 3), np.uint8)
    seen = game.guess("8S", "9S", crop=crop)
    (shown,) = game.view["marked"]
    assert (shown["index"], shown["player"], shown["card"]) == (LEAD + 1, 2, "8S")
    assert [each["card"] for each in shown["cards"]] == ["8S", "9S"]
    assert shown["cards"][0]["confidence"] == pytest.approx(0.88)
    assert shown["near"] == ["7S"]
    assert shown["crop"] == f"/crop/mark-1-{LEAD + 1}-{seen.id}.jpg"
    assert game.host.marked_crop(LEAD + 1).startswith(b"\xff\xd8")


def test_what_the_rules_would_not_let_stand_there_is_not_offered(game):
    game.to_trick()
    game.lay("7C")
    game.guess("8S", "7C", "7H", "9S")
    assert [each["card"] for each in game.view["marked"][0]["cards"]] == ["8S", "9S"]


def test_a_card_that_is_not_likely_enough_asks_as_ever(game):
    game.to_trick()
    game.lay("7C")
    game.lay("8S", "9S", asks=True)
    assert game.trick == ["7C"] and game.marked == [] and game.question.options == ("8S", "9S")


def test_a_likely_card_that_the_rules_refuse_asks(game):
    game.to_trick()
    game.lay("7C")
    game.guess("7C", "8C")
    assert game.trick == ["7C"] and game.marked == []
    assert game.question.options == ("7C", "8C")


@pytest.mark.parametrize(
    ("card", "others", "asks"),
    [("8S", ("9S",), False), ("8S", ("8C",), True), ("8S", ("J",), True), ("8S", (), True)],
)
def test_the_card_that_leads_is_marked_only_where_the_suit_called_is_certain(game, card, others, asks):
    game.to_trick()
    game.guess(card, *others)
    assert bool(game.snapshot.questions) == asks
    assert bool(game.marked) != asks


def test_what_follows_only_jesters_still_calls_a_suit(game):
    game.to_trick()
    game.lay("J")
    game.guess("8S", "8C")
    assert game.trick == ["J"] and game.question.why


def test_what_follows_a_led_wizard_calls_no_suit(game):
    game.to_trick()
    game.lay("W")
    game.guess("8S", "8C")
    assert game.marked == [(LEAD + 1, "8S")]


@pytest.mark.parametrize(("others", "asks"), [(("9S",), False), (("8C",), True), (("W",), True)])
def test_the_turned_up_card_is_marked_only_where_trump_is_certain(game, others, asks):
    game.new()
    game.guess("8S", *others)
    assert bool(game.snapshot.questions) == asks
    assert game.view["trump"] == (None if asks else "S")


def test_a_marked_turned_up_card_is_played_on_and_confirmed_with_the_first_trick(game):
    game.new()
    game.guess("8S", "9S")
    game.bid(0, 0, 1)
    for card in ("2H", "3H", "4H"):
        game.lay(card)
    assert game.marked == [(0, "8S")]
    game.submit("confirm")
    assert game.marked == []


def test_cards_that_lay_there_at_the_first_look_ask_for_their_order(make_game, path):
    with Host(Journal(path)) as host:
        make_game(host).to_trick().submit("play", card="7C")
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.lying = [game.seen("7C"), game.seen("QS")]
        game.guess("8S", "9S")
        assert game.trick == ["7C"] and game.marked == []
        assert "next" in game.question.why and "8S" in game.question.options


@pytest.mark.parametrize("press", [Press("confirm"), Submit({"event": "confirm"})])
def test_the_press_that_confirms_the_trick_confirms_what_is_marked(trick, press):
    trick.lay("QS")
    trick.do(press)
    assert trick.marked == [] and trick.phase != "trick_done"


def test_the_next_trick_s_card_does_not_confirm_anything(game):
    game.to_trick(players=("Ann", "Bo", "Cy"))
    game.lay("7C")
    game.guess("8S", "9S")
    game.lay("QS")
    before = game.snapshot.history
    game.take()
    game.lay("KD")
    assert game.snapshot.history is before and game.marked == [(LEAD + 1, "8S")]


def test_the_next_seat_s_button_does_not_confirm_anything(trick):
    trick.lay("QS")
    assert isinstance(trick.host.handle(Press("next")), Refused)
    assert trick.marked == [(LEAD + 1, "8S")]


def test_no_patience_confirms_what_is_marked(make_game):
    with Host(Journal(":memory:"), confirm_after=5.0) as host:
        game = make_game(host)
        game.to_trick()
        game.lay("7C")
        seen = game.guess("8S", "9S")
        game.lay("QS")
        for now in range(0, 60, 3):
            host.tick(float(now))
        assert game.phase == "trick_done" and game.marked
        game.reread(seen, "8S")
        assert game.marked == []
        for now in range(60, 70, 3):
            host.tick(float(now))
        assert game.phase != "trick_done"


@pytest.mark.parametrize("way", [{"event": "cards", "cards": "none"}, {"event": "stop"}])
def test_a_card_that_was_marked_is_so_again_once_the_end_of_its_reading_is_taken_back(make_game, way):
    with Host(Journal(":memory:"), confirm_after=5.0) as host:
        game = make_game(host).to_trick()
        game.lay("7C")
        game.guess("8S", "9S")
        game.do(Submit(way))
        game.look()
        assert game.marked == [] and AMBER != game.snapshot.lights.status
        game.do(Undo())
        game.lay("QS")
        for now in range(0, 60, 3):
            host.tick(float(now))
        assert game.phase == "trick_done" and game.marked == [(LEAD + 1, "8S")]


def test_a_marked_card_of_a_round_that_is_counted_keeps_nobody_waiting(make_game):
    with Host(Journal(":memory:"), confirm_after=5.0) as host:
        game = make_game(host).to_trick()
        game.guess("8S", "9S")
        game.submit("cards", cards="none")
        game.submit("took", player=1)
        for now in range(0, 60, 3):
            host.tick(float(now))
        assert len(game.view["sheet"]) == 1
        game.submit("cards", cards="laid")
        assert game.phase == "deal" and game.marked == []


def test_a_tap_puts_another_card_in_its_place(trick):
    trick.do(Correct(LEAD + 1, {"event": "play", "player": 2, "card": "9S"}))
    assert trick.trick == ["7C", "9S"] and trick.marked == []
    assert "9" in trick.view["told"] and "8" in trick.view["told"]


def test_a_tap_on_the_card_itself_confirms_it_alone_and_tells_nobody(game):
    game.to_trick()
    game.lay("7C")
    game.guess("8S", "9S")
    game.guess("QS", "KS")
    assert game.marked == [(LEAD + 1, "8S"), (LEAD + 2, "QS")]
    game.do(Correct(LEAD + 1, {"event": "play", "player": 2, "card": "8S"}))
    assert game.marked == [(LEAD + 2, "QS")]
    assert game.view["told"] is None and game.trick == ["7C", "8S", "QS"]


def test_a_card_that_somebody_put_right_is_not_changed_by_the_eye(trick):
    seen = trick.lying[-1]
    trick.do(Correct(LEAD + 1, {"event": "play", "player": 2, "card": "9S"}))
    trick.reread(seen, "8S")
    assert trick.trick == ["7C", "9S"]


def test_a_better_look_settles_it(trick):
    trick.reread(trick.lying[-1], "8S")
    assert trick.marked == [] and trick.trick == ["7C", "8S"]


@pytest.mark.parametrize(("state", "left"), [("sure", []), ("marked", [(LEAD + 1, "9S")])])
def test_a_better_look_puts_it_right(trick, state, left):
    trick.reread(trick.lying[-1], "9S", "8S", state=state)
    assert trick.trick == ["7C", "9S"] and trick.marked == left
    assert trick.view["told"] is None


def test_a_poorer_look_changes_nothing_but_what_is_offered(trick):
    trick.reread(trick.lying[-1], "10S", "8S", state="asks", confidence=0.4)
    assert trick.trick == ["7C", "8S"]
    assert [each["card"] for each in trick.view["marked"][0]["cards"]] == ["8S", "10S"]


def test_the_suit_called_is_changed_by_a_sure_look_alone(game):
    game.to_trick()
    seen = game.guess("8S", "9S")
    game.reread(seen, "8C", "8S", state="marked", confidence=0.9)
    assert game.trick == ["8S"] and game.marked == [(LEAD, "8S")]
    game.reread(seen, "8C")
    assert game.trick == ["8C"] and game.marked == [] and game.view["told"]


def test_what_the_rules_forbid_is_not_put_right_by_itself(trick):
    trick.reread(trick.lying[-1], "7C")
    assert trick.trick == ["7C", "8S"] and trick.marked == [(LEAD + 1, "8S")]


def test_an_undo_takes_the_mark_with_it_and_the_card_is_asked_about(trick):
    trick.do(Press("undo"))
    assert trick.marked == [] and trick.trick == ["7C"]
    assert trick.question.options == ("8S", "9S")
    trick.answer("9S")
    assert trick.trick == ["7C", "9S"] and trick.marked == []


def test_a_correction_of_an_earlier_card_leaves_the_mark(trick):
    trick.do(Correct(LEAD, {"event": "play", "player": 1, "card": "6C"}))
    assert trick.trick == ["6C", "8S"] and trick.marked == [(LEAD + 1, "8S")]


def test_a_trump_named_in_afterthought_moves_the_mark_with_its_card(game):
    game.to_trick(turned_wizard="dealer_chooses")
    game.lay("7C")
    game.guess("8S", "9S")
    game.do(Correct(0, {"event": "turn_up", "card": "W"}, {"event": "name_trump", "suit": "D"}))
    assert game.trick == ["7C", "8S"] and game.marked == [(LEAD + 2, "8S")]


def test_a_marked_card_that_is_taken_away_is_missed(trick):
    trick.take(trick.lying[-1])
    assert trick.snapshot.missing == (LEAD + 1,) and trick.snapshot.out_of_step


def test_nobody_learns_a_deck_from_a_guess(game):
    game.to_trick()
    crop = np.zeros((144, 96, 3), np.uint8)
    game.lay("7C", crop=crop)
    seen = game.guess("8S", "9S", crop=crop)
    assert [each.card for each in game.snapshot.shown] == ["7C"]
    game.reread(seen, "8S")
    assert [each.card for each in game.snapshot.shown] == ["7C", "8S"]


def test_the_seat_s_light_blinks_and_the_status_pulses_amber(trick):
    assert trick.snapshot.lights == Lights(AMBER, "pulse", ("on", "off", "blink"))
    trick.lay("QS")
    assert trick.snapshot.lights == Lights(AMBER, "pulse", ("off", "pulse", "blink"))
    trick.submit("confirm")
    assert trick.snapshot.lights.status != AMBER


def test_a_marked_turned_up_card_blinks_for_the_dealer(game):
    game.new(dealer=1)
    game.guess("8S", "9S")
    assert game.snapshot.lights.seats[1] == "blink"
    game.reread(game.lying[0], "8S")
    assert game.snapshot.lights.status == BLUE and "blink" not in game.snapshot.lights.seats


def restarted(make_game, path, lying=()):
    game = make_game(Host(Journal(path)))
    game.lying = list(lying)
    game._next = 100
    return game


@pytest.fixture
def stopped(make_game, path):
    """A trick of which the second card is marked, as the power fails."""
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.to_trick()
        game.lay("7C")
        game.guess("8S", "9S")
    return path


def test_what_was_marked_is_marked_after_a_restart(make_game, stopped):
    game = restarted(make_game, stopped)
    with game.host:
        assert game.marked == [(LEAD + 1, "8S")]
        assert game.view["marked"][0]["cards"][0]["card"] == "8S"
        assert game.snapshot.lights.seats[2] == "blink"
        game.lying = [game.seen("7H"), game.seen("7C"), game.seen("8S")]
        game.look()
        assert game.marked == [] and game.trick == ["7C", "8S"]


def test_after_a_restart_a_likely_look_finds_it_again_and_it_stays_marked(make_game, stopped):
    game = restarted(make_game, stopped)
    with game.host:
        game.lay("7C")
        game.guess("8S", "9S")
        assert game.marked == [(LEAD + 1, "8S")] and not game.snapshot.questions
        game.lay("QS")
        assert game.phase == "trick_done" and game.marked == [(LEAD + 1, "8S")]


def test_after_a_restart_another_card_is_not_taken_before_the_marked_one_was_found(make_game, stopped):
    game = restarted(make_game, stopped)
    with game.host:
        game.lay("7C")
        game.lay("9S")
        assert game.trick == ["7C", "8S"]
        assert game.question.options == ("9S", "8S")
        # It was the card that had been taken for an eight.
        game.do(Correct(LEAD + 1, {"event": "play", "player": 2, "card": "9S"}))
        assert game.trick == ["7C", "9S"] and not game.snapshot.questions and game.marked == []


def test_somebody_who_names_it_after_a_restart_has_confirmed_it(make_game, stopped):
    game = restarted(make_game, stopped)
    with game.host:
        game.lay("7C")
        game.lay("9S", "8S", asks=True)
        game.answer("8S")
        assert game.marked == [] and game.trick == ["7C", "8S"]
    again = restarted(make_game, stopped)
    with again.host:
        assert again.marked == []


def test_what_was_confirmed_put_right_or_undone_is_not_marked_after_a_restart(make_game, path):
    for settle in (
        lambda game: game.do(Correct(LEAD + 1, {"event": "play", "player": 2, "card": "8S"})),
        lambda game: game.do(Correct(LEAD + 1, {"event": "play", "player": 2, "card": "9S"})),
        lambda game: game.do(Undo(1)),
        lambda game: (game.lay("QS"), game.submit("confirm")),
        lambda game: (game.reread(game.lying[-1], "8S"), game.lay("QS")),
    ):
        with Host(Journal(path)) as host:
            game = make_game(host)
            game.to_trick()
            game.lay("7C")
            game.guess("8S", "9S")
            settle(game)
            events = host.snapshot.history.events
        with Host(Journal(path)) as host:
            assert host.snapshot.marked == () and host.snapshot.history.events == events


def test_a_mark_outlives_a_correction_that_writes_its_event_anew(make_game, path):
    with Host(Journal(path)) as host:
        game = make_game(host)
        game.to_trick()
        game.lay("7C")
        game.guess("8S", "9S")
        # A Wizard that was turned up brings a trump to be named: what came later is written again.
        game.do(Correct(0, {"event": "turn_up", "card": "J"}))
        assert game.marked == [(LEAD + 1, "8S")]
    with Host(Journal(path)) as host:
        assert [each.event for each in host.snapshot.marked] == [LEAD + 1]


def test_a_journal_with_marks_reads_as_one_without(make_game, stopped):
    """What knows nothing of marks folds the same events: a version of before, an export, the archive."""
    journal = Journal(stopped, readonly=True)
    header, events = journal.load(1)
    operations = journal.operations(1)
    journal.close()
    known = header_from_dict(header)
    game = History.of(known, (event_from_dict(values, known) for values in events))
    assert all(set(values) <= {"event", "player", "card", "tricks"} for values in events)
    assert marks.standing(operations) == {len(game.events) - 1}


def test_a_suit_is_as_sure_as_all_that_is_read_of_it():
    corners = ((0.0, 0.0),) * 4
    reading = Reading("8S", 0.6, True, (("9S", 0.3), ("8C", 0.05), ("J", 0.02)), corners)
    assert kind_share(reading) == pytest.approx(0.9)
    jester = Reading("J", 0.7, True, (("W", 0.2), ("JS", 0.1)), corners)
    assert kind_share(jester) == pytest.approx(0.7)
