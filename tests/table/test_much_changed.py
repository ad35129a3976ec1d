"""A game that is changed without end: what of it stands in the journal is bounded, for a start reads all."""

import pytest

from table.command import Accepted, Correct, Look, NewGame, Refused, Submit, Undo
from table.host import Host
from table.journal import Journal
from vision.types import Reading, Seen, Sight

HEADER = {"game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}
TURNED = {"event": "turn_up", "card": "7H"}
BIDS = [{"event": "bid", "player": seat, "tricks": 0} for seat in (1, 2, 0)]
STOP = {"event": "stop"}
MOST = 20
CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr("table.core.core.MOST_OPERATIONS", MOST)


def begin(host):
    for command in (NewGame(HEADER), Submit(TURNED), *map(Submit, BIDS)):
        assert isinstance(host.handle(command), Accepted)


def change_without_end(host):
    """Take the last bid back and make it again as long as that is taken; give the refusal."""
    for number in range(2 * MOST):
        done = host.handle(Submit(BIDS[-1]) if number % 2 else Undo())
        if isinstance(done, Refused):
            return done
    raise AssertionError("all of it was taken")


def test_a_game_takes_no_change_without_end_and_another_can_be_begun(tmp_path, caplog):
    path, eight = tmp_path / "journal.sqlite", {**TURNED, "card": "8H"}
    with Host(Journal(path)) as host:
        begin(host)
        refused = change_without_end(host)
        assert (refused.rule, refused.stale) == ("length", False)
        assert "begin another game" in refused.reason
        events = host.snapshot.history.events
        # What the eye sees is not entered either, and fills no log.
        for lying in ((), (Seen(1, Reading("9S", 1.0, False, (), CORNERS)),)):
            assert isinstance(host.handle(Look(Sight(lying))), Accepted)
        assert host.snapshot.history.events == events
        assert not [record for record in caplog.records if record.levelname == "ERROR"]
    with Host(Journal(path)) as host:
        assert host.snapshot.history.events == events and host.snapshot.touched
        assert host.handle(Correct(0, eight)).rule == "length"
        assert isinstance(host.handle(Submit(STOP)), Accepted)
        assert host.handle(Undo()).rule == host.handle(Correct(0, eight)).rule == "length"
        begin(host)
        assert host._journal.count()[1] == MOST + 1 + 4


def test_what_a_correction_settles_anew_counts_with_it():
    with Host(Journal(":memory:")) as host:
        begin(host)
        for number in range(MOST):
            card, then = ("W", {"event": "name_trump", "suit": "H"}) if number % 2 else ("8H", None)
            done = host.handle(Correct(0, {**TURNED, "card": card}, then))
            if isinstance(done, Refused):
                break
        assert done.rule == "length" and MOST - 6 < host._journal.count()[1] <= MOST
