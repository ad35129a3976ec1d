"""Players of Probe who need neither cards nor hands: they post straight to a host, for the club's demo."""

from __future__ import annotations

import random
from typing import Any

from games.history import Game
from games.probe import STAND_IN, Phase, State, view
from table.command import Accepted, NewGame, Submit
from table.host import Host

WORDS = (
    *("ANCHOR", "BALCONY", "BLANKET", "BREEZE", "CACTUS", "CANDLE", "CASTLE", "CHIMNEY", "COMPASS"),
    *("DOLPHIN", "EMERALD", "FALCON", "FEATHER", "GARDEN", "GLACIER", "HARBOUR", "HORIZON", "ISLAND"),
    *("KETTLE", "LANTERN", "LIBRARY", "MEADOW", "MIRROR", "ORCHARD", "PARROT", "PEPPER", "PILLOW", "PUZZLE"),
    *("QUARTZ", "RIBBON", "SADDLE", "SHADOW", "SILVER", "THIMBLE", "TRUMPET", "VELVET", "WALNUT", "WHISTLE"),
)
LETTERS = "EEEEAAAIIOOUUTTNNSSRRLLDCMPHBGKFVWYJQXZ"
GUESSES_RIGHT = 0.7
"""How often a question finds something: seasoned players, so that a game ends within minutes."""
DECK = tuple(STAND_IN)
WEIGHTS = tuple(STAND_IN.values())


class ProbePlayers:
    """Play every seat of the games at one host, one event after the other."""

    def __init__(self, host: Host, seed: int) -> None:
        self._host = host
        self._chance = random.Random(seed)

    def begin(self, players: tuple[str, ...], carried: tuple[int, ...] = ()) -> None:
        """Begin a game of these players."""
        rules: dict[str, Any] = {"carried": list(carried)} if carried else {}
        header: dict[str, object] = {"game": "probe", "players": list(players), "dealer": 0, "rules": rules}
        self._do(NewGame(header))

    def step(self) -> bool:
        """Enter the next event; False once the game is over."""
        history = self._host.snapshot.history
        if history is None or history.state.over:
            return False
        self._do(Submit(self.event(history)))
        return True

    def event(self, game: Game) -> dict[str, object]:
        """Think of the next event."""
        state, chance = game.state, self._chance
        match state.phase:
            case Phase.SETUP:
                seat = next(seat for seat, player in enumerate(state.seats) if not player.ready)
                word = chance.choice(WORDS)
                return {"event": "word", "player": seat, "word": word + "." * chance.randint(0, 2)}
            case Phase.DRAW:
                return {"event": "draw", "card": chance.choices(DECK, WEIGHTS)[0]}
            case Phase.ASK:
                return self._question(state)
            case Phase.FINAL:
                return {"event": "confirm"}
        may = view(state, state.turn)["answer"]
        if not may["open"]:
            return {"event": "no"}
        return {"event": "open", "space": chance.choice(may["open"])["space"]}

    def _question(self, state: State) -> dict[str, object]:
        of = self._chance.choice(view(state, None)["targets"])
        tray = state.seats[of].trays[0]
        hidden = [tray.sign(space) for space in tray.hidden]
        found = hidden and self._chance.random() < GUESSES_RIGHT
        sign = self._chance.choice(hidden if found else LETTERS)
        return {"event": "ask", "of": of, "sign": sign}

    def _do(self, command: NewGame | Submit) -> None:
        outcome = self._host.handle(command)
        assert isinstance(outcome, Accepted), outcome
