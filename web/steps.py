"""Tell what a page needs beside the rules' own view: what happened in which turn."""

from typing import Any

from games.history import Game
from games.magicians import State, Turn
from games.probe import State as ProbeState

MAGICIANS = "magicians"
PROBE = "probe"


def steps(game: Game | None) -> dict[str, Any]:
    """Give the number of the turn, and of each event its turn, its player and what came of it.

    `number` is not free for it: a snapshot's own number bears that name. Of Probe, the score sheet. What does
    not apply to an event is left out, for every phone gets the whole list with every change.
    """
    if game is not None and game.header.game == PROBE:
        return {"turn_number": game.state.now.number, "sheet": _sheet(game.state)}
    if game is None or game.header.game != MAGICIANS:
        return {}
    listed = [_step(before, after) for before, after in zip(game.states, game.states[1:], strict=False)]
    return {"turn_number": game.state.now.number, "steps": listed}


def _step(before: State, after: State) -> dict[str, Any]:
    step: dict[str, Any] = {"turn": before.now.number, "player": before.turn}
    if before.now.extra:
        step["extra"] = True
    if found := effects(before, after):
        step["effects"] = found
    return step


def effects(before: State, after: State) -> list[dict[str, Any]]:
    """List what an event brought about beyond itself: duels won, cards, exile, stones, the end of a tie."""
    was, now = before.now, _same_turn(before, after)
    found: list[dict[str, Any]] = []
    if now.fight is not None and was.fight is None:
        found.append({"what": "won", "player": now.fight.winner, "place": now.fight.place})
    for gain in now.gains[len(was.gains) :]:
        found.append({"what": "card", "player": gain.player, "place": gain.card, "from": gain.source})
    for seat, figure in now.exiled[len(was.exiled) :]:
        found.append({"what": "exile", "player": seat, "figure": figure})
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if old.stone != new.stone:
            found.append({"what": "stone" if new.stone else "lost", "player": seat})
    return found


def _same_turn(before: State, after: State) -> Turn:
    """Give the turn of `before` as it is afterwards: finished, or still under way."""
    return after.log[-1] if len(after.log) > len(before.log) else after.now


def _sheet(state: ProbeState) -> list[dict[str, Any]]:
    """List the finished turns with the totals after each."""
    return [
        {"turn": turn.number, "player": turn.player, "cards": turn.cards, "totals": turn.totals}
        for turn in state.log
    ]
