"""Games to be told: short ones whose every figure can be counted by hand, and whole ones of the robots."""

import json
from functools import cache
from types import SimpleNamespace

import pytest

from games.history import Game
from games.record import event_from_dict, header_from_dict
from simulation.robots.magicians import self_play as stick_play
from simulation.robots.probe import self_play as probe_play
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup

WIZARD = """
{"event": "turn_up", "card": "7H"}
{"event": "bid", "player": 1, "tricks": 0}
{"event": "bid", "player": 2, "tricks": 1}
{"event": "bid", "player": 0, "tricks": 0}
{"event": "play", "player": 1, "card": "2H"}
{"event": "play", "player": 2, "card": "9H"}
{"event": "play", "player": 0, "card": "3C"}
{"event": "confirm"}
{"event": "turn_up", "card": "W"}
{"event": "name_trump", "suit": "D"}
{"event": "bid", "player": 2, "tricks": 1}
{"event": "bid", "player": 0, "tricks": 0}
{"event": "bid", "player": 1, "tricks": 2}
{"event": "play", "card": "KS"}
{"event": "play", "card": "5C"}
{"event": "play", "card": "W"}
{"event": "confirm"}
{"event": "play", "card": "J"}
{"event": "play", "card": "10D"}
{"event": "play", "card": "4S"}
{"event": "confirm"}
{"event": "turn_up", "card": "2C"}
{"event": "bid", "player": 0, "tricks": 3}
"""
"""Two rounds and a bid. The tricks go to Cy (9H), Bo (W), and Cy (10D)."""

MAGICIANS = """
{"event": "throw", "sticks": [{"color": "red", "notches": 1}, {"color": "black", "notches": 2}, {"color": "white", "notches": 0}]}
{"event": "confirm"}
{"event": "jump", "to": "mill"}
{"event": "walk", "to": "mill", "squares": 3}
{"event": "take"}
{"event": "throw", "player": 1, "sticks": [{"color": "red", "notches": 0}, {"color": "black", "notches": 1}, {"color": "white", "notches": 1}]}
{"event": "confirm"}
{"event": "jump", "to": "mill"}
{"event": "walk", "to": "symbol"}
{"event": "throw", "sticks": [{"color": "red", "notches": 2}, {"color": "black", "notches": 1}, {"color": "white", "notches": 0}]}
{"event": "confirm"}
{"event": "throw", "sticks": [{"color": "red", "notches": 0}, {"color": "black", "notches": 2}, {"color": "white", "notches": 2}]}
{"event": "confirm"}
{"event": "cast"}
{"event": "throw", "sticks": [{"color": "red", "sides": ["force", "magic"]}, {"color": "black", "sides": ["force", "magic"]}, {"color": "white", "sides": ["force", "magic"]}]}
{"event": "confirm"}
{"event": "choose", "symbol": "force"}
"""  # noqa: E501
"""Ann takes the Mill; Bo comes there, loses or wins the duel with her, and casts."""

PROBE = """
{"event": "word", "player": 0, "word": "Oeuvre"}
{"event": "word", "player": 1, "word": "..phare."}
{"event": "ready", "player": 2, "spaces": 6}
{"event": "draw", "player": 0, "card": "x5"}
{"event": "ask", "player": 0, "of": 1, "sign": "p"}
{"event": "open", "player": 1, "space": 3}
{"event": "ask", "player": 0, "of": 2, "sign": "a"}
{"event": "open", "player": 2, "space": 4}
{"event": "ask", "of": 2, "sign": "."}
{"event": "no"}
{"event": "draw", "card": "left"}
{"event": "open", "space": 3, "sign": "n"}
{"event": "interrupt", "player": 2, "of": 0, "word": "oeuvre"}
{"event": "ask", "player": 1, "of": 2, "sign": "E"}
{"event": "interrupt", "player": 0, "of": 1}
{"event": "judge", "player": 1, "right": false}
{"event": "no", "player": 2}
{"event": "draw", "player": 2, "card": "-10"}
"""
"""Ann finds two letters and asks in vain for a dot; Cy names Ann's word; Ann names Bo's wrongly."""

RECORDS = {"wizard": WIZARD, "magicians": MAGICIANS, "probe": PROBE}


def header(game, **rules):
    """Seat three friends."""
    rules = {"opening": "dealer", **rules} if game == "magicians" else rules
    players = ["Ann", "Bo", "Cy"]
    return {"record": "familiar/1", "game": game, "players": players, "dealer": 0, "rules": rules}


def lines(game):
    """List the events of a short game as a record writes them."""
    return [json.loads(line) for line in RECORDS[game].strip().splitlines()]


def short(game, **rules):
    """Play a short game."""
    head = header_from_dict(header(game, **rules))
    return Game.of(head, [event_from_dict(line, head) for line in lines(game)])


def whole(game, seed=1):
    """Let robots play a game to its end."""
    return _whole(game, seed)


@cache
def _whole(game, seed):
    if game == "wizard":
        self_play = WizardSelfPlay(draw_setup(seed, 4, "us"))
        while not self_play.state.over:
            self_play.deal()
            self_play.happened(self_play.next())
        return Game.of(self_play.header, self_play.events)
    if game == "magicians":
        self_play = stick_play.StickSelfPlay(stick_play.draw_setup(seed, vary=False), bad=0.0)
        while not self_play.state.over:
            self_play.happened(
                self_play.thrown(self_play.fall()) if self_play.state.to_throw else self_play.next()
            )
        return Game.of(self_play.header, self_play.events)
    self_play = probe_play.ProbeSelfPlay(probe_play.draw_setup(seed, 3, vary=False))
    while not self_play.state.over:
        if self_play.to_draw:
            self_play.shuffle()
        self_play.happened(self_play.draw() if self_play.to_draw else self_play.next())
    return Game.of(self_play.header, self_play.events)


@pytest.fixture(scope="session")
def played():
    """Give the helpers of this folder to a test."""
    return SimpleNamespace(header=header, lines=lines, short=short, whole=whole)
