"""Begin the game, begin and end turns, and find what comes next (docs/rules/probe.md 2, 5 and 8)."""

from dataclasses import replace

from games.errors import NotAllowed
from games.header import Header
from games.probe.scoring import last_word
from games.probe.signs import DOT
from games.probe.state import SIDES, Phase, Player, State, Tray, Turn
from games.stop import in_turn
from texts import say_many

ROTATIONS = 2
"""Turns that everybody has once only one player has hidden spaces left."""


def begin(header: Header) -> State:
    """Start a game: everybody sets out a word, two players set out two. The header's `dealer` begins.

    Raises NotAllowed where the points brought along are not one number a player.
    """
    count = len(header.players)
    carried = header.rules.carried
    if carried and len(carried) != count:
        raise NotAllowed(
            say_many(
                'The rule "{key}" has {count} number for {players} players: give one for each seat.',
                'The rule "{key}" has {count} numbers for {players} players: give one for each seat.',
                len(carried),
                key="carried",
                players=count,
            ),
            "players",
        )
    trays = tuple(Tray(side) for side in SIDES) if count == 2 else (Tray(),)
    return State(header, Phase.SETUP, tuple(Player(trays) for _ in range(count)), Turn(1, header.dealer))


def start_turn(state: State, seat: int) -> State:
    """Let a player begin a turn: he is to draw a card."""
    return replace(
        state,
        phase=Phase.DRAW,
        now=Turn(len(state.log) + 1, seat),
        times=1,
        additional=False,
        neighbour=None,
        question=None,
    )


def end_turn(state: State, following: int | None = None) -> State:
    """Finish the turn; the next seat to the left goes on, unless `following` says another."""
    state = _write_down(state)
    if state.last is not None:
        state = replace(state, last=state.last - 1)
        if state.last == 0:
            return last_word(replace(state, phase=Phase.FINAL))
    if following is None:
        following = (state.active + 1) % len(state.seats)
    return start_turn(state, following)


def pass_turn(state: State) -> State:
    """Go on after a "no": another card where an additional turn is due, else the next seat."""
    if state.additional:
        return replace(state, phase=Phase.DRAW, times=1, additional=False, neighbour=None, question=None)
    return end_turn(state)


def proceed(state: State) -> State:
    """Find what comes next: the end, the last-word phase, or a step that has become pointless."""
    if not any(player.hidden for player in state.seats):
        state = replace(_write_down(state), question=None, neighbour=None)
        return replace(state, phase=Phase.FINAL)
    if state.last is None and _last_due(state):
        state = replace(state, last=_turns_left(state))
    match state.phase:
        case Phase.NEIGHBOUR if not openable(state):
            state = replace(state, phase=Phase.ASK, neighbour=None)
        case Phase.OWN_DOT if not openable(state):
            state = replace(state, phase=Phase.ASK)
        case Phase.ANSWER if state.question and not state.seats[state.question.of].hidden:
            # The word was called while the question stood: the same player asks anew.
            state = replace(state, phase=Phase.ASK, question=None)
    if state.phase is Phase.ASK and not state.targets:
        # The holder of the last word has nobody to ask.
        return pass_turn(replace(state, additional=state.additional and state.rules.holder_additional))
    return state


def stop(state: State) -> State:
    """End the game as it stands: what is scored counts, and what lies under a closed flap stays there."""
    if state.phase is Phase.FINAL:
        # All is scored already: there is nothing left to leave.
        return replace(state, phase=Phase.GAME_OVER)
    setting_out = state.phase is Phase.SETUP
    begun = state.now.cards or state.scored_in(state.now.number)
    state = _write_down(state) if begun else state
    return replace(
        state,
        phase=Phase.GAME_OVER,
        stopped=in_turn(0 if setting_out else state.now.number),
        question=None,
        neighbour=None,
        call=None,
        last=None,
    )


def openable(state: State) -> tuple[tuple[int, int], ...]:
    """List what the seat that must uncover a space may open: the tray's index and the space.

    Where the word was typed this tells where a letter stands: it is for its owner alone.
    """
    seat = state.turn
    if seat is None or state.phase not in (Phase.NEIGHBOUR, Phase.OWN_DOT, Phase.ANSWER):
        return ()
    side = state.neighbour[1] if state.phase is Phase.NEIGHBOUR and state.neighbour else None
    places = [
        (place, space)
        for place, tray in enumerate(state.seats[seat].trays)
        if side is None or tray.side == side
        for space in tray.hidden
        if tray.may_hold(space, state.wanted, state.rules)
    ]
    if state.phase is Phase.OWN_DOT and state.rules.own_dot == "first":
        known = [(p, s) for p, s in places if state.seats[seat].trays[p].sign(s) == DOT]
        return tuple(known[:1] or places)
    return tuple(places)


def may_deny(state: State) -> bool:
    """Tell whether the seat that was asked may say no: the engine knows of no such hidden space."""
    if state.turn is None or state.phase not in (Phase.OWN_DOT, Phase.ANSWER):
        return False
    return not any(
        tray.sign(space) == state.wanted for tray in state.seats[state.turn].trays for space in tray.hidden
    )


def _last_due(state: State) -> bool:
    if len(state.seats) == 2 and state.rules.two_player_last == "tray":
        return sum(bool(tray.hidden) for player in state.seats for tray in player.trays) == 1
    return state.holder is not None


def _turns_left(state: State) -> int:
    """Count the turns of two rotations, and the running one that is finished before them."""
    left = ROTATIONS * len(state.seats)
    # Before the first card is drawn no turn runs: the rotations begin with it.
    running = state.phase is not Phase.DRAW or bool(state.now.cards)
    return left + (running and state.rules.last_begins == "next_turn")


def _write_down(state: State) -> State:
    return replace(state, log=state.log.grown(replace(state.now, totals=state.totals)))
