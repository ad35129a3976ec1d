"""Try spells (docs/rules/magicians.md 8).

What takes an event refuses it as `games.magicians.apply.apply` says, and changes nothing then.
"""

from dataclasses import replace
from types import MappingProxyType

from games.errors import NotAllowed
from games.magicians.effects import change, exile, land_apprentice, note
from games.magicians.events import OFFERS, Choose, Decline, Teleport, parse_place
from games.magicians.state import Phase, State
from games.magicians.throws import leading
from games.magicians.turns import proceed
from games.magicians.words import awaited, need
from games.sticks import SYMBOL_WORDS
from texts import say, sentences

OFFERED = MappingProxyType(dict(zip(OFFERS, (Phase.MEETING, Phase.SPELL_OFFER), strict=True)))
"""When each of the offers stands that can be declined."""


def offered(event: Decline) -> tuple[Phase, ...]:
    """Give the phases in which what is declined stands open."""
    return tuple(phase for offer, phase in OFFERED.items() if event.offer in (None, offer))


def cast(state: State) -> State:
    """Try the spell: it is to be thrown, and what it shows binds."""
    need(state, say("There is no spell to try."), Phase.SPELL_OFFER)
    return replace(state, phase=Phase.SPELL, spell_due=False)


def decline(state: State, event: Decline) -> State:
    """Leave what is offered: a meeting's card or a spell."""
    need(state, say("Nothing is offered that could be declined."), *offered(event))
    if state.phase is Phase.MEETING:
        return proceed(replace(state, meeting=None))
    return proceed(replace(state, spell_due=False))


def settle(state: State) -> State:
    """Let the spell's throw count: one leading symbol binds, among several the player chooses."""
    symbols = leading(state.reading)
    state = replace(state, reading=())
    if len(symbols) > 1:
        return replace(state, phase=Phase.CHOICE, symbols=symbols)
    return _work(state, symbols[0])


def choose(state: State, event: Choose) -> State:
    """Choose among the leading symbols."""
    need(state, say("There is no symbol to choose."), Phase.CHOICE)
    if event.symbol not in state.symbols:
        refusal = say("{symbol} does not lead in this throw.", symbol=SYMBOL_WORDS[event.symbol])
        raise NotAllowed(sentences(refusal, awaited(state)), "symbol")
    return _work(replace(state, symbols=()), event.symbol)


def teleport(state: State, event: Teleport) -> State:
    """Carry the Apprentice to a Place at once."""
    to = parse_place(event.to)
    need(state, say("There is no Magic at work."), Phase.TELEPORT)
    return proceed(land_apprentice(note(state, teleport=to), state.active, to))


def stay(state: State) -> State:
    """Let the Apprentice stay although Magic would carry it."""
    if not state.rules.teleport_may_stay:
        raise NotAllowed(sentences(say("At this table Magic must be used."), awaited(state)), "stay")
    return proceed(state)


def _work(state: State, symbol: str) -> State:
    state = note(state, spell=symbol)
    if symbol == "magic":
        return replace(state, phase=Phase.TELEPORT)
    if symbol == "force":
        return proceed(change(state, state.active, stone=True))
    return proceed(exile(state, state.active, "apprentice"))
