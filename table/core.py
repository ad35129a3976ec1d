"""The owner of the game: one command in, one answer out. It knows neither threads nor hardware.

Everything that can be refused is refused before anything changes; then comes the journal, then the new
snapshot, then the answer.
"""

import logging
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from games.errors import GameError, NotAllowed
from games.history import Game
from games.protocol import EventDict, GameEvent
from games.record import event_from_dict, event_to_dict, header_from_dict, header_to_dict
from games.sticks import COLOR_WORDS, complete, parse_stick
from table import telling
from table.command import (
    Accepted,
    Advise,
    Answer,
    Command,
    Correct,
    CountThrow,
    Look,
    NewGame,
    Outcome,
    Press,
    ReadStick,
    Refused,
    Submit,
    Trouble,
    Undo,
)
from table.errors import JournalError
from table.journal import Journal, Operations
from table.patience import CONFIRM, Patience
from table.pen import Pen, rewritten
from table.reconcile import marks
from table.reconcile import throws as umpire
from table.reconcile.cards import event_of, home, played
from table.reconcile.throw_tracking import Throws
from table.refusal import Refusal, check_clear
from table.resume import resume
from table.snapshot import Snapshot, Thrown
from table.state import Table, compose, following, looked, reconsidered
from texts import say, spoken

log = logging.getLogger(__name__)

NUMBERS_PER_OPENING = 1_000_000
"""So that numbers grow over a restart, and a phone that slept through it is found stale."""
THROWS_PER_OPENING = 10_000


class Core:
    """The owner. `announce` is called with each new snapshot, in the thread that called."""

    def __init__(self, journal: Journal, announce: Callable[[Snapshot], None], *, confirm_after: float = 0.0):
        """Go on with the journal's newest game unless it is over. Raises JournalError.

        `confirm_after`: seconds after which a complete trick confirms itself; 0: never.
        """
        self._announce = announce
        self._patience = Patience(confirm_after)
        # Numbers of throws go on over a restart too: they name pictures that phones have seen.
        throws = Throws(journal.openings * THROWS_PER_OPENING)
        table = resume(journal)
        self._pen = Pen(journal, table.ledger.marks)
        notice = journal.notice or table.journal_trouble
        self._table = replace(table, throws=throws, journal_trouble=notice, unwritten=self._pen.why)
        number = journal.openings * NUMBERS_PER_OPENING
        self.snapshot = compose(self._table, number, number)

    @property
    def written(self) -> bool:
        """Whether the game can be written down, as far as is known."""
        return self._pen.why is None

    def handle(self, command: Command) -> Outcome:
        """Do what the command says, or refuse it and change nothing."""
        try:
            self._check_fresh(command)
            self._do(command)
        except GameError as error:
            rule = error.rule if isinstance(error, NotAllowed) else None
            return self._refused(command, spoken(error), rule)
        except Refusal as error:
            return self._refused(command, spoken(error), error.rule, error.stale)
        except JournalError as error:
            log.error("%s could not be written down: %s", type(command).__name__, error)
            self._tell_unwritten()
            return self._refused(command, self._pen.why or spoken(error), "journal")
        except Exception as error:
            return self._stumbled(command, error)
        try:
            self._settle()
        except Exception as error:
            # The command itself is done and committed.
            self._stumbled(command, error)
        return Accepted(self.snapshot.number)

    def _refused(self, command: Command, reason: str, rule: str | None, stale: bool = False) -> Refused:
        # The reason may hold what only its sender may know.
        log.info("refused %s: %s", type(command).__name__, rule or "unreadable")
        return Refused(reason, rule, self.snapshot.number, stale)

    def _stumbled(self, command: Command, error: Exception) -> Refused:
        # Where it happened, without the values: a hidden bid must not stand in the log.
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s stumbled over %s\n%s", type(command).__name__, type(error).__name__, where)
        reason = say("Something went wrong inside the table; nothing has changed, please try again.")
        return Refused(reason, "internal", self.snapshot.number)

    def _check_fresh(self, command: Command) -> None:
        seen = command.seen
        if seen is not None and not self.snapshot.since <= seen <= self.snapshot.number:
            raise Refusal(say("The table has changed in the meantime: look again."), "stale", stale=True)

    def _do(self, command: Command) -> None:
        match command:
            case NewGame(header):
                self._new_game(header)
            case Submit(event):
                self._submit(event)
            case Undo(count):
                self._undo(count)
            case Correct(index, event, then):
                self._correct(index, event, then)
            case Answer(question, card):
                self._answer(question, card)
            case ReadStick(throw, stick):
                self._read_stick(throw, stick)
            case CountThrow(throw, count):
                self._count_throw(throw, count)
            case Look():
                self._look(command)
            case Press("confirm"):
                self._submit(CONFIRM)
            case Press("undo"):
                self._undo(1)
            case Press("next"):
                self._enter(self._game(), self._game().passing())
            case Press(button):
                raise Refusal(
                    say("There is no button {button}: confirm, undo, next are known.", button=repr(button)),
                    "button",
                )
            case Trouble(text):
                self._show(replace(self._table, camera_trouble=text))
            case Advise(text, about):
                self._show(replace(self._table, advice={**self._table.advice, about: text}))
            case _:
                raise Refusal(say("The host knows no {command}.", command=type(command).__name__), "command")

    def _game(self) -> Game:
        if self._table.game is None:
            raise Refusal(say("There is no game yet: begin one first."), "no_game")
        return self._table.game

    def _new_game(self, values: Mapping[str, Any]) -> None:
        header = header_from_dict({"record": "familiar/1", **values}, new=True)
        game = Game.begin(header)
        compose(Table(0, game), 0, 0)
        number = self._pen.begin(header_to_dict(header))
        log.info("game %d: %s with %d players", number, header.game, len(header.players))
        begun = Table(number, game, throws=Throws(self._table.throws.number))
        kept = replace(begun, camera_trouble=self._table.camera_trouble, advice=self._table.advice)
        self._show(reconsidered(kept))

    def _submit(self, values: EventDict) -> None:
        game = self._game()
        kind = values.get("event") if isinstance(values, Mapping) else None
        if kind == "confirm":
            check_clear(self._table)
            if self._table.question is not None:
                self._answer(self._table.question.id, self._table.question.reading.card)
                return
        rules = game.rules
        expected = rules.expects(game.state)
        awaited = kind == expected.kind
        if awaited and values.get("player") is None and expected.player is not None:
            values = {**values, "player": expected.player}
        event = rules.event_from_dict(values, game.header)
        ledger = self._table.ledger.confirmed() if kind == "confirm" else self._table.ledger
        # Entered by hand while its card is asked about: that is the answer.
        if awaited and self._table.asked is not None:
            ledger = ledger.claim(len(game.events), self._table.asked.id)
        throws = self._table.throws
        if expected.sticks and kind in ("throw", "again"):
            throws = throws.claim(len(game.events), as_read=throws.lying if kind == "throw" else None)
        self._enter(game, event, ledger=ledger, throws=throws)

    def _enter(self, game: Game, event: GameEvent, **known: Any) -> None:
        """Add an event: journal first, then the snapshot; `known`: what is known of the table with it."""
        after = game.play(event)
        values = event_to_dict(event, game.header)
        log.info(
            "game %s event %d: %s of seat %s",
            self._table.game_id,
            len(game.events),
            values["event"],
            values.get("player"),
        )
        if telling.keeps(game, values):
            known = {"told": self._table.told, **known}
        self._commit([("event", values)], after, **known)

    def _undo(self, count: int) -> None:
        game, table = self._game(), self._table
        after = game.undo(count)
        game.rules.check_undo(game.events, game.states, count)
        length, told = len(after.events), telling.taken_back(game, after)
        known = {"ledger": table.ledger.undone(length), "throws": table.throws.undone(length), "told": told}
        self._commit([("undo", {"count": count})], after, **known)
        self._patience.undone(after)

    def _correct(
        self, index: int, values: EventDict, then: EventDict | None = None, quiet: bool = False, **known: Any
    ) -> None:
        """Put an event in the place of another; `then`: one that must follow it now.

        `quiet`: it is told only where more than this event changes.
        """
        game, header = self._game(), self._game().header
        rules = game.rules
        events = [rules.event_from_dict(each, header) for each in (values, then) if each is not None]
        rules.check_correct(game.events, index, events[0])
        after = game.mend(index, *events)
        # Whoever says of a marked card that it is what it is has only confirmed it.
        quiet &= after.events[index + 1 :] == game.events[index + 1 :]
        quiet |= after.events == game.events and index in self._table.ledger.marks
        known["told"] = self._table.told if quiet else telling.put_right(game, after, index)
        known = {"ledger": self._table.ledger.settle(index), **known}
        if (more := len(after.events) - len(game.events)) != 0:
            known["ledger"] = known["ledger"].shifted(index + 1, more)
        self._commit(rewritten(game, after, index), after, **known)

    def _commit(self, operations: Operations, game: Game, **known: Any) -> None:
        """Write operations as one, then show what they lead to. Raises JournalError: nothing has changed."""
        assert self._table.game_id is not None
        table = replace(self._table, game=game, journal_trouble=None, unwritten=None)
        table = replace(table, **{"told": None, **known})
        # Whatever may fail must fail before the commit.
        table = reconsidered(table)
        snapshot = following(self.snapshot, table)
        self._pen.write(self._table.game_id, self._game(), operations, game, table.ledger)
        self._put(table, snapshot)

    def _answer(self, number: int, card: str | None) -> None:
        game, table = self._game(), self._table
        if table.question is None or table.asked is None or table.question.id != number:
            raise Refusal(say("This question is no longer open: look again."), "question", stale=True)
        if table.question.event is not None:
            self._answer_earlier(table.question.event, table.asked.id, card)
            return
        if card is None:
            self._show(reconsidered(replace(table, ledger=table.ledger.ignore(table.asked.id))))
            return
        known = home(table.ledger, game, card)
        if known is not None:
            ledger = table.ledger.claim(known, table.asked.id).settle(known)
            self._commit([], game, ledger=ledger, told=table.told)
            return
        if played(game, card) is not None:
            # There is one of it: then the earlier card was another, and the next question is which.
            self._show(reconsidered(replace(table, ledger=table.ledger.say(table.asked.id, card))))
            return
        expected = game.expected
        event = event_from_dict(event_of(expected, card), game.header)
        self._enter(game, event, ledger=table.ledger.claim(len(game.events), table.asked.id))

    def _answer_earlier(self, index: int, seen: int, card: str | None) -> None:
        """Correct the earlier event; the new card, whose name is free then, is taken as it was called."""
        table, game = self._table, self._game()
        values = game.written(index)
        if card is None or card == values["card"]:
            self._show(reconsidered(replace(table, ledger=table.ledger.say(seen, None))))
            return
        self._correct(index, {**values, "card": card})

    def _thrown(self, number: int) -> Thrown:
        thrown = self._table.thrown
        if thrown is None or thrown.number != number:
            raise Refusal(say("This throw no longer lies there: look again."), "throw", stale=True)
        return thrown

    def _read_stick(self, number: int, values: EventDict) -> None:
        game, thrown, stick = self._game(), self._thrown(number), parse_stick(values)
        if stick.color not in thrown.options:
            raise Refusal(
                say("The {color} stick is not one of this throw.", color=COLOR_WORDS[stick.color]), "throw"
            )
        stick = complete(stick, game.header.rules.table)
        if thrown.event is None:
            self._show(reconsidered(replace(self._table, throws=self._table.throws.say(stick))))
            return
        if thrown.event != umpire.to_confirm(game):
            raise Refusal(say("This throw is confirmed already: correct it in the list of events."), "throw")
        self._correct(thrown.event, umpire.reread(game, thrown.event, stick))

    def _count_throw(self, number: int, count: bool) -> None:
        game, thrown, throws = self._game(), self._thrown(number), self._table.throws
        if thrown.event is not None:
            raise Refusal(say("This throw counts already."), "throw")
        throws = replace(throws, counted=True) if count else throws.decline(len(game.events))
        self._show(reconsidered(replace(self._table, throws=throws)))

    def _look(self, look: Look) -> None:
        if look.game is not None and look.game != self._table.game_id:
            raise Refusal(say("This is what the table showed before the new game."), "stale", stale=True)
        table = looked(self._table, look)
        if table.card is None and table.throw is None:
            self._show(table)
        else:
            # What is certain is entered at once, and shown with that.
            self._table = table

    def _settle(self) -> None:
        """Take every card and throw that is certain and expected, one event after the other."""
        try:
            while self._look_again() or self._take_card() or self._take_throw():
                pass
        except JournalError as error:
            if self._table.unwritten is None:
                log.error("what lies there could not be written down: %s", error)
            self._tell_unwritten()
        except Exception:
            self._show(self._table)
            raise

    def _tell_unwritten(self) -> None:
        """Let everybody know whether, and why not, the game can be written down."""
        self._show(replace(self._table, unwritten=self._pen.why))

    def _look_again(self) -> bool:
        """Let the eye put right, or be sure of, what it marked."""
        table = self._table
        if table.game is None or not table.ledger.marks:
            return False
        match marks.recheck(table.ledger, table.game):
            case marks.Settled(index):
                self._show(reconsidered(replace(table, ledger=table.ledger.settle(index))))
            case marks.Mend(index, card, sure):
                values = table.game.written(index)
                ledger = table.ledger.settle(index) if sure else table.ledger
                quiet = not marks.opened(table.game, index)
                self._correct(index, {**values, "card": card}, quiet=quiet, ledger=ledger)
            case _:
                return False
        return True

    def _take_card(self) -> bool:
        game, step = self._table.game, self._table.card
        if game is None or step is None:
            return False
        ledger = self._table.ledger.claim(len(game.events), step.seen.id, step.marked)
        self._enter(game, event_from_dict(step.event, game.header), ledger=ledger)
        return True

    def _take_throw(self) -> bool:
        game, step, throws = self._table.game, self._table.throw, self._table.throws
        if game is None or step is None:
            return False
        if step.index is not None:
            self._correct(step.index, step.events[0], throws=throws.claim_anew(step.index, step.as_read))
            return True
        for values in step.events[:-1]:
            self._enter(self._game(), event_from_dict(values, game.header))
        game, last = self._game(), step.events[-1]
        as_read = step.as_read if last["event"] == "throw" else None
        throws = throws.claim(len(game.events), as_read=as_read)
        self._enter(game, event_from_dict(last, game.header), throws=throws)
        return True

    def _show(self, table: Table) -> None:
        """Make this the table, and announce a snapshot if it looks different."""
        self._put(table, following(self.snapshot, table))

    def _put(self, table: Table, snapshot: Snapshot) -> None:
        self._table = table
        if snapshot is not self.snapshot:
            self.snapshot = snapshot
            self._announce(snapshot)

    def tick(self, now: float) -> None:
        """Let what is complete and clear confirm itself once its time has come; `now` in seconds.

        Where the game cannot be written down, it goes on once it can.
        """
        if self._pen.tried(now):
            self._tell_unwritten()
            if self._pen.why is None:
                self._settle()
        if self._patience.due(self._table, now):
            self.handle(Submit(CONFIRM))
