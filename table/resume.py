"""Go on with the newest game of a journal, as it stood when the table was last switched off."""

import logging
from dataclasses import replace

from games.errors import GameError
from games.history import Game
from games.record import event_from_dict, header_from_dict
from table.journal import Journal
from table.reconcile import marks
from table.reconcile.begin import begin
from table.reconcile.cards import Cards
from table.reconcile.finding import Finding
from table.state import Table, reconsidered
from texts import Said, say

log = logging.getLogger(__name__)


def _strange(game: int) -> Said:
    return say(
        "Game {game} cannot be continued by this version's rules; it stays in the journal. Begin a new one.",
        game=game,
    )


def resume(journal: Journal, number: int) -> Table:
    """Give the table of the newest game, an empty one where that is over. Raises JournalError.

    What nobody had confirmed is marked still: who pulls the plug has confirmed nothing. number: of the newest
    throw before.
    """
    entries, nothing = journal.games(), Table(finding=Finding(Cards(number=number)))
    if not entries:
        return nothing
    newest = entries[-1].id
    header, events = journal.load(newest)
    try:
        known = header_from_dict(header)
        game = Game.of(known, (event_from_dict(values, known) for values in events))
    except GameError as error:
        # A table at which nothing can be played helps nobody, and the game stays written down.
        log.error("%s: game %d cannot be continued (%s)", journal.path, newest, error)
        return replace(nothing, journal_trouble=_strange(newest))
    if game.state.over:
        return nothing
    log.info("going on with game %d after %d events", newest, len(events))
    tracking = begin(game, number, marks.standing(journal.operations(newest)))
    return reconsidered(Table(newest, game), tracking)
