"""What people without a phone do at the table, where nothing has to be seen for it."""

from types import SimpleNamespace

import numpy as np
import pytest

from games.wizard import Phase, TurnUp
from simulation import gestures
from simulation.robots.counted import AT_EASE
from simulation.robots.wizard.evening import Evening
from simulation.robots.wizard.phoneless import PhonelessGame
from simulation.robots.wizard.relaid import RelaidGame
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup

CORNERS = np.array([[0, 0], [9, 0], [9, 14], [0, 14]], np.float32)


class Bidding(PhonelessGame):
    """People who are about to bid, and what each of them holds by then."""

    _tempo, _is_calm = AT_EASE, False

    def __init__(self, self_play):
        self._self_play, self.held = self_play, [()] * len(self_play.hands)

    @property
    def _card_table(self):
        return SimpleNamespace(hold=lambda hands: setattr(self, "held", hands))

    def _move(self, steps, rest):
        pass

    def _bid(self):
        self.bid_with = self.held
        while self._self_play.state.phase is Phase.BIDDING:
            self._self_play.happened(self._self_play.next())

    _cover = _bid


@pytest.mark.parametrize("bids", ["open", "delayed"])
def test_whoever_bids_in_a_round_without_a_turned_up_card_holds_his_hand(bids, monkeypatch):
    monkeypatch.setattr(gestures, "new_round", lambda *_: [])
    setup = draw_setup(6, 6, "us", vary=False)
    setup.rules["bids"] = bids
    self_play = WizardSelfPlay(setup)
    while self_play.state.round < self_play.state.rounds:
        self_play.deal()
        self_play.happened(self_play.next())
    assert self_play.state.phase is Phase.BIDDING and self_play.state.turned is None
    game = Bidding(self_play)
    game._step()
    assert [len(hand) for hand in game.bid_with] == [10] * 6


class Asking(RelaidGame):
    """A table that asks the same about a card each time that it lies there."""

    def __init__(self):
        self.figures = Evening(1, 6, {}, players=3, rounds=2)
        self._self_play = WizardSelfPlay(draw_setup(6, 3, "us", vary=False))
        reading = SimpleNamespace(corners=CORNERS)
        self.question = SimpleNamespace(id=4, reading=reading, options=("9S", "9C"))
        self.answered = []

    @property
    def _host(self):
        asked = () if self.answered else (self.question,)
        return SimpleNamespace(snapshot=SimpleNamespace(questions=asked, marked=()))

    def _shown(self, steps):
        return iter(range(9))

    def _again(self, event):
        self._add(again=1)
        return []

    def _television(self):
        return None

    def _is_told(self, tv):
        return bool(self.answered)

    def _stands(self):
        return bool(self.answered)

    def _wrong(self, tv):
        return None

    def _count_marks(self):
        pass

    def _shows(self, corners, card):
        return True

    def _answer_with(self, card):
        self.answered.append(card)


def test_a_card_that_is_asked_about_under_the_same_number_again_is_answered():
    game = Asking()
    game._show([], TurnUp("9S"))
    assert game.answered == ["9S"]
    assert (game.figures.cards, game.figures.asked, game.figures.again) == (1, 1, 1)
