"""Whole evenings that are only heard: from the log of speech alone to the sheet, corrections and all."""

import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games.cards import copies, names, suits
from games.magicians.graph import PLACE_WORDS
from games.record import event_to_dict
from games.wizard import Phase
from games.wizard.rules import SWITCHES
from simulation.robots.magicians import self_play as sticks
from simulation.robots.probe import self_play as letters
from table.command import Accepted, Correct, NewGame, Submit, Undo
from table.host import Host
from table.journal import Journal
from table.view.speech import Speech
from texts.catalogue import tongue
from texts.languages import LANGUAGES

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "games"))
import hearer
from dealt import Dealt


class Evening:
    """A host without a thread, and the log of all that was said."""

    def __init__(self, header):
        self.host = Host(Journal(":memory:"))
        self.log = []
        speech = Speech(self.host.snapshot)
        speech.listeners.append(lambda lines: self.log.extend(line.text for line in lines))
        self.host.listeners.append(speech.hear)
        self.corrections = 0
        self.do(NewGame(header))

    @property
    def game(self):
        return self.host.snapshot.history

    @property
    def state(self):
        return self.game.state

    def do(self, command):
        return isinstance(self.host.handle(command), Accepted)

    def submit(self, **event):
        assert self.do(Submit(event)), event

    def mend(self, chance, other):
        """Take steps back, or put another event in the place of an earlier one, where the rules let it."""
        if not self.game.events:
            return
        if chance.random() < 0.3:
            count = min(chance.choice((1, 1, 2, 5)), len(self.game.events))
            self.corrections += self.do(Undo(count))
            return
        index = chance.randrange(max(0, len(self.game.events) - 60), len(self.game.events))
        event = other(self.game.written(index))
        if event is not None:
            self.corrections += self.do(Correct(index, event))

    def heard(self, ear):
        """Let somebody hear the evening in English, and see that each sentence is told in every language."""
        for sentence in self.log:
            ear.hear(str(sentence))
            told = [tongue(language).tell(sentence) for language in LANGUAGES]
            assert len(set(told)) == len(told), told
            assert all(each and not set("{}") & set(each) for each in told), told
        return ear


def told_wizard(chance, state):
    """Choose what happens next; whose hands hold what nobody asks."""
    rules, seats = state.rules, range(state.seats)
    deck = [name for name in names(rules.edition) for _ in range(copies(name))]
    for name in state.seen:
        deck.remove(name)
    match state.phase:
        case Phase.DEAL:
            return {"event": "turn_up", "card": chance.choice(deck)}
        case Phase.TRUMP_CHOICE:
            return {"event": "name_trump", "suit": chance.choice(suits(rules.edition))}
        case Phase.BIDDING:
            waiting = [seat for seat in seats if state.bids[seat] is None]
            seat = chance.choice(waiting) if state.turn is None else state.turn
            most = min(state.round, 2 + state.round // state.seats)
            return {"event": "bid", "player": seat, "tricks": chance.randint(0, most)}
        case Phase.TRICK:
            return {"event": "play", "card": chance.choice(deck)}
        case Phase.TRICKS_DONE if state.wants_last:
            return {"event": "took", "player": chance.choice([seat for seat in seats if state.counts[seat]])}
        case Phase.TRICKS:
            return {"event": "took", "player": chance.choice(seats)}
    return {"event": "confirm"}


@pytest.mark.parametrize("bids", ["open", "simultaneous", "delayed"])
@pytest.mark.parametrize(
    "rules", [{}, {"edition": "amigo", "next_dealer": "last_trick_winner"}, {"cards": "none"}], ids=str
)
def test_whoever_only_hears_an_evening_of_wizard_comes_to_its_sheet(bids, rules):
    chance = random.Random(f"{bids} {rules}")
    players = ["Ann", "Bo", "Cy", "Dee"]
    header = {"game": "wizard", "players": players, "dealer": 1, "rules": {"bids": bids, **rules}}
    evening = Evening(header)

    def other(event):
        if "card" in event:
            return {**event, "card": chance.choice(names(evening.state.rules.edition))}
        if "tricks" in event:
            return {**event, "tricks": chance.randint(0, 3)}
        return {**event, "player": chance.randrange(4)} if event["event"] == "took" else None

    while not evening.state.over:
        evening.submit(**told_wizard(chance, evening.state))
        if chance.random() < (0.3 if rules.get("cards") else 0.06):
            evening.mend(chance, other)
    ear = evening.heard(hearer.WizardHearer())
    state = evening.state
    assert ear.players == players and ear.over and len(state.sheet) == 15
    assert ear.sheet() == [list(line.points) for line in state.sheet]
    assert [ear.total(who) for who in players] == list(state.totals)
    assert ear.winners == [players[seat] for seat in state.winners]
    assert evening.corrections > 20


SPECIAL_ROUNDS = 8


def is_same(entered, event):
    """Tell whether an event was entered; the host adds who did it where nobody said that."""
    if getattr(event, "player", 0) is None:
        event = replace(event, player=entered.player) if type(event) is type(entered) else event
    return entered == event


def agree(evening, events):
    """Bring the evening to these events, from wherever a correction has led it."""
    pairs = zip(evening.game.events, events, strict=False)
    same = next((k for k, (one, other) in enumerate(pairs) if not is_same(one, other)), None)
    same = min(len(evening.game.events), len(events)) if same is None else same
    if same < len(evening.game.events):
        assert evening.do(Undo(len(evening.game.events) - same))
    for event in events[same:]:
        evening.submit(**event_to_dict(event, evening.game.header))


@pytest.mark.parametrize(
    ("bids", "rules"),
    [("open", {}), ("simultaneous", {"edition": "amigo", "cloud_range": "free"}), ("delayed", {})],
)
def test_whoever_only_hears_an_evening_with_special_cards_comes_to_its_sheet(bids, rules):
    chance = random.Random(f"special {bids} {rules}")
    players = ["Ann", "Bo", "Cy", "Dee"]
    specials = dict.fromkeys(SWITCHES, True)
    header = {
        "game": "wizard",
        "players": players,
        "dealer": 1,
        "rules": {"bids": bids, **specials, **rules},
    }
    evening = Evening(header)
    dealt, seen = Dealt(evening.game.header, chance.random()), set()

    def other(event):
        if "tricks" in event:
            return {**event, "tricks": chance.randint(0, 3)}
        if event["event"] == "change_bid":
            return {**event, "by": -event["by"]}
        if event["event"] == "play":
            return {**event, "card": chance.choice(dealt.stock or dealt.lying)}
        return None

    for event in dealt.steps(SPECIAL_ROUNDS):
        agree(evening, (*dealt.game.events, event))
        seen.add(evening.game.written(len(evening.game.events) - 1).get("event"))
        if chance.random() < 0.08:
            evening.mend(chance, other)
    agree(evening, dealt.game.events)
    evening.submit(event="stop")
    ear = evening.heard(hearer.WizardHearer())
    state = evening.state
    assert ear.players == players and len(state.sheet) == SPECIAL_ROUNDS
    assert ear.sheet() == [list(line.points) for line in state.sheet]
    assert [ear.total(who) for who in players] == list(state.totals)
    assert evening.corrections > 5 and {"change_bid", "swap", "name_suit"} <= seen


def test_whoever_only_hears_an_evening_of_the_magicians_knows_everybodys_cards_after_each_turn():
    for seed in range(1):
        chance = random.Random(seed)
        setup = sticks.draw_setup(seed)
        self_play = sticks.StickSelfPlay(setup, bad=0.0)
        evening = Evening(setup.header)

        def other(event, chance=chance):
            match event["event"]:
                case "throw":
                    one = chance.choice(event["sticks"])
                    rest = [stick for stick in event["sticks"] if stick is not one]
                    fresh = {"color": one["color"], "notches": chance.randrange(3)}
                    return {**event, "sticks": [*rest, fresh]}
                case "jump" | "walk" | "teleport":
                    return {**event, "to": chance.choice(list(PLACE_WORDS))}
                case "take" if "from" in event:
                    return {**event, "from": chance.randrange(3)}
            return None

        while not evening.state.over:
            assert self_play.adopt(evening.game.events)
            event = self_play.thrown(self_play.fall()) if evening.state.to_throw else self_play.next()
            evening.submit(**event_to_dict(event, evening.game.header))
            if chance.random() < 0.15:
                evening.mend(chance, other)
        ear, state = evening.heard(hearer.MagiciansHearer()), evening.state
        gains = {turn.number: turn.gains for turn in state.log if turn.gains}
        words, players = PLACE_WORDS, state.players
        assert ear.gains == {
            number: [
                (players[g.player], words[g.card], None if g.source is None else players[g.source])
                for g in every
            ]
            for number, every in gains.items()
        }
        for seat, who in enumerate(players):
            assert ear.held()[who] == {words[card] for card in state.seats[seat].cards}
        assert ear.over and ear.ranks == {players[seat]: rank for seat, rank in state.ranking}
        assert evening.corrections > 20


def test_whoever_only_hears_an_evening_of_probe_comes_to_its_sheet():
    corrections = 0
    for seed in range(6):
        chance = random.Random(seed)
        setup = letters.draw_setup(seed)
        self_play = letters.ProbeSelfPlay(setup)
        evening = Evening(setup.header)

        def other(event, chance=chance):
            match event["event"]:
                case "draw":
                    return {**event, "card": chance.choice(list(letters.STAND_IN))}
                case "open":
                    return {**event, "space": chance.randint(1, 12)}
                case "judge":
                    return {**event, "right": not event["right"]}
            return None

        while not evening.state.over:
            assert self_play.adopt(evening.game.events)
            if self_play.to_draw:
                self_play.shuffle()
                event = self_play.draw()
            else:
                event = self_play.next()
            evening.submit(**event_to_dict(event, evening.game.header))
            if chance.random() < 0.3:
                evening.mend(chance, other)
        ear, state = evening.heard(hearer.ProbeHearer()), evening.state
        made = {}
        for score in state.scores:
            row = made.setdefault(score.turn, [0] * len(state.players))
            row[score.player] += score.points
        assert ear.sheet() == {turn: row for turn, row in made.items() if any(row)}
        assert [ear.total(who) for who in state.players] == [player.points for player in state.seats]
        assert ear.over and ear.winners == [state.players[seat] for seat in state.winners]
        corrections += evening.corrections
    assert corrections > 20
