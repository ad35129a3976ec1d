"""Robots at a running table: they play on, leave room for people, and mend what the eye got wrong."""

import threading

import pytest

from games.cards import SPECIALS
from games.wizard import Bid, ChangeBid, Exchange, Lot, NameSuit, PassOn, Phase, Play, Shape, Swap
from games.wizard.rules import SWITCHES
from simulation.robots.seated import Restarted
from simulation.robots.wizard.seated import WizardRobots
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from simulation.table import SimulatedTable
from table.command import Accepted, NewGame, Submit, Undo

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def seat(seat_robots, fake_eye):
    def make(seed=1, players=3, vary=False, **options):
        setup = draw_setup(seed, players, "us", vary=vary)
        table = SimulatedTable(setup.seed, len(setup.players), setup.edition, (160, 90))
        return seat_robots(WizardRobots, setup, table, fake_eye, **options)

    return make


def test_robots_play_rounds_with_nobody_at_the_phones(seat):
    table = seat()
    table.stop_after(3)
    assert table.robots.play(table.setup) is False
    sheet = table.host.snapshot.history.state.sheet
    assert [line.round for line in sheet[:3]] == [1, 2, 3]
    assert table.lines[0] == f"Round 1 of 20, {table.setup.players[table.setup.dealer]} deals."


@pytest.mark.parametrize("players", [3, 5])
def test_robots_play_special_cards_by_saying_what_a_phone_would(seat, players):
    table = seat(players=players, seed=4)
    table.setup.rules.update(dict.fromkeys(SWITCHES, True))
    table.stop_after(7)
    assert table.robots.play(table.setup) is False
    events = table.host.snapshot.history.events
    assert len(table.host.snapshot.history.state.sheet) >= 7
    assert {getattr(event, "card", None) for event in events} & set(SPECIALS)
    assert {NameSuit, Shape, ChangeBid, Swap, PassOn, Exchange} & {type(event) for event in events}


def test_robots_mend_what_the_eye_gets_wrong(seat):
    ways = {2: "wrong", 5: "ask", 9: "miss", 12: "phantom"}
    table = seat(fail=lambda n: ways.get(n, ""))
    table.stop_after(3)
    table.robots.play(table.setup)
    assert len(table.host.snapshot.history.state.sheet) >= 3


def test_a_whole_game_comes_to_its_end_and_names_the_winners(seat, monkeypatch):
    monkeypatch.setattr("games.wizard.state.DECK", 12)
    table = seat(players=4)
    assert table.robots.play(table.setup) is True
    state = table.host.snapshot.history.state
    assert state.over
    assert table.lines[-1] == f"{' and '.join(state.players[winner] for winner in state.winners)} won."


@pytest.mark.parametrize("bids", ["open", "simultaneous"])
def test_a_seat_with_a_phone_bids_for_itself(seat, bids):
    table = seat(held=lambda player: player == "Ann")
    table.setup.rules["bids"] = bids
    table.stop_after(1)

    def bid(snapshot):
        game = snapshot.history
        if game is None or game.state.phase != "bidding" or game.state.bids[0] is not None:
            return
        if bids == "simultaneous" or game.state.turn == 0:
            table.host.post(Submit({"event": "bid", "player": 0, "tricks": game.state.round}))

    table.host.listeners.append(bid)
    table.robots.play(table.setup)
    made = [
        event for event in table.host.snapshot.history.events if isinstance(event, Bid) and event.player == 0
    ]
    assert made[0].tricks == 1
    assert table.host.snapshot.history.state.sheet[0].bids[0] == 1


def test_a_phone_that_never_bids_is_bid_for_in_the_end(seat, monkeypatch):
    monkeypatch.setattr("simulation.robots.seated.PHONE_S", 0.05)
    table = seat(held=lambda player: True)
    table.stop_after(1)
    table.robots.play(table.setup)
    assert table.host.snapshot.history.state.sheet


def test_a_play_that_a_phone_takes_back_is_entered_again(seat):
    table = seat()
    table.stop_after(3)
    undone = threading.Event()

    def undo(snapshot):
        game = snapshot.history
        if not undone.is_set() and game and game.events and isinstance(game.events[-1], Play):
            undone.set()
            table.host.post(Undo(1))

    table.host.listeners.append(undo)
    table.robots.play(table.setup)
    assert undone.is_set()
    assert len(table.host.snapshot.history.state.sheet) >= 3


def test_a_game_begun_by_a_phone_is_noticed_and_can_be_played_on(seat):
    table = seat()
    begun = threading.Event()
    other = {"game": "wizard", "players": ["Uma", "Vic", "Wim"], "dealer": 2, "rules": {"edition": "us"}}

    def begin(snapshot):
        if not begun.is_set() and snapshot.history and len(snapshot.history.events) > 3:
            begun.set()
            table.host.post(NewGame(other))

    table.host.listeners.append(begin)
    with pytest.raises(Restarted):
        table.robots.play(table.setup)
    adopted = type(table.setup)("wizard", 5, ("Uma", "Vic", "Wim"), 2, {"edition": "us"})
    table.stop_after(1)
    table.robots.play(adopted, begun=True)
    assert table.host.snapshot.history.header.players == ("Uma", "Vic", "Wim")
    assert table.host.snapshot.history.state.sheet


def test_while_somebody_has_stopped_the_game_the_robots_sit_still(seat, monkeypatch):
    table = seat()
    table.stop_after(2)
    looks, stopped, wait = [], threading.Event(), table.host.wait

    def stop(snapshot):
        if not stopped.is_set() and snapshot.history and snapshot.history.state.sheet:
            stopped.set()
            table.host.post(Submit({"event": "stop"}))

    def look(number, timeout):
        # They look again and again, and would long have put right what they do not agree to.
        if table.state.stopped:
            looks.append(number)
            if len(looks) == 50:
                table.host.post(Undo(1))
        return wait(number, timeout)

    table.host.listeners.append(stop)
    monkeypatch.setattr(table.host, "wait", look)
    table.robots.play(table.setup)
    assert len(looks) >= 50 and table.state.stopped is None
    assert len(table.state.sheet) >= 2


def test_stopping_ends_the_game_at_once(seat):
    table = seat()
    table.robots.stop()
    assert table.robots.play(table.setup) is False


def test_a_host_that_has_ended_ends_the_robots(seat):
    table = seat()
    table.host.close()
    assert table.robots.play(table.setup) is False
    assert not isinstance(table.host.post(Undo(1)).result(), Accepted)


def shared_first(players):
    """Find a seed of which the first cards for the first deal share the high one."""
    for seed in range(1, 200):
        self_play = WizardSelfPlay(high_card(draw_setup(seed, players, "us", vary=False)))
        assert self_play.deal() and self_play.stock == 60 and not self_play.deal()
        while self_play.state.phase is Phase.LOTS:
            self_play.happened(self_play.next())
        if len(self_play.state.lots.best) > 1:
            return seed
    raise AssertionError("no seed shares the high card")


def high_card(setup):
    setup.rules["first_dealer"] = "high_card"
    return setup


@pytest.mark.parametrize("shared", [False, True])
def test_the_robots_find_their_first_dealer_by_the_high_card(seat, shared):
    table = seat(seed=shared_first(4) if shared else 1, players=4)
    high_card(table.setup)
    table.stop_after(1)
    table.robots.play(table.setup)
    game = table.host.snapshot.history
    lots = [event for event in game.events if isinstance(event, Lot)]
    assert len(lots) > 4 if shared else len(lots) == 4
    assert [event.player for event in lots[:4]] == [(table.setup.dealer + place) % 4 for place in range(4)]
    first = next(state for state in game.states if state.lots is None)
    assert game.state.sheet[0].dealer == first.dealer
    told = ["Each is dealt one card, and the high card deals."] * (2 if shared else 1)
    assert table.lines[: len(told) + 1] == [
        *told,
        f"Round 1 of 15, {table.setup.players[first.dealer]} deals.",
    ]
