"""Help the tests of Les Trois Magiciens: a table of three, steps in short, the vectors, games of chance."""

import json
import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from games.board import MAGIC_PLACES, PLACES, SLAB, SYMBOL
from games.header import Header
from games.history import Game
from games.magicians import Phase, Player, apply, begin, parse_rules, view
from games.record import event_from_dict
from games.sticks import COLORS, KIT, SIDES, beside

FRIENDS = ("Ann", "Bo", "Cy")
VECTORS = json.loads((Path(__file__).parents[1] / "vectors_magicians.json").read_text())
SYMBOLS = {side[0].upper(): side for side in SIDES}


def header(dealer=0, **rules):
    """Seat the three friends: Ann red, Bo black, Cy white; nobody throws for the start unless asked."""
    return Header("magicians", FRIENDS, dealer, parse_rules({"opening": "dealer"} | rules))


def thrown(counts, table=KIT):
    """Write the sticks of a throw: "12." is red with 1 notch, black with 2, white not thrown."""
    return [
        {"color": color, "notches": int(count), "sides": list(beside(row[int(count)]))}
        for color, row, count in zip(COLORS, table, counts, strict=True)
        if count != "."
    ]


def hiding(letters):
    """Write the sticks of a spell's throw by the sides that lie down: "FMD"."""
    return [
        {"color": color, "sides": list(beside(SYMBOLS[letter]))}
        for color, letter in zip(COLORS, letters, strict=True)
    ]


def event(step):
    """Write out a short step, such as "120", "FMD", "ok", "jump mill", "walk slab 3", "keep red black"."""
    if isinstance(step, dict):
        return step
    if set(step) <= set("012."):
        return {"event": "throw", "sticks": thrown(step)}
    if set(step) <= set("FMD"):
        return {"event": "throw", "sticks": hiding(step)}
    kind, *rest = step.split()
    match kind:
        case "ok":
            return {"event": "confirm"}
        case "jump" | "teleport":
            return {"event": kind, "to": rest[0]}
        case "walk":
            return {"event": kind, "to": rest[0]} | ({"squares": int(rest[1])} if rest[1:] else {})
        case "stay":
            return {"event": kind, "figure": rest[0]}
        case "take":
            return {"event": kind} | ({"from": int(rest[0])} if rest else {})
        case "keep":
            return {"event": kind, "sticks": rest}
        case "replay":
            return {"event": kind, "begin": rest == ["yes"]}
        case "choose":
            return {"event": kind, "symbol": rest[0]}
        case "again":
            return {"event": kind, "reason": rest[0]}
    return {"event": kind}


def play(state, *steps):
    """Apply steps in short; each goes through the form of a record."""
    for step in steps:
        state = apply(state, event_from_dict(event(step), state.header))
    return state


def standing(active=0, *, magicians=(), apprentices=(), cards=(), stones=(), **rules):
    """Set a table up in the middle of a game: `active` is to throw; what is left out is as at first."""
    state = begin(header(active, **rules))
    seats = []
    for seat, player in enumerate(state.seats):
        seats.append(
            Player(
                player.color,
                dict(enumerate(magicians)).get(seat, player.magician),
                dict(enumerate(apprentices)).get(seat, player.apprentice),
                seat in stones,
                tuple(dict(enumerate(cards)).get(seat, ())),
            )
        )
    on_life = seats[active].magician == "life" and state.rules.life_rule_first_turn
    return replace(state, seats=tuple(seats), must_leave=on_life)


def series(total, throws):
    """Write the steps of a series that comes to `total` in `throws`: notches appear in the last one."""
    counts = "".join(str(min(2, max(0, total - 2 * stick))) for stick in range(3))
    return [*["000", "keep"] * (throws - 1), counts, "ok"]


def choices(state, chance):
    """List what may happen next, as dictionaries; told from the view, as a phone would."""
    seen = view(state, None)
    match state.phase:
        case Phase.OPENING | Phase.THROW | Phase.DUEL | Phase.SPELL:
            if chance.random() < 0.05:
                return [{"event": "again", "reason": "overlap"}]
            table = state.rules.table or [chance.sample(SIDES, 3) for _ in COLORS]
            counts = "".join(chance.choice("012") if c in seen["to_throw"] else "." for c in COLORS)
            return [{"event": "throw", "sticks": thrown(counts, table)}]
        case Phase.MOVING:
            return _moves(state, seen, chance)
        case Phase.MEETING:
            meeting = seen["meeting"]
            if meeting["from_place"]:
                return [{"event": "take"}]
            return [{"event": "take", "from": seat} for seat in meeting["victims"]]
        case Phase.DUEL_READ if seen["duel"]["may_keep"]:
            colors = [stick["color"] for stick in seen["duel"]["aside"]]
            more = [color for color in COLORS if color not in colors and chance.random() < 0.4]
            if len(colors + more) == len(COLORS) and state.rules.keep_all == "refused":
                more.pop()
            return [{"event": "confirm"}, {"event": "keep", "sticks": colors + more}]
        case Phase.REPLAY:
            return [{"event": "confirm"}, {"event": "replay", "begin": chance.random() < 0.5}]
        case Phase.SPELL_OFFER:
            return [{"event": "cast"}, {"event": "cast"}, {"event": "decline"}]
        case Phase.CHOICE:
            return [{"event": "choose", "symbol": symbol} for symbol in seen["symbols"]]
        case Phase.TELEPORT:
            mine = state.seats[state.active].magician
            stays = [{"event": "stay", "figure": "apprentice"}] if seen["may_stay"] else []
            return [{"event": "teleport", "to": place} for place in (mine, chance.choice(PLACES))] + stays
    return [{"event": "confirm"}]


def _moves(state, seen, chance):
    """List the moves that the view offers."""
    found, moves = [], seen["moves"]
    if not moves["magician"]["done"]:
        found += [{"event": "jump", "to": place} for place in moves["magician"]["to"]]
        found += [{"event": "stay", "figure": "magician"}] * moves["magician"]["may_stay"]
    if not moves["apprentice"]["done"]:
        squares = [to["square"] for to in moves["apprentice"]["to"]]
        likely = [to for to in squares if to in (SLAB, SYMBOL) or chance.random() < 0.5]
        found += [{"event": "walk", "to": to} for to in likely or squares[:1]]
        found += [{"event": "stay", "figure": "apprentice"}] * moves["apprentice"]["may_stay"]
    return found


def _rushed(state, steps):
    """Prefer the moves that bring one's own figures together, else a game of chance would last for ever."""
    mine = state.seats[state.active]
    lacking = [place for place in MAGIC_PLACES if place not in mine.cards]
    meets = [
        {"event": kind, "to": to}
        for kind, to in (("walk", mine.magician), ("teleport", mine.magician), ("jump", mine.apprentice))
        if to in lacking
    ]
    return [step for step in steps if step in meets] or steps


def whole_game(head, seed, *, most=20_000, rush=False):
    """Play a random game to its end, or to `most` events; yield each event with the game before it."""
    chance = random.Random(seed)
    game = Game.begin(head)
    for _ in range(most):
        if game.state.over:
            return
        steps = choices(game.state, chance)
        step = event_from_dict(chance.choice(_rushed(game.state, steps) if rush else steps), head)
        yield step, game
        game = game.play(step)


def finished(head, seed, **how):
    """Play a random game and give it as it ended."""
    *_, (step, game) = whole_game(head, seed, **how)
    return game.play(step)


@pytest.fixture(scope="session")
def trio():
    """Give the helpers of this folder to a test."""
    return SimpleNamespace(
        event=event,
        finished=finished,
        header=header,
        play=play,
        series=series,
        standing=standing,
        thrown=thrown,
        vectors=VECTORS,
        whole_game=whole_game,
        begin=lambda dealer=0, **rules: begin(header(dealer, **rules)),
    )


def pytest_generate_tests(metafunc):
    """Give a test that asks for `throw_vector`, `graph_vector`... every vector of that kind, by its id."""
    found = VECTORS | {"graph": VECTORS["graph"]["vectors"]}
    for kind in ("throws", "graph", "spells", "duels"):
        name = f"{kind.removesuffix('s')}_vector"
        if name in metafunc.fixturenames:
            ids = [vector["id"] for vector in found[kind]]
            metafunc.parametrize(name, found[kind], ids=ids)
