"""Write the score sheet of a Wizard game for people."""

from games.cards import SUIT_WORDS
from games.wizard.state import State
from texts import listed

_GAP = "  "


def score_sheet(state: State) -> str:
    """Write the finished rounds as a table: in each player's cell bid/tricks and the running total.

    Ends without a line break.
    """
    head = ("round", "dealer", "trump", *state.players)
    rows = [
        (
            str(line.round),
            state.players[line.dealer],
            SUIT_WORDS[line.trump] if line.trump else "-" if line.counted else "none",
            *(
                f"{bid}/{took} {total:>5}"
                for bid, took, total in zip(line.bids, line.tricks, line.totals, strict=True)
            ),
        )
        for line in state.sheet
    ]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    text = [
        _GAP.join(
            cell.ljust(width) if 1 <= column <= 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (head, *rows)
    ]
    return "\n".join([*text, "", *(notice.text for notice in state.notices), _ending(state)])


def _ending(state: State) -> str:
    if not state.over:
        done = len(state.sheet)
        return f"The game is not over: {done} of {state.rounds} rounds finished."
    if state.stopped:
        return f"{state.stopped}: nobody has won."
    winners = [state.players[winner] for winner in state.winners]
    verb = "wins" if len(winners) == 1 else "share the victory"
    return f"{listed(winners)} {verb} with {max(state.totals)} points."
