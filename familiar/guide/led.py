"""Lead a person through something with a camera and a page: the thread that owns the state, and its page."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from typing import Any, Generic, Protocol, Self, TypeVar

from flask import Flask

from device.camera import Camera
from familiar.guide.eyes import Ear
from familiar.interrupts import interrupts, wait
from familiar.invite.sign import invitation
from familiar.page import open_page
from familiar.tell import Tell
from files import obstacle
from table.actor import Actor, Closed
from table.command import Accepted, Outcome, Refused
from table.eye.protocol import Sees
from table.guides.leading import NotNow, Pressed
from table.settings.config import Config
from table.watch import Watch
from texts import say, spoken
from web.app import close
from web.led import led_access
from web.security import Security

log = logging.getLogger(__name__)

STALE = say("The guide has gone on meanwhile.")


class Numbered(Protocol):
    """A frozen state: `number` counts the moves, so that a press can say which state it saw."""

    @property
    def number(self) -> int:
        """How many moves led to it."""
        ...

    @property
    def trouble(self) -> str | None:
        """Say what keeps pictures from coming."""
        ...


State = TypeVar("State", bound=Numbered)


class Owner(Generic[State]):
    """Own a state: take what is seen and pressed, one after the other, in a thread of its own.

    step: gives the state after an event, or raises NotNow. react: called there after each change with the
    state before and after it; what it returns happens next. What it raises ends the matter, and stands in
    `failed`.
    """

    def __init__(
        self,
        state: State,
        step: Callable[[State, Any], State],
        react: Callable[[State, State], Any | None],
    ) -> None:
        self.listeners: list[Callable[[State], object]] = []
        self.failed: Exception | None = None
        self._state = state
        self._step, self._react = step, react
        self._actor = Actor("guide")

    @property
    def snapshot(self) -> State:
        """Give the state as it is now; it is frozen, so any thread may look at it."""
        return self._state

    def post(self, event: Any) -> Future[Outcome]:
        """Let something happen; gives what came of it."""
        try:
            return self._actor.post(lambda: self._answer(event))
        except Closed:
            answer: Future[Outcome] = Future()
            answer.set_result(Refused(STALE, "closed", self._state.number))
            return answer

    def start(self) -> Self:
        """Begin."""
        self._tell()
        self._actor.start()
        return self

    def close(self) -> None:
        """End the thread once all that was posted has happened; twice is harmless."""
        self._actor.close()

    def _answer(self, event: Any) -> Outcome:
        try:
            return self._handle(event)
        except Exception as error:
            log.error("the guide cannot go on: %s", error)
            self.failed = error
            self._tell()
            return Refused(obstacle.told(error), None, self._state.number)

    def _handle(self, event: Any) -> Outcome:
        if isinstance(event, Pressed):
            if event.seen is not None and event.seen != self._state.number:
                return Refused(STALE, "stale", self._state.number, stale=True)
            event = event.press
        follows = event
        while follows is not None:
            before = self._state
            try:
                self._state = self._step(before, follows)
            except NotNow as error:
                return Refused(spoken(error), None, before.number)
            self._tell()
            follows = self._react(before, self._state) if self._state != before else None
        return Accepted(self._state.number)

    def _tell(self) -> None:
        for listener in tuple(self.listeners):
            listener(self._state)


def serve(
    owner: Owner[State],
    eye: Sees,
    open_camera: Callable[[], Camera],
    config: Config,
    tell: Tell,
    *,
    make_app: Callable[..., Flask],
    ended: Callable[[State], bool],
    hint: str,
    pace: float,
) -> State:
    """Serve the page and look at the table until it has ended or Ctrl-C; give the state as it is then.

    make_app: makes the page's app; it is told what gives the camera's picture, and by what names it is
    asked for. pace: seconds from one picture to the next. Raises the root errors of the rooms, and what the
    owner failed with.
    """
    with interrupts() as news, ExitStack() as closing:
        closing.callback(owner.close)
        watch = Watch(Ear(owner), open_camera, eye, pace=pace)
        security = Security(led_access(), hosts=config.web.hosts, proxies=config.web.proxies)
        app = make_app(picture=watch.picture, security=security)
        server, address = open_page(app, config.web.host, config.web.port)
        closing.callback(server.close)
        closing.callback(close, app)

        def announce(state: State) -> None:
            if owner.failed is not None or ended(state):
                news.put(0)

        owner.listeners.append(announce)
        owner.start()
        closing.callback(watch.stop)
        watch.start()
        server.start()
        tell(invitation(f"{address}join/{security.access.code}", hint, board=False))
        wait(news)
    if owner.failed is not None:
        raise owner.failed
    return owner.snapshot
