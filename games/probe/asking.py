"""Set out words, draw cards, ask and answer (docs/rules/probe.md 1 to 3).

What takes an event refuses it as `games.probe.apply.apply` says, and changes nothing then.
"""

from dataclasses import replace

from games.errors import Ambiguous, NotAllowed
from games.header import parse_seat
from games.probe.activity import parse_card, points_of, times_of
from games.probe.events import TRAY_WORDS, Ask, Draw, No, Open, Ready, Word, parse_space
from games.probe.scoring import NO_DOT, found, score, uncover, with_tray
from games.probe.signs import DOT, SPACES, check_word, parse_sign, parse_word, possible
from games.probe.state import SIDES, Phase, Question, State, Tray
from games.probe.turns import may_deny, openable, pass_turn, proceed
from games.probe.words import awaited, need, need_turn, opponent, tray_of
from texts import Said, say, say_many, sentences


def word(state: State, event: Word) -> State:
    """Take a word as its owner typed it; until the first card is drawn it may be replaced."""
    typed = parse_word(event.word, state.rules.accents)
    _check_time(state)
    check_word(typed, state.rules)
    return _set_out(state, event, tuple(typed), typed=True)


def ready(state: State, event: Ready) -> State:
    """Take note that a word stands in so many spaces, which its owner keeps to himself."""
    signs = (None,) * parse_space(event.spaces)
    _check_time(state)
    if not possible(signs, state.rules):
        raise NotAllowed(
            say_many(
                "A word needs at least {count} letter, and a space for it.",
                "A word needs at least {count} letters, and spaces for them.",
                state.rules.min_letters,
            ),
            "word",
        )
    return _set_out(state, event, signs, typed=False)


def draw(state: State, event: Draw) -> State:
    """Obey an activity card."""
    card = parse_card(event.card)
    need(state, say("No activity card is drawn now."), Phase.DRAW)
    need_turn(state, event.player)
    state = replace(state, now=replace(state.now, cards=state.now.cards.grown(card)), phase=Phase.ASK)
    match card:
        case "additional":
            state = replace(state, additional=True)
        case "left" | "right":
            state = replace(state, phase=Phase.NEIGHBOUR, neighbour=_neighbour(state, card))
        case "dot":
            state = replace(state, phase=Phase.OWN_DOT)
    state = replace(state, times=times_of(card))
    points = points_of(card)
    return proceed(score(state, state.active, points, "card") if points else state)


def ask(state: State, event: Ask) -> State:
    """Ask an opponent for a letter or a dot."""
    sign = parse_sign(event.sign, state.rules.accents)
    need(state, say("Nobody can ask now."), Phase.ASK)
    need_turn(state, event.player)
    of = opponent(state, state.active, event.of)
    if not state.seats[of].hidden:
        raise NotAllowed(
            sentences(say("{who} has nothing hidden any more.", who=state.players[of]), awaited(state)),
            "nothing_hidden",
        )
    return replace(state, phase=Phase.ANSWER, question=Question(of, sign))


def open_(state: State, event: Open) -> State:
    """Open a space: as an answer, for a neighbour's card, or an own dot."""
    space = parse_space(event.space)
    said = None if event.sign is None else parse_sign(event.sign, state.rules.accents)
    need(state, say("Nobody is to uncover anything now."), Phase.NEIGHBOUR, Phase.OWN_DOT, Phase.ANSWER)
    need_turn(state, event.player)
    seat = state.turn
    assert seat is not None
    place = _which_tray(state, seat, event.side)
    tray = state.seats[seat].trays[place]
    _check_space(state, seat, tray, space)
    sign = tray.sign(space) or state.wanted or said
    if sign is None:
        raise Ambiguous(
            say("Space {space} is uncovered: say which letter, or a dot, stands there.", space=space)
        )
    fits = (place, space) in openable(state) and tray.may_hold(space, sign, state.rules)
    if not fits or said not in (None, sign):
        raise NotAllowed(_unfit(state, seat, tray), "answer")
    match state.phase:
        case Phase.OWN_DOT:
            state = uncover(state, seat, place, space, sign)
        case Phase.NEIGHBOUR:
            state = found(state, seat, place, space, sign, "neighbour")
        case Phase.ANSWER:
            state = replace(found(state, seat, place, space, sign, "found"), times=1)
    return proceed(replace(state, phase=Phase.ASK, neighbour=None, question=None))


def no(state: State, event: No) -> State:
    """Say that there is no such hidden letter or dot: the turn ends, a dot asked in vain costs."""
    need(state, say("Nobody was asked for anything that one can say no to."), Phase.OWN_DOT, Phase.ANSWER)
    need_turn(state, event.player)
    seat, wanted = state.turn, state.wanted
    assert seat is not None and wanted is not None
    if not may_deny(state):
        raise NotAllowed(
            say(
                "{who}'s no does not fit the word as {who} typed it: look again, or correct the word.",
                who=state.players[seat],
            ),
            "answer",
        )
    state = replace(state, denied=state.denied | {(seat, wanted)})
    if state.phase is Phase.OWN_DOT:
        return proceed(replace(state, phase=Phase.ASK))
    if wanted == DOT:
        # Whose dot it was is not kept: nobody may list what was asked.
        state = score(state, state.active, NO_DOT, "no_dot")
    return pass_turn(replace(state, question=None))


def _check_time(state: State) -> None:
    if not state.untouched:
        raise NotAllowed(
            sentences(
                say("Words are set out before the first card is drawn: correct the earlier step."),
                awaited(state),
            ),
            "game_over" if state.over else "phase",
        )


def _set_out(state: State, event: Word | Ready, signs: tuple[str | None, ...], *, typed: bool) -> State:
    seat, first = parse_seat(event.player, state.players), parse_space(event.first)
    place = tray_of(state, seat, event.side)
    if first > 1 and state.rules.placing == "from_one":
        raise NotAllowed(say("At this table a word begins in space 1."), "placing")
    if first + len(signs) - 1 > SPACES[-1]:
        raise NotAllowed(
            say("From space {first} on there is no room for so many letters and dots.", first=first),
            "placing",
        )
    tray = Tray(state.seats[seat].trays[place].side, first, signs, typed=typed)
    state = with_tray(state, seat, place, tray)
    return replace(state, phase=Phase.DRAW if all(player.ready for player in state.seats) else Phase.SETUP)


def _neighbour(state: State, card: str) -> tuple[int, str | None]:
    """Find who must uncover a space; of two players the one opponent, in the tray at his left or right."""
    count, step = len(state.seats), 1 if card == "left" else -1
    nexts = state.rules.empty_neighbour == "next"
    if count == 2:
        seat = 1 - state.active
        tray = state.seats[seat].trays[SIDES.index(card)]
        other = SIDES[1 - SIDES.index(card)]
        return seat, other if nexts and not tray.hidden else card
    around = [(state.active + step * far) % count for far in range(1, count)]
    seats = [seat for seat in around if state.seats[seat].hidden] if nexts else []
    return (seats or around)[0], None


def _which_tray(state: State, seat: int, side: str | None) -> int:
    """Find the tray to open; a neighbour's card names it where there are two."""
    if state.phase is Phase.NEIGHBOUR and state.neighbour and side is None:
        side = state.neighbour[1]
    return tray_of(state, seat, side)


def _check_space(state: State, seat: int, tray: Tray, space: int) -> None:
    who = state.players[seat]
    if space not in tray.spaces:
        raise NotAllowed(
            say(
                "{who}'s word does not reach space {space}: it stands in {first} to {last}.",
                who=who,
                space=space,
                first=tray.spaces[0],
                last=tray.spaces[-1],
            ),
            "space",
        )
    if space in tray.opened:
        raise NotAllowed(say("Space {space} of {who} is open already.", space=space, who=who), "space")


def _unfit(state: State, seat: int, tray: Tray) -> Said:
    """Refuse an answer without a word about what stands anywhere."""
    who = state.players[seat]
    side = state.neighbour[1] if state.neighbour else None
    if side not in (None, tray.side):
        return say("{who} uncovers a space of {tray}.", who=who, tray=TRAY_WORDS[side or ""])
    if tray.typed:
        return say(
            "This does not fit the word as {who} typed it: look at the tray, or correct the word.", who=who
        )
    return say(
        "No such letter or dot can stand there: {who}'s dots stand before and after the word only.", who=who
    )
