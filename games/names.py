"""Names of players: as they are written down, when two are the same, and when they only look so.

Unicode's own words are used: normalization forms (UAX #15), default-ignorable code points (UAX #44), joiners
in context (UAX #31, section 2.3), confusables and their skeleton (UTS #39, sections 4 and 5).
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from games.errors import NotAllowed, Unreadable
from games.letters import LIKE, STROKES
from texts import say

_SPOILS_A_LINE = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of signs that no name may hold: line breaks, control characters, and halves of signs."""
MOST_MARKS = 4
"""Nonspacing marks in a row, as UTS #39 advises: more make a tower over the line."""

_JOINERS, _TEXT_OR_EMOJI = "\u200c\u200d", "\ufe0e\ufe0f"
_KEYCAP, _BLACK_FLAG, _BLANK = "\u20e3", "\U0001f3f4", "\u2800"
_PREPENDED = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")
"""Signs of the category Cf that are seen: they stand around Arabic and Syriac numbers."""
_IGNORABLE = (
    *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF)),
)
"""Default-ignorable code points of other categories than Cf: fillers and variation selectors."""
_TAGS, _MONGOLIAN = range(0xE0020, 0xE0080), range(0x1800, 0x18B0)
_IDEOGRAPHS = (range(0x3400, 0xA000), range(0xF900, 0xFB00), range(0x20000, 0x40000))


def spoils_a_line(text: str) -> bool:
    """Tell whether a text holds a line break, a control character or half a sign, which no name may."""
    return any(unicodedata.category(sign) in _SPOILS_A_LINE for sign in text)


def tidy(name: str) -> str:
    """Write a name as it is kept: composed (NFC), single spaces, and nothing in it that is not to be seen.

    Joiners and selectors stay where scripts and emoji need them. Raises Unreadable where nothing is left to
    see, or marks are piled up.
    """
    text = "".join(" " if _is_blank(sign) else sign for sign in unicodedata.normalize("NFC", name))
    text = "".join(sign for place, sign in enumerate(text) if not _ignorable(sign) or _needed(text, place))
    text = " ".join(filter(None, text.split(" ")))
    if not any(_is_seen(sign) for sign in text):
        raise Unreadable(say("A player's name has no visible character: give every player a name."))
    piles = ("".join("^" if _is_mark(sign) else " " for sign in text)).split()
    if _is_mark(text[0]) or any(len(pile) > MOST_MARKS for pile in piles):
        raise Unreadable(
            say(
                "A player's name begins with a mark, or piles up more than {most} of them: leave some out.",
                most=MOST_MARKS,
            )
        )
    return unicodedata.normalize("NFC", text)


def same(name: str) -> str:
    """Fold a name: those that are equal then are one player's, however large and wide they are written."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def skeletons(name: str) -> tuple[str, str]:
    """Give what a name looks like: with capitals for small letters, and with I, l and 1 for one stroke."""
    text = unicodedata.normalize("NFKC", "".join(sign for sign in name if not _ignorable(sign)))
    text = unicodedata.normalize("NFD", text).translate(LIKE)
    text = unicodedata.normalize("NFD", " ".join(text.split()))
    return text.casefold(), text.translate(STROKES)


def check_unlike(names: Iterable[str]) -> None:
    """Refuse names that are not the same, and look so. Raises NotAllowed."""
    # All of one skeleton are the same name written differently, so the first stands for them.
    first: tuple[dict[str, str], dict[str, str]] = {}, {}
    for other in names:
        for known, skeleton in zip(first, skeletons(other), strict=True):
            one = known.setdefault(skeleton, other)
            if same(one) == same(other):
                continue
            raise NotAllowed(
                say(
                    "The names of two players, {one} and {other}, look alike: give them others.",
                    one=" ".join(one.split()),
                    other=" ".join(other.split()),
                ),
                "players",
            )


def _is_blank(sign: str) -> bool:
    return unicodedata.category(sign) == "Zs" or sign == _BLANK


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me") and not _ignorable(sign)


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] not in "MZ" and not _ignorable(sign)


@lru_cache(maxsize=1024)
def _ignorable(sign: str) -> bool:
    if unicodedata.category(sign) == "Cf":
        return sign not in _PREPENDED
    return any(first <= ord(sign) <= last for first, last in _IGNORABLE)


def _needed(text: str, place: int) -> bool:
    """Tell whether a sign that is not seen itself changes how those beside it are drawn."""
    sign, before, after = text[place], text[place - 1 : place], text[place + 1 : place + 2]
    if not before:
        return False
    if sign in _JOINERS:
        # Indic scripts join at a virama, Arabic and its kin between letters; emoji are put together.
        virama = any(unicodedata.combining(each) == 9 for each in before + after)
        letters = [unicodedata.bidirectional(each) in ("AL", "NSM", "R") for each in before + after]
        return virama or letters == [True, True] or (_is_emoji(before) and _is_emoji(after))
    if sign in _TEXT_OR_EMOJI and (_is_emoji(before) or after == _KEYCAP):
        return True
    if ord(sign) in _TAGS:
        return before == _BLACK_FLAG or ord(before) in _TAGS
    if 0x180B <= ord(sign) <= 0x180F:
        return ord(before) in _MONGOLIAN
    is_selector = 0xFE00 <= ord(sign) <= 0xFE0F or 0xE0100 <= ord(sign) <= 0xE01EF
    return is_selector and any(ord(before) in each for each in _IDEOGRAPHS)


def _is_emoji(sign: str) -> bool:
    # Unassigned: younger than Python's tables.
    return sign in _TEXT_OR_EMOJI or unicodedata.category(sign or " ") in ("So", "Sm", "Sk", "Cn")
