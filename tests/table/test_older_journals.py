"""A game that a release before left in the journal goes on as it was played, whatever rules came later."""

import pytest

from games.record import header_from_dict, header_to_dict
from table.command import Accepted, NewGame, Refused, Submit, Undo
from table.host import Host
from table.journal import Journal

WALKED = [
    {"event": "throw", "sticks": [{"color": color, "notches": 1} for color in ("red", "black", "white")]},
    {"event": "confirm"},
    {"event": "jump", "to": "mill"},
    {"event": "walk", "to": "mill"},
    {"event": "decline"},
    {
        "event": "throw",
        "sticks": [
            {"color": "red", "notches": 0},
            {"color": "black", "notches": 1},
            {"color": "white", "notches": 0},
        ],
    },
    {"event": "confirm"},
    {"event": "walk", "to": "mill"},
]
ASKED = [
    *(
        {"event": "word", "player": 0, "tray": side, "word": word}
        for side, word in (("left", "WHISKY"), ("right", "QUIZ"))
    ),
    *(
        {"event": "word", "player": 1, "tray": side, "word": word}
        for side, word in (("left", "FJORD"), ("right", "PHARE"))
    ),
    {"event": "draw", "card": "normal"},
    {"event": "ask", "sign": "J"},
    {"event": "interrupt", "player": 0, "tray": "left", "word": "FJORD"},
]
GAMES = {
    "magicians": (["Ann", "Bo", "Cy"], {"opening": "dealer", "sticks": "untied"}, "walk_back", WALKED),
    "probe": (["Ann", "Bo"], {}, "question_after_call", ASKED),
}


def header(game):
    players, rules, _, _ = GAMES[game]
    return {"record": "familiar/1", "game": game, "players": players, "dealer": 0, "rules": rules}


@pytest.fixture(params=GAMES)
def older(request, tmp_path):
    """Leave a running game in a journal, as a release wrote it that knew every rule but one."""
    game, path = request.param, tmp_path / "journal.sqlite"
    *_, later, events = GAMES[game]
    values = header_to_dict(header_from_dict(header(game)))
    values["rules"].pop(later)
    with Journal(path) as journal:
        journal.enter(values, (("event", event) for event in events))
    return game, path, events


def test_it_is_gone_on_with_where_it_was_left(older):
    game, path, events = older
    with Host(Journal(path)) as host:
        shown = host.snapshot
        assert shown.trouble is None and len(shown.history.events) == len(events)
        view = shown.view(None)
        assert (view["phase"], view["turn"]) == (("meeting", 0) if game == "magicians" else ("answer", 1))
        goes_on = {"event": "take"} if game == "magicians" else {"event": "no"}
        assert isinstance(host.handle(Submit(goes_on)), Accepted)
        assert isinstance(host.handle(Undo()), Accepted)
    with Host(Journal(path)) as host:
        assert len(host.snapshot.history.events) == len(events)


def test_the_next_game_is_played_by_the_rules_of_now(older):
    game, path, events = older
    with Host(Journal(path)) as host:
        # A page that knows nothing of the new rule says all others.
        values = header_to_dict(host.snapshot.history.header)
        values["rules"].pop(GAMES[game][2])
        host.handle(NewGame({key: value for key, value in values.items() if key != "record"}))
        outcomes = [host.handle(Submit(event)) for event in events]
        view = host.snapshot.view(None)
        if game == "magicians":
            assert isinstance(outcomes[-1], Refused) and "there and back" in outcomes[-1].reason
        else:
            assert (view["phase"], view["turn"]) == ("ask", 0)
