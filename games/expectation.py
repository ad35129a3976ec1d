"""Say what the camera should look for next."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Expectation:
    """Be what the rules expect to see. Cards are names.

    `kind`: "turn_up", "play" or "none". `player`: the seat that acts, where there is one.
    `seen`: every card seen so far in this round, the turned-up card first; number cards among them cannot
    come again, "W" and "J" at most four times each. `trick`: what lies in the current trick, in order.
    """

    kind: str
    player: int | None
    seen: tuple[str, ...] = ()
    trick: tuple[str, ...] = ()
