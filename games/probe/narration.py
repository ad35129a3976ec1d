"""Say aloud what happens in a game of Probe, for whoever hears it and sees nothing.

No typed word is said, and what was asked only while the question is open (docs/rules/probe.md 2).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.narration import Line, ending, introduction, lines, number, points_of, sentence
from games.probe.events import (
    TRAY_WORDS,
    Ask,
    Confirm,
    Event,
    Interrupt,
    Open,
    Ready,
    Word,
    describe,
    sign_words,
)
from games.probe.state import Phase, Score, State, Tray
from games.probe.words import awaited
from texts import Said, say, say_many

LAST = ("last_word", "last_bonus")
"""Why whoever keeps the last word gets points."""
Opened = tuple[int, Tray, int]
"""A seat, its tray and one of its spaces."""


def introduce(state: State) -> list[Line]:
    """Say which game begins, who plays, and what comes first."""
    return [introduction("Probe", state.players), *lines(awaited(state))]


def narrate(before: State, event: Event, after: State) -> list[Line]:
    """Say what happened, what follows from it, and who is next."""
    found = lines(*_happened(before, event, after))
    shown = [] if isinstance(event, Open) else _uncovered(after, _opened(before, after))
    scores = tuple(after.scores)[len(before.scores) :]
    # What the last word brings comes after the last turn; what is misspelt may be said later still.
    late = [score for score in scores if score.why in LAST]
    found += lines(*([] if late else shown), *_counted(before, after, scores[: len(scores) - len(late)]))
    found += lines(*(notice.text for notice in after.notices[len(before.notices) :]))
    if before.last is None and after.last is not None:
        text = say_many(
            "Only the last word is still hidden: {count} turn is left.",
            "Only the last word is still hidden: {count} turns are left.",
            after.last,
        )
        found += lines(text)
    if after.over:
        return found + _end(after)
    if len(after.log) > len(before.log):
        found += lines(_turn_over(after, after.log[-1].number, after.log[-1].totals))
    if late:
        keeps = say("{who} has kept the last word.", who=after.players[late[0].player])
        found += lines(keeps, *shown, *_counted(before, after, scores)[len(scores) - len(late) :])
    found += lines(_begins(before, after))
    return found + _next(before, after)


def restate(before: State, after: State) -> list[Line]:
    """Say what stands otherwise after an undo or a correction, and nothing else."""
    was, now = _made(before), _made(after)
    found: list[Line] = []
    for turn in sorted({*was, *now}, key=lambda turn: turn or len(after.log) + len(before.log) + 1):
        for seat, who in enumerate(after.players):
            points = now.get(turn, Counter())[seat]
            if was.get(turn, Counter())[seat] != points:
                found += lines(_made_now(who, turn, points))
    found += lines(*_closed(after, _opened(after, before)), *_uncovered(after, _opened(before, after)))
    if after.over:
        return found + ([] if before.over else _end(after))
    found += lines(_begins(before, after))
    return found + _next(before, after)


def _happened(before: State, event: Event, after: State) -> list[Said | None]:
    match event:
        case Confirm() | Ask():
            # What a question is about is said as long as it is open.
            return []
        case Open():
            event = _seen(before, event, after)
        case Word(player, side=side) | Ready(player, side=side):
            tray = next(each for each in after.seats[player].trays if side in (None, each.side))
            filled = say_many(
                "It fills {count} space, from space {first} on.",
                "It fills {count} spaces, from space {first} on.",
                len(tray.spaces),
                first=tray.first,
            )
            return [sentence(describe(event, after.header)), filled]
        case Interrupt():
            called = event if event.of is not None else replace(event, of=1 - event.player)
            said = sentence(describe(replace(called, word=None), after.header))
            if after.phase is Phase.JUDGE:
                return [said]
            right = any(score.why == "call" for score in tuple(after.scores)[len(before.scores) :])
            return [said, say("The word is right.") if right else say("The word is wrong.")]
        case _ if getattr(event, "player", 0) is None:
            event = replace(event, player=before.turn)  # type: ignore[arg-type]
    return [sentence(describe(event, after.header))]


def _seen(before: State, event: Open, after: State) -> Open:
    """Fill in whose space was opened, and what everybody sees there."""
    for seat, tray, space in _opened(before, after):
        if seat == before.turn and space == event.space:
            return replace(event, player=seat, side=tray.side, sign=tray.exposed(space))
    return replace(event, player=before.turn)


def _opened(before: State, after: State) -> list[Opened]:
    """List what lies open afterwards that did not before, or was another sign."""
    return [
        (seat, new, space)
        for seat, (one, other) in enumerate(zip(before.seats, after.seats, strict=True))
        for old, new in zip(one.trays, other.trays, strict=True)
        for space in sorted(new.opened)
        if space not in old.opened or old.exposed(space) != new.exposed(space)
    ]


def _uncovered(state: State, found: Iterable[Opened]) -> list[Said]:
    """Say which spaces lie open, and what stands in them as far as everybody knows."""
    said = []
    for seat, tray, space in found:
        sign, who = tray.exposed(space), state.players[seat]
        words = say("something unknown") if sign is None else sign_words(sign)
        where = say("Space {space} of {who} shows {sign}", space=space, who=who, sign=words)
        said.append(_in_tray(where, tray))
    return said


def _closed(state: State, found: Iterable[Opened]) -> list[Said]:
    """Say which spaces are closed again."""
    return [
        _in_tray(say("Space {space} of {who} is closed again", space=space, who=state.players[seat]), tray)
        for seat, tray, space in found
        if not any(space in other.opened for other in state.seats[seat].trays if other.side == tray.side)
    ]


def _in_tray(what: Said, tray: Tray) -> Said:
    if tray.side is None:
        return sentence(what)
    return sentence(say("{event}, in {tray}", event=what, tray=TRAY_WORDS[tray.side]))


def _counted(before: State, after: State, scores: Iterable[Score]) -> list[Said | None]:
    """Say what each line of the score brings, and what its player has with it."""
    totals = Counter(dict(enumerate(before.totals)))
    said: list[Said | None] = []
    for score in scores:
        totals[score.player] += score.points
        said.append(_scored(after, score, totals[score.player]))
    return said


def _scored(state: State, score: Score, total: int) -> Said | None:
    who, points = state.players[score.player], score.points
    if points > 0:
        return say_many(
            "{who} gets {points} point and has {total} now.",
            "{who} gets {points} points and has {total} now.",
            points,
            who=who,
            points=points,
            total=number(total),
        )
    if points < 0:
        return say_many(
            "{who} loses {points} point and has {total} now.",
            "{who} loses {points} points and has {total} now.",
            -points,
            who=who,
            points=-points,
            total=number(total),
        )
    return None


def _turn_over(state: State, turn: int, totals: Sequence[int]) -> Said:
    points = points_of(state.players, totals)
    return say("Turn {turn} is over. The points: {points}.", turn=turn, points=points)


def _made(state: State) -> dict[int | None, Counter[int]]:
    """Add up who made how many points in which turn."""
    made: dict[int | None, Counter[int]] = {}
    for turn, scores in state.by_turn().items():
        made[turn] = Counter()
        for score in scores:
            made[turn][score.player] += score.points
    return made


def _made_now(who: str, turn: int | None, points: int) -> Said:
    if turn is None:
        return say_many(
            "After the last turn {who} makes {points} point now.",
            "After the last turn {who} makes {points} points now.",
            abs(points),
            who=who,
            points=number(points),
        )
    return say_many(
        "In turn {turn}, {who} makes {points} point now.",
        "In turn {turn}, {who} makes {points} points now.",
        abs(points),
        turn=turn,
        who=who,
        points=number(points),
    )


def _begins(before: State, after: State) -> Said | None:
    """Say whose turn has begun, or goes on after steps were taken back."""
    same = before.playing and (before.now.number, before.active) == (after.now.number, after.active)
    if same or not after.playing:
        return None
    return say("Turn {turn} is that of {who}.", turn=after.now.number, who=after.players[after.active])


def _end(state: State) -> list[Line]:
    return ending(state.players, [player.points for player in state.seats], state.winners)


def _next(before: State, after: State) -> list[Line]:
    """Say what is awaited, where that is something else than before; a question only as it is asked."""
    if (before.phase, before.turn, before.question, before.now.number) == (
        *(after.phase, after.turn),
        *(after.question, after.now.number),
    ) and len(before.now.cards) == len(after.now.cards):
        return []
    return [Line(awaited(after), fleeting=after.phase is Phase.ANSWER)]
