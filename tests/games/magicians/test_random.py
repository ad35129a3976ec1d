"""Whole games of chance: what must hold in every one of them, whatever the table agreed on."""

import json

from chance import drawn
from hypothesis import given
from hypothesis import strategies as st
from records import format_record, read_record

from games.board import MAGIC_PLACES
from games.errors import GameError
from games.history import Game
from games.magicians import SETTINGS, Phase, Throw, apply, result, view
from games.record import event_from_dict, event_to_dict, format_line, parse_line
from games.replay import replay

WHOLE = drawn(3, 3)
SHORT = drawn(10, 20)
SEEDS = st.integers(0, 2**32)


@st.composite
def tables(draw):
    """Agree on who begins and on every setting."""
    rules = {key: draw(st.sampled_from(values)) for key, values in SETTINGS.items()}
    return draw(st.integers(0, 2)), rules | {"colors": list(rules["colors"])}


def check(state):
    """Hold a state by what holds of any game."""
    for place in MAGIC_PLACES:
        # A Place with one card has one owner, an empty one two.
        assert state.lying(place) == 2 - len(state.owners(place)) >= 0
        there = [seat for seat, player in enumerate(state.seats) if player.magician == place]
        fighting = state.duel is not None and state.duel.place == place
        assert len(there) == 2 if fighting else len(there) <= 1
        for seat, player in enumerate(state.seats):
            if player.apprentice == place and there:
                assert seat in there
    for player in state.seats:
        assert len(set(player.cards)) == len(player.cards)
        assert state.kind(player.apprentice) is not None
    assert state.over == any(len(player.cards) == 7 for player in state.seats)
    assert (state.turn is None) == state.over
    assert state.phase not in (Phase.THROW, Phase.OPENING) or state.duel is state.meeting is None


def recount(head, game):
    """Settle cards, stones and turns anew from the notes of each turn."""
    lying, owned = dict.fromkeys(MAGIC_PLACES, 2), [set(), set(), set()]
    step, before = 1 if head.rules.turn_order == "clockwise" else -1, None
    state = game.state
    for turn in (*state.log, *(() if state.over else (state.now,))):
        for gain in turn.gains:
            if gain.source is None:
                lying[gain.card] -= 1
            else:
                assert lying[gain.card] == 0
                owned[gain.source].remove(gain.card)
            assert gain.card not in owned[gain.player]
            owned[gain.player].add(gain.card)
        counts = {stick.notches for stick in turn.sticks}
        if before is not None:
            assert turn.player == (before.player if turn.extra else (before.player + step) % 3)
        if turn.fight:
            loser = turn.fight.attacker + turn.fight.defender - turn.fight.winner
            assert (loser, "magician") in turn.exiled
            best, last = turn.fight.bouts[-1], turn.fight.bouts[-1].scores
            strength = [(score.total, -score.throws) for score in last]
            first_won = turn.fight.winner == best.first
            assert strength[0] != strength[1] and first_won == (strength[0] > strength[1])
            assert last[1].throws <= last[0].throws <= 3
        if before is not None and not turn.extra:
            pasch = {stick.notches for stick in before.sticks}
            lost = before.fight and before.fight.winner != before.player
            assert len(pasch) > 1 or pasch == {0} or (lost and not head.rules.extra_turn_after_lost_duel)
        if turn.extra:
            assert {stick.notches for stick in before.sticks} in ({1}, {2})
        assert counts != {0} or {(turn.player, "magician"), (turn.player, "apprentice")} <= set(turn.exiled)
        before = turn
    assert {place: state.lying(place) for place in MAGIC_PLACES} == lying
    assert [set(player.cards) for player in state.seats] == owned
    assert sum(lying.values()) + sum(map(len, owned)) == 14


@WHOLE
@given(dealer=st.integers(0, 2), seed=SEEDS)
def test_a_whole_game_keeps_its_invariants_and_is_replayed_from_its_record(trio, dealer, seed):
    header = trio.header(dealer, opening="throw")
    end = trio.finished(header, seed, rush=True)
    for state in end.states:
        check(state)
    assert end.state.over and result(end.state)["winners"]
    recount(header, end)
    assert replay(format_record(header, end.events)).state == end.state


@SHORT
@given(table=tables(), seed=SEEDS)
def test_whatever_the_table_agreed_on_the_invariants_hold_and_each_step_reads_back(trio, table, seed):
    dealer, rules = table
    header = trio.header(dealer, **rules)
    for step, game in trio.whole_game(header, seed, most=100):
        state = game.state
        check(state)
        line = format_line(event_to_dict(step, header))
        again = event_from_dict(parse_line(line), header)
        assert again == step and apply(state, again) == apply(state, step)
        json.dumps(view(state, None))
    game = game.play(step)
    recount(header, game)
    json.dumps(result(game.state))
    assert Game.of(*read_record(format_record(header, game.events))).states == game.states


@SHORT
@given(table=tables(), seed=SEEDS)
def test_a_game_undoes_to_the_beginning(trio, table, seed):
    dealer, rules = table
    header = trio.header(dealer, **rules)
    game = trio.finished(header, seed, most=30)
    while game.events:
        back = game.undo()
        assert back.play(game.events[-1]) == game
        assert back.states == Game.of(header, game.events[:-1]).states == game.states[:-1]
        game = back
    assert game == Game.begin(header)


@SHORT
@given(dealer=st.integers(0, 2), seed=SEEDS, data=st.data())
def test_a_corrected_throw_equals_having_read_it_right_at_first(trio, dealer, seed, data):
    header = trio.header(dealer)
    right = trio.finished(header, seed, most=30)
    throws = [index for index, event in enumerate(right.events) if isinstance(event, Throw)]
    index = data.draw(st.sampled_from(throws))
    other = right.events[data.draw(st.sampled_from(throws))]
    changed = (*right.events[:index], other, *right.events[index + 1 :])
    try:
        wrong = right.correct(index, other)
    except GameError:
        try:
            Game.of(header, changed)
        except GameError:
            return
        raise
    assert wrong == Game.of(header, changed) and wrong.states == Game.of(header, changed).states
    assert wrong.correct(index, right.events[index]) == right
