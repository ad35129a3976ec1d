"""Name what happens at a Wizard table, and turn it into and out of a record's dictionaries."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from games.cards import SUIT_WORDS, parse_card, suits, words
from games.errors import Unreadable
from games.forms import kind_of
from games.header import Header, parse_seat
from games.nearest import close, quote, suggesting, unknown
from games.protocol import GameEvent
from texts import Said, listed, say, say_many, sentences


@dataclass(frozen=True)
class Lot(GameEvent):
    """Deal `card`, one each, to find who deals first; `player` None means whoever is next."""

    card: str
    player: int | None = None


@dataclass(frozen=True)
class TurnUp(GameEvent):
    """Turn up the next card after the deal. `card` is its name."""

    card: str


@dataclass(frozen=True)
class NameTrump(GameEvent):
    """Let the dealer name the trump suit, when a Wizard was turned up."""

    suit: str


@dataclass(frozen=True)
class Bid(GameEvent):
    """Let `player` say how many tricks he will take."""

    player: int
    tricks: int


@dataclass(frozen=True)
class Play(GameEvent):
    """Lay `card`; `player` None means whoever's turn it is."""

    card: str
    player: int | None = None


@dataclass(frozen=True)
class Confirm(GameEvent):
    """Settle the trick that lies complete; the last of a round also scores it."""


@dataclass(frozen=True)
class Cards(GameEvent):
    """Enter no more cards, "none", or enter them again, "laid"."""

    cards: str


@dataclass(frozen=True)
class Took(GameEvent):
    """Let `player` have taken the next trick, whose cards nobody enters."""

    player: int


@dataclass(frozen=True)
class Counted(GameEvent):
    """Let `player` have taken so many tricks of a round whose cards nobody enters."""

    player: int
    tricks: int


Event = Lot | TurnUp | NameTrump | Bid | Play | Confirm | Cards | Took | Counted
Shows = Lot | TurnUp | Play
"""Events with which a card comes to lie on the table for all to see."""

CARDS = ("laid", "none")
"""Whether the cards of a round are entered."""

_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "lot": ("player", "card"),
        "turn_up": ("card",),
        "name_trump": ("suit",),
        "bid": ("player", "tricks"),
        "play": ("player", "card"),
        "confirm": (),
        "cards": ("cards",),
        "took": ("player",),
        "tricks": ("player", "tricks"),
    }
)
_MAY_BE_LEFT_OUT = frozenset({("lot", "player"), ("play", "player")})


def event_from_dict(values: Mapping[str, Any], header: Header) -> Event:
    """Read an event of a record or of a phone; cards, seats and suits are checked, the rules are not.

    Raises Unreadable, naming the nearest event or key.
    """
    kind = kind_of(values, _KEYS, _MAY_BE_LEFT_OUT)
    return _make(kind, values, header)


def _make(kind: str, values: Mapping[str, Any], header: Header) -> Event:
    match kind:
        case "lot":
            player = parse_seat(values["player"], header.players) if "player" in values else None
            return Lot(parse_card(values["card"], header.rules.edition).name, player)
        case "turn_up":
            return TurnUp(parse_card(values["card"], header.rules.edition).name)
        case "name_trump":
            return NameTrump(parse_suit(values["suit"], header.rules.edition))
        case "bid":
            return Bid(parse_seat(values["player"], header.players), parse_count(values["tricks"]))
        case "play":
            player = parse_seat(values["player"], header.players) if "player" in values else None
            return Play(parse_card(values["card"], header.rules.edition).name, player)
        case "cards":
            return Cards(parse_cards(values["cards"]))
        case "took":
            return Took(parse_seat(values["player"], header.players))
        case "tricks":
            return Counted(parse_seat(values["player"], header.players), parse_count(values["tricks"]))
    return Confirm()


def event_to_dict(event: Event) -> dict[str, Any]:
    """Write an event as a record does."""
    match event:
        case Lot(card, None):
            return {"event": "lot", "card": card}
        case Lot(card, player):
            return {"event": "lot", "player": player, "card": card}
        case TurnUp(card):
            return {"event": "turn_up", "card": card}
        case NameTrump(suit):
            return {"event": "name_trump", "suit": suit}
        case Bid(player, tricks):
            return {"event": "bid", "player": player, "tricks": tricks}
        case Play(card, None):
            return {"event": "play", "card": card}
        case Play(card, player):
            return {"event": "play", "player": player, "card": card}
        case Confirm():
            return {"event": "confirm"}
        case Cards(cards):
            return {"event": "cards", "cards": cards}
        case Took(player):
            return {"event": "took", "player": player}
        case Counted(player, tricks):
            return {"event": "tricks", "player": player, "tricks": tricks}
    raise Unreadable(say("{event} is no event of {game}.", event=type(event).__name__, game="Wizard"))


def shown(event: Event, header: Header, seat: int | None) -> dict[str, Any]:
    """Write an event for one seat's phone, with a sentence under "text"; None is a spectator.

    In a game with hidden bids, another seat's bid stays None here for ever: the sheet shows it in time.
    """
    values = event_to_dict(event)
    if isinstance(event, Bid) and header.rules.hidden and event.player != seat:
        values["tricks"] = None
    return values | {"text": _sentence(values, header)}


def describe(event: Event, header: Header) -> Said:
    """Say in a few words what happened, for everybody: a hidden bid's number is left out."""
    said: Said = shown(event, header, None)["text"]
    return said


def _sentence(values: Mapping[str, Any], header: Header) -> Said:
    seat, edition = values.get("player"), header.rules.edition
    who = say("the next player") if seat is None else header.players[seat]
    match values["event"]:
        case "lot":
            return say(
                "{who} was dealt {card} for the first deal", who=who, card=words(values["card"], edition)
            )
        case "turn_up":
            return say("{card} was turned up", card=words(values["card"], edition))
        case "name_trump":
            return say("the dealer named {suit} as trump", suit=SUIT_WORDS[values["suit"]])
        case "bid" if values["tricks"] is None:
            return say("{who} bid", who=who)
        case "bid":
            return say("{who} bid {tricks}", who=who, tricks=values["tricks"])
        case "play":
            return say("{who} played {card}", who=who, card=words(values["card"], edition))
        case "cards" if values["cards"] == "none":
            return say("only tricks are counted from here on")
        case "cards":
            return say("cards are entered again from the next deal on")
        case "took":
            return say("{who} took a trick", who=who)
        case "tricks":
            return say_many(
                "{who} took {count} trick", "{who} took {count} tricks", values["tricks"], who=who
            )
    return say("the trick was confirmed")


def parse_count(value: object) -> int:
    """Read a number of tricks; whether the round allows it is for the rules to say.

    Raises Unreadable.
    """
    if type(value) is int:
        return value
    raise Unreadable(say("A bid is a whole number of tricks, not {value}.", value=quote(value)))


def parse_cards(value: object) -> str:
    """Read whether cards are entered.

    Raises Unreadable, naming the nearest.
    """
    if isinstance(value, str) and value in CARDS:
        return value
    raise Unreadable(unknown(say("way with cards"), value, CARDS))


def parse_suit(value: object, edition: str) -> str:
    """Read a suit letter.

    Raises Unreadable, naming the nearest.
    """
    known = suits(edition)
    if isinstance(value, str) and value in known:
        return value
    choice = listed(say("{suit} ({word})", suit=suit, word=SUIT_WORDS[suit]) for suit in known)
    if value is None:
        raise Unreadable(
            say(
                "The dealer must name a suit, playing without trump is not among them: {choice}.",
                choice=choice,
            )
        )
    near = {str(SUIT_WORDS[suit]): suit for suit in known} | {suit: suit for suit in known}
    word = close(value, near)
    refusal = say("There is no suit {value} in this deck", value=quote(value))
    guess = suggesting(refusal, None if word is None else near[word])
    raise Unreadable(sentences(guess, say("There are {choice}.", choice=choice)))
