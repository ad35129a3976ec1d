"""Whole games as phones enter them: each step a wish, who makes it, and the game as it must be after it."""

import random
from dataclasses import dataclass

from games.history import Game
from games.record import event_to_dict, header_to_dict
from simulation.robots.magicians import self_play as stick_play
from simulation.robots.magicians.self_play import StickSelfPlay
from simulation.robots.probe import self_play as probe_play
from simulation.robots.probe.self_play import ProbeSelfPlay
from simulation.robots.wizard.self_play import WizardSelfPlay, draw_setup

PLAYERS = 4
GAMES = ("wizard", "magicians", "probe")
CARDS = {"lot": ("card",), "turn_up": ("card",), "play": ("card", "player")}
KEYS = {
    "name_trump": ("trump", ("suit",)),
    "bid": ("bid", ("tricks",)),
    "throw": ("throw", ("sticks",)),
    "again": ("again", ("reason",)),
    "word": ("word", ("word", "tray", "first")),
    "ready": ("ready", ("player", "spaces", "tray", "first")),
    "draw": ("draw", ("card",)),
    "ask": ("ask", ("of", "sign")),
    "open": ("open", ("space", "tray", "sign")),
    "no": ("no", ()),
    "interrupt": ("call", ("of", "tray", "word")),
    "judge": ("judge", ("right",)),
    "misspelt": ("misspelt", ("player", "tray")),
    "confirm": ("confirm", ()),
}
UNDONE = 0.04


@dataclass(frozen=True)
class Step:
    """One wish: whose phone makes it (None: anybody's), what is posted, and the game after it."""

    seat: int | None
    wish: str
    body: dict
    after: Game


@dataclass(frozen=True)
class Whole:
    """A game from its beginning, as it is set up on a page, to its end."""

    begin: dict
    start: Game
    steps: tuple[Step, ...]

    def after(self, count):
        """Give the game as it must be after so many steps."""
        return self.steps[count - 1].after if count else self.start


def robots(game, seed):
    """Seat robots for a game, four where the game has seats for four."""
    if game == "magicians":
        return StickSelfPlay(stick_play.draw_setup(seed), bad=0.0)
    if game == "probe":
        return ProbeSelfPlay(probe_play.draw_setup(seed, PLAYERS))
    return WizardSelfPlay(draw_setup(seed, PLAYERS))


def events(game, account):
    """Let the robots play to the end; yield each event before it happens, and in which state it does."""
    while not account.state.over if game == "wizard" else account.state.phase.name != "GAME_OVER":
        if game == "wizard":
            account.deal()
            event = account.next()
        elif game == "magicians":
            event = account.thrown(account.fall()) if account.state.to_throw else account.next()
        elif account.to_draw:
            account.shuffle()
            event = account.draw()
        else:
            event = account.next()
        yield account.state, event
        account.happened(event)


def play(game, seed, most=None):
    """Play a whole game, or `most` steps of it, with some taken back and made again."""
    account, rng = robots(game, seed), random.Random(f"slips {seed}")
    header, steps = account.header, []
    begin = {key: value for key, value in header_to_dict(header).items() if key != "record"}
    now = start = Game.begin(header)
    for state, event in events(game, account):
        before, now = now, now.play(event)
        seat, wish, body = wish_of(event_to_dict(event, header), state)
        steps.append(Step(seat, wish, body, now))
        if rng.random() < UNDONE:
            steps += [Step(None, "undo", {}, before), Step(seat, wish, body, now)]
        if most is not None and len(steps) >= most:
            break
    return Whole(begin, start, tuple(steps))


def wish_of(event, state):
    """Say which phone posts an event, to which wish, and with which body."""
    kind, seat = event["event"], event.get("player")
    if kind in CARDS:
        return None, "card", {key: event[key] for key in CARDS[kind] if event.get(key) is not None}
    if kind == "name_trump":
        seat = state.dealer
    if kind not in KEYS:
        return state.turn, "decide", {"event": event}
    wish, keys = KEYS[kind]
    if seat is None and kind not in ("turn_up", "throw", "again", "misspelt"):
        seat = getattr(state, "turn", None)
    return seat, wish, {key: event[key] for key in keys if event.get(key) is not None}
