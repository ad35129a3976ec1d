"""A string that remembers its template and what was put into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, overload

Translate = Callable[[str, str | None, int], str]
"""Give the template of another language: for (template, None, 0), or for (one, more, count)."""
Fill = Callable[[str, Mapping[str, Any]], str]
"""Put the values into a template, as a language joins them to the words before them."""
Typed = Callable[[str], str]
"""Give a text that is no sentence of ours, a name for one, as it is to stand in one."""


class Said(str):
    """An English sentence that knows what it is made of.

    `template`: what stands in the catalogue, with `{names}`; `more`: the template for several, where `number`
    decides between the two. `values` fill the names; one that is Said itself is told in the same language,
    and a list or tuple of them becomes "a, b and c". Anything else that is done with it (joined, cut,
    formatted) gives a plain string, which is told as it is.
    """

    template: str
    more: str | None
    number: int
    values: Mapping[str, Any]

    def __new__(cls, template: str, more: str | None, count: int, values: Mapping[str, Any]) -> Said:
        """Put the English sentence together."""
        said = super().__new__(cls, _put(template, more, count, values, _english, str.format_map, str))
        said.template, said.more, said.number, said.values = template, more, count, dict(values)
        return said

    def __reduce__(self) -> tuple[Any, ...]:
        return Said, (self.template, self.more, self.number, self.values)

    def told(self, translate: Translate, fill: Fill = str.format_map, typed: Typed = str) -> str:
        """Put it together in another language."""
        return _put(self.template, self.more, self.number, self.values, translate, fill, typed)


def say(template: str, **values: Any) -> Said:
    """Say a sentence; `template` must be written out where it is said, for the catalogue to find it."""
    return Said(template, None, 0, values)


def say_many(one: str, more: str, count: int, **values: Any) -> Said:
    """Say a sentence whose form depends on a number, which is also its `{count}`."""
    return Said(one, more, count, {"count": count, **values})


def say_as(context: str, template: str, **values: Any) -> Said:
    """Say a word that other languages tell apart by `context`, for example ("edition amigo", "a Wizard")."""
    return Said(f"{context}{_CONTEXT}{template}", None, 0, values)


def listed(items: Iterable[Any], either: bool = False) -> Said:
    """Say "a, b and c", or with `either` "a, b or c"."""
    names = tuple(items)
    if len(names) < 2:
        return Said(_ROW, None, 0, {"items": names})
    if either:
        return say("{items} or {last}", items=_Row(names[:-1]), last=names[-1])
    return say("{items} and {last}", items=_Row(names[:-1]), last=names[-1])


def capital(said: str) -> Said:
    """Say the same with a capital letter in front, in every language."""
    return Said(_BEGUN, None, 0, {"sentence": _Run([said])})


def decimal(value: float, digits: int) -> Said:
    """Say a number with `digits` figures behind the point, or behind the comma where there is one."""
    whole, _, part = f"{value:.{digits}f}".partition(".")
    return say("{whole}.{part}", whole=whole, part=part)


@overload
def sentences(first: Said, /, *parts: str | None) -> Said: ...


@overload
def sentences(*parts: str | None) -> Said | None: ...


def sentences(*parts: str | None) -> Said | None:
    """Say one after the other what there is to say; None where there is nothing."""
    there = [part for part in parts if part]
    return Said(_RUN, None, 0, {"sentences": _Run(there)}) if there else None


def spoken(error: BaseException) -> str:
    """Give an error's message as it was said: `str(error)` would forget how it is told elsewhere."""
    message = error.args[0] if error.args else ""
    return message if isinstance(message, str) else str(error)


class _Row(tuple[Any, ...]):
    """Stand one beside the other, with commas between."""


class _Run(tuple[Any, ...]):
    """Stand one after the other, as sentences do."""

    def __new__(cls, parts: Iterable[Any]) -> _Run:
        return super().__new__(cls, parts)


_CONTEXT = "\4"
"""Stands in a catalogue between the context and the message: gettext's own sign for it."""
_ROW, _RUN, _BEGUN = "{items}", "{sentences}", "{sentence}"


def _english(template: str, more: str | None, count: int) -> str:
    return template if more is None or count == 1 else more


def _put(
    template: str,
    more: str | None,
    count: int,
    values: Mapping[str, Any],
    translate: Translate,
    fill: Fill,
    typed: Typed,
) -> str:
    # These are the same in every language.
    own = template if template in (_ROW, _RUN, _BEGUN) else translate(template, more, count)
    context, mark, _ = template.rpartition(_CONTEXT)
    # Where a language has no words of its own for this context, the message comes back as it went.
    own = own.replace(context + mark, "") if mark else own
    told = fill(own, {name: _told(value, translate, fill, typed) for name, value in values.items()})
    return told[:1].upper() + told[1:] if template == _BEGUN else told


def _told(value: Any, translate: Translate, fill: Fill, typed: Typed) -> Any:
    match value:
        case Said():
            return value.told(translate, fill, typed)
        case _Run():
            # A plain text among sentences is one, and no name.
            return " ".join(
                str(_told(each, translate, fill, str if type(each) is str else typed)) for each in value
            )
        case _Row():
            return ", ".join(str(_told(each, translate, fill, typed)) for each in value)
        case list() | tuple() if len(value) > 1:
            return _told(listed(value), translate, fill, typed)
        case list() | tuple():
            return "".join(str(_told(each, translate, fill, typed)) for each in value)
        case str():
            return typed(value)
    return value
