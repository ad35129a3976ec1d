"""Evenings of Les Trois Magiciens with restless hands: every throw counts once, as it fell."""

import random

import pytest

from games.board import MAGIC_PLACES
from games.magicians import Phase
from games.record import event_to_dict
from games.sticks import COLORS
from table.command import Press, Submit, Undo

DISTURBED = 0.15
"""How often hands do each thing that they should not."""


class Evening:
    """Chance decides and lets sticks fall, and hands may push, take up, undo, and switch the light off."""

    def __init__(self, sticks, seed, disturbed, **rules):
        self.chance = random.Random(seed)
        self.disturbed = disturbed
        self.sticks = sticks
        self.throws, self.doubts, self.answered = 0, [], 0
        sticks.place = self.place
        sticks.new(opening="throw", **rules)

    def place(self, middle=None, angle=None):
        middle = (self.chance.uniform(300, 1300), self.chance.uniform(300, 1100))
        return type(self.sticks).place(self.sticks, middle, self.chance.uniform(0, 180))

    @property
    def history(self):
        return self.sticks.snapshot.history

    @property
    def state(self):
        return self.history.state

    def happens(self):
        return self.chance.random() < self.disturbed

    def jitter(self):
        """Let every stick seem to lie a hair's breadth elsewhere, and the eye take that for a new throw."""
        for color in self.sticks.sticks:
            self.sticks.push_one(color, self.chance.uniform(-8, 8))
        self.sticks.eye += 1
        self.sticks.look()

    def disturb(self):
        """Do what hands do while no throw is under way; nothing of it may count."""
        sticks, before = self.sticks, len(self.history.events)
        if self.happens():
            self.jitter()
        if self.happens() and sticks.sticks and self.state.phase is not Phase.DUEL:
            sticks.push(*sticks.sticks, by=self.chance.uniform(70, 200))
        if self.happens():
            sticks.look(trouble="too dark to read")
        if self.happens() and len(sticks.sticks) == 3 and not self.state.duel:
            there = dict(sticks.sticks)
            sticks.take_up(self.chance.choice(COLORS))
            sticks.sticks = there
            sticks.look()
        sticks.look()
        assert len(self.history.events) == before
        if (thrown := sticks.thrown) and thrown["event"] is None and (thrown["doubt"] or thrown["again"]):
            self.doubts.append(thrown["doubt"])
            sticks.count(False)

    def throw(self):
        """Throw what is to be thrown, and see to it that just this is entered."""
        state, sticks = self.state, self.sticks
        wanted = state.to_throw
        if self.happens():
            counts = self.counts(wanted)
            sticks.throw(counts, again=self.chance.choice(("overlap", "standing", "leaning")))
            assert sticks.thrown["again"] and self.state is state
        counts = self.counts(wanted)
        unclear = [color for color in wanted if self.happens()]
        sticks.throw(counts, asks=unclear)
        self.throws += 1
        if (thrown := sticks.thrown) and thrown["doubt"]:
            self.doubts.append(thrown["doubt"])
            sticks.count()
        for stick in (sticks.thrown or {}).get("sticks", ()):
            if stick["asks"]:
                self.answered += 1
                sticks.say(stick["color"], int(counts[COLORS.index(stick["color"])]))
        self.check(counts, len(wanted))
        if self.happens():
            sticks.do(Undo())
            sticks.look()
            assert "taken back" in sticks.thrown["doubt"]
            sticks.count()
            for color in unclear:
                sticks.say(color, int(counts[COLORS.index(color)]))
            self.check(counts, len(wanted))

    def counts(self, wanted):
        return "".join(self.chance.choice("012") if color in wanted else "." for color in COLORS)

    def check(self, counts, many):
        event = event_to_dict(self.history.events[-1], self.history.header)
        read = {stick["color"]: str(stick["notches"]) for stick in event["sticks"]}
        assert "".join(read.get(color, ".") for color in COLORS) == counts and len(read) == many

    def choose(self, view):
        """Choose what a phone would tap."""
        pick, moves, duel = self.chance.choice, view["moves"], view["duel"]
        match view["phase"]:
            case "moving" if not moves["magician"]["done"] and moves["magician"]["to"]:
                return {"event": "jump", "to": pick(moves["magician"]["to"])}
            case "moving" if not moves["apprentice"]["done"] and moves["apprentice"]["to"]:
                return {"event": "walk", "to": pick(moves["apprentice"]["to"])["square"]}
            case "moving":
                return {"event": "stay", "figure": "apprentice" if moves["magician"]["done"] else "magician"}
            case "meeting":
                victims = view["meeting"]["victims"]
                return {"event": "take", **({"from": pick(victims)} if victims else {})}
            case "duel_read" if duel["may_keep"] and self.chance.random() < 0.7:
                aside = [stick["color"] for stick in duel["aside"]]
                lying = [color for color in COLORS if color not in aside]
                return {"event": "keep", "sticks": aside + lying[: self.chance.randrange(len(lying))]}
            case "spell_offer":
                return {"event": "cast"}
            case "choice":
                return {"event": "choose", "symbol": pick(view["symbols"])}
            case "teleport":
                return {"event": "teleport", "to": pick(MAGIC_PLACES)}
        return {"event": "confirm"}

    def play(self, most):
        while not self.state.over and len(self.history.events) < most:
            if self.state.to_throw:
                self.disturb()
                self.throw()
                continue
            self.disturb()
            values = self.choose(self.sticks.view)
            self.sticks.do(Press("confirm") if values["event"] == "confirm" else Submit(values))
        assert self.sticks.kinds.count("throw") == self.throws
        return self


@pytest.mark.parametrize("seed", range(3))
def test_in_a_disturbed_evening_every_throw_counts_once_and_as_it_fell(sticks, seed):
    rules = {"spell_timing": "immediate"} if seed % 2 else {}
    evening = Evening(sticks, seed, DISTURBED, **rules).play(150)
    assert evening.throws > 40 and evening.answered > 10 and evening.doubts


def test_in_a_quiet_evening_next_to_nothing_is_doubted(sticks):
    evening = Evening(sticks, 7, 0.0).play(250)
    assert evening.throws > 70 and "keep" in sticks.kinds and "cast" in sticks.kinds
    assert len(evening.doubts) <= 0.03 * evening.throws, evening.doubts
