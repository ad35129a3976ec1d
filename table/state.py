"""All that the host knows at one moment, and the snapshot that shows it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.expectation import Throws as Sticks
from games.history import Game
from table.command import Look
from table.lamps import lights
from table.reconcile import marks
from table.reconcile import pile as draws
from table.reconcile import throws as umpire
from table.reconcile.cards import Ask, Finding, Ledger, Take, called, survey
from table.reconcile.throw_tracking import Throws
from table.snapshot import Marked, Question, Shown, Snapshot, Thrown
from texts import Said, listed, say, sentences
from vision.types import Seen, Sight, ThrowSight


@dataclass(frozen=True)
class Table:
    """The game, the cards or sticks that lie there and what is amiss; replaced as a whole.

    `asked` is the card that `question` is about, `questions` counts those ever asked, `missing` are the
    events whose card should lie there and does not, `marked` the cards that nobody has confirmed yet.
    `thrown` is the throw to be shown, `astray` says which stick that was set aside does not lie as it should.
    `card` and `throw`: what is certain of what lies there and is to be entered next, if anything is.
    `told` is what everybody must hear of the last undo or correction. `unwritten` says why nothing can be
    written down at this moment, `journal_trouble` what else people should know of the journal.
    """

    game_id: int | None = None
    game: Game | None = None
    ledger: Ledger = field(default_factory=Ledger)
    question: Question | None = None
    asked: Seen | None = None
    questions: int = 0
    missing: tuple[int, ...] = ()
    marked: tuple[Marked, ...] = ()
    throws: Throws = field(default_factory=Throws)
    thrown: Thrown | None = None
    astray: str | None = None
    card: Take | None = None
    throw: umpire.Count | None = None
    told: str | None = None
    sight_trouble: str | None = None
    camera_trouble: str | None = None
    journal_trouble: str | None = None
    unwritten: str | None = None
    advice: Mapping[str, str | None] = field(default_factory=dict)


def reconsidered(table: Table) -> Table:
    """Find again what moved, and what is to be done next; raise, keep or drop the question.

    All that a look or an event comes to is found here, once: whoever acts on it goes by the table.
    """
    game = table.game
    if game is None:
        return table
    if isinstance(game.lies, Sticks):
        judged = umpire.survey(table.throws, game)
        return replace(
            table, throws=judged.throws, thrown=judged.thrown, astray=judged.astray, throw=judged.step
        )
    finding = cards(table.ledger, game)
    marked, step = marks.show(finding.ledger, game), finding.step
    table = replace(table, ledger=finding.ledger, missing=finding.missing, marked=marked)
    if not isinstance(step, Ask):
        return replace(table, question=None, asked=None, card=step)
    table = replace(table, card=None)
    number, count = table.questions + 1, table.questions + 1
    before = None if table.asked is None or table.question is None else (table.asked.id, table.question.event)
    if table.question is not None and before == (step.seen.id, step.event):
        number, count = table.question.id, table.questions
    player = game.expected.player
    if step.event is not None:
        player = game.written(step.event).get("player")
    question = Question(
        number, player, step.reading, step.options, step.why, step.event, step.sure, step.near
    )
    return replace(table, question=question, asked=step.seen, questions=count)


def cards(ledger: Ledger, game: Game) -> Finding:
    """Find what to do about the cards that lie there: those of tricks, or a pile of activity cards."""
    return (draws.survey if draws.drawn(game) else survey)(ledger, game)


def looked(table: Table, look: Look) -> Table:
    """Take in what the eye sees now."""
    sight = look.sight
    table = replace(table, sight_trouble=sight.trouble)
    if table.game is None:
        return table
    # A picture that cannot be trusted says nothing about what lies there. To the eye a stick is a trouble too
    # that was turned after it had been set aside; but that is what lies there.
    if isinstance(sight, ThrowSight) and (sight.trouble is None or sight.aside):
        late = look.history is not None and look.history is not table.game
        table = replace(table, throws=table.throws.look(sight, late=late))
    elif isinstance(sight, Sight) and sight.trouble is None:
        table = replace(table, ledger=table.ledger.look(sight.lying))
    return reconsidered(table)


def compose(table: Table, number: int, since: int) -> Snapshot:
    """Make the snapshot of this table."""
    game, view, out_of_step = table.game, None, None
    if game is not None:
        view = game.rules.view(game.state, None)
        out_of_step = _out_of_step(game, table.missing) or table.astray
    return Snapshot(
        number=number,
        since=since,
        game_id=table.game_id,
        history=game,
        questions=() if table.question is None else (table.question,),
        out_of_step=out_of_step,
        missing=table.missing,
        told=table.told,
        sight_trouble=table.sight_trouble,
        camera_trouble=table.camera_trouble,
        journal_trouble=table.unwritten or table.journal_trouble,
        advice=sentences(*table.advice.values()),
        lights=lights(
            view,
            asking=_doubts(table),
            read=table.question is not None and table.question.sure,
            void=table.thrown is not None and bool(table.thrown.again or table.thrown.doubt),
            amiss=bool(out_of_step or table.sight_trouble),
            marked=[each.player for each in table.marked],
            blind=bool(table.camera_trouble or table.journal_trouble or table.unwritten),
        ),
        shown=() if game is None else _shown(table.ledger, game),
        throw=table.thrown,
        marked=table.marked,
        public=view,
    )


def following(before: Snapshot, table: Table) -> Snapshot:
    """Make the snapshot that comes after another one: that one itself, where the table looks no different."""
    after = compose(table, before.number, before.since)
    if after == before:
        return before
    number = before.number + 1
    moved = after.history is not before.history or after.asked != before.asked
    return replace(after, number=number, since=number if moved else before.since)


def _doubts(table: Table) -> bool:
    """Tell whether somebody must say what a card or a stick is."""
    asked = table.question is not None and not table.question.sure
    return asked or table.thrown is not None and bool(table.thrown.asks)


def _shown(ledger: Ledger, game: Game) -> tuple[Shown, ...]:
    """List what the cards of this round looked like, by the names that their events bear now.

    Not what is marked: who learns from it would learn a guess. Not the one turned up: it lies upon the stock,
    whose edges are taken for its own. 17 of 18 such cards of a drawn game were cut out more than 6 % askew,
    and one of 521 that were laid.
    """
    events = [
        (index, game.written(index), reading.crop)
        for index, reading in sorted(ledger.readings.items())
        if reading.crop is not None and index < len(game.events) and index not in ledger.marks
    ]
    return tuple(
        Shown(index, str(event["card"]), crop) for index, event, crop in events if event["event"] != "turn_up"
    )


def _out_of_step(game: Game, missing: tuple[int, ...]) -> Said | None:
    """Say what the table should show and does not, and what to do about it."""
    if not missing:
        return None
    rules = game.expected
    gone = [game.written(index) for index in missing]
    if rules.kind == "none" and len(missing) == len(rules.trick):
        if gone[0]["event"] == "lot":
            return say("The cards were taken up before they were confirmed: confirm them, or lay them back.")
        return say("The trick has been taken up before it was confirmed: confirm it, or lay it back.")
    names = [str(event["card"]) for event in gone]
    cards = listed(called(game, name) for name in names)
    if len(names) == 1:
        return say("Out of step: the table should show {cards}. Lay it back, or undo.", cards=cards)
    return say("Out of step: the table should show {cards}. Lay them back, or undo.", cards=cards)
