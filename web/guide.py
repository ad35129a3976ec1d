"""Serve the guide that leads through cards: the page, what it shows, and what a person presses there."""

from collections import Counter
from dataclasses import asdict
from functools import partial
from typing import Any, Protocol

from flask import Response, current_app

from table.guides.guide import Guide, Kind, Phase, Place, Press, odds, offers, tally
from texts import say
from web.led import Led, Owner, create_led_app, led_pages
from web.pages import jpeg


class Leader(Owner, Protocol):
    """What holds the guide: it has a picture of every card that was caught."""

    deck: str
    edition: str | None

    @property
    def snapshot(self) -> Guide:
        """Give the guide as it is now."""
        ...

    def crop(self, shot: int) -> bytes | None:
        """Give the cut-out of a caught card as JPEG."""
        ...


def view(leader: Leader) -> dict[str, Any]:
    """Put together what the page shows."""
    guide = leader.snapshot
    last = None if guide.last is None else guide.places[guide.last]
    caught = [place for place in guide.places if place.shot is not None]
    return {
        "number": guide.number,
        "kind": guide.kind,
        "deck": leader.deck,
        "edition": leader.edition,
        "phase": guide.phase,
        "at": guide.at,
        "total": len(guide.places),
        "done": len(caught),
        "now": None if guide.now is None else _wanted(guide.now),
        "last": None if last is None or last.shot is None else _wanted(last) | _caught(last),
        "look": asdict(guide.look),
        "trouble": guide.trouble,
        "offers": offers(guide),
        "places": [_place(guide, i) for i in range(len(guide.places))],
        "report": _report(guide),
        "figures": _figures(guide) if guide.kind is Kind.LIVE else None,
    }


def _wanted(place: Place) -> dict[str, Any]:
    return {"card": place.card, "copy": place.copy, "copies": place.copies, "more": place.more}


def _caught(place: Place) -> dict[str, Any]:
    shot = place.shot
    assert shot is not None
    read = [{"card": reading.card, "asks": reading.asks} for reading in shot.readings]
    return {"shot": shot.id, "picture": shot.crop is not None, "verdict": shot.verdict, "read": read}


def _place(guide: Guide, at: int) -> dict[str, Any]:
    place = guide.places[at]
    now = guide.phase is Phase.LAYING and at == guide.at
    state = "now" if now else "taken" if place.shot else "skipped" if place.skipped else "open"
    return {"card": place.card, "state": state} | (_caught(place) if place.shot else {})


def _report(guide: Guide) -> dict[str, Any] | None:
    report = guide.report
    if report is None:
        return None
    newest = {place.card: place.shot.id for place in guide.places if place.shot is not None}
    return {
        "cards": report.cards,
        "pictures": report.pictures,
        "alike": [{**asdict(pair), "shots": [newest.get(pair.one), newest.get(pair.other)]}
                  for pair in report.alike],
        "missing": missing(guide),
        "doubtful": report.doubtful,
    }  # fmt: skip


def missing(guide: Guide) -> list[dict[str, Any]]:
    """List the cards that were asked for and never laid, with how many of each."""
    lacking = Counter(place.card for place in guide.places if place.shot is None and not place.more)
    return [{"card": card, "count": count} for card, count in lacking.items()]


def _figures(guide: Guide) -> dict[str, Any]:
    counts = tally(guide)
    evening = odds(guide)
    return {**asdict(counts), **asdict(evening), "cards": counts.cards, "evening": evening.cards}


guide_pages = led_pages("guide", Press)
create_guide_app = partial(create_led_app, guide_pages, view)


@guide_pages.get("/shot/<int:shot>.jpg")
def shot(shot: int) -> Response:
    """Return the cut-out of a card that was caught. Raises Missing."""
    here: Led[Leader] = current_app.extensions["familiar"]
    return jpeg(here.host.crop(shot), say("There is no picture of this card: it may have been taken again."))
