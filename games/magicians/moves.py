"""Move the figures and let them meet (docs/rules/magicians.md 4 and 5).

What takes an event refuses it as `games.magicians.apply.apply` says, and changes nothing then.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.board import LABYRINTH, LIFE, PLACES, SLAB, SYMBOL, ends
from games.errors import Ambiguous, NotAllowed
from games.header import parse_seat
from games.magicians.effects import gain, land_apprentice, land_magician, note
from games.magicians.events import Jump, Stay, Take, Walk, parse_place, square_words
from games.magicians.graph import PLACE_WORDS, targets
from games.magicians.state import Phase, State
from games.magicians.throws import own, squares
from games.magicians.turns import proceed
from games.magicians.words import awaited, far, need
from games.nearest import quote
from games.sticks import COLOR_WORDS, notches
from texts import Said, listed, say, say_many, sentences

SHORTEST_LOOP = 3
"""Squares: in one or two nobody comes back to a square without going there and back."""


def jumps(state: State) -> int:
    """Count the jumps of the active player's Magician: the notches of his own stick."""
    return own(state.now.sticks, state.seats[state.active].color)


def may_jump_to(state: State) -> frozenset[str]:
    """List the Places where the active Magician may land."""
    rules, place = state.rules, state.seats[state.active].magician
    return targets(
        place, jumps(state), layout=rules.layout, labyrinth=rules.labyrinth, jump_back=rules.jump_back
    )


def magician_may_stay(state: State) -> bool:
    """Tell whether the Magician may stay: not on Life for a second turn, unless his stick shows 0."""
    return not (state.must_leave and jumps(state))


def may_walk(state: State) -> tuple[int, ...]:
    """List how many squares the active Apprentice may walk."""
    return squares(state.now.sticks, state.seats[state.active].stone)


def may_walk_to(state: State) -> Mapping[int, frozenset[str]]:
    """Give, per number of squares, where the Apprentice may stop; without a board anywhere but behind it."""
    rules, board = state.rules, state.rules.paths
    start, twice = state.seats[state.active].apprentice, rules.apprentice_path == "no_return"
    found: dict[int, frozenset[str]] = {}
    for count in may_walk(state):
        if board is None:
            reached = frozenset((*PLACES, SYMBOL, SLAB))
            if not rules.walk_back and (count < SHORTEST_LOOP or not twice):
                # A slab has no name here: another may be as far as the one on which the figure stands.
                reached -= {start} & set(PLACES)
        else:
            reached = ends(board, start, count, twice=twice)
        found[count] = reached if rules.apprentice_labyrinth else reached - {LABYRINTH}
    return found


def apprentice_may_stay(state: State) -> bool:
    """Tell whether the Apprentice may stay: by the house's rule, or where no way is long enough."""
    return state.rules.apprentice_may_stay or not any(may_walk_to(state).values())


def jump(state: State, event: Jump) -> State:
    """Let the active Magician jump."""
    to, who = parse_place(event.to), state.players[state.active]
    need(state, say("{who}'s Magician cannot jump now.", who=who), Phase.MOVING)
    place, count = state.seats[state.active].magician, jumps(state)
    if state.magician_done and count:
        raise NotAllowed(_moved(state, "magician"), "moved")
    reach = may_jump_to(state)
    if to not in reach:
        raise NotAllowed(_no_jump(state, place, to, count, reach), "jump")
    state = note(replace(state, magician_done=True), jump=(place, to))
    return proceed(land_magician(state, state.active, to))


def walk(state: State, event: Walk) -> State:
    """Let the active Apprentice walk."""
    who = state.players[state.active]
    need(state, say("{who}'s Apprentice cannot walk now.", who=who), Phase.MOVING)
    if state.apprentice_done:
        raise NotAllowed(_moved(state, "apprentice"), "moved")
    if state.kind(event.to) is None:
        raise NotAllowed(
            say("This board has no square {square}: tap one that it has.", square=quote(event.to)), "walk"
        )
    ways = may_walk_to(state)
    if event.squares is not None and event.squares not in ways:
        text = say(
            "{who}'s Apprentice walks {squares}, not {value}.",
            who=who,
            squares=far(tuple(ways)),
            value=quote(event.squares),
        )
        raise NotAllowed(text, "squares")
    counts = ways if event.squares is None else (event.squares,)
    start = state.seats[state.active].apprentice
    if not any(event.to in ways[count] for count in counts):
        text = say(
            "{who}'s Apprentice cannot stop at {square} after exactly {squares}: "
            "choose a square that is offered.",
            who=who,
            square=square_words(event.to),
            squares=far(tuple(counts)),
        )
        back = say("An Apprentice does not walk there and back: it leaves where it stands.")
        raise NotAllowed(sentences(back if event.to == start else None, text) or text, "walk")
    state = note(replace(state, apprentice_done=True), walk=(start, event.to))
    return proceed(land_apprentice(state, state.active, event.to))


def stay(state: State, event: Stay) -> State:
    """Let a figure stay in its turn."""
    figure, who = event.figure, state.players[state.active]
    refusal = (
        say("{who} cannot let the Magician stay now.", who=who)
        if figure == "magician"
        else say("{who} cannot let the Apprentice stay now.", who=who)
    )
    need(state, refusal, Phase.MOVING)
    if state.magician_done if figure == "magician" else state.apprentice_done:
        raise NotAllowed(_moved(state, figure), "moved")
    if figure == "magician":
        if not magician_may_stay(state):
            raise NotAllowed(
                say(
                    "{who}'s Magician was on the Place of Life when the turn began and must leave it, "
                    "for his stick shows {notches}.",
                    who=who,
                    notches=notches(jumps(state)),
                ),
                "life",
            )
        return proceed(replace(state, magician_done=True))
    if not apprentice_may_stay(state):
        raise NotAllowed(say("{who}'s Apprentice must walk the full number of squares.", who=who), "stay")
    return proceed(replace(state, apprentice_done=True))


def take(state: State, event: Take) -> State:
    """Take the card of a meeting: from the Place, or, where none lies, from the opponent of one's choice."""
    who, place = state.players[state.active], state.meeting
    need(state, say("{who} cannot take a card now.", who=who), Phase.MEETING)
    assert place is not None
    name = PLACE_WORDS[place]
    victim = None if event.victim is None else parse_seat(event.victim, state.players)
    if state.lying(place):
        if victim is not None:
            raise NotAllowed(
                say(
                    "A card of {place} lies there: {who} takes that one, not {other}'s.",
                    place=name,
                    who=who,
                    other=state.players[victim],
                ),
                "take",
            )
    else:
        owners = state.owners(place)
        if victim is None:
            names = listed(state.players[seat] for seat in owners)
            raise Ambiguous(
                say(
                    "No card of {place} lies there and {names} have it: {who} says whose to take.",
                    place=name,
                    names=names,
                    who=who,
                )
            )
        if victim not in owners:
            raise NotAllowed(
                say("{who} does not have the card of {place}.", who=state.players[victim], place=name), "take"
            )
    return proceed(replace(gain(state, state.active, place, victim, "meeting"), meeting=None))


def _moved(state: State, figure: str) -> Said:
    who = state.players[state.active]
    if figure == "magician":
        moved = say("{who}'s Magician has had his move.", who=who) if jumps(state) else _stays(state)
        return sentences(moved, awaited(state))
    return sentences(say("{who}'s Apprentice has had its move.", who=who), awaited(state))


def _stays(state: State) -> Said:
    """Say why a Magician stays whose own stick shows nothing."""
    color = COLOR_WORDS[state.seats[state.active].color]
    return say(
        "{who}'s Magician cannot jump and stays: the {color} stick, {who}'s own, shows 0 notches.",
        who=state.players[state.active],
        color=color,
    )


def _no_jump(state: State, place: str, to: str, count: int, reach: frozenset[str]) -> Said:
    """Say why a Magician cannot get somewhere, and where he can."""
    who = state.players[state.active]
    if not count:
        return sentences(_stays(state), awaited(state))
    why = None
    if place == to:
        why = say("Two jumps may not lead there and back.")
    elif LABYRINTH in (place, to) and LIFE not in (place, to):
        why = say("The Labyrinth has no side steps, its way leads through Life.")
    return sentences(
        say_many(
            "{who}'s Magician cannot get from {start} to {place} with {count} jump.",
            "{who}'s Magician cannot get from {start} to {place} with {count} jumps.",
            count,
            who=who,
            start=PLACE_WORDS[place],
            place=PLACE_WORDS[to],
        ),
        why,
        say(
            "He reaches {places}.",
            places=listed([PLACE_WORDS[each] for each in PLACES if each in reach], either=True),
        ),
    )
