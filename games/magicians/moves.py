"""Move the figures and let them meet (rules dossier 2.4 and 2.5)."""

from collections.abc import Mapping
from dataclasses import replace

from games.board import LABYRINTH, LIFE, PLACES, SLAB, SYMBOL, ends
from games.cards import listed
from games.errors import Ambiguous, NotAllowed
from games.header import parse_seat
from games.magicians.effects import gain, land_apprentice, land_magician, note
from games.magicians.events import Jump, Stay, Take, Walk, parse_place, square_words
from games.magicians.graph import PLACE_WORDS, targets
from games.magicians.state import Phase, State
from games.magicians.throws import own, squares
from games.magicians.turns import proceed
from games.magicians.words import awaited, need
from games.nearest import quote
from games.sticks import notches


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
    """Give, per number of squares, where the Apprentice may stop; without a board anywhere."""
    rules, board = state.rules, state.rules.paths
    found: dict[int, frozenset[str]] = {}
    for count in may_walk(state):
        if board is None:
            reached = frozenset((*PLACES, SYMBOL, SLAB))
        else:
            start, twice = state.seats[state.active].apprentice, rules.apprentice_path == "no_return"
            reached = ends(board, start, count, twice=twice)
        found[count] = reached if rules.apprentice_labyrinth else reached - {LABYRINTH}
    return found


def apprentice_may_stay(state: State) -> bool:
    """Tell whether the Apprentice may stay: by the house's rule, or where no way is long enough."""
    return state.rules.apprentice_may_stay or not any(may_walk_to(state).values())


def jump(state: State, event: Jump) -> State:
    """Let the active Magician jump."""
    to, who = parse_place(event.to), state.players[state.active]
    need(state, f"{who}'s Magician cannot jump now.", Phase.MOVING)
    if state.magician_done:
        raise NotAllowed(f"{who}'s Magician has had his move. {awaited(state)}", "moved")
    place, count = state.seats[state.active].magician, jumps(state)
    reach = may_jump_to(state)
    if to not in reach:
        raise NotAllowed(_no_jump(state, place, to, count, reach), "jump")
    state = note(replace(state, magician_done=True), jump=(place, to))
    return proceed(land_magician(state, state.active, to))


def walk(state: State, event: Walk) -> State:
    """Let the active Apprentice walk."""
    who = state.players[state.active]
    need(state, f"{who}'s Apprentice cannot walk now.", Phase.MOVING)
    if state.apprentice_done:
        raise NotAllowed(f"{who}'s Apprentice has had its move. {awaited(state)}", "moved")
    if state.kind(event.to) is None:
        raise NotAllowed(f"This board has no square {quote(event.to)}: tap one that it has.", "walk")
    ways = may_walk_to(state)
    if event.squares is not None and event.squares not in ways:
        allowed = " or ".join(map(str, ways))
        text = f"{who}'s Apprentice walks {allowed} squares, not {quote(event.squares)}."
        raise NotAllowed(text, "squares")
    counts = ways if event.squares is None else (event.squares,)
    if not any(event.to in ways[count] for count in counts):
        far = " or ".join(map(str, counts))
        raise NotAllowed(
            f"{who}'s Apprentice cannot stop at {square_words(event.to)} after exactly {far} squares: "
            "choose a square that is offered.",
            "walk",
        )
    start = state.seats[state.active].apprentice
    state = note(replace(state, apprentice_done=True), walk=(start, event.to))
    return proceed(land_apprentice(state, state.active, event.to))


def stay(state: State, event: Stay) -> State:
    """Let a figure stay in its turn."""
    figure, who = event.figure, state.players[state.active]
    need(state, f"{who} cannot let the {figure.title()} stay now.", Phase.MOVING)
    if state.magician_done if figure == "magician" else state.apprentice_done:
        raise NotAllowed(f"{who}'s {figure.title()} has had its move. {awaited(state)}", "moved")
    if figure == "magician":
        if not magician_may_stay(state):
            raise NotAllowed(
                f"{who}'s Magician was on the Place of Life when the turn began and must leave it, "
                f"for his stick shows {notches(jumps(state))}.",
                "life",
            )
        return proceed(replace(state, magician_done=True))
    if not apprentice_may_stay(state):
        raise NotAllowed(f"{who}'s Apprentice must walk the full number of squares.", "stay")
    return proceed(replace(state, apprentice_done=True))


def take(state: State, event: Take) -> State:
    """Take the card of a meeting: from the Place, or, where none lies, from the opponent of one's choice."""
    who, place = state.players[state.active], state.meeting
    need(state, f"{who} cannot take a card now.", Phase.MEETING)
    assert place is not None
    name = PLACE_WORDS[place]
    victim = None if event.victim is None else parse_seat(event.victim, state.players)
    if state.lying(place):
        if victim is not None:
            raise NotAllowed(
                f"A card of {name} lies there: {who} takes that one, not {state.players[victim]}'s.", "take"
            )
    else:
        owners = state.owners(place)
        if victim is None:
            names = listed(state.players[seat] for seat in owners)
            raise Ambiguous(f"No card of {name} lies there and {names} have it: {who} says whose to take.")
        if victim not in owners:
            raise NotAllowed(f"{state.players[victim]} does not have the card of {name}.", "take")
    return proceed(replace(gain(state, state.active, place, victim, "meeting"), meeting=None))


def _no_jump(state: State, place: str, to: str, count: int, reach: frozenset[str]) -> str:
    """Say why a Magician cannot get somewhere, and where he can."""
    who = state.players[state.active]
    if not count:
        return f"{who}'s Magician cannot jump: the {state.seats[state.active].color} stick shows 0 notches."
    far = "1 jump" if count == 1 else f"{count} jumps"
    choice = " or ".join(PLACE_WORDS[each] for each in PLACES if each in reach)
    why = ""
    if place == to:
        why = " Two jumps may not lead there and back."
    elif LABYRINTH in (place, to) and LIFE not in (place, to):
        why = " The Labyrinth has no side steps, its way leads through Life."
    way = f"from {PLACE_WORDS[place]} to {PLACE_WORDS[to]} with {far}"
    return f"{who}'s Magician cannot get {way}.{why} He reaches {choice}."
