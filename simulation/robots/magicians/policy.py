"""The policy of Les Trois Magiciens' robots: search to the end of a turn, and duels by exact odds.

A choice is worth what the best line to the end of the turn leads to (expectimax, chance by its odds); what
stands between turns is valued by hand-set weights.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache

from games.board import LIFE, MAGIC_PLACES, PLACES, Board, ends, neighbours
from games.magicians import (
    Cast,
    Choose,
    Confirm,
    Decline,
    Event,
    Jump,
    Keep,
    Phase,
    Replay,
    State,
    Stay,
    Take,
    Teleport,
    Throw,
    Walk,
    apply,
    targets,
)
from games.magicians.graph import edges, house
from games.magicians.moves import apprentice_may_stay, magician_may_stay, may_jump_to, may_walk
from games.sticks import COLORS, Stick, beside
from simulation.robots.magicians.duelling import beginner_wins, series

CARD, MEETING, STONE, NEAR = 10.0, 7.0, 1.2, 0.08
"""What a card, a sure meeting in the next turn, a Force stone and a square less to go are worth, by hand."""
OTHERS = 0.35
"""How much of the same an opponent has counts against a player."""
FALLS = tuple((own, others, (1, 2, 3, 2, 1)[others] / 27) for own in range(3) for others in range(5))
"""Notches of the own stick and of the two others together, with their probability."""
SPELLS: Mapping[str, tuple[str, str, str]] = {
    "force": ("magic", "destiny", "destiny"),
    "magic": ("force", "destiny", "destiny"),
    "destiny": ("force", "magic", "magic"),
}
"""By the symbol that leads alone: the sides that lie down."""
HIGH, LOW = (2, 2, 2), (0, 0, 0)
"""Throws by which a duel is settled in mind: the highest, and the lowest."""

Nodes = tuple[str, ...]
"""Where each seat's Apprentice is on the board that the robots have in mind."""
Option = tuple[Event, str | None]
"""A choice, and where the own Apprentice then is, if it moves of its own will."""


class Policy:
    """Decide for every seat. Where the table has no board, they have the stand-in in mind and keep to it."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._where: dict[int, str] = {}
        self._map: _Map | None = None

    def choose(self, state: State) -> Event:
        """Choose what the player whose turn it is does; a throw must lie there or none be awaited."""
        match state.phase:
            case Phase.OPENING_READ | Phase.THROW_READ | Phase.SPELL_READ:
                return Confirm()
            case Phase.DUEL_READ if state.duel:
                aside = series(state.duel, state.reading)
                return Confirm() if aside is None else Keep(aside)
            case Phase.REPLAY:
                return Replay(beginner_wins() >= 0.5)
        nodes = self._nodes(state)
        options = _options(state, self._at(state), nodes)
        # Equal choices fall by chance, lest every game runs alike.
        event, node = max(
            options, key=lambda each: (round(self._worth(state, each, nodes), 6), self._rng.random())
        )
        if node is not None:
            self._where[state.active] = node
        return event

    def _at(self, state: State) -> _Map:
        if self._map is None or self._map.rules is not state.rules:
            self._map = _Map(state)
        return self._map

    def _nodes(self, state: State) -> Nodes:
        found = []
        for seat, player in enumerate(state.seats):
            node = player.apprentice
            if state.rules.paths is None and node not in PLACES:
                # Where a person has tapped, any square of that kind will do.
                known = self._where.get(seat)
                board = self._at(state).board
                alike = [each.id for each in board.nodes if each.kind == node]
                node = known if known in alike else alike[0]
            found.append(node)
        return (found[0], found[1], found[2])

    def _worth(self, state: State, option: Option, nodes: Nodes) -> float:
        return _after(state, option, nodes, self._at(state))


class _Map:
    """The board, and what was worked out on it; kept, since the same questions come again and again."""

    def __init__(self, state: State) -> None:
        self.rules = state.rules
        self.board: Board = self.rules.paths or house(self.rules.layout)
        self._steps = {place: _distances(neighbours(self.board), place) for place in MAGIC_PLACES}
        ways: dict[str, tuple[str, ...]] = {place: () for place in PLACES}
        for first, second in edges(self.rules.layout):
            ways[first] += (second,)
            ways[second] += (first,)
        self._jumps = {place: _distances(ways, place) for place in MAGIC_PLACES}
        self.reach: Callable[[str, int], frozenset[str]] = cache(self._reach)
        self.stops: Callable[[str, int], frozenset[str]] = cache(self._stops)
        self.hope: Callable[..., float] = cache(self._hope)

    def _reach(self, place: str, jumps: int) -> frozenset[str]:
        rules = self.rules
        return targets(
            place, jumps, layout=rules.layout, labyrinth=rules.labyrinth, jump_back=rules.jump_back
        )

    def _stops(self, node: str, squares: int) -> frozenset[str]:
        found = ends(self.board, node, squares, twice=self.rules.apprentice_path == "no_return")
        return found if self.rules.apprentice_labyrinth else found - {"labyrinth"}

    def _hope(
        self, magician: str, node: str, stone: bool, wanted: frozenset[str], hostile: frozenset[str]
    ) -> float:
        """Say how good it is to stand like this before the next throw: by the chance of a meeting."""
        if not wanted:
            return 0.0
        met = 0.0
        for own, others, probability in FALLS:
            if own + others == 0:
                continue
            jumps = self.reach(magician, own)
            stands = jumps if magician == LIFE and own else jumps | {magician}
            if node in jumps & wanted:
                met += probability * (0.5 if node in hostile else 1.0)
                continue
            stops = self.stops(node, own + others)
            if stone:
                stops |= self.stops(node, 2 * (own + others))
            there = stops & stands & wanted
            if there:
                met += probability * (1.0 if there - hostile else 0.5)
        far = min(3 * self._jumps[place][magician] + self._steps[place][node] for place in wanted)
        return MEETING * met - NEAR * far


def _distances(near: Mapping[str, tuple[str, ...]], start: str) -> dict[str, int]:
    """Count the steps from every square to `start`."""
    found, fresh = {start: 0}, [start]
    for at in fresh:
        for to in near[at]:
            if to not in found:
                found[to] = found[at] + 1
                fresh.append(to)
    return found


def _options(state: State, board: _Map, nodes: Nodes) -> list[Option]:
    """List what the active player may do, with a robot's own idea of where its Apprentice walks."""
    match state.phase:
        case Phase.MOVING:
            return _moves(state, board, nodes)
        case Phase.MEETING:
            assert state.meeting is not None
            victims = [None] if state.lying(state.meeting) else state.owners(state.meeting)
            return [(Take(victim), None) for victim in victims]
        case Phase.SPELL_OFFER:
            return [(Decline("spell"), None), (Cast(), None)]
        case Phase.CHOICE:
            return [(Choose(symbol), None) for symbol in state.symbols]
        case Phase.TELEPORT:
            stay = [(Stay("apprentice"), None)] if state.rules.teleport_may_stay else []
            return [*stay, *((Teleport(place), place) for place in PLACES)]
    raise ValueError(f"nothing is to be decided in the phase {state.phase}")


def _moves(state: State, board: _Map, nodes: Nodes) -> list[Option]:
    """List where Magician and Apprentice may go, with where the Apprentice then is."""
    found: list[Option] = []
    if not state.magician_done:
        found += [(Jump(place), None) for place in sorted(may_jump_to(state))]
        if magician_may_stay(state):
            found.append((Stay("magician"), None))
    if state.apprentice_done:
        return found
    walks: list[Option] = []
    for squares in may_walk(state):
        for node in sorted(board.stops(nodes[state.active], squares)):
            kind = board.board.kind(node)
            to = node if state.rules.paths is not None or kind == "place" else str(kind)
            walks.append((Walk(to, squares), node))
    if apprentice_may_stay(state) or not walks:
        walks.append((Stay("apprentice"), None))
    return [*found, *walks]


def _after(state: State, option: Option, nodes: Nodes, board: _Map) -> float:
    event, node = option
    seat = state.active
    if node is not None:
        nodes = (*nodes[:seat], node, *nodes[seat + 1 :])
    return _value(apply(state, event), seat, nodes, board)


def _value(state: State, seat: int, nodes: Nodes, board: _Map) -> float:
    """Say what a state is worth to a seat whose turn it was, looking on to the end of that turn."""
    if state.over:
        return 1000.0 if state.winner == seat else -1000.0
    if state.phase is Phase.DUEL:
        chance = beginner_wins()
        won, lost = (_value(_fought(state, win), seat, nodes, board) for win in (True, False))
        return chance * won + (1 - chance) * lost
    if state.phase is Phase.SPELL:
        return _spell(state, seat, nodes, board)
    if state.active != seat or state.phase is Phase.THROW:
        return _standing(state, seat, nodes, board)
    return max(_after(state, option, nodes, board) for option in _options(state, board, nodes))


def _fought(state: State, attacker_wins: bool) -> State:
    """Give the state after the duel, as if it were fought with one throw each."""
    for counts in (HIGH, LOW) if attacker_wins else (LOW, HIGH):
        sticks = tuple(Stick(color, count) for color, count in zip(COLORS, counts, strict=True))
        state = apply(apply(state, Throw(sticks)), Confirm())
    return state


def _spell(state: State, seat: int, nodes: Nodes, board: _Map) -> float:
    """Give what a spell is worth: each symbol leads alone in 6 of 27 throws (docs/rules/magicians.md 1)."""
    worth = {}
    for symbol, hidden in SPELLS.items():
        sticks = tuple(Stick(color, None, beside(side)) for color, side in zip(COLORS, hidden, strict=True))
        worth[symbol] = _value(apply(apply(state, Throw(sticks)), Confirm()), seat, nodes, board)
    force, magic, destiny = worth["force"], worth["magic"], worth["destiny"]
    pairs = max(force, magic) + max(force, destiny) + max(magic, destiny)
    return (6 * (force + magic + destiny) + 6 * max(force, magic, destiny) + pairs) / 27


def _standing(state: State, seat: int, nodes: Nodes, board: _Map) -> float:
    """Say what a state between two turns is worth to a seat, the others' standing against it."""
    held = frozenset(player.magician for player in state.seats)
    worth = 0.0
    for other, player in enumerate(state.seats):
        wanted = frozenset(MAGIC_PLACES) - frozenset(player.cards)
        hostile = held - {player.magician}
        # An Apprentice that was sent away or carried off is where the state says.
        node = player.apprentice if player.apprentice in PLACES else nodes[other]
        hope = board.hope(player.magician, node, player.stone, wanted, hostile)
        mine = CARD * len(player.cards) + STONE * player.stone + hope
        worth += mine if other == seat else -OTHERS * mine
    return worth
