"""Prove that somebody did not follow suit (docs/rules/wizard.md 4 and 8).

Nobody sees the hands. But who throws a number card of another suit on a called suit says that he has none of
it, and when he shows one later in the same round it is proven that he had: unless that card may have come to
him after it, from the trick by the Witch, or from his neighbour by the Juggler.
"""

from dataclasses import replace

from games.cards import SUIT_WORDS, Card, card, words
from games.wizard.state import Change, Notice, State
from games.wizard.tricks import follows, suit_to_follow
from texts import say


def proven(state: State, player: int, shown: Card) -> tuple[Notice, ...]:
    """List the revokes that `shown` proves against `player`.

    It is the newest card of the current trick, or what the Witch's player has just laid for another.
    """
    if not shown.is_number:
        return ()
    found = []
    known = {(notice.player, notice.round, notice.trick) for notice in state.notices}
    for number, trick in enumerate(state.past, 1):
        place = (player - trick.leader) % state.seats
        thrown, before = trick.cards[place], trick.counts[:place]
        if (player, state.round, number) in known or thrown == shown.name:
            continue
        free = state.rules.named_suit
        revoked = suit_to_follow(before, free) == shown.suit and not follows(thrown, before, free)
        if revoked and _was_held(state, player, number, shown):
            found.append(_notice(state, player, number, card(thrown), shown))
    return tuple(found)


def prove(state: State, player: int, shown: Card) -> State:
    """Note down what a card that was just shown proves."""
    found = proven(state, player, shown)
    return replace(state, notices=state.notices + found) if found else state


def _was_held(state: State, player: int, number: int, shown: Card) -> bool:
    """Tell whether `player` surely had a card of the suit that he has shown now as he laid trick `number`.

    Every card of the suit that he showed since then was his already, but one that he took from a trick, and
    one for each time that an unseen card came to him before he showed it.
    """
    unseen, held = 0, 0
    taken: list[str] = []
    changes = [change for change in state.changes if change.trick >= number]
    for at in range(number, len(state.past) + 2):
        cards = []
        if at > number:
            trick = state.past[at - 1] if at <= len(state.past) else state.trick
            cards = [name for seat, name in trick.plays(state.seats) if seat == player]
        for name in cards:
            unseen, held = _shown(name, shown.suit, taken, unseen, held)
        for change in changes:
            if change.trick != at:
                continue
            if change.player is None:
                unseen += 1
            elif change.player == player and change.gave is not None and change.took is not None:
                unseen, held = _shown(change.gave, shown.suit, taken, unseen, held)
                taken.append(change.took)
    return held > 0


def _shown(name: str, suit: str | None, taken: list[str], unseen: int, held: int) -> tuple[int, int]:
    """Account for a card that was shown: it was taken, or may be one that came unseen, or was held."""
    if name in taken:
        taken.remove(name)
    elif card(name).suit == suit:
        return (unseen - 1, held) if unseen else (unseen, held + 1)
    return unseen, held


def _notice(state: State, player: int, number: int, thrown: Card, laid: Card) -> Notice:
    edition = state.rules.edition
    change: Change | None = state.changes[-1] if state.changes and not state.trick.cards else None
    given = change is not None and change.gave == laid.name and change.trick == len(state.past)
    said = {
        "who": state.players[player],
        "trick": number,
        "round": state.round,
        "called": SUIT_WORDS[laid.suit or ""],
        "thrown": words(thrown, edition),
        "laid": words(laid, edition),
        "now": len(state.past) + (not given),
    }
    if given:
        text = say(
            "{who} did not follow suit in trick {trick} of round {round}: {called} was called and {who} "
            "played {thrown}, but had {laid} and laid it into trick {now} for the Witch. "
            "The table decides what to do.",
            **said,
        )
    else:
        text = say(
            "{who} did not follow suit in trick {trick} of round {round}: {called} was called and {who} "
            "played {thrown}, but had {laid} and played it in trick {now}. The table decides what to do.",
            **said,
        )
    return Notice("revoke", player, state.round, number, text)
