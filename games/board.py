"""Read and check a board's paths: Places, the slabs between them, how they hang together.

What such a board must have: docs/rules/magicians.md 2.

The printed board's paths stand in no text, so a household draws its own once: a JSON graph such as
{"nodes": [{"id": "sun", "kind": "place"}, {"id": "s12", "kind": "slab"}], "edges": [["sun", "s12"]]}.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.errors import Unreadable
from games.nearest import close, quote, suggesting
from texts import Said, say, say_many, sentences

MAGIC_PLACES = ("forest", "magician", "tower", "castle", "sun", "mill", "moon")
LIFE, LABYRINTH = "life", "labyrinth"
PLACES = ("forest", "magician", "tower", "castle", LIFE, LABYRINTH, "sun", "mill", "moon")
PLACE, SLAB, SYMBOL = KINDS = ("place", "slab", "symbol")
SYMBOLS = 8
LONGEST_MOVE = 12
"""Squares: a Pasch of 2, doubled by the Force stone."""
MOST_NODES = 300
MOST_EDGES = 600
MOST_WALKS = 50_000
"""Walks of the longest move that are followed one by one, where no square may be visited twice."""
SAID = 3
"""Faults named in one refusal; `faults` lists them all."""


@dataclass(frozen=True)
class Node:
    """A square: `id` is a Place's own name; `x`, `y` say where it lies in a picture, if known."""

    id: str
    kind: str
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True)
class Board:
    """A board's paths, checked."""

    nodes: tuple[Node, ...]
    edges: tuple[tuple[str, str], ...]

    def kind(self, square: str) -> str | None:
        """Say what a square is; None where there is none of that name."""
        return next((node.kind for node in self.nodes if node.id == square), None)


def faults(value: object) -> tuple[Said, ...]:
    """List in sentences what a board file's content lacks or has wrong; nothing where it is sound.

    The first ones name the node that was perhaps meant.
    """
    if not isinstance(value, Mapping):
        return (say('A board is an object with "nodes" and "edges", not {value}.', value=quote(value)),)
    found = [
        say("The board has an unknown key {key}.", key=quote(key))
        for key in value
        if key not in ("nodes", "edges")
    ]
    nodes, edges = value.get("nodes"), value.get("edges")
    for key, part, most in (("nodes", nodes, MOST_NODES), ("edges", edges, MOST_EDGES)):
        if not isinstance(part, list | tuple):
            found.append(say("""The board's "{key}" is a list, not {value}.""", key=key, value=quote(part)))
        elif len(part) > most:
            found.append(
                say(
                    """The board's "{key}" has {count} entries, more than {most}.""",
                    key=key,
                    count=len(part),
                    most=most,
                )
            )
    if found or not isinstance(nodes, list | tuple) or not isinstance(edges, list | tuple):
        return tuple(found)
    kinds: dict[str, str] = {}
    for node in nodes:
        found += _node_faults(node, kinds)
    pairs: set[frozenset[str]] = set()
    for edge in edges:
        # To find what is like a name among hundreds takes long: only where it may be said.
        found += _edge_faults(edge, kinds, pairs, suggests=len(found) < SAID)
    found += _missing(kinds)
    return tuple(found) if found else tuple(_shape_faults(kinds, pairs))


def parse_board(value: object) -> Board:
    """Read a board file's content.

    Raises Unreadable, naming what is missing or wrong.
    """
    found = faults(value)
    if found:
        more = len(found) - SAID
        rest = say("And {count} more.", count=more) if more > 0 else None
        raise Unreadable(sentences(*found[:SAID], rest))
    assert isinstance(value, Mapping)
    nodes = tuple(Node(node["id"], node["kind"], node.get("x"), node.get("y")) for node in value["nodes"])
    return Board(nodes, tuple((first, second) for first, second in value["edges"]))


def board_to_dict(board: Board) -> dict[str, Any]:
    """Write a board as its file does."""
    nodes = []
    for node in board.nodes:
        where = {key: at for key, at in (("x", node.x), ("y", node.y)) if at is not None}
        nodes.append({"id": node.id, "kind": node.kind, **where})
    return {"nodes": nodes, "edges": [list(edge) for edge in board.edges]}


def stand_in(edges: Iterable[tuple[str, str]], bare: Iterable[frozenset[str]]) -> Board:
    """Build the board for tables without the printed one; it is not the original.

    Every edge between two Places becomes three slabs, the middle one with a symbol unless it is in `bare`.
    """
    plain = set(bare)
    nodes = [Node(place, PLACE) for place in PLACES]
    paths: list[tuple[str, str]] = []
    for first, second in edges:
        slabs = [f"{first}-{second}-{number}" for number in (1, 2, 3)]
        middle = SLAB if frozenset((first, second)) in plain else SYMBOL
        nodes += [Node(slab, kind) for slab, kind in zip(slabs, (SLAB, middle, SLAB), strict=True)]
        chain = (first, *slabs, second)
        paths += zip(chain, chain[1:], strict=False)
    return Board(tuple(nodes), tuple(paths))


@lru_cache(maxsize=4)
def neighbours(board: Board) -> Mapping[str, tuple[str, ...]]:
    """Give the squares next to each square."""
    found: dict[str, list[str]] = {node.id: [] for node in board.nodes}
    for first, second in board.edges:
        found[first].append(second)
        found[second].append(first)
    return {square: tuple(near) for square, near in found.items()}


@lru_cache(maxsize=256)
def ends(board: Board, start: str, squares: int, *, twice: bool) -> frozenset[str]:
    """List the squares where a walk of exactly `squares` may end; no step goes back over the edge just used.

    `twice`: whether a loop may come through a square again.
    """
    near = neighbours(board)
    if twice:
        steps = {(start, "")}
        for _ in range(squares):
            steps = {(to, at) for at, before in steps for to in near[at] if to != before}
        return frozenset(at for at, _ in steps)
    found = set()
    walks: list[tuple[str, ...]] = [(start,)]
    while walks:
        walk = walks.pop()
        if len(walk) > squares:
            found.add(walk[-1])
        else:
            walks += [(*walk, to) for to in near[walk[-1]] if to not in walk]
    return frozenset(found)


def walks(board: Board) -> int:
    """Count the longest moves from the square that has most of them: what it costs to follow each."""
    near = neighbours(board)
    counts = {(at, to): 1 for at in near for to in near[at]}
    for _ in range(LONGEST_MOVE - 1):
        counts = {
            (at, to): sum(counts[to, beyond] for beyond in near[to] if beyond != at) for at, to in counts
        }
    return max(sum(counts[at, to] for to in near[at]) for at in near)


def _node_faults(node: object, kinds: dict[str, str]) -> list[Said]:
    """Check one node and note its kind."""
    if not isinstance(node, Mapping):
        example = '{"id": "sun", "kind": "place"}'
        return [
            say("A node is an object such as {example}, not {value}.", example=example, value=quote(node))
        ]
    name, kind = node.get("id"), node.get("kind")
    if not isinstance(name, str) or not name or len(name) > 40 or not name.isprintable():
        return [say("A node needs an id, a word of at most 40 letters, not {value}.", value=quote(name))]
    if not isinstance(kind, str) or kind not in KINDS:
        return [
            say(
                "The node {node} is of the kind {kind}: there are {kinds}.",
                node=quote(name),
                kind=quote(kind),
                kinds=KINDS,
            )
        ]
    found: list[Said] = []
    for key in node:
        if key not in ("id", "kind", "x", "y"):
            found.append(say("The node {node} has an unknown key {key}.", node=quote(name), key=quote(key)))
    for key in ("x", "y"):
        at = node.get(key, 0)
        if type(at) not in (int, float) or not abs(at) < 1e9:
            found.append(
                say(
                    'The node {node} has no number as its "{key}": {value}.',
                    node=quote(name),
                    key=key,
                    value=quote(at),
                )
            )
    if name in kinds:
        return [*found, say("The node {node} stands twice.", node=quote(name))]
    if kind == PLACE and name not in PLACES:
        found.append(suggesting(say("There is no Place {place}", place=quote(name)), close(name, PLACES)))
    if kind != PLACE and name in PLACES:
        found.append(
            say(
                """The node {node} has a Place's name but is a {kind}: write "kind": "place".""",
                node=quote(name),
                kind=kind,
            )
        )
    kinds[name] = kind
    return found


def _edge_faults(
    edge: object, kinds: Mapping[str, str], pairs: set[frozenset[str]], *, suggests: bool
) -> list[Said]:
    """Check one edge and note it; `suggests`: whether a name that is like an unknown one is looked for."""
    if not isinstance(edge, list | tuple) or len(edge) != 2 or not all(isinstance(end, str) for end in edge):
        return [say('An edge joins two nodes, such as ["sun", "s12"], not {value}.', value=quote(edge))]
    missing = [end for end in edge if end not in kinds]
    if missing:
        which, end = quote(list(edge)), quote(missing[0])
        refusal = say("The edge {edge} leads to {end}, which is no node", edge=which, end=end)
        return [suggesting(refusal, close(missing[0], kinds) if suggests else None)]
    if edge[0] == edge[1]:
        return [say("The edge {edge} leads from a node to itself.", edge=quote(list(edge)))]
    if frozenset(edge) in pairs:
        return [say("The edge {edge} stands twice.", edge=quote(list(edge)))]
    pairs.add(frozenset(edge))
    return []


def _missing(kinds: Mapping[str, str]) -> list[Said]:
    """Name the Places that are missing, and count the symbol slabs."""
    found: list[Said] = []
    absent = [place for place in PLACES if kinds.get(place) != PLACE]
    if absent:
        found.append(say("Of the nine Places the board lacks {places}.", places=absent))
    symbols = sum(kind == SYMBOL for kind in kinds.values())
    if symbols != SYMBOLS:
        found.append(
            say_many(
                "The board has {count} symbol slab, but there are {right}.",
                "The board has {count} symbol slabs, but there are {right}.",
                symbols,
                right=SYMBOLS,
            )
        )
    return found


def _shape_faults(kinds: Mapping[str, str], pairs: Iterable[frozenset[str]]) -> list[Said]:
    """Check that everything hangs together and that the Labyrinth is a dead end."""
    near: dict[str, set[str]] = {square: set() for square in kinds}
    for first, second in pairs:
        near[first].add(second)
        near[second].add(first)
    reached, fresh = {LIFE}, [LIFE]
    while fresh:
        for square in near[fresh.pop()] - reached:
            reached.add(square)
            fresh.append(square)
    found: list[Said] = []
    apart = [square for square in kinds if square not in reached]
    if apart:
        names = [*apart[:5], *([say("more")] if len(apart) > 5 else [])]
        found.append(say("No path leads from the Place of Life to {squares}.", squares=names))
    ways = len(near[LABYRINTH])
    if ways != 1:
        found.append(say("The Labyrinth is a dead end with one path, but {count} lead there.", count=ways))
    return found
