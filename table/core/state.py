"""All that the host knows at one moment, and the snapshot that shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.history import Game
from table.command import Look
from table.core.again import Again, Last, again
from table.reconcile.begin import NOTHING
from table.reconcile.cards import called
from table.reconcile.finding import Finding, Tracking
from table.view.lamps import lights
from table.view.snapshot import NO_GAME, Snapshot
from table.wheels.considered import considered
from table.wheels.wheels import Wheels
from texts import Said, say, sentences

NAMED = 3
"""Likely cards, as many as the television shows, that are named before it is named that there is none."""


@dataclass(frozen=True)
class Naming:
    """What the button names of a question, one after the other, where nobody needs a phone.

    question: its number; choices: what it may be, as that stood when the button was pressed, None: that it is
    no card, or that an earlier card stays as it was counted; passed: so many of them it is not.
    """

    question: int
    choices: tuple[str | None, ...]
    passed: int = 0

    @property
    def card(self) -> str | None:
        """Give what the next press takes."""
        return self.choices[self.passed]


@dataclass(frozen=True)
class Table:
    """The game, what is found of the cards or sticks that lie there, and what is amiss; replaced as a whole.

    `questions`: the number of the newest one, of whichever game. `told` is what everybody must hear of the
    last undo or correction. `unwritten` says why nothing can be written down at this moment,
    `journal_trouble` what else people should know of the journal. `written`: how many operations of the game
    stand in the journal. `before`: the last game of wheels before this one; `pressed`: whether somebody has
    asked with the button for another; `naming`: what the button names of a question, since it was pressed.
    """

    game_id: int | None = None
    game: Game | None = None
    finding: Finding = field(default_factory=lambda: Finding(NOTHING))
    questions: int = 0
    told: str | None = None
    sight_trouble: str | None = None
    camera_trouble: str | None = None
    journal_trouble: str | None = None
    unwritten: str | None = None
    written: int = 0
    advice: Mapping[str, str | None] = field(default_factory=dict)
    wheels: Wheels = field(default_factory=Wheels)
    before: Last | None = None
    pressed: bool = False
    naming: Naming | None = None

    @property
    def touched(self) -> bool:
        """Tell whether anything was ever played of the game, even if that was taken back."""
        return self.written > 0

    @property
    def tracking(self) -> Tracking:
        """Give what is known of what lies there."""
        return self.finding.tracking

    @property
    def choices(self) -> tuple[str | None, ...]:
        """List what the button would name of what is asked about, as `Naming` has it."""
        question = self.finding.question
        if question is None or question.sure or not self.wheels.sight.wheels:
            return ()
        return (*question.options[:NAMED], None, *question.options[NAMED:])

    @property
    def named(self) -> Naming | None:
        """Give what the button names of what is asked about now; None: nobody has pressed it for that."""
        question = self.finding.question
        asked = self.naming is not None and question is not None and question.id == self.naming.question
        return self.naming if asked else None

    @property
    def last(self) -> Last | None:
        """Give the last game that was played with wheels, this one too where it is over."""
        over = None if self.game is None or not self.game.state.over else self.game
        return (over and Last.of(over, self.wheels.owners)) or self.before

    @property
    def again(self) -> Again | None:
        """Say what the button would begin; None while a game is played, or where nobody knows who plays."""
        playing = self.game is not None and not self.game.state.over
        return (
            None
            if playing or self.last is None or not self.wheels.buttons
            else again(self.last, self.wheels, self.pressed)
        )


def reconsidered(table: Table, tracking: Tracking | None = None) -> Table:
    """Find again what moved, and what is to be done next; raise, keep or drop the question.

    All that a look or an event comes to is found here, once: whoever acts on it goes by the table. tracking:
    what is known of what lies there, where that has changed.
    """
    table = replace(table, wheels=considered(table.wheels, table.game))
    if table.game is None:
        return table
    before = table.finding
    found = (tracking or before.tracking).next_action(table.game)
    if found.question is None or found.asked is None:
        return replace(table, finding=found)
    number = count = table.questions + 1
    if before.question is not None and before.asked is not None:
        if (before.asked.id, before.question.event) == (found.asked.id, found.question.event):
            number, count = before.question.id, table.questions
    question = replace(found.question, id=number)
    return replace(table, finding=replace(found, question=question), questions=count)


def looked(table: Table, look: Look) -> Table:
    """Take in what the eye sees now."""
    table = replace(table, sight_trouble=look.sight.trouble)
    late = look.history is not None and look.history is not table.game
    return table if table.game is None else reconsidered(table, table.tracking.look(look.sight, late=late))


def _meant(game: Game, card: str | None, earlier: bool) -> Said:
    """Name what the next press takes; earlier: of a card that was counted already."""
    if card is not None:
        return say(
            "Is it {card}? Press the button once more; else hold undo and another is named, "
            "or lay the card again.",
            card=called(game, card),
        )
    if earlier:
        return say(
            "Was it counted rightly? Press the button once more and it stays so; else hold undo and another "
            "is named."
        )
    return say("Is it no card? Press the button once more; else hold undo and another is named.")


def compose(table: Table, number: int) -> Snapshot:
    """Make the snapshot of this table."""
    game, found = table.game, table.finding
    view = NO_GAME if game is None else game.rules.view(game.state, None)
    question, thrown = found.question, found.thrown
    unclear = question is not None and not question.sure
    another = table.again
    words = [*table.advice.values(), table.wheels.words, another.words if another else None]
    if game is not None and question is not None and (named := table.named) is not None:
        words.append(_meant(game, named.card, question.event is not None))
    return Snapshot(
        number=number,
        game_id=table.game_id,
        history=game,
        questions=() if question is None else (replace(question, by_button=bool(table.choices)),),
        out_of_step=found.out_of_step,
        missing=found.missing,
        told=table.told,
        sight_trouble=table.sight_trouble,
        camera_trouble=table.camera_trouble,
        journal_trouble=table.unwritten or table.journal_trouble,
        advice=sentences(*words),
        lights=lights(
            None if game is None else game.rules.moment(game.state),
            0 if game is None else len(game.header.players),
            asking=unclear or thrown is not None and bool(thrown.asks),
            read=question is not None and question.sure,
            void=thrown is not None and bool(thrown.again or thrown.doubt),
            amiss=bool(found.out_of_step or table.sight_trouble),
            marked=[each.player for each in found.marked],
            unread=table.wheels.amiss,
            blind=bool(table.camera_trouble or table.journal_trouble or table.unwritten),
        ),
        shown=found.shown,
        throw=thrown,
        marked=found.marked,
        touched=table.touched,
        public=view,
    )


def following(before: Snapshot, table: Table) -> Snapshot:
    """Make the snapshot that comes after another one: that one itself, where the table looks no different."""
    after = compose(table, before.number)
    return before if after == before else replace(after, number=before.number + 1)
