"""Backups are made by themselves, whole or not at all, and never crowd the disk."""

import queue

import pytest
from patience import PATIENCE_S

from table.command import NewGame, Submit, Undo
from table.errors import JournalError
from table.host import Host
from table.journal import Journal
from table.recovery.backup import Backups, Keeper

HEADER = {"record": "familiar/1", "game": "wizard", "players": ["Ann", "Bo", "Cy"], "dealer": 0, "rules": {}}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(path):
    with Journal(path) as journal:
        journal.begin(HEADER)
        yield journal


def test_a_backup_is_a_whole_journal_made_while_the_host_plays(path, journal):
    journal.append(1, "event", {"event": "confirm"})
    copy = Backups(path).take()
    journal.append(1, "event", {"event": "confirm"})
    with Journal(copy, readonly=True) as backup:
        backup.check()
        assert len(backup.operations(1)) == 1


def test_where_nothing_has_happened_no_second_one_is_made(path, journal):
    backups = Backups(path)
    assert backups.take() is not None
    assert backups.take() is None
    assert len(backups.all()) == 1


def test_the_newest_are_kept_and_their_order_is_not_the_clocks(path, journal):
    times = iter([3e9, 1e9, 0.0, 2e9, 5e8])
    backups = Backups(path, keep=3, clock=lambda: next(times))
    made = []
    for _ in range(5):
        journal.append(1, "event", {"event": "confirm"})
        made.append(backups.take())
    assert backups.all() == made[:1:-1]
    assert backups.whole() == made[-1]


def test_they_stay_below_their_size_but_the_newest_always_stays(path, journal):
    backups = Backups(path, keep=50, most_mb=0.12)
    for _ in range(8):
        journal.append(1, "event", {"event": "confirm", "note": "x" * 5000})
        backups.take()
    assert 1 <= len(backups.all()) < 8
    assert sum(copy.stat().st_size for copy in backups.all()) <= 120_000
    tiny = Backups(path, most_mb=0.001)
    journal.append(1, "event", {"event": "confirm"})
    assert tiny.all() != [tiny.take()] or len(tiny.all()) == 1


def test_none_are_made_where_none_are_wanted(path, journal):
    assert Backups(path, keep=0).take() is None


def test_a_damaged_backup_is_passed_over(path, journal):
    backups = Backups(path)
    first = backups.take()
    journal.append(1, "event", {"event": "confirm"})
    second = backups.take()
    second.write_bytes(second.read_bytes()[:-5000])
    assert backups.whole() == first


def test_a_damaged_journal_makes_no_backup_and_no_older_one_goes(path, journal):
    backups = Backups(path, keep=1)
    journal.append(1, "event", {"event": "confirm"})
    first = backups.take()
    journal.append(1, "event", {"event": "confirm"})
    journal.close()
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"confirm"', b'"conform"'))
    with pytest.raises(JournalError):
        backups.take()
    assert backups.all() == [first]
    assert not list(backups.folder.glob(".*"))


def test_a_folder_that_cannot_be_written_is_said(path, journal):
    (path.parent / "backups").write_text("no folder")
    with pytest.raises(JournalError, match="no backup could be made"):
        Backups(path).take()


def test_other_files_in_the_folder_are_not_touched(path, journal):
    backups = Backups(path, keep=1)
    backups.folder.mkdir()
    mine = [backups.folder / name for name in ("journal-mine.sqlite", "other-000001-20260101T000000.sqlite")]
    for file in mine:
        file.write_text("mine")
    for _ in range(3):
        journal.append(1, "event", {"event": "confirm"})
        backups.take()
    assert [file.read_text() for file in mine] == ["mine", "mine"]
    assert len(backups.all()) == 1


def rounds(host, deck):
    """Play a game of six to its end."""
    for number in range(1, 11):
        cards = iter(deck)
        dealer = host.snapshot.view(None)["dealer"]
        if number < 10:
            yield {"event": "turn_up", "card": next(cards)}
        for place in range(6):
            yield {"event": "bid", "player": (dealer + 1 + place) % 6, "tricks": 0}
        for _ in range(number):
            for _ in range(6):
                yield {"event": "play", "card": next(cards)}
            yield {"event": "confirm"}


class Watched(Backups):
    """Backups that tell when one was taken, and when a count was noted."""

    def __init__(self, path, **more):
        super().__init__(path, **more)
        self.taken, self.counts = queue.SimpleQueue(), queue.SimpleQueue()

    def take(self, *, within=False):
        made = super().take(within=within)
        self.taken.put(within)
        return made

    def note(self, operations):
        super().note(operations)
        self.counts.put(operations)


def test_one_is_made_at_the_opening_and_one_at_each_games_end(path):
    deck = [f"{rank}{suit}" for suit in "SHDC" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()]
    backups = Watched(path)
    with Host(Journal(path)) as host:
        header = {"game": "wizard", "players": list("ABCDEF"), "dealer": 0, "rules": {}}
        keeper = Keeper(host, backups)
        host.handle(NewGame(header))
        keeper.start()
        assert backups.taken.get(timeout=PATIENCE_S) is False
        for event in rounds(host, [*deck, *["W"] * 4, *["J"] * 4]):
            host.handle(Submit(event))
        assert host.snapshot.history.state.over
        host.handle(Undo(1))
        host.handle(Submit({"event": "confirm"}))
        keeper.close()
        keeper.close()
    newest = backups.all()
    assert len(newest) >= 2
    with Journal(newest[0], readonly=True) as copy, Journal(path, readonly=True) as journal:
        assert copy.operations(1) == journal.operations(1)


def test_in_the_course_of_a_game_the_newest_copy_grows_and_older_evenings_keep_theirs(path):
    backups = Watched(path, keep=3)
    with Host(Journal(path)) as host:
        host.start().handle(NewGame({**HEADER}))
        keeper = Keeper(host, backups, every=0.0)
        keeper.start()
        assert backups.taken.get(timeout=PATIENCE_S) is False
        for event in ({"event": "turn_up", "card": "7H"}, {"event": "bid", "player": 1, "tricks": 0}):
            host.handle(Submit(event))
            assert backups.taken.get(timeout=PATIENCE_S) is True
        keeper.close()
        assert [backups.counts.get(timeout=PATIENCE_S) for _ in range(3)] == [
            0,
            1,
            2,
        ] and backups.noted() == 2
    newest, first = backups.all()
    with Journal(newest, readonly=True) as copy:
        assert len(copy.operations(1)) == 2
    with Journal(first, readonly=True) as copy:
        assert copy.operations(1) == []


@pytest.mark.parametrize("trouble", [FileNotFoundError(2, "No such file"), ValueError("embedded null byte")])
def test_whatever_becomes_of_the_folder_the_next_copy_is_made(path, monkeypatch, caplog, trouble):
    """As where somebody cleared it between two looks: that ended the copies of the evening."""
    backups, troubles, looks = Watched(path), [trouble], queue.SimpleQueue()

    def let_go():
        looks.put(len(troubles))
        if troubles:
            raise troubles.pop()

    monkeypatch.setattr(backups, "_let_go", let_go)
    with Host(Journal(path)) as host:
        host.start().handle(NewGame({**HEADER}))
        keeper = Keeper(host, backups, every=0.0)
        keeper.start()
        # A first copy that held these steps already would leave none to be made.
        assert looks.get(timeout=PATIENCE_S) == 1
        for event in ({"event": "turn_up", "card": "7H"}, {"event": "bid", "player": 1, "tricks": 0}):
            host.handle(Submit(event))
        assert backups.taken.get(timeout=PATIENCE_S) is True
        keeper.close()
    assert troubles == [] and "the copies cannot be looked after" in caplog.text


def test_within_a_game_no_copy_is_made_before_its_time_but_what_there_is_is_noted(path):
    backups = Watched(path)
    with Host(Journal(path)) as host:
        host.start().handle(NewGame({**HEADER}))
        keeper = Keeper(host, backups, every=3600.0)
        keeper.start()
        assert backups.taken.get(timeout=PATIENCE_S) is False
        host.handle(Submit({"event": "turn_up", "card": "7H"}))
        assert [backups.counts.get(timeout=PATIENCE_S) for _ in range(2)] == [0, 1]
        keeper.close()
    assert backups.taken.empty() and len(backups.all()) == 1
