"""Go on with the newest game of a journal, as it stood when the table was last switched off."""

import logging
from collections.abc import Sequence
from dataclasses import replace

from games.errors import GameError
from games.replay import settled
from table.core.again import Last
from table.core.state import Table, reconsidered
from table.journal import Entry, Journal
from table.reconcile import marks
from table.reconcile.begin import begin
from table.reconcile.cards import Cards
from table.reconcile.finding import Finding
from table.wheels import notes as wheel_notes
from table.wheels.wheels import Wheels
from texts import Said, say

LOOKED_BACK = 5
"""Games among which who played last with wheels is looked for."""
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
    entries, nothing = journal.games()[-LOOKED_BACK:], Table(finding=Finding(Cards(number=number)))
    if not entries:
        return nothing
    newest = entries[-1].id
    header, events = journal.load(newest)
    try:
        game = settled(header, events)
    except GameError as error:
        # A table at which nothing can be played helps nobody, and the game stays written down.
        log.error("%s: game %d cannot be continued (%s)", journal.path, newest, error)
        return replace(nothing, journal_trouble=_strange(newest))
    operations = journal.operations(newest)
    wheels = Wheels.resumed(game, wheel_notes.standing(operations))
    before = Last.of(game, wheels.owners) or _last(journal, entries[:-1])
    if game.state.over:
        return replace(nothing, before=before)
    log.info("going on with game %d after %d events", newest, len(events))
    tracking = begin(game, number, marks.standing(operations))
    table = Table(newest, game, written=len(operations), wheels=wheels, before=before)
    return reconsidered(table, tracking)


def _last(journal: Journal, entries: Sequence[Entry]) -> Last | None:
    """Find who played last with wheels in one of these games. Raises JournalError."""
    for entry in reversed(entries):
        colors = wheel_notes.standing(journal.operations(entry.id))
        try:
            game = settled(*journal.load(entry.id)) if colors else None
        except GameError:
            continue
        last = game and Last.of(game, Wheels.resumed(game, colors).owners)
        if last:
            return last
    return None
