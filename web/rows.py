"""Serve the page that leads through cards in rows: what was found, by which names, and what is put right."""

from dataclasses import asdict
from functools import partial
from typing import Any, Protocol

from table.guides.leading import Pressed
from table.guides.rows import Called, Phase, Press, Rows, free, offers
from web import checks
from web.led import Owner, create_led_app, led, led_pages
from web.site import Reply

MOST_CARDS = 400


class Deck(Owner, Protocol):
    """What holds the state."""

    deck: str
    edition: str | None

    @property
    def snapshot(self) -> Rows:
        """Give the state as it is now."""
        ...


def view(owner: Deck) -> dict[str, Any]:
    """Put together what the page shows."""
    rows = owner.snapshot
    taken = rows.taken
    at = taken.part if taken is not None else next(iter(rows.left), None)
    report = rows.report
    return {
        "number": rows.number,
        "deck": owner.deck,
        "edition": owner.edition,
        "phase": rows.phase,
        "done": len(rows.parts) - len(rows.left),
        "total": len(rows.parts),
        "part": None if at is None else list(rows.parts[at]),
        "size": list(taken.size if taken is not None else rows.seen.size),
        "outlines": [] if taken is not None else [_corners(each) for each in rows.seen.outlines],
        "why": rows.seen.why,
        "trouble": rows.trouble,
        "literate": taken is None or taken.literate,
        "cards": [] if taken is None else [_card(each) for each in taken.cards],
        "free": list(free(rows)),
        "last": None if not rows.kept or rows.phase is not Phase.LAYING else _last(rows),
        "offers": offers(rows),
        "report": None
        if report is None
        else {**asdict(report), "alike": [asdict(pair) for pair in report.alike]},
    }


def _corners(corners: Any) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners]


def _card(card: Any) -> dict[str, Any]:
    return {
        "card": card.name,
        "clear": card.clear,
        "likely": list(card.likely),
        "unfit": card.laid.unfit,
        "corners": _corners(card.laid.quad),
    }


def _last(rows: Rows) -> dict[str, Any]:
    """Say what became of the picture before."""
    cards = rows.kept[-1].cards
    learnt = [card.name for card in cards if card.clear and card.laid.unfit is None]
    return {"learnt": learnt, "left": len(cards) - len(learnt)}


rows_pages = led_pages("rows", Press)
create_rows_app = partial(create_led_app, rows_pages, view)


@rows_pages.post("/api/card")
def card() -> Reply:
    """Say which card lies at a place of the picture. Raises BadRequest, Busy."""
    data = checks.body(("at", "card"))
    called = Called(checks.whole(data, "at", 0, MOST_CARDS), checks.text(data, "card"))
    return led().send(Pressed(called, checks.seen(data)))
