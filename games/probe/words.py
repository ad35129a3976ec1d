"""Say what a game of Probe waits for, and refuse what comes at another time."""

from games.cards import listed
from games.errors import Ambiguous, NotAllowed
from games.header import parse_seat
from games.probe.events import parse_side, sign_words
from games.probe.state import Phase, State


def awaited(state: State) -> str:
    """Say in a sentence what the game waits for; for everybody, so no secret is in it."""
    who = "nobody" if state.turn is None else state.players[state.turn]
    match state.phase:
        case Phase.SETUP:
            missing = listed(
                name for name, player in zip(state.players, state.seats, strict=True) if not player.ready
            )
            return f"The game waits for the words of {missing}."
        case Phase.DRAW:
            return f"{_turn(state)} waits for {who} to draw an activity card."
        case Phase.NEIGHBOUR if state.neighbour:
            side = state.neighbour[1]
            tray = f" of the {side} tray" if side else ""
            return f"{_turn(state)} waits for {who} to uncover any letter or dot{tray}."
        case Phase.OWN_DOT:
            return f"{_turn(state)} waits for {who} to uncover an own dot, or to say that there is none."
        case Phase.ASK:
            asked = listed(state.players[seat] for seat in state.targets).replace(" and ", " or ")
            return f"{_turn(state)} waits for {who} to ask {asked} for a letter or a dot."
        case Phase.ANSWER if state.question:
            asker, sign = state.players[state.active], sign_words(state.question.sign)
            return f"{asker} asks {who} for {sign}: {who} uncovers one, or says no."
        case Phase.JUDGE if state.call:
            caller = state.players[state.call.player]
            return f"{caller} names {who}'s word: {who} says whether it is right."
        case Phase.FINAL:
            return "Everything is uncovered: check how the words are spelt, then confirm the final score."
    return "The game is over: start a new one, or undo."


def need(state: State, refusal: str, *phases: Phase) -> None:
    """Refuse an event that belongs to other phases, and say what is awaited instead."""
    if state.phase not in phases:
        raise NotAllowed(f"{refusal} {awaited(state)}", "game_over" if state.over else "phase")


def need_turn(state: State, player: int | None) -> None:
    """Refuse somebody who need not act now; None is whoever must."""
    if player is None or parse_seat(player, state.players) == state.turn:
        return
    raise NotAllowed(f"It is not for {state.players[player]} to act now. {awaited(state)}", "turn")


def tray_of(state: State, seat: int, side: str | None) -> int:
    """Find the index of the tray that is meant.

    Raises Ambiguous where the player has two and none is named, NotAllowed where one is named and he has one.
    """
    trays, who = state.seats[seat].trays, state.players[seat]
    if side is None:
        if len(trays) > 1:
            raise Ambiguous(f"{who} has two trays: say whether it is the left or the right one.")
        return 0
    parse_side(side)
    if len(trays) == 1:
        raise NotAllowed(f'{who} has one tray, neither left nor right: leave "tray" out.', "tray")
    return next(place for place, tray in enumerate(trays) if tray.side == side)


def opponent(state: State, player: int, of: int | None) -> int:
    """Find the opponent who is meant; with two players there is only one.

    Raises Ambiguous where there are several, NotAllowed for oneself, Unreadable for no seat.
    """
    parse_seat(player, state.players)
    if of is None:
        if len(state.seats) > 2:
            raise Ambiguous(f"{state.players[player]} has several opponents: say which one is meant.")
        return 1 - player
    if parse_seat(of, state.players) == player:
        raise NotAllowed(
            f"{state.players[player]} must name an opponent, not {state.players[of]}.", "opponent"
        )
    return of


def _turn(state: State) -> str:
    if state.last is None:
        return "The turn"
    return f"The last word: {state.last} {'turn' if state.last == 1 else 'turns'} to go. The turn"
