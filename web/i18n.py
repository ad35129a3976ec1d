"""Speak the reader's language: the phone's own, or the one chosen on it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, Response, has_request_context, jsonify, request
from flask.json.provider import DefaultJSONProvider

from texts import say
from texts.bidi import isolated
from texts.catalogue import tongue
from texts.languages import LANGUAGES, NAMES
from web import checks
from web.access import Role, least
from web.errors import BadRequest
from web.join import YEAR_S
from web.live import storable

COOKIE = "familiar_language"

languages = Blueprint("languages", __name__)


def language() -> str:
    """Return the language of this request: the one chosen on this phone, else the one its browser wants.

    English where nobody asks.
    """
    if not has_request_context():
        return LANGUAGES[0]
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    # The best first. A region's way of speaking is the language's own here: en-GB is en.
    wanted = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality > 0)
    return next((tag for tag in wanted if tag in LANGUAGES), LANGUAGES[0])


def tell(value: Any) -> Any:
    """Give the same with all that was said in the language of this request."""
    return tongue(language()).tell(value)


def show(value: Any) -> Any:
    """Tell it for a page, where the names in a sentence are kept apart from its words and figures."""
    return tongue(language()).show(value)


class Telling(DefaultJSONProvider):
    """Answers in JSON, with all that was said in the reader's language."""

    ensure_ascii = False

    def dumps(self, obj: Any, **options: Any) -> str:
        """Write `obj` as JSON."""
        return storable(super().dumps(show(obj), **options))


def speak(app: Flask) -> None:
    """Let an app answer in the reader's language: its JSON, its templates (`_`), its scripts' words."""
    app.json = Telling(app)
    app.jinja_env.globals.update(_=template, language=language, languages=NAMES)
    app.jinja_env.filters["isolated"] = isolated
    app.register_blueprint(languages)


def template(text: str, **values: Any) -> str:
    """Say a sentence of a template, which Babel finds there as `_("...")`."""
    told: str = show(say(text, **values))
    return told


@languages.post("/api/language")
@least(Role.SPECTATOR)
def choose() -> Response:
    """Keep the language that was chosen on this phone; null goes by its browser again."""
    wanted = checks.body({"language"}).get("language")
    if wanted is not None and wanted not in LANGUAGES:
        raise BadRequest(say("{key} must be one of {known}.", key="'language'", known=", ".join(LANGUAGES)))
    response = jsonify(language=wanted)
    if wanted is None:
        response.delete_cookie(COOKIE, samesite="Strict")
    else:
        response.set_cookie(
            COOKIE, wanted, max_age=YEAR_S, httponly=True, samesite="Strict", secure=request.is_secure
        )
    return response
