"""A section of a TOML file as a dataclass whose fields `key` declares: read and checked, or written."""

import dataclasses
import difflib
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args, get_type_hints


def read(kind: Any, body: Mapping[str, Any], where: str, problems: list[str]) -> dict[str, Any]:
    """Read a section that is declared by the dataclass `kind`, and give the values that are good, by key.

    where: file and section, as a message names them; problems: takes one line for every value that is wrong.
    """
    fields = {each.name: each for each in dataclasses.fields(kind)}
    hints = get_type_hints(kind)
    good: dict[str, Any] = {}
    for label, value in body.items():
        named = f"{where} {word(label)}"
        if label not in fields:
            problems.append(f"{named}: there is no such key; {nearest(label, fields)}")
            continue
        try:
            good[label] = _value(hints[label], fields[label].metadata, value)
        except ValueError as error:
            problems.append(f"{named}: {error}")
    return good


def write(name: str, kind: Any) -> list[str]:
    """Write a section with every key at its default, commented, and what it is for: its lines."""
    lines = [f"# {(kind.__doc__ or '').strip()}", f"[{name}]"]
    blank = kind()
    for each in dataclasses.fields(kind):
        about = each.metadata
        note = about["help"]
        if about.get("choices"):
            note += f" ({_listed(about['choices'])})"
        elif about.get("low") is not None:
            note += f" ({about['low']:g} to {about['high']:g})"
        lines += [f"# {note}", f"#{each.name} = {_toml(getattr(blank, each.name))}"]
    return lines


def _value(kind: Any, about: Mapping[str, Any], value: Any) -> Any:
    """Check one value against its type, choices and bounds. Raises ValueError with what and what to do."""
    if get_args(kind)[-1:] == (Ellipsis,):
        if not isinstance(value, list):
            raise ValueError(f"{_show(value)} is no list; write {_LISTS[get_args(kind)[0]]}")
        return tuple(_value(get_args(kind)[0], about, each) for each in value)
    if kind is float and type(value) is int:
        # One that no float can hold is out of bounds, whatever these are.
        value = float(value) if abs(value) < 2**53 else math.inf if value > 0 else -math.inf
    shown = "this" if about.get("secret") else _show(value)
    if kind in _WORDS and type(value) is not kind:
        raise ValueError(f"{shown} is no {_WORDS[kind]}; write {_EXAMPLES[kind]}")
    if kind is str and "\0" in value:
        raise ValueError(f"{shown} holds a NUL; leave it out")
    if kind not in _WORDS and not isinstance(value, dict):
        raise ValueError(f'{shown} is no table; write {{ edition = "us" }}')
    choices = about.get("choices")
    if choices and value not in choices:
        near = difflib.get_close_matches(str(value), [str(each) for each in choices], n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise ValueError(f"{shown} is unknown{hint}; choose one of {_listed(choices)}")
    low, high = about.get("low"), about.get("high")
    if low is not None and not low <= value <= high:
        raise ValueError(f"{shown} is out of bounds; choose {low:g} to {high:g}")
    signs = about.get("signs")
    if signs and not re.fullmatch(signs, value):
        raise ValueError(f"{shown} cannot be a name here; take {about['wanted']}")
    if about.get("reads"):
        try:
            about["reads"](value)
        except ValueError:
            raise ValueError(f"{shown} cannot stand here; take {about['wanted']}") from None
    return value


_WORDS = {str: "text", int: "whole number", float: "number", bool: "yes or no"}
_EXAMPLES = {
    str: 'it in quotes, "like this"',
    int: "it without quotes or point",
    float: "it without quotes",
    bool: "true or false",
}
_LISTS = {str: '["one", "two"]', int: "[1, 2, 3]"}


def _listed(choices: Any) -> str:
    """List what can be chosen; what is empty as it stands in the file, else nobody would see it."""
    return ", ".join(str(each) if each != "" else '""' for each in choices)


def _show(value: Any) -> str:
    text = " ".join((str(value) if isinstance(value, str) else _toml(value)).split())
    text = text if text.isprintable() else ascii(text)[1:-1]
    text = f'"{text}"' if isinstance(value, str) else text
    return text if len(text) <= 60 else text[:57] + "..."


def word(name: str) -> str:
    """Write a name that stands in the file so that it fits into a sentence."""
    return _show(name)[1:-1] if name.isprintable() else ascii(name[:20])


def nearest(name: str, known: Iterable[str]) -> str:
    """Say which of the known names may be meant by one that is not known."""
    known = list(known)
    near = difflib.get_close_matches(name, known, n=1)
    listed = ", ".join(known)
    return f"did you mean {near[0]}? There are {listed}" if near else f"there are {listed}"


def _toml(value: Any) -> str:
    """Write a value as TOML does."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case list() | tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case Mapping():
            return (
                "{ " + ", ".join(f"{name} = {_toml(each)}" for name, each in value.items()) + " }"
                if value
                else "{}"
            )
    return str(value)
