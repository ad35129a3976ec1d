"""Fight duels, throw by throw (docs/rules/magicians.md 6 and 11).

What takes an event refuses it as `games.magicians.apply.apply` says, and changes nothing then.
"""

from dataclasses import replace

from games.errors import NotAllowed
from games.magicians.duel import Bout, Outcome
from games.magicians.effects import finish_duel
from games.magicians.events import Keep, Replay, parse_colors
from games.magicians.state import Phase, State
from games.magicians.turns import proceed
from games.magicians.words import awaited, need
from games.sticks import COLOR_WORDS, COLORS
from texts import say, sentences


def keep(state: State, event: Keep) -> State:
    """Set sticks aside and throw the others; all three aside is to stop."""
    chosen, duel = parse_colors(event.sticks), state.duel
    need(state, say("No stick can be set aside now."), Phase.DUEL_READ)
    assert duel is not None
    who = state.players[duel.thrower]
    if duel.throws == duel.limit:
        raise NotAllowed(
            sentences(say("{who} has no throw left in this duel.", who=who), awaited(state)), "duel_throws"
        )
    missing = [COLOR_WORDS[stick.color] for stick in duel.aside if stick.color not in chosen]
    if missing and state.rules.kept_sticks == "stay":
        raise NotAllowed(say("What {who} set aside stays aside: {sticks}.", who=who, sticks=missing), "keep")
    lying = tuple(stick for stick in (*duel.aside, *state.reading) if stick.color in chosen)
    if len(lying) == len(COLORS):
        if state.rules.keep_all == "stops":
            return stop(state)
        raise NotAllowed(
            say("{who} must throw at least one stick: confirm in order to stop.", who=who), "keep"
        )
    return replace(state, phase=Phase.DUEL, duel=replace(duel, aside=lying), reading=())


def stop(state: State) -> State:
    """Let the thrower's series stand: it is announced, or the bout is decided."""
    duel = state.duel
    assert duel is not None
    score = duel.score(state.reading)
    if duel.announced is None:
        after = replace(duel, announced=score, aside=(), throws=0)
        return replace(state, phase=Phase.DUEL, duel=after, reading=())
    bout = Bout(duel.first, (duel.announced, score))
    duel = replace(duel, bouts=duel.bouts.grown(bout), aside=(), throws=0)
    state = replace(state, duel=duel, reading=())
    if bout.outcome is Outcome.TIE:
        return _tie(state)
    winner = duel.first if bout.outcome is Outcome.FIRST else duel.second
    return proceed(finish_duel(state, winner))


def replay(state: State, event: Replay) -> State:
    """Let the second thrower of the tied bout say whether he begins the next."""
    need(state, say("There is no tie to be replayed."), Phase.REPLAY)
    return begin_bout(state, begin=event.begin)


def begin_bout(state: State, *, begin: bool) -> State:
    """Start the next bout from zero, begun by the second thrower of the last one or by its first."""
    duel = state.duel
    assert duel is not None
    fresh = replace(duel, first=duel.second if begin else duel.first, announced=None)
    return replace(state, phase=Phase.DUEL, duel=fresh)


def _tie(state: State) -> State:
    """Ask who begins the replay, unless the house has said it."""
    rules, duel = state.rules, state.duel
    assert duel is not None
    if rules.second_tie == "keep" and len(duel.bouts) > 1:
        return begin_bout(state, begin=False)
    if rules.replay_begins == "ask":
        return replace(state, phase=Phase.REPLAY)
    return begin_bout(state, begin=rules.replay_begins == "second")
