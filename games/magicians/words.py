"""Say what a game of Les Trois Magiciens waits for, and refuse what comes at another time."""

from collections.abc import Sequence

from games.errors import NotAllowed
from games.magicians.graph import PLACE_WORDS
from games.magicians.state import Phase, State
from games.magicians.throws import squares
from games.sticks import COLOR_WORDS, SYMBOL_WORDS
from texts import Said, listed, say, say_many, sentences


def awaited(state: State) -> Said:
    """Say in a sentence what the game waits for."""
    who = say("nobody") if state.turn is None else state.players[state.turn]
    match state.phase:
        case Phase.OPENING:
            return say(
                "The start waits for {who} to throw {sticks}: the highest throw begins.",
                who=who,
                sticks=_sticks(state),
            )
        case Phase.OPENING_READ:
            return say(
                "{who}'s throw for the start lies there: confirm it, or correct a stick first.", who=who
            )
        case Phase.THROW if state.now.extra:
            return say("The extra turn waits for {who} to throw {sticks}.", who=who, sticks=_sticks(state))
        case Phase.THROW:
            return say("The turn waits for {who} to throw {sticks}.", who=who, sticks=_sticks(state))
        case Phase.THROW_READ:
            return say("{who}'s throw lies there: confirm it, or correct a stick first.", who=who)
        case Phase.MOVING:
            return say("The turn waits for {who} to move {figures}.", who=who, figures=_figures(state))
        case Phase.MEETING if state.meeting:
            return say(
                "The turn waits for {who} to take the card of {place}, or to decline.",
                who=who,
                place=PLACE_WORDS[state.meeting],
            )
        case Phase.SPELL_OFFER:
            return say("The turn waits for {who} to try the spell, or to decline.", who=who)
        case Phase.SPELL:
            return say("The spell waits for {who} to throw {sticks}.", who=who, sticks=_sticks(state))
        case Phase.SPELL_READ:
            return say(
                "{who}'s throw for the spell lies there: confirm it, or correct a stick first.", who=who
            )
        case Phase.CHOICE:
            choice = listed([SYMBOL_WORDS[symbol] for symbol in state.symbols], either=True)
            return say("The spell waits for {who} to choose {choice}.", who=who, choice=choice)
        case Phase.TELEPORT if state.rules.teleport_may_stay:
            return say("Magic waits for {who} to name the Apprentice's Place, or to let it stay.", who=who)
        case Phase.TELEPORT:
            return say("Magic waits for {who} to name the Apprentice's Place.", who=who)
    return _duel(state, who)


def need(state: State, refusal: Said, *phases: Phase) -> None:
    """Refuse an event that belongs to other phases, and say what is awaited instead. Raises NotAllowed."""
    if state.phase not in phases:
        raise NotAllowed(sentences(refusal, awaited(state)), "game_over" if state.over else "phase")


def _duel(state: State, who: str) -> Said:
    duel = state.duel
    match state.phase:
        case Phase.DUEL if duel:
            return say(
                "The duel for {place} waits for {who} to throw {sticks}, throw {throw} of at most {limit}.",
                place=PLACE_WORDS[duel.place],
                who=who,
                sticks=_sticks(state),
                throw=duel.throws + 1,
                limit=duel.limit,
            )
        case Phase.DUEL_READ if duel:
            score = duel.score(state.reading)
            series = say("{total} in {throws}", total=score.total, throws=score.throws)
            if duel.throws < duel.limit:
                return say(
                    "{who} has {series}: stop with it, or set sticks aside and throw the others.",
                    who=who,
                    series=series,
                )
            return say("{who} has {series}, and no throw is left: confirm it.", who=who, series=series)
        case Phase.REPLAY:
            return say("The duel is tied and waits for {who} to say whether to begin the next bout.", who=who)
    return say("The game is over: start a new one, or undo.")


def _sticks(state: State) -> Said:
    colors = state.to_throw
    if len(colors) == 3:
        return say("the three sticks")
    names = listed(COLOR_WORDS[color] for color in colors)
    return say_many("the {colors} stick", "the {colors} sticks", len(colors), colors=names)


def _figures(state: State) -> Said:
    pending = []
    if not state.magician_done:
        pending.append(say("the Magician"))
    if not state.apprentice_done:
        counts = squares(state.now.sticks, state.seats[state.active].stone)
        pending.append(say("the Apprentice ({squares})", squares=far(counts)))
    return listed(pending)


def far(counts: Sequence[int]) -> Said:
    """Say how far an Apprentice walks: "1 square", "3 or 6 squares"."""
    named = listed(counts, either=True)
    return say_many("{counts} square", "{counts} squares", max(counts), counts=named)
