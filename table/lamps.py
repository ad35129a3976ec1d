"""The host's lamps: what the panel shows for each state of the table, and how panel and host are tied.

Status light, the first that fits:

| color, pattern | means |
|---|---|
| red, blink | no picture of the table, or the journal cannot be written |
| amber, on | a card is asked about: see the phones |
| amber, blink | out of step, or the picture cannot be trusted |
| white, on | no game yet |
| green, pulse | the game is over |
| blue, pulse | bids, or the dealer's trump, are awaited |
| green, on | all is well |

Seat lights: on for whoever must act (everybody whose bid is missing, where bids have no order); pulse for the
winner of the trick until it is confirmed, and for the winners of the game.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from device.panel import Color, Lights, Panel, Pattern, SeatPattern
from table.command import Accepted, Outcome, Press
from table.snapshot import Snapshot

RED: Color = (1.0, 0.0, 0.0)
AMBER: Color = (1.0, 0.45, 0.0)
GREEN: Color = (0.0, 1.0, 0.0)
BLUE: Color = (0.0, 0.0, 1.0)
WHITE: Color = (0.3, 0.3, 0.3)


def lights(
    view: Mapping[str, Any] | None, *, asking: bool = False, amiss: bool = False, blind: bool = False
) -> Lights:
    """Choose the lights for a game's view (None: no game).

    `asking`: a question is open; `amiss`: out of step, or a picture that cannot be trusted; `blind`: no
    picture, or no journal.
    """
    color, pattern = _status(view, asking, amiss, blind)
    return Lights(color, pattern, () if view is None else _seats(view))


def _status(view: Mapping[str, Any] | None, asking: bool, amiss: bool, blind: bool) -> tuple[Color, Pattern]:
    if blind:
        return RED, "blink"
    if asking:
        return AMBER, "on"
    if amiss:
        return AMBER, "blink"
    if view is None:
        return WHITE, "on"
    match view["phase"]:
        case "game_over":
            return GREEN, "pulse"
        case "bidding" | "trump_choice":
            return BLUE, "pulse"
    return GREEN, "on"


def _seats(view: Mapping[str, Any]) -> tuple[SeatPattern, ...]:
    players, phase = view["players"], view["phase"]
    pulsing: set[int] = set()
    lit: set[int] = set()
    if phase == "game_over":
        pulsing = {seat for seat, name in enumerate(players) if name in view["winners"]}
    elif phase == "trick_done":
        pulsing = {view["winning"]}
    elif view["turn"] is not None:
        lit = {view["turn"]}
    elif phase == "bidding":
        lit = {seat for seat, made in enumerate(view["bid_made"]) if not made}
    return tuple(
        "pulse" if seat in pulsing else "on" if seat in lit else "off" for seat in range(len(players))
    )


def tie(host: Any, panel: Panel) -> Callable[[], None]:
    """Let the panel show what the host knows and its buttons post to it; returns what loosens them."""
    asked: list[int] = []

    def show(snapshot: Snapshot) -> None:
        panel.show(snapshot.lights)
        now = [question.id for question in snapshot.questions]
        if now and now != asked:
            panel.buzz("ask")
        asked[:] = now

    def press(button: str) -> None:
        answer: Future[Outcome] = host.post(Press(button))
        answer.add_done_callback(
            lambda done: panel.buzz("good" if isinstance(done.result(), Accepted) else "refused")
        )

    host.listeners.append(show)
    panel.on_press(press)
    show(host.snapshot)

    def loosen() -> None:
        if show in host.listeners:
            host.listeners.remove(show)
        panel.on_press(lambda button: None)

    return loosen
