"""Say aloud what happens in a game of Les Trois Magiciens, for whoever hears it and sees nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from games.magicians.events import Again, Confirm, Event, Keep, Replay, Throw, describe, square_words
from games.magicians.graph import PLACE_WORDS
from games.magicians.outcomes import outcomes, same_turn
from games.magicians.state import Gain, Phase, State, Turn
from games.magicians.throws import pasch
from games.magicians.words import awaited
from games.narration import Line, introduction, lines, sentence
from games.sticks import COLOR_WORDS, SYMBOL_WORDS
from texts import Said, listed, say, say_many


def introduce(state: State) -> list[Line]:
    """Say which game begins, whose stick is which, and what comes first."""
    sticks = (
        say("The {color} stick is that of {who}.", color=COLOR_WORDS[player.color], who=who)
        for player, who in zip(state.seats, state.players, strict=True)
    )
    begins = None if state.opening else _begins(state)
    return [introduction("Les Trois Magiciens", state.players), *lines(*sticks, begins, awaited(state))]


def narrate(before: State, event: Event, after: State) -> list[Line]:
    """Say what happened, what follows from it, and who is next."""
    found = lines(*_happened(before, event, after))
    found += [_outcome(after, each) for each in outcomes(before, after)]
    found += lines(*_cards_now(before, after))
    if after.over:
        return found + _end(after)
    if after.now.number != before.now.number:
        found += lines(_begins(after))
    return found + lines(_next(before, after))


def restate(before: State, after: State) -> list[Line]:
    """Say what stands otherwise after an undo or a correction, and nothing else."""
    was, now = _gains(before), _gains(after)
    found: list[Line] = []
    for turn in sorted({*was, *now}):
        if was.get(turn, ()) != now.get(turn, ()):
            found += lines(_gained(after, turn, now.get(turn, ())))
    found += lines(*_cards_now(before, after))
    for who, old, new in zip(after.players, before.seats, after.seats, strict=True):
        if old.magician != new.magician:
            found += lines(
                say("The Magician of {who} is at {place} now.", who=who, place=PLACE_WORDS[new.magician])
            )
        if old.apprentice != new.apprentice:
            square = square_words(new.apprentice)
            found += lines(say("The Apprentice of {who} is at {place} now.", who=who, place=square))
        if old.stone != new.stone:
            found += lines(
                say("{who} has the Force stone now.", who=who)
                if new.stone
                else say("{who} does not have the Force stone now.", who=who)
            )
    if after.over:
        return found + ([] if before.over else _end(after))
    if (before.now.number, before.active) != (after.now.number, after.active) and not after.opening:
        found += lines(_begins(after))
    return found + lines(_next(before, after))


def _happened(before: State, event: Event, after: State) -> list[Said | None]:
    match event:
        case Confirm():
            return _confirmed(before, after)
        case Throw() | Again() | Keep() | Replay():
            if isinstance(event, Throw) and event.player is None:
                event = replace(event, player=before.turn)
            return [sentence(describe(event, after.header))]
    who = after.players[before.turn if before.turn is not None else before.active]
    return [say("{who}: {what}.", who=who, what=describe(event, after.header))]


def _confirmed(before: State, after: State) -> list[Said | None]:
    """Say what a throw comes to that was confirmed."""
    match before.phase:
        case Phase.OPENING_READ if before.turn is not None:
            count = sum(stick.notches or 0 for stick in before.reading)
            who = before.players[before.turn]
            said = say_many(
                "{who} threw {count} for the start.", "{who} threw {count} for the start.", count, who=who
            )
            tied = after.opening.waiting if after.opening and not after.opening.thrown else ()
            names = listed(after.players[seat] for seat in tied)
            return [said, say("It is a tie: {names} throw again.", names=names) if tied else None]
        case Phase.THROW_READ:
            same, who = pasch(before.reading), before.players[before.active]
            if same == 0:
                return [say("Three times 0: both figures of {who} go to the Labyrinth.", who=who)]
            if same is not None:
                return [
                    say("Three times {count}: {who} has an extra turn after this one.", count=same, who=who)
                ]
        case Phase.DUEL_READ if before.duel is not None:
            score, who = before.duel.score(before.reading), before.players[before.duel.thrower]
            series = say("{total} in {throws}", total=score.total, throws=score.throws)
            again = after.duel is not None and len(after.duel.bouts) > len(before.duel.bouts)
            return [
                say("{who} comes to {series}.", who=who, series=series),
                say("The duel is tied.") if again else None,
            ]
        case Phase.SPELL_READ if len(after.symbols) > 1:
            return [None]
        case Phase.SPELL_READ:
            spell = same_turn(before, after).spell
            return [None if spell is None else say("The spell shows {symbol}.", symbol=SYMBOL_WORDS[spell])]
    return [None]


def _outcome(state: State, found: Mapping[str, Any]) -> Line:
    who = state.players[found["player"]]
    match found["what"]:
        case "won":
            return Line(
                say("{who} wins the duel for {place}.", who=who, place=PLACE_WORDS[found["place"]]), wins=True
            )
        case "card":
            return Line(_got(state, who, found["place"], found["from"]), wins=True)
        case "exile" if found["figure"] == "magician":
            return Line(say("The Magician of {who} goes to the Labyrinth.", who=who))
        case "exile":
            return Line(say("The Apprentice of {who} goes to the Labyrinth.", who=who))
        case "stone":
            return Line(say("{who} has the Force stone now.", who=who))
    return Line(say("{who} loses the Force stone.", who=who))


def _got(state: State, who: str, place: str, source: int | None) -> Said:
    if source is None:
        return say("{who} gets the card of {place}.", who=who, place=PLACE_WORDS[place])
    return say(
        "{who} gets the card of {place} from {other}.",
        who=who,
        place=PLACE_WORDS[place],
        other=state.players[source],
    )


def _cards_now(before: State, after: State) -> list[Said]:
    """Say how many cards those have whose cards changed."""
    return [
        say_many("{who} has {count} card now.", "{who} has {count} cards now.", len(new.cards), who=who)
        for who, old, new in zip(after.players, before.seats, after.seats, strict=True)
        if sorted(old.cards) != sorted(new.cards)
    ]


def _gains(state: State) -> dict[int, tuple[Gain, ...]]:
    """Give the cards that changed hands, by the number of the turn; the turn under way is one of them."""
    turns: Iterable[Turn] = (*state.log, state.now)
    return {turn.number: turn.gains for turn in turns}


def _gained(state: State, turn: int, gains: Iterable[Gain]) -> Said:
    got = [
        say(
            "{who} gets the card of {place} from {other}",
            who=state.players[gain.player],
            place=PLACE_WORDS[gain.card],
            other=state.players[gain.source],
        )
        if gain.source is not None
        else say(
            "{who} gets the card of {place}", who=state.players[gain.player], place=PLACE_WORDS[gain.card]
        )
        for gain in gains
    ]
    if not got:
        return say("In turn {turn} nobody gets a card now.", turn=turn)
    return say("In turn {turn} now: {cards}.", turn=turn, cards=listed(got))


def _begins(state: State) -> Said:
    number, who = state.now.number, state.players[state.active]
    if state.now.extra:
        return say("Turn {turn} is an extra turn of {who}.", turn=number, who=who)
    return say("Turn {turn} is that of {who}.", turn=number, who=who)


def _end(state: State) -> list[Line]:
    """Say how the game has ended."""
    found = lines(say("The game is over."))
    for seat, rank in state.ranking:
        cards = listed(PLACE_WORDS[card] for card in state.seats[seat].cards)
        text = say_many(
            "{who} is number {rank} with {count} card.",
            "{who} is number {rank} with {count} cards.",
            len(state.seats[seat].cards),
            who=state.players[seat],
            rank=rank,
        )
        held = say("These are: {cards}.", cards=cards) if state.seats[seat].cards else None
        found += [Line(text, wins=rank == 1 and state.winner is not None), *lines(held)]
    return found


def _next(before: State, after: State) -> Said | None:
    """Say what is awaited, where that is something else than before."""
    said = awaited(after)
    return None if str(said) == str(awaited(before)) and before.now.number == after.now.number else said
