"""Interrupt, judge, and find words misspelt (docs/rules/probe.md 4 and 5).

What takes an event refuses it as `games.probe.apply.apply` says, and changes nothing then.
"""

from dataclasses import replace

from games.errors import NotAllowed
from games.header import parse_seat
from games.probe.events import Interrupt, Judge, Misspelt
from games.probe.scoring import (
    CALL_BONUS,
    COMPLETED,
    MANY_HIDDEN,
    MISSPELT,
    WRONG_CALL,
    completes,
    score,
    uncover_all,
    with_tray,
)
from games.probe.signs import parse_word, possible
from games.probe.state import Call, Phase, State, Tray
from games.probe.turns import end_turn, pass_turn, proceed
from games.probe.words import awaited, need, need_turn, opponent, tray_of
from texts import say, say_many, sentences


def interrupt(state: State, event: Interrupt) -> State:
    """Name a whole word: judged at once where it was typed, else its owner judges."""
    player = parse_seat(event.player, state.players)
    word = None if event.word is None else parse_word(event.word, state.rules.accents)
    who = state.players[player]
    if not state.playing or state.phase is Phase.JUDGE:
        raise NotAllowed(
            sentences(say("{who} cannot name a word now.", who=who), awaited(state)),
            "game_over" if state.over else "phase",
        )
    of = opponent(state, player, event.of)
    place = tray_of(state, of, event.side)
    if player == state.active and not state.rules.call_in_own_turn:
        refusal = say("At this table {who} cannot name a word in their own turn.", who=who)
        raise NotAllowed(refusal, "call_turn")
    tray = state.seats[of].trays[place]
    if len(tray.hidden) < MANY_HIDDEN:
        raise NotAllowed(
            say_many(
                "{who} does not answer: a word can be named only while {many} of its spaces are hidden, "
                "here {count} is. Nobody scores.",
                "{who} does not answer: a word can be named only while {many} of its spaces are hidden, "
                "here {count} are. Nobody scores.",
                len(tray.hidden),
                who=state.players[of],
                many=MANY_HIDDEN,
            ),
            "five_hidden",
        )
    call = Call(player, of, tray.side, state.phase, word)
    if not tray.typed or word is None:
        return replace(state, phase=Phase.JUDGE, call=call)
    return _settle(state, call, place, right=tuple(word) == tray.signs)


def judge(state: State, event: Judge) -> State:
    """Let the owner say whether the word named was right."""
    need(state, say("There is no word to judge."), Phase.JUDGE)
    need_turn(state, event.player)
    call = state.call
    assert call is not None
    place = tray_of(state, call.of, call.side)
    tray = state.seats[call.of].trays[place]
    if event.right and call.word is not None and not _may_be(state, tray, call.word):
        raise NotAllowed(
            say(
                "The word named does not fit what lies open in the tray of {who}: it cannot be right.",
                who=state.players[call.of],
            ),
            "answer",
        )
    return _settle(replace(state, phase=call.before, call=None), call, place, right=event.right)


def misspelt(state: State, event: Misspelt) -> State:
    """Take points from the owner of a misspelt word, once a word."""
    seat = parse_seat(event.player, state.players)
    who = state.players[seat]
    if state.phase is Phase.SETUP or state.over:
        refusal = (
            say("It is too late to call {who}'s word misspelt.", who=who)
            if state.over
            else say("It is too early to call {who}'s word misspelt.", who=who)
        )
        raise NotAllowed(sentences(refusal, awaited(state)), "game_over" if state.over else "phase")
    place = tray_of(state, seat, event.side)
    tray = state.seats[seat].trays[place]
    if tray.misspelt:
        raise NotAllowed(say("{who}'s word counts as misspelt already.", who=who), "misspelt")
    if tray.hidden and state.rules.misspelt == "open_word":
        raise NotAllowed(say("At this table {who}'s word must be open first.", who=who), "misspelt")
    state = with_tray(state, seat, place, replace(tray, misspelt=True))
    return score(state, seat, MISSPELT, "misspelt", of=seat, side=tray.side)


def _settle(state: State, call: Call, place: int, *, right: bool) -> State:
    """Score a call; then the turn that it interrupted goes on, unless the table wants otherwise."""
    rules = state.rules
    if not right:
        state = score(state, call.player, WRONG_CALL, "wrong_call", of=call.of, side=call.side)
        if call.player == state.active and rules.wrong_call_ends_turn:
            return pass_turn(replace(state, question=None, neighbour=None))
        return state
    tray = state.seats[call.of].trays[place]
    state = uncover_all(state, call.of, place, None if tray.typed else call.word)
    state = score(state, call.player, tray.worth, "call", of=call.of, side=call.side)
    state = score(state, call.player, CALL_BONUS, "call_bonus", of=call.of, side=call.side)
    if rules.call_completion and completes(state, call.of, place):
        state = score(state, call.player, COMPLETED, "completed", of=call.of, side=call.side)
    asked = state.question is not None and state.question.of == call.of
    if asked and rules.question_after_call == "anew":
        # Who has two trays may have it in this one alone: the same player asks anew.
        state = replace(state, phase=Phase.ASK, question=None)
    state = proceed(state)
    takes_over = rules.after_call == "caller" and call.player != state.active
    # Two rotations are two turns for each: once they have begun, nobody takes a turn over.
    if takes_over and state.playing and state.last is None:
        return end_turn(state, call.player)
    return state


def _may_be(state: State, tray: Tray, word: str) -> bool:
    """Tell whether a word named may stand in a tray, as far as the engine knows."""
    if len(word) != len(tray.signs) or not possible(tuple(word), state.rules):
        return False
    return all(known in (None, sign) for known, sign in zip(tray.signs, word, strict=True))
