"""What a button means at this moment: what a phone might have sent, an event, or what it prepares.

Pure: the table in, what is to be done out.
"""

from dataclasses import replace

from games.protocol import GameEvent
from games.signals import Signal
from table.command import Answer, NewGame, Submit, Undo
from table.core.confirmation import CONFIRM
from table.core.state import Naming, Table
from table.refusal import Refusal, no_game
from texts import say

Meaning = NewGame | Submit | Undo | Answer | Signal | GameEvent | Table
"""A command, what lies before a player and is to be entered, an event, or the table as it is then."""


def pressed(table: Table, button: str) -> Meaning:
    """Say what a button means that is pressed now. Raises Refusal, NotAllowed."""
    match button:
        case "confirm":
            return _confirm(table)
        case "undo" if table.named is not None:
            return _pass(table, table.named)
        case "undo" if table.pressed:
            return replace(table, pressed=False)
        case "undo":
            return Undo()
        case "next":
            return _leave(table)
    raise Refusal(
        say("There is no button {button}: confirm, undo, next are known.", button=repr(button)), "button"
    )


def _confirm(table: Table) -> Meaning:
    """Confirm what waits for it: another game, a card, what a wheel shows, or what lies there."""
    question, another = table.finding.question, table.again
    if another is not None:
        if another.header is None:
            raise Refusal(another.words, "again")
        return NewGame(another.header) if table.pressed else replace(table, pressed=True)
    if question is not None and table.choices:
        # The first press names what it may be, the second takes it for that.
        named = table.named
        if named is None:
            return replace(table, naming=Naming(question.id, table.choices))
        return Answer(question.id, named.card)
    if table.wheels.offer is not None and question is None:
        return table.wheels.offer
    if table.game is None:
        raise no_game()
    told: GameEvent | None = table.game.signals.press
    return Submit(CONFIRM) if told is None else told


def _pass(table: Table, named: Naming) -> Table:
    """Name the next that it may be after the one that it is not; after the last one none is named."""
    further = replace(named, passed=named.passed + 1)
    return replace(table, naming=further if further.passed < len(further.choices) else None)


def _leave(table: Table) -> Answer | GameEvent:
    """Leave what may be left: a question, for that is no card, or what the awaited seat need not do."""
    question = table.finding.question
    if question is not None and not question.sure:
        return Answer(question.id, None)
    if table.game is None:
        raise no_game()
    return table.game.passing()
