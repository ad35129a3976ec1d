"""Past games are read through the host that plays, settled once, and never all at once."""

import itertools
import threading

import pytest
from patience import PATIENCE_S

from chronicle import archive as archives
from chronicle.archive import KEPT, Archive
from table.command import NewGame
from table.errors import JournalBusy, JournalError
from table.host import Host
from table.journal import Journal


@pytest.fixture
def host(played):
    with Host(Journal(":memory:", clock=itertools.count(1_000_000.0, 3600.0).__next__)) as host:
        head = played.header("wizard")
        several = range(KEPT + 2)
        enter = lambda journal: [journal.enter(head, [("event", e) for e in events]) for _ in several]  # noqa: E731
        events = played.lines("wizard")
        host.recall(enter).result()
        yield host.start()


def test_games_that_the_table_has_left_are_settled_once(host, monkeypatch):
    archive = Archive(host)
    entries = archive.entries()
    assert [entry.id for entry in entries] == list(range(KEPT + 2, 0, -1))
    first, left = archive.stories(entries)
    assert left == 0 and all(story.totals == (40, 10, 60) for story in first)
    monkeypatch.setattr(Archive, "game", lambda *_: pytest.fail("it was settled already"))
    assert archive.stories(entries) == (first, 0)


def test_who_cannot_wait_gets_some_and_the_rest_when_asking_again(host):
    now = itertools.count()
    archive = Archive(host, clock=lambda: float(next(now)))
    entries = archive.entries()
    some, left = archive.stories(entries, within=2.5)
    assert 0 < len(some) < len(entries) and len(some) + left == len(entries)
    for _ in entries:
        again, still = archive.stories(entries, within=2.5)
        assert len(again) >= len(some) and still <= left
        some, left = again, still
    assert left == 0 and len(some) == len(entries)


def test_the_game_at_the_table_is_told_as_it_stands_and_the_one_before_stays(host, played):
    archive = Archive(host)
    head = played.header("probe")
    head.pop("record")
    host.handle(NewGame(head))
    newest, before = archive.entries()[:2]
    assert archive.story(newest).header.game == "probe" and archive.story(newest).totals == (0, 0, 0)
    assert archive.game(newest.id) is host.snapshot.history
    assert archive.story(before).totals == (40, 10, 60)


def test_a_look_that_fails_harms_nobody(host):
    with pytest.raises(ZeroDivisionError):
        host.recall(lambda journal: 1 / 0).result()
    with pytest.raises(JournalError, match="there is no game 99"):
        Archive(host).game(99)
    assert len(Archive(host).entries()) == KEPT + 2


def test_where_the_host_is_held_up_one_waits_for_it_and_the_others_are_told_at_once(host, monkeypatch):
    archive, going, asked = Archive(host), threading.Event(), []
    monkeypatch.setattr(archives, "WAIT_S", 0.01)
    host.recall(lambda _: going.wait(PATIENCE_S))
    recall = host.recall
    monkeypatch.setattr(host, "recall", lambda look: asked.append(look) or recall(look))
    for _ in range(3):
        with pytest.raises(JournalBusy, match="does not answer at this moment"):
            archive.entries()
    assert len(asked) == 1
    going.set()
    host.knock().result(60)
    monkeypatch.setattr(archives, "WAIT_S", 20)
    assert len(archive.entries()) == KEPT + 2


def test_a_closed_host_recalls_nothing(host):
    host.close()
    with pytest.raises(JournalError, match="has ended"):
        Archive(host).entries()
