"""Prove that somebody did not follow suit (docs/rules/wizard.md 4).

Nobody sees the hands. But who throws a number card of another suit on a called suit says that he has none of
it, and when he plays one later in the same round it is proven that he had.
"""

from games.cards import SUIT_WORDS, Card, card, words
from games.wizard.state import Notice, State
from games.wizard.tricks import called_suit, follows
from texts import say


def proven(state: State, player: int, laid: Card) -> tuple[Notice, ...]:
    """List the revokes that `laid`, the newest card of the current trick, proves against `player`."""
    if not laid.is_number:
        return ()
    found = []
    known = {(notice.player, notice.round, notice.trick) for notice in state.notices}
    for number, trick in enumerate(state.past, 1):
        place = (player - trick.leader) % state.seats
        thrown, before = trick.cards[place], trick.cards[:place]
        if (player, state.round, number) in known:
            continue
        if called_suit(before) == laid.suit and not follows(thrown, before):
            found.append(_notice(state, player, number, card(thrown), laid))
    return tuple(found)


def _notice(state: State, player: int, number: int, thrown: Card, laid: Card) -> Notice:
    edition = state.rules.edition
    text = say(
        "{who} did not follow suit in trick {trick} of round {round}: {called} was called and {who} "
        "played {thrown}, but had {laid} and played it in trick {now}. The table decides what to do.",
        who=state.players[player],
        trick=number,
        round=state.round,
        called=SUIT_WORDS[laid.suit or ""],
        thrown=words(thrown, edition),
        laid=words(laid, edition),
        now=len(state.past) + 1,
    )
    return Notice("revoke", player, state.round, number, text)
