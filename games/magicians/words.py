"""Say what a game of Les Trois Magiciens waits for, and refuse what comes at another time."""

from games.cards import listed
from games.errors import NotAllowed
from games.magicians.graph import PLACE_WORDS
from games.magicians.state import Phase, State
from games.magicians.throws import squares

_THROW_LIES = "lies there: confirm it, or correct a stick first."


def awaited(state: State) -> str:
    """Say in a sentence what the game waits for."""
    who = "nobody" if state.turn is None else state.players[state.turn]
    match state.phase:
        case Phase.OPENING:
            return f"The start waits for {who} to throw {_sticks(state)}: the highest throw begins."
        case Phase.OPENING_READ:
            return f"{who}'s throw for the start {_THROW_LIES}"
        case Phase.THROW:
            turn = "The extra turn" if state.now.extra else "The turn"
            return f"{turn} waits for {who} to throw {_sticks(state)}."
        case Phase.THROW_READ:
            return f"{who}'s throw {_THROW_LIES}"
        case Phase.MOVING:
            return f"The turn waits for {who} to move {_figures(state)}."
        case Phase.MEETING if state.meeting:
            card = f"the card of {PLACE_WORDS[state.meeting]}"
            return f"The turn waits for {who} to take {card}, or to decline."
        case Phase.SPELL_OFFER:
            return f"The turn waits for {who} to try the spell, or to decline."
        case Phase.SPELL:
            return f"The spell waits for {who} to throw {_sticks(state)}."
        case Phase.SPELL_READ:
            return f"{who}'s throw for the spell {_THROW_LIES}"
        case Phase.CHOICE:
            choice = " or ".join(symbol.title() for symbol in state.symbols)
            return f"The spell waits for {who} to choose {choice}."
        case Phase.TELEPORT:
            stays = ", or to let it stay" if state.rules.teleport_may_stay else ""
            return f"Magic waits for {who} to name the Apprentice's Place{stays}."
    return _duel(state, who)


def need(state: State, refusal: str, *phases: Phase) -> None:
    """Refuse an event that belongs to other phases, and say what is awaited instead."""
    if state.phase not in phases:
        raise NotAllowed(f"{refusal} {awaited(state)}", "game_over" if state.over else "phase")


def _duel(state: State, who: str) -> str:
    duel = state.duel
    match state.phase:
        case Phase.DUEL if duel:
            throw = f"to throw {_sticks(state)}, throw {duel.throws + 1} of at most {duel.limit}"
            return f"The duel for {PLACE_WORDS[duel.place]} waits for {who} {throw}."
        case Phase.DUEL_READ if duel:
            score = duel.score(state.reading)
            if duel.throws < duel.limit:
                return f"{who} has {score}: stop with it, or set sticks aside and throw the others."
            return f"{who} has {score}, and no throw is left: confirm it."
        case Phase.REPLAY:
            return f"The duel is tied and waits for {who} to say whether to begin the next bout."
    return "The game is over: start a new one, or undo."


def _sticks(state: State) -> str:
    colors = state.to_throw
    return "the three sticks" if len(colors) == 3 else f"the {listed(colors)} stick" + "s" * (len(colors) > 1)


def _figures(state: State) -> str:
    pending = []
    if not state.magician_done:
        pending.append("the Magician")
    if not state.apprentice_done:
        counts = squares(state.now.sticks, state.seats[state.active].stone)
        pending.append(f"the Apprentice ({' or '.join(map(str, counts))} squares)")
    return listed(pending)
