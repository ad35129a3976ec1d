"""An evening by a script: every command is one operation of the journal, and the truth is known without it.

The robots' own account and the rules alone say what must stand after each acknowledgement.
"""

import random
from dataclasses import dataclass, replace

from games.cards import names
from games.errors import GameError
from games.history import Game
from games.record import event_from_dict, event_to_dict, header_from_dict
from games.wizard import Play
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup
from table.command import Accepted, Correct, NewGame, Submit, Undo

UNDONE, CORRECTED = 0.05, 0.03


@dataclass(frozen=True)
class Step:
    """One command, and the game as it must be once that is acknowledged."""

    command: object
    kind: str
    body: dict
    after: Game


@dataclass(frozen=True)
class Scripted:
    """A whole game: the command that begins it, and everything that is done in it."""

    begin: NewGame
    start: Game
    steps: tuple[Step, ...]

    def after(self, count):
        """Give the game as it must be after so many operations."""
        return self.steps[count - 1].after if count else self.start

    def operations(self, count):
        """List what the journal must hold after so many operations."""
        return [(step.kind, step.body) for step in self.steps[:count]]


def script(seed, rounds=None, players=None):
    """Play a game of Wizard by robots, with steps taken back and corrected; `rounds`: stop after so many."""
    setup = draw_setup(seed, players)
    rng = random.Random(f"slips {seed}")
    robots = WizardSelfPlay(setup)
    header = header_from_dict(setup.header)
    game, steps = Game.begin(header), []

    def do(command, kind, body, after):
        nonlocal game
        game = after
        steps.append(Step(command, kind, body, after))

    def submit(event):
        values = event_to_dict(event, header)
        do(Submit(values), "event", values, game.play(event))

    while not robots.state.over and (rounds is None or robots.state.round <= rounds):
        robots.deal()
        event = robots.next()
        robots.happened(event)
        submit(event)
        if rng.random() < UNDONE:
            do(Undo(1), "undo", {"count": 1}, game.undo(1))
            submit(event)
        if isinstance(event, Play) and rng.random() < CORRECTED:
            for wrong in (_other(game, event, rng), event):
                index, values = len(game.events) - 1, event_to_dict(wrong, header)
                body = {"index": index, "event": values}
                do(Correct(index, values), "correct", body, game.correct(index, wrong))
    begin = {key: value for key, value in setup.header.items() if key != "record"}
    return Scripted(NewGame(begin), Game.begin(header), tuple(steps))


def _other(game, event, rng):
    """Choose another card that could lie there as well."""
    cards = sorted(names(game.header.rules.edition))
    rng.shuffle(cards)
    for card in cards:
        if card == event.card:
            continue
        try:
            game.correct(len(game.events) - 1, replace(event, card=card))
        except GameError:
            continue
        return replace(event, card=card)
    return event


def play(host, games, game, count, told):
    """Go on with the script from game `game` after `count` operations; `told` hears each acknowledgement."""
    for number in range(game, len(games)):
        scripted = games[number]
        if count is None:
            assert isinstance(host.handle(scripted.begin), Accepted)
            count = 0
            told(number, 0)
        for place in range(count, len(scripted.steps)):
            outcome = host.handle(scripted.steps[place].command)
            assert isinstance(outcome, Accepted), outcome
            told(number, place + 1)
        count = None


def compare(journal, games, game, count):
    """Hold a journal against the script; say in a line what differs, or None where it is the truth.

    game, count: what was acknowledged last; one operation more may be there that was under way. `game` -1:
    nothing at all was.
    """
    entries = journal.games()
    held = [(number, journal.operations(entry.id)) for number, entry in enumerate(entries)]
    there = (len(held) - 1, len(held[-1][1])) if held else (-1, 0)
    allowed = {(game, count), _next(games, game, count)}
    if there not in allowed:
        return f"acknowledged was {(game, count)}, the journal is at {there}"
    for number, operations in held:
        scripted = games[number]
        expected = there[1] if number == there[0] else len(scripted.steps)
        if operations != scripted.operations(expected):
            return f"game {number}: the operations are not those of the script"
        header, events = journal.load(entries[number].id)
        known = header_from_dict(header)
        found = Game.of(known, (event_from_dict(values, known) for values in events))
        if found != scripted.after(expected) or found.state != scripted.after(expected).state:
            return f"game {number}: the sheet is not the truth"
    return None


def _next(games, game, count):
    if game < 0 or count == len(games[game].steps):
        return game + 1, 0
    return game, count + 1
