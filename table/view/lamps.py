"""The host's lamps: what the panel shows for each state of the table, and how panel and host are tied.

Status light, the first that fits:

| color, pattern | means |
|---|---|
| red, blink | no picture of the table, or the journal cannot be written |
| amber, on | a card, or a stick of a throw that counts, is asked about: see the phones; or a wheel |
| amber, blink | out of step, or the picture cannot be trusted |
| violet, blink | the throw is void or doubtful: throw again, or say on a phone that it counts |
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

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from typing import Protocol

from device.panel import Color, Lights, Panel, Pattern, SeatPattern
from games.moment import Awaits, Moment
from table.command import Accepted, Advise, Outcome, Press
from table.view.snapshot import Snapshot
from texts import listed, say_as, say_many

RED: Color = (1.0, 0.0, 0.0)
AMBER: Color = (1.0, 0.45, 0.0)
GREEN: Color = (0.0, 1.0, 0.0)
BLUE: Color = (0.0, 0.0, 1.0)
WHITE: Color = (0.3, 0.3, 0.3)
VIOLET: Color = (0.6, 0.0, 1.0)


STATUS: dict[Awaits, tuple[Color, Pattern]] = {
    Awaits.NOTHING: (GREEN, "pulse"),
    Awaits.READING: (BLUE, "on"),
    Awaits.CHOICE: (BLUE, "pulse"),
    Awaits.CARD: (GREEN, "on"),
    Awaits.CONFIRMATION: (GREEN, "on"),
}
"""What the status light shows where nothing is amiss."""


def lights(
    moment: Moment | None,
    seats: int = 0,
    *,
    asking: bool = False,
    read: bool = False,
    void: bool = False,
    amiss: bool = False,
    blind: bool = False,
    marked: Collection[int | None] = (),
    unread: Collection[int] = (),
) -> Lights:
    """Choose the lights for a moment of a game (None: no game) of so many seats.

    `asking`: a question is open; `read`: a card waits to be confirmed; `void`: the throw that lies there does
    not count by itself; `amiss`: out of step, or a picture that cannot be trusted; `blind`: no picture, or no
    journal; `marked`: whose cards are marked, None: the turned-up one; `unread`: whose bid wheels are asked
    about.
    """
    shown = () if moment is None else _seats(moment, seats, read, [*marked, *unread])
    said: tuple[tuple[bool, Color, Pattern], ...] = (
        (blind, RED, "blink"),
        ((asking or bool(unread)) and not void, AMBER, "on"),
        (amiss, AMBER, "blink"),
        (void, VIOLET, "blink"),
        (bool(marked), AMBER, "pulse"),
        (moment is None, WHITE, "on"),
        (read, GREEN, "on"),
    )
    for is_so, color, pattern in said:
        if is_so:
            return Lights(color, pattern, shown)
    assert moment is not None
    return Lights(*STATUS[moment.awaits], shown)


def _seats(moment: Moment, seats: int, read: bool, marked: Collection[int | None]) -> tuple[SeatPattern, ...]:
    unsure = {moment.dealer if seat is None else seat for seat in marked}
    settled = read or moment.awaits in (Awaits.CONFIRMATION, Awaits.NOTHING)
    return tuple(
        "blink" if seat in unsure else "off" if seat not in moment.seats else "pulse" if settled else "on"
        for seat in range(seats)
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
        # Who presses again because nothing has happened yet means the same, not what comes after it.
        answer = host.post(Press(button, host.snapshot.number))
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
