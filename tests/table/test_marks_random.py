"""Whatever happens, nothing marked is confirmed without a press: not by time, nor cards, nor power cuts."""

import random

import pytest

from games.cards import copies, names
from games.wizard import Confirm, Play, TurnUp
from table.command import Accepted, Correct, Press, Undo
from table.host import Host
from table.journal import Journal

STEPS = 160


class Evening:
    """A host of which the eye errs, people tap, and the plug is pulled, all by chance."""

    def __init__(self, make_game, path, seed):
        self._make, self._path = make_game, path
        self.chance = random.Random(f"marks {seed}")
        self.now = 0.0
        self.start()
        self.game.new()

    def start(self):
        self.host = Host(Journal(self._path), confirm_after=2.0)
        self.game = self._make(self.host)

    @property
    def events(self):
        return self.host.snapshot.history.events

    @property
    def marks(self):
        return {each.event for each in self.host.snapshot.marked}

    @property
    def confirmed(self):
        return sum(isinstance(event, Confirm) for event in self.events)

    def free(self):
        """Choose a card that has not been seen in this round."""
        seen = self.host.snapshot.expectation.seen
        left = [name for name in names("us") if seen.count(name) < copies(name)]
        return self.chance.choice(left)

    def lay(self):
        card = self.free()
        if self.chance.random() < 0.5:
            alike = [name for name in names("us") if name[-1] == card[-1] and name not in (card, "J")]
            self.game.guess(card, *alike[:1])
        else:
            self.game.lay(card)

    def reread(self):
        if self.game.lying:
            seen = self.chance.choice(self.game.lying)
            state = self.chance.choice(("marked", "asks"))
            self.game.reread(seen, self.free(), state=state, confidence=0.85)

    def answer(self):
        if self.host.snapshot.questions:
            self.game.answer(self.chance.choice((None, *self.game.question.options)))

    def bid(self):
        view = self.game.view
        if view["phase"] == "bidding":
            self.game.submit("bid", player=view["turn"], tricks=0)

    def sweep(self):
        self.game.take()

    def wait(self):
        for _ in range(4):
            self.now += 1.5
            self.host.tick(self.now)

    def next(self):
        self.host.handle(Press("next"))

    def pull_the_plug(self):
        lying = self.game.lying
        self.host.close()
        self.start()
        self.game.lying = [] if self.chance.random() < 0.3 else lying
        self.game._next = 1000 + self.chance.randrange(10**6)
        self.game.look()


QUIET = ("lay", "lay", "lay", "lay", "reread", "bid", "bid", "sweep", "wait", "next", "pull_the_plug")


def cards(events):
    return [index for index, event in enumerate(events) if isinstance(event, TurnUp | Play)]


@pytest.fixture(params=range(12))
def evening(request, make_game, tmp_path):
    begun = Evening(make_game, tmp_path / "journal.sqlite", request.param)
    yield begun
    begun.host.close()


def test_nothing_marked_passes_without_a_press(evening):
    seen, passed = 0, 0
    for _ in range(STEPS):
        step = evening.chance.choice((*QUIET, "answer", "press", "undo", "tap"))
        before, events, confirmed = evening.marks, evening.events, evening.confirmed
        seen += len(before)
        match step:
            case "press":
                if isinstance(evening.host.handle(Press("confirm")), Accepted):
                    # What lies there already of the next trick may be marked now.
                    assert not evening.marks & before
                    passed += bool(before)
            case "undo":
                evening.host.handle(Undo(1))
                assert {index for index in evening.marks if index < len(events) - 1} <= before
            case "tap" if before:
                index = evening.chance.choice(sorted(before))
                event = events[index]
                values = {"event": "turn_up" if isinstance(event, TurnUp) else "play", "card": event.card}
                player = {"player": event.player} if isinstance(event, Play) else {}
                evening.host.handle(Correct(index, {**values, **player}))
                assert before - {index} <= evening.marks and index not in evening.marks
            case "tap":
                pass
            case "answer":
                evening.answer()
                assert evening.confirmed == confirmed or not before
            case _:
                getattr(evening, step)()
                # The eye was never sure of what it had marked, so all of it is marked still.
                assert before <= evening.marks, step
                assert evening.confirmed == confirmed or not before, step
        # What is marked is a card of the open trick, or the turned-up one before the first.
        last = max((k for k, event in enumerate(evening.events) if isinstance(event, Confirm)), default=-1)
        assert all(index > last and index in cards(evening.events) for index in evening.marks)
    assert seen > 10
