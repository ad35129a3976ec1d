"""Say what a game of Probe waits for, and refuse what comes at another time."""

from games.errors import Ambiguous, NotAllowed
from games.header import parse_seat
from games.probe.events import TRAY_WORDS, parse_side, sign_words
from games.probe.state import Phase, State
from texts import Said, listed, say, say_many, sentences


def awaited(state: State) -> Said:
    """Say in a sentence what the game waits for; for everybody, so no secret is in it."""
    who = say("nobody") if state.turn is None else state.players[state.turn]
    match state.phase:
        case Phase.SETUP:
            missing = [
                name for name, player in zip(state.players, state.seats, strict=True) if not player.ready
            ]
            return say("The game waits for the words of {names}.", names=missing)
        case Phase.DRAW:
            return _turn(state, say("The turn waits for {who} to draw an activity card.", who=who))
        case Phase.NEIGHBOUR if state.neighbour:
            return _turn(state, _uncovers(who, state.neighbour[1]))
        case Phase.OWN_DOT:
            return _turn(
                state,
                say(
                    "The turn waits for {who} to uncover a dot of theirs, or to say that there is none.",
                    who=who,
                ),
            )
        case Phase.ASK:
            asked = listed([state.players[seat] for seat in state.targets], either=True)
            return _turn(
                state,
                say("The turn waits for {who} to ask {others} for a letter or a dot.", who=who, others=asked),
            )
        case Phase.ANSWER if state.question:
            return say(
                "{asker} asks {who} for {sign}: {who} uncovers one, or says no.",
                asker=state.players[state.active],
                who=who,
                sign=sign_words(state.question.sign),
            )
        case Phase.JUDGE if state.call:
            return say(
                "{caller} names {who}'s word: {who} says whether it is right.",
                caller=state.players[state.call.player],
                who=who,
            )
        case Phase.FINAL:
            return say(
                "Everything is uncovered: check how the words are spelt, then confirm the final score."
            )
    return say("The game is over: start a new one, or undo.")


def need(state: State, refusal: Said, *phases: Phase) -> None:
    """Refuse an event that belongs to other phases, and say what is awaited instead. Raises NotAllowed."""
    if state.phase not in phases:
        raise NotAllowed(sentences(refusal, awaited(state)), "game_over" if state.over else "phase")


def need_turn(state: State, player: int | None) -> None:
    """Refuse somebody who need not act now; None is whoever must. Raises Unreadable or NotAllowed."""
    if player is None or parse_seat(player, state.players) == state.turn:
        return
    refusal = say("It is not for {who} to act now.", who=state.players[player])
    raise NotAllowed(sentences(refusal, awaited(state)), "turn")


def tray_of(state: State, seat: int, side: str | None) -> int:
    """Find the index of the tray that is meant.

    Raises Ambiguous where the player has two and none is named, NotAllowed where one is named and he has one.
    """
    trays, who = state.seats[seat].trays, state.players[seat]
    if side is None:
        if len(trays) > 1:
            raise Ambiguous(say("{who} has two trays: say whether it is the left or the right one.", who=who))
        return 0
    parse_side(side)
    if len(trays) == 1:
        raise NotAllowed(
            say('{who} has one tray, neither left nor right: leave "tray" out.', who=who), "tray"
        )
    return next(place for place, tray in enumerate(trays) if tray.side == side)


def opponent(state: State, player: int, of: int | None) -> int:
    """Find the opponent who is meant; with two players there is only one.

    Raises Ambiguous where there are several, NotAllowed for oneself, Unreadable for no seat.
    """
    parse_seat(player, state.players)
    if of is None:
        if len(state.seats) > 2:
            raise Ambiguous(
                say("{who} has several opponents: say which one is meant.", who=state.players[player])
            )
        return 1 - player
    if parse_seat(of, state.players) == player:
        raise NotAllowed(
            say(
                "{who} must name an opponent, not {other}.",
                who=state.players[player],
                other=state.players[of],
            ),
            "opponent",
        )
    return of


def _uncovers(who: str, side: str | None) -> Said:
    if side is None:
        return say("The turn waits for {who} to uncover any letter or dot.", who=who)
    return say(
        "The turn waits for {who} to uncover any letter or dot of {tray}.", who=who, tray=TRAY_WORDS[side]
    )


def _turn(state: State, said: Said) -> Said:
    if state.last is None:
        return said
    left = say_many("The last word: {count} turn to go.", "The last word: {count} turns to go.", state.last)
    return sentences(left, said) or said
