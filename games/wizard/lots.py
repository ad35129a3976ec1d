"""Find the first dealer: each is dealt one card, and the high card deals (docs/rules/wizard.md 1, row 7).

A Wizard is above every number card, a Jester below; suits do not count. Whoever shares the high card is dealt
another, until one alone has it; and so is whoever is dealt a special card.

What takes an event refuses it as `games.wizard.apply.apply` says, and changes nothing then.
"""

from dataclasses import replace

from games.cards import copies, words
from games.errors import NotAllowed
from games.header import parse_seat
from games.wizard.events import Lot
from games.wizard.state import Lots, Phase, State, deal
from games.wizard.words import need
from texts import capital, say


def lay(state: State, event: Lot) -> State:
    """Deal a card to whose turn it is to have one."""
    laid = state.rules.parse_card(event.card)
    given = None if event.player is None else parse_seat(event.player, state.players)
    card = words(laid, state.rules.edition)
    need(state, Phase.LOTS, say("Nobody is dealt {card} for the first deal now.", card=card))
    lots = state.lots
    assert lots is not None and state.turn is not None
    if given not in (None, state.turn):
        raise NotAllowed(
            say(
                "It is {turn} who is dealt the next card for the first deal, not {who}: deal them in order.",
                turn=state.players[state.turn],
                who=state.players[given or 0],
            ),
            "turn",
        )
    if laid.special is not None:
        raise NotAllowed(
            say(
                "{card} says nothing of who deals first: lay it aside and deal {who} another card.",
                card=capital(card),
                who=state.players[state.turn],
            ),
            "special",
        )
    if lots.cards.count(laid.name) >= copies(laid.name):
        owner = next(seat for seat, name in lots.plays if name == laid.name)
        raise NotAllowed(
            say(
                "{who} cannot have {card}: {other} has it and there is no more of it. "
                "Look at the card again, or correct the earlier one.",
                who=state.players[state.turn],
                card=card,
                other=state.players[owner],
            ),
            "duplicate",
        )
    lots = replace(lots, cards=(*lots.cards, laid.name))
    return replace(state, lots=lots, phase=Phase.LOTS_DONE if lots.complete else Phase.LOTS)


def settle(state: State) -> State:
    """Let the high card deal; where several have it, deal each of them another."""
    assert state.lots is not None
    best = state.lots.best
    if len(best) > 1:
        return replace(state, phase=Phase.LOTS, lots=Lots(best))
    return deal(state.header, state.round, best[0])
