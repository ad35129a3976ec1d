"""Say where the page is, with a code that phones can read from the terminal."""

from __future__ import annotations

from collections.abc import Callable

import segno

from texts import say

SIGNS = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""Two rows of the code in one line of text, light modules drawn, for a terminal with light text on dark."""


def code(address: str) -> str:
    """Draw an address as a QR code out of block characters, two rows of it a line."""
    rows = [list(row) for row in segno.make(address, error="l", micro=False).matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(SIGNS[pair] for pair in zip(*two, strict=True)) for two in pairs)


def invitation(
    address: str,
    hint: str,
    *,
    board: bool = True,
    word: str | None = None,
    tell: Callable[[str], str] = str,
) -> str:
    """Say which address to open, with the sign before it and a hint after it.

    board: say that of a big screen too. word: the code by which phones join; the sign has it in it. tell:
    speaks a language.
    """
    return "\n".join(
        [
            code(f"{address}join/{word}" if word else address),
            "",
            tell(say("Open {address} on this machine or on phones in the same network.", address=address)),
            *([tell(say("The code to join: {code}", code=word))] if word else []),
            *([tell(say("Big screen: {address}", address=f"{address}board"))] if board else []),
            tell(hint),
            "",
        ]
    )
