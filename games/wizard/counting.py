"""Count tricks where no card is entered: who took each, or how many each took (docs/rules/wizard.md 7).

What takes an event refuses it as `games.wizard.apply.apply` says, and changes nothing then.
"""

from dataclasses import replace

from games.errors import NotAllowed
from games.header import parse_seat
from games.nearest import quote
from games.wizard.events import Cards, Counted, Took, parse_count
from games.wizard.specials import CHOSEN, turned_up
from games.wizard.state import Phase, State, Trick
from games.wizard.words import awaited, need
from texts import Said, say, say_many, sentences


def switch(state: State, event: Cards) -> State:
    """Enter no more cards from now on, or enter them again from the next deal on."""
    if state.phase in (Phase.LOTS, Phase.LOTS_DONE, Phase.GAME_OVER):
        raise NotAllowed(
            sentences(say("That can be changed between the first deal and the end."), awaited(state)), "phase"
        )
    if event.cards == "none" and state.rules.specials:
        raise NotAllowed(
            say(
                "This game has special cards, and only who sees the cards can tell what those do: "
                "enter every card, or begin a game without them."
            ),
            "specials",
        )
    if event.cards == state.cards:
        known = {
            "none": say("Cards are not entered as it is: only tricks are counted."),
            "laid": say("Every card is entered as it is."),
        }
        raise NotAllowed(known[event.cards], "cards_again")
    after = replace(state, cards=event.cards)
    if event.cards == "none":
        return _uncarded(after)
    early = state.phase is Phase.BIDDING and not state.reveal and len(state.missing) == state.seats
    return replace(after, counted=False, phase=_before_bids(state)) if state.counted and early else after


def _before_bids(state: State) -> Phase:
    """Say what a round waits for in which nobody has bid: a card that was turned up lies there still."""
    if state.turned is None:
        return Phase.DEAL if state.is_turned else Phase.BIDDING
    chosen = turned_up(state.turned, state.rules) == CHOSEN
    return Phase.TRUMP_CHOICE if chosen and state.trump is None else Phase.BIDDING


def _uncarded(state: State) -> State:
    """Go on with this round without its cards; those of the trick that lies there count for nothing.

    A round that is played and waits only for the bids that lay face down had all of its cards entered.
    """
    if state.counted or state.reveal:
        return state
    phase = Phase.BIDDING if state.missing else Phase.TRICKS
    return replace(state, counted=True, phase=phase, trick=Trick(state.trick.leader))


def took(state: State, event: Took) -> State:
    """Let a player take the next trick, or say who took the last one where that is who deals next."""
    player = parse_seat(event.player, state.players)
    who = state.players[player]
    if state.wants_last:
        if not state.counts[player]:
            raise NotAllowed(
                sentences(say("{who} took no trick of this round.", who=who), awaited(state)), "last_trick"
            )
        return replace(state, trick=Trick(player), last_known=True)
    need(state, Phase.TRICKS, say("{who} cannot take a trick now.", who=who))
    if state.said:
        raise NotAllowed(
            say(
                "The tricks of this round are told by player: say how many {who} took, or undo.",
                who=who,
            ),
            "counting",
        )
    taken = tuple(count + (seat == player) for seat, count in enumerate(state.taken))
    return _counted(replace(state, taken=taken, trick=Trick(player), last_known=True))


def counted(state: State, event: Counted) -> State:
    """Let a player have taken so many tricks of this round; once the rest follows the round is complete."""
    player, tricks = parse_seat(event.player, state.players), parse_count(event.tricks)
    who = state.players[player]
    if state.phase is not Phase.TRICKS_DONE:
        need(state, Phase.TRICKS, say("{who}'s tricks cannot be counted now.", who=who))
    said = state.said or (None,) * state.seats
    if said[player] == tricks:
        raise NotAllowed(sentences(say("That is said already."), awaited(state)), "bid_again")
    fresh = (*said[:player], tricks, *said[player + 1 :])
    total = sum(count for count in fresh if count is not None)
    if not 0 <= tricks <= state.round or total > state.round:
        raise NotAllowed(_too_many(state, who, tricks, total), "tricks_sum")
    if None not in fresh and total < state.round:
        raise NotAllowed(_too_many(state, who, tricks, total), "tricks_sum")
    return _counted(replace(state, said=fresh, last_known=False))


def _counted(state: State) -> State:
    return replace(state, phase=Phase.TRICKS_DONE if sum(state.counts) == state.round else Phase.TRICKS)


def _too_many(state: State, who: str, tricks: int, total: int) -> Said:
    return say_many(
        "{who} cannot have taken {tricks}: round {round} has {count} trick, and with that there would be "
        "{total}. Put right whose number is wrong.",
        "{who} cannot have taken {tricks}: round {round} has {count} tricks, and with that they would be "
        "{total}. Put right whose number is wrong.",
        state.round,
        who=who,
        tricks=quote(tricks),
        round=state.round,
        total=total,
    )
