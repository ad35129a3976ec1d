"""Whole games of chance: what must hold in every one of them, whatever the table agreed on."""

import json
from collections import Counter
from dataclasses import replace

from chance import drawn
from hypothesis import given
from hypothesis import strategies as st
from records import format_record, read_record

from games.cards import card, copies, names
from games.errors import NotAllowed
from games.history import Game
from games.record import event_from_dict, event_to_dict, format_line, parse_line
from games.replay import replay
from games.wizard import Play, apply, called_suit, result, view

WHOLE = drawn(10, 30)
SHORT = drawn(20, 60)


@st.composite
def tables(draw):
    """Agree on the number of players, the first dealer and the rules."""
    seats = draw(st.integers(3, 6))
    bids = draw(st.sampled_from(["open", "open", "simultaneous", "delayed"]))
    rules = {
        "edition": draw(st.sampled_from(["us", "amigo"])),
        "bids": bids,
        "last_bid": draw(st.sampled_from(["free", "nonzero", "canadian"])) if bids == "open" else "free",
        "hell_vision": draw(st.booleans()),
        "next_dealer": draw(st.sampled_from(["left", "last_trick_winner"])),
        "turned_wizard": draw(st.sampled_from(["no_trump", "dealer_chooses"])),
    }
    return seats, draw(st.integers(0, seats - 1)), rules


SEEDS = st.integers(0, 2**32)


@WHOLE
@given(table=tables(), seed=SEEDS, careless=st.sampled_from([0.0, 0.3]))
def test_a_whole_game_keeps_its_invariants(friends, table, seed, careless):
    seats, dealer, rules = table
    header = friends.header(seats, dealer, **rules)
    revokes = set()
    for step, hands, game in friends.whole_game(header, seed, careless=careless):
        state = game.state
        if isinstance(step, Play):
            called = called_suit(state.trick.cards)
            if (
                called
                and card(step.card).suit not in (None, called)
                and any(c[-1] == called for c in hands[state.turn])
            ):
                revokes.add((state.turn, state.round, len(state.past) + 1))
        assert all(count <= copies(name) for name, count in Counter(state.seen).items())
        assert sum(state.taken) == len(state.past)
        line = format_line(event_to_dict(step, header))
        again = event_from_dict(parse_line(line), header)
        assert again == step and apply(state, again) == game.play(step).state
        json.dumps(view(state, state.turn))
    end = game.play(step)
    assert end.state.over and len(end.state.sheet) == 60 // seats
    for line in end.state.sheet:
        assert sum(line.tricks) == line.round
        assert sum(line.bids) != line.round or rules["last_bid"] != "nonzero"
    proof = [(note.player, note.round, note.trick) for note in end.state.notices]
    assert len(proof) == len(set(proof)) and set(proof) <= revokes
    assert careless or not revokes
    assert replay(format_record(header, end.events)).state == end.state


@WHOLE
@given(table=tables(), seed=SEEDS)
def test_a_second_settlement_comes_to_the_same_sheet(friends, table, seed):
    """Settle the record anew from the printed lines, with the second opinion on every trick."""
    seats, dealer, rules = table
    header = friends.header(seats, dealer, **rules)
    *_, (step, _, game) = friends.whole_game(header, seed)
    game = game.play(step)
    totals, lines = (
        [0] * seats,
        [json.loads(line) for line in format_record(header, game.events).splitlines()[1:]],
    )
    for number in range(1, 60 // seats + 1):
        trump, bids, took, leader = None, [0] * seats, [0] * seats, (dealer + 1) % seats
        trick = []
        while sum(took) < number:
            line = lines.pop(0)
            match line["event"]:
                case "turn_up":
                    trump = None if line["card"] in ("W", "J") else line["card"][-1]
                case "name_trump":
                    trump = line["suit"]
                case "bid":
                    bids[line["player"]] = line["tricks"]
                case "play":
                    trick.append(line["card"])
                case "confirm":
                    leader = (leader + friends.second_opinion(trick, trump)) % seats
                    took[leader] += 1
                    trick = []
        for seat in range(seats):
            exact = bids[seat] == took[seat]
            totals[seat] += 20 + 10 * took[seat] if exact else -10 * abs(bids[seat] - took[seat])
        found = result(game.state)["rounds"][number - 1]
        assert found["dealer"] == dealer and found["trump"] == trump
        assert (found["bids"], found["tricks"], found["totals"]) == (bids, took, totals)
        dealer = leader if rules["next_dealer"] == "last_trick_winner" else (dealer + 1) % seats
    assert lines == []
    best = [name for name, total in zip(header.players, totals, strict=True) if total == max(totals)]
    assert result(game.state)["winners"] == best


@SHORT
@given(table=tables(), seed=SEEDS)
def test_at_each_step_a_written_game_reads_back_and_undoes_to_the_beginning(friends, table, seed):
    seats, dealer, rules = table
    header = friends.header(seats, dealer, **rules)
    game = Game.begin(header)
    for step, _, _ in friends.whole_game(header, seed, rounds=2, careless=0.2):
        game = game.play(step)
        assert Game.of(*read_record(format_record(header, game.events))).states == game.states
    while game.events:
        back = game.undo()
        assert back.play(game.events[-1]) == game
        assert back == Game.of(header, game.events[:-1]) and back.states == game.states[:-1]
        game = back
    assert game == Game.begin(header) and game.states == Game.begin(header).states


@SHORT
@given(table=tables(), seed=SEEDS, data=st.data())
def test_a_correction_equals_having_played_it_right_at_first(friends, table, seed, data):
    seats, dealer, rules = table
    header = friends.header(seats, dealer, **rules)
    right = Game.of(header, (step for step, _, _ in friends.whole_game(header, seed, rounds=3)))
    index = data.draw(st.integers(0, len(right.events) - 1))
    other = data.draw(st.sampled_from(right.events))
    try:
        wrong = right.correct(index, other)
    except ValueError:
        # What does not fit its place, or spoils what came later, must not fit when it is played so at first.
        try:
            Game.of(header, (*right.events[:index], other, *right.events[index + 1 :]))
        except ValueError:
            return
        raise
    assert wrong == Game.of(header, wrong.events) and wrong.states == Game.of(header, wrong.events).states
    back = wrong.correct(index, right.events[index])
    assert back == right and back.states == right.states


@SHORT
@given(table=tables(), seed=SEEDS, data=st.data())
def test_a_mended_card_leaves_the_others_as_they_lay_and_mending_it_back_leaves_the_game(
    friends, table, seed, data
):
    seats, dealer, rules = table
    header = friends.header(seats, dealer, **rules)
    right = Game.of(header, (step for step, _, _ in friends.whole_game(header, seed, rounds=3)))
    laid = [index for index, event in enumerate(right.events) if isinstance(event, Play)]
    index = data.draw(st.sampled_from(laid))
    other = data.draw(st.sampled_from(names(header.rules.edition)))
    try:
        wrong = right.mend(index, replace(right.events[index], card=other))
    except NotAllowed:
        return
    assert wrong == Game.of(header, wrong.events) and wrong.states == Game.of(header, wrong.events).states
    cards = [event.card if isinstance(event, Play) else type(event) for event in right.events]
    cards[index] = other
    assert [event.card if isinstance(event, Play) else type(event) for event in wrong.events] == cards
    assert wrong.mend(index, right.events[index]).states == right.states
