"""Say what bid wheels, trump tags and the button may tell in Wizard (docs/rules/wizard.md 2 and 8)."""

from games.cards import suits, words
from games.signals import NOTHING, Covered, Number, Signal, Signals
from games.wizard.effects import changes_of
from games.wizard.events import (
    Bid,
    ChangeBid,
    Cover,
    Event,
    NameSuit,
    NameTrump,
    PassOn,
    Shape,
    parse_change,
    parse_suit,
)
from games.wizard.state import Phase, State
from texts import Said, say

_TAGGED = (Phase.TRUMP_CHOICE, Phase.SUIT_CHOICE, Phase.SHAPE_CHOICE)


def signals(state: State) -> Signals:
    """Say what may be told now: bids, the suit of the trump, and what is said with special cards."""
    if state.over or state.lots:
        return NOTHING
    bids, delayed, bidding = state.bids, state.rules.bids == "delayed", state.phase is Phase.BIDDING
    wanted: tuple[int, ...] = ()
    if bidding:
        wanted = state.missing if state.turn is None else (state.turn,)
    elif _is_turned(state) and state.turn is not None:
        wanted = (state.turn,)
    return Signals(
        about=(state.round, state.reveal, _is_unowned(state)),
        numbers=bids,
        secret=(delayed and not state.reveal) or (state.rules.hidden and None in bids),
        wanted=wanted,
        together=state.rules.bids == "simultaneous" and bidding,
        covers=bidding and delayed and not state.reveal,
        face_down=() if state.reveal else state.covered,
        suit=state.phase in _TAGGED,
        whose=_is_unowned(state),
        press=_press(state),
        how=_how(state),
    )


def _is_turned(state: State) -> bool:
    """Tell whether a wheel may change the bid that the Cloud changes: not one that nobody may see."""
    return state.phase is Phase.CHANGE_BID and state.rules.bids != "delayed"


def _is_face_down(state: State) -> bool:
    """Tell whether the bid that the Cloud changes lies face down: nobody is told which way it goes."""
    return state.phase is Phase.CHANGE_BID and None in changes_of(state)


def _press(state: State) -> Event | None:
    """Say what the button tells where nothing lies there to be confirmed."""
    if _is_face_down(state) and state.turn is not None:
        return ChangeBid(state.turn, None)
    return PassOn() if state.phase is Phase.PASS_ON else None


def _is_unowned(state: State) -> bool:
    """Tell whether nobody has said who laid the Werewolf: a tag alone does not say that."""
    return state.phase is Phase.TRUMP_CHOICE and state.werewolf and state.turn is None


def _how(state: State) -> Said | None:
    """Say how what is awaited is told without a phone, or that it takes one."""
    match state.phase:
        case Phase.TRUMP_CHOICE if _is_unowned(state):
            return say(
                "Whoever laid it turns their own wheel to any number, then lays the tag of the suit in view, "
                "or the tag without trump; or says it on a phone."
            )
        case Phase.TRUMP_CHOICE if state.werewolf:
            return say("Lay the tag of the suit in view, or the tag without trump; or name it on a phone.")
        case Phase.TRUMP_CHOICE | Phase.SUIT_CHOICE:
            return say("Lay the tag of the suit in view, or name it on a phone.")
        case Phase.SHAPE_CHOICE:
            return say(
                "For {wizard} lay the tag of any suit in view, for {jester} the tag without trump; "
                "or say it on a phone.",
                wizard=words("W", state.rules.edition),
                jester=words("J", state.rules.edition),
            )
        case Phase.CHANGE_BID if _is_turned(state):
            return say("Turn the wheel to the new bid, or change it on a phone.")
        case Phase.CHANGE_BID if _is_face_down(state):
            return say(
                "Turn the wheel by one where nobody sees it, lay it face down again, then press the button."
            )
        case Phase.CHANGE_BID:
            return say("That bid is hidden: change it on the page of a phone where the seat was taken.")
        case Phase.SWAP:
            return say("Take the card up from the trick, then lay one from the hand in view.")
        case Phase.PASS_ON:
            return say("Press the button once everybody has passed one on.")
        case Phase.TRICKS:
            return say("Say on a phone who took it: no card is read in this round.")
    return None


def signalled(state: State, signal: Signal) -> Event:
    """Give the event of what a wheel or a tag tells. Raises Unreadable."""
    match signal:
        case Number(seat, number) if state.phase is Phase.CHANGE_BID:
            return ChangeBid(seat, parse_change(number - (state.bids[seat] or 0)))
        case Number(seat, number):
            return Bid(seat, number)
        case Covered(seat):
            return Cover(seat)
    known = suits(state.rules.edition)
    suit = known[signal.place] if signal.place < len(known) else None
    if state.phase is Phase.SHAPE_CHOICE:
        return Shape("J" if suit is None else "W", state.turn)
    if state.phase is Phase.SUIT_CHOICE:
        return NameSuit(parse_suit(suit, state.rules.edition), state.turn)
    # Only who laid the Werewolf may name none.
    if suit is not None or not state.werewolf:
        suit = parse_suit(suit, state.rules.edition)
    return NameTrump(suit, signal.seat if state.turn is None else state.turn)
