"""Tell of a game of Les Trois Magiciens: its turns, who came to how many cards, what each player did."""

from typing import Any

from chronicle.figures import Count, Measure, Prize, Series
from games.board import MAGIC_PLACES
from games.history import Game
from games.magicians import State, result
from games.magicians.throws import pasch
from texts import Said, say, say_many

MEASURES: tuple[Measure, ...] = (
    Measure("won", say("Games won"), "share"),
    Measure("cards", say("Cards")),
    Measure("turns", say("Turns")),
    Measure("extra", say("Extra turns")),
    Measure("duels", say("Duels won"), "share"),
    Measure("met", say("Cards from meetings")),
    Measure("lost", say("Cards lost to others")),
    Measure("spells", say("Spells that worked")),
    Measure("pasch", say("Three alike thrown")),
    Measure("exiled", say("Figures sent to the Labyrinth")),
)
PRIZES: tuple[Prize, ...] = (
    Prize("duels", say("Duellist"), lambda n: say_many("{count} duel won", "{count} duels won", n), least=2),
    Prize("spells", say("Spellbinder"), lambda n: say("{count} spells that worked", count=n), least=2),
    Prize("met", say("Collector"), lambda n: say("{count} cards from meetings", count=n), least=2),
    Prize("pasch", say("Lucky hand"), lambda n: say("three alike {count} times", count=n), least=2),
    Prize(
        "exiled",
        say("At home in the Labyrinth"),
        lambda n: say("sent there {count} times", count=n),
        least=2,
    ),
    Prize("lost", say("Open-handed"), lambda n: say("lost {count} cards to others", count=n), least=2),
)
CHART, STEP = say("Cards after each turn"), say("Turn")


def series(game: Game) -> Series:
    """Give how many cards each had after every finished turn."""
    state = game.state_as(State)
    counts = [[0] * len(state.seats)]
    for turn in state.log:
        now = list(counts[-1])
        for gain in turn.gains:
            now[gain.player] += 1
            if gain.source is not None:
                now[gain.source] -= 1
        counts.append(now)
    return Series(state.players, tuple(map(tuple, counts)), CHART, STEP)


def figures(game: Game) -> tuple[dict[str, Count], ...]:
    """Count what each seat did."""
    state = game.state_as(State)
    return tuple(_figures(state, seat) for seat in range(len(state.seats)))


def _figures(state: State, seat: int) -> dict[str, Count]:
    log = state.log
    own = [turn for turn in log if turn.player == seat]
    fights = [turn.fight for turn in log if turn.fight]
    fought = [fight for fight in fights if seat in (fight.attacker, fight.defender)]
    gains = [gain for turn in log for gain in turn.gains]
    return {
        "won": (int(state.winner == seat), int(state.over and not state.stopped)),
        "cards": sum((gain.player == seat) - (gain.source == seat) for gain in gains),
        "turns": len(own),
        "extra": sum(turn.extra for turn in own),
        "duels": (sum(fight.winner == seat for fight in fought), len(fought)),
        "met": sum(gain.player == seat and gain.by == "meeting" for gain in gains),
        "lost": sum(gain.source == seat for gain in gains),
        "spells": sum(turn.spell is not None for turn in own),
        "pasch": sum(pasch(turn.sticks) is not None for turn in own),
        "exiled": sum(who == seat for turn in log for who, _ in turn.exiled),
    }


def sheet(game: Game) -> dict[str, Any]:
    """Give what the score sheet is drawn from: who has which card now, since which turn, and how it came."""
    state = game.state_as(State)
    held = _held(state)
    return {
        "colors": list(state.rules.colors),
        "places": [
            {"place": place, "lying": state.lying(place), "seats": [cards.get(place) for cards in held]}
            for place in MAGIC_PLACES
        ],
        "totals": [len(cards) for cards in held],
    }


def _held(state: State) -> list[dict[str, dict[str, Any]]]:
    """Give by seat the cards: in which turn each came, how, and from whom."""
    held: list[dict[str, dict[str, Any]]] = [{} for _ in state.seats]
    running = () if state.over else (state.now,)
    for turn in (*state.log, *running):
        for gain in turn.gains:
            if gain.source is not None:
                held[gain.source].pop(gain.card, None)
            held[gain.player][gain.card] = {"turn": turn.number, "by": gain.by, "from": gain.source}
    return held


def rounds(game: Game) -> tuple[dict[str, Any], ...]:
    """Tell every finished turn."""
    return tuple(result(game.state_as(State))["turns"])


def secret(game: Game) -> bool:
    """Tell whether anything is hidden: nobody has secrets at this table."""
    return False


def outcome(game: Game) -> Said:
    """Say in a few words how far a game has come that is not over."""
    return say_many("{count} turn", "{count} turns", len(game.state_as(State).log))
