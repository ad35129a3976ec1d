"""Help the tests of Probe: tables of friends, steps in short, honest owners, games of chance, a referee."""

import json
import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from games.header import Header
from games.history import Game
from games.probe import Phase, apply, begin, parse_rules
from games.record import event_from_dict

FRIENDS = ("Ann", "Bo", "Cy", "Dee")
VECTORS = json.loads((Path(__file__).parents[1] / "vectors_probe.json").read_text())
WORDS = (
    "PHARE",
    "BANANE",
    "OEUVRE",
    "QUIZ",
    "JAZZ",
    "ZEPHYR",
    "KIWI",
    "XYLOPHONE",
    "WHISKY",
    "FJORD",
    "EXQUIS",
)
CARDS = ("normal", "additional", "left", "right", "dot", "x3", "x5", "-10", "+25")
FLAPS = (5, 10, 15, 15, 10, 5) * 2


def header(seats=3, dealer=0, **rules):
    """Seat the first friends of the alphabet."""
    return Header("probe", FRIENDS[:seats], dealer, parse_rules(rules))


def sides(seats):
    """List the trays of a player."""
    return ("left", "right") if seats == 2 else (None,)


def event(step):
    """Write out a short step, such as "ask 1 P", "open left 3", "call 2 0 PHARE", "judge yes", "ok"."""
    if isinstance(step, dict):
        return step
    kind, *rest = step.split()
    tray = {}
    for side in ("left", "right"):
        if side in rest and kind != "draw":
            rest.remove(side)
            tray = {"tray": side}
    match kind:
        case "word":
            return {"event": kind, "player": int(rest[0]), "word": rest[1]} | tray
        case "ready":
            return {"event": kind, "player": int(rest[0]), "spaces": int(rest[1])} | tray
        case "draw":
            return {"event": kind, "card": rest[0]}
        case "ask":
            of = {"of": int(rest[0])} if len(rest) > 1 else {}
            return {"event": kind, "sign": rest[-1]} | of
        case "open":
            return {"event": kind, "space": int(rest[0])} | tray | ({"sign": rest[1]} if rest[1:] else {})
        case "call":
            of = {"of": int(rest[1])} if rest[1:] else {}
            word = {"word": rest[2]} if rest[2:] else {}
            return {"event": "interrupt", "player": int(rest[0])} | of | word | tray
        case "judge":
            return {"event": kind, "right": rest == ["yes"]}
        case "misspelt":
            return {"event": kind, "player": int(rest[0])} | tray
        case "ok":
            return {"event": "confirm"}
    return {"event": kind}


def play(state, *steps):
    """Apply steps in short; each goes through the form of a record."""
    for step in steps:
        state = apply(state, event_from_dict(event(step), state.header))
    return state


def standing(*words, active=0, opened=(), closed=(), typed=True, card="normal", seats=None, **rules):
    """Set a table up in the middle of a game: `active` has drawn `card` (None: is to draw).

    `words`: one a tray; players without one, up to `seats`, have FJORD. `opened`, `closed`: tray number ->
    the spaces whose flap is up, or the only ones whose flap is down.
    """
    seats = seats or (2 if len(words) == 4 else max(3, len(words)))
    state, number = begin(header(seats, active, **rules)), 0
    for seat in range(seats):
        for side in sides(seats):
            word = words[number] if number < len(words) else "FJORD"
            first = "" if side is None else f"{side} "
            step = f"word {seat} {first}{word}" if typed else f"ready {seat} {first}{len(word)}"
            state, number = play(state, step), number + 1
    number, players = 0, []
    for player in state.seats:
        trays = []
        for tray in player.trays:
            up = set(dict(opened).get(number, ()))
            if number in dict(closed):
                up = set(tray.spaces) - set(dict(closed)[number])
            trays.append(replace(tray, opened=frozenset(up)))
            number += 1
        players.append(replace(player, trays=tuple(trays)))
    state = replace(state, seats=tuple(players))
    return play(state, f"draw {card}") if card else state


def points(state):
    """List the points of this game by seat."""
    return [player.points for player in state.seats]


def opened(state):
    """List, for each tray, the spaces whose flap is up."""
    return [sorted(tray.opened) for player in state.seats for tray in player.trays]


class Owners:
    """Honest players who know their own words, typed or not, and whom nobody else can look at."""

    def __init__(self, head, chance, typed=None):
        self.chance, self.trays, self.steps = chance, {}, []
        rules, seats = head.rules, len(head.players)
        for seat in range(seats):
            for side in sides(seats):
                word = chance.choice([word for word in WORDS if len(word) >= rules.min_letters])
                dots = min(rules.max_dots, 12 - len(word), chance.randrange(4))
                before = chance.randint(0, dots)
                word = "." * before + word + "." * (dots - before)
                first = chance.randint(1, 13 - len(word)) if rules.placing == "anywhere" else 1
                self.trays[seat, side] = dict(enumerate(word, first))
                self.steps.append(self._set_out(seat, side, word, first, typed))
        chance.shuffle(self.steps)

    def _set_out(self, seat, side, word, first, typed):
        keys = {"player": seat} | ({"tray": side} if side else {}) | ({"first": first} if first > 1 else {})
        if self.chance.random() < 0.6 if typed is None else typed:
            return {"event": "word", "word": word} | keys
        return {"event": "ready", "spaces": len(word)} | keys

    def word(self, seat, side):
        """Spell a tray's word with its dots."""
        return "".join(self.trays[seat, side].values())

    def hidden(self, state, seat):
        """List what a seat has under closed flaps: side, space, sign."""
        return [
            (tray.side, space, self.trays[seat, tray.side][space])
            for tray in state.seats[seat].trays
            for space in tray.hidden
        ]

    def next_step(self, state):
        """Choose what happens next, as a dictionary."""
        chance = self.chance
        if state.phase is Phase.SETUP:
            return self.steps.pop()
        if state.phase is Phase.FINAL:
            return chance.choice([{"event": "confirm"}] * 3 + self._misspelt(state))
        if state.phase is not Phase.JUDGE and chance.random() < 0.06:
            calls = self._calls(state)
            if calls:
                return chance.choice(calls)
        if chance.random() < 0.005 and self._misspelt(state):
            return chance.choice(self._misspelt(state))
        match state.phase:
            case Phase.DRAW:
                return {"event": "draw", "card": chance.choice(CARDS)}
            case Phase.ASK:
                return self._ask(state)
            case Phase.JUDGE:
                call = state.call
                right = call.word == self.word(call.of, call.side) if call.word else chance.random() < 0.4
                return {"event": "judge", "right": right}
        return self._answer(state)

    def _ask(self, state):
        of = self.chance.choice(state.targets)
        likely = [sign for _, _, sign in self.hidden(state, of)]
        sign = self.chance.choice([*likely, *"AEI.", self.chance.choice("BCDGLMST")])
        return {"event": "ask", "of": of, "sign": self.chance.choice((sign, sign.lower()))}

    def _answer(self, state):
        seat = state.turn
        side = state.neighbour[1] if state.phase is Phase.NEIGHBOUR else None
        fitting = [
            found
            for found in self.hidden(state, seat)
            if state.wanted in (None, found[2]) and side in (None, found[0])
        ]
        if not fitting:
            return {"event": "no"}
        if state.phase is Phase.OWN_DOT and state.rules.own_dot == "first":
            typed = [tray.side for tray in state.seats[seat].trays if tray.typed]
            fitting = [found for found in fitting if found[0] in typed][:1] or fitting
        tray, space, sign = self.chance.choice(fitting)
        return {"event": "open", "space": space, "sign": sign} | ({"tray": tray} if tray else {})

    def _calls(self, state):
        """List words that may be named: mostly right ones."""
        steps = []
        for seat, player in enumerate(state.seats):
            for tray in player.trays:
                if len(tray.hidden) < 5:
                    continue
                for caller in set(range(len(state.seats))) - {seat}:
                    if caller == state.active and not state.rules.call_in_own_turn:
                        continue
                    named = {"event": "interrupt", "player": caller, "of": seat}
                    named |= {"tray": tray.side} if tray.side else {}
                    wrong = self.chance.choice(WORDS)
                    steps += [named | {"word": self.word(seat, tray.side)}, named | {"word": wrong}, named]
        return steps

    def _misspelt(self, state):
        return [
            {"event": "misspelt", "player": seat} | ({"tray": tray.side} if tray.side else {})
            for seat, player in enumerate(state.seats)
            for tray in player.trays
            if not tray.misspelt and not (tray.hidden and state.rules.misspelt == "open_word")
        ]


def whole_game(head, seed, *, most=3000, typed=None):
    """Play a random game to its end, or to `most` events; yield the event, the game before it, the owners."""
    chance = random.Random(seed)
    owners, game = Owners(head, chance, typed), Game.begin(head)
    for _ in range(most):
        if game.state.over:
            return
        step = event_from_dict(owners.next_step(game.state), head)
        yield step, game, owners
        game = game.play(step)


def finished(head, seed, **how):
    """Play a random game and give it as it ended."""
    *_, (step, game, _) = whole_game(head, seed, **how)
    return game.play(step)


@pytest.fixture(scope="session")
def bench():
    """Give the helpers of this folder to a test."""
    return SimpleNamespace(
        event=event,
        finished=finished,
        header=header,
        opened=opened,
        play=play,
        points=points,
        standing=standing,
        whole_game=whole_game,
        begin=lambda *args, **rules: begin(header(*args, **rules)),
    )
