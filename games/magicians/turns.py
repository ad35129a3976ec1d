"""Begin the game, begin and end turns, and find what comes next (docs/rules/magicians.md 3 and 10)."""

from dataclasses import replace

from games.board import LIFE
from games.header import Header
from games.magicians.state import Opening, Phase, Player, State, Turn
from games.magicians.throws import total
from games.stop import in_turn


def begin(header: Header) -> State:
    """Start a game: the players throw for the start, or the header's `dealer` begins."""
    seats = tuple(Player(color) for color in header.rules.colors)
    state = State(header, Phase.OPENING, seats, now=Turn(0, header.dealer))
    if header.rules.opening == "dealer":
        return start_turn(state, header.dealer)
    return replace(state, opening=Opening(state.order))


def settle_opening(state: State) -> State:
    """Count the confirmed throw for the start; the highest begins, a tie is thrown again."""
    opening = state.opening
    assert opening is not None
    seat, *waiting = opening.waiting
    thrown = (*opening.thrown, (seat, total(state.reading)))
    state = replace(state, phase=Phase.OPENING, reading=())
    if waiting:
        return replace(state, opening=Opening(tuple(waiting), thrown))
    best = max(count for _, count in thrown)
    tied = tuple(seat for seat, count in thrown if count == best)
    if len(tied) > 1:
        again = tied if state.rules.opening_tie == "tied" else state.order
        return replace(state, opening=Opening(again))
    return start_turn(replace(state, opening=None), tied[0])


def start_turn(state: State, seat: int, *, extra: bool = False) -> State:
    """Let a player begin a turn: he is to throw."""
    rules, first = state.rules, not any(turn.player == seat for turn in reversed(state.log))
    bound = (rules.life_rule_first_turn or not first) and (rules.life_rule_extra_turn or not extra)
    return replace(
        state,
        phase=Phase.THROW,
        now=Turn(len(state.log) + 1, seat, extra),
        reading=(),
        must_leave=bound and state.seats[seat].magician == LIFE,
        magician_done=False,
        apprentice_done=False,
        spell_due=False,
        extra_due=False,
    )


def end_turn(state: State) -> State:
    """Finish the turn; after a Pasch of 1 or 2 the same player goes on, else the next seat."""
    extra, following = state.extra_due, state.order[1]
    state = replace(state, log=state.log.grown(state.now))
    return start_turn(state, state.active, extra=True) if extra else start_turn(state, following)


def proceed(state: State) -> State:
    """Find what comes next: the end, a meeting, moves, the duel, the spell, the next turn."""
    if state.winner is not None:
        return _end(replace(state, log=state.log.grown(state.now)))
    if state.meeting is not None:
        return replace(state, phase=Phase.MEETING)
    if state.spell_due and state.rules.spell_timing == "immediate":
        return replace(state, phase=Phase.SPELL_OFFER)
    if not (state.magician_done and state.apprentice_done):
        return replace(state, phase=Phase.MOVING)
    if state.duel is not None:
        return replace(state, phase=Phase.DUEL)
    if state.spell_due:
        return replace(state, phase=Phase.SPELL_OFFER)
    return end_turn(state)


def stop(state: State) -> State:
    """End the game as it stands; the turn under way counts as far as it came."""
    log = state.log.grown(state.now) if state.now.sticks else state.log
    return _end(
        replace(state, stopped=in_turn(state.now.number), log=log, opening=None, reading=(), symbols=())
    )


def _end(state: State) -> State:
    """End the game: it has no more duties, and what stood open stays undone."""
    return replace(state, phase=Phase.GAME_OVER, meeting=None, duel=None, spell_due=False, extra_due=False)
