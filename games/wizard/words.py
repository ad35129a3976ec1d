"""Say what a Wizard game waits for, and refuse what comes at another time."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from games.cards import words
from games.errors import NotAllowed
from games.wizard.state import Phase, State
from texts import Said, listed, say, say_many, sentences


def awaited(state: State) -> Said:
    """Say in a sentence what the game waits for."""
    return _WAITS.get(state.phase, _over)(state)


def need(state: State, phase: Phase, refusal: Said) -> None:
    """Refuse an event that belongs to another phase, and say what is awaited instead. Raises NotAllowed."""
    if state.phase is not phase:
        raise NotAllowed(sentences(refusal, awaited(state)), "game_over" if state.over else "phase")


def _lots(state: State) -> Said:
    if state.phase is Phase.LOTS or state.lots is None:
        return say(
            "The first deal waits for the card of {who}: each is dealt one, and the high card deals.",
            who=_who(state),
        )
    best = [state.players[seat] for seat in state.lots.best]
    return say_many(
        "{names} has the high card and deals first: confirm it.",
        "{names} share the high card: confirm it, and each of them is dealt another.",
        len(best),
        names=best,
    )


def _deal(state: State) -> Said:
    told = {"round": state.round, "who": _who(state)}
    if state.turned is not None:
        return say(
            "Round {round} waits for another trump card: {who} deals and turns up the next card.", **told
        )
    return say("Round {round} waits for the trump card: {who} deals and turns up the next card.", **told)


def _trump(state: State) -> Said:
    who = _who(state)
    if not state.werewolf:
        return say(
            "Round {round} waits for {who}, the dealer, to name the trump suit.", round=state.round, who=who
        )
    if who is None:
        return say(
            "Round {round} waits for whoever laid the Werewolf to name the trump suit, or none.",
            round=state.round,
        )
    return say(
        "Round {round} waits for {who}, who laid the Werewolf, to name the trump suit, or none.",
        round=state.round,
        who=who,
    )


def _bids(state: State) -> Said:
    seats = state.missing if state.turn is None else (state.turn,)
    told = {"round": state.round, "who": listed(state.players[seat] for seat in seats)}
    if state.reveal:
        return say_many(
            "Round {round} is played: the bid of {who} lies face down and is shown now.",
            "Round {round} is played: the bids of {who} lie face down and are shown now.",
            len(seats),
            **told,
        )
    return say_many(
        "Round {round} waits for the bid of {who}.",
        "Round {round} waits for the bids of {who}.",
        len(seats),
        **told,
    )


def _trick(state: State) -> Said:
    told = {"trick": len(state.past) + 1, "round": state.round}
    if state.phase is Phase.TRICK_DONE:
        return say("Trick {trick} of round {round} is complete and waits to be confirmed.", **told)
    return say("Trick {trick} of round {round} waits for a card from {who}.", **told, who=_who(state))


def _special(state: State) -> Said:
    who = _who(state)
    match state.phase:
        case Phase.SHAPE_CHOICE:
            return say(
                "{who} says whether the card that was laid is {wizard} or {jester}.",
                who=who,
                wizard=words("W", state.rules.edition),
                jester=words("J", state.rules.edition),
            )
        case Phase.SUIT_CHOICE:
            return say("{who} says of which suit the card is that was laid.", who=who)
        case Phase.NEXT_CARD:
            return say("The next card is turned up: the Vampire that {who} laid counts as that.", who=who)
        case Phase.CHANGE_BID:
            return say("{who} won the trick and changes the bid by one, for the Cloud.", who=who)
        case Phase.SWAP:
            return say("{who} lays a card of the hand for one of the trick, for the Witch.", who=who)
    return say("Everybody passes a card to the left, for the Juggler; then say so.")


def _counted(state: State) -> Said:
    if state.phase is Phase.TRICKS:
        return say(
            "Round {round} waits for who took trick {trick}, or for how many tricks each has taken.",
            round=state.round,
            trick=sum(state.counts) + 1,
        )
    if state.wants_last:
        return say(
            "Round {round} waits for who took the last trick: that player deals next.", round=state.round
        )
    return say("The tricks of round {round} are counted and wait to be confirmed.", round=state.round)


def _over(state: State) -> Said:
    return say("The game is over: start a new one, or undo.")


def _who(state: State) -> str | None:
    return None if state.turn is None else state.players[state.turn]


_WAITS: Mapping[Phase, Callable[[State], Said]] = MappingProxyType(
    {
        Phase.LOTS: _lots,
        Phase.LOTS_DONE: _lots,
        Phase.DEAL: _deal,
        Phase.TRUMP_CHOICE: _trump,
        Phase.BIDDING: _bids,
        Phase.TRICK: _trick,
        Phase.TRICK_DONE: _trick,
        Phase.TRICKS: _counted,
        Phase.TRICKS_DONE: _counted,
        Phase.SHAPE_CHOICE: _special,
        Phase.SUIT_CHOICE: _special,
        Phase.NEXT_CARD: _special,
        Phase.CHANGE_BID: _special,
        Phase.SWAP: _special,
        Phase.PASS_ON: _special,
    }
)
