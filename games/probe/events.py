"""Name what happens in Probe, and turn it into and out of a record's dictionaries.

What a player typed is left out of every representation and every refusal: it may be a secret.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from games.errors import Unreadable
from games.forms import kind_of
from games.header import Header, parse_seat
from games.laid import Laid
from games.nearest import quote, unknown
from games.probe.activity import parse_card, words
from games.probe.signs import DOT, SPACES, parse_sign, parse_word
from games.probe.state import SIDES
from games.protocol import GameEvent
from games.stop import STOP, Stop
from games.stop import describe as stopping
from texts import Said, say


@dataclass(frozen=True)
class Word(GameEvent):
    """Let `player` type his word with its dots; it begins in space `first`. `side` names one of two trays."""

    player: int
    word: str = field(repr=False)
    side: str | None = None
    first: int = 1


@dataclass(frozen=True)
class Ready(GameEvent):
    """Let `player` say that a word stands in his tray, in so many spaces, and keep it to himself."""

    player: int
    spaces: int
    side: str | None = None
    first: int = 1


@dataclass(frozen=True)
class Draw(GameEvent):
    """Draw an activity card; `player` None means whoever's turn it is."""

    card: str
    player: int | None = None


@dataclass(frozen=True)
class Ask(GameEvent):
    """Ask `of` for a letter or a dot; `of` None means the only opponent."""

    sign: str
    of: int | None = None
    player: int | None = None


@dataclass(frozen=True)
class Open(GameEvent):
    """Let the owner open a space; `sign` says what stands there where the engine does not know."""

    space: int
    side: str | None = None
    sign: str | None = None
    player: int | None = None


@dataclass(frozen=True)
class No(GameEvent):
    """Let the owner say that he has no such letter or dot."""

    player: int | None = None


@dataclass(frozen=True)
class Interrupt(GameEvent):
    """Let `player` name the whole word of `of`; `word` None means aloud, so that the owner judges."""

    player: int
    of: int | None = None
    side: str | None = None
    word: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Judge(GameEvent):
    """Let the owner say whether the word named was right."""

    right: bool
    player: int | None = None


@dataclass(frozen=True)
class Misspelt(GameEvent):
    """Let the table agree that the word of `player` is misspelt."""

    player: int
    side: str | None = None


@dataclass(frozen=True)
class Confirm(GameEvent):
    """Let the final score stand."""


Event = Word | Ready | Draw | Ask | Open | No | Interrupt | Judge | Misspelt | Confirm | Stop

TRAY_WORDS: Mapping[str, Said] = MappingProxyType(
    {"left": say("the left tray"), "right": say("the right tray")}
)

KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "word": ("player", "tray", "word", "first"),
        "ready": ("player", "tray", "spaces", "first"),
        "draw": ("player", "card"),
        "ask": ("player", "of", "sign"),
        "open": ("player", "tray", "space", "sign"),
        "no": ("player",),
        "interrupt": ("player", "of", "tray", "word"),
        "judge": ("player", "right"),
        "misspelt": ("player", "tray"),
        "confirm": (),
        STOP: (),
    }
)
MAY_BE_LEFT_OUT = frozenset(
    {
        ("word", "tray"),
        ("word", "first"),
        ("ready", "tray"),
        ("ready", "first"),
        ("draw", "player"),
        ("ask", "player"),
        ("ask", "of"),
        ("open", "player"),
        ("open", "tray"),
        ("open", "sign"),
        ("no", "player"),
        ("interrupt", "of"),
        ("interrupt", "tray"),
        ("interrupt", "word"),
        ("judge", "player"),
        ("misspelt", "tray"),
    }
)


def event_from_dict(values: Mapping[str, Any], header: Header) -> Event:
    """Read an event of a record or of a phone; its form is checked, the rules are not.

    Raises Unreadable, naming the nearest event or key.
    """
    kind = kind_of(values, KEYS, MAY_BE_LEFT_OUT)
    players, accents = header.players, header.rules.accents
    seats = {key: parse_seat(values[key], players) for key in ("player", "of") if key in values}
    player, of = seats.get("player"), seats.get("of")
    side = parse_side(values["tray"]) if "tray" in values else None
    first = parse_space(values["first"]) if "first" in values else 1
    word = parse_word(values["word"], accents) if "word" in values else None
    sign = parse_sign(values["sign"], accents) if "sign" in values else None
    match kind:
        case "word":
            return Word(seats["player"], word or "", side, first)
        case "ready":
            return Ready(seats["player"], parse_space(values["spaces"]), side, first)
        case "draw":
            return Draw(parse_card(values["card"]), player)
        case "ask":
            return Ask(sign or "", of, player)
        case "open":
            return Open(parse_space(values["space"]), side, sign, player)
        case "no":
            return No(player)
        case "interrupt":
            return Interrupt(seats["player"], of, side, word)
        case "judge":
            return Judge(_switch(values["right"]), player)
        case "misspelt":
            return Misspelt(seats["player"], side)
        case "stop":
            return Stop()
    return Confirm()


def event_to_dict(event: Event) -> dict[str, Any]:
    """Write an event as a record does, secrets and all. Raises Unreadable where it is another game's."""
    values: dict[str, Any]
    match event:
        case Word(player, word, side, first):
            values = {"event": "word", "player": player, "tray": side, "word": word, "first": _not_one(first)}
        case Ready(player, spaces, side, first):
            values = {"event": "ready", "player": player, "tray": side, "spaces": spaces}
            values["first"] = _not_one(first)
        case Draw(card, player):
            values = {"event": "draw", "player": player, "card": card}
        case Ask(sign, of, player):
            values = {"event": "ask", "player": player, "of": of, "sign": sign}
        case Open(space, side, sign, player):
            values = {"event": "open", "player": player, "tray": side, "space": space, "sign": sign}
        case No(player):
            values = {"event": "no", "player": player}
        case Interrupt(player, of, side, word):
            values = {"event": "interrupt", "player": player, "of": of, "tray": side, "word": word}
        case Judge(right, player):
            values = {"event": "judge", "player": player, "right": right}
        case Misspelt(player, side):
            values = {"event": "misspelt", "player": player, "tray": side}
        case Confirm():
            values = {"event": "confirm"}
        case Stop():
            values = {"event": STOP}
        case _:
            raise Unreadable(say("{event} is no event of {game}.", event=type(event).__name__, game="Probe"))
    return {key: value for key, value in values.items() if value is not None}


def laid(event: Event) -> Laid | None:
    """Say which card an event laid on the table, and where; None: it laid none."""
    return Laid(event.card) if isinstance(event, Draw) else None


def shown(event: Event, header: Header, seat: int | None) -> dict[str, Any]:
    """Write an event for one seat's phone, with a sentence under "text"; None is a spectator.

    A typed word is None for everybody else, for ever: the trays show it in time. What was asked and which
    words were called is None for everybody: the rules forbid lists of it (docs/rules/probe.md 2).
    """
    values = event_to_dict(event)
    match event:
        case Word() if event.player != seat:
            values["word"] = None
        case Interrupt():
            values["word"] = None
        case Ask():
            values["sign"] = None
    return values | {"text": describe(event, header)}


def describe(event: Event, header: Header) -> Said:
    """Say in a few words what happened, for everybody: no secret, and nothing that was asked, is in it."""
    given, side = getattr(event, "player", None), getattr(event, "side", None)
    who = say("somebody") if given is None else header.players[given]
    said = _plainly(event, header, who)
    if side is None or not isinstance(event, Word | Ready | Open | Interrupt | Misspelt):
        return said
    return say("{event}, in {tray}", event=said, tray=TRAY_WORDS[side])


def _plainly(event: Event, header: Header, who: str) -> Said:
    """Say what happened, without the tray."""
    match event:
        case Word() | Ready():
            return say("{who} set out a word", who=who)
        case Draw(card):
            return say("{who} drew: {card}", who=who, card=words(card))
        case Ask(of=None):
            return say("{who} asked", who=who)
        case Ask(of=of):
            return say("{who} asked {other}", who=who, other=header.players[of or 0])
        case Open(space, sign=None):
            return say("{who} opened space {space}", who=who, space=space)
        case Open(space, sign=sign):
            return say(
                "{who} opened space {space}: {sign}", who=who, space=space, sign=sign_words(sign or "")
            )
        case No():
            return say("{who} said no", who=who)
        case Interrupt(of=None):
            return say("{who} named the word", who=who)
        case Interrupt(of=of):
            return say("{who} named {other}'s word", who=who, other=header.players[of or 0])
        case Judge(True):
            return say("the word named was right")
        case Judge():
            return say("the word named was wrong")
        case Misspelt():
            return say("{who}'s word is misspelt", who=who)
        case Confirm():
            return say("the final score was confirmed")
        case Stop():
            return stopping()
    raise Unreadable(say("{event} is no event of {game}.", event=type(event).__name__, game="Probe"))


def sign_words(sign: str) -> Said:
    """Write a letter or a dot for a sentence."""
    return say("a dot") if sign == DOT else say("the letter {sign}", sign=sign)


def parse_side(value: object) -> str:
    """Read which of two trays is meant, as their owner sees them.

    Raises Unreadable, naming the nearest.
    """
    if isinstance(value, str) and value in SIDES:
        return value
    raise Unreadable(unknown(say("tray"), value, SIDES))


def parse_space(value: object) -> int:
    """Read the number of a space, or a number of spaces, 1 to 12.

    Raises Unreadable.
    """
    if type(value) is int and value in SPACES:
        return value
    raise Unreadable(
        say(
            "A tray has spaces {first} to {last}, not {value}.",
            first=SPACES[0],
            last=SPACES[-1],
            value=quote(value),
        )
    )


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise Unreadable(say('"{key}" is true or false, not {value}.', key="right", value=quote(value)))


def _not_one(first: int) -> int | None:
    return None if first == 1 else first
