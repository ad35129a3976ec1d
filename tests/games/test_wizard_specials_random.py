"""Whole games of chance with special cards: invariants, and a second implementation that must agree.

The referee (referee.py) was written from docs/rules/wizard.md alone and shares no code with games/.
"""

import json
import random
import sys
from collections import Counter
from pathlib import Path

from chance import drawn
from hypothesis import given
from hypothesis import strategies as st
from records import format_record, read_record

from games.cards import SPECIALS, copies, names, suits
from games.history import Game
from games.record import event_from_dict, event_to_dict, format_line, header_to_dict, parse_line
from games.replay import replay
from games.wizard import Play, apply, called_suit, outcome, result, view
from games.wizard.rules import OPEN, SWITCHES
from games.wizard.specials import named
from games.wizard.tricks import suit_to_follow

sys.path.insert(0, str(Path(__file__).parent))
import referee
from dealt import Dealt

WHOLE = drawn(8, 20)
SHORT = drawn(8, 20)
SEEDS = st.integers(0, 2**32)


@st.composite
def tables(draw, every=False):
    """Agree on the players, the first dealer and the rules; `every`: with all special cards."""
    seats = draw(st.integers(3, 6))
    bids = draw(st.sampled_from(["open", "open", "simultaneous", "delayed"]))
    rules = {
        "edition": draw(st.sampled_from(["us", "amigo"])),
        "bids": bids,
        "last_bid": draw(st.sampled_from(["free", "nonzero", "canadian"])) if bids == "open" else "free",
        "next_dealer": draw(st.sampled_from(["left", "last_trick_winner"])),
        "turned_wizard": draw(st.sampled_from(["no_trump", "dealer_chooses"])),
        **{switch: every or draw(st.sampled_from([True, True, False])) for switch in SWITCHES},
        **{rule: draw(st.sampled_from(values)) for rule, values in OPEN.items()},
    }
    return seats, draw(st.integers(0, seats - 1)), rules


@WHOLE
@given(table=tables(), seed=SEEDS, careless=st.sampled_from([0.0, 0.3]))
def test_a_whole_game_keeps_its_invariants_and_a_second_referee_agrees(friends, table, seed, careless):
    seats, dealer, rules = table
    header = friends.header(seats, dealer, **rules)
    dealt = Dealt(header, seed, careless)
    other = referee.Referee(json.loads(json.dumps(header_to_dict(header))))
    for event in dealt.steps():
        before = dealt.game.state
        values = event_to_dict(event, header)
        line = format_line(values)
        assert event_from_dict(parse_line(line), header) == event
        other.take(json.loads(line))
        if dealt.hands:
            assert dealt.everywhere == Counter(dealt.deck)
            assert Counter(before.seen) == Counter(dealt.lying)
        assert sum(before.taken) <= len(before.past)
        json.dumps(view(before, before.turn))
        assert all(count <= copies(name) for name, count in Counter(before.seen).items())
    state = dealt.game.state
    assert state.over and len(state.sheet) == other.last
    found = [
        tuple(list(v) if isinstance(v, tuple) else v for v in vars(each).values()) for each in state.sheet
    ]
    assert found == other.sheet
    proof = [(note.player, note.round, note.trick) for note in state.notices]
    assert len(proof) == len(set(proof)) and set(proof) == set(other.revokes)
    # What is proven was so: the hands are known here.
    assert set(proof) <= dealt.revokes
    assert replay(format_record(header, dealt.game.events)).state == state
    for line in result(state)["rounds"]:
        missing = line["round"] - sum(line["tricks"])
        assert missing == 0 or (rules["bomb"] and 0 < missing)


@SHORT
@given(table=tables(every=True), seed=SEEDS)
def test_at_each_step_a_game_reads_back_and_undoes_to_the_beginning(friends, table, seed):
    seats, dealer, rules = table
    dealt = Dealt(friends.header(seats, dealer, **rules), seed, 0.2)
    for _ in dealt.steps(rounds=4):
        pass
    game, header = dealt.game, dealt.header
    assert Game.of(*read_record(format_record(header, game.events))).states == game.states
    while game.events:
        back = game.undo()
        assert back.play(game.events[-1]) == game
        assert apply(back.state, game.events[-1]) == game.state
        game = back
    assert game.state == Game.begin(header).state


@SHORT
@given(table=tables(every=True), seed=SEEDS, data=st.data())
def test_a_mended_card_leaves_the_others_and_mending_it_back_leaves_the_game(friends, table, seed, data):
    seats, dealer, rules = table
    dealt = Dealt(friends.header(seats, dealer, **rules), seed, 0.2)
    for _ in dealt.steps(rounds=4):
        pass
    right = dealt.game
    laid = [index for index, event in enumerate(right.events) if isinstance(event, Play)]
    index = data.draw(st.sampled_from(laid))
    other = data.draw(st.sampled_from((*names(rules["edition"]), *SPECIALS)))
    try:
        wrong, places = right.mended(index, Play(other, right.events[index].player))
    except ValueError:
        return
    # Each event that has not fallen away is the one that it was, whoever it is about now.
    assert sorted(places.values()) == list(range(len(wrong.events) + 1))
    stay = [
        (right.written(each), wrong.written(at)) for each, at in places.items() if each < len(right.events)
    ]
    for was, now in stay[:index] + stay[index + 1 :]:
        assert now | {"player": 0} == was | {"player": 0}
    assert wrong.states == Game.of(right.header, wrong.events).states
    cards = [event.card for event in right.events if isinstance(event, Play)]
    mended = [event.card for event in wrong.events if isinstance(event, Play)]
    cards[laid.index(index)] = other
    assert mended == cards


OFTEN = ("dragon", "fairy", "bomb", "witch", "juggler", "cloud", "W", "J", "J")


def trick(chance, edition):
    """Lay a trick by chance, of what cards count as: each special card once at most, and often."""
    deck = [name for name in names(edition) for _ in range(copies(name))]
    often = [name for name in OFTEN for _ in range(copies(name))]
    laid, seats = [], chance.randint(3, 6)
    while len(laid) < seats:
        name = chance.choice(often if chance.random() < 0.6 else deck)
        if laid.count(name) < copies(name):
            laid.append(name)
    # Mostly they are of few suits, so that they meet.
    few = chance.sample(suits(edition), 2)
    return [(name, chance.choice(few) if name in ("juggler", "cloud") else None) for name in laid]


def test_twenty_thousand_tricks_are_settled_as_the_second_referee_settles_them():
    chance, kinds = random.Random(20), Counter()
    for _ in range(20_000):
        edition = chance.choice(("us", "amigo"))
        laid = trick(chance, edition)
        trump = chance.choice((*suits(edition), None))
        witch, rule = chance.choice(("lowest", "jester")), chance.choice(("called", "free"))
        counts = [named(what, said) if said else what for what, said in laid]
        takes, leads = referee.settle(laid, trump, witch)
        found = outcome(counts, trump, witch)
        assert (found.takes, found.leads) == (takes, leads), (laid, trump, witch)
        assert suit_to_follow(counts, rule) == referee.called(laid, rule), (laid, rule)
        assert suit_to_follow(counts) == called_suit(counts)
        kinds[laid[leads][0] if laid[leads][1] or laid[leads][0] in SPECIALS else "other"] += 1
    # Every card has won tricks here, the Witch too.
    assert set(kinds) >= {"dragon", "fairy", "juggler", "cloud", "witch", "other"}, kinds
