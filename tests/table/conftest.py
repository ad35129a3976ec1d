"""A host without a thread, and hands that lay cards and throw sticks before an eye made of paper."""

import math
from dataclasses import replace

import pytest

from games.sticks import COLORS, KIT, beside
from table.command import Accepted, Answer, CountThrow, Look, NewGame, ReadStick, Submit
from table.host import Host
from table.journal import Journal
from vision.types import Reading, Seen, Sight, StickReading, ThrowReading, ThrowSight

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
        # Each lies beside those before.
        corners = tuple((x + 70.0 * self._next, y) for x, y in CORNERS)
        return Seen(self._next, Reading(card, confidence, asks, likely, corners, crop))

    def guess(self, card, *alternatives, confidence=0.88, crop=None):
        """Lay a card of which the eye has a likely guess; the eye looks."""
        seen = self.seen(card, *alternatives, asks=True, confidence=confidence, crop=crop)
        self.lying.append(replace(seen, reading=replace(seen.reading, likely=True)))
        self.look()
        return self.lying[-1]

    def reread(self, seen, card, *alternatives, state="sure", confidence=0.97):
        """Let the eye, which looks again, read a lying card otherwise."""
        others = tuple((name, 0.02) for name in alternatives)
        reading = replace(
            seen.reading,
            card=card,
            confidence=confidence,
            asks=state != "sure",
            likely=state == "marked",
            alternatives=others,
        )
        self.lying = [replace(each, reading=reading) if each.id == seen.id else each for each in self.lying]
        self.look()

    @property
    def marked(self):
        return [(each.event, each.card) for each in self.snapshot.marked]

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

    def to_round_two(self):
        """Play the one trick of the amigo edition's first round, and come to the first of the second."""
        for card in ("5B", "6B", "7B"):
            self.lay(card)
        self.submit("confirm")
        self.take()
        self.lay("2R")
        self.bid(0, 0, 0)


class Sticks(Game):
    """A host of Les Trois Magiciens, and three sticks: red, black and white.

    A throw is written "120", red first; "." is not thrown. Ann has red, Bo black, Cy white.
    """

    def __init__(self, host):
        super().__init__(host)
        self.sticks = {}
        self.eye = self._spot = 0

    @property
    def thrown(self):
        return self.view["thrown"]

    @property
    def kinds(self):
        return [event["event"] for event in self.host.snapshot.events(None)]

    def new(self, players=("Ann", "Bo", "Cy"), dealer=0, look=True, **rules):
        rules = {"opening": "dealer"} | rules
        header = {"game": "magicians", "players": list(players), "dealer": dealer, "rules": rules}
        self.do(NewGame(header))
        if look:
            self.look()
        return self

    def place(self, middle=None, angle=None):
        """Give the corners of a stick, 300 by 52 pixels, in a place where none lay before."""
        self._spot += 1
        x, y = middle or (400 + self._spot * 613 % 1500, 300 + self._spot * 377 % 700)
        turn = math.radians(self._spot * 47 % 180 if angle is None else angle)
        along = math.cos(turn) * 150, math.sin(turn) * 150
        across = -math.sin(turn) * 26, math.cos(turn) * 26
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return tuple((x + a * along[0] + b * across[0], y + a * along[1] + b * across[1]) for a, b in signs)

    def stick(self, color, count, asks=False, **place):
        """Make a stick as the eye reads it, in a new place."""
        sides = beside(KIT[COLORS.index(color)][count])
        others = tuple(((n, beside(KIT[0][n])), 0.01) for n in range(3) if n != count)
        return StickReading(color, count, sides, 0.6 if asks else 0.999, asks, others, self.place(**place))

    def look(self, trouble=None, again=None, **late):
        aside = [color for color, _ in self.snapshot.expectation.aside]
        there = [self.sticks[color] for color in COLORS if color in self.sticks]
        thrown = tuple(stick for stick in there if stick.color not in aside)
        kept = tuple(stick for stick in there if stick.color in aside)
        tracks = frozenset({self.eye} if thrown else ())
        return self.do(Look(ThrowSight(ThrowReading(thrown, again), tracks, trouble, kept), **late))

    def throw(self, counts, asks=(), again=None):
        """Take the sticks up, throw them; the eye looks both times."""
        thrown = {color: int(n) for color, n in zip(COLORS, counts, strict=True) if n != "."}
        self.take_up(*thrown)
        for color, count in thrown.items():
            self.sticks[color] = self.stick(color, count, asks=color in asks)
        self.eye += 1
        return self.look(again=again)

    def take_up(self, *colors):
        gone = colors or COLORS
        self.sticks = {color: stick for color, stick in self.sticks.items() if color not in gone}
        return self.look()

    def push(self, *colors, by=100.0):
        """Push sticks by so many pixels; the eye takes that for a new throw."""
        for color in colors:
            self.push_one(color, by)
        self.eye += 1
        return self.look()

    def push_one(self, color, by):
        corners = tuple((x + by, y) for x, y in self.sticks[color].corners)
        self.sticks[color] = replace(self.sticks[color], corners=corners)

    def say(self, color, count):
        stick = {"color": color, "notches": count}
        return self.do(ReadStick(self.thrown["number"], stick))

    def count(self, count=True):
        return self.do(CountThrow(self.thrown["number"], count))

    def turn(self, counts, *moves):
        """Throw, confirm, and move as a record says it."""
        self.throw(counts)
        self.submit("confirm")
        for move in moves:
            self.do(Submit(move))
        return self

    def to_duel(self):
        """Let Bo's Magician come to the Mill where Ann's stands; Bo throws first."""
        return self.to_duel_with()

    def to_duel_with(self, **rules):
        """Do so under other rules."""
        self.new(**rules)
        self.turn("120", JUMP, WALK)
        return self.turn("011", JUMP, WALK)


JUMP = {"event": "jump", "to": "mill"}
WALK = {"event": "walk", "to": "slab"}


@pytest.fixture
def sticks():
    with Host(Journal(":memory:")) as host:
        yield Sticks(host)


@pytest.fixture
def make_sticks():
    """Wrap another host."""
    return Sticks


@pytest.fixture
def game():
    with Host(Journal(":memory:")) as host:
        yield Game(host)


@pytest.fixture(scope="session")
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
