"""Rounds whose cards nobody enters (docs/rules/wizard.md 7)."""

import pytest
from records import format_record

from games.errors import NotAllowed, Unreadable
from games.expectation import UNREAD
from games.history import Game
from games.record import event_from_dict, header_from_dict
from games.replay import replay
from games.wizard import Counted, result, score_sheet, view
from games.wizard.rules import SWITCHES
from games.wizard.state import deal

PLAYERS = ("Ann", "Bo", "Cy")
CONFIRM = {"event": "confirm"}
NONE, LAID = {"event": "cards", "cards": "none"}, {"event": "cards", "cards": "laid"}


def begin(players=PLAYERS, **rules):
    header = {"record": "familiar/1", "game": "wizard", "players": list(players), "dealer": 0}
    return Game.begin(header_from_dict({**header, "rules": rules}, new=True))


def play(game, *events):
    for values in events:
        game = game.play(event_from_dict(values, game.header))
    return game


def bids(*tricks, first=1):
    seats = len(tricks)
    return [
        {"event": "bid", "player": (first + place) % seats, "tricks": count}
        for place, count in enumerate(tricks)
    ]


def took(*players):
    return [{"event": "took", "player": player} for player in players]


def counts(**tricks):
    return [{"event": "tricks", "player": PLAYERS.index(name), "tricks": n} for name, n in tricks.items()]


def laid(*cards):
    return [{"event": "play", "card": card} for card in cards]


def phase(game):
    return view(game.state, None)["phase"]


def refusal(game, event):
    with pytest.raises(NotAllowed) as refused:
        play(game, event)
    return refused.value.rule


def one_round(*more):
    """Begin a game of three; its first round went to Ann."""
    return play(begin(cards="none"), *bids(0, 0, 1), *took(0), CONFIRM, *more)


def test_a_round_begins_with_the_bids_and_has_no_trump():
    game = begin(cards="none")
    assert phase(game) == "bidding" and game.expected is UNREAD
    assert phase(play(game, *bids(0, 0, 1))) == "tricks"


def test_a_tap_a_trick_counts_and_the_confirmation_scores():
    game = play(begin(cards="none"), *bids(0, 0, 1), *took(0))
    assert phase(game) == "tricks_done"
    game = play(game, CONFIRM)
    (line,) = result(game.state)["rounds"]
    assert line["points"] == [30, 20, 20] and line["counted"] is True and line["trump"] is None
    assert score_sheet(game.state).splitlines()[1].split()[:3] == ["1", "Ann", "-"]


def test_one_number_a_player_counts_and_the_last_one_follows():
    game = one_round(*bids(1, 1, 1, first=2), *counts(Ann=0, Bo=1))
    assert phase(game) == "tricks_done" and game.state.counts == (0, 1, 1)
    assert play(game, CONFIRM).state.sheet[-1].tricks == (0, 1, 1)


def test_where_the_numbers_are_all_there_nobody_else_must_say_none():
    game = play(begin(cards="none"), *bids(0, 0, 1), *counts(Cy=1))
    assert game.state.counts == (0, 0, 1) and phase(game) == "tricks_done"


def test_a_number_is_put_right_before_it_is_confirmed_and_too_many_are_refused():
    game = play(begin(cards="none"), *bids(0, 0, 1), *counts(Cy=1))
    assert refusal(game, counts(Ann=1)[0]) == "tricks_sum"
    assert refusal(game, counts(Cy=1)[0]) == "bid_again"
    game = play(game, *counts(Cy=0))
    assert phase(game) == "tricks"
    assert play(game, *counts(Ann=1)).state.counts == (1, 0, 0)


def test_numbers_that_all_told_are_too_few_are_refused():
    game = one_round(*bids(0, 0, 0, first=2), *counts(Ann=0, Bo=0))
    assert game.state.counts == (0, 0, 2)
    assert refusal(game, counts(Cy=1)[0]) == "tricks_sum"


def test_numbers_replace_taps_and_no_tap_comes_after_a_number():
    game = one_round(*bids(0, 0, 0, first=2), *took(1), *counts(Ann=1))
    assert refusal(game, took(1)[0]) == "counting"
    assert play(game, *counts(Bo=0)).state.counts == (1, 0, 1)


@pytest.mark.parametrize("way", ["took", "tricks"])
def test_whoever_took_the_last_trick_deals_next_where_the_house_has_it_so(way):
    game = play(begin(cards="none", next_dealer="last_trick_winner"), *bids(0, 0, 1))
    if way == "took":
        assert play(game, *took(2), CONFIRM).state.dealer == 2
        return
    game = play(game, *counts(Cy=1))
    assert refusal(game, CONFIRM) == "last_trick" and refusal(game, took(0)[0]) == "last_trick"
    assert play(game, *took(2)).state.dealer == 2


def test_numbers_that_replace_taps_leave_open_who_took_the_last_trick():
    game = play(begin(cards="none", next_dealer="last_trick_winner"), *bids(0, 0, 1), *took(2))
    game = play(game, *counts(Ann=1))
    assert refusal(game, CONFIRM) == "last_trick"
    assert play(game, *took(0)).state.dealer == 0


def test_after_the_last_round_nobody_asks_who_deals_next():
    header = begin(cards="none", next_dealer="last_trick_winner").header
    game = play(Game(header, (), (deal(header, 20, 0, "none"),)), *bids(0, 0, 0), *counts(Ann=20))
    assert not game.state.wants_last and play(game, CONFIRM).state.over


def test_a_bid_is_no_longer_changed_once_a_number_is_told():
    game, other = play(begin(cards="none"), *bids(0, 0, 1)), {"event": "bid", "player": 1, "tricks": 1}
    assert play(game, other).state.bids == (1, 1, 0)
    assert refusal(play(game, *counts(Ann=0)), other) == "phase"


def test_the_cards_are_left_in_the_middle_of_a_trick_and_those_before_it_count():
    game = play(begin(), {"event": "turn_up", "card": "7H"}, *bids(0, 0, 1))
    game = play(game, *laid("2S", "3S", "AS"), CONFIRM, {"event": "turn_up", "card": "9D"})
    game = play(game, *bids(0, 0, 0, first=2), *laid("2S", "3S", "4S"), CONFIRM, *laid("5S"), NONE)
    assert phase(game) == "tricks" and sum(game.state.counts) == 1 and game.state.trick.cards == ()
    game = play(game, *took(0), CONFIRM)
    assert sum(game.state.sheet[-1].tricks) == 2 and phase(game) == "bidding"
    assert phase(game.undo(3)) == "trick"


@pytest.mark.parametrize("turned", [None, "W", "5C"])
def test_they_are_left_before_the_bids_are_in(turned):
    lead = [] if turned is None else [{"event": "turn_up", "card": turned}]
    assert phase(play(begin(), *lead, NONE)) == "bidding"


def test_they_are_not_taken_up_again_in_the_midst_of_the_bids():
    game = play(begin(cards="none"), *bids(0, 0, 1)[:1], LAID, *bids(0, 0, 1)[1:])
    assert phase(game) == "tricks"
    assert phase(play(game, *took(0), CONFIRM)) == "deal"


def test_they_are_taken_up_again_from_the_next_deal_on_or_at_once_where_nobody_has_bid():
    assert phase(play(begin(cards="none"), LAID)) == "deal"
    game = play(begin(cards="none"), *bids(0, 0, 1), LAID, *took(0))
    assert phase(play(game, CONFIRM)) == "deal"
    assert refusal(game, LAID) == "cards_again"


@pytest.mark.parametrize(
    ("turned", "named", "waits"),
    [("7H", None, "bidding"), ("J", None, "bidding"), ("W", None, "trump_choice"), ("W", "C", "bidding")],
)
def test_what_was_turned_up_stays_so_where_they_are_left_by_mistake(turned, named, waits):
    game = play(begin(), {"event": "turn_up", "card": turned})
    game = game if named is None else play(game, {"event": "name_trump", "suit": named})
    after = play(game, NONE, LAID)
    assert phase(after) == waits and after.expected == game.expected
    assert (after.state.turned, after.state.trump) == (game.state.turned, game.state.trump)


def covered(*seats):
    return [{"event": "cover", "player": seat} for seat in seats]


def test_a_counted_round_of_covered_bids_is_over_when_cards_are_taken_up_again():
    """It was dealt anew, with its tricks already taken."""
    game = play(begin(cards="none", bids="delayed"), *covered(0, 1, 2), *took(2), CONFIRM, LAID)
    assert phase(game) == "bidding" and game.state.reveal
    game = play(game, *bids(0, 0, 1))
    assert result(game.state)["rounds"][0]["counted"] is True and phase(game) == "deal"


def test_a_round_whose_cards_were_all_entered_stays_so_when_they_are_left_before_its_bids_are_shown():
    game = play(begin(bids="delayed"), {"event": "turn_up", "card": "7H"}, *covered(0, 1, 2))
    game = play(game, *laid("2S", "3S", "AS"), CONFIRM, NONE, *bids(0, 0, 1))
    (line,) = result(game.state)["rounds"]
    assert line["trump"] == "H" and "counted" not in line
    assert phase(game) == "bidding" and game.state.counted


def test_the_last_round_ends_the_game_and_a_record_of_it_is_read_again():
    game = begin(cards="none")
    while not game.state.over:
        state = game.state
        first = (state.dealer + 1) % 3
        game = play(game, *bids(0, 0, 0, first=first), *took(*[state.round % 3] * state.round), CONFIRM)
    assert len(game.state.sheet) == 20 and game.state.winners
    assert replay(format_record(game.header, game.events)).state == game.state


def test_a_bid_may_change_until_the_first_trick_is_told():
    game = play(begin(cards="none"), *bids(0, 0, 1))
    changed = play(game, {"event": "bid", "player": 1, "tricks": 1})
    assert changed.state.bids == (1, 1, 0) and phase(changed) == "tricks"
    assert refusal(play(game, *took(0)), {"event": "bid", "player": 1, "tricks": 1}) == "phase"


def test_a_correction_of_who_took_a_trick_moves_the_points():
    game = one_round()
    assert game.mend(3, event_from_dict(took(1)[0], game.header)).state.totals == (-10, -10, 20)


def test_no_card_can_say_who_deals_where_none_is_entered():
    with pytest.raises(Unreadable, match="first_dealer"):
        begin(cards="none", first_dealer="high_card")


@pytest.mark.parametrize("value", ["taped", None, 3])
def test_an_unknown_way_with_cards_is_refused(value):
    with pytest.raises(Unreadable):
        play(begin(), {"event": "cards", "cards": value})


@pytest.mark.parametrize(("seats", "number"), [(3, 20), (6, 10)])
def test_a_round_takes_at_most_two_taps_a_player(seats, number):
    """Bids and numbers are a tap each, and the confirmation stands for the last number."""
    game = begin([f"P{seat}" for seat in range(seats)], cards="none")
    while game.state.round < number:
        state = game.state
        first = (state.dealer + 1) % seats
        game = play(game, *bids(*[0] * seats, first=first), *took(*[0] * state.round), CONFIRM)
    before = len(game.events)
    game = play(game, *bids(*[1] * seats, first=(game.state.dealer + 1) % seats))
    for seat in range(seats - 1):
        game = game.play(Counted(seat, number // seats))
    game = play(game, CONFIRM)
    assert game.state.over
    assert len(game.events) - before == 2 * seats


@pytest.mark.parametrize("switch", SWITCHES)
def test_with_special_cards_every_card_is_entered(switch):
    with pytest.raises(Unreadable, match="none can tell what special cards do"):
        begin(cards="none", **{switch: True})
    game = begin(**{switch: True})
    assert refusal(game, NONE) == "specials"
    assert refusal(game, LAID) == "cards_again"
