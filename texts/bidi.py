"""Keep names of right-to-left scripts apart from the words around them.

Unicode's bidirectional algorithm (UAX #9) takes a figure or a colon behind such a name for a part of it, and
draws it on the other side: who reads "דנה: 20" without that sees the points of the player before.
"""

from __future__ import annotations

import unicodedata

FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"


def isolated(text: str) -> str:
    """Put a text that has letters written from the right into an isolate; give any other as it is."""
    if all(unicodedata.bidirectional(sign) not in ("R", "AL") for sign in text):
        return text
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_DIRECTIONAL_ISOLATE}"
