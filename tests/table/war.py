"""War, a fourth game: two lay a card each, the higher rank takes both. Three battles; a tie is nobody's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from games import order, secrecy, throws
from games import signals as signs
from games.errors import NotAllowed, Unreadable
from games.expectation import Expectation, Tricks
from games.header import Header, parse_seat
from games.laid import Laid
from games.moment import Awaits, Moment, whose
from games.narration import Line, introduction, lines, sentence
from games.protocol import EventDict, GameEvent, GameRules
from texts import Said, say

TITLE = "War"
SECRETS, retold, uncovered = secrecy.SECRETS, secrecy.retold, secrecy.uncovered
check_undo, check_correct = secrecy.check_undo, secrecy.check_correct
carry = order.carry
signals, signalled = signs.signals, signs.signalled
thrown, fall = throws.thrown, throws.fall
SEATS: Sequence[int] = (2,)
BATTLES = 3
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SETTINGS: Mapping[str, tuple[Any, ...]] = {}
BEFORE: Mapping[str, Any] = {}
PASSES: tuple["Event", ...] = ()


@dataclass(frozen=True)
class Lay(GameEvent):
    player: int
    card: str


@dataclass(frozen=True)
class Confirm(GameEvent):
    pass


Event = Lay | Confirm


@dataclass(frozen=True)
class State:
    header: Header
    lying: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    taken: tuple[int, int] = (0, 0)
    battles: int = 0
    stopped: Said | None = None

    @property
    def over(self) -> bool:
        return self.battles == BATTLES

    @property
    def turn(self) -> int | None:
        return None if self.over or len(self.lying) == 2 else (self.battles + len(self.lying)) % 2

    @property
    def winning(self) -> int | None:
        one, other = (RANKS.index(card[:-1]) for card in self.lying)
        first = self.battles % 2
        return None if one == other else first if one > other else 1 - first


def begin(header: Header) -> State:
    return State(header)


def apply(state: State, event: Event) -> State:
    if isinstance(event, Confirm):
        if len(state.lying) != 2:
            raise NotAllowed(say("Both lay a card first."), "turn")
        one, other = (count + 2 * (seat == state.winning) for seat, count in enumerate(state.taken))
        return replace(state, lying=(), taken=(one, other), battles=state.battles + 1)
    if event.player != state.turn:
        raise NotAllowed(say("It is not your turn."), "turn")
    if event.card in state.seen:
        raise NotAllowed(say("That card was laid already."), "card")
    return replace(state, lying=(*state.lying, event.card), seen=(*state.seen, event.card))


def event_from_dict(values: Mapping[str, Any], header: Header) -> Event:
    if values.get("event") == "confirm":
        return Confirm()
    if values.get("event") != "play" or str(values.get("card"))[:-1] not in RANKS:
        raise Unreadable(say("In War a card is laid, or a battle confirmed."))
    return Lay(parse_seat(values.get("player"), header.players), values["card"])


def event_to_dict(event: Event) -> EventDict:
    if isinstance(event, Confirm):
        return {"event": "confirm"}
    return {"event": "play", "player": event.player, "card": event.card}


def shown(event: Event, header: Header, seat: int | None) -> EventDict:
    return {**event_to_dict(event), "text": describe(event, header)}


def laid(event: Event) -> Laid | None:
    return Laid(event.card) if isinstance(event, Lay) else None


def meant(state: State, event: Event) -> object:
    return state


def describe(event: Event, header: Header) -> Said:
    if isinstance(event, Confirm):
        return say("the battle is confirmed")
    return say("{player} lays {card}", player=header.players[event.player], card=event.card)


@dataclass(frozen=True)
class Rules:
    edition: str = "us"


def parse_rules(values: object) -> Rules:
    return Rules()


def rules_to_dict(rules: Rules) -> dict[str, Any]:
    return {}


def lies(rules: Rules) -> Tricks:
    return Tricks(rules.edition)


def introduce(state: State) -> list[Line]:
    return [introduction(TITLE, state.header.players)]


def narrate(before: State, event: Event, after: State) -> list[Line]:
    return lines(sentence(describe(event, after.header)))


def restate(before: State, after: State) -> list[Line]:
    return []


def awaited(state: State) -> None:
    return None


def view(state: State, seat: int | None) -> dict[str, Any]:
    phase = "game_over" if state.over else "trick_done" if state.turn is None else "trick"
    seen = {"game": "war", "players": list(state.header.players), "dealer": state.header.dealer}
    winning = state.winning if phase == "trick_done" else None
    return {**seen, "phase": phase, "turn": state.turn, "winning": winning, **result(state)}


def expects(state: State) -> Expectation:
    kind = "none" if state.turn is None else "play"
    return Expectation(kind, state.turn, seen=state.seen, trick=state.lying, decides=not state.lying)


def moment(state: State) -> Moment:
    if state.over:
        best = max(state.taken)
        return Moment(Awaits.NOTHING, tuple(seat for seat in range(2) if state.taken[seat] == best))
    if state.turn is None:
        return Moment(Awaits.CONFIRMATION, whose(state.winning))
    return Moment(Awaits.CARD, whose(state.turn), state.header.dealer)


def standing(state: State) -> tuple[int, int]:
    return state.taken


def result(state: State) -> dict[str, Any]:
    best = max(state.taken)
    winners = [name for name, count in zip(state.header.players, state.taken, strict=True) if count == best]
    return {"over": state.over, "winners": winners if state.over else [], "taken": list(state.taken)}


def score_sheet(state: State) -> str:
    return "\n".join(f"{n} {c}" for n, c in zip(state.header.players, state.taken, strict=True))


if TYPE_CHECKING:
    import war

    # Held against the protocol with its own types, as games/book.py holds the three.
    _WAR: GameRules[State, Event, Rules] = war
