"""A host without a thread, and hands that lay cards before an eye made of paper."""

import pytest

from table.command import Accepted, Answer, Look, NewGame, Submit
from table.host import Host
from table.journal import Journal
from vision.types import Reading, Seen, Sight

CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))


class Game:
    """A host with everything that a test does to it in one word."""

    def __init__(self, host):
        self.host = host
        self.lying = []
        self._next = 0

    @property
    def snapshot(self):
        return self.host.snapshot

    @property
    def view(self):
        return self.host.snapshot.view(None)

    @property
    def question(self):
        (question,) = self.host.snapshot.questions
        return question

    @property
    def trick(self):
        return [laid["card"] for laid in self.view["trick"]]

    @property
    def phase(self):
        return self.view["phase"]

    def do(self, command):
        """Demand that a command is accepted."""
        outcome = self.host.handle(command)
        assert isinstance(outcome, Accepted), outcome
        return outcome

    def new(self, players=("Ann", "Bo", "Cy"), dealer=0, **rules):
        header = {"game": "wizard", "players": list(players), "dealer": dealer, "rules": rules}
        return self.do(NewGame(header))

    def submit(self, event, **values):
        return self.do(Submit({"event": event, **values}))

    def bid(self, *tricks):
        """Bid in order from the dealer's left."""
        seats = len(self.view["players"])
        for place, count in enumerate(tricks):
            self.submit("bid", player=(self.view["dealer"] + 1 + place) % seats, tricks=count)

    def seen(self, card, *alternatives, asks=False, confidence=0.99, crop=None):
        """Make a card that the eye sees, not yet laid."""
        self._next += 1
        likely = tuple((name, 0.1) for name in alternatives)
        return Seen(self._next, Reading(card, confidence, asks, likely, CORNERS, crop))

    def look(self, trouble=None):
        return self.do(Look(Sight(tuple(self.lying), trouble)))

    def lay(self, card, *alternatives, **options):
        """Lay a card on top; the eye looks."""
        seen = self.seen(card, *alternatives, **options)
        self.lying.append(seen)
        self.look()
        return seen

    def take(self, *cards):
        """Take these off the table, all without any named; the eye looks."""
        self.lying = [seen for seen in self.lying if cards and seen not in cards]
        self.look()

    def answer(self, card):
        return self.do(Answer(self.question.id, card))

    def to_bidding(self, turned="7H", **options):
        self.new(**options)
        self.lay(turned)
        return self

    def to_trick(self, turned="7H", bids=(0, 0, 1), **options):
        self.to_bidding(turned, **options)
        self.bid(*bids)
        return self


@pytest.fixture
def game():
    with Host(Journal(":memory:")) as host:
        yield Game(host)


@pytest.fixture
def make_game():
    """Wrap another host."""
    return Game


def whole_round(turned, bids, tricks):
    """List the events of one round of three players as a record has them."""
    events = [{"event": "turn_up", "card": turned}] if turned else []
    events += [{"event": "bid", "player": player, "tricks": tricks_} for player, tricks_ in bids]
    for trick in tricks:
        events += [{"event": "play", "card": card} for card in trick]
        events.append({"event": "confirm"})
    return events


@pytest.fixture
def two_rounds():
    """Two rounds of Ann, Bo and Cy, Ann dealing first: 19 events, none of them wrong."""
    return whole_round("7H", [(1, 0), (2, 0), (0, 1)], [["2S", "3S", "AS"]]) + whole_round(
        "9D", [(2, 1), (0, 1), (1, 0)], [["2H", "3H", "4H"], ["5C", "6C", "7C"]]
    )
