"""Call what listens to an owner of a state, one after the other: none of them can keep the others from it."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

log = logging.getLogger(__name__)

News = TypeVar("News")


def announce(listeners: Iterable[Callable[[News], object]], news: News, owner: str) -> None:
    """Call each listener with the news; one that raises is named in the log by its owner, such as "host"."""
    for listener in tuple(listeners):
        try:
            listener(news)
        except Exception:
            log.exception("a listener of the %s stumbled", owner)
