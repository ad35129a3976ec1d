"""Write points down and open flaps (docs/rules/probe.md 2 to 5)."""

from dataclasses import replace

from games.probe.events import sign_words
from games.probe.state import Notice, Phase, Player, Score, State, Tray, value
from texts import say

COMPLETED = 50
NO_DOT = -50
CALL_BONUS = 100
WRONG_CALL = -50
MISSPELT = -100
LAST_BONUS = 50
LONG_LAST_BONUS = 100
MANY_HIDDEN = 5
"""Hidden spaces that a tray needs to be called, and that the last word needs for its larger bonus."""


def score(
    state: State,
    player: int,
    points: int,
    why: str,
    *,
    of: int | None = None,
    side: str | None = None,
    space: int | None = None,
) -> State:
    """Add points to a player's score, with a line that says why."""
    mine = state.seats[player]
    if not state.rules.negative_totals:
        points = max(points, -mine.points)
    turn = None if state.phase is Phase.FINAL else state.now.number
    scores = state.scores.grown(Score(turn, player, points, why, of, side, space))
    return replace(with_player(state, player, replace(mine, points=mine.points + points)), scores=scores)


def uncover(state: State, seat: int, place: int, space: int, sign: str | None) -> State:
    """Open a flap; `place` is the tray's index, `sign` what the owner says stands there."""
    tray = state.seats[seat].trays[place]
    signs = tray.signs if sign is None or tray.typed else tray.with_sign(space, sign)
    state = with_tray(state, seat, place, replace(tray, signs=signs, opened=tray.opened | {space}))
    return _wrong_no(state, seat, place, space)


def uncover_all(state: State, seat: int, place: int, word: str | None = None) -> State:
    """Open every flap of a tray; `word` says what stands there where the engine did not know."""
    tray = state.seats[seat].trays[place]
    hidden = tray.hidden
    signs = tray.signs if word is None else tuple(word)
    state = with_tray(state, seat, place, replace(tray, signs=signs, opened=frozenset(tray.spaces)))
    for space in hidden:
        state = _wrong_no(state, seat, place, space)
    return state


def found(state: State, seat: int, place: int, space: int, sign: str | None, why: str) -> State:
    """Let the active player score the space that another player uncovers, and the word if it is complete."""
    drawer, side, times = state.active, state.seats[seat].trays[place].side, state.times
    asked = why == "found"
    state = uncover(state, seat, place, space, sign)
    points = value(space) * (times if asked else 1)
    state = score(state, drawer, points, why, of=seat, side=side, space=space)
    if not completes(state, seat, place) or not (asked or state.rules.neighbour_completion):
        return state
    bonus = COMPLETED * (times if asked and state.rules.times_completion else 1)
    return score(state, drawer, bonus, "completed", of=seat, side=side)


def completes(state: State, seat: int, place: int) -> bool:
    """Tell whether the tray, whose flap was just opened, is a word completed."""
    mine = state.seats[seat]
    return not (mine.trays[place].hidden if state.rules.tray_completion else mine.hidden)


def last_word(state: State) -> State:
    """Let the holder of the last word open the rest and score it (docs/rules/probe.md 5)."""
    seat = state.holder
    assert seat is not None
    left = [(place, tray) for place, tray in enumerate(state.seats[seat].trays) if tray.hidden]
    groups = [left] if state.rules.last_trays == "together" else [[each] for each in left]
    for group in groups:
        for place, tray in group:
            state = uncover_all(state, seat, place)
            state = score(state, seat, tray.worth, "last_word", of=seat, side=tray.side)
        side = group[0][1].side if len(group) == 1 else None
        state = score(state, seat, _last_bonus(state, group), "last_bonus", of=seat, side=side)
    return state


def with_player(state: State, seat: int, player: Player) -> State:
    """Give the state with a player replaced."""
    return replace(state, seats=(*state.seats[:seat], player, *state.seats[seat + 1 :]))


def with_tray(state: State, seat: int, place: int, tray: Tray) -> State:
    """Give the state with a tray replaced."""
    player = state.seats[seat]
    trays = (*player.trays[:place], tray, *player.trays[place + 1 :])
    return with_player(state, seat, replace(player, trays=trays))


def _last_bonus(state: State, trays: list[tuple[int, Tray]]) -> int:
    many = sum(len(tray.hidden) for _, tray in trays) >= MANY_HIDDEN
    if state.rules.last_bonus == "add":
        return LAST_BONUS + LONG_LAST_BONUS * many
    return LONG_LAST_BONUS if many else LAST_BONUS


def _wrong_no(state: State, seat: int, place: int, space: int) -> State:
    """Notice a sign that its owner said not to have: it stood there all the time."""
    sign = state.seats[seat].trays[place].exposed(space)
    if sign is None or (seat, sign) not in state.denied:
        return state
    text = say(
        "{who} said no to {sign}, but space {space} had it. The table decides what to do.",
        who=state.players[seat],
        sign=sign_words(sign),
        space=space,
    )
    return replace(
        state,
        denied=state.denied - {(seat, sign)},
        notices=(*state.notices, Notice("wrong_no", seat, text)),
    )
