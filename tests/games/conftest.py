"""Help the tests of the rules: a table of friends, the vectors and a second opinion on tricks."""

import json
import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from games.cards import copies, names, suits
from games.errors import GameError
from games.header import Header
from games.history import Game
from games.record import event_from_dict
from games.wizard import Bid, Confirm, NameTrump, Phase, Play, Rules, TurnUp, playable

FRIENDS = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay")
LABELS = {label: place for place, label in enumerate("2 3 4 5 6 7 8 9 10 J Q K A".split(), 1)}


def header(seats=3, dealer=0, **rules):
    """Seat the first friends of the alphabet."""
    return Header("wizard", FRIENDS[:seats], dealer, Rules(**rules))


def happen(game, *steps):
    """Play steps in short: a card's name is turned up or played, an int is bid, by whose turn it is."""
    for step in steps:
        game = game.play(event(game, step))
    return game


def event(game, step):
    """Write out a short step."""
    if isinstance(step, dict):
        return event_from_dict(step, game.header)
    if isinstance(step, int):
        return Bid(game.state.turn, step)
    if step == "ok":
        return Confirm()
    if isinstance(step, str):
        return TurnUp(step) if game.state.phase is Phase.DEAL else Play(step)
    return step


def second_opinion(cards, trump):
    """Find the winner card by card, each against the best before it, from the names alone."""

    def suit(name):
        return None if name in ("W", "J") else name[-1]

    def rank(name):
        return LABELS.get(name[:-1]) if name[-1] in "SHDC" else int(name[:-1])

    best = 0
    for place, new in enumerate(cards):
        old = cards[best]
        if old == "W" or new == "J":
            continue
        better = (
            new == "W"
            or old == "J"
            or (suit(new) == suit(old) and rank(new) > rank(old))
            or (suit(new) == trump and suit(old) != trump)
        )
        best = place if better else best
    return best


def whole_game(head, seed, *, rounds=99, careless=0.0):
    """Deal and play a random game; yield each event with the hands and the game before it.

    `careless`: how often a player does not look at the suit.
    """
    chance = random.Random(seed)
    game = Game.begin(head)
    deck = [name for name in names(head.rules.edition) for _ in range(copies(name))]
    hands = []
    while not game.state.over and game.state.round <= rounds:
        state = game.state
        fresh = state.phase is Phase.DEAL or (
            state.phase is Phase.BIDDING and state.bids.count(None) == state.seats
        )
        if fresh and state.turned is None:
            chance.shuffle(deck)
            hands = [deck[seat * state.round : (seat + 1) * state.round] for seat in range(state.seats)]
        step = _choose(state, hands, deck, chance, careless)
        yield step, [list(hand) for hand in hands], game
        game = game.play(step)
        if isinstance(step, Play):
            hands[state.turn].remove(step.card)


def _choose(state, hands, deck, chance, careless):
    rules = state.header.rules
    match state.phase:
        case Phase.DEAL:
            return TurnUp(deck[state.seats * state.round])
        case Phase.TRUMP_CHOICE:
            return NameTrump(chance.choice(suits(rules.edition)))
        case Phase.BIDDING:
            waiting = [seat for seat in range(state.seats) if state.bids[seat] is None]
            seat = chance.choice(waiting) if state.turn is None else state.turn
            free = [bid for bid in range(state.round + 1) if not _refused(state, seat, bid)]
            return Bid(seat, chance.choice(free))
        case Phase.TRICK:
            hand = hands[state.turn]
            cards = hand if chance.random() < careless else playable(hand, state.trick.cards)
            return Play(chance.choice(cards), chance.choice((None, state.turn)))
    return Confirm()


def _refused(state, seat, bid):
    """Judge the last bid apart from the product: the rule in its own words."""
    others = [tricks for tricks in state.bids if tricks is not None]
    if len(others) < state.seats - 1 or sum(others) + bid != state.round:
        return False
    match state.header.rules.last_bid:
        case "nonzero":
            return True
        case "canadian":
            best_other = max(total for other, total in enumerate(state.totals) if other != seat)
            return bid > 0 and state.totals[seat] > best_other
    return False


def provoke(game, wishes):
    """Wish for something that may not fit; give the refusals."""
    refused = []
    for wish in wishes:
        try:
            game.play(wish if not isinstance(wish, dict) else event_from_dict(wish, game.header))
        except GameError as error:
            refused.append(error)
    return refused


def spoilt(values):
    """Spoil each key of an event's dictionary: leave it out, misspell it, give it values of other kinds."""
    yield values | {"wrong": 1}
    for key in values:
        rest = {name: value for name, value in values.items() if name != key}
        yield rest
        yield rest | {f"{key}x": values[key]}
        for value in (None, -1, 99, "x", [], {}, True, 0.5):
            yield rest | {key: value}


@pytest.fixture(scope="session")
def unfit():
    """Give the helpers that provoke refusals."""
    return SimpleNamespace(provoke=provoke, spoilt=spoilt)


@pytest.fixture(scope="session")
def friends():
    """Give the helpers of this folder to a test."""
    return SimpleNamespace(
        header=header,
        begin=lambda *args, **rules: Game.begin(header(*args, **rules)),
        happen=happen,
        event=event,
        second_opinion=second_opinion,
        whole_game=whole_game,
    )


def pytest_generate_tests(metafunc):
    """Give a test that asks for `tricks_vector`, `legal_vector`... every vector of that kind, by its id."""
    found = json.loads((Path(__file__).parent / "vectors_wizard.json").read_text())
    for kind in ("tricks", "specials", "legal", "score", "bidding"):
        if f"{kind}_vector" in metafunc.fixturenames:
            vectors = found[kind]
            metafunc.parametrize(f"{kind}_vector", vectors, ids=[vector["id"] for vector in vectors])
    if "sample_table" in metafunc.fixturenames:
        metafunc.parametrize("sample_table", [found["sample_table"]], ids=["sample"])
