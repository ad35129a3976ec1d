"""Write the state of a game of Les Trois Magiciens for people."""

from games.magicians.graph import PLACE_WORDS
from games.magicians.state import State, Turn
from games.magicians.throws import pasch
from texts import listed

_GAP = "  "


def score_sheet(state: State) -> str:
    """Write the finished turns and the ranking as tables, and how it stands.

    Ends without a line break.
    """
    turns = [("turn", "player", "throw", "what came of it")]
    turns += [
        (str(turn.number), state.players[turn.player], _throw(turn), _outcome(state, turn))
        for turn in state.log
    ]
    ranks = [("rank", "player", "stick", "cards")]
    for seat, rank in state.ranking:
        player = state.seats[seat]
        cards = listed(_name(card) for card in player.cards)
        ranks.append(
            (str(rank), state.players[seat], player.color, f"{len(player.cards)}{cards and f': {cards}'}")
        )
    return "\n".join([*_table(turns), "", *_table(ranks), "", _ending(state)])


def _ending(state: State) -> str:
    if state.winner is not None:
        return f"{state.players[state.winner]} wins with all seven cards."
    done = len(state.log)
    return f"The game is not over: {done} {'turn' if done == 1 else 'turns'} finished."


def _throw(turn: Turn) -> str:
    said = "-".join(str(stick.notches) for stick in turn.sticks)
    return f"{said}{' extra' if turn.extra else ''}"


def _outcome(state: State, turn: Turn) -> str:
    """Say in a line what a turn brought: moves, cards, duel, spell, exile."""
    said = []
    if pasch(turn.sticks) is not None:
        said.append(f"Pasch of {pasch(turn.sticks)}")
    if turn.jump:
        said.append(f"Magician to {PLACE_WORDS[turn.jump[1]]}")
    if turn.fight:
        winner, loser = turn.fight.winner, turn.fight.attacker + turn.fight.defender - turn.fight.winner
        said.append(f"{state.players[winner]} beat {state.players[loser]}")
    for gain in turn.gains:
        source = "" if gain.source is None else f" from {state.players[gain.source]}"
        said.append(f"{state.players[gain.player]} took {_name(gain.card)}{source}")
    if turn.spell:
        said.append(f"spell: {turn.spell.title()}")
    for seat, figure in turn.exiled:
        said.append(f"{state.players[seat]}'s {figure.title()} to the Labyrinth")
    return ", ".join(said) or "-"


def _name(place: str) -> str:
    return place.title()


def _table(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        _GAP.join(
            cell.rjust(width) if column == 0 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
