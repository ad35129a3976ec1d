"""Take a game of Probe from one state to the next (docs/rules/probe.md 8)."""

from dataclasses import replace

from games.errors import Unreadable
from games.probe import asking, calls, turns
from games.probe.events import (
    Ask,
    Confirm,
    Draw,
    Event,
    Interrupt,
    Judge,
    Misspelt,
    No,
    Open,
    Ready,
    Word,
)
from games.probe.state import Phase, State
from games.probe.words import awaited, need
from games.stop import Stop, check_stop
from texts import say


def apply(state: State, event: Event) -> State:
    """Give the state after an event; the state before stays as it was.

    Raises Unreadable, NotAllowed or Ambiguous, and then nothing has happened.
    """
    match event:
        case Word():
            return asking.word(state, event)
        case Ready():
            return asking.ready(state, event)
        case Draw():
            return asking.draw(state, event)
        case Ask():
            return asking.ask(state, event)
        case Open():
            return asking.open_(state, event)
        case No():
            return asking.no(state, event)
        case Interrupt():
            return calls.interrupt(state, event)
        case Judge():
            return calls.judge(state, event)
        case Misspelt():
            return calls.misspelt(state, event)
        case Confirm():
            need(state, say("There is nothing to confirm."), Phase.FINAL)
            return replace(state, phase=Phase.GAME_OVER)
        case Stop():
            check_stop(state, awaited(state))
            return turns.stop(state)
    raise Unreadable(say("{event} is no event of {game}.", event=type(event).__name__, game="Probe"))
