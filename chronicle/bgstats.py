"""Hand a finished game to the app BG Stats (Board Game Stats), which keeps the plays of people who play much.

What the link tells is what its makers document for other apps, as read in November 2026:
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
Of the two schemes that they name it has the app's own: no browser sends the players' names to a server where
the app is not installed. It was never tried with the app.
"""

import json
from datetime import datetime
from urllib.parse import quote

from chronicle.story import Story
from games.book import GAMES

LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Familiar"
BGG = {"wizard": 1465}
"""Numbers at BoardGameGeek, where one is known; the app finds the other games by their names."""


def link(story: Story) -> str | None:
    """Give the link that lets the app import a game; None for one that was not played to its end.

    The person who taps it says there whom each name means.
    """
    if not story.over or story.stopped is not None or story.faults:
        return None
    return LINK + quote(json.dumps(_play(story), ensure_ascii=False, separators=(",", ":")), safe="")


def _play(story: Story) -> dict[str, object]:
    """Tell a game in the app's words."""
    header = story.header
    bgg = {"bggId": BGG[header.game]} if header.game in BGG else {}
    ranks = dict(story.ranking)
    return {
        "sourceName": SOURCE,
        # Every table counts its games from 1: when it began tells one table's from another's.
        "sourcePlayId": f"{round(story.began)}-{story.id}",
        "playDate": datetime.fromtimestamp(story.began).isoformat(" ", timespec="seconds"),
        "game": {
            "sourceGameId": header.game,
            "name": str(GAMES[header.game].TITLE),
            "highestWins": True,
            "noPoints": False,
            **bgg,
        },
        "players": [
            {
                "sourcePlayerId": name,
                "name": name,
                "score": story.totals[seat],
                "rank": ranks[seat],
                "winner": name in story.winners,
            }
            for seat, name in enumerate(header.players)
        ],
    }
