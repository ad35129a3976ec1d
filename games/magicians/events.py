"""Name what happens in Les Trois Magiciens, and turn it into and out of a record's dictionaries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from games.board import PLACES
from games.errors import Unreadable
from games.forms import kind_of
from games.header import Header, parse_seat
from games.magicians.graph import PLACE_WORDS
from games.nearest import quote, unknown
from games.protocol import GameEvent
from games.sticks import (
    COLOR_WORDS,
    SIDES,
    SYMBOL_WORDS,
    Stick,
    notches,
    parse_color,
    parse_stick,
    stick_to_dict,
    symbols,
)
from games.stop import STOP, Stop
from games.stop import describe as stopping
from texts import Said, listed, say, say_many

REASON_WORDS: Mapping[str, Said] = MappingProxyType(
    {
        "overlap": say("overlap"),
        "leaning": say("leaning"),
        "standing": say("standing"),
        "missing": say("missing"),
        "off_table": say("off table"),
        "other": say("other"),
    }
)
REASONS = tuple(REASON_WORDS)
FIGURES = ("magician", "apprentice")
OFFERS = ("card", "spell")
"""What can be declined."""
LONGEST_SQUARE = 40


@dataclass(frozen=True)
class Throw(GameEvent):
    """Let sticks lie as read; `player` None means whoever must throw."""

    sticks: tuple[Stick, ...]
    player: int | None = None


@dataclass(frozen=True)
class Again(GameEvent):
    """Void the throw that lies there, or lay that could not be read, and say why."""

    reason: str


@dataclass(frozen=True)
class Confirm(GameEvent):
    """Let the throw count as read. In a duel the thrower stops with it; after a tie the second begins."""


@dataclass(frozen=True)
class Jump(GameEvent):
    """Let the Magician jump to a Place, with all the notches of his stick."""

    to: str


@dataclass(frozen=True)
class Walk(GameEvent):
    """Let the Apprentice walk to a square; `squares` says how far where a board cannot."""

    to: str
    squares: int | None = None


@dataclass(frozen=True)
class Stay(GameEvent):
    """Let a figure stay where it is."""

    figure: str


@dataclass(frozen=True)
class Take(GameEvent):
    """Take the card that the meeting offers; `victim` is whom it is taken from where none lies there."""

    victim: int | None = None


@dataclass(frozen=True)
class Decline(GameEvent):
    """Leave the offered card or the spell; `offer` says which of OFFERS, None: whichever is offered."""

    offer: str | None = None


@dataclass(frozen=True)
class Keep(GameEvent):
    """Set these sticks aside, in a duel, and throw the others: all that lie aside in the next throw."""

    sticks: tuple[str, ...]


@dataclass(frozen=True)
class Replay(GameEvent):
    """Let the second thrower of a tied bout say whether he begins the next."""

    begin: bool


@dataclass(frozen=True)
class Cast(GameEvent):
    """Try the spell."""


@dataclass(frozen=True)
class Choose(GameEvent):
    """Choose among the symbols that lead alike."""

    symbol: str


@dataclass(frozen=True)
class Teleport(GameEvent):
    """Let Magic carry the Apprentice to a Place."""

    to: str


Event = (
    Throw
    | Again
    | Confirm
    | Jump
    | Walk
    | Stay
    | Take
    | Decline
    | Keep
    | Replay
    | Cast
    | Choose
    | Teleport
    | Stop
)

KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "throw": ("player", "sticks"),
        "again": ("reason",),
        "confirm": (),
        "jump": ("to",),
        "walk": ("to", "squares"),
        "stay": ("figure",),
        "take": ("from",),
        "decline": ("offer",),
        "keep": ("sticks",),
        "replay": ("begin",),
        "cast": (),
        "choose": ("symbol",),
        "teleport": ("to",),
        STOP: (),
    }
)
MAY_BE_LEFT_OUT = frozenset(
    {("throw", "player"), ("walk", "squares"), ("take", "from"), ("decline", "offer")}
)


def event_from_dict(values: Mapping[str, Any], header: Header) -> Event:
    """Read an event of a record or of a phone; its form is checked, the rules are not.

    Raises Unreadable, naming the nearest event or key.
    """
    kind = kind_of(values, KEYS, MAY_BE_LEFT_OUT)
    return _make(kind, values, header)


def _make(kind: str, values: Mapping[str, Any], header: Header) -> Event:
    match kind:
        case "throw":
            player = parse_seat(values["player"], header.players) if "player" in values else None
            return Throw(parse_sticks(values["sticks"]), player)
        case "again":
            return Again(_word(values["reason"], say("reason to throw again"), REASONS))
        case "jump":
            return Jump(parse_place(values["to"]))
        case "walk":
            squares = _count(values["squares"]) if "squares" in values else None
            return Walk(_square(values["to"]), squares)
        case "stay":
            return Stay(_word(values["figure"], say("figure"), FIGURES))
        case "take":
            return Take(parse_seat(values["from"], header.players) if "from" in values else None)
        case "decline":
            return Decline(_word(values["offer"], say("offer"), OFFERS) if "offer" in values else None)
        case "keep":
            return Keep(parse_colors(values["sticks"]))
        case "replay":
            return Replay(_switch(values["begin"]))
        case "cast":
            return Cast()
        case "choose":
            return Choose(_word(values["symbol"], say("symbol"), SIDES))
        case "teleport":
            return Teleport(parse_place(values["to"]))
        case "stop":
            return Stop()
    return Confirm()


def event_to_dict(event: Event) -> dict[str, Any]:
    """Write an event as a record does. Raises Unreadable where it is another game's."""
    match event:
        case Throw(sticks, player):
            who = {} if player is None else {"player": player}
            return {"event": "throw", **who, "sticks": [stick_to_dict(stick) for stick in sticks]}
        case Again(reason):
            return {"event": "again", "reason": reason}
        case Confirm():
            return {"event": "confirm"}
        case Jump(to):
            return {"event": "jump", "to": to}
        case Walk(to, squares):
            return {"event": "walk", "to": to, **({} if squares is None else {"squares": squares})}
        case Stay(figure):
            return {"event": "stay", "figure": figure}
        case Take(victim):
            return {"event": "take", **({} if victim is None else {"from": victim})}
        case Decline(offer):
            return {"event": "decline", **({} if offer is None else {"offer": offer})}
        case Keep(sticks):
            return {"event": "keep", "sticks": list(sticks)}
        case Replay(begin):
            return {"event": "replay", "begin": begin}
        case Cast():
            return {"event": "cast"}
        case Choose(symbol):
            return {"event": "choose", "symbol": symbol}
        case Teleport(to):
            return {"event": "teleport", "to": to}
        case Stop():
            return {"event": STOP}
    raise Unreadable(
        say("{event} is no event of {game}.", event=type(event).__name__, game="Les Trois Magiciens")
    )


def shown(event: Event, header: Header, seat: int | None) -> dict[str, Any]:
    """Write an event for one seat's phone, with a sentence under "text"; this game has no secrets."""
    return event_to_dict(event) | {"text": describe(event, header)}


def describe(event: Event, header: Header) -> Said:
    """Say in a few words what happened. Raises Unreadable where the event is another game's."""
    match event:
        case Throw(sticks, player):
            who = say("somebody") if player is None else header.players[player]
            return say("{who} threw {sticks}", who=who, sticks=[_lying(stick) for stick in sticks])
        case Again(reason):
            return say("the throw was void ({reason})", reason=REASON_WORDS[reason])
        case Confirm():
            return say("the throw was confirmed")
        case Jump(to):
            return say("the Magician jumped to {place}", place=PLACE_WORDS[to])
        case Walk(to):
            return say("the Apprentice walked to {square}", square=square_words(to))
        case Stay("magician"):
            return say("the Magician stayed")
        case Stay():
            return say("the Apprentice stayed")
        case Take(None):
            return say("the card was taken from the Place")
        case Take(victim):
            return say("the card was taken from {who}", who=header.players[victim or 0])
        case Decline():
            return say("the offer was declined")
        case Keep(sticks):
            return _kept(sticks)
        case Replay(True):
            return say("the second thrower begins the replay")
        case Replay():
            return say("the second thrower does not begin the replay")
        case Cast():
            return say("the spell was tried")
        case Choose(symbol):
            return say("{symbol} was chosen", symbol=SYMBOL_WORDS[symbol])
        case Teleport(to):
            return say("Magic carried the Apprentice to {place}", place=PLACE_WORDS[to])
        case Stop():
            return stopping()
    raise Unreadable(
        say("{event} is no event of {game}.", event=type(event).__name__, game="Les Trois Magiciens")
    )


def _kept(sticks: Sequence[str]) -> Said:
    if not sticks:
        return say("no stick was set aside")
    names = listed(COLOR_WORDS[color] for color in sticks)
    return say_many("{sticks} was set aside", "{sticks} were set aside", len(sticks), sticks=names)


def square_words(square: str) -> Said:
    """Write a square for a sentence."""
    if square in PLACE_WORDS:
        return PLACE_WORDS[square]
    match square:
        case "symbol":
            return say("a symbol slab")
        case "slab":
            return say("a slab")
    return say("the slab {name}", name=square)


def parse_place(value: object) -> str:
    """Read a Place.

    Raises Unreadable, naming the nearest.
    """
    return _word(value, say("Place"), PLACES)


def parse_sticks(value: object) -> tuple[Stick, ...]:
    """Read the sticks of a throw, each colour once.

    Raises Unreadable.
    """
    if not isinstance(value, list | tuple) or not value:
        raise Unreadable(say("A throw lists the sticks that lie there, not {value}.", value=quote(value)))
    sticks = tuple(parse_stick(stick) for stick in value)
    _check_once([stick.color for stick in sticks])
    return sticks


def parse_colors(value: object) -> tuple[str, ...]:
    """Read the colours of sticks, each once; there may be none.

    Raises Unreadable.
    """
    if not isinstance(value, list | tuple):
        raise Unreadable(
            say('The sticks set aside are a list such as ["red"], not {value}.', value=quote(value))
        )
    colors = tuple(parse_color(color) for color in value)
    _check_once(colors)
    return colors


def _check_once(colors: Sequence[str]) -> None:
    for color in colors:
        if colors.count(color) > 1:
            raise Unreadable(
                say("The {color} stick is listed twice, but there is only one.", color=COLOR_WORDS[color])
            )


def _word(value: object, what: Said, known: tuple[str, ...]) -> str:
    if isinstance(value, str) and value in known:
        return value
    raise Unreadable(unknown(what, value, known))


def _square(value: object) -> str:
    if isinstance(value, str) and 0 < len(value) <= LONGEST_SQUARE and value.isprintable():
        return value
    raise Unreadable(
        say('A square is a Place, "symbol", "slab" or a node of the board, not {value}.', value=quote(value))
    )


def _count(value: object) -> int:
    if type(value) is int:
        return value
    raise Unreadable(say("The squares are a whole number, not {value}.", value=quote(value)))


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Unreadable(say('"{key}" is true or false, not {value}.', key="begin", value=quote(value)))


def _lying(stick: Stick) -> Said:
    color = COLOR_WORDS[stick.color]
    if stick.notches is None:
        return say("{color} ({sides})", color=color, sides=symbols(stick.sides or ()))
    return say("{color} with {notches}", color=color, notches=notches(stick.notches))
