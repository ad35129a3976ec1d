"""Name what happens at a Wizard table, and turn it into and out of a record's dictionaries."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from games.cards import SUIT_WORDS, suits, words
from games.errors import Unreadable
from games.forms import kind_of
from games.header import Header, parse_seat
from games.laid import TURNED, Laid, Place
from games.nearest import close, quote, suggesting, unknown
from games.protocol import GameEvent
from games.stop import STOP, Stop
from games.stop import describe as stopping
from games.wizard.rules import Rules
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
    """Let the dealer name the trump suit, when a Wizard was turned up.

    Who laid the Werewolf names it then, and may name none: `suit` None. `player`: who that is, None: whose
    turn it is.
    """

    suit: str | None
    player: int | None = None


@dataclass(frozen=True)
class Exchange(GameEvent):
    """Lay the Werewolf, `card`, for the turned-up card, which its player takes up.

    `player` None: it is not said yet who that is.
    """

    card: str
    player: int | None = None


@dataclass(frozen=True)
class NameSuit(GameEvent):
    """Say which suit a Juggler or a Cloud that was laid is of; `player` None: whose turn it is."""

    suit: str
    player: int | None = None


@dataclass(frozen=True)
class Shape(GameEvent):
    """Say what a Shapeshifter that was laid is, "W" or "J"; `player` None: whose turn it is."""

    shape: str
    player: int | None = None


@dataclass(frozen=True)
class ChangeBid(GameEvent):
    """Change the bid of whoever won the trick with the Cloud by 1 or -1.

    `by` None: it lies face down, and only who turned it knows which way. `stands`: as with a Bid.
    """

    player: int
    by: int | None
    stands: bool = False


@dataclass(frozen=True)
class Swap(GameEvent):
    """Lay `card` for the card `take` of the trick, which comes to the hand of the Witch's player.

    `player` None: whose turn it is.
    """

    card: str
    take: str
    player: int | None = None


@dataclass(frozen=True)
class PassOn(GameEvent):
    """Let everybody have passed a card to the left: nobody sees which."""


@dataclass(frozen=True)
class Bid(GameEvent):
    """Let `player` say how many tricks he will take.

    `stands`: the rule of the last bid, or the order of bids, forbids it by the score and the dealer as they
    were put right since, and allowed it as they stood when it was made.
    """

    player: int
    tricks: int
    stands: bool = False


@dataclass(frozen=True)
class Cover(GameEvent):
    """Let `player` have bid with a wheel that lies face down until the round is played."""

    player: int


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


Event = (
    Lot
    | TurnUp
    | NameTrump
    | Exchange
    | Bid
    | Cover
    | Play
    | NameSuit
    | Shape
    | Confirm
    | ChangeBid
    | Swap
    | PassOn
    | Cards
    | Took
    | Counted
    | Stop
)
Shows = Lot | TurnUp | Exchange | Play | Swap
"""Events with which a card comes to lie on the table for all to see."""

CARDS = ("laid", "none")
"""Whether the cards of a round are entered."""

KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "lot": ("player", "card"),
        "turn_up": ("card",),
        "name_trump": ("player", "suit"),
        "exchange": ("player", "card"),
        "bid": ("player", "tricks", "stands"),
        "cover": ("player",),
        "play": ("player", "card"),
        "name_suit": ("player", "suit"),
        "shape": ("player", "shape"),
        "confirm": (),
        "change_bid": ("player", "by", "stands"),
        "swap": ("player", "card", "take"),
        "pass_on": (),
        "cards": ("cards",),
        "took": ("player",),
        "tricks": ("player", "tricks"),
        STOP: (),
    }
)
MAY_BE_LEFT_OUT = frozenset(
    (kind, "player") for kind in ("lot", "name_trump", "exchange", "play", "name_suit", "shape", "swap")
) | {("bid", "stands"), ("change_bid", "stands")}
SHAPES = ("W", "J")
_KINDS: Mapping[type[GameEvent], str] = MappingProxyType(
    {
        Lot: "lot",
        TurnUp: "turn_up",
        NameTrump: "name_trump",
        Exchange: "exchange",
        Bid: "bid",
        Cover: "cover",
        Play: "play",
        NameSuit: "name_suit",
        Shape: "shape",
        Confirm: "confirm",
        ChangeBid: "change_bid",
        Swap: "swap",
        PassOn: "pass_on",
        Cards: "cards",
        Took: "took",
        Counted: "tricks",
        Stop: STOP,
    }
)


def event_from_dict(values: Mapping[str, Any], header: Header) -> Event:
    """Read an event of a record or of a phone; cards, seats and suits are checked, the rules are not.

    Raises Unreadable, naming the nearest event or key.
    """
    kind = kind_of(values, KEYS, MAY_BE_LEFT_OUT)
    return _make(kind, values, header)


def _make(kind: str, values: Mapping[str, Any], header: Header) -> Event:
    rules: Rules = header.rules
    player = parse_seat(values["player"], header.players) if "player" in values else None
    stands = parse_stands(values.get("stands", False))
    match kind:
        case "lot":
            return Lot(rules.parse_card(values["card"]).name, player)
        case "turn_up":
            return TurnUp(rules.parse_card(values["card"]).name)
        case "name_trump":
            # Only who laid the Werewolf may name none.
            none = values["suit"] is None and rules.werewolf
            return NameTrump(None if none else parse_suit(values["suit"], rules.edition), player)
        case "exchange":
            return Exchange(rules.parse_card(values["card"]).name, player)
        case "bid":
            assert player is not None
            return Bid(player, parse_count(values["tricks"]), stands)
        case "cover":
            assert player is not None
            return Cover(player)
        case "play":
            return Play(rules.parse_card(values["card"]).name, player)
        case "name_suit":
            return NameSuit(parse_suit(values["suit"], rules.edition), player)
        case "shape":
            return Shape(parse_shape(values["shape"]), player)
        case "change_bid":
            assert player is not None
            return ChangeBid(player, None if values["by"] is None else parse_change(values["by"]), stands)
        case "swap":
            return Swap(rules.parse_card(values["card"]).name, rules.parse_card(values["take"]).name, player)
        case "pass_on":
            return PassOn()
        case "cards":
            return Cards(parse_cards(values["cards"]))
        case "took":
            assert player is not None
            return Took(player)
        case "tricks":
            assert player is not None
            return Counted(player, parse_count(values["tricks"]))
        case "stop":
            return Stop()
    return Confirm()


def event_to_dict(event: Event) -> dict[str, Any]:
    """Write an event as a record does. Raises Unreadable where it is another game's."""
    kind = _KINDS.get(type(event))
    if kind is None:
        raise Unreadable(say("{event} is no event of {game}.", event=type(event).__name__, game="Wizard"))
    values = {key: getattr(event, key) for key in KEYS[kind]}
    return {"event": kind} | {
        key: value
        for key, value in values.items()
        if (kind, key) not in MAY_BE_LEFT_OUT or (value is not None and value is not False)
    }


def laid(event: Event) -> Laid | None:
    """Say which card an event laid on the table, and where; None: it laid none."""
    match event:
        case Lot(card):
            return Laid(card, Place.DEAL)
        case TurnUp(card):
            return Laid(card, Place.STOCK)
        case Exchange(card):
            return Laid(card, Place.STOCK, TURNED)
        case Swap(card, take):
            return Laid(card, takes=take)
        case Play(card):
            return Laid(card)
    return None


def shown(event: Event, header: Header, seat: int | None) -> dict[str, Any]:
    """Write an event for one seat's phone, with a sentence under "text"; None is a spectator.

    In a game with hidden bids, another seat's bid stays None here for ever: the sheet shows it in time.
    """
    values = event_to_dict(event)
    if isinstance(event, Bid) and header.rules.hidden and event.player != seat:
        values["tricks"] = None
    if isinstance(event, ChangeBid) and header.rules.bids == "delayed" and event.player != seat:
        values["by"] = None
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
        case "name_trump" if values["suit"] is None:
            return say("{who} named no trump", who=who)
        case "name_trump" if seat is not None:
            return say("{who} named {suit} as trump", who=who, suit=SUIT_WORDS[values["suit"]])
        case "name_trump":
            return say("the dealer named {suit} as trump", suit=SUIT_WORDS[values["suit"]])
        case "exchange" if seat is None:
            return say("{card} was laid for the turned-up card", card=words(values["card"], edition))
        case "exchange":
            return say(
                "{who} laid {card} for the turned-up card", who=who, card=words(values["card"], edition)
            )
        case "name_suit":
            return say("{who} said {suit}", who=who, suit=SUIT_WORDS[values["suit"]])
        case "shape":
            return say("{who} made it {card}", who=who, card=words(values["shape"], edition))
        case "change_bid" if values["by"] is None:
            return say("{who} changed the bid by one", who=who)
        case "change_bid" if values["by"] > 0:
            return say("{who} bid one more", who=who)
        case "change_bid":
            return say("{who} bid one fewer", who=who)
        case "swap":
            return say(
                "{who} took {take} from the trick and laid {card} there",
                who=who,
                take=words(values["take"], edition),
                card=words(values["card"], edition),
            )
        case "pass_on":
            return say("everybody passed a card to the left")
        case "bid" if values["tricks"] is None:
            return say("{who} bid", who=who)
        case "cover":
            return say("{who} bid, face down", who=who)
        case "bid":
            return say("{who} bid {tricks}", who=who, tricks=values["tricks"])
        case "play":
            return say("{who} played {card}", who=who, card=words(values["card"], edition))
        case "cards" if values["cards"] == "none":
            return say("only tricks are counted from here on")
        case "cards":
            return say("cards are entered again")
        case "took":
            return say("{who} took a trick", who=who)
        case "tricks":
            return say_many(
                "{who} took {count} trick", "{who} took {count} tricks", values["tricks"], who=who
            )
        case "stop":
            return stopping()
    # What it settled, a trick, the cards of the first deal or a counted round, the event does not tell.
    return say("the confirmation")


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


def parse_change(value: object) -> int:
    """Read by how much a bid is changed. Raises Unreadable."""
    if type(value) is int and value in (1, -1):
        return value
    raise Unreadable(say("A bid is changed by 1 or by -1, not by {value}.", value=quote(value)))


def parse_stands(value: object) -> bool:
    """Read whether a bid stands that the score as it was put right forbids. Raises Unreadable."""
    if isinstance(value, bool):
        return value
    raise Unreadable(say("Whether a bid stands is true or false, not {value}.", value=quote(value)))


def parse_shape(value: object) -> str:
    """Read what a Shapeshifter is. Raises Unreadable."""
    if isinstance(value, str) and value in SHAPES:
        return value
    raise Unreadable(
        say("The Shapeshifter is a Wizard (W) or a Jester (J), not {value}.", value=quote(value))
    )


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
