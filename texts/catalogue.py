"""The languages that Familiar speaks, each with its catalogue."""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from texts import french
from texts.bidi import isolated
from texts.languages import LANGUAGES
from texts.said import Fill, Said, Typed

ON_PAGES = "/static/"
"""Messages found in files of such a folder are those of the pages' scripts."""

Words = Mapping[str, str | list[str]]
FILLS: Mapping[str, Fill] = {"fr": french.fill}
"""How a language fills its templates, where that is more than to put the values in."""


class Tongue:
    """Tells what was said in one language."""

    def __init__(self, language: str, catalogue: Catalog) -> None:
        """Take the catalogue of `language`: of "en" an empty one."""
        self.language, self._fill = language, FILLS.get(language, str.format_map)
        # A catalogue as translators have it is large; what is told from it is not.
        self._page_words = _page_words(catalogue)
        compiled = io.BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        self._words = gettext.GNUTranslations(compiled)

    def template(self, template: str, more: str | None = None, count: int = 0) -> str:
        """Give the template in this language; English where the catalogue lacks it."""
        if more is None:
            return self._words.gettext(template)
        return self._words.ngettext(template, more, count)

    def tell(self, value: Any) -> Any:
        """Give the same with all that was said in this language, however deep it stands."""
        return self._tell(value, str)

    def show(self, value: Any) -> Any:
        """Tell it for a page, where the names in a sentence are kept apart from its words and figures."""
        return self._tell(value, isolated)

    def _tell(self, value: Any, typed: Typed) -> Any:
        match value:
            case Said():
                return value.told(self.template, self._fill, typed)
            case dict():
                return {key: self._tell(each, typed) for key, each in value.items()}
            case list() | tuple():
                return [self._tell(each, typed) for each in value]
        return value

    def page_words(self) -> Words:
        """List what the pages' scripts say: by its English, or context and English with a bar between.

        A message with two forms gives both, singular first.
        """
        return self._page_words


def _page_words(catalogue: Catalog) -> Words:
    return {
        _key(message): list(message.string) if isinstance(message.string, tuple) else message.string
        for message in catalogue
        if message.id and message.string and any(ON_PAGES in place for place, _ in message.locations)
    }


def _key(message: Message) -> str:
    one = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
    return one if message.context is None else f"{message.context}|{one}"


@cache
def tongue(language: str) -> Tongue:
    """Give what speaks one of LANGUAGES. Raises ValueError for any other."""
    if language not in LANGUAGES:
        raise ValueError(f"Familiar does not speak {language!r}; it speaks {', '.join(LANGUAGES)}.")
    return Tongue(language, _read(language))


def _read(language: str) -> Catalog:
    if language == LANGUAGES[0]:
        return Catalog(locale=language)
    file = resources.files("texts").joinpath("locale", f"{language}.po")
    with file.open("rb") as stream:
        return read_po(stream, locale=language)
