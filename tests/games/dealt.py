"""A table at which cards are dealt and played by chance: the hands are real, and no card is ever lost."""

import random
from collections import Counter

from games.cards import copies, names, suits
from games.history import Game
from games.wizard import (
    Bid,
    ChangeBid,
    Confirm,
    Cover,
    Exchange,
    NameSuit,
    NameTrump,
    PassOn,
    Phase,
    Play,
    Shape,
    Swap,
    TurnUp,
    playable,
)
from games.wizard.effects import changes_of, may_exchange


class Dealt:
    """Deals, chooses by chance what comes next, and knows where every card is."""

    def __init__(self, header, seed, careless=0.0):
        """`careless`: how often a player does not look at the suit."""
        self.header, self.chance, self.careless = header, random.Random(seed), careless
        rules = header.rules
        self.deck = [name for name in names(rules.edition) for _ in range(copies(name))]
        self.deck += rules.specials
        self.game = Game.begin(header)
        self.hands, self.stock, self.lying = [], [], []
        self.revokes = set()

    def steps(self, rounds=99):
        """Yield each event before it happens, and let it happen."""
        while not self.game.state.over and self.game.state.round <= rounds:
            state = self.game.state
            if state.drawn == 0 and not self.hands:
                self.deal(state)
            event = self.choose(state)
            yield event
            self.note_revoke(state, event)
            self.game = self.game.play(event)
            self.move(state, event)
            if self.game.state.round != state.round:
                self.hands = []

    def deal(self, state):
        """Shuffle, and deal a round."""
        self.chance.shuffle(self.deck)
        count = state.round
        self.hands = [self.deck[seat * count : (seat + 1) * count] for seat in range(state.seats)]
        self.stock, self.lying = self.deck[state.seats * count :], []

    @property
    def everywhere(self):
        """Count every card, wherever it is."""
        return Counter([*self.lying, *self.stock, *(card for hand in self.hands for card in hand)])

    def choose(self, state):
        """Choose an event that the rules await."""
        chance, rules = self.chance, state.rules
        if may_exchange(state):
            owner = next((seat for seat, hand in enumerate(self.hands) if "werewolf" in hand), None)
            if owner is not None:
                return Exchange("werewolf", chance.choice((owner, None)))
        match state.phase:
            case Phase.DEAL | Phase.NEXT_CARD:
                return TurnUp(self.stock[0])
            case Phase.TRUMP_CHOICE:
                named = (*suits(rules.edition), *((None,) if state.werewolf else ()))
                owner = self.owner if state.werewolf else None
                return NameTrump(chance.choice(named), owner)
            case Phase.BIDDING:
                seat = chance.choice(state.missing) if state.turn is None else state.turn
                if chance.random() < 0.5 and not self.refused(Cover(seat)):
                    return Cover(seat)
                free = [bid for bid in range(-2, state.round + 3) if not self.refused(Bid(seat, bid))]
                return Bid(seat, chance.choice(free))
            case Phase.TRICK:
                return Play(chance.choice(self.may_lay(state)), chance.choice((None, state.turn)))
            case Phase.SUIT_CHOICE:
                return NameSuit(chance.choice(suits(rules.edition)), chance.choice((None, state.turn)))
            case Phase.SHAPE_CHOICE:
                return Shape(chance.choice("WJ"), chance.choice((None, state.turn)))
            case Phase.CHANGE_BID:
                return ChangeBid(state.turn, chance.choice(changes_of(state)))
            case Phase.SWAP:
                place = (state.turn - state.past[-1].leader) % state.seats
                others = [name for at, name in enumerate(state.past[-1].cards) if at != place]
                return Swap(chance.choice(self.hands[state.turn]), chance.choice(others))
            case Phase.PASS_ON:
                return PassOn()
        return Confirm()

    def refused(self, event):
        """Tell whether the rules refuse an event."""
        try:
            self.game.play(event)
        except ValueError:
            return True
        return False

    def may_lay(self, state):
        """List what a player would lay: mostly what he may."""
        hand = self.hands[state.turn]
        if self.chance.random() < self.careless:
            return hand
        return playable(hand, state.trick.counts, state.rules.named_suit)

    def note_revoke(self, state, event):
        """Note who does not follow though he could."""
        if isinstance(event, Play):
            may = playable(self.hands[state.turn], state.trick.counts, state.rules.named_suit)
            if event.card not in may:
                self.revokes.add((state.turn, state.round, len(state.past) + 1))

    def move(self, state, event):
        """Move the cards as the event says."""
        match event:
            case TurnUp(card):
                self.stock.remove(card)
                self.lying.append(card)
            case Exchange(card):
                self.owner = next(seat for seat, hand in enumerate(self.hands) if card in hand)
                if state.turned is not None:
                    self.give(card, self.owner)
                    self.lying.remove(state.turned)
                    self.hands[self.owner].append(state.turned)
            case Play(card):
                self.give(card, state.turn)
            case Swap(card, take):
                self.give(card, state.turn)
                self.lying.remove(take)
                self.hands[state.turn].append(take)
            case PassOn():
                passed = [self.chance.choice(hand) for hand in self.hands]
                for seat, card in enumerate(passed):
                    self.hands[seat].remove(card)
                    self.hands[(seat + 1) % len(self.hands)].append(card)

    def give(self, card, seat):
        """Lay a card out of a hand."""
        self.hands[seat].remove(card)
        self.lying.append(card)
