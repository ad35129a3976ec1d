"""Take a Wizard game from one state to the next (docs/rules/wizard.md 2, 5, 7 and 8)."""

from dataclasses import replace

from games.cards import SUIT_WORDS, Card, copies, words
from games.errors import NotAllowed, Unreadable
from games.header import parse_seat
from games.nearest import quote
from games.stop import Stop, after_round, check_stop
from games.wizard import counting, effects, faces, lots
from games.wizard.bids import is_against_last_bid, is_newest_bid, is_out_of_turn, points
from games.wizard.events import (
    Bid,
    Cards,
    ChangeBid,
    Confirm,
    Counted,
    Cover,
    Event,
    Exchange,
    Lot,
    NameSuit,
    NameTrump,
    PassOn,
    Play,
    Shape,
    Swap,
    Took,
    TurnUp,
    parse_count,
    parse_suit,
)
from games.wizard.revokes import prove
from games.wizard.specials import CHOSEN, NEXT_CARD, turned_up
from games.wizard.state import DECK, Line, Phase, State, Trick, deal
from games.wizard.turns import acting
from games.wizard.words import awaited, need
from texts import Said, capital, say, sentences


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
        case Cover():
            return _cover(state, event)
        case Play():
            return _play(state, event)
        case Lot():
            return lots.lay(state, event)
        case Confirm():
            return _confirm(state)
        case Cards():
            return counting.switch(state, event)
        case Took():
            after = counting.took(state, event)
            return _score(after) if state.wants_last else after
        case Counted():
            return counting.counted(state, event)
        case NameSuit():
            return faces.name_suit(state, event)
        case Shape():
            return faces.shape(state, event)
        case Exchange():
            return effects.exchange(state, event)
        case ChangeBid():
            return _scored(effects.change_bid(state, event))
        case Swap():
            swapped = effects.swap(state, event)
            player = acting(state, event.player)
            return prove(swapped, player, state.rules.parse_card(event.card))
        case PassOn():
            return effects.pass_on(state, event)
        case Stop():
            return _stop(state)
    raise Unreadable(say("{event} is no event of {game}.", event=type(event).__name__, game="Wizard"))


def _turn_up(state: State, event: TurnUp) -> State:
    turned = state.rules.parse_card(event.card)
    if not state.is_turned and state.phase is not Phase.GAME_OVER:
        raise NotAllowed(
            sentences(
                say(
                    "No card is turned up in the last round, for all {cards} are dealt: "
                    "it is played without trump.",
                    cards=DECK + len(state.rules.specials),
                ),
                awaited(state),
            ),
            "last_round",
        )
    if state.phase is Phase.NEXT_CARD:
        if state.seen.count(turned.name) >= copies(turned.name):
            raise NotAllowed(
                say(
                    "{card} was seen in round {round} already: "
                    "look at the card again, or correct the earlier one.",
                    card=capital(_words(state, turned)),
                    round=state.round,
                ),
                "duplicate",
            )
        return faces.turn_next(state, turned.name)
    need(state, Phase.DEAL, say("It is not the time to turn up {card}.", card=_words(state, turned)))
    if state.seen.count(turned.name) >= copies(turned.name):
        raise NotAllowed(
            say(
                "{card} was turned up already: look at the card again, or correct the earlier one.",
                card=capital(_words(state, turned)),
            ),
            "duplicate",
        )
    beside = (*state.beside, state.turned) if state.turned is not None else state.beside
    after = replace(state, turned=turned.name, beside=beside, drawn=state.drawn + 1, phase=Phase.BIDDING)
    follows = turned_up(turned.name, state.rules)
    if follows == CHOSEN:
        return replace(after, phase=Phase.TRUMP_CHOICE)
    if follows == NEXT_CARD and after.stock:
        return replace(after, phase=Phase.DEAL)
    return replace(after, trump=turned.suit)


def _name_trump(state: State, event: NameTrump) -> State:
    suit = None if event.suit is None else parse_suit(event.suit, state.rules.edition)
    if state.phase is Phase.BIDDING and state.turned == "W" and state.rules.turned_wizard == "no_trump":
        raise NotAllowed(
            sentences(
                capital(
                    say(
                        "{card} was turned up: in this game that means no trump, nobody names one.",
                        card=words(state.turned, state.rules.edition),
                    )
                ),
                awaited(state),
            ),
            "trump_choice",
        )
    what = say("no trump") if suit is None else SUIT_WORDS[suit]
    need(state, Phase.TRUMP_CHOICE, say("It is not the time to name {suit} as trump.", suit=what))
    owner = event.player if state.turn is None else acting(state, event.player)
    if owner is None:
        raise NotAllowed(
            say("Who laid the Werewolf names the trump: say who that is."),
            "werewolf",
        )
    if suit is None and not state.werewolf:
        # A deck without the Werewolf knows no such event: its form is refused.
        parse_suit(None, state.rules.edition)
    named = replace(state, trump=suit, phase=Phase.BIDDING)
    return replace(named, owner=parse_seat(owner, state.players)) if state.werewolf else named


def _bid(state: State, event: Bid) -> State:
    player, tricks = parse_seat(event.player, state.players), parse_count(event.tricks)
    who = state.players[player]
    if _may_correct_bids(state):
        _check_bid_turn(state, player, event.stands)
    else:
        need(state, Phase.BIDDING, _late_bid(state, who))
    more = state.leeway(player)
    if not -more <= tricks <= state.round + more:
        raise NotAllowed(
            say(
                "{who} cannot bid {tricks}: in round {round} a bid is 0 to {round}.",
                who=who,
                tricks=quote(tricks),
                round=state.round,
            ),
            "bid_range",
        )
    before = state.bids[player]
    if before == tricks:
        raise NotAllowed(
            sentences(say("{who} has made this bid already.", who=who), awaited(state)), "bid_again"
        )
    if before is not None and state.reveal:
        raise NotAllowed(sentences(_late_bid(state, who), awaited(state)), "bid_again")
    bids = (*state.bids[:player], tricks, *state.bids[player + 1 :])
    _check_last_bid(state, player, bids, event.stands)
    if state.reveal:
        return _score(replace(state, bids=bids))
    return _has_bid(
        replace(state, bids=bids, covered=tuple(seat for seat in state.covered if seat != player))
    )


def _cover(state: State, event: Cover) -> State:
    """Let a bid lie face down until the round is played (docs/rules/wizard.md 2)."""
    player = parse_seat(event.player, state.players)
    who = state.players[player]
    need(state, Phase.BIDDING, _late_bid(state, who))
    if state.rules.bids != "delayed" or state.reveal:
        refusal = say("{who} cannot leave the bid face down in this game: say how many tricks.", who=who)
        raise NotAllowed(sentences(refusal, awaited(state)), "cover")
    if player not in state.missing:
        raise NotAllowed(sentences(say("{who} has bid already.", who=who), awaited(state)), "bid_again")
    return _has_bid(replace(state, covered=(*state.covered, player)))


def _has_bid(state: State) -> State:
    """Wait for the bids that are missing, or for the first card."""
    played = Phase.TRICKS if state.counted else Phase.TRICK
    return replace(state, phase=Phase.BIDDING if state.missing else played)


def _may_correct_bids(state: State) -> bool:
    """Tell whether a bid may still be made or changed: until a card lies (docs/rules/wizard.md 4)."""
    untouched = not (state.plays or state.said or any(state.taken))
    return state.phase is Phase.BIDDING or (state.phase in (Phase.TRICK, Phase.TRICKS) and untouched)


def _late_bid(state: State, who: str) -> Said:
    if state.phase in (Phase.TRICK, Phase.TRICK_DONE, Phase.TRICKS, Phase.TRICKS_DONE):
        return say(
            "{who} cannot bid now: the cards of round {round} are being played.", who=who, round=state.round
        )
    return say("{who} cannot bid now.", who=who)


def _check_bid_turn(state: State, player: int, stands: bool) -> None:
    """Refuse an open bid out of turn; the newest bid may be changed, and once all have bid, any.

    stands: it was made in turn, and who deals was put right since.
    """
    if state.phase is not Phase.BIDDING or state.rules.hidden:
        return
    if player == state.turn or is_newest_bid(state, player) or (stands and is_out_of_turn(state, player)):
        return
    who, turn = state.players[player], state.players[state.turn or 0]
    if state.bids[player] is not None:
        raise NotAllowed(
            say(
                "It is {turn}'s turn to bid: {who} has bid already and may change it once everybody has bid.",
                turn=turn,
                who=who,
            ),
            "turn",
        )
    raise NotAllowed(
        say("It is {turn}'s turn to bid, not {who}'s: wait until {turn} has bid.", turn=turn, who=who), "turn"
    )


def _check_last_bid(state: State, player: int, bids: tuple[int | None, ...], stands: bool) -> None:
    """Refuse bids that leave the last bidder with the one that his rule forbids.

    stands: the score by which they were made, or who deals, was put right since; refused where that makes no
    difference.
    """
    rule = state.rules.last_bid
    dealer, who, tricks = state.players[state.dealer], state.players[player], bids[player]
    if stands == (is_against_last_bid(state, bids) or is_out_of_turn(state, player)):
        return
    if stands:
        raise NotAllowed(effects.allowed_anyhow(who), "stands")
    if rule == "canadian":
        raise NotAllowed(_against_leader(state.round, dealer, who, tricks), rule)
    raise NotAllowed(_against_even(state.round, dealer, who, tricks), rule)


def _against_even(number: int, dealer: str, who: str, tricks: int | None) -> Said:
    if who == dealer:
        return say(
            "{who} cannot bid {tricks}: the bids would add up to {round}, the tricks of this round: "
            "{who} bids last and must choose another number.",
            who=who,
            tricks=tricks,
            round=number,
        )
    return say(
        "{who} cannot bid {tricks}: the bids would add up to {round}, the tricks of this round "
        "and {dealer}, who bid last, may not allow that: choose another number.",
        who=who,
        tricks=tricks,
        round=number,
        dealer=dealer,
    )


def _against_leader(number: int, dealer: str, who: str, tricks: int | None) -> Said:
    if who == dealer:
        return say(
            "{who} cannot bid {tricks}: the bids would add up to {round}, the tricks of this round, "
            "and {who} alone is in the lead (Canadian rule): {who} bids last and must choose another number.",
            who=who,
            tricks=tricks,
            round=number,
        )
    return say(
        "{who} cannot bid {tricks}: the bids would add up to {round}, the tricks of this round, "
        "and {dealer} alone is in the lead (Canadian rule) and {dealer}, who bid last, may not allow that: "
        "choose another number.",
        who=who,
        tricks=tricks,
        round=number,
        dealer=dealer,
    )


def _play(state: State, event: Play) -> State:
    laid = state.rules.parse_card(event.card)
    given = None if event.player is None else parse_seat(event.player, state.players)
    card = _words(state, laid)
    if given is None:
        need(state, Phase.TRICK, say("Nobody can play {card} now.", card=card))
    else:
        need(state, Phase.TRICK, say("{who} cannot play {card} now.", who=state.players[given], card=card))
    player = given if given is not None else (state.turn or 0)
    if player != state.turn:
        raise NotAllowed(
            say(
                "It is {turn}'s turn in trick {trick} of round {round}, not {who}'s: "
                "{who} takes {card} back until {turn} has played.",
                turn=state.players[state.turn or 0],
                trick=len(state.past) + 1,
                round=state.round,
                who=state.players[player],
                card=card,
            ),
            "turn",
        )
    _check_copies(state, player, laid.name)
    faces.check_may_lie(state, player, laid.name)
    after = replace(state, trick=replace(state.trick, cards=(*state.trick.cards, laid.name)))
    return prove(faces.laid(after, laid.name), player, laid)


def _check_copies(state: State, player: int, name: str) -> None:
    """Refuse a card that the deck cannot hold once more in this round (docs/rules/wizard.md 4)."""
    if state.seen.count(name) < copies(name):
        return
    who, card = state.players[player], words(name, state.rules.edition)
    if copies(name) > 1:
        why = say(
            "{who} cannot play {card}: all {count} have been seen in round {round}. Look at the card again.",
            who=who,
            card=card,
            count=copies(name),
            round=state.round,
        )
    elif name == state.turned or name in state.beside:
        why = say(
            "{who} cannot play {card}: it was turned up in round {round} and it exists only once. "
            "Look at the card again, or correct the turned-up one.",
            who=who,
            card=card,
            round=state.round,
        )
    elif any(change.gave == name for change in state.changes):
        why = say(
            "{who} cannot play {card}: it was laid for the Witch in round {round} and it exists only once. "
            "Look at the card again, or correct the earlier one.",
            who=who,
            card=card,
            round=state.round,
        )
    else:
        seat = next(seat for seat, played in state.plays if played == name)
        tricks = enumerate((*state.past, state.trick), 1)
        why = say(
            "{who} cannot play {card}: {other} played it in trick {trick} of round {round} "
            "and it exists only once. Look at the card again, or correct the earlier one.",
            who=who,
            card=card,
            other=state.players[seat],
            trick=next(number for number, trick in tricks if name in trick.cards),
            round=state.round,
        )
    raise NotAllowed(why, "duplicate")


def _confirm(state: State) -> State:
    if state.phase is Phase.LOTS_DONE:
        return lots.settle(state)
    if state.wants_last:
        raise NotAllowed(awaited(state), "last_trick")
    if state.phase is Phase.TRICKS_DONE:
        return _score(state)
    need(state, Phase.TRICK_DONE, say("There is no complete trick to confirm."))
    assert state.outcome is not None
    takes, leads = state.outcome.takes, state.outcome.leads
    past = (*state.past, state.trick)
    after = replace(
        state,
        taken=tuple(count + (seat == takes) for seat, count in enumerate(state.taken)),
        trick=Trick(leads),
        past=past,
        last=(state.trick, takes),
        effects=effects.after_trick(state.trick, state.seats, takes, len(past) < state.round),
    )
    return _scored(effects.waiting(after))


def _scored(state: State) -> State:
    """Score the round where all its tricks, and what they bring, are done."""
    return state if state.effects or len(state.past) < state.round else _score(state)


def _score(state: State) -> State:
    """Write the round's line of the sheet and deal the next, or end the game.

    Before that, bids that lay face down are shown. Whoever would lead now took the last trick, or would have
    but for the Bomb.
    """
    if None in state.bids:
        return replace(state, phase=Phase.BIDDING, reveal=True)
    bids = tuple(bid for bid in state.bids if bid is not None)
    scored = tuple(points(bid, took) for bid, took in zip(bids, state.counts, strict=True))
    totals = tuple(total + more for total, more in zip(state.totals, scored, strict=True))
    trump = None if state.counted else state.trump
    line = Line(state.round, state.dealer, trump, bids, state.counts, scored, totals, state.counted)
    sheet = (*state.sheet, line)
    if state.last_round:
        return replace(state, phase=Phase.GAME_OVER, sheet=sheet, taken=state.counts)
    leads = state.trick.leader
    dealer = leads if state.rules.next_dealer == "last_trick_winner" else (state.dealer + 1) % state.seats
    fresh = deal(state.header, state.round + 1, dealer, state.cards)
    return replace(fresh, last=state.last, sheet=sheet, notices=state.notices)


def _stop(state: State) -> State:
    """End the game with the rounds that are scored; what lies of another counts for nothing."""
    check_stop(state, awaited(state))
    left = deal(state.header, state.round, state.dealer, state.cards)
    return replace(
        left,
        phase=Phase.GAME_OVER,
        stopped=after_round(len(state.sheet)),
        last=state.last,
        sheet=state.sheet,
        notices=state.notices,
    )


def _words(state: State, card: Card) -> Said:
    return words(card, state.rules.edition)
