"""Tell what a step brought about beyond itself."""

from typing import Any

from games.magicians.state import State, Turn


def outcomes(before: State, after: State) -> list[dict[str, Any]]:
    """List what an event brought about beyond itself: duels won, cards, exile, stones, the end of a tie."""
    was, now = before.now, same_turn(before, after)
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


def same_turn(before: State, after: State) -> Turn:
    """Give the turn of `before` as it is afterwards: finished, or still under way."""
    return after.log[-1] if len(after.log) > len(before.log) else after.now
