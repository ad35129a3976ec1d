"""Take a Wizard game from one state to the next (rules dossier 1.2 and 1.5)."""

from dataclasses import replace

from games.cards import SUIT_WORDS, copies, listed, parse_card, words
from games.errors import NotAllowed, Unreadable
from games.header import parse_seat
from games.nearest import quote
from games.wizard.bids import forbidden_bid, points
from games.wizard.events import (
    Bid,
    Confirm,
    Event,
    NameTrump,
    Play,
    TurnUp,
    parse_count,
    parse_suit,
)
from games.wizard.revokes import proven
from games.wizard.state import DECK, Line, Phase, State, Trick, deal
from games.wizard.tricks import winner_of


def apply(state: State, event: Event) -> State:
    """Give the state after an event; the state before stays as it was.

    Raises Unreadable or NotAllowed, and then nothing has happened.
    """
    match event:
        case TurnUp():
            return _turn_up(state, event)
        case NameTrump():
            return _name_trump(state, event)
        case Bid():
            return _bid(state, event)
        case Play():
            return _play(state, event)
        case Confirm():
            return _confirm(state)
    raise Unreadable(f"{type(event).__name__} is no event of Wizard.")


def awaited(state: State) -> str:
    """Say in a sentence what the game waits for."""
    who = None if state.turn is None else state.players[state.turn]
    match state.phase:
        case Phase.DEAL:
            return f"Round {state.round} waits for the trump card: {who} deals and turns up the next card."
        case Phase.TRUMP_CHOICE:
            return f"Round {state.round} waits for {who}, the dealer, to name the trump suit."
        case Phase.BIDDING:
            missing = listed(state.players[seat] for seat in state.bidders if state.bids[seat] is None)
            return f"Round {state.round} waits for the bid of {who or missing}."
        case Phase.TRICK:
            return f"{_here(state)} waits for a card from {who}."
        case Phase.TRICK_DONE:
            return f"{_here(state)} is complete and waits to be confirmed."
    return "The game is over: start a new one, or undo."


def _here(state: State) -> str:
    return f"Trick {len(state.past) + 1} of round {state.round}"


def _need(state: State, phase: Phase, refusal: str) -> None:
    """Refuse an event that belongs to another phase, and say what is awaited instead."""
    if state.phase is not phase:
        raise NotAllowed(f"{refusal} {awaited(state)}", "game_over" if state.over else "phase")


def _turn_up(state: State, event: TurnUp) -> State:
    turned = parse_card(event.card, state.header.rules.edition)
    if state.round == state.rounds and state.phase is not Phase.GAME_OVER:
        raise NotAllowed(
            f"No card is turned up in the last round, for all {DECK} are dealt: it is played without trump. "
            f"{awaited(state)}",
            "last_round",
        )
    _need(state, Phase.DEAL, f"{_capital(turned.words)} cannot be turned up now.")
    if turned.is_wizard and state.header.rules.turned_wizard == "dealer_chooses":
        return replace(state, turned=turned.name, phase=Phase.TRUMP_CHOICE)
    return replace(state, turned=turned.name, trump=turned.suit, phase=Phase.BIDDING)


def _name_trump(state: State, event: NameTrump) -> State:
    suit = parse_suit(event.suit, state.header.rules.edition)
    if state.phase is Phase.BIDDING and state.turned == "W" and state.trump is None:
        raise NotAllowed(
            f"A Wizard was turned up: in this game that means no trump, nobody names one. {awaited(state)}",
            "trump_choice",
        )
    _need(state, Phase.TRUMP_CHOICE, f"{_capital(SUIT_WORDS[suit])} cannot be named as trump now.")
    return replace(state, trump=suit, phase=Phase.BIDDING)


def _bid(state: State, event: Bid) -> State:
    player, tricks = parse_seat(event.player, state.players), parse_count(event.tricks)
    who = state.players[player]
    if _may_correct_bids(state):
        _check_bid_turn(state, player)
    else:
        _need(state, Phase.BIDDING, _late_bid(state, who))
    if not 0 <= tricks <= state.round:
        raise NotAllowed(
            f"{who} cannot bid {quote(tricks)}: in round {state.round} a bid is 0 to {state.round}.",
            "bid_range",
        )
    before = state.bids[player]
    if before == tricks:
        raise NotAllowed(f"{who} has made this bid already. {awaited(state)}", "bid_again")
    bids = (*state.bids[:player], tricks, *state.bids[player + 1 :])
    _check_last_bid(state, player, bids)
    return replace(state, bids=bids, phase=Phase.BIDDING if None in bids else Phase.TRICK)


def _may_correct_bids(state: State) -> bool:
    """Tell whether the round still bids: until its first card lies, a bid may be changed (dossier 1.4)."""
    return state.phase is Phase.BIDDING or (state.phase is Phase.TRICK and not state.plays)


def _late_bid(state: State, who: str) -> str:
    if state.phase in (Phase.TRICK, Phase.TRICK_DONE):
        return f"{who} cannot bid now: the cards of round {state.round} are being played."
    return f"{who} cannot bid now."


def _check_bid_turn(state: State, player: int) -> None:
    """Refuse an open bid out of turn; the newest bid may be changed, and once all have bid, any."""
    if state.phase is not Phase.BIDDING or state.header.rules.hidden:
        return
    made = [seat for seat in state.bidders if state.bids[seat] is not None]
    if player == state.turn or made[-1:] == [player]:
        return
    who, turn = state.players[player], state.players[state.turn or 0]
    if player in made:
        raise NotAllowed(
            f"It is {turn}'s turn to bid: {who} has bid already and may change it once everybody has bid.",
            "turn",
        )
    raise NotAllowed(f"It is {turn}'s turn to bid, not {who}'s: wait until {turn} has bid.", "turn")


def _check_last_bid(state: State, player: int, bids: tuple[int | None, ...]) -> None:
    """Refuse bids that leave the last bidder with the one that his rule forbids."""
    rule, last, others = state.header.rules.last_bid, bids[state.dealer], []
    for seat in state.bidders[:-1]:
        if (bid := bids[seat]) is not None:
            others.append(bid)
    if last is None or last != forbidden_bid(rule, state.round, others, state.totals, state.dealer):
        return
    dealer, who, tricks = state.players[state.dealer], state.players[player], bids[player]
    why = f"the bids would add up to {state.round}, the tricks of this round"
    if rule == "canadian":
        why += f", and {dealer} alone is in the lead (Canadian rule)"
    if player == state.dealer:
        why += f": {who} bids last and must choose another number."
    else:
        why += f" and {dealer}, who bid last, may not allow that: choose another number."
    raise NotAllowed(f"{who} cannot bid {tricks}: {why}", rule)


def _play(state: State, event: Play) -> State:
    laid = parse_card(event.card, state.header.rules.edition)
    given = None if event.player is None else parse_seat(event.player, state.players)
    who = "Nobody" if given is None else state.players[given]
    can = "can play" if given is None else "cannot play"
    _need(state, Phase.TRICK, f"{who} {can} {laid.words} now.")
    player = given if given is not None else (state.turn or 0)
    if player != state.turn:
        turn = state.players[state.turn or 0]
        raise NotAllowed(
            f"It is {turn}'s turn in trick {len(state.past) + 1} of round {state.round}, not {who}'s: "
            f"{who} takes {laid.words} back until {turn} has played.",
            "turn",
        )
    _check_copies(state, player, laid.name)
    trick = replace(state.trick, cards=(*state.trick.cards, laid.name))
    after = replace(
        state, trick=trick, phase=Phase.TRICK_DONE if len(trick.cards) == state.seats else Phase.TRICK
    )
    return replace(after, notices=after.notices + proven(after, player, laid))


def _check_copies(state: State, player: int, name: str) -> None:
    """Refuse a card that the deck cannot hold once more in this round (dossier 1.4)."""
    if state.seen.count(name) < copies(name):
        return
    who = state.players[player]
    if copies(name) > 1:
        raise NotAllowed(
            f"{who} cannot play {words(name)}: all {copies(name)} have been seen in round {state.round}. "
            "Look at the card again.",
            "duplicate",
        )
    if name == state.turned:
        where, other = f"it was turned up in round {state.round}", "the turned-up one"
    else:
        seat = next(seat for seat, card in state.plays if card == name)
        number = next(
            number for number, trick in enumerate((*state.past, state.trick), 1) if name in trick.cards
        )
        where, other = (
            f"{state.players[seat]} played it in trick {number} of round {state.round}",
            "the earlier one",
        )
    raise NotAllowed(
        f"{who} cannot play {words(name)}: {where} and it exists only once. "
        f"Look at the card again, or correct {other}.",
        "duplicate",
    )


def _confirm(state: State) -> State:
    _need(state, Phase.TRICK_DONE, "There is no complete trick to confirm.")
    winner = (state.trick.leader + winner_of(state.trick.cards, state.trump)) % state.seats
    taken = tuple(count + (seat == winner) for seat, count in enumerate(state.taken))
    after = replace(
        state,
        phase=Phase.TRICK,
        taken=taken,
        trick=Trick(winner),
        past=(*state.past, state.trick),
        last=(state.trick, winner),
    )
    return after if len(after.past) < state.round else _score(after, winner)


def _score(state: State, winner: int) -> State:
    """Write the round's line of the sheet and deal the next, or end the game."""
    bids = tuple(bid for bid in state.bids if bid is not None)
    scored = tuple(points(bid, took) for bid, took in zip(bids, state.taken, strict=True))
    totals = tuple(total + more for total, more in zip(state.totals, scored, strict=True))
    line = Line(state.round, state.dealer, state.trump, bids, state.taken, scored, totals)
    sheet = (*state.sheet, line)
    if state.round == state.rounds:
        return replace(state, phase=Phase.GAME_OVER, sheet=sheet)
    dealer = (
        winner if state.header.rules.next_dealer == "last_trick_winner" else (state.dealer + 1) % state.seats
    )
    fresh = deal(state.header, state.round + 1, dealer)
    return replace(fresh, last=state.last, sheet=sheet, notices=state.notices)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
