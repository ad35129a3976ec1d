"""A child process for test_power_cut: plays and prints how many operations were acknowledged.

Usage: player.py JOURNAL GAME
"""

import itertools
import sys

from games.sticks import COLORS
from table.command import Accepted, Answer, Correct, CountThrow, Look, NewGame, Press, ReadStick, Submit, Undo
from table.host import Host
from table.journal import Journal
from vision.types import Reading, Seen, Sight, StickReading, ThrowReading, ThrowSight

DECK = [f"{rank}{suit}" for suit in "SHDC" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()]
CORNERS = ((0.0, 0.0), (6.0, 0.0), (6.0, 9.0), (0.0, 9.0))


def commands(host):
    """Give commands of a game, each of which writes one operation, by every way that there is."""
    ids = itertools.count(1)
    for number in range(1, 18):
        # Another card each round is turned up: the same one twice in a row is asked about.
        lying, cards = [], iter(DECK if number % 2 else [DECK[1], DECK[0], *DECK[2:]])

        def lay(name, lying=lying, asks=False):
            lying.append(Seen(next(ids), Reading(name, 0.9, asks, (), CORNERS)))
            return Look(Sight(tuple(lying)))

        host.handle(Look(Sight()))
        yield lay(next(cards))
        dealer = host.snapshot.view(None)["dealer"]
        for place in range(3):
            yield Submit({"event": "bid", "player": (dealer + 1 + place) % 3, "tricks": 0})
        for _ in range(number):
            yield lay(next(cards))
            yield Submit({"event": "play", "card": next(cards)})
            name = next(cards)
            host.handle(lay(name, asks=True))
            yield Answer(host.snapshot.questions[0].id, name)
            yield Submit({"event": "confirm"})
            yield Undo(1)
            index = len(host.snapshot.history.events) - 1
            player = host.snapshot.history.events[index].player
            yield Correct(index, {"event": "play", "player": player, "card": DECK[-number]})
            yield Correct(index, {"event": "play", "player": player, "card": name})
            yield Submit({"event": "confirm"})


def throws(host):
    """Give commands about throws, each of which writes one operation: taken, corrected, undone, void."""
    host.handle(Look(ThrowSight(ThrowReading())))
    for number in itertools.count(1):
        x, lie = 200.0 * number, ("force", "magic")
        places = [tuple((x + a, y + b) for a, b in CORNERS) for y in (0.0, 50.0, 100.0)]
        sticks = [
            StickReading(color, 0, lie, 0.99, False, (), place)
            for color, place in zip(COLORS, places, strict=True)
        ]
        yield Look(ThrowSight(ThrowReading(tuple(sticks)), frozenset({number})))
        yield ReadStick(host.snapshot.throw.number, {"color": "red", "notches": 2})
        yield Undo(1)
        yield CountThrow(host.snapshot.throw.number)
        yield Submit({"event": "again", "reason": "other"})


def draws(host):
    """Give commands of Probe, each of which writes one operation: cards that were seen, answers, calls."""
    ids, words = itertools.count(1), ("FJORDS", "..PHARE.", "BANANE")
    for seat, word in enumerate(words):
        yield Submit({"event": "word", "player": seat, "word": word})
    host.handle(Look(Sight()))
    while True:
        active, lying = host.snapshot.view(None)["active"], Reading("x5", 0.99, False, (), CORNERS)
        host.handle(Look(Sight((Seen(next(ids), lying),))))
        question = host.snapshot.questions[0]
        yield Press("confirm") if question.sure else Answer(question.id, "x5")
        yield Undo(1)
        yield Answer(host.snapshot.questions[0].id, "normal")
        index = len(host.snapshot.history.events) - 1
        yield Correct(index, {"event": "draw", "player": active, "card": "+20"})
        yield Submit({"event": "interrupt", "player": (active + 1) % 3, "of": active, "word": "WRONG"})
        yield Submit({"event": "ask", "player": active, "of": (active + 1) % 3, "sign": "Z"})
        yield Submit({"event": "no", "player": (active + 1) % 3})


GAMES = {"wizard": commands, "magicians": throws, "probe": draws}


def main(path, game):
    """Play until somebody pulls the plug."""
    with Host(Journal(path)) as host:
        host.handle(NewGame({"game": game, "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}))
        print(0, flush=True)
        for count, command in enumerate(GAMES[game](host), 1):
            outcome = host.handle(command)
            assert isinstance(outcome, Accepted), outcome
            print(count, len(host.snapshot.history.events), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
