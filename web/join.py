"""Know the phone that asks by its signed cookies, and give it those."""

import secrets
from dataclasses import dataclass, replace
from functools import lru_cache
from ipaddress import ip_address
from typing import Any, TypeVar

from flask import Response, current_app, g, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response as AnyResponse

from web.proxies import HANDED_ON

Answer = TypeVar("Answer", bound=AnyResponse)

COOKIE = "familiar_seat"
WORDS_COOKIE = "familiar_words"
CODE_COOKIE = "familiar_code"
PIN_COOKIE = "familiar_pin"
LED_COOKIE = "familiar_led"
PASSES = (CODE_COOKIE, PIN_COOKIE, LED_COOKIE)
"""The passes: of who entered the code, of who entered the PIN, of who opened a page that leads."""
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")
WORDS_MAX = 8
YEAR_S = 365 * 24 * 3600


@dataclass(frozen=True)
class Phone:
    """One browser: `key` is random and its secret.

    `words` are the digests of the secret words that were typed on it, `passes` the stamps of what it was let
    in by; `address` is where it asks from, and `near` says that this is the table's own machine.
    """

    key: str
    words: tuple[str, ...] = ()
    passes: tuple[str, ...] = ()
    address: str = ""
    near: bool = False

    def knowing(self, words: tuple[str, ...]) -> "Phone":
        """Return the same phone with these words in its cookie, and the latest before them."""
        kept = [word for word in self.words if word not in words]
        return replace(self, words=(*kept, *words)[-WORDS_MAX:])


def signer(salt: str = "familiar-seat") -> URLSafeSerializer:
    """Return what signs the cookies, made from the app's secret."""
    return _signer(current_app.secret_key, salt)


@lru_cache(maxsize=32)
def _signer(secret: str | bytes, salt: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt=salt)


def phone() -> Phone:
    """Return the phone that sent this request; a new one gets a fresh key."""
    if "phone" not in g:
        known = _read(request.cookies.get(COOKIE, "")) or Phone(secrets.token_hex(16))
        g.phone = replace(
            known.knowing(_words(request.cookies.get(WORDS_COOKIE, ""))),
            passes=tuple(filter(None, map(_stamp, PASSES))),
            address=request.remote_addr or "",
            near=_near(),
        )
    found: Phone = g.phone
    return found


def _near() -> bool:
    """Tell whether the request comes from this machine, and was not handed on here for somebody else."""
    try:
        here = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
    brought = request.environ.get(HANDED_ON) or any(name in request.headers for name in FORWARDED)
    return here and not brought


def _stamp(cookie: str) -> str | None:
    sent = request.cookies.get(cookie)
    try:
        stamp = None if sent is None else signer(cookie).loads(sent)
    except BadSignature:
        return None
    return stamp if isinstance(stamp, str) else None


def _read(cookie: str) -> Phone | None:
    try:
        # Earlier versions wrote down a player, too.
        key, *_ = signer().loads(cookie)
    except (BadSignature, TypeError, ValueError):
        return None
    return Phone(key) if isinstance(key, str) else None


def _words(cookie: str) -> tuple[str, ...]:
    try:
        words = signer(WORDS_COOKIE).loads(cookie)
    except BadSignature:
        return ()
    return tuple(words) if isinstance(words, list) and all(isinstance(word, str) for word in words) else ()


def remember(response: Response, holder: Phone) -> Response:
    """Put the phone's cookies on the response."""
    keep(response, COOKIE, [holder.key], salt="familiar-seat")
    if holder.words:
        keep(response, WORDS_COOKIE, list(holder.words))
    return response


def renew(response: Response) -> Response:
    """Let the cookies that the phone showed last another year.

    One that showed none gets none: it may only have hidden them, since it was sent here by another site.
    """
    holder = phone()
    if _read(request.cookies.get(COOKIE, "")) is not None:
        remember(response, holder)
    for cookie in PASSES:
        if stamp := _stamp(cookie):
            keep(response, cookie, stamp)
    return response


def greet(response: Response) -> Response:
    """Give a cookie to a phone that showed none, in answer to what its own page asks.

    Not with the page itself: a browser that was sent here by another site hides its cookies then.
    """
    return response if _read(request.cookies.get(COOKIE, "")) is not None else remember(response, phone())


def keep(response: Answer, cookie: str, value: Any, salt: str | None = None) -> Answer:
    """Put one signed cookie on the response: no script reads it and no other site sends it."""
    response.set_cookie(
        cookie,
        signer(salt or cookie).dumps(value),
        max_age=YEAR_S,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
    )
    return response


def forget(response: Response, cookie: str) -> Response:
    """Take a cookie from the phone."""
    response.delete_cookie(cookie, httponly=True, samesite="Strict", secure=request.is_secure)
    return response
