"""Read words and letters as the players write them, and fold accents and ligatures (docs/rules/probe.md 1).

No sentence of a refusal repeats what was written: it may be somebody's secret.
"""

import re
import unicodedata
from collections.abc import Sequence
from types import MappingProxyType

from games.errors import NotAllowed, Unreadable
from games.probe.rules import Rules
from texts import say, say_many

DOT = "."
SPACES = range(1, 13)
LONGEST_TYPED = 60
"""Characters. Twelve signs with all their accents take less."""

_DOTS = str.maketrans({"…": "...", "·": DOT, "•": DOT, "∙": DOT})
# What decomposition leaves whole: ligatures are two letters, strokes and bars are accents.
_FOLDED = MappingProxyType(
    {
        "æ": "AE",
        "œ": "OE",
        "ø": "O",
        "đ": "D",
        "ð": "D",
        "ħ": "H",
        "ł": "L",
        "ŋ": "N",
        "ŧ": "T",
        "þ": "TH",
        "ß": "SS",
        "ı": "I",
    }
)
_WORD = re.compile(r"\.*[^.]+\.*")
_NO_WORD = say(
    "A word is made of letters, with dots before or after it where they are wanted: "
    "no digit, hyphen, apostrophe or space, and no dot inside."
)
_NO_SIGN = say('This must be one letter, or a dot written as ".".')


def parse_word(value: object, accents: str) -> str:
    """Read a word with its dots and fold it, such as "..phare." to "..PHARE.".

    `accents`: the rule. Raises Unreadable, without what was written.
    """
    if not isinstance(value, str) or len(value) > LONGEST_TYPED:
        raise Unreadable(_NO_WORD)
    word = fold(value.strip(), accents)
    if not _WORD.fullmatch(word) or not all(sign == DOT or _is_letter(sign, accents) for sign in word):
        raise Unreadable(_NO_WORD)
    if len(word) > len(SPACES):
        raise Unreadable(
            say("A tray has {count} spaces: letters and dots together must not be more.", count=len(SPACES))
        )
    return word


def parse_sign(value: object, accents: str) -> str:
    """Read one letter or a dot, and fold it.

    Raises Unreadable, without what was written.
    """
    if not isinstance(value, str) or len(value) > LONGEST_TYPED:
        raise Unreadable(_NO_SIGN)
    sign = fold(value.strip(), accents)
    if sign == DOT or (len(sign) == 1 and _is_letter(sign, accents)):
        return sign
    raise Unreadable(_NO_SIGN)


def fold(text: str, accents: str) -> str:
    """Write a text in capitals; by the rule `accents` letters lose theirs, and ligatures are two letters."""
    text = text.translate(_DOTS)
    if accents == "kept":
        text = unicodedata.normalize("NFC", text).replace("ß", "ẞ")
        return "".join(sign.upper() if len(sign.upper()) == 1 else sign for sign in text)
    bare = (sign for sign in unicodedata.normalize("NFKD", text) if unicodedata.category(sign) != "Mn")
    return "".join(_FOLDED.get(sign.lower(), sign.upper()) for sign in bare)


def check_word(word: str, rules: Rules) -> None:
    """Refuse a word that is too short or has too many dots.

    Raises NotAllowed, without the word.
    """
    if len(word.strip(DOT)) < rules.min_letters:
        raise NotAllowed(
            say_many(
                "A word needs at least {count} letter: choose a longer one.",
                "A word needs at least {count} letters: choose a longer one.",
                rules.min_letters,
            ),
            "word",
        )
    if word.count(DOT) > rules.max_dots:
        raise NotAllowed(
            say_many(
                "A tray has at most {count} dot: leave some out.",
                "A tray has at most {count} dots: leave some out.",
                rules.max_dots,
            ),
            "word",
        )


def possible(signs: Sequence[str | None], rules: Rules) -> bool:
    """Tell whether signs, of which None are not known, may be a word with dots before and after it."""
    size = len(signs)
    shortest = max(rules.min_letters, size - rules.max_dots)
    return any(
        all(
            sign is None or (sign != DOT) == (start <= place < start + letters)
            for place, sign in enumerate(signs)
        )
        for letters in range(shortest, size + 1)
        for start in range(size - letters + 1)
    )


def _is_letter(sign: str, accents: str) -> bool:
    if accents == "kept":
        return sign.isalpha() and sign == sign.upper() and (sign <= "Z" or "À" <= sign <= "Ž" or sign == "ẞ")
    return "A" <= sign <= "Z"
