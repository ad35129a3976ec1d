"""Evenings with an eye that overlooks cards, asks, loses what lies there and finds it again, and sees hands.

People say the truth: what they see is not noticed they type, of what is asked they say what it is, and of
what is no card or was counted already that it is no new one. Then nothing is entered that was not laid.
"""

import random
from dataclasses import replace

import pytest

from games.cards import names
from games.record import event_to_dict
from table.command import Submit

ROUNDS, FEW = 5, 12
"""Rounds of an evening, and number cards beside the Wizards and Jesters in its deck: many have one name."""

AT_ONCE, SURE, MISREAD = 0.75, 0.72, 0.4
"""Shares of cards: seen as they are laid; of those, read surely; of the others, asked about as another."""


class Card:
    """A card on the table: its name, the event that laid it, and the number by which the eye knows it."""

    def __init__(self, name, event):
        self.name, self.event, self.id = name, event, None


class Evening:
    """What lies on the table, what the eye makes of it, and what really happened."""

    def __init__(self, game, seed):
        self.game, self.chance, self.true = game, random.Random(f"lost {seed}"), []
        self.cards, self.hands = [], []
        game.new()
        game.look()

    def sure(self, share):
        return self.chance.random() < share

    def played(self):
        history = self.game.snapshot.history
        return [event_to_dict(event, history.header) for event in history.events]

    def see(self, card):
        """Let the eye see a card, by a new number."""
        if self.sure(SURE):
            seen = self.game.seen(card.name)
        else:
            name = self.chance.choice((*names("us")[:52], "W", "J")) if self.sure(MISREAD) else card.name
            seen = self.game.seen(name, card.name, asks=True, confidence=0.6)
        card.id = seen.id
        self.game.lying.append(seen)
        self.game.look()

    def lose(self, *gone):
        self.game.lying = [seen for seen in self.game.lying if seen.id not in gone]
        self.game.look()

    def lay(self, event):
        card = Card(event["card"], len(self.true))
        self.true.append(event)
        self.cards.append(card)
        if self.sure(AT_ONCE):
            self.see(card)
        self.settle()

    def enter(self, event):
        self.true.append(event)
        self.game.do(Submit(event))
        self.settle()

    def settle(self):
        """Answer what is asked and type what is not noticed, until all that happened is entered."""
        while True:
            played = self.played()
            assert played == self.true[: len(played)]
            if self.game.snapshot.questions:
                self.game.answer(self.truth(self.game.question, len(played)))
            elif len(played) < len(self.true):
                self.game.do(Submit(self.true[len(played)]))
            else:
                return

    def truth(self, question, due):
        if question.event is not None:
            return self.true[question.event]["card"]
        seen = next(seen for seen in self.game.lying if seen.reading.corners == question.reading.corners)
        return next((card.name for card in self.cards if card.id == seen.id and card.event == due), None)

    def stir(self):
        """Let something happen to what the eye knows, though nothing happens on the table."""
        match self.chance.choice(("find", "lose", "hang anew", "hand", "hand goes", "nothing")):
            case "find":
                for card in [card for card in self.cards if card.id is None][:1]:
                    self.see(card)
            case "lose":
                for card in self.chance.sample(self.cards, min(1, len(self.cards))):
                    self.lose(card.id)
                    card.id = None
                    if self.sure(0.7):
                        self.see(card)
            case "hang anew":
                self.hang_anew()
            case "hand":
                name = self.chance.choice(("W", "J", "7H", "AS"))
                self.hands.append(self.game.seen(name, "J", asks=True, confidence=0.2))
                self.game.lying.append(self.hands[-1])
                self.game.look()
            case "hand goes" if self.hands:
                self.lose(self.hands.pop().id)
        self.settle()

    def hang_anew(self):
        """Knock the camera: all that lies there is found anew, in any order."""
        numbers = {seen.id: self.game.seen(seen.reading.card).id for seen in self.game.lying}
        found = [replace(seen, id=numbers[seen.id]) for seen in self.game.lying]
        self.chance.shuffle(found)
        for card in self.cards:
            card.id = numbers.get(card.id)
        self.hands = [replace(hand, id=numbers[hand.id]) for hand in self.hands]
        self.lose(*numbers)
        self.game.lying = found
        self.game.look()

    def sweep(self, left=()):
        self.cards = list(left)
        kept = {each.id for each in (*self.cards, *self.hands)}
        self.lose(*(seen.id for seen in self.game.lying if seen.id not in kept))
        self.settle()

    def round(self, number):
        deck = ["W", "J"] * 4 + self.chance.sample(names("us")[:52], FEW)
        self.chance.shuffle(deck)
        dealer = self.game.view["dealer"]
        self.lay({"event": "turn_up", "card": deck.pop()})
        self.stir()
        if self.game.phase == "trump_choice":
            self.enter({"event": "name_trump", "suit": "H"})
        for place in range(3):
            self.enter({"event": "bid", "player": (dealer + 1 + place) % 3, "tricks": 0})
            self.stir()
        for _ in range(number):
            for _ in range(3):
                self.lay({"event": "play", "player": self.game.view["turn"], "card": deck.pop()})
                self.stir()
            self.enter({"event": "confirm"})
            self.sweep(left=self.cards[:1])
            self.stir()
        self.sweep()


@pytest.mark.parametrize("seed", range(16))
def test_an_eye_that_loses_and_finds_cards_enters_none_that_was_not_laid(game, seed):
    evening = Evening(game, seed)
    for number in range(1, ROUNDS + 1):
        evening.round(number)
    assert len(game.view["sheet"]) == ROUNDS
