"""Write the state of a game of Les Trois Magiciens for people."""

from games.columns import Row, table
from games.magicians.events import square_words
from games.magicians.graph import PLACE_WORDS
from games.magicians.state import State, Turn
from games.magicians.throws import pasch
from texts import listed


def score_sheet(state: State) -> str:
    """Write the finished turns and the ranking as tables, and how it stands.

    Ends without a line break.
    """
    sticks = "-".join(player.color for player in state.seats)
    turns: list[Row] = [("turn", "player", f"throw ({sticks})", "what came of it")]
    turns += [
        (str(turn.number), state.players[turn.player], _throw(state, turn), _outcome(state, turn))
        for turn in state.log
    ]
    ranks: list[Row] = [("rank", "player", "stick", "cards")]
    for seat, rank in state.ranking:
        player = state.seats[seat]
        cards = listed(_name(card) for card in player.cards)
        ranks.append(
            (str(rank), state.players[seat], player.color, f"{len(player.cards)}{cards and f': {cards}'}")
        )
    return "\n".join([*table(turns, {0}), "", *table(ranks, {0}), "", _ending(state)])


def _ending(state: State) -> str:
    if state.winner is not None:
        return f"{state.players[state.winner]} wins with all seven cards."
    if state.stopped:
        return f"{state.stopped}: nobody has won."
    done = len(state.log)
    return f"The game is not over: {done} {'turn' if done == 1 else 'turns'} finished."


def _throw(state: State, turn: Turn) -> str:
    """Write what each stick showed, in the order in which their players sit."""
    shown = {stick.color: stick.notches for stick in turn.sticks}
    said = "-".join(str(shown[player.color]) for player in state.seats)
    return f"{said}{' extra' if turn.extra else ''}"


def _outcome(state: State, turn: Turn) -> list[str]:
    """Say what a turn brought, in the order in which it happened."""
    said = [] if pasch(turn.sticks) is None else [f"three times {pasch(turn.sticks)}"]
    gains, exiled = iter(turn.gains), iter(turn.exiled)
    for what in turn.course:
        match what:
            case "jump" if turn.jump:
                said.append(f"Magician to {PLACE_WORDS[turn.jump[1]]}")
            case "walk" if turn.walk:
                said.append(f"Apprentice to {square_words(turn.walk[1])}")
            case "fight" if turn.fight:
                fight = turn.fight
                loser = state.players[fight.attacker + fight.defender - fight.winner]
                said.append(f"{state.players[fight.winner]} beat {loser}")
            case "gains":
                gain = next(gains)
                source = "" if gain.source is None else f" from {state.players[gain.source]}"
                said.append(f"{state.players[gain.player]} took {_name(gain.card)}{source}")
            case "exiled":
                seat, figure = next(exiled)
                said.append(f"{state.players[seat]}'s {figure.title()} to the Labyrinth")
            case "spell" if turn.spell:
                said.append(f"spell: {turn.spell.title()}")
            case "teleport" if turn.teleport:
                said.append(f"Magic carried the Apprentice to {PLACE_WORDS[turn.teleport]}")
    return said


def _name(place: str) -> str:
    return place.title()
