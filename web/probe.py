"""Take the wishes that belong to Probe: words, questions, answers, calls.

Whether an answer or a word is refused tells something of a word: so these are taken from the phone at the
owner's seat alone, and from anybody only where the owner has no phone and typed nothing.
"""

import threading
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify

from games.book import PROBE
from games.history import narrowed
from games.probe import State, event_from_dict, fold
from games.probe.events import Word
from table.command import Accepted, Correct, Outcome, Submit
from texts import say
from web import checks
from web.desk import answer, desk, running, submit, watching
from web.dictionary import dictionaries, known, names
from web.errors import BadRequest, Busy, Forbidden, Missing
from web.join import phone, remember
from web.site import Reply
from web.words import typed

looking_up = threading.Semaphore()
probe = Blueprint("probe", __name__, url_prefix="/api")

SPACES = 12
MENDED = {"word": "word", "ready": "spaces", "draw": "card", "open": "space", "judge": "right"}
"""What of an earlier event can be put right; with a space its tray, and the sign said of it."""


@probe.post("/word")
def word() -> Reply | Response:
    """Set out the word that is typed here: a player's own phone alone."""
    data = checks.body({"word", "tray", "first"})
    seat = _own_seat()
    event = {"event": "word", "player": seat, "word": checks.text(data, "word"), **_place(data)}
    return _kept(desk().send(Submit(event, seen=checks.seen(data))), event)


@probe.post("/ready")
def ready() -> Reply:
    """Say that a word stands in a tray, in so many spaces, and keep it to oneself."""
    data = checks.body({"player", "spaces", "tray", "first"})
    seat = _seat(data)
    _check_answers_for(seat)
    spaces = checks.whole(data, "spaces", 1, SPACES)
    return _submit(data, {"event": "ready", "player": seat, "spaces": spaces, **_place(data)})


@probe.post("/draw")
def draw() -> Reply:
    """Choose the activity card that was drawn: it lies on the table for all to see."""
    data = checks.body({"card"})
    return _submit(data, {"event": "draw", "player": _turn(), "card": checks.text(data, "card")})


@probe.post("/ask")
def ask() -> Reply:
    """Ask an opponent for a letter or a dot, in one's own turn or for a player without a phone."""
    data = checks.body({"of", "sign"})
    seat = _turn()
    desk().check_speaks_for(phone(), seat)
    event = {"event": "ask", "player": seat, "sign": checks.text(data, "sign"), **_of(data)}
    return _submit(data, event)


@probe.post("/open")
def open_space() -> Reply:
    """Open a space: as an answer, for a neighbour's card, or an own dot."""
    data = checks.body({"space", "tray", "sign"})
    seat = _turn()
    _check_answers_for(seat)
    event = {"event": "open", "player": seat, "space": checks.whole(data, "space", 1, SPACES), **_tray(data)}
    if data.get("sign") is not None and (_knows(seat) or not _typed_there(seat, data)):
        event["sign"] = checks.text(data, "sign")
    return _submit(data, event)


@probe.post("/no")
def no() -> Reply:
    """Say that there is no such hidden letter or dot."""
    data = checks.body(())
    seat = _turn()
    _check_answers_for(seat)
    return _submit(data, {"event": "no", "player": seat})


@probe.post("/call")
def call() -> Reply:
    """Interrupt with a whole word: typed here, or named aloud so that its owner judges."""
    data = checks.body({"player", "of", "tray", "word"})
    seat = _seat(data)
    desk().check_speaks_for(phone(), seat)
    event = {"event": "interrupt", "player": seat, **_of(data), **_tray(data)}
    if data.get("word") is not None:
        event["word"] = checks.text(data, "word")
    return _submit(data, event)


@probe.post("/judge")
def judge() -> Reply:
    """Say as the owner whether the word that was named is right."""
    data = checks.body({"right"})
    seat = _turn()
    _check_answers_for(seat)
    return _submit(data, {"event": "judge", "player": seat, "right": checks.switch(data, "right")})


@probe.post("/misspelt")
def misspelt() -> Reply:
    """Say for the table that a player's word is misspelt."""
    data = checks.body({"player", "tray"})
    return _submit(data, {"event": "misspelt", "player": _seat(data), **_tray(data)})


@probe.post("/mend")
def mend() -> Reply | Response:
    """Put an earlier step right: a card by anybody, what is a player's own by that player's phone."""
    data = checks.body({"index", "tray", "sign", *MENDED.values()})
    game = running(PROBE)
    index = checks.whole(data, "index", 0, checks.INDEX_MAX)
    if index >= len(game.events):
        raise Missing(say("This game has no step number {index} to put right.", index=index))
    old = game.written(index)
    kind = old["event"]
    if kind not in MENDED:
        raise BadRequest(say("There is nothing to choose in this step: undo it instead."))
    owner: int = old["player"] if "player" in old else _acting(narrowed(game.states[index], State))
    if kind == "word":
        _check_knows(owner)
    elif kind != "draw":
        _check_answers_for(owner)
    event = {**old, MENDED[kind]: _mended(data, kind)}
    if kind == "open":
        event |= {key: checks.text(data, key) for key in ("tray", "sign") if key in old and key in data}
    outcome = desk().send(Correct(index, event, seen=checks.seen(data)))
    return _kept(outcome, event) if kind == "word" else answer(outcome)


@probe.post("/spelling")
def spelling() -> Reply:
    """Say whether this machine's dictionaries have a word: a hint for whoever asks, and for nobody else."""
    data = checks.body({"word"})
    word, alike = (
        checks.text(data, "word"),
        partial(fold, accents=running(PROBE).state_as(State).rules.accents),
    )
    # It reads through whole lists: one at a time, so that the table's own work is not kept waiting.
    if not looking_up.acquire(blocking=False):
        raise Busy(say("Another word is being looked up; try again in a moment."))
    try:
        lists = dictionaries()
        return {
            "known": known(word, alike, lists),
            "dictionaries": names(lists),
        }, 200
    finally:
        looking_up.release()


def _turn() -> int:
    """Give the seat that must act."""
    return _acting(running(PROBE).state_as(State))


def _acting(state: State) -> int:
    if state.turn is None:
        raise BadRequest(say("Nobody in particular is to act now: look at the table again."))
    return state.turn


def _mine() -> int | None:
    running(PROBE)
    return None if watching() else desk().seat(phone())


def _own_seat() -> int:
    own = _mine()
    if own is None:
        raise Forbidden(say("A word is typed on its player's own phone: take your seat first."), "seat")
    return own


def _seat(data: dict[str, Any]) -> int:
    """Read whom a wish is for: the player it names, else whoever holds this phone."""
    players = running(PROBE).header.players
    if data.get("player") is not None:
        return checks.whole(data, "player", 0, len(players) - 1)
    own = _mine()
    if own is None:
        raise Forbidden(say("This phone has no seat: take one, or say for whom it speaks."), "seat")
    return own


def _check_answers_for(seat: int) -> None:
    """Refuse who is not the owner of a word, or speaks for one who has a phone. Raises Forbidden."""
    game = running(PROBE)
    desk().check_speaks_for(phone(), seat)
    if typed(game, seat) and _mine() != seat:
        name = game.header.players[seat]
        raise Forbidden(
            say("{name} typed a word, so only a phone at {name}'s seat answers for it.", name=name), "seat"
        )


def _check_knows(seat: int) -> None:
    """Refuse to change a word on a phone that did not type it. Raises Forbidden."""
    if _mine() != seat or not _knows(seat):
        raise Forbidden(say("A word is put right on the phone that typed it."), "seat")


def _knows(seat: int) -> bool:
    snapshot = desk().host.snapshot
    return desk().keepers.sees(phone(), snapshot.game_id, snapshot.history, seat)


def _typed_there(seat: int, data: dict[str, Any]) -> bool:
    """Tell whether a word was typed in the tray of which a space is opened.

    It says itself what stands there. Whether another sign is refused would tell whoever took the seat of a
    phone that is gone.
    """
    trays = running(PROBE).state_as(State).seats[seat].trays
    return any(tray.typed for tray in trays if data.get("tray") in (None, tray.side))


def _kept(outcome: Outcome, event: dict[str, Any]) -> Reply | Response:
    """Answer, and let this phone be the one that knows the word."""
    body, status = answer(outcome)
    if not isinstance(outcome, Accepted):
        return body, status
    game, snapshot = running(PROBE), desk().host.snapshot
    word = event_from_dict(event, game.header)
    assert isinstance(word, Word)
    holder = desk().keepers.note(phone(), snapshot.game_id, snapshot.history, word)
    # The streams had the state before this was known.
    desk().bell.ring()
    return remember(jsonify(body), holder)


def _of(data: dict[str, Any]) -> dict[str, Any]:
    if data.get("of") is None:
        return {}
    return {"of": checks.whole(data, "of", 0, len(running(PROBE).header.players) - 1)}


def _tray(data: dict[str, Any]) -> dict[str, Any]:
    return {} if data.get("tray") is None else {"tray": checks.text(data, "tray")}


def _place(data: dict[str, Any]) -> dict[str, Any]:
    """Read where a word stands: in which tray, and from which space on."""
    first = {} if data.get("first") is None else {"first": checks.whole(data, "first", 1, SPACES)}
    return {**_tray(data), **first}


def _mended(data: dict[str, Any], kind: str) -> Any:
    key = MENDED[kind]
    if key == "right":
        return checks.switch(data, key)
    return checks.whole(data, key, 1, SPACES) if key in ("space", "spaces") else checks.text(data, key)


def _submit(data: dict[str, Any], event: dict[str, Any]) -> Reply:
    running(PROBE)
    return submit(data, event)
