"""Hold what the table's pages are made of: who sits where, and how one phone's state is put together."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from flask import Flask, current_app, g, request

from games.book import GAMES
from games.history import Game
from table.command import Accepted, Command, Correct, CountThrow, Outcome, ReadStick, Refused, Submit, Undo
from table.host import Host
from table.settings.config import House
from table.view.snapshot import Snapshot
from table.view.speech import Speech
from texts import say
from texts.catalogue import tongue
from web import checks
from web.access import Role, without_pictures
from web.bids import Bids, lies_hidden
from web.errors import Forbidden, Missing, Stale
from web.game_start import GameStart
from web.join import Phone, phone
from web.live import Shared, written
from web.lobby import Lobby
from web.seats import Seats
from web.site import Reply, Site, answered
from web.steps import listed, log, steps
from web.unplayed import Unplayed
from web.words import Keepers

CHANGED = say("The table has changed in the meantime: look again.")
MUCH_CHANGED = say(
    "This game was changed so often that only whoever leads the evening, or the table's owner, "
    "may still take steps back and put them right."
)

Parts = tuple[int | None, bool, Role, tuple[bool, ...], dict[str, Any] | None, str | None, str | None]
"""A phone's seat, whether it sees as that seat, its role; who is held, the lobby, the code, the address."""


class SimulatedPanel(Protocol):
    """A panel that is drawn on the page."""

    @property
    def lights(self) -> object:
        """Give what its lamps show."""

    def press(self, button: str) -> None:
        """Press "confirm" or "undo"."""


class Keepsake(Protocol):
    """What a game has taught of its deck."""

    def shown(self) -> dict[str, Any] | None:
        """Tell what there is to keep; None: nothing."""

    def keep(self, name: str | None) -> str | None:
        """Keep it under a name, or with None let it go; gives a sentence why not, or None."""


@dataclass(frozen=True)
class Desk(Site[Host]):
    """What the table's app stands on.

    `panel` is None unless it is a simulated one, and `buttons` tells whether there are any, drawn or real;
    `house` is what is offered to play; `invited` gives whom a club seats here for the next game, None:
    nobody; `version` is that of the pages, for one that was opened before an update; `keepsake` is what the
    game has taught of its deck, None: that is not learnt here; `speech` is what was said at the table.
    """

    panel: SimulatedPanel | None = None
    buttons: bool = False
    seats: Seats = field(default_factory=Seats)
    house: House = field(default_factory=House)
    invited: Callable[[], Mapping[str, Any] | None] = lambda: None
    keepers: Keepers = field(default_factory=Keepers)
    bids: Bids = field(default_factory=Bids)
    version: str = ""
    keepsake: Keepsake | None = None
    speech: Speech = field(default_factory=lambda: Speech(Snapshot()))
    lobby: Lobby = field(default_factory=Lobby)
    game_start: GameStart = field(default_factory=GameStart)
    unplayed: Unplayed = field(default_factory=Unplayed)
    shared: Shared = field(default_factory=Shared)
    shared_events: Shared = field(default_factory=Shared)

    def close(self) -> None:
        """End the streams and listen no more; twice is harmless."""
        super().close()
        for hear in (self.speech.hear, self.lobby.hear, self.game_start.hear):
            if hear in self.host.listeners:
                self.host.listeners.remove(hear)

    def players(self) -> tuple[str, ...]:
        """Return the names in seat order, empty before the first game."""
        return self._players(self.host.snapshot)

    @staticmethod
    def _players(snapshot: Snapshot) -> tuple[str, ...]:
        return () if snapshot.history is None else tuple(snapshot.history.header.players)

    def name(self, seat: int) -> str:
        """Return who sits there in the game that is played now.

        Raises Stale where it has no such seat: it has begun since the wish was read.
        """
        players = self.players()
        if seat >= len(players):
            raise Stale(CHANGED, "stale")
        return players[seat]

    def seat(self, holder: Phone) -> int | None:
        """Return the seat of a phone; None: it watches."""
        return self.seats.seat(holder, self.players()) if self.role(holder) else None

    def state(self, holder: Phone, watch: bool = False) -> dict[str, Any]:
        """Return what this phone may see; with `watch` what everybody may see, whoever holds the phone."""
        snapshot = self.host.snapshot
        return self._view(snapshot, *self._parts(snapshot, holder, watch))

    def told(self, holder: Phone, watch: bool, language: str) -> tuple[int, str]:
        """Return the same as JSON in a language, and its number; those who may see the same share it."""
        snapshot = self.host.snapshot
        parts = seat, sees, role, held, lobby, code, address = self._parts(snapshot, holder, watch)
        others = repr((self.invited(), self._keep(role), lobby))
        key = language, seat, sees, role, held, code, others, address

        def write() -> str:
            return written(tongue(language).show(self._view(snapshot, *parts)))

        return snapshot.number, self.shared.get(snapshot, key, write)

    def _parts(self, snapshot: Snapshot, holder: Phone, watch: bool) -> Parts:
        """Give what of a phone and its table, beside the snapshot, decides what it may see."""
        code, role = self._code_for(holder)
        seat, sees = self._eyes(snapshot, holder, watch)
        lobby = None if snapshot.playing else self.lobby.shown(holder)
        return seat, sees, role, self._held(snapshot), lobby, code, self.reached_at()

    def _code_for(self, holder: Phone) -> tuple[str | None, Role]:
        """Give the code that a phone may be told, and what the phone is."""
        # The code first: by another one that is drawn meanwhile the phone plays no more.
        code = self.access.code
        role = self.role(holder)
        return (code if role else None), role

    def _held(self, snapshot: Snapshot) -> tuple[bool, ...]:
        return tuple(self.seats.held(name) for name in self._players(snapshot))

    def _view(
        self,
        snapshot: Snapshot,
        seat: int | None,
        sees: bool,
        role: Role,
        held: tuple[bool, ...],
        lobby: dict[str, Any] | None,
        code: str | None,
        address: str | None,
    ) -> dict[str, Any]:
        state = {
            **snapshot.view(seat if sees else None),
            **steps(snapshot.history),
            "log": log(snapshot, seat if sees else None),
            "you": seat,
            "sees": sees,
            "held": list(held),
            "simulated": self.panel is not None,
            "buttons": self.buttons,
            "camera": self.picture is not None,
            "picture": self.picture is not None,
            "offer": {"game": self.house.game, "rules": dict(self.house.rules)},
            "club": self.invited(),
            "keep": self._keep(role),
            "lobby": lobby,
            "settled": {game: sorted(rules) for game, rules in self.house.fixed.items()},
            "role": role.name.lower(),
            "pages": self.version,
            "address": address,
            "code": code,
        }
        return state if role else without_pictures(state)

    def _keep(self, role: Role) -> dict[str, Any] | None:
        return self.keepsake.shown() if self.keepsake is not None and role else None

    def events(self, holder: Phone, watch: bool, language: str) -> str:
        """Return all events of the game as this phone may see them, and the number of their state, as JSON.

        A long game's list is large, so those who may see the same share it.
        """
        snapshot = self.host.snapshot
        seat, sees = self._eyes(snapshot, holder, watch)
        own = seat if sees else None

        def write() -> str:
            view = {"number": snapshot.number, "game_id": snapshot.game_id, "events": listed(snapshot, own)}
            return written(tongue(language).show(view))

        return self.shared_events.get(snapshot, (language, own), write)

    def _eyes(self, snapshot: Snapshot, holder: Phone, watch: bool) -> tuple[int | None, bool]:
        """Tell the seat of a phone, and whether it may see all that the seat's player knows."""
        players = self._players(snapshot)
        seat = self.seats.seat(holder, players) if self.role(holder) and not watch else None
        return seat, self.keepers.sees(holder, snapshot.game_id, snapshot.history, seat)

    def send(self, command: Command) -> Outcome:
        """Post to the host and wait for its answer. Raises Busy, Forbidden.

        Whether its sender may wish for it was found out by the newest state as it came: one that claims to
        have seen a later one would be done in that, of which nobody asked. A game takes so many changes and
        no more: half of them are the owner's, so that nobody else can use them up.
        """
        if (
            isinstance(command, Undo | Correct | ReadStick | CountThrow)
            and self.host.much_changed
            and self.role(phone()) < Role.OWNER
        ):
            raise Forbidden(MUCH_CHANGED, "owner")
        if command.seen is not None and command.seen > g.newest:
            return changed()
        return answered(self.host.post(command))

    def check_speaks_for(self, holder: Phone, seat: int) -> None:
        """Refuse a phone that would decide for a player who has one himself. Raises Forbidden, Stale."""
        name = self.name(seat)
        if self.seats.held(name) and self.seat(holder) != seat:
            said = say("{name} has a phone at this table: only that phone decides for {name}.", name=name)
            raise Forbidden(said, "seat")

    def check_knows_bid(self, holder: Phone, game: Game, index: int | None) -> None:
        """Refuse a phone that would put a bid right that lies hidden from it. Raises Forbidden.

        index: the step that made or changed it; None: there is none.
        """
        if index is None or not lies_hidden(game, index):
            return
        seat = game.written(index)["player"]
        name = game.header.players[seat]
        if self.seat(holder) == seat or self.bids.knows(holder, self.host.snapshot, name):
            return
        said = say(
            "{name}'s bid lies hidden, and this phone did not make it: undo it, and bid anew.", name=name
        )
        raise Forbidden(said, "hidden")


def desk() -> Desk:
    """Return the desk of the running app, the table's."""
    return desk_of(current_app)


def desk_of(app: Flask) -> Desk:
    """Return the desk of a table's app."""
    here: Desk = app.extensions["familiar"]
    return here


def note_newest() -> None:
    """Note the newest state that there is as a request comes."""
    g.newest = desk().host.snapshot.number


def changed() -> Refused:
    """Refuse a wish for a table that is another by now, or will be."""
    return Refused(CHANGED, "stale", desk().host.snapshot.number, stale=True)


def players() -> tuple[str, ...]:
    """Return the names in seat order of the game that is played. Raises Missing."""
    names = desk().players()
    if not names:
        raise Missing(say("There is no game yet: set one up first."))
    return names


def running(name: str) -> Game:
    """Return the game that is played, which must be of this name. Raises Missing."""
    game = desk().host.snapshot.history
    if game is None:
        raise Missing(say("There is no game yet: set one up first."))
    if game.header.game != name:
        title = GAMES[name].TITLE
        raise Missing(say("Another game is played at this table: this belongs to {game}.", game=title))
    return game


def watching() -> bool:
    """Say whether the page that asks shows only what everybody may see (the big screen)."""
    return request.args.get("as") == "watch"


def answer(outcome: Outcome) -> Reply:
    """Turn the host's answer into JSON and an HTTP status; a stale wish brings the fresh state with it."""
    match outcome:
        case Accepted(number):
            return {"number": number}, 200
        case Refused(reason, rule, number, stale):
            said = {"error": reason, "rule": rule, "number": number}
            if stale:
                return said | {"state": desk().state(phone(), watching())}, 409
            return said, 422


def submit(data: dict[str, Any], event: dict[str, Any]) -> Reply:
    """Post an event for a phone that has seen the state that its request, `data`, names. Raises Busy."""
    return answer(desk().send(Submit(event, seen=checks.seen(data))))
