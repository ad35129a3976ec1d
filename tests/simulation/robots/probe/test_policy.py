"""The players of Probe: allowed in every game, knowing no more than their seat may, and sometimes wrong."""

import random
from dataclasses import replace

import pytest

from games.header import Header
from games.probe import Ask, Draw, Interrupt, Misspelt, No, Open, Phase, Word, apply, begin, parse_rules
from simulation.robots.probe.policy import WORDS, Policy, candidates
from simulation.robots.probe.self_play import ProbeSelfPlay, draw_setup

STEPS = 2000


def played(seed, players=None, **how):
    """Play a game by the rules alone; give the self-play and what happened in each state."""
    self_play, past = ProbeSelfPlay(draw_setup(seed, players, **how)), []
    while not self_play.state.over:
        assert len(past) < STEPS
        if self_play.to_draw:
            self_play.shuffle()
            event = self_play.draw()
        else:
            event = self_play.next()
        past.append((self_play.state, event))
        self_play.happened(event)
    return self_play, past


@pytest.fixture(scope="module")
def games():
    return [played(seed) for seed in range(24)]


def test_every_drawn_table_is_played_to_its_end_and_everything_happens(games):
    kinds = {type(event) for _, past in games for _, event in past}
    assert kinds >= {Word, Draw, Ask, Open, No, Interrupt, Misspelt}
    assert {len(self_play.header.players) for self_play, _ in games} == {2, 3, 4}


def test_words_are_called_rightly_and_wrongly(games):
    whys = {line.why for self_play, _ in games for line in self_play.state.scores}
    assert {"call", "wrong_call", "found", "completed", "neighbour", "no_dot", "card", "misspelt"} <= whys


def test_the_same_seed_plays_the_same_game():
    assert played(5)[0].events == played(5)[0].events


def test_a_word_is_of_the_list_unless_it_is_misspelt(games):
    for self_play, past in games:
        for state, event in past:
            if isinstance(event, Word):
                place = [tray.side for tray in state.seats[event.player].trays].index(event.side)
                spelt = event.word.strip(".") in WORDS
                assert spelt != ((event.player, place) in self_play.policy.misspelt)


def test_nobody_asks_for_what_was_denied(games):
    for _, past in games:
        for state, event in past:
            if isinstance(event, Ask) and event.sign != ".":
                assert (event.of, event.sign) not in state.denied


def test_a_question_depends_on_nothing_that_only_the_owner_knows(games):
    # The same table, with other words under the flaps that are still closed.
    asked = 0
    for _, past in games[:8]:
        for state, event in past:
            if not isinstance(event, Ask):
                continue
            seats = tuple(
                player
                if seat == event.player
                else replace(player, trays=tuple(hidden_otherwise(tray) for tray in player.trays))
                for seat, player in enumerate(state.seats)
            )
            other = replace(state, seats=seats)
            choices = [Policy(random.Random(7)).choose(each) for each in (state, other)]
            assert choices[0] == choices[1]
            asked += 1
    assert asked > 50


def hidden_otherwise(tray):
    signs = tuple(
        sign if space in tray.opened else "Q" for space, sign in zip(tray.spaces, tray.signs, strict=True)
    )
    return replace(tray, signs=signs)


def test_the_words_that_a_tray_may_hold_fit_all_that_lies_open_and_was_denied():
    state = begin(Header("probe", ("A", "B", "C"), 0, parse_rules({})))
    for seat, word in enumerate((".RAVEN", "GHOST", "OLIVE")):
        state = apply(state, Word(seat, word))
    tray = state.seats[0].trays[0]
    assert ".RAVEN" in candidates(state, 0, tray) and "DRAGON" in candidates(state, 0, tray)
    opened = replace(tray, opened=frozenset({2}))
    assert {word[1] for word in candidates(state, 0, opened)} == {"R"}
    denied = replace(state, denied=frozenset({(0, ".")}))
    assert all("." not in word for word in candidates(denied, 0, tray))


def test_nothing_is_chosen_while_a_card_is_awaited():
    self_play = ProbeSelfPlay(draw_setup(1, 3))
    while not self_play.to_draw:
        self_play.happened(self_play.next())
    assert self_play.state.phase is Phase.DRAW
    with pytest.raises(ValueError):
        self_play.next()
