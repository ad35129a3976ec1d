"""Robots: always legal over whole games, and no fools."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.header import Header
from games.wizard import Bid, Confirm, NameTrump, Phase, Play, Rules, TurnUp, apply, begin, playable, view
from simulation.robots.wizard.policy import Robot, chance, deal


def play_game(seed: int, seats: int, rules: Rules, revokes: float = 0.0):
    """Play a whole game and give its last state."""
    rng = random.Random(seed)
    state = begin(Header("wizard", tuple("ABCDEF"[:seats]), seed % seats, rules))
    robots = [Robot(seat, rng, revokes) for seat in range(seats)]
    while not state.over:
        hands, stock = deal(rng, rules.edition, seats, state.round)
        for robot, hand in zip(robots, hands, strict=True):
            robot.take(hand)
        if stock:
            state = apply(state, TurnUp(stock[0]))
        if state.phase is Phase.TRUMP_CHOICE:
            state = apply(state, NameTrump(robots[state.dealer].name_trump(rules.edition)))
        for seat in state.bidders:
            forbidden = view(state, seat)["forbidden_bids"]
            state = apply(state, Bid(seat, robots[seat].bid(state.trump, seats, forbidden)))
        for _ in range(state.round):
            while state.phase is Phase.TRICK:
                seat = state.turn
                held, trick = tuple(robots[seat].hand), state.trick.cards
                wanted = state.bids[seat] - state.taken[seat]
                card = robots[seat].play(trick, state.trump, wanted, len(trick) == seats - 1)
                assert revokes or card in playable(held, trick)
                assert card not in robots[seat].hand or card in ("W", "J")
                state = apply(state, Play(card, seat))
            state = apply(state, Confirm())
    return state


@settings(max_examples=12, deadline=None)
@given(
    st.integers(0, 1 << 20),
    st.integers(3, 6),
    st.sampled_from(["us", "amigo"]),
    st.sampled_from([("open", "free"), ("open", "nonzero"), ("open", "canadian"), ("delayed", "free")]),
)
def test_robots_play_whole_games_within_every_rule(seed, seats, edition, bidding):
    rules = Rules(edition=edition, bids=bidding[0], last_bid=bidding[1])
    assert play_game(seed, seats, rules).notices == ()


def test_a_robot_that_forgets_to_follow_suit_is_proven_to_in_the_end():
    assert play_game(1, 4, Rules(), revokes=0.5).notices


def test_robots_take_what_they_bid_more_often_than_chance_would():
    exact = total = 0
    for seed in range(6):
        for line in play_game(seed, 4, Rules()).sheet:
            exact += sum(bid == took for bid, took in zip(line.bids, line.tricks, strict=True))
            total += 4
    assert exact / total > 0.4


def test_the_same_seed_plays_the_same_game():
    assert play_game(5, 3, Rules()) == play_game(5, 3, Rules())


@pytest.mark.parametrize(("seats", "number", "turned"), [(3, 20, False), (4, 15, False), (6, 9, True)])
def test_a_deal_gives_every_card_once_and_turns_one_up_where_one_is_left(seats, number, turned):
    hands, stock = deal(random.Random(1), "us", seats, number)
    dealt = [name for hand in hands for name in hand]
    assert [len(hand) for hand in hands] == [number] * seats
    assert bool(stock) is turned and len(dealt) + len(stock) == 60
    assert len([name for name in dealt if name not in ("W", "J")]) == len(set(dealt) - {"W", "J"})


def test_a_higher_card_is_believed_to_win_more_often():
    chances = [chance(name, [name], "H", 4) for name in ("J", "2S", "AS", "2H", "AH", "W")]
    assert chances == sorted(chances)


def test_a_forbidden_bid_is_never_made():
    robot = Robot(0, random.Random(2))
    robot.take(["J"])
    assert {robot.bid(None, 3) for _ in range(20)} == {0}
    assert {robot.bid(None, 3, forbidden=[0]) for _ in range(20)} == {1}


def test_the_longest_suit_becomes_trump():
    robot = Robot(0, random.Random(2))
    robot.take(["2C", "3C", "4C", "AH", "KH", "W"])
    assert robot.name_trump("us") == "C"
