"""Say what a Wizard game waits for, and refuse what comes at another time."""

from games.errors import NotAllowed
from games.wizard.state import Phase, State
from texts import Said, listed, say, say_many, sentences


def awaited(state: State) -> Said:
    """Say in a sentence what the game waits for."""
    who = None if state.turn is None else state.players[state.turn]
    number, trick = state.round, len(state.past) + 1
    match state.phase:
        case Phase.LOTS:
            return say(
                "The first deal waits for the card of {who}: each is dealt one, and the high card deals.",
                who=who,
            )
        case Phase.LOTS_DONE if state.lots:
            best = [state.players[seat] for seat in state.lots.best]
            return say_many(
                "{names} has the high card and deals first: confirm it.",
                "{names} share the high card: confirm it, and each of them is dealt another.",
                len(best),
                names=best,
            )
        case Phase.DEAL if state.turned is not None:
            return say(
                "Round {round} waits for another trump card: {who} deals and turns up the next card.",
                round=number,
                who=who,
            )
        case Phase.DEAL:
            return say(
                "Round {round} waits for the trump card: {who} deals and turns up the next card.",
                round=number,
                who=who,
            )
        case Phase.TRUMP_CHOICE if state.werewolf and who is None:
            return say(
                "Round {round} waits for whoever laid the Werewolf to name the trump suit, or none.",
                round=number,
            )
        case Phase.TRUMP_CHOICE if state.werewolf:
            return say(
                "Round {round} waits for {who}, who laid the Werewolf, to name the trump suit, or none.",
                round=number,
                who=who,
            )
        case Phase.TRUMP_CHOICE:
            return say(
                "Round {round} waits for {who}, the dealer, to name the trump suit.", round=number, who=who
            )
        case Phase.BIDDING:
            missing = listed(state.players[seat] for seat in state.missing)
            if state.reveal:
                return say(
                    "Round {round} is played: the bid of {who} lies face down and is shown now.",
                    round=number,
                    who=missing,
                )
            return say("Round {round} waits for the bid of {who}.", round=number, who=who or missing)
        case Phase.TRICK:
            return say(
                "Trick {trick} of round {round} waits for a card from {who}.",
                trick=trick,
                round=number,
                who=who,
            )
        case Phase.SHAPE_CHOICE:
            return say("{who} says whether the card that was laid is a Wizard or a Jester.", who=who)
        case Phase.SUIT_CHOICE:
            return say("{who} says of which suit the card is that was laid.", who=who)
        case Phase.NEXT_CARD:
            return say("The next card is turned up: the Vampire that {who} laid counts as that.", who=who)
        case Phase.CHANGE_BID:
            return say("{who} won the trick with the Cloud and changes the bid by one.", who=who)
        case Phase.SWAP:
            return say("{who} laid the Witch and lays a card of the hand for one of the trick.", who=who)
        case Phase.PASS_ON:
            return say("Everybody passes a card to the left, for the Juggler; then say so.")
        case Phase.TRICK_DONE:
            return say(
                "Trick {trick} of round {round} is complete and waits to be confirmed.",
                trick=trick,
                round=number,
            )
        case Phase.TRICKS:
            return say(
                "Round {round} waits for who took trick {trick}, or for how many tricks each has taken.",
                round=number,
                trick=sum(state.counts) + 1,
            )
        case Phase.TRICKS_DONE if state.wants_last:
            return say(
                "Round {round} waits for who took the last trick: that player deals next.", round=number
            )
        case Phase.TRICKS_DONE:
            return say("The tricks of round {round} are counted and wait to be confirmed.", round=number)
    return say("The game is over: start a new one, or undo.")


def need(state: State, phase: Phase, refusal: Said) -> None:
    """Refuse an event that belongs to another phase, and say what is awaited instead."""
    if state.phase is not phase:
        raise NotAllowed(sentences(refusal, awaited(state)), "game_over" if state.over else "phase")
