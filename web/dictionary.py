"""Look a word up in the dictionaries that the system has: a hint, for the players decide what is a word.

Word lists hold a word a line (Debian: /usr/share/dict); hunspell's hold stems, whose endings and beginnings
are in the rules beside them (/usr/share/hunspell, file format: hunspell(5)). Both are read through at each
question, so that no memory is held for them.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

FOLDERS = ("/usr/share/dict", "/usr/share/hunspell", "/usr/share/myspell/dicts")
BIGGEST = 64 * 2**20
"""Bytes. The largest lists that Debian has are a tenth of this."""
NO_WORD_LISTS = ("README", "hyph_", "th_")


Fold = Callable[[str], str]


@dataclass(frozen=True)
class Rule:
    """One ending or beginning: what is `cut` from a stem, what is `put` there, and which stems take it."""

    cut: str
    put: str
    fits: re.Pattern[str]


@dataclass
class Affixes:
    """Hold the rules of one hunspell dictionary, by flag; `kind` says how flags are written."""

    kind: str = "char"
    encoding: str = "utf-8"
    suffixes: dict[str, list[Rule]] = field(default_factory=dict)
    prefixes: dict[str, list[Rule]] = field(default_factory=dict)
    aliases: list[str] = field(default_factory=list)

    def flags(self, text: str) -> list[str]:
        """Read the flags of a stem."""
        if self.aliases and text.isdigit():
            text = self.aliases[int(text) - 1] if 0 < int(text) <= len(self.aliases) else ""
        match self.kind:
            case "num":
                return text.split(",")
            case "long":
                return [text[place : place + 2] for place in range(0, len(text), 2)]
        return list(text)


def dictionaries(folders: Iterable[str | Path] = FOLDERS) -> tuple[Path, ...]:
    """List the dictionaries that there are, each once whatever its names."""
    found: dict[Path, Path] = {}
    for folder in map(Path, folders):
        for path in sorted(folder.glob("*")) if folder.is_dir() else ():
            if path.name.startswith(NO_WORD_LISTS) or not path.is_file():
                continue
            spelling = path.suffix == ".dic"
            if (spelling or folder.name == "dict") and path.stat().st_size <= BIGGEST:
                found.setdefault(path.resolve(), path)
    return tuple(found.values())


def names(paths: Iterable[Path]) -> list[str]:
    """Name dictionaries for people."""
    return list(dict.fromkeys(path.stem.replace("_", " ") for path in paths))


def known(word: str, fold: Fold, paths: Iterable[Path]) -> bool | None:
    """Tell whether one of the dictionaries has a word; None where there is none.

    fold: writes alike what counts as one, a word's beginning as it does within the word. A list that cannot
    be read is passed over.
    """
    wanted, asked = fold(word.strip(". ")), False
    # There are few pairs of first letters, and many words.
    start = cache(lambda letters: fold(letters)[:2])
    for path in paths:
        try:
            words = (_spelt if path.suffix == ".dic" else _listed)(path, wanted, fold, start)
            if any(fold(each) == wanted for each in words):
                return True
            asked = True
        except (OSError, LookupError):
            continue
    return False if asked else None


def _listed(path: Path, wanted: str, fold: Fold, start: Fold) -> Iterator[str]:
    """Give the words of a list that begin as `wanted` does."""
    for line in _lines(path, "utf-8"):
        if start(line[:2]) == wanted[:2]:
            yield line


def _lines(path: Path, encoding: str) -> Iterator[str]:
    with open(path, encoding=encoding, errors="replace") as file:
        yield from map(str.strip, file)


def _spelt(path: Path, wanted: str, fold: Fold, start: Fold) -> Iterator[str]:
    """Give the forms of those stems that `wanted` may be a form of."""
    affixes = _affixes(path.with_suffix(".aff"))
    begins = {"", *(_begun(rule, wanted, fold) for rules in affixes.prefixes.values() for rule in rules)}
    starts = {wanted[:2], *(begun[:2] for begun in begins if begun)}
    for line in _lines(path, affixes.encoding):
        stem, _, flags = line.split("\t")[0].partition("/")
        if start(stem[:2]) in starts:
            yield from _forms(stem, affixes.flags(flags.split(" ")[0]), affixes)


def _begun(rule: Rule, wanted: str, fold: Fold) -> str:
    """Give `wanted` without a beginning; nothing where it has not that one."""
    put = fold(rule.put)
    return fold(rule.cut) + wanted[len(put) :] if put and wanted.startswith(put) else ""


def _forms(stem: str, flags: list[str], affixes: Affixes) -> Iterator[str]:
    ended = [stem]
    for flag in flags:
        for rule in affixes.suffixes.get(flag, ()):
            if rule.fits.search(stem) and stem.endswith(rule.cut):
                ended.append(stem[: len(stem) - len(rule.cut)] + rule.put)
    yield from ended
    for flag in flags:
        for rule in affixes.prefixes.get(flag, ()):
            if rule.fits.match(stem) and stem.startswith(rule.cut):
                yield from (rule.put + form[len(rule.cut) :] for form in ended)


def _affixes(path: Path) -> Affixes:
    """Read the rules beside a hunspell dictionary; none where there are none."""
    found = Affixes()
    if not path.is_file():
        return found
    raw = path.read_bytes()
    named = re.search(rb"^SET\s+(\S+)", raw, re.MULTILINE)
    found.encoding = named.group(1).decode("ascii", "replace") if named else "latin-1"
    for line in raw.decode(found.encoding, "replace").splitlines():
        parts = line.split()
        match parts:
            case ["FLAG", kind, *_]:
                found.kind = {"UTF-8": "char"}.get(kind, kind)
            case ["AF", alias, *_]:
                found.aliases.append(alias)
            case ["SFX" | "PFX" as kind, flag, cut, put, *rest] if len(parts) > 4 or not put.isdigit():
                table = found.suffixes if kind == "SFX" else found.prefixes
                table.setdefault(flag, []).append(_rule(kind, cut, put, rest[0] if rest else "."))
    # The first alias line is their count.
    found.aliases = found.aliases[1:]
    return found


def _rule(kind: str, cut: str, put: str, fits: str) -> Rule:
    parts = re.findall(r"\[[^\]]*\]|.", fits)
    pattern = "".join(part if part.startswith("[") or part == "." else re.escape(part) for part in parts)
    pattern = f"(?:{pattern})$" if kind == "SFX" else pattern
    put = put.split("/")[0]
    return Rule("" if cut == "0" else cut, "" if put == "0" else put, re.compile(pattern))
