"""Whole games of chance: what must hold in every one of them, and a second settlement of the house rules."""

import json

import pytest
from chance import drawn
from hypothesis import given
from hypothesis import strategies as st
from records import format_record, read_record

from games.errors import GameError
from games.history import Game
from games.probe import SETTINGS, Phase, apply, result, score_sheet, view
from games.record import event_from_dict, event_to_dict, format_line, parse_line
from games.replay import replay

WHOLE = drawn(12, 12)
SHORT = drawn(12, 12)
SEEDS = st.integers(0, 2**32)
FLAPS = (5, 10, 15, 15, 10, 5, 5, 10, 15, 15, 10, 5)


@st.composite
def tables(draw):
    """Agree on how many play, who begins and on every setting."""
    rules = {key: draw(st.sampled_from(values)) for key, values in SETTINGS.items()}
    seats = draw(st.integers(2, 4))
    carried = draw(st.sampled_from([[], [310, -40, 0, 7][:seats]]))
    return seats, draw(st.integers(0, seats - 1)), rules | {"carried": carried}


class Referee:
    """Settle a game of the house rules anew, from the words and the events alone."""

    def __init__(self, owners, header, typed):
        self.count, self.active, self.typed = len(header.players), header.dealer, typed
        self.hidden = {tray: dict(signs) for tray, signs in owners.trays.items()}
        self.words = {tray: owners.word(*tray) for tray in owners.trays}
        self.points, self.turns = [0] * self.count, []
        self.stage, self.drawn, self.extra, self.times = "draw", False, False, 1
        self.card = self.asked = self.call = self.last = None

    def left(self, seat):
        return sum(len(signs) for (owner, _), signs in self.hidden.items() if owner == seat)

    def see(self, step):
        """Take an event as a record writes it."""
        match step["event"]:
            case "draw":
                self.look_on(lapsed=True)
                assert self.stage == "draw"
                self.draw(step["card"])
            case "ask":
                self.stage, of = "asked", step.get("of", 1 - self.active)
                self.asked = (of, step["sign"])
            case "open":
                self.open(step)
            case "no":
                if self.stage == "asked":
                    self.points[self.active] -= 50 * (self.asked[1] == ".")
                    self.pass_on()
                else:
                    self.stage = "ask"
            case "interrupt":
                tray = (step["of"], step.get("tray"))
                if tray in self.typed and "word" in step:
                    self.judge(step["player"], tray, step["word"] == self.words[tray])
                else:
                    self.call = (step["player"], tray)
            case "judge":
                self.judge(*self.call, step["right"])
            case "misspelt":
                self.points[step["player"]] -= 100
            case "confirm":
                self.look_on(lapsed=True)
                assert self.stage == "over"
        self.look_on()

    def draw(self, card):
        self.card, self.drawn, self.times, self.stage = card, True, 1, "ask"
        if card[0] == "x":
            self.times = int(card[1])
        elif card[0] in "+-":
            self.points[self.active] += int(card)
        elif card == "additional":
            self.extra = True
        elif card in ("left", "right", "dot"):
            self.stage = "forced"

    def open(self, step):
        value = FLAPS[step["space"] - 1]
        if self.stage == "asked":
            seat = self.asked[0]
            tray = (seat, step.get("tray"))
            assert self.hidden[tray].pop(step["space"]) == self.asked[1]
            self.points[self.active] += value * self.times + 50 * (not self.hidden[tray])
            self.times = 1
        elif self.card == "dot":
            assert self.hidden[self.active, step.get("tray")].pop(step["space"]) == "."
        else:
            seat = (self.active + {"left": 1, "right": -1}[self.card]) % self.count
            side = self.card if self.count == 2 else None
            assert step.get("tray", side) == side
            self.hidden[seat, side].pop(step["space"])
            self.points[self.active] += value
        self.stage = "ask"

    def judge(self, caller, tray, right):
        assert len(self.hidden[tray]) >= 5 and caller != tray[0]
        if right:
            self.points[caller] += 100 + sum(FLAPS[space - 1] for space in self.hidden[tray])
            self.hidden[tray] = {}
        else:
            self.points[caller] -= 50

    def look_on(self, *, lapsed=False):
        """Find what follows; `lapsed`: the card turned out to ask nothing of anybody."""
        if self.stage == "over":
            return
        holders = [seat for seat in range(self.count) if self.left(seat)]
        if not holders:
            if self.stage != "over":
                self.turns.append(self.active)
            self.stage = "over"
            return
        if len(holders) == 1 and self.last is None:
            self.last = 2 * self.count + self.drawn
        if self.stage == "forced" and lapsed:
            self.stage = "ask"
        if self.stage == "forced" and self.card in ("left", "right"):
            seat = (self.active + {"left": 1, "right": -1}[self.card]) % self.count
            sides = [self.card] if self.count == 2 else [None]
            if not any(self.hidden[seat, side] for side in sides):
                self.stage = "ask"
        if self.stage == "asked" and not self.left(self.asked[0]):
            self.stage = "ask"
        if self.stage == "ask" and holders == [self.active]:
            self.pass_on()

    def pass_on(self):
        self.stage, self.times = "draw", 1
        if self.extra:
            self.extra = False
            return
        self.turns.append(self.active)
        if self.last is not None:
            self.last -= 1
            if self.last == 0:
                rest = [(tray, space) for tray, signs in self.hidden.items() for space in signs]
                self.points[rest[0][0][0]] += sum(FLAPS[space - 1] for _, space in rest)
                self.points[rest[0][0][0]] += 100 if len(rest) >= 5 else 50
                self.hidden = {tray: {} for tray in self.hidden}
                self.stage = "over"
        self.active, self.drawn = (self.active + 1) % self.count, False


def check(state, owners):
    """Hold a state by what must always be so."""
    ready = state.phase is not Phase.SETUP
    assert ready == all(tray.ready for player in state.seats for tray in player.trays)
    for seat, player in enumerate(state.seats):
        assert player.points == sum(line.points for line in state.scores if line.player == seat)
        assert state.rules.negative_totals or player.points >= 0
        for tray in player.trays:
            assert tray.opened <= set(tray.spaces)
            for space in tray.spaces:
                truth = owners.trays[seat, tray.side][space]
                assert tray.sign(space) in ((truth,) if tray.typed else (truth, None))
    hidden = [seat for seat, player in enumerate(state.seats) if player.hidden]
    if ready:
        assert state.playing == bool(hidden)
        assert (state.last is not None) <= (len(hidden) <= 1)
    assert state.over == (state.phase is Phase.GAME_OVER) and bool(state.winners) == state.over
    assert (state.turn is None) == (not state.playing)
    assert (state.question is not None) == (
        state.phase is Phase.ANSWER or (state.call is not None and state.call.before is Phase.ANSWER)
    )
    assert (state.call is not None) == (state.phase is Phase.JUDGE)
    assert state.phase is not Phase.ASK or state.targets
    assert state.now.cards or state.phase in (
        Phase.SETUP,
        Phase.DRAW,
        Phase.JUDGE,
        Phase.FINAL,
        Phase.GAME_OVER,
    )
    assert [turn.number for turn in state.log] == list(range(1, len(state.log) + 1))
    assert state.last is None or state.last <= 2 * len(state.seats) + 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@WHOLE
@given(data=st.data(), seed=SEEDS)
def test_a_whole_game_comes_out_as_a_second_settlement_says(bench, seats, data, seed):
    header = bench.header(seats, data.draw(st.integers(0, seats - 1)))
    referee = None
    for step, game, owners in bench.whole_game(header, seed):
        state = game.state
        check(state, owners)
        if referee is None and state.phase is not Phase.SETUP:
            typed = {
                (seat, tray.side) for seat in range(seats) for tray in state.seats[seat].trays if tray.typed
            }
            referee = Referee(owners, header, typed)
        if referee is not None:
            assert [player.points for player in state.seats] == referee.points
            referee.see(event_to_dict(step, header))
    end = game.play(step).state
    check(end, owners)
    assert end.over and referee.points == [player.points for player in end.seats]
    assert [turn.player for turn in end.log] == referee.turns
    best = max(referee.points)
    assert list(end.winners) == [seat for seat, points in enumerate(referee.points) if points == best]
    assert not end.notices
    events = (*game.events, step)
    assert replay(format_record(header, events)).state == end


@SHORT
@given(table=tables(), seed=SEEDS)
def test_whatever_the_table_agreed_on_the_invariants_hold_and_each_step_reads_back(bench, table, seed):
    seats, dealer, rules = table
    header = bench.header(seats, dealer, **rules)
    for number, (step, game, owners) in enumerate(bench.whole_game(header, seed)):
        state = game.state
        check(state, owners)
        line = format_line(event_to_dict(step, header))
        again = event_from_dict(parse_line(line), header)
        assert again == step and apply(state, again) == apply(state, step)
        if number % 10 == 0:
            for seat in (*range(seats), None):
                json.dumps(view(state, seat))
    game = game.play(step)
    assert game.state.over and not game.state.notices
    json.dumps(result(game.state))
    assert score_sheet(game.state)
    assert Game.of(*read_record(format_record(header, game.events))).states == game.states


@SHORT
@given(table=tables(), seed=SEEDS)
def test_a_game_undoes_to_the_beginning(bench, table, seed):
    seats, dealer, rules = table
    header = bench.header(seats, dealer, **rules)
    game = bench.finished(header, seed, most=40)
    while game.events:
        back = game.undo()
        assert back.play(game.events[-1]) == game
        assert back.states == Game.of(header, game.events[:-1]).states == game.states[:-1]
        game = back
    assert game == Game.begin(header)


@SHORT
@given(table=tables(), seed=SEEDS, data=st.data())
def test_a_corrected_step_equals_having_been_right_at_first(bench, table, seed, data):
    seats, dealer, rules = table
    right = bench.finished(bench.header(seats, dealer, **rules), seed, most=60)
    index = data.draw(st.integers(0, len(right.events) - 1))
    other = right.events[data.draw(st.integers(0, len(right.events) - 1))]
    changed = (*right.events[:index], other, *right.events[index + 1 :])
    try:
        wrong = right.correct(index, other)
    except GameError:
        with pytest.raises(GameError):
            Game.of(right.header, changed)
        return
    assert wrong.states == Game.of(right.header, changed).states
    assert wrong.correct(index, right.events[index]) == right
