"""Many phones wish at once, each by the state that it saw: what still means the same is done, no more.

Each interleaving is drawn from a seed of its own. What a wish is about is written down from the view that its
phone saw, and held against the view in which it was done or refused: the host's own account is not asked.
"""

import random

import pytest
from chance import LONG

from games.cards import names
from table.command import Accepted, Correct, NewGame, Refused, Submit, Undo
from table.host import Host
from table.journal import Journal

INTERLEAVINGS = 20_000 if LONG else 2000
PART = 125
WISHES = 30
LATEST = 6
"""So many states back a phone may be."""
LIKELY = {"deal": "turn_up", "bidding": "bid", "trick": "play", "trick_done": "confirm"}


class Phone:
    """What one phone saw, and what it wishes by that."""

    def __init__(self, rng, snapshot):
        self.rng = rng
        self.number = snapshot.number
        self.view = snapshot.view(None)
        self.events = [snapshot.history.written(index) for index in range(len(snapshot.history.events))]
        self.bids = snapshot.history.state.bids

    def wish(self):
        """Draw a wish: the command, and what it is about as a function of a view and its events."""
        view, rng, seen = self.view, self.rng, self.number
        kind = rng.choice([*[LIKELY.get(view["phase"], "undo")] * 5, "undo", "correct"])
        if kind == "undo":
            return Undo(1, seen=seen), _last
        if kind == "correct":
            cards = [index for index, each in enumerate(self.events) if "card" in each]
            if not cards:
                return Undo(1, seen=seen), _last
            index = rng.choice(cards[-5:])
            event = {**self.events[index], "card": rng.choice(names("us"))}
            return Correct(index, event, seen=seen), _step(index)
        event = {"event": kind}
        if kind == "bid":
            player = rng.randrange(len(view["players"]))
            event |= {"player": player, "tricks": rng.randint(0, view["round"])}
            return Submit(event, seen=seen), _bid(player)
        if kind in ("play", "turn_up"):
            event["card"] = rng.choice(names("us"))
        return Submit(event, seen=seen), {"play": _place, "turn_up": _deal, "confirm": _trick}[kind]


def _last(view, events, bids):
    return len(events), events[-1:]


def _step(index):
    def about(view, events, bids):
        if index >= len(events):
            return None
        return events[index], _before(events, index)

    return about


def _before(events, index):
    """Say at which place of which trick of the game a step stands."""
    kinds = [each["event"] for each in events[:index]]
    return kinds.count("play"), kinds.count("confirm"), kinds.count("turn_up")


def _bid(player):
    def about(view, events, bids):
        return view["round"], view["dealer"], view["turned"], view["trump"], bids[player]

    return about


def _place(view, events, bids):
    kinds = [each["event"] for each in events]
    return view["round"], kinds.count("confirm"), len(view["trick"]), view["turn"]


def _deal(view, events, bids):
    return view["round"], view["dealer"], view["turned"]


def _trick(view, events, bids):
    confirmed = [each["event"] for each in events].count("confirm")
    return view["phase"], confirmed, view["trick"], view["trump"]


def interleave(seed):
    """Play one interleaving; gives how many late wishes were done, and how many were stale."""
    rng = random.Random(f"familiar wishes {seed}")
    players = [f"P{seat}" for seat in range(rng.randint(3, 6))]
    with Host(Journal(":memory:")) as host:
        rules = {"bids": rng.choice(("simultaneous", "delayed", "open"))}
        host.handle(NewGame({"game": "wizard", "players": players, "dealer": 0, "rules": rules}))
        late = stale = 0
        states = [Phone(rng, host.snapshot)]
        for _ in range(WISHES):
            phone = rng.choice(states[-LATEST:])
            command, about = phone.wish()
            now = Phone(rng, host.snapshot)
            then_about = about(phone.view, phone.events, phone.bids)
            same = then_about == about(now.view, now.events, now.bids)
            outcome = host.handle(command)
            if isinstance(outcome, Accepted):
                assert same, (seed, command)
                late += phone.number < now.number
                states.append(Phone(rng, host.snapshot))
            elif outcome.stale:
                assert not same, (seed, command, outcome)
                stale += 1
        return late, stale


@pytest.mark.parametrize("start", range(0, INTERLEAVINGS, PART))
def test_a_wish_is_done_as_long_as_it_means_the_same_and_only_then(start):
    late, stale = (sum(counts) for counts in zip(*map(interleave, range(start, start + PART)), strict=True))
    # Were everything fresh, or everything stale, this would have shown nothing.
    assert late > PART and stale > PART


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("bids", ["simultaneous", "delayed"])
def test_all_bid_at_once_by_the_state_before_any_bid_and_all_count(game, seats, bids):
    game.new(players=[f"P{seat}" for seat in range(seats)], bids=bids)
    game.submit("turn_up", card="7H")
    saw = game.snapshot.number
    for seat in range(seats):
        game.do(Submit({"event": "bid", "player": seat, "tricks": seat % 2}, seen=saw))
    assert game.view["phase"] == "trick"


def refused(game, command):
    outcome = game.host.handle(command)
    assert isinstance(outcome, Refused), outcome
    return outcome.rule


def test_a_bid_of_the_round_before_is_stale(game):
    game.to_trick(bids=(0, 0, 0))
    saw = game.snapshot.number
    for card in ("2S", "3S", "4S"):
        game.submit("play", card=card)
    game.submit("confirm")
    game.submit("turn_up", card="9C")
    assert refused(game, Submit({"event": "bid", "player": 2, "tricks": 1}, seen=saw)) == "stale"


def test_a_bid_on_a_trump_that_was_put_right_meanwhile_is_stale(game):
    game.to_bidding()
    saw = game.snapshot.number
    game.do(Correct(0, {"event": "turn_up", "card": "7D"}))
    assert refused(game, Submit({"event": "bid", "player": 1, "tricks": 1}, seen=saw)) == "stale"


def test_a_confirmation_of_another_trick_is_stale(game):
    game.to_bidding()
    game.bid(0, 0, 0)
    for card in ("2S", "3S", "4S"):
        game.submit("play", card=card)
    saw = game.snapshot.number
    game.do(Correct(4, {"event": "play", "player": 1, "card": "AS"}))
    assert refused(game, Submit({"event": "confirm"}, seen=saw)) == "stale"
    game.do(Submit({"event": "confirm"}, seen=game.snapshot.number))


def test_a_correction_of_what_was_put_right_meanwhile_is_stale_and_of_another_step_is_not(game):
    game.to_trick()
    for card in ("2S", "3S"):
        game.submit("play", card=card)
    saw = game.snapshot.number
    game.do(Correct(4, {"event": "play", "player": 1, "card": "5S"}))
    assert refused(game, Correct(4, {"event": "play", "player": 1, "card": "6S"}, seen=saw)) == "stale"
    game.do(Correct(5, {"event": "play", "player": 2, "card": "8S"}, seen=saw))
    assert game.trick == ["5S", "8S"]


@pytest.fixture
def probe(game):
    """Set a game of Probe: nobody has set out a word yet."""
    game.do(NewGame({"game": "probe", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
    return game


def words(game):
    saw = game.snapshot.number
    for seat, word in enumerate(("OEUVRE", "..PHARE.", "BANANE")):
        game.do(Submit({"event": "word", "player": seat, "word": word}, seen=saw))


def test_all_set_out_their_words_at_once(probe):
    words(probe)
    assert probe.phase == "draw"


def test_a_word_is_named_while_another_question_is_answered_and_costs_once(probe):
    words(probe)
    probe.submit("draw", card="normal")
    saw = probe.snapshot.number
    probe.submit("ask", of=1, sign="P")
    probe.submit("open", space=3)
    call = {"event": "interrupt", "player": 2, "of": 0, "word": "OMBRES"}
    probe.do(Submit(call, seen=saw))
    assert refused(probe, Submit(call, seen=saw)) == "stale"
    assert probe.view["totals"][2] == -50


def test_an_answer_belongs_to_the_question_that_was_seen(probe):
    words(probe)
    probe.submit("draw", card="normal")
    probe.submit("ask", of=1, sign="E")
    saw = probe.snapshot.number
    probe.submit("open", space=7)
    probe.submit("ask", of=2, sign="X")
    assert refused(probe, Submit({"event": "no"}, seen=saw)) == "stale"
