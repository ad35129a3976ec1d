"""The host's lamps: what the panel shows for each state of the table, and how panel and host are tied.

Status light, the first that fits:

| color, pattern | means |
|---|---|
| red, blink | no picture of the table, or the journal cannot be written |
| amber, on | a card or a stick is asked about: see the phones; or a bid wheel: see the television |
| violet, blink | the throw is void or doubtful: throw again, or say on a phone that it counts |
| amber, blink | out of step, or the picture cannot be trusted |
| amber, pulse | a card is marked: entered as it probably is, to be put right on the phones or confirmed |
| white, on | no game yet |
| green, pulse | the game is over |
| blue, on | a throw or an activity card is awaited |
| blue, pulse | bids, the dealer's trump, words, or what a player chooses on a phone, are awaited |
| green, on | all is well; a throw or an activity card that was read waits for its confirmation |

Seat lights: on for whoever must act (everybody whose bid or word is missing, where these have no order), in a
duel for whoever throws; pulse for the winner of the trick, for who has the high card, or whose throw or
activity card it is, until that is confirmed, and for the winners of the game; blink, before all else, for
whoever laid a card that is marked (where it was turned up: the dealer), and whose bid wheel is asked about.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from device.panel import Color, Lights, Panel, Pattern, SeatPattern
from table.command import Accepted, Advise, Outcome, Press
from table.snapshot import Snapshot
from texts import listed, say_as, say_many

RED: Color = (1.0, 0.0, 0.0)
AMBER: Color = (1.0, 0.45, 0.0)
GREEN: Color = (0.0, 1.0, 0.0)
BLUE: Color = (0.0, 0.0, 1.0)
WHITE: Color = (0.3, 0.3, 0.3)
VIOLET: Color = (0.6, 0.0, 1.0)


def lights(
    view: Mapping[str, Any] | None,
    *,
    choices: Collection[str] = (),
    asking: bool = False,
    read: bool = False,
    void: bool = False,
    amiss: bool = False,
    blind: bool = False,
    marked: Collection[int | None] = (),
    unread: Collection[int] = (),
) -> Lights:
    """Choose the lights for a game's view (None: no game).

    `choices`: the phases in which something is awaited that only phones can tell. `asking`: a question is
    open; `read`: a card waits to be confirmed; `void`: the throw that lies there does not count by itself;
    `amiss`: out of step, or a picture that cannot be trusted; `blind`: no picture, or no journal; `marked`:
    whose cards are marked, None: the turned-up one; `unread`: whose bid wheels are asked about.
    """
    seats = () if view is None else _seats(view, read, [*marked, *unread])
    said: tuple[tuple[bool, Color, Pattern], ...] = (
        (blind, RED, "blink"),
        ((asking or bool(unread)) and not void, AMBER, "on"),
        (amiss, AMBER, "blink"),
        (void, VIOLET, "blink"),
        (bool(marked), AMBER, "pulse"),
        (view is None, WHITE, "on"),
        (read, GREEN, "on"),
    )
    for is_so, color, pattern in said:
        if is_so:
            return Lights(color, pattern, seats)
    return Lights(*_status(view or {}, choices), seats)


def _status(view: Mapping[str, Any], choices: Collection[str]) -> tuple[Color, Pattern]:
    if view["phase"] == "game_over":
        return GREEN, "pulse"
    if view.get("to_throw") or view["phase"] == "draw":
        return BLUE, "on"
    return (BLUE, "pulse") if view["phase"] in choices else (GREEN, "on")


def _seats(view: Mapping[str, Any], read: bool, marked: Collection[int | None]) -> tuple[SeatPattern, ...]:
    players, phase = view["players"], view["phase"]
    unsure = {view["dealer"] if seat is None else seat for seat in marked}
    pulsing: set[int] = set()
    lit: set[int] = set()
    if phase == "game_over":
        pulsing = {seat for seat, name in enumerate(players) if name in view["winners"]}
    elif phase == "lots_done":
        pulsing = set(view["lots"]["best"])
    elif phase == "trick_done":
        pulsing = {view["winning"]}
    elif phase.endswith("_read") or read:
        pulsing = {view["turn"]}
    elif view["turn"] is not None:
        lit = {view["turn"]}
    elif phase == "bidding":
        lit = {seat for seat, made in enumerate(view["bid_made"]) if not made}
    elif phase == "setup":
        lit = {seat for seat, player in enumerate(view["seats"]) if not player["ready"]}
    return tuple(
        "blink" if seat in unsure else "pulse" if seat in pulsing else "on" if seat in lit else "off"
        for seat in range(len(players))
    )


class Shows(Protocol):
    """As much of the host as is used here."""

    listeners: list[Callable[[Snapshot], None]]

    @property
    def snapshot(self) -> Snapshot:
        """Give the table as it is now."""
        ...

    def post(self, command: Press | Advise, /) -> Future[Outcome]:
        """Let a button's press, or what is wrong with one, be done."""
        ...


def tie(host: Shows, panel: Panel) -> Callable[[], None]:
    """Let the panel show what the host knows and its buttons post to it; returns what loosens them."""
    asked: list[object] = []

    def show(snapshot: Snapshot) -> None:
        panel.show(snapshot.lights)
        now: list[object] = [question.id for question in snapshot.questions]
        if snapshot.throw is not None and snapshot.throw.open:
            now.append(("throw", snapshot.throw.number))
        if now and now != asked:
            panel.buzz("ask")
        asked[:] = now

    def press(button: str) -> None:
        answer = host.post(Press(button))
        answer.add_done_callback(
            lambda done: panel.buzz("good" if isinstance(done.result(), Accepted) else "refused")
        )

    def stuck(names: tuple[str, ...]) -> None:
        host.post(Advise(stuck_words(names), "panel"))

    host.listeners.append(show)
    panel.on_press(press)
    panel.on_stuck(stuck)
    show(host.snapshot)

    def loosen() -> None:
        if show in host.listeners:
            host.listeners.remove(show)
        panel.on_press(lambda button: None)
        panel.on_stuck(lambda names: None)

    return loosen


BUTTONS = {
    "confirm": say_as("button", "confirm"),
    "undo": say_as("button", "undo"),
    "next": say_as("button", "next"),
}


def stuck_words(names: Sequence[str]) -> str | None:
    """Say which buttons are down all the time, and what to do; None where none is."""
    if not names:
        return None
    return say_many(
        "The {names} button is down all the time: see whether something presses on it or the wires touch; "
        "it is ignored until it is let go, and the phones do the same.",
        "The {names} buttons are down all the time: see whether something presses on them or the wires "
        "touch; they are ignored until they are let go, and the phones do the same.",
        len(names),
        names=listed(BUTTONS[name] for name in names),
    )
