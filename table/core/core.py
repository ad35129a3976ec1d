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
from games.signals import Covered, Number, Signal, Suit
from table.command import (
    Accepted,
    Advise,
    Answer,
    Command,
    Correct,
    CountThrow,
    Look,
    LookAtWheels,
    NewGame,
    Outcome,
    Press,
    ReadStick,
    Refused,
    Submit,
    Trouble,
    Undo,
)
from table.core.button import Meaning, pressed
from table.core.confirmation import CONFIRM, AutoConfirm
from table.core.meaning import Memory
from table.core.resume import resume
from table.core.state import Table, compose, following, looked, reconsidered
from table.core.writer import Writer
from table.errors import JournalError
from table.journal import Journal, Operations
from table.reconcile.begin import begin
from table.reconcile.finding import Action, Tracking
from table.refusal import Refusal, check_clear, no_game, no_question
from table.view import telling
from table.view.snapshot import Snapshot
from table.wheels import notes as wheel_notes
from texts import say, spoken

log = logging.getLogger(__name__)

NUMBERS_PER_OPENING = 1_000_000
"""So that numbers grow over a restart, and a phone that slept through it is found stale."""
MOST_OPERATIONS = 100_000
"""Of a game, ten for each step that it may have: all of them are read as a table is switched on, in seconds
then, and one correction may take hundreds, whoever makes them in whatever number."""
PICTURES_PER_OPENING = 10_000
"""So that throws and questions are numbered on, too: their numbers name pictures that phones have seen."""


class Core:
    """The owner. `announce` is called with each new snapshot, in the thread that called."""

    def __init__(
        self,
        journal: Journal,
        announce: Callable[[Snapshot], None],
        *,
        confirm_after: float = 0.0,
        buttons: bool = True,
    ):
        """Go on with the journal's newest game unless it is over. Raises JournalError.

        `confirm_after`: seconds after which a complete trick confirms itself; 0: never. `buttons`: whether
        the table has any.
        """
        self._announce = announce
        self._auto_confirm = AutoConfirm(confirm_after)
        named = journal.openings * PICTURES_PER_OPENING
        table = resume(journal, named)
        table = replace(table, questions=named, wheels=replace(table.wheels, buttons=buttons))
        self._writer = Writer(journal, table.tracking.marks)
        notice = journal.notice or table.journal_trouble
        self._table = replace(table, journal_trouble=notice, unwritten=self._writer.why)
        number = journal.openings * NUMBERS_PER_OPENING
        self.snapshot = compose(self._table, number)
        self._memory = Memory(self.snapshot)

    @property
    def much_changed(self) -> bool:
        """Whether half of the operations are made that a game may have."""
        return self._table.written > MOST_OPERATIONS // 2

    @property
    def written(self) -> bool:
        """Whether the game can be written down, as far as is known."""
        return self._writer.why is None

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
            return self._refused(command, self._writer.why or spoken(error), "journal")
        except Exception as error:
            return self._stumbled(type(command).__name__, error)
        try:
            self._settle()
        except Exception as error:
            # The command itself is done and committed.
            self._stumbled(type(command).__name__, error)
        return Accepted(self.snapshot.number)

    def _refused(self, command: Command, reason: str, rule: str | None, stale: bool = False) -> Refused:
        # The reason may hold what only its sender may know.
        log.info("refused %s: %s", type(command).__name__, rule or "unreadable")
        return Refused(reason, rule, self.snapshot.number, stale)

    def _stumbled(self, what: str, error: Exception) -> Refused:
        # Where it happened, without the values: a hidden bid must not stand in the log.
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s stumbled over %s\n%s", what, type(error).__name__, where)
        reason = say("Something went wrong inside the table; nothing has changed, please try again.")
        return Refused(reason, "internal", self.snapshot.number)

    def _check_fresh(self, command: Command) -> None:
        if not self._memory.fresh(command):
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
            case Answer() | ReadStick() | CountThrow():
                self._hear(command)
            case Look():
                self._look(command)
            case LookAtWheels():
                self._show(reconsidered(replace(self._table, wheels=self._table.wheels.look(command))))
            case Press(button):
                self._follow(pressed(self._table, button))
            case Trouble(text):
                self._show(replace(self._table, camera_trouble=text))
            case Advise(text, about):
                self._show(replace(self._table, advice={**self._table.advice, about: text}))
            case _:
                raise Refusal(say("The host knows no {command}.", command=type(command).__name__), "command")

    def _game(self) -> Game:
        if self._table.game is None:
            raise no_game()
        return self._table.game

    def _new_game(self, values: Mapping[str, Any]) -> None:
        header = header_from_dict({"record": "familiar/1", **values}, new=True)
        game, before = Game.begin(header), self._table
        table = Table(
            0,
            game,
            questions=before.questions,
            camera_trouble=before.camera_trouble,
            advice=before.advice,
            wheels=before.wheels.begun(),
            before=before.last,
        )
        # Whatever may fail must fail before the commit, which gives the number.
        table = reconsidered(table, begin(game, before.tracking.number))
        snapshot = following(self.snapshot, table)
        number = self._writer.begin(header_to_dict(header))
        log.info("game %d: %s with %d players", number, header.game, len(header.players))
        self._put(replace(table, game_id=number), replace(snapshot, game_id=number))

    def _follow(self, meant: Meaning) -> None:
        """Do what a button means."""
        match meant:
            case Table():
                self._show(meant)
            case NewGame() | Submit() | Undo() | Answer():
                self._do(meant)
            case Number() | Covered() | Suit():
                self._signal(meant)
            case event:
                self._enter(self._game(), event)

    def _submit(self, values: EventDict) -> None:
        game, found = self._game(), self._table.finding
        kind = str(values.get("event")) if isinstance(values, Mapping) else ""
        if kind == "confirm":
            check_clear(found.question, found.thrown)
            if found.question is not None:
                self._hear(Answer(found.question.id, found.question.reading.card))
                return
        expected = game.expected
        if kind == expected.kind and values.get("player") is None and expected.player is not None:
            values = {**values, "player": expected.player}
        event = game.rules.event_from_dict(values, game.header)
        self._enter(game, event, found.tracking.entered(event, game, found.asked))

    def _signal(self, signal: Signal) -> None:
        """Enter what a wheel or a tag tells."""
        game = self._game()
        event = game.rules.signalled(game.state, signal)
        self._enter(game, event, color=self._table.wheels.color_of(signal))

    def _enter(
        self, game: Game, event: GameEvent, tracking: Tracking | None = None, color: int | None = None
    ) -> None:
        """Add an event: journal first, then the snapshot; `tracking`: what is known of the table with it.

        color: of the wheel that told it.
        """
        after = game.play(event)
        values = event_to_dict(event, game.header)
        log.info(
            "game %s event %d: %s of seat %s",
            self._table.game_id,
            len(game.events),
            values["event"],
            values.get("player"),
        )
        told = self._table.told if telling.keeps(game, values) else None
        noted = wheel_notes.note(len(game.events), values, color)
        self._commit([("event", values), *noted], after, tracking, told)

    def _undo(self, count: int) -> None:
        game, table = self._game(), self._table
        after = game.undo(count)
        game.rules.check_undo(game.events, game.states, count)
        tracking, told = table.tracking.undone(len(after.events)), telling.taken_back(game, after)
        self._commit([("undo", {"count": count})], after, tracking, told)
        self._auto_confirm.leave(after)

    def _correct(
        self,
        index: int,
        values: EventDict,
        then: EventDict | None = None,
        quiet: bool = False,
        tracking: Tracking | None = None,
    ) -> None:
        """Put an event in the place of another; `then`: one that must follow it now.

        `quiet`: it is told only where more than this event changes.
        """
        game, known = self._game(), self._table.tracking
        events = [
            game.rules.event_from_dict(each, game.header) for each in (values, then) if each is not None
        ]
        game.rules.check_correct(game.events, index, events[0])
        after, places = game.mended(index, *events)
        # Whoever says of a marked card that it is what it is has only confirmed it.
        quiet &= after.events[index + 1 :] == game.events[index + 1 :]
        quiet |= after.events == game.events and index in known.marks
        told = self._table.told if quiet else telling.put_right(game, after, index)
        tracking = (tracking or known.settle(index)).renumbered(places)
        assert self._table.game_id is not None
        operations = self._writer.rewritten(self._table.game_id, game, after, index, places)
        self._commit(operations, after, tracking, told)

    def _commit(
        self, operations: Operations, game: Game, tracking: Tracking | None, told: str | None
    ) -> None:
        """Write operations as one, then show what they lead to. Raises JournalError: nothing has changed."""
        assert self._table.game_id is not None
        ends = game.state.over and not self._game().state.over
        if operations and not ends and self._table.written + len(operations) > MOST_OPERATIONS:
            raise Refusal(
                say("This game was changed so often that no further change can be kept: begin another game."),
                "length",
            )
        table = replace(
            self._table,
            game=game,
            told=told,
            journal_trouble=None,
            unwritten=None,
            written=self._table.written + len(operations),
            pressed=False,
        )
        # Whatever may fail must fail before the commit.
        table = reconsidered(table, tracking)
        snapshot = following(self.snapshot, table)
        self._writer.write(self._table.game_id, self._game(), operations, game, table.tracking.marks)
        self._put(table, snapshot)

    def _hear(self, said: Answer | ReadStick | CountThrow) -> None:
        """Do what follows from what somebody says of what lies there."""
        game, found = self._game(), self._table.finding
        if isinstance(said, Answer) and (found.question is None or found.question.id != said.question):
            raise no_question()
        self._act(found.tracking.heard(said, game, found))

    def _look(self, look: Look) -> None:
        if look.game is not None and look.game != self._table.game_id:
            raise Refusal(say("This is what the table showed before the new game."), "stale", stale=True)
        table = looked(self._table, look)
        if table.finding.action is None:
            self._show(table)
        else:
            # What is certain is entered at once, and shown with that.
            self._table = table

    def _settle(self) -> None:
        """Do all that follows from what lies there, one after the other."""
        try:
            while self._table.game is not None:
                if (action := self._table.finding.action) is not None:
                    self._act(action)
                elif (signal := self._table.wheels.signal) is not None:
                    self._signal(signal)
                else:
                    break
        except JournalError as error:
            if self._table.unwritten is None:
                log.error("what lies there could not be written down: %s", error)
            self._tell_unwritten()
        except Refusal:
            # Nothing more can be kept of this game: whoever wishes for anything is told so.
            self._show(self._table)
        except Exception:
            self._show(self._table)
            raise

    def _act(self, action: Action) -> None:
        """Do what follows from what lies there, or from what somebody said of it."""
        game, table = self._game(), self._table
        if action.index is not None:
            self._correct(action.index, action.events[0], quiet=action.quiet, tracking=action.tracking)
        elif action.events:
            *first, last = action.events
            for values in first:
                self._enter(self._game(), event_from_dict(values, game.header))
            self._enter(self._game(), event_from_dict(last, game.header), action.tracking)
        elif action.kept:
            self._commit([], game, action.tracking, table.told)
        else:
            self._show(reconsidered(table, action.tracking))

    def _tell_unwritten(self) -> None:
        """Let everybody know whether, and why not, the game can be written down."""
        self._show(replace(self._table, unwritten=self._writer.why))

    def _show(self, table: Table) -> None:
        """Make this the table, and announce a snapshot if it looks different."""
        self._put(table, following(self.snapshot, table))

    def _put(self, table: Table, snapshot: Snapshot) -> None:
        self._table = table
        if snapshot is not self.snapshot:
            self.snapshot = snapshot
            self._memory.remember(snapshot)
            self._announce(snapshot)

    def tick(self, now: float) -> None:
        """Let what is complete and clear confirm itself once its time has come; `now` in seconds.

        Where the game cannot be written down, it goes on once it can.
        """
        try:
            if self._writer.tried(now):
                self._tell_unwritten()
                if self._writer.why is None:
                    self._settle()
            due = self._auto_confirm.due(self._table, now)
        except Exception as error:
            # Nobody asked for it, so nobody is answered; but whoever wants something next must be.
            self._stumbled("the passing of time", error)
            if self._table.game is not None:
                # The same once more would only be one more line in the log.
                self._auto_confirm.leave(self._table.game)
            return
        if due:
            self.handle(Submit(CONFIRM))
