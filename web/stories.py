"""Put past games into the words and numbers of which the pages about evenings are made."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from chronicle.bgstats import link
from chronicle.figures import Count, Figures
from chronicle.story import CHRONICLES, Story, by_player, evening, honours
from games.book import GAMES
from games.history import Game
from games.names import same
from games.record import header_to_dict
from texts import Said, say

IN_THE_SHEET = {"won", "points", "game", "cards"}
"""What a single game's sheet says already."""


def brief(story: Story, running: bool) -> dict[str, Any]:
    """Tell a game in short."""
    header = story.header
    return {
        "id": story.id,
        "day": evening(story.began).isoformat(),
        "began": moment(story.began),
        "game": header.game,
        "title": GAMES[header.game].TITLE,
        "players": header.players,
        "over": story.over,
        "stopped": story.stopped,
        "running": running,
        "secret": story.secret,
        "faults": unsettled(story.id) if story.faults else None,
        "winners": story.winners,
        "totals": story.totals,
        "ranking": [{"seat": seat, "rank": rank} for seat, rank in story.ranking],
        "outcome": story.outcome,
    }


def whole(story: Story, game: Game) -> dict[str, Any]:
    """Tell all of a game that everybody may know: sheet, figures, awards, every finished round or turn."""
    kind, of = story.header.game, CHRONICLES[story.header.game]
    return {
        "view": of.sheet(game),
        "rules": header_to_dict(story.header)["rules"],
        "figures": lines(kind, dict(zip(story.header.players, story.figures, strict=True)), alone=True),
        "awards": awards([story]),
        "bgstats": link(story),
        "notices": [notice["text"] for notice in game.rules.result(game.state)["notices"]],
        "rounds": of.rounds(game),
    }


def together(stories: Sequence[Story]) -> dict[str, Any]:
    """Tell several games: who won how many, and for each kind of game what everybody did."""
    kinds = [game for game in CHRONICLES if any(story.header.game == game for story in stories)]
    done = {game: figures for game in kinds if (figures := by_player(game, stories))}
    return {
        "players": _winners(done.values()),
        "kinds": [
            {
                "game": game,
                "title": GAMES[game].TITLE,
                "players": list(figures),
                "figures": lines(game, figures),
                "awards": awards([story for story in stories if story.header.game == game]),
            }
            for game, figures in done.items()
        ],
    }


def lines(game: str, figures: Mapping[str, Figures], *, alone: bool = False) -> list[dict[str, Any]]:
    """List what was counted: a line a measure, a value a player; without lines in which there is nothing."""
    found = [
        (each, [figure.get(each.key) for figure in figures.values()])
        for each in CHRONICLES[game].MEASURES
        if not (alone and each.key in IN_THE_SHEET)
    ]
    return [
        {"key": each.key, "name": each.name, "values": values}
        for each, values in found
        if any(map(_counts, values))
    ]


def awards(stories: Sequence[Story]) -> list[dict[str, Any]]:
    """List who stood out in games of one kind."""
    game = stories[0].header.game
    return [dict(vars(award)) for award in honours(game, by_player(game, stories))]


def moment(began: float) -> str:
    """Write when a game began by the clock of this machine."""
    return datetime.fromtimestamp(began).isoformat(timespec="minutes")


def unsettled(number: int) -> Said:
    """Say that a game is known but by its header."""
    return say(
        "Game {number} cannot be settled by this version's rules. Nothing of it is lost: keep its record.",
        number=number,
    )


def _counts(count: Count) -> bool:
    return bool(count[1] if isinstance(count, tuple) else count is not None)


def _winners(kinds: Any) -> list[dict[str, Any]]:
    """List who won how many of the games that were finished, the most first, by the name that came first."""
    names: dict[str, str] = {}
    wins: dict[str, tuple[int, int]] = {}
    for figures in kinds:
        for name, each in figures.items():
            key = same(name)
            names.setdefault(key, name)
            (won, of), (before, games) = each["won"], wins.get(key, (0, 0))
            wins[key] = won + before, of + games
    ordered = sorted(wins.items(), key=lambda line: (-line[1][0], line[1][1]))
    return [{"name": names[key], "won": won, "games": of} for key, (won, of) in ordered if of]
