"""Take bids from wheels and the trump from a tag: what each says now, and what must be asked.

What is unclear is told in a sentence and never taken; a wheel that is turned after its bid was taken changes
nothing by itself: it is told, and counts once somebody presses the button.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.errors import GameError
from games.history import Game
from games.signals import Covered, Number, Signal, Signals, Suit
from table.wheels.wheels import Wheels
from texts import say, sentences, spoken
from vision.wheels.track import WheelReading

OLD_TAG = say("A trump tag still lies there: take it up, then lay the one that you choose.")
WHO_LAYS = say("Turn the wheel of whoever lays the tag to any number, and no other one.")
MANY_TAGS = say("Several trump tags lie there: leave the one that you choose.")


def considered(wheels: Wheels, game: Game | None) -> Wheels:
    """Say what follows from what lies there, as the game stands now."""
    if game is None or not (wheels.sight.wheels or wheels.sight.tags or wheels.read or wheels.known):
        return wheels if wheels.about is None else replace(wheels.begun(), owners=wheels.owners)
    told = game.signals
    if told.about is None:
        return replace(wheels.begun(), owners=wheels.owners)
    found = wheels.in_step(told)
    seats, whose = found.seated(len(game.header.players))
    # Who has lain there all the time is known by that, though a neighbour's wheel has gone.
    found = replace(found, seats=seats or found.seats, signal=None, offer=None, words=None, amiss=frozenset())
    if told.suit:
        found = _name(found, game, whose)
    elif told.wanted:
        found = _number(found, game, whose)
    else:
        found = _upon(_held_against(found, game), game)
    # What is amiss is said alone; else how one goes on.
    return found if found.words or found.signal else replace(found, words=told.how)


def _number(wheels: Wheels, game: Game, whose: str | None) -> Wheels:
    """Take the numbers of those whose are awaited now."""
    if not wheels.sight.wheels:
        return wheels
    told, names = game.signals, game.header.players
    if whose is not None:
        return replace(wheels, words=whose)
    lying = {wheels.seats[each.color]: each for each in wheels.sight.wheels if each.color in wheels.seats}
    asked = {
        seat: words
        for seat in told.wanted
        if seat in lying and (words := _unclear(wheels, lying[seat], names[seat], told)) is not None
    }
    if asked and (told.together or len(told.wanted) == 1):
        shown = [(seat, lying[seat]) for seat in asked if lying[seat].color in wheels.back]
        offers = [Number(seat, each.number) for seat, each in shown if each.number is not None]
        held = _held_against(wheels, game)
        return _asking(replace(held, offer=held.offer or next(iter(offers), None)), asked)
    after, signals = game, list[Number | Covered]()
    for seat in told.wanted:
        if seat in asked or (signal := _told(wheels, seat, lying.get(seat), told)) is None:
            continue
        signals.append(signal)
    if not signals or (told.together and len(signals) < len(told.wanted)):
        return _asking(_held_against(wheels, game), asked)
    for signal in signals if told.together else signals[:1]:
        try:
            after = after.play(after.rules.signalled(after.state, signal))
        except GameError as error:
            return _asking(wheels, {signal.seat: spoken(error)})
    return _asking(replace(wheels, signal=signals[0]), asked)


def _told(wheels: Wheels, seat: int, wheel: WheelReading | None, told: Signals) -> Number | Covered | None:
    """Say what a wheel tells that is not asked about; None: nothing yet."""
    if wheel is None:
        return None
    # Only a wheel that was seen in this bidding was laid face down in it, be it from an old number: it is
    # turned unseen, and what it shows in the end counts.
    if told.covers and wheel.state == "hidden" and wheel.color in wheels.faced:
        return Covered(seat)
    if wheel.color in wheels.spent or wheel.number in (None, told.numbers[seat]):
        return None
    return Number(seat, wheel.number)


def _unclear(wheels: Wheels, wheel: WheelReading, who: str, told: Signals) -> str | None:
    """Say what keeps a wheel from being read, or that it shows an earlier bid."""
    if told.covers and (wheel.state == "hidden" or wheel.color in wheels.spent):
        return None
    if told.changing and wheel.state == "rests":
        return None
    match wheel.state:
        case "unclear":
            return say(
                "{who}'s wheel cannot be read: turn it until one number stands in its window.", who=who
            )
        case "hidden":
            return say("{who}'s wheel is hidden: let it lie face up, with nothing upon it.", who=who)
    if wheel.color in wheels.back and not wheels.buttons:
        return say(
            "{who}'s wheel still shows {number}, which was taken back: turn it to another number, "
            "or enter it on a phone if it counts.",
            who=who,
            number=wheel.number,
        )
    if wheel.color in wheels.back:
        return say(
            "{who}'s wheel still shows {number}, which was taken back: turn it to another number, "
            "or press the button if it counts.",
            who=who,
            number=wheel.number,
        )
    if wheel.color in wheels.spent:
        return say("{who}'s wheel shows an old number: turn it to ? and then to the bid.", who=who)
    return None


def _asking(wheels: Wheels, asked: Mapping[int, str]) -> Wheels:
    if not asked:
        return wheels
    words = sentences(wheels.words, *asked.values())
    return replace(wheels, words=words, amiss=wheels.amiss | asked.keys())


def _held_against(wheels: Wheels, game: Game) -> Wheels:
    """Tell whose wheel shows another number than was taken from it."""
    if game.signals.secret:
        return _asking(wheels, _open(wheels, game))
    colors = {seat: color for color, seat in wheels.seats.items()}
    shown = {each.color: each for each in wheels.sight.wheels}
    found, offers = dict[int, str](), list[Number]()
    for seat in sorted(wheels.read.keys() - set(game.signals.wanted)):
        wheel, who = shown.get(colors.get(seat, -1)), game.header.players[seat]
        bid = game.signals.numbers[seat]
        if bid is None or wheel is None or wheel.state != "rests" or wheel.number == bid:
            continue
        if wheel.number is None:
            found[seat] = say(
                "{who}'s wheel shows no bid any more: {bid} was bid. Turn it back, or put the bid right.",
                who=who,
                bid=bid,
            )
        elif wheels.buttons and not _refusal(game, signal := Number(seat, wheel.number)):
            offers.append(signal)
            found[seat] = say(
                "{who}'s wheel shows {number}, but {bid} was bid. "
                "Turn it back, or press the button and {number} counts.",
                who=who,
                number=wheel.number,
                bid=bid,
            )
        else:
            found[seat] = say(
                "{who}'s wheel shows {number}, but {bid} was bid. Turn it back, or put the bid right.",
                who=who,
                number=wheel.number,
                bid=bid,
            )
    return _asking(replace(wheels, offer=next(iter(offers), None)), found) if found else wheels


def _upon(wheels: Wheels, game: Game) -> Wheels:
    """Tell that a card may lie where none is read: upon the wheel of whoever lays one.

    A wheel that is not seen at all is soon none, and what lies there is read.
    """
    seat = game.expected.player
    if game.expected.kind == "none" or seat is None or seat in game.signals.face_down:
        return wheels
    wheel = next((each for each in wheels.sight.wheels if wheels.seats.get(each.color) == seat), None)
    if wheel is None or wheel.state != "unclear":
        return wheels
    said = say(
        "{who}'s wheel cannot be read: if a card lies upon it, lay that beside, for there none is seen.",
        who=game.header.players[seat],
    )
    return replace(wheels, words=sentences(wheels.words, said))


def _open(wheels: Wheels, game: Game) -> dict[int, str]:
    """Say whose wheel lies open that is to stay face down."""
    lying = {wheels.seats.get(each.color, -1) for each in wheels.sight.wheels if each.number is not None}
    names = game.header.players
    return {
        seat: say("{who}'s wheel lies open: lay it face down until the round is played.", who=names[seat])
        for seat in sorted(lying.intersection(game.signals.face_down))
    }


def _name(wheels: Wheels, game: Game, whose: str | None) -> Wheels:
    """Let a tag that was laid now name the suit."""
    laid = sorted(wheels.sight.tags - wheels.tags)
    if not wheels.sight.tags:
        return wheels
    if not laid:
        return replace(wheels, words=OLD_TAG)
    if len(laid) > 1:
        return replace(wheels, words=MANY_TAGS)
    signal = Suit(laid[0])
    if game.signals.whose:
        turned = {each.color for each in wheels.sight.wheels if each.number is not None}
        seats = [wheels.seats[color] for color in turned - wheels.spent.keys() if color in wheels.seats]
        if whose is not None or len(seats) != 1:
            return replace(wheels, words=whose or WHO_LAYS)
        signal = replace(signal, seat=seats[0])
    refusal = _refusal(game, signal)
    return replace(wheels, signal=signal) if refusal is None else replace(wheels, words=spoken(refusal))


def _refusal(game: Game, signal: Signal) -> GameError | None:
    """Say why the rules do not allow what is shown, or None."""
    try:
        game.play(game.rules.signalled(game.state, signal))
    except GameError as error:
        return error
    return None
