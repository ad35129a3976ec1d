"""Settle what a special card counts as that was laid: what is said with it, or turned up for it.

docs/rules/wizard.md 8.

What takes an event refuses it as `games.wizard.apply.apply` says, and changes nothing then.
"""

from dataclasses import replace

from games.cards import SUIT_WORDS, card, words
from games.errors import NotAllowed
from games.wizard.events import NameSuit, Shape, parse_shape, parse_suit
from games.wizard.specials import named
from games.wizard.state import Phase, State
from games.wizard.turns import acting
from games.wizard.words import need
from texts import say


def laid(state: State, name: str) -> State:
    """Let the newest card of the trick be `name`, or count as that."""
    match name:
        case "werewolf":
            # It comes into a trick only where no card was turned up for which it could have been laid.
            return _settled(state, "J")
        case "shapeshifter":
            return replace(state, phase=Phase.SHAPE_CHOICE)
        case "juggler" | "cloud":
            return replace(_counting(state, name), phase=Phase.SUIT_CHOICE)
        case "vampire":
            return _copy(state)
    return _settled(state, name)


def _copy(state: State) -> State:
    """Let a Vampire count as the turned-up card, and where that is the Werewolf as the next of the stock."""
    if state.turned != "werewolf":
        return laid(state, state.turned or "J")
    if state.copied is not None:
        return laid(state, state.copied)
    return replace(state, phase=Phase.NEXT_CARD) if state.stock else _settled(state, "J")


def turn_next(state: State, name: str) -> State:
    """Turn up the next card of the stock for the Vampire, which counts as that."""
    after = replace(state, drawn=state.drawn + 1, copied=name, beside=(*state.beside, name))
    return laid(after, name)


def name_suit(state: State, event: NameSuit) -> State:
    """Say of which suit the Juggler or the Cloud is."""
    suit = parse_suit(event.suit, state.rules.edition)
    need(state, Phase.SUIT_CHOICE, say("It is not the time to say {suit}.", suit=SUIT_WORDS[suit]))
    acting(state, event.player)
    return _settled(state, named(state.trick.counts[-1], suit))


def shape(state: State, event: Shape) -> State:
    """Say whether the Shapeshifter is a Wizard or a Jester."""
    name = parse_shape(event.shape)
    refusal = say("Nothing can be made {card} now.", card=words(name, state.rules.edition))
    need(state, Phase.SHAPE_CHOICE, refusal)
    acting(state, event.player)
    return _settled(state, name)


def _counting(state: State, name: str) -> State:
    place = len(state.trick.cards) - 1
    said = tuple(each for each in state.trick.said if each[0] != place)
    if state.trick.cards[place] != name:
        said = (*said, (place, name))
    return state if said == state.trick.said else replace(state, trick=replace(state.trick, said=said))


def _settled(state: State, name: str) -> State:
    done = len(state.trick.cards) == state.seats
    return replace(_counting(state, name), phase=Phase.TRICK_DONE if done else Phase.TRICK)


def check_may_lie(state: State, player: int, name: str) -> None:
    """Refuse the Werewolf in a trick, but where no card was turned up: there it is a Jester.

    Raises NotAllowed.
    """
    if card(name).special == "werewolf" and state.turned is not None:
        raise NotAllowed(
            say(
                "{who} cannot play the Werewolf: it is laid for the turned-up card before the bids, "
                "and never in a trick. Take it back, or undo to the bids.",
                who=state.players[player],
            ),
            "werewolf",
        )
