"""Keep the score of Wizard on paper: from what lay there and was bid, without the rules' own code.

A second count for sheets that the table wrote, for the game without special cards (docs/rules/wizard.md 2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.wizard import Bid, Confirm, Event, NameTrump, Play, TurnUp


def score(events: Iterable[Event], players: int, dealer: int) -> list[dict[str, Any]]:
    """Write a line a finished round: its number, bids, tricks, points and totals by seat."""
    lines: list[dict[str, Any]] = []
    totals, number = [0] * players, 1
    bids, tricks = dict[int, int](), [0] * players
    trump: str | None = None
    lying: list[str] = []
    lead = (dealer + 1) % players
    for event in events:
        match event:
            case TurnUp(card):
                trump = _suit(card)
            case NameTrump(suit):
                trump = suit
            case Bid(player, count):
                bids[player] = count
            case Play(card):
                lying.append(card)
            case Confirm() if len(lying) == players:
                lead = (lead + _takes(lying, trump)) % players
                tricks[lead] += 1
                lying = []
        if sum(tricks) == number and len(bids) == players:
            points = [
                20 + 10 * bid if bid == took else -10 * abs(bid - took)
                for bid, took in ((bids[seat], tricks[seat]) for seat in range(players))
            ]
            totals = [total + more for total, more in zip(totals, points, strict=True)]
            lines.append(
                {
                    "round": number,
                    "bids": [bids[seat] for seat in range(players)],
                    "tricks": tricks,
                    "points": points,
                    "totals": totals,
                }
            )
            number, trump = number + 1, None
            bids, tricks = dict[int, int](), [0] * players
            lead = (dealer + number) % players
    return lines


def agrees(lines: Sequence[dict[str, Any]], sheet: Sequence[dict[str, Any]]) -> bool:
    """Tell whether a sheet says what was counted on paper."""
    return lines == [{key: line[key] for key in lines[0]} for line in sheet] if lines else not sheet


def _suit(card: str) -> str | None:
    return None if card in ("W", "J") else card[-1]


def _takes(cards: Sequence[str], trump: str | None) -> int:
    """Say which card of a trick takes it: the first Wizard, the highest trump, or of the suit led."""
    if "W" in cards:
        return cards.index("W")
    led = next((_suit(card) for card in cards if card != "J"), None)
    for suit in (trump, led):
        held = [place for place, card in enumerate(cards) if suit is not None and _suit(card) == suit]
        if held:
            return max(held, key=lambda place: _rank(cards[place]))
    return 0


def _rank(card: str) -> int:
    """Give the height of a number card, as it is printed: the ace is above the king."""
    rank = card[:-1]
    return int(rank) if rank.isdigit() else 11 + "JQKA".index(rank)
