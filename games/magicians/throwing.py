"""Take throws as they are read, void them, and let them count (docs/rules/magicians.md 1, 4 and 10).

What takes an event refuses it as `games.magicians.apply.apply` says, and changes nothing then.
"""

from dataclasses import replace

from games.errors import NotAllowed, Unreadable
from games.header import parse_seat
from games.magicians import bouts, spells
from games.magicians.effects import exile, note
from games.magicians.events import Again, Throw, parse_sticks
from games.magicians.moves import jumps
from games.magicians.state import Phase, State
from games.magicians.throws import pasch
from games.magicians.turns import end_turn, proceed, settle_opening
from games.magicians.words import awaited, need
from games.sticks import COLOR_WORDS, COLORS, Stick, complete, stick_to_dict
from texts import say, say_many, sentences

_READ = {
    Phase.OPENING: Phase.OPENING_READ,
    Phase.THROW: Phase.THROW_READ,
    Phase.DUEL: Phase.DUEL_READ,
    Phase.SPELL: Phase.SPELL_READ,
}
_WAITING = {read: waiting for waiting, read in _READ.items()}


def throw(state: State, event: Throw) -> State:
    """Take a throw as read. It does not count before it is confirmed."""
    sticks = parse_sticks([stick_to_dict(stick) for stick in event.sticks])
    given = None if event.player is None else parse_seat(event.player, state.players)
    duel = state.duel
    if state.phase is Phase.DUEL_READ and duel and duel.throws == duel.limit:
        who = state.players[duel.thrower]
        raise NotAllowed(
            sentences(say("{who} has no throw left in this duel.", who=who), awaited(state)), "duel_throws"
        )
    need(state, say("Nobody can throw now."), *_READ)
    if given not in (None, state.turn):
        refusal = say("{who} cannot throw now.", who=state.players[given or 0])
        raise NotAllowed(sentences(refusal, awaited(state)), "turn")
    _check_colors(state, sticks)
    reading = (*state.reading, *(_whole(state, stick) for stick in sticks))
    reading = tuple(sorted(reading, key=lambda stick: COLORS.index(stick.color)))
    state = replace(state, reading=reading)
    if state.to_throw:
        return state
    if state.phase is Phase.DUEL and duel:
        state = replace(state, duel=replace(duel, throws=duel.throws + 1))
    return replace(state, phase=_READ[state.phase])


def again(state: State, event: Again) -> State:
    """Void a throw: it is thrown again. In a duel it costs no throw unless the house says so."""
    need(state, say("There is no throw that could be void."), *_READ, *_WAITING)
    if event.reason == "leaning" and state.rules.leaning == "counts":
        raise NotAllowed(say("At this table a leaning stick counts: read it as it leans."), "leaning")
    waiting = _WAITING.get(state.phase, state.phase)
    duel, read = state.duel, state.phase in _WAITING
    # Where only invalid sticks are thrown again, those that lay well stay as they were read.
    lying = () if read or state.rules.rethrow == "all" else state.reading
    state = replace(state, phase=waiting, reading=lying)
    if waiting is not Phase.DUEL or duel is None:
        return state
    throws = duel.throws - read
    if state.rules.void_duel_throw == "counts":
        throws += 1
    state = replace(state, duel=replace(duel, throws=throws))
    # With no throw left the sticks that were void count nothing.
    return replace(state, phase=Phase.DUEL_READ) if throws == duel.limit else state


def confirm(state: State) -> State:
    """Let the throw count as read; after a tied bout, let the second thrower begin the next."""
    match state.phase:
        case Phase.OPENING_READ:
            return settle_opening(state)
        case Phase.THROW_READ:
            return _settle_throw(state)
        case Phase.DUEL_READ:
            return bouts.stop(state)
        case Phase.REPLAY:
            return bouts.begin_bout(state, begin=True)
        case Phase.SPELL_READ:
            return spells.settle(state)
    raise NotAllowed(
        sentences(say("There is no throw to confirm."), awaited(state)),
        "game_over" if state.over else "phase",
    )


def _settle_throw(state: State) -> State:
    """Let a turn's throw count: a Pasch of 0 exiles both figures, else they are to move."""
    seat, same = state.active, pasch(state.reading)
    state = note(replace(state, reading=()), sticks=state.reading)
    if same == 0:
        return end_turn(exile(exile(state, seat, "magician"), seat, "apprentice"))
    return proceed(replace(state, magician_done=jumps(state) == 0, extra_due=same is not None))


def _check_colors(state: State, sticks: tuple[Stick, ...]) -> None:
    wanted = state.to_throw
    for stick in sticks:
        if stick.color not in wanted:
            raise NotAllowed(
                sentences(
                    say(
                        "The {color} stick is not thrown now: it lies there already.",
                        color=COLOR_WORDS[stick.color],
                    ),
                    awaited(state),
                ),
                "sticks",
            )
    missing = [COLOR_WORDS[color] for color in wanted if color not in {stick.color for stick in sticks}]
    if missing and state.rules.rethrow == "all":
        raise NotAllowed(
            say_many(
                "A stick is missing ({missing}): throw again.",
                "{count} sticks are missing ({missing}): throw again.",
                len(missing),
                missing=missing,
            ),
            "sticks",
        )


def _whole(state: State, stick: Stick) -> Stick:
    """Complete a stick by its table, and demand what this throw is about."""
    stick = complete(stick, state.rules.table)
    spell = state.phase is Phase.SPELL
    if (stick.sides if spell else stick.notches) is None:
        what = '"sides"' if spell else '"notches"'
        raise Unreadable(
            say(
                "The {color} stick needs {what}, for this game's sticks have no known table.",
                color=COLOR_WORDS[stick.color],
                what=what,
            )
        )
    return stick
